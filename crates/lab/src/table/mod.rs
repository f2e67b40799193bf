//! Tables: one type, its declarations, its reader and its writers.

#[cfg(feature = "arrow")]
pub mod arrow;
pub mod csv;
pub mod html;
pub mod json;
pub mod page;
pub mod rows;
pub mod sheet;
pub mod terminal;
pub mod typed;
