//! Cards drawn one ahead, for speed.

use crate::cards::CardSet;
use crate::game::Chance;

/// A chance that has always drawn the next card already, as long as there is one.
///
/// The options of a turn depend on the drawn card, and the next step on the turn. After a wrong
/// prediction a processor would wait for the card each time. The cards are the same: the k-th is
/// computed from the table's k-th random number, whenever it is drawn. Only for a whole game, whose
/// chance is not used after its end.
pub(super) struct DrawAhead<'a, C> {
    chance: &'a mut C,
    next: u8,
    /// Number of cards that may still be taken off `chance`.
    left: u8,
}

impl<'a, C: Chance> DrawAhead<'a, C> {
    /// Draws from a pile of this many cards.
    #[inline(always)]
    pub fn new(chance: &'a mut C, left: u8) -> DrawAhead<'a, C> {
        let mut ahead = DrawAhead {
            chance,
            next: 0,
            left,
        };
        ahead.look();
        ahead
    }

    #[inline(always)]
    fn look(&mut self) {
        if self.left > 0 {
            self.left -= 1;
            self.next = self.chance.draw();
        }
    }
}

impl<C: Chance> Chance for DrawAhead<'_, C> {
    fn fill(&mut self, n: u8) {
        self.chance.fill(n);
        self.left = n;
        self.look();
    }

    fn refill(&mut self, cards: CardSet) {
        self.chance.refill(cards);
        self.left = cards.len() as u8;
        self.look();
    }

    #[inline(always)]
    fn draw(&mut self) -> u8 {
        let card = self.next;
        self.look();
        card
    }

    fn put_back(&mut self, _: u8) {
        debug_assert!(false, "no card is put back in Grid");
    }
}
