//! The fields of a view of the shedding games: version 1 of the page for modules (docs/wasm.md) and
//! of the observation (docs/observation.md).

use super::engine::Shedding;
use super::learn::layout::{seat, table};
use super::state::Phase;
use super::view::View;
use crate::cards::{Colour, Seat, Tower};
use crate::game::{FieldValue, ModuleLayout, ModulePlace, ViewField};
use FieldValue::{Bounds, ByColour, Card, Cards, Flag, Number, Numbers, Seats, Word};

type Field = ViewField<Shedding>;

/// Layout of the page for modules.
pub(super) const MODULE: ModuleLayout = ModuleLayout {
    version: 1,
    seats: 64,
    seat_size: 40,
    options: 464,
    size: 5584,
};

/// Letters of these towers, by their bits.
const TOWERS: [&str; 16] = [
    "", "U", "N", "UN", "O", "UO", "NO", "UNO", "!", "U!", "N!", "UN!", "O!", "UO!", "NO!", "UNO!",
];

fn number(number: impl Into<i64>) -> FieldValue {
    Number(number.into())
}

fn is_wild(view: View<'_>) -> bool {
    view.top().colour().is_none()
}

fn bounds(view: View<'_>, seat: Seat) -> FieldValue {
    let bounds = Colour::ALL.map(|colour| view.colour_bounds(seat, colour));
    Bounds(bounds.map(|(least, most)| [least, most]))
}

fn newer_than_pass(view: View<'_>, seat: Seat) -> FieldValue {
    let record = view.record(seat);
    let passed = record.passed;
    ByColour(passed.map(|at| (at > 0).then(|| record.drawn + 1 - at)))
}

/// Fields of a view.
pub(super) const FIELDS: &[Field] = &[
    Field::new("question", "the question", |view, _| Word {
        text: Some(view.phase().text()),
        number: view.phase().number(),
    })
    .page(ModulePlace::byte(3))
    .learn(&[table::QUESTION]),
    Field::new("seat", "your seat", |view, _| number(view.seat())).page(ModulePlace::byte(2)),
    Field::new("hand", "your cards, including copies", |view, _| {
        Cards(view.hand())
    })
    .page(ModulePlace::list(2000, Some(5)))
    .learn(&[table::HAND]),
    Field::new("top", "the top card", |view, _| Card(Some(view.top())))
        .page(ModulePlace::bytes(32, 8))
        .learn(&[table::TOP]),
    Field::new(
        "colour",
        "the colour in force (null before a wild upcard's is named)",
        |view, _| FieldValue::colour(view.colour()),
    )
    .page(ModulePlace::byte(8))
    .learn(&[table::COLOUR]),
    Field::new("on_turn", "the seat on turn", |view, _| {
        number(view.on_turn())
    })
    .page(ModulePlace::byte(10)),
    Field::new("next", "the seat after the one on turn", |view, _| {
        number(view.after(view.on_turn()))
    })
    .page(ModulePlace::byte(11)),
    Field::new("direction", "`left` or `right`", |view, _| {
        if view.to_the_left() {
            FieldValue::word("left", 0)
        } else {
            FieldValue::word("right", 1)
        }
    })
    .page(ModulePlace::byte(12))
    .learn(&[table::TO_THE_RIGHT]),
    Field::new("dealer", "the dealer", |view, _| number(view.dealer())).page(ModulePlace::byte(13)),
    Field::new("round", "rounds before this one", |view, _| {
        number(view.round())
    })
    .page(ModulePlace::bytes(20, 4))
    .learn(&[table::ROUND]),
    Field::new("turn", "turns before this one", |view, _| {
        number(view.turn())
    })
    .page(ModulePlace::bytes(16, 4))
    .learn(&[table::TURN]),
    Field::new("pile", "cards in the draw pile", |view, _| {
        number(view.pile())
    })
    .page(ModulePlace::byte(14))
    .learn(&[table::PILE]),
    Field::new("players", "by seat: the keys below", |_, _| Seats),
    Field::new("drawn", "only in `drawn`: the card", |view, _| {
        Card(view.drawn())
    })
    .if_any()
    .learn(&[table::DRAWN, table::DRAWN_COLOUR]),
    Field::new(
        "colour_before",
        "only while a wild lies on top: the colour before it",
        |view, _| FieldValue::colour(Some(view.colour_before())),
    )
    .when(is_wild)
    .page(ModulePlace::byte(9))
    .learn(&[table::COLOUR_BEFORE]),
    Field::new(
        "open_bluff",
        "only while a wild lies on top: whether everybody knows that it was a bluff",
        |view, _| Flag(view.open_bluff()),
    )
    .when(is_wild)
    .page(ModulePlace::byte(15))
    .learn(&[table::OPEN_BLUFF]),
    Field::new(
        "stack",
        "only under HR-1, while a draw card is about to act: the number of cards to draw",
        |view, _| number(view.stack()),
    )
    .if_any()
    .page(ModulePlace::bytes(48, 4))
    .learn(&[table::STACK]),
    Field::new(
        "discards",
        "all cards played and not in the draw pile",
        |view, _| Cards(view.discards()),
    )
    .full()
    .page(ModulePlace::list(3024, Some(6)))
    .learn(&[table::DISCARDS]),
    Field::new("seats", "how many seats there are", |view, _| {
        number(view.n_seats() as u32)
    })
    .bytes_only()
    .page(ModulePlace::byte(1))
    .learn(&[table::SEATS]),
    Field::new("target_score", "the target score", |view, _| {
        number(view.game().rules().target_score)
    })
    .bytes_only()
    .page(ModulePlace::bytes(40, 4)),
    Field::new("holders", "who holds U, N, O and !", |view, _| {
        Numbers(Tower::ALL.map(|tower| view.owner(tower).map(|seat| seat as i8)))
    })
    .bytes_only()
    .page(ModulePlace::bytes(44, 4))
    .learn(&[table::MIDDLE]),
    Field::new("grabs", "towers still to claim", |view, _| {
        number(if view.phase() == Phase::Tower {
            view.state.grabs
        } else {
            0
        })
    })
    .bytes_only()
    .learn(&[table::GRABS]),
];

