//! The page of a view for WebAssembly modules (docs/wasm.md): bytes at fixed offsets, written from
//! the fields of the view.

use super::{FieldValue, Observable, Options, ViewField};
use crate::cards::{Card, CardSet, Seat};

/// Number of bytes of a card.
const CARD_SIZE: usize = 8;
/// Number of bytes of an option, and of a card with its seat.
const ENTRY_SIZE: usize = 12;
/// Maximum number of entries of a list.
const MOST: usize = 128;
/// Offset of the number of options.
const N_OPTIONS: usize = 4;
/// Offset of the random number.
const RANDOM: usize = 24;
/// Byte for no seat, no colour, no card.
const NONE: u8 = 255;

/// Layout of a page. Numbers are little-endian; unused bytes are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleLayout {
    /// Version in the first byte. Raised by a change of any offset.
    pub version: u8,
    /// Offset of the seats' parts.
    pub seats: usize,
    /// Number of bytes of a seat's part.
    pub seat_size: usize,
    /// Offset of the options.
    pub options: usize,
    /// Number of bytes of a page.
    pub size: usize,
}

impl ModuleLayout {
    /// No page: modules do not play the game.
    pub const NONE: ModuleLayout = ModuleLayout {
        version: 0,
        seats: 0,
        seat_size: 0,
        options: 0,
        size: 0,
    };
}

/// Position of a field in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModulePlace {
    /// Offset in the page, or in a seat's part. Lists of cards are never in a seat's part.
    pub at: usize,
    /// Number of bytes of a number; count of numbers if there are several.
    width: usize,
    /// Byte of a missing word.
    none: u8,
    /// Offset of the number of cards, for lists that have it.
    n_at: Option<usize>,
}

impl ModulePlace {
    /// Returns the position of a field of this many bytes.
    pub const fn bytes(at: usize, width: usize) -> ModulePlace {
        ModulePlace {
            at,
            width,
            none: NONE,
            n_at: None,
        }
    }

    /// Returns the position of a byte.
    pub const fn byte(at: usize) -> ModulePlace {
        ModulePlace::bytes(at, 1)
    }

    /// Returns the position of a word as a byte, with the byte for a missing word.
    pub const fn byte_or(at: usize, none: u8) -> ModulePlace {
        ModulePlace {
            none,
            ..ModulePlace::byte(at)
        }
    }

    /// Returns the position of a list of cards, and of their number.
    pub const fn list(at: usize, n_at: Option<usize>) -> ModulePlace {
        ModulePlace {
            n_at,
            ..ModulePlace::bytes(at, CARD_SIZE)
        }
    }
}

/// A page being written.
struct Page<'a, G> {
    bytes: &'a mut [u8],
    game: &'a G,
}

impl<G: Observable> Page<'_, G> {
    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn card(&mut self, at: usize, card: Option<Card>) {
        let Some(card) = card else {
            return self.put(at, &[NONE]);
        };
        let colour = card.colour().map_or(4, |c| c.index() as u8);
        let icon = card.icon().map_or(4, |t| t.index() as u8);
        self.put(at, &[colour, card.symbol().index() as u8, icon, 0]);
        self.put(at + 4, &self.game.card_points(card).to_le_bytes());
    }

    fn cards(&mut self, place: ModulePlace, cards: CardSet) {
        let deck = self.game.deck().cards();
        for (i, slot) in cards.iter().take(MOST).enumerate() {
            self.card(place.at + i * CARD_SIZE, Some(deck[usize::from(slot)]));
        }
        if let Some(at) = place.n_at {
            self.put(at, &[cards.len() as u8]);
        }
    }

    /// Writes cards with their seats.
    fn cards_of_seats(&mut self, place: ModulePlace, cards: impl Fn(Seat) -> CardSet) {
        let deck = self.game.deck().cards();
        let seats = 0..self.game.n_seats() as Seat;
        let all = seats.flat_map(|seat| cards(seat).iter().map(move |slot| (seat, slot)));
        let mut n = 0;
        for (seat, slot) in all.take(MOST) {
            let at = place.at + n * ENTRY_SIZE;
            self.put(at, &[seat]);
            self.card(at + 4, Some(deck[usize::from(slot)]));
            n += 1;
        }
        if let Some(at) = place.n_at {
            self.put(at, &[n as u8]);
        }
    }

    /// Writes a value whose position is relative to offset `base` of the page.
    fn value(&mut self, base: usize, place: ModulePlace, value: FieldValue) {
        let at = base + place.at;
        match value {
            FieldValue::Number(number) => self.put(at, &number.to_le_bytes()[..place.width]),
            FieldValue::Flag(flag) => self.put(at, &[u8::from(flag)]),
            FieldValue::Word { number, .. } => self.put(at, &[number.unwrap_or(place.none)]),
            FieldValue::Card(card) => self.card(at, card),
            FieldValue::Cards(cards) => self.cards(place, cards),
            FieldValue::Rows(rows) => {
                for (i, card) in rows.into_iter().flatten().enumerate() {
                    self.card(at + i * CARD_SIZE, card);
                }
            }
            FieldValue::Numbers(numbers) => {
                let bytes = numbers.map(|number| number.map_or(NONE, |number| number as u8));
                self.put(at, &bytes[..place.width]);
            }
            FieldValue::ByColour(numbers) => {
                for (i, number) in numbers.into_iter().enumerate() {
                    self.put(at + 4 * i, &number.unwrap_or(0).to_le_bytes());
                }
            }
            FieldValue::Bounds(bounds) => {
                self.put(at, &bounds.map(|[least, _]| least as u8));
                self.put(at + 4, &bounds.map(|[_, most]| most as u8));
            }
            FieldValue::Seats => {}
        }
    }
}

/// Returns the fields of a list that have a position, with it.
fn placed<G: Observable>(
    fields: &[ViewField<G>],
) -> impl Iterator<Item = (&ViewField<G>, ModulePlace)> {
    fields
        .iter()
        .filter_map(|field| Some((field, field.place?)))
}

/// Writes a view and its options: [`Observable::observe`].
pub(super) fn write<G: Observable>(
    bytes: &mut [u8],
    view: G::View<'_>,
    options: &Options,
    random: u64,
) {
    let (game, layout) = (G::game_of(view), G::MODULE);
    bytes.fill(0);
    let mut page = Page { bytes, game };
    page.put(0, &[layout.version]);
    page.put(N_OPTIONS, &[options.len() as u8]);
    page.put(RANDOM, &random.to_le_bytes());
    for (field, place) in placed(G::FIELDS) {
        page.value(0, place, (field.value)(view, G::seat_of(view)));
    }
    let seats = 0..game.n_seats() as Seat;
    for (field, place) in placed(G::SEAT_FIELDS) {
        let value = |seat| (field.value)(view, seat);
        if let FieldValue::Cards(_) = value(0) {
            page.cards_of_seats(place, |seat| match value(seat) {
                FieldValue::Cards(cards) => cards,
                _ => CardSet::EMPTY,
            });
            continue;
        }
        for seat in seats.clone() {
            let base = layout.seats + usize::from(seat) * layout.seat_size;
            page.value(base, place, value(seat));
        }
    }
    for (i, action) in options.iter().enumerate() {
        let at = layout.options + i * ENTRY_SIZE;
        let (head, card) = G::option_bytes(view, options, action);
        page.put(at, &head);
        if card.is_some() {
            page.card(at + 4, card);
        }
    }
}
