//! Analysis of a person's decisions: hints during the game, and the review afterwards.

use super::terminal_game::{Names, TerminalGame};
use crate::cli::failure::Failure;
use powergrab_bots::strategy::search::Goal;
use powergrab_bots::strategy::{Player as _, resolve};
use powergrab_engine::game::Options;
use powergrab_engine::rng::Rng;
use powergrab_engine::{grid as grid_game, shedding};
use powergrab_experiments::analysis::analyse::{AnalysisSettings, Row};
use powergrab_lab::analysis::review::{Decision, Verdict, review};
use powergrab_lab::analysis::study::thought;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::trace::replay::{Decisions, SeatDecisions, TracedDecision};
use powergrab_stats::order::HighestFirst;
use std::fmt::Write as _;

/// Default number of decisions that a review shows in full: the costliest.
pub const SHOWN: usize = 3;

/// Settings of a review.
#[derive(Clone, Copy)]
pub struct ReviewSettings {
    /// Quantity to estimate.
    pub goal: Goal,
    /// Number of playouts for each decision.
    pub playouts: u64,
    /// Seed of the playouts.
    pub seed: u64,
    /// Heading of the options chosen.
    pub did: &'static str,
    /// Number of decisions to show in full: the costliest.
    pub shown: usize,
}

/// Returns the settings of hints and reviews: the goal of the game, with the default playouts and
/// beliefs.
pub fn usual<G: TerminalGame>(goal: Goal, seed: u64) -> Result<AnalysisSettings<G>, Failure> {
    let playout = resolve(G::PLAYOUT)?;
    Ok(thought(playout, goal, false, seed))
}

/// Formats the options with their values, in per cent, the best first.
pub fn options(rows: &[(Row, String)], goal: Goal) -> String {
    let mut out = format!(
        "  option        wins {:<5}  ± s.e. of what it loses against the best\n",
        goal.name()
    );
    for (row, text) in rows {
        let _ = writeln!(
            out,
            "  {text:<13} {:>8.1}   loses {:>5.2} ± {:.2}",
            row.value * 100.0,
            row.loss * 100.0,
            row.loss_se * 100.0
        );
    }
    out
}

