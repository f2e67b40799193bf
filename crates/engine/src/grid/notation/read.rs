//! Parsing a position of Grid: every card once, a possible Grid, and a past consistent with the
//! cards on the table.

use super::ASKS;
use crate::cards::{CardSet, Seat};
use crate::game::notation::{
    CardAllocation, Fields, Position, PositionError, When, leading_number, short, wrong,
};
use crate::game::{Action, Game as _, NoObserver, Pile};
use crate::grid::board::{Board, Line};
use crate::grid::engine::{Grid, slot_at};
use crate::grid::kind::Kind;
use crate::grid::state::{Phase, State};
use crate::rng::Rng;

/// A position under construction.
pub(super) struct Reading<'a> {
    pub(super) game: &'a Grid,
    pub(super) fields: Fields<'a>,
    pub(super) allocation: CardAllocation<'a>,
}

impl Grid {
    /// Parses the position of a text (see [`notation`](super)), for these rules and this many
    /// seats, ignoring the ruleset in the text.
    ///
    /// # Errors
    /// States what is malformed or impossible.
    pub fn read_position(&self, text: &str) -> Result<Position<State>, PositionError> {
        let mut reading = Reading {
            game: self,
            fields: Fields::split::<Grid>(text, When::Asked)?,
            allocation: CardAllocation::new(&self.tables.deck, self.n_seats()),
        };
        reading.position()
    }
}

