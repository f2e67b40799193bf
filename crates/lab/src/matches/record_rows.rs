//! The rows of records: games and decisions.

use powergrab_bots::strategy::Fault;
use powergrab_engine::cards::{CardSet, MAX_SEATS, Seat};
use powergrab_engine::game::MAX_METRICS;
use powergrab_engine::texts;
use std::ops::Range;

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
    /// The sums of [`Game::SEAT_METRICS`](powergrab_engine::game::Game::SEAT_METRICS) over the rounds.
    pub metrics: [i64; MAX_METRICS],
}

/// One decision; what lies on the table is `S`, by the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<S> {
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
    /// What lies on the table.
    pub scene: S,
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

impl<S> Decision<S> {
    /// A decision of a game of one round, whose only question is `turn`. What the game does not know is filled in later. Other fields
    /// are given as in `Decision { round, question, ..Decision::new(turn, seat, hand, cards, scene) }`.
    pub fn new(
        turn: u32,
        seat: Seat,
        hand: CardSet,
        cards: [u8; MAX_SEATS],
        scene: S,
    ) -> Decision<S> {
        Decision {
            game: 0,
            round: 0,
            turn,
            seat,
            question: "turn",
            hand,
            scene,
            cards,
            legal: 0..0,
            chosen: 0,
            round_points: 0,
            round_won: 0,
        }
    }
}

/// The records of some deals, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<S> {
    /// Every game, seat by seat.
    pub games: Vec<SeatGame>,
    /// Every decision, in the order in which they were taken.
    pub decisions: Vec<Decision<S>>,
    /// The indices of legal actions, decision after decision.
    pub legal: Vec<u8>,
}

impl<S> Default for Block<S> {
    fn default() -> Block<S> {
        Block {
            games: Vec::new(),
            decisions: Vec::new(),
            legal: Vec::new(),
        }
    }
}

impl<S> Block<S> {
    pub(crate) fn append(&mut self, mut later: Block<S>) {
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

texts! {
    /// What is recorded.
    pub enum Detail {
        /// Games.
        Games = "games",
        /// Games and decisions.
        Decisions = "decisions",
    }
}
