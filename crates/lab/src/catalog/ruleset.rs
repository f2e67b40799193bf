//! Rules as data, whatever game they are of.

use powergrab_bots::strategy::BotGame;
use powergrab_engine::cards::Deck;
use powergrab_engine::config::{ConfigError, Reader};
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;
use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

/// One option of a ruleset, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionRow {
    /// The key in a ruleset file.
    pub key: &'static str,
    /// The rule that names it.
    pub rule: &'static str,
    /// What it means, one sentence.
    pub meaning: &'static str,
    /// The allowed values in words.
    pub values: String,
    /// The value in force; `None` if it is said with the deck.
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

    /// The word for the game in shards and manifests.
    fn word() -> &'static str
    where
        Self: Sized;

    /// The official rulesets of the game, which a ruleset file names as its `base`.
    fn official_names() -> Vec<&'static str>
    where
        Self: Sized;

    /// The variants that have a name inside the program, each with the text of its file.
    fn named_variants() -> &'static [(&'static str, &'static str)]
    where
        Self: Sized,
    {
        &[]
    }

    /// The ruleset of that name inside the program, if there is one.
    fn builtin(name: &str) -> Option<Self>
    where
        Self: Sized;

    /// Reads a ruleset file. Beside the options it may have the keys `base` and `name`; `default_name` is its name if it gives none.
    /// Without either, rules that differ need a name that differs, so that a variant never passes for the official game.
    /// [`Reader::finish`] refuses other keys.
    ///
    /// # Errors
    /// Something in it is wrong, or nobody could play by it.
    fn from_table(reader: &Reader<'_>, default_name: Option<&str>) -> Result<Self, ConfigError>
    where
        Self: Sized;

    /// Reads what [`RuleData::to_json`] gives, or a trace's `rules`, which start from `base`. `file` is what messages call the place.
    /// By default, it is read as a ruleset file is. A game with several official rulesets has to look at `base`.
    ///
    /// # Errors
    /// Something in it is wrong.
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

    /// The same rules under another name.
    fn renamed(self, name: &str) -> Self
    where
        Self: Sized;

    /// The game for that many players.
    ///
    /// # Errors
    /// Why that many cannot play by it, with the rule.
    fn game(&self, players: usize) -> Result<Self::Game, String>
    where
        Self: Sized;

    /// The ruleset's name, for output.
    fn name(&self) -> &str;
    /// The official ruleset that it starts from.
    fn base(&self) -> &'static str;
    /// Whether it differs from the official one in anything but the name.
    fn is_variant(&self) -> bool;
    /// A fingerprint of all rules in force, the name aside: any short text that changes with every option.
    fn fingerprint(&self) -> String;
    /// All rules in force, as an object with the keys of a ruleset file: `base`, by which the game is found again, and each option.
    fn to_json(&self) -> Value;
    /// The least and the greatest number of players, if any can play by it.
    fn players(&self) -> Option<RangeInclusive<usize>>;
    /// The deck.
    fn deck(&self) -> Deck;
    /// How many cards a round's deal takes off the draw pile, an upcard included.
    fn dealt(&self, players: usize) -> usize;
    /// Every option, in the order in which they are listed; may be empty.
    fn options(&self) -> Vec<OptionRow>;
    /// The rule that tells variants from the official game, for messages.
    fn variant_rule(&self) -> &'static str;
    /// The rule that says how many can play, for messages.
    fn players_rule(&self) -> &'static str;
}

/// A ruleset of any game. It has the methods of [`RuleData`].
#[derive(Clone, Debug)]
pub struct Ruleset(Arc<dyn RuleData>);

impl Ruleset {
    /// A ruleset.
    pub fn new(rules: impl RuleData) -> Ruleset {
        Ruleset(Arc::new(rules))
    }

    /// The rules, if they are of this game.
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

/// The same rules under the same name.
impl PartialEq for Ruleset {
    fn eq(&self, other: &Ruleset) -> bool {
        self.name() == other.name() && self.to_json() == other.to_json()
    }
}
