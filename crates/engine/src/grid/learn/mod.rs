//! Action indices and observation of Grid for learners, version 1 (docs/observation.md).
//!
//! There is an index for each *face* of the deck (its different cards in their order), then for the
//! lines to score, the lines to turn and the positions. A card has the same index whether it is
//! placed, laid or paid with. Positions count from the top left of the cards in the Grid, as do the
//! cells of the observation.
//!
//! Colours mean nothing in Grid, so the observation describes cards by symbol, except the seat's
//! own hand, whose places are those of the actions. Everything comes from the view, which hides
//! what the seat may not know.

mod layout;

use super::engine::Grid;
use super::faces::{SYMBOLS, TOPS};
use super::fields;
use super::kind::Kind;
use super::state::{Phase, State};
use super::view::View;
use crate::cards::{Card, Deck, Seat, Symbol};
use crate::cpu::prefetch;
use crate::game::learn::{byte, each_slot, spread};
use crate::game::{Action, FieldRange, ModuleLayout, Observable, Options, OwnedView, ViewField};
use layout::{COLUMNS, N_CHOICES, POSITIONS, REVERSE, ROWS, SCORE, seat, table};

/// Returns the index of the first choice that may answer a question. For positions: of position 0
/// of the window, which has a margin around the cards only on sides that can still grow
/// ([`Board`](super::Board)).
#[inline(always)]
fn first_choice(view: View<'_>) -> usize {
    match view.phase() {
        Phase::Line => REVERSE,
        Phase::Position => {
            let [column, row] = view.in_box(0);
            POSITIONS + (4 * (row + 1) + column + 1) as usize
        }
        // Phases without a question have no options.
        Phase::Turn | Phase::Pay | Phase::Begin | Phase::Over => SCORE,
    }
}

/// Returns the kind of an option for modules: 0 to 3 in a turn by kind of move, then a position, a
/// line to turn, a card to pay with.
fn option_kind(view: View<'_>, card: Option<Card>) -> u8 {
    match (view.phase(), card) {
        (Phase::Turn, Some(card)) => match card.symbol() {
            Symbol::Reverse => Kind::Reverse as u8,
            symbol if symbol.number().is_some() || symbol == Symbol::Skip => Kind::Place as u8,
            _ => Kind::Lay as u8,
        },
        (Phase::Turn, None) => Kind::Score as u8,
        (Phase::Position, _) => 4,
        (Phase::Line, _) => 5,
        _ => 6,
    }
}

impl Grid {
    /// Writes the table's part of an observation.
    #[inline(always)]
    fn encode_table(&self, view: View<'_>, page: &mut [u8; table::SIZE]) {
        *page = [0; table::SIZE];
        let (s, faces) = (view.state, &self.faces);
        if let Some(question) = view.phase().number() {
            page[table::QUESTION + usize::from(question)] = 1;
        }
        match view.phase() {
            Phase::Position | Phase::Line => {
                page[table::CHOSEN + faces.symbol(s.card)] = 1;
            }
            Phase::Pay => {
                page[table::LINE + s.line.index()] = 1;
                let due = view.due();
                if let Some(next) = due.first() {
                    page[table::NEXT + usize::from(*next)] = 1;
                }
                for number in due {
                    page[table::DUE + usize::from(*number)] += 1;
                }
                faces.count(view.paid(), &mut page[table::PAID..][..SYMBOLS]);
            }
            _ => {}
        }
        let mut cells = s.board.occupied();
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let number = usize::from(view.number(cell as u8));
            page[table::CELLS + TOPS * (3 * (cell / 4) + cell % 4) + number] = 1;
        }
        page[table::FULL] = u8::from(s.board.is_full());
        faces.count(s.buried, &mut page[table::BURIED..][..SYMBOLS]);
        page[table::PILE] = s.left;
        page[table::TURN] = byte(view.turn());
        page[table::SEATS] = self.tables.n;
    }

    /// Writes a seat's part.
    #[inline(always)]
    fn encode_seat(&self, view: View<'_>, other: Seat, page: &mut [u8; seat::SIZE]) {
        *page = [0; seat::SIZE];
        let (s, record) = (view.state, view.record(other));
        page[seat::CARDS] = view.hand_size(other) as u8;
        page[seat::ON_TURN] = u8::from(view.on_turn() == other);
        page[seat::FIRST] = u8::from(view.first() == other);
        page[seat::POINTS] = byte(view.points_won(other).unsigned_abs());
        page[seat::LINES] = record.lines;
        page[seat::PASSES] = record.passes;
        self.faces
            .count(s.pile(other), &mut page[seat::SCORE_PILE..][..SYMBOLS]);
        if s.any_shown {
            self.faces
                .count(view.shown(other), &mut page[seat::SHOWN..][..SYMBOLS]);
        }
    }
}

impl View<'_> {
    /// Writes the observation for learners: [`Observable::encode`].
    ///
    /// # Panics
    /// Panics unless `page` has [`Observable::n_features`] bytes.
    pub fn encode(self, page: &mut [u8]) {
        self.game.encode(self, page);
    }
}

impl Observable for Grid {
    const FIELDS: &'static [ViewField<Grid>] = fields::FIELDS;
    const SEAT_FIELDS: &'static [ViewField<Grid>] = fields::SEAT_FIELDS;
    const MODULE: ModuleLayout = fields::MODULE;
    const LEARN_VERSION: u8 = 1;

    #[inline(always)]
    fn game_of(view: Self::View<'_>) -> &Grid {
        view.game
    }

    #[inline(always)]
    fn seat_of(view: View<'_>) -> Seat {
        view.seat()
    }

    fn owned_view(view: View<'_>) -> OwnedView<Grid> {
        OwnedView::new(view.state, view.seat())
    }

