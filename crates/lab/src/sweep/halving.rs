//! Playing the cells of a sweep: all of them, or by successive halving.

use super::cells::{Cell, Played, SweepError, SweepOptions, called};
use super::config::Sweep;
use super::rows::{CellResult, Row};
use crate::catalog::RuleData;
use crate::matches::failures::BotFailures;
use crate::study::pieces::Pieces;
use powergrab_arena::ArenaGame;
use powergrab_arena::piece::{Piece, PiecesError};
use powergrab_arena::tally::Tally;
use powergrab_engine::rng::Seeds;
use powergrab_stats::order::HighestFirst;
use std::ops::Range;

/// Plays a cell of a sweep without halving.
///
/// # Errors
/// [`SweepError`] if the cell cannot be played, or the sweep is cancelled.
pub fn cell_result<R: RuleData<Game: ArenaGame>>(
    sweep: &Sweep,
    cell: &Cell<R>,
    deals: &Range<u64>,
    means: &SweepOptions<'_>,
) -> Result<CellResult, SweepError> {
    let played = cell.play(sweep, deals.clone(), None, means)?;
    Ok(cell.result("sweep", played))
}

/// Returns the rows of finished pieces of a sweep with these cells, in their order.
///
/// # Errors
/// [`PiecesError::Foreign`] if a piece belongs to another sweep.
pub fn rows_of<'a, R: RuleData<Game: ArenaGame>>(
    pieces: impl IntoIterator<Item = &'a Piece>,
    cells: &[Cell<R>],
) -> Result<Vec<Row>, PiecesError> {
    let mut all = Vec::new();
    for piece in pieces {
        let result: CellResult = piece.decode()?;
        for row in result.rows {
            let cell = row.cell.checked_sub(1).and_then(|at| cells.get(at));
            let cell = cell.ok_or_else(|| PiecesError::Foreign(piece.label.clone()))?;
            all.push(with_levels(row, cell));
        }
    }
    Ok(all)
}

/// Returns the bots that failed in these pieces of a sweep.
///
/// # Errors
/// [`PiecesError::Foreign`] if a piece is of another type.
pub fn failures_of<'a>(
    pieces: impl IntoIterator<Item = &'a Piece>,
) -> Result<Vec<BotFailures>, PiecesError> {
    let mut all = Vec::new();
    for piece in pieces {
        let result: CellResult = piece.decode()?;
        BotFailures::add(&mut all, &piece.label, result.failures);
    }
    Ok(all)
}

fn with_levels<R: RuleData<Game: ArenaGame>>(row: Row, cell: &Cell<R>) -> Row {
    Row {
        levels: cell.levels.clone(),
        ..row
    }
}

/// Successive halving (Jamieson and Talwalkar, "Non-stochastic best arm identification and
/// hyperparameter optimization", AISTATS 2016): all cells play a part of the deals, the better half
/// plays as many again, and so on, until only the finalists have played all of them. The finalists
/// then play `held_out`, deals that had no part in the choice.
///
/// Cells compare by the hero's win rate as a multiple of the fair share. Finished pieces are not
/// played again, except that a cell which plays on starts anew.
///
/// # Errors
/// [`SweepError`]; earlier cells have been kept.
pub fn halving<R: RuleData<Game: ArenaGame>>(
    sweep: &Sweep,
    cells: &[Cell<R>],
    deals: &Range<u64>,
    means: &SweepOptions<'_>,
    held_out: Seeds,
    pieces: &mut Pieces<'_>,
) -> Result<Vec<Row>, SweepError> {
    let mut all = Vec::new();
    // Plays a stage of these cells, and returns the hero's result in each.
    let mut play_stage = |stage: &str,
                          cells: &[&Cell<R>],
                          play: &mut dyn FnMut(usize) -> Result<Played, SweepError>|
     -> Result<Vec<f64>, SweepError> {
        let label = |cell: &&Cell<R>| format!("{stage}: cell {}", cell.number);
        let labels: Vec<String> = cells.iter().map(label).collect();
        let results: Vec<CellResult> = pieces.round(&labels, |at| {
            let played = play(at)?;
            Ok::<_, SweepError>(cells[at].result(stage, played))
        })?;
        let mut heroes = Vec::new();
        for (cell, result) in cells.iter().zip(results) {
            let rows = result.rows.into_iter();
            let rows: Vec<Row> = rows.map(|row| with_levels(row, cell)).collect();
            heroes.push(hero(sweep, &rows));
            all.extend(rows);
        }
        Ok(heroes)
    };
    let mut left: Vec<&Cell<R>> = cells.iter().collect();
    // What each cell has played; empty if another process played it.
    let mut tallies: Vec<Option<Tally>> = vec![None; cells.len()];
    let n_rungs = n_rungs(cells.len(), sweep.finalists);
    let mut played = deals.start;
    for rung in 1..=n_rungs {
        // Each rung doubles the number of deals.
        let whole = deals.end - deals.start;
        let end = deals.start + (whole >> (n_rungs - rung)).max(1);
        let heroes = play_stage(&format!("rung-{rung}"), &left, &mut |at| {
            let tally = &mut tallies[left[at].number - 1];
            let more = match tally.take() {
                Some(before) if end > played => {
                    left[at].play(sweep, played..end, Some(before), means)?
                }
                Some(tally) => Played {
                    tally,
                    failures: Vec::new(),
                },
                None => left[at].play(sweep, deals.start..end, None, means)?,
            };
            *tally = Some(more.tally.clone());
            Ok(more)
        })?;
        let mut ranked: Vec<(f64, &Cell<R>)> = heroes.into_iter().zip(left).collect();
        // The sort is stable: of equals the first stay.
        ranked.sort_by_cached_key(|(value, _)| HighestFirst(*value));
        let stay = if rung == n_rungs {
            sweep.finalists
        } else {
            ranked.len().div_ceil(2).max(sweep.finalists)
        };
        ranked.truncate(stay);
        left = ranked.into_iter().map(|(_, cell)| cell).collect();
        played = played.max(end);
    }
    let means = SweepOptions {
        seeds: held_out,
        ..*means
    };
    play_stage("held-out", &left, &mut |at| {
        left[at].play(sweep, deals.clone(), None, &means)
    })?;
    Ok(all)
}

