//! Bots: the interface, the register, and one file per family.
//!
//! A *strategy* is shared and immutable. For each seat it makes a *player*, which may remember things for the length of
//! one game. A player sees a view (what its seat may know) and the legal options, and has a stream of random numbers of
//! its own; it has no other way to the cards.
//!
//! | file | holds |
//! |---|---|
//! | `register` | strategy files, names, what a policy says of itself |
//! | `params` | tables of tunable parameters |
//! | `shed` | the register of the shedding games, static dispatch |
//! | `grid` | the register of Grid and its policies |
//! | `masks` | what their policies share: the best card, the strongest colour, habits |
//! | `heuristic` | the deep policy, a directory |
//! | the others | one policy each |

mod first_legal;
mod greedy;
pub mod grid;
pub mod heuristic;
mod masks;
pub mod params;
mod random;
pub mod register;
mod shed;

pub use first_legal::FirstLegal;
pub use greedy::Greedy;
pub use heuristic::Heuristic;
pub use masks::Habits;
pub use random::Random;
pub use register::{BuiltIn, PolicyInfo, Registered, StrategyFile, load, resolve};
pub use shed::{ShedPlayer, ShedPolicy};

use crate::cards::Seat;
use crate::game::{Action, Game, Options};
use crate::rng::Rng;

/// One strategy at work in one seat.
pub trait Player<G: Game> {
    /// A new game begins: what was remembered of the last one is forgotten.
    fn new_game(&mut self) {}

    /// Chooses one of the options. `rng` is the seat's own stream; for equal views, options and streams the answer is
    /// equal.
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action;
}

impl<G: Game, P: Player<G>> Player<G> for &mut P {
    #[inline(always)]
    fn new_game(&mut self) {
        (**self).new_game();
    }

    #[inline(always)]
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        (**self).decide(view, options, rng)
    }
}

/// Something to do with the players of a table, whatever their type is.
pub trait Seated<G: Game> {
    /// Does it. The players stand in the order of their seats.
    fn with<P: Player<G>>(self, players: &mut [P]);
}

/// A bot from outside the register: shared, immutable, a source of players.
pub trait Strategy<G: Game>: Send + Sync + std::fmt::Debug {
    /// A player for a seat.
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send>;

    /// What manifests say of it: enough to know it again.
    fn describe(&self) -> serde_json::Value {
        serde_json::json!(format!("{self:?}"))
    }
}

/// A game that bots can be written for: what its register holds, and how a policy becomes a player.
pub trait BotGame: Game + 'static {
    /// A policy with its parameters: one variant per built-in family, and one for bots from outside.
    type Policy: Clone + Send + Sync + std::fmt::Debug;
    /// A policy at work.
    type Player: Player<Self> + Send;

    /// What the game is called where bots are listed.
    const GAME: &'static str;
    /// The register of policies.
    const POLICIES: &'static [Registered<Self>];
    /// The strategy files that are compiled in.
    const STRATEGIES: &'static [BuiltIn];

    /// A player of this policy for a seat.
    fn player(policy: &Self::Policy, seat: Seat) -> Self::Player;

    /// The policy's name in the register, or `external`.
    fn policy_name(policy: &Self::Policy) -> &'static str;

    /// The policy's parameters, in the order of [`PolicyInfo::tunables`].
    fn values(policy: &Self::Policy) -> Vec<f64>;

    /// What a bot from outside says of itself.
    #[must_use]
    fn describe_external(_: &Self::Policy) -> Option<serde_json::Value> {
        None
    }

    /// Seats players of one concrete type where the game has one for a table of just these policies, so that the
    /// compiler sees through them and no decision has to find out whose it is.
    ///
    /// # Errors
    /// Gives `table` back, undone, where there is no such type.
    #[inline(always)]
    fn plain<S: Seated<Self>>(policies: &[&Self::Policy], table: S) -> Result<(), S> {
        let _ = policies;
        Err(table)
    }
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
