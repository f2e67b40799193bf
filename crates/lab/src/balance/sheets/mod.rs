//! The tables of `balance`: those that its experiments declare, and those of the design search; the data dictionary made of them,
//! and what is printed.

mod designs;

pub use designs::{is_strategy, outcome};

use crate::balance::{EXPERIMENTS, PrintedPart};
use crate::matches::printed::{aligned, wrapped};
use crate::table::sheet::Sheet;
use designs::{PARETO, TUNED};

/// Every CSV file of `balance`.
pub fn sheets() -> impl Iterator<Item = Sheet> {
    let experiments = EXPERIMENTS.iter().flat_map(|entry| entry.sheets);
    experiments.copied().chain([PARETO, TUNED])
}

/// The data dictionary of a run of `balance`.
pub fn dictionary() -> String {
    let mut text = String::from(
        "# Data dictionary of `powergrab balance`\n\n\
Every table has one observation a row; a run has the tables of the experiments that its configuration asks for. Empty cells are values \
that do not exist. Intervals are at 95 %, Student's t with one degree of freedom less than there are deals.\n",
    );
    sheets().for_each(|sheet| sheet.describe(&mut text));
    text
}

/// What is printed of an experiment, in lines of at most 80 characters: tables stand below their headings, set off from what stands
/// before.
pub fn printed(told: &[PrintedPart]) -> String {
    let mut text = String::new();
    for part in told {
        match part {
            PrintedPart::Text(paragraph) => wrapped(&mut text, paragraph),
            PrintedPart::Table { rows, .. } if rows.is_empty() => {}
            PrintedPart::Table {
                heading,
                head,
                rows,
            } => {
                if !text.is_empty() {
                    text.push('\n');
                }
                wrapped(&mut text, heading);
                let mut lines = vec![head.iter().map(|&cell| cell.to_owned()).collect()];
                lines.extend_from_slice(rows);
                aligned(&mut text, &lines);
            }
        }
    }
    text
}
