//! `powergrab analyse`: what each option of a decision is worth.

use super::{Failure, print, resolve};
use crate::ArenaGame;
use crate::game::Ask;
use crate::game::notation::{Notated, PositionError, seats_of};
use crate::lab::analyse::{Analysis, Row, Thought};
use crate::replay::{self, Decisions, FoundDecisions};
use crate::rulesets::{RuleData, of_position};
use crate::strategy::Bot;
use crate::strategy::search::{Beliefs, Goal, Searchable};
use crate::with_ruleset;
use serde_json::json;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How the analysis is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people; on a terminal it improves while it is watched.
    Table,
    /// For programs.
    Json,
    /// For spreadsheets, one option a row.
    Csv,
}

/// Estimate what each option of one decision is worth
///
/// Every option is tried in the same worlds that the seat cannot tell from the real one, each played to the end of the round. It
/// stops when the question is decided, when the budget is used up, or at Ctrl-C; what was found is printed in any case.
/// The position's text is explained in docs/analysis.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab analyse 'power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS'
  powergrab analyse --trace games.jsonl --line 120
  powergrab analyse --trace games.jsonl --line 120 --notation
  powergrab analyse 'classic hand=R5,W4 sizes=2,1 top=R9' --playouts 100000 --format json
  powergrab analyse 'grid hand=R3,B7,YS,RR sizes=4,4 board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2'")]
pub struct Args {
    /// The position, as one line of text
    #[arg(
        value_name = "POSITION",
        conflicts_with_all = ["trace", "line", "question"],
        required_unless_present = "trace"
    )]
    position: Option<String>,
    /// Take the position from a trace
    #[arg(long, value_name = "FILE", requires = "line")]
    trace: Option<PathBuf>,
    /// The line of the trace that tells what was done there
    #[arg(long, value_name = "N", requires = "trace", value_parser = clap::value_parser!(u64).range(1..))]
    line: Option<u64>,
    /// Which of the decisions that the line tells of, from 1, where it tells of several (a card and its colour, a card and its
    /// place) [default: the last; in Grid the first, which card or line]
    #[arg(long, value_name = "K", requires = "trace", value_parser = clap::value_parser!(u64).range(1..))]
    question: Option<u64>,
    /// Print the position's text and stop
    #[arg(long)]
    notation: bool,
    /// What is estimated: the chance of winning the whole `game`, the `points` of the round in hundreds over the others' mean,
    /// or the chance of winning the `round`; a game of Grid is one round
    #[arg(long, value_name = "game|points|round", default_value = "game", value_parser = goal)]
    value: Goal,
    /// The strategy that plays on in all seats [default: balanced; in Grid grid-greedy]
    #[arg(long, value_name = "BOT")]
    playout: Option<String>,
    /// Take all hidden cards as equally likely, whatever the others did (in Grid they always are)
    #[arg(long)]
    no_beliefs: bool,
    /// Playouts in all, but two of each option at the least [default: until decided, at most 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Stop after so many seconds; the result then depends on the machine
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How to print it
    #[arg(
        long,
        value_name = "table|json|csv",
        default_value = "table",
        value_enum
    )]
    format: Format,
}

pub(super) fn goal(text: &str) -> Result<Goal, String> {
    Goal::named(text).ok_or_else(|| crate::config::one_of(text, Goal::NAMES.into_iter()))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| *s > 0.0 && *s <= 1e6);
    let seconds = seconds.ok_or("a number of seconds above 0 and up to 1000000")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// What is to be analysed.
struct Question<G: Searchable> {
    game: G,
    state: G::State,
    ask: Ask,
    /// What was done in the trace.
    done: Option<String>,
}

