//! What a card is worth, on deals that the search never saw: its win rate against each opponent,
//! the part of its teacher's edge that it keeps, and the loss by each line left out.

use super::search::Search;
use crate::study::pieces::Pieces;
use crate::sweep::estimate::{Figures, TrialEstimate};
use crate::sweep::trial::{TrialError, TrialOptions};
use crate::tune::validation::Validation;
use powergrab_arena::hero_sums::Objective;
use powergrab_bots::strategy::Bot;
use powergrab_bots::strategy::rules::Line;
use powergrab_experiments::ExperimentGame;
use powergrab_stats::interval::Interval;

/// Win rate of a bot in one seat, with another bot in all other seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Strength {
    /// The bot.
    pub bot: String,
    /// The bot in all other seats.
    pub opponents: String,
    /// Number of deals.
    pub deals: u64,
    /// Number of games.
    pub games: u64,
    /// The win rate.
    pub win_rate: TrialEstimate,
    /// Part of the teacher's edge that it keeps; only of the card against the simple bot.
    pub kept: Option<Kept>,
}

/// Loss of win rate by leaving a line out.
#[derive(Clone, Debug, PartialEq)]
pub struct LineLoss {
    /// The line's number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// The loss.
    pub loss: TrialEstimate,
    /// Number of deals.
    pub deals: u64,
}

/// Part of the teacher's edge that a card keeps: the ratio of their win rates against the simple
/// bot, each less that of an equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    /// The ratio.
    pub value: f64,
    /// Its 95 % interval (delta method, clustered by deal); `None` if the teacher's edge is less
    /// than five standard errors from 0, or with too few deals.
    pub interval: Option<Interval>,
}

/// All figures of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Win rates: the card against the teacher and each bot of the field, the teacher against the
    /// simple bot.
    pub strengths: Vec<Strength>,
    /// By line.
    pub lines: Vec<LineLoss>,
}

impl Measured {
    /// Returns the part of the teacher's edge that the card keeps; `None` if the teacher has no
    /// edge over the simple bot.
    pub fn kept(&self) -> Option<Kept> {
        self.strengths.iter().find_map(|it| it.kept)
    }
}

/// Minimum distance of the teacher's edge from 0 for an interval of the ratio, in standard errors:
/// from there on the delta method is accurate.
const LEAST_ERRORS: f64 = 5.0;

/// Returns the ratio of two edges, with its interval. `difference` is the second less the first.
fn ratio(teacher: TrialEstimate, card: TrialEstimate, difference: TrialEstimate) -> Option<Kept> {
    if teacher.value <= 0.0 {
        return None;
    }
    let value = card.value / teacher.value;
    let interval = || {
        let (t, c, d) = (teacher.se?, card.se?, difference.se?);
        if teacher.value < LEAST_ERRORS * t || teacher.interval().is_none() {
            return None;
        }
        // Var(c - t) = Var(c) + Var(t) - 2 Cov(c, t)
        let covariance = (c * c + t * t - d * d) / 2.0;
        let variance = c * c + value * value * t * t - 2.0 * value * covariance;
        let half = 1.96 * libm::sqrt(variance.max(0.0)) / teacher.value;
        Some(Interval {
            low: value - half,
            high: value + half,
        })
    };
    Some(Kept {
        value,
        interval: interval(),
    })
}

impl<G: ExperimentGame> Search<'_, G> {
    /// Measures the card with these lines, on about `deals` deals for each figure.
    ///
    /// # Errors
    /// [`TrialError`] if a trial fails.
    pub fn measure(
        &self,
        name: &str,
        lines: &[Line<G>],
        seats: &Validation<G>,
        deals: u64,
        means: &TrialOptions<'_>,
        pieces: &mut Pieces<'_>,
    ) -> Result<Measured, TrialError> {
        let n_seats = self.table.n_seats();
        let equal = 1.0 / n_seats as f64;
        let card = self.bot(name, lines);
        let mut strengths = Vec::new();
        let strength =
            |bot: &Bot<G>, opponents: &Bot<G>, figures: &Figures<'_>, hero: usize, panel: usize| {
                let [a, b] = &figures.trial.panels[panel];
                Strength {
                    bot: bot.name.clone(),
                    opponents: opponents.name.clone(),
                    deals: a.deals() + b.deals(),
                    games: (a.games + b.games).unsigned_abs(),
                    win_rate: figures.value_in(hero, |p| p == panel),
                    kept: None,
                }
            };

        let mut opponents = vec![self.teacher.clone()];
        let others = seats
            .field
            .iter()
            .filter(|bot| bot.name != self.otherwise.name);
        opponents.extend(others.filter(|bot| bot.name != self.teacher.name).cloned());
        let table = seats.among_each(opponents.clone());
        let whole = table.whole_deals(deals * opponents.len() as u64);
        let heroes = [card.clone()];
        let mut next = 0;
        let trial = pieces.trial("the card among each", &table, &heroes, next, whole, means)?;
        next += whole;
        let figures = Figures::new(&trial, Objective::WinShare, n_seats);
        for (panel, other) in opponents.iter().enumerate() {
            strengths.push(strength(&card, other, &figures, 0, panel));
        }

        let table = seats.among_each(vec![self.otherwise.clone()]);
        let whole = table.whole_deals(deals);
        let heroes = [self.teacher.clone(), card.clone()];
        let trial = pieces.trial("the edge", &table, &heroes, next, whole, means)?;
        next += whole;
        let figures = Figures::new(&trial, Objective::WinShare, n_seats);
        let edge = |hero| figures.value(hero).less(equal);
        strengths.push(Strength {
            kept: ratio(edge(0), edge(1), figures.gain(1)),
            ..strength(&card, self.otherwise, &figures, 1, 0)
        });
        strengths.push(strength(self.teacher, self.otherwise, &figures, 0, 0));

        let mut heroes = vec![card];
        for left_out in 0..lines.len() {
            let mut others = lines.to_vec();
            others.remove(left_out);
            heroes.push(self.bot("without", &others));
        }
        let whole = self.table.whole_deals(deals);
        let trial = pieces.trial(
            "each line left out",
            self.table,
            &heroes,
            next,
            whole,
            means,
        )?;
        let figures = Figures::new(&trial, Objective::WinShare, n_seats);
        let losses = lines.iter().enumerate().map(|(at, line)| LineLoss {
            number: at + 1,
            text: line.to_string(),
            loss: figures.gain(at + 1).negated(),
            deals: figures.deals(),
        });
        Ok(Measured {
            lines: losses.collect(),
            strengths,
        })
    }
}
