//! Search for the decisions of a trace's line.

use super::fault::{Fault, Problem};
use super::lines::{Item, Lines};
use super::play;
use super::play::Replayed;
use super::{Summary, TraceGame, begin};
use crate::catalog::{Catalog, Ruleset};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Ask, Game, Unit};
use powergrab_engine::trace::Script;
use std::any::Any;
use std::cmp::Ordering;
use std::io::BufRead;

/// A question in a trace: the position including hidden cards, and the answer.
#[derive(Clone, Debug)]
pub struct TracedDecision<S> {
    /// The position.
    pub state: S,
    /// The question.
    pub ask: Ask,
    /// The answer in the trace.
    pub answer: Action,
}

/// The decisions of a line.
#[derive(Clone, Debug)]
pub struct Decisions<G: Game> {
    /// The game, with the trace's rules.
    pub game: G,
    /// The questions in their order, at least one.
    pub asked: Vec<TracedDecision<G::State>>,
}

/// The decisions of a line, of any game.
pub struct FoundDecisions {
    /// The rules of the game.
    pub ruleset: Ruleset,
    /// [`Decisions`] of the game of these rules.
    pub(crate) decisions: Box<dyn Any + Send>,
}

impl FoundDecisions {
    /// Returns the decisions, if they are of this game.
    pub fn decisions<G: Game>(&self) -> Option<&Decisions<G>> {
        self.decisions.downcast_ref()
    }
}

impl std::fmt::Debug for FoundDecisions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FoundDecisions")
            .field("ruleset", &self.ruleset)
            .finish_non_exhaustive()
    }
}

/// Finds the decisions of line `line` (from 1) of a trace: those whose answers wrote this line
/// first. `file` is the trace's name for messages.
///
/// # Errors
/// Fails if the file is not a trace, if it is wrong or ends before that line, or if the line has no
/// decision (a forced play, an effect).
pub fn find(
    file: &str,
    mut input: impl BufRead,
    line: u64,
    catalog: &Catalog,
) -> Result<FoundDecisions, Fault> {
    let mut lines = Lines::new(&mut input);
    let mut nearest = Nearest::default();
    let found = games(&mut lines, line, &mut nearest, catalog);
    let found = found.map_err(|problem| lines.fault(file, problem))?;
    let end = lines.at().saturating_sub(1);
    found.ok_or_else(|| Fault {
        file: file.to_owned(),
        line,
        rule: "TRACE",
        message: if line > end {
            format!("there is no such decision: the trace ends with line {end}")
        } else {
            format!("this line records no decision; {nearest}")
        },
        unreadable: true,
    })
}

/// Lines of the decisions before and after the requested one.
#[derive(Clone, Copy, Default)]
pub(super) struct Nearest {
    before: Option<u64>,
    after: Option<u64>,
}

impl std::fmt::Display for Nearest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.before, self.after) {
            (Some(before), Some(after)) => {
                write!(f, "the nearest decisions are in lines {before} and {after}")
            }
            (Some(line), None) | (None, Some(line)) => {
                write!(f, "the nearest decision is in line {line}")
            }
            (None, None) => f.write_str("the trace has no decisions"),
        }
    }
}

/// Searches the games of a file.
fn games(
    lines: &mut Lines<'_>,
    line: u64,
    nearest: &mut Nearest,
    catalog: &Catalog,
) -> Result<Option<FoundDecisions>, Problem> {
    for index in 0.. {
        let record = match lines.take() {
            Item::End => break,
            // Faults after the line do not matter.
            Item::Fault(_) if lines.at() > line => break,
            Item::Fault(problem) => return Err(problem),
            Item::Line(record) => record,
        };
        let begun = match begin(&record, index, catalog) {
            Err(_) if lines.at() > line => break,
            begun => begun?,
        };
        let game: &dyn TraceGame = begun.part(catalog)?;
        let found = game.find(&begun, lines, line, nearest)?;
        let found = found.map(|decisions| FoundDecisions {
            ruleset: begun.ruleset,
            decisions,
        });
        if found.is_some() || nearest.after.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Questions of a game, up to the requested line.
struct Search<'n, S> {
    line: u64,
    nearest: &'n mut Nearest,
    /// Decisions of the line.
    found: Vec<TracedDecision<S>>,
}

impl<S: Clone> Search<'_, S> {
    /// Records a question whose answer writes line `told` and perhaps more.
    fn hear(&mut self, state: &S, ask: &Ask, answer: Action, told: u64) {
        match told.cmp(&self.line) {
            Ordering::Less => self.nearest.before = Some(told),
            Ordering::Equal => self.found.push(TracedDecision {
                state: state.clone(),
                ask: *ask,
                answer,
            }),
            Ordering::Greater => {
                self.nearest.after.get_or_insert(told);
            }
        }
    }
}

/// Returns the line that an answer writes; `None` for an answer that leaves no line, such as
/// declining.
fn told(ask: &Ask, lines: &Lines<'_>) -> Option<u64> {
    // The discards are shuffled before the draw that needs them (PG-14).
    let n = usize::from(lines.line(0)?.event() == "reshuffle");
    let line = lines.line(n)?;
    let seat = |key| line.get::<Seat>(key) == Some(ask.seat);
    (seat("seat") || seat("by")).then(|| lines.at() + 1 + n as u64)
}

/// Searches one game.
pub(super) fn game<G: Replayed + Clone>(
    (game, unit): (G, Unit),
    lines: &mut Lines<'_>,
    line: u64,
    nearest: &mut Nearest,
) -> Result<Option<Decisions<G>>, Problem> {
    let mut search = Search {
        line,
        nearest,
        found: Vec::new(),
    };
    let mut state = game.new_game();
    let mut script = Script::new(game.deck());
    let summary = &mut Summary::default();
    loop {
        let hook = |state: &_, ask: &_, answer, lines: &Lines<'_>| {
            if let Some(told) = told(ask, lines) {
                search.hear(state, ask, answer, told);
            }
        };
        let mut played = play::round(&game, &mut state, lines, &mut script, summary, hook);
        let alone = unit == Unit::Round;
        let over = played.is_ok() && (alone || game.is_over(&state));
        if over && !alone {
            played = play::end(&game, &state, lines, &mut Summary::default());
        }
        // Faults after the line do not matter.
        let broken = played.is_err();
        played.or_else(|problem| match lines.at() > line {
            true => Ok(()),
            false => Err(problem),
        })?;
        if !search.found.is_empty() {
            let asked = search.found;
            return Ok(Some(Decisions { game, asked }));
        }
        if over || broken || search.nearest.after.is_some() {
            return Ok(None);
        }
    }
}
