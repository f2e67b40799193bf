//! Values read from the view once per decision, before the options are weighed.

use powergrab_engine::cards::{Colour, Seat};
use powergrab_engine::shedding::{Tables, View};

/// Returns `1/n` for hand sizes; 0 for an empty hand.
#[inline(always)]
pub(super) fn reciprocal(n: u32) -> f64 {
    static TABLE: [f64; 128] = {
        let mut table = [0.0; 128];
        let mut n = 1;
        while n < 128 {
            table[n] = 1.0 / n as f64;
            n += 1;
        }
        table
    };
    TABLE[n as usize & 127]
}

/// Returns one opponent's part of all opponents, in thirds: 1 at a table of four.
#[inline(always)]
pub(super) fn share(t: &Tables) -> f64 {
    3.0 * reciprocal(u32::from(t.n) - 1)
}

/// A position as the policy sees it. Values for every option are fields, those for few are methods.
pub(super) struct Situation<'a> {
    pub view: View<'a>,
    pub t: &'a Tables,
    /// The seat after this one.
    pub next: Seat,
    /// The smallest number of cards of another seat.
    pub least: u32,
    /// One opponent's part of all opponents, in thirds: 1 at a table of four.
    pub share: f64,
    /// Number of cards demanded by the stack on which a card is to be laid (HR-1).
    pub stack: u32,
}

impl<'a> Situation<'a> {
    #[inline(always)]
    pub fn new(view: View<'a>, stack: u32) -> Situation<'a> {
        let t = view.game().tables();
        Situation {
            view,
            t,
            next: view.after(view.seat()),
            least: view.fewest_of_others(),
            share: share(t),
            stack,
        }
    }

    /// Returns the number of cards in hand.
    #[inline(always)]
    pub fn n_hand(&self) -> u32 {
        self.view.hand_size(self.view.seat())
    }

    /// Returns the number of cards of a colour, 0 to 3, in hand.
    #[inline(always)]
    pub fn n_of_colour(&self, colour: u8) -> u32 {
        self.view.n_of_colour(Colour::ALL[usize::from(colour & 3)])
    }

    /// Returns the largest number of cards of one colour.
    #[inline(always)]
    pub fn most_of_colour(&self) -> u32 {
        let most = |most: u32, colour| most.max(self.view.n_of_colour(colour));
        Colour::ALL.into_iter().fold(0, most)
    }
}
