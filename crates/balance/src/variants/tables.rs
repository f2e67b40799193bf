//! Tables of changed rules, their plots and printed text.

use crate::experiment::PrintedPart;
use crate::tables::BalanceColumns as _;
use crate::variants::{RankingRow, VariantRow};
use powergrab_table::page::{Block, Plan, Section, Shown, Tables, Unit, esc, with_interval};
use powergrab_table::rows::Row;
use powergrab_table::sheet::Sheet;
use std::fmt::Write as _;

const ABLATIONS: &str = "ablations.csv";
const RULINGS: &str = "rulings.csv";
const RANKINGS: &str = "rankings.csv";

/// Columns shared by the tables of effects.
trait VariantColumns {
    /// Adds the columns of the effect on a figure.
    fn difference(self) -> Self;

    /// Adds the column for noticeable differences.
    fn noticeable(self) -> Self;
}

impl<'a> VariantColumns for Sheet<&'a VariantRow> {
    #[rustfmt::skip]
    fn difference(self) -> Sheet<&'a VariantRow> {
        let meanings = [
            "standard error of difference, paired and clustered by deal",
            "lower bound of the 95 % interval of difference",
            "upper bound of that interval",
        ];
        self.column("metric", "the figure: first_seat (share of rounds that the seat to the dealer's left wins); the metrics of rounds.csv, per round; share BOT (share of its games, or rounds, that a bot wins, per seat); skill (the best bot's share, by the base, minus the worst's)", |row| &row.metric)
            .column("base", "the figure with the base's rules", |row| row.base)
            .column("value", "the figure with the changed rules, on the same deals", |row| row.value)
            .column("difference", "value minus base", |row| row.difference.value)
            .error_of(meanings, |row| Some(row.difference))
    }

    #[rustfmt::skip]
    fn noticeable(self) -> Sheet<&'a VariantRow> {
        self.column("noticeable", "1 where the difference is at least a hundredth of a share or three hundredths of a mean, and its chance under no difference times the number of rows of the table is below 0.05; never with fewer than 30 deals", |row| u8::from(row.noticeable))
    }
}

#[rustfmt::skip]
pub(crate) fn ablations<'a>() -> Sheet<&'a VariantRow> {
    Sheet::<&VariantRow>::new("ablations", "What a rule changes: the rules with one thing taken out or altered, against the base, on the same deals. Without a tower there is no Instant UNO either (PG-11 asks for all four). Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.")
        .place(|row| &row.place)
        .column("variant", "what was changed", |row| &row.flips)
        .difference()
        .noticeable()
}

#[rustfmt::skip]
pub(crate) fn rulings<'a>() -> Sheet<&'a VariantRow> {
    Sheet::<&VariantRow>::new("rulings", "The disputed rulings: options where the sheets are silent or disagree, turned over one at a time and in pairs, against the base, on the same deals. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.")
        .place(|row| &row.place)
        .column("flips", "the options turned over, joined by &", |row| &row.flips)
        .column("flips_n", "how many that are", |row| row.n_flips)
        .difference()
        .estimate("interaction", "for two: their difference minus the sum of what each does by itself", |row| row.interaction)
        .noticeable()
}

#[rustfmt::skip]
pub(crate) fn rankings<'a>() -> Sheet<&'a RankingRow> {
    Sheet::<&RankingRow>::new("rankings", "The order of the bots under each ruling of rulings.csv, at tables with different bots.")
        .place(|row| &row.place)
        .column("flips", "the options turned over, joined by &; empty for the base", |row| &row.flips)
        .column("ranking", "the bots by their share of wins, best first", |row| &row.ranking)
        .column("changed", "1 where two bots are in another order than with the base, each time by more than two standard errors", |row| u8::from(row.changed))
}

/// Returns the printed text of the rulings.
pub(crate) fn told(rows: &[VariantRow]) -> Vec<PrintedPart> {
    let noticed = rows.iter().filter(|row| row.noticeable && row.n_flips == 1);
    let sheet = Sheet::<&VariantRow>::new("", "Rulings that one would notice:")
        .column("", "", |row| {
            let place = &row.place;
            let (ruleset, players) = (&place.ruleset, place.players);
            format!("{ruleset}, {players} players, {}", row.flips)
        })
        .column("figure", "", |row| &row.metric)
        .column("without", "", |row| format!("{:.3}", row.base))
        .column("with", "", |row| format!("{:.3}", row.value));
    vec![PrintedPart::Table(sheet.table(noticed))]
}

pub(crate) const ABLATIONS_SECTION: Section = Section {
    id: "ablations",
    title: "What a rule changes",
    parts: &[Shown::Plots(Plan {
        file: ABLATIONS,
        about: "Rules changed one at a time, on the same deals as the base: the difference to the base.",
        groups: &["ruleset", "players", "metric"],
        label: |row| row.text("variant").into_owned(),
        value: ["difference", "low", "high"],
        keep: |row| {
            let metric = row.text("metric");
            matches!(&*metric, "turns" | "first_seat" | "skill") || metric.starts_with("share ")
        },
        ..Plan::EFFECT
    })],
};

pub(crate) const RULINGS_SECTION: Section = Section {
    id: "rulings",
    title: "The disputed rulings",
    parts: &[Shown::Blocks(noticed)],
};

/// Returns the rulings with an effect, then all.
fn noticed(tables: &Tables<'_>) -> Vec<Block> {
    let Some(table) = tables(RULINGS) else {
        return Vec::new();
    };
    let mut html = String::from(
        "<p>Options where the sheets are silent or disagree, turned over one at a time and in pairs, on the same deals. Listed are changes that one would notice at a table and that are beyond chance among so many; everything else is in the table.</p>",
    );
    let noticed: Vec<Row<'_>> = table
        .rows()
        .filter(|row| row.is("noticeable", "1"))
        .collect();
    let mut items = String::new();
    for row in noticed.iter().filter(|row| row.is("flips_n", "1")) {
        if let Some(change) = with_interval(row, "difference", "low", "high", Unit::Signed) {
            let _ = write!(
                items,
                "<li><code>{}</code>, {} players: {} changes by {change} from {}</li>",
                esc(&row.text("flips")),
                esc(&row.text("players")),
                esc(&row.text("metric")),
                row.number("base")
                    .map_or(String::new(), |b| Unit::Plain.text(b))
            );
        }
    }
    if items.is_empty() {
        html.push_str("<p>No single ruling changes anything that one would notice.</p>");
    } else {
        let _ = write!(html, "<ul>{items}</ul>");
    }
    let mut blocks = Vec::new();
    if let Some(rankings) = tables(RANKINGS) {
        let changed = rankings.rows().filter(|row| row.is("changed", "1"));
        let changed = changed.count();
        let _ = write!(
            html,
            "<p>{}</p>",
            match changed {
                0 => "None changes the order of the bots beyond chance.".to_owned(),
                n => format!("{n} change the order of the bots beyond chance."),
            }
        );
        blocks.push(Block::Table(RANKINGS));
    }
    blocks.insert(0, Block::Html(html));
    blocks.push(Block::Table(RULINGS));
    blocks
}
