//! What a run writes: one file per output. Nothing is computed here.
//!
//! | file | holds |
//! |---|---|
//! | `bots`, `seats`, `pairs`, `lineups`, `rounds`, `histograms`, `towers`, `habits`, `ratings`, `payoff`, `meta`, `blocks` | the CSV files of those names |
//! | `analysis` | what each option of a decision is worth |
//! | `balance` | the CSV files of `balance` |
//! | `dictionary` | the register of all CSV files, and what each column means |
//! | `sweep`, `plot` | a sweep's CSV file; its plot, in characters and as SVG |
//! | `tune` | a tuning's CSV files; the tuned strategy's |
//! | `failed_bots` | `failed_bots.csv` of sweeps and tunings |
//! | `lab_dictionary` | what each column of sweeps and tunings means |
//! | `manifest` | what was run, and what changes from run to run |
//! | `narration` | the events of a game, in words |
//! | `records`, `record_cells` | every game or decision of a run as a table |
//! | `grid_narration` | the same for Grid |
//! | `grid_picture` | the Grid as it lies, drawn |
//! | `html` | a run as one HTML page |
//! | `intact` | whether a run's files are as the run wrote them |
//! | `table` | what is printed on the terminal |
//! | `arrow` | typed columns as Arrow's batches and Parquet files; features |
//! | `tables` | the CSV files as typed columns, for whoever takes them as arrays |

pub mod analysis;
pub mod answer;
#[cfg(feature = "arrow")]
pub mod arrow;
pub mod balance;
mod blocks;
mod bots;
pub mod dictionary;
pub mod failed_bots;
pub mod faults;
mod grid_narration;
pub mod grid_picture;
mod habits;
mod histograms;
pub mod html;
pub mod intact;
pub mod lab_dictionary;
mod lineups;
pub mod manifest;
mod meta;
pub mod narration;
mod pairs;
mod payoff;
pub mod plot;
mod ratings;
mod record_cells;
pub mod records;
mod rounds;
mod seats;
mod sheet;
pub mod sweep;
pub mod table;
pub mod tables;
mod towers;
pub mod tune;

pub use sheet::{Cell, Column, Kind, Output, Rows};
