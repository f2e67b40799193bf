//! Replay of the shedding games of a trace: the seats' choices, and the tolerated differences.

use super::compare::{EARLY_END, short};
use super::deal::deal;
use super::fault::Problem;
use super::lines::{Item, Lines};
use super::play::{Checker, Replayed};
use powergrab_engine::cards::{Card, Colour, Seat, Symbol, Tower};
use powergrab_engine::game::record::{CardTexts, Record, Text};
use powergrab_engine::game::{Action, Ask};
use powergrab_engine::shedding::{
    CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_DRAW, CHOICE_NO, CHOICE_YES, Phase,
    Shedding, State,
};
use powergrab_engine::trace::Script;
use serde::Deserialize;

impl Replayed for Shedding {
    const CARDS: &'static str = "PG-2";
    const END: &'static str = "PG-16";

    fn first_line(&self, state: &State) -> String {
        format!("round {}", state.rounds_done())
    }

    fn deal(
        &self,
        state: &State,
        line: &Record,
        script: &mut Script,
    ) -> Option<Result<Seat, Problem>> {
        deal(self, state, line, script)
    }

    fn answer(&self, state: &State, ask: &Ask, lines: &Lines<'_>) -> Result<Action, Problem> {
        let game = self;
        let seat = ask.seat;
        let next = match lines.peek(0) {
            Some(Item::Line(record)) => Some(record),
            Some(Item::Fault(problem)) => return Err(problem.clone()),
            Some(Item::End) | None => None,
        };
        let found = || match next {
            Some(record) => format!("found {}", short(&record.line())),
            None => EARLY_END.to_owned(),
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
        let event = next.map_or("", Record::event);
        let said: Said = next.and_then(Record::all).unwrap_or_default();
        let is_own = said.seat == Some(seat);
        match state.phase() {
            Phase::Turn => match (event, said.card) {
                ("play", Some(card)) if is_own => play(game, state, ask, card.0, false),
                ("draw" | "reshuffle", _) if ask.options.has_choice(CHOICE_DRAW) => {
                    Ok(Action::choice(CHOICE_DRAW))
                }
                ("draw" | "reshuffle", _) => forced(),
                _ => wrong("PG-6", format!("seat {seat} to `play` or `draw`")),
            },
            Phase::Drawn => match (event, said.card) {
                ("play", Some(card)) if is_own => play(game, state, ask, card.0, said.drawn),
                ("pass", _) if ask.options.has_choice(CHOICE_DRAW) => {
                    Ok(Action::choice(CHOICE_DRAW))
                }
                ("pass", _) => forced(),
                _ => wrong("PG-6", format!("seat {seat} to `play` or `pass`")),
            },
            Phase::Colour => match (event, said.colour) {
                ("play", Some(colour)) => Ok(Action::choice(colour.0.index() as u8)),
                _ => wrong("PG-7", "a colour for the wild card".to_owned()),
            },
            Phase::Upcard => match (event, said.colour) {
                ("colour", Some(colour)) => Ok(Action::choice(colour.0.index() as u8)),
                _ => wrong("PG-5", format!("seat {seat} to name a `colour`")),
            },
            Phase::Gift => gift(game, state, ask, lines),
            Phase::Tower => match (event, said.tower) {
                ("claim", Some(tower)) => {
                    let action = Action::choice(tower.0.index() as u8);
                    match ask.options.has(action) {
                        true => Ok(action),
                        false => wrong("PG-8", format!("a tower that seat {seat} can take")),
                    }
                }
                _ => wrong("PG-8", format!("a `claim` by seat {seat}")),
            },
            Phase::InstantUno => yes_or_no(event == "instant-uno"),
            Phase::Keep => match said.kept {
                Some(kept) => option_of(game, ask, kept.0, None).map_or_else(
                    || wrong("PG-11", format!("a kept card of seat {seat}'s hand")),
                    Ok,
                ),
                None => wrong("PG-11", format!("`instant-uno` by seat {seat}")),
            },
            Phase::Call => yes_or_no(event == "uno"),
            Phase::Catch => yes_or_no(said.by == Some(seat)),
            Phase::Exchange => match (event, said.to) {
                ("swap", Some(to)) if ask.options.has_choice(to) => Ok(Action::choice(to)),
                _ => wrong("HR-5", format!("a `swap` of seat {seat} with another seat")),
            },
            Phase::React => {
                if let ("play", Some(card), true) = (event, said.card, is_own) {
                    return option_of(game, ask, card.0, None).map_or_else(
                        || {
                            let top = card_at(game, state.top_slot());
                            wrong(
                                "HR-1",
                                format!(
                                    "seat {seat} to stack nothing that it may not lay on {top}"
                                ),
                            )
                        },
                        Ok,
                    );
                }
                let choice = match event {
                    "block" => CHOICE_BLOCK,
                    "challenge" => CHOICE_CHALLENGE,
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

    fn tolerate(&self, state: &State, due: Record, lines: &mut Lines<'_>) -> Record {
        let event = due.event();
        let found = lines.line(0).filter(|line| line.event() == event);
        match (event, found) {
            // The receivers of gifts may be in any order.
            ("give", _) => {
                let gives = (0..).map_while(|n| lines.line(n));
                let mut gives = gives.take_while(|line| line.event() == event);
                let to: Option<Seat> = due.get("to");
                if let Some(n) = gives.position(|line| line.get("to") == to) {
                    lines.bring_forward(n);
                }
            }
            // If several towers stop the card, any of them may be named (PG-9).
            ("block", Some(found)) => {
                let stops = due.get("seat").map_or(0, |seat| stops(self, state, seat));
                let tower = found.get("tower").map(|Text(tower): Text<Tower>| tower);
                if let Some(tower) = tower.filter(|tower| stops >> tower.index() & 1 == 1) {
                    return due.but("tower", tower.text().into());
                }
            }
            // If both reasons hold, either may be named (PG-15).
            ("round-end", Some(found)) => {
                let (why, other) = (due.text("why"), found.text("why"));
                let both = state.turn() >= self.rules().max_turns;
                if (why, other, both) == ("deadlock", "max-turns", true) {
                    return due.but("why", "max-turns".into());
                }
            }
            _ => {}
        }
        due
    }

    fn intervene(
        &self,
        state: &mut State,
        checker: &mut Checker<'_, '_, Shedding>,
    ) -> Result<bool, Problem> {
        let next = checker.lines.line(0);
        let Some(line) = next.filter(|line| line.event() == "intervention") else {
            return Ok(false);
        };
        let Some(Text(tower)) = line.get("tower") else {
            return Ok(false);
        };
        let to = line.get("to");
        if let Err(e) = self.set_holder(state, tower, to, checker) {
            // Makes the wrong line the last one taken.
            let line = match checker.lines.take() {
                Item::Line(record) => short(&record.line()),
                _ => String::new(),
            };
            return Err(("PG-8", format!("{e}: {line}")));
        }
        Ok(true)
    }
}

/// Returns the towers with which the seat can stop the card on top.
fn stops(game: &Shedding, state: &State, seat: Seat) -> u8 {
    let symbol = card_at(game, state.top_slot()).symbol();
    game.tables().stops[symbol.index()] & state.towers_of(seat)
}

fn card_at(game: &Shedding, slot: u8) -> Card {
    game.rules().deck.cards()[usize::from(slot)]
}

/// The part of a line that a seat may have chosen.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Said {
    seat: Option<Seat>,
    card: Option<Text<Card>>,
    drawn: bool,
    colour: Option<Text<Colour>>,
    tower: Option<Text<Tower>>,
    kept: Option<Text<Card>>,
    by: Option<Seat>,
    to: Option<Seat>,
}

/// Returns the option with that card; with `drawn`, the drawn card itself or another one.
fn option_of(game: &Shedding, ask: &Ask, card: Card, drawn: Option<(u8, bool)>) -> Option<Action> {
    ask.options.iter().find(|action| {
        action.slot().is_some_and(|slot| {
            card_at(game, slot) == card && drawn.is_none_or(|(new, is)| (slot == new) == is)
        })
    })
}

/// Returns the option that plays this card (PG-6).
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

/// Returns the receiver of the yellow card to be given now, by the `give` lines after the `play`
/// (GL-4).
fn gift(game: &Shedding, state: &State, ask: &Ask, lines: &Lines<'_>) -> Result<Action, Problem> {
    let yellow = state.hand(ask.seat) & game.tables().colours[Colour::Yellow.index()];
    // The lowest is given first, and copies of a card are adjacent.
    let card = card_at(game, yellow.first());
    let left = yellow
        .iter()
        .filter(|&slot| card_at(game, slot) == card)
        .count();
    let mut places = Vec::new();
    let mut n = 1;
    while let Some(line) = lines.line(n).filter(|line| line.event() == "give") {
        let cards: CardTexts = line.get("cards").unwrap_or_default();
        let to: Option<Seat> = line.get("to");
        places.extend(cards.iter().filter(|c| c.0 == card).map(|_| to));
        n += 1;
    }
    if matches!(lines.peek(n), Some(Item::End)) && places.len() < left {
        return Err((
            "TRACE",
            format!("{EARLY_END}: expected a `give` with {card}"),
        ));
    }
    let to = places.len().checked_sub(left).and_then(|at| places[at]);
    let action = to.filter(|to| *to < 10).map(Action::choice);
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
