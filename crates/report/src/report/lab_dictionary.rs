//! The data dictionary of what sweeps and tunings write.

use super::sheet::Column;
use super::{failed_bots, sweep, tune};
use std::fmt::Write as _;

/// The files of sweeps and tunings, strategies aside.
pub const FILES: [&str; 9] = [
    sweep::FILE,
    sweep::PLOT,
    tune::GENERATIONS,
    tune::VALIDATION,
    tune::ONE_STEP,
    tune::ARCHIVE,
    tune::RESPONSES,
    tune::MIXTURE,
    failed_bots::FILE,
];

/// Each table: its name, what a row is, its columns.
pub(super) const TABLES: [(&str, &str, &[&[Column]]); 8] = [
    (sweep::FILE, sweep::ABOUT, sweep::COLUMNS),
    (
        tune::GENERATIONS,
        "A tuning's progress, a generation a row.",
        tune::GENERATION_COLUMNS,
    ),
    (
        tune::VALIDATION,
        "How good the tuned bot is on deals that the search never saw.",
        tune::VALIDATION_COLUMNS,
    ),
    (
        tune::ONE_STEP,
        "Which of the tuned parameters matter: each put back by itself, the costliest first.",
        tune::ONE_STEP_COLUMNS,
    ),
    (
        tune::ARCHIVE,
        "With --self-play: each bot of the archive alone among each.",
        tune::ARCHIVE_COLUMNS,
    ),
    (
        tune::RESPONSES,
        "With --self-play: the best responses, the last of them to the best bot alone.",
        tune::RESPONSE_COLUMNS,
    ),
    (
        tune::MIXTURE,
        "With --self-play: the mixture over the archive.",
        tune::MIXTURE_COLUMNS,
    ),
    (failed_bots::FILE, failed_bots::ABOUT, failed_bots::COLUMNS),
];

/// The data dictionary.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from(
        "# Data dictionary of sweeps and tunings\n\n\
Every table has one observation a row. Empty cells are values that do not exist. Numbers are written in the shortest form \
that reads back as the same number.\n",
    );
    for (file, about, columns) in TABLES {
        let _ = write!(
            text,
            "\n## {file}\n\n{about}\n\n| column | meaning |\n|---|---|\n"
        );
        for column in columns.iter().copied().flatten() {
            let _ = writeln!(text, "| `{}` | {} |", column.name, column.meaning);
        }
    }
    text
}
