//! Every place of a Grid observation matches the view, computed independently.

use crate::observation::{named, one_hot};
use powergrab_engine::cards::{Card, CardSet, Seat, Symbol};
use powergrab_engine::game::{Observable as _, Unit};
use powergrab_engine::grid::{Grid, Line, Phase, Rules, View};
use powergrab_env::{Env, LearnerTable, Reward};
use std::collections::BTreeMap;
use test_support::times;

const SYMBOLS: [&str; 15] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "D2", "S", "R", "W", "W4",
];

/// Returns the symbol of a card as in its text, without the colour.
fn symbol(card: Card) -> usize {
    let text = card.to_string();
    let text = text.strip_prefix(['R', 'Y', 'G', 'B']).unwrap_or(&text);
    SYMBOLS.iter().position(|s| *s == text).unwrap()
}

fn by_symbol(cards: &[Card]) -> Vec<u8> {
    let count = |at| cards.iter().filter(|card| symbol(**card) == at).count() as u8;
    (0..SYMBOLS.len()).map(count).collect()
}

/// Returns the observation of a view, computed from the view.
fn expected(view: View<'_>) -> BTreeMap<String, Vec<u8>> {
    let cards = |set: CardSet| -> Vec<Card> { set.iter().map(|slot| view.card_at(slot)).collect() };
    let deck = Rules::deck();
    let deck = deck.cards();
    let hand = cards(view.hand());
    let in_hand = |at: usize| {
        let before = deck[..at].iter().filter(|c| **c == deck[at]).count();
        let held = hand.iter().filter(|c| **c == deck[at]).count();
        u8::from(held > before)
    };
    let questions = [Phase::Turn, Phase::Position, Phase::Line, Phase::Pay];
    let question = questions.iter().position(|phase| *phase == view.phase());
    let due = view.due();
    let left = by_symbol(&cards(view.hand_left()));
    let paid = by_symbol(&hand);
    let paid = paid.iter().zip(left).map(|(all, left)| all - left);
    let count_due = |number: u8| due.iter().filter(|n| **n == number).count() as u8;
    let mut all = BTreeMap::from([
        ("hand".to_owned(), (0..deck.len()).map(in_hand).collect()),
        ("question".to_owned(), one_hot(4, question)),
        ("chosen".to_owned(), one_hot(15, view.chosen().map(symbol))),
        ("line".to_owned(), one_hot(6, view.line().map(Line::index))),
        (
            "next".to_owned(),
            one_hot(10, due.first().map(|n| usize::from(*n))),
        ),
        ("due".to_owned(), (0..10).map(count_due).collect()),
        ("paid".to_owned(), paid.collect()),
        ("full".to_owned(), vec![u8::from(view.is_full())]),
        ("buried".to_owned(), by_symbol(&cards(view.buried()))),
        ("pile".to_owned(), vec![view.pile() as u8]),
        ("turn".to_owned(), vec![view.turn() as u8]),
        ("seats".to_owned(), vec![view.n_seats() as u8]),
    ]);
    for row in 0..3 {
        for column in 0..3 {
            let top = view.top(4 * row + column);
            let what = |card: Card| match card.symbol() {
                Symbol::Skip => 10,
                other => usize::from(other.number().unwrap()),
            };
            all.insert(
                format!("row{row}/column{column}"),
                one_hot(11, top.map(what)),
            );
        }
    }
    let mut seat: Seat = view.seat();
    for by in 0..view.n_seats() {
        let record = view.record(seat);
        let won = cards(view.score_pile(seat));
        let values = won.iter().filter_map(|card| card.symbol().number());
        let points: u32 = values.map(u32::from).sum();
        let rows = [
            ("cards", vec![view.hand_size(seat) as u8]),
            ("on_turn", vec![u8::from(view.on_turn() == seat)]),
            ("first", vec![u8::from(view.first() == seat)]),
            ("points", vec![points.min(255) as u8]),
            ("lines", vec![record.lines]),
            ("passes", vec![record.passes]),
            ("score_pile", by_symbol(&won)),
            ("shown", by_symbol(&cards(view.shown(seat)))),
        ];
        all.extend(rows.map(|(name, row)| (format!("seat{by}.{name}"), row)));
        seat = view.after(seat);
    }
    all
}

#[test]
fn every_place_says_what_the_view_says() {
    let mut decisions = 0;
    // Number of observations in which each of these was not empty.
    let parts = [
        "chosen",
        "line",
        "paid",
        "due",
        "full",
        "buried",
        ".score_pile",
        ".shown",
        ".points",
        ".lines",
        ".passes",
    ];
    let mut known: BTreeMap<&str, u32> = BTreeMap::from(parts.map(|name| (name, 0)));
    for (players, hand_size) in [(2, 7), (4, 7), (8, 7), (5, 1), (3, 2)] {
        let rules = Rules {
            hand_size,
            ..Rules::official()
        };
        let game = Grid::new(rules, players).unwrap();
        let learners: Vec<usize> = (0..players).collect();
        let table = LearnerTable::new(game, &learners, vec![], Unit::Game, Reward::Win).unwrap();
        let mut env = Env::new(table, 8);
        let mut mask = vec![0; env.table().game().n_actions()];
        let mut page = vec![0; env.table().game().n_features()];
        for episode in 0..times(3, 6).into() {
            env.reset(episode);
            let mut n = 0;
            while let Some(ask) = env.ask() {
                // Also for seats that are not asked: another seat's choices within its move are
                // hidden from them.
                for seat in 0..players as Seat {
                    page.fill(0xaa);
                    env.observe(seat, &mut page, &mut mask);
                    let seen = named(env.table().game(), &page);
                    assert_eq!(seen, expected(env.view(seat)));
                    if seat != ask.seat {
                        assert_eq!(seen["question"], one_hot(4, Some(0)));
                        continue;
                    }
                    for (name, count) in &mut known {
                        let mut rows = seen.iter().filter(|(place, _)| place.ends_with(*name));
                        *count += u32::from(rows.any(|(_, row)| row.iter().any(|b| *b != 0)));
                    }
                }
                decisions += 1;
                n += 1;
                let pick = (n * 7 + episode as u32) % ask.options.len();
                env.step(ask.options.nth(pick)).unwrap();
            }
            // The last observation too.
            for seat in 0..players as Seat {
                env.observe(seat, &mut page, &mut mask);
                let seen = named(env.table().game(), &page);
                assert_eq!(seen, expected(env.view(seat)));
                assert_eq!(seen["question"], [0; 4]);
            }
        }
    }
    assert!(decisions > times(1_250, 2_500), "{decisions}");
    assert!(
        known.values().all(|count| *count > times(25, 50)),
        "{known:?}"
    );
}
