//! What a table of decisions shows of each game, and how tables are filled.

use super::tables::sheet::{Column, Kind, text};
use crate::matches::records::{GridTableState, Recorded, SheddingTableState};
use crate::table::typed::{Table, TypedColumn, Values};
use powergrab_engine::cards::{Card, CardSet, Colour, Tower};
use powergrab_engine::grid::{Grid, Rules};
use powergrab_engine::shedding::Shedding;
use std::fmt::Write as _;

const SHEDDING: &[Column] = &[
    text("top", "the card on top of the discard pile"),
    text(
        "colour",
        "the colour in force; empty before it is named for a wild upcard",
    ),
];

const GRID: &[Column] = &[
    text(
        "grid",
        "the nine top cards row by row, - where none lies; while the Grid is being filled from the top left of those that lie there",
    ),
    text(
        "card",
        "the card that is being placed or turns a line, while it is asked where",
    ),
    text("line", "the line that is being paid for"),
    text("paid", "the cards that are chosen to pay with so far"),
];

/// A table that is filled row by row.
pub struct TableBuilder {
    pub table: Table,
    at: usize,
}

impl TableBuilder {
    pub fn new(
        name: &str,
        about: &'static str,
        columns: Vec<(String, String, Kind)>,
    ) -> TableBuilder {
        let columns = columns
            .into_iter()
            .map(|(name, meaning, kind)| TypedColumn {
                name,
                meaning: meaning.into(),
                values: match kind {
                    Kind::Text => Values::Text(Vec::new()),
                    Kind::Count => Values::Count(Vec::new()),
                    Kind::Number => Values::Number(Vec::new()),
                    Kind::Flag => Values::Flag(Vec::new()),
                },
            });
        TableBuilder {
            table: Table {
                name: name.to_owned(),
                about: about.into(),
                columns: columns.collect(),
                n_rows: 0,
            },
            at: 0,
        }
    }

    fn next(&mut self) -> &mut Values {
        let values = &mut self.table.columns[self.at].values;
        self.at += 1;
        values
    }

    pub fn text(&mut self, value: Option<String>) {
        match self.next() {
            Values::Text(values) => values.push(value),
            _ => debug_assert!(false, "a column of texts"),
        }
    }

    pub fn count(&mut self, value: Option<i64>) {
        match self.next() {
            Values::Count(values) => values.push(value),
            _ => debug_assert!(false, "a column of whole numbers"),
        }
    }

    pub fn number(&mut self, value: f64) {
        match self.next() {
            Values::Number(values) => values.push(Some(value)),
            _ => debug_assert!(false, "a column of numbers"),
        }
    }

    pub fn flag(&mut self, value: bool) {
        match self.next() {
            Values::Flag(values) => values.push(Some(value)),
            _ => debug_assert!(false, "a column of truth values"),
        }
    }

    pub fn end(&mut self) {
        debug_assert_eq!(self.at, self.table.columns.len());
        self.at = 0;
        self.table.n_rows += 1;
    }
}

/// What is said of a table's cards and actions, made once.
pub struct Words {
    actions: Vec<String>,
    faces: Vec<String>,
}

impl Words {
    /// The words of a game.
    pub fn new<G: DecisionColumns>(game: &G) -> Words {
        let places = game.action_places().into_iter();
        Words {
            actions: places.map(|place| place.name).collect(),
            faces: game.cards().iter().map(ToString::to_string).collect(),
        }
    }

    fn list<'a>(texts: impl Iterator<Item = &'a String>) -> String {
        let mut list = String::new();
        for text in texts {
            let blank = if list.is_empty() { "" } else { " " };
            let _ = write!(list, "{blank}{text}");
        }
        list
    }

    /// Cards in the deck's order.
    pub fn cards(&self, cards: CardSet) -> String {
        Words::list(cards.iter().map(|slot| &self.faces[usize::from(slot)]))
    }

    /// An action.
    pub fn action(&self, place: u8) -> String {
        self.actions[usize::from(place)].clone()
    }

    /// Actions in their order.
    pub fn actions(&self, places: &[u8]) -> String {
        let names = places.iter().map(|p| &self.actions[usize::from(*p)]);
        Words::list(names)
    }
}

/// The columns that tell a number of each seat.
pub fn by_seat(most: usize, name: &str, meaning: &str) -> Vec<(String, String, Kind)> {
    let column = |seat| {
        let meaning = format!("{meaning} {seat}; empty where there is no such seat");
        (format!("{name}_{seat}"), meaning, Kind::Count)
    };
    (0..most).map(column).collect()
}

fn named(columns: &[Column]) -> Vec<(String, String, Kind)> {
    let column = |c: &Column| (c.name.to_owned(), c.meaning.to_owned(), c.kind);
    columns.iter().map(column).collect()
}

/// A game whose decisions are shown with what lies on the table.
pub trait DecisionColumns: Recorded {
    /// The deck by slot.
    fn cards(&self) -> Vec<Card>;

    /// The columns of what lies on the table; those that tell something of each seat for this many.
    fn columns(most: usize) -> Vec<(String, String, Kind)>;

    /// Their values, at a table of `n` seats; as many columns as for `most`.
    fn fill(
        rows: &mut TableBuilder,
        scene: &Self::TableState,
        words: &Words,
        n: usize,
        most: usize,
    );
}

impl DecisionColumns for Shedding {
    fn cards(&self) -> Vec<Card> {
        self.rules().deck.cards().to_vec()
    }

    fn columns(_: usize) -> Vec<(String, String, Kind)> {
        let mut columns = named(SHEDDING);
        columns.extend(Tower::ALL.map(|tower| {
            let meaning =
                format!("the seat that holds tower {tower}; empty where it lies in the middle");
            (format!("tower_{tower}"), meaning, Kind::Count)
        }));
        columns
    }

    fn fill(rows: &mut TableBuilder, scene: &SheddingTableState, _: &Words, _: usize, _: usize) {
        rows.text(Some(scene.top.to_string()));
        rows.text(scene.colour.map(|colour: Colour| colour.to_string()));
        for owner in scene.owners {
            rows.count(owner.map(i64::from));
        }
    }
}

impl DecisionColumns for Grid {
    fn cards(&self) -> Vec<Card> {
        Rules::deck().cards().to_vec()
    }

    fn columns(most: usize) -> Vec<(String, String, Kind)> {
        let mut columns = named(GRID);
        columns.extend(by_seat(
            most,
            "points",
            "face value of the score pile of seat",
        ));
        columns
    }

    fn fill(rows: &mut TableBuilder, scene: &GridTableState, words: &Words, n: usize, most: usize) {
        let top = |card: &Option<Card>| card.map_or("-".to_owned(), |card| card.to_string());
        let tops = scene.tops.each_ref().map(top);
        rows.text(Some(Words::list(tops.iter())));
        rows.text(scene.card.map(|card| card.to_string()));
        rows.text(scene.line.map(|line| line.to_string()));
        rows.text(Some(words.cards(scene.paid)));
        for seat in 0..most {
            rows.count((seat < n).then(|| i64::from(scene.points[seat])));
        }
    }
}
