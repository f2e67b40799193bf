//! How a position names its ruleset, so that it can be read back wherever it goes.
//!
//! An official ruleset by its name. Any other by the official one that it starts from and, as JSON in the same word, the
//! options that differ: `power-grab{"instant_uno":false,"target_score":300}`. Its own name means nothing elsewhere.

use super::PositionError;
use super::fields::wrong;
use crate::config::one_of;
use crate::shedding::family::Family;
use crate::shedding::rules::Rules;
use crate::shedding::rules_file;
use serde_json::Value;

/// The first word of a position under these rules.
#[must_use]
pub fn ruleset(rules: &Rules) -> String {
    let name = rules.family.name();
    let differing = rules.differences();
    if differing.is_empty() {
        return name.to_owned();
    }
    let options = rules.options_json();
    let options: serde_json::Map<String, Value> = options
        .filter(|(key, _)| differing.contains(&key.as_str()))
        // A deck has its icons on its cards.
        .filter(|(key, _)| key != "icons" || !differing.contains(&"deck"))
        .collect();
    // Blanks end a word; there are none outside of strings.
    let options = Value::Object(options).to_string().replace(' ', "\\u0020");
    format!("{name}{options}")
}

/// The rules that the first word of a position writes out; none where it is a name or a path.
///
/// # Errors
/// The options are no JSON, or not those of a ruleset.
pub fn rules(word: &str) -> Result<Option<Rules>, PositionError> {
    let Some(at) = word.find('{') else {
        return Ok(None);
    };
    let (base, options) = word.split_at(at);
    let Some(family) = Family::ALL.into_iter().find(|f| f.name() == base) else {
        let known = one_of(base, Family::ALL.into_iter().map(Family::name));
        return wrong(format!(
            "options in braces follow an official name: {known}"
        ));
    };
    let Ok(options) = serde_json::from_str::<Value>(options) else {
        return wrong(format!(
            "`{word}`: what is in braces is no JSON object without blanks, as {{\"target_score\":300}}"
        ));
    };
    match rules_file::from_json(base, Some(family), &options) {
        Ok(rules) => Ok(Some(rules)),
        Err(e) => wrong(e.to_string()),
    }
}
