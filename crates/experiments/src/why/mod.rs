//! Why one bot wins more than another: the kinds of decision that make the
//! difference.
//!
//! A *hybrid* of bots A and B asks both at each of its decisions. It plays as B in some kinds of
//! decision, and as A in all others. As the kinds are switched one after the other, its win rate
//! moves from A's to B's. A kind's share of the difference is its Shapley value (Shapley, "A value
//! for n-person games", 1953), estimated from random orders (Castro, Gómez and Tejada, Computers &
//! Operations Research 36, 2009). The shares therefore add up to the whole difference exactly, deal
//! by deal.
//!
//! Kinds are found on some deals and measured on others, so that the selection does not bias the
//! estimates.
//!
//! | file | holds |
//! |---|---|
//! | `hybrid` | the player that asks two others |
//! | `hybrid_table` | games with a hybrid in one seat, continued from where two of them part |
//! | `discovery` | the search for kinds, on deals that are never measured |
//! | `shares` | the share of each kind in the difference |

pub mod discovery;
pub mod hybrid;
pub mod hybrid_table;
pub mod shares;
