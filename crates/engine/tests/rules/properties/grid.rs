//! The machine compared with a slow one based only on RULES.md: the same legal moves at every turn.

use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::game::record::Record;
use powergrab_engine::game::{Action, Ask, Decider, Game as _, NoObserver, Pile};
use powergrab_engine::grid::{Grid, Phase, Rules, State};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use std::collections::{BTreeMap, BTreeSet};
use test_support::{EventLog, card_texts};

/// Knowledge of a slow reader of the trace: hands and stacks as texts.
#[derive(Clone, Default)]
struct Slow {
    hands: Vec<Vec<String>>,
    /// By column and row: the top of each stack.
    stacks: BTreeMap<(i8, i8), String>,
    full: bool,
}

fn number(card: &str) -> Option<&str> {
    let rest = &card[1..];
    (card.as_bytes()[0] != b'W' && rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
        .then_some(rest)
}

fn is_wild(card: &str) -> bool {
    card == "W" || card == "W4"
}

const LINES: [(&str, [(i8, i8); 3]); 6] = [
    ("row0", [(0, 0), (1, 0), (2, 0)]),
    ("row1", [(0, 1), (1, 1), (2, 1)]),
    ("row2", [(0, 2), (1, 2), (2, 2)]),
    ("column0", [(0, 0), (0, 1), (0, 2)]),
    ("column1", [(1, 0), (1, 1), (1, 2)]),
    ("column2", [(2, 0), (2, 1), (2, 2)]),
];

impl Slow {
    fn lose(&mut self, seat: Seat, card: &str) {
        let hand = &mut self.hands[seat as usize];
        let at = hand.iter().position(|c| c == card);
        hand.swap_remove(at.unwrap_or_else(|| panic!("seat {seat} lacks {card}")));
    }

    fn hear(&mut self, record: &Record) {
        let card = record.text("card");
        let seat = || record.get::<Seat>("seat").unwrap();
        let cards = || record.get::<Vec<String>>("cards").unwrap();
        match record.event() {
            "deal" => self.hands = record.get("hands").unwrap(),
            "draw" => self.hands[seat() as usize].extend(cards()),
            "place" => {
                self.lose(seat(), card);
                self.stacks
                    .insert(record.get("at").unwrap(), card.to_owned());
                if self.stacks.len() == 9 && !self.full {
                    self.full = true;
                    let left = self.stacks.keys().map(|k| k.0).min().unwrap();
                    let top = self.stacks.keys().map(|k| k.1).min().unwrap();
                    let moved = std::mem::take(&mut self.stacks).into_iter();
                    self.stacks = moved.map(|((x, y), c)| ((x - left, y - top), c)).collect();
                }
            }
            "reverse" => {
                self.lose(seat(), card);
                let name = record.text("line");
                let cells = LINES.iter().find(|l| l.0 == name).unwrap().1;
                let one = self.stacks[&cells[0]].clone();
                let other = self.stacks.insert(cells[2], one).unwrap();
                self.stacks.insert(cells[0], other);
            }
            "lay" => self.lose(seat(), card),
            "score" => {
                for card in cards() {
                    self.lose(seat(), &card);
                }
            }
            "pass" => {}
            other => panic!("{other}"),
        }
    }

    /// Returns every move that GR-4 to GR-8 allow the seat, as texts.
    fn moves(&self, seat: Seat) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let hand = &self.hands[seat as usize];
        for card in hand {
            if number(card).is_some() || card.ends_with('S') {
                for at in self.positions() {
                    moves.insert(format!("place {card} {},{}", at.0, at.1));
                }
            }
        }
        if !self.full {
            return moves;
        }
        for card in hand {
            if card == "W4" || card.ends_with("D2") {
                moves.insert(format!("lay {card}"));
            }
            if card.len() == 2 && card.ends_with('R') {
                moves.extend(
                    LINES
                        .iter()
                        .map(|(line, _)| format!("reverse {card} {line}")),
                );
            }
        }
        for (line, cells) in LINES {
            let wanted: Vec<&str> = cells
                .iter()
                .filter_map(|at| number(&self.stacks[at]))
                .collect();
            if !wanted.is_empty() {
                pay(&wanted, hand.clone(), &format!("score {line}"), &mut moves);
            }
        }
        moves
    }

    fn positions(&self) -> Vec<(i8, i8)> {
        if self.full {
            return self.stacks.keys().copied().collect();
        }
        if self.stacks.is_empty() {
            return vec![(0, 0)];
        }
        let fits = |at: (i8, i8)| {
            let all = || self.stacks.keys().chain([&at]);
            let wide = all().map(|k| k.0).max().unwrap() - all().map(|k| k.0).min().unwrap();
            let high = all().map(|k| k.1).max().unwrap() - all().map(|k| k.1).min().unwrap();
            let near = |k: &(i8, i8)| (k.0 - at.0).abs() <= 1 && (k.1 - at.1).abs() <= 1;
            wide <= 2 && high <= 2 && self.stacks.keys().any(near) && !self.stacks.contains_key(&at)
        };
        let all = (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y)));
        all.filter(|at| fits(*at)).collect()
    }
}

/// Adds all ways to lay a card of the hand for each number.
fn pay(wanted: &[&str], hand: Vec<String>, words: &str, moves: &mut BTreeSet<String>) {
    let Some((first, rest)) = wanted.split_first() else {
        moves.insert(words.to_owned());
        return;
    };
    for (i, card) in hand.iter().enumerate() {
        if number(card) == Some(first) || is_wild(card) {
            let mut left = hand.clone();
            left.remove(i);
            pay(rest, left, &format!("{words} {card}"), moves);
        }
    }
}

