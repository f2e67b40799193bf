//! What the register of a game holds: policies, programs, strategy files that are compiled in.

use super::params::Tunable;
use super::{BotCatalog, BotGame};
use powergrab_engine::config::{ConfigError, Reader};

/// What a policy is, for people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyInfo {
    /// The name in strategy files.
    pub name: &'static str,
    /// One sentence for lists.
    pub summary: &'static str,
    /// How it decides, question by question.
    pub meaning: &'static str,
    /// Whether it draws random numbers when its parameters have their defaults.
    pub stochastic: bool,
    /// What it remembers, and for how long.
    pub memory: &'static str,
    /// Its parameters, in groups.
    pub params: &'static [&'static [Tunable]],
}

impl PolicyInfo {
    /// All parameters, in the order of [`BotGame::values`].
    pub fn tunables(&self) -> impl Iterator<Item = &'static Tunable> + use<> {
        self.params.iter().copied().flatten()
    }
}

/// A policy in the register: what it is, and how it is made from a strategy file's `[params]`.
pub struct Registered<G: BotGame> {
    /// What it is.
    pub info: &'static PolicyInfo,
    /// Its constructor. It asks the reader for all it knows; what is left over is refused by the caller. The catalog has the bots that its
    /// parameters may name.
    pub make: fn(&Reader<'_>, &BotCatalog) -> Result<G::Policy, ConfigError>,
}

impl<G: BotGame> Clone for Registered<G> {
    fn clone(&self) -> Registered<G> {
        *self
    }
}

impl<G: BotGame> Copy for Registered<G> {}

/// One key of a program's strategy file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramKey {
    /// The key, at the top of the file.
    pub name: &'static str,
    /// What may stand there.
    pub values: &'static str,
    /// What it means, one sentence without a full stop.
    pub meaning: &'static str,
}

/// A policy whose bots are programs: instead of tunable `[params]` it has keys of its own at the top of the file.
pub struct Program<G: BotGame> {
    /// What it is.
    pub info: &'static PolicyInfo,
    /// Its keys.
    pub keys: &'static [ProgramKey],
    /// Its constructor; the reader is that of the file's top table. It asks for all its keys; what is left over is
    /// refused by the caller.
    pub make: fn(&Reader<'_>) -> Result<G::Policy, ConfigError>,
}

/// A strategy file that is compiled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// The bot's name: the file's without `.toml`.
    pub name: &'static str,
    /// The file's text.
    pub text: &'static str,
}
