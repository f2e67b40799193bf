//! The rules of RULES.md, each by its number: the sheets' reading, every option's other reading, and the corners.
//!
//! A scene says who holds what and which cards will be drawn; seat 0 is the first seat. What is told stands as the lines of
//! TRACE.md in short words: `draw 1 [R5] turn`.

mod deal;
mod ends;
mod fours;
mod house;
mod lantern;
mod stacking;
mod towers;
mod turns;
mod uno;