/// Returns every move that the machine offers, by trying all ways to answer.
fn offered(
    game: &Grid,
    s: &State,
    ask: &Ask,
    pile: &Pile,
    words: &str,
    moves: &mut BTreeSet<String>,
) {
    for action in ask.options.iter() {
        let view = game.view(s, ask.seat);
        let word = match (s.phase(), view.card(action)) {
            (Phase::Turn, Some(card)) => {
                let text = card.to_string();
                let kind = match &text[1..] {
                    "R" => "reverse",
                    "D2" => "lay",
                    _ if text == "W4" => "lay",
                    _ => "place",
                };
                format!("{kind} {text}")
            }
            (Phase::Turn, None) => format!("score {}", view.line_of(action).unwrap()),
            (Phase::Position, _) => {
                let at = s.board().at(action.choice_number().unwrap());
                format!("{},{}", at[0], at[1])
            }
            (Phase::Line, _) => view.line_of(action).unwrap().to_string(),
            (_, card) => card.unwrap().to_string(),
        };
        let words = if words.is_empty() {
            word
        } else {
            format!("{words} {word}")
        };
        let (mut next, mut pile) = (*s, pile.clone());
        let mut ears = EventLog::default();
        let turn = s.turn();
        game.apply(&mut next, action, &mut pile, &mut ears);
        if ears.records.is_empty() && next.seat() == ask.seat && next.turn() == turn {
            let more = game.advance(&mut next, &mut pile, &mut ears);
            if ears.records.is_empty() {
                offered(game, &next, &more.unwrap(), &pile, &words, moves);
                continue;
            }
        }
        // The move was made, perhaps with a forced end; its line is the move.
        moves.insert(told(&ears.records[0]));
    }
}

/// Returns a move's line in the words of [`Slow::moves`].
fn told(record: &Record) -> String {
    let (card, line) = (record.text("card"), record.text("line"));
    match record.event() {
        "place" => {
            let [column, row]: [i8; 2] = record.get("at").unwrap();
            format!("place {card} {column},{row}")
        }
        "reverse" => format!("reverse {card} {line}"),
        "lay" => format!("lay {card}"),
        "score" => {
            let cards: Vec<String> = record.get("cards").unwrap();
            format!("score {line} {}", cards.join(" "))
        }
        "pass" => "pass".to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_legal_moves_are_those_of_the_rules() {
    let mut n_turns = 0;
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for (n, games) in [(2, 6), (3, 4), (4, 4), (8, 4)] {
        let game = Grid::new(Rules::official(), n).unwrap();
        for deal in 0..games {
            let seeds = Seeds::new(9, Purpose::Test).deal(deal).round(0);
            let mut pile = Pile::new(seeds.table());
            let mut rng = seeds.bot(0, 0);
            let mut state = game.new_game();
            let mut ears = EventLog::default();
            let mut slow = Slow::default();
            game.start_round(&mut state, 0, &mut pile, &mut ears);
            while let Some(ask) = game.advance(&mut state, &mut pile, &mut ears) {
                for record in ears.records.drain(..) {
                    // A move that the machine made without asking was the only one.
                    if matches!(record.event(), "place" | "pass") {
                        let seat = record.get("seat").unwrap();
                        let mine: BTreeSet<String> = slow.moves(seat);
                        let told = told(&record);
                        assert!(mine.contains(&told) || (told == "pass" && mine.is_empty()));
                    }
                    slow.hear(&record);
                }
                if state.phase() == Phase::Turn {
                    let mut fast = BTreeSet::new();
                    offered(&game, &state, &ask, &pile, "", &mut fast);
                    let right = slow.moves(ask.seat);
                    assert_eq!(fast, right);
                    n_turns += 1;
                    for words in right {
                        *kinds
                            .entry(words.split(' ').next().unwrap().to_owned())
                            .or_default() += 1;
                    }
                }
                let action = ask.options.nth(rng.below(ask.options.len()));
                game.apply(&mut state, action, &mut pile, &mut ears);
                for record in ears.records.drain(..) {
                    slow.hear(&record);
                }
            }
        }
    }
    println!("{n_turns} turns: {kinds:?}");
    assert!(n_turns > 800 && kinds.len() == 4, "{n_turns} {kinds:?}");
    assert!(kinds.values().all(|n| *n > 500), "{kinds:?}");
}

/// Answers uniformly among all options, by any seat's stream.
struct Any(Rng);

impl Decider<Grid> for Any {
    fn decide(&mut self, _: &Grid, _: &State, ask: &Ask) -> Action {
        ask.options.nth(self.0.below(ask.options.len()))
    }
}

#[test]
fn no_card_is_lost_and_all_points_are_found() {
    let game = Grid::new(Rules::official(), 4).unwrap();
    for deal in 0..200 {
        let seeds = Seeds::new(6, Purpose::Test).deal(deal).round(0);
        let mut pile = Pile::new(seeds.table());
        let mut state = game.new_game();
        game.start_round(&mut state, 2, &mut pile, &mut NoObserver);
        let mut any = Any(seeds.bot(0, 0));
        game.play_round(&mut state, &mut pile, &mut NoObserver, &mut any);
        assert_eq!(game.check(&state), Ok(()));
        let t = game.tables();
        let mut sum = 0;
        for seat in 0..4 {
            sum += t.points(state.pile(seat)) - t.points(state.hand(seat));
            assert!(!card_texts(&game, state.pile(seat)).contains('S'));
        }
        assert_eq!(sum, state.scores()[..4].iter().sum::<i32>());
        let placed = state.buried().len() + state.board().n_filled();
        let elsewhere: u32 = (0..4)
            .map(|s| state.hand(s).len() + state.pile(s).len())
            .sum();
        assert_eq!(placed + elsewhere + state.left(), 108);
        assert_ne!(state.buried(), CardSet::EMPTY);
    }
}
