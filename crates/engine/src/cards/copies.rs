//! Copies of cards in a deck, and sets that do not distinguish them.

use super::{CardSet, Deck, MAX_CARDS};
use crate::rng::Rng;

/// The copies of each card of a deck.
///
/// A set is *normalised* if the copies in it fill the first slots of their kind: then two sets with
/// the same faces are equal.
#[derive(Clone, Debug)]
pub struct Copies {
    /// By slot: all copies of the same card.
    of: [CardSet; MAX_CARDS],
    /// Compare-exchange steps that move copies down to their first slots.
    steps: Vec<CardSet>,
}

impl Copies {
    /// Returns the copies in this deck.
    pub fn new(deck: &Deck) -> Copies {
        let mut of = [CardSet::EMPTY; MAX_CARDS];
        let mut groups: Vec<(u8, u8)> = Vec::new();
        let mut first = 0u8;
        for (card, n) in deck.counts() {
            let n = n as u8;
            let copies = deck.slots(|c| c == card);
            for slot in copies.iter() {
                of[slot as usize] = copies;
            }
            groups.push((first, n));
            first += n;
        }
        // Odd-even transposition: as many steps as the largest group has copies, four in the
        // official decks.
        let longest = groups.iter().map(|g| g.1).max().unwrap_or(1);
        let steps = (0..longest)
            .map(|step| {
                groups
                    .iter()
                    .filter(|(_, n)| step < *n)
                    .flat_map(|&(first, n)| {
                        (first + step % 2..(first + n).saturating_sub(1)).step_by(2)
                    })
                    .collect::<CardSet>()
            })
            .filter(|low| !low.is_empty())
            .collect();
        Copies { of, steps }
    }

    /// Returns all copies of the card in this slot.
    #[inline(always)]
    pub fn of(&self, slot: u8) -> CardSet {
        self.of[slot as usize & (MAX_CARDS - 1)]
    }

    /// Returns the same cards in the first slots of their copies: a hand with either of the two red
    /// 5s becomes the same set. A sorting network on bits, all cards at once.
    #[inline]
    pub fn normalise(&self, cards: CardSet) -> CardSet {
        let mut bits = cards.bits();
        for low in &self.steps {
            // A copy whose next lower slot is empty moves there.
            let move_to = bits >> 1 & !bits & low.bits();
            bits ^= move_to | move_to << 1;
        }
        CardSet::from_bits(bits)
    }

    /// Returns a normalised set without one copy of each of these cards, as far as it has them.
    pub fn take(&self, mut known: CardSet, cards: CardSet) -> CardSet {
        for slot in cards.iter() {
            let copies = (known & self.of(slot)).bits();
            known ^= CardSet::from_bits(copies & !(copies >> 1));
        }
        known
    }

    /// Returns cards with the same faces, each drawn at random from the copies among `unseen`,
    /// which loses them. There must be enough copies.
    pub fn redeal(&self, cards: CardSet, unseen: &mut CardSet, rng: &mut Rng) -> CardSet {
        let mut left = *unseen;
        for slot in cards.iter() {
            let copies = left & self.of(slot);
            left ^= CardSet::one(copies.nth(rng.below(copies.len())));
        }
        let placed = *unseen ^ left;
        *unseen = left;
        placed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    fn deck() -> Deck {
        let card = |t: &str| t.parse::<Card>().unwrap();
        Deck::new([
            (card("R5"), 2),
            (card("B1"), 1),
            (card("W"), 7),
            (card("W4"), 4),
        ])
        .unwrap()
    }

    #[test]
    fn normalised_sets_are_equal_exactly_when_the_cards_look_alike() {
        let (deck, mut rng) = (deck(), Rng::from_key(3));
        let copies = Copies::new(&deck);
        let faces = |set: CardSet| -> Vec<Card> {
            let mut faces: Vec<Card> = set.iter().map(|s| deck.cards()[s as usize]).collect();
            faces.sort();
            faces
        };
        for _ in 0..2000 {
            let some = |rng: &mut Rng| {
                CardSet::from_bits(u128::from(rng.next_u64() & rng.next_u64())) & deck.all()
            };
            let (a, b) = (some(&mut rng), some(&mut rng));
            assert_eq!(faces(copies.normalise(a)), faces(a));
            assert_eq!(
                copies.normalise(a) == copies.normalise(b),
                faces(a) == faces(b)
            );
            let mut unseen = deck.all();
            let dealt = copies.redeal(a, &mut unseen, &mut rng);
            assert_eq!(faces(dealt), faces(a));
            assert_eq!(unseen, deck.all().without(dealt));
        }
    }

    #[test]
    fn taking_one_leaves_a_normalised_set() {
        let copies = Copies::new(&deck());
        let known = copies.normalise(CardSet::from_iter([1, 2, 5, 7, 9]));
        for slot in [1u8, 2, 9] {
            let left = copies.take(known, CardSet::one(slot));
            assert_eq!(left.len(), known.len() - 1);
            assert_eq!(left, copies.normalise(left));
            assert_eq!((known ^ left) & copies.of(slot), known ^ left);
        }
        // Unknown cards cannot be taken.
        assert_eq!(copies.take(known, CardSet::one(12)), known);
    }
}
