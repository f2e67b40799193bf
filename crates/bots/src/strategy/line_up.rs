//! Line-ups as written by people: `greedy*3` is three seats of `greedy`.

use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::config::{ConfigError, Reader};

/// Error of an unreadable entry of a line-up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineUpError {
    /// The text after the star is not a number of seats.
    #[error("{entry:?}: after * stands a number of seats from 1 to {MAX_SEATS}, like greedy*3")]
    Times {
        /// The entry.
        entry: String,
    },
}

/// Expands a line-up seat by seat: an entry `BOT*N` is N seats of that bot.
///
/// ```
/// let seats = powergrab_bots::strategy::line_up::expand(&["hoarder", "greedy*3"])?;
/// assert_eq!(seats, ["hoarder", "greedy", "greedy", "greedy"]);
/// # Ok::<(), powergrab_bots::strategy::line_up::LineUpError>(())
/// ```
///
/// # Errors
/// Fails if the text after a star is not a number of seats.
pub fn expand(entries: &[impl AsRef<str>]) -> Result<Vec<String>, LineUpError> {
    let mut seats = Vec::new();
    for entry in entries.iter().map(AsRef::as_ref) {
        let Some((bot, times)) = entry.rsplit_once('*') else {
            seats.push(entry.to_owned());
            continue;
        };
        let times = times.trim().parse().ok();
        let Some(times) = times.filter(|n| (1..=MAX_SEATS).contains(n)) else {
            let entry = entry.to_owned();
            return Err(LineUpError::Times { entry });
        };
        seats.extend(std::iter::repeat_n(bot.trim().to_owned(), times));
    }
    Ok(seats)
}

/// Reads the line-up under this key of a file, seat by seat.
///
/// # Errors
/// Fails if it is not a list of bots, or if an entry is unreadable.
pub fn read(reader: &Reader<'_>, key: &str) -> Result<Option<Vec<String>>, ConfigError> {
    let entries = reader.strings(key)?;
    let seats = entries.map(|entries| expand(&entries)).transpose();
    seats.map_err(|e| reader.error(key, e.to_string()))
}

/// Reads the line-ups under this key of a file, each seat by seat.
///
/// # Errors
/// Fails if it is not a list of lists of bots, if an entry is unreadable, or if a line-up has too
/// few or too many seats.
pub fn read_all(reader: &Reader<'_>, key: &str) -> Result<Option<Vec<Vec<String>>>, ConfigError> {
    let Some(value) = reader.value(key) else {
        return Ok(None);
    };
    let wrong = |problem: String| reader.error(key, problem);
    let right = format!("a list of 2 to {MAX_SEATS} bots in quotes");
    let Some(list) = value.as_array().filter(|list| !list.is_empty()) else {
        return Err(wrong(format!("must be a list of line-ups, each {right}")));
    };
    let line_up = |value: &toml::Value| {
        let entries = value.as_array().into_iter().flatten();
        let entries: Option<Vec<&str>> = entries.map(toml::Value::as_str).collect();
        let seats = expand(&entries.unwrap_or_default()).map_err(|e| wrong(e.to_string()))?;
        match (2..=MAX_SEATS).contains(&seats.len()) {
            true => Ok(seats),
            false => Err(wrong(format!("{value} is not {right}"))),
        }
    };
    list.iter().map(line_up).collect::<Result<_, _>>().map(Some)
}

/// Returns the distinct bots of a line-up, and the index of each seat's bot among them.
pub fn places(seats: &[String]) -> (Vec<String>, Vec<usize>) {
    let mut bots: Vec<String> = Vec::new();
    let mut line_up = Vec::new();
    for bot in seats {
        let place = bots.iter().position(|b| b == bot);
        line_up.push(place.unwrap_or_else(|| {
            bots.push(bot.clone());
            bots.len() - 1
        }));
    }
    (bots, line_up)
}
