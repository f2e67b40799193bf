//! Input of a network: the observation for learners (docs/observation.md), each number as one of
//! some levels, and the colours in a canonical order.
//!
//! A *feature* is a byte of the observation at a level. For each non-zero byte exactly one is
//! active, so the first layer is a sum of that many rows of weights. The four colours are
//! equivalent by the rules. They are renamed for each decision: the colour in force first, then by
//! the cards of the own hand. So everything learnt with one colour applies to all (24 positions are
//! one).

use super::active::{ActiveRows, RowTable};
use super::layout;
use crate::cards::{Card, Colour, Deck};
use crate::game::FieldRange;
use sha2::{Digest, Sha256};

/// Version of the features. Raised by any change of them.
const VERSION: u32 = 1;

/// Number of orders of four colours.
const ORDERS: usize = 24;

/// By part of an observation: its name, the right shift from a number to its level, and the number
/// of levels. Other parts are bits. The last level includes all above.
const LEVELS: [(&str, u8, u8); 15] = [
    ("stack", 1, 12),
    ("grabs", 0, 4),
    ("pile", 3, 14),
    ("turn", 3, 12),
    ("round", 1, 8),
    ("to_the_right", 0, 0),
    ("seats", 0, 10),
    ("cards", 0, 20),
    ("score", 4, 16),
    ("passed", 0, 8),
    ("least", 0, 4),
    ("excluded", 0, 6),
    ("shown", 0, 3),
    ("record", 0, 4),
    ("drawn", 1, 10),
];

/// Error of a ruleset without features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the colours of the deck differ, and networks take them to be alike")]
pub struct ColoursDiffer;

/// Features of a ruleset and a number of seats, and the network's order of the actions.
#[derive(Clone, Debug)]
pub struct Features {
    deck: u64,
    n_bytes: usize,
    n_actions: usize,
    n_rows: usize,
    /// By order and byte: the row of its first level.
    starts: Vec<u16>,
    /// By byte: the shift of its number, and the highest level.
    levels: Vec<(u8, u8)>,
    /// `starts` and `levels` for many bytes at once.
    row_table: RowTable,
    /// By order and action index: the network's index.
    actions: Vec<u16>,
    /// By colour: its bytes of the hand.
    hand: [(usize, usize); 4],
    /// Offset of the colour in force.
    colour: usize,
    /// By order: the new name of each colour.
    orders: [[u8; 4]; ORDERS],
    /// Number of an order, by the names of the first three colours.
    numbers: [u8; 64],
}

/// Returns all orders of four, and the number of each.
fn orders() -> ([[u8; 4]; ORDERS], [u8; 64]) {
    let (mut orders, mut numbers, mut n) = ([[0; 4]; ORDERS], [0; 64], 0);
    for code in 0..64u8 {
        let [a, b, c] = [code & 3, code >> 2 & 3, code >> 4];
        if a != b && a != c && b != c {
            orders[n] = [a, b, c, 6 - a - b - c];
            numbers[usize::from(code)] = n as u8;
            n += 1;
        }
    }
    (orders, numbers)
}

