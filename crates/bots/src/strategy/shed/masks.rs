//! Common functions of the shedding policies. Scoring works on whole sets of cards at once: a
//! handful of mask operations, no loop over cards.

use crate::strategy::params::tunables;
use powergrab_engine::cards::{CardSet, Colour, Seat};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{
    CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_NO, CHOICE_YES, Tables, View,
};

tunables! {
    /// Care of a bot about UNO calls (PG-12).
    Habits {
        uno_call = 1.0, 0.0..=1.0, Linear, "probability of calling UNO when one card is left";
        uno_catch = 1.0, 0.0..=1.0, Linear, "probability of catching a seat that did not call UNO, each time it is asked";
    }
}

impl Habits {
    /// Calls UNO or forgets (PG-12).
    #[cold]
    pub fn call(&self, rng: &mut Rng) -> Action {
        yes_or_no(happens(self.uno_call, rng))
    }

    /// Catches or misses it (PG-12).
    #[cold]
    pub fn catch(&self, rng: &mut Rng) -> Action {
        yes_or_no(happens(self.uno_catch, rng))
    }
}

/// Returns `true` with probability `p`; certainty takes no random number.
#[inline(always)]
pub fn happens(p: f64, rng: &mut Rng) -> bool {
    p >= 1.0 || (p > 0.0 && rng.chance(p))
}

/// Returns the answer to a yes-or-no question.
#[inline(always)]
pub fn yes_or_no(yes: bool) -> Action {
    Action::choice(if yes { CHOICE_YES } else { CHOICE_NO })
}

/// Returns the cards with the most points (PG-16): from the highest bit of the points down, those
/// with the bit, if any have it.
#[inline(always)]
pub fn dearest(t: &Tables, cards: CardSet) -> CardSet {
    let mut best = cards;
    for plane in t.points[..t.n_point_bits].iter().rev() {
        let with = best & *plane;
        best = if with.is_empty() { best } else { with };
    }
    best
}

/// Returns the cards with the fewest points.
#[inline(always)]
pub fn cheapest(t: &Tables, cards: CardSet) -> CardSet {
    let mut best = cards;
    for plane in t.points[..t.n_point_bits].iter().rev() {
        let without = best.without(*plane);
        best = if without.is_empty() { best } else { without };
    }
    best
}

/// Returns the first of the sets that is not empty; the last if all are.
#[inline(always)]
pub fn first_of<const N: usize>(sets: [CardSet; N]) -> CardSet {
    let mut found = CardSet::EMPTY;
    for set in sets.into_iter().rev() {
        found = if set.is_empty() { found } else { set };
    }
    found
}

/// Returns the option of the first of these cards, which are options and at least one. Copies are
/// adjacent, so the choice among copies has no effect.
#[inline(always)]
pub fn play_first(cards: CardSet) -> Action {
    debug_assert!(!cards.is_empty());
    Action::card(cards.first() & 127)
}

/// Names the colour in which the seat holds most points; of equals, the first in the order R Y G B.
#[inline(always)]
pub fn strongest_colour(view: View<'_>, options: &Options) -> Action {
    let mut best = (0, options.nth_choice(0));
    for (colour, points) in Colour::ALL.into_iter().zip(view.points_by_colour()) {
        let choice = colour.index() as u8;
        if points > best.0 && options.has_choice(choice) {
            best = (points, Action::choice(choice));
        }
    }
    best.1
}

/// Chooses the card to keep (PG-11): a wild if there is one, since it can be laid on anything and
/// going out wins all points that the others hold; otherwise one of the colour in force, which may
/// still be in force next time; among those the cheapest, in case another seat goes out first.
#[inline(always)]
pub fn keep(view: View<'_>, options: &Options) -> Action {
    let t = view.game().tables();
    let hand = options.cards();
    let colour = view
        .colour()
        .map_or(CardSet::EMPTY, |c| t.colours[c.index()]);
    play_first(cheapest(t, first_of([hand & t.wilds, hand & colour, hand])))
}

/// Decides whether to take Instant UNO (PG-11): with one card left only the towers would go, for
/// nothing.
#[inline(always)]
pub fn take_instant_uno(view: View<'_>) -> Action {
    yes_or_no(view.hand_size(view.seat()) > 1)
}

/// Towers by their value as shields, best first: O stops four cards, N two, U one, ! none (PG-9).
pub(super) const SHIELDS: [u8; 4] = [2, 1, 0, 3];

/// Returns the tower, among these choices, with the highest `worth`; of equals, the better shield.
#[inline(always)]
pub fn best_tower(options: &Options, worth: impl Fn(u8) -> u32) -> Action {
    let mut best = (0, options.nth_choice(0));
    for tower in SHIELDS {
        if options.has_choice(tower) {
            let worth = worth(tower) + 1;
            if worth > best.0 {
                best = (worth, Action::choice(tower));
            }
        }
    }
    best.1
}

/// Returns the number of towers of the tower's current holder, which it would lose.
#[inline(always)]
pub fn holders_towers(view: View<'_>, tower: u8) -> u32 {
    view.owner(powergrab_engine::cards::Tower::ALL[tower as usize & 3])
        .map_or(0, |seat| view.towers(seat).count_ones())
}

/// Returns whether the seat knows that the Wild Draw Four on top was a bluff: it was shown a card
/// of the colour before in its player's hand, or one is public. This knowledge is older than the
/// play.
#[inline(always)]
pub fn saw_the_bluff(view: View<'_>) -> bool {
    let before = view.colour_before();
    let colour = view.game().tables().colours[before.index()];
    let suspect = view.on_turn();
    view.shown(suspect).meets(colour)
        || view.colour_bounds(suspect, before).0 > 0
        || view.open_bluff()
}

/// Returns an honest bot's answer to a card that acts on it: it blocks if it can, challenges only a
/// bluff that it was shown, and stacks the dearest card that it may (HR-1).
#[inline(always)]
pub fn react(view: View<'_>, options: &Options) -> Action {
    let challenge = options.has_choice(CHOICE_CHALLENGE) && saw_the_bluff(view);
    Action::choice(if options.has_choice(CHOICE_BLOCK) {
        CHOICE_BLOCK
    } else if challenge {
        CHOICE_CHALLENGE
    } else if !options.cards().is_empty() {
        return play_first(dearest(view.game().tables(), options.cards()));
    } else {
        powergrab_engine::shedding::CHOICE_ACCEPT
    })
}

/// Returns the other seat with the fewest cards that `is_choice`; of equals, the next in turn.
#[inline(always)]
pub fn shortest(view: View<'_>, is_choice: impl Fn(Seat) -> bool) -> Option<Seat> {
    let mut best: Option<(u32, Seat)> = None;
    let mut seat = view.after(view.seat());
    while seat != view.seat() {
        let size = view.hand_size(seat);
        if is_choice(seat) && best.is_none_or(|(least, _)| size < least) {
            best = Some((size, seat));
        }
        seat = view.after(seat);
    }
    best.map(|(_, seat)| seat)
}

/// Gives to, or exchanges with, the seat with the fewest cards, which is the nearest to going out
/// (GL-4, HR-5).
#[inline(always)]
pub fn choose_the_shortest(view: View<'_>, options: &Options) -> Action {
    let seat = shortest(view, |seat| options.has_choice(seat));
    seat.map_or_else(|| options.nth_choice(0), Action::choice)
}
