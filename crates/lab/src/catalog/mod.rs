//! The catalogue: all games, and the look-up of rulesets, bots and configurations by name.
//!
//! | file | holds |
//! |---|---|
//! | `ruleset` | rules as data, of any game |
//! | `game` | a game in the catalogue |
//!
//! [`Catalog::default`] has the games that ship. A program adds games, rulesets, bots and files of
//! its own, and passes the catalogue on.

mod game;
mod ruleset;

pub use game::{GameEntry, GameOf};
pub use ruleset::{OptionRow, RuleData, Ruleset};

use powergrab_bots::strategy::{Bot, BotCatalog, BotGame};
use powergrab_engine::config;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::notation::{PositionError, ruleset_of, split};
use std::path::{Path, PathBuf};
use toml::Value;

/// Games, rulesets, bots and configurations by their names.
///
/// ```
/// use powergrab_lab::catalog::Catalog;
///
/// let catalog = Catalog::default();
/// let ruleset = catalog.ruleset("power-grab:instant_uno=false")?;
/// assert_eq!((ruleset.base(), ruleset.is_variant()), ("power-grab", true));
/// # Ok::<(), powergrab_engine::config::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Catalog {
    /// The bots and the files.
    pub bots: BotCatalog,
    games: Vec<GameEntry>,
    rulesets: Vec<Ruleset>,
}

impl Catalog {
    /// Returns a catalogue of these games, without rulesets, bots or files of the caller.
    pub fn of(games: Vec<GameEntry>) -> Catalog {
        Catalog {
            bots: BotCatalog::default(),
            games,
            rulesets: Vec::new(),
        }
    }

    /// Adds a game, or replaces the parts of an existing one.
    ///
    /// # Panics
    /// Panics if an official ruleset cannot be found by its name, or if its [`RuleData::to_json`]
    /// lacks its name under `base`.
    pub fn add_game(&mut self, game: GameEntry) {
        for name in game.official_names() {
            let rules = game.builtin(name).map(|ruleset| ruleset.to_json());
            let base = rules.as_ref().map(|rules| &rules["base"]);
            let name = serde_json::Value::from(name);
            assert!(
                base == Some(&name),
                "the official ruleset {name}: `RuleData::builtin` has to know it, and `to_json` to give its name under `base`"
            );
        }
        match self.games.iter_mut().find(|known| known.word == game.word) {
            Some(known) => *known = game,
            None => self.games.push(game),
        }
    }

    /// Adds a ruleset, known by its name. Built-in names keep their meaning.
    pub fn add_ruleset(&mut self, ruleset: Ruleset) {
        self.rulesets.push(ruleset);
    }

    /// Returns the games.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// Returns the game of a ruleset.
    pub fn game_of(&self, ruleset: &Ruleset) -> Option<&GameEntry> {
        self.games.iter().find(|game| game.has(ruleset))
    }

    /// Returns the game that has an official ruleset of this name.
    pub fn game_with(&self, official: &str) -> Option<&GameEntry> {
        let mut games = self.games.iter();
        games.find(|game| game.official_names().contains(&official))
    }

