//! Replays traces through the engine and checks every step.
//!
//! A trace is not believed: the engine plays each game again, taking from the file only what seats chose and which cards
//! came, and every event that it tells must be the file's next line. The first difference is a [`Fault`] with its line and
//! the rule concerned.
//!
//! | file | holds |
//! |---|---|
//! | `fault` | what is wrong with a trace |
//! | `lines` | a file's lines, bounded and parsed |
//! | `play` | a game, the comparison |
//! | `grid` | what Grid has of its own: the answers |
//! | `script` | a chance that deals what it is told |
//! | `deal` | a round's first line |
//! | `round` | what the shedding games have: the answers, what may differ |
//! | `find` | the decisions that a line tells of |
//! | `summary` | what a file held |
//! | `compare` | a line against what the engine told |
//!
//! Bots and seeds play no part: any program's traces can be checked. A line `intervention` is no rule's doing: an experiment moved a
//! tower at the beginning of a turn. It is carried out as it stands, all else must follow by the rules, and the summary counts it.

#![allow(clippy::disallowed_methods, reason = "a trace brings its own cards")]

mod compare;
mod deal;
mod fault;
mod find;
mod grid;
mod lines;
mod play;
mod round;
mod summary;

pub use fault::Fault;
pub use find::{Decisions, FoundDecisions, TracedDecision, find};
pub use lines::MAX_LINE;
pub use summary::Summary;

use fault::Problem;
use lines::{Item, Lines};
use powergrab_bots::rulesets::official_names;
use powergrab_engine::config::one_of;
use powergrab_engine::game::Unit;
use powergrab_engine::game::record::Record;
use powergrab_engine::grid::{Grid, Rules as GridRules};
use powergrab_engine::shedding::{Family, Shedding, rules_file};
use powergrab_engine::trace::FORMAT;
use serde::Deserialize;
use serde_json::Value;
use std::io::BufRead;

/// Checks all games of a trace. `file` is its name for messages.
///
/// # Errors
/// The first fault.
pub fn verify(file: &str, mut input: impl BufRead) -> Result<Summary, Fault> {
    verify_lines(file, &mut input)
}

/// Compiled here, whatever is read from.
fn verify_lines(file: &str, input: &mut dyn BufRead) -> Result<Summary, Fault> {
    let mut lines = Lines::new(input);
    let mut summary = Summary::default();
    let result = games(&mut lines, &mut summary);
    result.map(|()| summary).map_err(|(rule, message)| Fault {
        file: file.to_owned(),
        line: lines.at().max(1),
        rule,
        message,
        unreadable: !lines.is_trace(),
    })
}

fn games(lines: &mut Lines<'_>, summary: &mut Summary) -> Result<(), Problem> {
    loop {
        match lines.take() {
            Item::End if summary.games == 0 => {
                return Err((
                    "TRACE",
                    "the file is empty: a trace begins with a `game` line".into(),
                ));
            }
            Item::End => return Ok(()),
            Item::Fault(problem) => return Err(problem),
            Item::Line(record) => {
                let (game, unit) = begin(&record, summary.games)?;
                lines.found_game();
                summary.events += 1;
                match game {
                    AnyGame::Shedding(game) => play::play(&*game, unit, lines, summary)?,
                    AnyGame::Grid(game) => play::play(&*game, unit, lines, summary)?,
                }
                summary.games += 1;
            }
        }
    }
}

/// The game of a `game` line.
enum AnyGame {
    Shedding(Box<Shedding>),
    Grid(Box<Grid>),
}

/// What a `game` line says of the game.
#[derive(Deserialize)]
struct GameLine {
    format: u32,
    ruleset: String,
    variant: bool,
    rules: Value,
    seed: String,
    game: u64,
    rotation: u64,
    seats: Vec<String>,
    #[serde(default)]
    unit: Option<String>,
}

/// Checks a `game` line and makes its game; what is played of it.
fn begin(record: &Record, index: u64) -> Result<(AnyGame, Unit), Problem> {
    let trace = |message: String| ("TRACE", message);
    let line = record.all().filter(|_| record.event() == "game");
    let Some(GameLine {
        format,
        ruleset,
        variant,
        rules,
        seed,
        game,
        rotation,
        seats,
        unit,
    }) = &line
    else {
        return Err(trace(format!(
            "expected a `game` line, found {}",
            compare::short(&record.line())
        )));
    };
    if *format != FORMAT {
        return Err(trace(format!(
            "format {format}: this program reads {FORMAT}"
        )));
    }
    if !official_names().any(|name| name == ruleset) {
        return Err(trace(format!(
            "ruleset {:?} is not one that is checked here: {}",
            compare::short(ruleset),
            one_of(ruleset, official_names())
        )));
    }
    if seed.is_empty() || !seed.bytes().all(|b| b.is_ascii_digit()) {
        return Err(trace(format!(
            "seed {:?} is not a decimal number",
            compare::short(seed)
        )));
    }
    if *game != index {
        return Err(trace(format!(
            "expected game {index} of this file, found game {game}"
        )));
    }
    if *rotation >= seats.len().max(1) as u64 {
        return Err(trace(format!(
            "rotation {rotation}: {} seats have rotations 0 to {}",
            seats.len(),
            seats.len().saturating_sub(1)
        )));
    }
    let may_be = |is: bool, rule: &'static str| {
        if is == *variant {
            return Ok(());
        }
        let (are, other) = match *variant {
            true => ("true", "the official ones"),
            false => ("false", "not the official ones"),
        };
        Err((rule, format!("variant is {are}, but the rules are {other}")))
    };
    let unit = match unit.as_deref() {
        None => Unit::Game,
        Some("round") if ruleset != GridRules::NAME => Unit::Round,
        Some(other) => {
            return Err(trace(format!(
                "unit {:?}: only a round of a shedding game says so, by \"round\"",
                compare::short(other)
            )));
        }
    };
    if ruleset == GridRules::NAME {
        let rules = GridRules::from_json("rules", rules);
        let rules = rules.map_err(|e| trace(e.to_string()))?;
        may_be(rules.is_variant(), "GR-1")?;
        let game = Grid::new(rules, seats.len());
        return game
            .map(|game| (AnyGame::Grid(Box::new(game)), unit))
            .map_err(|e| ("GR-1", e.to_string()));
    }
    let family = Family::ALL.into_iter().find(|f| f.name() == ruleset);
    let rules = rules_file::from_json("rules", family, rules).map_err(|e| trace(e.to_string()))?;
    if rules.family.name() != ruleset {
        return Err(trace(format!(
            "ruleset is {ruleset}, but the rules start from {}",
            rules.family.name()
        )));
    }
    may_be(rules.is_variant(), "PG-2")?;
    let rule = rules.family.players_rule();
    let game = Shedding::new(rules, seats.len());
    game.map(|game| (AnyGame::Shedding(Box::new(game)), unit))
        .map_err(|e| (rule, e.to_string()))
}
