//! A tally as named rows, the basis of the reports.

use powergrab_stats::performance::Performance;

use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::FaultKind;
use powergrab_engine::game::{Metric, ObservedIn};
use powergrab_experiments::names::Names;
use powergrab_stats::holm::holm;
use powergrab_stats::interval::Ratio;
use powergrab_stats::layout::{Group, WIN, games, result};
use powergrab_stats::proportion::Intervals;
use powergrab_stats::spread;
use powergrab_stats::table_ratings::TableRatings;
use std::cell::OnceCell;
use std::fmt;

/// A tally with its names.
#[derive(Clone, Debug)]
pub struct Summary<'a> {
    pub(crate) tally: &'a Tally,
    pub(crate) names: &'a Names,
    pub(crate) intervals: Intervals,
    pub(crate) ratings: OnceCell<Vec<TableRatings>>,
}

/// A line-up: its number in the run, from 1, and its bots, joined by + when displayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineUpName<'a> {
    /// The number.
    pub number: usize,
    names: &'a [String],
    bots: &'a [usize],
}

impl fmt::Display for LineUpName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, bot) in self.bots.iter().enumerate() {
            let plus = if i == 0 { "" } else { "+" };
            write!(f, "{plus}{}", self.names[*bot])?;
        }
        Ok(())
    }
}

/// Results of a bot at a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BotRow<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// Position in `seats`, from 1.
    pub position: Option<usize>,
    /// Line-up in `line_ups`.
    pub line_up: Option<LineUpName<'a>>,
    /// The results.
    pub record: Performance,
    /// In `bots`: comparison of the win rate with the fair share, and with independent games.
    pub test: Option<BotTest>,
}

/// Comparison of a bot's win rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BotTest {
    /// Two-sided p-value under a win rate equal to the fair share; `None` without an interval.
    pub p: Option<f64>,
    /// p-value adjusted by Holm for all bots at the table.
    pub p_holm: Option<f64>,
    /// Number of games actually played.
    pub played: u64,
    /// See
    /// [`Independence::variance_ratio`](powergrab_stats::independence::Independence::variance_ratio).
    pub variance_ratio: Option<f64>,
}

/// A mean over rounds, games or seats.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanRow<'a> {
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// The bot, in habits; otherwise `None`.
    pub bot: Option<&'a str>,
    /// The metric.
    pub metric: &'a str,
    /// Number of observations, rotations counted with their weights.
    pub count: i64,
    /// The mean.
    pub mean: f64,
    /// Standard error of the mean; `None` if there are too few deals for one.
    pub se: Option<f64>,
    /// The sums behind it.
    pub ratio: Ratio,
    /// Minimum and maximum, in rounds.
    pub range: Option<(i32, i32)>,
}

/// One bin of a histogram.
#[derive(Clone, Debug, PartialEq)]
pub struct BinRow<'a> {
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// The metric.
    pub metric: &'a str,
    /// Least value of the bin.
    pub value: i32,
    /// Number of observations in it, rotations counted with their weights.
    pub count: u64,
}

/// A bot's use of one tower, in its rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct TowerRow<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// The tower.
    pub tower: &'a str,
    /// Rounds, each counted once per seat of the bot.
    pub rounds: i64,
    /// Means per round and seat of claims, blocks and turns held, each with its standard error.
    pub means: [(f64, Option<f64>); 3],
}

/// Failures of one kind of a bot at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultRow<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// Kind of failure.
    pub kind: FaultKind,
    /// Number of games, rotations counted with their weights.
    pub games: u64,
}

/// Name of the metric that follows the game's own.
pub const ROUNDS_PER_GAME: &str = "rounds_per_game";

/// Prefixes of the seat metrics that `towers` shows, each followed by the tower's name.
const TOWER_METRICS: [&str; 3] = ["claims_", "blocks_", "held_"];

pub(crate) fn wins(x: i64) -> f64 {
    x as f64 / WIN as f64
}

