//! Rules from JSON: the `rules` object of a trace, strictly read. The other direction is [`Rules::to_json`].

use super::rules::{
    BLOCKABLE, Family, IconLayout, MAX_TURNS_LIMIT, NextDealer, Reshuffle, Rules, Scoring,
    TwoPlayerReverse,
};
use crate::cards::{Card, Colour, Deck, Symbol, Tower};
use crate::config::one_of;
use serde_json::{Map, Value};
use std::fmt;

/// What is wrong in a `rules` object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesJsonError {
    /// The key, with the object that it stands in: `points.D1`.
    pub key: String,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl fmt::Display for RulesJsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules: key `{}`: {}", self.key, self.problem)
    }
}

impl std::error::Error for RulesJsonError {}

fn error(key: &str, problem: impl Into<String>) -> RulesJsonError {
    RulesJsonError {
        key: key.to_owned(),
        problem: problem.into(),
    }
}

fn wrong(key: &str, value: &Value, right: &str) -> RulesJsonError {
    let shown: String = value.to_string().chars().take(60).collect();
    error(key, format!("{shown} is not {right}"))
}

/// The object, and the keys that were asked for.
struct Keys<'a> {
    map: &'a Map<String, Value>,
    known: Vec<&'static str>,
}

impl<'a> Keys<'a> {
    fn optional(&mut self, key: &'static str) -> Option<&'a Value> {
        self.known.push(key);
        self.map.get(key)
    }

    fn get(&mut self, key: &'static str) -> Result<&'a Value, RulesJsonError> {
        self.optional(key).ok_or_else(|| error(key, "is missing"))
    }

    fn boolean(&mut self, key: &'static str) -> Result<bool, RulesJsonError> {
        let value = self.get(key)?;
        value
            .as_bool()
            .ok_or_else(|| wrong(key, value, "true or false"))
    }

    fn integer(&mut self, key: &'static str, max: u32) -> Result<u32, RulesJsonError> {
        let value = self.get(key)?;
        count(value, 1, max)
            .ok_or_else(|| wrong(key, value, &format!("a whole number from 1 to {max}")))
    }

    fn choice<T>(
        &mut self,
        key: &'static str,
        texts: &[&str],
        from_text: impl Fn(&str) -> Option<T>,
    ) -> Result<T, RulesJsonError> {
        let value = self.get(key)?;
        value
            .as_str()
            .and_then(from_text)
            .ok_or_else(|| wrong(key, value, &format!("one of {}", texts.join(", "))))
    }
}

fn count(value: &Value, min: u32, max: u32) -> Option<u32> {
    let n = u32::try_from(value.as_u64()?).ok()?;
    (min..=max).contains(&n).then_some(n)
}

fn object<'a>(key: &str, value: &'a Value) -> Result<&'a Map<String, Value>, RulesJsonError> {
    value
        .as_object()
        .ok_or_else(|| wrong(key, value, "an object"))
}

impl Rules {
    /// The largest target score, and the most rounds, that a trace may name.
    const LARGEST: u32 = 1_000_000_000;
    /// The most that a card may count.
    const MOST_POINTS: u32 = 1000;

