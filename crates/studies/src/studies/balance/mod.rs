//! What towers, cards and rules are worth.
//!
//! | file | holds |
//! |---|---|
//! | `request` | what is asked for |
//! | `plan` | from a configuration to the study that plays it |
//! | `setup` | what the configuration asks for, looked up and checked |
//! | `jobs` | how the experiments are cut into pieces |
//! | `work` | how a piece is played, and what comes of all |
//! | `optimise` | the design search |

mod jobs;
mod optimise;
mod plan;
mod request;
mod setup;
mod work;

pub use plan::{BalancePlan, plain};
pub use request::BalanceRequest;
pub use work::Ending;
