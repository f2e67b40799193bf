//! What a seat may know of Grid as bytes: version 1 (docs/wasm.md). Little-endian, fixed places; what is unused is 0.

use super::{Grid, Kind, Phase, View};
use crate::cards::{Card, CardSet, Seat};
use crate::game::{Observed, Options, Page};

/// The version in the first byte: 128 more than its number, so that no module takes it for a view of the shedding games.
const VERSION: u8 = 128 + 1;

const GRID: usize = 40;
const CARD_SIZE: usize = 8;
const SEATS: usize = GRID + 9 * CARD_SIZE;
const SEAT_SIZE: usize = 12;
const OPTIONS: usize = SEATS + 8 * SEAT_SIZE;
const OPTION_SIZE: usize = 12;
const HAND: usize = OPTIONS + 128 * OPTION_SIZE;
const BURIED: usize = HAND + 128 * CARD_SIZE;
const PILES: usize = BURIED + 128 * CARD_SIZE;
const SHOWN: usize = PILES + 128 * 12;
const SIZE: usize = SHOWN + 128 * 12;
/// No line, no number, no card.
const NONE: u8 = 255;

/// The number of a question in the layout.
fn question(phase: Phase) -> u8 {
    match phase {
        Phase::Turn => 0,
        Phase::Position => 1,
        Phase::Line => 2,
        Phase::Pay => 3,
        Phase::Begin | Phase::Over => NONE,
    }
}

/// What an option is: 0 to 3 in a turn by kind of move, then a position, a line to turn, a card to pay with.
fn option_kind(view: View<'_>, card: Option<Card>) -> u8 {
    match (view.phase(), card) {
        (Phase::Turn, Some(card)) => match card.symbol() {
            crate::cards::Symbol::Reverse => Kind::Reverse as u8,
            symbol if symbol.number().is_some() || symbol == crate::cards::Symbol::Skip => {
                Kind::Place as u8
            }
            _ => Kind::Lay as u8,
        },
        (Phase::Turn, None) => Kind::Score as u8,
        (Phase::Position, _) => 4,
        (Phase::Line, _) => 5,
        _ => 6,
    }
}

/// The points of a card in scoring (GR-9).
fn points(card: Card) -> u32 {
    u32::from(card.symbol().number().unwrap_or(0))
}

impl Page<'_> {
    fn face(&mut self, at: usize, card: Card) {
        self.card(at, card, points(card));
    }

    fn cards(&mut self, at: usize, view: View<'_>, set: CardSet) {
        for (i, slot) in set.iter().take(128).enumerate() {
            self.face(at + i * CARD_SIZE, view.card_at(slot));
        }
    }

    /// Cards with the seats that they belong to; gives how many.
    fn owned<'a>(
        &mut self,
        at: usize,
        view: View<'a>,
        of: impl Fn(View<'a>, Seat) -> CardSet,
    ) -> u8 {
        let seats = 0..view.n_seats() as Seat;
        let owned = seats.flat_map(|seat| of(view, seat).iter().map(move |slot| (seat, slot)));
        let mut n = 0;
        for (i, (seat, slot)) in owned.take(128).enumerate() {
            self.bytes(at + i * 12, &[seat]);
            self.face(at + i * 12 + 4, view.card_at(slot));
            n = i as u8 + 1;
        }
        n
    }
}

impl Observed for Grid {
    const OBSERVATION_VERSION: u8 = VERSION;
    const OBSERVATION_SIZE: usize = SIZE;

    fn observe(page: &mut [u8], view: View<'_>, options: &Options, random: u64) {
        page.fill(0);
        let mut page = Page(page);
        let (hand, buried) = (view.hand_left(), view.buried());
        let line = view.line().map_or(NONE, |line| line.index() as u8);
        let [column, row] = view.corner();
        page.bytes(0, &[VERSION, view.n_seats() as u8, view.seat()]);
        page.bytes(3, &[question(view.phase()), options.len() as u8]);
        page.bytes(5, &[hand.len() as u8, buried.len() as u8]);
        let on_turn = view.on_turn();
        page.bytes(8, &[on_turn, view.after(on_turn), view.first()]);
        page.bytes(11, &[view.pile() as u8, u8::from(view.is_full()), line]);
        page.bytes(14, &[column as u8, row as u8]);
        page.word(16, view.turn());
        let due = view.due();
        let due: [u8; 3] = std::array::from_fn(|i| due.get(i).copied().unwrap_or(NONE));
        page.bytes(20, &due);
        page.bytes(24, &random.to_le_bytes());
        page.bytes(32, &[NONE]);
        if let Some(card) = view.chosen() {
            page.face(32, card);
        }
        for cell in 0..9 {
            let at = GRID + usize::from(cell) * CARD_SIZE;
            match view.top(4 * (cell / 3) + cell % 3) {
                Some(card) => page.face(at, card),
                None => page.bytes(at, &[NONE]),
            }
        }
        for seat in 0..view.n_seats() as Seat {
            let at = SEATS + usize::from(seat) * SEAT_SIZE;
            let (record, pile) = (view.record(seat), view.score_pile(seat).len() as u8);
            page.bytes(
                at,
                &[
                    view.hand_size(seat) as u8,
                    record.lines,
                    record.passes,
                    pile,
                ],
            );
            page.word(at + 4, view.points_won(seat) as u32);
        }
        for (i, action) in options.iter().enumerate() {
            let at = OPTIONS + i * OPTION_SIZE;
            let card = view.card(action);
            page.bytes(at, &[option_kind(view, card)]);
            match (card, view.line_of(action), action.choice_number()) {
                (Some(card), _, _) => page.face(at + 4, card),
                (_, Some(line), _) => page.bytes(at + 1, &[line.index() as u8]),
                (_, _, Some(position)) => {
                    let [column, row] = view.at(position);
                    page.bytes(at + 2, &[column as u8, row as u8]);
                }
                (None, None, None) => {}
            }
        }
        page.cards(HAND, view, hand);
        page.cards(BURIED, view, buried);
        page.owned(PILES, view, |view, seat| view.score_pile(seat));
        let n_shown = page.owned(SHOWN, view, |view, seat| view.shown(seat));
        page.bytes(7, &[n_shown]);
    }
}

#[cfg(test)]
mod tests {
    /// docs/wasm.md and the C header tell these places.
    #[test]
    fn places_do_not_move() {
        assert_eq!(
            [
                super::SEATS,
                super::OPTIONS,
                super::HAND,
                super::BURIED,
                super::PILES,
                super::SHOWN,
                super::SIZE
            ],
            [112, 208, 1744, 2768, 3792, 5328, 6864]
        );
    }
}
