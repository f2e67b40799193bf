//! Heroes tried in the same company on the same deals: what tuning and its validation play.
//!
//! A *panel* is who sits with the hero. The deals of a trial are dealt out to the panels in equal parts, in two halves
//! each, so that halves can be compared; each deal is played under every rotation of the seats, by every hero in turn.

use super::pieces::PiecesError;
use crate::arena::experiment::{Experiment, LineUp};
use crate::arena::play::Unit;
use crate::arena::run::{Collect, Control, RunError, Seating, Workers, run};
use crate::arena::seating::Order;
use crate::game::{Game, Metrics};
use crate::rng::Seeds;
use crate::stats::layout::{WIN, share};
use crate::strategy::{Bot, BotGame};
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use std::ops::Range;

/// What a hero is good at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Its share of the games, a shared win counted in parts.
    WinShare,
    /// The mean over the panels of its rating against them: 400 log₁₀((n-1) p / (1-p)) with its win share p at a table of
    /// n, so 0 among equals and on the scale of Elo's rating.
    Rating,
    /// Its mean score at the end of a game.
    Points,
    /// By how much its score at the end of a game is above those of the others, summed over them: what it scores and what it
    /// leaves to others.
    Margin,
}

impl Objective {
    /// The texts of the option.
    pub const TEXTS: &'static [&'static str] = &["win-share", "rating", "points", "margin"];

    /// The text of the option.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Objective::WinShare => "win-share",
            Objective::Rating => "rating",
            Objective::Points => "points",
            Objective::Margin => "margin",
        }
    }

    /// The objective with that text, if there is one.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Objective> {
        let all = [
            Objective::WinShare,
            Objective::Rating,
            Objective::Points,
            Objective::Margin,
        ];
        all.into_iter().find(|objective| objective.text() == text)
    }

    /// How many units of what is counted make one of the mean.
    pub(super) fn parts(self) -> i64 {
        match self {
            Objective::WinShare | Objective::Rating => WIN,
            Objective::Points | Objective::Margin => 1,
        }
    }
}

/// Sums over the deals of one panel and one half, for each hero: exact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Deals.
    pub deals: i64,
    /// Games of each hero in a deal, all rotations.
    pub games: i64,
    /// Σx: what the hero got in the deal.
    pub x: Vec<i64>,
    /// Σx²
    pub xx: Vec<i128>,
    /// Σx·x₀: with what the first hero got in the same deal.
    pub x0: Vec<i128>,
}

/// Collects [`Sums`]; line-up `i` is that of hero `i`.
#[derive(Clone, Debug)]
struct Shares {
    /// The first hero's place among the bots.
    first: usize,
    objective: Objective,
    deal: Vec<i64>,
    deal_games: i64,
    sums: Sums,
}

impl Shares {
    fn new(first: usize, n_heroes: usize, objective: Objective) -> Shares {
        Shares {
            first,
            objective,
            deal: vec![0; n_heroes],
            deal_games: 0,
            sums: Sums {
                deals: 0,
                games: 0,
                x: vec![0; n_heroes],
                xx: vec![0; n_heroes],
                x0: vec![0; n_heroes],
            },
        }
    }
}

impl<G: Game> Collect<G> for Shares {
    fn fresh(&self) -> Shares {
        Shares::new(self.first, self.deal.len(), self.objective)
    }

