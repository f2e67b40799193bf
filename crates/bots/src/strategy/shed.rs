//! The register of the shedding games. A new policy signs here: a variant in each of the two enums, one line in
//! each of the tables.

use super::params::Params as _;
#[cfg(feature = "process")]
use super::process;
#[cfg(feature = "modules")]
use super::wasm;
use super::{
    Added, AddedTo, BotGame, BuiltIn, Checked, Fault, FirstLegal, Greedy, Habits, Heuristic,
    Ismcts, MonteCarlo, Net, NetPlayer, Player, Program, Random, Reasons, Registered, Seated,
    Strategy, first_legal, greedy, heuristic, ismcts, monte_carlo, net, random,
};
use crate::cards::{MAX_SEATS, Seat};
use crate::config::{ConfigError, Reader};
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::{Event, Shedding, View};
use std::sync::Arc;

/// The policies for the shedding games.
#[derive(Clone, Debug)]
pub enum ShedPolicy {
    /// `random`
    Random(Random),
    /// `first-legal`
    FirstLegal(FirstLegal),
    /// `greedy`
    Greedy(Greedy),
    /// `heuristic`
    Heuristic(Arc<Heuristic>),
    /// `net`
    Net(Arc<Net>),
    /// A bot from outside the register.
    External(Arc<dyn Strategy<Shedding>>),
}

/// A policy for the shedding games at work.
pub enum ShedPlayer {
    /// `random`
    Random(Random),
    /// `first-legal`
    FirstLegal(FirstLegal),
    /// `greedy`
    Greedy(Greedy),
    /// `heuristic`
    Heuristic(Arc<Heuristic>),
    /// `net`
    Net(Box<NetPlayer>),
    /// A bot from outside the register.
    External(Box<Checked<Shedding>>),
}

impl Player<Shedding> for ShedPlayer {
    fn new_game(&mut self) {
        if let ShedPlayer::External(player) = self {
            player.new_game();
        }
    }

    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match self {
            ShedPlayer::Random(p) => p.decide(view, options, rng),
            ShedPlayer::FirstLegal(p) => Player::<Shedding>::decide(p, view, options, rng),
            ShedPlayer::Greedy(p) => p.decide(view, options, rng),
            ShedPlayer::Heuristic(p) => p.choose(view, options, rng),
            ShedPlayer::Net(p) => p.decide(view, options, rng),
            ShedPlayer::External(p) => p.decide(view, options, rng),
        }
    }

    #[inline(always)]
    fn listens(&self) -> bool {
        matches!(self, ShedPlayer::External(p) if p.listens())
    }

    fn begin(&mut self, game: &Shedding, seed: u64) {
        if let ShedPlayer::External(player) = self {
            player.begin(game, seed);
        }
    }

    fn hear(&mut self, view: View<'_>, event: &Event) {
        if let ShedPlayer::External(player) = self {
            player.hear(view, event);
        }
    }

    #[inline(always)]
    fn fault(&mut self) -> Option<Fault> {
        match self {
            ShedPlayer::External(player) => player.fault(),
            ShedPlayer::Net(player) => player.fault(),
            _ => None,
        }
    }

    fn explain(&mut self, view: View<'_>, options: &Options) -> Option<Reasons> {
        match self {
            ShedPlayer::Greedy(p) => p.explain(view, options),
            ShedPlayer::Heuristic(p) => Some(p.explain(view, options)),
            ShedPlayer::Net(p) => p.explain(view, options),
            ShedPlayer::External(p) => p.explain(view, options),
            _ => None,
        }
    }
}

impl ShedPolicy {
    /// The policy of a bot from a crate of one's own.
    pub fn external(strategy: impl Strategy<Shedding> + 'static) -> ShedPolicy {
        ShedPolicy::External(Arc::new(strategy))
    }
}

// Functions and not closures: a closure would be compiled anew, with all that it makes, in every crate that sees the register.

