//! What towers, cards and rules are worth.
//!
//! | file | holds |
//! |---|---|
//! | `request` | what is asked for |
//! | `plan` | from a configuration to the study that plays it |
//! | `setup` | what the configuration asks for, looked up and checked |
//! | `work` | the work on one experiment: tables, pieces, outcome |
//! | `study` | the run: how its pieces are played, and what comes of all |
//! | `optimise` | the design search |

mod optimise;
mod plan;
mod request;
mod setup;
mod study;
mod work;

pub use request::BalanceRequest;
pub use study::{BalancePlan, Ending};
