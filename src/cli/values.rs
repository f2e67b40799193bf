//! Values of options, parsed from their texts.

use super::failure::Failure;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::line_up::expand;
use powergrab_engine::config::open_regular;
use powergrab_engine::game::Unit;
use std::fs::File;
use std::io::BufReader;
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

/// Parses `--threads`.
pub fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let n = text.parse().ok().filter(|n| (1..=1024).contains(n));
    n.and_then(NonZero::new)
        .ok_or_else(|| "a number of threads is from 1 to 1024".to_owned())
}

/// Returns the parsed value of an option, or an error that lists the accepted texts.
pub fn one_of<T>(found: Option<T>, texts: &[&str]) -> Result<T, String> {
    found.ok_or_else(|| format!("one of {}", texts.join(", ")))
}

/// Parses `--unit`.
pub fn unit(text: &str) -> Result<Unit, String> {
    one_of(Unit::from_text(text), Unit::TEXTS)
}

/// Parses `--order`.
pub fn order(text: &str) -> Result<Order, String> {
    one_of(Order::from_text(text), Order::TEXTS)
}

/// Parses a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|s| (0.001..=86_400.0).contains(s));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "a number of seconds is from 0.001 to 86400".to_owned())
}

/// Opens a trace.
pub fn open_trace(path: &Path) -> Result<BufReader<File>, Failure> {
    let file = open_regular(path);
    let failed = |e| Failure::Input(format!("{}: cannot be read: {e}", path.display()));
    file.map(BufReader::new).map_err(failed)
}

/// Expands the seats of `--bots` and similar options: `greedy*3` is three of them.
pub fn line_up(entries: &[String]) -> Result<Vec<String>, Failure> {
    expand(entries).map_err(|e| Failure::Input(e.to_string()))
}

/// Parses a name or path in a comma-separated list, without surrounding blanks.
pub fn listed(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a name is missing between two commas, or at an end".to_owned()),
        name => Ok(name.to_owned()),
    }
}
