//! The figures of the course of rounds: ratios of totals.

use powergrab_stats::moments::{Estimate, Moments};

/// Number of sampled points of a round: tenths of its turns.
pub const TENTHS: usize = 9;
/// Width of the classes of forecasts, in per cent.
const BIN: usize = 10;
pub const BINS: usize = 100 / BIN;

/// Sums over a table's rounds; the constants name the columns.
pub type Sums = Moments<CLASSES>;
pub const ROUNDS: usize = 0;
pub const WON: usize = 1;
pub const LEAD_CHANGES: usize = 2;
pub const COMEBACKS: usize = 3;
pub const FIRST: usize = 4;
pub const DEALER: usize = 5;
pub const TURNS: usize = 6;
/// Thousandths of the round after which the winner's chance stays above 1/2 and 4/5.
pub const KNOWN_50: usize = 7;
pub const KNOWN_80: usize = 8;
pub const SPREAD: usize = 9;

/// By forecast class: seats and turns, wins, forecasts in millionths.
pub type Calibration = Moments<{ 3 * BINS }>;

/// Sums of rounds, then those of classes of forecasts.
pub type Totals = [i64; ALL];
pub const CLASSES: usize = SPREAD + 3 * TENTHS;
pub const ALL: usize = CLASSES + 3 * BINS;

/// Definition of a figure: the ratio of two totals.
pub struct Figure {
    /// Name of the figure.
    pub metric: &'static str,
    /// Part of the round or class of forecasts; empty for a single figure.
    pub at: String,
    x: usize,
    n: usize,
    /// Number of parts in a whole, by which `x` counts.
    parts: f64,
    /// Source of its error.
    pub error: Error,
}

/// Source of a figure's error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Rounds only; for a class of forecasts, given the learnt chances.
    OfRounds,
    /// Rounds and chances, by the bootstrap.
    OfChances,
    /// Unknown: the bootstrap is inconsistent at a threshold (Andrews, Econometrica 68, 2000).
    Unknown,
}

/// Returns all figures, in the order of the rows.
pub fn figures() -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut push = |metric, at: String, [x, n]: [usize; 2], parts: f64, error| {
        figures.push(Figure {
            metric,
            at,
            x,
            n,
            parts,
            error,
        });
    };
    for (metric, of) in [
        ("turns", [TURNS, ROUNDS]),
        ("won", [WON, ROUNDS]),
        ("first_seat_wins", [FIRST, WON]),
        ("dealer_wins", [DEALER, WON]),
        ("lead_changes", [LEAD_CHANGES, ROUNDS]),
        ("comebacks", [COMEBACKS, WON]),
    ] {
        push(metric, String::new(), of, 1.0, Error::OfRounds);
    }
    push(
        "known_50",
        String::new(),
        [KNOWN_50, WON],
        1000.0,
        Error::Unknown,
    );
    push(
        "known_80",
        String::new(),
        [KNOWN_80, WON],
        1000.0,
        Error::Unknown,
    );
    for tenth in 0..TENTHS {
        let at = || format!("{} %", 10 * (tenth + 1));
        let column = SPREAD + 3 * tenth;
        push("favourite_wins", at(), [column, WON], 1.0, Error::OfChances);
        push(
            "favourite_forecast",
            at(),
            [column + 1, WON],
            1e6,
            Error::OfChances,
        );
        push("brier", at(), [column + 2, WON], 1e6, Error::OfChances);
    }
    for bin in 0..BINS {
        let at = || format!("{}-{} %", BIN * bin, BIN * (bin + 1));
        let column = CLASSES + 3 * bin;
        let of = |column| [column, CLASSES + 3 * bin];
        push(
            "calibration_forecast",
            at(),
            of(column + 2),
            1e6,
            Error::Unknown,
        );
        push(
            "calibration_won",
            at(),
            of(column + 1),
            1.0,
            Error::OfRounds,
        );
    }
    figures
}

/// Maximum bias to ignore, in standard errors (Efron and Tibshirani, 1993, 10.3).
const MOST_BIAS: f64 = 0.25;

impl Figure {
    /// Returns the figure as if the table of chances were exact; `None` if nothing was observed.
    pub fn plain(&self, sums: &Sums, classes: &Calibration, deals: u64) -> Option<Estimate> {
        if self.n < CLASSES {
            sums.ratio(self.x, self.n, self.parts, deals)
        } else {
            classes.ratio(self.x - CLASSES, self.n - CLASSES, self.parts, deals)
        }
    }

    /// Returns the figure with its error over the replicates. No error if a tenth of them has no
    /// observation, or if it is biased: few deals flatter a favourite.
    pub fn resampled(&self, value: f64, replicates: &[Totals]) -> Estimate {
        let seen: Vec<f64> = replicates
            .iter()
            .filter(|totals| totals[self.n] != 0)
            .map(|totals| totals[self.x] as f64 / (totals[self.n] as f64 * self.parts))
            .collect();
        let enough = seen.len() > 1 && 10 * seen.len() > 9 * replicates.len();
        let (n, sum) = (seen.len() as f64, seen.iter().sum::<f64>());
        let mean = sum / n;
        let square: f64 = seen.iter().map(|v| (v - mean) * (v - mean)).sum();
        let se = enough.then(|| libm::sqrt(square / (n - 1.0)));
        let is_fair = |se: &f64| libm::fabs(mean - value) <= MOST_BIAS * se;
        Estimate::new(value, se.filter(is_fair), seen.len() as u64)
    }
}
