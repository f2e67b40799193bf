//! The course of rounds, and what decides them.

use super::sheet::{PLACE, Sheet};
use crate::report::sheet::{number, text};

pub(super) const DRAMA: Sheet = Sheet {
    file: "drama.csv",
    about: "The course of rounds. A seat's chance at a turn is how often seats with as many cards, the smallest other hand as large, won in the first half of the deals; it is judged on the second half. Turns are those in which a seat has something to play.",
    columns: &[
        PLACE,
        &[
            text(
                "metric",
                "turns (of a round); won (share of rounds with a winner); first_seat_wins, dealer_wins (of won rounds); lead_changes (times another seat becomes the one with fewest cards); comebacks (won rounds whose winner had the most cards half-way); known_50, known_80 (part of the round after which the winner's chance stays above 50, 80 %); favourite_wins (share of rounds in which the seat with the highest chance at that point wins), favourite_forecast (its mean chance), brier (mean sum of squared errors of all chances); calibration_forecast, calibration_won (over all turns: mean chance, and share really won, of a class of forecasts). At a set part of a round the forecasts are too careful towards its end, for who plays does not know how near that is",
            ),
            text(
                "at",
                "the part of the round's turns, or the class of forecasts; empty where there is but one figure",
            ),
            number("value", "the figure"),
            number(
                "se",
                "its standard error, clustered by deal; of favourite_wins, favourite_forecast and brier from 50 replicates of a bootstrap by deal, each of which learns its own chances and judges by them; of calibration_won given the chances of this run; empty for known_50, known_80 and calibration_forecast, which jump where a chance crosses a line",
            ),
            number(
                "low",
                "lower bound of its 95 % interval; empty where there is no standard error, or fewer than 25 deals have anything to count",
            ),
            number("high", "upper bound of that interval"),
        ],
    ],
    write: |findings, rows| {
        for row in &findings.drama {
            rows.place(&row.place)
                .cell(row.metric)
                .cell(&row.at)
                .estimate(Some(&row.figure))
                .end();
        }
    },
    has: |findings| !findings.drama.is_empty(),
};

pub(super) const LEDGER: Sheet = Sheet {
    file: "ledger.csv",
    about: "Luck and skill: which source decides whether a seat wins a round, as shares of the variance, by pick-freeze over independent streams.",
    columns: &[
        PLACE,
        &[
            text("source", "seat, deal, draws, dice or bots"),
            text("meaning", "what that is"),
            number(
                "first",
                "first-order share: what the source explains by itself",
            ),
            number("first_se", "its standard error"),
            number("first_low", "lower bound of its 95 % interval"),
            number("first_high", "upper bound of that interval"),
            number(
                "total",
                "total share: what the source has a hand in, together with others",
            ),
            number("total_se", "its standard error"),
            number("total_low", "lower bound of its 95 % interval"),
            number("total_high", "upper bound of that interval"),
        ],
    ],
    write: |findings, rows| {
        for row in &findings.ledger {
            rows.place(&row.place)
                .cell(row.source)
                .cell(row.meaning)
                .estimate(Some(&row.first))
                .estimate(Some(&row.total))
                .end();
        }
    },
    has: |findings| !findings.ledger.is_empty(),
};
