//! House rules: when to stack rather than draw, and what it is worth to move hands (HR-1, HR-5).

use super::Heuristic;
use super::cards::Prices;
use super::situation::{Situation, reciprocal};
use super::worth::{Term, Worth};
use crate::cards::{CardSet, Seat};
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::{CHOICE_ACCEPT, View};
use crate::strategy::masks::happens;

impl Heuristic {
    /// What the card in this slot does besides by a house rule: a 7 brings the smallest of the other hands, a 0 that of the seat
    /// before, for the cards left.
    #[cold]
    #[inline(never)]
    pub(super) fn moved_hands(&self, s: &Situation<'_>, slot: u8) -> f64 {
        let left = s.n_hand - 1;
        if left == 0 || !s.view.game().rules().seven_zero {
            return 0.0;
        }
        let (weight, size) = match s.t.card(slot).symbol.number() {
            Some(7) => (self.house.house_seven, s.least),
            Some(0) => {
                let before = s.view.before(s.view.seat());
                (self.house.house_zero, s.view.hand_size(before))
            }
            _ => return 0.0,
        };
        weight * (f64::from(left) - f64::from(size))
    }

    /// HR-1: the best card to stack, or to draw the stack. Asked where there is no block and no challenge that pays.
    #[cold]
    #[inline(never)]
    pub(super) fn stack(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let mut cards = options.cards();
        if !options.bluffs().is_empty() && happens(self.bluffing.bluff, rng) {
            cards |= options.bluffs();
        }
        let s = Situation::new(view);
        let prices = Prices::new(self, &s);
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
    pub(super) fn stacked<W: Worth>(
        &self,
        s: &Situation<'_>,
        prices: &Prices,
        slot: u8,
        bluffs: CardSet,
    ) -> W {
        prices
            .worth::<W>(self, s, slot, bluffs)
            .with(Term::Stack, self.house.house_take * f64::from(s.stack))
    }

    /// HR-5: with whom to exchange hands; of equals the next in turn.
    #[cold]
    #[inline(never)]
    pub(super) fn exchange(&self, view: View<'_>, rng: &mut Rng) -> Action {
        let mut best = (f64::NEG_INFINITY, 0);
        let mut seat = view.after(view.seat());
        while seat != view.seat() {
            let worth = self.exchanged::<f64>(view, seat) + self.error(rng);
            if worth > best.0 {
                best = (worth, seat);
            }
            seat = view.after(seat);
        }
        Action::choice(best.1)
    }

    /// HR-5: what it is worth to exchange hands with this seat: few cards for many, and none that a seat whose turn is near could soon
    /// be rid of.
    pub(super) fn exchanged<W: Worth>(&self, view: View<'_>, to: Seat) -> W {
        let mut turns = 1;
        let mut seat = view.after(view.seat());
        while seat != to && turns < view.n_seats() as u32 {
            seat = view.after(seat);
            turns += 1;
        }
        let near = reciprocal(view.hand_size(view.seat())) * reciprocal(turns);
        W::NOTHING
            .with(Term::Cards, -f64::from(view.hand_size(to)))
            .with(Term::Danger, -self.house.house_give * near)
    }
}
