//! Plays games: who sits where, one game at a table, many deals in parallel. No statistics formulas and no files here.

pub mod floor;
pub mod play;
pub mod seating;
