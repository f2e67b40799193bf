//! Rules of RULES.md, each by its number, in the shedding games and in Grid, and properties of the
//! rules in random games.

mod cards;
mod grid;
mod properties;
mod rulebook;
mod scene;
