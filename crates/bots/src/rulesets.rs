//! The rulesets of all games, and the register of the games themselves: from a name or a file to rules, whatever game they
//! are for.
//!
//! A new game is a folder, an implementation of [`RuleData`] here, a variant of [`Ruleset`] and its arm in
//! [`with_ruleset!`](crate::with_ruleset).

use crate::strategy::BotGame;
use powergrab_engine::cards::Deck;
use powergrab_engine::config;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::notation::{PositionError, ruleset_of, split};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding;
use powergrab_engine::shedding::{Family, Shedding};
use serde_json::Value;
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::path::Path;

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
pub trait RuleData: Clone + Sized {
    /// The game.
    type Game: BotGame;

    /// The ruleset's name, for output.
    fn name(&self) -> &str;
    /// The official ruleset that it starts from.
    fn base(&self) -> &'static str;
    /// Whether it differs from the official one in anything but the name.
    fn is_variant(&self) -> bool;
    /// A fingerprint of all rules in force, the name aside.
    fn fingerprint(&self) -> String;
    /// All rules in force, by the names of RULES.md.
    fn to_json(&self) -> Value;
    /// The least and the greatest number of players, if any can play by it.
    fn players(&self) -> Option<RangeInclusive<usize>>;
    /// The deck.
    fn deck(&self) -> Deck;
    /// How many cards a round's deal takes off the draw pile, an upcard included.
    fn dealt(&self, players: usize) -> usize;
    /// Every option, in the order of RULES.md.
    fn options(&self) -> Vec<OptionRow>;
    /// The game for that many players.
    ///
    /// # Errors
    /// Why that many cannot play by it, with the rule.
    fn game(&self, players: usize) -> Result<Self::Game, String>;
}

/// A ruleset of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruleset {
    /// Power Grab, Green Lantern, classic and their variants.
    Shedding(shedding::Rules),
    /// Grid and its variants.
    Grid(grid::Rules),
}

/// Does the same with a ruleset of any game: `with_ruleset!(ruleset, rules => expression)`, where `rules` implements
/// [`RuleData`].
#[macro_export]
macro_rules! with_ruleset {
    ($ruleset:expr, $rules:ident => $do:expr) => {
        match $ruleset {
            $crate::rulesets::Ruleset::Shedding($rules) => $do,
            $crate::rulesets::Ruleset::Grid($rules) => $do,
        }
    };
}

/// The names of the official rulesets, in the order of lists.
pub fn official_names() -> impl Iterator<Item = &'static str> + Clone {
    let shedding = Family::ALL.iter().map(|family| family.name());
    shedding.chain([grid::Rules::NAME])
}

/// The names of all rulesets inside the program: the official ones, then the variants that have a name.
pub fn builtin_names() -> impl Iterator<Item = &'static str> + Clone {
    let named = shedding::rules_file::NAMED.iter().map(|(name, _)| *name);
    official_names().chain(named)
}

/// The ruleset inside the program that has that name, if there is one.
pub fn builtin(name: &str) -> Option<Ruleset> {
    if name == grid::Rules::NAME {
        return Some(Ruleset::Grid(grid::rules_file::builtin()));
    }
    shedding::rules_file::builtin(name).map(Ruleset::Shedding)
}

/// A ruleset that is inside by name, or any by the path of its file; options may stand after it, as in
/// `power-grab:instant_uno=false:towers=UN`.
///
/// # Errors
/// There is no such ruleset, or something in the file or an option is wrong.
pub fn resolve(name_or_path: &str) -> Result<Ruleset, ConfigError> {
    match name_or_path.split_once(':') {
        Some((base, options)) if options.contains('=') || builtin(base).is_some() => {
            with_options(&resolve(base)?, name_or_path, options)
        }
        _ => resolve_plain(name_or_path),
    }
}

/// A ruleset with the options that stand after its name, each of which may be TOML or plain text.
fn with_options(base: &Ruleset, asked: &str, options: &str) -> Result<Ruleset, ConfigError> {
    let wrong = |problem: String| ConfigError {
        file: config::shorten(asked),
        key: String::new(),
        problem,
    };
    let (json, name) = with_ruleset!(base, rules => (rules.to_json(), rules.name().to_owned()));
    let mut table = toml::Table::try_from(json).map_err(|e| wrong(e.to_string()))?;
    // The cards of a deck bring their icons with them.
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
            return Err(wrong(format!("{key} is no option; it stands in a file")));
        }
        let parsed: Option<toml::Table> = format!("value = {value}").parse().ok();
        let parsed = parsed.and_then(|mut table| table.remove("value"));
        table.insert(key.to_owned(), parsed.unwrap_or_else(|| value.into()));
        given.push((key, value));
    }
    let name = variant_name(&name, given);
    from_table(
        &Reader::new(&config::shorten(asked), &table),
        name.as_deref(),
    )
}

/// The name of a ruleset with these options, as in `power-grab-towers-UN`. `None` if that is not a name: then the ruleset is called after
/// its fingerprint.
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

fn resolve_plain(name_or_path: &str) -> Result<Ruleset, ConfigError> {
    if let Some(ruleset) = builtin(name_or_path) {
        return Ok(ruleset);
    }
    let is_it = |added: &&Ruleset| with_ruleset!(added, rules => rules.name() == name_or_path);
    if let Some(ruleset) = ADDED.with_borrow(|added| added.iter().find(is_it).cloned()) {
        return Ok(ruleset);
    }
    let path = Path::new(name_or_path);
    let is_path = path.components().count() > 1
        || name_or_path.ends_with(std::path::is_separator)
        || path.extension().is_some_and(|e| e == "toml");
    if !is_path && !path.is_file() {
        let known = config::one_of(name_or_path, builtin_names());
        return Err(ConfigError {
            file: name_or_path.to_owned(),
            key: String::new(),
            problem: format!("no such ruleset; {known}, or the path of a ruleset file"),
        });
    }
    let text = config::read_file(path)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    parse(&path.display().to_string(), &text, Some(&stem))
}