/// Returns the first bytes of SHA-256 over the versions and the deck.
fn fingerprint(faces: &[(Card, usize)], version: u8) -> u64 {
    let versions = (VERSION, version);
    let faces = faces.iter().map(|(card, n)| format!("{n}{card}"));
    let text = format!("{versions:?} {}", faces.collect::<Vec<_>>().join(" "));
    let digest = Sha256::digest(text);
    digest[..8]
        .iter()
        .fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Returns a card in another colour.
fn renamed(card: Card, order: [u8; 4]) -> Option<Card> {
    match card.colour() {
        None => Some(card),
        Some(colour) => {
            let colour = Colour::ALL[usize::from(order[colour.index()])];
            Card::new(Some(colour), card.symbol(), card.icon())
        }
    }
}

impl Features {
    /// Returns the features of a deck, from the version and the places of the observation, and the
    /// number of actions.
    ///
    /// # Errors
    /// Fails if the deck does not have the same cards in each colour.
    pub fn new(
        deck: &Deck,
        version: u8,
        places: &[FieldRange],
        n_actions: usize,
    ) -> Result<Features, ColoursDiffer> {
        let (cards, faces) = (deck.cards(), deck.counts());
        let (orders, numbers) = orders();
        let n_bytes = places.iter().map(|place| place.len).sum();
        let mut it = Features {
            deck: fingerprint(&faces, version),
            n_bytes,
            n_actions,
            n_rows: 0,
            starts: Vec::with_capacity(ORDERS * n_bytes),
            levels: Vec::with_capacity(n_bytes),
            row_table: RowTable::default(),
            actions: Vec::with_capacity(ORDERS * n_actions),
            hand: [(0, 0); 4],
            colour: 0,
            orders,
            numbers,
        };
        for colour in Colour::ALL {
            let own = |card: &Card| card.colour() == Some(colour);
            let first = cards.iter().position(own).unwrap_or(0);
            let n = cards.iter().filter(|card| own(card)).count();
            it.hand[colour.index()] = (first, first + n);
        }
        // By byte: its part, and its offset in the part.
        let mut parts: Vec<(String, usize, usize)> = Vec::new();
        let mut rows = Vec::with_capacity(n_bytes);
        for place in places {
            let part = place.name.split('.').next_back().unwrap_or_default();
            let known = LEVELS.iter().find(|level| level.0 == part);
            // The number of cards each seat drew is a number; the card just drawn is a card.
            let (shift, levels) = match known {
                Some(&(_, shift, levels)) if !(part == "drawn" && place.len > 1) => (shift, levels),
                _ => (0, 1),
            };
            if place.name == "colour" {
                it.colour = place.at;
            }
            for i in 0..place.len {
                parts.push((part.to_owned(), place.at, i));
                rows.push(it.n_rows);
                it.levels.push((shift, levels));
                it.n_rows += usize::from(levels);
            }
        }
        for order in orders {
            for (part, first, i) in &parts {
                let i = match part.as_str() {
                    "hand" | "discards" => {
                        let card = cards[*i];
                        let copy = cards[..*i].iter().filter(|c| **c == card).count();
                        let other = renamed(card, order).ok_or(ColoursDiffer)?;
                        let mut copies = cards.iter().enumerate().filter(|c| *c.1 == other);
                        copies.nth(copy).ok_or(ColoursDiffer)?.0
                    }
                    "colour" | "colour_before" | "drawn_colour" | "passed" | "least"
                    | "excluded" | "shown" | "named" => {
                        order.get(*i).map_or(*i, |name| usize::from(*name))
                    }
                    _ => *i,
                };
                it.starts.push(rows[first + i] as u16);
            }
            for place in 0..n_actions {
                let other = match faces.get(place) {
                    Some((card, _)) => {
                        let other = renamed(*card, order).ok_or(ColoursDiffer)?;
                        let place = faces.iter().position(|face| face.0 == other);
                        place.ok_or(ColoursDiffer)?
                    }
                    None => match place - faces.len() {
                        choice @ layout::COLOURS..layout::TOWERS => {
                            let name = usize::from(order[choice - layout::COLOURS]);
                            faces.len() + layout::COLOURS + name
                        }
                        choice => faces.len() + choice,
                    },
                };
                it.actions.push(other as u16);
            }
        }
        it.row_table = RowTable::new(&it.starts, &it.levels);
        Ok(it)
    }

    /// Returns a fingerprint of the deck, the version of the features and that of the observation:
    /// weights fit if it equals theirs.
    #[inline(always)]
    pub fn deck(&self) -> u64 {
        self.deck
    }

    /// Returns the number of bytes of an observation.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Returns the number of rows of the first layer.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Returns the number of actions.
    pub fn n_actions(&self) -> usize {
        self.n_actions
    }

    /// Returns the order of the colours for an observation.
    #[inline(always)]
    pub fn order(&self, observation: &[u8]) -> usize {
        let mut keys = [0u32; 4];
        for (colour, key) in keys.iter_mut().enumerate() {
            let (first, end) = self.hand[colour];
            let held: u32 = observation[first..end].iter().map(|n| u32::from(*n)).sum();
            // Of equals the first colour comes first.
            *key =
                held * 4 + 3 - colour as u32 + u32::from(observation[self.colour + colour]) * 1024;
        }
        let name = |colour: usize| keys.iter().filter(|key| **key > keys[colour]).count();
        usize::from(self.numbers[name(0) | name(1) << 2 | name(2) << 4])
    }

    /// Returns the new name of each colour in an order.
    pub fn names(&self, order: usize) -> [u8; 4] {
        self.orders[order]
    }

    /// Finds the active rows.
    #[inline(always)]
    pub fn find_active(&self, observation: &[u8], order: usize, found: &mut ActiveRows) {
        let bytes = &observation[..self.n_bytes];
        self.row_table.find(bytes, order, found);
    }

    /// [`Features::find_active`] in AVX-512.
    ///
    /// # Safety
    /// Outside functions compiled for these features, the processor must have them
    /// ([`Instructions::has_avx512`](crate::cpu::Instructions::has_avx512)).
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe,avx512f,avx512bw,avx512vl,avx512vbmi2"
    )]
    pub fn find_active_avx512(&self, observation: &[u8], order: usize, found: &mut ActiveRows) {
        let bytes = &observation[..self.n_bytes];
        self.row_table.find_avx512(bytes, order, found);
    }

    /// Passes the active rows to `take`, byte by byte; [`Features::find_active`] is faster.
    #[inline(always)]
    pub fn rows(&self, observation: &[u8], order: usize, mut take: impl FnMut(u16)) {
        let starts = &self.starts[order * self.n_bytes..][..self.n_bytes];
        let (eights, end) = observation.as_chunks::<8>();
        let mut last = [0; 8];
        last[..end.len()].copy_from_slice(end);
        for (i, eight) in eights.iter().chain([&last]).enumerate() {
            let mut rest = u64::from_le_bytes(*eight);
            while rest != 0 {
                let byte = rest.trailing_zeros() / 8;
                let number = (rest >> (8 * byte)) as u8;
                rest &= !(0xff << (8 * byte));
                let at = 8 * i + byte as usize;
                let (shift, levels) = self.levels[at];
                if levels > 0 {
                    take(starts[at] + u16::from(((number - 1) >> shift).min(levels - 1)));
                }
            }
        }
    }

    /// Returns the network's index of an action.
    #[inline(always)]
    pub fn action(&self, order: usize, place: usize) -> usize {
        usize::from(self.actions[order * self.n_actions + place])
    }
}
