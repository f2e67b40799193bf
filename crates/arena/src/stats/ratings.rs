//! Ratings of the bots at each table, from a tally: the fit, its replicates, and how badly the model fits.

use super::distributions::{chi_squared_tail, normal_tail};
use super::interval::Interval;
use super::layout::{WIN, result};
use super::plackett_luce::{Choice, ELO, fit, is_connected, shares};
use super::resample::REPLICATES;
use super::summary::Summary;

/// Somebody must have won this many games against somebody for that to be relied on: fewer may all be missing in a
/// replicate of the bootstrap.
const SOLID: f64 = 30.0;

/// The ratings at one table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRatings {
    /// The bots at it, by their place in the pool, in that order.
    pub bots: Vec<usize>,
    /// Their strengths, mean 0; none where the model cannot be fitted.
    pub theta: Option<Vec<f64>>,
    /// The strengths in each replicate that could be fitted.
    pub replicates: Vec<Vec<f64>>,
    /// Virtual games of each bot (see [`fit`]): 1 where not everybody beat enough others often enough, else 0.
    pub prior: f64,
    /// How badly the model fits; none where it cannot be fitted.
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

/// A bot's rating at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// The place by rating, from 1.
    pub rank: usize,
    /// On the Elo scale; the mean of the table's bots is 0.
    pub rating: f64,
    /// Its standard error over the replicates; none with one deal.
    pub se: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// The likelihood that it is better than the next in rank; none for the last.
    pub superiority: Option<f64>,
    /// Virtual games of each bot.
    pub prior: f64,
}

/// Mean and standard deviation (with n - 1); none with fewer than two values, or where half the replicates are
/// missing.
pub(super) fn spread(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let n = values.clone().count();
    if n < REPLICATES / 2 {
        return None;
    }
    let mean = values.clone().sum::<f64>() / n as f64;
    let squares: f64 = values.map(|v| (v - mean) * (v - mean)).sum();
    Some(libm::sqrt(squares / (n - 1) as f64))
}

impl TableRatings {
    fn place(&self, bot: usize) -> Option<usize> {
        self.bots.iter().position(|b| *b == bot)
    }

    /// The likelihood that the first bot is the better one: that of a normal variable around the difference of their
    /// strengths, with its standard error over the replicates.
    #[must_use]
    pub fn superiority(&self, bot: usize, other: usize) -> Option<f64> {
        let (i, j) = (self.place(bot)?, self.place(other)?);
        let theta = self.theta.as_ref()?;
        let difference = theta[i] - theta[j];
        let se = spread(self.replicates.iter().map(|r| r[i] - r[j]))?;
        // Where rounding is all there is, they are equal.
        if se < 1e-12 {
            return Some(if libm::fabs(difference) < 1e-9 {
                0.5
            } else if difference > 0.0 {
                1.0
            } else {
                0.0
            });
        }
        Some(normal_tail(-difference / se))
    }

    /// What the ratings expect of one bot among nothing but others: its share of the wins.
    #[must_use]
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

impl<'a> Summary<'a> {
    /// The ratings of each table.
    #[must_use]
    pub fn table_ratings(&self) -> &[TableRatings] {
        self.ratings.get_or_init(|| {
            let tables = self.tables();
            tables.map(|(table, _, _)| self.fit_table(table)).collect()
        })
    }

    fn fit_table(&self, table: usize) -> TableRatings {
        let layout = self.tally.layout();
        let shape = layout.shape();
        let sat = |bot: &usize| {
            let group = layout.bot(table, *bot);
            self.tally.ratio(group, result::WINS).n > 0
        };
        let bots: Vec<usize> = (0..shape.n_bots).filter(sat).collect();
        let place = |bot: usize| bots.iter().position(|b| *b == bot);
        // By line-up: its choice, its games with a winner, and each distinct bot's wins.
        let mut line_ups: Vec<usize> = Vec::new();
        let mut choices: Vec<Choice> = Vec::new();
        let mut games: Vec<f64> = Vec::new();
        let mut all_games: Vec<i64> = Vec::new();
        let mut won: Vec<Vec<f64>> = Vec::new();
        for (line_up, (its, seated)) in shape.line_ups.iter().enumerate() {
            let distinct = layout.line_up_bots(line_up);
            if *its != table {
                continue;
            }
            let seats: Option<Vec<(usize, u32)>> = distinct
                .iter()
                .map(|bot| {
                    let seats = seated.iter().filter(|b| *b == bot).count();
                    Some((place(*bot)?, seats as u32))
                })
                .collect();
            let Some(seats) = seats else { continue };
            let ratio = |k: usize, i: usize| self.tally.ratio(layout.line_up(line_up, k), i);
            let per_seat = i64::from(seats[0].1);
            let played = ratio(0, result::WINS).n / per_seat;
            let stopped = ratio(0, result::STOPPED).x / per_seat;
            let wins = (0..distinct.len()).map(|k| ratio(k, result::WINS).x as f64 / WIN as f64);
            won.push(wins.collect());
            all_games.push(played);
            games.push((played - stopped) as f64);
            choices.push(Choice { seats });
            line_ups.push(line_up);
        }
        let n = bots.len();
        let mut wins = vec![0.0; n];
        let mut beaten = vec![0.0; n * n];
        for (choice, won) in choices.iter().zip(&won) {
            for (&(i, _), won) in choice.seats.iter().zip(won) {
                wins[i] += won;
                for &(j, _) in &choice.seats {
                    beaten[i * n + j] += won;
                }
            }
        }
        let solid = is_connected(n, |i, j| beaten[i * n + j] >= SOLID);
        let prior = if solid { 0.0 } else { 1.0 };
        let theta = fit(&choices, &games, &wins, prior, None).ok();
        let lack = theta
            .as_ref()
            .map(|theta| self.lack_of_fit(&line_ups, &choices, &games, &won, theta));
        let mut replicates = Vec::new();
        if n == 1 && self.n_deals() > 1 {
            // Strengths are relative, so a lone bot's is the same in each.
            replicates = vec![vec![0.0]; REPLICATES];
        } else if let Some(theta) = &theta
            && self.n_deals() > 1
        {
            let resample = self.tally.resample();
            for r in 0..REPLICATES {
                let deals = resample.deals()[r];
                let counted: Vec<f64> = line_ups
                    .iter()
                    .zip(&all_games)
                    .map(|(&line_up, &all)| {
                        let stopped = resample.stopped(line_up).map_or(0, |s| s[r]);
                        // Every deal has as many games of a line-up.
                        let played = all / self.n_deals() as i64 * deals;
                        (played - stopped) as f64
                    })
                    .collect();
                let wins: Vec<f64> = bots
                    .iter()
                    .map(|&bot| resample.wins(shape.n_bots, table, bot)[r] as f64 / WIN as f64)
                    .collect();
                if deals > 0 {
                    replicates.extend(fit(&choices, &counted, &wins, prior, Some(theta)).ok());
                }
            }
        }
        TableRatings {
            bots,
            theta,
            replicates,
            prior,
            lack,
        }
    }

