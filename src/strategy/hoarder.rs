//! `hoarder`: all four towers, then Instant UNO; points come second.

use super::Player;
use super::greedy::{self, Greedy};
use super::masks::{Habits, best_tower, dearest, first_of, holders_towers, play_first};
use super::params::Params as _;
use super::register::PolicyInfo;
use crate::cards::{CardSet, Symbol};
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::{Phase, Shedding, Tables, View};

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: "hoarder",
    summary: "Collects towers and takes Instant UNO: icons and Grab cards first, points second.",
    meaning: "While it lacks a tower, it plays what claims one before anything else: Grab-2-Towers where it lacks two, then \
number cards with an icon it lacks, then Wild Grab-A-Tower, then Grab-2-Towers for the last one; of equals the most points. With a Grab card it takes those \
that no icon in its hand will fetch, of these one of the seat that holds the most towers, of equals the better shield. All else, and every \
turn on which nothing claims a tower, as greedy; without towers in the rules it is greedy.",
    stochastic: false,
    memory: "none",
    params: &[Habits::TUNABLES],
};

/// The policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hoarder {
    /// How well it minds its UNO.
    pub habits: Habits,
}

/// The number cards whose icon is one of these towers.
#[inline(always)]
fn icons(t: &Tables, towers: u8) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for (tower, icon) in t.icons.iter().enumerate() {
        cards |= icon.if_true(towers >> tower & 1 == 1);
    }
    cards
}

impl Player<Shedding> for Hoarder {
    #[inline]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let t = view.game().tables();
        match view.phase() {
            Phase::Turn | Phase::Drawn => {
                let missing = t.towers & !view.towers(view.seat());
                if missing != 0 {
                    let cards = options.cards;
                    let two = cards & t.symbols[Symbol::GrabTwo.index()];
                    let one = cards & t.symbols[Symbol::WildGrab.index()];
                    let claims = first_of([
                        two.if_true(missing & (missing - 1) != 0),
                        dearest(t, cards & icons(t, missing)),
                        one,
                        two,
                    ]);
                    if !claims.is_empty() {
                        return play_first(claims);
                    }
                }
                let habits = self.habits;
                Greedy { habits }.decide(view, options, rng)
            }
            Phase::Tower => {
                let hand = view.hand();
                best_tower(options, |tower| {
                    let fetched = hand.meets(t.icons[tower as usize & 3]);
                    8 * u32::from(!fetched) + holders_towers(view, tower)
                })
            }
            _ => greedy::answer(view, options, &self.habits, rng),
        }
    }
}
