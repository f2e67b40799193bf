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

mod tree;

use super::monte_carlo::{Belief, Spending};
use super::params::{Params as _, tunables};
use super::register::PolicyInfo;
use super::search::{
    Budget, Candidates, Goal, Mind, Redealt, Searchable, Table, halving, playout_policy,
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
policy does. Keys as for monte-carlo.",
    stochastic: true,
    memory: "none of its own; the public record of this game and round",
    params: &[Spending::TUNABLES, Belief::TUNABLES, Growth::TUNABLES],
};

tunables! {
    /// How the tree grows.
    Growth {
        forks = 0.2, 0.0..=1.0, Linear, "at how many of the ripe nodes of its way a playout forks at the most, to try something else there in the same world";
        patience = 256.0, 1.0..=100000.0, Log, "playouts of an option before which none forks; from then on they come to `forks` slowly, at twice as many to half of it";
        conviction = 2.5, 0.0..=5.0, Linear, "standard errors by which something else must beat the playout policy's choice at a node";
        exploration = 0.7, 0.0..=5.0, Linear, "weight of what was tried seldom, on the scale of the values' spread";
        widening = 0.5, 0.0..=1.0, Linear, "a node that was visited n times tries up to n to this power others";
        ripe = 16.0, 1.0..=1000.0, Log, "visits from which on a node has children";
    }
}

impl Growth {
    /// At how many of its ripe nodes the n-th playout of an option forks. Forks come out of the budget, and what they teach is
    /// worth their price only where the estimates at the root are good already.
    fn rate(&self, n: u32) -> f64 {
        self.forks * (1.0 - self.patience / f64::from(n)).max(0.0)
    }
}

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
        Ok(Ismcts {
            budget: Budget::read(params, spending.playouts)?,
            spending,
            belief: Belief::read(params)?,
            growth: Growth::read(params)?,
            goal: goal.and_then(Goal::named).unwrap_or(Goal::Points),
            playout: playout_policy(params)?,
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
            },
            table: Box::default(),
            tree: Tree::new(self.growth, self.budget.most_playouts()),
        })
    }

    fn describe(&self) -> Value {
        let mut it = json!({ "playout": self.playout.describe(), "value": self.goal.name() });
        self.budget.describe(&mut it);
        it
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
        let game = G::game_of(view);
        let usual = self.mind.player.decide(view, options, rng);
        let mut candidates = Candidates::new(game, options);
        if candidates.len() < 2 {
            return usual;
        }
        candidates.lead_with(game, options, usual);
        self.mind.prepare(view);
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
