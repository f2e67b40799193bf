//! The register of Grid. A new policy is added here, with one line.
//!
//! | file | holds |
//! |---|---|
//! | `random`, `greedy`, `heuristic` | one policy each |
//! | `vocabulary`, `circumstances` | the words of `rules` for Grid |
//! | `features` | features of a position: lines, a hand's payment for them, the likely cards of the others |

pub mod circumstances;
pub mod features;
pub mod vocabulary;

use super::policies::{Policy, built_in, maker, policies};
#[cfg(feature = "process")]
use super::process;
#[cfg(feature = "modules")]
use super::wasm;
use super::{
    AnyPolicy, BotCatalog, BotGame, BuiltIn, Checked, Fault, FirstLegal, Player, PolicyInfo,
    Program, Reasons, Registered, SeatVisitor, SharedPlayer, Strategy, Vocabulary, monte_carlo,
    rules,
};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::grid::{Event, Grid, View};
use powergrab_engine::rng::Rng;
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

impl Policy<Grid> for FirstLegal {
    type Player = FirstLegal;
    const INFO: &'static PolicyInfo = &FIRST_LEGAL;

    fn read(_: &Reader<'_>) -> Result<FirstLegal, ConfigError> {
        Ok(FirstLegal)
    }

    fn player(&self) -> FirstLegal {
        *self
    }
}

policies! {
    Grid, "Grid", standard ["grid-heuristic", "grid-greedy"], words vocabulary::WORDS, cards "card-grid"; plain Random(GridRandom);
    /// Policies for Grid.
    GridPolicy,
    /// Players of the Grid policies.
    GridPlayer {
        Random(GridRandom) in random as "random";
        FirstLegal(FirstLegal) as "first-legal";
        Greedy(GridGreedy) in greedy: "grid-greedy";
        Heuristic(GridHeuristic) in heuristic: "grid-heuristic", "grid-champion";
    }
}
