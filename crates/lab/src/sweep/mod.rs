//! Sweeps: a design of parameters, rules and seats, played cell by cell.

pub mod cells;
pub mod columns;
pub mod config;
pub mod design;
pub mod error;
pub mod estimate;
pub mod factors;
pub mod failed_bots;
pub mod halving;
pub mod opponent_groups;
pub mod plot;
pub mod plot_data;
pub mod rows;
pub mod space;
pub mod study;
pub mod tables;
pub mod trial;
pub mod verdict;
