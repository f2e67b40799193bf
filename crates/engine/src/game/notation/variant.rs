//! The name of a position's ruleset, which can be read back anywhere.
//!
//! An official ruleset is written by its name. Any other is written by the official one that it
//! starts from and, as JSON in the same word, the options that differ:
//! `power-grab{"instant_uno":false,"target_score":300}`. Its own name means nothing elsewhere.

use super::PositionError;
use super::fields::wrong;
use crate::config::parse_json;
use serde_json::{Map, Value};

/// Returns the first word of a position under the rules of this official name with these options
/// changed.
pub fn word(name: &str, differing: Map<String, Value>) -> String {
    if differing.is_empty() {
        return name.to_owned();
    }
    // Blanks end a word; there are none outside of strings.
    let options = Value::Object(differing).to_string().replace(' ', "\\u0020");
    format!("{name}{options}")
}

/// Splits the first word of a position into an official name and the options that differ; `None` if
/// it is a name or a path.
///
/// # Errors
/// Fails if the options are not JSON.
pub fn split(word: &str) -> Result<Option<(&str, Value)>, PositionError> {
    let Some(at) = word.find('{') else {
        return Ok(None);
    };
    let (name, options) = word.split_at(at);
    match parse_json(options) {
        Ok(options) if options.get("base").is_some() => wrong(format!(
            "`base`: {name} before the braces says already where these rules start from"
        )),
        Ok(options) => Ok(Some((name, options))),
        Err(_) => wrong(format!(
            "`{word}`: what is in braces is not a JSON object without blanks, as {{\"hand_size\":5}}"
        )),
    }
}
