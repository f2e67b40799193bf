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
    /// Compare-exchange steps that move copies down to their first slots: the lower slots.
    steps: Vec<CardSet>,
    /// The steps after the last one with a slot below 64, in one word: nearly every instruction
    /// waits for the one before, and shifts over 128 bits take twice as long. In the official decks
    /// these are all but the first, because only wild cards, which come last, have more than two
    /// copies.
    high_steps: Vec<u64>,
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
        let mut steps: Vec<CardSet> = (0..longest)
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
        let is_low = |step: &CardSet| step.words()[0] != 0;
        let n_both = steps.iter().rposition(is_low).map_or(0, |last| last + 1);
        let high_steps = steps.drain(n_both..).map(|step| step.words()[1]).collect();
        Copies {
            of,
            steps,
            high_steps,
        }
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
        // A copy whose next lower slot is empty moves there.
        let mut bits = cards.bits();
        for step in &self.steps {
            let move_to = bits >> 1 & !bits & step.bits();
            bits ^= move_to | move_to << 1;
        }
        let [low, mut high] = CardSet::from_bits(bits).words();
        for step in &self.high_steps {
            let move_to = high >> 1 & !high & step;
            high ^= move_to | move_to << 1;
        }
        CardSet::from_words([low, high])
    }

    /// Returns a normalised set without one copy of each of these cards, as far as it has them.
    pub fn take(&self, mut known: CardSet, cards: CardSet) -> CardSet {
        if known.is_empty() {
            return known;
        }
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

    fn deck_of(counts: &[(&str, usize)]) -> Deck {
        let card = |text: &str| text.parse::<Card>().unwrap();
        Deck::new(counts.iter().map(|(text, n)| (card(text), *n))).unwrap()
    }

    fn deck() -> Deck {
        deck_of(&[("R5", 2), ("B1", 1), ("W", 7), ("W4", 4)])
    }

    /// A single card and pairs, one of them in slots 63 and 64; only wild cards have more copies.
    fn pairs_across_slot_64() -> Deck {
        let pairs = ["R", "Y", "G", "B"].map(|c| (0..10).map(move |n| format!("{c}{n}")));
        let pairs: Vec<String> = pairs.into_iter().flatten().skip(1).collect();
        let pairs = pairs.iter().map(|card| (card.as_str(), 2));
        let others = [("R0", 1), ("W", 7), ("W4", 4)];
        deck_of(&others.into_iter().chain(pairs).collect::<Vec<_>>())
    }

    /// Some cards of the deck, about a quarter.
    fn some(deck: &Deck, rng: &mut Rng) -> CardSet {
        let mut word = || rng.next_u64() & rng.next_u64();
        CardSet::from_words([word(), word()]) & deck.all()
    }

    #[test]
    fn copies_move_to_the_first_slots_of_their_kind() {
        let mut rng = Rng::from_key(3);
        let decks = [
            deck(),
            pairs_across_slot_64(),
            deck_of(&[("Y1", 40), ("Y2", 40), ("W", 48)]),
            deck_of(&[("R1", 1), ("Y1", 70), ("W", 57)]),
        ];
        for deck in decks {
            let copies = Copies::new(&deck);
            for _ in 0..2000 {
                let set = some(&deck, &mut rng);
                let expected = deck.counts().into_iter().flat_map(|(card, _)| {
                    let kind = deck.slots(|other| other == card);
                    let n = (set & kind).len() as usize;
                    kind.iter().take(n).collect::<Vec<u8>>()
                });
                assert_eq!(copies.normalise(set), expected.collect());
            }
        }
    }

    #[test]
    fn redealt_cards_have_the_same_faces() {
        let (deck, mut rng) = (deck(), Rng::from_key(3));
        let copies = Copies::new(&deck);
        for _ in 0..2000 {
            let cards = some(&deck, &mut rng);
            let mut unseen = deck.all();
            let dealt = copies.redeal(cards, &mut unseen, &mut rng);
            assert_eq!(copies.normalise(dealt), copies.normalise(cards));
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
