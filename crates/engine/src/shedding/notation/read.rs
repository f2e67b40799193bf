//! Parsing a position: every card once, every seat at the table, and hidden cards consistent with
//! the known ones.

use super::wild_asked;
use crate::cards::{Colour, Seat, Symbol, Tower};
use crate::config::one_of;
use crate::game::Game as _;
use crate::game::notation::{CardAllocation, Fields, Position, PositionError, When, short, wrong};
use crate::rng::Rng;
use crate::shedding::engine::Shedding;
use crate::shedding::state::{Holders, Phase, State};
use crate::shedding::tables::TURN_ROUND;

pub(super) const ASKS: [Phase; 12] = [
    Phase::Turn,
    Phase::Drawn,
    Phase::Gift,
    Phase::Colour,
    Phase::Tower,
    Phase::InstantUno,
    Phase::Keep,
    Phase::Call,
    Phase::Catch,
    Phase::React,
    Phase::Exchange,
    Phase::Upcard,
];

/// A position under construction.
pub(super) struct Reading<'a> {
    pub(super) game: &'a Shedding,
    pub(super) fields: Fields<'a>,
    pub(super) allocation: CardAllocation<'a>,
}

/// Parses the letter of a colour.
pub(super) fn colour(key: &str, text: &str) -> Result<u8, PositionError> {
    let found = Colour::ALL.iter().position(|c| c.to_string() == text);
    match found {
        Some(at) => Ok(at as u8),
        None => wrong(format!(
            "`{key}`: {:?} is not a colour: R, Y, G or B",
            short(text)
        )),
    }
}

impl Shedding {
    /// Parses the position of a text (see [`notation`](super)), for these rules and this many
    /// seats, ignoring the ruleset's name.
    ///
    /// # Errors
    /// States what is malformed or impossible.
    pub fn read_position(&self, text: &str) -> Result<Position<State>, PositionError> {
        let mut reading = Reading {
            game: self,
            fields: Fields::split::<Shedding>(text, When::Asked)?,
            allocation: CardAllocation::new(&self.rules.deck, self.n_seats()),
        };
        reading.position()
    }
}

