//! Tables that the engine reads during play: the deck as masks and counters, computed once.

use super::kind::Kind;
use super::rules::Rules;
use crate::cards::{CardSet, Copies, Deck, MAX_CARDS, Symbol};

/// Counter of cards: four bits for each number (field `v` for the number `v`, at most 8 copies),
/// four for wilds of both kinds, three for Wild Draw Fours; then the cards that are moves by
/// themselves (GR-4 to GR-7): eight bits for numbers and Skips, four for Reverses, five for Draw
/// Twos and Wild Draw Fours.
pub type Counts = u64;

/// Width of a number's field of [`Counts`] in bits.
pub const FIELD: u32 = 4;
/// One in each of the ten numbers' fields.
const ONES: u64 = 0x11_1111_1111;
/// Top bits of the numbers' fields.
const TOPS: u64 = ONES << 3;

/// Converts each number's count to as many bits, at most three: 0, 1, 11, 111 in the lowest bits of
/// its field.
///
/// The missing numbers of a hand for a line are then `needs & !has`, and their count the number of
/// bits (GR-8 never needs more than three of a number).
#[inline(always)]
pub fn unary(counts: Counts) -> u64 {
    let above_three = counts >> 2 | counts >> 3;
    let (low, high) = (
        (counts | above_three) & ONES,
        (counts >> 1 | above_three) & ONES,
    );
    (low | high) + 2 * high + 4 * (low & high)
}

/// [`unary`] for the cards of one line, at most three.
#[inline(always)]
pub const fn unary_of_line(counts: Counts) -> u64 {
    let (low, high) = (counts & ONES, counts >> 1 & ONES);
    (low | high) + 2 * high + 4 * (low & high)
}

/// All bits that [`unary`] can set.
pub(super) const NUMBERS: u64 = ONES * 7;

/// Needs of a line of three Skips: ten numbers that no hand has, more than there are wilds, so it
/// can never be paid for (GR-8).
pub(super) const NOTHING: u64 = TOPS;

/// Needs of lines as stored for [`scorable`], by the sum of [`PLACES_IN_LINE`] times the numbers on
/// top, where a Skip is [`NO_NUMBER`]: [`unary_of_line`], or [`NOTHING`].
pub(super) static NEEDS: [u64; 2048] = {
    // Long enough that a bit mask keeps an index in range.
    let mut needs = [NOTHING; 2048];
    let mut i = 0;
    while i < 1331 {
        let counts = unit((i / 121) as u8) + unit((i / 11 % 11) as u8) + unit((i % 11) as u8);
        needs[i] = match unary_of_line(counts) {
            0 => NOTHING,
            some => some,
        };
        i += 1;
    }
    needs
};

/// The numbers that a line needs, by the same index: in its order, then [`NO_NUMBER`]s, and their
/// number as the last entry.
pub(super) static DUE: [[u8; 8]; 2048] = {
    let mut due = [[NO_NUMBER; 8]; 2048];
    let mut i = 0;
    while i < 2048 {
        let line = [(i / 121) as u8, (i / 11 % 11) as u8, (i % 11) as u8];
        let (mut place, mut n) = (0, 0);
        while place < 3 {
            if line[place] < NO_NUMBER {
                due[i][n] = line[place];
                n += 1;
            }
            place += 1;
        }
        due[i][7] = n as u8;
        i += 1;
    }
    due
};

/// Factor of each place of a line in the index into [`NEEDS`].
pub(super) const PLACES_IN_LINE: [u16; 4] = [121, 11, 1, 0];

/// Returns the lines that a hand with these counts can pay for, bit `i` for line `i`: it has as
/// many wilds as missing numbers (GR-8).
#[inline(always)]
pub(super) fn scorable(needs: &[u64; 8], counts: Counts) -> u16 {
    let has = unary(counts);
    let wilds = n_wild(counts);
    // In two halves, so that the sum is not one chain of six.
    let unpaid = |line: usize| u16::from(wilds < (needs[line] & !has).count_ones());
    let rows = unpaid(0) | unpaid(1) << 1 | unpaid(2) << 2;
    let columns = unpaid(3) | unpaid(4) << 1 | unpaid(5) << 2;
    !(rows | columns << 3) & 0b11_1111
}

