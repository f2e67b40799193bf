//! `bluffer`: plays Wild Draw Fours when it should not (PG-10).

use super::Player;
use super::greedy::{self, Greedy};
use super::masks::{Habits, happens, play_first};
use super::params::{Params as _, tunables};
use super::register::PolicyInfo;
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::{Phase, Shedding, View};

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: "bluffer",
    summary: "Plays Wild Draw Fours as bluffs, though it could follow the colour.",
    meaning: "Whenever a Wild Draw Four would be a bluff (it holds a card of the colour in force), it plays it all the same with \
probability `bluff`, a drawn one too. Everything else as greedy.",
    stochastic: true,
    memory: "none",
    params: &[Bluffing::TUNABLES, Habits::TUNABLES],
};

tunables! {
    /// How often it bluffs.
    Bluffing {
        bluff = 0.75, 0.0..=1.0, Linear, "probability of playing a Wild Draw Four as a bluff, each time it could";
    }
}

/// The policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bluffer {
    /// How often it bluffs.
    pub bluffing: Bluffing,
    /// How well it minds its UNO.
    pub habits: Habits,
}

impl Player<Shedding> for Bluffer {
    #[inline]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn | Phase::Drawn => {
                if !options.bluffs.is_empty() && happens(self.bluffing.bluff, rng) {
                    return play_first(options.bluffs);
                }
                let habits = self.habits;
                Greedy { habits }.decide(view, options, rng)
            }
            _ => greedy::answer(view, options, &self.habits, rng),
        }
    }
}
