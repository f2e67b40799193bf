//! What changes of the rules do: ablations, rulings.

use super::sheet::{PLACE, Sheet};
use crate::lab::balance::variants::VariantRow;
use crate::report::sheet::{Column, Rows, count, number, text};

impl Rows {
    fn difference(&mut self, row: &VariantRow) -> &mut Rows {
        self.cell(&row.metric)
            .cell(row.base)
            .cell(row.value)
            .estimate(Some(&row.difference))
    }
}

/// What a change of the rules does to a figure.
const DIFFERENCE: &[Column] = &[
    text(
        "metric",
        "the figure: first_seat (share of rounds that the seat to the dealer's left wins); the metrics of rounds.csv, per round; share BOT (share of its games, or rounds, that a bot wins, per seat); skill (the best bot's share, by the base, minus the worst's)",
    ),
    number("base", "the figure with the base's rules"),
    number(
        "value",
        "the figure with the changed rules, on the same deals",
    ),
    number("difference", "value minus base"),
    number(
        "se",
        "standard error of difference, paired and clustered by deal",
    ),
    number("low", "lower bound of the 95 % interval of difference"),
    number("high", "upper bound of that interval"),
];

const NOTICEABLE: Column = count(
    "noticeable",
    "1 where the difference is at least a hundredth of a share or three hundredths of a mean, and its chance under no difference times the number of rows of the table is below 0.05; never with fewer than 30 deals",
);

pub(super) const ABLATIONS: Sheet = Sheet {
    file: "ablations.csv",
    about: "What a rule changes: the rules with one thing taken out or altered, against the base, on the same deals. Without a tower there is no Instant UNO either (PG-11 asks for all four). Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.",
    columns: &[
        PLACE,
        &[text("variant", "what was changed")],
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

pub(super) const RULINGS: Sheet = Sheet {
    file: "rulings.csv",
    about: "The disputed rulings: options where the sheets are silent or disagree, turned over one at a time and in pairs, against the base, on the same deals. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.",
    columns: &[
        PLACE,
        &[
            text("flips", "the options turned over, joined by &"),
            count("flips_n", "how many that are"),
        ],
        DIFFERENCE,
        &[
            number(
                "interaction",
                "for two: their difference minus the sum of what each does by itself",
            ),
            number("interaction_se", "standard error of interaction"),
            number(
                "interaction_low",
                "lower bound of the 95 % interval of interaction",
            ),
            number("interaction_high", "upper bound of that interval"),
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

pub(super) const RANKINGS: Sheet = Sheet {
    file: "rankings.csv",
    about: "The order of the bots under each ruling of rulings.csv, at tables with different bots.",
    columns: &[
        PLACE,
        &[
            text(
                "flips",
                "the options turned over, joined by &; empty for the base",
            ),
            text("ranking", "the bots by their share of wins, best first"),
            count(
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
