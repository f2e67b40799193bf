//! Changes of the rules that `variants` compares with the base.

use powergrab_engine::config::{ConfigError, parse_json};
use powergrab_engine::shedding::{Rules, rules_file};
use serde_json::Value;

/// A change of the rules: a name, and options as JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Name in tables.
    pub name: String,
    /// Options and their values; in a table (`points`, `protects`) only the given keys change.
    pub options: Value,
}

/// Ablations: names and options.
const ABLATIONS: &[(&str, &str)] = &[
    ("without-U", r#"{"towers":"NO!"}"#),
    ("without-N", r#"{"towers":"UO!"}"#),
    ("without-O", r#"{"towers":"UN!"}"#),
    ("without-!", r#"{"towers":"UNO"}"#),
    ("U-stops-nothing", r#"{"protects":{"U":[]}}"#),
    ("N-stops-nothing", r#"{"protects":{"N":[]}}"#),
    ("O-stops-nothing", r#"{"protects":{"O":[]}}"#),
    ("!-stops-nothing", r#"{"protects":{"!":[]}}"#),
    (
        "U-and-N-stop-both-draws",
        r#"{"protects":{"U":["D1","D2"],"N":["D1","D2"]}}"#,
    ),
    (
        "every-tower-stops-all",
        r#"{"protects":{"U":["D1","D2","W4","S"],"N":["D1","D2","W4","S"],"O":["D1","D2","W4","S"],"!":["D1","D2","W4","S"]}}"#,
    ),
    ("no-towers", r#"{"towers":""}"#),
    ("no-icons", r#"{"icons":""}"#),
    ("icons-halved", r#"{"icons":"3U 5N 7O 9!"}"#),
    (
        "icons-doubled",
        r#"{"icons":"1! 1U 2N 2O 3! 3U 4N 4O 5! 5U 6N 6O 7! 7U 8N 8O"}"#,
    ),
    (
        "icons-on-low-numbers",
        r#"{"icons":"1! 1U 2N 2O 3! 3U 4N 4O"}"#,
    ),
    (
        "icons-on-high-numbers",
        r#"{"icons":"6! 6U 7N 7O 8! 8U 9N 9O"}"#,
    ),
    ("no-instant-uno", r#"{"instant_uno":false}"#),
    ("grab-20", r#"{"points":{"G2":20}}"#),
    ("hand-of-5", r#"{"hand_size":5}"#),
    ("hand-of-10", r#"{"hand_size":10}"#),
];

/// Rulings: options of RULES.md where the rule sheets are silent or disagree.
const RULINGS: &[(&str, &str)] = &[
    (
        "opening_draw_skips=false",
        r#"{"opening_draw_skips":false}"#,
    ),
    ("wild_after_draw=true", r#"{"wild_after_draw":true}"#),
    ("next_dealer=winner", r#"{"next_dealer":"winner"}"#),
    ("next_dealer=random", r#"{"next_dealer":"random"}"#),
    ("block_last=false", r#"{"block_last":false}"#),
    ("reshuffle=on-empty", r#"{"reshuffle":"on-empty"}"#),
    ("points.G2=20", r#"{"points":{"G2":20}}"#),
    ("scoring=own", r#"{"scoring":"own"}"#),
    (
        "two_player_reverse=skip",
        r#"{"two_player_reverse":"skip"}"#,
    ),
    (
        "icons-on-low-numbers",
        r#"{"icons":"1! 1U 2N 2O 3! 3U 4N 4O"}"#,
    ),
    (
        "icons-on-high-numbers",
        r#"{"icons":"6! 6U 7N 7O 8! 8U 9N 9O"}"#,
    ),
];

/// Separator between names of combined changes.
pub const AND: &str = " & ";

/// List of changes to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Things removed from the rules.
    Ablations,
    /// Alternative rulings.
    Rulings,
}

impl List {
    fn all(self) -> Vec<Change> {
        let list = match self {
            List::Ablations => ABLATIONS,
            List::Rulings => RULINGS,
        };
        let change = |(name, json): &(&str, &str)| Change {
            name: (*name).to_owned(),
            options: parse_json(json).unwrap_or_else(|e| unreachable!("{name} is not JSON: {e}")),
        };
        list.iter().map(change).collect()
    }

    /// Returns the changes with these names, joined by [`AND`]; empty for an empty text. `None` if
    /// one is not in the list.
    pub fn named(self, names: &str) -> Option<Vec<Change>> {
        let all = self.all();
        let named = |name: &str| all.iter().find(|change| change.name == name).cloned();
        names
            .split(AND)
            .filter(|name| !name.is_empty())
            .map(named)
            .collect()
    }

    /// Returns the changes that affect these rules, then the others, including those that result in
    /// invalid rules.
    pub fn of(self, base: &Rules) -> (Vec<Change>, Vec<Change>) {
        let all = self.all().into_iter();
        all.partition(|change| changes_something(base, &[change]))
    }
}

fn changes_something(base: &Rules, changes: &[&Change]) -> bool {
    changes.iter().all(|change| has_what_it_needs(base, change))
        && changed(base, changes).is_ok_and(|rules| rules.fingerprint() != base.fingerprint())
}

/// Returns whether these rules have everything that a change needs. A change may only remove towers
/// that the rules have, or alter their effects: "without U" must not bring N, O and ! to a game
/// without towers (PG-8), where icons mean nothing. Points may only be altered for cards in the
/// deck.
fn has_what_it_needs(base: &Rules, change: &Change) -> bool {
    let json = base.to_json();
    let there = json["towers"].as_str().unwrap_or("");
    let has = |towers: &str| towers.chars().all(|tower| there.contains(tower));
    let option = |key: &str| change.options.get(key);
    let protects = option("protects").and_then(Value::as_object);
    let points = option("points").and_then(Value::as_object);
    let cards = base.deck.cards();
    let has_card = |text: &str| cards.iter().any(|card| card.symbol().text() == text);
    option("towers").and_then(Value::as_str).is_none_or(has)
        && protects.is_none_or(|table| table.keys().all(|tower| has(tower)))
        && (option("icons").is_none() || !there.is_empty())
        && points.is_none_or(|table| table.keys().all(|card| has_card(card)))
}

/// Returns the rules with these changes, named after them.
///
/// # Errors
/// Fails if the changed rules are invalid.
pub fn changed(base: &Rules, changes: &[&Change]) -> Result<Rules, ConfigError> {
    let mut json = base.to_json();
    let mut names = Vec::new();
    for change in changes {
        names.push(change.name.as_str());
        for (key, value) in change.options.as_object().into_iter().flatten() {
            match (json.get_mut(key).and_then(Value::as_object_mut), value) {
                (Some(table), Value::Object(entries)) => {
                    table.extend(entries.iter().map(|(k, v)| (k.clone(), v.clone())));
                }
                _ => json[key] = value.clone(),
            }
        }
    }
    let name = names.join(AND);
    let mut rules = rules_file::from_json(&name, None, &json)?;
    rules.name = name;
    Ok(rules)
}

/// Returns whether both set the same option.
pub fn overlap([a, b]: [&Change; 2]) -> bool {
    let keys = |c: &Change| -> Vec<String> {
        let table = c.options.as_object();
        table
            .into_iter()
            .flatten()
            .map(|(k, _)| k.clone())
            .collect()
    };
    keys(a).iter().any(|key| keys(b).contains(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_engine::shedding::Family;

    #[test]
    fn every_change_is_a_valid_variant_of_power_grab() {
        let base = Rules::official(Family::PowerGrab);
        let all = [List::Ablations.all(), List::Rulings.all()].concat();
        for change in &all {
            let rules = changed(&base, &[change]);
            assert!(rules.is_ok(), "{}: {rules:?}", change.name);
            assert!(rules.unwrap().is_variant(), "{}", change.name);
        }
        assert!(List::Ablations.of(&base).1.is_empty());
        let classic = Rules::official(Family::Classic);
        let (ablations, _) = List::Ablations.of(&classic);
        let names: Vec<String> = ablations.into_iter().map(|c| c.name).collect();
        // Nothing about towers or their icons.
        assert_eq!(names, ["hand-of-5", "hand-of-10"]);
        assert!(
            List::Rulings
                .of(&classic)
                .0
                .iter()
                .all(|c| !c.name.starts_with("icons"))
        );
    }

    #[test]
    fn tables_of_options_are_merged_and_pairs_must_differ() {
        let base = Rules::official(Family::PowerGrab);
        let (rules, _) = List::Rulings.of(&base);
        let grab = rules.iter().find(|c| c.name == "points.G2=20").unwrap();
        let changed = changed(&base, &[grab]).unwrap();
        let points = |rules: &Rules, key: &str| rules.to_json()["points"][key].clone();
        assert_eq!(points(&changed, "G2"), 20);
        assert_eq!(points(&changed, "W4"), points(&base, "W4"));
        let dealers: Vec<&Change> = rules
            .iter()
            .filter(|c| c.name.starts_with("next_dealer"))
            .collect();
        assert!(overlap([dealers[0], dealers[1]]) && !overlap([dealers[0], grab]));
    }
}
