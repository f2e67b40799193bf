//! The cells of a sweep, played: all of them, or by successive halving.

use super::cells::{Cell, Means, SweepError, called};
use super::rows::Row;
use super::sweep::Sweep;
use crate::ArenaGame;
use crate::rng::Seeds;
use crate::rulesets::RuleData;
use crate::stats::tally::Tally;
use std::ops::Range;

/// Keeps the rows of a cell that is finished.
pub type Keep<'a> = &'a mut dyn FnMut(&[Row]) -> Result<(), String>;

/// Plays those cells that are `wanted` on the same deals, one after the other.
///
/// # Errors
/// [`SweepError`]; the cells before it have been kept.
pub fn sweep<R: RuleData<Game: ArenaGame>>(
    sweep: &Sweep,
    cells: &[Cell<R>],
    deals: &Range<u64>,
    means: &Means<'_>,
    wanted: impl Fn(&Cell<R>) -> bool,
    keep: Keep<'_>,
) -> Result<(), SweepError> {
    for cell in cells.iter().filter(|cell| wanted(cell)) {
        let tally = cell.play(sweep, deals.clone(), None, means)?;
        keep(&cell.rows("sweep", &tally)).map_err(SweepError::Keep)?;
    }
    Ok(())
}

/// Successive halving (Jamieson and Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization",
/// AISTATS 2016): all cells play a part of the deals, the better half plays as many again, and so on, until no more than
/// the finalists have played them all. These are then played on deals that had no part in the choice: `held_out`.
///
/// Cells compare by the hero's win rate as a multiple of the fair share. What an interrupted run `had` found is not played
/// again, except that a cell which plays on starts anew.
///
/// # Errors
/// [`SweepError`]; the cells before it have been kept.
pub fn halving<R: RuleData<Game: ArenaGame>>(
    sweep: &Sweep,
    cells: &[Cell<R>],
    deals: &Range<u64>,
    means: &Means<'_>,
    held_out: Seeds,
    had: &[Row],
    keep: Keep<'_>,
) -> Result<(), SweepError> {
    let known = |stage: &str, cell: usize| -> Vec<Row> {
        let rows = had.iter().filter(|r| r.stage == stage && r.cell == cell);
        rows.cloned().collect()
    };
    let mut left: Vec<(&Cell<R>, Option<Tally>)> = cells.iter().map(|c| (c, None)).collect();
    let n_rungs = n_rungs(cells.len(), sweep.finalists);
    let mut played = deals.start;
    for rung in 1..=n_rungs {
        // Each rung doubles what was played.
        let all = deals.end - deals.start;
        let end = deals.start + (all >> (n_rungs - rung)).max(1);
        let stage = format!("rung-{rung}");
        let mut ranked = Vec::new();
        for (cell, before) in left {
            let rows = known(&stage, cell.number);
            if !rows.is_empty() {
                ranked.push((hero(sweep, &rows), cell, None));
                continue;
            }
            let tally = match before {
                Some(before) if end > played => {
                    cell.play(sweep, played..end, Some(before), means)?
                }
                Some(before) => before,
                None => cell.play(sweep, deals.start..end, None, means)?,
            };
            let rows = cell.rows(&stage, &tally);
            keep(&rows).map_err(SweepError::Keep)?;
            ranked.push((hero(sweep, &rows), cell, Some(tally)));
        }
        // Stable: of equals the first stay.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let stay = if rung == n_rungs {
            sweep.finalists
        } else {
            ranked.len().div_ceil(2).max(sweep.finalists)
        };
        ranked.truncate(stay);
        left = ranked
            .into_iter()
            .map(|(_, cell, tally)| (cell, tally))
            .collect();
        played = played.max(end);
    }
    let means = Means {
        seeds: held_out,
        ..*means
    };
    for (cell, _) in left {
        if !known("held-out", cell.number).is_empty() {
            continue;
        }
        let tally = cell.play(sweep, deals.clone(), None, &means)?;
        keep(&cell.rows("held-out", &tally)).map_err(SweepError::Keep)?;
    }
    Ok(())
}

/// How many rungs it takes to come down to the finalists by halves.
#[must_use]
pub fn n_rungs(n_cells: usize, finalists: usize) -> u32 {
    let (mut n, mut rungs) = (n_cells, 1);
    while n > finalists {
        n = n.div_ceil(2);
        rungs += 1;
    }
    rungs
}

/// How the hero did.
fn hero(sweep: &Sweep, rows: &[Row]) -> f64 {
    let hero = rows.iter().find(|r| r.bot == called(&sweep.hero));
    hero.map_or(0.0, Row::relative)
}

