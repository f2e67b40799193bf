//! The value of a decision: playouts for every option, exact solutions of endgames, the value of
//! information.

pub mod analyse;
pub mod decision_quality;
pub mod information_value;
pub mod playouts;
pub mod solver;
