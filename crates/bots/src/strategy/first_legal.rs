//! `first-legal`: always the first option. A fixed point for tests and comparisons.

use super::Player;
use super::policies::Policy;
use super::register::PolicyInfo;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Game, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::Shedding;

const INFO: PolicyInfo = PolicyInfo {
    name: "first-legal",
    summary: "Takes the first option in the fixed order, whatever it is.",
    meaning: "Plays the first playable card in the order of the deck (red, yellow, green, blue, wild; numbers before \
actions), never a bluff, and plays what it draws. Names red, claims the first tower it lacks in \
the order U N O !, takes Instant UNO and keeps its first card, never blocks or challenges, gives every yellow card to the first \
other seat, always calls and catches.",
    stochastic: false,
    memory: "none",
    params: &[],
};

/// The policy, without parameters or memory. It plays any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstLegal;

impl Policy<Shedding> for FirstLegal {
    type Player = FirstLegal;
    const INFO: &'static PolicyInfo = &INFO;

    fn read(_: &Reader<'_>) -> Result<FirstLegal, ConfigError> {
        Ok(FirstLegal)
    }

    fn player(&self) -> FirstLegal {
        *self
    }
}

impl<G: Game> Player<G> for FirstLegal {
    #[inline(always)]
    fn decide(&mut self, _: G::View<'_>, options: &Options, _: &mut Rng) -> Action {
        options.nth(0)
    }
}
