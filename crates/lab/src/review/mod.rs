//! `review`: a bot's decisions that cost most, and what is unusual about its play. The method is in
//! [`powergrab_experiments::review`].
//!
//! | file | holds |
//! |---|---|
//! | `tables`, `answer` | files and sentences |
//! | `request`, `lookup`, `study` | the question, the lookup of its names, and the study |

mod answer;
mod lookup;
pub mod request;
mod study;
pub mod tables;

pub use study::KIND;
