//! The layout of the index of actions, with descriptions for people, and of an observation, whose sections stand with the fields of the view.

use crate::cards::MAX_SEATS;

/// The places of the choices, after those of the faces.
pub const DRAW: usize = 0;
pub const KEEP: usize = 1;
pub const ACCEPT: usize = 2;
pub const YES: usize = 5;
pub const COLOURS: usize = 7;
pub const TOWERS: usize = 11;
pub const SEATS: usize = 15;
pub const N_CHOICES: usize = SEATS + MAX_SEATS - 1;

/// The names of the choices before the seats.
pub const CHOICE_NAMES: [(&str, &str); SEATS] = [
    ("draw", "draw a card instead of playing one (PG-6)"),
    ("keep", "keep the card just drawn (PG-6)"),
    ("accept", "take what the card does (PG-9, PG-10)"),
    ("block", "block the card with a tower (PG-9)"),
    ("challenge", "challenge the Wild Draw Four (PG-10)"),
    (
        "yes",
        "take Instant UNO (PG-11), call UNO or catch it (PG-12)",
    ),
    ("no", "decline, forget, or miss it"),
    ("red", "name red"),
    ("yellow", "name yellow"),
    ("green", "name green"),
    ("blue", "name blue"),
    ("tower-U", "claim U (PG-8)"),
    ("tower-N", "claim N (PG-8)"),
    ("tower-O", "claim O (PG-8)"),
    ("tower-!", "claim ! (PG-8)"),
];

/// The places of the table's part of an observation, after the sections by card.
pub mod table {
    use crate::game::{section_at, sections_len};
    use crate::shedding::fields::FIELDS;

    pub const TOP: usize = section_at(FIELDS, "top");
    pub const COLOUR: usize = section_at(FIELDS, "colour");
    pub const COLOUR_BEFORE: usize = section_at(FIELDS, "colour_before");
    pub const QUESTION: usize = section_at(FIELDS, "question");
    pub const STACK: usize = section_at(FIELDS, "stack");
    pub const GRABS: usize = section_at(FIELDS, "grabs");
    pub const OPEN_BLUFF: usize = section_at(FIELDS, "open_bluff");
    pub const DRAWN: usize = section_at(FIELDS, "drawn");
    pub const DRAWN_COLOUR: usize = section_at(FIELDS, "drawn_colour");
    pub const MIDDLE: usize = section_at(FIELDS, "middle");
    pub const PILE: usize = section_at(FIELDS, "pile");
    pub const TURN: usize = section_at(FIELDS, "turn");
    pub const ROUND: usize = section_at(FIELDS, "round");
    pub const TO_THE_RIGHT: usize = section_at(FIELDS, "to_the_right");
    pub const SEATS: usize = section_at(FIELDS, "seats");
    pub const SIZE: usize = sections_len(FIELDS);
}

/// The places of a seat's part.
pub mod seat {
    use crate::game::{section_at, sections_len};
    use crate::shedding::fields::SEAT_FIELDS;

    pub const CARDS: usize = section_at(SEAT_FIELDS, "cards");
    pub const TOWERS: usize = section_at(SEAT_FIELDS, "towers");
    pub const ON_TURN: usize = section_at(SEAT_FIELDS, "on_turn");
    pub const DEALER: usize = section_at(SEAT_FIELDS, "dealer");
    pub const SCORE: usize = section_at(SEAT_FIELDS, "score");
    pub const PASSED: usize = section_at(SEAT_FIELDS, "passed");
    pub const LEAST: usize = section_at(SEAT_FIELDS, "least");
    pub const EXCLUDED: usize = section_at(SEAT_FIELDS, "excluded");
    pub const SHOWN: usize = section_at(SEAT_FIELDS, "shown");
    pub const NAMED: usize = section_at(SEAT_FIELDS, "named");
    pub const RECORD: usize = section_at(SEAT_FIELDS, "record");
    pub const DRAWN: usize = section_at(SEAT_FIELDS, "drawn");
    pub const SIZE: usize = sections_len(SEAT_FIELDS);
}
