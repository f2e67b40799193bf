//! Tables: one type, its declarations, its reader and its writers.
//!
//! | module | holds |
//! |---|---|
//! | `typed` | the table: columns of values |
//! | `sheet` | declarations: a column's name, its meaning and its value in a row |
//! | `rows` | rows of a table by the names of columns |
//! | `named_file` | a table or other content, with the name of its file |
//! | `csv`, `json`, `arrow`, `html`, `terminal` | readers and writers |
//! | `page` | presentation of a table on the HTML page, declared beside it |
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

#[cfg(feature = "arrow")]
pub mod arrow;
pub mod csv;
pub mod html;
pub mod json;
pub mod named_file;
pub mod page;
pub mod rows;
pub mod sheet;
pub mod terminal;
pub mod typed;
