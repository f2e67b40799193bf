//! Sums over deals for heroes that take turns at the same tables: what tuning and its validation count.

use crate::run::{Collect, Seating};
use powergrab_bots::strategy::FaultKind;
use powergrab_engine::game::{Game, Metrics, Unit};
use powergrab_stats::layout::{WIN, share};
use powergrab_stats::take;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a hero is good at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Its share of the games, a shared win counted in parts.
    WinShare,
    /// The mean over the panels of its rating against them: 400 log₁₀((n-1) p / (1-p)) with its win share p at a table of
    /// n, so 0 among equals and on the scale of Elo's rating.
    Rating,
    /// Its mean score at the end of a game, less than 0 if the fewest points win ([`Game::gain`]).
    Points,
    /// By how much its score at the end of a game is better than those of the others, summed over them: what it scores and what it
    /// leaves to others.
    Margin,
}

impl Objective {
    /// The texts of the option.
    pub const TEXTS: &'static [&'static str] = &["win-share", "rating", "points", "margin"];

    /// The text of the option.
    pub fn text(self) -> &'static str {
        match self {
            Objective::WinShare => "win-share",
            Objective::Rating => "rating",
            Objective::Points => "points",
            Objective::Margin => "margin",
        }
    }

    /// The objective with that text, if there is one.
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
    pub fn parts(self) -> i64 {
        match self {
            Objective::WinShare | Objective::Rating => WIN,
            Objective::Points | Objective::Margin => 1,
        }
    }
}

/// Sums over the deals of one panel and one half, for each hero: exact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanelSums {
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

impl PanelSums {
    /// The sums of all these together.
    ///
    /// # Panics
    /// Where there are none.
    pub fn merged(halves: &[PanelSums]) -> PanelSums {
        let mut all = halves[0].clone();
        for half in &halves[1..] {
            all.deals += half.deals;
            all.games += half.games;
            for i in 0..all.x.len() {
                all.x[i] += half.x[i];
                all.xx[i] += half.xx[i];
                all.x0[i] += half.x0[i];
            }
        }
        all
    }

    /// The mean per game of what a hero got; `parts` of the sum are one of the mean.
    pub fn mean(&self, hero: usize, parts: i64) -> f64 {
        self.x[hero] as f64 / (self.games as f64 * parts as f64)
    }
}

/// Collects [`PanelSums`]; line-up `i` is that of hero `i`.
#[derive(Clone, Debug)]
pub struct HeroSums {
    /// The first hero's place among the bots.
    first: usize,
    objective: Objective,
    deal: Vec<i64>,
    deal_games: i64,
    /// What was summed up.
    pub sums: PanelSums,
    /// By bot that failed (its place in the pool): in how many games, and in how many by a timeout.
    pub failed_games: BTreeMap<usize, [u64; 2]>,
}

impl HeroSums {
    /// Nothing yet, of `n_heroes` from the bot at `first` on.
    pub fn new(first: usize, n_heroes: usize, objective: Objective) -> HeroSums {
        HeroSums {
            first,
            objective,
            deal: vec![0; n_heroes],
            deal_games: 0,
            sums: PanelSums {
                deals: 0,
                games: 0,
                x: vec![0; n_heroes],
                xx: vec![0; n_heroes],
                x0: vec![0; n_heroes],
            },
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

    fn absorb(&mut self, other: &mut HeroSums) {
        let (mine, its) = (&mut self.sums, &mut other.sums);
        mine.deals += std::mem::take(&mut its.deals);
        mine.games += std::mem::take(&mut its.games);
        take(&mut mine.x, &mut its.x);
        take(&mut mine.xx, &mut its.xx);
        take(&mut mine.x0, &mut its.x0);
        for (bot, games) in &mut std::mem::take(&mut other.failed_games) {
            take(self.failed_games.entry(*bot).or_default(), games);
        }
    }
}
