//! Differences of two bots at the same tables, paired by game and deal.

use super::summary::{Summary, wins};
use powergrab_stats::holm::holm;
use powergrab_stats::interval::Interval;
use powergrab_stats::layout::{WIN, pair};

/// Results of two bots in the games where both sat.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRow<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The other bot.
    pub opponent: &'a str,
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// Meetings: in each game, every pair of a seat of the bot and a seat of the opponent.
    pub games: i64,
    /// Meetings that the bot's seat won.
    pub wins: f64,
    /// Meetings that the opponent's seat won.
    pub opponent_wins: f64,
    /// `(wins - opponent_wins) / games`
    pub difference: f64,
    /// Standard error of the difference; `None` with fewer than
    /// [`LEAST_DEALS`](powergrab_stats::interval::LEAST_DEALS).
    pub se: Option<f64>,
    /// Interval of the difference; `None` likewise.
    pub interval: Option<Interval>,
    /// Two-sided p-value under equality of the two; `None` likewise.
    pub p: Option<f64>,
    /// p-value adjusted by Holm for all pairs at the table.
    pub p_holm: Option<f64>,
}

/// Returns the variance of one meeting's difference, if one bot wins with probability `p` and the
/// other with `q`.
fn spread(p: f64, q: f64) -> f64 {
    p + q - (p - q) * (p - q)
}

impl<'a> Summary<'a> {
    /// Returns the row of each bot against each other bot, at each table.
    pub fn pair_rows(&self) -> Vec<PairRow<'a>> {
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            let ratio = |a: usize, b: usize, i: usize| {
                let group = self.tally.layout().pair(table, a.min(b), a.max(b));
                self.tally.ratio(group, i)
            };
            // Each pair is one test, though it has two rows. The number of pairs (a, b) with a < b
            // is b (b - 1) / 2 + a.
            let n = self.bots().count();
            let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
            let tests: Vec<Option<f64>> = pairs
                .map(|(a, b)| {
                    let ratio_of_both = ratio(a, b, pair::DIFFERENCE);
                    let first = ratio(a, b, pair::WINS).mean_of(WIN)?;
                    let difference = ratio_of_both.mean_of(WIN)?;
                    let se = ratio_of_both.share_se(WIN, spread(first, first - difference));
                    self.intervals
                        .shares_test(difference, [first, first - difference], se)
                })
                .collect();
            let adjusted = holm(&tests);
            for (a, bot) in self.bots() {
                for (b, opponent) in self.bots().filter(|(b, _)| *b != a) {
                    let ratio_of_both = ratio(a, b, pair::DIFFERENCE);
                    let Some(mean) = ratio_of_both.mean_of(WIN) else {
                        continue;
                    };
                    let first_wins = ratio(a, b, pair::WINS).x;
                    let second_wins = first_wins - ratio_of_both.x;
                    let (mine, its) = if a < b {
                        (first_wins, second_wins)
                    } else {
                        (second_wins, first_wins)
                    };
                    // Not -mean, which would print -0.
                    let difference = if a < b { mean } else { 0.0 - mean };
                    let share = |x: i64| wins(x) / ratio_of_both.n as f64;
                    let se = ratio_of_both.share_se(WIN, spread(share(mine), share(its)));
                    let se = self.intervals.t().and(se);
                    let (low, high) = (a.min(b), a.max(b));
                    let number = high * (high - 1) / 2 + low;
                    rows.push(PairRow {
                        bot,
                        opponent,
                        ruleset,
                        players,
                        games: ratio_of_both.n,
                        wins: wins(mine),
                        opponent_wins: wins(its),
                        difference,
                        se,
                        interval: self.intervals.shares_difference(
                            difference,
                            [share(mine), share(its)],
                            se,
                        ),
                        p: tests[number],
                        p_holm: adjusted[number],
                    });
                }
            }
        }
        rows
    }
}
