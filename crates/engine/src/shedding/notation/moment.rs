//! Checks that a question is possible at a table.

use super::read::Reading;
use crate::cards::{CardSet, Colour, Symbol};
use crate::game::notation::{PositionError, wrong};
use crate::shedding::state::{Holders, Phase, State};

impl Reading<'_> {
    /// Checks that the moment of the question is possible: the seat on turn, the events before, the
    /// hands' sizes.
    pub(super) fn moment(&self, s: &State, sizes: &[u32]) -> Result<(), PositionError> {
        let t = &self.game.tables;
        let next = t.after(s.direction, s.seat);
        if s.phase == Phase::React && s.asked != next {
            return wrong(format!(
                "ask=react: a card of seat {} acts on the next seat, which is {next} (PG-7)",
                s.seat
            ));
        }
        if s.phase == Phase::Upcard {
            let first = t.after(0, s.dealer);
            if s.seat != first {
                return wrong(format!(
                    "ask=upcard: the first seat names the colour, which is {first}, for seat {} dealt (PG-5)",
                    s.dealer
                ));
            }
            if s.turn > 0 || !s.discards.is_single() {
                return wrong(
                    "ask=upcard is asked before the first turn, with one card turned up (PG-5)",
                );
            }
            if s.direction != 0 || s.holders != Holders::NONE {
                return wrong(
                    "ask=upcard: the round begins to the left, with all towers in the middle (PG-3, PG-4)",
                );
            }
            if let Some(rule) = self.game.rules.goes_back_by(t.card(s.top).symbol) {
                return wrong(format!(
                    "ask=upcard: {} that is turned up goes back into the pile ({rule})",
                    self.game.rules.deck.cards()[usize::from(s.top)]
                ));
            }
        }
        if s.phase == Phase::Gift && (s.hand(s.seat) & t.colours[Colour::Yellow.index()]).is_empty()
        {
            return wrong("ask=gift: the seat has no yellow card to give (GL-4)");
        }
        let ringed = matches!(s.phase, Phase::Colour | Phase::Call)
            && t.card(s.top).symbol == Symbol::PowerRing;
        if ringed && s.hand(s.seat).meets(t.colours[Colour::Yellow.index()]) {
            return wrong(format!(
                "ask={}: with a Power Ring all yellow cards are given away first (GL-4)",
                s.phase.text()
            ));
        }
        let seven = t.card(s.top).symbol.number() == Some(7);
        if s.phase == Phase::Exchange && !(seven && self.game.rules.seven_zero) {
            return wrong(
                "ask=exchange: hands are exchanged after a 7, where the rules say so (HR-5)",
            );
        }
        let grabs = t.card(s.top).symbol == Symbol::GrabTwo && self.game.rules.upcard_acts();
        if s.colour_only && (s.turn > 0 || !grabs) {
            return wrong(
                "`marks`: opening is for the first turn, under a Grab-2-Towers turned up (PG-5, HR-6)",
            );
        }
        let more = s.discards.len() - 1;
        if s.idle > 0 && u32::from(s.pile) + more > 0 {
            return wrong(format!(
                "`idle`: nobody passes without a card drawn while the draw pile has {} and the discards under the top card are {more} (PG-6, PG-14)",
                s.pile
            ));
        }
        if s.phase == Phase::Upcard {
            let dealt = self.game.rules.hands(sizes.len()).map(u32::from);
            let mut seats = sizes.iter().zip(dealt).enumerate();
            if let Some((seat, (size, dealt))) = seats.find(|(_, (size, dealt))| *size != dealt) {
                return wrong(format!(
                    "ask=upcard: seat {seat} holds {size} cards, and {dealt} were dealt (PG-4)",
                ));
            }
        }
        Ok(())
    }

    /// Returns the number of cards demanded by the stack under the top card, of which the text has
    /// the total (HR-1).
    ///
    /// Its cards need not be in `under`: a seat that laid one without calling UNO draws two
    /// (PG-12), for which the discards may become the draw pile (PG-14).
    pub(super) fn under(&self, s: &State) -> Result<u16, PositionError> {
        let t = &self.game.tables;
        let Some(stack) = self.fields.number("stack", 1024)? else {
            return Ok(0);
        };
        if self.game.stack(s) == 0 {
            return wrong(
                "`stack` is for a draw card that is about to act, where the rules have stacking (HR-1)",
            );
        }
        // The cards on which this card may be laid.
        let card = t.card(s.top);
        let others = self.game.rules.deck.all().without(CardSet::one(s.top));
        let mut left = stack.saturating_sub(u32::from(card.draws));
        for draws in [4u8, 2, 1].into_iter().filter(|d| *d <= card.draws) {
            if t.stacked[usize::from(draws)].has(s.top) {
                let n = others
                    .iter()
                    .filter(|slot| t.card(*slot).draws == draws)
                    .count() as u32;
                left -= u32::from(draws) * n.min(left / u32::from(draws));
            }
        }
        if left > 0 || stack <= u32::from(card.draws) {
            return wrong(format!(
                "`stack`: the draw cards of the deck cannot ask for {stack} (HR-1)"
            ));
        }
        Ok(stack as u16 - u16::from(card.draws))
    }
}
