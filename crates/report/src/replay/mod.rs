//! Replays traces through the engine and checks every step.
//!
//! A trace is not believed: the engine plays each game again, taking from the file only what seats chose and which cards
//! came, and every event that it tells must be the file's next line. The first difference is a [`Fault`] with its line and
//! the rule concerned.
//!
//! | file | holds |
//! |---|---|
//! | `lines` | a file's lines, bounded and parsed |
//! | `grid` | a game of Grid |
//! | `script` | a chance that deals what it is told |
//! | `deal` | a round's first line |
//! | `round` | one round: the answers, the comparison |
//! | `find` | the decisions that a line tells of |
//! | `compare` | a line against what the engine told |
//!
//! Bots and seeds play no part: any program's traces can be checked. A line `intervention` is no rule's doing: an experiment moved a
//! tower at the beginning of a turn. It is carried out as it stands, all else must follow by the rules, and the summary counts it.

mod compare;
mod deal;
mod find;
mod grid;
mod lines;
mod round;
mod script;

pub use find::{Asked, Decisions, Found, find};
pub use lines::MAX_LINE;
pub use script::{Missing, Script};

use crate::config::one_of;
use crate::game::Game as _;
use crate::grid::{Grid, Rules as GridRules};
use crate::report::Record;
use crate::report::trace::{FORMAT, game_end_record};
use crate::rng::{Purpose, Seeds};
use crate::rulesets::official_names;
use crate::shedding::{Family, NextDealer, Shedding, State, rules_file};
use lines::{Item, Lines};
use std::io::BufRead;

/// What a file held, all of it in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Whole games.
    pub games: u64,
    /// Their rounds.
    pub rounds: u64,
    /// Their lines, each compared.
    pub events: u64,
    /// Of these, interventions: towers that an experiment moved by no rule.
    pub interventions: u64,
}

impl std::ops::AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.games += other.games;
        self.rounds += other.rounds;
        self.events += other.events;
        self.interventions += other.interventions;
    }
}

/// The first thing that is wrong in a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {rule}: {message}")]
pub struct Fault {
    /// The file's name as given.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The rule concerned, as `PG-7`, or `TRACE` where it is the form of the file.
    pub rule: &'static str,
    /// What was expected and what was found.
    pub message: String,
    /// Whether the file is no trace at all, rather than one with a fault.
    pub unreadable: bool,
}

/// A rule and a sentence; the line is added by whoever knows it.
type Problem = (&'static str, String);

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
                let game = begin(&record, summary.games)?;
                lines.found_game();
                summary.events += 1;
                match game {
                    AnyGame::Shedding(game) => play(&game, lines, summary)?,
                    AnyGame::Grid(game) => grid::play(&game, lines, summary)?,
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

/// Checks a `game` line and makes its game.
fn begin(record: &Record, index: u64) -> Result<AnyGame, Problem> {
    let trace = |message: String| ("TRACE", message);
    let Record::Game {
        format,
        ruleset,
        variant,
        rules,
        seed,
        game,
        rotation,
        seats,
        ..
    } = record
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
    if ruleset == GridRules::NAME {
        let rules = GridRules::from_json("rules", rules);
        let rules = rules.map_err(|e| trace(e.to_string()))?;
        may_be(rules.is_variant(), "GR-1")?;
        let game = Grid::new(rules, seats.len());
        return game
            .map(|game| AnyGame::Grid(Box::new(game)))
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
    game.map(|game| AnyGame::Shedding(Box::new(game)))
        .map_err(|e| (rule, e.to_string()))
}

/// One game after its `game` line.
fn play(game: &Shedding, lines: &mut Lines<'_>, summary: &mut Summary) -> Result<(), Problem> {
    let mut state = game.new_game();
    let mut script = Script::new(&game.rules().deck);
    loop {
        let replayed = round::replay(game, &mut state, lines, &mut script)?;
        summary.events += replayed.events;
        summary.interventions += replayed.interventions;
        summary.rounds += 1;
        if game.is_over(&state) {
            break;
        }
    }
    let due = game_end_record(game, &state);
    match lines.take() {
        Item::Fault(problem) => Err(problem),
        Item::Line(mut found) => {
            if let Record::GameEnd { winners, .. } = &mut found {
                winners.sort_unstable();
            }
            summary.events += 1;
            if found == due {
                Ok(())
            } else {
                Err(compare::difference(&due, &found))
            }
        }
        Item::End => Err(compare::ended(&due)),
    }
}

/// PG-3: who may deal the next round; none where it may be anybody.
fn due_dealer(game: &Shedding, state: &State) -> Option<u8> {
    let rules = game.rules();
    let by_lot = if state.winner().is_none() && state.rounds_done() == 0 {
        rules.first_dealer.is_none()
    } else {
        rules.next_dealer == NextDealer::Random && state.winner().is_some()
    };
    // What is not left to chance does not depend on the seeds.
    let any = Seeds::new(0, Purpose::Play).deal(0).round(0);
    (!by_lot).then(|| game.lead(state, &any))
}
