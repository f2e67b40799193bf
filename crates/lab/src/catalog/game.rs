//! A game in the catalogue: the reader of its rulesets, and its implementations for the parts of
//! the laboratory.

use super::ruleset::{RuleData, Ruleset};
use powergrab_bots::strategy::{BotGame as _, BuiltIn};
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Game, Metric};
use serde_json::Value;
use std::any::{Any, TypeId};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// The game of the rules `R`, as a value for which a part of the laboratory implements its trait.
pub struct GameOf<R>(PhantomData<fn(R)>);

impl<R: 'static> GameOf<R> {
    /// The only value.
    pub const IT: &'static GameOf<R> = &GameOf(PhantomData);
}

impl<R: RuleData> GameOf<R> {
    /// Returns the rules of a ruleset of this game.
    ///
    /// # Panics
    /// Panics if the ruleset is of another game. The catalogue returns a part of this game only for
    /// its rulesets.
    pub fn rules(ruleset: &Ruleset) -> &R {
        match ruleset.rules() {
            Some(rules) => rules,
            None => unreachable!("{} is of another game than {}", ruleset.name(), R::word()),
        }
    }
}

/// Reads the rulesets of a game.
trait ReadRules: Sync {
    fn official_names(&self) -> Vec<&'static str>;
    fn named_variants(&self) -> &'static [(&'static str, &'static str)];
    fn builtin(&self, name: &str) -> Option<Ruleset>;
    fn read_table(&self, reader: &Reader<'_>, name: Option<&str>) -> Result<Ruleset, ConfigError>;
    fn read_json(
        &self,
        file: &str,
        base: Option<&str>,
        json: &Value,
    ) -> Result<Ruleset, ConfigError>;
    fn read_renamed_json(
        &self,
        file: &str,
        name: &str,
        json: &Value,
    ) -> Result<Ruleset, ConfigError>;
}

impl<R: RuleData> ReadRules for GameOf<R> {
    fn official_names(&self) -> Vec<&'static str> {
        R::official_names()
    }

    fn named_variants(&self) -> &'static [(&'static str, &'static str)] {
        R::named_variants()
    }

    fn builtin(&self, name: &str) -> Option<Ruleset> {
        R::builtin(name).map(Ruleset::new)
    }

    fn read_table(&self, reader: &Reader<'_>, name: Option<&str>) -> Result<Ruleset, ConfigError> {
        R::from_table(reader, name).map(Ruleset::new)
    }

    fn read_json(
        &self,
        file: &str,
        base: Option<&str>,
        json: &Value,
    ) -> Result<Ruleset, ConfigError> {
        R::from_json(file, base, json).map(Ruleset::new)
    }

    fn read_renamed_json(
        &self,
        file: &str,
        name: &str,
        json: &Value,
    ) -> Result<Ruleset, ConfigError> {
        let rules = R::from_json(file, None, json)?;
        Ok(Ruleset::new(rules.renamed(name)))
    }
}

/// A game in the catalogue.
///
/// Each part of the laboratory that needs something of a game has an object-safe trait for it,
/// implemented for [`GameOf`] the rules of every game at once. The entry holds these objects, so
/// that a part finds its own for any game's rules.
#[derive(Clone)]
pub struct GameEntry {
    /// Word for the game in shards and manifests.
    pub word: &'static str,
    /// `true` if a game is a single round.
    pub one_round: bool,
    metrics: (&'static [Metric], &'static [Metric]),
    bots: &'static [BuiltIn],
    rules: TypeId,
    read: &'static dyn ReadRules,
    parts: Vec<Arc<dyn Any + Send + Sync>>,
}

impl GameEntry {
    /// Returns the game of these rules, not yet registered with any part.
    pub fn new<R: RuleData>() -> GameEntry {
        GameEntry {
            word: R::word(),
            one_round: R::Game::ONE_ROUND,
            metrics: (R::Game::METRICS, R::Game::SEAT_METRICS),
            bots: R::Game::STRATEGIES,
            rules: TypeId::of::<R>(),
            read: GameOf::<R>::IT,
            parts: Vec::new(),
        }
    }

    /// Registers the game with a part of the laboratory: `part` is a reference to its trait object.
    pub fn with<P: Copy + Send + Sync + 'static>(mut self, part: P) -> GameEntry {
        self.parts.push(Arc::new(part));
        self
    }

    /// Returns a part's object, if the game is registered with the part.
    pub fn part<P: Copy + 'static>(&self) -> Option<P> {
        self.parts
            .iter()
            .find_map(|part| part.downcast_ref().copied())
    }

    /// Returns whether the rules are of this game.
    pub fn has(&self, ruleset: &Ruleset) -> bool {
        let rules: &dyn Any = &**ruleset;
        rules.type_id() == self.rules
    }

    /// Returns the game's metrics, per round and per seat.
    pub fn metrics(&self) -> (&'static [Metric], &'static [Metric]) {
        self.metrics
    }

    /// Returns the names of its built-in bots.
    pub fn bot_names(&self) -> Vec<&'static str> {
        self.bots.iter().map(|bot| bot.name).collect()
    }

    /// Returns the names of its official rulesets.
    pub fn official_names(&self) -> Vec<&'static str> {
        self.read.official_names()
    }

    /// Returns the game's named variants, each with the text of its file.
    pub fn named_variants(&self) -> &'static [(&'static str, &'static str)] {
        self.read.named_variants()
    }

    /// Returns the built-in ruleset of that name, if it is of this game.
    pub fn builtin(&self, name: &str) -> Option<Ruleset> {
        self.read.builtin(name)
    }

    /// As [`RuleData::from_table`].
    ///
    /// # Errors
    /// Those of [`RuleData::from_table`].
    pub fn read_table(
        &self,
        reader: &Reader<'_>,
        default_name: Option<&str>,
    ) -> Result<Ruleset, ConfigError> {
        self.read.read_table(reader, default_name)
    }

    /// As [`RuleData::from_json`].
    ///
    /// # Errors
    /// Those of [`RuleData::from_json`].
    pub fn read_json(
        &self,
        file: &str,
        base: Option<&str>,
        json: &Value,
    ) -> Result<Ruleset, ConfigError> {
        self.read.read_json(file, base, json)
    }

    /// As [`GameEntry::read_json`], for rules with a name of their own.
    ///
    /// # Errors
    /// Those of [`GameEntry::read_json`].
    pub fn read_renamed_json(
        &self,
        file: &str,
        name: &str,
        json: &Value,
    ) -> Result<Ruleset, ConfigError> {
        self.read.read_renamed_json(file, name, json)
    }
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameEntry")
            .field("word", &self.word)
            .finish_non_exhaustive()
    }
}
