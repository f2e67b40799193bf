//! The files of all studies: their names, and the columns of their tables.

use crate::balance::sheets;
use crate::matches::tables::dictionary;
use crate::study::manifest;
use crate::sweep::{columns, tables};
use crate::table::csv::TableError;
use crate::table::typed::{Table, Values};
use crate::why::tables as why_tables;
use serde_json::Value;
use std::borrow::Cow;

/// The HTML page of a run.
pub const PAGE: &str = "report.html";
/// The table of a ladder of skill.
pub const SKILL_LADDER: &str = "skill_ladder.csv";

/// The names of the files that a run may write, but for its tables.
const OWN_FILES: [&str; 8] = [
    dictionary::FILE,
    manifest::FILE,
    manifest::TIMING_FILE,
    manifest::STOPPING_FILE,
    // Made by `report` from the others, so of no use without them.
    PAGE,
    SKILL_LADDER,
    tables::PLOT,
    // What earlier versions kept of sweeps, tunings and balances to go on with.
    "state.json",
];

/// Whether a run may write a file of this name: one of the fixed names, a strategy that a design search tuned, or a sweep's
/// picture of one table.
pub fn is_own(name: &str) -> bool {
    OWN_FILES.contains(&name)
        || declared(name).is_some()
        || sheets::is_strategy(name)
        || tables::is_plot(name)
}

/// Whether a tuning with this identity writes a strategy of this name: its own, or those of its rounds of self-play.
pub(crate) fn is_tuned(identity: &Value, name: &str) -> bool {
    let kind = identity["kind"].as_str();
    let tuned = identity["name"].as_str().and_then(|tuned| {
        let rest = name.strip_suffix(".toml")?.strip_prefix(tuned)?;
        let number = rest.strip_prefix('-').unwrap_or("");
        Some(rest.is_empty() || number.parse::<u64>().is_ok())
    });
    matches!(kind, Some("tune" | "self-play")) && tuned == Some(true)
}

/// The tables of all studies, without rows.
fn blanks() -> impl Iterator<Item = Table> {
    dictionary::blanks()
        .into_iter()
        .chain(sheets::blanks())
        .chain(columns::blanks())
        .chain(why_tables::blanks())
}

/// The table of a run in the file of this name, without rows; `None` if there is no such table.
pub fn declared(file: &str) -> Option<Table> {
    blanks().find(|table| table.file() == file)
}

/// The names of the columns of a table of matches, tournaments or `balance`, as this version writes it.
pub(crate) fn columns_of(file: &str) -> Vec<Cow<'static, str>> {
    let mut tables = dictionary::blanks().into_iter().chain(sheets::blanks());
    let table = tables.find(|table| table.file() == file);
    let columns = table.into_iter().flat_map(|table| table.columns);
    columns.map(|column| column.name).collect()
}

/// The table of a run in the text of a CSV file. Columns that it does not declare are those of a sweep's factors.
///
/// # Errors
/// [`TableError`]
pub fn read(file: &str, text: &[u8]) -> Result<Table, TableError> {
    let unknown = || TableError::Unknown(file.to_owned());
    let mut table = declared(file).ok_or_else(unknown)?.read_csv(text)?;
    for column in &mut table.columns {
        if column.meaning.is_empty() {
            column.meaning = tables::FACTOR.into();
        }
    }
    Ok(table)
}

/// A table of a run for arrays: the levels of a sweep's factors are of the kind that all of them are.
pub fn arrays(mut table: Table) -> Table {
    for column in &mut table.columns {
        if column.meaning == tables::FACTOR {
            let values = std::mem::replace(&mut column.values, Values::Flag(Vec::new()));
            column.values = values.narrowed();
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWEEP: &str = "stage,cell,a.x,rules.y,ruleset,players,bot,deals,games,wins,win_rate,se,low,high,fair_share,points_per_game,points_se,rounds_won,stopped
sweep,1,0.50,draw,\"a,b\",3,mine,2,6,2,0.5,,0.1,0.9,0.25,10,,4,0
";

    #[test]
    fn cells_have_the_kinds_that_their_columns_declare() {
        let table = read("sweep.csv", SWEEP.as_bytes()).unwrap();
        // Levels stay as they are written, until arrays are made of them.
        assert_eq!(table.csv(), SWEEP.as_bytes());
        let table = arrays(table);
        let column = |name: &str| table.column(name).unwrap();
        assert_eq!(table.n_rows, 1);
        assert_eq!(column("cell").values, Values::Count(vec![Some(1)]));
        assert_eq!(column("se").values, Values::Number(vec![None]));
        let ten = Values::Number(vec![Some(10.0)]);
        assert_eq!(column("points_per_game").values, ten);
        assert_eq!(column("ruleset").values.text(0), "a,b");
        assert_eq!(column("a.x").values, Values::Number(vec![Some(0.5)]));
        assert_eq!(column("rules.y").values.text(0), "draw");
        assert!(column("a.x").meaning.contains("factor"));
        assert!(column("se").meaning.contains("standard error"));
    }

    #[test]
    fn files_that_are_no_tables_are_refused() {
        let error = |file, text: &str| read(file, text.as_bytes()).unwrap_err().to_string();
        assert!(error("thesis.csv", "x\n1\n").contains("is no table of a run"));
        assert!(error("sweep.csv", "stage,cell\nsweep\n").contains("is no CSV file"));
        assert_eq!(
            error("sweep.csv", &SWEEP.replace(",6,2,", ",six,2,")),
            "sweep.csv: line 2, column `games`: \"six\" is no whole number"
        );
    }

    #[test]
    fn every_table_has_a_name_of_its_own_and_explains_its_columns() {
        let mut names: Vec<_> = blanks().map(|table| table.name).collect();
        let n = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), n);
        let columns = blanks().flat_map(|table| table.columns);
        assert!(columns.into_iter().all(|column| !column.meaning.is_empty()));
    }
}