/// Returns the number of rungs from all cells down to the finalists.
pub fn n_rungs(n_cells: usize, finalists: usize) -> u32 {
    let (mut n, mut rungs) = (n_cells, 1);
    while n > finalists {
        n = n.div_ceil(2);
        rungs += 1;
    }
    rungs
}

/// Returns the hero's result.
fn hero(sweep: &Sweep, rows: &[Row]) -> f64 {
    let hero = rows.iter().find(|r| r.bot == called(&sweep.hero));
    hero.map_or(0.0, Row::relative)
}

/// Returns the name of a sweep's hero in its rows.
pub fn hero_name(sweep: &Sweep) -> &str {
    called(&sweep.hero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use powergrab_arena::piece::encode;
    use powergrab_arena::run::Control;
    use powergrab_engine::rng::Purpose;
    use std::num::NonZero;
    use std::sync::atomic::AtomicBool;

    fn cells(text: &str) -> (Sweep, Vec<Cell<powergrab_engine::shedding::Rules>>) {
        let sweep = Sweep::parse("s.toml", text).unwrap();
        let catalog = Catalog::default();
        let rulesets = sweep.rulesets(1, &catalog).unwrap();
        let cells = sweep.resolve(&rulesets, &catalog).unwrap();
        (sweep, cells)
    }

    fn with_means<T>(threads: usize, f: impl FnOnce(&SweepOptions<'_>) -> T) -> T {
        f(&SweepOptions {
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
        let all = |threads| -> Vec<Row> {
            let result = |cell| with_means(threads, |m| cell_result(&s, cell, &(0..300), m));
            let results = cells.iter().map(|cell| result(cell).unwrap());
            results.flat_map(|result| result.rows).collect()
        };
        let one = all(1);
        assert_eq!(one, all(3));
        assert_eq!(one.len(), 10);
        // Kept and restored, they are the same to the last bit.
        let piece = Piece {
            label: "all".to_owned(),
            payload: encode(&CellResult {
                rows: one.clone(),
                failures: Vec::new(),
            })
            .unwrap(),
        };
        assert_eq!(rows_of([&piece], &cells).unwrap(), one);
        assert!(rows_of([&piece], &cells[1..]).is_err());
        // At 1 it plays as balanced does, on the same deals with the same random numbers: it wins
        // half of them exactly.
        assert_eq!(one[8].record.win_rate, 0.5);
        assert!(one[0].record.win_rate < 0.4);
    }

    #[test]
    fn halving_keeps_the_better_and_confirms_them_on_other_deals() {
        let (s, cells) = cells(BLUFF);
        assert_eq!(n_rungs(5, 2), 3);
        let halved = |had: &[Piece], threads| {
            let mut kept = had.to_vec();
            let mut keep = |all: &[Piece]| {
                kept = all.to_vec();
                Ok(())
            };
            let mut pieces = Pieces::new(had.to_vec(), &mut keep);
            let held_out = Seeds::new(1, Purpose::Validate);
            let rows = with_means(threads, |means| {
                halving(&s, &cells, &(0..800), means, held_out, &mut pieces)
            });
            (rows.unwrap(), kept)
        };
        let (rows, kept) = halved(&[], 2);
        // Regardless of the point of interruption, it ends with the same rows in the same order.
        for n in [1, 5, 7, 8, 10, 12] {
            assert!(halved(&kept[..n], 1) == (rows.clone(), kept.clone()), "{n}");
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
        // A rung adds to the previous one: the last has the same result as a sweep of that cell
        // without halving.
        let whole = with_means(1, |means| cell_result(&s, &cells[4], &(0..800), means));
        let whole = whole.unwrap().rows;
        let last = stage("rung-3").into_iter().find(|r| r.cell == 5).unwrap();
        assert_eq!(last.record, whole[0].record);
    }
}
