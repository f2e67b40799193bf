//! Fields of a view: each game lists them once, and every format of a view is generated from the
//! list.
//!
//! A row has the name of a field, its meaning, its value, and its position in the two byte layouts:
//! the page for WebAssembly modules and the observation for learners. JSON, Python's mapping and
//! the page are written from the values. The observation is written by the game itself, because it
//! is needed millions of times a second; its layout comes from the rows.

use super::module_page::ModulePlace;
use super::{Game, Observable};
use crate::cards::{Card, CardSet, Colour, Deck, Seat};
use serde_json::{Map, Value, json};

/// A value of a view, in the form from which all formats are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A whole number.
    Number(i64),
    /// A truth value.
    Flag(bool),
    /// One of a few words, by its text and by its number.
    Word {
        /// The text; `None` if there is nothing to name.
        text: Option<&'static str>,
        /// The number; `None` if it has none.
        number: Option<u8>,
    },
    /// A card, if there is one.
    Card(Option<Card>),
    /// Cards of the deck.
    Cards(CardSet),
    /// Three rows of three cards.
    Rows([[Option<Card>; 3]; 3]),
    /// At most four numbers in order.
    Numbers([Option<i8>; 4]),
    /// A number by colour.
    ByColour([Option<u32>; 4]),
    /// Minimum and maximum by colour.
    Bounds([[u32; 2]; 4]),
    /// By seat: the fields of [`Observable::SEAT_FIELDS`].
    Seats,
}

impl FieldValue {
    /// Returns the word with this text and number.
    pub const fn word(text: &'static str, number: u8) -> FieldValue {
        FieldValue::Word {
            text: Some(text),
            number: Some(number),
        }
    }

    /// A missing word.
    pub const NO_WORD: FieldValue = FieldValue::Word {
        text: None,
        number: None,
    };

    /// Returns a colour by its letter, if there is one.
    pub fn colour(colour: Option<Colour>) -> FieldValue {
        colour.map_or(FieldValue::NO_WORD, |colour| {
            FieldValue::word(colour.text(), colour.index() as u8)
        })
    }

    /// Returns whether it is empty: 0, no card, no word.
    fn is_empty(self) -> bool {
        match self {
            FieldValue::Number(number) => number == 0,
            FieldValue::Word { text, .. } => text.is_none(),
            FieldValue::Card(card) => card.is_none(),
            FieldValue::Cards(cards) => cards.is_empty(),
            _ => false,
        }
    }

    /// Returns the value as JSON; `Null` for [`FieldValue::Seats`], whose objects
    /// [`Observable::view_json`] creates.
    pub fn to_json(self, deck: &Deck) -> Value {
        let card = |card: Option<Card>| card.map(|card| card.to_string());
        let by_colour = |value: &dyn Fn(usize) -> Option<Value>| {
            let values = Colour::ALL.map(|colour| (colour.to_string(), value(colour.index())));
            let values = values.into_iter();
            Value::Object(
                values
                    .filter_map(|(key, value)| Some((key, value?)))
                    .collect(),
            )
        };
        match self {
            FieldValue::Number(number) => number.into(),
            FieldValue::Flag(flag) => flag.into(),
            FieldValue::Word { text, .. } => text.into(),
            FieldValue::Card(it) => card(it).into(),
            FieldValue::Cards(cards) => super::record::listed(deck, cards),
            FieldValue::Rows(rows) => json!(rows.map(|row| row.map(card))),
            FieldValue::Numbers(numbers) => numbers.into_iter().flatten().collect(),
            FieldValue::ByColour(numbers) => by_colour(&|at| numbers[at].map(Value::from)),
            FieldValue::Bounds(bounds) => by_colour(&|at| Some(json!(bounds[at]))),
            FieldValue::Seats => Value::Null,
        }
    }
}

