//! What the policies of the shedding games share. Scoring is done on whole sets of cards at once: a handful of mask
//! operations, no loop over cards.

use crate::strategy::params::tunables;
use powergrab_engine::cards::{CardSet, Colour, Seat};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{
    CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_NO, CHOICE_YES, Tables, View,
};

tunables! {
    /// How well a bot minds its UNO (PG-12).
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

/// True with probability `p`; certainty takes no random number.
#[inline(always)]
pub fn happens(p: f64, rng: &mut Rng) -> bool {
    p >= 1.0 || (p > 0.0 && rng.chance(p))
}

/// The answer to a yes-or-no question.
#[inline(always)]
pub fn yes_or_no(yes: bool) -> Action {
    Action::choice(if yes { CHOICE_YES } else { CHOICE_NO })
}

/// Those of the cards that count the most points (PG-16): from the highest bit of the points down, the cards that have
/// the bit, if any do.
#[inline(always)]
pub fn dearest(t: &Tables, cards: CardSet) -> CardSet {
    let mut best = cards;
    for plane in t.points[..t.n_point_bits].iter().rev() {
        let with = best & *plane;
        best = if with.is_empty() { best } else { with };
    }
    best
}

/// Those of the cards that count the fewest points.
#[inline(always)]
pub fn cheapest(t: &Tables, cards: CardSet) -> CardSet {
    let mut best = cards;
    for plane in t.points[..t.n_point_bits].iter().rev() {
        let without = best.without(*plane);
        best = if without.is_empty() { best } else { without };
    }
    best
}

/// The first of the sets that has a card; the last where none has.
#[inline(always)]
pub fn first_of<const N: usize>(sets: [CardSet; N]) -> CardSet {
    let mut found = CardSet::EMPTY;
    for set in sets.into_iter().rev() {
        found = if set.is_empty() { found } else { set };
    }
    found
}

/// The option of the first of these cards, which are options and at least one. Copies lie side by side, so which copy it is
/// makes no difference to anything.
#[inline(always)]
pub fn play_first(cards: CardSet) -> Action {
    debug_assert!(!cards.is_empty());
    Action::card(cards.first() & 127)
}

/// The colour that the seat holds most points of; the first of them in the order R Y G B.
#[inline(always)]
pub fn strongest_colour(view: View<'_>) -> Action {
    let mut best = Colour::Red;
    let mut most = 0;
    for (colour, points) in Colour::ALL.into_iter().zip(view.points_by_colour()) {
        if points > most {
            (best, most) = (colour, points);
        }
    }
    Action::choice(best.index() as u8)
}

/// PG-11, which card to keep: a wild if there is one, since it can be laid on anything and going out wins all that the
/// others hold; else one of the colour in force, which may still be so next time; of those the cheapest, in case another
/// seat goes out first.
#[inline(always)]
pub fn keep(view: View<'_>, options: &Options) -> Action {
    let t = view.game().tables();
    let hand = options.cards();
    let colour = view
        .colour()
        .map_or(CardSet::EMPTY, |c| t.colours[c.index()]);
    play_first(cheapest(t, first_of([hand & t.wilds, hand & colour, hand])))
}

/// PG-11, whether to take it: with one card left only the towers would go, for nothing.
#[inline(always)]
pub fn take_instant_uno(view: View<'_>) -> Action {
    yes_or_no(view.hand_size(view.seat()) > 1)
}

/// What towers are worth as shields, most first: O stops four cards, N two, U one, ! none (PG-9).
pub(super) const SHIELDS: [u8; 4] = [2, 1, 0, 3];

/// The tower, among these choices, with the highest `worth`; of equals the better shield.
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

/// How many towers the tower's present holder has: what taking it away denies.
#[inline(always)]
pub fn holders_towers(view: View<'_>, tower: u8) -> u32 {
    view.owner(powergrab_engine::cards::Tower::ALL[tower as usize & 3])
        .map_or(0, |seat| view.towers(seat).count_ones())
}

/// Whether the seat knows that the Wild Draw Four on top was a bluff: it was shown a card of the colour before in its
/// player's hand, or everybody knows of one. What is known is older than the play.
#[inline(always)]
pub fn saw_the_bluff(view: View<'_>) -> bool {
    let before = view.colour_before();
    let colour = view.game().tables().colours[before.index()];
    let suspect = view.on_turn();
    view.shown(suspect).meets(colour)
        || view.colour_bounds(suspect, before).0 > 0
        || view.open_bluff()
}

/// What an honest bot answers to a card that acts on it: it blocks if it can; it challenges only a bluff that it was
/// shown; it stacks the dearest card that it may (HR-1).
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

/// The other seat that holds the fewest cards; of equals the next in turn.
#[inline(always)]
pub fn shortest(view: View<'_>) -> Seat {
    let mut best: Option<(u32, Seat)> = None;
    let mut seat = view.after(view.seat());
    while seat != view.seat() {
        let size = view.hand_size(seat);
        if best.is_none_or(|(least, _)| size < least) {
            best = Some((size, seat));
        }
        seat = view.after(seat);
    }
    best.map_or(0, |(_, seat)| seat)
}

/// GL-4, HR-5: gives, or exchanges, with the seat with the fewest cards, which is the nearest to going out.
#[inline(always)]
pub fn choose_the_shortest(view: View<'_>) -> Action {
    Action::choice(shortest(view))
}
