//! Why one bot wins more than another: the kinds of decision that make the difference.
//!
//! A *hybrid* of bots A and B asks both at each of its decisions and plays as B in some kinds of decision, else as A. Its win rate
//! goes from A's to B's as kinds are switched one after the other. A kind's share of the difference is its Shapley value (Shapley, "A
//! value for n-person games", 1953), estimated by random orders (Castro, Gómez and Tejada, Computers & Operations Research 36,
//! 2009). So the shares add up to the whole exactly, deal by deal.
//!
//! Kinds are found on some deals and measured on others, so that a kind that was lucky when it was chosen is not lucky again.
//!
//! | file | holds |
//! |---|---|
//! | `features` | what can be said of a decision at a table; the register of a game's features |
//! | `shed_features`, `grid_features` | the features of the games that ship |
//! | `kinds` | kinds of decision, and their sentences |
//! | `hybrid` | the player that asks two others |
//! | `hybrid_table` | games with a hybrid in one seat, played on from where two of them part |
//! | `discovery` | which kinds there are, on deals that are never measured |
//! | `selection` | which of them are measured |
//! | `shares` | what each kind makes of the difference |
//! | `tables`, `answer` | files and sentences |
//! | `request`, `lookup`, `study` | the question, its names looked up, and how it is run |

mod answer;
mod discovery;
pub mod features;
mod grid_features;
mod hybrid;
mod hybrid_table;
mod kinds;
mod lookup;
pub mod request;
mod selection;
mod shares;
mod shed_features;
mod study;
pub mod tables;

pub use grid_features::GRID;
pub use lookup::WhyGame;
pub use shed_features::SHEDDING;
pub use study::KIND;
