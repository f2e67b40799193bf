//! The state of a round of the shedding family: cards, towers, colour, and events without a choice.
//! Rule numbers are those of RULES.md.

use crate::games::{RoundMetrics, Setting, Twists};
use crate::options::Options;
use crate::{COLOURS, Card, Rng, TOWERS, json_cards, json_hands, quoted};

pub struct Round<'a> {
    pub options: &'a Options,
    pub twists: &'a Twists,
    pub rng: &'a mut Rng,
    pub trace: Option<&'a mut String>,
    /// All cards of the game, sorted, for the check that none is lost.
    pub deck: &'a [Card],
    checked: bool,
    pub hands: Vec<Vec<Card>>,
    /// The draw pile; its top is the last card.
    pub pile: Vec<Card>,
    /// The discard pile; its top is the last card.
    pub discards: Vec<Card>,
    /// The colour in force.
    pub colour: Option<char>,
    /// Holder of each of `TOWERS`.
    pub holders: [Option<usize>; 4],
    pub clockwise: bool,
    /// The seat on turn.
    pub current: usize,
    /// `true` in the first turn after a Grab-2-Towers was turned up (PG-5).
    pub colour_only: bool,
    /// Number of successive passes without a drawn card (PG-15).
    pub empty_passes: usize,
    /// Number of cards demanded by the draw cards on top (HR-1).
    pub stack: usize,
    /// The card of its hand that the current seat lays on the stack, as its turn (HR-1).
    pub stacked: Option<usize>,
    pub metrics: RoundMetrics,
}

