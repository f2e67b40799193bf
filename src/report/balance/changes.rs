//! What changes of the rules do: ablations, rulings, designs.

use super::{PLACE, Sheet};
use crate::cards::Tower;
use crate::lab::balance::variants::VariantRow;
use crate::report::sheet::{Column, Rows, column};

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

pub(super) const ABLATIONS: Sheet = Sheet {
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

pub(super) const RULINGS: Sheet = Sheet {
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

pub(super) const RANKINGS: Sheet = Sheet {
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

pub(super) const PARETO: Sheet = Sheet {
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
