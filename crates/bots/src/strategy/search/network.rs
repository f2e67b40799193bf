//! What a search asks a network for: which options deserve playouts, what it expects of them, and the value that ends a playout early.

use super::{Candidates, Goal, Searchable, named_bot};
use crate::strategy::params::tunables;
use crate::strategy::{Bot, BotCatalog};
use powergrab_engine::cards::{MAX_CARDS, Seat};
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::Options;

tunables! {
    /// How far a search trusts its network. Without the key `network` none of it counts.
    Trust {
        network_weight = 64.0, 0.0..=1000000.0, Linear, "how many playouts of an option the network's own estimate counts as";
        network_options = 4.0, 2.0..=128.0, Linear, "playouts go to so many options at the most, those that the network holds best";
        network_cut = 0.0, 0.0..=100.0, Linear, "at which of the seat's next choices the network's value ends a playout; 0 plays it to the end";
    }
}

/// The key of strategy files.
const KEY: &str = "network";

/// What was thought of the candidates before the first playout.
#[derive(Clone, Debug)]
pub struct Prior {
    /// By candidate, what it was expected to gain over the first.
    pub gains: [f64; MAX_CARDS],
    /// How many playouts of a candidate that counts as.
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

/// What a search may ask a learned bot, at a decision of the seat that it plays for.
pub trait SearchNetwork<G: Searchable> {
    /// What it was trained to maximise in this game; `None` if its weights are for others.
    fn goal(&self, game: &G) -> Option<Goal>;

    /// How much better it holds each of the options at these places than the others, in the unit of its goal. False where its
    /// weights are for other games.
    fn gains(
        &mut self,
        view: G::View<'_>,
        options: &Options,
        places: &[u8],
        gains: &mut [f64],
    ) -> bool;

    /// What the position is worth to the seat, as [`Goal::value`] counts.
    fn value(&mut self, view: G::View<'_>) -> Option<f64>;
}

/// A network that a search asks, and how far it trusts it.
#[derive(Clone, Debug)]
pub struct Network<G: Searchable> {
    /// The bot whose network it is.
    pub bot: Bot<G>,
    /// How far it is trusted.
    pub trust: Trust,
}

impl<G: Searchable> Network<G> {
    /// The network of the strategy that the key `network` names; `None` if the key is not there.
    ///
    /// # Errors
    /// No such strategy, one without a network, or `value` beside it, which the network says.
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

    /// What its players ask.
    pub fn advisor(&self, seat: Seat) -> Advisor<G> {
        Advisor {
            player: G::player(&self.bot.policy, seat),
            trust: self.trust,
        }
    }
}

/// A network at work in a search.
pub struct Advisor<G: Searchable> {
    player: G::Player,
    trust: Trust,
}

impl<G: Searchable> Advisor<G> {
    /// What it was trained to maximise.
    pub fn goal(&mut self, game: &G) -> Option<Goal> {
        G::learned(&mut self.player)?.goal(game)
    }

    /// Puts the candidates in the order in which the network holds them good, and drops all but the first few. What it expects
    /// each to gain over the first comes into `prior`.
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

    /// At which of the seat's next choices a playout ends; `None` if it goes on to the end of the round.
    pub fn cut(&self) -> Option<u32> {
        Some(self.trust.network_cut as u32).filter(|cut| *cut > 0)
    }

    /// What a position is worth to the seat that has to choose in it.
    pub fn value(&mut self, view: G::View<'_>) -> Option<f64> {
        G::learned(&mut self.player)?.value(view)
    }
}
