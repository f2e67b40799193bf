//! The CSV files of `balance`: their columns with meanings, their rows, and the data dictionary made from them.

use super::sheet::{Column, Rows, column};
use crate::cards::Tower;
use crate::lab::balance::cards::CardRow;
use crate::lab::balance::drama::DramaRow;
use crate::lab::balance::ledger::LedgerRow;
use crate::lab::balance::search::Design;
use crate::lab::balance::towers::{BlockRow, WorthRow};
use crate::lab::balance::variants::{RankingRow, VariantRow};
use crate::lab::balance::{Effect, Place};
use crate::stats::moments::Estimate;
use std::fmt::Write as _;

/// Everything that a run of `balance` found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// `tower_worth.csv`
    pub towers: Vec<WorthRow>,
    /// `block_worth.csv`
    pub blocks: Vec<BlockRow>,
    /// `card_worth.csv`
    pub cards: Vec<CardRow>,
    /// `ablations.csv`
    pub ablations: Vec<VariantRow>,
    /// `rulings.csv`
    pub rulings: Vec<VariantRow>,
    /// `rankings.csv`
    pub rankings: Vec<RankingRow>,
    /// `drama.csv`
    pub drama: Vec<DramaRow>,
    /// `ledger.csv`
    pub ledger: Vec<LedgerRow>,
    /// `pareto.csv`
    pub designs: Vec<Design>,
}

/// One CSV file.
pub struct Sheet {
    /// Its name in the run's directory.
    pub file: &'static str,
    /// What a row is, a sentence for the data dictionary.
    pub about: &'static str,
    /// Its columns, in groups that several files share.
    pub columns: &'static [&'static [Column]],
    /// Writes its rows; none where that experiment was not asked for.
    write: fn(&Findings, &mut Rows),
    /// Whether there are rows.
    has: fn(&Findings) -> bool,
}

const PLACE: &[Column] = &[
    column("ruleset", "the ruleset's name"),
    column("players", "the number of players at the table"),
    column("line_up", "the bots at the table, joined by +"),
];

const EFFECT: &[Column] = &[
    column("samples", "how often it was tried"),
    column(
        "deals",
        "deals played, those without a sample included; standard errors are clustered by them",
    ),
    column(
        "win",
        "the change in the seat's chance of winning the round, as a share",
    ),
    column("win_se", "standard error of win"),
    column("win_low", "lower bound of the 95 % interval of win"),
    column("win_high", "upper bound of that interval"),
    column(
        "points",
        "the change in the points that the round brings the seat (PG-16)",
    ),
    column("points_se", "standard error of points"),
    column("points_low", "lower bound of the 95 % interval of points"),
    column("points_high", "upper bound of that interval"),
];

impl Rows {
    fn place(&mut self, place: &Place) -> &mut Rows {
        self.cell(&place.ruleset)
            .cell(place.players)
            .cell(&place.line_up)
    }

    fn estimate(&mut self, e: Option<&Estimate>) -> &mut Rows {
        self.maybe(e.map(|e| e.value))
            .maybe(e.and_then(|e| e.se))
            .maybe(e.and_then(|e| e.interval).map(|i| i.0))
            .maybe(e.and_then(|e| e.interval).map(|i| i.1))
    }

    fn effect(&mut self, effect: &Effect) -> &mut Rows {
        self.cell(effect.samples)
            .cell(effect.deals)
            .estimate(Some(&effect.win))
            .estimate(Some(&effect.points))
    }
}