    fn round(&mut self, _: &Seating<'_>, _: u32, _: &G, _: &G::State, _: &Metrics, _: &G::Meter) {}

    fn game(&mut self, seating: &Seating<'_>, unit: Unit, game: &G, state: &G::State) {
        let winners = match unit {
            Unit::Game => game.outcome(state).winners,
            Unit::Round => game.round_outcome(state).winners,
        };
        let share = share(winners);
        let weight = i64::from(seating.weight);
        for (seat, bot) in seating.bots.iter().enumerate() {
            if *bot == self.first + seating.line_up {
                let score = |seat: usize| i64::from(game.score(state, seat as u8));
                let value = match self.objective {
                    Objective::WinShare | Objective::Rating => {
                        share * i64::from(winners >> seat & 1)
                    }
                    Objective::Points => score(seat),
                    Objective::Margin => {
                        let n = seating.bots.len();
                        n as i64 * score(seat) - (0..n).map(score).sum::<i64>()
                    }
                };
                self.deal[seating.line_up] += weight * value;
                if seating.line_up == 0 {
                    self.deal_games += weight;
                }
            }
        }
    }

    fn end_deal(&mut self, _deal: u64) {
        let first = self.deal[0];
        let sums = &mut self.sums;
        sums.deals += 1;
        sums.games += std::mem::take(&mut self.deal_games);
        for (i, x) in self.deal.iter_mut().enumerate() {
            sums.x[i] += *x;
            sums.xx[i] += i128::from(*x) * i128::from(*x);
            sums.x0[i] += i128::from(*x) * i128::from(first);
            *x = 0;
        }
    }

    fn absorb(&mut self, other: &mut Shares) {
        let (mine, its) = (&mut self.sums, &mut other.sums);
        mine.deals += std::mem::take(&mut its.deals);
        mine.games += std::mem::take(&mut its.games);
        add(&mut mine.x, &mut its.x);
        add(&mut mine.xx, &mut its.xx);
        add(&mut mine.x0, &mut its.x0);
    }
}

fn add<T: std::ops::AddAssign + Default>(mine: &mut [T], its: &mut [T]) {
    for (a, b) in mine.iter_mut().zip(its) {
        *a += std::mem::take(b);
    }
}

/// Who sits with the heroes, at which table.
#[derive(Debug)]
pub struct Company<G: BotGame> {
    /// The table.
    game: G,
    /// The bots that panels are made of.
    field: Vec<Bot<G>>,
    /// Who sits with the hero, by panel: indices into the field.
    panels: Vec<Vec<usize>>,
    unit: Unit,
    order: Order,
    objective: Objective,
}

/// How a trial is carried out, and where its deals come from.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The seeds of the purpose that the trial serves.
    pub seeds: Seeds,
    /// Threads; none is one for each processor. It changes no result.
    pub threads: Option<NonZero<usize>>,
    /// Cancelling and progress.
    pub control: Control<'a>,
}

/// A trial that did not come to its end.
#[derive(Debug)]
pub enum TrialError {
    /// It was cancelled.
    Cancelled,
    /// It could not be played.
    Run(RunError),
    /// It cannot be kept, or not be had again.
    Pieces(PiecesError),
}

impl From<PiecesError> for TrialError {
    fn from(e: PiecesError) -> TrialError {
        TrialError::Pieces(e)
    }
}

impl std::fmt::Display for TrialError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TrialError::Cancelled => f.write_str("interrupted"),
            TrialError::Run(e) => e.fmt(f),
            TrialError::Pieces(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for TrialError {}

/// What came of a trial: sums by panel, and by half of the panel's deals. See [`estimate`](super::estimate).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// By panel.
    pub panels: Vec<[Sums; 2]>,
}

impl<G: BotGame> Company<G> {
    /// A table of `game` with these bots to sit with the heroes.
    ///
    /// # Panics
    /// In debug builds, where a panel does not leave exactly one seat.
    #[must_use]
    pub fn new(
        game: G,
        field: Vec<Bot<G>>,
        panels: Vec<Vec<usize>>,
        unit: Unit,
        order: Order,
        objective: Objective,
    ) -> Company<G> {
        debug_assert!(panels.iter().all(|p| p.len() + 1 == game.n_seats()));
        Company {
            game,
            field,
            panels,
            unit,
            order,
            objective,
        }
    }

    /// Seats at the table.
    #[must_use]
    pub fn n_seats(&self) -> usize {
        self.game.n_seats()
    }

    /// How many deals a trial of at least `deals` has: equally many for each half of each panel.
    #[must_use]
    pub fn whole_deals(&self, deals: u64) -> u64 {
        deals.max(1).next_multiple_of(2 * self.panels.len() as u64)
    }

    /// How many games a trial has.
    #[must_use]
    pub fn n_games(&self, n_heroes: usize, deals: u64) -> u64 {
        self.whole_deals(deals) * n_heroes as u64 * self.n_seats() as u64
    }

