//! The decision that a line of a trace tells of.

use super::lines::{Item, Lines};
use super::script::Script;
use super::{AnyGame, Fault, begin, round};
use crate::game::{Action, Ask, Game as _};
use crate::shedding::{Shedding, State};
use std::io::BufRead;

/// A position of a trace, hidden cards and all, and what was done in it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game, its rules as the trace has them.
    pub game: Shedding,
    /// The position.
    pub state: State,
    /// The question.
    pub ask: Ask,
    /// The answer that the trace has.
    pub answer: Action,
}

/// The decision that line `line` (from 1) of a trace tells of: the last question before it, or the first one of its round
/// where none came before. `file` is the trace's name for messages.
///
/// # Errors
/// The trace is none, or wrong before that line, or has not so many lines; or the line belongs to a game of Grid.
pub fn find(file: &str, input: impl BufRead, line: u64) -> Result<Found, Fault> {
    let mut lines = Lines::new(input);
    let mut search = Search {
        line,
        last: None,
        done: false,
    };
    let result = search.games(&mut lines);
    let failed = |(rule, message): super::Problem| Fault {
        file: file.to_owned(),
        line: lines.at().max(1),
        rule,
        message,
        unreadable: !lines.is_trace(),
    };
    match (search.done, search.last) {
        (true, Some(found)) => Ok(found),
        _ => {
            result.map_err(failed)?;
            Err(Fault {
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
    }
}

struct Search {
    line: u64,
    last: Option<Found>,
    done: bool,
}

impl Search {
    fn games<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), super::Problem> {
        for index in 0.. {
            let record = match lines.take() {
                Item::End => return Ok(()),
                Item::Fault(problem) => return Err(problem),
                Item::Line(record) => record,
            };
            let game = begin(&record, index)?;
            lines.found_game();
            let AnyGame::Shedding(game) = game else {
                return Err((
                    "GR-1",
                    "positions are written for the shedding games, and this is a game of Grid"
                        .to_owned(),
                ));
            };
            let mut state = game.new_game();
            let mut script = Script::new(&game.rules().deck);
            loop {
                let mut hook = |state: &State, ask: &Ask, answer: Action, at: u64| {
                    if self.done {
                        return;
                    }
                    let here = || Found {
                        game: (*game).clone(),
                        state: *state,
                        ask: *ask,
                        answer,
                    };
                    if at < self.line {
                        self.last = Some(here());
                    } else {
                        let fits = self
                            .last
                            .as_ref()
                            .is_some_and(|found| found.state.round() == state.round());
                        if !fits {
                            self.last = Some(here());
                        }
                        self.done = true;
                    }
                };
                round::replay_with(&game, &mut state, lines, &mut script, &mut hook)?;
                // The last decision of the round is told of by its last lines.
                self.done |= lines.at() >= self.line;
                if self.done {
                    return Ok(());
                }
                if game.is_over(&state) {
                    break;
                }
            }
            lines.take();
            self.done |= lines.at() >= self.line;
            if self.done {
                return Ok(());
            }
            self.last = None;
        }
        Ok(())
    }
}
