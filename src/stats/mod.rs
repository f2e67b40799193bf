//! Statistics: integer tallies that merge exactly, then estimates and intervals. No game rules and no I/O here.
//!
//! | file | holds |
//! |---|---|
//! | `layout` | which number of a tally is where |
//! | `tally` | what is counted while games are played |
//! | `bins` | the histograms' bins |
//! | `interval` | ratio estimates, their standard errors, intervals |
//! | `moments` | sums of a few quantities with their products, smooth functions of them |
//! | `summary` | a tally as rows with names, for the reports |

pub mod bins;
pub mod interval;
pub mod layout;
pub mod moments;
pub mod summary;
pub mod tally;
