//! What a decision reads off the view once, before it weighs its options.

use crate::cards::{Colour, Seat};
use crate::shedding::{Tables, View};

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

/// A position as the policy sees it.
pub(super) struct Situation<'a> {
    pub view: View<'a>,
    pub t: &'a Tables,
    /// How many cards it holds.
    pub n_hand: u32,
    /// By colour, how many of them; the places from 4 on are empty.
    pub by_colour: [u32; 8],
    /// The most cards of one colour.
    pub most_of_colour: u32,
    /// The seat that comes after this one.
    pub next: Seat,
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
        let mut by_colour = [0; 8];
        let mut most_of_colour = 0;
        for colour in Colour::ALL {
            let n = view.n_of_colour(colour);
            by_colour[colour.index()] = n;
            most_of_colour = most_of_colour.max(n);
        }
        let next = view.after(view.seat());
        let mut least = view.hand_size(next);
        let mut seat = view.after(next);
        while seat != view.seat() {
            least = least.min(view.hand_size(seat));
            seat = view.after(seat);
        }
        Situation {
            view,
            t,
            n_hand: view.hand_size(view.seat()),
            by_colour,
            most_of_colour,
            next,
            least,
            share: share(t),
            stack,
        }
    }
}
