//! Every game of a run as rows, and every decision: what its tallies are sums of.
//!
//! A run is a pure function of its experiment and its deals, so records need not be kept while it is played: they are played again, block by
//! block, as they are read. Memory stays flat, and the rows are the same for any number of threads.

pub use super::record_rows::{Block, Decision, GridScene, Recorded, SeatGame, SheddingScene};

use crate::ArenaGame;
use crate::arena::experiment::Experiment;
use crate::arena::parallel_deals::{Merge, parallel_deals};
use crate::arena::play::{Table, Unit};
use crate::arena::run::{Control, RunError, Workers};
use crate::arena::seating::Rings;
use crate::cards::{MAX_SEATS, Seat};
use crate::game::{Action, MAX_METRICS, Meter as _, Options, Silent};
use crate::rng::Rng;
use crate::stats::layout::share;
use crate::strategy::{Fault, Player};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// What is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Games.
    Games,
    /// Games and decisions.
    Decisions,
}

impl Detail {
    /// The texts of the option.
    pub const TEXTS: &'static [&'static str] = &["games", "decisions"];

    /// The detail with that text, if there is one.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Detail> {
        match text {
            "games" => Some(Detail::Games),
            "decisions" => Some(Detail::Decisions),
            _ => None,
        }
    }
}

/// A player whose decisions are written down.
struct Watched<'a, G: Recorded> {
    player: Box<dyn Player<G> + Send>,
    block: Option<&'a RefCell<Block<G::Scene>>>,
}

/// The action alone. A bot may hint what the engine then need not ask (Grid's `random`, how it pays), and every decision is to be seen.
fn without_hint(action: Action) -> Action {
    let choice = || Action::choice(action.choice_number().unwrap_or_default());
    action.slot().map_or_else(choice, Action::card)
}

impl<G: Recorded> Player<G> for Watched<'_, G> {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let action = self.player.decide(view, options, rng);
        let Some(block) = self.block else {
            return action;
        };
        G::note(&mut block.borrow_mut(), view, options, action);
        without_hint(action)
    }

    fn listens(&self) -> bool {
        self.player.listens()
    }

    fn begin(&mut self, game: &G, seed: u64) {
        self.player.begin(game, seed);
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        self.player.hear(view, event);
    }

    fn fault(&mut self) -> Option<Fault> {
        self.player.fault()
    }
}

/// The records of a run, block by block.
#[derive(Debug)]
pub struct Records<G: ArenaGame> {
    experiment: Arc<Experiment<G>>,
    deals: Range<u64>,
    detail: Detail,
    workers: Workers,
    /// Deals and rows so far, from which the next block's length follows.
    n_deals: u64,
    n_rows: u64,
}

/// About so many rows make a block.
const ROWS: u64 = 1 << 16;
/// The deals of the first block.
const FIRST: u64 = 16;

impl<G: Recorded> Records<G> {
    /// The records of these deals of an experiment.
    #[must_use]
    pub fn new(
        experiment: impl Into<Arc<Experiment<G>>>,
        deals: Range<u64>,
        detail: Detail,
        workers: Workers,
    ) -> Records<G> {
        Records {
            experiment: experiment.into(),
            deals,
            detail,
            workers,
            n_deals: 0,
            n_rows: 0,
        }
    }

    /// What is played.
    #[must_use]
    pub fn experiment(&self) -> &Experiment<G> {
        &self.experiment
    }

    /// The deals that are not recorded yet.
    #[must_use]
    pub fn left(&self) -> Range<u64> {
        self.deals.clone()
    }

    /// The records of the next deals; none after the last, and where it was cancelled.
    ///
    /// # Errors
    /// Line-ups that do not fit their tables, or no threads to be had.
    pub fn next_block(
        &mut self,
        control: Control<'_>,
    ) -> Result<Option<Block<G::Scene>>, RunError> {
        if self.deals.is_empty() {
            return Ok(None);
        }
        if !self.experiment.is_sound() {
            return Err(RunError::Unsound);
        }
        let n = match self.n_rows {
            0 => FIRST,
            rows => (ROWS * self.n_deals / rows).max(1),
        };
        let deals = self.deals.start..self.deals.end.min(self.deals.start.saturating_add(n));
        let (experiment, detail): (&Experiment<G>, Detail) = (&self.experiment, self.detail);
        let blocks = parallel_deals(
            deals.clone(),
            self.workers,
            &Blocks(Vec::new()),
            control,
            || Rings::new(&experiment.line_ups),
            |rings, deal, blocks| {
                let block = record(experiment, rings, deal, detail);
                blocks.0.push((deal, block));
            },
        )?;
        let Some(Blocks(mut blocks)) = blocks else {
            return Ok(None);
        };
        blocks.sort_unstable_by_key(|(deal, _)| *deal);
        let mut all = Block::default();
        for (_, block) in blocks {
            all.append(block);
        }
        self.n_deals += deals.end - deals.start;
        self.n_rows += all.games.len().max(all.decisions.len()) as u64;
        self.deals.start = deals.end;
        Ok(Some(all))
    }
}

