//! One game of Grid in a trace, played again: the file says what seats chose and which cards came, the engine says
//! everything else.

use super::compare::{self, due_text, short};
use super::lines::{Item, Lines};
use super::script::{Missing, Script};
use super::{Problem, Summary};
use crate::cards::{Card, Seat};
use crate::game::{Action, Ask, Game as _, Observer};
use crate::grid::{Event, Grid, Kind, Phase, State};
use crate::report::trace::Traced as _;
use crate::report::{Record, Text};

/// The rule that asks for a line where the engine does, in words for people.
fn rule(record: &Record) -> &'static str {
    match record {
        Record::Draw { why, .. } => match why.as_str() {
            "draw-two" => "GR-6",
            "draw-four" => "GR-7",
            _ => "GR-2",
        },
        Record::Pass { .. } => "GR-2",
        Record::GameEnd { .. } => "GR-3",
        other => compare::rule(other),
    }
}

/// The problem where the engine tells `due` and the file has `found`.
fn difference(due: &Record, found: &Record) -> Problem {
    let why = |record: &Record| match record {
        Record::GameEnd { why, .. } => Some(why.clone()),
        _ => None,
    };
    // The end itself is right, and the count is not.
    let count = why(due).is_some() && why(due) == why(found);
    let rule = if count { "GR-9" } else { rule(due) };
    (
        rule,
        format!("expected {}, found {}", due_text(due), short(&found.line())),
    )
}

/// Hears of the engine's events and holds them against the file.
struct Checker<'l, 'r> {
    lines: &'l mut Lines<'r>,
    n_events: u64,
    problem: Option<Problem>,
}

impl Checker<'_, '_> {
    fn hear(&mut self, due: &Record) {
        if self.problem.is_some() {
            return;
        }
        self.problem = match self.lines.take() {
            Item::Line(mut found) => {
                if let Record::GameEnd { winners, .. } = &mut found {
                    winners.sort_unstable();
                }
                (found != *due).then(|| difference(due, &found))
            }
            Item::Fault(problem) => Some(problem),
            Item::End => Some(compare::ended(due)),
        };
        self.n_events += 1;
    }
}

impl Observer<Grid> for Checker<'_, '_> {
    fn event(&mut self, game: &Grid, state: &State, event: &Event) {
        game.event_records(&mut (), state, event, |due| self.hear(&due));
    }
}

/// One game after its `game` line.
pub fn play(game: &Grid, lines: &mut Lines<'_>, summary: &mut Summary) -> Result<(), Problem> {
    play_with(game, lines, summary, &mut |_, _, _, _| {})
}

/// As [`play`]; `hook` hears of every decision before it is carried out: the position, the question, the answer, and the line
/// read last.
pub fn play_with(
    game: &Grid,
    lines: &mut Lines<'_>,
    summary: &mut Summary,
    hook: &mut dyn FnMut(&State, &Ask, Action, u64),
) -> Result<(), Problem> {
    let mut state = game.new_game();
    let mut script = Script::new(&game.tables().deck);
    let first = prepare(game, lines, &mut script)?;
    let mut checker = Checker {
        lines,
        n_events: 0,
        problem: None,
    };
    game.start_round(&mut state, first, &mut script, &mut checker);
    loop {
        settle(game, &state, &mut script, &mut checker)?;
        let ask = game.advance(&mut state, &mut script, &mut checker);
        settle(game, &state, &mut script, &mut checker)?;
        let Some(ask) = ask else { break };
        let action = match answer(game, &state, &ask, checker.lines) {
            Ok(action) => action,
            Err(problem) => {
                return Err(match checker.lines.take() {
                    Item::Fault(problem) => problem,
                    _ => problem,
                });
            }
        };
        hook(&state, &ask, action, checker.lines.at());
        game.apply(&mut state, action, &mut script, &mut checker);
    }
    checker.hear(&game.game_end_record(&state));
    summary.events += checker.n_events;
    summary.rounds += 1;
    checker.problem.map_or(Ok(()), Err)
}

/// After a call of the engine: what went wrong in it, and the cards of lines that are in sight now.
fn settle(
    game: &Grid,
    state: &State,
    script: &mut Script,
    checker: &mut Checker<'_, '_>,
) -> Result<(), Problem> {
    if let Some(problem) = checker.problem.take() {
        return Err(match script.missing() {
            Some(Missing::NotInPile(card)) if !problem.1.starts_with("the file ends") => (
                "GR-1",
                format!("{card} is not in the draw pile; {}", problem.1),
            ),
            _ => problem,
        });
    }
    checker.lines.look_ahead(|record| feed(script, record));
    game.check(state).map_err(|problem| ("GR-1", problem))
}

fn feed(script: &mut Script, record: &Record) {
    if let Record::Draw { cards, .. } = record {
        script.push(cards.iter().map(|card| card.0));
    }
}

/// GR-1: checks the `deal` line and fills the script with its cards. Returns the first seat.
fn prepare(game: &Grid, lines: &mut Lines<'_>, script: &mut Script) -> Result<Seat, Problem> {
    lines.look_ahead(|_| {});
    let checked = match lines.peek(0) {
        Some(Item::Line(Record::Deal { hands, first })) => {
            check_deal(game, hands, *first).map(|()| {
                script.push(hands.iter().flatten().map(|card| card.0));
                *first
            })
        }
        Some(Item::Line(other)) => Err((
            "TRACE",
            format!("expected a `deal`, found {}", short(&other.line())),
        )),
        Some(Item::Fault(problem)) => Err(problem.clone()),
        Some(Item::End) | None => Err((
            "TRACE",
            "the file ends in the middle of a game: expected a `deal`".to_owned(),
        )),
    };
    let first = match checked {
        Ok(first) => first,
        Err(problem) => {
            lines.take();
            return Err(problem);
        }
    };
    // Cards of lines that were in sight already, as far as they belong to this game.
    for n in 0.. {
        match lines.peek(n) {
            Some(Item::Line(record)) => feed(script, record),
            _ => break,
        }
    }
    Ok(first)
}

