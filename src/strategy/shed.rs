//! The register of the shedding games. A new policy signs here: a variant in each of the two enums, one line in
//! each of the tables.

use super::params::Params as _;
use super::{
    Bluffer, Bluffing, BotGame, BuiltIn, FirstLegal, Greedy, Habits, Heuristic, Hoarder, Player, Random,
    Registered, Seated, Sheriff, Strategy, Suspicion, bluffer, first_legal, greedy, heuristic, hoarder,
    random, sheriff,
};
use crate::cards::{MAX_SEATS, Seat};
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::{Shedding, View};
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
    /// `hoarder`
    Hoarder(Hoarder),
    /// `bluffer`
    Bluffer(Bluffer),
    /// `sheriff`
    Sheriff(Sheriff),
    /// `heuristic`
    Heuristic(Heuristic),
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
    /// `hoarder`
    Hoarder(Hoarder),
    /// `bluffer`
    Bluffer(Bluffer),
    /// `sheriff`
    Sheriff(Sheriff),
    /// `heuristic`
    Heuristic(Heuristic),
    /// A bot from outside the register.
    External(Box<dyn Player<Shedding> + Send>),
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
            ShedPlayer::Hoarder(p) => p.decide(view, options, rng),
            ShedPlayer::Bluffer(p) => p.decide(view, options, rng),
            ShedPlayer::Sheriff(p) => p.decide(view, options, rng),
            ShedPlayer::Heuristic(p) => p.decide(view, options, rng),
            ShedPlayer::External(p) => p.decide(view, options, rng),
        }
    }
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
            info: &hoarder::INFO,
            make: |p| {
                let habits = Habits::read(p)?;
                Ok(ShedPolicy::Hoarder(Hoarder { habits }))
            },
        },
        Registered {
            info: &bluffer::INFO,
            make: |p| {
                let (bluffing, habits) = (Bluffing::read(p)?, Habits::read(p)?);
                Ok(ShedPolicy::Bluffer(Bluffer { bluffing, habits }))
            },
        },
        Registered {
            info: &sheriff::INFO,
            make: |p| {
                let (suspicion, habits) = (Suspicion::read(p)?, Habits::read(p)?);
                Ok(ShedPolicy::Sheriff(Sheriff { suspicion, habits }))
            },
        },
        Registered {
            info: &heuristic::INFO,
            make: |p| Ok(ShedPolicy::Heuristic(Heuristic::read(p)?)),
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
            name: "balanced",
            text: include_str!("../../strategies/balanced.toml"),
        },
    ];

    fn player(policy: &ShedPolicy, seat: Seat) -> ShedPlayer {
        match policy {
            ShedPolicy::Random(p) => ShedPlayer::Random(*p),
            ShedPolicy::FirstLegal(p) => ShedPlayer::FirstLegal(*p),
            ShedPolicy::Greedy(p) => ShedPlayer::Greedy(*p),
            ShedPolicy::Hoarder(p) => ShedPlayer::Hoarder(*p),
            ShedPolicy::Bluffer(p) => ShedPlayer::Bluffer(*p),
            ShedPolicy::Sheriff(p) => ShedPlayer::Sheriff(*p),
            ShedPolicy::Heuristic(p) => ShedPlayer::Heuristic(*p),
            ShedPolicy::External(strategy) => ShedPlayer::External(strategy.player(seat)),
        }
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

    fn policy_name(policy: &ShedPolicy) -> &'static str {
        match policy {
            ShedPolicy::Random(_) => random::INFO.name,
            ShedPolicy::FirstLegal(_) => first_legal::INFO.name,
            ShedPolicy::Greedy(_) => greedy::INFO.name,
            ShedPolicy::Hoarder(_) => hoarder::INFO.name,
            ShedPolicy::Bluffer(_) => bluffer::INFO.name,
            ShedPolicy::Sheriff(_) => sheriff::INFO.name,
            ShedPolicy::Heuristic(_) => heuristic::INFO.name,
            ShedPolicy::External(_) => "external",
        }
    }

    fn values(policy: &ShedPolicy) -> Vec<f64> {
        match policy {
            ShedPolicy::Random(_) | ShedPolicy::FirstLegal(_) | ShedPolicy::External(_) => vec![],
            ShedPolicy::Greedy(p) => p.habits.values(),
            ShedPolicy::Hoarder(p) => p.habits.values(),
            ShedPolicy::Bluffer(p) => [p.bluffing.values(), p.habits.values()].concat(),
            ShedPolicy::Sheriff(p) => [p.suspicion.values(), p.habits.values()].concat(),
            ShedPolicy::Heuristic(p) => p.values(),
        }
    }

    fn describe_external(policy: &ShedPolicy) -> Option<serde_json::Value> {
        match policy {
            ShedPolicy::External(strategy) => Some(strategy.describe()),
            _ => None,
        }
    }
}