impl<'a> Round<'a> {
    pub fn new(setting: &'a Setting, rng: &'a mut Rng, trace: Option<&'a mut String>) -> Round<'a> {
        Round {
            options: &setting.options,
            twists: &setting.twists,
            rng,
            trace,
            deck: &setting.deck,
            checked: setting.checked,
            hands: vec![Vec::new(); setting.seats],
            pile: Vec::new(),
            discards: Vec::new(),
            colour: None,
            holders: [None; 4],
            clockwise: true,
            current: 0,
            colour_only: false,
            empty_passes: 0,
            stack: 0,
            stacked: None,
            metrics: RoundMetrics::default(),
        }
    }

    pub fn seats(&self) -> usize {
        self.hands.len()
    }

    pub fn after(&self, seat: usize) -> usize {
        if self.clockwise {
            (seat + 1) % self.seats()
        } else {
            (seat + self.seats() - 1) % self.seats()
        }
    }

    /// Returns `true` with a twist's probability; never for the `random` bot.
    pub fn twist(&mut self, probability: f64) -> bool {
        probability > 0.0 && self.rng.chance(probability)
    }

    pub fn cards_conserved(&self) -> bool {
        let mut all: Vec<Card> = self.hands.concat();
        all.extend(&self.pile);
        all.extend(&self.discards);
        all.sort();
        all == *self.deck
    }

    /// Writes one line of the trace without keys.
    pub fn write_bare(&mut self, event: &str) {
        if let Some(trace) = self.trace.take() {
            trace.push_str(&format!("{{\"event\":\"{event}\"}}\n"));
            self.trace = Some(trace);
        }
    }

    /// Writes one line of the trace, if there is one.
    pub fn write(&mut self, event: &str, rest: impl FnOnce(&Self) -> String) {
        debug_assert!(
            !self.checked || self.cards_conserved(),
            "a card was lost or made before `{event}`"
        );
        if let Some(trace) = self.trace.take() {
            trace.push_str(&format!("{{\"event\":\"{event}\",{}}}\n", rest(self)));
            self.trace = Some(trace);
        }
    }

    /// Turns all discards but the top card into the draw pile (PG-14).
    pub fn reshuffle(&mut self) {
        let top = self.discards.pop().expect("a top card");
        self.pile = std::mem::take(&mut self.discards);
        self.discards.push(top);
        self.rng.shuffle(&mut self.pile);
        self.metrics.reshuffles += 1;
        self.write("reshuffle", |s| format!("\"cards\":{}", s.pile.len()));
    }

    /// Draws up to `due` cards and returns the actual number (PG-14).
    pub fn draw(&mut self, seat: usize, due: usize, why: &str) -> usize {
        self.draw_until(seat, why, |_, drawn| drawn == due)
    }

    /// Draws until `enough` accepts the number drawn so far, or until there is nothing to draw;
    /// returns the number (PG-14).
    pub fn draw_until(
        &mut self,
        seat: usize,
        why: &str,
        enough: impl Fn(&Self, usize) -> bool,
    ) -> usize {
        let mut drawn = 0;
        let mut unwritten: Vec<Card> = Vec::new();
        let mut lines = 0;
        while !enough(self, drawn) {
            if self.pile.is_empty() {
                if self.discards.len() == 1 {
                    break;
                }
                if !unwritten.is_empty() {
                    self.write_draw(seat, &unwritten, why);
                    unwritten.clear();
                    lines += 1;
                }
                self.reshuffle();
            }
            let card = self.pile.pop().expect("a card to draw");
            self.hands[seat].push(card);
            unwritten.push(card);
            drawn += 1;
            if self.options.reshuffle == "on-empty"
                && self.pile.is_empty()
                && self.discards.len() > 1
            {
                self.write_draw(seat, &unwritten, why);
                unwritten.clear();
                lines += 1;
                self.reshuffle();
            }
        }
        if !unwritten.is_empty() || lines == 0 {
            self.write_draw(seat, &unwritten, why);
        }
        self.metrics.draws += drawn as u64;
        drawn
    }

    pub fn write_draw(&mut self, seat: usize, cards: &[Card], why: &str) {
        self.write("draw", |_| {
            format!(
                "\"seat\":{seat},\"cards\":{},\"why\":\"{why}\"",
                json_cards(cards)
            )
        });
    }

    /// Makes the seat lose its turn.
    pub fn miss(&mut self, seat: usize) {
        self.write("miss", |_| format!("\"seat\":{seat}"));
        self.current = self.after(seat);
    }

    /// Deals and turns up a card (PG-4); Wild Draw Fours go back (PG-5), and others too (HR-6).
    pub fn deal(&mut self, dealer: usize, round: usize) {
        self.pile = self.deck.to_vec();
        self.rng.shuffle(&mut self.pile);
        for _ in 0..self.options.hand_size {
            for hand in &mut self.hands {
                hand.push(self.pile.pop().expect("enough cards to deal"));
            }
        }
        let mut returned = 0;
        let mut upcard = self.pile.pop().expect("an upcard");
        while !self.options.may_start(&upcard) {
            let place = self.rng.below(self.pile.len() + 1);
            self.pile.insert(place, upcard);
            returned += 1;
            upcard = self.pile.pop().expect("an upcard");
        }
        self.discards.push(upcard);
        self.colour = upcard.colour;
        self.write("round", |s| {
            let hands = json_hands(&s.hands);
            let upcard = quoted(&upcard.text());
            format!("\"round\":{round},\"dealer\":{dealer},\"hands\":{hands},\"returned\":{returned},\"upcard\":{upcard}")
        });
    }

    /// Carries out the effect of the upcard (PG-5, GL-3).
    pub fn open(&mut self, dealer: usize) {
        let first = self.after(dealer);
        self.current = first;
        let upcard = self.discards[0];
        // Only a wild has an effect, because its colour must be named (HR-6).
        if self.options.upcard == "plain" && upcard.colour.is_some() {
            return;
        }
        match upcard.symbol {
            "D1" | "D2" => {
                self.draw(first, if upcard.symbol == "D1" { 1 } else { 2 }, "upcard");
                if self.options.opening_draw_skips {
                    self.miss(first);
                }
            }
            "S" => self.miss(first),
            "R" => {
                self.clockwise = false;
                self.current = dealer;
            }
            "G2" => self.colour_only = true,
            "WT" | "W" | "WP" => {
                let colour = self.rng.pick(&COLOURS);
                self.colour = Some(colour);
                self.write("colour", |_| {
                    format!("\"seat\":{first},\"colour\":\"{colour}\"")
                });
            }
            _ => {}
        }
    }
}

pub fn tower_index(tower: char) -> usize {
    TOWERS
        .iter()
        .position(|known| *known == tower)
        .expect("a tower")
}
