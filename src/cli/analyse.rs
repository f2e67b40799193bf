//! `powergrab analyse`: the value of each option of a decision.

use super::failure::Failure;
use super::say::{print, print_raw};
use super::values;
use powergrab_bots::strategy::search::Goal;
use powergrab_engine::config::visible;
use powergrab_experiments::analysis::analyse::NEGLIGIBLE;
use powergrab_lab::analysis::study::{
    AnalysisRequest, AnyQuestion, Values, question_in, question_of,
};
use powergrab_lab::analysis::tables::table as options;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::study_error::StudyError;
use powergrab_lab::trace::replay;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Output format of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people, updated live on a terminal.
    Table,
    /// JSON for programs.
    Json,
    /// CSV for spreadsheets, one row per option.
    Csv,
}

/// Estimate the value of each option of one decision
///
/// Every option is tried in the same sampled worlds, which the seat cannot tell from the real one.
/// Each is played to the end of the round. The analysis stops when the question is decided, when
/// the budget is used up, or at Ctrl-C, and prints its results in any case. docs/analysis.md
/// explains the text of a position.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab analyse 'power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS'
  powergrab analyse --trace games.jsonl --line 120
  powergrab analyse --trace games.jsonl --line 120 --notation
  powergrab analyse 'classic hand=R5,W4 sizes=2,1 top=R9' --playouts 100000 --format json
  powergrab analyse 'grid hand=R3,B7,YS,RR sizes=4,4 board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2'

Questions other than a turn: a challenge, a tower, a colour:
  powergrab analyse 'power-grab ask=react hand=R5,G7 sizes=2,6 top=W4 colour=B'
  powergrab analyse 'power-grab ask=tower hand=R5,Y3 sizes=2,6 top=WT colour=B'
  powergrab analyse 'classic ask=colour hand=R5,G7 sizes=2,2 top=W colour=R'")]
pub struct Args {
    /// Position, as one line of text
    #[arg(
        value_name = "POSITION",
        conflicts_with_all = ["trace", "line", "question"],
        required_unless_present = "trace"
    )]
    position: Option<String>,
    /// Trace file from which to take the position, at --line
    #[arg(long, value_name = "FILE", requires = "line")]
    trace: Option<PathBuf>,
    /// Line of the trace, from 1, that records the decision; lines of forced plays and of effects
    /// record none
    #[arg(long, value_name = "N", requires = "trace", value_parser = clap::value_parser!(u64).range(1..))]
    line: Option<u64>,
    /// Number, from 1, of the decision in a line that records several (a card and its colour, a
    /// card and its place) [default: the last; in Grid the first, the choice of card or line]
    #[arg(long, value_name = "K", requires = "trace", value_parser = clap::value_parser!(u64).range(1..))]
    question: Option<u64>,
    /// Print only the text of the position
    #[arg(long)]
    notation: bool,
    /// Value to estimate: the chance of winning the whole `game`, the `points` of the round above
    /// the others' mean, in hundreds, or the chance of winning the `round`. A game of Grid is one
    /// round
    #[arg(long, value_name = "game|points|round", default_value = "game", value_parser = goal)]
    value: Goal,
    /// Bot, by name or path, that plays the playouts in all seats [default: balanced; in Grid
    /// grid-greedy]
    #[arg(long, value_name = "BOT")]
    playout: Option<String>,
    /// Treat all hidden cards as equally likely, regardless of the others' play (always the case in
    /// Grid)
    #[arg(long)]
    no_beliefs: bool,
    /// Maximum number of playouts in all, but at least two per option; a decided question stops
    /// earlier [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Time limit in seconds, above 0 and at most 1000000; the result then depends on the machine
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Seed of the analysis
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Output format
    #[arg(
        long,
        value_name = "table|json|csv",
        default_value = "table",
        value_enum
    )]
    format: Format,
}

pub(super) fn goal(text: &str) -> Result<Goal, String> {
    Goal::named(text).ok_or_else(|| powergrab_engine::config::one_of(text, Goal::NAMES.into_iter()))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| *s > 0.0 && *s <= 1e6);
    let seconds = seconds.ok_or("a number of seconds above 0 and up to 1000000")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Analyses and prints.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    if let (Some(path), Some(line)) = (&args.trace, args.line) {
        let name = path.display().to_string();
        let found = replay::find(&name, values::open_trace(path)?, line, catalog);
        let question = question_in(found.map_err(Failure::of_trace)?, args.question, catalog)?;
        return analyse(args, &*question, catalog);
    }
    let text = args.position.as_deref().unwrap_or("");
    analyse(args, &*question_of(text, catalog)?, catalog)
}

