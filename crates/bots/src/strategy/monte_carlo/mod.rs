//! `monte-carlo`: tries every option in worlds that could be, playing each round on to its end, and takes what did best.
//!
//! Flat determinized search. Ginsberg, "GIB: imperfect information in a computationally challenging game", JAIR 14, 2001, is the
//! classic of its kind; what is special here is in `search`: common random numbers, sequential halving, and the playout
//! policy's own choice as the option that the others have to beat.

use super::params::{Params as _, tunables};
use super::register::PolicyInfo;
use super::search::{
    Beliefs, Budget, Candidates, Flat, Goal, Mind, Redealt, Searchable, Table, halving,
    playout_policy,
};
use super::{Bot, Player, Strategy};
use crate::cards::Seat;
use crate::config::{ConfigError, Reader};
use crate::game::{Action, Options};
use crate::rng::Rng;
use serde_json::{Value, json};

/// The policy's name.
pub const NAME: &str = "monte-carlo";

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: NAME,
    summary: "Tries every option in many worlds that could be, plays them to their end, takes the best.",
    meaning: "Deals the hidden cards anew many times, in agreement with all that it knows and with what the others' draws suggest; in \
each such world it tries all its options (cards, bluffs, drawing, colours, towers, blocks, challenges, gifts) and plays the round on with \
the playout policy in every seat. The budget goes by halves to the better options. It departs from what the playout policy would do only where \
that gains more than the error allows. Three keys of [params] are no parameters: `milliseconds`, in the place of \
`playouts`, gives every decision so much time and makes the bot not reproducible; `playout` is the strategy that plays on, by name or path \
(neither a search nor a program); and `value`, what is maximised: \"points\" (of the round, over the others' mean; the \
default), \"game\" (the chance of winning the whole game from the scores) or \"round\" (rounds won).",
    stochastic: true,
    memory: "none of its own; the public record of this game and round",
    params: &[Spending::TUNABLES, Belief::TUNABLES],
};

tunables! {
    /// How a decision's budget is spent.
    Spending {
        playouts = 512.0, 1.0..=1000000.0, Log, "playouts a decision, about; reproducible on any machine";
        caution = 1.0, 0.0..=5.0, Linear, "standard errors by which an option must beat the playout policy's own choice";
    }
}

tunables! {
    /// What the public past says about hidden cards.
    Belief {
        pass_belief = 0.9, 0.0..=1.0, Linear, "how far a draw instead of a play is taken to prove that nothing fitted";
        bluff_belief = 0.17, 0.0..=1.0, Linear, "how likely a player who holds the colour in force plays a Wild Draw Four all the same, against one who does not";
    }
}

impl Belief {
    /// As a search takes them.
    pub(super) fn beliefs(&self) -> Beliefs {
        Beliefs {
            passes: self.pass_belief,
            bluffs: self.bluff_belief,
        }
    }
}

/// The strategy.
#[derive(Clone, Debug)]
pub struct MonteCarlo<G: Searchable> {
    /// How the budget is spent.
    pub spending: Spending,
    /// The budget of a decision.
    pub budget: Budget,
    /// What the past says.
    pub belief: Belief,
    /// What is maximised.
    pub goal: Goal,
    /// Who plays on.
    pub playout: Bot<G>,
    /// What is known of whole games, shared by its players.
    odds: G::Odds,
}

impl<G: Searchable> MonteCarlo<G> {
    /// Reads a strategy file's `[params]`.
    ///
    /// # Errors
    /// A value that is not in its range, or a playout policy that is none.
    pub fn read(params: &Reader<'_>) -> Result<MonteCarlo<G>, ConfigError> {
        let goal = params.choice("value", &Goal::NAMES)?;
        let spending = Spending::read(params)?;
        Ok(MonteCarlo {
            budget: Budget::read(params, spending.playouts)?,
            spending,
            belief: Belief::read(params)?,
            goal: goal.and_then(Goal::named).unwrap_or(Goal::Points),
            playout: playout_policy(params)?,
            odds: G::Odds::default(),
        })
    }

    /// What its players think with.
    #[must_use]
    pub fn mind(&self, seat: Seat) -> Mind<G> {
        Mind {
            player: G::player(&self.playout.policy, seat),
            beliefs: self.belief.beliefs(),
            goal: self.goal,
            odds: self.odds.clone(),
        }
    }
}

impl<G: Searchable> Strategy<G> for MonteCarlo<G> {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(MonteCarloPlayer {
            caution: self.spending.caution,
            budget: self.budget,
            mind: self.mind(seat),
            table: Box::default(),
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
        [self.spending.values(), self.belief.values()].concat()
    }
}

/// The strategy at work.
struct MonteCarloPlayer<G: Searchable> {
    caution: f64,
    budget: Budget,
    mind: Mind<G>,
    table: Box<Table>,
}

impl<G: Searchable> Player<G> for MonteCarloPlayer<G> {
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let game = G::game_of(view);
        let usual = self.mind.player.decide(view, options, rng);
        let mut candidates = Candidates::new(game, options);
        if candidates.len() < 2 {
            return usual;
        }
        candidates.lead_with(game, options, usual);
        self.mind.prepare(view);
        let source = Redealt::<G> {
            view,
            key: rng.next_u64(),
            beliefs: self.mind.beliefs,
        };
        halving(
            &source,
            &candidates,
            &mut self.mind,
            &mut Flat,
            self.budget,
            &mut self.table,
        );
        let best = self.table.best(self.caution);
        options.nth(u32::from(candidates.places()[best]))
    }
}
