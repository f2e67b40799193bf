//! The register of Grid. A new policy signs here: a variant in each of the two enums, one line in each of the tables.
//!
//! | file | holds |
//! |---|---|
//! | `random`, `greedy`, `heuristic` | one policy each |
//! | `features` | what a policy makes of a position: lines, what a hand pays for them, what others may hold |

mod features;
mod greedy;
mod heuristic;
mod random;

pub use greedy::GridGreedy;
pub use heuristic::{GridHeuristic, Weights};
pub use random::GridRandom;

use super::params::Params as _;
#[cfg(feature = "process")]
use super::process;
#[cfg(feature = "modules")]
use super::wasm;
use super::{
    Added, AddedTo, BotGame, BuiltIn, Checked, Fault, FirstLegal, Ismcts, MonteCarlo, Player,
    PolicyInfo, Program, Registered, Seated, Strategy, ismcts, monte_carlo,
};
use crate::cards::{MAX_SEATS, Seat};
use crate::config::{ConfigError, Reader};
use crate::game::{Action, Options};
use crate::grid::{Event, Grid, View};
use crate::rng::Rng;
use std::sync::Arc;

const FIRST_LEGAL: PolicyInfo = PolicyInfo {
    name: "first-legal",
    summary: "Takes the first option in the fixed order, whatever it is.",
    meaning: "Takes the first card that can be placed, turned with or laid, in the order of the deck (red, yellow, green, blue, wild; \
numbers before actions), else the first line that it can score; the first position from the top left, the first line; \
pays with numbers where it has them, then with Wilds, then with Wild Draw Fours.",
    stochastic: false,
    memory: "none",
    params: &[],
};

/// The policies for Grid.
#[derive(Clone, Debug)]
pub enum GridPolicy {
    /// `random`
    Random(GridRandom),
    /// `first-legal`
    FirstLegal(FirstLegal),
    /// `grid-greedy`
    Greedy(GridGreedy),
    /// `grid-heuristic`
    Heuristic(GridHeuristic),
    /// A bot from outside the register.
    External(Arc<dyn Strategy<Grid>>),
}

/// A policy for Grid at work.
pub enum GridPlayer {
    /// `random`
    Random(GridRandom),
    /// `first-legal`
    FirstLegal(FirstLegal),
    /// `grid-greedy`
    Greedy(GridGreedy),
    /// `grid-heuristic`
    Heuristic(GridHeuristic),
    /// A bot from outside the register.
    External(Box<Checked<Grid>>),
}

impl Player<Grid> for GridPlayer {
    fn new_game(&mut self) {
        if let GridPlayer::External(player) = self {
            player.new_game();
        }
    }

    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match self {
            GridPlayer::Random(p) => p.decide(view, options, rng),
            GridPlayer::FirstLegal(p) => Player::<Grid>::decide(p, view, options, rng),
            GridPlayer::Greedy(p) => p.decide(view, options, rng),
            GridPlayer::Heuristic(p) => p.decide(view, options, rng),
            GridPlayer::External(p) => p.decide(view, options, rng),
        }
    }

    #[inline(always)]
    fn listens(&self) -> bool {
        matches!(self, GridPlayer::External(p) if p.listens())
    }

    fn begin(&mut self, game: &Grid, seed: u64) {
        if let GridPlayer::External(player) = self {
            player.begin(game, seed);
        }
    }

    fn hear(&mut self, view: View<'_>, event: &Event) {
        if let GridPlayer::External(player) = self {
            player.hear(view, event);
        }
    }

    #[inline(always)]
    fn fault(&mut self) -> Option<Fault> {
        match self {
            GridPlayer::External(player) => player.fault(),
            _ => None,
        }
    }
}

impl GridPolicy {
    /// The policy of a bot from a crate of one's own.
    pub fn external(strategy: impl Strategy<Grid> + 'static) -> GridPolicy {
        GridPolicy::External(Arc::new(strategy))
    }
}

// Functions and not closures: a closure would be compiled anew, with all that it makes, in every crate that sees the register.

fn make_monte_carlo(params: &Reader<'_>) -> Result<GridPolicy, ConfigError> {
    Ok(GridPolicy::external(MonteCarlo::<Grid>::read(params)?))
}