/// Condition for a field in JSON and in Python's mapping. The byte layouts always have it.
enum InMessages<G: Game> {
    Always,
    /// If it is not empty: no 0, no missing card.
    IfAny,
    If(fn(G::View<'_>) -> bool),
    Never,
}

/// A section of an observation for learners. The parts of the seats follow that of the table, the
/// view's own seat first.
///
/// [`Observable::encode`] writes a field's value into its one section: cards as 1 by card of the
/// deck, a word as 1 at its number, a flag as 0 or 1, a number as a byte, at most 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Order among the sections of the table's or of a seat's part. A game that writes its own
    /// observations has the offset here.
    pub at: usize,
    /// Number of bytes; 0 stands for one by card of the deck. Sections by card come before all
    /// others.
    pub len: usize,
    /// Name, for programs.
    pub name: &'static str,
    /// Meaning, one sentence.
    pub meaning: &'static str,
}

impl Section {
    /// Returns a section of bytes.
    pub const fn new(at: usize, len: usize, name: &'static str, meaning: &'static str) -> Section {
        Section {
            at,
            len,
            name,
            meaning,
        }
    }

    /// Returns a section with a byte by card of the deck.
    pub const fn by_card(name: &'static str, meaning: &'static str) -> Section {
        Section::new(0, 0, name, meaning)
    }
}

/// A field of a view: a row of a game's table.
pub struct ViewField<G: Game> {
    /// Key in messages, and name of the field.
    pub name: &'static str,
    /// Meaning, as in docs/protocol.md.
    pub meaning: &'static str,
    /// Returns the value: for the view's own seat, or in [`Observable::SEAT_FIELDS`] for any.
    pub value: fn(G::View<'_>, Seat) -> FieldValue,
    /// Position in the page for modules, if it has one.
    pub place: Option<ModulePlace>,
    /// Sections of the observation for learners.
    pub sections: &'static [Section],
    in_messages: InMessages<G>,
    /// `true` if only full views have it in messages.
    only_full: bool,
}

impl<G: Game> ViewField<G> {
    /// Returns a field that every message has, and no byte layout. In a table, a closure's view
    /// needs its type:
    ///
    /// ```
    /// use powergrab_engine::game::{FieldValue, Section, ViewField};
    /// use powergrab_engine::shedding::{Shedding, View};
    ///
    /// const FIELDS: &[ViewField<Shedding>] = &[
    ///     ViewField::new("hand", "the cards in hand", |view: View<'_>, _| {
    ///         FieldValue::Cards(view.hand())
    ///     })
    ///     .learn(&[Section::by_card("hand", "the cards in hand")]),
    ///     // This row brings in the fields of `SEAT_FIELDS`, an object by seat.
    ///     ViewField::new("seats", "by seat", |_, _| FieldValue::Seats),
    /// ];
    /// # assert_eq!(FIELDS.len(), 2);
    /// ```
    pub const fn new(
        name: &'static str,
        meaning: &'static str,
        value: fn(G::View<'_>, Seat) -> FieldValue,
    ) -> ViewField<G> {
        ViewField {
            name,
            meaning,
            value,
            place: None,
            sections: &[],
            in_messages: InMessages::Always,
            only_full: false,
        }
    }

    /// Returns the same field, in full views only.
    pub const fn full(self) -> ViewField<G> {
        ViewField {
            only_full: true,
            ..self
        }
    }

    /// Returns the same field, if it is not empty.
    pub const fn if_any(self) -> ViewField<G> {
        ViewField {
            in_messages: InMessages::IfAny,
            ..self
        }
    }

    /// Returns the same field, in messages about some views.
    pub const fn when(self, test: fn(G::View<'_>) -> bool) -> ViewField<G> {
        ViewField {
            in_messages: InMessages::If(test),
            ..self
        }
    }

    /// Returns the same field, in no message.
    pub const fn bytes_only(self) -> ViewField<G> {
        ViewField {
            in_messages: InMessages::Never,
            ..self
        }
    }

    /// Returns the same field, with a position in the page for modules.
    pub const fn page(self, place: ModulePlace) -> ViewField<G> {
        ViewField {
            place: Some(place),
            ..self
        }
    }

    /// Returns the same field, with sections of the observation for learners.
    pub const fn learn(self, sections: &'static [Section]) -> ViewField<G> {
        ViewField { sections, ..self }
    }

    /// Returns whether messages may have it.
    pub fn is_in_messages(&self) -> bool {
        !matches!(self.in_messages, InMessages::Never)
    }

    /// Returns the value as in messages; `None` if they lack the field. Full views have all fields.
    pub fn in_message(&self, view: G::View<'_>, seat: Seat, full: bool) -> Option<FieldValue> {
        let value = || Some((self.value)(view, seat));
        match self.in_messages {
            _ if self.only_full && !full => None,
            InMessages::Always => value(),
            InMessages::IfAny => value().filter(|value| !value.is_empty()),
            InMessages::If(test) => test(view).then(value)?,
            InMessages::Never => None,
        }
    }
}

/// Returns the fields of a list as a JSON object.
pub(super) fn object<G: Observable>(
    fields: &[ViewField<G>],
    view: G::View<'_>,
    seat: Seat,
    full: bool,
) -> Value {
    let game = G::game_of(view);
    let mut object = Map::new();
    for field in fields {
        let value = match field.in_message(view, seat, full) {
            None => continue,
            Some(FieldValue::Seats) => (0..game.n_seats() as Seat)
                .map(|seat| self::object(G::SEAT_FIELDS, view, seat, full))
                .collect(),
            Some(value) => value.to_json(game.deck()),
        };
        object.insert(field.name.to_owned(), value);
    }
    Value::Object(object)
}

/// Returns the sections of a list in the order of the observation.
pub(super) fn sections<G: Game>(fields: &[ViewField<G>]) -> Vec<Section> {
    let sections = fields.iter().flat_map(|field| field.sections);
    let mut sections: Vec<Section> = sections.copied().collect();
    sections.sort_by_key(|section| (section.len > 0, section.at));
    sections
}

/// Writes an observation from the values of the fields, for games without a writer of their own, as
/// [`Section`] says.
///
/// # Panics
/// Panics unless `page` has the sections' length.
pub(super) fn encode<G: Observable>(game: &G, view: G::View<'_>, page: &mut [u8]) {
    page.fill(0);
    let mut rest = page;
    let mut write = |fields: &[ViewField<G>], seat: Seat| {
        let mut sections: Vec<(Section, FieldValue)> = Vec::new();
        for field in fields {
            let value = |section: &Section| (*section, (field.value)(view, seat));
            sections.extend(field.sections.iter().map(value));
        }
        sections.sort_by_key(|(section, _)| (section.len > 0, section.at));
        for (section, value) in sections {
            let len = match section.len {
                0 => game.deck().cards().len(),
                len => len,
            };
            let (own, others) = std::mem::take(&mut rest).split_at_mut(len);
            rest = others;
            match value {
                FieldValue::Cards(cards) => cards.iter().for_each(|slot| own[slot as usize] = 1),
                FieldValue::Word {
                    number: Some(number),
                    ..
                } => own[usize::from(number)] = 1,
                FieldValue::Number(number) => own[0] = number.clamp(0, 255) as u8,
                FieldValue::Flag(flag) => own[0] = flag.into(),
                _ => {}
            }
        }
    };
    let own = G::seat_of(view);
    write(G::FIELDS, own);
    let n = game.n_seats();
    for by in 0..n {
        let seat = (usize::from(own) + by) % n;
        write(G::SEAT_FIELDS, seat as Seat);
    }
}

/// Returns the offset of a section, by its name.
///
/// # Panics
/// Panics at compile time if there is no such section.
pub(crate) const fn section_at<G: Game>(fields: &[ViewField<G>], name: &str) -> usize {
    let mut field = 0;
    loop {
        assert!(field < fields.len(), "no section of that name");
        let sections = fields[field].sections;
        let mut at = 0;
        while at < sections.len() {
            if is_same(sections[at].name, name) {
                return sections[at].at;
            }
            at += 1;
        }
        field += 1;
    }
}

/// Returns the length of all sections that are not by card.
pub(crate) const fn sections_len<G: Game>(fields: &[ViewField<G>]) -> usize {
    let (mut len, mut field) = (0, 0);
    while field < fields.len() {
        let sections = fields[field].sections;
        let mut at = 0;
        while at < sections.len() {
            len += sections[at].len;
            at += 1;
        }
        field += 1;
    }
    len
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
