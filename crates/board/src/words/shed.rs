//! The shedding games in words.

use super::{BoardGame, capital, card, texts};
use powergrab_bots::strategy::search::Searchable as _;
use powergrab_engine::cards::{Card, CardSet, Colour, Seat, Symbol, Tower};
use powergrab_engine::game::{Action, Game as _, Observable as _, Observer, Options, Round};
use powergrab_engine::shedding::{Phase, Shedding, Stacking, State, View};
use serde_json::{Value, json};

impl BoardGame for Shedding {
    fn prompt(view: View<'_>) -> &'static str {
        match view.phase() {
            Phase::Turn => "Play a card or draw",
            Phase::Drawn => "Play it or keep it",
            Phase::Gift => "Who gets the next yellow card?",
            Phase::Colour | Phase::Upcard => "Name a colour",
            Phase::Tower => "Claim a tower",
            Phase::InstantUno => "Instant UNO: lay down all cards but one?",
            Phase::Keep => "Which card do you keep?",
            Phase::Call => "One card left: call UNO?",
            Phase::Catch => "UNO was not called: catch the seat?",
            Phase::React if view.stack() > 0 => "Stack a card, or draw what the stack asks for",
            Phase::React => match view.top().symbol() {
                Symbol::Skip => "You miss your turn",
                Symbol::DrawOne => "You draw one card and miss your turn",
                Symbol::DrawTwo => "You draw two cards and miss your turn",
                _ => "You draw four cards and miss your turn",
            },
            Phase::Exchange => "With whom do you exchange hands?",
            Phase::Over => "It is over",
        }
    }

    fn label(view: View<'_>, options: &Options, action: Action) -> String {
        if let Some(card) = view.card(action) {
            let bluff = if options.is_bluff(action) {
                ", a bluff"
            } else {
                ""
            };
            return format!("{}{bluff}", card.words());
        }
        let text = view.text(options, action);
        match (view.phase(), text.as_str()) {
            (Phase::Turn, _) => "draw a card".to_owned(),
            (Phase::Drawn, _) => "keep it".to_owned(),
            (Phase::Gift, seat) => format!("give it to seat {seat}"),
            (Phase::Exchange, seat) => format!("exchange with seat {seat}"),
            (Phase::Tower, tower) => format!("tower {tower}"),
            (Phase::Colour | Phase::Upcard, letter) => {
                let colour = letter.chars().next().and_then(Colour::from_letter);
                colour.map_or(text.clone(), |colour| colour.word().to_owned())
            }
            (Phase::InstantUno, "yes") => "lay down all cards but one".to_owned(),
            (Phase::InstantUno, _) => "play on with your cards".to_owned(),
            (Phase::Call, "yes") => "call UNO".to_owned(),
            (Phase::Call, _) => "say nothing".to_owned(),
            (Phase::Catch, "yes") => "catch the seat: it draws two".to_owned(),
            (Phase::Catch, _) => "let it pass".to_owned(),
            (Phase::React, "accept") => accept(view),
            (Phase::React, "block") => "block with the tower".to_owned(),
            (Phase::React, "challenge") => "challenge: was it a bluff?".to_owned(),
            _ => text,
        }
    }

    fn hand(view: View<'_>) -> CardSet {
        view.hand()
    }

    fn why_not(view: View<'_>, card: Card) -> (&'static str, String) {
        match view.phase() {
            Phase::Turn => on_turn(view, card),
            Phase::Drawn => (
                "PG-6",
                "After drawing, only the card just drawn may be played.".to_owned(),
            ),
            Phase::Gift => (
                "GL-4",
                "First give away your yellow cards for the Power Ring.".to_owned(),
            ),
            Phase::Colour => ("PG-7", "First name a colour for your wild card.".to_owned()),
            Phase::Upcard => ("PG-5", "First name a colour for the upcard.".to_owned()),
            Phase::Tower => ("PG-8", "First claim a tower.".to_owned()),
            Phase::InstantUno | Phase::Keep => {
                ("PG-11", "First decide about Instant UNO.".to_owned())
            }
            Phase::Call => ("PG-12", "First decide whether to call UNO.".to_owned()),
            Phase::Catch => (
                "PG-12",
                "First decide whether to catch the seat that did not call UNO.".to_owned(),
            ),
            Phase::React if view.stack() > 0 => stacked(view, card),
            Phase::React => (
                "PG-7",
                "First answer the card that was played against you.".to_owned(),
            ),
            Phase::Exchange => ("HR-5", "First exchange hands for your 7.".to_owned()),
            Phase::Over => ("PG-13", "The round is over.".to_owned()),
        }
    }

    fn set_tower(
        &self,
        state: &mut State,
        tower: &str,
        to: Option<Seat>,
        mut observer: &mut dyn Observer<Shedding>,
    ) -> Result<(), String> {
        let mut letters = tower.chars();
        let known = letters.next().and_then(Tower::from_letter);
        let known = known.filter(|_| letters.next().is_none());
        let known = known.ok_or_else(|| format!("{tower:?} is not a tower: U, N, O or !"))?;
        let moved = self.set_holder(state, known, to, &mut observer);
        moved.map_err(|e| e.to_string())
    }

    fn exchange(
        &self,
        round: &mut Round<Shedding>,
        seat: Seat,
        out: &str,
        into: &str,
    ) -> Result<Value, String> {
        if usize::from(seat) >= self.n_seats() {
            return Err(format!("there is no seat {seat}"));
        }
        let held = copies(self, out)? & round.state.hand(seat);
        if held.is_empty() {
            return Err(format!("seat {seat} does not hold {out}"));
        }
        let slot = in_pile(self, &round.state, into)?;
        let Round { state, chance } = round;
        let exchanged = self.exchange_card(state, chance, seat, held.first(), slot);
        exchanged.map_err(|e| e.to_string())?;
        Ok(json!({ "event": "exchange", "seat": seat, "card": out, "for": into }))
    }

    fn exchange_top(&self, round: &mut Round<Shedding>, into: &str) -> Result<Value, String> {
        let slot = in_pile(self, &round.state, into)?;
        let out = self.view(&round.state, 0).top();
        let Round { state, chance } = round;
        let exchanged = self.exchange_top_card(state, chance, slot);
        exchanged.map_err(|e| e.to_string())?;
        Ok(json!({
            "event": "exchange-top", "card": out.to_string(), "for": into,
            "colour": state.colour().to_string(),
        }))
    }

    fn start_line(&self, state: &State) -> Value {
        let seats = || 0..self.n_seats() as Seat;
        let owners = Tower::ALL.iter().filter_map(|tower| {
            let seat = self.holder(state, *tower)?;
            Some((tower.to_string(), json!(seat)))
        });
        let view = self.view(state, 0);
        json!({
            "event": "position",
            "round": state.round(), "dealer": state.dealer(),
            "hands": seats().map(|seat| texts(self, state.hand(seat))).collect::<Vec<_>>(),
            "top": view.top().to_string(),
            "colour": view.colour().map(|colour| colour.to_string()),
            "direction": if state.to_the_left() { 1 } else { -1 },
            "towers": owners.collect::<serde_json::Map<_, _>>(),
            "scores": &state.scores()[..self.n_seats()],
            "discards": view.n_discards(),
        })
    }
}

/// Returns the copies of the card with this text.
fn copies(game: &Shedding, text: &str) -> Result<CardSet, String> {
    let wanted = card(text)?;
    Ok(game.deck().slots(|known| known == wanted))
}

/// Returns a copy of the card that is in the draw pile.
fn in_pile(game: &Shedding, state: &State, text: &str) -> Result<u8, String> {
    let there = copies(game, text)? & game.pile_of(state);
    match there.is_empty() {
        true => Err(format!("{text} is not in the draw pile")),
        false => Ok(there.first()),
    }
}

/// Returns the words for accepting what a card does.
fn accept(view: View<'_>) -> String {
    let n = match (view.stack(), view.top().symbol()) {
        (0, Symbol::DrawOne) => 1,
        (0, Symbol::DrawTwo) => 2,
        (0, Symbol::WildDrawFour) => 4,
        (0, _) => return "accept: miss the turn".to_owned(),
        (stack, _) => stack,
    };
    let cards = if n == 1 { "card" } else { "cards" };
    format!("accept: draw {n} {cards} and miss the turn")
}

/// PG-6
fn on_turn(view: View<'_>, card: Card) -> (&'static str, String) {
    let name = capital(&card.words());
    let rules = view.game().rules();
    if card.symbol() == Symbol::WildDrawFour && !rules.bluff {
        let why = "A Wild Draw Four may be played only without a card of the colour in force.";
        return ("HR-4", why.to_owned());
    }
    let colour = view.colour().map_or("of a colour", Colour::word);
    let top = view.top();
    if top.colour().is_none() {
        return (
            "PG-6",
            format!("{name} is neither {colour} nor a wild card."),
        );
    }
    if top.symbol() == card.symbol() {
        // The only card that a symbol does not match.
        let why = format!(
            "On the first turn the Grab-2-Towers that was turned up is matched by colour only: play {colour} or a wild card."
        );
        return ("PG-5", why);
    }
    let like = match top.symbol().number().is_some() {
        true => "a",
        false => "another",
    };
    let symbol = top.symbol().word();
    (
        "PG-6",
        format!("{name} is neither {colour}, nor {like} {symbol}, nor a wild card."),
    )
}

/// HR-1
fn stacked(view: View<'_>, card: Card) -> (&'static str, String) {
    let top = view.top().symbol().word();
    let why = match view.game().rules().stack {
        Stacking::Same => format!("Only another {top} may be stacked on a {top}."),
        Stacking::Cross => {
            format!("Only a card that draws at least as many may be stacked on a {top}.")
        }
        Stacking::Off => "First answer the card that was played against you.".to_owned(),
    };
    match card.symbol() == Symbol::WildDrawFour && !view.game().rules().bluff {
        true => (
            "HR-4",
            "A Wild Draw Four may be played only without a card of the colour in force.".to_owned(),
        ),
        false => ("HR-1", why),
    }
}
