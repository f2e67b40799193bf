//! The best cell of a sweep, and the cells that are not distinguishable from it.

use super::cells::{Cell, called};
use super::config::Sweep;
use super::rows::Row;
use crate::catalog::{Catalog, RuleData};
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::BotGame;
use powergrab_stats::blocks::{ComparisonTerms, Difference, compare};
use powergrab_stats::holm::ALPHA;

/// Verdict on the cells of one ruleset and number of players.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// The ruleset's name.
    pub ruleset: &'a str,
    /// Seats.
    pub players: usize,
    /// The cell with the highest win rate.
    pub best: &'a Row,
    /// The other cells that paired differences cannot distinguish from it.
    pub level: Vec<&'a Row>,
    /// Number of cells that were played to the end, including the best one.
    pub n_cells: usize,
    /// Number of cells that were dropped before.
    pub n_dropped: usize,
    /// The cell in which the hero plays with its own parameters, if there is one, and the best
    /// cell's advantage over it.
    pub usual: Option<(&'a Row, Option<Difference>)>,
}

/// Returns the rows of each ruleset and number of players, in their order.
pub fn tables<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<Vec<&'a Row>> {
    let mut tables: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let same =
            |t: &&mut Vec<&Row>| (&t[0].ruleset, t[0].players) == (&row.ruleset, row.players);
        match tables.iter_mut().find(same) {
            Some(table) => table.push(row),
            None => tables.push(vec![row]),
        }
    }
    tables
}

/// Returns the advantage of `second` over `first`: paired, as all cells play the same deals.
fn more(first: &Row, second: &Row) -> Option<Difference> {
    let terms = ComparisonTerms {
        paired: true,
        is_share: true,
        events: 0.0,
    };
    compare(&first.blocks, &second.blocks, terms)
}

/// A ruleset and number of players whose cells were all dropped before the last stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllDropped {
    /// Seats.
    pub players: usize,
    /// Number of cells.
    pub n_cells: usize,
}

/// Returns the verdict on each ruleset and number of players. `rows` are the hero's; those of the
/// stage `last` decide. `usual` says whether a cell leaves the hero unchanged.
pub fn verdicts<'a>(
    rows: impl IntoIterator<Item = &'a Row>,
    last: &str,
    usual: impl Fn(usize) -> bool,
) -> Vec<Result<Verdict<'a>, AllDropped>> {
    let verdict = |all: Vec<&'a Row>| {
        let mut cells: Vec<usize> = all.iter().map(|row| row.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let table: Vec<&Row> = all.iter().copied().filter(|r| r.stage == last).collect();
        let none = AllDropped {
            players: all[0].players,
            n_cells: cells.len(),
        };
        // Of level cells the first wins.
        let best = table.iter().copied().rev();
        let best = best.max_by(|a, b| a.record.win_rate.total_cmp(&b.record.win_rate));
        let best = best.ok_or(none)?;
        let n_cells = table.len();
        let others = table.iter().copied().filter(|row| row.cell != best.cell);
        let limit = ALPHA / (n_cells.max(2) - 1) as f64;
        let told = |row: &&Row| more(row, best).is_some_and(|d| d.p().is_some_and(|p| p < limit));
        let level = others.filter(|row| !told(row)).collect();
        let mut own = table.iter().copied().filter(|row| usual(row.cell));
        // There are several if a factor of another bot varies too.
        let usual = own.next().filter(|_| own.next().is_none());
        Ok(Verdict {
            ruleset: &best.ruleset,
            players: best.players,
            best,
            level,
            n_cells,
            n_dropped: cells.len() - n_cells,
            usual: usual.map(|row| (row, more(row, best))),
        })
    };
    tables(rows).into_iter().map(verdict).collect()
}

impl Sweep {
    /// Returns whether a cell leaves the hero's parameters unchanged.
    pub fn is_usual<R: RuleData<Game: ArenaGame>>(
        &self,
        cell: &Cell<R>,
        catalog: &Catalog,
    ) -> bool {
        let mut bots = cell.bots.iter();
        let played = bots.find(|bot| bot.name == *called(&self.hero));
        let own = self.bot::<R::Game>(&self.hero, &[], catalog);
        matches!((own, played), (Ok(own), Some(bot)) if R::Game::values(&own.policy) == R::Game::values(&bot.policy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_stats::blocks::RatioSums;
    use powergrab_stats::performance::Performance;

    /// Returns a row of a cell with these wins out of a hundred games, in each of twelve groups of
    /// deals, four of which are given.
    fn row(cell: usize, players: usize, x: [f64; 4]) -> Row {
        let win_rate = x.iter().sum::<f64>() / 400.0;
        Row {
            stage: "sweep".to_owned(),
            cell,
            levels: Vec::new(),
            ruleset: "power-grab".to_owned(),
            players,
            bot: "me".to_owned(),
            deals: 1200,
            record: Performance {
                win_rate,
                interval: None,
                games: 1200,
                wins: 3.0 * x.iter().sum::<f64>(),
                se: None,
                fair_share: 1.0 / players as f64,
                points_per_game: 0.0,
                points_se: None,
                rounds_won: 0.0,
                stopped: 0,
            },
            blocks: x.map(|x| RatioSums { n: 100.0, x }).repeat(3),
        }
    }

    #[test]
    fn paired_differences_decide_and_tables_stay_apart() {
        let rows = [
            row(1, 2, [30.0, 50.0, 40.0, 60.0]),
            // Better by the same amount in every group: a clear difference, though the rates
            // scatter more widely than they differ.
            row(2, 2, [35.0, 55.0, 45.0, 64.0]),
            row(3, 2, [50.0, 30.0, 60.0, 58.0]),
            row(4, 3, [10.0, 20.0, 30.0, 10.0]),
        ];
        let all = verdicts(&rows, "sweep", |cell| cell == 1);
        let all: Vec<Verdict<'_>> = all.into_iter().map(Result::unwrap).collect();
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].best.cell, all[0].n_cells), (2, 3));
        let level: Vec<usize> = all[0].level.iter().map(|row| row.cell).collect();
        assert_eq!(level, [3]);
        let (usual, cost) = all[0].usual.unwrap();
        assert_eq!(usual.cell, 1);
        assert!((cost.unwrap().difference - 0.0475).abs() < 1e-12);
        assert_eq!((all[1].players, all[1].usual.is_none()), (3, true));
    }

    /// Dropped cells were never compared with the best of the remaining ones.
    #[test]
    fn dropped_cells_are_counted_apart() {
        let x = [30.0, 50.0, 40.0, 60.0];
        let of = |stage: &str, cell, players| Row {
            stage: stage.to_owned(),
            ..row(cell, players, x)
        };
        let rows = [
            of("rung-1", 1, 2),
            of("rung-1", 2, 2),
            of("rung-1", 3, 2),
            of("rung-1", 4, 3),
            of("rung-2", 2, 2),
            of("held-out", 2, 2),
        ];
        let all = verdicts(&rows, "held-out", |_| false);
        let first = all[0].as_ref().unwrap();
        assert_eq!((first.n_cells, first.n_dropped), (1, 2));
        let none = AllDropped {
            players: 3,
            n_cells: 1,
        };
        assert_eq!(all[1].as_ref().unwrap_err(), &none);
    }
}
