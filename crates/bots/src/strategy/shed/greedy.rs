//! `greedy`: sheds the most points with every play and ignores everything else.

use super::masks::{
    self, Habits, best_tower, choose_the_shortest, dearest, holders_towers, play_first,
    strongest_colour, take_instant_uno, yes_or_no,
};
use crate::strategy::params::Params as _;
use crate::strategy::policies::Policy;
use crate::strategy::register::PolicyInfo;
use crate::strategy::{Player, Reasons};
use powergrab_engine::cards::Colour;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{CHOICE_DRAW, Phase, Shedding, View};

const INFO: PolicyInfo = PolicyInfo {
    name: "greedy",
    summary: "Sheds the most points with every card, never bluffs, blocks always.",
    meaning: "Plays the playable card that counts the most points; of equals the first in the order of the deck (red, \
yellow, green, blue, wild). Draws only when nothing fits, plays what it draws, never bluffs. Names the colour it holds most points of. \
Claims a tower of the seat that holds the most of them, of equals the better shield (O N U !). Takes Instant UNO unless only one card is \
left, and keeps a wild, else a card of the colour in force, else any, always the cheapest such. Blocks whenever it can; challenges only a bluff that \
it was shown. Gives yellow cards to the seat with the fewest cards. Under house rules it stacks the card that counts the most points \
rather than draw, and exchanges hands with the seat that holds the fewest cards.",
    stochastic: false,
    memory: "none",
    params: &[Habits::TUNABLES],
};

/// The policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy {
    /// Care about its own UNO and that of others.
    pub habits: Habits,
}

impl Policy<Shedding> for Greedy {
    type Player = Greedy;
    const INFO: &'static PolicyInfo = &INFO;

    fn read(params: &Reader<'_>) -> Result<Greedy, ConfigError> {
        let habits = Habits::read(params)?;
        Ok(Greedy { habits })
    }

    fn player(&self) -> Greedy {
        *self
    }

    fn values(&self) -> Vec<f64> {
        self.habits.values()
    }
}

impl Player<Shedding> for Greedy {
    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn | Phase::Drawn => {
                let cards = options.cards();
                if cards.is_empty() {
                    return Action::choice(CHOICE_DRAW);
                }
                play_first(dearest(view.game().tables(), cards))
            }
            _ => answer(view, options, &self.habits, rng),
        }
    }

    fn explain(&mut self, view: View<'_>, options: &Options) -> Option<Reasons> {
        let mut reasons = Reasons::new(&["points"]);
        for action in options.iter() {
            let points = match view.phase() {
                // It never bluffs, and draws only if nothing fits.
                Phase::Turn | Phase::Drawn => {
                    let card = view.card(action).filter(|_| !options.is_bluff(action));
                    card.map_or(-1.0, |card| f64::from(view.points_of(card)))
                }
                Phase::Colour | Phase::Upcard => {
                    let colour = Colour::ALL[usize::from(action.choice_number()?) & 3];
                    f64::from(view.points_by_colour()[colour.index()])
                }
                _ => return None,
            };
            reasons.add(&[points]);
        }
        Some(reasons)
    }
}

/// Returns the policy's answers to everything but the choice of a play. Inlined, so that it is
/// compiled for the processor of the caller's block.
#[inline(always)]
pub(super) fn answer(view: View<'_>, options: &Options, habits: &Habits, rng: &mut Rng) -> Action {
    match view.phase() {
        Phase::Colour | Phase::Upcard => strongest_colour(view, options),
        Phase::React => masks::react(view, options),
        Phase::Tower => best_tower(options, |tower| holders_towers(view, tower)),
        Phase::InstantUno => take_instant_uno(view),
        Phase::Keep => masks::keep(view, options),
        Phase::Gift | Phase::Exchange => choose_the_shortest(view, options),
        Phase::Call => habits.call(rng),
        Phase::Catch => habits.catch(rng),
        Phase::Turn | Phase::Drawn => Action::choice(CHOICE_DRAW),
        Phase::Over => yes_or_no(true),
    }
}
