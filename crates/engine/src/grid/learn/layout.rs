//! Layout of the action indices, with descriptions for people, and of an observation of Grid, whose
//! sections are declared with the fields of the view.

/// Offsets of the choices, after those of the faces.
pub const SCORE: usize = 0;
pub const REVERSE: usize = 6;
pub const POSITIONS: usize = 12;
pub const N_CHOICES: usize = POSITIONS + 16;

/// Rows of the positions: one above those of the cells, and these. Each has a name and a meaning.
pub const ROWS: [(&str, &str); 4] = [
    ("above", "a new row above the first"),
    ("row0", "row 0"),
    ("row1", "row 1"),
    ("row2", "row 2"),
];

/// Columns, in the same way.
pub const COLUMNS: [(&str, &str); 4] = [
    ("left", "a new column to the left"),
    ("column0", "column 0"),
    ("column1", "column 1"),
    ("column2", "column 2"),
];

/// Offsets in the table's part of an observation, after the hand.
pub mod table {
    use crate::game::{section_at, sections_len};
    use crate::grid::fields::FIELDS;

    pub const QUESTION: usize = section_at(FIELDS, "question");
    pub const CHOSEN: usize = section_at(FIELDS, "chosen");
    pub const LINE: usize = section_at(FIELDS, "line");
    pub const NEXT: usize = section_at(FIELDS, "next");
    pub const DUE: usize = section_at(FIELDS, "due");
    pub const PAID: usize = section_at(FIELDS, "paid");
    pub const CELLS: usize = section_at(FIELDS, "row0/column0");
    pub const FULL: usize = section_at(FIELDS, "full");
    pub const BURIED: usize = section_at(FIELDS, "buried");
    pub const PILE: usize = section_at(FIELDS, "pile");
    pub const TURN: usize = section_at(FIELDS, "turn");
    pub const SEATS: usize = section_at(FIELDS, "seats");
    pub const SIZE: usize = sections_len(FIELDS);
}

/// Offsets in a seat's part.
pub mod seat {
    use crate::game::{section_at, sections_len};
    use crate::grid::fields::SEAT_FIELDS;

    pub const CARDS: usize = section_at(SEAT_FIELDS, "cards");
    pub const ON_TURN: usize = section_at(SEAT_FIELDS, "on_turn");
    pub const FIRST: usize = section_at(SEAT_FIELDS, "first");
    pub const POINTS: usize = section_at(SEAT_FIELDS, "points");
    pub const LINES: usize = section_at(SEAT_FIELDS, "lines");
    pub const PASSES: usize = section_at(SEAT_FIELDS, "passes");
    pub const SCORE_PILE: usize = section_at(SEAT_FIELDS, "score_pile");
    pub const SHOWN: usize = section_at(SEAT_FIELDS, "shown");
    pub const SIZE: usize = sections_len(SEAT_FIELDS);
}
