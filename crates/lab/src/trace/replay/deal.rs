//! The deal of a round: checks its line, and scripts its cards for the engine.

use super::fault::Problem;
use powergrab_engine::cards::{Card, Seat};
use powergrab_engine::game::Game as _;
use powergrab_engine::game::record::{CardTexts, Record, Text};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{NextDealer, Shedding, State};
use powergrab_engine::trace::Script;
use serde::Deserialize;

/// Minimum probability of a plausible number of returned cards (PG-5, HR-6).
const INCREDIBLE: f64 = 1e-15;

/// The deal according to a `round` line.
#[derive(Deserialize)]
struct RoundLine {
    dealer: Seat,
    hands: Vec<CardTexts>,
    returned: u32,
    upcard: Text<Card>,
}

/// Checks the `round` line and fills the script with its cards (PG-3 to PG-5). Returns the dealer;
/// `None` if it is another line.
pub(crate) fn deal(
    game: &Shedding,
    state: &State,
    line: &Record,
    script: &mut Script,
) -> Option<Result<Seat, Problem>> {
    let deal: RoundLine = line.all().filter(|_| line.event() == "round")?;
    let checked = check_deal(game, state, &deal);
    Some(checked.map(|back| {
        script.push(deal.hands.iter().flatten().map(|card| card.0));
        script.push(back.into_iter().cycle().take(deal.returned as usize));
        script.push([deal.upcard.0]);
        deal.dealer
    }))
}

/// Checks the deal. Returns a card of the draw pile that would go back as an upcard: the trace does
/// not say which ones did.
fn check_deal(game: &Shedding, state: &State, deal: &RoundLine) -> Result<Option<Card>, Problem> {
    let n = game.n_seats();
    let RoundLine {
        dealer,
        ref hands,
        returned,
        upcard: Text(upcard),
    } = *deal;
    if usize::from(dealer) >= n {
        return Err(("PG-3", format!("dealer {dealer}: seats are 0 to {}", n - 1)));
    }
    if let Some(due) = due_dealer(game, state).filter(|due| *due != dealer) {
        return Err((
            "PG-3",
            format!("expected seat {due} as the dealer, found {dealer}"),
        ));
    }
    let sizes: Vec<u8> = game.rules().hands(n).collect();
    if !hands
        .iter()
        .map(Vec::len)
        .eq(sizes.iter().copied().map(usize::from))
    {
        let problem = format!("expected hands of {sizes:?} cards, by seat");
        return Err(("PG-4", problem));
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
    if let Some(rule) = game.rules().goes_back_by(upcard.symbol()) {
        return Err((
            rule,
            format!("{upcard} cannot stay as upcard: it goes back"),
        ));
    }
    let back = |card: &&Card| game.rules().goes_back(card.symbol());
    let n_back = pile.iter().filter(back).count();
    let share = n_back as f64 / (game.rules().deck.cards().len() - before) as f64;
    if returned > 0 && f64::from(returned) * libm::log(share) < libm::log(INCREDIBLE) {
        return Err((
            "PG-5",
            format!(
                "{returned} cards turned up and returned, with {n_back} such in the draw pile: nobody would believe it"
            ),
        ));
    }
    Ok(pile.iter().find(back).copied())
}

/// Returns the dealer of the next round; `None` if any seat may deal (PG-3).
fn due_dealer(game: &Shedding, state: &State) -> Option<u8> {
    let rules = game.rules();
    let by_lot = if state.winner().is_none() && state.rounds_done() == 0 {
        rules.first_dealer.is_none()
    } else {
        rules.next_dealer == NextDealer::Random && state.winner().is_some()
    };
    // Parts that do not depend on chance do not depend on the seeds.
    let any = Seeds::new(0, Purpose::Play).deal(0).round(0);
    (!by_lot).then(|| game.lead(state, &any))
}
