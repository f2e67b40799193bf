//! The payoff matrix of each table, and the analyses based on it: Nash mixture, α-rank, cycles.

use super::summary::Summary;
use powergrab_stats::REPLICATES;
use powergrab_stats::alpha_rank::{INTENSITIES, POPULATION, stationary};
use powergrab_stats::cycles::cycles;
use powergrab_stats::distributions::{sample_quantile, student_tails};
use powergrab_stats::holm::holm;
use powergrab_stats::interval::{Interval, LEAST_DEALS, LEVEL};
use powergrab_stats::layout::WIN;
use powergrab_stats::nash::mixture;
use powergrab_stats::performance::Performance;
use powergrab_stats::table_ratings::spread;

/// Maximum number of cycles reported per table.
const MAX_CYCLES: usize = 20;

/// Result of one seat of a bot against another bot in all other seats.
#[derive(Clone, Debug, PartialEq)]
pub struct PayoffRow<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The bot in all other seats.
    pub opponent: &'a str,
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// Its result; `None` if no line-up has that form.
    pub record: Option<Performance>,
    /// Win rate expected by the ratings.
    pub expected: Option<f64>,
    /// Likelihood that its rating is the better one.
    pub superiority: Option<f64>,
}

/// A figure about a table as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct MetaRow<'a> {
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// Name of the analysis.
    pub analysis: &'static str,
    /// Name of the figure within the analysis.
    pub parameter: String,
    /// The bot or bots it is about.
    pub bots: String,
    /// The value.
    pub value: f64,
    /// Interval over the replicates.
    pub interval: Option<Interval>,
}

/// Gains of each bot of a table against each other.
struct Game {
    /// Indices of the bots in the pool.
    bots: Vec<usize>,
    /// By first and second bot: the share of one first among second ones, minus that of one second
    /// among first ones.
    gains: Vec<f64>,
    /// Gains in each replicate; empty without replicates.
    replicates: Vec<Vec<f64>>,
}

impl<'a> Summary<'a> {
    /// Returns the result of each bot among copies of each other, as far as there are such line-ups
    /// or ratings.
    pub fn payoff_rows(&self) -> Vec<PayoffRow<'a>> {
        let mut rows = Vec::new();
        for ((table, ruleset, players), ratings) in self.tables().zip(self.table_ratings()) {
            let n = self.names.bots.len();
            let mut cells = vec![None; n * n];
            for cell in self.tally.layout().payoff_cells() {
                if cell.table == table {
                    cells[cell.one * n + cell.others] = Some(cell.group);
                }
            }
            for (one, bot) in self.bots() {
                for (others, opponent) in self.bots().filter(|(b, _)| *b != one) {
                    let group = cells[one * n + others];
                    let row = PayoffRow {
                        bot,
                        opponent,
                        ruleset,
                        players,
                        record: group.and_then(|group| self.record(group, players)),
                        expected: ratings.expected(one, others, players),
                        superiority: ratings.superiority(one, others),
                    };
                    if row.record.is_some() || row.expected.is_some() {
                        rows.push(row);
                    }
                }
            }
        }
        rows
    }

    /// Returns the gains between all bots of a table. `None` unless each meets each other in
    /// line-ups of the payoff matrix's form.
    fn game(&self, table: usize, bots: &[usize], players: usize) -> Option<Game> {
        let n = bots.len();
        let place = |bot: usize| bots.iter().position(|b| *b == bot);
        let mut shares: Vec<Option<f64>> = vec![None; n * n];
        let mut replicates: Vec<Vec<f64>> = vec![vec![0.0; n * n]; REPLICATES];
        let mut has_replicates = self.n_deals() >= LEAST_DEALS;
        let resample = self.tally.resample();
        for (number, cell) in self.tally.layout().payoff_cells().iter().enumerate() {
            let (Some(i), Some(j)) = (place(cell.one), place(cell.others)) else {
                continue;
            };
            if cell.table != table {
                continue;
            }
            shares[i * n + j] = self.record(cell.group, players).map(|r| r.win_rate);
            let Some(sums) = resample.payoff(number) else {
                has_replicates = false;
                continue;
            };
            for ((replicate, sum), deals) in replicates.iter_mut().zip(sums).zip(resample.deals()) {
                // The single bot takes one seat of each rotation.
                let games = (deals * players as i64 * WIN) as f64;
                let share = if *deals > 0 { *sum as f64 / games } else { 0.0 };
                replicate[i * n + j] = share;
            }
        }
        let mut gains = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                if i != j {
                    gains[i * n + j] = shares[i * n + j]? - shares[j * n + i]?;
                }
            }
        }
        let antisymmetric = |shares: Vec<f64>| -> Vec<f64> {
            let gain = |i: usize, j: usize| shares[i * n + j] - shares[j * n + i];
            (0..n * n).map(|at| gain(at / n, at % n)).collect()
        };
        let counted = resample.deals().iter().map(|deals| *deals > 0);
        let replicates = replicates.into_iter().zip(counted);
        Some(Game {
            bots: bots.to_vec(),
            gains,
            replicates: replicates
                .filter(|(_, counted)| has_replicates && *counted)
                .map(|(shares, _)| antisymmetric(shares))
                .collect(),
        })
    }

    /// Returns all figures about tables as a whole.
    pub fn meta_rows(&self) -> Vec<MetaRow<'a>> {
        let mut rows = Vec::new();
        for ((table, ruleset, players), ratings) in self.tables().zip(self.table_ratings()) {
            let mut row = |analysis, parameter: &str, bots: String, value, interval| {
                rows.push(MetaRow {
                    ruleset,
                    players,
                    analysis,
                    parameter: parameter.to_owned(),
                    bots,
                    value,
                    interval,
                });
            };
            if let Some(lack) = ratings.lack {
                let values = [
                    ("deviance", Some(lack.deviance)),
                    ("degrees", Some(lack.degrees as f64)),
                    ("design_effect", lack.design_effect),
                    ("p_value", lack.p),
                    ("rms", Some(lack.rms)),
                ];
                for (parameter, value) in values {
                    if let Some(value) = value {
                        row("fit", parameter, String::new(), value, None);
                    }
                }
            }
            if ratings.bots.len() < 2 {
                continue;
            }
            let Some(game) = self.game(table, &ratings.bots, players) else {
                continue;
            };
            let name = |i: usize| self.names.bots[game.bots[i]].as_str();
            game.masses(mixture, |i, mass, interval| {
                row("nash", "", name(i).to_owned(), mass, interval);
            });
            for intensity in INTENSITIES {
                let rank = |gains: &[f64], n| stationary(gains, n, POPULATION, intensity);
                game.masses(rank, |i, mass, interval| {
                    let parameter = intensity.to_string();
                    row("alpha_rank", &parameter, name(i).to_owned(), mass, interval);
                });
            }
            let beats = game.beats(self.n_deals());
            let n = game.bots.len();
            let gain = |i: usize, j: usize| beats[i * n + j].then(|| game.gains[i * n + j]);
            for (number, ring) in cycles(n, gain).into_iter().take(MAX_CYCLES).enumerate() {
                let members: Vec<&str> = ring.members.iter().map(|i| name(*i)).collect();
                let number = (number + 1).to_string();
                row("cycle", &number, members.join(">"), ring.weakest, None);
            }
        }
        rows
    }
}

