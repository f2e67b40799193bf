//! Runs with a stopping rule. They examine fixed numbers of deals, so that the results depend on
//! neither timing nor threads, and their bounds hold at all looks together.

use super::stages::Stages;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Experiment;
use powergrab_arena::run::{Collect, Done, RunError};
use powergrab_arena::tally::Tally;
use powergrab_stats::layout::{WIN, pair, result};
use powergrab_stats::sequential::{Sequence, looks};
use powergrab_stats::sprt::{Model, Outcomes, bounds};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::Range;

/// A stopping rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Rule {
    /// Every bot's win rate is known to within an interval of this width.
    Width(f64),
    /// The order of these two bots (indices in the pool) is decided: which wins more in games where
    /// both sit.
    Decided(usize, usize),
    /// Sequential probability ratio test of the first bot of the only line-up, one of two bots at a
    /// table of two. The values are the Elo of its expected score under the two hypotheses.
    Sprt(f64, f64),
}

/// Error probability of either kind that the ratio test allows.
pub const SPRT_ERROR: f64 = 0.05;

/// Result of a look for one bot or pair at one table, or for the ratio test.
#[derive(Clone, Debug, PartialEq)]
pub struct InterimResult {
    /// The table.
    pub table: usize,
    /// The bot.
    pub bot: usize,
    /// The other bot of a pair.
    pub opponent: Option<usize>,
    /// Win rate, difference of win rates, or log-likelihood ratio.
    pub value: f64,
    /// Lower bound, valid at all looks; for the ratio test, its lower threshold.
    pub low: f64,
    /// Upper bound, likewise.
    pub high: f64,
    /// `true` if this is settled.
    pub settled: bool,
}

/// One look.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Number of deals before it.
    pub deals: u64,
    /// Results by bot or pair.
    pub results: Vec<InterimResult>,
}

impl Look {
    /// Returns whether everything is settled.
    pub fn is_settled(&self) -> bool {
        !self.results.is_empty() && self.results.iter().all(|result| result.settled)
    }
}

impl Look {
    /// Estimates the number of deals until every interval has this width, from this look of a run
    /// of at most `most` deals. `None` if `most` deals suffice.
    pub fn deals_for_width(&self, width: f64, most: u64) -> Option<u64> {
        let now = Sequence::new(most, 1).multiplier(self.deals);
        let half = |result: &InterimResult| (result.high - result.low) / 2.0;
        let widest = self.results.iter().map(half).fold(0.0, f64::max);
        // Of one deal.
        let spread = widest / now * libm::sqrt(self.deals as f64);
        let reaches = |deals: u64| {
            let half =
                Sequence::new(deals, 1).multiplier(deals) * spread / libm::sqrt(deals as f64);
            2.0 * half <= width
        };
        let mut deals = most;
        while !reaches(deals) && deals < u64::MAX / 4 {
            // To two significant figures, as it is only an estimate.
            deals += deals / 8 + 1;
        }
        (deals > most).then_some(deals)
    }
}