const TOWERS: Sheet = Sheet {
    file: "tower_worth.csv",
    about: "What a tower is worth to the seat that holds it, by intervention: at turns drawn by lot a tower was given to a seat, taken from it or moved to it, all else and all later chance left equal, and the round was played on both ways.",
    columns: &[
        PLACE,
        &[
            column("tower", "the tower: U, N, O or !"),
            column(
                "by",
                "by what the turns are split up: all; hand (cards in the seat's hand); others (how many other towers it holds); change (given from the middle, taken to the middle, moved from another seat)",
            ),
            column("value", "which of those turns; empty with all"),
        ],
        EFFECT,
        &[
            column(
                "naive_win",
                "the correlation instead: how much more often those win who hold the tower at such a turn than those who do not",
            ),
            column("naive_win_se", "standard error of naive_win"),
            column(
                "naive_win_low",
                "lower bound of the 95 % interval of naive_win",
            ),
            column("naive_win_high", "upper bound of that interval"),
            column("naive_points", "the same in points of the round"),
            column("naive_points_se", "standard error of naive_points"),
            column(
                "naive_points_low",
                "lower bound of the 95 % interval of naive_points",
            ),
            column("naive_points_high", "upper bound of that interval"),
        ],
    ],
    write: |findings, rows| {
        for row in &findings.towers {
            rows.place(&row.place)
                .cell(row.tower)
                .cell(row.by)
                .cell(&row.value)
                .effect(&row.effect)
                .estimate(row.naive_win.as_ref())
                .estimate(row.naive_points.as_ref())
                .end();
        }
    },
    has: |findings| !findings.towers.is_empty(),
};

const BLOCKS: Sheet = Sheet {
    file: "block_worth.csv",
    about: "What blocking is worth (PG-9): where a seat could block, the round was played on with the block and with the card taken.",
    columns: &[
        PLACE,
        &[
            column("tower", "the tower that blocks: U, N, O or !"),
            column("card", "the card that acts on the seat: D1, D2, W4, S"),
        ],
        EFFECT,
        &[
            column(
                "draws_avoided",
                "cards that the seat draws less until the end of the round",
            ),
            column("draws_avoided_se", "standard error of draws_avoided"),
            column(
                "draws_avoided_low",
                "lower bound of the 95 % interval of draws_avoided",
            ),
            column("draws_avoided_high", "upper bound of that interval"),
            column(
                "turns_gained",
                "turns that the seat takes more until the end of the round; below 0 where it gets out sooner",
            ),
            column("turns_gained_se", "standard error of turns_gained"),
            column(
                "turns_gained_low",
                "lower bound of the 95 % interval of turns_gained",
            ),
            column("turns_gained_high", "upper bound of that interval"),
        ],
    ],
    write: |findings, rows| {
        for row in &findings.blocks {
            rows.place(&row.place)
                .cell(row.tower)
                .cell(row.card)
                .effect(&row.effect)
                .estimate(Some(&row.draws_avoided))
                .estimate(Some(&row.turns_gained))
                .end();
        }
    },
    has: |findings| !findings.blocks.is_empty(),
};