impl Game {
    /// Passes a distribution over the bots to `tell`, bot by bot, with intervals over the
    /// replicates.
    fn masses(
        &self,
        solve: impl Fn(&[f64], usize) -> Option<Vec<f64>>,
        mut tell: impl FnMut(usize, f64, Option<Interval>),
    ) {
        let n = self.bots.len();
        let Some(masses) = solve(&self.gains, n) else {
            return;
        };
        let replicates = self.replicates.iter().map(|gains| solve(gains, n));
        let replicates: Option<Vec<Vec<f64>>> = replicates.collect();
        for (i, mass) in masses.into_iter().enumerate() {
            let interval = replicates.as_ref().and_then(|replicates| {
                let mut values: Vec<f64> = replicates.iter().map(|r| r[i]).collect();
                values.sort_by(f64::total_cmp);
                Some(Interval {
                    low: sample_quantile(&values, (1.0 - LEVEL) / 2.0)?,
                    high: sample_quantile(&values, (1.0 + LEVEL) / 2.0)?,
                })
            });
            tell(i, mass, interval);
        }
    }

    /// Returns, by first and second bot, whether the first beats the second after Holm's adjustment
    /// for all pairs.
    fn beats(&self, deals: u64) -> Vec<bool> {
        let n = self.bots.len();
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        let tests: Vec<Option<f64>> = pairs
            .iter()
            .map(|&(i, j)| {
                let at = i * n + j;
                let gain = libm::fabs(self.gains[at]);
                let se = spread(self.replicates.iter().map(|r| r[at]))?;
                Some(student_tails(
                    gain / se,
                    deals.saturating_sub(1).max(1) as f64,
                ))
            })
            .collect();
        let mut beats = vec![false; n * n];
        for (&(i, j), p) in pairs.iter().zip(holm(&tests)) {
            if p.is_some_and(|p| p < 1.0 - LEVEL) {
                let (i, j) = if self.gains[i * n + j] > 0.0 {
                    (i, j)
                } else {
                    (j, i)
                };
                beats[i * n + j] = true;
            }
        }
        beats
    }
}
