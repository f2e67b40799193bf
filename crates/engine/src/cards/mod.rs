//! Cards, sets of cards and decks, without rules or randomness.

mod card;
mod copies;
mod deck;
mod set;

pub use card::{Card, CardTextError, Colour, Symbol, Tower};
pub use copies::Copies;
pub use deck::{Deck, DeckError, MAX_CARDS};
pub use set::CardSet;

/// A place at the table, from 0, clockwise.
///
/// ```
/// use powergrab_engine::cards::Seat;
/// use powergrab_engine::shedding::{Family, Rules, Shedding};
///
/// let game = Shedding::new(Rules::official(Family::PowerGrab), 3)?;
/// let dealer: Seat = 2;
/// let mut state = game.new_game();
/// # use powergrab_engine::game::{Game as _, Pile, NoObserver};
/// # let mut pile = Pile::new(powergrab_engine::rng::Rng::from_key(1));
/// game.start_round(&mut state, dealer, &mut pile, &mut NoObserver);
/// assert_eq!(game.view(&state, 0).dealer(), dealer);
/// # Ok::<(), powergrab_engine::shedding::PlayersError>(())
/// ```
pub type Seat = u8;

/// Maximum number of seats of any game of the family.
pub const MAX_SEATS: usize = 10;

/// Length of arrays by seat: a power of two, so that an index is masked and never checked.
pub const SEAT_SLOTS: usize = 16;

const _: () = assert!(MAX_SEATS <= SEAT_SLOTS && SEAT_SLOTS.is_power_of_two());

/// Returns a seat's index in an array of [`SEAT_SLOTS`].
#[inline(always)]
pub fn at(seat: Seat) -> usize {
    seat as usize & (SEAT_SLOTS - 1)
}

/// Returns the number of seats from `first` to a seat, counted to the left, of `n`; `first` may be
/// `n`, which is seat 0. Branchless, because the condition changes from round to round.
#[inline(always)]
pub fn seats_after(first: usize, seat: Seat, n: usize) -> usize {
    let after = usize::from(seat) + n - first;
    after.min(after.wrapping_sub(n))
}
