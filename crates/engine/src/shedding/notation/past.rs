//! Parsing the past of a position: the seats' actions in this game, and the knowledge of hands.

use super::read::{Reading, colour};
use crate::cards::{CardSet, Seat};
use crate::game::Game as _;
use crate::game::notation::{PositionError, leading_number, number, short, wrong};
use crate::shedding::state::{Phase, State, VOID};
use crate::shedding::tables::NO_COLOUR;

impl Reading<'_> {
    pub(super) fn records(&self, s: &mut State) -> Result<(), PositionError> {
        let Some(seats) = self.fields.by_seat("past", self.game.n_seats())? else {
            return Ok(());
        };
        for (record, text) in s.records.iter_mut().zip(seats) {
            let mut rest = text;
            let mut said = Vec::new();
            while let Some(letter) = rest.chars().next() {
                if !"dpnwcghf".contains(letter) {
                    return wrong(format!("`past`: {letter:?} is none of d p n w c g h f"));
                }
                rest = &rest[1..];
                let mut which = 0;
                if matches!(letter, 'p' | 'n') {
                    let at = rest.char_indices().nth(1).map_or(rest.len(), |(at, _)| at);
                    which = colour("past", &rest[..at])?;
                    rest = &rest[at..];
                }
                let what = (letter, if letter == 'p' { which } else { 0 });
                if said.contains(&what) {
                    return wrong(format!("`past`: {letter:?} stands twice in {text:?}"));
                }
                said.push(what);
                if letter == 'n' {
                    record.named = which;
                    continue;
                }
                let most = if matches!(letter, 'd' | 'p') {
                    1_000_000
                } else {
                    255
                };
                let n = leading_number("past", &mut rest, most)?;
                match letter {
                    'd' => record.drawn = n,
                    'p' => record.passed[usize::from(which)] = n,
                    'w' => record.draw_fours = n as u8,
                    'c' => record.challenged = n as u8,
                    'g' => record.guilty = n as u8,
                    'h' => record.challenges = n as u8,
                    _ => record.found = n as u8,
                }
            }
            if record.challenged > record.draw_fours
                || record.guilty > record.challenged
                || record.found > record.challenges
            {
                return wrong(format!(
                    "`past`: {text:?} has more challenges than Wild Draw Fours, or more bluffs found than challenges (PG-10)"
                ));
            }
            if record.passed.iter().any(|p| *p > record.drawn + 1) {
                return wrong("`past`: a pass after more draws than the seat has made");
            }
            let round = (record.drawn, record.passed, record.named);
            if s.phase == Phase::Upcard && round != (0, [0; 4], NO_COLOUR) {
                return wrong(format!(
                    "`past`: {text:?}: before the first turn nobody has drawn, passed or named a colour (PG-5)"
                ));
            }
        }
        Ok(())
    }

    /// Reads the knowledge of hands; returns the cards that the seat knows, by seat.
    pub(super) fn known(&mut self, s: &mut State, me: Seat) -> Result<Vec<CardSet>, PositionError> {
        let t = &self.game.tables;
        let n = self.game.n_seats();
        let mut known = vec![CardSet::EMPTY; n];
        for (seat, cards) in self.allocation.lists(&self.fields, "knows")? {
            if seat == me {
                return wrong("`knows` is about other seats");
            }
            for card in cards {
                known[usize::from(seat)] |= self.allocation.take("knows", card)?;
            }
            *s.shown.of_mut(t.n, me, seat) = t.copies.normalise(known[usize::from(seat)]);
            s.exposed |= 1 << seat;
        }
        for (seat, cards) in self.allocation.lists(&self.fields, "shows")? {
            let shown = match self.allocation.among(s.hand(me), &cards) {
                Ok(shown) if seat != me => shown,
                Ok(_) => return wrong("`shows` is about what other seats know"),
                Err(card) => {
                    return wrong(format!(
                        "`shows`: seat {seat} cannot know of {card} in `hand`"
                    ));
                }
            };
            *s.shown.of_mut(t.n, seat, me) = t.copies.normalise(shown);
            s.exposed |= 1 << me;
        }
        for part in self.fields.parts("told", '/') {
            let pair = part
                .split_once(':')
                .and_then(|(pair, n)| Some((pair.split_once('>')?, n)));
            let Some(((a, b), count)) = pair else {
                return wrong(format!("`told`: {:?} is not written 1>2:3", short(part)));
            };
            let (a, b) = (
                self.allocation.seat("told", a)?,
                self.allocation.seat("told", b)?,
            );
            if a == b {
                return wrong(format!("`told`: seat {a} knows its own cards anyway"));
            }
            let told = s.told.of_mut(t.n, a, b);
            if *told > 0 {
                return wrong(format!("`told`: {a}>{b} stands twice"));
            }
            *told = number("told", count, 128)? as u8;
            s.exposed |= 1 << b;
        }
        let mut bound = Vec::new();
        for part in self.fields.parts("bounds", '/') {
            let split = part.split_at_checked(1).and_then(|(seat, rest)| {
                let (colour, range) = rest.split_at_checked(1)?;
                Some((seat, colour, range.split_once('-')?))
            });
            let Some((seat, name, (least, most))) = split else {
                return wrong(format!("`bounds`: {:?} is not written 1R0-2", short(part)));
            };
            let seat = usize::from(self.allocation.seat("bounds", seat)?);
            let colour = usize::from(colour("bounds", name)?);
            if bound.contains(&(seat, colour)) {
                return wrong(format!("`bounds`: {seat}{name} stands twice"));
            }
            bound.push((seat, colour));
            s.facts[seat].least[colour] = number("bounds", least, 127)? as u8;
            if !most.is_empty() {
                let most = number("bounds", most, 127)?;
                s.facts[seat].void[colour] = s.records[seat].drawn + VOID - most;
            }
            s.exposed |= 1 << seat;
        }
        Ok(known)
    }
}
