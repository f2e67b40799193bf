//! Tuning: the search for better parameters, validation on deals that the search never saw,
//! self-play.

pub mod cma;
pub mod config;
pub mod files;
pub mod plan;
pub mod request;
pub mod search;
pub mod selfplay;
pub mod study;
pub mod tables;
pub mod trials;
pub mod validation;
