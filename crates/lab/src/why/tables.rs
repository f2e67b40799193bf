//! `why.csv` and `positions.csv`.

use powergrab_experiments::why::shares::DealtExample;
use powergrab_stats::moments::Estimate;
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;

/// Row of `why.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyRow {
    /// `1`, `2`, …, `other` or `total`.
    pub kind: String,
    /// Kind in words.
    pub sentence: String,
    /// Word for the question; `None` in the rows `other` and `total`.
    pub question: Option<String>,
    /// Action of the first bot.
    pub own: Option<String>,
    /// Action of the second bot.
    pub other: Option<String>,
    /// Circumstance.
    pub context: Option<String>,
    /// Number of such decisions per round.
    pub per_round: Option<f64>,
    /// Share of the difference.
    pub share: Option<Estimate>,
    /// Share as a fraction of the whole difference.
    pub part: Option<f64>,
    /// Two-sided p-value for a share of 0, adjusted for all kinds.
    pub p_holm: Option<f64>,
    /// Effect of switching only this kind.
    pub alone: Option<Estimate>,
    /// Effect of switching this kind after all others.
    pub last: Option<Estimate>,
    /// Reason why there is no interval.
    pub lacks: Option<String>,
}

/// Declares `why.csv`.
#[rustfmt::skip]
pub fn why<'a>() -> Sheet<&'a WhyRow> {
    Sheet::<&WhyRow>::new("why", "Share of each kind of decision in the difference between two bots' win rates, in the same seat on the same deals.")
        .column("kind", "number of the kind, by strength on the search deals, the strongest first; `other`: all other decisions; `total`: the whole difference", |row| &row.kind)
        .column("sentence", "the kind in words", |row| &row.sentence)
        .column("question", "word for the question, as in positions", |row| row.question.as_ref())
        .column("own", "action of the first bot; empty: any but the second's", |row| row.own.as_ref())
        .column("other", "action of the second bot; empty: any but the first's", |row| row.other.as_ref())
        .column("context", "the circumstance; empty: any", |row| row.context.as_ref())
        .column("per_round", "number of such decisions per round in which the first bot plays", |row| row.per_round)
        .estimate("share", "share of the difference, in games: the drop in win rate when this kind is switched to the second bot, averaged over random orders of the kinds (Shapley value); the shares add up to the total", |row| row.share)
        .column("part", "share as a fraction of the whole difference", |row| row.part)
        .column("p_holm", "two-sided p-value under a share of 0, adjusted for all kinds by Holm's method", |row| row.p_holm)
        .estimate("alone", "drop in win rate if only this kind is switched", |row| row.alone)
        .estimate("last", "drop in win rate if this kind is switched after all others", |row| row.last)
        .column("no_interval", "reason why share has no interval", |row| row.lacks.as_ref())
}

/// Row of `positions.csv`: a kind's number, its words, and a decision of this kind.
pub type PositionRow<'a> = (&'a str, &'a str, &'a DealtExample);

/// Declares `positions.csv`.
#[rustfmt::skip]
pub fn positions<'a>() -> Sheet<PositionRow<'a>> {
    Sheet::<PositionRow<'_>>::new("positions", "The first decisions of each kind in which the two bots differ; `powergrab analyse` estimates the value of their options.")
        .column("kind", "the kind's number in why.csv, or `other`", |row| row.0)
        .column("sentence", "the kind in words", |row| row.1)
        .column("deal", "the deal", |row| row.2.deal)
        .column("seat", "the seat that decides", |row| row.2.seat)
        .column("own", "the option that the first bot chooses", |row| &row.2.example.own)
        .column("other", "the option that the second bot chooses", |row| &row.2.example.other)
        .column("position", "position, as accepted by `powergrab analyse`", |row| &row.2.example.position)
}

/// Returns the tables without rows.
pub fn blanks() -> [Table; 2] {
    [why().blank(), positions().blank()]
}
