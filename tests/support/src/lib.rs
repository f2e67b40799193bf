//! Common parts of the tests of several crates. It depends only on the engine, so that the engine's
//! tests stay fast.

mod at_once;
mod chaos;
mod deals;
mod event_log;
mod python;
mod times;

pub use at_once::at_once;
pub use chaos::{Chaos, can_play, chaotic_choice, option_sets, trace};
pub use deals::{grid_games, start_grid, varied_rules};
pub use event_log::{EventLog, card_texts};
pub use python::PYTHON;
pub use times::{cases, times};
