//! `net`: a learned bot, a small network with integer arithmetic.
//!
//! | file | holds |
//! |---|---|
//! | `layers` | the arithmetic |
//! | `forward` | the choice of the code that runs it |
//! | `wide`, `avx2`, `avx512` | the arithmetic in wide instructions |
//! | `file` | files of weights |
//!
//! The inputs are the features of the engine ([`Features`]). The outputs are a number for each
//! action, its advantage over the others, and the value of the position.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod file;
mod forward;
mod layers;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use file::{Fit, MAX_FILE, Network, Weights, WeightsError};
pub use layers::{Hidden, Layers, ONE, OrderedObservation, PackedLayers, Rows, WEIGHT_ONE};

use super::params::{Params as _, tunables};
use super::policies::Policy;
use super::register::PolicyInfo;
use super::search::{Goal, SearchNetwork};
use super::{Fault, FaultKind, Player, Reasons};
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::cpu::{Instructions, Work};
use powergrab_engine::game::{Action, Observable as _, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Features, Shedding, View};
use std::sync::{Arc, LazyLock};

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: "net",
    summary: "A learned bot: a small network that knows at a glance.",
    meaning: "Sees what the observation for learners holds, the colours in an order of their own (the colour in force first, then those that it \
holds most of), and takes the option for which its network gives the most. It was trained to choose what wins most whole games \
(scripts/learn). One key of [params] is no parameter: `weights`, the file of weights, by its path from the strategy file, or \
\"built-in:uno-v1\" (as without the key), the weights inside the program. It plays the rulesets and numbers of seats that its weights are for.",
    stochastic: false,
    memory: "none of its own; the public record of this game and round",
    params: &[Softness::TUNABLES],
};

tunables! {
    /// Degree to which it prefers the best option.
    Softness {
        temperature = 0.0, 0.0..=1.0, Linear, "0 takes the best option; above, options are drawn by lot with weights exp(value / temperature)";
    }
}

/// Prefix of the names of built-in weights. Such a name never refers to a file.
const BUILT_IN: &str = "built-in:";

/// The built-in weights, by their name in strategy files.
const UNO_NAME: &str = "built-in:uno-v1";

/// The built-in weights, parsed on first use.
static UNO: LazyLock<Result<Arc<Weights>, WeightsError>> =
    LazyLock::new(|| Weights::read(built_in::bytes()).map(Arc::new));

/// The bytes of the built-in weights.
#[cfg(not(target_family = "wasm"))]
mod built_in {
    pub fn bytes() -> &'static [u8] {
        include_bytes!("../../../strategies/uno-v1.pgnet")
    }
}

/// The bytes of the built-in weights, which a WebAssembly module gets from its page: they are two
/// thirds of it, and a page can keep them compressed.
#[cfg(target_family = "wasm")]
mod built_in {
    use std::sync::OnceLock;

    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();

    pub fn bytes() -> &'static [u8] {
        BYTES.get().map_or(&[], Vec::as_slice)
    }

    /// Provides the weights, before the first bot that needs them. Later calls have no effect.
    pub fn provide_weights(bytes: Vec<u8>) {
        let _ = BYTES.set(bytes);
    }
}

#[cfg(target_family = "wasm")]
pub use built_in::provide_weights;

/// Room for the observation of any ruleset and number of seats, so that games do not allocate.
const MAX_PAGE: usize = 1024;

/// The number one in outputs.
const OUT_ONE: f64 = ONE as f64 * WEIGHT_ONE as f64;

/// The policy.
#[derive(Clone, Debug)]
pub struct Net {
    /// The weights.
    pub weights: Arc<Weights>,
    /// Degree to which it prefers the best option.
    pub softness: Softness,
}

impl Net {
    /// Reads a strategy file's `[params]`, and the weights.
    ///
    /// # Errors
    /// Names the wrong key, or describes the error of the weights.
    pub fn read(params: &Reader<'_>) -> Result<Net, ConfigError> {
        let name = params.string("weights")?.unwrap_or(UNO_NAME);
        let wrong = |problem: String| params.error("weights", format!("{name}: {problem}"));
        let weights = if name == UNO_NAME {
            UNO.clone()
        } else if name.starts_with(BUILT_IN) {
            return Err(wrong(format!("is not inside the program; {UNO_NAME} is")));
        } else {
            let bytes = params.binary(name, MAX_FILE as u64).map_err(&wrong)?;
            Weights::read(&bytes).map(Arc::new)
        };
        Ok(Net {
            weights: weights.map_err(|e| wrong(e.to_string()))?,
            softness: Softness::read(params)?,
        })
    }

