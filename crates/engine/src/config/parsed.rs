//! A parsed file with its text, for the line of a key.

use super::asked::Asked;
use std::ops::{Deref, DerefMut};
use toml::de::{DeTable, DeValue};

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
