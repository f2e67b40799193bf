//! Rulesets as TOML: `base`, `name`, and the options of [`OPTIONS`], each with the official value
//! of the base as default. The official files are built in.

use super::family::Family;
use super::options::{OPTIONS, option};
use super::players::PlayersError;
use super::rules::Rules;
use crate::config;
use crate::config::{ConfigError, Reader};
use serde_json::Value;
use std::path::Path;

/// The official rulesets with the text of their files in `configs/rulesets/`.
pub const BUILTIN: [(Family, &str); 3] = [
    (
        Family::PowerGrab,
        include_str!("../../configs/rulesets/power-grab.toml"),
    ),
    (
        Family::GreenLantern,
        include_str!("../../configs/rulesets/green-lantern.toml"),
    ),
    (
        Family::Classic,
        include_str!("../../configs/rulesets/classic.toml"),
    ),
];

/// Lists variants by the names of their files.
macro_rules! named {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../configs/rulesets/variants/", $name, ".toml"))),)+]
    };
}

/// The built-in variants, with the text of their files in `configs/rulesets/variants/`. A new one
/// is added here.
pub const NAMED: &[(&str, &str)] = named! {
    "stacking",
    "party",
    "strict",
    "kitchen-table",
};

/// Returns the official ruleset or the variant of that name, if there is one.
pub fn builtin(name: &str) -> Option<Rules> {
    // The files are part of the program, and a test checks their contents.
    if let Some((family, text)) = BUILTIN.iter().find(|(family, _)| family.name() == name) {
        return Some(parse(name, text, None).unwrap_or_else(|_| Rules::official(*family)));
    }
    let (name, text) = NAMED.iter().find(|(named, _)| *named == name)?;
    parse(name, text, Some(name)).ok()
}

/// Returns a built-in ruleset by name, or any by the path of its file.
///
/// # Errors
/// Fails if there is no such ruleset, or if the file is wrong.
pub fn resolve(name_or_path: &str) -> Result<Rules, ConfigError> {
    if let Some(rules) = builtin(name_or_path) {
        return Ok(rules);
    }
    let path = Path::new(name_or_path);
    let is_path = path.components().count() > 1
        || name_or_path.ends_with(std::path::is_separator)
        || path.extension().is_some_and(|e| e == "toml");
    if is_path || path.is_file() {
        return read(path);
    }
    let names = Family::ALL.iter().map(|family| family.name());
    let names = names.chain(NAMED.iter().map(|(name, _)| *name));
    let known = config::one_of(name_or_path, names);
    Err(ConfigError {
        file: name_or_path.to_owned(),
        key: String::new(),
        problem: format!("no such ruleset; {known}, or the path of a ruleset file"),
    })
}

/// Reads a ruleset file. Without a name in it, it is named after the file.
///
/// # Errors
/// Fails if the file cannot be read, or if a key or value is wrong.
pub fn read(path: &Path) -> Result<Rules, ConfigError> {
    let text = config::read_file(path)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    parse(&path.display().to_string(), &text, Some(&stem))
}

/// Parses the text of a ruleset file; `file` is its name in messages.
///
/// # Errors
/// Fails if it is not TOML, or if a key or value is wrong.
pub fn parse(file: &str, text: &str, default_name: Option<&str>) -> Result<Rules, ConfigError> {
    let table = config::parse(file, text)?;
    from_table(&Reader::of(file, &table), default_name)
}

/// Reads a table, which may be part of another file. If neither it nor `default_name` names the
/// ruleset, it is named after its base, a variant with eight digits of its fingerprint.
///
/// # Errors
/// Fails if a key or value is wrong, or if no number of players could play by it.
pub fn from_table(reader: &Reader<'_>, default_name: Option<&str>) -> Result<Rules, ConfigError> {
    let families = Family::ALL.map(Family::name);
    let base = reader.choice("base", &families)?;
    let name = reader.string("name")?;
    let family = Family::ALL.into_iter().find(|f| Some(f.name()) == base);
    let mut rules = Rules::official(family.unwrap_or(Family::PowerGrab));
    // A missing `base` may be misspelt, which is the better message.
    let read = OPTIONS.iter().try_for_each(|o| o.read(reader, &mut rules));
    if family.is_none() {
        for option in OPTIONS {
            let _ = reader.value(option.key);
        }
        reader.finish()?;
        // RULES.md: a file with `base = "grid"` is read by the other game.
        let right = families.join("\", \"") + "\", \"grid";
        return Err(reader.error(
            "base",
            format!("missing; give the official ruleset that this one starts from: \"{right}\""),
        ));
    }
    read?;
    reader.finish()?;
    check_table_size(reader, &rules)?;
    rules.name = match name.or(default_name) {
        Some(name) => name.to_owned(),
        None if rules.is_variant() => {
            format!("{}-{}", rules.family.name(), &rules.fingerprint()[..8])
        }
        None => rules.family.name().to_owned(),
    };
    check_name(reader, name.is_some(), &rules)?;
    Ok(rules)
}