/// Analyses a question and prints the result.
fn analyse(args: &Args, question: &dyn AnyQuestion, catalog: &Catalog) -> Result<(), Failure> {
    let text = question.text();
    if args.notation {
        return print(&format!("{text}\n"));
    }
    let request = AnalysisRequest {
        goal: args.value,
        playout: args.playout.clone(),
        no_beliefs: args.no_beliefs,
        playouts: args.playouts,
        time: args.seconds,
        seed: args.seed,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|e| Failure::Io(format!("cannot handle Ctrl-C: {e}")))?;
    let live = args.format == Format::Table && std::io::stdout().is_terminal();
    let mut lines = None;
    let values = question.values(&request, catalog, &stop, &mut |values| {
        if live {
            let table = table(question, values, args.value);
            let up = match lines {
                None => format!("{text}\n"),
                // Up to the start of the last table.
                Some(lines) => format!("\x1b[{lines}A\x1b[J"),
            };
            lines = Some(table.lines().count());
            print_raw(&format!("{up}{}", visible(&table)))
                .map_err(|e| StudyError::Io(e.to_string()))?;
        }
        Ok(())
    })?;
    let stopped = stop.load(Ordering::Relaxed);
    if !live {
        print(&match args.format {
            Format::Table => format!("{text}\n{}", table(question, &values, args.value)),
            Format::Json => json_text(question, &values, args, &text, stopped)?,
            Format::Csv => {
                let csv = options(&values.rows, question.done()).csv();
                String::from_utf8_lossy(&csv).into_owned()
            }
        })?;
    }
    if stopped {
        let _ = std::io::stdout().flush();
        return Err(Failure::Interrupted(
            "stopped before the question was decided".to_owned(),
        ));
    }
    Ok(())
}

fn table(question: &dyn AnyQuestion, values: &Values, goal: Goal) -> String {
    let (what, scale) = match goal {
        Goal::Game => ("wins game", 100.0),
        Goal::Round => ("wins round", 100.0),
        Goal::Points => ("points", 100.0),
    };
    let rows = &values.rows;
    let longest = rows.iter().map(|(_, text)| text.len()).max().unwrap_or(0);
    let width = longest.max(12);
    let mut out = format!(
        "{:<width$} {what:>10}   95 % interval   loses  ± s.e.  playouts\n",
        "option"
    );
    for (row, text) in rows {
        let mark = match (row.usual, question.done() == Some(text.as_str())) {
            (_, true) => "  <- done",
            (true, false) => "  <- policy",
            _ => "",
        };
        let _ = writeln!(
            out,
            "{text:<width$} {:>10.2} {:>7.2} to {:>6.2} {:>7.2} {:>7.2} {:>9}{mark}",
            row.value * scale,
            row.low * scale,
            row.high * scale,
            row.loss * scale,
            row.loss_se * scale,
            row.playouts
        );
    }
    let state = if values.decided {
        "decided"
    } else {
        "not decided"
    };
    let _ = writeln!(out, "{state} after {} playouts", values.playouts);
    if let [(best, text), others @ ..] = rows.as_slice()
        && values.decided
        && !others.is_empty()
    {
        // Options with a negligible loss are nearly as good as the best.
        let near = others
            .iter()
            .filter(|(row, _)| row.loss + 2.0 * row.loss_se < NEGLIGIBLE);
        let near: Vec<&str> = near.map(|(_, text)| text.as_str()).collect();
        let _ = write!(out, "best: {text} ({:.2})", best.value * scale);
        if !near.is_empty() {
            let _ = write!(out, "; nearly as good: {}", near.join(", "));
        }
        out.push('\n');
    }
    out
}

fn json_text(
    question: &dyn AnyQuestion,
    values: &Values,
    args: &Args,
    position: &str,
    stopped: bool,
) -> Result<String, Failure> {
    let all = json!({
        "position": position,
        "value": args.value.name(),
        "playout": args.playout.as_deref().unwrap_or(question.usual_playout()),
        "seed": args.seed.to_string(),
        "decided": values.decided,
        "playouts": values.playouts,
        "reproducible": args.seconds.is_none() && !stopped,
        "done": question.done(),
        "options": values.options_json(),
    });
    serde_json::to_string_pretty(&all)
        .map(|text| text + "\n")
        .map_err(|e| Failure::Io(format!("the analysis cannot be written: {e}")))
}
