//! The deal of a round: its line checked, its cards for the engine to deal.

use super::compare::short;
use super::lines::{Item, Lines};
use super::round::feed;
use super::script::Script;
use super::{Problem, due_dealer};
use crate::cards::{Card, Seat, Symbol};
use crate::game::Game as _;
use crate::report::{Record, Text};
use crate::shedding::{Shedding, State};

/// Below this probability a number of returned Wild Draw Fours (PG-5) is not believed.
const INCREDIBLE: f64 = 1e-15;

/// PG-3 to PG-5: checks the `round` line and fills the script with its cards. Returns the dealer.
pub(super) fn prepare(
    game: &Shedding,
    state: &State,
    lines: &mut Lines<'_>,
    script: &mut Script,
) -> Result<Seat, Problem> {
    lines.look_ahead(|_| {});
    let number = state.rounds_done();
    let problem = match lines.peek(0) {
        Some(Item::Line(Record::Round {
            dealer,
            hands,
            returned,
            upcard,
            ..
        })) => {
            let checked = check_deal(game, state, *dealer, hands, *returned, upcard.0);
            if checked.is_ok() {
                script.push(hands.iter().flatten().map(|card| card.0));
                let four = game.rules().deck.cards().iter();
                let four = four.copied().find(|c| c.symbol() == Symbol::WildDrawFour);
                script.push(four.into_iter().cycle().take(*returned as usize));
                script.push([upcard.0]);
            }
            checked.map(|()| *dealer)
        }
        Some(Item::Line(other)) => Err((
            if matches!(other, Record::GameEnd { .. }) {
                "PG-16"
            } else {
                "TRACE"
            },
            format!("expected round {number}, found {}", short(&other.line())),
        )),
        Some(Item::Fault(problem)) => Err(problem.clone()),
        Some(Item::End) | None => Err((
            "TRACE",
            format!("the file ends in the middle of a game: expected round {number}"),
        )),
    };
    match problem {
        Ok(dealer) => {
            // Cards of lines that were in sight already.
            for n in 0.. {
                match lines.peek(n) {
                    Some(Item::Line(record)) => feed(script, record),
                    _ => break,
                }
            }
            Ok(dealer)
        }
        Err(problem) => {
            lines.take();
            Err(problem)
        }
    }
}

fn check_deal(
    game: &Shedding,
    state: &State,
    dealer: Seat,
    hands: &[Vec<Text<Card>>],
    returned: u32,
    upcard: Card,
) -> Result<(), Problem> {
    let n = game.n_seats();
    if usize::from(dealer) >= n {
        return Err(("PG-3", format!("dealer {dealer}: seats are 0 to {}", n - 1)));
    }
    if let Some(due) = due_dealer(game, state).filter(|due| *due != dealer) {
        return Err((
            "PG-3",
            format!("expected seat {due} as the dealer, found {dealer}"),
        ));
    }
    let size = usize::from(game.rules().hand_size);
    if hands.len() != n || hands.iter().any(|hand| hand.len() != size) {
        return Err(("PG-4", format!("expected {n} hands of {size} cards")));
    }
    let mut pile: Vec<Card> = game.rules().deck.cards().to_vec();
    let mut take = |card: Card| match pile.iter().position(|c| *c == card) {
        Some(at) => {
            pile.swap_remove(at);
            Ok(())
        }
        None => Err((
            "PG-2",
            format!("more cards {card} are dealt than the deck has"),
        )),
    };
    hands.iter().flatten().try_for_each(|card| take(card.0))?;
    let before = hands.iter().map(Vec::len).sum::<usize>();
    take(upcard)?;
    if upcard.symbol() == Symbol::WildDrawFour {
        return Err((
            "PG-5",
            "a Wild Draw Four cannot stay as upcard: it goes back".to_owned(),
        ));
    }
    let fours = pile
        .iter()
        .filter(|c| c.symbol() == Symbol::WildDrawFour)
        .count();
    let share = fours as f64 / (game.rules().deck.cards().len() - before) as f64;
    if returned > 0 && f64::from(returned) * libm::log(share) < libm::log(INCREDIBLE) {
        return Err((
            "PG-5",
            format!(
                "{returned} Wild Draw Fours turned up and returned, with {fours} of them in the draw pile: nobody would believe it"
            ),
        ));
    }
    Ok(())
}
