//! Strategy cards: a short list of rules in plain words, learned from a bot and measured on unseen
//! deals.
//!
//! | file | holds |
//! |---|---|
//! | `search` | the search for the list of lines that wins most |
//! | `measure` | strength, and loss by each line left out |
//! | `card`, `tables` | the card as text and as a strategy file; files of figures |
//! | `request`, `lookup`, `study` | the request, the lookup of its names, and the study |

mod card;
mod lookup;
mod measure;
pub mod request;
mod search;
mod study;
pub mod tables;

pub use study::KIND;
