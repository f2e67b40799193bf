//! Tuning: an optimiser looks for the parameters with which a hero does best against a field.
//!
//! All candidates of a generation play the same deals, and every generation has deals of its own.
//! The start and the optimiser's current mean also play them, so that progress is measured on deals
//! that the mean has not seen. The number of deals grows when the candidates can no longer be
//! distinguished reliably.

use super::cma::Cma;
use crate::study::pieces::Pieces;
use crate::sweep::estimate::{Figures, TrialEstimate};
use crate::sweep::space::Space;
use crate::sweep::trial::{TrialError, TrialOptions, TrialTable};
use powergrab_arena::ArenaGame;
use powergrab_arena::hero_sums::Objective;
use powergrab_bots::strategy::Bot;
use powergrab_engine::config::ConfigError;
use powergrab_engine::rng::Rng;
use serde_json::{Value, json};

/// Settings of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// Candidates per generation of CMA-ES; `None` for its default for the number of parameters.
    pub population: Option<usize>,
    /// Standard deviation of its first points, in widths (see
    /// [`Steps`](crate::sweep::space::Steps)).
    pub sigma: f64,
    /// Maximum number of generations.
    pub generations: u64,
    /// Number of games after which no further generation begins.
    pub games: Option<u64>,
    /// Deals of the first generation.
    pub deals: u64,
    /// Maximum number of deals of a generation.
    pub max_deals: u64,
    /// Objective to be maximised; the table must use the same.
    pub objective: Objective,
}

/// Reliability of a generation below which the next one has more deals.
const RELIABLE: f64 = 0.5;
/// Growth factor of the number of deals: 3/2.
const GROWTH: (u64, u64) = (3, 2);
/// Number of heroes before the candidates: the start and the mean.
const BESIDE: usize = 2;

/// Results of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// Its deals.
    pub deals: u64,
    /// Number of all games so far.
    pub games: u64,
    /// Objective of the mean, before its update by this generation.
    pub mean: TrialEstimate,
    /// Advantage of the mean over the start.
    pub gain: TrialEstimate,
    /// Mean objective of the candidates.
    pub candidates: f64,
    /// Objective of the best candidate: biased upwards by luck.
    pub best: f64,
    /// Reliability of distinguishing them, 0 to 1.
    pub reliability: f64,
    /// Distance of candidates from the mean, in widths.
    pub step: f64,
    /// Mean after this generation: the values of all parameters.
    pub values: Vec<f64>,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneResult {
    /// The values of all parameters at the optimiser's mean.
    pub values: Vec<f64>,
    /// Number of generations.
    pub generations: u64,
    /// Number of games played.
    pub games: u64,
    /// The first deal that it did not use.
    pub next_deal: u64,
}