impl<'a> Summary<'a> {
    /// Returns the tally with these names.
    pub fn new(tally: &'a Tally, names: &'a Names) -> Summary<'a> {
        Summary {
            tally,
            names,
            intervals: Intervals::new(tally.n_deals()),
            ratings: OnceCell::new(),
        }
    }

    /// Returns the number of deals.
    pub fn n_deals(&self) -> u64 {
        self.tally.n_deals()
    }

    pub(crate) fn tables(&self) -> impl Iterator<Item = (usize, &'a str, usize)> {
        let players = &self.tally.layout().shape().players;
        let named = self.names.rulesets.iter().zip(players).enumerate();
        named.map(|(table, (ruleset, &players))| (table, ruleset.as_str(), players))
    }

    pub(crate) fn bots(&self) -> impl Iterator<Item = (usize, &'a str)> {
        self.names.bots.iter().map(String::as_str).enumerate()
    }

    pub(crate) fn record(&self, group: Group, players: usize) -> Option<Performance> {
        let ratio = |i| self.tally.ratio(group, i);
        let wins_ratio = ratio(result::WINS);
        let win_rate = wins_ratio.mean_of(WIN)?;
        let se = self
            .intervals
            .t()
            .and(wins_ratio.share_se(WIN, win_rate * (1.0 - win_rate)));
        let points = ratio(result::POINTS);
        // Points come with wins, or in every game: there must be enough of each.
        let has_wins = wins_ratio.mean_se().is_some();
        let points_se = points.se().filter(|se| has_wins && *se > 0.0);
        let stopped = ratio(result::STOPPED).x;
        // Games without a winner (PG-15, PG-16) leave less to share.
        let won = 1.0 - stopped as f64 / wins_ratio.n as f64;
        Some(Performance {
            games: wins_ratio.n,
            wins: wins(wins_ratio.x),
            win_rate,
            se,
            interval: self.intervals.proportion(win_rate, se),
            fair_share: won / players as f64,
            points_per_game: points.mean()?,
            points_se: points_se.or(points.mean_se()),
            rounds_won: wins(ratio(result::ROUNDS_WON).x),
            stopped,
        })
    }

    /// Returns the results of each bot at each table.
    pub fn bot_rows(&self) -> Vec<BotRow<'a>> {
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            for (index, bot) in self.bots() {
                let group = self.tally.layout().bot(table, index);
                rows.extend(self.record(group, players).map(|record| BotRow {
                    bot,
                    ruleset,
                    players,
                    position: None,
                    line_up: None,
                    test: Some(self.test(table, index, &record)),
                    record,
                }));
            }
        }
        // Each table ranks its bots, so their tests are a family.
        for table in rows.chunk_by_mut(|a, b| (a.ruleset, a.players) == (b.ruleset, b.players)) {
            if let [lone] = table {
                lone.record.is_by_definition();
                lone.test = lone.test.map(|test| BotTest { p: None, ..test });
            }
            let p_values: Vec<_> = table.iter().map(|row| row.test.and_then(|t| t.p)).collect();
            for (row, p) in table.iter_mut().zip(holm(&p_values)) {
                if let Some(test) = &mut row.test {
                    test.p_holm = p;
                }
            }
        }
        rows
    }

    fn test(&self, table: usize, bot: usize, record: &Performance) -> BotTest {
        let independence = self.tally.independence();
        let group = self.tally.layout().bot(table, bot);
        let wins = self.tally.ratio(group, result::WINS);
        BotTest {
            p: self
                .intervals
                .proportion_test(record.win_rate, record.se, record.fair_share),
            p_holm: None,
            played: independence.played(table, bot),
            variance_ratio: independence.variance_ratio(table, bot, &wins),
        }
    }

    /// Returns the failures.
    pub fn fault_rows(&self) -> Vec<FaultRow<'a>> {
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            for (index, bot) in self.bots() {
                for kind in FaultKind::ALL {
                    let games = self.tally.faults(table, index, kind);
                    if games > 0 {
                        rows.push(FaultRow {
                            bot,
                            ruleset,
                            players,
                            kind,
                            games,
                        });
                    }
                }
            }
        }
        rows
    }

    /// Returns the results of each bot at each table by position.
    pub fn seat_rows(&self) -> Vec<BotRow<'a>> {
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            for (index, bot) in self.bots() {
                for position in 0..players {
                    let group = self.tally.layout().seat(table, index, position);
                    rows.extend(self.record(group, players).map(|record| BotRow {
                        bot,
                        ruleset,
                        players,
                        position: Some(position + 1),
                        line_up: None,
                        test: None,
                        record,
                    }));
                }
            }
        }
        rows
    }

    /// Returns the results of each bot of each line-up, lazily: there may be two million.
    pub fn line_up_rows(&self) -> impl Iterator<Item = BotRow<'a>> {
        let layout = self.tally.layout();
        let line_ups = layout.shape().line_ups.iter().enumerate();
        line_ups.flat_map(move |(line_up, (table, bots))| {
            let name = LineUpName {
                number: line_up + 1,
                names: &self.names.bots,
                bots,
            };
            let seated = layout.line_up_bots(line_up).iter().enumerate();
            let seated_alone = seated.len() == 1;
            seated.filter_map(move |(k, &bot)| {
                let mut record = self.record(layout.line_up(line_up, k), bots.len())?;
                if seated_alone {
                    record.is_by_definition();
                }
                Some(BotRow {
                    bot: self.names.bots[bot].as_str(),
                    ruleset: self.names.rulesets[*table].as_str(),
                    players: bots.len(),
                    position: None,
                    line_up: Some(name),
                    test: None,
                    record,
                })
            })
        })
    }

    /// Returns each metric of each table, and the number of rounds per game.
    pub fn round_rows(&self) -> Vec<MeanRow<'a>> {
        let layout = self.tally.layout();
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            let mut won = 0;
            let mut ratios: Vec<(&str, Ratio)> = Vec::new();
            for (i, metric) in self.names.metrics.iter().enumerate() {
                let ratio = match metric.when {
                    ObservedIn::Always => self.tally.ratio(layout.rounds(table), i),
                    ObservedIn::Won => {
                        won += 1;
                        self.tally.ratio(layout.won(table), won - 1)
                    }
                };
                ratios.push((metric.name, ratio));
            }
            let per_game = self.tally.ratio(layout.games(table), games::ROUNDS);
            ratios.push((ROUNDS_PER_GAME, per_game));
            for (i, (metric, ratio)) in ratios.into_iter().enumerate() {
                let spread = self.tally.spread(table, i);
                rows.extend(ratio.mean().map(|mean| MeanRow {
                    ruleset,
                    players,
                    bot: None,
                    metric,
                    count: ratio.n,
                    mean,
                    se: ratio.mean_se(),
                    ratio,
                    range: Some((spread.min, spread.max)),
                }));
            }
        }
        rows
    }

    /// Returns all non-empty bins.
    pub fn bin_rows(&self) -> Vec<BinRow<'a>> {
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            let names = self.names.metrics.iter().map(|m| m.name);
            for (i, metric) in names.chain([ROUNDS_PER_GAME]).enumerate() {
                let counts = self.tally.spread(table, i).counts();
                rows.extend(counts.map(|(bin, count)| BinRow {
                    ruleset,
                    players,
                    metric,
                    value: spread::least(bin),
                    count,
                }));
            }
        }
        rows
    }

    /// Returns each metric of each bot's seats.
    pub fn habit_rows(&self) -> Vec<MeanRow<'a>> {
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            for (index, bot) in self.bots() {
                for (i, metric) in self.names.seat_metrics.iter().enumerate() {
                    let group = self.tally.layout().habits(table, index);
                    let ratio = self.tally.ratio(group, i);
                    rows.extend(ratio.mean().map(|mean| MeanRow {
                        ruleset,
                        players,
                        bot: Some(bot),
                        metric: metric.name,
                        count: ratio.n,
                        mean,
                        se: ratio.mean_se(),
                        ratio,
                        range: None,
                    }));
                }
            }
        }
        rows
    }

    /// Returns each tower of each bot; empty for a game without towers.
    pub fn tower_rows(&self) -> Vec<TowerRow<'a>> {
        let metrics = self.names.seat_metrics;
        let place = |kind: &str, tower: &str| {
            let is_it = |m: &Metric| m.name.strip_prefix(kind) == Some(tower);
            metrics.iter().position(is_it)
        };
        let towers = metrics
            .iter()
            .filter_map(|m| m.name.strip_prefix(TOWER_METRICS[0]));
        let towers: Vec<(&str, [Option<usize>; 3])> = towers
            .map(|tower| (tower, TOWER_METRICS.map(|kind| place(kind, tower))))
            .collect();
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            for (index, bot) in self.bots() {
                let group = self.tally.layout().habits(table, index);
                for (tower, places) in &towers {
                    let [Some(a), Some(b), Some(c)] = *places else {
                        continue;
                    };
                    let ratios = [a, b, c].map(|i| self.tally.ratio(group, i));
                    if ratios[0].n == 0 {
                        continue;
                    }
                    rows.push(TowerRow {
                        bot,
                        ruleset,
                        players,
                        tower,
                        rounds: ratios[0].n,
                        means: ratios.map(|r| (r.mean().unwrap_or(0.0), r.mean_se())),
                    });
                }
            }
        }
        rows
    }

    /// Returns the numbers of games without a winner and of all games, rotations counted with their
    /// weights.
    pub fn stopped(&self) -> (i64, i64) {
        let mut sums = (0, 0);
        for (table, _, _) in self.tables() {
            let group = self.tally.layout().games(table);
            let ratio = self.tally.ratio(group, games::STOPPED);
            sums.0 += ratio.x;
            sums.1 += ratio.n;
        }
        sums
    }
}
