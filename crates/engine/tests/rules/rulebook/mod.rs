//! Rules of RULES.md, each by its number: the reading of the rule sheets, every alternative reading
//! of an option, and the corner cases.
//!
//! A scene states the hands and the cards that will be drawn; seat 0 is the first seat. Events are
//! shown as the lines of TRACE.md in short words: `draw 1 [R5] turn`.

mod deal;
mod ends;
mod fours;
mod house;
mod lantern;
mod stacking;
mod towers;
mod turns;
mod uno;
