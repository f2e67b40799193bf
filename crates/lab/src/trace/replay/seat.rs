//! The decisions of a game of a trace: those of one seat, or of all in words.

use super::compare::is_early_end;
use super::fault::{Fault, Problem};
use super::find::{Decisions, TracedDecision};
use super::lines::{Item, Lines};
use super::play::Replayed;
use super::{Summary, TraceGame, begin, play};
use crate::catalog::{Catalog, Ruleset};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Ask, Game, Unit};
use powergrab_engine::trace::Script;
use std::any::Any;
use std::io::BufRead;

/// The decisions of a seat in a game, of any game.
pub struct SeatDecisions {
    /// The rules of the game.
    pub ruleset: Ruleset,
    /// Names of the players, by seat.
    pub names: Vec<String>,
    /// Unit of play.
    pub unit: Unit,
    /// [`Decisions`] of the game of these rules.
    decisions: Box<dyn Any + Send>,
}

impl SeatDecisions {
    /// Returns the decisions, if they are of this game.
    pub fn decisions<G: Game>(&self) -> Option<&Decisions<G>> {
        self.decisions.downcast_ref()
    }
}

/// Returns the decisions of a seat in game `number` (from 0) of a trace. `file` is the trace's name
/// for messages. Everything up to the end of that game is checked.
///
/// # Errors
/// Fails if the file is not a trace, if it is wrong, or if it has no such game or seat.
pub fn of_seat(
    file: &str,
    mut input: impl BufRead,
    number: u64,
    seat: Seat,
    catalog: &Catalog,
) -> Result<SeatDecisions, Fault> {
    let mut lines = Lines::new(&mut input);
    let found = search(&mut lines, number, seat, catalog);
    let found = found.map_err(|problem| lines.fault(file, problem))?;
    found.map_err(|message| Fault {
        file: file.to_owned(),
        line: lines.at().saturating_sub(1).max(1),
        rule: "TRACE",
        message,
        unreadable: true,
    })
}

/// Searches the games of a file. The inner error states what it does not have.
fn search(
    lines: &mut Lines<'_>,
    number: u64,
    seat: Seat,
    catalog: &Catalog,
) -> Result<Result<SeatDecisions, String>, Problem> {
    for index in 0.. {
        let record = match lines.take() {
            Item::End => break,
            Item::Fault(problem) => return Err(problem),
            Item::Line(record) => record,
        };
        let begun = begin(&record, index, catalog)?;
        let game: &dyn TraceGame = begun.part(catalog)?;
        if index < number {
            game.verify(&begun, lines, &mut Summary::default())?;
            continue;
        }
        if usize::from(seat) >= begun.seats.len() {
            let last = begun.seats.len() - 1;
            return Ok(Err(format!(
                "there is no seat {seat}: seats are 0 to {last}"
            )));
        }
        return Ok(Ok(SeatDecisions {
            decisions: game.of_seat(&begun, lines, seat)?,
            ruleset: begun.ruleset,
            names: begun.seats,
            unit: begun.unit,
        }));
    }
    Ok(Err(format!(
        "the file has no game {number}; games count from 0"
    )))
}

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionText {
    /// The deciding seat.
    pub seat: Seat,
    /// The question, in one word.
    pub question: &'static str,
    /// The option taken.
    pub done: String,
    /// The position, see [`Textual::notation`](powergrab_engine::game::Textual::notation).
    pub position: String,
    /// The round, from 0.
    pub round: u32,
    /// The turn in it, from 0.
    pub turn: u32,
    /// Number of the next line of the trace, from 1.
    pub line: u64,
}

/// Decisions of a game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionTexts {
    /// The decisions, in their order.
    pub decisions: Vec<DecisionText>,
    /// `false` if the file ends before the game.
    pub is_over: bool,
}

/// Returns all decisions of the first game of a trace, or of its beginning. `file` is the trace's
/// name for messages. Everything up to the end of that game is checked.
///
/// # Errors
/// Fails if the file is not a trace, or if it is wrong.
pub fn decisions(
    file: &str,
    mut input: impl BufRead,
    catalog: &Catalog,
) -> Result<DecisionTexts, Fault> {
    let mut lines = Lines::new(&mut input);
    let found = match lines.take() {
        Item::End => Err(("TRACE", "the file is empty".to_owned())),
        Item::Fault(problem) => Err(problem),
        Item::Line(record) => begin(&record, 0, catalog).and_then(|begun| {
            let game: &dyn TraceGame = begun.part(catalog)?;
            game.decisions(&begun, &mut lines)
        }),
    };
    found.map_err(|problem| lines.fault(file, problem))
}

/// Decisions of a game.
pub(super) struct GameDecisions<G: Game> {
    pub decisions: Decisions<G>,
    /// By decision: number of the next line of the trace, from 1.
    at: Vec<u64>,
    /// Why the replay ended before the game.
    problem: Option<Problem>,
}

impl<G: Replayed> GameDecisions<G> {
    /// Returns the decisions of a whole game.
    ///
    /// # Errors
    /// Returns the problem of the trace.
    pub fn whole(self) -> Result<Decisions<G>, Problem> {
        match self.problem {
            None => Ok(self.decisions),
            Some(problem) => Err(problem),
        }
    }

    /// Returns the decisions in words.
    ///
    /// # Errors
    /// Returns the problem of the trace, unless it only ends too early.
    pub fn texts_up_to_the_end(mut self) -> Result<DecisionTexts, Problem> {
        let problem = self.problem.take();
        match problem {
            Some(problem) if !is_early_end(&problem) => Err(problem),
            problem => Ok(DecisionTexts {
                decisions: self.texts(),
                is_over: problem.is_none(),
            }),
        }
    }

    fn texts(&self) -> Vec<DecisionText> {
        let Decisions { game, asked } = &self.decisions;
        let text = |(decision, line): (&TracedDecision<G::State>, &u64)| {
            let view = game.view(&decision.state, decision.ask.seat);
            let (round, turn) = G::moment(view);
            DecisionText {
                seat: decision.ask.seat,
                question: G::asked(view),
                done: G::option_text(view, &decision.ask.options, decision.answer),
                position: G::notation(view),
                round,
                turn,
                line: *line,
            }
        };
        asked.iter().zip(&self.at).map(text).collect()
    }
}

/// Replays a game, and returns the decisions of the chosen seats.
pub(super) fn game<G: Replayed + Clone>(
    game: G,
    unit: Unit,
    lines: &mut Lines<'_>,
    wanted: impl Fn(Seat) -> bool,
) -> GameDecisions<G> {
    let (mut asked, mut at) = (Vec::new(), Vec::new());
    let mut state = game.new_game();
    let mut script = Script::new(game.deck());
    let mut replayed = || loop {
        let hook = |state: &G::State, ask: &Ask, answer, lines: &Lines<'_>| {
            if wanted(ask.seat) {
                at.push(lines.at() + 1);
                asked.push(TracedDecision {
                    state: state.clone(),
                    ask: *ask,
                    answer,
                });
            }
        };
        let summary = &mut Summary::default();
        play::round(&game, &mut state, lines, &mut script, summary, hook)?;
        if unit == Unit::Round {
            return Ok(());
        }
        if game.is_over(&state) {
            return play::end(&game, &state, lines, summary);
        }
    };
    let problem = replayed().err();
    let decisions = Decisions { game, asked };
    GameDecisions {
        decisions,
        at,
        problem,
    }
}
