//! Trials of heroes against the same opponents on the same deals, for tuning and its validation.
//!
//! A *panel* is the group of opponents of the hero. The deals of a trial are divided equally among
//! the panels, in two halves each, so that halves can be compared. Each deal is played under every
//! rotation of the seats, by every hero in turn.

use crate::matches::failures::BotFailures;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::hero_sums::{HeroSums, Objective, PanelSums};
use powergrab_arena::piece::{Piece, PiecesError};
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::{Bot, BotCatalog};
use powergrab_engine::game::Unit;
use powergrab_engine::rng::Seeds;
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use std::ops::Range;

/// A table with the opponents of the heroes.
#[derive(Debug)]
pub struct TrialTable<G: ArenaGame> {
    /// The game and its rules.
    game: G,
    /// Bots from which panels are made.
    field: Vec<Bot<G>>,
    /// Opponents of the hero, by panel: indices into the field.
    panels: Vec<Vec<usize>>,
    unit: Unit,
    order: Order,
    objective: Objective,
}

/// Options of a trial, and the source of its deals.
#[derive(Clone, Copy)]
pub struct TrialOptions<'a> {
    /// Seeds of the trial's purpose.
    pub seeds: Seeds,
    /// Number of threads; `None` for one per processor. It changes no result.
    pub threads: Option<NonZero<usize>>,
    /// Cancellation and progress.
    pub control: Control<'a>,
    /// Policies of the heroes.
    pub bots: &'a BotCatalog,
}

/// Error of a trial that does not complete.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum TrialError {
    /// The trial was cancelled.
    #[error("interrupted")]
    Cancelled,
    /// The trial could not be played.
    Run(RunError),
    /// The trial cannot be kept or read back.
    Pieces(#[from] PiecesError),
}

/// Results of a trial: sums by panel, and by half of the panel's deals. See
/// [`estimate`](super::estimate).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// By panel: sums of both halves.
    pub panels: Vec<[PanelSums; 2]>,
    /// Bots that failed.
    pub failures: Vec<BotFailures>,
}

/// Returns the bots that failed in these trials.
///
/// # Errors
/// [`PiecesError::Foreign`] if a piece is of another type.
pub fn failures_of<'a>(
    trials: impl IntoIterator<Item = &'a Piece>,
) -> Result<Vec<BotFailures>, PiecesError> {
    let mut all = Vec::new();
    for piece in trials {
        let trial: Trial = piece.decode()?;
        // Deals and parameters follow the name.
        let name = piece.label.split(": deals").next().unwrap_or_default();
        BotFailures::add(&mut all, name, trial.failures);
    }
    Ok(all)
}

impl Trial {
    /// Joins trials of consecutive parts of the same deals, in their order; `None` without a part.
    pub fn joined(parts: impl IntoIterator<Item = Trial>) -> Option<Trial> {
        parts.into_iter().reduce(|mut whole, part| {
            let halves = whole.panels.iter_mut().flatten();
            let more = part.panels.iter().flatten();
            halves.zip(more).for_each(|(half, more)| half.absorb(more));
            BotFailures::join(&mut whole.failures, part.failures);
            whole
        })
    }
}

impl<G: ArenaGame> TrialTable<G> {
    /// Returns a table of `game` with these bots as opponents.
    ///
    /// # Panics
    /// In debug builds, panics if a panel does not leave exactly one seat.
    pub fn new(
        game: G,
        field: Vec<Bot<G>>,
        panels: Vec<Vec<usize>>,
        unit: Unit,
        order: Order,
        objective: Objective,
    ) -> TrialTable<G> {
        debug_assert!(panels.iter().all(|p| p.len() + 1 == game.n_seats()));
        TrialTable {
            game,
            field,
            panels,
            unit,
            order,
            objective,
        }
    }

    /// Returns the number of seats at the table.
    pub fn n_seats(&self) -> usize {
        self.game.n_seats()
    }

    /// Returns the number of deals of a trial of at least `deals`: equally many for each half of
    /// each panel.
    pub fn whole_deals(&self, deals: u64) -> u64 {
        deals.max(1).next_multiple_of(2 * self.panels.len() as u64)
    }

    /// Returns the number of games of a trial.
    pub fn n_games(&self, n_heroes: usize, deals: u64) -> u64 {
        self.whole_deals(deals) * n_heroes as u64 * self.n_seats() as u64
    }

    /// Plays every hero in the same seats of the same deals, from deal `first` on.
    ///
    /// # Errors
    /// [`TrialError`] if the trial is cancelled or cannot be played.
    pub fn play(
        &self,
        heroes: &[Bot<G>],
        first: u64,
        deals: u64,
        means: &TrialOptions<'_>,
    ) -> Result<Trial, TrialError> {
        let whole = first..first + self.whole_deals(deals);
        self.play_part(heroes, &whole, &whole, means)
    }