/// Fields of a seat. For learners seat 0 is the seat itself, seat 1 comes next in the direction of
/// play.
pub(super) const SEAT_FIELDS: &[Field] = &[
    Field::new("cards", "the number of its cards", |view, seat| {
        number(view.hand_size(seat))
    })
    .page(ModulePlace::byte(0))
    .learn(&[seat::CARDS]),
    Field::new("towers", "its towers, as `\"UN\"`", |view, seat| {
        let towers = view.towers(seat);
        FieldValue::word(TOWERS[usize::from(towers & 15)], towers)
    })
    .page(ModulePlace::byte(1))
    .learn(&[seat::TOWERS]),
    Field::new("score", "its score", |view, seat| number(view.score(seat)))
        .page(ModulePlace::bytes(8, 4))
        .learn(&[seat::SCORE]),
    Field::new(
        "shown",
        "cards that you know to be in that hand, if there are any",
        |view, seat| Cards(view.shown(seat)),
    )
    .if_any()
    .page(ModulePlace::list(4048, Some(7)))
    .learn(&[seat::SHOWN]),
    Field::new("drawn", "cards drawn in this round", |view, seat| {
        number(view.record(seat).drawn)
    })
    .full()
    .page(ModulePlace::bytes(12, 4))
    .learn(&[seat::DRAWN]),
    Field::new(
        "newer_than_pass",
        "by colour, if the seat passed on it: the number of cards drawn since",
        newer_than_pass,
    )
    .full(),
    Field::new("named", "the colour it last named", |view, seat| {
        FieldValue::colour(
            Colour::ALL
                .get(usize::from(view.record(seat).named))
                .copied(),
        )
    })
    .full()
    .page(ModulePlace::byte_or(2, 4))
    .learn(&[seat::NAMED]),
    // The section contains this field and the four that follow.
    Field::new(
        "draw_fours",
        "Wild Draw Fours it played in this game",
        |view, seat| number(view.record(seat).draw_fours),
    )
    .full()
    .page(ModulePlace::byte(3))
    .learn(&[seat::RECORD]),
    Field::new(
        "challenged",
        "how many of them were challenged",
        |view, seat| number(view.record(seat).challenged),
    )
    .full()
    .page(ModulePlace::byte(4)),
    Field::new("guilty", "how many of those were bluffs", |view, seat| {
        number(view.record(seat).guilty)
    })
    .full()
    .page(ModulePlace::byte(5)),
    Field::new("challenges", "challenges it made", |view, seat| {
        number(view.record(seat).challenges)
    })
    .full()
    .page(ModulePlace::byte(6)),
    Field::new("found", "how many of them found a bluff", |view, seat| {
        number(view.record(seat).found)
    })
    .full()
    .page(ModulePlace::byte(7)),
    Field::new(
        "colour_bounds",
        "by colour: the fewest and the most cards that everybody knows it to hold",
        bounds,
    )
    .full()
    .page(ModulePlace::bytes(32, 8))
    .learn(&[seat::LEAST, seat::EXCLUDED]),
    Field::new(
        "passed",
        "by colour: one more than the cards drawn until its last pass on that colour",
        |view, seat| ByColour(view.record(seat).passed.map(Some)),
    )
    .bytes_only()
    .page(ModulePlace::bytes(16, 16))
    .learn(&[seat::PASSED]),
    Field::new("on_turn", "whether the turn is its own", |view, seat| {
        Flag(view.on_turn() == seat)
    })
    .bytes_only()
    .learn(&[seat::ON_TURN]),
    Field::new("dealer", "whether it dealt", |view, seat| {
        Flag(view.dealer() == seat)
    })
    .bytes_only()
    .learn(&[seat::DEALER]),
];
