//! Assessment of each option, by term: the deciding code, with the terms kept separate.

use super::Heuristic;
use super::cards::Prices;
use super::situation::Situation;
use super::worth::{ItemisedSum, PartSum, Term};
use crate::strategy::Reasons;
use powergrab_engine::cards::{CardSet, Colour};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::shedding::{CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_YES, Phase, View};

/// Difference between the ranks of cards to keep: a wild before one of the colour in force before
/// any other, regardless of points (PG-11).
const RANK: f64 = 1000.0;

impl Heuristic {
    /// Returns the policy's assessment of each option. It takes the one with the highest sum, after
    /// adding its random error (`temperature`).
    pub fn explain(&self, view: View<'_>, options: &Options) -> Reasons {
        let mut reasons = Reasons::new(&Term::NAMES);
        match view.phase() {
            Phase::Turn | Phase::Drawn => {
                let situation = Situation::new(view, view.stack());
                let prices = Prices::new::<true>(self, &situation);
                for action in options.iter() {
                    let worth = match action.slot() {
                        Some(slot) if options.bluffs().has(slot) && self.bluffing.bluff <= 0.0 => {
                            ItemisedSum::NOTHING.with(Term::Bluff, f64::NEG_INFINITY)
                        }
                        Some(slot) => {
                            prices.worth::<_, true>(self, &situation, slot, options.bluffs())
                        }
                        None => ItemisedSum::NOTHING
                            .with(Term::Draw, self.worth_of_drawing(view, options)),
                    };
                    reasons.add(worth.parts());
                }
            }
            _ => {
                for action in options.iter() {
                    reasons.add(self.account(view, options, action).parts());
                }
            }
        }
        let chance = self.bluffing.bluff;
        if !options.bluffs().is_empty() && chance > 0.0 && chance < 1.0 {
            reasons.note(format!("it considers a bluff with probability {chance}"));
        }
        if self.noise.temperature > 0.0 && !matches!(view.phase(), Phase::Call | Phase::Catch) {
            reasons.note(format!(
                "to each card, colour and tower it adds a random error of temperature {}",
                self.noise.temperature
            ));
        }
        reasons
    }

    /// Returns the terms of an answer to anything but the choice of a play.
    fn account(&self, view: View<'_>, options: &Options, action: Action) -> ItemisedSum {
        let none = ItemisedSum::NOTHING;
        let Some(choice) = action.choice_number() else {
            return match view.phase() {
                Phase::React => self.account_of_stacking(view, options, action),
                _ => kept(view, action),
            };
        };
        match view.phase() {
            Phase::Colour | Phase::Upcard => {
                let colour = Colour::ALL[usize::from(choice) & 3];
                self.name(view, colour, view.points_by_colour()[colour.index()])
            }
            Phase::Tower => self.take(view, choice),
            Phase::React => {
                let block = options.has_choice(CHOICE_BLOCK);
                match choice {
                    CHOICE_CHALLENGE => none
                        .with(Term::Guilt, self.guilt(view))
                        .with(Term::Threshold, -self.threshold(view, block)),
                    CHOICE_BLOCK => none,
                    _ if block => none.with(Term::Shield, -1.0),
                    _ => none,
                }
            }
            // All cards but one go; the towers alone are not worth it.
            Phase::InstantUno if choice == CHOICE_YES => {
                let laid_down = view.hand_size(view.seat()) - 1;
                none.with(Term::Cards, f64::from(laid_down))
            }
            Phase::InstantUno => none.with(Term::Tower, 0.5),
            Phase::Gift | Phase::Exchange => {
                none.with(Term::Cards, -f64::from(view.hand_size(choice)))
            }
            Phase::Call | Phase::Catch => {
                let habits = &self.habits;
                let call = view.phase() == Phase::Call;
                let p = if call {
                    habits.uno_call
                } else {
                    habits.uno_catch
                };
                none.with(Term::Habit, if choice == CHOICE_YES { p } else { 1.0 - p })
            }
            _ => none,
        }
    }
}

impl Heuristic {
    /// Returns the terms of stacking this card (HR-1). It never does if it blocks or challenges.
    fn account_of_stacking(
        &self,
        view: View<'_>,
        options: &Options,
        action: Action,
    ) -> ItemisedSum {
        let never = ItemisedSum::NOTHING.with(Term::Stack, f64::NEG_INFINITY);
        let block = options.has_choice(CHOICE_BLOCK);
        let challenge =
            options.has_choice(CHOICE_CHALLENGE) && self.guilt(view) >= self.threshold(view, block);
        let bluff = options.is_bluff(action) && self.bluffing.bluff <= 0.0;
        let Some(slot) = action.slot().filter(|_| !block && !challenge && !bluff) else {
            return never;
        };
        let situation = Situation::new(view, view.stack());
        let prices = Prices::new::<true>(self, &situation);
        self.stacked(&situation, &prices, slot, options.bluffs())
    }
}

/// Returns the terms of keeping this card (PG-11, see `masks::keep`).
fn kept(view: View<'_>, action: Action) -> ItemisedSum {
    let Some(slot) = action.slot() else {
        return ItemisedSum::NOTHING;
    };
    let (t, card) = (view.game().tables(), CardSet::one(slot));
    let colour = view
        .colour()
        .map_or(CardSet::EMPTY, |c| t.colours[c.index()]);
    let rank = if t.wilds.has(slot) {
        2.0
    } else {
        f64::from(u8::from(colour.has(slot)))
    };
    ItemisedSum::NOTHING
        .with(Term::Keep, RANK * rank)
        .with(Term::Points, -f64::from(t.points_of(card)))
}
