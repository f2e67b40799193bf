//! `monte-carlo`: tries every option in sampled worlds, plays each round to its end, and takes the
//! best.
//!
//! Flat determinized search. Ginsberg, "GIB: imperfect information in a computationally challenging
//! game", JAIR 14, 2001, is the classic of its kind. The differences are in `search`: common random
//! numbers, sequential halving, and the playout policy's own choice as the option that the others
//! have to beat.

use super::params::Params as _;
use super::register::PolicyInfo;
use super::search::{
    Belief, Budget, CandidateTable, Goal, Network, SearchContext, Searchable, Spending, Trust,
    Worlds, halving, playout_policy,
};
use super::{Bot, BotCatalog, Player, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use serde_json::{Value, json};

/// Name of the policy.
pub const NAME: &str = "monte-carlo";

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: NAME,
    summary: "Tries every option in many worlds that could be, plays them to their end, takes the best.",
    meaning: "Deals the hidden cards anew many times, in agreement with all that it knows and with what the others' draws suggest; in \
each such world it tries all its options (cards, bluffs, drawing, colours, towers, blocks, challenges, gifts) and plays the round on with \
the playout policy in every seat. The budget goes by halves to the better options. It departs from what the playout policy would do only where \
that gains more than the error allows. Four keys of [params] are no parameters: `milliseconds`, in the place of \
`playouts`, gives every decision so much time and makes the bot not reproducible; `playout` is the strategy that plays on, by name or path \
(neither a search nor a program); `network`, a strategy of policy net, which then says which options deserve \
playouts, what they gain before the first, what is maximised, and, with `network_cut`, when a playout ends; and `value`, what is maximised: \"points\" (of the round, over the others' mean; the \
default), \"game\" (the chance of winning the whole game from the scores) or \"round\" (rounds won).",
    stochastic: true,
    memory: "none of its own; the public record of this game and round",
    params: &[Spending::TUNABLES, Belief::TUNABLES, Trust::TUNABLES],
};

/// The strategy.
#[derive(Clone, Debug)]
pub struct MonteCarlo<G: Searchable> {
    /// Allocation of the budget.
    pub spending: Spending,
    /// Budget of a decision.
    pub budget: Budget,
    /// Use of the public past.
    pub belief: Belief,
    /// Objective.
    pub goal: Goal,
    /// Bot of the playouts.
    pub playout: Bot<G>,
    /// Network that is asked first.
    pub network: Option<Network<G>>,
    /// Trust in the network.
    pub trust: Trust,
    /// Estimates about whole games, shared by its players.
    odds: G::Odds,
}

impl<G: Searchable> MonteCarlo<G> {
    /// Reads a strategy file's `[params]`. The catalogue contains the bots that they name.
    ///
    /// # Errors
    /// Fails on a value out of its range, or an unknown playout policy.
    pub fn read(params: &Reader<'_>, catalog: &BotCatalog) -> Result<MonteCarlo<G>, ConfigError> {
        let goal = params.choice("value", &Goal::NAMES)?;
        let spending = Spending::read(params)?;
        let trust = Trust::read(params)?;
        Ok(MonteCarlo {
            budget: Budget::read(params, spending.playouts)?,
            spending,
            belief: Belief::read(params)?,
            goal: goal.and_then(Goal::named).unwrap_or(Goal::Points),
            playout: playout_policy(params, catalog)?,
            network: Network::read(params, catalog, trust)?,
            trust,
            odds: G::Odds::default(),
        })
    }

    /// Returns the search context of its players.
    pub fn context(&self, seat: Seat) -> SearchContext<G> {
        SearchContext {
            players: vec![G::player(&self.playout.policy, seat)],
            beliefs: self.belief.beliefs(),
            goal: self.goal,
            odds: self.odds.clone(),
            advisor: self.network.as_ref().map(|it| it.advisor(seat)),
        }
    }
}

impl<G: Searchable> Strategy<G> for MonteCarlo<G> {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(Searcher {
            caution: self.spending.caution,
            budget: self.budget,
            context: self.context(seat),
            table: Box::default(),
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

    fn info(&self) -> Option<&'static PolicyInfo> {
        Some(&INFO)
    }

    fn values(&self) -> Vec<f64> {
        [
            self.spending.values(),
            self.belief.values(),
            self.trust.values(),
        ]
        .concat()
    }
}

/// A player that searches.
struct Searcher<G: Searchable> {
    caution: f64,
    budget: Budget,
    context: SearchContext<G>,
    table: Box<CandidateTable>,
}

impl<G: Searchable> Player<G> for Searcher<G> {
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let candidates = match self
            .context
            .candidates(view, options, rng, &mut self.table.prior)
        {
            Ok(candidates) => candidates,
            Err(only) => return only,
        };
        let key = rng.next_u64();
        let worlds = Worlds::Redealt {
            view,
            key,
            beliefs: self.context.beliefs,
        };
        halving(
            &worlds,
            &candidates,
            &mut self.context,
            self.budget,
            &mut self.table,
        );
        let best = self.table.best(self.caution);
        options.nth(u32::from(candidates.places()[best]))
    }
}
