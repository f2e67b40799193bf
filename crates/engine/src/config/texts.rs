//! Texts for messages: what somebody wrote, cut short; the names that are allowed; the nearest known one.

/// The first 60 characters, which is all that a message needs of a text that somebody wrote.
#[must_use]
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What [`is_name`] asks for, in words.
pub const NAMES: &str = "1 to 64 letters A-Z a-z, digits and _ . -, a letter or digit first";

/// Whether a text may name a ruleset, a bot or a run, and so be part of a path: `[A-Za-z0-9][A-Za-z0-9_.-]{0,63}`.
#[must_use]
pub fn is_name(text: &str) -> bool {
    text.len() <= 64
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
}

/// "did you mean `x`? Known: a, b, c": the remedy for a misspelt name.
pub fn one_of<'a>(wrong: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let short: String = wrong.chars().take(64).collect();
    let nearest = known
        .clone()
        .map(|name| (strsim::damerau_levenshtein(&short, name), name))
        .min()
        .filter(|(distance, name)| *distance <= 2 + name.chars().count() / 4);
    let mut names: Vec<&str> = known.collect();
    names.sort_unstable();
    names.dedup();
    let list = format!("known: {}", names.join(", "));
    match nearest {
        Some((_, name)) => format!("did you mean `{name}`? ({list})"),
        None => list,
    }
}
