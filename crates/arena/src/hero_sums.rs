//! Sums over deals for heroes that take turns at the same tables, for tuning and its validation.

use crate::run::{Collect, Seating};
use powergrab_bots::strategy::FaultKind;
use powergrab_engine::game::{Game, Metrics, Unit};
use powergrab_engine::texts;
use powergrab_stats::interval::Ratio;
use powergrab_stats::layout::{WIN, share};
use powergrab_stats::take;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

texts! {
    /// Objective of a hero.
    pub enum Objective {
        /// Its share of the games, a shared win counted in parts.
        WinShare = "win-share",
        /// Its rating, averaged over the panels: 400 log₁₀((n-1) p / (1-p)) with its win share p at
        /// a table of n seats. 0 among equals, on the scale of Elo's rating.
        Rating = "rating",
        /// Its mean score at the end of a game, negated if the fewest points win ([`Game::gain`]).
        Points = "points",
        /// The advantage of its score at the end of a game over those of the others, summed over
        /// them: the points it scores and those it leaves to others.
        Margin = "margin",
    }
}

impl Objective {
    /// Returns the number of counted units per unit of the mean.
    pub fn parts(self) -> i64 {
        match self {
            Objective::WinShare | Objective::Rating => WIN,
            Objective::Points | Objective::Margin => 1,
        }
    }
}

/// Exact sums over the deals of one panel and one half, for each hero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanelSums {
    /// Number of games of each hero in all deals and rotations.
    pub games: i64,
    /// By hero: the sums of its results per deal (`x`), and of the first hero's results in the same
    /// deal (`n`).
    pub heroes: Vec<Ratio>,
}

impl PanelSums {
    /// Returns empty sums for this many heroes.
    pub fn new(n_heroes: usize) -> PanelSums {
        PanelSums {
            games: 0,
            heroes: vec![Ratio::default(); n_heroes],
        }
    }

    /// Returns all these sums merged.
    ///
    /// # Panics
    /// Panics if `halves` is empty.
    pub fn merged(halves: &[PanelSums]) -> PanelSums {
        let mut all = halves[0].clone();
        halves[1..].iter().for_each(|half| all.absorb(half));
        all
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> u64 {
        self.heroes.first().map_or(0, |first| first.deals)
    }

    /// Returns the mean per game of a hero's results; `parts` units of the sum are one of the mean.
    pub fn mean(&self, hero: usize, parts: i64) -> f64 {
        self.heroes[hero].x as f64 / (self.games as f64 * parts as f64)
    }

    /// Adds a deal: the number of games of each hero in it, and the result of each.
    pub fn add(&mut self, games: i64, got: &[i64]) {
        self.games += games;
        for (sums, x) in self.heroes.iter_mut().zip(got) {
            sums.add(got[0], *x);
        }
    }

    /// Adds the deals of others.
    /// Adds the sums of other deals of the same heroes.
    pub fn absorb(&mut self, other: &PanelSums) {
        self.games += other.games;
        for (mine, its) in self.heroes.iter_mut().zip(&other.heroes) {
            mine.absorb(its);
        }
    }
}

/// Collector of [`PanelSums`]; line-up `i` is that of hero `i`.
#[derive(Clone, Debug)]
pub struct HeroSums {
    /// Index of the first hero among the bots.
    first: usize,
    objective: Objective,
    deal: Vec<i64>,
    deal_games: i64,
    /// The sums.
    pub sums: PanelSums,
    /// By bot that failed (index in the pool): the number of games, and of those with a timeout.
    pub failed_games: BTreeMap<usize, [u64; 2]>,
}

impl HeroSums {
    /// Returns empty sums of `n_heroes`, starting with the bot at `first`.
    pub fn new(first: usize, n_heroes: usize, objective: Objective) -> HeroSums {
        HeroSums {
            first,
            objective,
            deal: vec![0; n_heroes],
            deal_games: 0,
            sums: PanelSums::new(n_heroes),
            failed_games: BTreeMap::new(),
        }
    }
}

impl<G: Game> Collect<G> for HeroSums {
    fn fresh(&self) -> HeroSums {
        HeroSums::new(self.first, self.deal.len(), self.objective)
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
                let gain = |seat: usize| i64::from(game.gain(state, seat as u8));
                let value = match self.objective {
                    Objective::WinShare | Objective::Rating => {
                        share * i64::from(winners >> seat & 1)
                    }
                    Objective::Points => gain(seat),
                    Objective::Margin => {
                        let n = seating.bots.len();
                        n as i64 * gain(seat) - (0..n).map(gain).sum::<i64>()
                    }
                };
                self.deal[seating.line_up] += weight * value;
                if seating.line_up == 0 {
                    self.deal_games += weight;
                }
            }
        }
    }

    fn fault(&mut self, seating: &Seating<'_>, bot: usize, kind: FaultKind) {
        let [games, timeouts] = self.failed_games.entry(bot).or_default();
        *games += u64::from(seating.weight);
        *timeouts += u64::from(kind == FaultKind::Timeout) * u64::from(seating.weight);
    }

    fn end_deal(&mut self, _deal: u64) {
        self.sums
            .add(std::mem::take(&mut self.deal_games), &self.deal);
        self.deal.fill(0);
    }

    fn absorb(&mut self, other: &mut HeroSums) {
        let blank = PanelSums::new(self.deal.len());
        self.sums.absorb(&std::mem::replace(&mut other.sums, blank));
        for (bot, games) in &mut std::mem::take(&mut other.failed_games) {
            take(self.failed_games.entry(*bot).or_default(), games);
        }
    }
}
