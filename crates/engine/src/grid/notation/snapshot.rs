//! Parsing a snapshot: a seat's view at any moment, whether a seat is asked or not.

use super::ASKS;
use super::read::{Reading, deeds};
use crate::game::notation::{CardAllocation, Fields, Position, PositionError, When, short, wrong};
use crate::game::{Game as _, NoObserver, Pile};
use crate::grid::board::Line;
use crate::grid::engine::Grid;
use crate::grid::state::{End, Phase, State};
use crate::grid::tables::DUE;
use crate::rng::Rng;

impl Grid {
    /// Parses the state of a snapshot (see [`notation`](super)), for these rules and this many
    /// seats.
    ///
    /// # Errors
    /// States what is malformed.
    pub fn read_snapshot(&self, text: &str) -> Result<Position<State>, PositionError> {
        let mut reading = Reading {
            game: self,
            fields: Fields::split::<Grid>(text, When::Any)?,
            allocation: CardAllocation::new(&self.tables.deck, self.n_seats()),
        };
        reading.snapshot()
    }
}

impl Reading<'_> {
    fn snapshot(&mut self) -> Result<Position<State>, PositionError> {
        let t = &self.game.tables;
        let n = usize::from(t.n);
        let mut s = State::BLANK;
        let seat = self.fields.seat("seat", 0, n)?;
        let phases = ASKS.into_iter().chain([Phase::Begin, Phase::Over]);
        let phases: Vec<_> = phases.map(|phase| (phase.text(), phase)).collect();
        s.phase = self.fields.ask(&phases)?;
        s.seat = self.fields.seat("turn-of", seat, n)?;
        s.first = self.fields.seat("first", 0, n)?;
        let sizes = self.cards(&mut s, seat)?;
        let shown = self.shown(&mut s, seat, &sizes)?;
        for other in (0..n).filter(|other| *other != usize::from(seat)) {
            s.hands[other] = self.allocation.fill_up(shown[other], sizes[other]);
        }
        for seat in 0..n {
            s.counts[seat] = t.counts(s.hands[seat]);
        }
        if let Some(texts) = self.fields.by_seat("past", n)? {
            for (record, text) in s.records.iter_mut().zip(texts) {
                let (lines, passes) = deeds(text)?;
                (record.lines, record.passes) = (lines as u8, passes as u8);
            }
        }
        s.turn = self.fields.number("turn", 999)?.unwrap_or(0) as u16;
        if s.board.is_full() {
            let (mut nothing, mut silent) = (Pile::new(Rng::from_key(0)), NoObserver);
            self.game
                .step(&mut s, &mut nothing, &mut silent)
                .read_lines();
        }
        self.chosen(&mut s)?;
        self.ended(&mut s)?;
        Ok(Position { state: s, seat })
    }

    /// Reads the seat's choices in the move that it has just made.
    fn chosen(&self, s: &mut State) -> Result<(), PositionError> {
        if let Some(text) = self.fields.get("card") {
            let card = self.allocation.card("card", text)?;
            s.card = self.allocation.copies(card).first();
        }
        let Some(text) = self.fields.get("line") else {
            return Ok(());
        };
        let Some(line) = Line::from_text(text).filter(|_| s.board.is_full()) else {
            return wrong(format!(
                "`line`: {:?} is no line of a full Grid",
                short(text)
            ));
        };
        s.line = line;
        s.due = DUE[usize::from(s.lines[line.index() & 7]) & (DUE.len() - 1)];
        s.kept = s.hand(s.seat);
        s.rest = self.game.tables.counts(s.kept);
        Ok(())
    }

    fn ended(&self, s: &mut State) -> Result<(), PositionError> {
        let Some(text) = self.fields.get("ended") else {
            return Ok(());
        };
        let end = [End::Out, End::Deck].into_iter().find(|e| e.text() == text);
        let Some(end) = end else {
            return wrong(format!(
                "`ended`: {:?} is neither out nor deck",
                short(text)
            ));
        };
        (s.end, s.done) = (end, true);
        let scores: Vec<&str> = self.fields.parts("scores", ',').collect();
        let scores: Option<Vec<i32>> = scores.iter().map(|text| text.parse().ok()).collect();
        match scores.filter(|scores| scores.len() == usize::from(self.game.tables.n)) {
            Some(scores) => s.scores[..scores.len()].copy_from_slice(&scores),
            None => return wrong("`scores`: a number for each seat, once the game is over"),
        }
        Ok(())
    }
}
