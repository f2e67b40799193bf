//! The decisions that a line of a trace tells of.

use super::fault::{Fault, Problem};
use super::lines::{Item, Lines};
use super::play::{self, Replayed};
use super::script::Script;
use super::{AnyGame, Summary, begin};
use crate::game::{Action, Ask, Game};
use crate::grid::Grid;
use crate::shedding::Shedding;
use std::io::BufRead;

/// A question in a trace: the position, hidden cards and all, and what was done in it.
#[derive(Clone, Debug)]
pub struct Asked<S> {
    /// The position.
    pub state: S,
    /// The question.
    pub ask: Ask,
    /// The answer that the trace has.
    pub answer: Action,
}

/// The decisions that a line tells of.
#[derive(Clone, Debug)]
pub struct Decisions<G: Game> {
    /// The game, its rules as the trace has them.
    pub game: G,
    /// The questions in their order, at least one.
    pub asked: Vec<Asked<G::State>>,
}

/// The decisions that a line tells of, of whatever game.
#[derive(Clone, Debug)]
pub enum FoundDecisions {
    /// Of a shedding game.
    Shedding(Box<Decisions<Shedding>>),
    /// Of Grid.
    Grid(Box<Decisions<Grid>>),
}

/// The decisions that line `line` (from 1) of a trace tells of: all the last questions before it between which the trace has no
/// line, or the first one of its round where none came before. `file` is the trace's name for messages.
///
/// # Errors
/// The trace is none, or wrong before that line, or has not so many lines.
pub fn find(file: &str, mut input: impl BufRead, line: u64) -> Result<FoundDecisions, Fault> {
    let mut lines = Lines::new(&mut input);
    let found = games(&mut lines, line).map_err(|(rule, message): Problem| Fault {
        file: file.to_owned(),
        line: lines.at().max(1),
        rule,
        message,
        unreadable: !lines.is_trace(),
    })?;
    found.ok_or_else(|| Fault {
        file: file.to_owned(),
        line,
        rule: "TRACE",
        message: format!(
            "there is no such decision: the trace ends with line {}",
            lines.at().saturating_sub(1)
        ),
        unreadable: true,
    })
}

/// Looks through the games of a file.
fn games(lines: &mut Lines<'_>, line: u64) -> Result<Option<FoundDecisions>, Problem> {
    for index in 0.. {
        let record = match lines.take() {
            Item::End => break,
            Item::Fault(problem) => return Err(problem),
            Item::Line(record) => record,
        };
        let begun = begin(&record, index)?;
        lines.found_game();
        let found = match begun {
            AnyGame::Shedding(begun) => {
                let unread = |_: &_, _: &_, lines: &mut Lines<'_>| {
                    lines.take();
                    Ok(())
                };
                game(*begun, lines, line, unread)?
                    .map(|decisions| FoundDecisions::Shedding(Box::new(decisions)))
            }
            AnyGame::Grid(begun) => game(*begun, lines, line, |game, state, lines| {
                play::end(game, state, lines, &mut Summary::default())
            })?
            .map(|decisions| FoundDecisions::Grid(Box::new(decisions))),
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The questions of a game, as far as the line that is looked for.
struct Search<S> {
    line: u64,
    last: Vec<Asked<S>>,
    /// The line that was read before those in `last`.
    at: u64,
    /// No question of this round was heard yet.
    fresh: bool,
    done: bool,
}

impl<S: Clone> Search<S> {
    fn new(line: u64) -> Search<S> {
        Search {
            line,
            last: Vec::new(),
            at: 0,
            fresh: true,
            done: false,
        }
    }

    /// A question that comes after line `at`.
    fn hear(&mut self, state: &S, ask: &Ask, answer: Action, at: u64) {
        if self.done {
            return;
        }
        self.done = at >= self.line;
        if self.done && !self.fresh {
            return;
        }
        if self.fresh || at != self.at {
            self.last.clear();
        }
        (self.at, self.fresh) = (at, false);
        self.last.push(Asked {
            state: state.clone(),
            ask: *ask,
            answer,
        });
    }

    /// What is wrong after the line that is looked for does not matter.
    fn far_enough<T>(&self, played: Result<T, Problem>) -> Result<(), Problem> {
        match played {
            Err(problem) if !self.done => Err(problem),
            _ => Ok(()),
        }
    }

    /// What was found, after lines up to `at` were read.
    fn found<G>(&mut self, game: &G, at: u64) -> Option<Decisions<G>>
    where
        G: Game<State = S> + Clone,
    {
        // The last decision of a round is told of by its last lines.
        let here = self.done || at >= self.line;
        (here && !self.last.is_empty()).then(|| Decisions {
            game: game.clone(),
            asked: std::mem::take(&mut self.last),
        })
    }
}

/// Looks through one game; `end` reads its last line.
fn game<G: Replayed + Clone>(
    game: G,
    lines: &mut Lines<'_>,
    line: u64,
    end: impl Fn(&G, &G::State, &mut Lines<'_>) -> Result<(), Problem>,
) -> Result<Option<Decisions<G>>, Problem> {
    let mut search = Search::new(line);
    let mut state = game.new_game();
    let mut script = Script::new(game.deck());
    let summary = &mut Summary::default();
    loop {
        search.fresh = true;
        let hook = |state: &_, ask: &_, answer, at| search.hear(state, ask, answer, at);
        let played = play::round(&game, &mut state, lines, &mut script, summary, hook);
        search.far_enough(played)?;
        let found = search.found(&game, lines.at());
        if found.is_some() {
            return Ok(found);
        }
        if game.is_over(&state) {
            break;
        }
    }
    search.far_enough(end(&game, &state, lines))?;
    Ok(search.found(&game, lines.at()))
}
