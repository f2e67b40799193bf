//! Which cell of a sweep is best, and which of the others cannot be told from it.

use super::cells::{Cell, called};
use super::rows::Row;
use super::sweep::Sweep;
use crate::ArenaGame;
use crate::rulesets::RuleData;
use crate::stats::blocks::{Difference, compare};
use crate::strategy::BotGame;

/// The chance of a false difference among all cells of a table together (Bonferroni).
const ALPHA: f64 = 0.05;

/// The cells of one ruleset and number of players.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// The ruleset's name.
    pub ruleset: &'a str,
    /// Seats.
    pub players: usize,
    /// The cell with the highest win rate.
    pub best: &'a Row,
    /// Of the others, those that paired differences cannot tell from it.
    pub level: Vec<&'a Row>,
    /// How many cells there are, the best one among them.
    pub n_cells: usize,
    /// The cell in which the hero plays with its own parameters, where there is one, and what the best one wins more.
    pub usual: Option<(&'a Row, Option<Difference>)>,
}

/// The rows of one ruleset and number of players, in their order.
#[must_use]
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

/// What `second` wins more than `first`: paired, for all cells play the same deals.
fn more(first: &Row, second: &Row) -> Option<Difference> {
    compare(&first.blocks, &second.blocks, true)
}

/// The verdict on each ruleset and number of players. `rows` are the hero's, of the last stage; `usual` tells whether a cell leaves
/// the hero as it is.
#[must_use]
pub fn verdicts<'a>(
    rows: impl IntoIterator<Item = &'a Row>,
    usual: impl Fn(usize) -> bool,
) -> Vec<Verdict<'a>> {
    let verdict = |table: Vec<&'a Row>| {
        // Of cells that are level the first.
        let best = table.iter().copied().rev();
        let best = best.max_by(|a, b| a.record.win_rate.total_cmp(&b.record.win_rate))?;
        let n_cells = table.len();
        let others = table.iter().copied().filter(|row| row.cell != best.cell);
        let limit = ALPHA / (n_cells.max(2) - 1) as f64;
        let told = |row: &&Row| more(row, best).is_some_and(|d| d.p < limit);
        let level = others.filter(|row| !told(row)).collect();
        let mut own = table.iter().copied().filter(|row| usual(row.cell));
        // Where a factor of somebody else varies too, there are several.
        let usual = own.next().filter(|_| own.next().is_none());
        Some(Verdict {
            ruleset: &best.ruleset,
            players: best.players,
            best,
            level,
            n_cells,
            usual: usual.map(|row| (row, more(row, best))),
        })
    };
    tables(rows).into_iter().filter_map(verdict).collect()
}

impl Sweep {
    /// Whether a cell leaves the hero's parameters as they are.
    #[must_use]
    pub fn is_usual<R: RuleData<Game: ArenaGame>>(&self, cell: &Cell<R>) -> bool {
        let mut bots = cell.bots.iter();
        let played = bots.find(|bot| bot.name == *called(&self.hero));
        let own = self.bot::<R::Game>(&self.hero, &[]);
        matches!((own, played), (Ok(own), Some(bot)) if R::Game::values(&own.policy) == R::Game::values(&bot.policy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::blocks::Part;
    use crate::stats::interval::Interval;
    use crate::stats::summary::Performance;

    /// A row of a cell that won these shares of ten games in four groups of deals.
    fn row(cell: usize, players: usize, x: [f64; 4]) -> Row {
        let win_rate = x.iter().sum::<f64>() / 40.0;
        Row {
            stage: "sweep".to_owned(),
            cell,
            levels: Vec::new(),
            ruleset: "power-grab".to_owned(),
            players,
            bot: "me".to_owned(),
            deals: 40,
            record: Performance {
                win_rate,
                interval: Interval {
                    low: win_rate,
                    high: win_rate,
                },
                games: 40,
                wins: x.iter().sum(),
                se: None,
                fair_share: 1.0 / players as f64,
                points_per_game: 0.0,
                points_se: None,
                rounds_won: 0.0,
                stopped: 0,
            },
            blocks: x.map(|x| Part { n: 10.0, x }).to_vec(),
        }
    }

    #[test]
    fn paired_differences_decide_and_tables_stay_apart() {
        let rows = [
            row(1, 2, [3.0, 5.0, 4.0, 6.0]),
            // Better in every group by the same: clear, though the rates scatter more than they differ.
            row(2, 2, [3.5, 5.5, 4.5, 6.4]),
            row(3, 2, [5.0, 3.0, 6.0, 5.8]),
            row(4, 3, [1.0, 2.0, 3.0, 1.0]),
        ];
        let all = verdicts(&rows, |cell| cell == 1);
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].best.cell, all[0].n_cells), (2, 3));
        let level: Vec<usize> = all[0].level.iter().map(|row| row.cell).collect();
        assert_eq!(level, [3]);
        let (usual, cost) = all[0].usual.unwrap();
        assert_eq!(usual.cell, 1);
        assert!((cost.unwrap().difference - 0.0475).abs() < 1e-12);
        assert_eq!((all[1].players, all[1].usual.is_none()), (3, true));
    }
}
