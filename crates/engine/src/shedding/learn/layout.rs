//! Layout of the action indices, with descriptions for people, and of an observation: the sections
//! filled from the fields of the view (`shedding/fields.rs`).

use crate::cards::MAX_SEATS;

/// Offsets of the choices, after those of the faces.
pub const DRAW: usize = 0;
pub const KEEP: usize = 1;
pub const ACCEPT: usize = 2;
pub const YES: usize = 5;
pub const COLOURS: usize = 7;
pub const TOWERS: usize = 11;
pub const SEATS: usize = 15;
pub const N_CHOICES: usize = SEATS + MAX_SEATS - 1;

/// Names of the choices before the seats.
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

/// Sections of the table's part of an observation, those by card first.
pub mod table {
    use crate::game::Section;

    pub const QUESTION: Section = Section::new(
        27,
        12,
        "question",
        "1 at what is asked: turn, drawn, gift, colour, tower, instant-uno, keep, call, catch, react, upcard, exchange (HR-5)",
    );
    pub const HAND: Section = Section::by_card(
        "hand",
        "by card of the deck, copies side by side: 1 at the first copy of a card where the own hand holds one, at the second too where it holds two, and so on",
    );
    pub const TOP: Section = Section::new(
        0,
        19,
        "top",
        "1 at the top card's number or symbol: 0 to 9, D1, D2, S, R, G2, W, WT, WP, W4",
    );
    pub const COLOUR: Section = Section::new(
        19,
        4,
        "colour",
        "1 at the colour in force: R, Y, G, B; none before it is named for a wild upcard",
    );
    pub const TO_THE_RIGHT: Section =
        Section::new(73, 1, "to_the_right", "1 where play goes to the right");
    pub const ROUND: Section = Section::new(
        72,
        1,
        "round",
        "rounds of the game before this one, 255 at the most",
    );
    pub const TURN: Section =
        Section::new(71, 1, "turn", "turns taken in the round, 255 at the most");
    pub const PILE: Section = Section::new(70, 1, "pile", "cards in the draw pile");
    pub const DRAWN: Section = Section::new(
        42,
        19,
        "drawn",
        "1 at the number or symbol of the card just drawn, while it may be played (PG-6)",
    );
    pub const DRAWN_COLOUR: Section =
        Section::new(61, 5, "drawn_colour", "1 at its colour: R, Y, G, B, wild");
    pub const COLOUR_BEFORE: Section = Section::new(
        23,
        4,
        "colour_before",
        "1 at the colour before the wild on top, while that matters (PG-10)",
    );
    pub const OPEN_BLUFF: Section = Section::new(
        41,
        1,
        "open_bluff",
        "1 where all know the Wild Draw Four on top to be a bluff (PG-11)",
    );
    pub const STACK: Section = Section::new(
        39,
        1,
        "stack",
        "cards that the next seat has to draw by the stack so far (HR-1); 0 without stacking",
    );
    pub const DISCARDS: Section = Section::by_card(
        "discards",
        "the same for the discard pile, the top card included",
    );
    pub const SEATS: Section = Section::new(74, 1, "seats", "seats at the table");
    pub const MIDDLE: Section = Section::new(
        66,
        4,
        "middle",
        "1 for each tower in the middle: U, N, O, ! (PG-8)",
    );
    pub const GRABS: Section = Section::new(
        40,
        1,
        "grabs",
        "towers still to claim, while one is chosen (PG-8)",
    );
    pub const SIZE: usize = SEATS.at + SEATS.len;
}

/// Sections of a seat's part.
pub mod seat {
    use crate::game::Section;

    pub const CARDS: Section = Section::new(0, 1, "cards", "cards in the hand");
    pub const TOWERS: Section =
        Section::new(1, 4, "towers", "1 for each tower that it holds: U, N, O, !");
    pub const SCORE: Section = Section::new(7, 1, "score", "its score, the target being 255");
    pub const SHOWN: Section = Section::new(
        20,
        5,
        "shown",
        "by colour, wild last: cards of its hand that the own seat was shown or gave",
    );
    pub const DRAWN: Section =
        Section::new(34, 1, "drawn", "cards drawn in the round, 255 at the most");
    pub const NAMED: Section = Section::new(
        25,
        4,
        "named",
        "1 at the colour that it named last in the round",
    );
    pub const RECORD: Section = Section::new(
        29,
        5,
        "record",
        "Wild Draw Fours played in the game, challenged, found guilty; challenges made, found right",
    );
    pub const LEAST: Section = Section::new(
        12,
        4,
        "least",
        "by colour: the fewest cards that it is known to hold (PG-10, GL-4)",
    );
    pub const EXCLUDED: Section = Section::new(
        16,
        4,
        "excluded",
        "by colour: cards of its hand that are known to be of another (PG-10, GL-4)",
    );
    pub const PASSED: Section = Section::new(
        8,
        4,
        "passed",
        "by colour: 8 where it passed under that colour and has drawn nothing since, one less for each card drawn, down to 1; 0 where it never passed",
    );
    pub const ON_TURN: Section = Section::new(5, 1, "on_turn", "1 where the turn is its own");
    pub const DEALER: Section = Section::new(6, 1, "dealer", "1 where it dealt");
    pub const SIZE: usize = DRAWN.at + DRAWN.len;
}
