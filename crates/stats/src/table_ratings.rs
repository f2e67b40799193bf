//! The fitted strengths of the bots at one table: comparisons of pairs, and the lack of fit.

use super::distributions::normal_tail;
use super::plackett_luce::{Choice, shares};
use crate::REPLICATES;

/// The ratings at one table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRatings {
    /// Bots at the table, by their indices in the pool.
    pub bots: Vec<usize>,
    /// Their strengths, with mean 0; `None` if the model cannot be fitted.
    pub theta: Option<Vec<f64>>,
    /// The strengths in each replicate that could be fitted.
    pub replicates: Vec<Vec<f64>>,
    /// Bounds of each strength if the replicates do not show them; otherwise empty.
    pub bounds: Vec<[Option<f64>; 2]>,
    /// Number of virtual games of each bot (see [`fit`](super::plackett_luce::fit)): 1 if some bot
    /// did not beat enough others often enough, otherwise 0.
    pub prior: f64,
    /// Lack of fit; `None` if the model cannot be fitted.
    pub lack: Option<LackOfFit>,
}

/// Lack of fit of the ratings to the line-ups' results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LackOfFit {
    /// Twice the log-likelihood of each line-up's own shares minus that of the ratings.
    pub deviance: f64,
    /// Degrees of freedom: number of additional parameters of the line-ups' own shares.
    pub degrees: u64,
    /// Factor by which deals inflate the variance of the shares over that of independent games, on
    /// average; `None` with one deal or if nothing varies.
    pub design_effect: Option<f64>,
    /// p-value of the deviance divided by the design effect, as chi-squared (Rao and Scott's
    /// first-order correction, JASA 76, 1981): approximate.
    pub p: Option<f64>,
    /// Root mean square of observed minus expected shares, without the part explained by sampling.
    pub rms: f64,
}

/// Returns the standard deviation (with n - 1) over the replicates. `None` if half of them are
/// missing, or if all are equal up to rounding: they then show no error.
pub fn spread(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let n = values.clone().count();
    if n < REPLICATES / 2 {
        return None;
    }
    let mean = values.clone().sum::<f64>() / n as f64;
    let squares: f64 = values.map(|v| (v - mean) * (v - mean)).sum();
    Some(libm::sqrt(squares / (n - 1) as f64)).filter(|spread| *spread > 1e-12)
}

impl TableRatings {
    fn place(&self, bot: usize) -> Option<usize> {
        self.bots.iter().position(|b| *b == bot)
    }

    /// Returns the likelihood that the first bot is the better one: that of a normal variable
    /// around the difference of their strengths, with its standard error over the replicates.
    pub fn superiority(&self, bot: usize, other: usize) -> Option<f64> {
        let (i, j) = (self.place(bot)?, self.place(other)?);
        let theta = self.theta.as_ref()?;
        let difference = theta[i] - theta[j];
        let se = spread(self.replicates.iter().map(|r| r[i] - r[j]))?;
        Some(normal_tail(-difference / se))
    }

    /// Returns the share of the wins that the ratings expect for one bot among copies of another.
    pub fn expected(&self, one: usize, others: usize, players: usize) -> Option<f64> {
        let choice = Choice {
            seats: vec![
                (self.place(one)?, 1),
                (self.place(others)?, players as u32 - 1),
            ],
        };
        shares(&choice, self.theta.as_ref()?).first().copied()
    }
}
