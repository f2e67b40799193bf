//! The same under house rules (HR): each alone, several together, 2 to 10 seats.

use super::{SHORT, TINY, agree, case};

const SAME: (&str, &str) = ("stack", "same");
const CROSS: (&str, &str) = ("stack", "cross");
const UNTIL: (&str, &str) = ("draw", "until-playable");
const FORCED: (&str, &str) = ("force_play", "true");
const NO_CHALLENGE: (&str, &str) = ("challenge", "false");
const NO_BLUFF: (&str, &str) = ("bluff", "false");
const SEVEN_ZERO: (&str, &str) = ("seven_zero", "true");
const NUMBER: (&str, &str) = ("upcard", "number");
const PLAIN: (&str, &str) = ("upcard", "plain");

#[test]
fn each_house_rule_alone() {
    agree(&[
        case("power-grab", 4, &[SAME]),
        case("power-grab", 3, &[CROSS]),
        case("power-grab", 4, &[UNTIL]),
        case("power-grab", 2, &[FORCED]),
        case("power-grab", 4, &[NO_CHALLENGE]),
        case("power-grab", 3, &[NO_BLUFF]),
        case("power-grab", 4, &[SEVEN_ZERO]),
        case("classic", 4, &[SAME]),
        case("classic", 2, &[CROSS]),
        case("classic", 6, &[UNTIL]),
        case("classic", 4, &[SEVEN_ZERO]),
        case("green-lantern", 3, &[SEVEN_ZERO]),
        case("power-grab", 3, &[NUMBER]),
        case("power-grab", 4, &[PLAIN]),
        case("classic", 10, &[NUMBER]),
        case("green-lantern", 2, &[PLAIN]),
    ]);
}

#[test]
fn house_rules_together() {
    agree(&[
        case("power-grab", 4, &[CROSS, UNTIL, SEVEN_ZERO]),
        case("power-grab", 2, &[CROSS, UNTIL, SEVEN_ZERO]),
        case("power-grab", 6, &[SAME, UNTIL, NO_CHALLENGE]),
        case("power-grab", 3, &[NO_BLUFF, FORCED]),
        case(
            "power-grab",
            6,
            &[CROSS, UNTIL, SEVEN_ZERO, FORCED, NO_CHALLENGE, NO_BLUFF],
        ),
        case("green-lantern", 10, &[CROSS, UNTIL, SEVEN_ZERO]),
        case("classic", 10, &[SAME, UNTIL, ("reshuffle", "on-empty")]),
        case(
            "classic",
            2,
            &[SEVEN_ZERO, CROSS, ("two_player_reverse", "skip")],
        ),
        case(
            "classic",
            8,
            &[CROSS, ("next_dealer", "winner"), ("hand_size", "10")],
        ),
        case(
            "green-lantern",
            5,
            &[NO_BLUFF, UNTIL, ("wild_after_draw", "true")],
        ),
        case(
            "power-grab",
            2,
            &[PLAIN, FORCED, ("two_player_reverse", "skip")],
        ),
        case("classic", 4, &[NUMBER, CROSS, ("next_dealer", "winner")]),
    ]);
}

/// Cards run out in stacks and while a seat draws until it can play; rounds end in the middle of a
/// stack.
#[test]
fn house_rules_with_few_cards() {
    agree(&[
        case(
            "power-grab",
            4,
            &[
                SHORT,
                CROSS,
                UNTIL,
                ("hand_size", "4"),
                ("max_turns", "300"),
            ],
        ),
        case(
            "power-grab",
            3,
            &[
                SHORT,
                CROSS,
                ("hand_size", "4"),
                ("max_turns", "9"),
                ("block_last", "false"),
            ],
        ),
        case(
            "power-grab",
            3,
            &[
                SHORT,
                SAME,
                UNTIL,
                ("reshuffle", "on-empty"),
                ("hand_size", "5"),
                ("max_turns", "300"),
            ],
        ),
        case(
            "classic",
            2,
            &[
                TINY,
                UNTIL,
                ("hand_size", "3"),
                ("max_turns", "200"),
                ("target_score", "20"),
                ("max_rounds", "50"),
            ],
        ),
    ]);
}