/// Returns the rest of a hand's counts after paying for a line that needs these numbers, with the
/// numbers held, with plain Wilds for missing ones and, as they run out, with Wild Draw Fours; and
/// the number of wilds used (GR-8).
#[inline(always)]
pub(super) fn paid_for(needs: u64, counts: Counts) -> (Counts, u32) {
    let has = unary(counts);
    let held = needs & has;
    let wilds = (needs & !has).count_ones();
    let fours = wilds.saturating_sub(n_wilds(counts));
    let numbers = (held & ONES) + (held >> 1 & ONES) + (held >> 2 & ONES);
    let cards = numbers + PLACE * u64::from(held.count_ones());
    let wild_cards = WILD * u64::from(wilds) + (FOUR - WILD + LAY) * u64::from(fours);
    (counts - cards - wild_cards, wilds)
}

/// Start of the fields after the numbers.
const WILDS_AT: u32 = 40;
const FOURS_AT: u32 = 44;
const PLACES_AT: u32 = 47;
const REVERSES_AT: u32 = 55;
const LAYS_AT: u32 = 59;

/// Count of a plain Wild.
pub const WILD: Counts = 1 << WILDS_AT;
/// Count of a Wild Draw Four.
pub const FOUR: Counts = 1 << WILDS_AT | 1 << FOURS_AT;
/// Count of a number or Skip, besides its number.
const PLACE: Counts = 1 << PLACES_AT;
/// Count of a Reverse.
const REVERSE: Counts = 1 << REVERSES_AT;
/// Count of a card that is laid for others, besides [`FOUR`] if it is one.
const LAY: Counts = 1 << LAYS_AT;

/// Returns the count of a number in a counter of only numbers and wilds.
#[inline(always)]
pub const fn unit(number: u8) -> Counts {
    if number < 10 {
        1 << (FIELD * number as u32)
    } else {
        0
    }
}

/// Returns a counter's numbers and wilds without its kinds of move, from which [`unit`]s can be
/// subtracted.
#[inline(always)]
pub(super) fn without_kinds(counts: Counts) -> Counts {
    counts & (PLACE - 1)
}

/// Returns the number of wilds of both kinds.
#[inline(always)]
pub fn n_wild(counts: Counts) -> u32 {
    (counts >> WILDS_AT) as u32 & 15
}

/// Returns the number of plain Wilds.
#[inline(always)]
pub fn n_wilds(counts: Counts) -> u32 {
    n_wild(counts) - n_fours(counts)
}

/// Returns the number of Wild Draw Fours.
#[inline(always)]
pub fn n_fours(counts: Counts) -> u32 {
    (counts >> FOURS_AT) as u32 & 7
}

/// Returns the number of cards with this number.
#[inline(always)]
pub fn n_of(counts: Counts, number: u8) -> u32 {
    (counts >> (u32::from(number) * FIELD)) as u32 & 15
}

/// Returns the kinds of move (GR-4 to GR-7) that the counted cards are by themselves, bit `i` for
/// kind `i`.
#[inline(always)]
pub(super) fn kinds(counts: Counts) -> u8 {
    // The addition carries into bit 7, 11 or 16 if the field there is not 0: there are 84 numbers
    // and Skips, 8 Reverses and 12 cards to lay. The product brings the three bits together.
    let any = ((counts >> PLACES_AT) as u32 + 0xf77f) & 0x1_0880;
    (((any >> 7) * 0x91) >> 7 & 7) as u8
}

/// Returns whether the counted cards include at least two numbers or Skips.
#[inline(always)]
pub(super) fn has_two_to_place(counts: Counts) -> bool {
    counts & (0x7e << PLACES_AT) != 0
}