    /// As [`TrialTable::play`], but plays only a part of the trial's deals.
    ///
    /// # Errors
    /// [`TrialError`] if the trial is cancelled or cannot be played.
    pub fn play_part(
        &self,
        heroes: &[Bot<G>],
        whole: &Range<u64>,
        own: &Range<u64>,
        means: &TrialOptions<'_>,
    ) -> Result<Trial, TrialError> {
        let each = (whole.end - whole.start) / (2 * self.panels.len() as u64);
        let n_field = self.field.len();
        let mut experiment = Experiment {
            tables: vec![self.game.clone()],
            bots: [self.field.as_slice(), heroes].concat(),
            line_ups: Vec::new(),
            unit: self.unit,
            order: self.order,
            line_up_deals: LineUpDeals::Shared,
            seeds: means.seeds,
        };
        let mut start = whole.start;
        let mut panels = Vec::new();
        let mut failures = Vec::new();
        for panel in &self.panels {
            experiment.line_ups = (0..heroes.len())
                .map(|hero| LineUp {
                    table: 0,
                    bots: [&[n_field + hero], panel.as_slice()].concat(),
                })
                .collect();
            let mut halves = [(); 2].map(|()| PanelSums::new(heroes.len()));
            for half in &mut halves {
                let deals = start.max(own.start)..(start + each).min(own.end);
                start += each;
                if deals.is_empty() {
                    continue;
                }
                let blank = HeroSums::new(n_field, heroes.len(), self.objective);
                let (sums, failed) = part(&experiment, deals, blank, means)?;
                *half = sums.sums;
                BotFailures::join(&mut failures, failed);
            }
            panels.push(halves);
        }
        Ok(Trial { panels, failures })
    }
}

/// Plays one run of a trial; also returns the bots that failed in it.
fn part<G: ArenaGame>(
    experiment: &Experiment<G>,
    deals: Range<u64>,
    blank: HeroSums,
    means: &TrialOptions<'_>,
) -> Result<(HeroSums, Vec<BotFailures>), TrialError> {
    // Short runs are cut finer than by the arena, so that all threads get some.
    let chunk = ((deals.end - deals.start) / 16).clamp(1, 64);
    let workers = Workers {
        threads: means.threads,
        chunk: NonZero::new(chunk),
    };
    let done = G::run_heroes(experiment, deals.clone(), workers, blank, means.control);
    let done = done.map_err(TrialError::Run)?;
    if done.deals != deals {
        return Err(TrialError::Cancelled);
    }
    let failed = |(bot, (deal, first))| {
        let games = done.collected.failed_games.get(&bot);
        let [games, timeouts] = games.copied().unwrap_or_default();
        BotFailures {
            bot: experiment.bots[bot].name.clone(),
            games,
            timeouts,
            place: format!("deal {deal}"),
            first,
        }
    };
    let failures = done.first_faults.into_iter().map(failed).collect();
    Ok((done.collected, failures))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::opponent_groups::panels;
    use powergrab_bots::strategy::resolve;
    use powergrab_engine::rng::Purpose;
    use powergrab_engine::shedding::{Shedding, rules_file};
    use powergrab_stats::layout::WIN;
    use std::sync::atomic::AtomicBool;

    fn table(field: &[&str], seats: usize, objective: Objective) -> TrialTable<Shedding> {
        let rules = rules_file::resolve("power-grab").unwrap();
        let field: Vec<Bot<Shedding>> = field.iter().map(|b| resolve(b).unwrap()).collect();
        let panels = panels(field.len(), seats - 1);
        let game = Shedding::new(rules, seats).unwrap();
        TrialTable::new(game, field, panels, Unit::Round, Order::Cyclic, objective)
    }

    fn play(c: &TrialTable<Shedding>, heroes: &[&str], threads: usize) -> Trial {
        let heroes: Vec<Bot<Shedding>> = heroes.iter().map(|b| resolve(b).unwrap()).collect();
        let bots = BotCatalog::default();
        let means = TrialOptions {
            bots: &bots,
            seeds: Seeds::new(1, Purpose::Tune),
            threads: NonZero::new(threads),
            control: Control {
                cancel: &AtomicBool::new(false),
                progress: &|_| {},
            },
        };
        c.play(&heroes, 100, 90, &means).unwrap()
    }

    #[test]
    fn trials_do_not_depend_on_threads_and_read_back_from_text() {
        let c = table(&["greedy", "sheriff"], 3, Objective::Points);
        let one = play(&c, &["balanced", "random", "greedy"], 1);
        assert_eq!(one, play(&c, &["balanced", "random", "greedy"], 3));
        assert_eq!(c.whole_deals(90), 90);
        assert_eq!((one.panels.len(), one.panels[0][0].deals()), (1, 45));
        assert_eq!(one.panels[0][0].games, 135);
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Trial>(&text).unwrap(), one);
    }

    #[test]
    fn margins_among_equals_add_up_to_nothing() {
        // With the same bot in all seats of a deal, each seat's margin counts once over the
        // rotations.
        let c = table(&["greedy"], 3, Objective::Margin);
        let trial = play(&c, &["greedy", "random"], 2);
        for sums in &trial.panels[0] {
            assert_eq!((sums.heroes[0].x, sums.heroes[0].xx), (0, 0));
            // A clearly worse bot leaves the others more points than it scores.
            assert!(sums.heroes[1].x < 0, "{sums:?}");
        }
    }

    #[test]
    fn a_hero_among_its_equals_wins_its_fair_share_in_every_deal() {
        let c = table(&["greedy"], 3, Objective::WinShare);
        let trial = play(&c, &["greedy"], 2);
        let [a, b] = &trial.panels[0];
        for sums in [a, b] {
            let (hero, deals) = (sums.heroes[0], sums.deals() as i64);
            assert_eq!((hero.x, hero.n), (deals * WIN, deals * WIN));
            assert_eq!(hero.xx, i128::from(deals * WIN * WIN));
            assert_eq!((hero.xx, hero.xx), (hero.xn, hero.nn));
        }
    }
}
