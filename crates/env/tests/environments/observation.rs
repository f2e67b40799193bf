//! Every place of an observation matches the view, computed independently.

use powergrab_engine::cards::{Card, Colour, Seat, Tower};
use powergrab_engine::game::{Observable, Unit};
use powergrab_engine::shedding::{Family, Phase, Rules, Shedding, View};
use powergrab_env::{Env, LearnerTable, Reward};
use std::collections::BTreeMap;
use test_support::times;

/// Returns the observation by the names of its places.
pub fn named<G: Observable>(game: &G, page: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let places = game.feature_places().into_iter();
    places
        .map(|place| (place.name, page[place.at..place.at + place.len].to_vec()))
        .collect()
}

/// Returns, by card of the deck: 1 at as many copies of each card as there are in the set.
fn cards(game: &Shedding, set: &[Card]) -> Vec<u8> {
    let deck = game.rules().deck.cards();
    let copies_before = |at: usize| deck[..at].iter().filter(|c| **c == deck[at]).count();
    let held = |at: usize| set.iter().filter(|c| **c == deck[at]).count();
    let place = |at| u8::from(held(at) > copies_before(at));
    (0..deck.len()).map(place).collect()
}

/// Returns zeros with a one at an index.
pub fn one_hot(len: usize, at: Option<usize>) -> Vec<u8> {
    (0..len).map(|i| u8::from(Some(i) == at)).collect()
}

/// Returns the observation of a view, computed from the view.
fn expected(view: View<'_>) -> BTreeMap<String, Vec<u8>> {
    let game = view.game();
    let set = |set: powergrab_engine::cards::CardSet| -> Vec<Card> {
        set.iter().map(|slot| view.card_at(slot)).collect()
    };
    let colour = |c: Option<Colour>| one_hot(4, c.map(Colour::index));
    let questions = [
        Phase::Turn,
        Phase::Drawn,
        Phase::Gift,
        Phase::Colour,
        Phase::Tower,
        Phase::InstantUno,
        Phase::Keep,
        Phase::Call,
        Phase::Catch,
        Phase::React,
        Phase::Upcard,
    ];
    let question = questions.iter().position(|phase| *phase == view.phase());
    let four = view.top().to_string() == "W4";
    let wild = matches!(view.phase(), Phase::Colour | Phase::Gift)
        || (view.phase() == Phase::React && four);
    let drawn = view.drawn();
    let drawn_colour = drawn.map(|card| card.colour().map_or(4, Colour::index));
    let towers = game.tables().towers;
    let middle =
        Tower::ALL.map(|t| u8::from(view.owner(t).is_none() && towers >> t.index() & 1 == 1));
    let mut all = BTreeMap::from([
        ("hand".to_owned(), cards(game, &set(view.hand()))),
        ("discards".to_owned(), cards(game, &set(view.discards()))),
        (
            "top".to_owned(),
            one_hot(19, Some(view.top().symbol().index())),
        ),
        ("colour".to_owned(), colour(view.colour())),
        (
            "colour_before".to_owned(),
            colour(wild.then(|| view.colour_before())),
        ),
        ("question".to_owned(), one_hot(12, question)),
        ("stack".to_owned(), vec![0]),
        ("open_bluff".to_owned(), vec![u8::from(view.open_bluff())]),
        (
            "drawn".to_owned(),
            one_hot(19, drawn.map(|card| card.symbol().index())),
        ),
        ("drawn_colour".to_owned(), one_hot(5, drawn_colour)),
        ("middle".to_owned(), middle.to_vec()),
        ("pile".to_owned(), vec![view.pile() as u8]),
        ("turn".to_owned(), vec![view.turn().min(255) as u8]),
        ("round".to_owned(), vec![view.round().min(255) as u8]),
        (
            "to_the_right".to_owned(),
            vec![u8::from(!view.to_the_left())],
        ),
        ("seats".to_owned(), vec![view.n_seats() as u8]),
    ]);
    let mut seat: Seat = view.seat();
    for by in 0..view.n_seats() {
        let record = view.record(seat);
        let bounds = Colour::ALL.map(|c| view.colour_bounds(seat, c));
        let shown = set(view.shown(seat));
        let shown = (0..5).map(|c| {
            let of = |card: &&Card| card.colour().map_or(4, Colour::index) == c;
            shown.iter().filter(of).count() as u8
        });
        let passed = record.passed.map(|passed| match passed {
            0 => 0,
            passed => 8 - (record.drawn + 1 - passed).min(7) as u8,
        });
        let target = game.rules().target_score;
        let score = (view.score(seat) * 255 / target).min(255) as u8;
        let hand = view.hand_size(seat);
        let flag = |yes: bool| vec![u8::from(yes)];
        let rows = [
            ("cards", vec![hand as u8]),
            (
                "towers",
                Tower::ALL
                    .map(|t| u8::from(view.owner(t) == Some(seat)))
                    .to_vec(),
            ),
            ("on_turn", flag(view.on_turn() == seat)),
            ("dealer", flag(view.dealer() == seat)),
            ("score", vec![score]),
            ("passed", passed.to_vec()),
            ("least", bounds.map(|b| b.0 as u8).to_vec()),
            ("excluded", bounds.map(|b| (hand - b.1) as u8).to_vec()),
            ("shown", shown.collect()),
            (
                "named",
                one_hot(4, Some(usize::from(record.named)).filter(|c| *c < 4)),
            ),
            (
                "record",
                vec![
                    record.draw_fours,
                    record.challenged,
                    record.guilty,
                    record.challenges,
                    record.found,
                ],
            ),
            ("drawn", vec![record.drawn.min(255) as u8]),
        ];
        all.extend(rows.map(|(name, row)| (format!("seat{by}.{name}"), row)));
        seat = view.after(seat);
    }
    all
}

