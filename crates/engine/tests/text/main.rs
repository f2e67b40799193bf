//! Games as text: positions go out and come back, wrong ones are refused with the reason, traces are written the same for ever.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod faces;
mod golden;
mod grid_positions;
mod grid_refusals;
mod positions;
