//! Which colour to name: the own strength, and what the next seat has shown that it lacks.

use super::Heuristic;
use super::situation::reciprocal;
use crate::cards::{Colour, Seat};
use crate::game::Action;
use crate::rng::Rng;
use crate::shedding::View;

impl Heuristic {
    /// The colour to name; of equals the first in the order R Y G B.
    #[inline]
    pub(super) fn colour(&self, view: View<'_>, rng: &mut Rng) -> Action {
        let naming = &self.naming;
        let next = view.after(view.seat());
        let mut best = (f64::NEG_INFINITY, Colour::Red);
        for colour in Colour::ALL {
            let mut worth = naming.name_count * f64::from(view.n_of_colour(colour));
            if naming.name_points > 0.0 {
                worth += 0.1 * naming.name_points * f64::from(view.colour_points(colour));
            }
            if naming.starve > 0.0 {
                worth += naming.starve * self.lack(view, next, colour.index() as u8);
            }
            worth += self.error(rng);
            if worth > best.0 {
                best = (worth, colour);
            }
        }
        Action::choice(best.1.index() as u8)
    }

    /// How surely a seat lacks a colour, 0 to 1: the share of its cards that it held when it last drew instead of playing on that
    /// colour.
    #[inline(always)]
    pub(super) fn lack(&self, view: View<'_>, seat: Seat, colour: u8) -> f64 {
        let record = view.record(seat);
        let passed = record.passed[colour as usize & 3];
        if passed == 0 {
            return 0.0;
        }
        let size = view.hand_size(seat);
        let newer = (record.drawn + 1).saturating_sub(passed).min(size);
        f64::from(size - newer) * reciprocal(size)
    }
}
