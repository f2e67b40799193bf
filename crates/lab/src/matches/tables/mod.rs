//! The CSV files of matches and tournaments, one module each, and the data dictionary of their
//! columns.

pub mod blocks;
pub mod bots;
mod columns;
pub mod dictionary;
pub mod faults;
pub mod habits;
pub mod histograms;
pub mod lineups;
pub mod meta;
pub mod pairs;
pub mod payoff;
pub mod ratings;
pub mod rounds;
pub mod seats;
pub mod towers;
