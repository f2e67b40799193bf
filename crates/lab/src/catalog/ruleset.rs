//! Rules as data, of any game.

use powergrab_bots::strategy::BotGame;
use powergrab_engine::cards::Deck;
use powergrab_engine::config::{ConfigError, Reader};
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;
use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

/// One option of a ruleset, as shown to people.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionRow {
    /// Key in a ruleset file.
    pub key: &'static str,
    /// The rule that defines it.
    pub rule: &'static str,
    /// Its meaning, in one sentence.
    pub meaning: &'static str,
    /// The allowed values in words.
    pub values: String,
    /// The value in force; `None` if it is stated with the deck.
    pub value: Option<Value>,
    /// The official value.
    pub official: Option<Value>,
}

/// The rules of one game as data.
pub trait RuleData: Any + Debug + Send + Sync {
    /// The game.
    type Game: BotGame
    where
        Self: Sized;

    /// Returns the word for the game in shards and manifests.
    fn word() -> &'static str
    where
        Self: Sized;

    /// Returns the official rulesets of the game, which a ruleset file names as its `base`.
    fn official_names() -> Vec<&'static str>
    where
        Self: Sized;

    /// Returns the named variants, each with the text of its file.
    fn named_variants() -> &'static [(&'static str, &'static str)]
    where
        Self: Sized,
    {
        &[]
    }

    /// Returns the built-in ruleset of that name, if there is one.
    fn builtin(name: &str) -> Option<Self>
    where
        Self: Sized;

    /// Reads a ruleset file. Besides the options it may have the keys `base` and `name`; without
    /// `name`, it is named `default_name`. Without either (sweeps), rules that differ from the base
    /// get a name that this function makes, such as `my-game-cards-3`, so that a variant never
    /// passes for the official game. [`Reader::finish`] refuses other keys.
    ///
    /// # Errors
    /// Fails if a key or value is wrong, or if no number of players could play by it.
    fn from_table(reader: &Reader<'_>, default_name: Option<&str>) -> Result<Self, ConfigError>
    where
        Self: Sized;

    /// Reads the output of [`RuleData::to_json`], or a trace's `rules`, which start from `base`.
    /// `file` is the name of the place in messages. By default, it is read like a ruleset file. A
    /// game with several official rulesets must examine `base`.
    ///
    /// # Errors
    /// Fails if a key or value is wrong.
    fn from_json(file: &str, base: Option<&str>, json: &Value) -> Result<Self, ConfigError>
    where
        Self: Sized,
    {
        let _ = base;
        let table = toml::Table::try_from(json).map_err(|e| ConfigError {
            file: file.to_owned(),
            key: String::new(),
            problem: e.to_string(),
        })?;
        Self::from_table(&Reader::new(file, &table), None)
    }

    /// Returns the same rules under another name.
    fn renamed(self, name: &str) -> Self
    where
        Self: Sized;

    /// Returns the game for this number of players.
    ///
    /// # Errors
    /// States why the rules do not allow this number, with the rule.
    fn game(&self, players: usize) -> Result<Self::Game, String>
    where
        Self: Sized;

    /// Returns the ruleset's name, for output.
    fn name(&self) -> &str;
    /// Returns the official ruleset that it starts from.
    fn base(&self) -> &'static str;
    /// Returns whether it differs from the official one in anything but the name.
    fn is_variant(&self) -> bool;
    /// Returns a fingerprint of all rules in force except the name: any short text that changes
    /// with every option.
    fn fingerprint(&self) -> String;
    /// Returns all rules in force, as an object with the keys of a ruleset file: `base`, which
    /// identifies the game, and each option.
    fn to_json(&self) -> Value;
    /// Returns the range of the number of players; `None` if no number is allowed.
    fn players(&self) -> Option<RangeInclusive<usize>>;
    /// Returns the deck.
    fn deck(&self) -> Deck;
    /// Returns the number of cards that a round's deal takes off the draw pile, including an
    /// upcard.
    fn dealt(&self, players: usize) -> usize;
    /// Returns every option, in the order of lists; may be empty.
    fn options(&self) -> Vec<OptionRow>;
    /// Returns the rule that distinguishes variants from the official game, for messages.
    fn variant_rule(&self) -> &'static str;
    /// Returns the rule on the number of players, for messages.
    fn players_rule(&self) -> &'static str;
}

/// A ruleset of any game. It has the methods of [`RuleData`].
#[derive(Clone, Debug)]
pub struct Ruleset(Arc<dyn RuleData>);

impl Ruleset {
    /// Wraps the rules.
    pub fn new(rules: impl RuleData) -> Ruleset {
        Ruleset(Arc::new(rules))
    }

    /// Returns the rules, if they are of this game.
    pub fn rules<R: RuleData>(&self) -> Option<&R> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }
}

impl Deref for Ruleset {
    type Target = dyn RuleData;

    fn deref(&self) -> &dyn RuleData {
        &*self.0
    }
}

/// Equal rules under the same name.
impl PartialEq for Ruleset {
    fn eq(&self, other: &Ruleset) -> bool {
        self.name() == other.name() && self.to_json() == other.to_json()
    }
}
