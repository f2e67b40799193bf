//! Options whose values have a form of their own: reading from a file, and writing.

use super::icons::IconLayout;
use super::rules::{BLOCKABLE, MAX_POINTS, Rules, Towers};
use crate::cards::{Card, Deck, MAX_CARDS, MAX_SEATS, Symbol, Tower};
use crate::config::{ConfigError, Reader};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;

pub(super) const FIRST_DEALERS: &str = "\"random\" or a seat from 0 to 9";

pub(super) const TOWER_TEXTS: &str =
    "a text of different letters of \"UNO!\", possibly empty (\"\": no towers)";

pub(super) const STOPPED: &str =
    "a list of different ones of \"D1\" \"D2\" \"W4\" \"S\", possibly empty";

pub(super) fn whole(
    reader: &Reader<'_>,
    key: &str,
    range: &RangeInclusive<u32>,
) -> Result<Option<u32>, ConfigError> {
    let range = i64::from(*range.start())..=i64::from(*range.end());
    // The range lies within u32.
    Ok(reader.integer(key, range)?.map(|n| n as u32))
}

pub(super) fn icons_value(deck: &Deck) -> Value {
    match IconLayout::of_deck(deck).texts().as_slice() {
        [text] => json!(text),
        texts => json!(texts),
    }
}

pub(super) fn read_icons(reader: &Reader<'_>, rules: &mut Rules) -> Result<(), ConfigError> {
    const RIGHT: &str = "a text, or a list of four texts, for R Y G B";
    let Some(value) = reader.value("icons") else {
        return Ok(());
    };
    let texts: Option<Vec<&str>> = match value {
        toml::Value::Array(list) => list.iter().map(toml::Value::as_str).collect(),
        other => other.as_str().map(|text| vec![text]),
    };
    let texts = texts.ok_or_else(|| reader.wrong("icons", value, RIGHT))?;
    if value.is_array() && texts.len() != 4 {
        return Err(reader.wrong("icons", value, RIGHT));
    }
    let layout = IconLayout::parse(&texts).map_err(|problem| reader.error("icons", problem))?;
    rules.deck = rules.family.deck(&layout);
    Ok(())
}

/// Returns a deck as a table from card text to number of copies.
pub fn deck_value(deck: &Deck) -> Value {
    let counts = deck.counts().into_iter();
    Value::Object(counts.map(|(c, n)| (c.to_string(), json!(n))).collect())
}

pub(super) fn read_deck(reader: &Reader<'_>, rules: &mut Rules) -> Result<(), ConfigError> {
    let Some(table) = reader.table("deck")? else {
        return Ok(());
    };
    if reader.value("icons").is_some() {
        return Err(reader.error(
            "icons",
            "given together with deck: the texts of the deck's cards carry the icons (B5O), so leave icons out",
        ));
    }
    let mut counts: Vec<(Card, usize)> = Vec::new();
    for (text, _) in table.entries() {
        let card: Card = text
            .parse()
            .map_err(|e: crate::cards::CardTextError| table.error(text, e.to_string()))?;
        if let Some(n) = whole(&table, text, &(0..=MAX_CARDS as u32))? {
            counts.push((card, n as usize));
        }
    }
    rules.deck = Deck::new(counts).map_err(|e| reader.error("deck", e.to_string()))?;
    Ok(())
}

pub(super) fn read_first_dealer(reader: &Reader<'_>, rules: &mut Rules) -> Result<(), ConfigError> {
    let Some(value) = reader.value("first_dealer") else {
        return Ok(());
    };
    let seat = value
        .as_integer()
        .filter(|seat| (0..MAX_SEATS as i64).contains(seat));
    rules.first_dealer = match (value.as_str(), seat) {
        (Some("random"), _) => None,
        (_, Some(seat)) => Some(seat as u8),
        _ => return Err(reader.wrong("first_dealer", value, FIRST_DEALERS)),
    };
    Ok(())
}

pub(super) fn towers_text(towers: Towers) -> String {
    let held = Tower::ALL
        .iter()
        .filter(|t| towers >> t.index() & 1 == 1)
        .map(|t| t.letter());
    held.collect()
}

pub(super) fn read_towers(reader: &Reader<'_>, rules: &mut Rules) -> Result<(), ConfigError> {
    let Some(value) = reader.value("towers") else {
        return Ok(());
    };
    let wrong = || reader.wrong("towers", value, TOWER_TEXTS);
    let mut towers: Towers = 0;
    for letter in value.as_str().ok_or_else(wrong)?.chars() {
        let bit = 1 << Tower::from_letter(letter).ok_or_else(wrong)?.index();
        if towers & bit != 0 {
            return Err(wrong());
        }
        towers |= bit;
    }
    rules.towers = towers;
    Ok(())
}

/// In a fixed order, so that the order in a file does not distinguish rulesets.
pub(super) fn protects_value(rules: &Rules) -> Value {
    let row = |tower: Tower| {
        let stopped = &rules.protects[tower.index()];
        let stops: Vec<&str> = BLOCKABLE
            .iter()
            .filter(|s| stopped.contains(s))
            .map(|s| s.text())
            .collect();
        (tower.to_string(), json!(stops))
    };
    Value::Object(Tower::ALL.into_iter().map(row).collect::<Map<_, _>>())
}

pub(super) fn read_protects(reader: &Reader<'_>, rules: &mut Rules) -> Result<(), ConfigError> {
    let Some(table) = reader.table("protects")? else {
        return Ok(());
    };
    for tower in Tower::ALL {
        let key = tower.to_string();
        let Some(value) = table.value(&key) else {
            continue;
        };
        let wrong = || table.wrong(&key, value, STOPPED);
        let mut stops = [false; BLOCKABLE.len()];
        for item in value.as_array().ok_or_else(wrong)? {
            let text = item.as_str().ok_or_else(wrong)?;
            let at = BLOCKABLE.iter().position(|s| s.text() == text);
            let at = at.filter(|at| !stops[*at]).ok_or_else(wrong)?;
            stops[at] = true;
        }
        rules.protects[tower.index()] = BLOCKABLE
            .into_iter()
            .zip(stops)
            .filter_map(|(symbol, stopped)| stopped.then_some(symbol))
            .collect();
    }
    table.finish()
}

pub(super) fn points_value(rules: &Rules) -> Value {
    let row = |s: Symbol| (s.text().to_owned(), json!(rules.points[s.index()]));
    Value::Object(Symbol::ACTIONS.into_iter().map(row).collect())
}

pub(super) fn read_points(reader: &Reader<'_>, rules: &mut Rules) -> Result<(), ConfigError> {
    let Some(table) = reader.table("points")? else {
        return Ok(());
    };
    for symbol in Symbol::ACTIONS {
        if let Some(points) = whole(&table, symbol.text(), &(0..=MAX_POINTS))? {
            rules.points[symbol.index()] = points as u16;
        }
    }
    table.finish()
}
