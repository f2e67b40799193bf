//! The layout of the index of actions and of an observation, with descriptions for people.

use crate::cards::{MAX_SEATS, Tower};

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

/// The places of the table's part of an observation, after the two parts by face.
pub mod table {
    pub const TOP: usize = 0;
    pub const COLOUR: usize = TOP + 19;
    pub const COLOUR_BEFORE: usize = COLOUR + 4;
    pub const QUESTION: usize = COLOUR_BEFORE + 4;
    pub const STACK: usize = QUESTION + 12;
    pub const GRABS: usize = STACK + 1;
    pub const OPEN_BLUFF: usize = GRABS + 1;
    pub const DRAWN: usize = OPEN_BLUFF + 1;
    pub const DRAWN_COLOUR: usize = DRAWN + 19;
    pub const MIDDLE: usize = DRAWN_COLOUR + 5;
    pub const PILE: usize = MIDDLE + 4;
    pub const TURN: usize = PILE + 1;
    pub const ROUND: usize = TURN + 1;
    pub const TO_THE_RIGHT: usize = ROUND + 1;
    pub const SEATS: usize = TO_THE_RIGHT + 1;
    pub const SIZE: usize = SEATS + 1;
}

/// The places of a seat's part.
pub mod seat {
    pub const CARDS: usize = 0;
    pub const TOWERS: usize = 1;
    pub const ON_TURN: usize = 5;
    pub const DEALER: usize = 6;
    pub const SCORE: usize = 7;
    pub const PASSED: usize = 8;
    pub const LEAST: usize = 12;
    pub const EXCLUDED: usize = 16;
    pub const SHOWN: usize = 20;
    pub const NAMED: usize = 25;
    pub const RECORD: usize = 29;
    pub const DRAWN: usize = 34;
    pub const SIZE: usize = 35;
}

/// The questions in the order of their places.
pub const QUESTIONS: [&str; 12] = [
    "turn",
    "drawn",
    "gift",
    "colour",
    "tower",
    "instant-uno",
    "keep",
    "call",
    "catch",
    "react",
    "upcard",
    "exchange",
];

const _: () = assert!(QUESTIONS.len() == table::STACK - table::QUESTION);

/// The table's part of an observation for people.
pub fn table_places() -> [(&'static str, usize, &'static str); 15] {
    use table::*;
    [
        (
            "top",
            COLOUR - TOP,
            "1 at the top card's number or symbol: 0 to 9, D1, D2, S, R, G2, W, WT, WP, W4",
        ),
        (
            "colour",
            COLOUR_BEFORE - COLOUR,
            "1 at the colour in force: R, Y, G, B; none before it is named for a wild upcard",
        ),
        (
            "colour_before",
            QUESTION - COLOUR_BEFORE,
            "1 at the colour before the wild on top, while that matters (PG-10)",
        ),
        (
            "question",
            STACK - QUESTION,
            "1 at what is asked: turn, drawn, gift, colour, tower, instant-uno, keep, call, catch, react, upcard, exchange (HR-5)",
        ),
        (
            "stack",
            GRABS - STACK,
            "cards that the next seat has to draw by the stack so far (HR-1); 0 without stacking",
        ),
        (
            "grabs",
            OPEN_BLUFF - GRABS,
            "towers still to claim, while one is chosen (PG-8)",
        ),
        (
            "open_bluff",
            DRAWN - OPEN_BLUFF,
            "1 where all know the Wild Draw Four on top to be a bluff (PG-11)",
        ),
        (
            "drawn",
            DRAWN_COLOUR - DRAWN,
            "1 at the number or symbol of the card just drawn, while it may be played (PG-6)",
        ),
        (
            "drawn_colour",
            MIDDLE - DRAWN_COLOUR,
            "1 at its colour: R, Y, G, B, wild",
        ),
        (
            "middle",
            PILE - MIDDLE,
            "1 for each tower in the middle: U, N, O, ! (PG-8)",
        ),
        ("pile", TURN - PILE, "cards in the draw pile"),
        (
            "turn",
            ROUND - TURN,
            "turns taken in the round, 255 at the most",
        ),
        (
            "round",
            TO_THE_RIGHT - ROUND,
            "rounds of the game before this one, 255 at the most",
        ),
        (
            "to_the_right",
            SEATS - TO_THE_RIGHT,
            "1 where play goes to the right",
        ),
        ("seats", SIZE - SEATS, "seats at the table"),
    ]
}

/// A seat's part for people. Seat 0 is the seat itself, seat 1 comes next in the direction of play.
pub const SEAT_PLACES: &[(&str, usize, &str)] = &[
    ("cards", seat::TOWERS - seat::CARDS, "cards in the hand"),
    (
        "towers",
        seat::ON_TURN - seat::TOWERS,
        "1 for each tower that it holds: U, N, O, !",
    ),
    (
        "on_turn",
        seat::DEALER - seat::ON_TURN,
        "1 where the turn is its own",
    ),
    ("dealer", seat::SCORE - seat::DEALER, "1 where it dealt"),
    (
        "score",
        seat::PASSED - seat::SCORE,
        "its score, the target being 255",
    ),
    (
        "passed",
        seat::LEAST - seat::PASSED,
        "by colour: 8 where it passed under that colour and has drawn nothing since, one less for each card drawn, down to 1; 0 where it never passed",
    ),
    (
        "least",
        seat::EXCLUDED - seat::LEAST,
        "by colour: the fewest cards that it is known to hold (PG-10, GL-4)",
    ),
    (
        "excluded",
        seat::SHOWN - seat::EXCLUDED,
        "by colour: cards of its hand that are known to be of another (PG-10, GL-4)",
    ),
    (
        "shown",
        seat::NAMED - seat::SHOWN,
        "by colour, wild last: cards of its hand that the own seat was shown or gave",
    ),
    (
        "named",
        seat::RECORD - seat::NAMED,
        "1 at the colour that it named last in the round",
    ),
    (
        "record",
        seat::DRAWN - seat::RECORD,
        "Wild Draw Fours played in the game, challenged, found guilty; challenges made, found right",
    ),
    (
        "drawn",
        seat::SIZE - seat::DRAWN,
        "cards drawn in the round, 255 at the most",
    ),
];

/// The towers' places stand in the order of [`Tower::ALL`].
const _: () = assert!(Tower::ALL.len() == seat::ON_TURN - seat::TOWERS);
