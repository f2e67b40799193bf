//! Tables: columns that are declared once, rows of cells, and their writers.

#[cfg(feature = "arrow")]
pub mod arrow;
pub mod frame;
pub mod page;
pub mod sheet;
pub mod typed;