    /// Returns the network for a game, if the weights have one, and its input features.
    #[inline(always)]
    fn network<'g>(&self, game: &'g Shedding) -> Option<(&Network, &'g Features)> {
        let features = game.features()?;
        let n = game.tables().n;
        let fits = |network: &&Network| {
            let fit = &network.fit;
            network.deck == features.deck()
                && (fit.seats.0..=fit.seats.1).contains(&n)
                && fit.house == game.tables().house
                && features.n_rows() <= fit.features
                && fit.outputs == features.n_actions() + 1
        };
        let network = self.weights.networks.iter().find(fits)?;
        Some((network, features))
    }

    /// Checks that the weights have a network for a game.
    ///
    /// # Errors
    /// States the purpose of the weights if they have none.
    pub fn check(&self, game: &Shedding) -> Result<(), String> {
        if self.network(game).is_some() {
            return Ok(());
        }
        let fits = self.weights.networks.iter().map(|network| {
            let Fit {
                ruleset,
                seats: (low, high),
                house,
                ..
            } = &network.fit;
            let house = if *house { " under house rules" } else { "" };
            let seats = match low == high {
                true => low.to_string(),
                false => format!("{low} to {high}"),
            };
            format!("{ruleset}{house} at {seats} seats")
        });
        let house = if game.tables().house {
            "under house rules it needs weights that were trained with them"
        } else {
            "it needs weights of its own for this deck and number of seats"
        };
        let fits: Vec<String> = fits.collect();
        Err(format!("{house}; these are for {}", fits.join(", ")))
    }
}

/// Player of the policy, without memory but with space for its sums.
pub struct NetPlayer {
    net: Arc<Net>,
    instructions: Instructions,
    /// Failure of a game that the weights do not cover.
    fault: Option<Fault>,
    page: Vec<u8>,
    hidden: Hidden,
}

impl NetPlayer {
    /// Returns a player of this policy.
    pub fn new(net: Arc<Net>) -> NetPlayer {
        NetPlayer::with(net, Instructions::here())
    }

    /// Returns a player that uses these instructions; its decisions are the same.
    pub fn with(net: Arc<Net>, instructions: Instructions) -> NetPlayer {
        NetPlayer {
            net,
            instructions,
            fault: None,
            page: Vec::with_capacity(MAX_PAGE),
            hidden: Hidden::default(),
        }
    }

    /// Evaluates a view by the network; `None` if the weights are for other games.
    #[inline(always)]
    fn look<'a>(&'a mut self, view: View<'a>) -> Option<Evaluation<'a>> {
        let game = view.game();
        let (network, features) = self.net.network(game)?;
        // Grows once per number of seats.
        self.page.resize(features.n_bytes(), 0);
        game.encode(view, &mut self.page);
        let order = features.order(&self.page);
        let seen = OrderedObservation {
            features,
            observation: &self.page,
            order,
        };
        let layers = &network.layers;
        layers.forward(self.instructions, seen, &mut self.hidden);
        Some(Evaluation {
            network,
            features,
            hidden: &self.hidden,
            order,
        })
    }
}

impl NetPlayer {
    /// Records that the weights are not for this game. The run stops, because its figures would be
    /// those of another bot.
    #[cold]
    fn refuse(&mut self, game: &Shedding) {
        let detail = self.net.check(game).err().unwrap_or_default();
        let fault = Fault::new(FaultKind::Crash, detail);
        self.fault = Some(Fault {
            stops: true,
            ..fault
        });
    }
}

/// A view evaluated by the network.
struct Evaluation<'a> {
    network: &'a Network,
    features: &'a Features,
    hidden: &'a Hidden,
    order: usize,
}

impl Evaluation<'_> {
    /// Returns the output for an action.
    #[inline(always)]
    fn action(&self, place: usize) -> i32 {
        self.output(self.features.action(self.order, place))
    }

    /// Returns the output at an index.
    #[inline(always)]
    fn output(&self, place: usize) -> i32 {
        self.network.layers.output(self.hidden, place)
    }

    /// Returns the value of the position relative to the average, in the unit of the network's
    /// goal.
    #[inline(always)]
    fn value(&self) -> f64 {
        self.in_goal(self.output(self.features.n_actions()))
    }

    /// Converts an output to the unit of the network's goal.
    #[inline(always)]
    fn in_goal(&self, out: i32) -> f64 {
        f64::from(out) / (OUT_ONE * self.network.fit.scale)
    }
}