    /// Plays every hero in the same seats of the same deals, from deal `first` on.
    ///
    /// # Errors
    /// [`TrialError`].
    pub fn play(
        &self,
        heroes: &[Bot<G>],
        first: u64,
        deals: u64,
        means: &Means<'_>,
    ) -> Result<Trial, TrialError> {
        let each = self.whole_deals(deals) / (2 * self.panels.len() as u64);
        let n_field = self.field.len();
        let mut experiment = Experiment {
            tables: vec![self.game.clone()],
            bots: [self.field.as_slice(), heroes].concat(),
            line_ups: Vec::new(),
            unit: self.unit,
            order: self.order,
            seeds: means.seeds,
        };
        let mut start = first;
        let mut panels = Vec::new();
        for panel in &self.panels {
            experiment.line_ups = (0..heroes.len())
                .map(|hero| LineUp {
                    table: 0,
                    bots: [&[n_field + hero], panel.as_slice()].concat(),
                })
                .collect();
            let mut halves = [Sums::default(), Sums::default()];
            for half in &mut halves {
                let deals = start..start + each;
                start = deals.end;
                let blank = Shares::new(n_field, heroes.len(), self.objective);
                *half = part(&experiment, deals, blank, means)?.sums;
            }
            panels.push(halves);
        }
        Ok(Trial { panels })
    }
}

/// One run of a trial.
fn part<G: BotGame>(
    experiment: &Experiment<G>,
    deals: Range<u64>,
    blank: Shares,
    means: &Means<'_>,
) -> Result<Shares, TrialError> {
    // Short runs are cut finer than the arena would, for all threads to have some.
    let chunk = ((deals.end - deals.start) / 16).clamp(1, 64);
    let workers = Workers {
        threads: means.threads,
        chunk: NonZero::new(chunk),
    };
    let done = run(experiment, deals.clone(), workers, blank, means.control);
    let done = done.map_err(TrialError::Run)?;
    if done.deals == deals {
        Ok(done.collected)
    } else {
        Err(TrialError::Cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::super::panels::panels;
    use super::*;
    use crate::rng::Purpose;
    use crate::shedding::{Shedding, rules_file};
    use crate::strategy::resolve;
    use std::sync::atomic::AtomicBool;

    fn company(field: &[&str], seats: usize, objective: Objective) -> Company<Shedding> {
        let rules = rules_file::resolve("power-grab").unwrap();
        let field: Vec<Bot<Shedding>> = field.iter().map(|b| resolve(b).unwrap()).collect();
        let panels = panels(field.len(), seats - 1);
        let game = Shedding::new(rules, seats).unwrap();
        Company::new(game, field, panels, Unit::Round, Order::Cyclic, objective)
    }

    fn play(c: &Company<Shedding>, heroes: &[&str], threads: usize) -> Trial {
        let heroes: Vec<Bot<Shedding>> = heroes.iter().map(|b| resolve(b).unwrap()).collect();
        let means = Means {
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
        let c = company(&["greedy", "sheriff"], 3, Objective::Points);
        let one = play(&c, &["balanced", "random", "greedy"], 1);
        assert_eq!(one, play(&c, &["balanced", "random", "greedy"], 3));
        assert_eq!(c.whole_deals(90), 90);
        assert_eq!((one.panels.len(), one.panels[0][0].deals), (1, 45));
        assert_eq!(one.panels[0][0].games, 135);
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Trial>(&text).unwrap(), one);
    }

    #[test]
    fn margins_among_equals_add_up_to_nothing() {
        // The same bot in all seats of a deal: over the rotations each seat's margin counts once.
        let c = company(&["greedy"], 3, Objective::Margin);
        let trial = play(&c, &["greedy", "random"], 2);
        for sums in &trial.panels[0] {
            assert_eq!((sums.x[0], sums.xx[0]), (0, 0));
            // A bot that is plainly worse leaves the others more points than it scores.
            assert!(sums.x[1] < 0, "{sums:?}");
        }
    }

    #[test]
    fn a_hero_among_its_equals_wins_its_fair_share_in_every_deal() {
        let c = company(&["greedy"], 3, Objective::WinShare);
        let trial = play(&c, &["greedy"], 2);
        let [a, b] = &trial.panels[0];
        for sums in [a, b] {
            assert_eq!(sums.x[0], sums.deals * WIN);
            assert_eq!(sums.xx[0], i128::from(sums.deals * WIN * WIN));
            assert_eq!(sums.xx, sums.x0);
        }
    }
}
