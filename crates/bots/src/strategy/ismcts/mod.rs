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

use super::params::Params as _;
use super::register::PolicyInfo;
use super::search::{
    Belief, Budget, Goal, Mind, Network, Redealt, Searchable, Spending, Table, Trust, halving,
    playout_policy,
};
use super::{Bot, Player, Strategy};
use crate::cards::Seat;
use crate::config::{ConfigError, Reader};
use crate::game::{Action, Options};
use crate::rng::Rng;
use serde_json::{Value, json};
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
    /// How the budget is spent.
    pub spending: Spending,
    /// The budget of a decision.
    pub budget: Budget,
    /// What the past says.
    pub belief: Belief,
    /// How the tree grows.
    pub growth: Growth,
    /// What is maximised.
    pub goal: Goal,
    /// Who plays on.
    pub playout: Bot<G>,
    /// The network that is asked first.
    pub network: Option<Network<G>>,
    /// How far it is trusted.
    pub trust: Trust,
    /// What is known of whole games, shared by its players.
    odds: G::Odds,
}

impl<G: Searchable> Ismcts<G> {
    /// Reads a strategy file's `[params]`.
    ///
    /// # Errors
    /// A value that is not in its range, or a playout policy that is none.
    pub fn read(params: &Reader<'_>) -> Result<Ismcts<G>, ConfigError> {
        let goal = params.choice("value", &Goal::NAMES)?;
        let spending = Spending::read(params)?;
        let trust = Trust::read(params)?;
        Ok(Ismcts {
            budget: Budget::read(params, spending.playouts)?,
            spending,
            belief: Belief::read(params)?,
            growth: Growth::read(params)?,
            goal: goal.and_then(Goal::named).unwrap_or(Goal::Points),
            playout: playout_policy(params)?,
            network: Network::read(params, trust)?,
            trust,
            odds: G::Odds::default(),
        })
    }
}

impl<G: Searchable> Strategy<G> for Ismcts<G> {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(IsmctsPlayer {
            caution: self.spending.caution,
            budget: self.budget,
            mind: Mind {
                player: G::player(&self.playout.policy, seat),
                beliefs: self.belief.beliefs(),
                goal: self.goal,
                odds: self.odds.clone(),
                advisor: self.network.as_ref().map(|it| it.advisor(seat)),
            },
            table: Box::default(),
            tree: Tree::new(self.growth, self.budget.most_playouts()),
        })
    }

    fn describe(&self) -> Value {
        let mut it = json!({ "playout": self.playout.describe(), "value": self.goal.name() });
        if let Some(network) = &self.network {
            it["network"] = network.bot.describe();
            it["value"] = "as the network".into();
        }
        self.budget.describe(&mut it);
        it
    }

    fn suits(&self, game: &G) -> Result<(), String> {
        G::suits(&self.playout.policy, game)?;
        let network = self.network.as_ref();
        network.map_or(Ok(()), |it| G::suits(&it.bot.policy, game))
    }

    fn searches(&self) -> bool {
        true
    }

    fn is_reproducible(&self) -> bool {
        self.budget.is_reproducible()
    }

    fn policy(&self) -> &'static str {
        NAME
    }

    fn values(&self) -> Vec<f64> {
        [
            self.spending.values(),
            self.belief.values(),
            self.growth.values(),
            self.trust.values(),
        ]
        .concat()
    }
}

/// The strategy at work.
struct IsmctsPlayer<G: Searchable> {
    caution: f64,
    budget: Budget,
    mind: Mind<G>,
    table: Box<Table>,
    tree: Tree,
}

impl<G: Searchable> Player<G> for IsmctsPlayer<G> {
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let candidates = match self
            .mind
            .candidates(view, options, rng, &mut self.table.prior)
        {
            Ok(candidates) => candidates,
            Err(only) => return only,
        };
        let key = rng.next_u64();
        self.tree.clear(candidates.len(), key);
        let source = Redealt::<G> {
            view,
            key,
            beliefs: self.mind.beliefs,
        };
        halving(
            &source,
            &candidates,
            &mut self.mind,
            &mut self.tree,
            self.budget,
            &mut self.table,
        );
        let best = self.table.best(self.caution);
        options.nth(u32::from(candidates.places()[best]))
    }
}
