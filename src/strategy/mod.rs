//! Bots: the interface, the register, and one file per family.
//!
//! A *strategy* is shared and immutable. For each seat it makes a *player*, which may remember things for the length of
//! one game. A player sees a view (what its seat may know) and the legal options, and has a stream of random numbers of
//! its own; it has no other way to the cards.

mod grid_random;
mod random;

pub use grid_random::GridRandom;
pub use random::Random;

use crate::cards::Seat;
use crate::game::{Action, Game, Options};
use crate::rng::Rng;
use crate::shedding::{Shedding, View};

/// One strategy at work in one seat.
pub trait Player<G: Game> {
    /// A new game begins: what was remembered of the last one is forgotten.
    fn new_game(&mut self) {}

    /// Chooses one of the options. `rng` is the seat's own stream; for equal views, options and streams the answer is
    /// equal.
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action;
}

/// A bot from outside the register: shared, immutable, a source of players.
pub trait Strategy<G: Game>: Send + Sync + std::fmt::Debug {
    /// A player for a seat.
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send>;
}

/// A game that bots can be written for: what its register holds, and how a policy becomes a player.
pub trait BotGame: Game {
    /// A policy with its parameters: one variant per built-in family, and one for bots from outside.
    type Policy: Clone + Send + Sync + std::fmt::Debug;
    /// A policy at work.
    type Player: Player<Self> + Send;

    /// A player of this policy for a seat.
    fn player(policy: &Self::Policy, seat: Seat) -> Self::Player;
}

/// A bot: a name for the tables, a policy, and the salt of its random streams.
#[derive(Clone, Debug)]
pub struct Bot<G: BotGame> {
    /// The name in tables and files, `[A-Za-z0-9][A-Za-z0-9_.-]{0,63}`.
    pub name: String,
    /// 0, or what makes this bot's random streams its own.
    pub salt: u64,
    /// What it does.
    pub policy: G::Policy,
}

/// The policies for the shedding games.
#[derive(Clone, Debug)]
pub enum ShedPolicy {
    /// `random`
    Random(Random),
}

/// A policy for the shedding games at work.
pub enum ShedPlayer {
    /// `random`
    Random(Random),
}

impl Player<Shedding> for ShedPlayer {
    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match self {
            ShedPlayer::Random(random) => random.decide(view, options, rng),
        }
    }
}

impl BotGame for Shedding {
    type Policy = ShedPolicy;
    type Player = ShedPlayer;

    fn player(policy: &ShedPolicy, _: Seat) -> ShedPlayer {
        match policy {
            ShedPolicy::Random(random) => ShedPlayer::Random(*random),
        }
    }
}
