//! The choice of a colour: its own strength, and the colours that the next seat has shown to lack.

use super::Heuristic;
use super::situation::{reciprocal, share};
use super::worth::{PartSum, Term};
use powergrab_engine::cards::{Colour, Seat};
use powergrab_engine::game::Action;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::View;

impl Heuristic {
    /// Chooses the colour to name; of equals, the first in the order R Y G B.
    #[inline(always)]
    pub(super) fn colour(&self, view: View<'_>, rng: &mut Rng) -> Action {
        let mut best = (f64::NEG_INFINITY, Colour::Red);
        for (colour, points) in Colour::ALL.into_iter().zip(view.points_by_colour()) {
            let worth = self.with_error(self.name(view, colour, points), rng);
            if worth > best.0 {
                best = (worth, colour);
            }
        }
        Action::choice(best.1.index() as u8)
    }

    /// Returns the value of naming this colour. `points` are those of its cards in hand.
    #[inline(always)]
    pub(super) fn name<W: PartSum>(&self, view: View<'_>, colour: Colour, points: u32) -> W {
        let shed = &self.shed;
        let count = shed.colour_links * f64::from(view.n_of_colour(colour));
        let per_point = 0.1 * share(view.game().tables()) * shed.points;
        let points = per_point * f64::from(points);
        let mut worth = W::NOTHING
            .with(Term::Links, count)
            .with(Term::Points, points)
            .plus(self.starve(view, view.after(view.seat()), colour.index() as u8));
        if view.game().tables().house {
            worth = worth.plus(self.named_by_house_rules(view, colour));
        }
        worth
    }

    /// Returns the value of a colour by the evidence that a seat lacks it, 0 to 1: the share of its
    /// cards that it held when it last drew instead of playing on that colour.
    #[inline(always)]
    pub(super) fn starve<W: PartSum>(&self, view: View<'_>, seat: Seat, colour: u8) -> W {
        let record = view.record(seat);
        let passed = record.passed[colour as usize & 3];
        if passed == 0 {
            return W::NOTHING;
        }
        let size = view.hand_size(seat);
        let newer = (record.drawn + 1).saturating_sub(passed).min(size);
        let lack = f64::from(size - newer) * reciprocal(size);
        W::NOTHING.with(Term::Starve, self.naming.starve * lack)
    }
}
