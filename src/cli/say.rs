//! What is printed: results on standard output, all else on standard error.

use super::failure::Failure;
use powergrab_engine::config::visible;
use powergrab_lab::study::manifest::plain;
use serde_json::Value;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

/// How a command prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people.
    #[default]
    Table,
    /// For programs.
    Json,
}

/// Prints to standard output. A reader that has seen enough (`| head`) is no failure. Characters that steer a terminal are spelt out.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    print_raw(&visible(text))
}

/// Prints text that may steer the terminal.
pub(super) fn print_raw(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Io(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// The value as JSON for people.
pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The width of what does not go to a terminal.
pub(super) const PLAIN_WIDTH: usize = 80;
/// Longer lines are hard to read, however wide the terminal.
pub(super) const MAX_WIDTH: usize = 110;

/// How wide printed text may be: at least `least` on a terminal, however narrow.
pub(super) fn width(least: usize) -> usize {
    if std::io::stdout().is_terminal() {
        textwrap::termwidth().clamp(least, MAX_WIDTH)
    } else {
        PLAIN_WIDTH
    }
}

/// Tells people something on standard error, where nothing can be done if that is full or closed. Characters that steer a terminal
/// are spelt out.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "{}", powergrab_engine::config::visible(&format!($($words)*)));
    }};
}
pub(crate) use say;

/// Says last of a run where its files are, and how to look at them.
pub(super) fn say_files(dir: &Path) {
    say!("files: {}", dir.display());
    say!("page:  powergrab report {}", plain(dir));
}