fn make_monte_carlo(params: &Reader<'_>) -> Result<ShedPolicy, ConfigError> {
    Ok(ShedPolicy::external(MonteCarlo::<Shedding>::read(params)?))
}

fn make_ismcts(params: &Reader<'_>) -> Result<ShedPolicy, ConfigError> {
    Ok(ShedPolicy::external(Ismcts::<Shedding>::read(params)?))
}

#[cfg(feature = "process")]
fn make_process(keys: &Reader<'_>) -> Result<ShedPolicy, ConfigError> {
    Ok(ShedPolicy::external(process::Process::read(keys)?))
}

#[cfg(feature = "modules")]
fn make_module(keys: &Reader<'_>) -> Result<ShedPolicy, ConfigError> {
    Ok(ShedPolicy::external(wasm::Wasm::read(keys)?))
}

impl BotGame for Shedding {
    type Policy = ShedPolicy;
    type Player = ShedPlayer;

    const GAME: &'static str = "the shedding games";

    const POLICIES: &'static [Registered<Shedding>] = &[
        Registered {
            info: &random::INFO,
            make: |_| Ok(ShedPolicy::Random(Random)),
        },
        Registered {
            info: &first_legal::INFO,
            make: |_| Ok(ShedPolicy::FirstLegal(FirstLegal)),
        },
        Registered {
            info: &greedy::INFO,
            make: |p| {
                let habits = Habits::read(p)?;
                Ok(ShedPolicy::Greedy(Greedy { habits }))
            },
        },
        Registered {
            info: &heuristic::INFO,
            make: |p| Ok(ShedPolicy::Heuristic(Arc::new(Heuristic::read(p)?))),
        },
        Registered {
            info: &net::INFO,
            make: |p| Ok(ShedPolicy::Net(Arc::new(Net::read(p)?))),
        },
        Registered {
            info: &monte_carlo::INFO,
            make: make_monte_carlo,
        },
        Registered {
            info: &ismcts::INFO,
            make: make_ismcts,
        },
    ];

    const PROGRAMS: &'static [Program<Shedding>] = &[
        #[cfg(feature = "process")]
        Program {
            info: &process::INFO,
            keys: process::KEYS,
            make: make_process,
        },
        #[cfg(feature = "modules")]
        Program {
            info: &wasm::INFO,
            keys: wasm::KEYS,
            make: make_module,
        },
    ];

    const STRATEGIES: &'static [BuiltIn] = &[
        BuiltIn {
            name: "random",
            text: include_str!("../../strategies/random.toml"),
        },
        BuiltIn {
            name: "first-legal",
            text: include_str!("../../strategies/first-legal.toml"),
        },
        BuiltIn {
            name: "greedy",
            text: include_str!("../../strategies/greedy.toml"),
        },
        BuiltIn {
            name: "balanced",
            text: include_str!("../../strategies/balanced.toml"),
        },
        BuiltIn {
            name: "hoarder",
            text: include_str!("../../strategies/hoarder.toml"),
        },
        BuiltIn {
            name: "bluffer",
            text: include_str!("../../strategies/bluffer.toml"),
        },
        BuiltIn {
            name: "sheriff",
            text: include_str!("../../strategies/sheriff.toml"),
        },
        BuiltIn {
            name: "colour-counter",
            text: include_str!("../../strategies/colour-counter.toml"),
        },
        BuiltIn {
            name: "miser",
            text: include_str!("../../strategies/miser.toml"),
        },
        BuiltIn {
            name: "dumper",
            text: include_str!("../../strategies/dumper.toml"),
        },
        BuiltIn {
            name: "punisher",
            text: include_str!("../../strategies/punisher.toml"),
        },
        BuiltIn {
            name: "denier",
            text: include_str!("../../strategies/denier.toml"),
        },
        BuiltIn {
            name: "ambusher",
            text: include_str!("../../strategies/ambusher.toml"),
        },
        BuiltIn {
            name: "paranoid",
            text: include_str!("../../strategies/paranoid.toml"),
        },
        BuiltIn {
            name: "saint",
            text: include_str!("../../strategies/saint.toml"),
        },
        BuiltIn {
            name: "forgetful",
            text: include_str!("../../strategies/forgetful.toml"),
        },
        BuiltIn {
            name: "tipsy",
            text: include_str!("../../strategies/tipsy.toml"),
        },
        BuiltIn {
            name: "champion-2",
            text: include_str!("../../strategies/champion-2.toml"),
        },
        BuiltIn {
            name: "champion-4",
            text: include_str!("../../strategies/champion-4.toml"),
        },
        BuiltIn {
            name: "net",
            text: include_str!("../../strategies/net.toml"),
        },
        BuiltIn {
            name: "monte-carlo",
            text: include_str!("../../strategies/monte-carlo.toml"),
        },
        BuiltIn {
            name: "ismcts",
            text: include_str!("../../strategies/ismcts.toml"),
        },
    ];

    fn player(policy: &ShedPolicy, seat: Seat) -> ShedPlayer {
        match policy {
            ShedPolicy::Random(p) => ShedPlayer::Random(*p),
            ShedPolicy::FirstLegal(p) => ShedPlayer::FirstLegal(*p),
            ShedPolicy::Greedy(p) => ShedPlayer::Greedy(*p),
            ShedPolicy::Heuristic(p) => ShedPlayer::Heuristic(p.clone()),
            ShedPolicy::Net(p) => ShedPlayer::Net(Box::new(NetPlayer::new(p.clone()))),
            ShedPolicy::External(strategy) => {
                ShedPlayer::External(Box::new(Checked::new(strategy.player(seat))))
            }
        }
    }

    fn boxed_player(policy: &ShedPolicy, seat: Seat) -> Box<dyn Player<Shedding> + Send> {
        Box::new(Shedding::player(policy, seat))
    }

    #[inline(always)]
    fn plain<S: Seated<Shedding>>(policies: &[&ShedPolicy], table: S) -> Result<(), S> {
        if policies.iter().all(|p| matches!(p, ShedPolicy::Random(_))) {
            table.with(&mut [Random; MAX_SEATS][..policies.len()]);
            Ok(())
        } else {
            Err(table)
        }
    }

    fn added(added: &Added) -> &AddedTo<Shedding> {
        &added.shedding
    }

    fn policy_name(policy: &ShedPolicy) -> &'static str {
        match policy {
            ShedPolicy::Random(_) => random::INFO.name,
            ShedPolicy::FirstLegal(_) => first_legal::INFO.name,
            ShedPolicy::Greedy(_) => greedy::INFO.name,
            ShedPolicy::Heuristic(_) => heuristic::INFO.name,
            ShedPolicy::Net(_) => net::INFO.name,
            ShedPolicy::External(strategy) => strategy.policy(),
        }
    }

    fn values(policy: &ShedPolicy) -> Vec<f64> {
        match policy {
            ShedPolicy::Random(_) | ShedPolicy::FirstLegal(_) => vec![],
            ShedPolicy::External(p) => p.values(),
            ShedPolicy::Greedy(p) => p.habits.values(),
            ShedPolicy::Heuristic(p) => p.values(),
            ShedPolicy::Net(p) => p.softness.values(),
        }
    }

    fn suits(policy: &ShedPolicy, game: &Shedding) -> Result<(), String> {
        match policy {
            ShedPolicy::Net(p) => p.check(game),
            ShedPolicy::External(p) => p.suits(game),
            _ => Ok(()),
        }
    }

    fn external(policy: &ShedPolicy) -> Option<&dyn Strategy<Shedding>> {
        match policy {
            ShedPolicy::External(strategy) => Some(&**strategy),
            _ => None,
        }
    }
}