thread_local! {
    static ADDED: RefCell<Vec<Ruleset>> = const { RefCell::new(Vec::new()) };
}

/// Puts back what was known before, also where the work panics.
struct Before(Vec<Ruleset>);

impl Drop for Before {
    fn drop(&mut self) {
        ADDED.replace(std::mem::take(&mut self.0));
    }
}

/// Does something while these rulesets are known by their names on this thread, instead of any that were added before. Official
/// names stay what they are.
pub fn with_rulesets<T>(added: Vec<Ruleset>, work: impl FnOnce() -> T) -> T {
    let _before = Before(ADDED.replace(added));
    work()
}

/// The ruleset of a position's text: a name, a path, or an official name with the options that differ.
///
/// # Errors
/// There is no such ruleset, or something in it is wrong.
pub fn of_position(text: &str) -> Result<Ruleset, PositionError> {
    let wrong = |e: ConfigError| PositionError(e.to_string());
    let word = ruleset_of(text)?;
    let Some((name, options)) = split(word)? else {
        return resolve(word).map_err(wrong);
    };
    if name == grid::Rules::NAME {
        let rules = grid::Rules::from_json(name, &options).map_err(wrong)?;
        return Ok(Ruleset::Grid(rules));
    }
    let Some(family) = Family::ALL.into_iter().find(|f| f.name() == name) else {
        let known = config::one_of(name, official_names());
        return Err(PositionError(format!(
            "options in braces follow an official name: {known}"
        )));
    };
    shedding::rules_file::from_json(name, Some(family), &options)
        .map(Ruleset::Shedding)
        .map_err(wrong)
}

/// Reads the text of a ruleset file of any game; `file` is what messages call it.
///
/// # Errors
/// It is not TOML, or something in it is wrong.
pub fn parse(file: &str, text: &str, default_name: Option<&str>) -> Result<Ruleset, ConfigError> {
    from_table(&Reader::of(file, &config::parse(file, text)?), default_name)
}

fn from_table(reader: &Reader<'_>, default_name: Option<&str>) -> Result<Ruleset, ConfigError> {
    let names: Vec<&str> = official_names().collect();
    // The base says which game it is, so it must be one, before anything else is asked for.
    let base = match reader.value("base") {
        Some(_) => reader.choice("base", &names)?,
        None => None,
    };
    if base == Some(grid::Rules::NAME) {
        grid::rules_file::from_table(reader, default_name).map(Ruleset::Grid)
    } else {
        shedding::rules_file::from_table(reader, default_name).map(Ruleset::Shedding)
    }
}

impl RuleData for shedding::Rules {
    type Game = Shedding;

    fn name(&self) -> &str {
        &self.name
    }
    fn base(&self) -> &'static str {
        self.family.name()
    }
    fn is_variant(&self) -> bool {
        shedding::Rules::is_variant(self)
    }
    fn fingerprint(&self) -> String {
        shedding::Rules::fingerprint(self)
    }
    fn to_json(&self) -> Value {
        shedding::Rules::to_json(self)
    }
    fn players(&self) -> Option<RangeInclusive<usize>> {
        shedding::Rules::players(self)
    }
    fn deck(&self) -> Deck {
        self.deck.clone()
    }
    fn dealt(&self, players: usize) -> usize {
        // PG-4, PG-5
        players * usize::from(self.hand_size) + 1
    }
    fn options(&self) -> Vec<OptionRow> {
        let official = shedding::Rules::official(self.family);
        let row = |option: &shedding::options::RuleOption| OptionRow {
            key: option.key,
            rule: option.rule,
            meaning: option.meaning,
            values: option.values(),
            value: option.in_force(self),
            official: option.in_force(&official),
        };
        shedding::options::OPTIONS.iter().map(row).collect()
    }
    fn game(&self, players: usize) -> Result<Shedding, String> {
        Shedding::new(self.clone(), players).map_err(|e| e.to_string())
    }
}

impl RuleData for grid::Rules {
    type Game = Grid;

    fn name(&self) -> &str {
        &self.name
    }
    fn base(&self) -> &'static str {
        grid::Rules::NAME
    }
    fn is_variant(&self) -> bool {
        grid::Rules::is_variant(self)
    }
    fn fingerprint(&self) -> String {
        grid::Rules::fingerprint(self)
    }
    fn to_json(&self) -> Value {
        grid::Rules::to_json(self)
    }
    fn players(&self) -> Option<RangeInclusive<usize>> {
        grid::Rules::players(self)
    }
    fn deck(&self) -> Deck {
        grid::Rules::deck()
    }
    fn dealt(&self, players: usize) -> usize {
        // GR-1
        players * usize::from(self.hand_size)
    }
    fn options(&self) -> Vec<OptionRow> {
        let official = grid::Rules::official();
        let row = |option: &grid::rules_file::GridRuleOption| OptionRow {
            key: option.key,
            rule: option.rule,
            meaning: option.meaning,
            values: option.values.to_owned(),
            value: Some((option.value)(self)),
            official: Some((option.value)(&official)),
        };
        grid::rules_file::OPTIONS.iter().map(row).collect()
    }
    fn game(&self, players: usize) -> Result<Grid, String> {
        Grid::new(self.clone(), players).map_err(|e| e.to_string())
    }
}
