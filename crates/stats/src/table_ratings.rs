//! The strengths of the bots at one table, as fitted: what they say of pairs, and how badly the model fits.

use super::distributions::normal_tail;
use super::plackett_luce::{Choice, shares};
use crate::REPLICATES;

/// The ratings at one table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRatings {
    /// The bots at it, by their place in the pool, in that order.
    pub bots: Vec<usize>,
    /// Their strengths, mean 0; `None` if the model cannot be fitted.
    pub theta: Option<Vec<f64>>,
    /// The strengths in each replicate that could be fitted.
    pub replicates: Vec<Vec<f64>>,
    /// The bounds of each strength where the replicates do not tell them; empty where they do.
    pub bounds: Vec<[Option<f64>; 2]>,
    /// Virtual games of each bot (see [`fit`](super::plackett_luce::fit)): 1 where not everybody beat enough others often enough, else 0.
    pub prior: f64,
    /// How badly the model fits; `None` if it cannot be fitted.
    pub lack: Option<LackOfFit>,
}

/// How badly the ratings fit the line-ups' results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LackOfFit {
    /// Twice the log-likelihood of each line-up's own shares less that of the ratings.
    pub deviance: f64,
    /// How many more parameters the line-ups' own shares are.
    pub degrees: u64,
    /// By how much deals make the variance of the shares larger than independent games would, on average; none with one
    /// deal or where nothing varies.
    pub design_effect: Option<f64>,
    /// The p-value of the deviance over the design effect as chi-squared (Rao and Scott's first-order correction, JASA
    /// 76, 1981): approximate.
    pub p: Option<f64>,
    /// The root mean square of observed less expected shares, less what sampling explains.
    pub rms: f64,
}

/// The standard deviation (with n - 1) over the replicates; `None` where half of them are missing, or all are alike but for rounding:
/// they then show no error.
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

    /// The likelihood that the first bot is the better one: that of a normal variable around the difference of their
    /// strengths, with its standard error over the replicates.
    pub fn superiority(&self, bot: usize, other: usize) -> Option<f64> {
        let (i, j) = (self.place(bot)?, self.place(other)?);
        let theta = self.theta.as_ref()?;
        let difference = theta[i] - theta[j];
        let se = spread(self.replicates.iter().map(|r| r[i] - r[j]))?;
        Some(normal_tail(-difference / se))
    }

    /// What the ratings expect of one bot among nothing but others: its share of the wins.
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
