//! Tables of `balance`: those of its experiments and of the design search, their data dictionary,
//! and the printed text.

mod designs;

pub use designs::{is_strategy, outcome};

use crate::matches::printed::wrapped;
use powergrab_balance::{EXPERIMENTS, PrintedPart};
use powergrab_table::typed::Table;

/// Returns every table of `balance`, without rows.
pub fn blanks() -> impl Iterator<Item = Table> {
    let experiments = EXPERIMENTS.iter().flat_map(|entry| (entry.blanks)());
    experiments.chain([designs::pareto().blank(), designs::tuned().blank()])
}

/// Returns the data dictionary of a run of `balance`.
pub fn dictionary() -> String {
    let mut text = String::from(
        "# Data dictionary of `powergrab balance`\n\n\
Every table has one observation a row; a run has the tables of the experiments that its configuration asks for. Empty cells are values \
that do not exist. Intervals are at 95 %, Student's t with one degree of freedom less than there are deals.\n",
    );
    blanks().for_each(|table| table.describe(&mut text));
    text
}

/// Returns an experiment's printed text in lines of at most 80 characters. Tables follow their
/// headings, separated from the preceding text.
pub fn printed(told: &[PrintedPart]) -> String {
    let mut text = String::new();
    for part in told {
        match part {
            PrintedPart::Text(paragraph) => wrapped(&mut text, paragraph),
            PrintedPart::Table(table) if table.n_rows == 0 => {}
            PrintedPart::Table(table) => {
                if !text.is_empty() {
                    text.push('\n');
                }
                wrapped(&mut text, &table.about);
                table.align(&mut text);
            }
        }
    }
    text
}
