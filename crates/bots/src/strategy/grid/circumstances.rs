//! Circumstances of Grid's decisions, in words.

use crate::strategy::rules::Context;
use powergrab_engine::cards::Seat;
use powergrab_engine::grid::Grid;

fn few(cards: u32) -> u8 {
    match cards {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

/// The circumstances.
pub const CONTEXTS: &[Context<Grid>] = &[
    Context {
        name: "cards in hand",
        values: &[
            "with at most two cards in hand",
            "with three to five cards in hand",
            "with six cards or more in hand",
        ],
        at_most: &[
            "with at most two cards in hand",
            "with at most five cards in hand",
            "",
        ],
        at_least: &[
            "",
            "with three cards or more in hand",
            "with six cards or more in hand",
        ],
        value: |view| few(view.hand_size(view.seat())),
    },
    Context {
        name: "the fewest cards of another",
        values: &[
            "when somebody else has at most two cards",
            "when somebody else has three to five cards, and nobody fewer",
            "when nobody else has fewer than six cards",
        ],
        at_most: &[
            "when somebody else has at most two cards",
            "when somebody else has at most five cards",
            "",
        ],
        at_least: &[
            "",
            "when nobody else has fewer than three cards",
            "when nobody else has fewer than six cards",
        ],
        value: |view| {
            let own = view.seat();
            let others = (0..view.n_seats() as Seat).filter(|seat| *seat != own);
            few(others.map(|seat| view.hand_size(seat)).min().unwrap_or(0))
        },
    },
    Context {
        name: "the points so far",
        values: &[
            "when behind in points",
            "when level in points",
            "when ahead in points",
        ],
        at_most: &[],
        at_least: &[],
        value: |view| {
            let own = view.seat();
            let others = (0..view.n_seats() as Seat).filter(|seat| *seat != own);
            let best = others.map(|seat| view.points_won(seat)).max();
            match view.points_won(own).cmp(&best.unwrap_or(0)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            }
        },
    },
];