/// Returns the review: a table of all decisions, then the costliest in full.
pub fn reviewed<G: TerminalGame>(
    game: &G,
    decisions: &[Decision],
    names: &Names,
    settings: ReviewSettings,
) -> Result<String, Failure>
where
    G::State: Sync,
{
    let goal = settings.goal;
    let thought = usual::<G>(goal, settings.seed)?;
    let judged = review(game, decisions, &thought, settings.playouts);
    let round = |text: String| match G::ONE_ROUND {
        true => String::new(),
        false => format!("{text:>5} "),
    };
    let mut out = format!(
        "\nReview: what each decision cost in points of the chance to win the {}\n({} playouts each)\n{}{:>5}  {:<11} {:<13} {:>6} {:>6}  best\n",
        goal.name(),
        settings.playouts,
        round("round".to_owned()),
        "turn",
        "question",
        settings.did,
        "cost",
        "± s.e."
    );
    for verdict in &judged {
        let decision = &verdict.decision;
        // A decision without cost was as good as any.
        let best = match verdict.cost == 0.0 {
            true => "",
            false => verdict.best(),
        };
        let line = format!(
            "{}{:>5}  {:<11} {:<13} {:>6.2} {:>6.2}  {best}",
            round((decision.round + 1).to_string()),
            decision.turn + 1,
            decision.asked,
            decision.done,
            verdict.cost * 100.0,
            verdict.error * 100.0,
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let total: f64 = judged.iter().map(|verdict| verdict.cost).sum();
    let _ = writeln!(
        out,
        "{}, {:.2} points in all. Small costs are within the error.",
        counted(judged.len() as u64, "decision"),
        total * 100.0
    );
    let mut dearest: Vec<&Verdict> = judged.iter().filter(|v| v.cost > 0.0).collect();
    dearest.sort_by_cached_key(|v| HighestFirst(v.cost));
    for verdict in dearest.into_iter().take(settings.shown) {
        in_full(&mut out, game, verdict, names, &thought);
    }
    Ok(out)
}

/// Describes one decision: the board, the options with their values, the bot's view, and the
/// position as text.
fn in_full<G: TerminalGame>(
    out: &mut String,
    game: &G,
    verdict: &Verdict,
    names: &Names,
    thought: &AnalysisSettings<G>,
) {
    let decision = &verdict.decision;
    let Ok(position) = game.read_position(&decision.position) else {
        return;
    };
    let round = match G::ONE_ROUND {
        true => String::new(),
        false => format!("Round {}, ", decision.round + 1),
    };
    let view = game.view(&position.state, position.seat);
    let asked = game.options_of(&position.state);
    let _ = writeln!(
        out,
        "\n{round}turn {}: {}, which cost {:.2} ± {:.2} points",
        decision.turn + 1,
        decision.done,
        verdict.cost * 100.0,
        verdict.error * 100.0
    );
    out.push_str(G::table(view, &asked, names).trim_start_matches('\n'));
    out.push_str(&options(&verdict.options, thought.goal));
    out.push_str(&reason(view, &asked, thought));
    let _ = writeln!(
        out,
        "  powergrab analyse '{}' --value {}",
        decision.position,
        thought.goal.name()
    );
}

/// Returns the choice of the playout bot, and the terms in its favour.
fn reason<G: TerminalGame>(
    view: G::View<'_>,
    options: &Options,
    thought: &AnalysisSettings<G>,
) -> String {
    let mut player = G::boxed_player(&thought.playout.policy, G::seat_of(view));
    let reasons = player.explain(view, options);
    let chosen = player.decide(view, options, &mut Rng::from_key(thought.seed));
    let place = options.iter().position(|action| action == chosen);
    let mut text = format!(
        "  {} would do: {}",
        thought.playout.name,
        G::option_text(view, options, chosen)
    );
    let scored = reasons.as_ref().zip(place);
    if let Some((reasons, score)) =
        scored.and_then(|(reasons, place)| Some((reasons, reasons.scores().get(place)?)))
    {
        let mut terms: Vec<_> = reasons.terms().iter().zip(score).collect();
        terms.retain(|(_, value)| **value != 0.0);
        terms.sort_by_cached_key(|(_, value)| HighestFirst(value.abs()));
        let terms: Vec<String> = terms
            .iter()
            .take(4)
            .map(|(term, value)| format!("{term} {value:+.3}"))
            .collect();
        if !terms.is_empty() {
            let _ = write!(text, " ({})", terms.join(", "));
        }
    }
    text.push('\n');
    text
}

/// Reviews the decisions of a seat in a game of a trace.
pub fn review_trace(found: &SeatDecisions, settings: ReviewSettings) -> Result<String, Failure> {
    if let Some(decisions) = found.decisions::<shedding::Shedding>() {
        review_decisions(decisions, &found.names, settings)
    } else if let Some(decisions) = found.decisions::<grid_game::Grid>() {
        review_decisions(decisions, &found.names, settings)
    } else {
        Err(Failure::Input(format!(
            "{} is of a game that the terminal cannot show",
            found.ruleset.name()
        )))
    }
}

fn review_decisions<G: TerminalGame>(
    found: &Decisions<G>,
    names: &[String],
    settings: ReviewSettings,
) -> Result<String, Failure>
where
    G::State: Sync,
{
    let game = &found.game;
    let with_choice = |it: &&TracedDecision<G::State>| {
        let view = game.view(&it.state, it.ask.seat);
        let text = |action| G::option_text(view, &it.ask.options, action);
        let mut texts = it.ask.options.iter().map(text);
        let first = texts.next();
        // Copies of a card are one option to a person.
        texts.any(|text| Some(text) != first)
    };
    let decision = |it: &TracedDecision<G::State>| {
        let view = game.view(&it.state, it.ask.seat);
        let (round, turn) = G::moment(view);
        Decision {
            position: G::notation(view),
            asked: G::asked(view),
            done: G::option_text(view, &it.ask.options, it.answer),
            round,
            turn,
        }
    };
    let decisions = found.asked.iter().filter(with_choice).map(decision);
    let decisions: Vec<Decision> = decisions.collect();
    let name = |(seat, name): (usize, &String)| format!("{name}[{seat}]");
    let names = Names(names.iter().enumerate().map(name).collect());
    reviewed(game, &decisions, &names, settings)
}