const CARDS: Sheet = Sheet {
    file: "card_worth.csv",
    about: "What a card is worth at the start: one card of a dealt hand, drawn by lot, was exchanged for one of this kind from the draw pile, all else left equal.",
    columns: &[
        PLACE,
        &[column(
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

/// What a change of the rules does to a figure.
const DIFFERENCE: &[Column] = &[
    column(
        "metric",
        "the figure: first_seat (share of rounds that the seat to the dealer's left wins); the metrics of rounds.csv, per round; share BOT (share of its games, or rounds, that a bot wins, per seat); skill (the best bot's share, by the base, minus the worst's)",
    ),
    column("base", "the figure with the base's rules"),
    column(
        "value",
        "the figure with the changed rules, on the same deals",
    ),
    column("difference", "value minus base"),
    column(
        "se",
        "standard error of difference, paired and clustered by deal",
    ),
    column("low", "lower bound of the 95 % interval of difference"),
    column("high", "upper bound of that interval"),
];

const NOTICEABLE: Column = column(
    "noticeable",
    "1 where the difference is at least a hundredth of a share or three hundredths of a mean, and its chance under no difference times the number of rows of the table is below 0.05; never with fewer than 30 deals",
);

impl Rows {
    fn difference(&mut self, row: &VariantRow) -> &mut Rows {
        self.cell(&row.metric)
            .cell(row.base)
            .cell(row.value)
            .estimate(Some(&row.difference))
    }
}

const ABLATIONS: Sheet = Sheet {
    file: "ablations.csv",
    about: "What a rule changes: the rules with one thing taken out or altered, against the base, on the same deals. Without a tower there is no Instant UNO either (PG-11 asks for all four).",
    columns: &[
        PLACE,
        &[column("variant", "what was changed")],
        DIFFERENCE,
        &[NOTICEABLE],
    ],
    write: |findings, rows| {
        for row in &findings.ablations {
            rows.place(&row.place)
                .cell(&row.flips)
                .difference(row)
                .cell(u8::from(row.noticeable))
                .end();
        }
    },
    has: |findings| !findings.ablations.is_empty(),
};

const RULINGS: Sheet = Sheet {
    file: "rulings.csv",
    about: "The disputed rulings: options where the sheets are silent or disagree, turned over one at a time and in pairs, against the base, on the same deals.",
    columns: &[
        PLACE,
        &[
            column("flips", "the options turned over, joined by &"),
            column("flips_n", "how many that are"),
        ],
        DIFFERENCE,
        &[
            column(
                "interaction",
                "for two: their difference minus the sum of what each does by itself",
            ),
            column("interaction_se", "standard error of interaction"),
            column(
                "interaction_low",
                "lower bound of the 95 % interval of interaction",
            ),
            column("interaction_high", "upper bound of that interval"),
            NOTICEABLE,
        ],
    ],
    write: |findings, rows| {
        for row in &findings.rulings {
            rows.place(&row.place)
                .cell(&row.flips)
                .cell(row.n_flips)
                .difference(row)
                .estimate(row.interaction.as_ref())
                .cell(u8::from(row.noticeable))
                .end();
        }
    },
    has: |findings| !findings.rulings.is_empty(),
};

const RANKINGS: Sheet = Sheet {
    file: "rankings.csv",
    about: "The order of the bots under each ruling of rulings.csv, at tables with different bots.",
    columns: &[
        PLACE,
        &[
            column(
                "flips",
                "the options turned over, joined by &; empty for the base",
            ),
            column("ranking", "the bots by their share of wins, best first"),
            column(
                "changed",
                "1 where two bots are in another order than with the base, each time by more than two standard errors",
            ),
        ],
    ],
    write: |findings, rows| {
        for row in &findings.rankings {
            rows.place(&row.place)
                .cell(&row.flips)
                .cell(&row.ranking)
                .cell(u8::from(row.changed))
                .end();
        }
    },
    has: |findings| !findings.rankings.is_empty(),
};

const DRAMA: Sheet = Sheet {
    file: "drama.csv",
    about: "The course of rounds. A seat's chance at a turn is how often seats with as many cards, the smallest other hand as large, won in the first half of the deals; it is judged on the second half. Turns are those in which a seat has something to play.",
    columns: &[
        PLACE,
        &[
            column(
                "metric",
                "turns (of a round); won (share of rounds with a winner); first_seat_wins, dealer_wins (of won rounds); lead_changes (times another seat becomes the one with fewest cards); comebacks (won rounds whose winner had the most cards half-way); known_50, known_80 (part of the round after which the winner's chance stays above 50, 80 %); favourite_wins (share of rounds in which the seat with the highest chance at that point wins), favourite_forecast (its mean chance), brier (mean sum of squared errors of all chances); calibration_forecast, calibration_won (over all turns: mean chance, and share really won, of a class of forecasts). At a set part of a round the forecasts are too careful towards its end, for who plays does not know how near that is",
            ),
            column(
                "at",
                "the part of the round's turns, or the class of forecasts; empty where there is but one figure",
            ),
            column("value", "the figure"),
            column("se", "its standard error, clustered by deal"),
            column("low", "lower bound of its 95 % interval"),
            column("high", "upper bound of that interval"),
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

const LEDGER: Sheet = Sheet {
    file: "ledger.csv",
    about: "Luck and skill: which source decides whether a seat wins a round, as shares of the variance, by pick-freeze over independent streams.",
    columns: &[
        PLACE,
        &[
            column("source", "seat, deal, draws, dice or bots"),
            column("meaning", "what that is"),
            column(
                "first",
                "first-order share: what the source explains by itself",
            ),
            column("first_se", "its standard error"),
            column("first_low", "lower bound of its 95 % interval"),
            column("first_high", "upper bound of that interval"),
            column(
                "total",
                "total share: what the source has a hand in, together with others",
            ),
            column("total_se", "its standard error"),
            column("total_low", "lower bound of its 95 % interval"),
            column("total_high", "upper bound of that interval"),
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

const PARETO: Sheet = Sheet {
    file: "pareto.csv",
    about: "The finalists of a design search and the base, measured on deals that chose nothing. The bots are those of the base, not tuned for the new rules.",
    columns: &[&[
        column("design", "base, or the candidate's number"),
        column(
            "on_front",
            "1 where no other finalist is at least as good in every goal and better in one",
        ),
        column(
            "worth_spread",
            "goal: the difference between the most and the least that a tower is worth, in the chance of winning the round",
        ),
        column(
            "length_off",
            "goal: how far the turns of a round are from the wanted number",
        ),
        column(
            "first_seat_off",
            "goal: how far the first seat's share of won rounds is from a fair share",
        ),
        column(
            "worth_U",
            "what tower U is worth to its holder; empty where it is not in the game",
        ),
        column("worth_U_se", "its standard error"),
        column("worth_N", "what tower N is worth"),
        column("worth_N_se", "its standard error"),
        column("worth_O", "what tower O is worth"),
        column("worth_O_se", "its standard error"),
        column("worth_!", "what tower ! is worth"),
        column("worth_!_se", "its standard error"),
        column("turns", "turns of a round"),
        column("turns_se", "its standard error"),
        column("first_seat", "the first seat's share of won rounds"),
        column("first_seat_se", "its standard error"),
        column(
            "options",
            "the options in which it differs from the base, as JSON",
        ),
    ]],
    write: |findings, rows| {
        for design in &findings.designs {
            rows.cell(&design.name).cell(u8::from(design.on_front));
            for goal in design.goals {
                rows.cell(goal);
            }
            for tower in Tower::ALL {
                let worth = design.figures.worth.iter().find(|(t, _)| *t == tower);
                rows.maybe(worth.map(|(_, e)| e.value))
                    .maybe(worth.and_then(|(_, e)| e.se));
            }
            for e in [design.figures.turns, design.figures.first_seat] {
                rows.cell(e.value).maybe(e.se);
            }
            rows.cell(&design.options).end();
        }
    },
    has: |findings| !findings.designs.is_empty(),
};

/// Every CSV file of `balance`.
pub const SHEETS: [Sheet; 9] = [
    TOWERS, BLOCKS, CARDS, ABLATIONS, RULINGS, RANKINGS, DRAMA, LEDGER, PARETO,
];

impl Sheet {
    /// The columns, one after the other.
    pub fn all_columns(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().copied().flatten()
    }

    /// The file's text; none where it would have no rows.
    #[must_use]
    pub fn text(&self, findings: &Findings) -> Option<Vec<u8>> {
        (self.has)(findings)
            .then(|| Rows::sheet(self.all_columns(), |rows| (self.write)(findings, rows)))
    }
}

/// The data dictionary of a run of `balance`.
#[must_use]
pub fn dictionary() -> String {
    let mut text = String::from(
        "# Data dictionary of `powergrab balance`\n\n\
Every table has one observation a row; a run has the tables of the experiments that its configuration asks for. Empty cells are values \
that do not exist. Intervals are at 95 %, Student's t with one degree of freedom less than there are deals.\n",
    );
    for sheet in &SHEETS {
        let _ = write!(
            text,
            "\n## {}\n\n{}\n\n| column | meaning |\n|---|---|\n",
            sheet.file, sheet.about
        );
        for column in sheet.all_columns() {
            let _ = writeln!(text, "| `{}` | {} |", column.name, column.meaning);
        }
    }
    text
}
