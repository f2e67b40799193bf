//! Replay of any game of a trace: the seats' choices and the cards come from the file, everything
//! else from the engine.

use super::compare;
use super::compare::EARLY_END;
use super::fault::Problem;
use super::lines::{Item, Lines};
use super::summary::Summary;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::record::Record;
use powergrab_engine::game::{Action, Ask, Observer, Textual, Unit};
use powergrab_engine::trace::{Missing, Script, game_end};

/// A game that can be replayed.
pub trait Replayed: Textual + Sized {
    /// The rule violated by an impossible card.
    const CARDS: &'static str;

    /// The rule violated if the game ends while another round is due.
    const END: &'static str;

    /// Returns the number of the default decision of a line with `n` decisions: the last.
    fn usual_question(n: u64) -> u64 {
        n
    }
    /// Describes the first line of a round.
    fn first_line(&self, state: &Self::State) -> String;
    /// Checks a round's first line and fills the script with its cards. Returns the seat that deals
    /// or begins; `None` if it is another line.
    fn deal(
        &self,
        state: &Self::State,
        line: &Record,
        script: &mut Script,
    ) -> Option<Result<Seat, Problem>>;
    /// Returns the seat's choice according to the file.
    fn answer(&self, state: &Self::State, ask: &Ask, lines: &Lines<'_>) -> Result<Action, Problem>;
    /// Returns the problem if the engine expects `due` and the file has `found`.
    fn difference(due: &Record, found: &Record) -> Problem {
        compare::difference(due, found)
    }
    /// Adapts the expected line where TRACE.md and RULES.md leave its content open to the file.
    fn tolerate(&self, _: &Self::State, due: Record, _: &mut Lines<'_>) -> Record {
        due
    }
    /// Carries out the next line if it is an intervention; returns whether it was one.
    fn intervene(
        &self,
        _: &mut Self::State,
        _: &mut Checker<'_, '_, Self>,
    ) -> Result<bool, Problem> {
        Ok(false)
    }
}

/// Receives the engine's events and compares them with the file.
pub struct Checker<'l, 'r, G: Replayed> {
    pub lines: &'l mut Lines<'r>,
    scribe: G::TraceState,
    n_events: u64,
    problem: Option<Problem>,
}

impl<G: Replayed> Checker<'_, '_, G> {
    fn hear(&mut self, game: &G, state: &G::State, due: Record) {
        if self.problem.is_some() {
            return;
        }
        let due = game.tolerate(state, due, self.lines);
        self.problem = match self.lines.take() {
            Item::Line(found) if found == due => None,
            Item::Line(found) => Some(G::difference(&due, &found)),
            Item::Fault(problem) => Some(problem),
            Item::End => Some(compare::ended(&due)),
        };
        self.n_events += 1;
    }

    /// Called after each call of the engine: returns its problem, if any, and scripts the cards of
    /// new lines.
    fn settle(&mut self, game: &G, state: &G::State, script: &mut Script) -> Result<(), Problem> {
        if let Some(problem) = self.problem.take() {
            return Err(match script.missing() {
                Some(Missing::NotInPile(card)) if !compare::is_early_end(&problem) => (
                    G::CARDS,
                    format!("{card} is not in the draw pile; {}", problem.1),
                ),
                _ => problem,
            });
        }
        self.lines.look_ahead(|record| script.feed(record));
        game.check(state).map_err(|problem| (G::CARDS, problem))
    }
}

impl<G: Replayed> Observer<G> for Checker<'_, '_, G> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        let mut scribe = std::mem::take(&mut self.scribe);
        game.event_records(&mut scribe, state, event, &mut |due| {
            self.hear(game, state, due);
        });
        self.scribe = scribe;
    }
}

/// Checks a round's first line. Returns the seat that deals or begins.
fn prepare<G: Replayed>(
    game: &G,
    state: &G::State,
    lines: &mut Lines<'_>,
    script: &mut Script,
) -> Result<Seat, Problem> {
    lines.look_ahead(|_| {});
    script.clear();
    let expected = game.first_line(state);
    let first = match lines.peek(0) {
        Some(Item::Line(line)) => game.deal(state, line, script).unwrap_or_else(|| {
            let rule = match line.event() {
                "game-end" => G::END,
                _ => "TRACE",
            };
            let found = compare::short(&line.line());
            Err((rule, format!("expected {expected}, found {found}")))
        }),
        Some(Item::Fault(problem)) => Err(problem.clone()),
        Some(Item::End) | None => Err(("TRACE", format!("{EARLY_END}: expected {expected}"))),
    };
    if first.is_err() {
        lines.take();
    }
    // Cards of lines that were read before.
    let ahead = (0..).map_while(|n| lines.line(n));
    ahead.for_each(|record| script.feed(record));
    first
}

/// Replays the next round of the file. Calls `hook` with every decision before it is carried out:
/// the position, the question, the answer, and the lines, of which the next is the answer's.
pub fn round<G: Replayed>(
    game: &G,
    state: &mut G::State,
    lines: &mut Lines<'_>,
    script: &mut Script,
    summary: &mut Summary,
    mut hook: impl FnMut(&G::State, &Ask, Action, &Lines<'_>),
) -> Result<(), Problem> {
    let first = prepare(game, state, lines, script)?;
    let mut checker = Checker {
        lines,
        scribe: G::TraceState::default(),
        n_events: 0,
        problem: None,
    };
    game.start_round(state, first, script, &mut checker);
    loop {
        checker.settle(game, state, script)?;
        let ask = game.advance(state, script, &mut checker);
        checker.settle(game, state, script)?;
        let Some(ask) = ask else { break };
        if game.intervene(state, &mut checker)? {
            summary.interventions += 1;
            continue;
        }
        let action = match game.answer(state, &ask, checker.lines) {
            Ok(action) => action,
            Err(problem) => {
                // The problem belongs to the next line or, at the end of the file, to its end.
                return Err(loop {
                    match checker.lines.take() {
                        Item::Fault(problem) => break problem,
                        Item::Line(_) if problem.0 == "TRACE" => {}
                        _ => break problem,
                    }
                });
            }
        };
        hook(state, &ask, action, checker.lines);
        game.apply(state, action, script, &mut checker);
    }
    summary.events += checker.n_events;
    summary.rounds += 1;
    Ok(())
}

/// Checks a game's last line.
pub fn end<G: Replayed>(
    game: &G,
    state: &G::State,
    lines: &mut Lines<'_>,
    summary: &mut Summary,
) -> Result<(), Problem> {
    let due = game_end(game, state);
    summary.events += 1;
    match lines.take() {
        Item::Fault(problem) => Err(problem),
        Item::Line(found) if found == due => Ok(()),
        Item::Line(found) => Err(G::difference(&due, &found)),
        Item::End => Err(compare::ended(&due)),
    }
}

/// Replays one game after its `game` line, or its first round.
pub fn play<G: Replayed>(
    game: &G,
    unit: Unit,
    lines: &mut Lines<'_>,
    summary: &mut Summary,
) -> Result<(), Problem> {
    let mut state = game.new_game();
    let mut script = Script::new(game.deck());
    loop {
        round(
            game,
            &mut state,
            lines,
            &mut script,
            summary,
            |_, _, _, _| {},
        )?;
        if unit == Unit::Round {
            return Ok(());
        }
        if game.is_over(&state) {
            return end(game, &state, lines, summary);
        }
    }
}
