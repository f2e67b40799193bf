//! Whether a question can be asked at such a table.

use super::read::Reading;
use crate::cards::{Colour, Symbol};
use crate::game::notation::{PositionError, wrong};
use crate::shedding::state::{Holders, Phase, State};

impl Reading<'_> {
    /// Whether the moment of the question is one that can come: the seat on turn, what has happened before, the hands' sizes.
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
            if t.draw_fours.has(s.top) {
                return wrong(
                    "ask=upcard: a Wild Draw Four that is turned up goes back into the pile (PG-5)",
                );
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
        if s.colour_only && (s.turn > 0 || t.card(s.top).symbol != Symbol::GrabTwo) {
            return wrong(
                "`marks`: opening is for the first turn, under a Grab-2-Towers turned up (PG-5)",
            );
        }
        let more = s.discards.len() - 1;
        if s.idle > 0 && u32::from(s.pile) + more > 0 {
            return wrong(format!(
                "`idle`: nobody passes without a card drawn while the draw pile has {} and the discards under the top card are {more} (PG-6, PG-14)",
                s.pile
            ));
        }
        let dealt = u32::from(self.game.rules.hand_size);
        let short = sizes.iter().position(|size| *size != dealt);
        if let Some(seat) = short.filter(|_| s.phase == Phase::Upcard) {
            return wrong(format!(
                "ask=upcard: seat {seat} holds {} cards, and {dealt} were dealt (PG-4)",
                sizes[seat]
            ));
        }
        Ok(())
    }
}
