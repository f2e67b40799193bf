//! The register of the shedding games. A new policy signs here, with one line.

use super::policies::{Policy, maker, policies};
#[cfg(feature = "process")]
use super::process;
#[cfg(feature = "modules")]
use super::wasm;
use super::{
    Added, AddedTo, BotGame, BuiltIn, Checked, Fault, FirstLegal, Greedy, Heuristic, Net, Player,
    Program, Random, Reasons, Registered, Seated, Strategy, ismcts, monte_carlo,
};
use crate::cards::{MAX_SEATS, Seat};
use crate::config::{ConfigError, Reader};
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::{Event, Shedding, View};
use std::sync::Arc;

policies! {
    Shedding, "the shedding games", shedding, plain Random(Random);
    /// The policies for the shedding games. [`Strategy`](crate::strategy::Strategy) has an example.
    ShedPolicy,
    /// A policy for the shedding games at work.
    ShedPlayer {
        Random(Random),
        FirstLegal(FirstLegal),
        Greedy(Greedy),
        Heuristic(Arc<Heuristic>),
        Net(Arc<Net>),
    }
    strategies {
        "random",
        "first-legal",
        "greedy",
        "balanced",
        "hoarder",
        "bluffer",
        "sheriff",
        "colour-counter",
        "miser",
        "dumper",
        "punisher",
        "denier",
        "ambusher",
        "paranoid",
        "saint",
        "forgetful",
        "tipsy",
        "champion-2",
        "champion-4",
        "net",
        "monte-carlo",
        "ismcts",
    }
}
