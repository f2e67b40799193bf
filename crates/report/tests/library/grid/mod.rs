//! Grid as a whole: every rule by number, properties of the machine, traces, bots.

mod bots;
mod moves;
mod outside;
mod positions;
mod properties;
mod rulebook;
mod scene;
mod texts;
mod traces;
