//! Questions about positions and searches. The estimates are [`powergrab_experiments::analysis`].

pub mod ladder;
pub mod review;
pub mod skill;
pub mod study;
pub mod tables;