/// No number: the mark of missing cards.
pub const NO_NUMBER: u8 = 10;

/// The engine's tables for a number of seats.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Number of seats.
    pub n: u8,
    /// Number of cards.
    pub n_cards: u8,
    /// The deck by slot.
    pub deck: Deck,
    /// By slot: its count.
    pub unit: [Counts; MAX_CARDS],
    /// By slot: the number on it, or [`NO_NUMBER`].
    pub number: [u8; MAX_CARDS],
    /// By the number of an action of a turn: the mark of its kind (see [`Kind::mark`]). Actions
    /// that are not cards score a line; so does a plain Wild, which can only be used in scoring.
    pub marks: [u8; 256],
    /// The whole deck.
    pub all: CardSet,
    /// Copies of each card.
    pub copies: Copies,
    /// By number; empty beyond 9.
    pub numbers: [CardSet; 16],
    /// By kind of move: the cards that are one by themselves (GR-4 to GR-7); empty for scoring.
    pub movers: [CardSet; 4],
    /// Plain Wilds.
    pub wilds: CardSet,
    /// Wilds of both kinds.
    pub any_wild: CardSet,
    /// All cards but plain Wilds: those that are moves by themselves.
    pub moving: CardSet,
    /// Wild Draw Fours.
    pub fours: CardSet,
    /// Bit planes of the face values: the cards whose number has bit `b` set.
    planes: [CardSet; 4],
}

impl Tables {
    /// Returns the tables for `n` players.
    pub fn new(n: usize) -> Tables {
        let deck = Rules::deck();
        let by_symbol = |symbol| deck.slots(|c| c.symbol() == symbol);
        let numbers = std::array::from_fn(|v| {
            let symbol = Symbol::ALL.get(v).filter(|s| s.number().is_some());
            symbol.map_or(CardSet::EMPTY, |s| by_symbol(*s))
        });
        let mut tables = Tables {
            n: n as u8,
            n_cards: deck.cards().len() as u8,
            unit: [0; MAX_CARDS],
            number: [NO_NUMBER; MAX_CARDS],
            marks: [Kind::Score.mark(); 256],
            all: deck.all(),
            copies: Copies::new(&deck),
            numbers,
            movers: [
                deck.slots(|c| c.symbol() == Symbol::Skip || c.symbol().number().is_some()),
                by_symbol(Symbol::Reverse),
                by_symbol(Symbol::DrawTwo) | by_symbol(Symbol::WildDrawFour),
                CardSet::EMPTY,
            ],
            wilds: by_symbol(Symbol::Wild),
            any_wild: by_symbol(Symbol::Wild) | by_symbol(Symbol::WildDrawFour),
            moving: deck.slots(|c| c.symbol() != Symbol::Wild),
            fours: by_symbol(Symbol::WildDrawFour),
            planes: [CardSet::EMPTY; 4],
            deck,
        };
        for slot in tables.all.iter() {
            let card = tables.deck.cards()[slot as usize];
            let at = slot as usize;
            let (kind, unit_of_card) = match card.symbol() {
                Symbol::Reverse => (Kind::Reverse, REVERSE),
                Symbol::DrawTwo => (Kind::Lay, LAY),
                Symbol::Wild => (Kind::Score, WILD),
                Symbol::WildDrawFour => (Kind::Lay, FOUR | LAY),
                _ => (Kind::Place, PLACE),
            };
            tables.marks[at] = kind.mark();
            tables.unit[at] = unit_of_card;
            if let Some(number) = card.symbol().number() {
                tables.unit[at] += unit(number);
                tables.number[at] = number;
                for (bit, plane) in tables.planes.iter_mut().enumerate() {
                    if number >> bit & 1 == 1 {
                        *plane |= CardSet::one(slot);
                    }
                }
            }
        }
        tables
    }

