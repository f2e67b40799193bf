//! The fields of a view of Grid: version 1 of the page for modules (docs/wasm.md) and of the
//! observation (docs/observation.md); and the keys of a position's text (docs/analysis.md).

use super::engine::Grid;
use super::faces::{SYMBOLS, TOPS};
use super::view::View;
use crate::cards::Seat;
use crate::game::notation::{PositionKey, join, text_if};
use crate::game::{FieldValue, ModuleLayout, ModulePlace, Section, ViewField};
use FieldValue::{Card, Cards, Flag, Number, Numbers, Rows, Seats, Word};

type Field = ViewField<Grid>;
type Key = PositionKey<Grid>;

/// Layout of the page for modules. The version has 128 added, so that no module takes the page for
/// one of the shedding games.
pub(super) const MODULE: ModuleLayout = ModuleLayout {
    version: 128 + 1,
    seats: 112,
    seat_size: 12,
    options: 208,
    size: 6864,
};

fn number(number: impl Into<i64>) -> FieldValue {
    Number(number.into())
}

fn due(view: View<'_>) -> FieldValue {
    let due = view.due();
    Numbers(std::array::from_fn(|i| {
        due.get(i).map(|number| *number as i8)
    }))
}

fn rows(view: View<'_>) -> FieldValue {
    Rows([0, 1, 2].map(|row| [0, 1, 2].map(|column| view.top(4 * row + column))))
}

const fn cell(at: usize, name: &'static str) -> Section {
    Section::new(
        60 + TOPS * at,
        TOPS,
        name,
        "1 at the top card's number, 0 to 9, or for a Skip at 10; all 0 if the cell is empty",
    )
}

/// Fields of a view.
pub(super) const FIELDS: &[Field] = &[
    Field::new("question", "the question", |view, _| Word {
        text: Some(view.phase().text()),
        number: view.phase().number(),
    })
    .page(ModulePlace::byte(3))
    .learn(&[Section::new(
        0,
        4,
        "question",
        "1 at what is asked: turn, position, line, pay; of another seat's move only that it is on turn",
    )]),
    Field::new("seat", "your seat", |view, _| number(view.seat())).page(ModulePlace::byte(2)),
    Field::new(
        "hand",
        "your cards, without those chosen to pay with in this move",
        |view, _| Cards(view.hand_left()),
    )
    .page(ModulePlace::list(1744, Some(5)))
    .learn(&[Section::by_card(
        "hand",
        "by card of the deck, copies side by side: 1 at the first copy of a card where the own hand holds one, at the second too where it holds two; what is chosen to pay with is still there",
    )]),
    Field::new(
        "grid",
        "three rows of three: the card on top of each stack, or null. While the Grid is being filled, from the top left of the cards that lie there",
        |view, _| rows(view),
    )
    .page(ModulePlace::bytes(40, 8))
    .learn(&[
        cell(0, "row0/column0"),
        cell(1, "row0/column1"),
        cell(2, "row0/column2"),
        cell(3, "row1/column0"),
        cell(4, "row1/column1"),
        cell(5, "row1/column2"),
        cell(6, "row2/column0"),
        cell(7, "row2/column1"),
        cell(8, "row2/column2"),
    ]),
    Field::new(
        "corner",
        "column and row of that top left, as positions are counted; `[0, 0]` once nine lie there",
        |view, _| {
            let [column, row] = view.corner();
            Numbers([Some(column), Some(row), None, None])
        },
    )
    .page(ModulePlace::bytes(14, 2)),
    Field::new("full", "whether nine lie there", |view, _| Flag(view.is_full()))
        .page(ModulePlace::byte(12))
        .learn(&[Section::new(159, 1, "full", "1 where all nine cells are filled")]),
    Field::new("on_turn", "the seat on turn", |view, _| number(view.on_turn()))
        .page(ModulePlace::byte(8)),
    Field::new("next", "the seat after the one on turn", |view, _| {
        number(view.after(view.on_turn()))
    })
    .page(ModulePlace::byte(9)),
    Field::new("first", "the first seat", |view, _| number(view.first()))
        .page(ModulePlace::byte(10)),
    Field::new("turn", "turns so far, including this one", |view, _| {
        number(view.turn())
    })
    .page(ModulePlace::bytes(16, 4))
    .learn(&[Section::new(176, 1, "turn", "turns taken, this one included")]),
    Field::new("pile", "cards in the draw pile", |view, _| number(view.pile()))
        .page(ModulePlace::byte(11))
        .learn(&[Section::new(175, 1, "pile", "cards in the draw pile")]),
    Field::new("players", "by seat: the keys below", |_, _| Seats),
    Field::new("chosen", "only in `position` and `line`: the card", |view, _| {
        Card(view.chosen())
    })
    .if_any()
    .page(ModulePlace::bytes(32, 8))
    .learn(&[Section::new(
        4,
        SYMBOLS,
        "chosen",
        "1 at the card that is being placed (GR-4) or turns a line (GR-5), while the place or the line is asked for: 0 to 9, D2, S, R, W, W4",
    )]),
    Field::new("line", "only in `pay`: the line", |view, _| {
        view.line().map_or(FieldValue::NO_WORD, |line| {
            FieldValue::word(line.text(), line.index() as u8)
        })
    })
    .if_any()
    .page(ModulePlace::byte(13))
    .learn(&[Section::new(
        19,
        6,
        "line",
        "1 at the line that is being paid for (GR-8): row0 to row2, column0 to column2",
    )]),
    Field::new(
        "due",
        "only in `pay`: the numbers still to be paid, the next first",
        |view, _| due(view),
    )
    .when(|view| view.line().is_some())
    .page(ModulePlace::bytes(20, 3))
    .learn(&[
        Section::new(25, 10, "next", "1 at the number that is to be paid next, 0 to 9"),
        Section::new(
            35,
            10,
            "due",
            "by number, 0 to 9: how often it is still to be paid, the next one included",
        ),
    ]),
    Field::new("buried", "the cards of the Grid below the top ones", |view, _| {
        Cards(view.buried())
    })
    .full()
    .page(ModulePlace::list(2768, Some(6)))
    .learn(&[Section::new(
        160,
        SYMBOLS,
        "buried",
        "by symbol: cards of the Grid that are not on top; 0 to 9, D2, S, R, W, W4",
    )]),
    Field::new("seats", "how many seats there are", |view, _| {
        number(view.n_seats() as u32)
    })
    .bytes_only()
    .page(ModulePlace::byte(1))
    .learn(&[Section::new(177, 1, "seats", "seats at the table")]),
    Field::new("paid", "cards chosen to pay with so far", |view, _| Cards(view.paid()))
        .bytes_only()
        .learn(&[Section::new(
            45,
            SYMBOLS,
            "paid",
            "by symbol: cards of the hand that are chosen to pay with so far; 0 to 9, D2, S, R, W, W4",
        )]),
];

