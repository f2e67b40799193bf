//! The keys that the readers of a file asked for, with the forms of their values: from them comes a
//! file's JSON Schema (<https://json-schema.org>, draft 2020-12), so that it cannot differ from what
//! is read.

use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Largest whole number that programs in JavaScript hold exactly; greater limits are left out.
const EXACT: i64 = 1 << 53;

/// Form of a key's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// The reader checks it in a way of its own.
    Any,
    /// A whole number in this range.
    Whole(RangeInclusive<i64>),
    /// A number in this range.
    Number(RangeInclusive<f64>),
    /// True or false.
    Boolean,
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// One of these texts.
    Choice(Vec<String>),
    /// A table whose keys are known.
    Table,
    /// A table whose keys are data.
    Entries,
}

/// Keys with their forms, by their paths, for example `optimise.deals`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked(RefCell<BTreeMap<String, Form>>);

impl Asked {
    pub(super) fn note(&self, path: String, form: Form) {
        let mut keys = self.0.borrow_mut();
        let known = keys.entry(path).or_insert(Form::Any);
        if form != Form::Any {
            *known = form;
        }
    }

    /// Adds the keys that were asked for in another file of the same kind.
    pub fn join(&self, other: &Asked) {
        for (path, form) in other.0.borrow().iter() {
            self.note(path.clone(), form.clone());
        }
    }

    /// Returns the schema of the table at this path; empty for the whole file.
    pub fn schema(&self, path: &str) -> Value {
        let keys = self.0.borrow();
        let start = if path.is_empty() {
            String::new()
        } else {
            format!("{path}.")
        };
        let mut properties = Map::new();
        for (full, form) in keys.iter() {
            let Some(key) = full.strip_prefix(&start).filter(|key| !key.contains('.')) else {
                continue;
            };
            let value = match form {
                Form::Any => json!({}),
                Form::Whole(range) => whole(range),
                Form::Number(range) => {
                    json!({ "type": "number", "minimum": range.start(), "maximum": range.end() })
                }
                Form::Boolean => json!({ "type": "boolean" }),
                Form::Text => json!({ "type": "string" }),
                Form::Texts => json!({ "type": "array", "items": { "type": "string" } }),
                Form::Choice(texts) => json!({ "enum": texts }),
                Form::Table => self.schema(full),
                Form::Entries => json!({ "type": "object" }),
            };
            properties.insert(key.to_owned(), value);
        }
        json!({ "type": "object", "properties": properties, "additionalProperties": false })
    }
}

fn whole(range: &RangeInclusive<i64>) -> Value {
    let mut form = json!({ "type": "integer", "minimum": range.start() });
    if *range.end() <= EXACT {
        form["maximum"] = json!(range.end());
    }
    form
}

#[cfg(test)]
mod tests {
    use crate::config::{Reader, parse};
    use serde_json::json;

    #[test]
    fn a_schema_has_the_keys_that_were_asked_for() {
        let parsed = parse("f.toml", "[a]\n[data]\nx = 1").unwrap();
        let reader = Reader::of("f.toml", &parsed);
        let _ = reader.integer("seed", 0..=i64::MAX);
        let _ = reader.choice("unit", &["game", "round"]);
        let _ = reader.value("deals");
        let a = reader.table("a").unwrap().unwrap();
        let _ = a.number("x", 0.0..=1.0);
        let data = reader.table("data").unwrap().unwrap();
        assert_eq!(data.entries().count(), 1);
        let _ = data.integer("x", 0..=3);
        let expected = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "a": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": { "x": { "type": "number", "minimum": 0.0, "maximum": 1.0 } },
                },
                "data": { "type": "object" },
                "deals": {},
                "seed": { "type": "integer", "minimum": 0 },
                "unit": { "enum": ["game", "round"] },
            },
        });
        assert_eq!(parsed.asked().schema(""), expected);
    }
}
