//! Rulesets of Grid as TOML: `base`, `name` and the options of [`OPTIONS`], each with the official
//! value as default. The official file is built in.

use super::rules::{MAX_HAND, MAX_PLAYERS, Rules};
use crate::config;
use crate::config::{ConfigError, Reader};
use serde_json::{Value, json};

/// Text of `configs/rulesets/grid.toml`.
pub const BUILTIN: &str = include_str!("../../configs/rulesets/grid.toml");

/// One option of a ruleset.
#[derive(Debug)]
pub struct GridRuleOption {
    /// Key in a ruleset file.
    pub key: &'static str,
    /// The rule that defines it.
    pub rule: &'static str,
    /// Its meaning, in one sentence.
    pub meaning: &'static str,
    /// The allowed values in words.
    pub values: &'static str,
    /// Returns the value in force, as in a trace.
    pub value: fn(&Rules) -> Value,
    read: fn(&Reader<'_>, &mut Rules) -> Result<(), ConfigError>,
}

const _: () = assert!(MAX_HAND == 54 && MAX_PLAYERS == 8);

/// Every option, in the order of RULES.md.
pub const OPTIONS: [GridRuleOption; 2] = [
    GridRuleOption {
        key: "hand_size",
        rule: "GR-1",
        meaning: "How many cards each player is dealt.",
        values: "a whole number from 1 to 54",
        value: |r| json!(r.hand_size),
        read: |reader, rules| {
            if let Some(n) = reader.integer("hand_size", 1..=i64::from(MAX_HAND))? {
                rules.hand_size = n as u8;
            }
            Ok(())
        },
    },
    GridRuleOption {
        key: "first_seat",
        rule: "GR-1",
        meaning: "Who begins.",
        values: FIRST_SEATS,
        value: |r| r.first_seat.map_or(json!("random"), |seat| json!(seat)),
        read: read_first_seat,
    },
];

const FIRST_SEATS: &str = "\"random\" or a seat from 0 to 7";

fn read_first_seat(reader: &Reader<'_>, rules: &mut Rules) -> Result<(), ConfigError> {
    let Some(value) = reader.value("first_seat") else {
        return Ok(());
    };
    let seat = value
        .as_integer()
        .filter(|seat| (0..MAX_PLAYERS as i64).contains(seat));
    rules.first_seat = match (value.as_str(), seat) {
        (Some("random"), _) => None,
        (_, Some(seat)) => Some(seat as u8),
        _ => return Err(reader.wrong("first_seat", value, FIRST_SEATS)),
    };
    Ok(())
}

/// Returns the official ruleset, from its file.
pub fn builtin() -> Rules {
    // The file is part of the program, and a test compares it with the official rules.
    parse("grid", BUILTIN, None).unwrap_or_else(|_| Rules::official())
}

/// Parses the text of a ruleset file; `file` is its name in messages.
///
/// # Errors
/// Fails if it is not TOML, or if a key or value is wrong.
pub fn parse(file: &str, text: &str, default_name: Option<&str>) -> Result<Rules, ConfigError> {
    let table = config::parse(file, text)?;
    from_table(&Reader::of(file, &table), default_name)
}

/// Reads a table whose `base` is `grid`. If neither it nor `default_name` names the ruleset, it is
/// named after its base, a variant with eight digits of its fingerprint.
///
/// # Errors
/// Fails if a key or value is wrong, or if no number of players could play by it.
pub fn from_table(reader: &Reader<'_>, default_name: Option<&str>) -> Result<Rules, ConfigError> {
    reader.choice("base", &[Rules::NAME])?;
    let name = reader.string("name")?;
    let mut rules = Rules::official();
    OPTIONS
        .iter()
        .try_for_each(|o| (o.read)(reader, &mut rules))?;
    reader.finish()?;
    let fewest = rules.first_seat.map_or(2, |seat| usize::from(seat) + 1);
    if let Err(problem) = rules.check_players(fewest.max(2)) {
        return Err(reader.error("hand_size", problem.to_string()));
    }
    rules.name = match name.or(default_name) {
        Some(name) => name.to_owned(),
        None if rules.is_variant() => format!("{}-{}", Rules::NAME, &rules.fingerprint()[..8]),
        None => Rules::NAME.to_owned(),
    };
    check_name(reader, &rules)?;
    Ok(rules)
}

/// Checks that a name is valid, and not an official name or similar to one, unless the ruleset is
/// that official one.
fn check_name(reader: &Reader<'_>, rules: &Rules) -> Result<(), ConfigError> {
    let name = &rules.name;
    reader.check_name(name, "")?;
    let letters = |text: &str| text.to_ascii_lowercase().replace(['_', '.', '-'], "");
    let families = crate::shedding::Family::ALL.map(crate::shedding::Family::name);
    let official = families.into_iter().chain([Rules::NAME]);
    let Some(taken) = official.into_iter().find(|o| letters(o) == letters(name)) else {
        return Ok(());
    };
    if name == Rules::NAME && !rules.is_variant() {
        return Ok(());
    }
    Err(reader.error(
        "name",
        format!("{name:?} reads like the official {taken}: choose another name"),
    ))
}

impl Rules {
    /// Returns the options in force as in a trace's `rules`: [`Rules::to_json`] without `base`.
    pub fn options_json(&self) -> Value {
        let pairs = OPTIONS.iter().map(|o| (o.key.to_owned(), (o.value)(self)));
        Value::Object(pairs.collect())
    }

