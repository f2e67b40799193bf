//! `ismcts`: information-set Monte Carlo tree search, as one seat sees the game.
//!
//! Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on Computational Intelligence and AI in Games 4,
//! 2012: one tree over what can be seen, walked in a new world each time, where only the actions that the world allows are
//! choices and each counts how often it was one. Deviations: at the root the budget is spent by sequential halving with
//! common worlds, as `monte-carlo` does (so do Pepels, Cazenave, Winands and Lanctot, "Minimizing simple and cumulative regret in Monte-Carlo tree
//! search", 2014); below it a node gets its children slowly, the playout policy's choice first (progressive widening), for a
//! hidden hand may allow any card of the deck.

mod tree;

use super::monte_carlo::{Belief, Spending};
use super::params::{Params as _, tunables};
use super::register::PolicyInfo;
use super::search::{Candidates, Goal, Mind, Redealt, Searchable, Table, halving, playout_policy};
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
whoever was to move, and is followed as long as it knows enough; from there the playout policy plays on. Keys as for monte-carlo.",
    stochastic: true,
    memory: "none of its own; the public record of this game and round",
    params: &[Spending::TUNABLES, Belief::TUNABLES, Growth::TUNABLES],
};

tunables! {
    /// How the tree grows.
    Growth {
        exploration = 0.7, 0.0..=5.0, Linear, "weight of what was tried seldom, on the scale of the values' spread";
        widening = 0.5, 0.0..=1.0, Linear, "a node that was visited n times has up to 1 + n to this power children";
        ripe = 4.0, 1.0..=1000.0, Log, "visits from which on a node's own choices are remembered";
    }
}

/// The strategy.
#[derive(Clone, Debug)]
pub struct Ismcts<G: Searchable> {
    /// How the budget is spent.
    pub spending: Spending,
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
        Ok(Ismcts {
            spending: Spending::read(params)?,
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
            spending: self.spending,
            mind: Mind {
                player: G::player(&self.playout.policy, seat),
                beliefs: self.belief.beliefs(),
                goal: self.goal,
                odds: self.odds.clone(),
            },
            table: Box::default(),
            tree: Tree::new(self.growth, self.spending.playouts as usize),
        })
    }

    fn describe(&self) -> Value {
        json!({ "playout": self.playout.describe(), "value": self.goal.name() })
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
    spending: Spending,
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
        self.tree.clear(candidates.len());
        let source = Redealt::<G> {
            view,
            key: rng.next_u64(),
            beliefs: self.mind.beliefs,
        };
        halving(
            &source,
            &candidates,
            &mut self.mind,
            &mut self.tree,
            self.spending.playouts as u32,
            &mut self.table,
        );
        let best = self.table.best(self.spending.caution);
        options.nth(u32::from(candidates.places()[best]))
    }
}
