//! Parsing a snapshot: a seat's view at any moment, whether a seat is asked or not.

use super::read::{ASKS, Reading, colour};
use crate::game::Game as _;
use crate::game::notation::{
    CardAllocation, Fields, Position, PositionError, When, number, short, wrong,
};
use crate::shedding::engine::Shedding;
use crate::shedding::state::{End, NOBODY, Phase, State};

impl Shedding {
    /// Parses the state of a snapshot (see [`notation`](super)), for these rules and this many
    /// seats.
    ///
    /// # Errors
    /// States what is malformed.
    pub fn read_snapshot(&self, text: &str) -> Result<Position<State>, PositionError> {
        let mut reading = Reading {
            game: self,
            fields: Fields::split::<Shedding>(text, When::Any)?,
            allocation: CardAllocation::new(&self.rules.deck, self.n_seats()),
        };
        reading.snapshot()
    }
}

impl Reading<'_> {
    fn snapshot(&mut self) -> Result<Position<State>, PositionError> {
        let (t, n) = (&self.game.tables, self.game.n_seats());
        let mut s = State::BLANK;
        let seat = self.seat("seat", 0)?;
        let phases = ASKS.into_iter().chain([Phase::Over]);
        let phases: Vec<_> = phases.map(|phase| (phase.text(), phase)).collect();
        s.phase = self.fields.ask(&phases)?;
        s.seat = self.seat("turn-of", seat)?;
        s.asked = seat;
        let sizes = self.cards(&mut s, seat)?;
        let letter = |key: &str| self.fields.get(key).map(|text| colour(key, text));
        let own = t.card(s.top).colour & 3;
        s.colour = letter("colour").transpose()?.unwrap_or(own);
        s.colour_before = letter("before").transpose()?.unwrap_or(0);
        let marks = |mark| self.fields.parts("marks", ',').any(|m| m == mark);
        (s.colour_only, s.open_bluff) = (marks("opening"), marks("open-bluff"));
        s.matches = if t.wilds.has(s.top) || s.colour_only {
            t.named(s.colour)
        } else {
            t.matches[usize::from(s.top) & 127]
        };
        self.places(&mut s)?;
        if let Some(scores) = self.by_seat("scores")? {
            s.scores[..n].copy_from_slice(&scores);
        }
        let count = |key: &str, most| Ok(self.fields.number(key, most)?.unwrap_or(0));
        s.round = count("round", u32::MAX - 1)?;
        s.turn = count("turns", u32::MAX - 1)?;
        s.idle = count("idle", 255)? as u8;
        if let Some(stack) = self.fields.number("stack", 1024)? {
            s.under = stack.saturating_sub(t.card(s.top).draws.into()) as u16;
        }
        self.records(&mut s)?;
        let known = self.known(&mut s, seat)?;
        for other in (0..n).filter(|other| *other != usize::from(seat)) {
            if known[other].len() > sizes[other] {
                return wrong(format!("`knows`: more cards than seat {other} holds"));
            }
            s.hands[other] = self.allocation.fill_up(known[other], sizes[other]);
        }
        if let Some(text) = self.fields.get("drawn") {
            let card = self.allocation.card("drawn", text)?;
            s.drawn = self.allocation.copies(card).first();
            s.has_drawn = true;
        }
        self.ended(&mut s)?;
        Ok(Position { state: s, seat })
    }

    fn by_seat(&self, key: &str) -> Result<Option<Vec<u32>>, PositionError> {
        let numbers = self.fields.numbers(key, u32::MAX - 1)?;
        match numbers {
            Some(numbers) if numbers.len() != self.game.n_seats() => wrong(format!(
                "`{key}` has {} seats, the table {}",
                numbers.len(),
                self.game.n_seats()
            )),
            numbers => Ok(numbers),
        }
    }

    /// Reads the end of the round, and its points.
    fn ended(&self, s: &mut State) -> Result<(), PositionError> {
        if let Some(text) = self.fields.get("ended") {
            let ends = [End::Out, End::Deadlock, End::MaxTurns];
            let parts = text.split_once(':').and_then(|(end, winner)| {
                let end = ends.into_iter().find(|e| e.text() == end)?;
                Some((end, winner))
            });
            let Some((end, winner)) = parts else {
                return wrong(format!(
                    "`ended`: {:?} is not written out:2 or deadlock:-",
                    short(text)
                ));
            };
            s.end = end;
            s.winner = match winner {
                "-" => NOBODY,
                seat => number("ended", seat, self.game.n_seats() as u32 - 1)? as u8,
            };
        }
        if let Some(points) = self.by_seat("points")? {
            s.round_points[..points.len()].copy_from_slice(&points);
        }
        Ok(())
    }
}
