//! One round of a trace, played again: the file says what seats chose and which cards came, the engine says everything
//! else.

use super::compare::{self, short};
use super::deal::prepare;
use super::fault::Problem;
use super::lines::{Item, Lines};
use super::script::{Missing, Script};
use crate::cards::{Card, Colour, Seat, Symbol};
use crate::game::{Action, Ask, Game as _, Observer};
use crate::report::Record;
use crate::report::trace::Scribe;
use crate::shedding::{
    CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_DRAW, CHOICE_NO, CHOICE_YES, Event,
    Phase, Shedding, State,
};

/// Hears of the engine's events and holds them against the file.
struct Checker<'l, 'r> {
    lines: &'l mut Lines<'r>,
    scribe: Scribe,
    n_events: u64,
    problem: Option<Problem>,
}

impl Checker<'_, '_> {
    fn hear(&mut self, game: &Shedding, state: &State, mut due: Record) {
        if self.problem.is_some() {
            return;
        }
        self.tolerate(game, state, &mut due);
        self.problem = match self.lines.take() {
            Item::Line(found) if found == due => None,
            Item::Line(found) => Some(compare::difference(&due, &found)),
            Item::Fault(problem) => Some(problem),
            Item::End => Some(compare::ended(&due)),
        };
        self.n_events += 1;
    }

