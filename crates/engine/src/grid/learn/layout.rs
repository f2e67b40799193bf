//! The layout of the index of actions and of an observation of Grid, with descriptions for people.

/// The places of the choices, after those of the faces.
pub const SCORE: usize = 0;
pub const REVERSE: usize = 6;
pub const POSITIONS: usize = 12;
pub const N_CHOICES: usize = POSITIONS + 16;

/// The rows of the positions: one above those of the cells, and these. A name, and what it means.
pub const ROWS: [(&str, &str); 4] = [
    ("above", "a new row above the first"),
    ("row0", "row 0"),
    ("row1", "row 1"),
    ("row2", "row 2"),
];

/// The columns, in the same way.
pub const COLUMNS: [(&str, &str); 4] = [
    ("left", "a new column to the left"),
    ("column0", "column 0"),
    ("column1", "column 1"),
    ("column2", "column 2"),
];

/// The places of the table's part of an observation, after the hand.
pub mod table {
    use crate::grid::faces::{SYMBOLS, TOPS};

    pub const QUESTION: usize = 0;
    pub const CHOSEN: usize = QUESTION + 4;
    pub const LINE: usize = CHOSEN + SYMBOLS;
    pub const NEXT: usize = LINE + 6;
    pub const DUE: usize = NEXT + 10;
    pub const PAID: usize = DUE + 10;
    pub const CELLS: usize = PAID + SYMBOLS;
    pub const FULL: usize = CELLS + 9 * TOPS;
    pub const BURIED: usize = FULL + 1;
    pub const PILE: usize = BURIED + SYMBOLS;
    pub const TURN: usize = PILE + 1;
    pub const SEATS: usize = TURN + 1;
    pub const SIZE: usize = SEATS + 1;
}

/// The places of a seat's part.
pub mod seat {
    use crate::grid::faces::SYMBOLS;

    pub const CARDS: usize = 0;
    pub const ON_TURN: usize = 1;
    pub const FIRST: usize = 2;
    pub const POINTS: usize = 3;
    pub const LINES: usize = 4;
    pub const PASSES: usize = 5;
    pub const SCORE_PILE: usize = 6;
    pub const SHOWN: usize = SCORE_PILE + SYMBOLS;
    pub const SIZE: usize = SHOWN + SYMBOLS;
}

/// The description of the hand, which comes first.
pub const HAND: &str = "by card of the deck, copies side by side: 1 at the first copy of a card where the own hand holds one, at the second too where it holds two; what is chosen to pay with is still there";

/// The table's part of an observation for people; the cells stand between `paid` and `full`.
pub const TABLE_PLACES: [(&str, usize, &str); 6] = [
    (
        "question",
        table::CHOSEN - table::QUESTION,
        "1 at what is asked: turn, position, line, pay; of another seat's move only that it is on turn",
    ),
    (
        "chosen",
        table::LINE - table::CHOSEN,
        "1 at the card that is being placed (GR-4) or turns a line (GR-5), while the place or the line is asked for: 0 to 9, D2, S, R, W, W4",
    ),
    (
        "line",
        table::NEXT - table::LINE,
        "1 at the line that is being paid for (GR-8): row0 to row2, column0 to column2",
    ),
    (
        "next",
        table::DUE - table::NEXT,
        "1 at the number that is to be paid next, 0 to 9",
    ),
    (
        "due",
        table::PAID - table::DUE,
        "by number, 0 to 9: how often it is still to be paid, the next one included",
    ),
    (
        "paid",
        table::CELLS - table::PAID,
        "by symbol: cards of the hand that are chosen to pay with so far; 0 to 9, D2, S, R, W, W4",
    ),
];

/// The description of a cell.
pub const CELL: &str =
    "1 at the top card's number, 0 to 9, or for a Skip at 10; none where no card lies";

/// The table's part after the cells.
pub const TABLE_PLACES_AFTER: [(&str, usize, &str); 5] = [
    (
        "full",
        table::BURIED - table::FULL,
        "1 where all nine cells are filled",
    ),
    (
        "buried",
        table::PILE - table::BURIED,
        "by symbol: cards of the Grid that are not on top; 0 to 9, D2, S, R, W, W4",
    ),
    ("pile", table::TURN - table::PILE, "cards in the draw pile"),
    (
        "turn",
        table::SEATS - table::TURN,
        "turns taken, this one included",
    ),
    ("seats", table::SIZE - table::SEATS, "seats at the table"),
];

/// A seat's part for people. Seat 0 is the seat itself, seat 1 sits to its left.
pub const SEAT_PLACES: [(&str, usize, &str); 8] = [
    ("cards", seat::ON_TURN - seat::CARDS, "cards in the hand"),
    (
        "on_turn",
        seat::FIRST - seat::ON_TURN,
        "1 where the turn is its own",
    ),
    (
        "first",
        seat::POINTS - seat::FIRST,
        "1 where it began (GR-1)",
    ),
    (
        "points",
        seat::LINES - seat::POINTS,
        "face value of the numbers in its score pile (GR-9), 255 at the most",
    ),
    ("lines", seat::PASSES - seat::LINES, "lines that it scored"),
    (
        "passes",
        seat::SCORE_PILE - seat::PASSES,
        "turns that it ended without a move (GR-2)",
    ),
    (
        "score_pile",
        seat::SHOWN - seat::SCORE_PILE,
        "by symbol: cards in its score pile; 0 to 9, D2, S, R, W, W4",
    ),
    (
        "shown",
        seat::SIZE - seat::SHOWN,
        "by symbol: cards that all know to be in its hand (GR-2); 0 to 9, D2, S, R, W, W4",
    ),
];
