//! Common parts of searching bots: sampled worlds, playouts in them, and the allocation of a
//! budget.
//!
//! A search starts from a view and from nothing else: each *world* is `view.redeal(rng)`, a
//! position that its seat cannot distinguish from the real one. In a world every option is tried,
//! and the round is played out by a *playout policy* in all seats. The options share the world, its
//! draw pile and its random numbers, so that their differences are more precise than their values
//! (common random numbers). The estimate is the average over many worlds.
//!
//! This averages over worlds after the fact, so it values an option as if all hidden cards were
//! known from the next move on (strategy fusion; Frank and Basin, "Search in games with incomplete
//! information", Artificial Intelligence 100, 1998). The playout policies see only views, so their
//! later decisions use no hidden information.
//!
//! | file | holds |
//! |---|---|
//! | `worlds` | worlds consistent with a view |
//! | `candidates` | the candidates of a decision |
//! | `context` | the context of a search, and its playouts of some options in some worlds |
//! | `option_value` | means of weighted values with their errors |
//! | `budget` | the budget of a search: playouts or time |
//! | `halving` | a budget spent by sequential halving |
//! | `goal` | the objective |
//! | `odds` | from the score after a round to the chance of winning the game |
//! | `race` | the rest of a game as a race of rounds played earlier |
//! | `seat_race` | the same for a line-up of different players |
//! | `tunables` | the common parameters of searching bots |
//! | `playout` | reading the strategies that a search's file names |
//! | `network` | a network's advice to a search |
//! | `shed`, `grid` | the parts for each game |

mod budget;
mod candidates;
mod context;
mod goal;
mod grid;
mod halving;
mod network;
mod odds;
mod option_value;
mod playout;
mod race;
mod seat_race;
mod shed;
mod tunables;
mod worlds;

pub use budget::{Budget, Spender};
pub use candidates::Candidates;
pub use context::{PlayoutBatch, SearchContext};
pub use goal::Goal;
pub use halving::{CandidateTable, halving};
pub use network::{Advisor, Network, Prior, SearchNetwork, Trust};
pub use odds::Odds;
pub use option_value::OptionValue;
pub use playout::{named_bot, no_playouts, playout_policy};
pub use race::Race;
pub use tunables::{Belief, Spending};
pub use worlds::{World, Worlds};

use super::BotGame;
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::cpu::on_this_processor;
use powergrab_engine::game::{Action, Observable};
use powergrab_engine::rng::Rng;

/// Strength of the inferences from the public past about hidden cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beliefs {
    /// Degree to which a draw instead of a play proves that nothing fitted, 0 (not at all) to 1.
    pub passes: f64,
    /// Relative likelihood that a player who holds the colour in force plays a Wild Draw Four,
    /// compared with a player who does not, 0 to 1; at 1 a Wild Draw Four carries no information.
    pub bluffs: f64,
}

impl Beliefs {
    /// All worlds are equally likely.
    pub const NONE: Beliefs = Beliefs {
        passes: 0.0,
        bluffs: 1.0,
    };
}

/// A game that can be searched: requirements of a search beyond
/// [`Game`](powergrab_engine::game::Game).
pub trait Searchable: BotGame + Observable + std::fmt::Debug {
    /// Basis of the chance of winning the whole game.
    type Odds: Clone + Default + Send + Sync + std::fmt::Debug;

    /// Default playout policy.
    const PLAYOUT: &'static str;

    /// Returns a position that the view's seat cannot distinguish from the real one, all of them
    /// equally likely.
    fn redeal(view: Self::View<'_>, rng: &mut Rng) -> Self::State;

    /// Returns the cards of the draw pile.
    fn pile_of(&self, state: &Self::State) -> CardSet;

    /// Returns a key of an option that copies of a card share: the first of its copies, or 128 plus
    /// the number of the choice.
    fn kind(&self, action: Action) -> u8;

    /// Returns the likelihood of the public past if the world were the true one, relative to the
    /// most favourable world; 0 to 1.
    fn likelihood(view: Self::View<'_>, world: &Self::State, beliefs: &Beliefs) -> f64 {
        let _ = (view, world, beliefs);
        1.0
    }

    /// Returns the seat's result of the finished round, where more is better: its points over the
    /// others' mean, in hundreds of points.
    fn points(&self, state: &Self::State, seat: Seat) -> f64;

    /// Prepares the odds for the view's seat and round. `player` makes playouts if they are needed.
    fn prepare(view: Self::View<'_>, odds: &mut Self::Odds, player: &mut Self::Player) {
        let _ = (view, odds, player);
    }

    /// Returns the basis of the chance of winning the game if these players play on, one for each
    /// seat. By default it does not depend on them.
    fn odds_of(&self, players: &mut [Self::Player]) -> Self::Odds {
        let _ = players;
        Self::Odds::default()
    }

    /// Returns the chance of winning the whole game after the finished round, for the seat that the
    /// odds were prepared for.
    fn chance(&self, odds: &Self::Odds, state: &Self::State, seat: Seat) -> f64;

    /// Returns the standard error of a chance of this size that comes from the odds, and that more
    /// playouts do not lessen.
    fn odds_error(&self, chance: f64) -> f64 {
        let _ = chance;
        0.0
    }

    /// Plays a batch of playouts, in the instructions of this processor. The games of this crate
    /// repeat the default, so that their playouts are compiled once, with their bots.
    fn play_out(batch: PlayoutBatch<'_, '_, Self>) {
        on_this_processor(batch);
    }

    /// Returns whether players of this policy have no memory of their own, so that one may sit in
    /// all seats of all playouts.
    fn is_plain(policy: &Self::Policy) -> bool;

    /// Returns the player's network, if it has one.
    fn learned(player: &mut Self::Player) -> Option<&mut dyn SearchNetwork<Self>> {
        let _ = player;
        None
    }
}
