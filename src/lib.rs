//! powergrab: a laboratory for strategy in UNO Power Grab and its family.
//!
//! One direction of flow; imports point only to the left:
//!
//! cards → rules engines (`shedding`) → strategies → arena → statistics → reports → command line;
//! `lab` stands on arena and statistics.
#![warn(missing_docs)]

pub mod arena;
pub mod cards;
pub mod cli;
pub mod config;
pub mod game;
pub mod lab;
pub mod report;
pub mod rng;
pub mod shedding;
pub mod stats;
pub mod strategy;
