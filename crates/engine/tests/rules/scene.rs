//! Scenes: one round with written hands, upcard and draws, answers by seat, and the lines of its
//! events.

use crate::cards::{card, cards};
use powergrab_engine::cards::{Card, Seat};
use powergrab_engine::game::{Action, Ask, Game as _, Observer, Textual as _};
use powergrab_engine::shedding::TraceState;
use powergrab_engine::shedding::{
    CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_DRAW, CHOICE_NO, CHOICE_YES, Event,
    Family, Phase, Rules, Shedding, State,
};
use powergrab_engine::trace::Script;

/// Collects the events, one line each, in short words (see [`Scene::told`]).
#[derive(Default)]
struct Ears {
    scribe: TraceState,
    lines: Vec<String>,
}

impl Observer<Shedding> for Ears {
    fn event(&mut self, game: &Shedding, state: &State, event: &Event) {
        let mut scribe = std::mem::take(&mut self.scribe);
        game.event_records(&mut scribe, state, event, &mut |record| {
            self.lines.push(words(&record.line()));
        });
        self.scribe = scribe;
    }
}

/// Converts `{"event":"draw","seat":1,"cards":["R5"],"why":"turn"}` to `draw 1 [R5] turn`.
fn words(line: &str) -> String {
    let record: serde_json::Value = serde_json::from_str(line).unwrap();
    let value = |v: &serde_json::Value| match v {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string().replace('"', ""),
    };
    let parts: Vec<String> = record
        .as_object()
        .unwrap()
        .iter()
        .filter(|(key, v)| !(*key == "drawn" && **v == false))
        .map(|(key, v)| {
            if key == "drawn" {
                key.clone()
            } else {
                value(v)
            }
        })
        .collect();
    parts.join(" ")
}

/// Start of a round.
pub struct Setting {
    rules: Rules,
    dealer: Seat,
    hands: Vec<Vec<Card>>,
    upcard: Card,
    returned: Vec<Card>,
    draws: Vec<Card>,
}

impl Setting {
    /// Starts with seat 0 as the first seat: the last seat deals. Hands are lists of card texts,
    /// all of one length.
    pub fn new(family: Family, upcard: &str, hands: &[&str]) -> Setting {
        let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
        let mut rules = Rules::official(family);
        rules.hand_size = hands[0].len() as u8;
        assert!(
            hands.iter().all(|hand| hand.len() == hands[0].len()),
            "hands of one length: {hands:?}"
        );
        Setting {
            dealer: hands.len() as Seat - 1,
            rules,
            hands,
            upcard: card(upcard),
            returned: Vec::new(),
            draws: Vec::new(),
        }
    }

    pub fn power_grab(upcard: &str, hands: &[&str]) -> Setting {
        Setting::new(Family::PowerGrab, upcard, hands)
    }

    pub fn green_lantern(upcard: &str, hands: &[&str]) -> Setting {
        Setting::new(Family::GreenLantern, upcard, hands)
    }

    /// Changes the rules.
    pub fn rules(mut self, change: impl FnOnce(&mut Rules)) -> Setting {
        change(&mut self.rules);
        self
    }

    pub fn dealer(mut self, dealer: Seat) -> Setting {
        self.dealer = dealer;
        self
    }

    /// Sets the number of Wild Draw Fours turned up and put back before the upcard.
    pub fn returned(self, n: usize) -> Setting {
        self.put_back(&vec!["W4"; n].join(" "))
    }

    /// Sets the cards turned up and put back before the upcard.
    pub fn put_back(mut self, texts: &str) -> Setting {
        self.returned = cards(texts);
        self
    }

    /// Sets the cards that will be drawn, in order.
    pub fn draws(mut self, texts: &str) -> Setting {
        self.draws = cards(texts);
        self
    }

    /// Deals, and runs to the first question.
    pub fn start(self) -> Scene {
        let game = Shedding::new(self.rules.clone(), self.hands.len()).unwrap();
        let state = game.new_game();
        let script = Script::new(&self.rules.deck);
        let mut scene = Scene {
            game,
            state,
            script,
            ears: Ears::default(),
            ask: None,
        };
        scene.deal(
            self.dealer,
            &self.hands,
            &self.returned,
            self.upcard,
            &self.draws,
        );
        scene
    }
}

/// A round in progress.
pub struct Scene {
    pub game: Shedding,
    pub state: State,
    script: Script,
    ears: Ears,
    ask: Option<Ask>,
}

impl Scene {
    fn deal(
        &mut self,
        dealer: Seat,
        hands: &[Vec<Card>],
        returned: &[Card],
        up: Card,
        draws: &[Card],
    ) {
        self.script.clear();
        self.script.push(hands.iter().flatten().copied());
        self.script.push(returned.iter().copied());
        self.script.push([up]);
        self.script.push(draws.iter().copied());
        self.ears.lines.clear();
        self.game
            .start_round(&mut self.state, dealer, &mut self.script, &mut self.ears);
        assert_eq!(self.script.missing(), None, "the deal cannot be");
        // The `round` line repeats the deal; the effects of the upcard follow it.
        self.ears.lines.remove(0);
        self.advance();
    }

