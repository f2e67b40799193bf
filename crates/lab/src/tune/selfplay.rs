//! Self-play: best responses against a growing archive, a mixture over it, and its exploitability.
//!
//! Each round tunes a bot against opponents drawn from the current mixture (Lanctot et al., "A
//! unified game-theoretic approach to multiagent reinforcement learning", NeurIPS 2017:
//! policy-space response oracles, here with tuned bots as oracles), adds it to the archive, and
//! solves the archive's empirical game again. In a symmetric game of n seats, a mixture that all
//! players play has a value of 1/n for each. So the excess of a best response is a lower bound of
//! the mixture's exploitability.

use super::search::{Generation, Search, TuneError};
use super::validation::Validation;
use crate::study::pieces::Pieces;
use crate::sweep::estimate::{Figures, TrialEstimate};
use crate::sweep::opponent_groups::mixture_panels;
use crate::sweep::space::Space;
use crate::sweep::trial::TrialOptions;
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::Bot;
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_stats::regret_matching::equilibrium;

/// Settings of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlay<'a> {
    /// Name of new bots, before their number.
    pub name: &'a str,
    /// Number of best responses.
    pub rounds: u64,
    /// Search for each response.
    pub search: Search,
    /// Deals of each figure.
    pub deals: u64,
    /// The seed.
    pub seed: u64,
}

/// One best response.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Its number, from 1.
    pub number: u64,
    /// The bot.
    pub bot: String,
    /// Opponents of its tuning: `mixture`, or a bot in all other seats.
    pub against: String,
    /// Excess of its objective there over an equal's, on deals that the search never saw.
    pub exploits: TrialEstimate,
    /// Deals of that figure.
    pub deals: u64,
}

/// Results of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlayResult<G: ArenaGame> {
    /// The archive: the start, the field, then the best responses.
    pub archive: Vec<Bot<G>>,
    /// Entry (i, j): the objective of one i with j in all other seats.
    pub payoff: Vec<Vec<TrialEstimate>>,
    /// The mixture over the archive.
    pub mixture: Vec<f64>,
    /// Best responses; the last one is against the best bot alone.
    pub responses: Vec<Response>,
}

/// Number of panels that sample a mixture.
const PANELS: usize = 16;

/// Seeds of self-play by purpose.
pub struct Purposes<'a> {
    /// Deals of searches.
    pub tune: TrialOptions<'a>,
    /// Deals of the archive's table.
    pub validate: TrialOptions<'a>,
    /// Deals of the best responses' figures.
    pub test: TrialOptions<'a>,
}

impl SelfPlay<'_> {
    /// Plays the rounds.
    ///
    /// # Errors
    /// [`TuneError`] if a trial or a candidate fails.
    pub fn run<G: ArenaGame>(
        &self,
        start: &Bot<G>,
        space: &Space,
        validation: &Validation<G>,
        means: &Purposes<'_>,
        pieces: &mut Pieces<'_>,
        tell: &mut dyn FnMut(u64, &Generation),
    ) -> Result<SelfPlayResult<G>, TuneError> {
        let mut archive = vec![start.clone()];
        archive.extend(
            validation
                .field
                .iter()
                .filter(|b| b.name != start.name)
                .cloned(),
        );
        let (mut payoff, mut mixture) =
            self.solve(validation, &archive, &means.validate, pieces)?;
        let mut responses = Vec::new();
        let mut next_deal = 0;
        for number in 1..=self.rounds + 1 {
            // The last response is to the best bot alone, and shows its exploitability.
            let last = number > self.rounds;
            let best = heaviest(&mixture);
            let weights: Vec<f64> = if last {
                (0..archive.len())
                    .map(|i| f64::from(u8::from(i == best)))
                    .collect()
            } else {
                mixture.clone()
            };
            // A search starts from the best bot that has its parameters.
            let policy = G::policy_name(&start.policy);
            let alike = archive
                .iter()
                .zip(&weights)
                .filter(|(b, _)| G::policy_name(&b.policy) == policy);
            let from = alike
                .fold(
                    (start, 0.0),
                    |top, (bot, w)| if *w > top.1 { (bot, *w) } else { top },
                )
                .0;
            let mut rng = Seeds::new(self.seed, Purpose::Plan).deal(number).plan();
            let seats = validation.game.n_seats() - 1;
            let panels = mixture_panels(&weights, seats, PANELS, &mut rng);
            let table = validation.with(archive.clone(), panels);
            let label = format!("response {number}, ");
            let found = self.search.run(
                &label,
                from,
                space,
                &table,
                next_deal,
                Rng::from_key(rng.next_u64()),
                &means.tune,
                pieces,
                &mut |g| tell(number, g),
            )?;
            next_deal = found.next_deal;
            let bot = means.tune.bots.with_values(
                start,
                &format!("{}-{number}", self.name),
                &found.values,
            )?;

            let heroes = [bot.clone()];
            let deals = table.whole_deals(self.deals);
            let label = format!("response {number}, exploits");
            let first = number * deals;
            let trial = pieces.trial(&label, &table, &heroes, first, deals, &means.test)?;
            let figures = Figures::new(&trial, self.search.objective, validation.game.n_seats());
            let equal = validation.equal().unwrap_or(0.0);
            responses.push(Response {
                number,
                bot: bot.name.clone(),
                against: if last {
                    archive[best].name.clone()
                } else {
                    "mixture".to_owned()
                },
                exploits: figures.value(0).less(equal),
                deals,
            });
            if !last {
                archive.push(bot);
                (payoff, mixture) = self.solve(validation, &archive, &means.validate, pieces)?;
            }
        }
        Ok(SelfPlayResult {
            archive,
            payoff,
            mixture,
            responses,
        })
    }

    /// Plays every bot of the archive alone among each other, and solves for the mixture.
    fn solve<G: ArenaGame>(
        &self,
        validation: &Validation<G>,
        archive: &[Bot<G>],
        means: &TrialOptions<'_>,
        pieces: &mut Pieces<'_>,
    ) -> Result<(Vec<Vec<TrialEstimate>>, Vec<f64>), TuneError> {
        let table = validation.among_each(archive.to_vec());
        let deals = table.whole_deals(self.deals);
        let label = format!("archive of {}", archive.len());
        let trial = pieces.trial(&label, &table, archive, 0, deals, means)?;
        let figures = Figures::new(&trial, self.search.objective, validation.game.n_seats());
        let row = |i: usize| {
            (0..archive.len())
                .map(|j| figures.value_in(i, |p| p == j))
                .collect()
        };
        let payoff: Vec<Vec<TrialEstimate>> = (0..archive.len()).map(row).collect();
        let values: Vec<Vec<f64>> = payoff
            .iter()
            .map(|row| row.iter().map(|e| e.value).collect())
            .collect();
        Ok((payoff, equilibrium(&values)))
    }
}

/// Returns the index of the greatest weight; of equals, the first.
pub fn heaviest(mixture: &[f64]) -> usize {
    let mut best = 0;
    for (i, w) in mixture.iter().enumerate() {
        if *w > mixture[best] {
            best = i;
        }
    }
    best
}
