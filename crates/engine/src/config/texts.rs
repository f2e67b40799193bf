//! Texts for messages: shortened input, allowed names, the nearest known name, bytes as digits.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns the first 60 characters, which is enough of a user's text for a message.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns bytes as lower-case hexadecimal digits, two each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns whether a character controls a terminal or changes the order of the text around it:
/// control characters, and Unicode's direction marks.
fn steers(c: char) -> bool {
    let directs = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    directs || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// Returns the text as safe for a terminal, whatever its source: control characters are escaped as
/// `\u001b`, which is valid in JSON too.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if steers(c) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Requirements of [`is_name`], in words.
pub const NAMES: &str = "1 to 64 letters A-Z a-z, digits and _ . -, a letter or digit first; not a number, nor a word like NA or true, which readers of CSV do not take for a name";

/// Words that readers of CSV take for a missing value or a truth value, in lower case.
const RESERVED: [&str; 6] = ["na", "nan", "null", "none", "true", "false"];

/// Returns whether a text may name a ruleset, a bot or a run, and so be part of a path and a cell
/// of a table: `[A-Za-z0-9][A-Za-z0-9_.-]{0,63}`, neither a number (`007`, `1e5`, `inf`) nor a
/// reserved word (`NA`).
pub fn is_name(text: &str) -> bool {
    text.len() <= 64
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
        && text.parse::<f64>().is_err()
        && !RESERVED.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Returns the name most like a misspelt one, if any is like it.
pub fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let short: String = wrong.chars().take(64).collect();
    let nearest = known
        .map(|name| (strsim::damerau_levenshtein(&short, name), name))
        .min()
        .filter(|(distance, name)| *distance <= 2 + name.chars().count() / 4);
    nearest.map(|(_, name)| name)
}

/// Returns "did you mean `x`? Known: a, b, c": the remedy for a misspelt name.
pub fn one_of<'a>(wrong: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let nearest = nearest(wrong, known.clone());
    let mut names: Vec<&str> = known.collect();
    names.sort_unstable();
    names.dedup();
    let list = format!("known: {}", names.join(", "));
    match nearest {
        Some(name) => format!("did you mean `{name}`? ({list})"),
        None => list,
    }
}
