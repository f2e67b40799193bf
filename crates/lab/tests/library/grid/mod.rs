//! Grid as a whole: properties of the machine, positions, traces, bots. Its rules by number are in the engine's tests.

mod bots;
mod outside;
mod positions;
mod properties;
mod texts;
#[path = "../../../../engine/tests/rules/grid/told.rs"]
mod told;
mod traces;
