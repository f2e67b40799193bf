//! Matches and tournaments: one run of the arena, its statistics, its tables.

pub mod block_rows;
pub mod compare;
pub mod compare_runs;
pub mod failures;
pub mod match_request;
pub mod pairs;
pub mod payoffs;
pub mod plan;
pub mod play_run;
pub mod printed;
pub mod quick;
pub mod ranking;
pub mod ratings;
pub mod record_cells;
pub mod record_files;
pub mod record_rows;
pub mod record_tables;
pub mod records;
pub mod rerun;
pub mod run_request;
pub mod run_result;
pub mod stages;
pub mod summary;
pub mod tables;
pub mod until;
pub mod write_match;
