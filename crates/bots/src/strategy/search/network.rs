//! A network's advice to a search: the options that deserve playouts, their expected gains, and the
//! value that ends a playout early.

use super::{Candidates, Goal, Searchable, named_bot};
use crate::strategy::params::tunables;
use crate::strategy::{Bot, BotCatalog};
use powergrab_engine::cards::{MAX_CARDS, Seat};
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::Options;

tunables! {
    /// Degrees of a search's trust in its network. Unused without the key `network`.
    Trust {
        network_weight = 64.0, 0.0..=1000000.0, Linear, "how many playouts of an option the network's own estimate counts as";
        network_options = 4.0, 2.0..=128.0, Linear, "playouts go to so many options at the most, those that the network holds best";
        network_cut = 0.0, 0.0..=100.0, Linear, "at which of the seat's next choices the network's value ends a playout; 0 plays it to the end";
    }
}

/// Key of strategy files.
const KEY: &str = "network";

/// Estimates of the candidates before the first playout.
#[derive(Clone, Debug)]
pub struct Prior {
    /// By candidate: expected gain over the first.
    pub gains: [f64; MAX_CARDS],
    /// Weight of these estimates, as a number of playouts of a candidate.
    pub weight: f64,
}

impl Default for Prior {
    fn default() -> Prior {
        Prior {
            gains: [0.0; MAX_CARDS],
            weight: 0.0,
        }
    }
}

/// A learned bot as seen by a search, at a decision of the seat that it plays for.
pub trait SearchNetwork<G: Searchable> {
    /// Returns the goal that it was trained for in this game; `None` if its weights are for other
    /// games.
    fn goal(&self, game: &G) -> Option<Goal>;

    /// Writes the expected advantage of each of the options at these indices over the others, in
    /// the unit of its goal. Returns `false` if its weights are for other games.
    fn gains(
        &mut self,
        view: G::View<'_>,
        options: &Options,
        places: &[u8],
        gains: &mut [f64],
    ) -> bool;

    /// Returns the value of the position to the seat, in the unit of [`Goal::value`].
    fn value(&mut self, view: G::View<'_>) -> Option<f64>;
}

/// The network of a search, and the trust in it.
#[derive(Clone, Debug)]
pub struct Network<G: Searchable> {
    /// Bot with the network.
    pub bot: Bot<G>,
    /// Trust in the network.
    pub trust: Trust,
}

impl<G: Searchable> Network<G> {
    /// Reads the network of the strategy that the key `network` names; `None` without the key.
    ///
    /// # Errors
    /// Fails if there is no such strategy, if it has no network, or if `value` is set too, which
    /// the network determines.
    pub fn read(
        params: &Reader<'_>,
        catalog: &BotCatalog,
        trust: Trust,
    ) -> Result<Option<Network<G>>, ConfigError> {
        let Some(name) = params.string(KEY)? else {
            return Ok(None);
        };
        let bot = named_bot(params, catalog, KEY, name, |policy| {
            (policy != "net").then(|| "has no network: name a bot of policy net".to_owned())
        })?;
        if params.string("value")?.is_some() {
            let both = "what is maximised is what the network was trained for: leave out this key, or `network`";
            return Err(params.error("value", both));
        }
        Ok(Some(Network { bot, trust }))
    }

    /// Returns the advisor of its players.
    pub fn advisor(&self, seat: Seat) -> Advisor<G> {
        Advisor {
            player: G::player(&self.bot.policy, seat),
            trust: self.trust,
        }
    }
}

/// A network advising a search.
pub struct Advisor<G: Searchable> {
    player: G::Player,
    trust: Trust,
}

impl<G: Searchable> Advisor<G> {
    /// Returns the goal that it was trained for.
    pub fn goal(&mut self, game: &G) -> Option<Goal> {
        G::learned(&mut self.player)?.goal(game)
    }

    /// Orders the candidates by the network's estimates, and drops all but the first few. Writes
    /// the expected gain of each over the first into `prior`.
    pub fn advise(
        &mut self,
        view: G::View<'_>,
        options: &Options,
        candidates: &mut Candidates,
        prior: &mut Prior,
    ) {
        let mut gains = [0.0; MAX_CARDS];
        let gains = &mut gains[..candidates.len()];
        let Some(network) = G::learned(&mut self.player) else {
            return;
        };
        if network.gains(view, options, candidates.places(), gains) {
            candidates.sort_by_gain(gains);
            candidates.keep(self.trust.network_options as usize);
            prior.weight = self.trust.network_weight;
            let first = gains.first().copied().unwrap_or_default();
            for (of, gain) in prior.gains.iter_mut().zip(gains) {
                *of = *gain - first;
            }
        }
    }

    /// Returns the number of the seat's choice at which a playout ends; `None` if it continues to
    /// the end of the round.
    pub fn cut(&self) -> Option<u32> {
        Some(self.trust.network_cut as u32).filter(|cut| *cut > 0)
    }

    /// Returns the value of a position to the seat that has to choose in it.
    pub fn value(&mut self, view: G::View<'_>) -> Option<f64> {
        G::learned(&mut self.player)?.value(view)
    }
}
