//! What towers, blocks and cards are worth, by intervention.

use super::sheet::{PLACE, Sheet};
use crate::report::sheet::{Column, count, number, text};

const EFFECT: &[Column] = &[
    count("samples", "how often it was tried"),
    count(
        "deals",
        "deals played, those without a sample included; standard errors are clustered by them",
    ),
    number(
        "win",
        "the change in the seat's chance of winning the round, as a share",
    ),
    number("win_se", "standard error of win"),
    number("win_low", "lower bound of the 95 % interval of win"),
    number("win_high", "upper bound of that interval"),
    number(
        "points",
        "the change in the points that the round brings the seat (PG-16)",
    ),
    number("points_se", "standard error of points"),
    number("points_low", "lower bound of the 95 % interval of points"),
    number("points_high", "upper bound of that interval"),
];

/// The same effect on the game.
const GAME_EFFECT: &[Column] = &[
    number(
        "game_win",
        "with unit = \"game\": the change in the seat's chance of winning the game that the round belongs to, as a share; empty otherwise",
    ),
    number("game_win_se", "standard error of game_win"),
    number(
        "game_win_low",
        "lower bound of the 95 % interval of game_win",
    ),
    number("game_win_high", "upper bound of that interval"),
    number(
        "game_points",
        "with unit = \"game\": the change in the points that the seat has at the game's end",
    ),
    number("game_points_se", "standard error of game_points"),
    number(
        "game_points_low",
        "lower bound of the 95 % interval of game_points",
    ),
    number("game_points_high", "upper bound of that interval"),
];

pub(super) const TOWERS: Sheet = Sheet {
    file: "tower_worth.csv",
    about: "What a tower is worth to the seat that holds it, by intervention: at turns drawn by lot a tower was given to a seat, taken from it or moved to it, all else and all later chance left equal, and the round was played on both ways; with unit = \"game\" the whole game, in each of whose rounds turns were drawn. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.",
    columns: &[
        PLACE,
        &[
            text("tower", "the tower: U, N, O or !"),
            text(
                "by",
                "by what the turns are split up: all; hand (cards in the seat's hand); others (how many other towers it holds); change (given from the middle, taken to the middle, moved from another seat)",
            ),
            text("value", "which of those turns; empty with all"),
        ],
        EFFECT,
        GAME_EFFECT,
        &[
            number(
                "naive_win",
                "the correlation instead: how much more often those win who hold the tower at such a turn than those who do not",
            ),
            number("naive_win_se", "standard error of naive_win"),
            number(
                "naive_win_low",
                "lower bound of the 95 % interval of naive_win",
            ),
            number("naive_win_high", "upper bound of that interval"),
            number("naive_points", "the same in points of the round"),
            number("naive_points_se", "standard error of naive_points"),
            number(
                "naive_points_low",
                "lower bound of the 95 % interval of naive_points",
            ),
            number("naive_points_high", "upper bound of that interval"),
        ],
    ],
    write: |findings, rows| {
        for row in &findings.towers {
            rows.place(&row.place)
                .cell(row.tower)
                .cell(row.by)
                .cell(&row.value)
                .effect(&row.effect)
                .game_effect(row.game.as_ref())
                .estimate(row.naive_win.as_ref())
                .estimate(row.naive_points.as_ref())
                .end();
        }
    },
    has: |findings| !findings.towers.is_empty(),
};

pub(super) const BLOCKS: Sheet = Sheet {
    file: "block_worth.csv",
    about: "What blocking is worth (PG-9): where a seat could block, the round was played on with the block and with the card taken. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.",
    columns: &[
        PLACE,
        &[
            text("tower", "the tower that blocks: U, N, O or !"),
            text("card", "the card that acts on the seat: D1, D2, W4, S"),
        ],
        EFFECT,
        GAME_EFFECT,
        &[
            number(
                "draws_avoided",
                "cards that the seat draws less until the end of the round",
            ),
            number("draws_avoided_se", "standard error of draws_avoided"),
            number(
                "draws_avoided_low",
                "lower bound of the 95 % interval of draws_avoided",
            ),
            number("draws_avoided_high", "upper bound of that interval"),
            number(
                "turns_gained",
                "turns that the seat takes more until the end of the round; below 0 where it gets out sooner",
            ),
            number("turns_gained_se", "standard error of turns_gained"),
            number(
                "turns_gained_low",
                "lower bound of the 95 % interval of turns_gained",
            ),
            number("turns_gained_high", "upper bound of that interval"),
        ],
    ],
    write: |findings, rows| {
        for row in &findings.blocks {
            rows.place(&row.place)
                .cell(row.tower)
                .cell(&row.card)
                .effect(&row.effect)
                .game_effect(row.game.as_ref())
                .estimate(Some(&row.draws_avoided))
                .estimate(Some(&row.turns_gained))
                .end();
        }
    },
    has: |findings| !findings.blocks.is_empty(),
};

pub(super) const CARDS: Sheet = Sheet {
    file: "card_worth.csv",
    about: "What a card is worth at the start: one card of a dealt hand, drawn by lot, was exchanged for one of this kind from the draw pile, all else left equal. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.",
    columns: &[
        PLACE,
        &[text(
            "card",
            "the kind of card: action cards by their text, numbers by their icon, plain numbers in two classes",
        )],
        EFFECT,
    ],
    write: |findings, rows| {
        for row in &findings.cards {
            rows.place(&row.place)
                .cell(&row.card)
                .effect(&row.effect)
                .end();
        }
    },
    has: |findings| !findings.cards.is_empty(),
};