    fn renew(owned: &mut OwnedView<Grid>, view: View<'_>) {
        owned.set(view.state, view.seat());
    }

    #[inline(always)]
    fn deck(&self) -> &Deck {
        &self.tables.deck
    }

    fn card_points(&self, card: Card) -> u32 {
        card.symbol().number().unwrap_or(0).into()
    }

    fn option_bytes(view: View<'_>, _: &Options, action: Action) -> ([u8; 4], Option<Card>) {
        let card = view.card(action);
        let kind = option_kind(view, card);
        let head = match (card, view.line_of(action), action.choice_number()) {
            (None, Some(line), _) => [kind, line.index() as u8, 0, 0],
            (None, None, Some(position)) => {
                let [column, row] = view.at(position);
                [kind, 0, column as u8, row as u8]
            }
            _ => [kind, 0, 0, 0],
        };
        (head, card)
    }

    fn fingerprint(&self) -> String {
        self.rules().fingerprint()
    }

    #[inline(always)]
    fn n_actions(&self) -> usize {
        self.faces.n() + N_CHOICES
    }

    #[inline(always)]
    fn n_features(&self) -> usize {
        usize::from(self.tables.n_cards) + table::SIZE + seat::SIZE * usize::from(self.tables.n)
    }

    /// There is no target: rewards in points are in hundreds.
    fn reward_unit(&self) -> u32 {
        100
    }

    #[inline(always)]
    fn prefetch(&self, s: &State) {
        for seat in [0, 4] {
            prefetch(&s.hands[seat]);
            prefetch(&s.piles[seat]);
            prefetch(&s.shown[seat]);
        }
        prefetch(&s.buried);
        prefetch(&s.kept);
        prefetch(&s.counts);
        prefetch(&s.needs);
        prefetch(&s.board);
        prefetch(&s.lines);
        prefetch(&s.records);
        prefetch(&s.turn);
    }

    #[inline(always)]
    fn encode(&self, view: View<'_>, page: &mut [u8]) {
        assert_eq!(page.len(), self.n_features(), "the page of an observation");
        // From front to back: `spread` may write beyond the cards of the deck.
        spread(view.hand(), page);
        let rest = &mut page[usize::from(self.tables.n_cards)..];
        let Some((head, seats)) = rest.split_first_chunk_mut() else {
            return;
        };
        self.encode_table(view, head);
        let (seats, _) = seats.as_chunks_mut();
        let mut other = view.seat();
        for part in seats {
            self.encode_seat(view, other, part);
            other = self.tables.next(other);
        }
    }

    #[inline(always)]
    fn each_legal(&self, view: View<'_>, options: &Options, mut take: impl FnMut(usize)) {
        let mut last = usize::MAX;
        each_slot(options.cards, |slot| {
            let face = self.faces.of(slot);
            if face != last {
                take(face);
                last = face;
            }
        });
        let first = self.faces.n() + first_choice(view);
        let mut choices = options.choices;
        while choices != 0 {
            take(first + choices.trailing_zeros() as usize);
            choices &= choices - 1;
        }
    }

    fn index_of(&self, view: View<'_>, action: Action) -> usize {
        match action.slot() {
            Some(slot) => self.faces.of(usize::from(slot)),
            None => {
                let choice = usize::from(action.choice_unchecked());
                self.faces.n() + first_choice(view) + choice
            }
        }
    }

    #[inline(always)]
    fn action_at(&self, view: View<'_>, options: &Options, index: usize) -> Option<Action> {
        if let Some(copies) = self.faces.copies(index) {
            let copies = options.cards & copies;
            return (!copies.is_empty()).then(|| Action::card(copies.first()));
        }
        let choice = index.checked_sub(self.faces.n() + first_choice(view))?;
        // A position in a column that does not exist would belong to the row before, in the
        // window's column 3, which does not exist either.
        (choice < 16 && options.has_choice(choice as u8)).then(|| Action::choice(choice as u8))
    }

    fn action_places(&self) -> Vec<FieldRange> {
        let mut places: Vec<FieldRange> = Vec::with_capacity(self.n_actions());
        let mut add = |name: String, meaning: String| {
            let at = places.len();
            let len = 1;
            places.push(FieldRange {
                at,
                len,
                name,
                meaning,
            });
        };
        for (card, n) in self.tables.deck.counts() {
            let what = match card.symbol() {
                Symbol::Wild => "pay with the card (GR-8)",
                Symbol::WildDrawFour => "lay the card (GR-7) or pay with it (GR-8)",
                Symbol::DrawTwo => "lay the card (GR-6)",
                Symbol::Reverse => "turn a line with the card (GR-5)",
                Symbol::Skip => "place the card (GR-4)",
                _ => "place the card (GR-4) or pay with it (GR-8)",
            };
            let copies = if n == 1 { "copy" } else { "copies" };
            add(card.to_string(), format!("{what}; {n} {copies}"));
        }
        for line in super::Line::ALL {
            add(format!("score-{line}"), "score the line (GR-8)".to_owned());
        }
        for line in super::Line::ALL {
            add(
                format!("reverse-{line}"),
                "the ends of the line change places (GR-5)".to_owned(),
            );
        }
        for (row, in_row) in ROWS {
            for (column, in_column) in COLUMNS {
                let meaning = format!("the card goes to {in_row}, {in_column} (GR-4)");
                add(format!("{row}/{column}"), meaning);
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Rules;

    #[test]
    fn version_1_has_these_sizes() {
        let sizes = |n| {
            let game = Grid::new(Rules::official(), n).unwrap();
            (game.n_actions(), game.n_features())
        };
        assert_eq!(sizes(2), (82, 358));
        assert_eq!(sizes(8), (82, 574));
    }
}
