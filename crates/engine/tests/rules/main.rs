//! Rules of RULES.md, each by its number, in the shedding games and in Grid.

mod cards;
mod grid;
mod rulebook;
mod scene;