    /// Returns all rules in force as JSON, in a fixed order, by the names of RULES.md, and `base`.
    pub fn to_json(&self) -> Value {
        let base = ("base".to_owned(), json!(Rules::NAME));
        let pairs = OPTIONS.iter().map(|o| (o.key.to_owned(), (o.value)(self)));
        Value::Object(std::iter::once(base).chain(pairs).collect())
    }

    /// Parses the output of [`Rules::options_json`], as from a trace.
    ///
    /// # Errors
    /// Fails if a key or value is wrong; `file` is the name of the place in messages.
    pub fn from_json(file: &str, json: &Value) -> Result<Rules, ConfigError> {
        let error = |key: &str, problem: String| ConfigError {
            file: file.to_owned(),
            key: key.to_owned(),
            problem,
        };
        let table = toml::Table::try_from(json)
            .map_err(|e| error("", format!("the rules are not an object of options: {e}")))?;
        if table.contains_key("name") {
            let problem = "unknown; the ruleset's name stands outside its rules";
            return Err(error("name", problem.to_owned()));
        }
        from_table(&Reader::new(file, &table), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_the_official_rules() {
        let rules = parse("grid.toml", BUILTIN, None).unwrap();
        assert_eq!(rules, Rules::official());
        for option in OPTIONS {
            assert!(BUILTIN.contains(&format!("\n{} = ", option.key)));
        }
    }

    #[test]
    fn a_variant_reads_back_the_same() {
        let text = "base = \"grid\"\nhand_size = 5\nfirst_seat = 3";
        let rules = parse("f.toml", text, Some("short")).unwrap();
        assert_eq!((rules.hand_size, rules.first_seat), (5, Some(3)));
        assert!(rules.is_variant());
        let again = Rules::from_json("trace", &rules.options_json()).unwrap();
        assert_eq!(again.fingerprint(), rules.fingerprint());
        assert!(again.name.starts_with("grid-"), "{}", again.name);
        assert_eq!(parse("f.toml", text, None).unwrap(), again);
        let official = Rules::official();
        let again = Rules::from_json("trace", &official.options_json()).unwrap();
        assert_eq!(again, official);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_remedy() {
        for (text, part) in [
            (
                "base = \"grid\"\nhand_size = 0",
                "key `hand_size`: 0 is not a whole number from 1 to 54",
            ),
            ("base = \"grid\"\nhandsize = 3", "did you mean `hand_size`?"),
            (
                "base = \"grid\"\nfirst_seat = 8",
                "key `first_seat`: 8 is not \"random\" or a seat from 0 to 7",
            ),
            (
                "base = \"grid\"\nfirst_seat = 7\nhand_size = 14",
                "hand_size = 1 to 13 is possible",
            ),
            (
                "base = \"grid\"\nname = \"G.r-i_d\"",
                "reads like the official grid",
            ),
            (
                "base = \"grid\"\nname = \"classic\"",
                "reads like the official classic",
            ),
            ("base = \"grid\"\nname = \"a b\"", "is not a name"),
            (
                "base = \"grid\"\nname = \"grid\"\nhand_size = 3",
                "reads like the official grid",
            ),
        ] {
            let message = parse("f.toml", text, Some("mine")).unwrap_err().to_string();
            assert!(message.contains(part), "{text:?}: {message}");
            assert!(message.starts_with("f.toml:"), "{message}");
        }
    }
}
