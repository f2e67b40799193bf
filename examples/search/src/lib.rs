//! Measurements of search on single positions.
//!
//! | file | holds |
//! |---|---|
//! | `choices` | the gain of bots' choices, by a reference far beyond their budgets |
//! | `endgames` | exact solutions of tiny positions, and what bots lose there |
//! | `beliefs` | how well worlds predict |
//! | `playouts` | the speed of playouts |

pub mod beliefs;
pub mod choices;
pub mod endgames;
pub mod playouts;
