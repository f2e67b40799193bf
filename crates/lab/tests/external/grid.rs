//! Bots from outside the register in Grid: a program, a WebAssembly module and a bot in Rust with
//! the same policy play the same games to the byte, and receive only what their seats may know.

use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Control, Workers, run};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::grid::GridPolicy;
use powergrab_bots::strategy::wasm::Wasm;
use powergrab_bots::strategy::{Bot, Player, Strategy, resolve};
use powergrab_engine::cards::{Card, CardSet, Seat};
use powergrab_engine::game::{
    Action, Game as _, NoObserver, Observable as _, Options, Pile, Textual as _, Unit,
};
use powergrab_engine::grid::{Event, Grid, Kind, Phase, Rules, View};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_experiments::names::Names;
use powergrab_lab::matches::run_tables;
use powergrab_lab::matches::summary::Summary;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use test_support::times;

/// `scripts/bots/grid_bot.py` and `scripts/bots/wasm/grid.c`, in Rust.
#[derive(Clone, Copy, Debug)]
struct Twin;

impl Strategy<Grid> for Twin {
    fn player(&self, _: Seat) -> Box<dyn Player<Grid> + Send> {
        Box::new(*self)
    }
}

impl Player<Grid> for Twin {
    fn decide(&mut self, view: View<'_>, options: &Options, _: &mut Rng) -> Action {
        if view.phase() != Phase::Turn {
            return options.nth(0);
        }
        if view.n_moves(options, Kind::Score) > 0 {
            return view.nth_move(options, Kind::Score, 0);
        }
        let points = |action| view.card(action).and_then(|card| card.symbol().number());
        let mut best = options.nth(0);
        for action in options.iter() {
            if points(action).unwrap_or(0) > points(best).unwrap_or(0) {
                best = action;
            }
        }
        best
    }
}

const METRICS: Names = Names {
    rulesets: Vec::new(),
    bots: Vec::new(),
    metrics: Grid::METRICS,
    seat_metrics: Grid::SEAT_METRICS,
};

/// Plays the bot against two of the register; returns all output files in one text, and the number
/// of games in which it failed.
fn play(policy: GridPolicy, deals: u64, threads: usize) -> (String, usize) {
    let experiment = Experiment {
        tables: vec![Grid::new(Rules::official(), 3).unwrap()],
        bots: vec![
            Bot::new("tried", policy),
            resolve("grid-greedy").unwrap(),
            resolve("random").unwrap(),
        ],
        line_ups: vec![LineUp {
            table: 0,
            bots: vec![0, 1, 2],
        }],
        unit: Unit::Game,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(6, Purpose::Test),
    };
    let names = Names {
        rulesets: vec!["grid".to_owned()],
        bots: ["tried", "grid-greedy", "random"].map(str::to_owned).into(),
        ..METRICS
    };
    let workers = Workers {
        threads: NonZero::new(threads),
        chunk: None,
    };
    let control = Control {
        cancel: &AtomicBool::new(false),
        progress: &|_| (),
    };
    let tally = Tally::new(&experiment);
    let done = run(&experiment, 0..deals, workers, tally, control).unwrap();
    let summary = Summary::new(&done.collected, &names);
    let mut text = String::new();
    for table in run_tables::of(&summary) {
        text += &String::from_utf8(table.csv()).unwrap();
    }
    (text, done.first_faults.len())
}

