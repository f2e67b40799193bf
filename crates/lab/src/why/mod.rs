//! `why`: explanation of why one bot wins more than another. The method is in
//! [`powergrab_experiments::why`].
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
