//! The CSV files of `balance`: their columns with meanings, their rows, and the data dictionary made from them.

mod changes;
mod course;
mod designs;
mod findings;
mod sheet;
mod summary;
mod worth;

pub use designs::{is_strategy, strategies};
pub use findings::Findings;
pub use sheet::Sheet;
pub use summary::summary;

use changes::{ABLATIONS, RANKINGS, RULINGS};
use course::{DRAMA, LEDGER};
use designs::{PARETO, TUNED};
use std::fmt::Write as _;
use worth::{BLOCKS, CARDS, TOWERS};

/// Every CSV file of `balance`.
pub const SHEETS: [Sheet; 10] = [
    TOWERS, BLOCKS, CARDS, ABLATIONS, RULINGS, RANKINGS, DRAMA, LEDGER, PARETO, TUNED,
];

/// The data dictionary of a run of `balance`.
#[must_use]
pub fn dictionary() -> String {
    let mut text = String::from(
        "# Data dictionary of `powergrab balance`\n\n\
Every table has one observation a row; a run has the tables of the experiments that its configuration asks for. Empty cells are values \
that do not exist. Intervals are at 95 %, Student's t with one degree of freedom less than there are deals.\n",
    );
    for sheet in &SHEETS {
        let _ = write!(
            text,
            "\n## {}\n\n{}\n\n| column | meaning |\n|---|---|\n",
            sheet.file, sheet.about
        );
        for column in sheet.all_columns() {
            let _ = writeln!(text, "| `{}` | {} |", column.name, column.meaning);
        }
    }
    text
}
