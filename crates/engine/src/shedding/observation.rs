//! What a seat may know as bytes: version 1 of the shedding games (docs/wasm.md). Little-endian, fixed places; what is unused is 0.

use super::{Phase, Shedding, View};
use crate::cards::{Colour, Seat, Tower};
use crate::game::{Observed, Options, Page};

impl Observed for Shedding {
    const OBSERVATION_VERSION: u8 = VERSION;
    const OBSERVATION_SIZE: usize = SIZE;

    fn observe(page: &mut [u8], view: View<'_>, options: &Options, random: u64) {
        write(page, view, options, random);
    }
}

/// The version in the first byte.
const VERSION: u8 = 1;
/// How many bytes a view has.
const SIZE: usize = SHOWN + 128 * 12;

const SEATS: usize = 64;
const SEAT_SIZE: usize = 40;
const OPTIONS: usize = SEATS + 10 * SEAT_SIZE;
const OPTION_SIZE: usize = 12;
const HAND: usize = OPTIONS + 128 * OPTION_SIZE;
const CARD_SIZE: usize = 8;
const DISCARDS: usize = HAND + 128 * CARD_SIZE;
const SHOWN: usize = DISCARDS + 128 * CARD_SIZE;
/// No seat, no colour in force.
const NONE: u8 = 255;

/// The number of a question in the layout.
fn question(phase: Phase) -> u8 {
    match phase {
        Phase::Turn => 0,
        Phase::Drawn => 1,
        Phase::Gift => 2,
        Phase::Colour => 3,
        Phase::Tower => 4,
        Phase::InstantUno => 5,
        Phase::Keep => 6,
        Phase::Call => 7,
        Phase::Catch => 8,
        Phase::React => 9,
        Phase::Upcard => 10,
        Phase::Exchange => 11,
        Phase::Over => NONE,
    }
}

fn write(page: &mut [u8], view: View<'_>, options: &Options, random: u64) {
    page.fill(0);
    let mut page = Page(page);
    let points = |slot: u8| view.points(crate::cards::CardSet::one(slot));
    let colour = |c: Option<Colour>| c.map_or(NONE, |c| c.index() as u8);
    let (hand, discards) = (view.hand(), view.discards());
    page.bytes(0, &[VERSION, view.n_seats() as u8, view.seat()]);
    page.bytes(3, &[question(view.phase()), options.len() as u8]);
    page.bytes(5, &[hand.len() as u8, discards.len() as u8, 0]);
    page.bytes(
        8,
        &[colour(view.colour()), colour(Some(view.colour_before()))],
    );
    let (on_turn, right) = (view.on_turn(), u8::from(!view.to_the_left()));
    page.bytes(10, &[on_turn, view.after(on_turn), right, view.dealer()]);
    page.bytes(14, &[view.pile() as u8, u8::from(view.open_bluff())]);
    page.word(16, view.turn());
    page.word(20, view.round());
    page.bytes(24, &random.to_le_bytes());
    page.card(32, view.top(), view.points_of(view.top()));
    page.word(40, view.game().rules().target_score);
    page.bytes(44, &Tower::ALL.map(|t| view.owner(t).unwrap_or(NONE)));
    page.word(48, view.stack());
    for seat in 0..view.n_seats() as Seat {
        let at = SEATS + usize::from(seat) * SEAT_SIZE;
        let r = view.record(seat);
        page.bytes(
            at,
            &[view.hand_size(seat) as u8, view.towers(seat), r.named],
        );
        page.bytes(at + 3, &[r.draw_fours, r.challenged, r.guilty]);
        page.bytes(at + 6, &[r.challenges, r.found]);
        page.word(at + 8, view.score(seat));
        page.word(at + 12, r.drawn);
        for c in Colour::ALL {
            let (least, most) = view.colour_bounds(seat, c);
            page.word(at + 16 + 4 * c.index(), r.passed[c.index()]);
            page.bytes(at + 32 + c.index(), &[least as u8]);
            page.bytes(at + 36 + c.index(), &[most as u8]);
        }
    }
    for (i, action) in options.iter().enumerate() {
        let at = OPTIONS + i * OPTION_SIZE;
        let bluff = u8::from(options.is_bluff(action));
        match view.card(action) {
            Some(card) => {
                page.bytes(at, &[0, 0, bluff]);
                page.card(at + 4, card, view.points_of(card));
            }
            None => page.bytes(at, &[1, action.choice_number().unwrap_or(0)]),
        }
    }
    for (i, slot) in hand.iter().enumerate() {
        page.card(HAND + i * CARD_SIZE, view.card_at(slot), points(slot));
    }
    for (i, slot) in discards.iter().enumerate() {
        page.card(DISCARDS + i * CARD_SIZE, view.card_at(slot), points(slot));
    }
    let seats = (0..view.n_seats() as Seat).filter(|seat| *seat != view.seat());
    let shown = seats.flat_map(|seat| view.shown(seat).iter().map(move |slot| (seat, slot)));
    let mut n_shown = 0;
    for (i, (seat, slot)) in shown.take(128).enumerate() {
        page.bytes(SHOWN + i * 12, &[seat]);
        page.card(SHOWN + i * 12 + 4, view.card_at(slot), points(slot));
        n_shown = i as u8 + 1;
    }
    page.bytes(7, &[n_shown]);
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
                super::DISCARDS,
                super::SHOWN,
                super::SIZE
            ],
            [64, 464, 2000, 3024, 4048, 5584]
        );
    }
}
