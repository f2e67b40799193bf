//! Every game of a run as rows, and every decision: what its tallies are sums of.
//!
//! A run is a pure function of its experiment and its deals, so records need not be kept while it is played: they are played again, block by
//! block, as they are read. Memory stays flat, and the rows are the same for any number of threads.

use crate::ArenaGame;
use crate::arena::experiment::Experiment;
use crate::arena::parallel_deals::{Merge, parallel_deals};
use crate::arena::play::{Table, Unit};
use crate::arena::run::{Control, RunError, Workers};
use crate::arena::seating::Rings;
use crate::cards::{CardSet, Colour, MAX_SEATS, Seat, Tower};
use crate::game::{Action, Game, Learnable as _, MAX_METRICS, Meter as _, Options, Silent};
use crate::grid::Grid;
use crate::rng::Rng;
use crate::shedding::{Shedding, View};
use crate::stats::layout::share;
use crate::strategy::{Fault, Player};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// One game as one seat played it. The rows of a game stand side by side, by seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatGame {
    /// The deal's index in the run.
    pub deal: u64,
    /// Which of the experiment's line-ups.
    pub line_up: usize,
    /// Which rotation of the deal's circular order.
    pub rotation: usize,
    /// How many equal rotations of the deal the game stands for.
    pub weight: u32,
    /// The seat.
    pub seat: Seat,
    /// 1 for the seat that began, as in `seats.csv`.
    pub position: usize,
    /// Which of the experiment's bots.
    pub bot: usize,
    /// Its share of the win, in 2520ths.
    pub won: i64,
    /// Its score at the end.
    pub points: i32,
    /// The rounds that it won, in 2520ths.
    pub rounds_won: i64,
    /// The rounds of the game.
    pub rounds: u32,
    /// Whether nobody won.
    pub stopped: bool,
    /// How the bot failed in the game, where it did.
    pub fault: Option<Fault>,
    /// The sums of [`Game::SEAT_METRICS`] over the rounds.
    pub metrics: [i64; MAX_METRICS],
}

/// One decision of a shedding game.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The first row of its game in [`Block::games`].
    pub game: usize,
    /// The round, from 0.
    pub round: u32,
    /// Turns taken in the round.
    pub turn: u32,
    /// The seat that decides.
    pub seat: Seat,
    /// What is asked, in the word of the protocol.
    pub question: &'static str,
    /// The hand, normalised.
    pub hand: CardSet,
    /// The slot of the top card's face.
    pub top: crate::cards::Card,
    /// The colour in force.
    pub colour: Option<Colour>,
    /// By tower: who holds it.
    pub owners: [Option<Seat>; 4],
    /// By seat: how many cards it holds.
    pub cards: [u8; MAX_SEATS],
    /// The legal actions are these of [`Block::legal`].
    pub legal: Range<usize>,
    /// The index of the action chosen.
    pub chosen: u8,
    /// What the seat got in the round, and whether it won it.
    pub round_points: i32,
    /// Its share of the round's win, in 2520ths.
    pub round_won: i64,
}

/// The records of some deals, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Every game, seat by seat.
    pub games: Vec<SeatGame>,
    /// Every decision, in the order in which they were taken.
    pub decisions: Vec<Decision>,
    /// The indices of legal actions, decision after decision.
    pub legal: Vec<u8>,
}

impl Block {
    fn append(&mut self, mut later: Block) {
        let (games, legal) = (self.games.len(), self.legal.len());
        for decision in &mut later.decisions {
            decision.game += games;
            decision.legal = decision.legal.start + legal..decision.legal.end + legal;
        }
        self.games.append(&mut later.games);
        self.decisions.append(&mut later.decisions);
        self.legal.append(&mut later.legal);
    }
}

/// A game whose decisions may be written down.
pub trait Recorded: ArenaGame {
    /// Whether they are.
    const DECISIONS: bool;

    /// Writes a decision down.
    fn note(block: &mut Block, view: Self::View<'_>, options: &Options, action: Action);
}

impl Recorded for Grid {
    const DECISIONS: bool = false;

    fn note(_: &mut Block, _: Self::View<'_>, _: &Options, _: Action) {}
}

impl Recorded for Shedding {
    const DECISIONS: bool = true;

    fn note(block: &mut Block, view: View<'_>, options: &Options, action: Action) {
        let game = view.game();
        let start = block.legal.len();
        game.each_legal(view, options, |place| block.legal.push(place as u8));
        let mut cards = [0; MAX_SEATS];
        for (seat, n) in cards[..view.n_seats()].iter_mut().enumerate() {
            *n = view.hand_size(seat as Seat) as u8;
        }
        block.decisions.push(Decision {
            game: block.games.len(),
            round: view.round(),
            turn: view.turn(),
            seat: view.seat(),
            question: view.phase().text(),
            hand: view.hand(),
            top: view.top(),
            colour: view.colour(),
            owners: Tower::ALL.map(|tower| view.owner(tower)),
            cards,
            legal: start..block.legal.len(),
            chosen: game.index_of(view, action) as u8,
            round_points: 0,
            round_won: 0,
        });
    }
}

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
struct Watched<'a, G: Game> {
    player: Box<dyn Player<G> + Send>,
    block: Option<&'a RefCell<Block>>,
}

impl<G: Recorded> Player<G> for Watched<'_, G> {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let action = self.player.decide(view, options, rng);
        if let Some(block) = self.block {
            G::note(&mut block.borrow_mut(), view, options, action);
        }
        action
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
    ///
    /// # Errors
    /// [`RecordsError::Decisions`] where the game's decisions are not recorded.
    pub fn new(
        experiment: impl Into<Arc<Experiment<G>>>,
        deals: Range<u64>,
        detail: Detail,
        workers: Workers,
    ) -> Result<Records<G>, RecordsError> {
        if detail == Detail::Decisions && !G::DECISIONS {
            return Err(RecordsError::Decisions(G::GAME));
        }
        Ok(Records {
            experiment: experiment.into(),
            deals,
            detail,
            workers,
            n_deals: 0,
            n_rows: 0,
        })
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
    pub fn next_block(&mut self, control: Control<'_>) -> Result<Option<Block>, RunError> {
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
            &Blocks::default(),
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
#[derive(Default)]
struct Blocks(Vec<(u64, Block)>);

impl Merge for Blocks {
    fn fresh(&self) -> Blocks {
        Blocks::default()
    }

    fn absorb(&mut self, mut other: Blocks) {
        self.0.append(&mut other.0);
    }
}

/// Plays one deal: all line-ups, each under all its distinct rotations, as a run does.
fn record<G: Recorded>(
    experiment: &Experiment<G>,
    rings: &mut Rings,
    deal: u64,
    detail: Detail,
) -> Block {
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

/// Records that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordsError {
    /// The game's decisions are not recorded.
    #[error("decisions of {0} are not recorded yet: ask for records of games")]
    Decisions(&'static str),
}
