//! The analysis board: the value of each option of one decision, with increasing precision.
//!
//! Every option is played out in the same worlds, so two options are compared by their differences,
//! world by world. An option that is clearly worse than the best is dropped. The question is
//! *decided* when each other option is either clearly worse or, within a fifth of a point, as good.

use super::mean_and_error;
use powergrab_bots::strategy::search::{
    Beliefs, Candidates, Goal, PlayoutBatch, SearchContext, Searchable, Worlds,
};
use powergrab_bots::strategy::{Bot, Player as _};
use powergrab_engine::game::{Ask, Textual};
use powergrab_engine::rng::Rng;
use powergrab_stats::interval::Interval;
use powergrab_stats::order::HighestFirst;
use powergrab_stats::proportion::Intervals;
use rayon::prelude::*;
use serde::Serialize;
use std::ops::Range;

/// Number of standard errors by which a clearly worse option differs. Tested after every step, so
/// it exceeds the usual 1.96.
const CLEARLY: f64 = 3.5;
/// A negligible difference: a fifth of a point.
pub const NEGLIGIBLE: f64 = 0.002;
/// Minimum number of worlds for a decision.
const LEAST_WORLDS: usize = 64;
/// Number of worlds that a thread tries at a time.
const CHUNK: u32 = 16;

/// Settings of an analysis.
#[derive(Clone, Debug)]
pub struct AnalysisSettings<G: Searchable> {
    /// Bot that plays on in playouts.
    pub playout: Bot<G>,
    /// Use of the public past.
    pub beliefs: Beliefs,
    /// Quantity to estimate.
    pub goal: Goal,
    /// Seed of all random numbers.
    pub seed: u64,
}

/// Estimates for one option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Index of the option.
    pub option: usize,
    /// The estimate.
    pub value: f64,
    /// Lower bound of the value's 95 % interval.
    pub low: f64,
    /// Upper bound of the value's 95 % interval.
    pub high: f64,
    /// Loss against the best option, in the worlds in which both were tried.
    pub loss: f64,
    /// Standard error of the loss; 0 for the best option.
    pub loss_se: f64,
    /// Number of playouts.
    pub playouts: usize,
    /// `true` while it is still being tried.
    pub open: bool,
    /// `true` if it is the playout policy's choice.
    pub usual: bool,
}

/// An analysis that can be continued at will.
pub struct Analysis<'a, G: Searchable> {
    game: &'a G,
    state: &'a G::State,
    ask: Ask,
    thought: AnalysisSettings<G>,
    candidates: Candidates,
    odds: G::Odds,
    key: u64,
    /// By candidate, then by world.
    values: Vec<Vec<f32>>,
    open: Vec<u8>,
    worlds: u32,
}

