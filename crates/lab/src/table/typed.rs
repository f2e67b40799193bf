//! Tables as data: what the CSV files hold, with the kind and the meaning of each column. Arrays for Python are made of them.

use crate::balance::sheets;
use crate::matches::tables::dictionary;
use crate::matches::tables::sheet::{Column, Kind, Output, Sheet};
use crate::sweep::{columns, tables};
use std::borrow::Cow;

/// The values of a column; `None` where a value does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Texts.
    Text(Vec<Option<String>>),
    /// Whole numbers.
    Count(Vec<Option<i64>>),
    /// Numbers.
    Number(Vec<Option<f64>>),
    /// Truth values.
    Flag(Vec<Option<bool>>),
}

/// A column: its name, what it means, its values.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedColumn {
    /// The name in the header.
    pub name: String,
    /// A sentence for the data dictionary; that of a sweep's factor says so.
    pub meaning: Cow<'static, str>,
    /// The values, by row.
    pub values: Values,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The file's name, without `.csv`.
    pub name: String,
    /// What a row is, a sentence.
    pub about: Cow<'static, str>,
    /// The columns, each with as many values as there are rows.
    pub columns: Vec<TypedColumn>,
    /// How many rows there are.
    pub n_rows: usize,
}

/// A file that is no table of this version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// No table has this name.
    #[error("{0}: is no table of a run; docs/reference.md lists them")]
    Unknown(String),
    /// It is not CSV, or a row has more or fewer cells than the header.
    #[error("{file}: is no CSV file: {problem}")]
    Csv {
        /// The file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// A cell that is not of its column's kind.
    #[error("{file}: line {line}, column `{column}`: {cell:?} is no {kind}")]
    Cell {
        /// The file.
        file: String,
        /// The line, from 1, the header's included.
        line: u64,
        /// The column.
        column: String,
        /// What stands there.
        cell: String,
        /// What should stand there.
        kind: &'static str,
    },
}

/// What the register says of the file with this name.
fn declared(file: &str) -> Option<Sheet> {
    let outputs = dictionary::OUTPUTS.iter().map(Output::sheet);
    let lab = columns::TABLES.iter().copied();
    let mut all = outputs.chain(sheets::sheets()).chain(lab);
    all.find(|sheet| sheet.file == file)
}

/// Whether the file with this name is a table that [`Table::read`] knows.
pub fn is_table(file: &str) -> bool {
    declared(file).is_some()
}

fn parse(kind: Kind, cells: &[(u64, String)]) -> Result<Values, (u64, String, &'static str)> {
    fn all<T>(
        cells: &[(u64, String)],
        kind: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<Option<T>>, (u64, String, &'static str)> {
        let value = |(line, cell): &(u64, String)| match cell.as_str() {
            "" => Ok(None),
            text => match read(text) {
                Some(value) => Ok(Some(value)),
                None => Err((*line, text.to_owned(), kind)),
            },
        };
        cells.iter().map(value).collect()
    }
    Ok(match kind {
        Kind::Text => Values::Text(all(cells, "text", |t| Some(t.to_owned()))?),
        Kind::Count => Values::Count(all(cells, "whole number", |t| t.parse().ok())?),
        Kind::Number => Values::Number(all(cells, "number", |t| t.parse().ok())?),
        Kind::Flag => Values::Flag(all(cells, "truth value", |t| t.parse().ok())?),
    })
}

impl Table {
    /// The table in a CSV file's text; `file` is its name in the run's directory.
    ///
    /// # Errors
    /// [`TableError`]
    pub fn read(file: &str, text: &[u8]) -> Result<Table, TableError> {
        let unknown = || TableError::Unknown(file.to_owned());
        let sheet = declared(file).ok_or_else(unknown)?;
        Table::with(file, sheet.about, &sheet.columns.concat(), text)
    }

    /// As [`Table::read`], for a table that is no file of a run.
    ///
    /// # Errors
    /// [`TableError`]
    pub fn with(
        file: &str,
        about: &'static str,
        columns: &[Column],
        text: &[u8],
    ) -> Result<Table, TableError> {
        let no_csv = |e: csv::Error| TableError::Csv {
            file: file.to_owned(),
            problem: e.to_string(),
        };
        let mut reader = csv::Reader::from_reader(text);
        let header = reader.headers().map_err(no_csv)?.clone();
        let mut cells: Vec<Vec<(u64, String)>> = header.iter().map(|_| Vec::new()).collect();
        for record in reader.records() {
            let record = record.map_err(no_csv)?;
            let line = record.position().map_or(0, csv::Position::line);
            for (column, cell) in cells.iter_mut().zip(&record) {
                column.push((line, cell.to_owned()));
            }
        }
        let n_rows = cells.first().map_or(0, Vec::len);
        let typed = header.iter().zip(&cells).map(|(name, cells)| {
            let known = columns.iter().find(|c| c.name == name);
            let values = match known {
                Some(column) => parse(column.kind, cells),
                // A factor's levels are whatever they all are.
                None => [Kind::Count, Kind::Number, Kind::Flag]
                    .into_iter()
                    .find_map(|kind| parse(kind, cells).ok())
                    .map_or_else(|| parse(Kind::Text, cells), Ok),
            };
            Ok(TypedColumn {
                name: name.to_owned(),
                meaning: known.map_or(Cow::Borrowed(tables::FACTOR), |c| c.meaning.into()),
                values: values.map_err(|(line, cell, kind)| TableError::Cell {
                    file: file.to_owned(),
                    line,
                    column: name.to_owned(),
                    cell,
                    kind,
                })?,
            })
        });
        Ok(Table {
            name: file.strip_suffix(".csv").unwrap_or(file).to_owned(),
            about: about.into(),
            columns: typed.collect::<Result<_, _>>()?,
            n_rows,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWEEP: &str = "stage,cell,a.x,rules.y,ruleset,players,bot,deals,games,wins,win_rate,se,low,high,fair_share,points_per_game,points_se,rounds_won,stopped
sweep,1,0.5,draw,\"a,b\",3,mine,2,6,2,0.5,,0.1,0.9,0.25,10,,4,0
";

    #[test]
    fn cells_have_the_kinds_that_their_columns_declare() {
        let table = Table::read("sweep.csv", SWEEP.as_bytes()).unwrap();
        let column = |name: &str| table.columns.iter().find(|c| c.name == name).unwrap();
        assert_eq!(table.n_rows, 1);
        assert_eq!(column("cell").values, Values::Count(vec![Some(1)]));
        assert_eq!(column("se").values, Values::Number(vec![None]));
        assert_eq!(
            column("points_per_game").values,
            Values::Number(vec![Some(10.0)])
        );
        assert_eq!(
            column("ruleset").values,
            Values::Text(vec![Some("a,b".to_owned())])
        );
        assert_eq!(column("a.x").values, Values::Number(vec![Some(0.5)]));
        assert_eq!(
            column("rules.y").values,
            Values::Text(vec![Some("draw".to_owned())])
        );
        assert!(column("a.x").meaning.contains("factor"));
        assert!(column("se").meaning.contains("standard error"));
    }

    #[test]
    fn what_is_no_table_is_told_with_its_place() {
        let error = |file, text: &str| Table::read(file, text.as_bytes()).unwrap_err().to_string();
        assert!(error("thesis.csv", "x\n1\n").contains("is no table of a run"));
        assert!(error("sweep.csv", "stage,cell\nsweep\n").contains("is no CSV file"));
        assert_eq!(
            error("sweep.csv", &SWEEP.replace(",6,2,", ",six,2,")),
            "sweep.csv: line 2, column `games`: \"six\" is no whole number"
        );
    }
}
