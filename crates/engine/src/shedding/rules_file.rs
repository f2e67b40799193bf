//! Rulesets as TOML: `base`, `name`, and the options of [`OPTIONS`], each of which keeps the official value of the base
//! where it is not given. The official files are compiled in.

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

/// Reads variants by the names of their files.
macro_rules! named {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../configs/rulesets/variants/", $name, ".toml"))),)+]
    };
}

/// The variants that have a name inside the program, with the text of their files in `configs/rulesets/variants/`. A new one signs here.
pub const NAMED: &[(&str, &str)] = named! {
    "stacking",
    "party",
    "strict",
    "kitchen-table",
};

/// The official ruleset or the variant of that name, if there is one.
pub fn builtin(name: &str) -> Option<Rules> {
    // The files are part of the program, and a test holds them to what they say.
    if let Some((family, text)) = BUILTIN.iter().find(|(family, _)| family.name() == name) {
        return Some(parse(name, text, None).unwrap_or_else(|_| Rules::official(*family)));
    }
    let (name, text) = NAMED.iter().find(|(named, _)| *named == name)?;
    parse(name, text, Some(name)).ok()
}

/// A ruleset that is inside by name, or any by the path of its file.
///
/// # Errors
/// There is no such ruleset, or something in the file is wrong.
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

/// Reads a ruleset file. Where it gives no name, it is named after the file.
///
/// # Errors
/// The file cannot be read, or something in it is wrong.
pub fn read(path: &Path) -> Result<Rules, ConfigError> {
    let text = config::read_file(path)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    parse(&path.display().to_string(), &text, Some(&stem))
}

/// Reads the text of a ruleset file; `file` is what messages call it.
///
/// # Errors
/// It is not TOML, or something in it is wrong.
pub fn parse(file: &str, text: &str, default_name: Option<&str>) -> Result<Rules, ConfigError> {
    let table = config::parse(file, text)?;
    from_table(&Reader::of(file, &table), default_name)
}

/// Reads a table, which may be part of another file. Where neither it nor `default_name` names the ruleset, it is called
/// after its base, a variant with eight digits of its fingerprint.
///
/// # Errors
/// Something in it is wrong, or nobody could play by it.
pub fn from_table(reader: &Reader<'_>, default_name: Option<&str>) -> Result<Rules, ConfigError> {
    let families = Family::ALL.map(Family::name);
    let base = reader.choice("base", &families)?;
    let name = reader.string("name")?;
    let family = Family::ALL.into_iter().find(|f| Some(f.name()) == base);
    let mut rules = Rules::official(family.unwrap_or(Family::PowerGrab));
    // Where `base` is not there, it may be there misspelt, which is what should be said.
    let read = OPTIONS.iter().try_for_each(|o| o.read(reader, &mut rules));
    if family.is_none() {
        for option in &OPTIONS {
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

/// Reads what [`Rules::to_json`] gives, or a trace's `rules`. Options that are not there keep their official value; where
/// `base` is not there, it is the `family` given.
///
/// # Errors
/// Something in it is wrong; `file` is what messages call the place.
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
    // With a deck the icons are said twice, and must agree.
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

/// At least one number of players must be able to play.
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

/// A name must be one, and no ruleset may take an official name, or one that reads like it, unless it is that ruleset.
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