/// Analyses and prints.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let (Some(path), Some(line)) = (&args.trace, args.line) {
        let name = path.display().to_string();
        let file =
            File::open(path).map_err(|e| Failure::Input(format!("{name}: cannot be read: {e}")))?;
        let found = replay::find(&name, BufReader::new(file), line);
        return match found {
            Ok(FoundDecisions::Shedding(decisions)) => {
                let last = decisions.asked.len() as u64;
                analyse(args, picked(*decisions, args.question.unwrap_or(last))?)
            }
            // What is done comes before where and with what.
            Ok(FoundDecisions::Grid(decisions)) => {
                analyse(args, picked(*decisions, args.question.unwrap_or(1))?)
            }
            Err(fault) if fault.unreadable => Err(Failure::Input(fault.to_string())),
            Err(fault) => Err(Failure::Fault(fault.to_string())),
        };
    }
    let text = args.position.as_deref().unwrap_or("");
    let ruleset = of_position(text).map_err(wrong)?;
    with_ruleset!(&ruleset, rules => analyse(args, read(rules, text)?))
}

fn wrong(error: PositionError) -> Failure {
    Failure::Input(format!("position: {error}"))
}

/// The decision with this number, from 1, of those that a line tells of.
fn picked<G: Searchable + Notated>(
    found: Decisions<G>,
    number: u64,
) -> Result<Question<G>, Failure> {
    let n = found.asked.len();
    let place = usize::try_from(number - 1).unwrap_or(usize::MAX);
    let Some(asked) = found.asked.into_iter().nth(place) else {
        return Err(Failure::Input(format!(
            "--question {number}: the line tells of {}",
            if n == 1 {
                "one decision".to_owned()
            } else {
                format!("{n} decisions, 1 to {n}")
            }
        )));
    };
    let view = found.game.view(&asked.state, asked.ask.seat);
    let done = G::option_text(view, &asked.ask.options, asked.answer);
    Ok(Question {
        done: Some(done),
        state: asked.state,
        ask: asked.ask,
        game: found.game,
    })
}

/// The question of a position's text.
fn read<R: RuleData<Game: ArenaGame>>(rules: &R, text: &str) -> Result<Question<R::Game>, Failure>
where
    R::Game: Searchable + Notated,
{
    let n = seats_of::<R::Game>(text).map_err(wrong)?;
    let game = rules.game(n);
    let game = game.map_err(|e| Failure::Input(format!("position: {e}")))?;
    let position = game.read_position(text).map_err(wrong)?;
    let options = game.options_of(&position.state);
    Ok(Question {
        ask: Ask {
            seat: position.seat,
            options,
        },
        state: position.state,
        game,
        done: None,
    })
}

/// Analyses a question and prints what comes of it.
fn analyse<G: Searchable + Notated>(args: &Args, question: Question<G>) -> Result<(), Failure>
where
    G::State: Sync,
{
    let view = question.game.view(&question.state, question.ask.seat);
    let text = G::notation(view);
    if args.notation {
        return print(&format!("{text}\n"));
    }
    let playout = args.playout.as_deref().unwrap_or(G::PLAYOUT);
    let (bot, _) = resolve::playout::<G>(playout)?;
    let thought = thought(bot, args.value, args.no_beliefs, args.seed);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|e| Failure::Io(format!("Ctrl-C cannot be listened to: {e}")))?;
    let mut analysis = Analysis::new(&question.game, &question.state, question.ask, thought);
    let live = args.format == Format::Table && std::io::stdout().is_terminal();
    if live {
        print(&format!("{text}\n"))?;
    }
    let (started, mut lines) = (Instant::now(), 0);
    let most = args.playouts.unwrap_or(1_000_000);
    let mut worlds = 32;
    // Once at the least: what was never tried has no figures.
    loop {
        let left = (most - analysis.playouts()).div_ceil(question.ask.options.len().into());
        // One world has no spread, so each option is tried in two.
        analysis.step(worlds.min(left.min(u64::from(u32::MAX)) as u32).max(2));
        worlds = (worlds + worlds / 2).min(4096);
        if live {
            let table = table(&question, &analysis, args.value);
            // Up to where the last table began.
            print(&format!(
                "{}{table}",
                if lines > 0 {
                    format!("\x1b[{lines}A\x1b[J")
                } else {
                    String::new()
                }
            ))?;
            lines = table.lines().count();
        }
        if stop.load(Ordering::Relaxed)
            || analysis.is_decided()
            || analysis.playouts() >= most
            || args.seconds.is_some_and(|s| started.elapsed() >= s)
        {
            break;
        }
    }
    let stopped = stop.load(Ordering::Relaxed);
    if !live {
        print(&match args.format {
            Format::Table => format!("{text}\n{}", table(&question, &analysis, args.value)),
            Format::Json => json_text(&question, &analysis, args, playout, &text, stopped)?,
            Format::Csv => csv(&question, &analysis),
        })?;
    }
    if stopped {
        let _ = std::io::stdout().flush();
        return Err(Failure::Interrupted(
            "stopped before it was decided".to_owned(),
        ));
    }
    Ok(())
}

