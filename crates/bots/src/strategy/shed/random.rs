//! `random`: the baseline, exactly as at the end of RULES.md.

use crate::strategy::Player;
use crate::strategy::policies::Policy;
use crate::strategy::register::PolicyInfo;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{
    CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_DRAW, CHOICE_YES, Phase, Shedding, View,
};

const INFO: PolicyInfo = PolicyInfo {
    name: "random",
    summary: "The baseline of RULES.md: plays by lot, and draws only when it must.",
    meaning: "Plays a uniform one of the physical cards that it may play, a Wild Draw Four only where it is honest; draws only if \
there is none and plays what it draws. Colour, tower, kept card and receivers of gifts are uniform. Always takes Instant UNO, blocks \
whenever it can, else stacks a uniform one of its cards where a house rule lets it (never a bluff), else challenges with probability 1/2, \
always calls and catches; it exchanges hands with a uniform other seat.",
    stochastic: true,
    memory: "none",
    params: &[],
};

/// The policy, without parameters or memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Policy<Shedding> for Random {
    type Player = Random;
    const INFO: &'static PolicyInfo = &INFO;

    fn read(_: &Reader<'_>) -> Result<Random, ConfigError> {
        Ok(Random)
    }

    fn player(&self) -> Random {
        *self
    }
}

impl Player<Shedding> for Random {
    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            // Among the physical cards; never a bluff; draws only if there is none.
            Phase::Turn | Phase::Drawn => match options.n_cards() {
                0 => Action::choice(CHOICE_DRAW),
                n => options.nth_card(rng.below(n)),
            },
            Phase::Colour | Phase::Upcard | Phase::Tower | Phase::Gift | Phase::Exchange => {
                options.nth_choice(rng.below(options.n_choices()))
            }
            Phase::Keep => options.nth_card(rng.below(options.n_cards())),
            Phase::React if options.has_choice(CHOICE_BLOCK) => Action::choice(CHOICE_BLOCK),
            // Never a bluff (HR-1).
            Phase::React if !options.cards().is_empty() => {
                options.nth_card(rng.below(options.n_cards()))
            }
            Phase::React if options.has_choice(CHOICE_CHALLENGE) && rng.below(2) == 1 => {
                Action::choice(CHOICE_CHALLENGE)
            }
            Phase::React => Action::choice(CHOICE_ACCEPT),
            Phase::InstantUno | Phase::Call | Phase::Catch | Phase::Over => {
                Action::choice(CHOICE_YES)
            }
        }
    }
}
