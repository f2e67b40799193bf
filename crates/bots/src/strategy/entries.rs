//! Entries of a game's register: policies, programs, built-in strategy files.

use super::params::Tunable;
use super::{BotCatalog, BotGame};
use powergrab_engine::config::{ConfigError, Reader};

/// Description of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyInfo {
    /// Name in strategy files.
    pub name: &'static str,
    /// One sentence for lists.
    pub summary: &'static str,
    /// Its decisions, question by question.
    pub meaning: &'static str,
    /// `true` if it draws random numbers with default parameters.
    pub stochastic: bool,
    /// Its memory, and the duration of that.
    pub memory: &'static str,
    /// Parameters, in groups.
    pub params: &'static [&'static [Tunable]],
}

impl PolicyInfo {
    /// Returns all parameters, in the order of [`BotGame::values`].
    pub fn tunables(&self) -> impl Iterator<Item = &'static Tunable> + use<> {
        self.params.iter().copied().flatten()
    }
}

/// A policy in the register: its description, and its constructor from a strategy file's
/// `[params]`.
pub struct Registered<G: BotGame> {
    /// Description.
    pub info: &'static PolicyInfo,
    /// Constructor. It asks the reader for all keys that it knows; the caller refuses the others.
    /// The catalogue contains the bots that its parameters may name.
    pub make: fn(&Reader<'_>, &BotCatalog) -> Result<G::Policy, ConfigError>,
}

impl<G: BotGame> Clone for Registered<G> {
    fn clone(&self) -> Registered<G> {
        *self
    }
}

impl<G: BotGame> Copy for Registered<G> {}

/// A key of a program's strategy file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramKey {
    /// The key, at the top of the file.
    pub name: &'static str,
    /// Allowed values.
    pub values: &'static str,
    /// Meaning, one sentence without a full stop.
    pub meaning: &'static str,
}

/// A policy whose bots are programs: instead of tunable `[params]` it has keys of its own at the
/// top of the file.
pub struct Program<G: BotGame> {
    /// Description.
    pub info: &'static PolicyInfo,
    /// Keys.
    pub keys: &'static [ProgramKey],
    /// Constructor; the reader is that of the file's top table. It asks for all its keys; the
    /// caller refuses the others.
    pub make: fn(&Reader<'_>) -> Result<G::Policy, ConfigError>,
}

/// A built-in bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Name: that of its strategy file without `.toml`, or of its policy.
    pub name: &'static str,
    /// Text of the file; without one, the bot is the policy of its name with the defaults.
    pub text: Option<&'static str>,
}
