//! The fields of a view of the shedding games: version 1 of the page for modules (docs/wasm.md) and
//! of the observation (docs/observation.md); and the keys of a position's text (docs/analysis.md).

use super::engine::Shedding;
use super::learn::layout::{seat, table};
use super::notation::{bounds_text, exposed_hands, marks, past, told, wild_asked};
use super::state::Phase;
use super::view::View;
use crate::cards::{CardSet, Colour, Seat, Tower};
use crate::game::notation::{PositionKey, When, join, text_if};
use crate::game::{FieldValue, ModuleLayout, ModulePlace, ViewField};
use FieldValue::{Bounds, ByColour, Card, Cards, Flag, Number, Numbers, Seats, Word};

type Field = ViewField<Shedding>;
type Key = PositionKey<Shedding>;

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

/// Keys of a position's text, of a view whose knowledge is settled.
pub(super) const POSITION: &[Key] = &[
    Key::new("seat", "the seat that decides", "0", |view, _| {
        view.seat().to_string()
    }),
    Key::new(
        "ask",
        "the question: `turn`, `drawn`, `gift`, `colour`, `tower`, `instant-uno`, `keep`, `call`, `catch`, `react`, `exchange`, `upcard`",
        "`turn`",
        |view, _| view.phase().text().to_owned(),
    ),
    Key::new(
        "turn-of",
        "the seat on turn, if it is another (`catch`, `react`)",
        "the seat that decides; with `react` the seat before it",
        |view, _| text_if(view.on_turn() != view.seat(), view.on_turn()),
    ),
    Key::new("hand", "its cards, `-` for none", "", |view, _| {
        if view.hand().is_empty() {
            "-".to_owned()
        } else {
            view.list(view.hand())
        }
    }),
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
    Key::new("top", "the top card of the discard pile", "", |view, _| {
        view.top().to_string()
    }),
    Key::new(
        "under",
        "the cards below it, in any order",
        "none",
        |view, _| view.list(view.state.discards.without(CardSet::one(view.state.top))),
    ),
    Key::new(
        "colour",
        "if the top card is wild: the colour in force",
        "the top card's",
        |view, when| {
            let is_named = view.phase() != Phase::Upcard;
            let is_written = is_named && (is_wild(view) || when == When::Any);
            text_if(is_written, view.state.colour())
        },
    ),
    Key::new(
        "before",
        "if the top card is wild: the colour before it",
        "R",
        |view, when| {
            let is_asked = view.phase() != Phase::Upcard && wild_asked(view.phase());
            text_if(
                is_wild(view) && (is_asked || when == When::Any),
                view.colour_before(),
            )
        },
    ),
    Key::new(
        "drawn",
        "the card just drawn (`ask=drawn`)",
        "",
        |view, _| view.drawn().map_or(String::new(), |card| card.to_string()),
    ),
    Key::new(
        "dir",
        "the direction of play, `left` or `right`",
        "`left`",
        |view, _| text_if(!view.to_the_left(), "right"),
    ),
    Key::new(
        "dealer",
        "the seat that dealt",
        "the last seat",
        |view, _| view.dealer().to_string(),
    ),
    Key::new(
        "towers",
        "the holders of U, N, O and !, `-` for nobody",
        "`----`",
        |view, _| {
            let owners = Tower::ALL.map(|tower| view.owner(tower));
            let owner = |at: usize| owners[at].map_or("-".to_owned(), |seat| seat.to_string());
            text_if(owners.iter().any(Option::is_some), join(4, "", owner))
        },
    ),
    Key::new("scores", "scores so far, by seat", "0", |view, _| {
        let scores = || (0..view.n_seats()).map(|seat| view.score(seat as Seat));
        let texts: Vec<String> = scores().map(|score| score.to_string()).collect();
        text_if(scores().any(|score| score > 0), texts.join(","))
    }),
    Key::new("round", "rounds before this one", "0", |view, _| {
        unless_0(view.round())
    }),
    Key::new("turns", "turns in this round", "0", |view, when| {
        // The question is asked before the turn of a last card ends.
        unless_0(view.turn() - u32::from(view.state.last && when == When::Asked))
    }),
    Key::new(
        "grabs",
        "rarely needed: towers still to claim (`ask=tower`)",
        "one, or all that the card grabs if the seat holds none",
        |view, when| {
            let (phase, grabs) = (view.phase(), view.state.grabs);
            text_if(
                phase == Phase::Tower && grabs != 1 && when == When::Asked,
                grabs,
            )
        },
    ),
    Key::new(
        "idle",
        "rarely needed: passes in a row without a draw (PG-15)",
        "0",
        |view, _| unless_0(view.state.idle.into()),
    ),
    Key::new(
        "judged",
        "rarely needed: the number of its player's cards by which a Wild Draw Four is judged (PG-10)",
        "all",
        |view, when| {
            let (s, t) = (view.state, &view.game.tables);
            let is_judged = t.draw_fours.has(s.top) && wild_asked(s.phase) && !s.last;
            let is_all = s.hand(s.seat).len() == u32::from(s.judged);
            text_if(is_judged && !is_all && when == When::Asked, s.judged)
        },
    ),
    Key::new(
        "stack",
        "under HR-1, if the top card was stacked on other draw cards: the number of cards to draw in total",
        "as many as the top card draws",
        |view, _| {
            unless_0(if view.state.under > 0 {
                view.game.stack(view.state)
            } else {
                0
            })
        },
    ),
    Key::new(
        "marks",
        "rarely needed: `opening` (PG-5 restricts this turn), `guilty` (the seat's own Wild Draw Four was a bluff, as its hand shows), `open-bluff` (everybody knows it, PG-11)",
        "none",
        marks,
    ),
    Key::new(
        "past",
        "by seat, separated by `/`: `d` cards drawn, `pR`…`pB` draws when it last passed on that colour, plus one, `n` the colour it named, `w` Wild Draw Fours, `c` challenged, `g` guilty, `h` challenges, `f` found",
        "nothing",
        |view, _| {
            let n = view.n_seats();
            let all = join(n, "/", |seat| past(view.state, seat));
            text_if(all.len() >= n, all)
        },
    ),
    // The last four come from challenges, Power Rings and moved hands (HR-5).
    Key::new(
        "knows",
        "cards in other hands that the seat knows, `1:R5,R6/3:B2`",
        "none",
        |view, _| exposed_hands(view, |n, other| view.state.shown.of(n, view.seat(), other)),
    ),
    Key::new(
        "shows",
        "cards of its own that others know, in the same form",
        "none",
        |view, _| exposed_hands(view, |n, other| view.state.shown.of(n, other, view.seat())),
    ),
    Key::new(
        "told",
        "how many cards one seat knows of another's hand, `1>2:3`",
        "none",
        |view, _| told(view),
    ),
    Key::new(
        "bounds",
        "what everybody knows of colours in hands (PG-10, GL-4), `1R0-2/3Y1-`: seat, colour, minimum, maximum",
        "nothing",
        |view, _| bounds_text(view),
    ),
    Key::new(
        "ended",
        "the end of the round and its winner, `out:2`, `deadlock:-` (`ask=over`)",
        "",
        |view, _| {
            view.ended().map_or(String::new(), |(end, winner)| {
                let winner = winner.map_or("-".to_owned(), |seat| seat.to_string());
                format!("{}:{winner}", end.text())
            })
        },
    )
    .of_snapshots(),
    Key::new("points", "the points of each seat in it", "0", |view, _| {
        let points = join(view.n_seats(), ",", |seat| {
            view.state.round_points[seat].to_string()
        });
        text_if(view.ended().is_some(), points)
    })
    .of_snapshots(),
];

fn unless_0(number: u32) -> String {
    text_if(number > 0, number)
}