/// How to think with that strategy.
pub(super) fn thought<G: Searchable>(
    playout: Bot<G>,
    goal: Goal,
    no_beliefs: bool,
    seed: u64,
) -> Thought<G> {
    let beliefs = if no_beliefs {
        Beliefs::NONE
    } else {
        Beliefs::default()
    };
    Thought {
        playout,
        beliefs,
        goal,
        seed,
    }
}

fn texts<G: Searchable + Notated>(question: &Question<G>, row: &Row) -> String {
    let view = question.game.view(&question.state, question.ask.seat);
    let options = &question.ask.options;
    G::option_text(view, options, options.nth(row.option as u32))
}

fn table<G: Searchable + Notated>(
    question: &Question<G>,
    analysis: &Analysis<'_, G>,
    goal: Goal,
) -> String
where
    G::State: Sync,
{
    let (what, scale) = match goal {
        Goal::Game => ("wins game", 100.0),
        Goal::Round => ("wins round", 100.0),
        Goal::Points => ("points", 100.0),
    };
    let rows: Vec<(Row, String)> = analysis
        .rows()
        .into_iter()
        .map(|row| {
            let text = texts(question, &row);
            (row, text)
        })
        .collect();
    let longest = rows.iter().map(|(_, text)| text.len()).max().unwrap_or(0);
    let width = longest.max(12);
    let mut out = format!(
        "{:<width$} {what:>10}   95 % interval   loses  ± s.e.  playouts\n",
        "option"
    );
    for (row, text) in rows {
        let mark = match (row.usual, question.done.as_ref() == Some(&text)) {
            (_, true) => "  <- done",
            (true, false) => "  <- playout policy",
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
    let state = if analysis.is_decided() {
        "decided"
    } else {
        "not decided"
    };
    let _ = writeln!(out, "{state} after {} playouts", analysis.playouts());
    out
}

fn json_text<G: Searchable + Notated>(
    question: &Question<G>,
    analysis: &Analysis<'_, G>,
    args: &Args,
    playout: &str,
    position: &str,
    stopped: bool,
) -> Result<String, Failure>
where
    G::State: Sync,
{
    let options: Vec<_> = analysis
        .rows()
        .iter()
        .map(|row| {
            json!({
                "option": texts(question, row), "value": row.value, "low": row.low, "high": row.high,
                "loss": row.loss, "loss_se": row.loss_se, "playouts": row.playouts, "usual": row.usual,
            })
        })
        .collect();
    let all = json!({
        "position": position,
        "value": args.value.name(),
        "playout": playout,
        "seed": args.seed.to_string(),
        "decided": analysis.is_decided(),
        "playouts": analysis.playouts(),
        "reproducible": args.seconds.is_none() && !stopped,
        "done": question.done,
        "options": options,
    });
    serde_json::to_string_pretty(&all)
        .map(|text| text + "\n")
        .map_err(|e| Failure::Io(format!("the analysis cannot be written: {e}")))
}

fn csv<G: Searchable + Notated>(question: &Question<G>, analysis: &Analysis<'_, G>) -> String
where
    G::State: Sync,
{
    let mut out = String::from("option,value,low,high,loss,loss_se,playouts,usual,done\n");
    for row in analysis.rows() {
        let text = texts(question, &row);
        let done = question.done.as_ref() == Some(&text);
        // A position in the Grid has a comma of its own.
        let text = if text.contains(',') {
            format!("\"{text}\"")
        } else {
            text
        };
        let _ = writeln!(
            out,
            "{text},{},{},{},{},{},{},{},{done}",
            row.value, row.low, row.high, row.loss, row.loss_se, row.playouts, row.usual
        );
    }
    out
}
