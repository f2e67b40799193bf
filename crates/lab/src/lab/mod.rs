//! Experiments made of arena runs. Nothing here has a game loop of its own.
//!
//! | file | holds |
//! |---|---|
//! | `rerun` | games of a run that is over, from its manifest |
//! | `balance` | what towers, cards and rules are worth |
//! | `bench` | how fast the laboratory is, against the floor of its own random numbers |
//! | `compare` | two finished runs side by side |
//! | `until`, `ranking` | runs that stop by themselves; tournaments that spend their games where the order is open |
//! | `analyse` | what each option of one decision is worth |
//! | `review` | what each decision of a game cost |
//! | `solver` | tiny positions solved exactly |
//! | `ladder` | how strong a search is by its budget |
//! | `information_value` | what hidden information is worth |
//! | `decision_quality` | what the choices of bots gain, position by position |
//! | `playouts` | how fast playouts are |
//! | `records`, `record_rows` | every game and decision of a run as rows |
//! | `quick` | one match from Rust: bots in, figures out |
//! | `design` | which points of a box an experiment tries: grid, Latin hypercube, Sobol |
//! | `sweep`, `factors` | a sweep's configuration |
//! | `cells`, `halving`, `rows` | its cells as runs of the arena; all of them or by halves; what they showed |
//! | `sweep_error` | why a sweep did not come to its end |
//! | `sweep_plot` | what a plot of a sweep shows |
//! | `opponent_groups` | who sits with a hero |
//! | `trial` | heroes tried against the same opponents on the same deals |
//! | `estimate` | figures, paired differences and reliability from a trial |
//! | `space` | a policy's parameters as the space of a search |
//! | `optimise`, `cma`, `spsa` | optimisers |
//! | `pieces`, `trials` | what a study has finished, so that it can be resumed; a tuning's trials among it |
//! | `tuning`, `tune` | a tuning's configuration; the search for better parameters |
//! | `selfplay` | best responses against a growing archive |
//! | `sheet`, `frame`, `page` | tables: columns declared once, files read back, what the page shows of them |
//! | `validation` | what was found, on deals that the search never saw |

pub mod analyse;
pub mod balance;
pub mod bench;
pub mod cells;
pub mod cma;
pub mod compare;
pub mod decision_quality;
pub mod design;
pub mod estimate;
pub mod factors;
pub mod frame;
pub mod halving;
pub mod information_value;
pub mod ladder;
pub mod opponent_groups;
pub mod optimise;
pub mod page;
pub mod pieces;
pub mod playouts;
mod quick;
pub mod ranking;
mod record_rows;
pub mod records;
pub mod rerun;
pub mod review;
pub mod rows;
pub mod selfplay;
pub mod sheet;
pub mod solver;
pub mod space;
pub mod spsa;
pub mod stages;
pub mod sweep;
mod sweep_error;
pub mod sweep_plot;
pub mod sweep_verdict;
pub mod trial;
mod trials;
pub mod tune;
pub mod tuning;
pub mod until;
pub mod validation;

pub use quick::{AskedMatch, Match, MatchError, MatchResult};
