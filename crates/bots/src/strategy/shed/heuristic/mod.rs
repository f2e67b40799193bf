//! `heuristic`: one detailed policy, whose parameters define many characters.
//!
//! Every question is answered by adding up the terms of each option, in one currency (ten points
//! shed are worth `points`), and taking the maximum. With all weights but `points` at 0 it is
//! `greedy`, move by move.
//!
//! | file | holds |
//! |---|---|
//! | `params` | the parameters |
//! | `situation` | values read from the view once per decision |
//! | `cards` | the value of playing a card |
//! | `towers` | the value of towers, Instant UNO |
//! | `attack` | the choice of victims |
//! | `colour` | the choice of a colour |
//! | `doubt` | guilt, challenges and bluffs |
//! | `house` | stacks and hands that move |
//! | `worth` | sums that may record their terms |
//! | `explain` | the assessment of each option |

mod attack;
mod cards;
mod colour;
mod doubt;
mod explain;
mod house;
mod params;
mod situation;
mod towers;
#[doc(hidden)]
pub mod worth;

pub use params::{Attack, Bluffing, Doubt, House, Naming, Noise, Shed, Shields};

use super::masks::{Habits, choose_the_shortest, keep, take_instant_uno, yes_or_no};
use crate::strategy::params::Params as _;
use crate::strategy::policies::Policy;
use crate::strategy::register::PolicyInfo;
use crate::strategy::{Player, Reasons};
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Phase, Shedding, View};
use std::sync::Arc;

const INFO: PolicyInfo = PolicyInfo {
    name: "heuristic",
    summary: "Weighs everything that a card does, by some thirty parameters.",
    meaning: "Adds up, for each card that it may play, what it is worth: points shed, what is left in hand that goes with it, wild \
cards held back, towers claimed, denied and completed, what it does to the next seat; and plays the card worth most. Names the colour \
that it holds most of and the next seat lacks. Plays a Wild Draw Four as a bluff where it is worth more than it risks, by how the next seat \
has challenged in this game. Challenges where its estimate of guilt, from the cards seen, what the player drew and named, and \
the verdicts of this game, makes a challenge pay. Blocks unless a challenge is worth more. Instant UNO as greedy; yellow cards \
to the seat with the fewest cards. Under house rules it also weighs a card stacked against the stack drawn, and what a 7 or a 0 brings for \
what it gives away.",
    stochastic: false,
    memory: "the public record of this game and round: draws by colour, colours named, challenges and verdicts; what it was shown",
    params: &[
        Shed::TUNABLES,
        Shields::TUNABLES,
        Attack::TUNABLES,
        Naming::TUNABLES,
        Bluffing::TUNABLES,
        Doubt::TUNABLES,
        Noise::TUNABLES,
        Habits::TUNABLES,
        House::TUNABLES,
    ],
};

/// The policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic {
    /// Value of getting rid of a card.
    pub shed: Shed,
    /// Value of towers.
    pub shields: Shields,
    /// Choice of victims.
    pub attack: Attack,
    /// Choice of a colour.
    pub naming: Naming,
    /// Bluffs.
    pub bluffing: Bluffing,
    /// Challenges.
    pub doubt: Doubt,
    /// Frequency of errors.
    pub noise: Noise,
    /// Care about its own UNO and that of others.
    pub habits: Habits,
    /// Additions for house rules.
    pub house: House,
}

impl Policy<Shedding> for Arc<Heuristic> {
    type Player = Arc<Heuristic>;
    const INFO: &'static PolicyInfo = &INFO;

    fn read(params: &Reader<'_>) -> Result<Arc<Heuristic>, ConfigError> {
        Ok(Arc::new(Heuristic {
            shed: Shed::read(params)?,
            shields: Shields::read(params)?,
            attack: Attack::read(params)?,
            naming: Naming::read(params)?,
            bluffing: Bluffing::read(params)?,
            doubt: Doubt::read(params)?,
            noise: Noise::read(params)?,
            habits: Habits::read(params)?,
            house: House::read(params)?,
        }))
    }

    fn player(&self) -> Arc<Heuristic> {
        Arc::clone(self)
    }

    fn values(&self) -> Vec<f64> {
        [
            self.shed.values(),
            self.shields.values(),
            self.attack.values(),
            self.naming.values(),
            self.bluffing.values(),
            self.doubt.values(),
            self.noise.values(),
            self.habits.values(),
            self.house.values(),
        ]
        .concat()
    }
}

impl Player<Shedding> for Arc<Heuristic> {
    /// It has no memory of its own.
    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn | Phase::Drawn => self.play(view, options, rng),
            _ => self.answer(view, options, rng),
        }
    }

    fn explain(&mut self, view: View<'_>, options: &Options) -> Option<Reasons> {
        Some(Heuristic::explain(self, view, options))
    }
}

impl Heuristic {
    /// Answers everything but the choice of a play.
    #[inline(never)]
    fn answer(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn counting(
                policy: &Heuristic,
                view: View<'_>,
                options: &Options,
                rng: &mut Rng,
            ) -> Action {
                policy.answer_plainly(view, options, rng)
            }
            if powergrab_engine::cpu::Instructions::here().has_avx2() {
                // SAFETY: the processor has the features that the function is compiled for; this
                // was just checked. Why: see `weigh`.
                return unsafe { counting(self, view, options, rng) };
            }
        }
        self.answer_plainly(view, options, rng)
    }

    /// The functions that it calls must be inlined to be compiled for this processor.
    #[inline(always)]
    fn answer_plainly(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            Phase::Colour | Phase::Upcard => self.colour(view, rng),
            Phase::React => self.react(view, options, rng),
            Phase::Tower => self.tower(view, options, rng),
            Phase::InstantUno => take_instant_uno(view),
            Phase::Keep => keep(view, options),
            Phase::Gift | Phase::Exchange => choose_the_shortest(view, options),
            Phase::Call => self.habits.call(rng),
            Phase::Catch => self.habits.catch(rng),
            Phase::Turn | Phase::Drawn | Phase::Over => yes_or_no(true),
        }
    }
}