    fn lack_of_fit(
        &self,
        line_ups: &[usize],
        choices: &[Choice],
        games: &[f64],
        won: &[Vec<f64>],
        theta: &[f64],
    ) -> LackOfFit {
        let layout = self.tally.layout();
        let (mut deviance, mut cells, mut parameters) = (0.0, 0u64, 0u64);
        let (mut effects, mut n_effects) = (0.0, 0u64);
        let (mut squares, mut noise) = (0.0, 0.0);
        for (l, (choice, won)) in choices.iter().zip(won).enumerate() {
            if games[l] <= 0.0 || choice.seats.len() < 2 {
                continue;
            }
            parameters += choice.seats.len() as u64 - 1;
            for (k, expected) in shares(choice, theta).into_iter().enumerate() {
                let share = won[k] / games[l];
                if won[k] > 0.0 {
                    deviance += 2.0 * won[k] * libm::log(share / expected);
                }
                cells += 1;
                squares += (share - expected) * (share - expected);
                let ratio = self
                    .tally
                    .ratio(layout.line_up(line_ups[l], k), result::WINS);
                let seats = f64::from(choice.seats[k].1);
                if let Some(se) = ratio.se().map(|se| se / WIN as f64 * seats) {
                    noise += se * se;
                    let independent = share * (1.0 - share) / games[l];
                    if independent > 0.0 {
                        effects += se * se / independent;
                        n_effects += 1;
                    }
                }
            }
        }
        let degrees = parameters.saturating_sub(theta.len().saturating_sub(1) as u64);
        let effect = (n_effects > 0 && effects > 0.0).then(|| effects / n_effects as f64);
        let deviance = deviance.max(0.0);
        LackOfFit {
            deviance,
            degrees,
            design_effect: effect,
            p: effect
                .filter(|_| degrees > 0)
                .map(|effect| chi_squared_tail(deviance / effect, degrees as f64)),
            rms: libm::sqrt(((squares - noise) / cells.max(1) as f64).max(0.0)),
        }
    }

    /// The rating of each bot at each table, best first.
    #[must_use]
    pub fn rating_rows(&self) -> Vec<RatingRow<'a>> {
        let mut rows = Vec::new();
        for ((_, ruleset, players), ratings) in self.tables().zip(self.table_ratings()) {
            let Some(theta) = &ratings.theta else {
                continue;
            };
            let mut order: Vec<usize> = (0..theta.len()).collect();
            // Stable: those who are level stay in the order of the pool.
            order.sort_by(|a, b| theta[*b].total_cmp(&theta[*a]));
            for (rank, &i) in order.iter().enumerate() {
                let se = spread(ratings.replicates.iter().map(|r| r[i])).map(|se| se * ELO);
                let rating = theta[i] * ELO;
                let next = order.get(rank + 1);
                let half = self.intervals.t().zip(se).map(|(t, se)| t * se);
                rows.push(RatingRow {
                    bot: self.names.bots[ratings.bots[i]].as_str(),
                    ruleset,
                    players,
                    rank: rank + 1,
                    rating,
                    se,
                    interval: half.map(|half| Interval {
                        low: rating - half,
                        high: rating + half,
                    }),
                    superiority: next
                        .and_then(|&j| ratings.superiority(ratings.bots[i], ratings.bots[j])),
                    prior: ratings.prior,
                });
            }
        }
        rows
    }
}
