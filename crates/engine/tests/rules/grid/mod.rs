//! The rules of Grid.

mod moves;
mod rulebook;
mod scene;
