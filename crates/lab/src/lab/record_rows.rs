//! The rows of records: games and decisions.

use crate::ArenaGame;
use crate::cards::{Card, CardSet, Colour, MAX_SEATS, Seat, Tower};
use crate::game::{Action, Learnable, MAX_METRICS, Options};
use crate::grid::{self, Grid, Line};
use crate::shedding::{self, Shedding};
use crate::strategy::Fault;
use std::fmt::Debug;
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
    /// The sums of [`Game::SEAT_METRICS`](crate::game::Game::SEAT_METRICS) over the rounds.
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

/// What lies on the table of a shedding game.
#[derive(Clone, Debug, PartialEq)]
pub struct SheddingScene {
    /// The top card of the discard pile.
    pub top: Card,
    /// The colour in force.
    pub colour: Option<Colour>,
    /// By tower: who holds it.
    pub owners: [Option<Seat>; 4],
}

/// What lies on the table of Grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridScene {
    /// The top cards row by row, from the top left of those that lie there.
    pub tops: [Option<Card>; 9],
    /// The card that is being placed or turns a line.
    pub card: Option<Card>,
    /// The line that is being paid for.
    pub line: Option<Line>,
    /// What is chosen to pay with so far, normalised.
    pub paid: CardSet,
    /// By seat: the face value of its score pile.
    pub points: [i32; grid::MAX_PLAYERS],
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
    pub(super) fn append(&mut self, mut later: Block<S>) {
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

/// A game whose decisions are written down.
pub trait Recorded: ArenaGame + Learnable {
    /// What lies on the table at a decision.
    type Scene: Clone + Debug + PartialEq + Send + Sync;

    /// The decision as it is written down; its places in the block, the action and what comes of it are still to be filled in.
    fn decision(view: Self::View<'_>) -> Decision<Self::Scene>;

    /// Writes a decision down.
    fn note(
        block: &mut Block<Self::Scene>,
        view: Self::View<'_>,
        options: &Options,
        action: Action,
    ) {
        let game = Self::game_of(view);
        let start = block.legal.len();
        game.each_legal(view, options, |place| block.legal.push(place as u8));
        block.decisions.push(Decision {
            game: block.games.len(),
            legal: start..block.legal.len(),
            chosen: game.index_of(view, action) as u8,
            ..Self::decision(view)
        });
    }
}

/// By seat: how many cards it holds.
fn sizes(n_seats: usize, size: impl Fn(Seat) -> u32) -> [u8; MAX_SEATS] {
    let mut cards = [0; MAX_SEATS];
    for (seat, n) in cards[..n_seats].iter_mut().enumerate() {
        *n = size(seat as Seat) as u8;
    }
    cards
}

impl Recorded for Shedding {
    type Scene = SheddingScene;

    fn decision(view: shedding::View<'_>) -> Decision<SheddingScene> {
        Decision {
            game: 0,
            round: view.round(),
            turn: view.turn(),
            seat: view.seat(),
            question: view.phase().text(),
            hand: view.hand(),
            scene: SheddingScene {
                top: view.top(),
                colour: view.colour(),
                owners: Tower::ALL.map(|tower| view.owner(tower)),
            },
            cards: sizes(view.n_seats(), |seat| view.hand_size(seat)),
            legal: 0..0,
            chosen: 0,
            round_points: 0,
            round_won: 0,
        }
    }
}

impl Recorded for Grid {
    type Scene = GridScene;

    fn decision(view: grid::View<'_>) -> Decision<GridScene> {
        let mut points = [0; grid::MAX_PLAYERS];
        for (seat, points) in points[..view.n_seats()].iter_mut().enumerate() {
            *points = view.points_won(seat as Seat);
        }
        Decision {
            game: 0,
            round: 0,
            turn: view.turn(),
            seat: view.seat(),
            question: view.phase().text(),
            hand: view.hand(),
            scene: GridScene {
                tops: std::array::from_fn(|cell| view.top((4 * (cell / 3) + cell % 3) as u8)),
                card: view.chosen(),
                line: view.line(),
                paid: view.paid(),
                points,
            },
            cards: sizes(view.n_seats(), |seat| view.hand_size(seat)),
            legal: 0..0,
            chosen: 0,
            round_points: 0,
            round_won: 0,
        }
    }
}
