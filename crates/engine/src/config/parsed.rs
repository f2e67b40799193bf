//! Parsers, and a parsed file with its text, for the line of a key.

use super::ConfigError;
use super::asked::Asked;
use std::ops::{Deref, DerefMut};
use toml::de::{DeTable, DeValue};

/// Parses a file's text.
///
/// # Errors
/// Fails if it is not TOML; the message has line and column.
pub fn parse(file: &str, text: &str) -> Result<Parsed, ConfigError> {
    // A recursive parser must not receive a megabyte of brackets.
    let deepest = text.lines().map(|l| l.matches(['[', '{']).count()).max();
    let problem = if deepest.unwrap_or(0) > 200 {
        "more than 200 brackets in one line".to_owned()
    } else {
        match text.parse::<toml::Table>() {
            Ok(table) => return Ok(Parsed::new(table, text)),
            Err(e) => format!("not valid TOML: {}", brief(text, &e)),
        }
    };
    Err(ConfigError {
        file: file.to_owned(),
        key: String::new(),
        problem,
    })
}

/// Parses a text of JSON. Compiled here once: a generic parser is compiled anew in every crate that
/// calls it.
///
/// # Errors
/// Fails if it is not JSON; the message has line and column.
pub fn parse_json(text: &str) -> Result<serde_json::Value, serde_json::Error> {
    serde_json::from_str(text)
}

/// Returns a parser's message, without the quoted line if that is long.
fn brief(text: &str, error: &toml::de::Error) -> String {
    let full = error.to_string();
    if full.lines().all(|line| line.len() <= 200) {
        return full.trim_end().to_owned();
    }
    let at = error.span().map_or(0, |span| span.start);
    let line = text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    let message: String = error.message().chars().take(200).collect();
    format!("in line {line}: {}", message.trim_end())
}

/// A file's table with the text that it was read from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    table: toml::Table,
    text: String,
    asked: Asked,
}

impl Parsed {
    pub(super) fn new(table: toml::Table, text: &str) -> Parsed {
        Parsed {
            table,
            text: text.to_owned(),
            asked: Asked::default(),
        }
    }

    /// Returns the keys that readers of the file asked for so far.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Returns the line of a key, from 1; `path` is the key with its tables, for example
    /// `rules.hand_size`. `None` if the text has no such key.
    pub fn line(&self, path: &str) -> Option<usize> {
        let document = DeTable::parse(&self.text).ok()?;
        let mut table = document.get_ref();
        let mut keys = path.split('.').peekable();
        while let Some(key) = keys.next() {
            let found = table.iter().find(|(name, _)| name.get_ref() == key);
            let (name, value) = found?;
            match value.get_ref() {
                DeValue::Table(inner) if keys.peek().is_some() => table = inner,
                _ if keys.peek().is_none() => {
                    let before = self.text.get(..name.span().start)?;
                    return Some(before.matches('\n').count() + 1);
                }
                _ => return None,
            }
        }
        None
    }
}

impl Deref for Parsed {
    type Target = toml::Table;

    fn deref(&self) -> &toml::Table {
        &self.table
    }
}

impl DerefMut for Parsed {
    fn deref_mut(&mut self) -> &mut toml::Table {
        &mut self.table
    }
}

impl From<Parsed> for toml::Table {
    fn from(parsed: Parsed) -> toml::Table {
        parsed.table
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Reader, parse};

    #[test]
    fn errors_about_keys_tell_the_line() {
        let text = "name = \"x\"\n\n[rules]\n# a comment\nhand_size = 99\ninner = { low = -1 }\nod.d = 3\n";
        let parsed = parse("f.toml", text).unwrap();
        for (key, line) in [
            ("name", Some(1)),
            ("rules", Some(3)),
            ("rules.hand_size", Some(5)),
            ("rules.inner.low", Some(6)),
            ("rules.od.d", Some(7)),
            ("rules.missing", None),
            ("name.of", None),
            ("", None),
        ] {
            assert_eq!(parsed.line(key), line, "{key}");
        }
        let reader = Reader::of("f.toml", &parsed);
        let rules = reader.table("rules").unwrap().unwrap();
        let error = rules.integer("hand_size", 1..=10).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("f.toml:5: key `rules.hand_size`: "),
            "{error}"
        );
        let missing = reader.missing("format", "").to_string();
        assert!(missing.starts_with("f.toml: key `format`: "), "{missing}");
        // A table that is not of a file has no lines.
        let alone = Reader::new("f.toml", &parsed);
        assert!(
            alone
                .error("name", "is wrong")
                .to_string()
                .starts_with("f.toml: key")
        );
    }
}
