//! What the engine reads while it plays: the deck, laid out as masks and counters once.

use super::rules::Rules;
use super::state::Kind;
use crate::cards::{CardSet, Copies, Deck, MAX_CARDS, Symbol};

/// A counter of cards: five bits for each number (field `v` for the number `v`), then the plain Wilds, then the Wild Draw
/// Fours. No count exceeds 8, so the fields' top bits stay free.
pub type Counts = u64;

/// The width of a field of [`Counts`] in bits.
pub const FIELD: u32 = 5;
/// One in each of the ten numbers' fields.
const ONES: u64 = 0x0000_2108_4210_8421;
/// The top bits of the numbers' fields.
const TOPS: u64 = ONES << 4;

/// A number's count becomes as many bits, three at the most: 0, 1, 11, 111 in the lowest bits of its field.
///
/// What a line needs and a hand has not is then `needs & !has`, and its count the number of bits (GR-8 never needs more
/// than three of a number).
#[inline(always)]
#[must_use]
pub fn unary(counts: Counts) -> u64 {
    let numbers = counts & (ONES * 31);
    // A count of k or more carries into the field's top bit when 16 - k is added.
    let one = (numbers + 15 * ONES) & TOPS;
    let two = (numbers + 14 * ONES) & TOPS;
    let three = (numbers + 13 * ONES) & TOPS;
    one >> 4 | two >> 3 | three >> 2
}

/// The same for the cards of one line, of which there are three at the most: no Wild and no count above 3.
#[inline(always)]
#[must_use]
pub fn unary_of_line(counts: Counts) -> u64 {
    let (low, high) = (counts & ONES, counts >> 1 & ONES);
    low | high | high << 1 | (low & high) << 2
}

/// What a plain Wild adds to a counter.
pub const WILD: Counts = 1 << (10 * FIELD);
/// What a Wild Draw Four adds to a counter.
pub const FOUR: Counts = 1 << (11 * FIELD);

/// How many plain Wilds a counter counts.
#[inline(always)]
#[must_use]
pub fn n_wilds(counts: Counts) -> u32 {
    (counts >> (10 * FIELD)) as u32 & 31
}

/// How many Wild Draw Fours a counter counts.
#[inline(always)]
#[must_use]
pub fn n_fours(counts: Counts) -> u32 {
    (counts >> (11 * FIELD)) as u32 & 31
}

/// How many cards of a number a counter counts.
#[inline(always)]
#[must_use]
pub fn n_of(counts: Counts, number: u8) -> u32 {
    (counts >> (u32::from(number) * FIELD)) as u32 & 31
}

/// Whether a hand that has this can pay for a line with these needs (GR-8): there is a number in the line, and as many
/// wilds as numbers lack.
#[inline(always)]
#[must_use]
pub fn can_pay(needs: u64, has: u64, wilds: u32) -> bool {
    (needs != 0) & ((needs & !has).count_ones() <= wilds)
}

/// No number: the mark of cards that are none.
pub const NO_NUMBER: u8 = 10;

/// The engine's tables for a number of seats.
#[derive(Clone, Debug)]
pub struct Tables {
    /// How many seats.
    pub n: u8,
    /// How many cards.
    pub n_cards: u8,
    /// The deck by slot.
    pub deck: Deck,
    /// By slot: what it adds to a counter.
    pub unit: [Counts; MAX_CARDS],
    /// By slot: the number on it, or [`NO_NUMBER`].
    pub number: [u8; MAX_CARDS],
    /// By slot: what it does on its own; for a plain Wild, which can only be used in scoring, [`Kind::Score`].
    pub kind: [Kind; MAX_CARDS],
    /// The whole deck.
    pub all: CardSet,
    /// Which cards look alike.
    pub copies: Copies,
    /// By number; none beyond 9.
    pub numbers: [CardSet; 16],
    /// By kind of move: the cards that make one by themselves (GR-4 to GR-7); none for scoring.
    pub movers: [CardSet; 4],
    /// Plain Wilds.
    pub wilds: CardSet,
    /// Wild Draw Fours.
    pub fours: CardSet,
    /// Bit planes of the face values: the cards whose number has bit `b` set.
    planes: [CardSet; 4],
}

impl Tables {
    /// The tables for `n` players.
    #[must_use]
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
            kind: [Kind::Score; MAX_CARDS],
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
            fours: by_symbol(Symbol::WildDrawFour),
            planes: [CardSet::EMPTY; 4],
            deck,
        };
        for slot in tables.all.iter() {
            let card = tables.deck.cards()[slot as usize];
            let at = slot as usize;
            (tables.kind[at], tables.unit[at]) = match card.symbol() {
                Symbol::Reverse => (Kind::Reverse, 0),
                Symbol::DrawTwo => (Kind::Lay, 0),
                Symbol::Wild => (Kind::Score, WILD),
                Symbol::WildDrawFour => (Kind::Lay, FOUR),
                _ => (Kind::Place, 0),
            };
            if let Some(number) = card.symbol().number() {
                tables.unit[at] = 1 << (u32::from(number) * FIELD);
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

    /// GR-9: the face values of the number cards among these.
    #[inline(always)]
    #[must_use]
    pub fn points(&self, cards: CardSet) -> i32 {
        let mut points = 0;
        for (bit, plane) in self.planes.iter().enumerate() {
            points += (cards & *plane).len() << bit;
        }
        points as i32
    }

    /// A set of cards as counts.
    #[must_use]
    pub fn counts(&self, cards: CardSet) -> Counts {
        cards.iter().map(|slot| self.unit[slot as usize]).sum()
    }

    /// Numbers and Skips (GR-4).
    #[inline(always)]
    #[must_use]
    pub fn placeable(&self) -> CardSet {
        self.movers[Kind::Place as usize]
    }

    /// The seat to the left.
    #[inline(always)]
    #[must_use]
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
            let wilds = n_wilds(counts) + n_fours(counts);
            let slow = needed > 0 && lacking <= wilds;
            let only_numbers: Vec<u8> = line
                .iter()
                .copied()
                .filter(|s| t.number[*s as usize] < 10)
                .collect();
            let fast = can_pay(unary(sum(&only_numbers)), unary(counts), wilds);
            assert_eq!(fast, slow, "{hand:?} {tops:?}");
            payable += usize::from(slow);
        }
        assert!(payable > 200, "{payable}");
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