/// Fields of a seat. For learners seat 0 is the seat itself, seat 1 sits to its left.
pub(super) const SEAT_FIELDS: &[Field] = &[
    Field::new("cards", "the number of its cards", |view, seat| {
        number(view.hand_size(seat))
    })
    .page(ModulePlace::byte(0))
    .learn(&[Section::new(0, 1, "cards", "cards in the hand")]),
    Field::new("points", "the numbers in its score pile", |view, seat| {
        number(view.points_won(seat))
    })
    .page(ModulePlace::bytes(4, 4))
    .learn(&[Section::new(
        3,
        1,
        "points",
        "face value of the numbers in its score pile (GR-9), 255 at the most",
    )]),
    Field::new("lines", "lines that it scored", |view, seat| {
        number(view.record(seat).lines)
    })
    .page(ModulePlace::byte(1))
    .learn(&[Section::new(4, 1, "lines", "lines that it scored")]),
    Field::new(
        "passes",
        "turns that it ended without a move",
        |view, seat| number(view.record(seat).passes),
    )
    .page(ModulePlace::byte(2))
    .learn(&[Section::new(
        5,
        1,
        "passes",
        "turns that it ended without a move (GR-2)",
    )]),
    Field::new(
        "shown",
        "cards that everybody knows to be in that hand, if there are any",
        |view, seat| Cards(view.shown(seat)),
    )
    .if_any()
    .page(ModulePlace::list(5328, Some(7)))
    .learn(&[Section::new(
        21,
        SYMBOLS,
        "shown",
        "by symbol: cards that all know to be in its hand (GR-2); 0 to 9, D2, S, R, W, W4",
    )]),
    Field::new("score_pile", "the cards in its score pile", |view, seat| {
        Cards(view.score_pile(seat))
    })
    .full()
    .page(ModulePlace::list(3792, None))
    .learn(&[Section::new(
        6,
        SYMBOLS,
        "score_pile",
        "by symbol: cards in its score pile; 0 to 9, D2, S, R, W, W4",
    )]),
    Field::new("score_pile_size", "how many they are", |view, seat| {
        number(view.score_pile(seat).len())
    })
    .bytes_only()
    .page(ModulePlace::byte(3)),
    Field::new("on_turn", "whether the turn is its own", |view, seat| {
        Flag(view.on_turn() == seat)
    })
    .bytes_only()
    .learn(&[Section::new(1, 1, "on_turn", "1 where the turn is its own")]),
    Field::new("first", "whether it began", |view, seat| {
        Flag(view.first() == seat)
    })
    .bytes_only()
    .learn(&[Section::new(2, 1, "first", "1 where it began (GR-1)")]),
];