impl Reading<'_> {
    pub(super) fn seat(&self, key: &str, default: Seat) -> Result<Seat, PositionError> {
        self.fields.seat(key, default, self.game.n_seats())
    }

    fn position(&mut self) -> Result<Position<State>, PositionError> {
        let n = self.game.n_seats();
        let mut s = State::BLANK;
        let seat = self.seat("seat", 0)?;
        let phase = self.fields.ask(&ASKS.map(|phase| (phase.text(), phase)))?;
        let ask = phase.text();
        s.phase = phase;
        // A card acts on the seat after the one that played it (PG-7).
        let player = match phase {
            Phase::React => {
                let back = self.direction()? ^ TURN_ROUND;
                self.game.tables.after(back, seat)
            }
            _ => seat,
        };
        s.seat = self.seat("turn-of", player)?;
        s.asked = seat;
        let other = matches!(phase, Phase::Catch | Phase::React);
        if other == (s.seat == seat) {
            return wrong(if other {
                format!("ask={ask} is asked in another seat's turn: say whose by `turn-of`")
            } else {
                format!("ask={ask} is asked in the seat's own turn, so `turn-of` cannot be another")
            });
        }
        let sizes = self.cards(&mut s, seat)?;
        if let Some(empty) = (0..n).find(|x| sizes[*x] == 0) {
            // A last wild card still has its colour named, a last draw card still acts (PG-7).
            let goes_out = matches!(phase, Phase::Colour | Phase::React);
            if !goes_out || empty != usize::from(s.seat) {
                return wrong(format!(
                    "seat {empty} holds no card: the round is over (PG-13)"
                ));
            }
        }
        if phase == Phase::Catch && sizes[usize::from(s.seat)] != 1 {
            return wrong(format!(
                "ask=catch: seat {} holds {} cards, and UNO is called with one card left (PG-12)",
                s.seat,
                sizes[usize::from(s.seat)]
            ));
        }
        if phase == Phase::React && sizes[usize::from(s.seat)] == 0 {
            s.last = true;
            s.winner = s.seat;
        }
        self.colours(&mut s)?;
        self.table(&mut s)?;
        s.under = self.under(&s)?;
        self.moment(&s, &sizes)?;
        self.draw_four(&mut s)?;
        self.records(&mut s)?;
        let known = self.known(&mut s, seat)?;
        if let Some(over) = (0..n).find(|other| known[*other].len() > sizes[*other]) {
            return wrong(format!(
                "`knows`: {} cards of seat {over}, which holds {}",
                known[over].len(),
                sizes[over]
            ));
        }
        // Any deal of the right sizes; the redeal then finds one consistent with the known cards.
        for other in (0..n).filter(|other| *other != usize::from(seat)) {
            s.hands[other] = self.allocation.fill_up(known[other], sizes[other]);
        }
        self.drawn(&mut s, seat)?;
        self.judged(&mut s)?;
        let s = self.game.view(&s, seat).redeal(&mut Rng::from_key(0));
        if let Err(problem) = self.game.check(&s) {
            return wrong(format!("no hidden cards agree with this: {problem}"));
        }
        let options = self.game.options_of(&s);
        if options.len() < 2 {
            return wrong(format!("ask={ask}: seat {seat} has no choice here"));
        }
        Ok(Position { state: s, seat })
    }

    /// Reads the hand, the discard pile and the number of cards elsewhere; returns the sizes of the
    /// hands.
    pub(super) fn cards(&mut self, s: &mut State, seat: Seat) -> Result<Vec<u32>, PositionError> {
        let hand = self
            .fields
            .required("hand", "the seat's cards, as hand=R5,YS,W")?;
        s.hands[usize::from(seat)] = self.allocation.take_list("hand", hand)?;
        let top = self
            .fields
            .required("top", "the card on the discard pile, as top=R5")?;
        let top = self.allocation.card("top", top)?;
        s.discards = self.allocation.take("top", top)?;
        s.top = s.discards.first();
        let under = self.fields.get("under").unwrap_or("");
        s.discards |= self.allocation.take_list("under", under)?;
        let sizes = self
            .fields
            .sizes_at(self.game.n_seats(), seat, s.hand(seat).len())?;
        let lie = s.discards.len() + sizes.iter().sum::<u32>();
        s.pile = self.allocation.left(lie, "hands and discards")?;
        Ok(sizes)
    }

    /// Reads colours, and the cards that match the top card.
    fn colours(&self, s: &mut State) -> Result<(), PositionError> {
        let t = &self.game.tables;
        let own = t.card(s.top).colour;
        let wild = t.wilds.has(s.top);
        let text = self.fields.get("colour");
        s.colour = match text {
            Some(text) => colour("colour", text)?,
            None if !wild => own,
            None if s.phase == Phase::Upcard => 0,
            None => {
                return wrong(format!(
                    "`colour` is missing: the colour in force, for {} on top is wild",
                    self.game.rules.deck.cards()[usize::from(s.top)]
                ));
            }
        };
        if !wild && s.colour != own {
            return wrong(format!(
                "`colour`: the top card's colour is in force, {} (PG-6)",
                Colour::ALL[usize::from(own) & 3]
            ));
        }
        if let Some(text) = self.fields.get("before") {
            if !wild {
                return wrong(
                    "`before` is the colour in force before the card on top, where that is wild",
                );
            }
            s.colour_before = colour("before", text)?;
        }
        let naming = matches!(s.phase, Phase::Colour | Phase::Upcard | Phase::Gift);
        if naming && !wild {
            return wrong(format!(
                "ask={}: the card on top is not wild",
                s.phase.text()
            ));
        }
        if s.phase == Phase::Gift && t.card(s.top).symbol != Symbol::PowerRing {
            return wrong("ask=gift: the card on top is no Power Ring (GL-4)");
        }
        if matches!(s.phase, Phase::Colour | Phase::Gift) {
            s.colour_before = s.colour;
        }
        let marks = self.fields.get("marks").unwrap_or("");
        for mark in marks.split(',').filter(|mark| !mark.is_empty()) {
            match mark {
                "opening" => s.colour_only = true,
                "guilty" => s.bluff = true,
                "open-bluff" => (s.open_bluff, s.bluff) = (true, true),
                _ => {
                    let known = ["opening", "guilty", "open-bluff"];
                    return wrong(format!(
                        "`marks`: {:?} is unknown; {}",
                        short(mark),
                        one_of(mark, known.into_iter())
                    ));
                }
            }
        }
        s.matches = if wild || s.colour_only {
            t.named(s.colour)
        } else {
            t.matches[usize::from(s.top) & 127]
        };
        Ok(())
    }

    /// Reads `dir`.
    fn direction(&self) -> Result<u8, PositionError> {
        match self.fields.get("dir").unwrap_or("left") {
            "left" => Ok(0),
            "right" => Ok(TURN_ROUND),
            other => wrong(format!(
                "`dir`: {:?} is neither left nor right",
                short(other)
            )),
        }
    }

    /// Reads direction, dealer, towers.
    pub(super) fn places(&self, s: &mut State) -> Result<(), PositionError> {
        s.direction = self.direction()?;
        s.dealer = self.seat("dealer", (self.game.n_seats() - 1) as Seat)?;
        if let Some(text) = self.fields.get("towers") {
            if text.chars().count() != 4 {
                return wrong("`towers` has four places, for U, N, O and !: a seat or - in each");
            }
            for (tower, owner) in text.chars().enumerate().filter(|(_, c)| *c != '-') {
                let owner = self.allocation.seat("towers", &owner.to_string())?;
                if self.game.tables.towers >> tower & 1 == 0 {
                    return wrong(format!(
                        "`towers`: {} is not in the game by these rules (PG-9)",
                        Tower::ALL[tower]
                    ));
                }
                s.holders = s.holders.claimed(owner, tower as u8);
            }
        }
        Ok(())
    }

    /// Reads the same, scores, counters.
    fn table(&self, s: &mut State) -> Result<(), PositionError> {
        let n = self.game.n_seats();
        let rules = &self.game.rules;
        self.places(s)?;
        if let Some(scores) = self.fields.numbers("scores", u32::MAX / 2)? {
            if scores.len() != n {
                return wrong(format!(
                    "`scores` has {} seats, the table {n}",
                    scores.len()
                ));
            }
            if let Some(seat) = (0..n).find(|seat| scores[*seat] >= rules.target_score) {
                return wrong(format!(
                    "`scores`: seat {seat} has reached {}, so the game is over (PG-16)",
                    rules.target_score
                ));
            }
            s.scores[..n].copy_from_slice(&scores);
        }
        s.round = self
            .fields
            .number("round", rules.max_rounds.saturating_sub(1))?
            .unwrap_or(0);
        s.rounds_done = s.round;
        s.turn = self
            .fields
            .number("turns", rules.max_turns.saturating_sub(1))?
            .unwrap_or(0);
        s.turn += u32::from(s.last);
        s.grabs = self.grabs(s)?;
        s.idle = self.fields.number("idle", n as u32 - 1)?.unwrap_or(0) as u8;
        if matches!(s.phase, Phase::InstantUno | Phase::Keep) && s.towers_of(s.seat) != 0b1111 {
            return wrong(format!(
                "ask={}: seat {} does not hold all four towers (PG-11)",
                s.phase.text(),
                s.seat
            ));
        }
        if matches!(s.phase, Phase::InstantUno | Phase::Keep) && !self.game.tables.instant_uno {
            return wrong(format!(
                "ask={}: these rules have no Instant UNO (PG-11)",
                s.phase.text()
            ));
        }
        if matches!(s.phase, Phase::Call | Phase::Catch)
            && s.hand(s.seat).len() > 1
            && s.seat == s.asked
        {
            return wrong(format!(
                "ask={}: UNO is called with one card left (PG-12)",
                s.phase.text()
            ));
        }
        Ok(())
    }

    /// Reads the number of towers still to be claimed, including this one (PG-8).
    fn grabs(&self, s: &State) -> Result<u8, PositionError> {
        let told = self.fields.number("grabs", 2)?;
        if s.phase != Phase::Tower {
            return match told {
                None => Ok(1),
                Some(_) => wrong("`grabs` belongs to ask=tower"),
            };
        }
        let all = self.game.tables.card(s.top).grabs;
        if all == 0 {
            return wrong("ask=tower: the card on top grabs no tower (PG-8)");
        }
        // A seat that has claimed one still holds it.
        let least = if s.towers_of(s.seat) == 0 { all } else { 1 };
        let grabs = told.map_or(least, |told| told as u8);
        if !(least..=all).contains(&grabs) {
            return wrong(format!(
                "`grabs`: the card on top grabs {all}, and {grabs} cannot be left here (PG-8)"
            ));
        }
        Ok(grabs)
    }

    /// Reads whether a Wild Draw Four was a bluff, as far as the seat can see (PG-10).
    fn draw_four(&self, s: &mut State) -> Result<(), PositionError> {
        let t = &self.game.tables;
        let own = s.seat == s.asked;
        let open = t.draw_fours.has(s.top) && wild_asked(s.phase);
        if !open && (s.bluff || self.fields.get("judged").is_some()) {
            return wrong(
                "`marks` (guilty, open-bluff) and `judged` are for a Wild Draw Four on top that can still be challenged (PG-10)",
            );
        }
        if s.open_bluff && !t.instant_uno {
            return wrong(
                "`marks`: open-bluff comes of Instant UNO, which these rules do not have (PG-11)",
            );
        }
        let before = t.colours[usize::from(s.colour_before) & 3];
        let held = open && own && s.hand(s.seat).meets(before);
        if (s.bluff || held) && !self.game.rules.bluff {
            return wrong("the Wild Draw Four on top is a bluff, which these rules forbid (HR-4)");
        }
        if s.open_bluff && !s.discards.meets(before) {
            return wrong(format!(
                "`marks`: open-bluff, but no card in `under` has the colour that was in force `before`, {} (PG-11)",
                Colour::ALL[usize::from(s.colour_before) & 3]
            ));
        }
        if s.open_bluff && s.holders != Holders::NONE {
            return wrong(
                "`marks`: open-bluff comes of Instant UNO, after which nobody holds a tower (PG-11)",
            );
        }
        if s.bluff && !s.open_bluff && !own {
            return wrong(format!(
                "`marks`: guilty is for the seat's own Wild Draw Four, and this is one of seat {}'s",
                s.seat
            ));
        }
        if open && own {
            let guilty = s.open_bluff || s.hand(s.seat).meets(before);
            if s.bluff && !guilty {
                return wrong(format!(
                    "`marks`: guilty, but no card in `hand` has the colour that was in force `before`, {} (PG-10)",
                    Colour::ALL[usize::from(s.colour_before) & 3]
                ));
            }
            s.bluff = guilty;
        }
        Ok(())
    }

    /// Reads the number of cards by which a Wild Draw Four is judged: those left when it was laid
    /// (PG-10). Since then only cards drawn for a missing UNO call have been added (PG-12), and
    /// Instant UNO leaves one (PG-11).
    fn judged(&self, s: &mut State) -> Result<(), PositionError> {
        let held = s.hand(s.seat).len();
        let judged = self.fields.number("judged", 128)?.unwrap_or(held);
        s.judged = judged as u8;
        let seat = s.seat;
        if judged > held {
            return wrong(format!(
                "`judged`: seat {seat} holds fewer cards than {judged}"
            ));
        }
        // Without a card it would have won, and nothing would be left to judge (PG-13).
        if judged == 0 && held > 0 {
            return wrong(format!(
                "`judged`: seat {seat} held a card when it laid the Wild Draw Four, so it is judged by one at the least"
            ));
        }
        let drawn = if judged == 1 { 2 } else { 0 };
        if held > judged + drawn {
            return wrong(format!(
                "`judged`: seat {seat} holds {held} cards, and to {judged} come {drawn} at the most before the question (PG-12)"
            ));
        }
        if s.open_bluff && judged != 1 {
            return wrong(format!(
                "`judged`: Instant UNO leaves one card, so with open-bluff it is 1 and not {judged} (PG-11)"
            ));
        }
        Ok(())
    }

    fn drawn(&self, s: &mut State, seat: Seat) -> Result<(), PositionError> {
        let text = self.fields.get("drawn");
        if (s.phase == Phase::Drawn) != text.is_some() {
            return wrong("`drawn` is the card just drawn, and belongs to ask=drawn");
        }
        if let Some(text) = text {
            let card = self.allocation.card("drawn", text)?;
            let held = s.hand(seat) & self.allocation.copies(card);
            if held.is_empty() {
                return wrong(format!("`drawn`: {card} is not in `hand`"));
            }
            if s.hand(seat).is_single() {
                return wrong(format!(
                    "`drawn`: seat {seat} held no card before it drew {card}: the round was over (PG-13)"
                ));
            }
            s.drawn = held.first();
            s.has_drawn = true;
        }
        Ok(())
    }
}