#[test]
fn every_place_says_what_the_view_says() {
    let mut decisions = 0;
    let mut known = [0; 4];
    for family in Family::ALL {
        for players in [2, 4, 5] {
            let game = Shedding::new(Rules::official(family), players).unwrap();
            let learners: Vec<usize> = (0..players).collect();
            let table =
                LearnerTable::new(game, &learners, vec![], Unit::Game, Reward::Win).unwrap();
            let mut env = Env::new(table, 8);
            let mut mask = vec![0; env.table().game().n_actions()];
            let mut page = vec![0; env.table().game().n_features()];
            for episode in 0..times(1, 4).into() {
                env.reset(episode);
                let mut n = 0;
                while let Some(ask) = env.ask().filter(|_| n < 1500) {
                    page.fill(0xaa);
                    env.observe(ask.seat, &mut page, &mut mask);
                    let mut seen = named(env.table().game(), &page);
                    // The towers still to claim are given by the question alone.
                    let grabs = seen.remove("grabs").unwrap();
                    let in_tower = seen["question"][4] == 1;
                    assert!(if in_tower {
                        (1..=2).contains(&grabs[0])
                    } else {
                        grabs == [0]
                    });
                    assert_eq!(seen, expected(env.view(ask.seat)));
                    let some = |what: &str| {
                        let rows = seen.iter().filter(|(name, _)| name.ends_with(what));
                        usize::from(rows.flat_map(|(_, row)| row).any(|byte| *byte != 0))
                    };
                    for (count, what) in
                        known
                            .iter_mut()
                            .zip([".shown", ".least", ".excluded", ".score"])
                    {
                        *count += some(what);
                    }
                    decisions += 1;
                    n += 1;
                    let len = ask.options.len();
                    // Cards first, so that rounds end.
                    let pick = if n % 5 == 0 { n * 7 % len } else { 0 };
                    env.step(ask.options.nth(pick)).unwrap();
                }
            }
        }
    }
    assert!(decisions > times(1_250, 5_000), "{decisions}");
    assert!(known.iter().all(|count| *count > 100), "{known:?}");
}
