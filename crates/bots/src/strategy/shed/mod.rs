//! The register of the shedding games. A new policy is added here, with one line.
//!
//! | file | holds |
//! |---|---|
//! | `heuristic` | the detailed policy, a directory |
//! | `vocabulary`, `circumstances` | the words of `rules` for these games |
//! | `masks` | common functions: the best card, the strongest colour, habits |
//! | the others | a policy each |

pub mod circumstances;
pub mod masks;
pub mod vocabulary;

pub use masks::Habits;

use super::policies::{Policy, built_in, maker, policies};
#[cfg(feature = "process")]
use super::process;
#[cfg(feature = "modules")]
use super::wasm;
use super::{
    AnyPolicy, BotCatalog, BotGame, BuiltIn, Checked, Fault, FirstLegal, Net, Player, Program,
    Reasons, Registered, SeatVisitor, SharedPlayer, Strategy, Vocabulary, monte_carlo, rules,
};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Event, Shedding, View};
use std::sync::Arc;

policies! {
    Shedding, "the shedding games", standard ["balanced", "greedy"], words vocabulary::WORDS,
    cards "card-power-grab-2", "card-power-grab-4", "card-classic", "card-green-lantern"; plain Random(Random);
    /// Policies for the shedding games. [`Strategy`] has an example.
    ShedPolicy,
    /// Players of the shedding policies.
    ShedPlayer {
        Random(Random) in random as "random";
        FirstLegal(FirstLegal) as "first-legal";
        Greedy(Greedy) in greedy: "greedy";
        Heuristic(Arc<Heuristic>) in heuristic: "balanced", "hoarder", "bluffer", "sheriff", "colour-counter", "miser", "dumper",
            "punisher", "denier", "ambusher", "paranoid", "saint", "forgetful", "tipsy", "champion-2", "champion-4";
        Net(Arc<Net>): "net";
    }
}
