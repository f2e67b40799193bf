//! `review.csv`, `choices.csv` and `review_positions.csv`.

use powergrab_experiments::analysis::analyse::Row;
use powergrab_experiments::review::habits::HabitRow;
use powergrab_stats::moments::Estimate;
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;

/// Row of `review.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct KindRow {
    /// `1`, `2`, …, `other` or `total`.
    pub kind: String,
    /// Kind in words.
    pub sentence: String,
    /// Word for the question; `None` in the rows `other` and `total`.
    pub question: Option<String>,
    /// Action of the reviewed bot.
    pub own: Option<String>,
    /// Action of the reference.
    pub better: Option<String>,
    /// Circumstance.
    pub context: Option<String>,
    /// Number of such decisions per round.
    pub per_round: Option<f64>,
    /// Cost per game.
    pub cost: Option<Estimate>,
    /// Cost of one such decision.
    pub each: Option<f64>,
    /// Two-sided p-value for a cost of 0, adjusted for all kinds.
    pub p_holm: Option<f64>,
    /// Parameters that move these decisions.
    pub parameters: String,
    /// Reason why there is no interval.
    pub lacks: Option<String>,
}

/// Declares `review.csv`.
#[rustfmt::skip]
pub fn review<'a>() -> Sheet<&'a KindRow> {
    Sheet::<&KindRow>::new("review", "What each kind of decision of the reviewed bot costs, compared with the reference.")
        .column("kind", "number of the kind, the costliest first; `other`: all other decisions; `total`: all decisions", |row| &row.kind)
        .column("sentence", "the kind in words", |row| &row.sentence)
        .column("question", "word for the question, as in positions", |row| row.question.as_ref())
        .column("own", "action of the reviewed bot; empty: any but the reference's", |row| row.own.as_ref())
        .column("better", "action of the reference; empty: any but the bot's", |row| row.better.as_ref())
        .column("context", "the circumstance; empty: any", |row| row.context.as_ref())
        .column("per_round", "number of such decisions per round", |row| row.per_round)
        .estimate("cost", "loss in the chance of winning per game, by playouts", |row| row.cost)
        .column("each", "mean loss of one such decision", |row| row.each)
        .column("p_holm", "two-sided p-value under a cost of 0, adjusted for all kinds by Holm's method", |row| row.p_holm)
        .column("parameters", "parameters of the bot that move these decisions most, each with the direction towards the reference's choices", |row| &row.parameters)
        .column("no_interval", "reason why cost has no interval", |row| row.lacks.as_ref())
}

/// Declares `choices.csv`.
#[rustfmt::skip]
pub fn choices<'a>() -> Sheet<&'a HabitRow> {
    Sheet::<&HabitRow>::new("choices", "How often the reviewed bot chooses an action where it is possible, and how often other bots choose it in the same decisions.")
        .column("question", "word for the question, as in positions", |row| row.key.0.to_string())
        .column("action", "the action in words", |row| row.key.1.to_string())
        .column("decisions", "number of decisions in which the action was possible, among others", |row| row.n)
        .estimate("rate", "fraction of these decisions in which the reviewed bot chose it", |row| row.own)
        .column("lowest", "the lowest fraction among the bots of the panel", |row| row.lowest)
        .column("highest", "the highest fraction among the bots of the panel", |row| row.highest)
        .column("nearest", "the bot of the panel whose fraction is nearest", |row| row.nearest.as_ref())
        .estimate("excess", "rate minus that of the nearest bot, in the same decisions", |row| row.excess)
        .column("p_holm", "two-sided p-value under an excess of 0, adjusted for all actions by Holm's method", |row| row.p_holm)
        .column("unusual", "whether rate lies outside the panel's fractions, beyond chance", |row| row.unusual)
}

/// Option of a decision to look at.
#[derive(Clone, Copy)]
pub struct OptionRow<'a> {
    /// Number of the position, from 1.
    pub position: usize,
    /// Number of the kind, or `other`.
    pub kind: &'a str,
    /// Number of the deal.
    pub deal: u64,
    /// Seat of the bot.
    pub seat: u8,
    /// Round, from 0.
    pub round: u32,
    /// Turn in the round, from 0.
    pub turn: u32,
    /// The option.
    pub option: &'a str,
    /// Its value.
    pub row: &'a Row,
    /// `true` if the bot chose it.
    pub own: bool,
    /// The bot's reasons for its choice.
    pub reasons: &'a str,
    /// The position.
    pub text: &'a str,
}

/// Declares `review_positions.csv`.
#[rustfmt::skip]
pub fn positions<'a>() -> Sheet<OptionRow<'a>> {
    Sheet::<OptionRow<'_>>::new("review_positions", "Costly decisions of each costly kind, with the values of their options by new playouts, best first; `powergrab analyse` continues the analysis of a position.")
        .column("number", "number of the position, from 1", |row| row.position)
        .column("kind", "the kind's number in review.csv, or `other`", |row| row.kind)
        .column("deal", "the deal", |row| row.deal)
        .column("seat", "the seat of the reviewed bot", |row| row.seat)
        .column("round", "the round, from 0", |row| row.round)
        .column("turn", "the turn in it, from 0", |row| row.turn)
        .column("option", "the option", |row| row.option)
        .column("value", "its chance of winning, by playouts of the playout policy in all seats", |row| row.row.value)
        .column("low", "lower bound of the 95 % interval of value", |row| row.row.low)
        .column("high", "upper bound of that interval", |row| row.row.high)
        .column("loss", "its loss against the best option, in the worlds in which both were tried", |row| row.row.loss)
        .column("loss_se", "standard error of loss; 0 for the best option", |row| row.row.loss_se)
        .column("own", "whether the reviewed bot chose it", |row| row.own)
        .column("reasons", "the bot's own reasons for its choice over the reference's: the terms of its score that differ most", |row| row.reasons)
        .column("position", "position, as accepted by `powergrab analyse`", |row| row.text)
}

/// Returns the tables without rows.
pub fn blanks() -> [Table; 3] {
    [review().blank(), choices().blank(), positions().blank()]
}
