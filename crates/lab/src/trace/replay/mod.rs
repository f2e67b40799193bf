//! Replays traces through the engine and checks every step.
//!
//! A trace is not trusted. The engine plays each game again, taking only the seats' choices and the
//! cards from the file. Each of its events must be the file's next line. The first difference is a
//! [`Fault`] with its line and the rule concerned.
//!
//! | file | holds |
//! |---|---|
//! | `fault` | faults of a trace |
//! | `lines` | a file's lines, limited in length and parsed |
//! | `play` | the replay of a game, with the comparison |
//! | `grid` | the parts of Grid: the answers |
//! | `script` | a chance that deals by a script |
//! | `deal` | a round's first line |
//! | `round` | the parts of the shedding games: the answers, the tolerated differences |
//! | `find` | the decisions of a line |
//! | `seat` | the decisions of a seat in a game |
//! | `summary` | contents of a file |
//! | `compare` | a line against the engine's event |
//!
//! Bots and seeds are ignored, so any program's traces can be checked. A line `intervention` is
//! outside the rules: an experiment moved a tower at the beginning of a turn. It is carried out as
//! written, everything else must follow the rules, and the summary counts it.

#![allow(clippy::disallowed_methods, reason = "a trace brings its own cards")]

mod compare;
mod deal;
mod fault;
mod find;
mod grid;
mod lines;
mod play;
mod round;
mod seat;
mod summary;

pub use fault::Fault;
pub use find::{Decisions, FoundDecisions, TracedDecision, find};
pub use lines::MAX_LINE;
pub use play::Replayed;
pub use seat::{DecisionText, DecisionTexts, SeatDecisions, decisions, of_seat};
pub use summary::Summary;

use crate::catalog::{Catalog, GameEntry, GameOf, RuleData, Ruleset};
use fault::Problem;
use find::Nearest;
use lines::{Item, Lines};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::one_of;
use powergrab_engine::game::Unit;
use powergrab_engine::game::record::Record;
use powergrab_engine::trace::FORMAT;
use serde::Deserialize;
use serde_json::Value;
use std::any::Any;
use std::io::BufRead;

/// Checks all games of a trace. `file` is its name for messages.
///
/// # Errors
/// Returns the first fault.
pub fn verify(file: &str, mut input: impl BufRead, catalog: &Catalog) -> Result<Summary, Fault> {
    verify_lines(file, &mut input, catalog)
}

/// Not generic, so that it is compiled only here.
fn verify_lines(file: &str, input: &mut dyn BufRead, catalog: &Catalog) -> Result<Summary, Fault> {
    let mut lines = Lines::new(input);
    let mut summary = Summary::default();
    let result = games(&mut lines, &mut summary, catalog);
    result.map_err(|problem| lines.fault(file, problem))?;
    Ok(summary)
}

fn games(lines: &mut Lines<'_>, summary: &mut Summary, catalog: &Catalog) -> Result<(), Problem> {
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
                let begun = begin(&record, summary.games, catalog)?;
                let game: &dyn TraceGame = begun.part(catalog)?;
                game.verify(&begun, lines, summary)?;
                summary.games += 1;
            }
        }
    }
}

/// A game started by its `game` line.
struct Begun {
    ruleset: Ruleset,
    seats: Vec<String>,
    unit: Unit,
}

impl Begun {
    fn part<P: Copy + 'static>(&self, catalog: &Catalog) -> Result<P, Problem> {
        let part = catalog.part(&self.ruleset);
        part.map_err(|e| ("TRACE", e.to_string()))
    }

    /// Returns the game of these rules.
    fn game<R: RuleData>(&self) -> Result<R::Game, Problem> {
        let game = GameOf::<R>::rules(&self.ruleset).game(self.seats.len());
        game.map_err(|e| (self.ruleset.players_rule(), e))
    }
}

/// Trace functions of a game.
trait TraceGame: Sync {
    /// Replays a started game, and checks its lines.
    fn verify(
        &self,
        begun: &Begun,
        lines: &mut Lines<'_>,
        summary: &mut Summary,
    ) -> Result<(), Problem>;

