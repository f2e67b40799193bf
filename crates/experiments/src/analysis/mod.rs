//! The value of a decision: playouts for every option, and the value of information.

pub mod analyse;
pub mod information_value;
