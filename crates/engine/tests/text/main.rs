//! Games as text: positions and rulesets are written and parsed back, wrong ones are refused with
//! the reason, traces never change.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod faces;
mod golden;
mod grid_positions;
mod grid_refusals;
mod impossible;
mod positions;
mod ruleset_properties;