    /// Replays a started game, and returns the [`Decisions`] of a seat.
    fn of_seat(
        &self,
        begun: &Begun,
        lines: &mut Lines<'_>,
        seat: Seat,
    ) -> Result<Box<dyn Any + Send>, Problem>;

    /// Replays a started game, or the beginning of one, and returns the decisions of all seats in
    /// words.
    fn decisions(&self, begun: &Begun, lines: &mut Lines<'_>) -> Result<DecisionTexts, Problem>;

    /// Searches a started game for the decisions of a line: [`Decisions`] of this game.
    fn find(
        &self,
        begun: &Begun,
        lines: &mut Lines<'_>,
        line: u64,
        nearest: &mut Nearest,
    ) -> Result<Option<Box<dyn Any + Send>>, Problem>;
}

impl<R: RuleData<Game: Replayed + Clone>> TraceGame for GameOf<R> {
    fn verify(
        &self,
        begun: &Begun,
        lines: &mut Lines<'_>,
        summary: &mut Summary,
    ) -> Result<(), Problem> {
        let game = begun.game::<R>()?;
        lines.found_game();
        summary.events += 1;
        play::play(&game, begun.unit, lines, summary)
    }

    fn of_seat(
        &self,
        begun: &Begun,
        lines: &mut Lines<'_>,
        seat: Seat,
    ) -> Result<Box<dyn Any + Send>, Problem> {
        let game = begun.game::<R>()?;
        lines.found_game();
        let found = seat::game(game, begun.unit, lines, |asked| asked == seat);
        Ok(Box::new(found.whole()?))
    }

    fn decisions(&self, begun: &Begun, lines: &mut Lines<'_>) -> Result<DecisionTexts, Problem> {
        let game = begun.game::<R>()?;
        lines.found_game();
        seat::game(game, begun.unit, lines, |_| true).texts_up_to_the_end()
    }

    fn find(
        &self,
        begun: &Begun,
        lines: &mut Lines<'_>,
        line: u64,
        nearest: &mut Nearest,
    ) -> Result<Option<Box<dyn Any + Send>>, Problem> {
        let game = begun.game::<R>()?;
        lines.found_game();
        let found = find::game((game, begun.unit), lines, line, nearest)?;
        Ok(found.map(|decisions| Box::new(decisions) as _))
    }
}

/// Registers a game for `verify`, and for questions about its traces.
pub(crate) fn known<R: RuleData<Game: Replayed + Clone>>(game: GameEntry) -> GameEntry {
    game.with(GameOf::<R>::IT as &dyn TraceGame)
}

/// The game according to a `game` line.
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

/// Checks a `game` line.
fn begin(record: &Record, index: u64, catalog: &Catalog) -> Result<Begun, Problem> {
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
    let Some(known) = catalog.game_with(ruleset) else {
        return Err(trace(format!(
            "ruleset {:?} is not one that is checked here: {}",
            compare::short(ruleset),
            one_of(ruleset, catalog.official_names().into_iter())
        )));
    };
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
    let unit = match unit.as_deref() {
        None => Unit::Game,
        Some("round") if !known.one_round => Unit::Round,
        Some(other) => {
            return Err(trace(format!(
                "unit {:?}: only a round of a shedding game says so, by \"round\"",
                compare::short(other)
            )));
        }
    };
    let rules = known.read_json("rules", Some(ruleset), rules);
    let rules = rules.map_err(|e| trace(e.to_string()))?;
    if rules.base() != ruleset {
        return Err(trace(format!(
            "ruleset is {ruleset}, but the rules start from {}",
            rules.base()
        )));
    }
    if rules.is_variant() != *variant {
        let (are, other) = match *variant {
            true => ("true", "the official ones"),
            false => ("false", "not the official ones"),
        };
        let problem = format!("variant is {are}, but the rules are {other}");
        return Err((rules.variant_rule(), problem));
    }
    Ok(Begun {
        ruleset: rules,
        seats: seats.clone(),
        unit,
    })
}