    /// Deals the next round of the same game.
    pub fn again(&mut self, dealer: Seat, hands: &[&str], upcard: &str, draws: &str) {
        assert_eq!(self.ask, None, "the round is not over");
        let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
        self.deal(dealer, &hands, &[], card(upcard), &cards(draws));
    }

    fn advance(&mut self) {
        self.ask = self
            .game
            .advance(&mut self.state, &mut self.script, &mut self.ears);
        assert_eq!(self.game.check(&self.state), Ok(()));
    }

    /// Returns the question: the seat and the phase.
    pub fn asked(&self) -> (Seat, Phase) {
        let ask = self.ask.expect("the round is over");
        (ask.seat, self.state.phase())
    }

    pub fn is_over(&self) -> bool {
        self.ask.is_none()
    }

    fn text(&self, action: Action) -> String {
        let ask = self.ask.unwrap();
        let view = self.game.view(&self.state, ask.seat);
        match (view.card(action), action.choice_number()) {
            (Some(card), _) if ask.options.is_bluff(action) => format!("{card}?"),
            (Some(card), _) => card.to_string(),
            (None, Some(n)) => choice_text(self.state.phase(), n),
            (None, None) => unreachable!(),
        }
    }

    /// Returns the options in their order, copies of a card once: cards, other choices, bluffs with
    /// a question mark.
    pub fn options(&self) -> String {
        let ask = self.ask.expect("the round is over");
        let mut texts: Vec<String> = ask.options.iter().map(|a| self.text(a)).collect();
        texts.dedup();
        texts.join(" ")
    }

    /// Answers for the seat that must be asked now. `what` is one of the texts of
    /// [`Scene::options`]; a bluff without its question mark.
    pub fn answer(&mut self, seat: Seat, what: &str) -> &mut Scene {
        let ask = self
            .ask
            .unwrap_or_else(|| panic!("the round is over, {seat} is not asked"));
        let options = self.options();
        assert_eq!(ask.seat, seat, "seat {} is asked: {options}", ask.seat);
        let chosen = ask
            .options
            .iter()
            .find(|a| self.text(*a).trim_end_matches('?') == what);
        let chosen = chosen.unwrap_or_else(|| panic!("{what} is not among {options}"));
        self.game
            .apply(&mut self.state, chosen, &mut self.script, &mut self.ears);
        assert_eq!(self.game.check(&self.state), Ok(()));
        self.advance();
        self
    }

    /// Gives several answers of one seat.
    pub fn answers(&mut self, seat: Seat, whats: &str) -> &mut Scene {
        for what in whats.split_whitespace() {
            self.answer(seat, what);
        }
        self
    }

    /// Returns the events since the last call (or the deal), as `event values…` in the order of
    /// TRACE.md; fails if the script could not serve a draw.
    pub fn told(&mut self) -> Vec<String> {
        assert_eq!(self.script.missing(), None, "the script has no such card");
        std::mem::take(&mut self.ears.lines)
    }

    /// Returns a seat's hand as texts in deck order.
    pub fn hand(&self, seat: Seat) -> String {
        let deck = self.game.rules().deck.cards();
        let hand = self.state.hand(seat);
        let texts: Vec<String> = hand
            .iter()
            .map(|slot| deck[slot as usize].to_string())
            .collect();
        texts.join(" ")
    }

    pub fn scores(&self) -> &[u32] {
        &self.state.scores()[..self.game.n_seats()]
    }

    pub fn points(&self) -> &[u32] {
        &self.state.round_points()[..self.game.n_seats()]
    }

    pub fn top(&self) -> Card {
        self.game.rules().deck.cards()[self.state.top_slot() as usize]
    }
}

fn choice_text(phase: Phase, n: u8) -> String {
    let text = match (phase, n) {
        (Phase::Turn | Phase::Drawn, CHOICE_DRAW) => "-",
        (Phase::Colour | Phase::Upcard, 0) => "red",
        (Phase::Colour | Phase::Upcard, 1) => "yellow",
        (Phase::Colour | Phase::Upcard, 2) => "green",
        (Phase::Colour | Phase::Upcard, 3) => "blue",
        (Phase::Tower, 0) => "U",
        (Phase::Tower, 1) => "N",
        (Phase::Tower, 2) => "O",
        (Phase::Tower, 3) => "!",
        (Phase::InstantUno | Phase::Call | Phase::Catch, CHOICE_YES) => "yes",
        (Phase::InstantUno | Phase::Call | Phase::Catch, CHOICE_NO) => "no",
        (Phase::Gift | Phase::Exchange, n) => return format!("to-{n}"),
        (Phase::React, CHOICE_ACCEPT) => "accept",
        (Phase::React, CHOICE_BLOCK) => "block",
        (Phase::React, CHOICE_CHALLENGE) => "challenge",
        _ => "nonsense",
    };
    text.to_owned()
}
