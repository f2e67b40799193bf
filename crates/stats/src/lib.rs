//! Statistics for experiments in games, independent of particular games, bots and files.
//!
//! | file | holds |
//! |---|---|
//! | `layout` | layout of a tally's numbers |
//! | `sums` | sums over deals and of their products |
//! | `blocks` | sums over fixed groups of deals, and differences of two runs |
//! | `spread` | minimum, maximum and frequencies of values; the histograms' bins |
//! | `moments` | sums of a few quantities with their products, and smooth functions of them |
//! | `interval` | ratio estimates, their standard errors; Student's t |
//! | `proportion` | intervals and tests of proportions and their differences |
//! | `distributions` | tails and quantiles: normal, Student's t, chi-squared, beta; exact binomial intervals |
//! | `jackknife` | the error of any figure from leaving out groups of deals |
//! | `independence` | the spread that single games would have if they were independent |
//! | `holm` | adjustment of p-values for their number |
//! | `performance` | one bot's results in a set of games |
//! | `plackett_luce`, `table_ratings` | ratings from the winners of line-ups |
//! | `nash`, `regret_matching`, `alpha_rank`, `cycles` | equilibria and cycles of a payoff matrix |
//! | `order` | lists by a figure, the highest first |
//! | `planning` | the number of deals that a question takes |
//! | `sequential`, `sprt` | early stopping of a run |
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

pub mod alpha_rank;
pub mod blocks;
pub mod cycles;
pub mod distributions;
pub mod holm;
pub mod independence;
pub mod interval;
pub mod jackknife;
pub mod layout;
pub mod moments;
pub mod nash;
pub mod order;
pub mod performance;
pub mod plackett_luce;
pub mod planning;
pub mod proportion;
pub mod regret_matching;
pub mod sequential;
pub mod spread;
pub mod sprt;
pub mod sums;
pub mod table_ratings;

/// Number of replicates of each bootstrap.
pub const REPLICATES: usize = 200;

/// Adds sums to others of the same layout, and sets them to 0.
pub fn take<T: std::ops::AddAssign + Default>(mine: &mut [T], its: &mut [T]) {
    for (mine, its) in mine.iter_mut().zip(its) {
        *mine += std::mem::take(its);
    }
}
