//! Kinds of decision in which two players differ: a bot and another bot, or a bot and a search.
//!
//! | file | holds |
//! |---|---|
//! | `features` | features of a decision; the table of a game's features |
//! | `shed_features`, `grid_features` | the features of the games that ship |
//! | `kind` | kinds of decision, and their sentences |
//! | `selection` | the choice of kinds among the differences found |
//! | `figure` | a figure of a kind: sums over deals, with its error |

pub mod features;
pub mod figure;
mod grid_features;
pub mod kind;
pub mod selection;
mod shed_features;

pub use grid_features::GRID;
pub use shed_features::SHEDDING;
