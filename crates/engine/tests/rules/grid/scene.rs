//! Scenes: games with written hands and draws, moves in words, and their events.

use crate::cards::{card, cards};
use powergrab_engine::cards::{Card, CardSet, Seat};
use powergrab_engine::game::record::Record;
use powergrab_engine::game::{Action, Ask, Chance, Game as _};
use powergrab_engine::grid::{Grid, Line, Phase, Rules, State};
use powergrab_engine::trace::Script;
use test_support::{EventLog, card_texts};

/// Collects the events, as the lines of a trace.
fn text(cards: impl Iterator<Item = Card>) -> String {
    let texts: Vec<String> = cards.map(|card| card.to_string()).collect();
    texts.join(" ")
}

/// A game in progress.
pub struct Scene {
    pub game: Grid,
    pub state: State,
    pub ask: Option<Ask>,
    script: Script,
    ears: EventLog,
}

impl Scene {
    /// Starts with the first hand for seat 0; `draws` are the next cards, in order, followed by
    /// any.
    pub fn new(hands: &[&str], draws: &str) -> Scene {
        let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
        assert!(hands.iter().all(|hand| hand.len() == hands[0].len()));
        let rules = Rules {
            hand_size: hands[0].len() as u8,
            ..Rules::official()
        };
        let game = Grid::new(rules, hands.len()).unwrap();
        let mut script = Script::new(&game.tables().deck);
        script.push(hands.into_iter().flatten());
        script.push(cards(draws));
        let mut scene = Scene {
            state: game.new_game(),
            game,
            ask: None,
            script,
            ears: EventLog::default(),
        };
        scene
            .game
            .start_round(&mut scene.state, 0, &mut scene.script, &mut scene.ears);
        scene.advance();
        scene
    }

    /// Starts from a full Grid of two seats with these tops in reading order, each placed on its
    /// turn by seats 0 and 1 (so no card of a hand is placed), and with these hands; seat 1 moves
    /// next. `draws` are the next cards from then on, followed by any.
    pub fn full(tops: &str, hands: [&str; 2], draws: &str) -> Scene {
        let tops = cards(tops);
        let [zero, one] = hands.map(cards);
        assert!(tops.len() == 9 && zero.len() == one.len() && zero.len() >= 5);
        let places = |seat: usize| tops.iter().skip(seat).step_by(2).copied();
        // Five cards of seat 0 and four of seat 1 are those that they draw while they fill the
        // Grid.
        let (dealt_zero, drawn_zero) = zero.split_at(zero.len() - 5);
        let (dealt_one, drawn_one) = one.split_at(one.len() - 4);
        let deal = [
            text(places(0).chain(dealt_zero.iter().copied())),
            text(places(1).chain(dealt_one.iter().copied())),
        ];
        let coming = (0..9).map(|turn| match turn % 2 {
            0 => drawn_zero[turn / 2],
            _ => drawn_one[turn / 2],
        });
        let mut scene = Scene::new(&[&deal[0], &deal[1]], &format!("{} {draws}", text(coming)));
        scene.fill(&tops);
        scene
    }

    /// As [`Scene::full`], with a draw pile of exactly `draws` then, and these cards among others
    /// in the hands.
    pub fn short(tops: &str, hands: [&str; 2], draws: &str) -> Scene {
        let (tops, draws) = (cards(tops), cards(draws));
        let mut rest: Vec<Card> = Rules::deck().cards().to_vec();
        let mut take = |card: Card| {
            let at = rest
                .iter()
                .position(|c| *c == card)
                .expect("too many copies");
            rest.swap_remove(at)
        };
        let [mut zero, mut one] = hands.map(cards);
        zero.extend(tops.iter().copied().step_by(2));
        one.extend(tops.iter().copied().skip(1).step_by(2));
        for card in zero.iter().chain(&one).chain(&draws) {
            take(*card);
        }
        // Nine cards are drawn while the Grid is filled.
        let size = (108 - 9 - draws.len()) / 2;
        assert_eq!((108 - 9 - draws.len()) % 2, 0, "an odd number of draws");
        zero.extend(rest.drain(..size - zero.len()));
        one.extend(rest.drain(..size - one.len()));
        let draws = format!("{} {}", text(rest.into_iter()), text(draws.into_iter()));
        let mut scene = Scene::new(&[&text(zero.into_iter()), &text(one.into_iter())], &draws);
        scene.fill(&tops);
        scene
    }

    /// Fills the Grid with these cards in reading order.
    fn fill(&mut self, tops: &[Card]) {
        while !self.state.board().is_full() {
            let at = self.state.board().n_filled() as usize;
            match self.state.phase() {
                Phase::Turn => self.choose_card(tops[at]),
                _ => self.choose_position([(at % 3) as i8, (at / 3) as i8]),
            }
        }
        assert_eq!(self.tops(), text(tops.iter().copied()));
        self.ears.records.clear();
    }

    fn advance(&mut self) {
        self.ask = self
            .game
            .advance(&mut self.state, &mut self.script, &mut self.ears);
        assert_eq!(self.game.check(&self.state), Ok(()));
    }