/// Keys of a position's text.
pub(super) const POSITION: &[Key] = &[
    Key::new(
        "seat",
        "the seat that decides; it is on turn and has drawn its card",
        "0",
        |view, _| view.seat().to_string(),
    ),
    Key::new(
        "ask",
        "the question: `turn` (a card, or a line to score), `position` (where the card goes), `line` (which one a Reverse turns), `pay` (the card for the next number)",
        "`turn`",
        |view, _| view.phase().text().to_owned(),
    ),
    Key::new(
        "hand",
        "its cards, including those chosen in this move",
        "",
        |view, _| view.list_or_none(view.hand()),
    ),
    Key::new(
        "sizes",
        "the number of cards in each hand",
        "",
        |view, _| {
            join(view.n_seats(), ",", |seat| {
                view.hand_size(seat as Seat).to_string()
            })
        },
    ),
    Key::new(
        "board",
        "the top cards row by row, `-` for an empty place; while the Grid is being filled, only as large as the cards need",
        "empty",
        |view, _| view.board_text(),
    ),
    Key::new(
        "corner",
        "while the Grid is being filled: column and row of its top left, counted from the first card",
        "the first card of the top row was the first of all",
        |view, _| {
            let [column, row] = view.corner();
            let is_usual = [column, row] == view.state.board.usual_corner();
            text_if(!view.is_full() && !is_usual, format!("{column},{row}"))
        },
    ),
    Key::new(
        "buried",
        "the cards of the Grid below the top ones, in any order",
        "none",
        |view, _| view.list(view.buried()),
    ),
    Key::new(
        "piles",
        "the score piles by seat, separated by `/`",
        "none",
        |view, _| {
            let pile = |seat: usize| view.score_pile(seat as Seat);
            let is_any = (0..view.n_seats()).any(|seat| !pile(seat).is_empty());
            text_if(
                is_any,
                join(view.n_seats(), "/", |seat| view.list_or_none(pile(seat))),
            )
        },
    ),
    Key::new(
        "shown",
        "cards in hands that everybody has seen (GR-2), `1:W,RR`",
        "none",
        |view, _| {
            let seats = (0..view.n_seats() as Seat).filter(|seat| !view.shown(*seat).is_empty());
            let lists = seats.map(|seat| format!("{seat}:{}", view.list(view.shown(seat))));
            lists.collect::<Vec<_>>().join("/")
        },
    ),
    Key::new(
        "turn",
        "the number of this turn, from 1; it implies who began",
        "derived from the cards on the table",
        |view, _| view.turn().to_string(),
    ),
    Key::new(
        "past",
        "by seat, separated by `/`: `l` lines scored, `p` turns without a move",
        "as few as possible",
        |view, _| {
            let all = join(view.n_seats(), "/", |seat| {
                let record = view.record(seat as Seat);
                let lines = text_if(record.lines > 0, format!("l{}", record.lines));
                lines + &text_if(record.passes > 0, format!("p{}", record.passes))
            });
            text_if(all.len() >= view.n_seats(), all)
        },
    ),
    Key::new(
        "card",
        "the card chosen (`ask=position`, `ask=line`)",
        "",
        |view, _| view.chosen().map_or(String::new(), |card| card.to_string()),
    ),
    Key::new(
        "line",
        "the line that is being paid for (`ask=pay`)",
        "",
        |view, _| view.line().map_or(String::new(), |line| line.to_string()),
    ),
    Key::new(
        "paid",
        "the cards paid for its first numbers (`ask=pay`)",
        "none",
        |view, _| match view.line() {
            Some(_) => {
                let paid = view.state.paid[..view.state.n_paid()].iter();
                let cards = paid.map(|slot| view.card_at(*slot).to_string());
                cards.collect::<Vec<_>>().join(",")
            }
            None => String::new(),
        },
    ),
    Key::new("turn-of", "the seat on turn", "`seat`", |view, _| {
        view.on_turn().to_string()
    })
    .of_snapshots(),
    Key::new("first", "the seat that began", "0", |view, _| {
        view.first().to_string()
    })
    .of_snapshots(),
    Key::new(
        "ended",
        "the end of the game, `out` or `deck` (`ask=over`)",
        "",
        |view, _| {
            view.ended()
                .map_or(String::new(), |end| end.text().to_owned())
        },
    )
    .of_snapshots(),
    Key::new("scores", "by seat, once it has ended", "", |view, _| {
        let score = |seat| view.score(seat as Seat).unwrap_or(0).to_string();
        text_if(view.ended().is_some(), join(view.n_seats(), ",", score))
    })
    .of_snapshots(),
];
