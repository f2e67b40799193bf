//! House rules: stacking or drawing, and the value of moving hands (HR-1, HR-5).

use super::Heuristic;
use super::cards::Prices;
use super::situation::{Situation, reciprocal};
use super::worth::{PartSum, Term};
use crate::strategy::shed::masks::{happens, shortest};
use powergrab_engine::cards::{CardSet, Colour};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{CHOICE_ACCEPT, View};

impl Heuristic {
    /// Returns the best of these cards, or to draw, whose value is `draw`, if a house rule is on.
    #[cold]
    #[inline(never)]
    pub(super) fn weigh_by_house_rules(
        &self,
        view: View<'_>,
        cards: CardSet,
        bluffs: CardSet,
        draw: f64,
        rng: &mut Rng,
    ) -> Action {
        self.best::<true>(&Situation::new(view, 0), cards, bluffs, draw, rng)
    }

    /// Returns the value of a card below which it draws, or keeps the drawn card, instead of
    /// playing (HR-5).
    #[cold]
    pub(super) fn draw_below_by_house_rules(&self, view: View<'_>, below: f64) -> f64 {
        if view.game().rules().seven_zero {
            below.max(self.house.house_draw)
        } else {
            below
        }
    }

    /// Returns the part of their value that cards keep which may soon be another seat's (HR-5).
    pub(super) fn mine(&self, view: View<'_>) -> f64 {
        if view.game().rules().seven_zero {
            self.house.house_mine
        } else {
            1.0
        }
    }

    /// Returns the additional value of the card in this slot if hands move (HR-5): a 7 brings the
    /// smallest of the other hands, a 0 that of the seat before, in exchange for the remaining
    /// cards. Also considers whether the next seat can play on it, as far as its hand is known.
    pub(super) fn moved_hands<W: PartSum>(&self, s: &Situation<'_>, slot: u8) -> W {
        let (view, t) = (s.view, s.t);
        let left = s.n_hand() - 1;
        if left == 0 || !view.game().rules().seven_zero {
            return W::NOTHING;
        }
        let card = t.card(slot);
        let next = (view.shown(s.next), view.hand_size(s.next));
        let (gain, (known, size)) = match card.symbol.number() {
            Some(number @ (7 | 0)) => {
                let (weight, from) = if number == 7 {
                    (
                        self.house.house_seven,
                        shortest(view, |_| true).unwrap_or(0),
                    )
                } else {
                    (self.house.house_zero, view.before(view.seat()))
                };
                let gain = weight * (f64::from(left) - f64::from(view.hand_size(from)));
                // The next seat then holds the remaining cards: after a 0 always, after a 7 if it
                // is the one.
                if number == 0 || from == s.next {
                    let rest = t.copies.take(view.hand(), CardSet::one(slot));
                    (gain, (rest, left))
                } else {
                    (gain, next)
                }
            }
            // A seat that misses its turn plays nothing; after a Reverse another seat is next.
            _ if card.draws > 0 || card.misses() || (card.turns() && t.n > 2) => {
                return W::NOTHING;
            }
            _ => (0.0, next),
        };
        let worth = W::NOTHING.with(Term::Hands, gain);
        if card.colour < 4 && !known.meets(t.matches[slot as usize & 127]) {
            worth.with(Term::Starve, self.stuck(known, size))
        } else {
            worth
        }
    }

    /// Returns the value of naming this colour, given the known cards of the next seat (HR-5).
    pub(super) fn named_by_house_rules<W: PartSum>(&self, view: View<'_>, colour: Colour) -> W {
        let next = view.after(view.seat());
        let known = view.shown(next);
        let matches = view.game().tables().named(colour.index() as u8);
        if known.meets(matches) || !view.game().rules().seven_zero {
            return W::NOTHING;
        }
        W::NOTHING.with(Term::Starve, self.stuck(known, view.hand_size(next)))
    }

    /// Returns the value of knowing that a seat with this many cards, of which these are known, can
    /// play none of them (HR-5).
    fn stuck(&self, known: CardSet, size: u32) -> f64 {
        let near_out = reciprocal(size);
        self.house.house_stuck * f64::from(known.len()) * near_out * near_out
    }

    /// Returns the best card to stack, or to draw the stack (HR-1). Asked if there is no block and
    /// no profitable challenge.
    #[cold]
    #[inline(never)]
    pub(super) fn stack(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let mut cards = options.cards();
        if !options.bluffs().is_empty() && happens(self.bluffing.bluff, rng) {
            cards |= options.bluffs();
        }
        let s = Situation::new(view, view.stack());
        let prices = Prices::new::<true>(self, &s);
        let (mut best, mut most) = (Action::choice(CHOICE_ACCEPT), self.with_error(0.0, rng));
        for slot in cards.iter() {
            let worth: f64 = self.stacked(&s, &prices, slot, options.bluffs());
            let worth = self.with_error(worth, rng);
            if worth > most {
                (best, most) = (Action::card(slot), worth);
            }
        }
        best
    }

    /// Returns the value of stacking the card in this slot, relative to drawing the stack (HR-1).
    pub(super) fn stacked<W: PartSum>(
        &self,
        s: &Situation<'_>,
        prices: &Prices,
        slot: u8,
        bluffs: CardSet,
    ) -> W {
        prices
            .worth::<W, true>(self, s, slot, bluffs)
            .with(Term::Stack, self.house.house_take * f64::from(s.stack))
    }
}
