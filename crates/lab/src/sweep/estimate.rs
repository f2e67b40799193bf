//! Estimates from the sums of a [`Trial`]: values, paired differences, the reliability of a
//! comparison.
//!
//! Deals are the clusters and panels the strata: the variance of a mean over panels with equally
//! many deals each is Σₚ s²ₚ/Dₚ / P² (Cochran, "Sampling Techniques", 3rd ed., 5.6), with sₚ the
//! spread between the deals of a panel. Differences are taken deal by deal.

use super::trial::Trial;
use powergrab_arena::hero_sums::{Objective, PanelSums};
use powergrab_stats::interval::{Interval, t_quantile, with_one_game_more};

/// An estimate with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialEstimate {
    /// The figure.
    pub value: f64,
    /// Its standard error; `None` if a panel had fewer than two deals.
    pub se: Option<f64>,
    /// Degrees of freedom: deals minus panels.
    degrees: u64,
    /// Range of possible values.
    range: [f64; 2],
    /// Number of games, if the figure is a share of games.
    games: Option<f64>,
}

/// Minimum degrees of freedom for an interval. With fewer, Student's t is extremely wide, and the
/// spread of so few deals says nothing about unseen ones.
const LEAST_DEGREES: u64 = 5;

impl TrialEstimate {
    /// Returns the 95 % interval: value ± t·se with Student's t, within the possible range. The
    /// standard error of a share is that of [`with_one_game_more`]. `None` if the standard error is
    /// unknown or 0, or with fewer than five deals more than panels.
    pub fn interval(&self) -> Option<Interval> {
        if self.degrees < LEAST_DEGREES {
            return None;
        }
        let se = match self.games {
            Some(games) => with_one_game_more(self.se?, games, 1.0),
            None => self.se.filter(|se| *se > 0.0)?,
        };
        let half = se * t_quantile(self.degrees);
        let [least, most] = self.range;
        Some(Interval {
            low: (self.value - half).max(least),
            high: (self.value + half).min(most),
        })
    }

    /// Returns the excess over a known number.
    pub fn less(self, known: f64) -> TrialEstimate {
        TrialEstimate {
            value: self.value - known,
            range: self.range.map(|end| end - known),
            ..self
        }
    }

    /// Returns the figure with the opposite sign.
    pub fn negated(self) -> TrialEstimate {
        TrialEstimate {
            // Avoids a -0 in tables.
            value: 0.0 - self.value,
            range: [-self.range[1], -self.range[0]],
            ..self
        }
    }

    /// Returns whether the interval lies above `level`.
    pub fn is_above(&self, level: f64) -> bool {
        self.interval().is_some_and(|i| i.low > level)
    }
}

/// Returns the value of a mean for an objective, and its slope there.
fn valued(objective: Objective, mean: f64, games: i64, seats: usize) -> (f64, f64) {
    if objective != Objective::Rating {
        return (mean, 1.0);
    }
    // Bounds the odds of a bot that wins or loses every game: at least half a game is lost, and
    // half a game won.
    let edge = 0.5 / games as f64;
    let p = mean.clamp(edge, 1.0 - edge);
    let scale = 400.0 / core::f64::consts::LN_10;
    let odds = (seats - 1) as f64 * p / (1.0 - p);
    (scale * libm::log(odds), scale / (p * (1.0 - p)))
}

/// Estimates from a trial.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
    /// The sums.
    pub trial: &'a Trial,
    /// Objective of the heroes.
    pub objective: Objective,
    /// Number of seats at the table.
    pub seats: usize,
}

