//! What a run writes: one file per output. Nothing is computed here.
//!
//! | file | holds |
//! |---|---|
//! | `bots`, `seats`, `pairs`, `lineups`, `rounds`, `histograms`, `towers`, `habits` | the CSV files of those names |
//! | `dictionary` | the register of all CSV files, and what each column means |
//! | `manifest` | what was run, and what changes from run to run |
//! | `record`, `trace`, `tale` | the events of a game: as records, as TRACE.md's lines, in words |
//! | `grid_trace`, `grid_tale` | the same for Grid |
//! | `rundir` | the directory: whole files or none, never another run's |
//! | `shard`, `shards` | a finished piece of a run as a file; those of a directory |
//! | `table` | what is printed on the terminal |

mod bots;
pub mod dictionary;
mod faults;
mod grid_tale;
pub mod grid_trace;
mod habits;
mod histograms;
mod lineups;
pub mod manifest;
mod pairs;
mod record;
mod rounds;
pub mod rundir;
mod seats;
pub mod shard;
pub mod shards;
mod sheet;
pub mod table;
pub mod tale;
mod towers;
pub mod trace;

pub use record::{Record, Text};
pub use sheet::{Column, Output, Rows};
