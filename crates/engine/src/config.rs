//! Reading of TOML files written by people. Every key is asked for by name, with its range; a key
//! that was not asked for is an error that names the nearest known key. Rulesets, strategies and
//! experiments are all read this way.

mod asked;
mod choice;
mod files;
mod parsed;
mod texts;

pub use asked::Asked;
pub use files::{FileContents, Files, near_file, open_regular, read_file, read_regular};
pub use parsed::{Parsed, parse, parse_json};
pub use texts::{NAMES, hex, is_name, nearest, one_of, shorten, visible};

use asked::Form;
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Maximum size of a configuration file, in bytes.
pub const MAX_FILE: u64 = 1 << 20;

/// Error in a file: the file, the key, and a correct value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {}{problem}", located(key))]
pub struct ConfigError {
    /// The file's path, or the name of a built-in one; followed by a colon and the line of the key,
    /// if known.
    pub file: String,
    /// The key with its tables, for example `rules.hand_size`; empty for the file as a whole.
    pub key: String,
    /// The problem and its remedy.
    pub problem: String,
}

/// Returns the key as named in messages; empty for the file as a whole.
fn located(key: &str) -> String {
    match key {
        "" => String::new(),
        key => format!("key `{key}`: "),
    }
}

/// One table of a file, which records the keys that it was asked for.
pub struct Reader<'a> {
    file: &'a str,
    path: String,
    table: &'a toml::Table,
    /// The whole file, for the line of a key.
    parsed: Option<&'a Parsed>,
    /// Where files that this one names are read.
    files: Option<&'a Files>,
    known: RefCell<Vec<String>>,
}