fn check_deal(game: &Grid, hands: &[Vec<Text<Card>>], first: Seat) -> Result<(), Problem> {
    let gr1 = |message: String| Err(("GR-1", message));
    let n = game.n_seats();
    if usize::from(first) >= n {
        return gr1(format!("first {first}: seats are 0 to {}", n - 1));
    }
    if let Some(due) = game.rules().first_seat.filter(|due| *due != first) {
        return gr1(format!("expected seat {due} to begin, found {first}"));
    }
    let size = usize::from(game.rules().hand_size);
    if hands.len() != n || hands.iter().any(|hand| hand.len() != size) {
        return gr1(format!("expected {n} hands of {size} cards"));
    }
    let mut pile: Vec<Card> = game.tables().deck.cards().to_vec();
    for card in hands.iter().flatten() {
        match pile.iter().position(|c| *c == card.0) {
            Some(at) => drop(pile.swap_remove(at)),
            None => return gr1(format!("more cards {} are dealt than the deck has", card.0)),
        }
    }
    Ok(())
}

/// What the file says that the seat chose.
fn answer(game: &Grid, state: &State, ask: &Ask, lines: &Lines<'_>) -> Result<Action, Problem> {
    let seat = ask.seat;
    let next = match lines.peek(0) {
        Some(Item::Line(record)) => record,
        Some(Item::Fault(problem)) => return Err(problem.clone()),
        Some(Item::End) | None => {
            return Err((
                "TRACE",
                format!("the file ends in the middle of a game: seat {seat} is to move"),
            ));
        }
    };
    let wrong = |rule, expected: String| {
        let found = short(&next.line());
        Err((rule, format!("expected {expected}, found {found}")))
    };
    let choice = |rule, number: Option<u8>, expected: &str| {
        let action = number.map(Action::choice);
        match action.filter(|action| ask.options.has(*action)) {
            Some(action) => Ok(action),
            None => wrong(rule, expected.to_owned()),
        }
    };
    match (state.phase(), next) {
        (Phase::Turn, Record::Place { seat: by, card, .. }) if *by == seat => {
            chosen(game, state, ask, card.0, Kind::Place).or_else(|e| wrong("GR-4", e))
        }
        (Phase::Turn, Record::Reverse { seat: by, card, .. }) if *by == seat => {
            chosen(game, state, ask, card.0, Kind::Reverse).or_else(|e| wrong("GR-5", e))
        }
        (Phase::Turn, Record::Lay { seat: by, card }) if *by == seat => {
            chosen(game, state, ask, card.0, Kind::Lay).or_else(|e| wrong("GR-6", e))
        }
        (Phase::Turn, Record::Score { seat: by, line, .. }) if *by == seat => choice(
            "GR-8",
            Some(line.0.index() as u8),
            "a line that the seat can pay for",
        ),
        (Phase::Turn, Record::Pass { .. }) => wrong(
            "GR-2",
            format!("a move by seat {seat}: it can do something"),
        ),
        (Phase::Turn, _) => wrong("GR-2", format!("a move by seat {seat}")),
        (Phase::Position, Record::Place { at, .. }) => {
            let position =
                (0..16).find(|p| ask.options.has_choice(*p) && state.board().at(*p) == *at);
            choice("GR-4", position, "a position that may be filled")
        }
        (Phase::Line, Record::Reverse { line, .. }) => {
            choice("GR-5", Some(line.0.index() as u8), "a line")
        }
        (Phase::Pay, Record::Score { cards, .. }) => {
            let card = cards.get(state.n_paid());
            let action = card.and_then(|card| option_of(game, ask, card.0));
            action.map_or_else(
                || {
                    wrong(
                        "GR-8",
                        "cards that pay for the line, in its order".to_owned(),
                    )
                },
                Ok,
            )
        }
        _ => wrong("GR-2", format!("the rest of the move of seat {seat}")),
    }
}

fn option_of(game: &Grid, ask: &Ask, card: Card) -> Option<Action> {
    let is_it = |action: &Action| action.slot().is_some_and(|slot| game.card(slot) == card);
    ask.options.iter().find(is_it)
}

/// The option that is this card for this kind of move; else what would have been right.
fn chosen(game: &Grid, state: &State, ask: &Ask, card: Card, kind: Kind) -> Result<Action, String> {
    let found = option_of(game, ask, card);
    let of_kind = |action: &Action| {
        let slot = action.slot();
        slot.is_some_and(|slot| game.tables().movers[kind as usize].has(slot))
    };
    if let Some(action) = found.filter(of_kind) {
        return Ok(action);
    }
    let seat = ask.seat;
    let holds = state.hand(seat).iter().any(|slot| game.card(slot) == card);
    Err(if !holds {
        format!("a card that seat {seat} holds")
    } else if !state.board().is_full() {
        format!("seat {seat} to place a number or a Skip: the Grid is being filled")
    } else {
        "another card for that".to_owned()
    })
}
