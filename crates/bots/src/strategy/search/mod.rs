//! What searching bots share: worlds that could be, playouts in them, and how a budget is spent.
//!
//! A search starts from a view and from nothing else: each *world* is `view.redeal(rng)`, a position that its seat cannot
//! tell from the real one. In a world every option is tried and the round played on by a *playout policy* in all seats; the
//! options share the world, its draw pile and its random numbers, so that their differences are sharper than their values
//! (common random numbers). What holds on the average of many worlds is the estimate.
//!
//! This averages over worlds after the fact, so it values an option as if all hidden cards were known from the next move on
//! (strategy fusion; Frank and Basin, "Search in games with incomplete information", Artificial Intelligence 100, 1998). The
//! playout policies see views only, which keeps their later decisions honest.
//!
//! | file | holds |
//! |---|---|
//! | `worlds` | worlds that agree with a view |
//! | `candidates` | what is tried at a decision |
//! | `context` | what a search thinks with, and the playouts of some options in some worlds |
//! | `option_value` | means of weighed values with their errors |
//! | `budget` | how long a search may think: playouts or time |
//! | `halving` | a budget spent by sequential halving |
//! | `goal` | what is to be maximised |
//! | `odds` | from the score after a round to the chance of winning the game |
//! | `race` | the rest of a game as a race of rounds that were played before |
//! | `tunables` | the parameters that every searching bot has |
//! | `playout` | reading the strategies that a search's file names |
//! | `network` | what a network tells a search |
//! | `shed`, `grid` | what each game adds |

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
pub use worlds::{Redealt, World, WorldSource};

use super::BotGame;
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::game::{Action, Observable};
use powergrab_engine::rng::Rng;

/// How much the public past says about hidden cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beliefs {
    /// How far a draw instead of a play is taken to prove that nothing fitted, 0 (not at all) to 1.
    pub passes: f64,
    /// How likely a player who holds the colour in force plays a Wild Draw Four all the same, against a player who does not,
    /// 0 to 1; at 1 a Wild Draw Four says nothing.
    pub bluffs: f64,
}

impl Beliefs {
    /// Every world is as likely as any other.
    pub const NONE: Beliefs = Beliefs {
        passes: 0.0,
        bluffs: 1.0,
    };
}

/// A game that can be searched: what a search needs of it beyond [`Game`](powergrab_engine::game::Game).
pub trait Searchable: BotGame + Observable + std::fmt::Debug {
    /// What the chance of winning the whole game is read from.
    type Odds: Clone + Default + Send + Sync + std::fmt::Debug;

    /// The playout policy where a strategy file names none.
    const PLAYOUT: &'static str;

    /// A position that the view's seat cannot tell from the real one, all of them equally likely.
    fn redeal(view: Self::View<'_>, rng: &mut Rng) -> Self::State;

    /// The cards of the draw pile.
    fn pile_of(&self, state: &Self::State) -> CardSet;

    /// What an option is, copies of a card being the same: the first of its copies, or 128 and the number of the choice.
    fn kind(&self, action: Action) -> u8;

    /// How likely the public past would be if the world were the true one, against the world where it is likeliest; 0 to 1.
    fn likelihood(view: Self::View<'_>, world: &Self::State, beliefs: &Beliefs) -> f64 {
        let _ = (view, world, beliefs);
        1.0
    }

    /// What the seat got in the round that is over, more being better: its points over the others' mean, as a part of a
    /// hundred points.
    fn points(&self, state: &Self::State, seat: Seat) -> f64;

    /// Gets the odds ready for the view's seat and round. `player` makes playouts, where they are needed.
    fn prepare(view: Self::View<'_>, odds: &mut Self::Odds, player: &mut Self::Player) {
        let _ = (view, odds, player);
    }

    /// The chance of winning the whole game after the round that is over, for the seat that the odds were prepared for.
    fn chance(&self, odds: &Self::Odds, state: &Self::State, seat: Seat) -> f64;

    /// Whether players of this policy remember nothing of their own, so that one may sit in all seats of all playouts.
    fn is_plain(policy: &Self::Policy) -> bool;

    /// The player's network, where it has one.
    fn learned(player: &mut Self::Player) -> Option<&mut dyn SearchNetwork<Self>> {
        let _ = player;
        None
    }
}