/// By deal: its records.
struct Blocks<S>(Vec<(u64, Block<S>)>);

impl<S: Send> Merge for Blocks<S> {
    fn fresh(&self) -> Blocks<S> {
        Blocks(Vec::new())
    }

    fn absorb(&mut self, mut other: Blocks<S>) {
        self.0.append(&mut other.0);
    }
}

/// Plays one deal: all line-ups, each under all its distinct rotations, as a run does.
fn record<G: Recorded>(
    experiment: &Experiment<G>,
    rings: &mut Rings,
    deal: u64,
    detail: Detail,
) -> Block<G::Scene> {
    let block = RefCell::new(Block::default());
    let seeds = experiment.seeds.deal(deal);
    rings.begin(deal, seeds, experiment.order);
    for (line_up, seated) in experiment.line_ups.iter().enumerate() {
        let game = &experiment.tables[seated.table];
        let ring = rings.ring(line_up);
        for rotation in 0..ring.n_distinct() {
            let bots = ring.rotation(rotation);
            let mut players: Vec<Watched<'_, G>> = bots
                .iter()
                .enumerate()
                .map(|(seat, &bot)| Watched {
                    player: G::boxed_player(&experiment.bots[bot].policy, seat as Seat),
                    block: (detail == Detail::Decisions).then_some(&block),
                })
                .collect();
            let salts: Vec<u64> = bots.iter().map(|&b| experiment.bots[b].salt).collect();
            let blank = SeatGame {
                deal,
                line_up,
                rotation,
                weight: ring.weight(),
                seat: 0,
                position: 0,
                bot: 0,
                won: 0,
                points: 0,
                rounds_won: 0,
                rounds: 0,
                stopped: false,
                fault: None,
                metrics: [0; MAX_METRICS],
            };
            let mut rows: Vec<SeatGame> = bots
                .iter()
                .enumerate()
                .map(|(seat, &bot)| SeatGame {
                    seat: seat as Seat,
                    bot,
                    ..blank.clone()
                })
                .collect();
            let mut table = Table::new(game);
            let mut first = block.borrow().decisions.len();
            let mut before = [0; MAX_SEATS];
            let mut end_round = |game: &G, state: &G::State, meter: &G::Meter| {
                let winners = game.round_outcome(state).winners;
                let each = share(winners);
                let mut block = block.borrow_mut();
                for row in &mut rows {
                    let seat = usize::from(row.seat);
                    if row.rounds == 0 {
                        row.position = game.position(state, row.seat) + 1;
                    }
                    row.rounds += 1;
                    row.rounds_won += each * i64::from(winners >> seat & 1);
                    row.points = game.score(state, row.seat);
                    for (sum, metric) in row.metrics.iter_mut().zip(meter.seat(row.seat)) {
                        *sum += i64::from(*metric);
                    }
                }
                for decision in &mut block.decisions[first..] {
                    let seat = usize::from(decision.seat);
                    decision.round_won = each * i64::from(winners >> seat & 1);
                    decision.round_points = rows[seat].points - before[seat];
                }
                first = block.decisions.len();
                for row in &rows {
                    before[usize::from(row.seat)] = row.points;
                }
            };
            let mut seats: Vec<&mut dyn Player<G>> = players
                .iter_mut()
                .map(|player| player as &mut dyn Player<G>)
                .collect();
            G::play(
                &mut table,
                &mut seats,
                &salts,
                seeds,
                experiment.unit,
                &mut Silent,
                &mut |game, state, _, meter| end_round(game, state, meter),
            );
            let state = table.state();
            let winners = match experiment.unit {
                Unit::Game => game.outcome(state).winners,
                Unit::Round => game.round_outcome(state).winners,
            };
            for (row, player) in rows.iter_mut().zip(&mut players) {
                row.won = share(winners) * i64::from(winners >> row.seat & 1);
                row.stopped = winners == 0;
                row.fault = player.fault();
            }
            block.borrow_mut().games.append(&mut rows);
        }
    }
    block.into_inner()
}