impl<'a, G: Searchable> Analysis<'a, G>
where
    G::State: Sync,
{
    /// Returns the analysis of the question that `ask` puts in this position. The position's hidden
    /// cards are ignored.
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        ask: Ask,
        thought: AnalysisSettings<G>,
    ) -> Analysis<'a, G> {
        let view = game.view(state, ask.seat);
        let mut candidates = Candidates::new(game, &ask.options);
        let mut player = G::player(&thought.playout.policy, ask.seat);
        let mut rng = Rng::from_key(thought.seed);
        let usual = player.decide(view, &ask.options, &mut rng);
        candidates.lead_with(game, &ask.options, usual);
        let key = rng.next_u64();
        let mut odds = G::Odds::default();
        if thought.goal == Goal::Game {
            G::prepare(view, &mut odds, &mut player);
        }
        let n = candidates.len();
        Analysis {
            game,
            state,
            ask,
            thought,
            candidates,
            odds,
            key,
            values: vec![Vec::new(); n],
            open: (0..n as u8).collect(),
            worlds: 0,
        }
    }

    /// Returns the number of playouts so far.
    pub fn playouts(&self) -> u64 {
        self.values.iter().map(|v| v.len() as u64).sum()
    }

    /// Tries all open options in this many more worlds, on all threads. The result does not depend
    /// on the number of threads.
    pub fn step(&mut self, worlds: u32) {
        let chunks: Vec<Range<u32>> = (0..worlds.div_ceil(CHUNK))
            .map(|i| self.worlds + i * CHUNK..self.worlds + worlds.min((i + 1) * CHUNK))
            .collect();
        let (game, state, ask, key) = (self.game, self.state, self.ask, self.key);
        let (thought, odds) = (&self.thought, &self.odds);
        let (places, open) = (self.candidates.places(), &self.open[..]);
        let values: Vec<Vec<(usize, f32)>> = chunks
            .into_par_iter()
            .map_init(
                || SearchContext::<G> {
                    odds: odds.clone(),
                    ..SearchContext::<G>::new(
                        vec![G::player(&thought.playout.policy, ask.seat)],
                        thought.beliefs,
                        thought.goal,
                    )
                },
                |context, numbers| {
                    let mut values = Vec::with_capacity(numbers.len() * open.len());
                    let worlds = Worlds::Redealt {
                        view: game.view(state, ask.seat),
                        key,
                        beliefs: context.beliefs,
                    };
                    G::play_out(PlayoutBatch {
                        worlds: &worlds,
                        context,
                        numbers,
                        places,
                        tried: open,
                        each: &mut |candidate, value, _| values.push((candidate, value as f32)),
                    });
                    values
                },
            )
            .collect();
        self.worlds += worlds;
        for (candidate, value) in values.into_iter().flatten() {
            self.values[candidate].push(value);
        }
        self.close();
    }

    fn mean(values: &[f32]) -> f64 {
        values.iter().map(|v| f64::from(*v)).sum::<f64>() / values.len().max(1) as f64
    }

    /// Returns the mean and the standard error of the differences in the worlds in which both were
    /// tried.
    fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let pairs = self.values[a].iter().zip(&self.values[b]);
        let differences: Vec<f64> = pairs.map(|(x, y)| f64::from(*x) - f64::from(*y)).collect();
        mean_and_error(&differences)
    }

    /// Returns the best of the open candidates so far.
    fn best(&self) -> usize {
        let mut best = usize::from(self.open[0]);
        for &candidate in &self.open[1..] {
            let candidate = usize::from(candidate);
            if Self::mean(&self.values[candidate]) > Self::mean(&self.values[best]) {
                best = candidate;
            }
        }
        best
    }

    /// Drops options that are clearly worse than the best.
    fn close(&mut self) {
        if (self.worlds as usize) < LEAST_WORLDS {
            return;
        }
        let best = self.best();
        let open = std::mem::take(&mut self.open);
        let stays = |candidate: &u8| {
            let (loss, error) = self.difference(best, usize::from(*candidate));
            usize::from(*candidate) == best || loss <= CLEARLY * error
        };
        self.open = open.iter().copied().filter(stays).collect();
    }

    /// Analyses until it is decided or has made this many playouts, in steps of `worlds` worlds.
    pub fn run(&mut self, playouts: u64, worlds: u32) {
        while !self.is_decided() && self.playouts() < playouts {
            self.step(worlds);
        }
    }

    /// Returns whether more playouts would show nothing that matters. Before the first world
    /// nothing is known, even if all options are copies of one card.
    pub fn is_decided(&self) -> bool {
        if (self.worlds as usize) < LEAST_WORLDS {
            return self.worlds > 0 && self.candidates.len() < 2;
        }
        let best = self.best();
        self.open.iter().all(|&candidate| {
            let (loss, error) = self.difference(best, usize::from(candidate));
            usize::from(candidate) == best || loss + 2.0 * error < NEGLIGIBLE
        })
    }

    /// Returns the estimates so far, the best option first.
    pub fn rows(&self) -> Vec<Row> {
        let best = self.best();
        let mut rows: Vec<Row> = (0..self.candidates.len())
            .map(|candidate| {
                let values: Vec<f64> = self.values[candidate]
                    .iter()
                    .map(|v| f64::from(*v))
                    .collect();
                let (value, error) = mean_and_error(&values);
                let (loss, loss_se) = self.difference(best, candidate);
                let intervals = Intervals::new(values.len() as u64);
                let half = intervals.t().map_or(f64::INFINITY, |t| t * error);
                let Interval { low, high } = match self.thought.goal {
                    Goal::Game | Goal::Round => {
                        let interval = intervals.proportion(value, Some(error));
                        interval.unwrap_or(Interval {
                            low: 0.0,
                            high: 1.0,
                        })
                    }
                    Goal::Points => Interval {
                        low: value - half,
                        high: value + half,
                    },
                };
                Row {
                    option: usize::from(self.candidates.places()[candidate]),
                    value,
                    low,
                    high,
                    loss,
                    loss_se,
                    playouts: values.len(),
                    open: self.open.contains(&(candidate as u8)),
                    usual: candidate == 0,
                }
            })
            .collect();
        // `+ 0.0` turns -0 into 0, so that they tie.
        rows.sort_by_cached_key(|row| (!row.open, HighestFirst(row.value + 0.0)));
        rows
    }
}

impl<G: Searchable + Textual> Analysis<'_, G>
where
    G::State: Sync,
{
    /// As [`Analysis::rows`], each with its option's text.
    pub fn rows_with_texts(&self) -> Vec<(Row, String)> {
        let view = self.game.view(self.state, self.ask.seat);
        let options = &self.ask.options;
        let with_text = |row: Row| {
            let text = G::option_text(view, options, options.nth(row.option as u32));
            (row, text)
        };
        self.rows().into_iter().map(with_text).collect()
    }
}