/// Parses the output of [`Rules::to_json`], or a trace's `rules`. Missing options keep their
/// official value; a missing `base` is the given `family`.
///
/// # Errors
/// Fails if a key or value is wrong; `file` is the name of the place in messages.
pub fn from_json(file: &str, family: Option<Family>, json: &Value) -> Result<Rules, ConfigError> {
    let error = |key: &str, problem: &str| ConfigError {
        file: file.to_owned(),
        key: key.to_owned(),
        problem: problem.to_owned(),
    };
    let mut table = toml::Table::try_from(json)
        .map_err(|e| error("", &format!("the rules are not an object of options: {e}")))?;
    if let Some(family) = family {
        table
            .entry("base")
            .or_insert_with(|| toml::Value::String(family.name().to_owned()));
    }
    if table.contains_key("name") {
        return Err(error(
            "name",
            "unknown; the ruleset's name stands outside its rules",
        ));
    }
    // A deck states the icons a second time, and must agree.
    if table.contains_key("deck") {
        table.remove("icons");
    }
    let rules = from_table(&Reader::new(file, &table), None)?;
    let icons = option("icons").and_then(|o| o.value(&rules));
    if table.contains_key("deck") && json.get("icons").is_some_and(|i| Some(i) != icons.as_ref()) {
        return Err(error("icons", "not those of the cards in deck"));
    }
    Ok(rules)
}

/// Checks that at least one number of players is allowed.
fn check_table_size(reader: &Reader<'_>, rules: &Rules) -> Result<(), ConfigError> {
    let fewest = rules.first_dealer.map_or(2, |s| usize::from(s) + 1).max(2);
    let Err(problem) = rules.check_players(fewest) else {
        return Ok(());
    };
    let key = match problem {
        PlayersError::Number { max, rule, .. } => {
            let problem = format!(
                "{} is no seat: 2 to {max} can play {}, and seats are numbered from 0 ({rule}, PG-3)",
                fewest - 1,
                rules.family.name(),
            );
            return Err(reader.error("first_dealer", problem));
        }
        PlayersError::Dealer { .. } => "first_dealer",
        PlayersError::Deck { .. } if reader.value("hand_size").is_some() => "hand_size",
        PlayersError::Deck { .. } => "deck",
    };
    Err(reader.error(key, problem.to_string()))
}

/// Checks that a name is valid, and not an official name or similar to one, unless the ruleset is
/// that official one.
fn check_name(reader: &Reader<'_>, given: bool, rules: &Rules) -> Result<(), ConfigError> {
    let (name, base) = (&rules.name, rules.family.name());
    let source = if given {
        ""
    } else {
        ", as the file is called,"
    };
    reader.check_name(name, source)?;
    let letters = |text: &str| text.to_ascii_lowercase().replace(['_', '.', '-'], "");
    let official = Family::ALL.iter().map(|f| f.name()).chain(["grid"]);
    let Some(taken) = official.into_iter().find(|o| letters(o) == letters(name)) else {
        return Ok(());
    };
    if name == base && !rules.is_variant() {
        return Ok(());
    }
    let differs = rules.differences();
    let why = if taken != base {
        format!("these rules start from {base}")
    } else if differs.is_empty() {
        format!("write {base:?}, or choose another name")
    } else {
        format!(
            "these rules differ from it in {}; choose another name",
            differs.join(", ")
        )
    };
    Err(reader.error(
        "name",
        format!("{name:?}{source} is the official {taken}: {why}"),
    ))
}
