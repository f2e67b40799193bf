//! Rows of records: games and decisions.

use powergrab_bots::strategy::Fault;
use powergrab_engine::cards::{CardSet, MAX_SEATS, Seat};
use powergrab_engine::game::MAX_METRICS;
use powergrab_engine::texts;
use std::ops::Range;

/// One game as one seat played it. The rows of a game are adjacent, ordered by seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatGame {
    /// Index of the deal in the run.
    pub deal: u64,
    /// Index of the line-up in the experiment.
    pub line_up: usize,
    /// Index of the rotation of the deal's circular order.
    pub rotation: usize,
    /// Number of equal rotations of the deal that the game stands for.
    pub weight: u32,
    /// The seat.
    pub seat: Seat,
    /// Position: 1 for the seat that began, as in `seats.csv`.
    pub position: usize,
    /// Index of the bot in the experiment.
    pub bot: usize,
    /// Its share of the win, in 2520ths.
    pub won: i64,
    /// Its score at the end.
    pub points: i32,
    /// Rounds that it won, in 2520ths.
    pub rounds_won: i64,
    /// Rounds of the game.
    pub rounds: u32,
    /// `true` if nobody won.
    pub stopped: bool,
    /// The bot's failure in the game, if any.
    pub fault: Option<Fault>,
    /// Sums of [`Game::SEAT_METRICS`](powergrab_engine::game::Game::SEAT_METRICS) over the rounds.
    pub metrics: [i64; MAX_METRICS],
}

/// One decision. `S` describes the table in this game.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<S> {
    /// Index of the first row of its game in [`Block::games`].
    pub game: usize,
    /// The round, from 0.
    pub round: u32,
    /// Turns taken in the round.
    pub turn: u32,
    /// The deciding seat.
    pub seat: Seat,
    /// The question, in the protocol's word.
    pub question: &'static str,
    /// The hand, normalised.
    pub hand: CardSet,
    /// The cards on the table.
    pub scene: S,
    /// By seat: number of cards in hand.
    pub cards: [u8; MAX_SEATS],
    /// Range of the legal actions in [`Block::legal`].
    pub legal: Range<usize>,
    /// Index of the chosen action.
    pub chosen: u8,
    /// Points of the seat in the round.
    pub round_points: i32,
    /// Its share of the round's win, in 2520ths.
    pub round_won: i64,
}

impl<S> Decision<S> {
    /// Returns a decision of a one-round game whose only question is `turn`. The recorder fills in
    /// fields that the game does not know. Set other fields as in
    /// `Decision { round, question, ..Decision::new(turn, seat, hand, cards, scene) }`.
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
    /// Every decision, in the order of play.
    pub decisions: Vec<Decision<S>>,
    /// Indices of the legal actions, decision after decision.
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
    /// Level of detail of the records.
    pub enum Detail {
        /// Games.
        Games = "games",
        /// Games and decisions.
        Decisions = "decisions",
    }
}
