//! Ratings of the bots at each table, from a tally: the fit, its replicates, and the lack of fit.

use powergrab_stats::table_ratings::{LackOfFit, TableRatings};

use super::summary::Summary;
use powergrab_stats::REPLICATES;
use powergrab_stats::distributions::chi_squared_tail;
use powergrab_stats::interval::LEAST_DEALS;
use powergrab_stats::layout::{WIN, result};
use powergrab_stats::order::HighestFirst;
use powergrab_stats::plackett_luce::{Choice, ELO, fit, is_connected, score_bound, shares};
use powergrab_stats::table_ratings::spread;

/// Least number of wins of one bot against another for a reliable link between them. Fewer may all
/// be missing in a replicate of the bootstrap.
const SOLID: f64 = 30.0;

/// A bot's rating at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// Rank by rating, from 1.
    pub rank: usize,
    /// Rating on the Elo scale; the mean of the table's bots is 0.
    pub rating: f64,
    /// Standard error over the replicates; `None` with fewer than [`LEAST_DEALS`], or if the
    /// results are not firmly connected.
    pub se: Option<f64>,
    /// Lower bound of its interval; `None` likewise, or if there is no such bound.
    pub low: Option<f64>,
    /// Upper bound of its interval, likewise.
    pub high: Option<f64>,
    /// Likelihood that it is better than the next in rank; `None` for the last.
    pub superiority: Option<f64>,
    /// Virtual games of each bot that the fit adds as a prior.
    pub prior: f64,
}

impl<'a> Summary<'a> {
    /// Returns the ratings of each table.
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
        let has_errors = self.n_deals() >= LEAST_DEALS;
        let bounds = match (&theta, &lack, solid) {
            (Some(theta), Some(lack), false) if n > 1 && has_errors => {
                self.score_bounds(&choices, &games, &wins, theta, lack)
            }
            _ => Vec::new(),
        };
        let mut replicates = Vec::new();
        // Strengths are relative, so a single bot's is known.
        if let Some(theta) = &theta
            && n > 1
            && has_errors
        {
            let resample = self.tally.resample();
            for r in 0..REPLICATES {
                let deals = resample.deals()[r];
                let counted: Vec<f64> = line_ups
                    .iter()
                    .zip(&all_games)
                    .map(|(&line_up, &all)| {
                        let stopped = resample.stopped(line_up).map_or(0, |s| s[r]);
                        // Every deal has equally many games of a line-up.
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
            bounds,
            prior,
            lack,
        }
    }

    /// Returns bounds of each strength for bots that have hardly ever won or lost: replicates do
    /// not show how rare that is. Rao's score test, which for two bots is Wilson's interval, with
    /// the statistic divided by the design effect (Rao and Scott 1981).
    fn score_bounds(
        &self,
        choices: &[Choice],
        games: &[f64],
        wins: &[f64],
        theta: &[f64],
        lack: &LackOfFit,
    ) -> Vec<[Option<f64>; 2]> {
        let Some(t) = self.intervals.t() else {
            return Vec::new();
        };
        // Without any variation, each deal counts as one game of each line-up.
        let most = games.iter().fold(0.0f64, |most, games| most.max(*games));
        let effect = lack.design_effect.unwrap_or(most / self.n_deals() as f64);
        let limit = t * t * effect.max(1.0);
        (0..theta.len())
            .map(|i| [false, true].map(|up| score_bound(choices, games, wins, i, theta, limit, up)))
            .collect()
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
                if let Some(se) = ratio
                    .share_se(WIN, share / seats * (1.0 - share / seats))
                    .map(|se| se * seats)
                {
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

    /// Returns the rating of each bot at each table, best first.
    pub fn rating_rows(&self) -> Vec<RatingRow<'a>> {
        let mut rows = Vec::new();
        for ((_, ruleset, players), ratings) in self.tables().zip(self.table_ratings()) {
            let Some(theta) = &ratings.theta else {
                continue;
            };
            let mut order: Vec<usize> = (0..theta.len()).collect();
            // The sort is stable: level bots keep the order of the pool.
            order.sort_by_cached_key(|at| HighestFirst(theta[*at]));
            for (rank, &i) in order.iter().enumerate() {
                let rating = theta[i] * ELO;
                let next = order.get(rank + 1);
                let (se, [low, high]) = if let Some(bounds) = ratings.bounds.get(i) {
                    (None, bounds.map(|bound| bound.map(|bound| bound * ELO)))
                } else {
                    let se = spread(ratings.replicates.iter().map(|r| r[i])).map(|se| se * ELO);
                    let half = self.intervals.t().zip(se).map(|(t, se)| t * se);
                    (
                        se,
                        [-1.0, 1.0].map(|sign| half.map(|half| rating + sign * half)),
                    )
                };
                rows.push(RatingRow {
                    bot: self.names.bots[ratings.bots[i]].as_str(),
                    ruleset,
                    players,
                    rank: rank + 1,
                    rating,
                    se,
                    low,
                    high,
                    superiority: next
                        .and_then(|&j| ratings.superiority(ratings.bots[i], ratings.bots[j])),
                    prior: ratings.prior,
                });
            }
        }
        rows
    }
}