impl<'a> Figures<'a> {
    /// Returns the estimates of a trial for an objective, at a table of this many seats.
    pub fn new(trial: &'a Trial, objective: Objective, seats: usize) -> Figures<'a> {
        Figures {
            trial,
            objective,
            seats,
        }
    }

    /// Returns the number of deals of the trial.
    pub fn deals(&self) -> u64 {
        let all = self.trial.panels.iter().flatten();
        all.map(PanelSums::deals).sum()
    }

    /// Returns the number of games of each hero.
    pub fn games(&self) -> u64 {
        let all = self.trial.panels.iter().flatten();
        all.map(|s| s.games.unsigned_abs()).sum()
    }

    /// Estimates a hero's objective over the panels whose numbers `which` accepts.
    fn over(
        &self,
        which: impl Fn(usize) -> bool,
        of: impl Fn(&PanelSums) -> (f64, f64, f64),
    ) -> TrialEstimate {
        let (mut value, mut variance, mut known) = (0.0, 0.0, true);
        let (mut degrees, mut n) = (0, 0.0);
        for (_, halves) in self
            .trial
            .panels
            .iter()
            .enumerate()
            .filter(|(i, _)| which(*i))
        {
            let sums = PanelSums::merged(halves);
            let (v, square, scale) = of(&sums);
            let deals = sums.deals() as f64;
            value += v;
            if sums.deals() < 2 {
                known = false;
            } else {
                // Σ(deviation)² over deals, as a variance of the mean per game.
                let per_deal = square.max(0.0) / (deals - 1.0) / deals;
                variance += per_deal * scale * scale;
                degrees += sums.deals() - 1;
            }
            n += 1.0;
        }
        let n = f64::max(n, 1.0);
        TrialEstimate {
            value: value / n,
            se: known.then(|| libm::sqrt(variance) / n),
            degrees,
            range: [f64::NEG_INFINITY, f64::INFINITY],
            games: None,
        }
    }

    /// Limits the estimate of a share of games to the range from `least` to 1.
    fn ranged(&self, estimate: TrialEstimate, least: f64) -> TrialEstimate {
        match self.objective {
            Objective::WinShare => TrialEstimate {
                range: [least, 1.0],
                games: Some(self.games() as f64),
                ..estimate
            },
            _ => estimate,
        }
    }

    /// Estimates a hero's objective.
    pub fn value(&self, hero: usize) -> TrialEstimate {
        self.value_in(hero, |_| true)
    }

    /// Estimates a hero's objective in some of the panels.
    pub fn value_in(&self, hero: usize, which: impl Fn(usize) -> bool) -> TrialEstimate {
        let parts = self.objective.parts();
        let estimate = self.over(which, |sums| {
            let mean = sums.mean(hero, parts);
            let (value, slope) = valued(self.objective, mean, sums.games, self.seats);
            (
                value,
                spread(sums, hero, 1.0, 0.0),
                slope / per_game(sums, parts),
            )
        });
        self.ranged(estimate, 0.0)
    }

    /// Estimates a hero's advantage over the first, on the same deals.
    pub fn gain(&self, hero: usize) -> TrialEstimate {
        let parts = self.objective.parts();
        let estimate = self.over(
            |_| true,
            |sums| {
                let at = |hero| {
                    let mean = sums.mean(hero, parts);
                    valued(self.objective, mean, sums.games, self.seats)
                };
                let ((mine, slope), (its, slope0)) = (at(hero), at(0));
                let square = spread(sums, hero, slope, slope0);
                (mine - its, square, 1.0 / per_game(sums, parts))
            },
        );
        self.ranged(estimate, -1.0)
    }

    /// Returns the reliability with which a trial of this size distinguishes its heroes: the
    /// correlation that their values would have with those of another such trial, computed from the
    /// correlation of its two halves (Spearman and Brown, British Journal of Psychology 3, 1910).
    /// Ignores heroes before `first`. 0 if they are indistinguishable.
    pub fn reliability(&self, first: usize) -> f64 {
        let n = self.trial.panels.first().map_or(0, |p| p[0].heroes.len());
        let half = |half: usize, hero: usize| -> f64 {
            let parts = self.objective.parts();
            let each = self.trial.panels.iter().map(|halves| {
                let sums = &halves[half];
                valued(
                    self.objective,
                    sums.mean(hero, parts),
                    sums.games,
                    self.seats,
                )
                .0
            });
            each.sum()
        };
        let a: Vec<f64> = (first..n).map(|hero| half(0, hero)).collect();
        let b: Vec<f64> = (first..n).map(|hero| half(1, hero)).collect();
        let r = correlation(&a, &b);
        if r <= 0.0 { 0.0 } else { 2.0 * r / (1.0 + r) }
    }
}

/// Returns the ratio of one deal's sum to the mean per game.
fn per_game(sums: &PanelSums, parts: i64) -> f64 {
    sums.games as f64 / sums.deals() as f64 * parts as f64
}

/// Returns Σ (d - mean of d)² over deals, for d = a·x - b·x₀. The brackets are exact integers.
fn spread(sums: &PanelSums, hero: usize, a: f64, b: f64) -> f64 {
    let sums = &sums.heroes[hero];
    let (d, x, x0) = (
        i128::from(sums.deals),
        i128::from(sums.x),
        i128::from(sums.n),
    );
    let own = d * sums.xx - x * x;
    let first = d * sums.nn - x0 * x0;
    let both = d * sums.xn - x * x0;
    let deals = sums.deals.max(1) as f64;
    if a == b {
        // A difference that is the same in every deal has a spread of exactly 0.
        return a * a * ((own + first - 2 * both) as f64 / deals);
    }
    (a * a * own as f64 + b * b * first as f64 - 2.0 * a * b * both as f64) / deals
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().max(1) as f64;
    let mean = |v: &[f64]| v.iter().sum::<f64>() / n;
    let (ma, mb) = (mean(a), mean(b));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        ab += (x - ma) * (y - mb);
        aa += (x - ma) * (x - ma);
        bb += (y - mb) * (y - mb);
    }
    if aa <= 0.0 || bb <= 0.0 {
        0.0
    } else {
        ab / libm::sqrt(aa * bb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_stats::layout::WIN;

    /// Returns the sums of two heroes' wins (0 or 1) in deals of one game.
    fn sums(wins: &[[i64; 2]]) -> PanelSums {
        let mut sums = PanelSums::new(2);
        wins.iter()
            .for_each(|deal| sums.add(1, &deal.map(|x| x * WIN)));
        sums
    }

    fn figures(trial: &Trial, objective: Objective) -> Figures<'_> {
        Figures::new(trial, objective, 2)
    }

    #[test]
    fn figures_are_those_of_a_textbook() {
        let a = sums(&[[0, 1], [0, 0], [1, 1], [0, 1]]);
        let b = sums(&[[1, 1], [0, 1], [0, 0], [1, 1]]);
        let trial = Trial {
            panels: vec![[a, b]],
            failures: Vec::new(),
        };
        let f = figures(&trial, Objective::WinShare);
        // 3 and 6 of 8; the sample variance of a 0-1 variable over n is p(1-p)/(n-1).
        let one = f.value(0);
        assert_eq!(one.value, 3.0 / 8.0);
        let se = libm::sqrt(3.0 / 8.0 * 5.0 / 8.0 / 7.0);
        assert!((one.se.unwrap() - se).abs() < 1e-15);
        // Differences 1, 0, 0, 1, 0, 1, 0, 0.
        let gain = f.gain(1);
        assert_eq!(gain.value, 3.0 / 8.0);
        assert!((gain.se.unwrap() - se).abs() < 1e-15);
        // With so few games, one more game is assumed to have gone otherwise.
        let half = with_one_game_more(se, 8.0, 1.0) * t_quantile(7);
        assert!(half > 1.1 * se * t_quantile(7));
        assert!((gain.interval().unwrap().low - (3.0 / 8.0 - half)).abs() < 1e-12);
        assert_eq!(f.gain(0).se, Some(0.0));
        assert_eq!((f.deals(), f.games()), (8, 8));
    }

    /// Once, 75 % (-242 to 392) was printed for two deals.
    #[test]
    fn a_share_is_within_0_and_1_and_two_deals_give_no_interval() {
        let of = |deals: &[[i64; 2]]| Trial {
            panels: vec![[sums(deals), sums(&[])]],
            failures: Vec::new(),
        };
        let two = of(&[[0, 1], [0, 0]]);
        let f = figures(&two, Objective::WinShare);
        assert!(f.value(1).se.is_some() && f.value(1).interval().is_none());
        let six = of(&[[0, 1], [0, 1], [0, 1], [0, 1], [0, 1], [0, 0]]);
        let f = figures(&six, Objective::WinShare);
        assert_eq!(f.value(1).interval().unwrap().high, 1.0);
        assert_eq!(f.value(1).less(0.5).interval().unwrap().high, 0.5);
        assert_eq!(f.gain(1).negated().interval().unwrap().low, -1.0);
    }

    #[test]
    fn a_rating_is_on_elos_scale() {
        let mut all = vec![[1, 0]; 10];
        all.push([0, 1]);
        let trial = Trial {
            panels: vec![[sums(&all), sums(&all)]],
            failures: Vec::new(),
        };
        let f = figures(&trial, Objective::Rating);
        // Odds of ten to one are 400 Elo points.
        assert!((f.value(0).value - 400.0).abs() < 1e-9);
        assert!((f.gain(1).value + 800.0).abs() < 1e-9);
        // In its panel x₀ = 1 - x, so the difference has the standard error of twice one of them.
        let (one, both) = (f.value(0).se.unwrap(), f.gain(1).se.unwrap());
        assert!((both - 2.0 * one).abs() < 1e-9);
    }

    #[test]
    fn reliability_is_high_where_halves_agree() {
        let agree = Trial {
            panels: vec![[sums(&[[1, 0]; 4]), sums(&[[1, 0]; 4])]],
            failures: Vec::new(),
        };
        assert!(figures(&agree, Objective::WinShare).reliability(0) > 0.99);
        let disagree = Trial {
            panels: vec![[sums(&[[1, 0]; 4]), sums(&[[0, 1]; 4])]],
            failures: Vec::new(),
        };
        assert_eq!(figures(&disagree, Objective::WinShare).reliability(0), 0.0);
    }
}