fn make_ismcts(params: &Reader<'_>) -> Result<GridPolicy, ConfigError> {
    Ok(GridPolicy::external(Ismcts::<Grid>::read(params)?))
}

#[cfg(feature = "process")]
fn make_process(keys: &Reader<'_>) -> Result<GridPolicy, ConfigError> {
    Ok(GridPolicy::external(process::Process::read(keys)?))
}

#[cfg(feature = "modules")]
fn make_module(keys: &Reader<'_>) -> Result<GridPolicy, ConfigError> {
    Ok(GridPolicy::external(wasm::Wasm::read(keys)?))
}

impl BotGame for Grid {
    type Policy = GridPolicy;
    type Player = GridPlayer;

    const GAME: &'static str = "Grid";

    const POLICIES: &'static [Registered<Grid>] = &[
        Registered {
            info: &random::INFO,
            make: |_| Ok(GridPolicy::Random(GridRandom)),
        },
        Registered {
            info: &FIRST_LEGAL,
            make: |_| Ok(GridPolicy::FirstLegal(FirstLegal)),
        },
        Registered {
            info: &greedy::INFO,
            make: |_| Ok(GridPolicy::Greedy(GridGreedy)),
        },
        Registered {
            info: &heuristic::INFO,
            make: |p| {
                let weights = Weights::read(p)?;
                Ok(GridPolicy::Heuristic(GridHeuristic { weights }))
            },
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

    const PROGRAMS: &'static [Program<Grid>] = &[
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
            text: include_str!("../../../strategies/random.toml"),
        },
        BuiltIn {
            name: "first-legal",
            text: include_str!("../../../strategies/first-legal.toml"),
        },
        BuiltIn {
            name: "grid-greedy",
            text: include_str!("../../../strategies/grid-greedy.toml"),
        },
        BuiltIn {
            name: "grid-heuristic",
            text: include_str!("../../../strategies/grid-heuristic.toml"),
        },
        BuiltIn {
            name: "grid-champion",
            text: include_str!("../../../strategies/grid-champion.toml"),
        },
        BuiltIn {
            name: "monte-carlo",
            text: include_str!("../../../strategies/monte-carlo.toml"),
        },
        BuiltIn {
            name: "ismcts",
            text: include_str!("../../../strategies/ismcts.toml"),
        },
    ];

    fn player(policy: &GridPolicy, seat: Seat) -> GridPlayer {
        match policy {
            GridPolicy::Random(p) => GridPlayer::Random(*p),
            GridPolicy::FirstLegal(p) => GridPlayer::FirstLegal(*p),
            GridPolicy::Greedy(p) => GridPlayer::Greedy(*p),
            GridPolicy::Heuristic(p) => GridPlayer::Heuristic(*p),
            GridPolicy::External(strategy) => {
                GridPlayer::External(Box::new(Checked::new(strategy.player(seat))))
            }
        }
    }

    fn boxed_player(policy: &GridPolicy, seat: Seat) -> Box<dyn Player<Grid> + Send> {
        Box::new(Grid::player(policy, seat))
    }

    #[inline(always)]
    fn plain<S: Seated<Grid>>(policies: &[&GridPolicy], table: S) -> Result<(), S> {
        if policies.iter().all(|p| matches!(p, GridPolicy::Random(_))) {
            table.with(&mut [GridRandom; MAX_SEATS][..policies.len()]);
            Ok(())
        } else {
            Err(table)
        }
    }

    fn added(added: &Added) -> &AddedTo<Grid> {
        &added.grid
    }

    fn policy_name(policy: &GridPolicy) -> &'static str {
        match policy {
            GridPolicy::Random(_) => random::INFO.name,
            GridPolicy::FirstLegal(_) => FIRST_LEGAL.name,
            GridPolicy::Greedy(_) => greedy::INFO.name,
            GridPolicy::Heuristic(_) => heuristic::INFO.name,
            GridPolicy::External(strategy) => strategy.policy(),
        }
    }

    fn values(policy: &GridPolicy) -> Vec<f64> {
        match policy {
            GridPolicy::Heuristic(p) => p.weights.values(),
            GridPolicy::External(p) => p.values(),
            _ => vec![],
        }
    }

    fn external(policy: &GridPolicy) -> Option<&dyn Strategy<Grid>> {
        match policy {
            GridPolicy::External(strategy) => Some(&**strategy),
            _ => None,
        }
    }
}