impl<'a> Reader<'a> {
    /// Returns a reader for the top table of a file, whose errors have lines.
    pub fn of(file: &'a str, parsed: &'a Parsed) -> Reader<'a> {
        Reader {
            parsed: Some(parsed),
            ..Reader::new(file, parsed)
        }
    }

    /// Returns a reader for a table that is not of a file.
    pub fn new(file: &'a str, table: &'a toml::Table) -> Reader<'a> {
        Reader {
            file,
            path: String::new(),
            table,
            parsed: None,
            files: None,
            known: RefCell::default(),
        }
    }

    /// Returns the reader for a file of these files, from which it may name others.
    pub fn with_files(self, files: &'a Files) -> Reader<'a> {
        Reader {
            files: Some(files),
            ..self
        }
    }

    /// Reads a binary file that is named in this one (see [`Files::read_bytes`]).
    ///
    /// # Errors
    /// Those of [`Files::read_bytes`].
    pub fn binary(&self, name: &str, most: u64) -> Result<Arc<[u8]>, String> {
        let disk = Files::default();
        let files = self.files.unwrap_or(&disk);
        files.read_bytes(self.file, name, most)
    }

    /// Returns the name of the file, for messages.
    pub fn file(&self) -> &'a str {
        self.file
    }

    /// Returns an error about a key of this table.
    pub fn error(&self, key: &str, problem: impl Into<String>) -> ConfigError {
        let key = self.full(key);
        let line = self.parsed.and_then(|parsed| parsed.line(&key));
        ConfigError {
            file: line.map_or(self.file.to_owned(), |line| format!("{}:{line}", self.file)),
            key,
            problem: problem.into(),
        }
    }

    fn full(&self, key: &str) -> String {
        let key = &shorten(key).escape_debug().to_string();
        match (self.path.is_empty(), key.is_empty()) {
            (true, _) => key.clone(),
            (false, true) => self.path.clone(),
            (false, false) => format!("{}.{key}", self.path),
        }
    }

    /// Returns the raw value of a key, if present. The key counts as known from now on.
    pub fn value(&self, key: &str) -> Option<&'a toml::Value> {
        self.value_of(key, Form::Any)
    }

    fn value_of(&self, key: &str, form: Form) -> Option<&'a toml::Value> {
        self.known.borrow_mut().push(key.to_owned());
        self.note(key, form);
        self.table.get(key)
    }

    /// Records the form of a key's value; the empty key is the table itself.
    fn note(&self, key: &str, form: Form) {
        if let Some(parsed) = self.parsed {
            parsed.asked().note(self.full(key), form);
        }
    }

    /// Returns all keys of the table with their values, for tables whose keys are data.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, &'a toml::Value)> {
        self.note("", Form::Entries);
        self.table.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Returns the keys that were asked for so far, in that order.
    pub fn asked(&self) -> Vec<String> {
        self.known.borrow().clone()
    }

    /// Returns an error about a value: the value, and a correct one.
    pub fn wrong(&self, key: &str, value: &toml::Value, right: &str) -> ConfigError {
        self.error(
            key,
            format!("{} is not {right}", shorten(&value.to_string())),
        )
    }

    /// Reads a whole number in a range.
    ///
    /// # Errors
    /// Fails if the value is anything else.
    pub fn integer(
        &self,
        key: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, ConfigError> {
        let Some(value) = self.value_of(key, Form::Whole(range.clone())) else {
            return Ok(None);
        };
        match value.as_integer().filter(|n| range.contains(n)) {
            Some(n) => Ok(Some(n)),
            None => {
                let right = format!("a whole number from {} to {}", range.start(), range.end());
                Err(self.wrong(key, value, &right))
            }
        }
    }

    /// Reads a finite number in a range; whole numbers are allowed.
    ///
    /// # Errors
    /// Fails if the value is anything else, including NaN and infinity.
    pub fn number(
        &self,
        key: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, ConfigError> {
        let Some(value) = self.value_of(key, Form::Number(range.clone())) else {
            return Ok(None);
        };
        let number = value.as_float().or(value.as_integer().map(|n| n as f64));
        match number.filter(|x| x.is_finite() && range.contains(x)) {
            Some(x) => Ok(Some(x)),
            None => {
                let right = format!("a number from {} to {}", range.start(), range.end());
                Err(self.wrong(key, value, &right))
            }
        }
    }

    /// Reads true or false.
    ///
    /// # Errors
    /// Fails if the value is anything else.
    pub fn boolean(&self, key: &str) -> Result<Option<bool>, ConfigError> {
        let Some(value) = self.value_of(key, Form::Boolean) else {
            return Ok(None);
        };
        match value.as_bool() {
            Some(b) => Ok(Some(b)),
            None => Err(self.wrong(key, value, "true or false")),
        }
    }

    /// Reads the file's own `name`, which must be present and valid (see [`is_name`]).
    ///
    /// # Errors
    /// Fails if it is missing or invalid.
    pub fn name(&self) -> Result<&'a str, ConfigError> {
        let name = self.string("name")?;
        let name = name.ok_or_else(|| self.missing("name", &format!("give {NAMES}")))?;
        self.check_name(name, "")?;
        Ok(name)
    }

    /// Returns the error of a missing key; `what` describes a correct value, and may be empty.
    /// Names the key that was probably meant, if there is one.
    pub fn missing(&self, key: &str, what: &str) -> ConfigError {
        let mut problem = "is missing".to_owned();
        if !what.is_empty() {
            problem = format!("{problem}: {what}");
        }
        let known = self.known.borrow();
        let others = self.table.keys().filter(|other| !known.contains(*other));
        let near = others.map(|other| (strsim::damerau_levenshtein(key, other), other));
        if let Some((distance, other)) = near.min()
            && (distance <= 2 || key.starts_with(other.as_str()))
        {
            problem = format!("{problem}; `{}` is no key: is it meant?", shorten(other));
        }
        self.error(key, problem)
    }

    /// Checks that `name` is valid; `source` says where it is from, unless from the key `name`.
    ///
    /// # Errors
    /// Fails if it is invalid.
    pub fn check_name(&self, name: &str, source: &str) -> Result<(), ConfigError> {
        if is_name(name) {
            return Ok(());
        }
        let shown = shorten(name);
        Err(self.error(
            "name",
            format!("{shown:?}{source} is not a name: give {NAMES}"),
        ))
    }

    /// Reads a text.
    ///
    /// # Errors
    /// Fails if the value is anything else.
    pub fn string(&self, key: &str) -> Result<Option<&'a str>, ConfigError> {
        let Some(value) = self.value_of(key, Form::Text) else {
            return Ok(None);
        };
        match value.as_str() {
            Some(s) => Ok(Some(s)),
            None => Err(self.wrong(key, value, "a text in quotes")),
        }
    }

    /// Reads a list of texts.
    ///
    /// # Errors
    /// Fails if the value is anything else.
    pub fn strings(&self, key: &str) -> Result<Option<Vec<&'a str>>, ConfigError> {
        let Some(value) = self.value_of(key, Form::Texts) else {
            return Ok(None);
        };
        let texts: Option<Vec<&str>> = value
            .as_array()
            .and_then(|list| list.iter().map(toml::Value::as_str).collect());
        match texts {
            Some(texts) => Ok(Some(texts)),
            None => Err(self.wrong(key, value, "a list of texts in quotes")),
        }
    }

    /// Reads one of some texts.
    ///
    /// # Errors
    /// Fails if the value is anything else; the message lists them and names the nearest.
    pub fn choice(&self, key: &str, texts: &[&str]) -> Result<Option<&'a str>, ConfigError> {
        let text = self.string(key);
        let choices = texts.iter().map(|&text| text.to_owned()).collect();
        self.note(key, Form::Choice(choices));
        let Some(text) = text? else {
            return Ok(None);
        };
        if texts.contains(&text) {
            return Ok(Some(text));
        }
        Err(self.error(
            key,
            format!(
                "{:?} is not known; {}",
                shorten(text),
                one_of(text, texts.iter().copied())
            ),
        ))
    }

    /// Reads a table within this one.
    ///
    /// # Errors
    /// Fails if the value is anything else.
    pub fn table(&self, key: &str) -> Result<Option<Reader<'a>>, ConfigError> {
        let Some(value) = self.value_of(key, Form::Table) else {
            return Ok(None);
        };
        match value.as_table() {
            Some(table) => Ok(Some(Reader {
                file: self.file,
                path: self.full(key),
                table,
                parsed: self.parsed,
                files: self.files,
                known: RefCell::default(),
            })),
            None => Err(self.wrong(key, value, "a table")),
        }
    }

    /// Refuses keys that were not asked for.
    ///
    /// # Errors
    /// Names the first such key, and the nearest known one.
    pub fn finish(&self) -> Result<(), ConfigError> {
        let known = self.known.borrow();
        match self.table.keys().find(|key| !known.contains(key)) {
            Some(key) => Err(self.error(
                key,
                format!("unknown; {}", one_of(key, known.iter().map(String::as_str))),
            )),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_file_key_value_and_remedy() {
        let table = parse("f.toml", "hand_size = 0\nhandsize = 3\n[a]\nx = nan").unwrap();
        let reader = Reader::new("f.toml", &table);
        assert_eq!(
            reader.integer("hand_size", 1..=60).unwrap_err().to_string(),
            "f.toml: key `hand_size`: 0 is not a whole number from 1 to 60"
        );
        let a = reader.table("a").unwrap().unwrap();
        assert_eq!(
            a.number("x", 0.0..=1.0).unwrap_err().to_string(),
            "f.toml: key `a.x`: nan is not a number from 0 to 1"
        );
        assert_eq!(
            reader.finish().unwrap_err().to_string(),
            "f.toml: key `handsize`: unknown; did you mean `hand_size`? (known: a, hand_size)"
        );
    }

    #[test]
    fn a_missing_key_is_told_what_stands_in_its_place() {
        for (text, told) in [
            ("fromat = 1", "is missing; `fromat` is no key: is it meant?"),
            ("form = 1", "is missing; `form` is no key: is it meant?"),
            ("seed = 1", "is missing"),
            ("frmt = 1", "is missing; `frmt` is no key: is it meant?"),
        ] {
            let table = parse("f.toml", text).unwrap();
            let error = Reader::new("f.toml", &table).missing("format", "");
            assert_eq!(error.problem, told);
        }
    }

    #[test]
    fn names_are_part_of_paths() {
        let long = "a".repeat(65);
        for (text, right) in [
            ("a", true),
            ("0-9_.x", true),
            (&long[..64], true),
            (&long, false),
            ("", false),
            (".a", false),
            ("é", false),
            ("a b", false),
            ("a,b", false),
            ("007", false),
            ("1e5", false),
            ("Infinity", false),
            ("NA", false),
            ("nan", false),
            ("None", false),
            ("true", false),
            ("NAN-1", true),
            ("7up", true),
        ] {
            assert_eq!(is_name(text), right, "{text:?}");
            let file = format!("name = {text:?}");
            let table = parse("f.toml", &file).unwrap();
            assert_eq!(Reader::new("f.toml", &table).name().is_ok(), right);
        }
        let table = toml::Table::new();
        let missing = Reader::new("f.toml", &table).name().unwrap_err();
        assert_eq!(
            missing.to_string(),
            format!("f.toml: key `name`: is missing: give {NAMES}")
        );
    }

    #[test]
    fn a_megabyte_of_brackets_is_refused_politely() {
        let text = format!("a = {}", "[".repeat(1 << 19));
        assert!(parse("f.toml", &text).is_err());
        let text = "a = [\n".repeat(1 << 17);
        assert!(parse("f.toml", &text).is_err());
    }

    #[test]
    fn keys_of_a_thousand_dots_do_not_overflow_the_stack() {
        let key = "a.".repeat(1 << 18);
        for text in [
            format!("{key}a = 1"),
            format!("[{key}a]"),
            format!("[[{key}a]]"),
            "[a]\n".repeat(1 << 17),
            format!("a = {{ {key}b = 1 }}"),
        ] {
            assert!(parse("f.toml", &text).is_err(), "{}", &text[..20]);
        }
    }

    #[test]
    fn messages_stay_short_and_harmless_whatever_the_file_holds() {
        let text = format!("c = \"{0}\"\n\"\\u001b{0}\" = 1", "x".repeat(9999));
        let table = parse("f.toml", &text).unwrap();
        let reader = Reader::new("f.toml", &table);
        let choice = reader.choice("c", &["a"]).unwrap_err().to_string();
        assert!(choice.len() < 200, "{choice}");
        let unknown = reader.finish().unwrap_err().to_string();
        assert!(
            unknown.len() < 200 && !unknown.contains('\u{1b}'),
            "{unknown}"
        );
    }

    #[test]
    #[cfg(unix)]
    fn an_endless_device_is_refused() {
        assert!(read_file(std::path::Path::new("/dev/zero")).is_err());
    }
}