/// Error of a tuning that cannot go on.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum TuneError {
    /// A trial failed.
    Trial(#[from] TrialError),
    /// A candidate cannot be created.
    Candidate(#[from] ConfigError),
}

impl Search {
    /// Returns the optimiser and its options, for a run's identity.
    pub fn optimiser_identity(&self) -> Value {
        json!({ "name": "cma-es", "population": self.population })
    }

    /// Searches from `start`, which has the policy and all parameters outside the space. `label`
    /// names the search among the pieces; deals are counted from `first_deal` on.
    ///
    /// # Errors
    /// [`TuneError`] if a trial or a candidate fails.
    #[expect(clippy::too_many_arguments, reason = "each is one thing of its own")]
    pub fn run<G: ArenaGame>(
        &self,
        label: &str,
        start: &Bot<G>,
        space: &Space,
        table: &TrialTable<G>,
        first_deal: u64,
        rng: Rng,
        means: &TrialOptions<'_>,
        pieces: &mut Pieces<'_>,
        tell: &mut dyn FnMut(&Generation),
    ) -> Result<TuneResult, TuneError> {
        let base = G::values(&start.policy);
        let point = space.point(&base);
        let mut optimiser = Cma::new(&point, self.sigma, self.population, rng);
        let mut found = TuneResult {
            values: base.clone(),
            generations: 0,
            games: 0,
            next_deal: first_deal,
        };
        let mut deals = table.whole_deals(self.deals);
        while found.generations < self.generations
            && self.games.is_none_or(|games| found.games < games)
        {
            let number = found.generations + 1;
            let points = optimiser.ask();
            let mut heroes = vec![
                start.clone(),
                means.bots.with_values(start, "mean", &found.values)?,
            ];
            for (i, point) in points.iter().enumerate() {
                let values = space.values(&base, point);
                heroes.push(
                    means
                        .bots
                        .with_values(start, &format!("candidate-{i}"), &values)?,
                );
            }
            let name = format!("{label}generation {number}");
            let trial = pieces.trial(&name, table, &heroes, found.next_deal, deals, means)?;
            let figures = Figures::new(&trial, self.objective, table.n_seats());
            let scores: Vec<f64> = (BESIDE..heroes.len())
                .map(|hero| figures.value(hero).value)
                .collect();
            optimiser.tell(&scores);
            found.values = space.values(&base, &optimiser.mean());
            found.generations = number;
            found.games += table.n_games(heroes.len(), deals);
            found.next_deal += deals;
            let reliability = figures.reliability(BESIDE);
            tell(&Generation {
                number,
                deals,
                games: found.games,
                mean: figures.value(1),
                gain: figures.gain(1),
                candidates: scores.iter().sum::<f64>() / scores.len() as f64,
                best: scores.iter().copied().fold(f64::MIN, f64::max),
                reliability,
                step: optimiser.step(),
                values: found.values.clone(),
            });
            if reliability < RELIABLE {
                let more = (deals * GROWTH.0).div_ceil(GROWTH.1);
                deals = table.whole_deals(more.min(self.max_deals.max(self.deals)));
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::RuleData as _;
    use crate::sweep::opponent_groups::panels;
    use powergrab_arena::run::Control;
    use powergrab_arena::seating::Order;
    use powergrab_bots::strategy::BotCatalog;
    use powergrab_bots::strategy::{BotGame as _, resolve};
    use powergrab_engine::game::Unit;
    use powergrab_engine::rng::{Purpose, Seeds};
    use powergrab_engine::shedding::rules_file;
    use std::num::NonZero;
    use std::sync::atomic::AtomicBool;

    fn search(population: Option<usize>) -> Search {
        Search {
            population,
            sigma: 0.15,
            generations: 6,
            games: None,
            deals: 40,
            max_deals: 90,
            objective: Objective::WinShare,
        }
    }

    fn run<G: ArenaGame>(
        search: &Search,
        game: G,
        start: &Bot<G>,
        params: Option<&[&str]>,
        threads: usize,
        records: Vec<powergrab_arena::piece::Piece>,
    ) -> (
        TuneResult,
        Vec<Generation>,
        Vec<powergrab_arena::piece::Piece>,
    ) {
        let seats = game.n_seats();
        let field = vec![start.clone(), resolve("random").unwrap()];
        let panels = panels(field.len(), seats - 1);
        let table = TrialTable::new(
            game,
            field,
            panels,
            Unit::Round,
            Order::Cyclic,
            search.objective,
        );
        let bots = BotCatalog::default();
        let means = TrialOptions {
            bots: &bots,
            seeds: Seeds::new(5, Purpose::Tune),
            threads: NonZero::new(threads),
            control: Control {
                cancel: &AtomicBool::new(false),
                progress: &|_| {},
            },
        };
        let mut kept = records.clone();
        let mut keep = |all: &[powergrab_arena::piece::Piece]| {
            kept = all.to_vec();
            Ok(())
        };
        let mut pieces = Pieces::new(records, &mut keep);
        let space = Space::new(start, params, crate::sweep::space::Steps::Value).unwrap();
        let mut told = Vec::new();
        let found = search
            .run(
                "",
                start,
                &space,
                &table,
                0,
                Rng::from_key(7),
                &means,
                &mut pieces,
                &mut |g| {
                    told.push(g.clone());
                },
            )
            .unwrap();
        (found, told, kept)
    }

    #[test]
    fn a_search_is_the_same_with_any_threads_and_after_any_interruption() {
        let rules = rules_file::resolve("power-grab").unwrap();
        let start = resolve("balanced").unwrap();
        let search = search(Some(5));
        let game = || rules.game(3).unwrap();
        let params = Some(&["wild_hold", "points", "bluff"][..]);
        let whole = run(&search, game(), &start, params, 1, Vec::new());
        assert_eq!(whole.0.generations, 6);
        assert_eq!(whole.1[0].deals, 40);
        assert_ne!(
            whole.0.values,
            powergrab_engine::shedding::Shedding::values(&start.policy)
        );
        assert_eq!(run(&search, game(), &start, params, 3, Vec::new()), whole);
        for n in [1, 4, 6] {
            let records = whole.2[..n].to_vec();
            assert_eq!(run(&search, game(), &start, params, 2, records), whole);
        }
    }

    #[test]
    fn a_parameter_that_is_plainly_wrong_is_put_right_in_either_game() {
        // Never calling UNO costs two cards nearly every time; never holding wilds costs a game of
        // Grid.
        let rules = rules_file::resolve("power-grab").unwrap();
        let balanced: Bot<powergrab_engine::shedding::Shedding> = resolve("balanced").unwrap();
        let info = balanced.info().unwrap();
        let place = |name| info.tunables().position(|t| t.name == name).unwrap();
        let mut values = powergrab_engine::shedding::Shedding::values(&balanced.policy);
        values[place("uno_call")] = 0.3;
        let start = BotCatalog::default()
            .with_values(&balanced, "silent", &values)
            .unwrap();
        let search = search(Some(6));
        let params = Some(&["uno_call"][..]);
        let (found, told, _) = run(
            &search,
            rules.game(2).unwrap(),
            &start,
            params,
            2,
            Vec::new(),
        );
        assert!(found.values[place("uno_call")] > 0.5, "{found:?}");
        assert!(told[5].gain.value > 0.0);

        let rules = powergrab_engine::grid::rules_file::builtin();
        let start: Bot<powergrab_engine::grid::Grid> = resolve("grid-heuristic").unwrap();
        let mut points = search.clone();
        points.objective = Objective::Points;
        points.generations = 2;
        for seats in [2, 8] {
            let (found, told, _) = run(
                &points,
                rules.game(seats).unwrap(),
                &start,
                None,
                2,
                Vec::new(),
            );
            assert_eq!((found.generations, told.len()), (2, 2));
        }
    }
}