fn shipped(file: &str) -> Bot<Grid> {
    resolve(&format!(
        "{}/../../scripts/bots/{file}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
}

#[test]
fn a_module_and_a_program_play_as_their_twin_to_the_byte() {
    let twin = play(GridPolicy::external(Twin), 60, 1);
    assert_eq!(twin.1, 0);
    assert!(twin.0.contains("\ntried,grid,3,"), "{}", twin.0);
    let module = shipped("wasm/grid-wasm.toml");
    assert_eq!(module.describe()["policy"], "wasm");
    assert_eq!(play(module.policy, 60, 2), twin);
    if cfg!(unix) {
        let program = shipped("grid-py.toml");
        assert_eq!(program.describe()["policy"], "process");
        assert_eq!(play(program.policy.clone(), 60, 1), twin);
        assert_eq!(play(program.policy, 60, 3), twin);
    }
}

/// A module for the shedding games refuses Grid's view, and the other way round.
#[test]
fn a_module_can_tell_which_game_it_is_in() {
    let module = shipped("wasm/grid-wasm.toml");
    let version = |page: u8| format!("(i32.ne (i32.load8_u (i32.const 1024)) (i32.const {page}))");
    for (page, faults) in [(129, 0), (1, 1)] {
        let body = format!("(if {} (then unreachable)) (i32.const 0)", version(page));
        let bot = GridPolicy::external(wasm(&body));
        assert_eq!(play(bot, 2, 1).1, faults);
    }
    assert_eq!(play(module.policy, 2, 1).1, 0);
}

fn wasm(body: &str) -> Wasm {
    let text = format!(
        "(module (memory (export \"memory\") 1)
           (func (export \"powergrab_view\") (result i32) (i32.const 1024))
           (func (export \"powergrab_decide\") (result i32) {body}))"
    );
    Wasm::new("t.wasm", &wat::parse_str(text).unwrap(), 1_000_000, 1 << 20).unwrap()
}

/// The whole page, and all messages to a program, are the same after a redeal of the cards that the
/// seat cannot see: a module that answers by a sum over all of it gives the same answer.
#[test]
fn what_is_told_holds_nothing_hidden() {
    let sum = "(local $i i32) (local $s i32)
      (loop $l
        (local.set $s (i32.add (i32.mul (local.get $s) (i32.const 31))
                               (i32.load8_u (i32.add (i32.const 1024) (local.get $i)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $l (i32.lt_u (local.get $i) (i32.const 6864))))
      (i32.rem_u (local.get $s) (i32.load8_u (i32.const 1028)))";
    let bot = wasm(sum);
    let mut rng = Rng::from_key(12);
    let mut n_decisions = 0;
    for n in [2, 5] {
        let game = Grid::new(Rules::official(), n).unwrap();
        let (mut state, mut pile) = (game.new_game(), Pile::new(Rng::from_key(4)));
        let mut player: Box<dyn Player<Grid> + Send> = bot.player(0);
        for _ in 0..times(2, 6) {
            game.start_round(&mut state, 1, &mut pile, &mut NoObserver);
            while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
                let view = game.view(&state, ask.seat);
                let mut other = view.redeal(&mut rng);
                let again = game.advance(&mut other, &mut pile.clone(), &mut NoObserver);
                let (again, seen) = (again.unwrap(), game.view(&other, ask.seat));
                assert_eq!(Grid::view_json(view, true), Grid::view_json(seen, true));
                let action = player.decide(view, &ask.options, &mut Rng::from_key(1));
                let same = player.decide(seen, &again.options, &mut Rng::from_key(1));
                assert_eq!(view.text(action), seen.text(same));
                n_decisions += 1;
                // Not its own answer, so that many positions occur.
                let action = ask.options.nth(rng.below(ask.options.len()));
                game.apply(&mut state, action, &mut pile, &mut NoObserver);
            }
        }
        assert!(player.fault().is_none());
    }
    assert!(n_decisions > times(250, 800), "{n_decisions}");
}

/// Follows its own hand by events, and takes the first option.
#[derive(Debug)]
struct Listener {
    seat: Seat,
    hand: Vec<Card>,
}

impl Listener {
    fn loses(&mut self, card: Card) {
        let place = self.hand.iter().position(|c| *c == card);
        self.hand.remove(place.expect("a card of its hand"));
    }
}

impl Player<Grid> for Listener {
    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, view: View<'_>, event: &Event) {
        assert_eq!(view.seat(), self.seat);
        let face = |slot: u8| view.card_at(slot);
        let faces = |set: CardSet| -> Vec<Card> { set.iter().map(face).collect() };
        let told = view.game().event_json(view, event);
        match *event {
            Event::Deal => self.hand = faces(view.hand()),
            Event::Draw { seat, cards, n, .. } => {
                assert_eq!(told.get("cards").is_some(), seat == self.seat);
                if seat == self.seat {
                    assert_eq!(cards.len(), u32::from(n));
                    self.hand.extend(faces(cards));
                } else {
                    assert!(cards.is_empty() && n > 0);
                }
            }
            Event::Place { seat, card, .. }
            | Event::Reverse { seat, card, .. }
            | Event::Lay { seat, card } => {
                if seat == self.seat {
                    self.loses(face(card));
                }
            }
            Event::Score { seat, cards, .. } => {
                for card in cards.slots() {
                    if seat == self.seat {
                        self.loses(face(*card));
                    }
                }
            }
            Event::Pass { seat } => assert_eq!(view.shown(seat).len(), view.hand_size(seat)),
            Event::End => assert!(told["scores"][0].is_i64(), "{told}"),
        }
        self.hand.sort();
        let mut hand = faces(view.hand());
        hand.sort();
        assert_eq!(self.hand, hand, "after {told}");
    }

    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        assert_eq!(self.hand.len() as u32, view.hand_size(self.seat));
        options.nth(rng.below(options.len()))
    }
}

#[derive(Debug)]
struct Listeners;

impl Strategy<Grid> for Listeners {
    fn player(&self, seat: Seat) -> Box<dyn Player<Grid> + Send> {
        let hand = Vec::new();
        Box::new(Listener { seat, hand })
    }
}

#[test]
fn what_a_seat_hears_is_enough_to_follow_its_hand() {
    let (text, faults) = play(GridPolicy::external(Listeners), 60, 1);
    assert_eq!(faults, 0);
    assert!(text.contains("tried,grid,3,"));
}
