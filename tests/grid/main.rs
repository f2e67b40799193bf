//! Grid as a whole: every rule by number, properties of the machine, traces, bots, statistics.

mod bots;
mod properties;
mod rulebook;
mod scene;
mod statistics;
mod traces;
