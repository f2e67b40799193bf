//! Printing: results on standard output, everything else on standard error.

use super::failure::Failure;
use powergrab_engine::config::visible;
use powergrab_lab::study::manifest::plain;
use serde_json::Value;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

/// Output format of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Text for people.
    #[default]
    Table,
    /// JSON for programs.
    Json,
}

/// Prints to standard output. A reader that closes the pipe early (`| head`) is not a failure.
/// Control characters of terminals are escaped.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    print_raw(&visible(text))
}

/// Prints text that may control the terminal.
pub(super) fn print_raw(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Io(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Formats the value as JSON for people.
pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// Width of output that does not go to a terminal.
pub(super) const PLAIN_WIDTH: usize = 80;
/// Maximum width, because longer lines are hard to read on any terminal.
pub(super) const MAX_WIDTH: usize = 110;

/// Returns the width of printed text: at least `least`, even on a narrower terminal.
pub(super) fn width(least: usize) -> usize {
    if std::io::stdout().is_terminal() {
        textwrap::termwidth().clamp(least, MAX_WIDTH)
    } else {
        PLAIN_WIDTH
    }
}

/// Prints to standard error, ignoring errors if that is full or closed. Control characters of
/// terminals are escaped.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "{}", powergrab_engine::config::visible(&format!($($words)*)));
    }};
}
pub(crate) use say;

/// Prints the final message of a run: the place of its files, and the way to view them.
pub(super) fn say_files(dir: &Path) {
    say!("files: {}", dir.display());
    say!("page:  powergrab report {}", plain(dir));
}
