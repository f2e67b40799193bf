//! `ismcts`: information-set Monte Carlo tree search, as one seat sees the game.
//!
//! Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on Computational Intelligence and AI in Games 4,
//! 2012: one tree over what can be seen, walked in a new world each time, where only the actions that the world allows are
//! choices and each counts how often it was one. Deviations: at the root the budget is spent by sequential halving with
//! common worlds, as `monte-carlo` does (so do Pepels, Cazenave, Winands and Lanctot, "Minimizing simple and cumulative regret in Monte-Carlo tree
//! search", 2014). Below it a node gets its children slowly (progressive widening), for a hidden hand may allow any card of
//! the deck; and what is tried is kept apart from what is believed. A playout does at each node what the playout policy does, unless
//! something else is proven better there; now and then it *forks*: a copy of its world goes on with something else, and the
//! difference, in the same world, is what is learnt at that node. So a tree that knows little yet costs the estimates at the root
//! nothing, where the plain method mixes its trials into them (`powergrab ladder choices` measures that). Forks are paid
//! for out of the same budget, so an option has none before it was played out often: with a small budget this is `monte-carlo`.

mod growth;
mod tree;

pub use growth::Growth;

use super::monte_carlo::{MonteCarlo, Searcher};
use super::params::Params as _;
use super::register::PolicyInfo;
use super::search::{Belief, Searchable, Spending, Trust};
use super::{Player, Strategy};
use crate::cards::Seat;
use crate::config::{ConfigError, Reader};
use serde_json::Value;
use tree::Tree;

/// The policy's name.
pub const NAME: &str = "ismcts";

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: NAME,
    summary: "A search tree over what can be seen, walked in worlds that could be.",
    meaning: "As monte-carlo, but in each world the next moves of all seats are searched too: a tree remembers what did well for \
whoever was to move, tried in copies of the same worlds, and is followed where something is proven better than what the playout \
policy does. Keys as for monte-carlo; `network_cut` has no effect, for a tree needs every seat's value.",
    stochastic: true,
    memory: "none of its own; the public record of this game and round",
    params: &[
        Spending::TUNABLES,
        Belief::TUNABLES,
        Growth::TUNABLES,
        Trust::TUNABLES,
    ],
};

/// The strategy.
#[derive(Clone, Debug)]
pub struct Ismcts<G: Searchable> {
    /// The flat search that the tree takes part in.
    pub flat: MonteCarlo<G>,
    /// How the tree grows.
    pub growth: Growth,
}

impl<G: Searchable> Ismcts<G> {
    /// Reads a strategy file's `[params]`.
    ///
    /// # Errors
    /// A value that is not in its range, or a playout policy that is none.
    pub fn read(params: &Reader<'_>) -> Result<Ismcts<G>, ConfigError> {
        Ok(Ismcts {
            growth: Growth::read(params)?,
            flat: MonteCarlo::read(params)?,
        })
    }
}

impl<G: Searchable> Strategy<G> for Ismcts<G> {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        let tree = Tree::new(self.growth, self.flat.budget.most_playouts());
        Box::new(Searcher::new(&self.flat, seat, tree))
    }

    fn describe(&self) -> Value {
        self.flat.describe()
    }

    fn suits(&self, game: &G) -> Result<(), String> {
        self.flat.suits(game)
    }

    fn searches(&self) -> bool {
        true
    }

    fn is_reproducible(&self) -> bool {
        self.flat.is_reproducible()
    }

    fn policy(&self) -> &'static str {
        NAME
    }

    fn values(&self) -> Vec<f64> {
        [
            self.flat.spending.values(),
            self.flat.belief.values(),
            self.growth.values(),
            self.flat.trust.values(),
        ]
        .concat()
    }
}
