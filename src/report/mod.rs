//! What the laboratory writes: one file per output. Nothing is computed here.

mod record;
pub mod tale;
pub mod trace;

pub use record::{Record, Text};