    /// Reads the `rules` object of a trace. `ruleset` is the name of the official ruleset that they start from, unless the
    /// object has a key `base`.
    ///
    /// Every option must be there, but for what cannot matter: points of cards that the deck has not, what absent towers
    /// stop, `deck` where it is the sheet's own.
    ///
    /// # Errors
    /// A key that is missing, unknown or ill-typed, with the remedy.
    pub fn from_json(value: &Value, ruleset: &str) -> Result<Rules, RulesJsonError> {
        let map = value
            .as_object()
            .ok_or_else(|| wrong("rules", value, "an object"))?;
        let mut keys = Keys {
            map,
            known: Vec::new(),
        };
        let names = || Family::ALL.map(Family::name);
        let base = match keys.optional("base") {
            Some(base) => base
                .as_str()
                .ok_or_else(|| wrong("base", base, "a ruleset's name"))?,
            None => ruleset,
        };
        let family = Family::ALL
            .into_iter()
            .find(|f| f.name() == base)
            .ok_or_else(|| {
                let shown: String = base.chars().take(60).collect();
                let remedy = one_of(&shown, names().into_iter());
                error("base", format!("no ruleset {shown:?}; {remedy}"))
            })?;
        let official = Rules::official(family);
        let towers = towers(keys.get("towers")?)?;
        let deck = match (keys.get("icons")?, keys.optional("deck")) {
            (icons, None) => family.deck(&icon_layout(icons)?),
            // The deck's own cards say which of them carry icons.
            (icons, Some(deck)) => {
                icon_texts(icons)?;
                read_deck(deck)?
            }
        };
        let points = points(keys.get("points")?, &deck, &official)?;
        let first = keys.get("first_dealer")?;
        let first_dealer = match (first.as_str(), count(first, 0, 9)) {
            (Some("random"), _) => None,
            (None, Some(seat)) => Some(seat as u8),
            _ => return Err(wrong("first_dealer", first, "\"random\" or a seat")),
        };
        let rules = Rules {
            name: ruleset.to_owned(),
            family,
            deck,
            first_dealer,
            next_dealer: keys.choice("next_dealer", NextDealer::TEXTS, NextDealer::from_text)?,
            hand_size: keys.integer("hand_size", 60)? as u8,
            opening_draw_skips: keys.boolean("opening_draw_skips")?,
            wild_after_draw: keys.boolean("wild_after_draw")?,
            towers,
            protects: protects(keys.get("protects")?, towers, &official)?,
            instant_uno: keys.boolean("instant_uno")?,
            block_last: keys.boolean("block_last")?,
            reshuffle: keys.choice("reshuffle", Reshuffle::TEXTS, Reshuffle::from_text)?,
            max_turns: keys.integer("max_turns", MAX_TURNS_LIMIT)?,
            points,
            target_score: keys.integer("target_score", Rules::LARGEST)?,
            scoring: keys.choice("scoring", Scoring::TEXTS, Scoring::from_text)?,
            max_rounds: keys.integer("max_rounds", Rules::LARGEST)?,
            two_player_reverse: keys.choice(
                "two_player_reverse",
                TwoPlayerReverse::TEXTS,
                TwoPlayerReverse::from_text,
            )?,
        };
        match map.keys().find(|key| !keys.known.contains(&key.as_str())) {
            Some(key) => {
                let remedy = one_of(key, keys.known.iter().copied());
                let shown: String = key.chars().take(60).collect();
                Err(error(&shown, format!("unknown; {remedy}")))
            }
            None => Ok(rules),
        }
    }
}

/// PG-9 `[towers]`.
fn towers(value: &Value) -> Result<u8, RulesJsonError> {
    let right = "a text of different letters U N O !";
    let text = value
        .as_str()
        .ok_or_else(|| wrong("towers", value, right))?;
    let mut towers = 0;
    for letter in text.chars() {
        let bit = Tower::from_letter(letter).map(|t| 1 << t.index());
        match bit.filter(|bit| towers & bit == 0) {
            Some(bit) => towers |= bit,
            None => return Err(wrong("towers", value, right)),
        }
    }
    Ok(towers)
}

/// PG-2 `[icons]`: one string, or one per colour as a list R Y G B or as an object.
fn icon_texts(value: &Value) -> Result<Vec<&str>, RulesJsonError> {
    let right = "a text of numbers with icons, like \"5O 7U\", or one per colour R Y G B";
    let texts: Option<Vec<&str>> = match value {
        Value::String(text) => Some(vec![text]),
        Value::Array(list) if list.len() == 4 => list.iter().map(Value::as_str).collect(),
        Value::Object(map) if map.len() == 4 => Colour::ALL
            .iter()
            .map(|colour| map.get(&colour.to_string())?.as_str())
            .collect(),
        _ => None,
    };
    texts.ok_or_else(|| wrong("icons", value, right))
}

fn icon_layout(value: &Value) -> Result<IconLayout, RulesJsonError> {
    IconLayout::parse(&icon_texts(value)?).map_err(|problem| error("icons", problem))
}

/// PG-2 `[deck]`.
fn read_deck(value: &Value) -> Result<Deck, RulesJsonError> {
    let mut counts = Vec::new();
    for (text, n) in object("deck", value)? {
        let key = format!("deck.{}", text.chars().take(20).collect::<String>());
        let card: Card = text.parse().map_err(|e| error(&key, format!("{e}")))?;
        let n = count(n, 0, 128).ok_or_else(|| wrong(&key, n, "a number from 0 to 128"))?;
        counts.push((card, n as usize));
    }
    Deck::new(counts).map_err(|e| error("deck", e.to_string()))
}