    /// Returns a laboratory part's implementation for the game of a ruleset.
    ///
    /// # Errors
    /// Fails if the game is not registered with the part.
    pub fn part<P: Copy + 'static>(&self, ruleset: &Ruleset) -> Result<P, ConfigError> {
        let part = self.game_of(ruleset).and_then(GameEntry::part);
        part.ok_or_else(|| ConfigError {
            file: ruleset.name().to_owned(),
            key: String::new(),
            problem: "is a ruleset of a game that this command does not know".to_owned(),
        })
    }

    /// Returns a configuration's text (see [`Files::read`](config::Files::read)).
    ///
    /// # Errors
    /// Those of [`Files::read`](config::Files::read).
    pub fn read(&self, path: &Path) -> Result<String, ConfigError> {
        self.bots.files.read(path)
    }

    /// Reads a configuration and keeps its text, for a reader that leaves the disk alone.
    ///
    /// # Errors
    /// Those of [`Catalog::read`].
    pub fn keep_file(&mut self, path: &Path) -> Result<(), ConfigError> {
        let text = self.read(path)?;
        self.bots.files.add(path.to_owned(), text.into_bytes());
        Ok(())
    }

    /// Returns the bot of this name or path (see [`BotCatalog::bot`]).
    ///
    /// # Errors
    /// Those of [`BotCatalog::bot`].
    pub fn bot<G: BotGame>(&self, name_or_path: &str) -> Result<Bot<G>, ConfigError> {
        self.bots.bot(name_or_path)
    }

    /// Returns the names of the official rulesets, in the order of lists.
    pub fn official_names(&self) -> Vec<&'static str> {
        let games = self.games.iter();
        games.flat_map(GameEntry::official_names).collect()
    }

    /// Returns the names of all built-in rulesets: the official ones, then the named variants.
    pub fn builtin_names(&self) -> Vec<&'static str> {
        let named = self.games.iter().flat_map(GameEntry::named_variants);
        let mut names = self.official_names();
        names.extend(named.map(|(name, _)| *name));
        names
    }

    /// Returns the built-in ruleset of that name, if there is one.
    pub fn builtin(&self, name: &str) -> Option<Ruleset> {
        self.games.iter().find_map(|game| game.builtin(name))
    }

    /// Returns a built-in ruleset by name, or any ruleset by the path of its file. Options may
    /// follow, as in `power-grab:instant_uno=false:towers=UN`.
    ///
    /// # Errors
    /// Fails if there is no such ruleset, or if the file or an option is wrong.
    pub fn ruleset(&self, name_or_path: &str) -> Result<Ruleset, ConfigError> {
        match name_or_path.split_once(':') {
            Some((base, options)) if options.contains('=') || self.builtin(base).is_some() => {
                self.with_options(&self.ruleset(base)?, name_or_path, options)
            }
            _ => self.plain(name_or_path),
        }
    }

    /// Returns a ruleset with the options that follow its name, each TOML or plain text.
    fn with_options(
        &self,
        base: &Ruleset,
        asked: &str,
        options: &str,
    ) -> Result<Ruleset, ConfigError> {
        let wrong = |problem: String| ConfigError {
            file: config::shorten(asked),
            key: String::new(),
            problem,
        };
        let mut table = toml::Table::try_from(base.to_json()).map_err(|e| wrong(e.to_string()))?;
        // The cards of a deck include their icons.
        if table.contains_key("deck") {
            table.remove("icons");
        }
        let mut given = Vec::new();
        for option in options.split(':') {
            let Some((key, value)) = option.split_once('=') else {
                let problem = "after a ruleset's name stand options like :instant_uno=false";
                return Err(wrong(problem.to_owned()));
            };
            if matches!(key, "base" | "name") {
                return Err(wrong(format!("{key} is not an option; set it in a file")));
            }
            let parsed: Option<toml::Table> = format!("value = {value}").parse().ok();
            let parsed = parsed.and_then(|mut table| table.remove("value"));
            table.insert(key.to_owned(), parsed.unwrap_or_else(|| value.into()));
            given.push((key, value));
        }
        let name = variant_name(base.name(), given);
        self.read_table(
            &Reader::new(&config::shorten(asked), &table),
            name.as_deref(),
        )
    }

    fn plain(&self, name_or_path: &str) -> Result<Ruleset, ConfigError> {
        if let Some(ruleset) = self.builtin(name_or_path) {
            return Ok(ruleset);
        }
        let mut added = self.rulesets.iter();
        if let Some(ruleset) = added.find(|added| added.name() == name_or_path) {
            return Ok(ruleset.clone());
        }
        let path = Path::new(name_or_path);
        let is_path = path.components().count() > 1
            || name_or_path.ends_with(std::path::is_separator)
            || path.extension().is_some_and(|e| e == "toml");
        if !is_path && !path.is_file() {
            let known = config::one_of(name_or_path, self.builtin_names().into_iter());
            return Err(ConfigError {
                file: name_or_path.to_owned(),
                key: String::new(),
                problem: format!("no such ruleset; {known}, or the path of a ruleset file"),
            });
        }
        let text = self.read(path)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        self.parse(&path.display().to_string(), &text, Some(&stem))
    }

    /// Returns the ruleset of a position's text: a name, a path, or an official name with the
    /// options that differ.
    ///
    /// # Errors
    /// Fails if there is no such ruleset, or if an option is wrong.
    pub fn of_position(&self, text: &str) -> Result<Ruleset, PositionError> {
        let wrong = |e: ConfigError| PositionError(e.to_string());
        let word = ruleset_of(text)?;
        let Some((name, options)) = split(word)? else {
            return self.ruleset(word).map_err(wrong);
        };
        let Some(game) = self.game_with(name) else {
            let known = config::one_of(name, self.official_names().into_iter());
            return Err(PositionError(format!(
                "options in braces follow an official name: {known}"
            )));
        };
        game.read_json(name, Some(name), &options).map_err(wrong)
    }

    /// Parses the text of a ruleset file of any game; `file` is its name in messages.
    ///
    /// # Errors
    /// Fails if it is not TOML, or if a key or value is wrong.
    pub fn parse(
        &self,
        file: &str,
        text: &str,
        default_name: Option<&str>,
    ) -> Result<Ruleset, ConfigError> {
        self.read_table(&Reader::of(file, &config::parse(file, text)?), default_name)
    }

    pub(crate) fn read_table(
        &self,
        reader: &Reader<'_>,
        default_name: Option<&str>,
    ) -> Result<Ruleset, ConfigError> {
        // The base determines the game, so it must be valid before any other key is read.
        let base = match reader.value("base") {
            Some(_) => reader.choice("base", &self.official_names())?,
            None => None,
        };
        // For a file without a base, the first game reports what is missing.
        let game = base.and_then(|base| self.game_with(base));
        match game.or(self.games.first()) {
            Some(game) => game.read_table(reader, default_name),
            None => Err(reader.error("base", "there are no games")),
        }
    }

    /// Returns the table of a ruleset's file, or one that only names its base.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not TOML.
    pub fn table_of(&self, name: &str) -> Result<toml::Table, ConfigError> {
        let mut named = self.games.iter().flat_map(GameEntry::named_variants);
        if let Some((_, text)) = named.find(|(named, _)| *named == name) {
            return config::parse(name, text).map(Into::into);
        }
        if self.builtin(name).is_some() {
            let base = ("base".to_owned(), Value::String(name.to_owned()));
            return Ok([base].into_iter().collect());
        }
        config::parse(name, &self.read(&PathBuf::from(name))?).map(Into::into)
    }
}

/// Returns the name of a ruleset with these options, for example `power-grab-towers-UN`. `None` if
/// that is not a valid name: then the ruleset is named after its fingerprint.
pub fn variant_name<'a>(
    base: &str,
    options: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Option<String> {
    let options = options.into_iter();
    let name = options.fold(base.to_owned(), |name, (key, value)| {
        format!("{name}-{key}-{value}")
    });
    Some(name).filter(|name| config::is_name(name))
}