impl SearchNetwork<Shedding> for NetPlayer {
    fn goal(&self, game: &Shedding) -> Option<Goal> {
        Goal::named(&self.net.network(game)?.0.fit.goal)
    }

    fn gains(
        &mut self,
        view: View<'_>,
        options: &Options,
        places: &[u8],
        gains: &mut [f64],
    ) -> bool {
        let Some(looked) = self.look(view) else {
            return false;
        };
        for (gain, place) in gains.iter_mut().zip(places) {
            let action = options.nth(u32::from(*place));
            *gain = looked.in_goal(looked.action(view.game().index_of(view, action)));
        }
        true
    }

    fn value(&mut self, view: View<'_>) -> Option<f64> {
        let looked = self.look(view)?;
        // The chance of winning is a half at two seats, where it is learnt; points over the others'
        // mean are 0.
        let middle = match looked.network.fit.goal.as_str() {
            "game" => 0.5,
            _ => 0.0,
        };
        Some(middle + looked.value())
    }
}

impl Policy<Shedding> for Arc<Net> {
    type Player = Box<NetPlayer>;
    const INFO: &'static PolicyInfo = &INFO;

    fn read(params: &Reader<'_>) -> Result<Arc<Net>, ConfigError> {
        Net::read(params).map(Arc::new)
    }

    fn player(&self) -> Box<NetPlayer> {
        Box::new(NetPlayer::new(Arc::clone(self)))
    }

    fn values(&self) -> Vec<f64> {
        self.softness.values()
    }

    fn suits(&self, game: &Shedding) -> Result<(), String> {
        self.check(game)
    }

    fn own_weights(&self) -> Option<&str> {
        let is_built_in = |uno: &Arc<Weights>| uno.checksum == self.weights.checksum;
        let built_in = UNO.as_ref().is_ok_and(is_built_in);
        (!built_in).then_some(&self.weights.checksum)
    }
}

/// A decision, as one block of work.
struct Decide<'a> {
    player: &'a mut NetPlayer,
    view: View<'a>,
    options: &'a Options,
    rng: &'a mut Rng,
}

impl Work for Decide<'_> {
    type Output = Action;

    #[inline(always)]
    fn work(self) -> Action {
        let Decide {
            player,
            view,
            options,
            rng,
        } = self;
        let only = options.nth(0);
        let game = view.game();
        let temperature = player.net.softness.temperature;
        let Some(looked) = player.look(view) else {
            player.refuse(game);
            return only;
        };
        let mut best = (i32::MIN, 0);
        game.each_legal(view, options, |place| {
            let value = looked.action(place);
            if value > best.0 {
                best = (value, place);
            }
        });
        if temperature > 0.0 {
            // Gumbel's trick: the maximum of the values with noise occurs with the probability
            // given by its weight.
            let mut drawn = f64::NEG_INFINITY;
            let top = best.0;
            game.each_legal(view, options, |place| {
                let value = looked.in_goal(looked.action(place).wrapping_sub(top)) / temperature;
                let noise = -libm::log(-libm::log(rng.unit().max(f64::MIN_POSITIVE)));
                if value + noise > drawn {
                    drawn = value + noise;
                    best.1 = place;
                }
            });
        }
        game.action_at(view, options, best.1).unwrap_or(only)
    }
}

impl Player<Shedding> for NetPlayer {
    #[inline(never)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        if options.len() == 1 {
            return options.nth(0);
        }
        self.instructions.run(Decide {
            player: self,
            view,
            options,
            rng,
        })
    }

    #[inline(always)]
    fn fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }

    fn explain(&mut self, view: View<'_>, options: &Options) -> Option<Reasons> {
        let game = view.game();
        let looked = self.look(view)?;
        let values = options.iter().map(|action| {
            let place = game.index_of(view, action);
            looked.in_goal(looked.action(place))
        });
        let values: Vec<f64> = values.collect();
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let mut reasons = Reasons::new(&["over the options' mean"]);
        for value in values {
            reasons.add(&[value - mean]);
        }
        let value = looked.value();
        reasons.note(match looked.network.fit.goal.as_str() {
            "game" => format!(
                "chance to win the game: {:.0} %",
                100.0 * (0.5 + value).clamp(0.0, 1.0)
            ),
            "points" => format!(
                "points of the round over the others' mean: {:.0}",
                100.0 * value
            ),
            goal => format!("value ({goal}): {value:.2}"),
        });
        Some(reasons)
    }
}