impl Rule {
    /// Returns the method behind the bounds.
    pub fn method(self) -> &'static str {
        match self {
            Rule::Width(_) | Rule::Decided(..) => {
                "95 %, asymptotic confidence sequence clustered by deal, valid at all looks"
            }
            Rule::Sprt(..) => {
                "generalised sequential probability ratio test on pairs of games, errors 5 % and 5 %: approximate"
            }
        }
    }

    /// Examines the tally, for a run of at most `most` deals.
    fn look(self, tally: &Tally, most: u64) -> Look {
        let layout = tally.layout();
        let shape = layout.shape();
        let deals = tally.n_deals();
        let tables = 0..shape.players.len();
        let mut results = Vec::new();
        match self {
            Rule::Width(width) => {
                let sequence = Sequence::new(most, 1);
                for table in tables {
                    for bot in 0..shape.n_bots {
                        let ratio = tally.ratio(layout.bot(table, bot), result::WINS);
                        let Some(value) = ratio.mean_of(WIN) else {
                            continue;
                        };
                        let se = ratio.share_se(WIN, value * (1.0 - value));
                        let interval = sequence.interval(value, se, deals, (0.0, 1.0));
                        let (low, high) = interval.map_or((0.0, 1.0), |i| (i.low, i.high));
                        results.push(InterimResult {
                            table,
                            bot,
                            opponent: None,
                            value,
                            low,
                            high,
                            settled: high - low <= width,
                        });
                    }
                }
            }
            Rule::Decided(bot, opponent) => {
                let group = |table| layout.pair(table, bot.min(opponent), bot.max(opponent));
                let ratio = |table| tally.ratio(group(table), pair::DIFFERENCE);
                let meet: Vec<usize> = tables.filter(|table| ratio(*table).n != 0).collect();
                let sequence = Sequence::new(most, meet.len() as u64);
                for table in meet {
                    let ratio = ratio(table);
                    let mean = ratio.mean_of(WIN).unwrap_or(0.0);
                    let value = if bot < opponent { mean } else { 0.0 - mean };
                    let se = ratio.share_se(WIN, 1.0 - value * value);
                    let interval = sequence.interval(value, se, deals, (-1.0, 1.0));
                    let (low, high) = interval.map_or((-1.0, 1.0), |i| (i.low, i.high));
                    results.push(InterimResult {
                        table,
                        bot,
                        opponent: Some(opponent),
                        value,
                        low,
                        high,
                        settled: low > 0.0 || high < 0.0,
                    });
                }
            }
            Rule::Sprt(elo0, elo1) => {
                let outcomes = Outcomes::new(&tally.pairs_of_games(0), 2);
                let value = outcomes.llr(Model::Logistic, elo0, elo1);
                let (low, high) = bounds(SPRT_ERROR, SPRT_ERROR);
                let bots = layout.line_up_bots(0);
                results.push(InterimResult {
                    table: 0,
                    bot: bots.first().copied().unwrap_or(0),
                    opponent: bots.get(1).copied(),
                    value,
                    low,
                    high,
                    settled: value <= low || value >= high,
                });
            }
        }
        Look { deals, results }
    }

    /// Returns the looks as JSON, with these names of tables and bots.
    pub fn json(self, looks: &[Look], table: impl Fn(usize) -> Value, bots: &[String]) -> Value {
        let each = looks.iter().map(|look| {
            let results: Vec<Value> = look
                .results
                .iter()
                .map(|s| {
                    json!({
                        "table": table(s.table),
                        "bot": bots[s.bot],
                        "opponent": s.opponent.map(|b| &bots[b]),
                        "value": s.value,
                        "low": s.low,
                        "high": s.high,
                        "settled": s.settled,
                    })
                })
                .collect();
            json!({ "deals": look.deals, "sights": results })
        });
        let rule = match self {
            Rule::Width(width) => json!({ "until_width": width }),
            Rule::Decided(a, b) => json!({ "until_decided": [bots[a], bots[b]] }),
            Rule::Sprt(elo0, elo1) => json!({ "sprt": [elo0, elo1] }),
        };
        json!({
            "rule": rule,
            "method": self.method(),
            "settled": looks.last().is_some_and(Look::is_settled),
            "looks": each.collect::<Vec<_>>(),
        })
    }
}

/// Plays these deals, or as many as the rule needs. Also returns the results of each look.
///
/// # Errors
/// Those of [`Stages::play`]. Cancelling is not an error.
pub fn run_until<G: ArenaGame>(
    experiment: &Experiment<G>,
    deals: Range<u64>,
    stages: &Stages<'_>,
    rule: Rule,
    heard: &dyn Fn(&Look),
) -> Result<(Done<Tally>, Vec<Look>), RunError> {
    let most = deals.end - deals.start;
    let mut seen = Vec::new();
    let mut so_far: Option<Done<Tally>> = None;
    for look in looks(most) {
        let at = so_far.as_ref().map_or(deals.start, |done| done.deals.end);
        let next = deals.start + look;
        let stage = stages.play(experiment, at..next)?;
        let done = match so_far.take() {
            Some(mut done) => {
                add_stage::<G>(&mut done, stage);
                done
            }
            None => stage,
        };
        let cut_short = done.deals.end < next;
        let is_settled = !cut_short && {
            let look = rule.look(&done.collected, most);
            heard(&look);
            let is_settled = look.is_settled();
            seen.push(look);
            is_settled
        };
        so_far = Some(done);
        if cut_short || is_settled {
            break;
        }
    }
    so_far.map(|done| (done, seen)).ok_or(RunError::Unsound)
}

/// Appends the next stage to the finished deals.
pub(crate) fn add_stage<G: ArenaGame>(done: &mut Done<Tally>, mut stage: Done<Tally>) {
    Collect::<G>::absorb(&mut done.collected, &mut stage.collected);
    done.deals.end = stage.deals.end;
    done.threads = stage.threads;
    // If a bot failed in both, the earlier failure is its first.
    for (bot, first) in stage.first_faults {
        done.first_faults.entry(bot).or_insert(first);
    }
}
