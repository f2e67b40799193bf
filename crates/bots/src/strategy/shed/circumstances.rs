//! Circumstances of the shedding games' decisions, in words.

use crate::strategy::rules::Context;
use powergrab_engine::cards::Seat;
use powergrab_engine::shedding::{Shedding, View};

/// Returns the class of a number of cards: 1, 2, 3, 4 to 6, 7 or more.
fn hand_class(cards: u32) -> u8 {
    match cards {
        0 | 1 => 0,
        2 => 1,
        3 => 2,
        4..=6 => 3,
        _ => 4,
    }
}

/// Returns the class of another seat's number of cards: 1, 2, 3 or more.
fn few(cards: u32) -> u8 {
    (cards.clamp(1, 3) - 1) as u8
}

fn others(view: View<'_>) -> impl Iterator<Item = Seat> {
    let own = view.seat();
    (0..view.n_seats() as Seat).filter(move |seat| *seat != own)
}

/// The circumstances.
pub const CONTEXTS: &[Context<Shedding>] = &[
    Context {
        name: "cards in hand",
        values: &[
            "with one card in hand",
            "with two cards in hand",
            "with three cards in hand",
            "with four to six cards in hand",
            "with seven cards or more in hand",
        ],
        at_most: &[
            "with one card in hand",
            "with at most two cards in hand",
            "with at most three cards in hand",
            "with at most six cards in hand",
            "",
        ],
        at_least: &[
            "",
            "with two cards or more in hand",
            "with three cards or more in hand",
            "with four cards or more in hand",
            "with seven cards or more in hand",
        ],
        value: |view| hand_class(view.hand_size(view.seat())),
    },
    Context {
        name: "the next seat's cards",
        values: &[
            "when the next seat has one card",
            "when the next seat has two cards",
            "when the next seat has three cards or more",
        ],
        at_most: &[
            "when the next seat has one card",
            "when the next seat has one or two cards",
            "",
        ],
        at_least: &[
            "",
            "when the next seat has two cards or more",
            "when the next seat has three cards or more",
        ],
        value: |view| few(view.hand_size(view.after(view.seat()))),
    },
    Context {
        name: "the fewest cards of another",
        values: &[
            "when somebody else has one card",
            "when somebody else has two cards, and nobody fewer",
            "when nobody else has fewer than three cards",
        ],
        at_most: &[
            "when somebody else has one card",
            "when somebody else has one or two cards",
            "",
        ],
        at_least: &[
            "",
            "when nobody else has just one card",
            "when nobody else has fewer than three cards",
        ],
        value: |view| few(view.fewest_of_others()),
    },
    Context {
        name: "towers held",
        values: &[
            "without a tower",
            "with one tower",
            "with two towers or more",
        ],
        at_most: &["without a tower", "with at most one tower", ""],
        at_least: &["", "with a tower", "with two towers or more"],
        value: |view| view.towers(view.seat()).count_ones().min(2) as u8,
    },
    Context {
        name: "the score",
        values: &[
            "when behind in the game",
            "when level in the game",
            "when ahead in the game",
        ],
        at_most: &[],
        at_least: &[],
        value: |view| {
            let best = others(view).map(|seat| view.score(seat)).max();
            match view.score(view.seat()).cmp(&best.unwrap_or(0)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            }
        },
    },
    Context {
        name: "the target",
        values: &[
            "before anybody is within 100 points of the target",
            "when somebody is within 100 points of the target",
        ],
        at_most: &[],
        at_least: &[],
        value: |view| {
            let seats = 0..view.n_seats() as Seat;
            let best = seats.map(|seat| view.score(seat)).max().unwrap_or(0);
            u8::from(best + 100 >= view.game().rules().target_score)
        },
    },
];
