//! House rules: when to stack rather than draw, and what it is worth to move hands (HR-1, HR-5).

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
    /// The best of these cards, or to draw, which is worth `draw`, where a house rule is on.
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

    /// HR-5: below what worth of a card it draws, or keeps the drawn card, instead of playing.
    #[cold]
    pub(super) fn draw_below_by_house_rules(&self, view: View<'_>, below: f64) -> f64 {
        if view.game().rules().seven_zero {
            below.max(self.house.house_draw)
        } else {
            below
        }
    }

    /// HR-5: what part of their worth cards have that may soon be another seat's.
    pub(super) fn mine(&self, view: View<'_>) -> f64 {
        if view.game().rules().seven_zero {
            self.house.house_mine
        } else {
            1.0
        }
    }

    /// What the card in this slot does besides where hands move (HR-5): a 7 brings the smallest of the other hands, a 0 that of the seat
    /// before, for the cards left; and whether the next seat can play on it, as far as its hand is known.
    pub(super) fn moved_hands<W: PartSum>(&self, s: &Situation<'_>, slot: u8) -> W {
        let (view, t) = (s.view, s.t);
        let left = s.n_hand() - 1;
        if left == 0 || !view.game().rules().seven_zero {
            return W::NOTHING;
        }
        let card = t.card(slot);
        let next = (view.shown(s.next()), view.hand_size(s.next()));
        let (gain, (known, size)) = match card.symbol.number() {
            Some(number @ (7 | 0)) => {
                let (weight, from) = if number == 7 {
                    (self.house.house_seven, shortest(view))
                } else {
                    (self.house.house_zero, view.before(view.seat()))
                };
                let gain = weight * (f64::from(left) - f64::from(view.hand_size(from)));
                // The next seat then holds what is left here: after a 0 always, after a 7 where it is the one.
                if number == 0 || from == s.next() {
                    let rest = t.less(view.hand(), CardSet::one(slot));
                    (gain, (rest, left))
                } else {
                    (gain, next)
                }
            }
            // Who misses its turn plays nothing; after a Reverse it is another seat's.
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

    /// HR-5: what it is worth to name this colour, for what the next seat is known to hold.
    pub(super) fn named_by_house_rules<W: PartSum>(&self, view: View<'_>, colour: Colour) -> W {
        let next = view.after(view.seat());
        let known = view.shown(next);
        let matches = view.game().tables().named(colour.index() as u8);
        if known.meets(matches) || !view.game().rules().seven_zero {
            return W::NOTHING;
        }
        W::NOTHING.with(Term::Starve, self.stuck(known, view.hand_size(next)))
    }

    /// HR-5: the worth of knowing that a seat with this many cards, of which these are known, can play none of those.
    fn stuck(&self, known: CardSet, size: u32) -> f64 {
        let near_out = reciprocal(size);
        self.house.house_stuck * f64::from(known.len()) * near_out * near_out
    }

    /// HR-1: the best card to stack, or to draw the stack. Asked where there is no block and no challenge that pays.
    #[cold]
    #[inline(never)]
    pub(super) fn stack(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let mut cards = options.cards();
        if !options.bluffs().is_empty() && happens(self.bluffing.bluff, rng) {
            cards |= options.bluffs();
        }
        let s = Situation::new(view, view.stack());
        let prices = Prices::new::<true>(self, &s);
        let (mut best, mut most) = (Action::choice(CHOICE_ACCEPT), self.error(rng));
        for slot in cards.iter() {
            let worth: f64 = self.stacked(&s, &prices, slot, options.bluffs());
            let worth = worth + self.error(rng);
            if worth > most {
                (best, most) = (Action::card(slot), worth);
            }
        }
        best
    }

    /// HR-1: what it is worth to stack the card in this slot, over drawing the stack.
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