    pub fn apply(&mut self, action: Action) {
        assert!(self.ask.is_some_and(|ask| ask.options.has(action)));
        self.game
            .apply(&mut self.state, action, &mut self.script, &mut self.ears);
        self.advance();
    }

    /// Returns the option that is this card, if it is one.
    pub fn option(&self, card: Card) -> Option<Action> {
        let ask = self.ask?;
        let view = self.game.view(&self.state, ask.seat);
        ask.options.iter().find(|a| view.card(*a) == Some(card))
    }

    /// Chooses a card and nothing more.
    pub fn choose(&mut self, text: &str) {
        self.choose_card(card(text));
    }

    /// Answers the position of the card.
    pub fn place_at(&mut self, at: [i8; 2]) {
        if self.state.phase() == Phase::Turn {
            // Only one card can be placed, but it may be one of two copies.
            let action = self.ask.expect("a question").options.nth(0);
            self.apply(action);
        }
        self.choose_position(at);
    }

    /// Returns the positions of the chosen card, as counted in a trace.
    pub fn positions(&self) -> Vec<[i8; 2]> {
        let options = self.ask.expect("a question").options;
        (0..16)
            .filter(|p| options.has_choice(*p))
            .map(|p| self.state.board().at(p))
            .collect()
    }

    fn choose_card(&mut self, card: Card) {
        let option = self.option(card);
        self.apply(option.unwrap_or_else(|| panic!("{card} is no option: {:?}", self.options())));
    }

    fn choose_position(&mut self, at: [i8; 2]) {
        let position = (0..16).find(|p| {
            self.state.board().positions() >> p & 1 == 1 && self.state.board().at(*p) == at
        });
        let position = position.unwrap_or_else(|| panic!("{at:?} cannot be filled"));
        self.apply(Action::choice(position));
    }

    /// Makes a move: `place R5 1,0`, `reverse RR row1`, `lay W4`, `score column2 R5 W`. Forced
    /// actions of the engine are omitted here; [`Scene::told`] shows them.
    pub fn go(&mut self, words: &str) -> &mut Scene {
        let words: Vec<&str> = words.split_whitespace().collect();
        let turn = self.state.turn();
        if words[0] == "score" {
            let line = Line::from_text(words[1]).unwrap();
            self.apply(Action::choice(line.index() as u8));
            while self.state.phase() == Phase::Pay && self.state.turn() == turn {
                self.choose_card(card(words[2 + self.state.n_paid()]));
            }
            return self;
        }
        self.choose_card(card(words[1]));
        match self.state.phase() {
            Phase::Position if self.state.turn() == turn => {
                let (column, row) = words[2].split_once(',').unwrap();
                self.choose_position([column.parse().unwrap(), row.parse().unwrap()]);
            }
            Phase::Line if self.state.turn() == turn => {
                let line = Line::from_text(words[2]).unwrap();
                self.apply(Action::choice(line.index() as u8));
            }
            _ => {}
        }
        self
    }

    /// Returns the events since the last call, one line each: `draw 1 [R5] turn`.
    pub fn told(&mut self) -> Vec<String> {
        let words = |record: &Record| {
            let line: serde_json::Value = serde_json::from_str(&record.line()).unwrap();
            let parts: Vec<String> = line
                .as_object()
                .unwrap()
                .values()
                .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                .map(|text| text.replace('"', ""))
                .collect();
            parts.join(" ")
        };
        let told = self.ears.records.iter().map(words).collect();
        self.ears.records.clear();
        told
    }

    pub fn hand(&self, seat: Seat) -> String {
        card_texts(&self.game, self.state.hand(seat))
    }

    pub fn pile(&self, seat: Seat) -> String {
        card_texts(&self.game, self.state.pile(seat))
    }

    /// Returns the tops in reading order.
    pub fn tops(&self) -> String {
        let cells = [0, 1, 2, 4, 5, 6, 8, 9, 10];
        let texts = cells.map(|c| self.game.card(self.state.board().top(c)).to_string());
        texts.join(" ")
    }

    /// Returns the options in words: cards, and lines or positions as numbers.
    pub fn options(&self) -> Vec<String> {
        let Some(ask) = self.ask else { return vec![] };
        let view = self.game.view(&self.state, ask.seat);
        ask.options
            .iter()
            .map(|a| match (view.card(a), view.line_of(a)) {
                (Some(card), _) => card.to_string(),
                (None, Some(line)) => line.to_string(),
                _ => format!("{:?}", a.choice_number()),
            })
            .collect()
    }
}

/// A chance that draws the lowest remaining card, for games whose cards do not matter.
#[derive(Default)]
pub struct InOrder {
    pile: CardSet,
}

impl Chance for InOrder {
    fn fill(&mut self, n: u8) {
        self.pile = CardSet::first_n(usize::from(n));
    }
    fn refill(&mut self, cards: CardSet) {
        self.pile = cards;
    }
    fn draw(&mut self) -> u8 {
        let slot = self.pile.first();
        self.pile = self.pile.without(CardSet::one(slot));
        slot
    }
    fn put_back(&mut self, slot: u8) {
        self.pile |= CardSet::one(slot);
    }
}