/// What the hero of a sweep is called in its rows.
#[must_use]
pub fn hero_name(sweep: &Sweep) -> &str {
    called(&sweep.hero)
}

#[cfg(test)]
mod tests {
    use super::super::cells::Cells;
    use super::super::rows::KeptRow;
    use super::*;
    use crate::arena::run::Control;
    use crate::rng::Purpose;
    use std::num::NonZero;
    use std::sync::atomic::AtomicBool;

    fn cells(text: &str) -> (Sweep, Vec<Cell<crate::shedding::Rules>>) {
        let sweep = Sweep::parse("s.toml", text).unwrap();
        let Cells::Shedding(cells) = sweep.resolve(1).unwrap() else {
            panic!("another game");
        };
        (sweep, cells)
    }

    fn with_means<T>(threads: usize, f: impl FnOnce(&Means<'_>) -> T) -> T {
        f(&Means {
            seeds: Seeds::new(1, Purpose::Play),
            threads: NonZero::new(threads),
            control: Control {
                cancel: &AtomicBool::new(false),
                progress: &|_| {},
            },
        })
    }

    const BLUFF: &str = "name = \"x\"\nunit = \"round\"\nline_up = [\"mine\", \"balanced\"]\nbots.mine = \"balanced\"\nfinalists = 2\n\
[factors]\nmine.uno_call = [0.0, 0.25, 0.5, 0.75, 1.0]\n";

    #[test]
    fn equal_cells_give_equal_rows_whatever_the_threads() {
        let (s, cells) = cells(BLUFF);
        let all = |threads| {
            let mut rows = Vec::new();
            with_means(threads, |means| {
                sweep(&s, &cells, &(0..300), means, |_| true, &mut |r| {
                    rows.extend_from_slice(r);
                    Ok(())
                })
            })
            .unwrap();
            rows
        };
        let one = all(1);
        assert_eq!(one, all(3));
        assert_eq!(one.len(), 10);
        // Kept and restored they are the same to the last bit.
        for row in &one {
            let text = serde_json::to_string(&row.kept()).unwrap();
            let kept: KeptRow = serde_json::from_str(&text).unwrap();
            assert_eq!(Row::restored(&kept, &cells).as_ref(), Some(row));
        }
        // At 1 it plays as balanced does, on the same deals with the same random numbers: it wins half of them exactly.
        assert_eq!(one[8].record.win_rate, 0.5);
        assert!(one[0].record.win_rate < 0.4);
    }

    #[test]
    fn halving_keeps_the_better_and_confirms_them_on_other_deals() {
        let (s, cells) = cells(BLUFF);
        assert_eq!(n_rungs(5, 2), 3);
        let mut rows = Vec::new();
        with_means(2, |means| {
            let held_out = Seeds::new(1, Purpose::Validate);
            halving(&s, &cells, &(0..800), means, held_out, &[], &mut |r| {
                rows.extend_from_slice(r);
                Ok(())
            })
        })
        .unwrap();
        // Wherever it was cut short, what is left is found in the same order: rows come by pairs, for two bots.
        for n in [2, 10, 14, 16, 20, 24] {
            let mut left = Vec::new();
            with_means(1, |means| {
                let held_out = Seeds::new(1, Purpose::Validate);
                let had = &rows[..n];
                halving(&s, &cells, &(0..800), means, held_out, had, &mut |r| {
                    left.extend_from_slice(r);
                    Ok(())
                })
            })
            .unwrap();
            assert!(left == rows[n..], "after {n}");
        }
        let stage = |name: &str| -> Vec<&Row> {
            rows.iter()
                .filter(|r| r.stage == name && r.bot == "mine")
                .collect()
        };
        let deals: Vec<(usize, u64)> = ["rung-1", "rung-2", "rung-3", "held-out"]
            .map(|s| (stage(s).len(), stage(s)[0].deals))
            .to_vec();
        assert_eq!(deals, [(5, 200), (3, 400), (2, 800), (2, 800)]);
        let best: Vec<usize> = stage("held-out").iter().map(|r| r.cell).collect();
        assert!(best.contains(&5), "{best:?}");
        // A rung adds to the one before: the last is what a sweep of that cell would have shown.
        let mut whole = Vec::new();
        with_means(1, |means| {
            sweep(&s, &cells[4..], &(0..800), means, |_| true, &mut |r| {
                whole.extend_from_slice(r);
                Ok(())
            })
        })
        .unwrap();
        let last = stage("rung-3").into_iter().find(|r| r.cell == 5).unwrap();
        assert_eq!(last.record, whole[0].record);
    }
}