/// PG-9 `[protects]`. What absent towers stop is nothing anyway.
fn protects(
    value: &Value,
    towers: u8,
    official: &Rules,
) -> Result<[Vec<Symbol>; 4], RulesJsonError> {
    let mut protects = official.protects.clone();
    let map = object("protects", value)?;
    for (letter, list) in map {
        let key = format!("protects.{}", letter.chars().take(8).collect::<String>());
        let tower = Tower::ALL
            .into_iter()
            .find(|t| t.to_string() == *letter)
            .ok_or_else(|| error(&key, "no such tower: known are U, N, O, !"))?;
        let symbol = |text: &Value| {
            let symbol = Symbol::from_text(text.as_str()?)?;
            BLOCKABLE.contains(&symbol).then_some(symbol)
        };
        let symbols: Option<Vec<Symbol>> = list
            .as_array()
            .and_then(|list| list.iter().map(symbol).collect());
        let symbols =
            symbols.ok_or_else(|| wrong(&key, list, "a list of \"D1\", \"D2\", \"W4\", \"S\""))?;
        if towers >> tower.index() & 1 == 1 || !symbols.is_empty() {
            protects[tower.index()] = symbols;
        }
    }
    for tower in Tower::ALL {
        if towers >> tower.index() & 1 == 1 && !map.contains_key(&tower.to_string()) {
            return Err(error(&format!("protects.{tower}"), "is missing"));
        }
    }
    Ok(protects)
}

/// PG-16 `[points]`.
fn points(value: &Value, deck: &Deck, official: &Rules) -> Result<[u16; 19], RulesJsonError> {
    let mut points = official.points;
    let map = object("points", value)?;
    for (text, n) in map {
        let key = format!("points.{}", text.chars().take(8).collect::<String>());
        let symbol = Symbol::ACTIONS
            .into_iter()
            .find(|s| s.text() == text)
            .ok_or_else(|| error(&key, "no such card: known are D1 D2 S R G2 W WT WP W4"))?;
        let n = count(n, 0, Rules::MOST_POINTS)
            .ok_or_else(|| wrong(&key, n, "a whole number from 0 to 1000"))?;
        points[symbol.index()] = n as u16;
    }
    for card in deck.cards() {
        let symbol = card.symbol();
        if symbol.number().is_none() && !map.contains_key(symbol.text()) {
            return Err(error(&format!("points.{}", symbol.text()), "is missing"));
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: &Value) -> Result<Rules, String> {
        Rules::from_json(value, "power-grab").map_err(|e| e.to_string())
    }

    #[test]
    fn rules_survive_the_way_through_json() {
        for family in Family::ALL {
            let mut rules = Rules::official(family);
            let same = Rules::from_json(&rules.to_json(), family.name());
            assert_eq!(same.as_ref(), Ok(&rules));
            rules.hand_size = 3;
            rules.first_dealer = Some(1);
            rules.wild_after_draw = true;
            rules.reshuffle = Reshuffle::OnEmpty;
            rules.scoring = Scoring::Own;
            rules.points[Symbol::GrabTwo.index()] = 20;
            rules.deck =
                Deck::new([("R5U".parse().unwrap(), 90), ("W".parse().unwrap(), 4)]).unwrap();
            let same = Rules::from_json(&rules.to_json(), family.name());
            assert_eq!(same.as_ref(), Ok(&rules));
        }
    }

    #[test]
    fn every_key_is_needed_and_none_may_be_added() {
        let good = Rules::official(Family::PowerGrab).to_json();
        for key in good.as_object().unwrap().keys() {
            let mut bad = good.clone();
            bad.as_object_mut().unwrap().shift_remove(key);
            assert_eq!(read(&bad).is_err(), key != "base", "{key} missing");
            bad[key] = json!([{}]);
            assert!(
                read(&bad).unwrap_err().contains(key.as_str()),
                "{key} ill-typed"
            );
        }
        let mut bad = good.clone();
        bad["hand_sise"] = json!(7);
        let message = read(&bad).unwrap_err();
        assert!(message.contains("did you mean `hand_size`?"), "{message}");
    }

    #[test]
    fn bad_values_are_named() {
        let good = Rules::official(Family::PowerGrab).to_json();
        for (key, value) in [
            ("hand_size", json!(0)),
            ("hand_size", json!(61)),
            ("hand_size", json!(7.0)),
            ("hand_size", json!(-7)),
            ("max_turns", json!(0)),
            ("max_turns", json!(u64::MAX)),
            ("towers", json!("UU")),
            ("towers", json!("X")),
            ("protects", json!({"U": ["R"], "N": [], "O": [], "!": []})),
            ("protects", json!({"U": []})),
            ("protects", json!({"X": []})),
            ("points", json!({"D1": 20})),
            ("points", json!({"R5": 20})),
            ("icons", json!("5X")),
            ("icons", json!(["5O", "5O"])),
            ("deck", json!({"R5": 129})),
            ("deck", json!({"X5": 1})),
            ("deck", json!({"R5": 100, "R6": 29})),
            ("scoring", json!("mine")),
            ("first_dealer", json!("left")),
            ("first_dealer", json!(10)),
            ("base", json!("poker")),
        ] {
            let mut bad = good.clone();
            bad[key] = value.clone();
            let message = read(&bad).expect_err(&format!("{key} = {value}"));
            assert!(message.contains(key), "{message}");
        }
    }
}