impl Reading<'_> {
    fn position(&mut self) -> Result<Position<State>, PositionError> {
        let t = &self.game.tables;
        let n = self.game.n_seats();
        let seat = self.fields.seat("seat", 0, n)?;
        let phase = self.fields.ask(&ASKS.map(|phase| (phase.text(), phase)))?;
        let mut s = State::BLANK;
        s.seat = seat;
        s.phase = Phase::Turn;
        let sizes = self.cards(&mut s, seat)?;
        if s.hand(seat).is_single() {
            return wrong(format!(
                "seat {seat} held no card before it drew this one: the game was over (GR-3)"
            ));
        }
        if let Some(empty) = (0..n).find(|x| sizes[*x] == 0) {
            return wrong(format!(
                "seat {empty} holds no card: the game is over (GR-3)"
            ));
        }
        let shown = self.shown(&mut s, seat, &sizes)?;
        self.past(&mut s)?;
        for other in (0..n).filter(|other| *other != usize::from(seat)) {
            s.hands[other] = self.allocation.fill_up(shown[other], sizes[other]);
        }
        for seat in 0..n {
            s.counts[seat] = t.counts(s.hands[seat]);
        }
        let mut s = self.begun(s, phase)?;
        s = self.game.view(&s, seat).redeal(&mut Rng::from_key(0));
        if let Err(problem) = self.game.check(&s) {
            return wrong(format!("this cannot be: {problem}"));
        }
        if !self.game.options(&s).is_choice() {
            return wrong(format!(
                "ask={}: seat {seat} has no choice here",
                phase.text()
            ));
        }
        Ok(Position { state: s, seat })
    }

    /// Reads the seat's hand, the Grid, the score piles, and the number of cards left to draw.
    /// Returns the sizes of all hands.
    pub(super) fn cards(&mut self, s: &mut State, seat: Seat) -> Result<Vec<u32>, PositionError> {
        let n = self.game.n_seats();
        let hand = self
            .fields
            .required("hand", "the seat's cards, as hand=R5,YS,W")?;
        s.hands[usize::from(seat)] = self.allocation.take_list("hand", hand)?;
        self.board(s)?;
        self.piles(s)?;
        let sizes = self.fields.sizes_at(n, seat, s.hand(seat).len())?;
        let open = s.board.n_filled() + s.buried.len();
        let piles: u32 = s.piles[..n].iter().map(|pile| pile.len()).sum();
        let lie = open + piles + sizes.iter().sum::<u32>();
        s.left = self.allocation.left(lie, "hands, Grid and score piles")?;
        Ok(sizes)
    }

    /// Reads the Grid, and the cards under its top cards (GR-4).
    fn board(&mut self, s: &mut State) -> Result<(), PositionError> {
        let placeable = self.game.tables.placeable();
        let text = self.fields.get("board").filter(|text| *text != "-");
        let rows: Vec<&str> = text.into_iter().flat_map(|text| text.split('/')).collect();
        let mut cells = Vec::new();
        let mut columns = 0;
        for (row, text) in rows.iter().enumerate() {
            let places: Vec<&str> = text.split(',').collect();
            if row > 0 && places.len() != columns || rows.len() > 3 || places.len() > 3 {
                return wrong(
                    "`board`: a Grid has up to three rows of the same length, up to three cards, as board=R5,Y3/-,B2",
                );
            }
            columns = places.len();
            for (column, text) in places.iter().enumerate().filter(|(_, text)| **text != "-") {
                let card = self.allocation.card("board", text)?;
                let slot = self.allocation.take("board", card)?;
                if !placeable.meets(slot) {
                    return wrong(format!(
                        "`board`: {card} cannot lie in the Grid: numbers and Skips can (GR-4)"
                    ));
                }
                cells.push(((4 * row + column) as u8, slot.first()));
            }
        }
        s.board = Board::of_cells(&cells);
        let has = |part: fn(u8) -> usize, at| cells.iter().any(|(cell, _)| part(*cell) == at);
        let column = |cell: u8| usize::from(cell & 3);
        let row = |cell: u8| usize::from(cell >> 2);
        let ends = !cells.is_empty()
            && has(column, 0)
            && has(column, columns - 1)
            && has(row, 0)
            && has(row, rows.len() - 1);
        if !ends && !rows.is_empty() {
            return wrong(
                "`board`: an outer row or column has no card: write no more than the cards need",
            );
        }
        if !s.board.is_connected() {
            return wrong("`board`: each card lies next to another one or diagonal to it (GR-4)");
        }
        self.corner(s)?;
        let buried = self.fields.get("buried").unwrap_or("");
        s.buried = self.allocation.take_list("buried", buried)?;
        if let Some(odd) = s.buried.without(placeable).iter().next() {
            return wrong(format!(
                "`buried`: {} cannot lie in the Grid: numbers and Skips can (GR-4)",
                self.game.card(odd)
            ));
        }
        if !s.board.is_full() && !s.buried.is_empty() {
            return wrong("`buried`: no card is covered before all nine places are filled (GR-4)");
        }
        Ok(())
    }

    fn corner(&self, s: &mut State) -> Result<(), PositionError> {
        let Some(text) = self.fields.get("corner") else {
            return Ok(());
        };
        if s.board.is_full() {
            return wrong(
                "`corner`: columns and rows of a full Grid are counted from its top left",
            );
        }
        let corner = text.split_once(',').and_then(|(column, row)| {
            let number = |text: &str| text.parse::<i8>().ok().filter(|x| (-2..=0).contains(x));
            Some([number(column)?, number(row)?])
        });
        match corner {
            None => wrong(format!(
                "`corner`: {:?} is not two numbers from -2 to 0, as -1,0",
                short(text)
            )),
            Some(corner) if s.board.has_first_card(corner) => {
                s.board = s.board.with_corner(corner);
                Ok(())
            }
            Some([column, row]) => wrong(format!(
                "`corner`: no card lies in column {} and row {} of the board, where the first one would be",
                -column, -row
            )),
        }
    }

    /// Reads the score piles.
    fn piles(&mut self, s: &mut State) -> Result<(), PositionError> {
        let piles = self.fields.by_seat("piles", self.game.n_seats())?;
        for (seat, text) in piles.into_iter().flatten().enumerate() {
            let pile = self.allocation.take_list("piles", text)?;
            if !s.board.is_full() && !pile.is_empty() {
                return wrong(
                    "`piles`: while the Grid is being filled cards are placed and nothing else is done (GR-4)",
                );
            }
            let t = &self.game.tables;
            let skips = pile
                & t.placeable()
                    .without(t.numbers.iter().fold(CardSet::EMPTY, |a, b| a | *b));
            if !skips.is_empty() {
                return wrong("`piles`: a Skip is only ever placed (GR-4)");
            }
            s.piles[seat] = pile;
        }
        Ok(())
    }

    /// Reads cards publicly known to be in hands (GR-2); returns them by seat, those of the other
    /// seats taken.
    pub(super) fn shown(
        &mut self,
        s: &mut State,
        me: Seat,
        sizes: &[u32],
    ) -> Result<Vec<CardSet>, PositionError> {
        let t = &self.game.tables;
        let mut shown = vec![CardSet::EMPTY; sizes.len()];
        for (seat, cards) in self.allocation.lists(&self.fields, "shown")? {
            let at = usize::from(seat);
            if seat == me {
                shown[at] = match self.allocation.among(s.hand(seat), &cards) {
                    Ok(shown) => shown,
                    Err(card) => return wrong(format!("`shown`: {card} is not in `hand`")),
                };
            } else {
                for card in cards {
                    shown[at] |= self.allocation.take("shown", card)?;
                }
            }
            if shown[at].len() > sizes[at] {
                return wrong(format!(
                    "`shown`: {} cards of seat {seat}, which holds {}",
                    shown[at].len(),
                    sizes[at]
                ));
            }
            if let Some(slot) = (shown[at] & t.placeable()).iter().next() {
                return wrong(format!(
                    "`shown`: seat {seat} would have placed {} instead of passing (GR-2)",
                    self.game.card(slot)
                ));
            }
            s.shown[at] = t.copies.normalise(shown[at]);
            s.any_shown |= !shown[at].is_empty();
        }
        Ok(shown)
    }

    /// Reads lines scored, passes, the number of the turn, and the seat that began.
    fn past(&self, s: &mut State) -> Result<(), PositionError> {
        let (t, n) = (&self.game.tables, self.game.n_seats());
        let texts = self.fields.by_seat("past", n)?;
        // Number of turns before this one, without those in which a Wild Draw Four was laid for
        // cards.
        let mut turns = s.board.n_filled() + s.buried.len();
        let mut fours = 0;
        // By seat: minimum number of its turns.
        let mut due = vec![0; n];
        for seat in 0..n {
            let pile = s.piles[seat];
            // A line takes one to three cards; a Wild Draw Four may have been one of them or not
            // (GR-8).
            let paid =
                pile.without(t.movers[Kind::Reverse as usize] | t.movers[Kind::Lay as usize]);
            let four = (pile & t.fours).len();
            let (fewest, most) = (paid.len().div_ceil(3), paid.len() + four);
            let shown = u32::from(!s.shown[seat].is_empty());
            let (lines, passes) = match &texts {
                None => (fewest, shown),
                Some(texts) => deeds(texts[seat])?,
            };
            if !(fewest..=most).contains(&lines) {
                return wrong(format!(
                    "`past`: seat {seat} has scored {lines} lines, and its score pile tells of {fewest} to {most} (GR-8)"
                ));
            }
            if passes < shown {
                return wrong(format!(
                    "`past`: seat {seat} has not passed, so nobody was shown its hand (GR-2)"
                ));
            }
            s.records[seat].lines = lines as u8;
            s.records[seat].passes = passes as u8;
            due[seat] = lines + passes + (pile & t.movers[Kind::Reverse as usize]).len();
            due[seat] += (pile & t.movers[Kind::Lay as usize]).len() - four;
            turns += due[seat];
            fours += four;
        }
        let (least, most) = (turns + 1, turns + 1 + fours);
        let turn = self.fields.number("turn", 999)?.unwrap_or(least);
        if !(least..=most).contains(&turn) {
            let due = if fours == 0 {
                format!("{least}")
            } else {
                format!("{least} to {most}")
            };
            return wrong(format!(
                "`turn`: by what lies on the table this is turn {due}, not {turn} (GR-2)"
            ));
        }
        s.turn = turn as u16;
        let before = (turn - 1) % n as u32;
        s.first = ((u32::from(s.seat) + n as u32 - before) % n as u32) as Seat;
        for (seat, due) in due.into_iter().enumerate() {
            let place = (seat as u32 + n as u32 - u32::from(s.first)) % n as u32;
            let had = (turn - 1 + n as u32 - 1 - place) / n as u32;
            if due > had {
                return wrong(format!(
                    "`past`: seat {seat} has done {due} things and had {had} of the {} turns before this one (GR-2)",
                    turn - 1
                ));
            }
        }
        match self.game.rules.first_seat {
            Some(first) if first != s.first => wrong(format!(
                "`seat`: by these rules seat {first} begins, so turn {turn} is that of seat {} (GR-1)",
                (u32::from(first) + before) % n as u32
            )),
            _ => Ok(()),
        }
    }

    /// Reads the seat's choices so far in its move.
    fn begun(&mut self, mut s: State, phase: Phase) -> Result<State, PositionError> {
        let card_asked = matches!(phase, Phase::Position | Phase::Line);
        for (key, belongs, to) in [
            ("card", card_asked, "ask=position and ask=line"),
            ("line", phase == Phase::Pay, "ask=pay"),
            ("paid", phase == Phase::Pay, "ask=pay"),
        ] {
            if self.fields.get(key).is_some() && !belongs {
                return wrong(format!("`{key}` belongs to {to}"));
            }
        }
        let (mut nothing, mut silent) = (Pile::new(Rng::from_key(0)), NoObserver);
        if s.board.is_full() {
            self.game
                .step(&mut s, &mut nothing, &mut silent)
                .read_lines();
        }
        if card_asked {
            let text = self
                .fields
                .required("card", "the card chosen, as card=R5")?;
            let card = self.allocation.card("card", text)?;
            let Ok(held) = self.allocation.among(s.hand(s.seat), &[card]) else {
                return wrong(format!("`card`: {card} is not in `hand`"));
            };
            let mark = self.game.tables.marks[slot_at(held.first())];
            let due = match phase {
                Phase::Line => Kind::Reverse,
                _ => Kind::Place,
            };
            if mark != due.mark() {
                return wrong(match phase {
                    Phase::Line => {
                        format!("`card`: a line is turned with a Reverse, not with {card} (GR-5)")
                    }
                    _ => format!("`card`: {card} is not placed: numbers and Skips are (GR-4)"),
                });
            }
            if due == Kind::Reverse && !s.board.is_full() {
                return wrong(
                    "ask=line: no line is turned before all nine places are filled (GR-4)",
                );
            }
            let mut step = self.game.step(&mut s, &mut nothing, &mut silent);
            step.answer(Action::card(held.first()));
        }
        if phase == Phase::Pay {
            self.pay(&mut s)?;
        }
        Ok(s)
    }

    /// Reads the line, and the cards chosen for its first numbers (GR-8).
    fn pay(&self, s: &mut State) -> Result<(), PositionError> {
        let (mut nothing, mut silent) = (Pile::new(Rng::from_key(0)), NoObserver);
        let text = self
            .fields
            .required("line", "the line that is being paid for, as line=row0")?;
        let Some(line) = Line::from_text(text) else {
            return wrong(format!(
                "`line`: {:?} is none of row0, row1, row2, column0, column1, column2",
                short(text)
            ));
        };
        let choice = Action::choice(line.index() as u8);
        if !self.game.options(s).has(choice) {
            return wrong(format!(
                "`line`: seat {} cannot pay for {line} with its hand (GR-8)",
                s.seat
            ));
        }
        self.game.step(s, &mut nothing, &mut silent).answer(choice);
        for text in self.fields.parts("paid", ',') {
            let card = self.allocation.card("paid", text)?;
            let Ok(slot) = self.allocation.among(self.game.options(s).cards, &[card]) else {
                return wrong(format!(
                    "`paid`: {card} cannot be laid for the next number of {line} (GR-8)"
                ));
            };
            if s.n_paid() + 1 == usize::from(s.due[7]) {
                return wrong(format!(
                    "`paid`: with {card} all of {line} is paid for (GR-8)"
                ));
            }
            let mut step = self.game.step(s, &mut nothing, &mut silent);
            step.answer(Action::card(slot.first()));
        }
        Ok(())
    }
}

/// Parses a seat's part of `past`: lines and passes.
pub(super) fn deeds(text: &str) -> Result<(u32, u32), PositionError> {
    let (mut lines, mut passes) = (0, 0);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let count = match letter {
            'l' => &mut lines,
            'p' => &mut passes,
            _ => return wrong(format!("`past`: {letter:?} is none of l p")),
        };
        rest = &rest[1..];
        *count = leading_number("past", &mut rest, 255)?;
    }
    Ok((lines, passes))
}
