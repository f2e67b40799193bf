//! What a decision reads off the view once, before it weighs its options.

use powergrab_engine::cards::{Colour, Seat};
use powergrab_engine::shedding::{Tables, View};

/// `1/n`, for hand sizes. 0 for an empty hand.
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

/// What part of all opponents one of them is, in thirds: 1 at a table of four.
#[inline(always)]
pub(super) fn share(t: &Tables) -> f64 {
    3.0 * reciprocal(u32::from(t.n) - 1)
}

/// A position as the policy sees it. What every option needs is a field, what few need a method.
pub(super) struct Situation<'a> {
    pub view: View<'a>,
    pub t: &'a Tables,
    /// The fewest cards that another seat holds.
    pub least: u32,
    /// What part of all opponents one of them is, in thirds: 1 at a table of four.
    pub share: f64,
    /// How many cards the stack asks for that a card is to be laid on (HR-1).
    pub stack: u32,
}

impl<'a> Situation<'a> {
    #[inline(always)]
    pub fn new(view: View<'a>, stack: u32) -> Situation<'a> {
        let t = view.game().tables();
        Situation {
            view,
            t,
            least: view.fewest_of_others(),
            share: share(t),
            stack,
        }
    }

    /// How many cards it holds.
    #[inline(always)]
    pub fn n_hand(&self) -> u32 {
        self.view.hand_size(self.view.seat())
    }

    /// The seat that comes after this one.
    #[inline(always)]
    pub fn next(&self) -> Seat {
        self.view.after(self.view.seat())
    }

    /// How many cards of a colour, 0 to 3, it holds.
    #[inline(always)]
    pub fn n_of_colour(&self, colour: u8) -> u32 {
        self.view.n_of_colour(Colour::ALL[usize::from(colour & 3)])
    }

    /// The most cards of one colour.
    #[inline(always)]
    pub fn most_of_colour(&self) -> u32 {
        let most = |most: u32, colour| most.max(self.view.n_of_colour(colour));
        Colour::ALL.into_iter().fold(0, most)
    }
}
