//! Statistics: integer tallies that merge exactly, then estimates and intervals. No game rules and no I/O here.
//!
//! | file | holds |
//! |---|---|
//! | `layout` | which number of a tally is where |
//! | `tally` | what is counted while games are played |
//! | `sums` | sums over deals and of their products |
//! | `spread` | least, greatest and how often each value came up |
//! | `bins` | the histograms' bins |
//! | `interval` | ratio estimates, their standard errors; Student's t |
//! | `proportion` | intervals and tests of proportions and their differences |
//! | `distributions` | tails and quantiles: normal, Student's t, chi-squared, beta; exact binomial intervals |
//! | `failures` | bots that failed: in how many games, and how at first |
//! | `hero_sums` | sums for heroes that take turns at the same tables |
//! | `holm` | p-values, adjusted for how many there are |
//! | `resample` | the bootstrap: Poisson weights by deal and replicate |
//! | `independence` | what single games would say of the spread, if they were independent |
//! | `plackett_luce` | ratings from who won which line-up |
//! | `nash`, `alpha_rank`, `cycles` | who would be played, given a payoff matrix |
//! | `blocks` | sums over fixed groups of deals, and how two runs differ |
//! | `planning` | how many deals a question takes |
//! | `sequential`, `sprt` | when a run may stop early |
//! | `jackknife` | the error of any figure from leaving out groups of deals |
//! | `moments` | sums of a few quantities with their products, smooth functions of them |
//! | `performance` | how a bot did in some games |
//! | `summary` | a tally as rows with names, for the reports |
//! | `pairs` | the rows about two bots at the same tables |
//! | `table_ratings` | the strengths of a table's bots, as fitted |
//! | `ratings`, `payoffs`, `block_rows` | the rows about ratings, payoff matrices and groups of deals |

pub mod alpha_rank;
pub mod bins;
pub mod block_rows;
pub mod blocks;
pub mod cycles;
pub mod distributions;
pub mod failures;
pub mod hero_sums;
pub mod holm;
pub mod independence;
pub mod interval;
pub mod jackknife;
pub mod layout;
pub mod moments;
pub mod nash;
pub mod pairs;
pub mod payoffs;
mod performance;
pub mod plackett_luce;
pub mod planning;
pub mod proportion;
pub mod ratings;
pub mod resample;
pub mod sequential;
mod spread;
pub mod sprt;
pub mod summary;
mod sums;
mod table_ratings;
pub mod tally;

/// Moves sums to others of the same places; 0 is left.
fn take<T: std::ops::AddAssign + Default>(mine: &mut [T], its: &mut [T]) {
    for (mine, its) in mine.iter_mut().zip(its) {
        *mine += std::mem::take(its);
    }
}