    /// Returns the face values of the number cards among these (GR-9).
    #[inline(always)]
    pub fn points(&self, cards: CardSet) -> i32 {
        let mut points = 0;
        for (bit, plane) in self.planes.iter().enumerate() {
            points += (cards & *plane).len() << bit;
        }
        points as i32
    }

    /// Returns a set of cards as counts.
    pub fn counts(&self, cards: CardSet) -> Counts {
        cards.iter().map(|slot| self.unit[slot as usize]).sum()
    }

    /// Returns numbers and Skips (GR-4).
    #[inline(always)]
    pub fn placeable(&self) -> CardSet {
        self.movers[Kind::Place as usize]
    }

    /// Returns the seat to the left.
    #[inline(always)]
    pub fn next(&self, seat: u8) -> u8 {
        let next = seat + 1;
        if next == self.n { 0 } else { next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn paying_agrees_with_counting_by_hand() {
        let t = Tables::new(4);
        let mut rng = Rng::from_key(2);
        let mut payable = 0;
        for _ in 0..20_000 {
            let mut draw = |n: u32| -> Vec<u8> { (0..n).map(|_| rng.below(108) as u8).collect() };
            let mut hand = draw(8);
            hand.sort_unstable();
            hand.dedup();
            let line = draw(3);
            let sum = |cards: &[u8]| cards.iter().map(|s| t.unit[*s as usize]).sum::<u64>();
            let tops: Vec<u8> = line.iter().map(|s| t.number[*s as usize]).collect();
            let counts = sum(&hand);
            let needed = tops.iter().filter(|v| **v < 10).count();
            let mut rest = hand.clone();
            let mut lacking = 0;
            for v in tops.iter().filter(|v| **v < 10) {
                match rest.iter().position(|s| t.number[*s as usize] == *v) {
                    Some(i) => drop(rest.swap_remove(i)),
                    None => lacking += 1,
                }
            }
            let slow = needed > 0 && lacking <= n_wild(counts);
            let index = tops
                .iter()
                .zip(PLACES_IN_LINE)
                .map(|(v, place)| u16::from(*v) * place)
                .sum::<u16>();
            let mut needs = [NOTHING; 8];
            let at = rng.below(6) as usize;
            needs[at] = NEEDS[usize::from(index)];
            let fast = scorable(&needs, counts) == 1 << at;
            assert_eq!(fast, slow, "{hand:?} {tops:?}");
            payable += usize::from(slow);
        }
        assert!(payable > 200, "{payable}");
    }

    #[test]
    fn marks_tell_the_kinds_of_move() {
        let t = Tables::new(4);
        for (number, mark) in t.marks.into_iter().enumerate() {
            let card = t.deck.cards().get(number).map(|card| card.symbol());
            let kind = match card {
                Some(Symbol::Reverse) => Kind::Reverse,
                Some(Symbol::DrawTwo | Symbol::WildDrawFour) => Kind::Lay,
                Some(Symbol::Wild) | None => Kind::Score,
                Some(_) => Kind::Place,
            };
            assert_eq!((mark, mark & 3), (kind.mark(), kind as u8));
            let bits: Vec<Kind> = Kind::ALL
                .into_iter()
                .filter(|k| mark & k.bit() != 0)
                .collect();
            assert_eq!(
                bits,
                if kind == Kind::Place {
                    vec![]
                } else {
                    vec![kind]
                }
            );
            assert_ne!(Kind::hint(mark), 0);
        }
    }

    #[test]
    fn points_are_face_values() {
        let t = Tables::new(2);
        for slot in t.all.iter() {
            let number = t.deck.cards()[slot as usize].symbol().number();
            assert_eq!(t.points(CardSet::one(slot)), i32::from(number.unwrap_or(0)));
        }
        // Twice 1 to 9 in four colours.
        assert_eq!(t.points(t.all), 360);
        assert_eq!(t.all.len(), 108);
    }
}
