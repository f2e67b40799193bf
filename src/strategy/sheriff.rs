//! `sheriff`: challenges Wild Draw Fours that look like bluffs (PG-10).

use super::Player;
use super::greedy::{self, Greedy};
use super::masks::{Habits, saw_the_bluff};
use super::params::{Params as _, tunables};
use super::register::PolicyInfo;
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::{CHOICE_BLOCK, CHOICE_CHALLENGE, Phase, Shedding, View};

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: "sheriff",
    summary: "Challenges a Wild Draw Four when its estimate of guilt reaches a threshold.",
    meaning: "Asked about a Wild Draw Four that it cannot block, it estimates the chance that the player held the colour before, \
from the cards of that colour it has not seen and the size of the player's hand; weighs it by how many players who hold the colour would \
bluff; and mixes that with how often this player's challenged Wild Draw Fours were bluffs in this game. It challenges where the result reaches the \
threshold. What it was shown decides before any estimate. Everything else as greedy, blocking first.",
    stochastic: false,
    memory: "the public record of challenges in this game; what it was shown in this round",
    params: &[Suspicion::TUNABLES, Habits::TUNABLES],
};

tunables! {
    /// When it challenges.
    Suspicion {
        threshold = 0.4, 0.0..=1.0, Linear, "challenges where the estimate of guilt is at least this";
        suspicion = 0.25, 0.0..=1.0, Linear, "believed probability that a player who holds the colour in force plays a Wild Draw Four all the same rather than another card, against a player who does not hold it";
        weight = 2.0, 0.01..=100.0, Log, "how many seen verdicts on this player in this game weigh as much as the estimate from the cards";
    }
}

/// The policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sheriff {
    /// When it challenges.
    pub suspicion: Suspicion,
    /// How well it minds its UNO.
    pub habits: Habits,
}

impl Player<Shedding> for Sheriff {
    #[inline]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn | Phase::Drawn => {
                let habits = self.habits;
                Greedy { habits }.decide(view, options, rng)
            }
            Phase::React
                if options.has_choice(CHOICE_CHALLENGE)
                    && !options.has_choice(CHOICE_BLOCK)
                    && self.suspicion.guilt(view) >= self.suspicion.threshold =>
            {
                Action::choice(CHOICE_CHALLENGE)
            }
            _ => greedy::answer(view, options, &self.habits, rng),
        }
    }
}

impl Suspicion {
    /// The estimate of guilt, 0 to 1, for the Wild Draw Four on top.
    fn guilt(&self, view: View<'_>) -> f64 {
        if saw_the_bluff(view) {
            return 1.0;
        }
        let holds = chance_of_colour(view);
        if holds <= 0.0 {
            return 0.0;
        }
        // Bayes: a player who holds the colour bluffs with `suspicion`; one who does not plays it honestly.
        let bluffs = holds * self.suspicion;
        let honest = 1.0 - holds;
        let estimate = bluffs / (bluffs + honest).max(f64::MIN_POSITIVE);
        let record = view.record(view.on_turn());
        let (seen, guilty) = (f64::from(record.challenged), f64::from(record.guilty));
        (self.weight * estimate + guilty) / (self.weight + seen)
    }
}

/// The chance that the player of the Wild Draw Four on top held the colour before, were its unknown cards a uniform
/// choice of the unseen ones: one minus a hypergeometric probability of none.
fn chance_of_colour(view: View<'_>) -> f64 {
    let t = view.game().tables();
    let suspect = view.on_turn();
    let mut known = view.hand().len() + view.discards().len();
    let colour = t.colours[view.colour_before().index()];
    let mut of_colour = (view.hand() & colour).len() + (view.discards() & colour).len();
    for seat in 0..view.n_seats() as u8 {
        if seat != view.seat() {
            let shown = view.shown(seat);
            known += shown.len();
            of_colour += (shown & colour).len();
        }
    }
    let unseen = t.all.len() - known;
    let wanted = colour.len() - of_colour;
    let unknown = view.hand_size(suspect) - view.shown(suspect).len();
    // After a verdict, only cards drawn since can be of the colour.
    let (_, most) = view.colour_bounds(suspect, view.colour_before());
    let mut none = 1.0;
    for i in 0..unknown.min(unseen).min(most) {
        let others = (unseen - wanted).saturating_sub(i);
        none *= f64::from(others) / f64::from(unseen - i);
    }
    1.0 - none
}