    /// Where TRACE.md and RULES.md leave it open what a line says, the file decides.
    fn tolerate(&mut self, game: &Shedding, state: &State, due: &mut Record) {
        match due {
            // The receivers of gifts may stand in any order.
            Record::Give { to, .. } => {
                let mut n = 0;
                while let Some(Item::Line(Record::Give { to: found, .. })) = self.lines.peek(n) {
                    if found == to {
                        self.lines.bring_forward(n);
                        break;
                    }
                    n += 1;
                }
            }
            // PG-9: where several towers stop the card, it does not matter which one is named.
            Record::Block { seat, tower } => {
                if let Some(Item::Line(Record::Block { tower: found, .. })) = self.lines.peek(0) {
                    let stops = stops(game, state, *seat);
                    if stops >> found.0.index() & 1 == 1 {
                        *tower = *found;
                    }
                }
            }
            // PG-15: where both reasons hold, it is not said which one is named.
            Record::RoundEnd { why, .. } => {
                if let Some(Item::Line(Record::RoundEnd { why: found, .. })) = self.lines.peek(0) {
                    let both = state.turn() >= game.rules().max_turns;
                    if why == "deadlock" && found == "max-turns" && both {
                        found.clone_into(why);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Observer<Shedding> for Checker<'_, '_> {
    fn event(&mut self, game: &Shedding, state: &State, event: &Event) {
        let mut scribe = std::mem::take(&mut self.scribe);
        scribe.tell(game, state, event, |due| self.hear(game, state, due));
        self.scribe = scribe;
    }
}

/// The towers with which the seat can stop the card on top.
fn stops(game: &Shedding, state: &State, seat: Seat) -> u8 {
    let symbol = card_at(game, state.top_slot()).symbol();
    game.tables().stops[symbol.index()] & state.towers_of(seat)
}

fn card_at(game: &Shedding, slot: u8) -> Card {
    game.rules().deck.cards()[usize::from(slot)]
}

/// What a round of the file had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Its lines.
    pub events: u64,
    /// Of these, interventions.
    pub interventions: u64,
}

/// Plays the next round of the file.
pub fn replay(
    game: &Shedding,
    state: &mut State,
    lines: &mut Lines<'_>,
    script: &mut Script,
) -> Result<Replayed, Problem> {
    replay_with(game, state, lines, script, &mut |_, _, _, _| {})
}

/// As [`replay`]; `hook` hears of every decision before it is carried out: the position, the question, the answer, and the line
/// read last.
pub fn replay_with(
    game: &Shedding,
    state: &mut State,
    lines: &mut Lines<'_>,
    script: &mut Script,
    hook: &mut dyn FnMut(&State, &Ask, Action, u64),
) -> Result<Replayed, Problem> {
    script.clear();
    let dealer = prepare(game, state, lines, script)?;
    let mut checker = Checker {
        lines,
        scribe: Scribe::default(),
        n_events: 0,
        problem: None,
    };
    game.start_round(state, dealer, script, &mut checker);
    let mut interventions = 0;
    loop {
        settle(game, state, script, &mut checker)?;
        let ask = game.advance(state, script, &mut checker);
        settle(game, state, script, &mut checker)?;
        let Some(ask) = ask else {
            return Ok(Replayed {
                events: checker.n_events,
                interventions,
            });
        };
        if intervene(game, state, &mut checker)? {
            interventions += 1;
            continue;
        }
        let action = match answer(game, state, &ask, checker.lines) {
            Ok(action) => action,
            Err(problem) => {
                // The line that says it is the next one; where the file ends, its end.
                return Err(loop {
                    match checker.lines.take() {
                        Item::Fault(problem) => break problem,
                        Item::Line(_) if problem.0 == "TRACE" => {}
                        _ => break problem,
                    }
                });
            }
        };
        hook(state, &ask, action, checker.lines.at());
        game.apply(state, action, script, &mut checker);
    }
}

/// Where the next line is an intervention, carries it out; whether it was one.
fn intervene(
    game: &Shedding,
    state: &mut State,
    checker: &mut Checker<'_, '_>,
) -> Result<bool, Problem> {
    let Some(Item::Line(Record::Intervention { tower, to, .. })) = checker.lines.peek(0) else {
        return Ok(false);
    };
    let (tower, to) = (tower.0, *to);
    if let Err(e) = game.set_holder(state, tower, to, checker) {
        // The line that is wrong becomes the one taken last.
        let line = match checker.lines.take() {
            Item::Line(record) => short(&record.line()),
            _ => String::new(),
        };
        return Err(("PG-8", format!("{e}: {line}")));
    }
    Ok(true)
}

/// After a call of the engine: what went wrong in it, and the cards of lines that are in sight now.
fn settle(
    game: &Shedding,
    state: &State,
    script: &mut Script,
    checker: &mut Checker<'_, '_>,
) -> Result<(), Problem> {
    if let Some(problem) = checker.problem.take() {
        return Err(match script.missing() {
            Some(Missing::NotInPile(card)) if !problem.1.starts_with("the file ends") => (
                "PG-2",
                format!("{card} is not in the draw pile; {}", problem.1),
            ),
            _ => problem,
        });
    }
    checker.lines.look_ahead(|record| script.feed(record));
    game.check(state).map_err(|problem| ("PG-2", problem))
}

/// What the file says that the seat chose.
fn answer(game: &Shedding, state: &State, ask: &Ask, lines: &Lines<'_>) -> Result<Action, Problem> {
    let seat = ask.seat;
    let next = match lines.peek(0) {
        Some(Item::Line(record)) => Some(record),
        Some(Item::Fault(problem)) => return Err(problem.clone()),
        Some(Item::End) | None => None,
    };
    let found = || match next {
        Some(record) => format!("found {}", short(&record.line())),
        None => "the file ends in the middle of a game".to_owned(),
    };
    let wrong = |rule, expected: String| {
        let rule = if next.is_some() { rule } else { "TRACE" };
        Err((rule, format!("expected {expected}, {}", found())))
    };
    let forced = || {
        wrong(
            "HR-3",
            format!("seat {seat} to play a card, for it holds one that may be played"),
        )
    };
    let yes_or_no = |yes: bool| Ok(Action::choice(if yes { CHOICE_YES } else { CHOICE_NO }));
    match state.phase() {
        Phase::Turn => match next {
            Some(Record::Play { seat: by, card, .. }) if *by == seat => {
                play(game, state, ask, card.0, false)
            }
            Some(Record::Draw { .. } | Record::Reshuffle { .. })
                if ask.options.has_choice(CHOICE_DRAW) =>
            {
                Ok(Action::choice(CHOICE_DRAW))
            }
            Some(Record::Draw { .. } | Record::Reshuffle { .. }) => forced(),
            _ => wrong("PG-6", format!("seat {seat} to `play` or `draw`")),
        },
        Phase::Drawn => match next {
            Some(Record::Play {
                seat: by,
                card,
                drawn,
                ..
            }) if *by == seat => play(game, state, ask, card.0, *drawn),
            Some(Record::Pass { .. }) if ask.options.has_choice(CHOICE_DRAW) => {
                Ok(Action::choice(CHOICE_DRAW))
            }
            Some(Record::Pass { .. }) => forced(),
            _ => wrong("PG-6", format!("seat {seat} to `play` or `pass`")),
        },
        Phase::Colour => match next {
            Some(Record::Play {
                colour: Some(colour),
                ..
            }) => Ok(Action::choice(colour.0.index() as u8)),
            _ => wrong("PG-7", "a colour for the wild card".to_owned()),
        },
        Phase::Upcard => match next {
            Some(Record::Colour { colour, .. }) => Ok(Action::choice(colour.0.index() as u8)),
            _ => wrong("PG-5", format!("seat {seat} to name a `colour`")),
        },
        Phase::Gift => gift(game, state, ask, lines),
        Phase::Tower => match next {
            Some(Record::Claim { tower, .. }) => {
                let action = Action::choice(tower.0.index() as u8);
                match ask.options.has(action) {
                    true => Ok(action),
                    false => wrong("PG-8", format!("a tower that seat {seat} can take")),
                }
            }
            _ => wrong("PG-8", format!("a `claim` by seat {seat}")),
        },
        Phase::InstantUno => yes_or_no(matches!(next, Some(Record::InstantUno { .. }))),
        Phase::Keep => match next {
            Some(Record::InstantUno { kept, .. }) => option_of(game, ask, kept.0, None)
                .map_or_else(
                    || wrong("PG-11", format!("a kept card of seat {seat}'s hand")),
                    Ok,
                ),
            _ => wrong("PG-11", format!("`instant-uno` by seat {seat}")),
        },
        Phase::Call => yes_or_no(matches!(next, Some(Record::Uno { .. }))),
        Phase::Catch => yes_or_no(matches!(next, Some(Record::Caught { by, .. }) if *by == seat)),
        Phase::Exchange => match next {
            Some(Record::Swap { to, .. }) if ask.options.has_choice(*to) => Ok(Action::choice(*to)),
            _ => wrong("HR-5", format!("a `swap` of seat {seat} with another seat")),
        },
        Phase::React => {
            if let Some(Record::Play { seat: by, card, .. }) = next
                && *by == seat
            {
                return option_of(game, ask, card.0, None).map_or_else(
                    || {
                        let top = card_at(game, state.top_slot());
                        wrong(
                            "HR-1",
                            format!("seat {seat} to stack nothing that it may not lay on {top}"),
                        )
                    },
                    Ok,
                );
            }
            let choice = match next {
                Some(Record::Block { .. }) => CHOICE_BLOCK,
                Some(Record::Challenge { .. }) => CHOICE_CHALLENGE,
                _ => CHOICE_ACCEPT,
            };
            match choice {
                CHOICE_BLOCK if !ask.options.has_choice(choice) => wrong(
                    "PG-9",
                    format!("no block: seat {seat} holds no tower against the card"),
                ),
                CHOICE_CHALLENGE if !ask.options.has_choice(choice) => wrong(
                    if game.rules().challenge {
                        "PG-10"
                    } else {
                        "HR-4"
                    },
                    "no challenge: there is nothing to challenge".to_owned(),
                ),
                _ => Ok(Action::choice(choice)),
            }
        }
        Phase::Over => wrong("PG-13", "nothing: the round is over".to_owned()),
    }
}

/// The option with that card; where `drawn` is given, the very card drawn or another one.
fn option_of(game: &Shedding, ask: &Ask, card: Card, drawn: Option<(u8, bool)>) -> Option<Action> {
    ask.options.iter().find(|action| {
        action.slot().is_some_and(|slot| {
            card_at(game, slot) == card && drawn.is_none_or(|(new, is)| (slot == new) == is)
        })
    })
}

/// PG-6: the option that plays this card.
fn play(
    game: &Shedding,
    state: &State,
    ask: &Ask,
    card: Card,
    drawn: bool,
) -> Result<Action, Problem> {
    let seat = ask.seat;
    let new = match state.phase() {
        Phase::Drawn => state.drawn_slot().map(|slot| (slot, drawn)),
        _ => None,
    };
    if let Some(action) = option_of(game, ask, card, new) {
        return Ok(action);
    }
    let holds = state
        .hand(seat)
        .iter()
        .any(|slot| card_at(game, slot) == card);
    let top = card_at(game, state.top_slot());
    let colour = state.colour().word();
    Err(if !holds {
        (
            "PG-6",
            format!("seat {seat} plays {card}, which it does not hold"),
        )
    } else if state.phase() == Phase::Drawn {
        let what = if drawn {
            "the card just drawn"
        } else {
            "a card from the hand"
        };
        (
            "PG-6",
            format!(
                "seat {seat} has drawn and plays {card} as {what} on {top} ({colour} in force), which it may not"
            ),
        )
    } else {
        let first = top.symbol() == Symbol::GrabTwo && state.turn() == 0;
        (
            if first { "PG-5" } else { "PG-6" },
            format!("seat {seat} may not play {card} on {top} while {colour} is in force"),
        )
    })
}

/// GL-4: who gets the yellow card that is to be given now, by the `give` lines after the `play`.
fn gift(game: &Shedding, state: &State, ask: &Ask, lines: &Lines<'_>) -> Result<Action, Problem> {
    let yellow = state.hand(ask.seat) & game.tables().colours[Colour::Yellow.index()];
    // The lowest is given first, and copies of a card lie side by side.
    let card = card_at(game, yellow.first());
    let left = yellow
        .iter()
        .filter(|&slot| card_at(game, slot) == card)
        .count();
    let mut places = Vec::new();
    let mut n = 1;
    while let Some(Item::Line(Record::Give { to, cards, .. })) = lines.peek(n) {
        places.extend(cards.iter().filter(|c| c.0 == card).map(|_| *to));
        n += 1;
    }
    if matches!(lines.peek(n), Some(Item::End)) && places.len() < left {
        return Err((
            "TRACE",
            format!("the file ends in the middle of a game: expected a `give` with {card}"),
        ));
    }
    let to = places.len().checked_sub(left).and_then(|at| places.get(at));
    let action = to.filter(|to| **to < 10).map(|to| Action::choice(*to));
    action.filter(|action| ask.options.has(*action)).ok_or_else(|| {
        (
            "GL-4",
            format!(
                "seat {} gives away all its yellow cards, but no `give` line after this one has {card} for another seat",
                ask.seat
            ),
        )
    })
}
