//! WebAssembly bots: the shipped module plays like its twin in Rust, to the byte; a hostile one
//! ends in a named failure that is counted, in time, and changes no other game.

use powergrab_bots::strategy::wasm::Wasm;
use powergrab_bots::strategy::{Bot, FaultKind, Player, ShedPolicy, Strategy, resolve};
use powergrab_engine::cards::{Colour, Seat};
use powergrab_engine::game::{Action, Options, Unit};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{CHOICE_BLOCK, Phase, Shedding, View};
use powergrab_lab::matches::quick::{Match, MatchResult};
use powergrab_lab::matches::run_tables;
use powergrab_table::typed::Table;
use std::num::NonZero;
use std::time::{Duration, Instant};
use test_support::times;

/// `scripts/bots/wasm/greedy.c`, in Rust.
#[derive(Clone, Copy, Debug)]
struct Twin;

impl Strategy<Shedding> for Twin {
    fn player(&self, _: Seat) -> Box<dyn Player<Shedding> + Send> {
        Box::new(*self)
    }
}

impl Player<Shedding> for Twin {
    fn decide(&mut self, view: View<'_>, options: &Options, _: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn | Phase::Drawn => {
                let mut best: Option<(u32, Action)> = None;
                let mut other = options.nth(0);
                for action in options.iter() {
                    match view.card(action) {
                        None => other = action,
                        Some(_) if options.is_bluff(action) => {}
                        Some(card) => {
                            let points = view.points_of(card);
                            if best.is_none_or(|(most, _)| points > most) {
                                best = Some((points, action));
                            }
                        }
                    }
                }
                best.map_or(other, |(_, action)| action)
            }
            Phase::Colour | Phase::Upcard => {
                let mut best = Colour::Red;
                for colour in Colour::ALL {
                    if view.points_by_colour()[colour.index()]
                        > view.points_by_colour()[best.index()]
                    {
                        best = colour;
                    }
                }
                Action::choice(best.index() as u8)
            }
            Phase::React if options.has_choice(CHOICE_BLOCK) => Action::choice(CHOICE_BLOCK),
            _ => options.nth(0),
        }
    }
}

fn play(ruleset: &str, policy: ShedPolicy, n_deals: u64, threads: usize) -> MatchResult {
    Match::new(ruleset)
        .unwrap()
        .bot(Bot::new("tried", policy))
        .bot_named("sheriff")
        .unwrap()
        .bot_named("random")
        .unwrap()
        .unit(Unit::Round)
        .deals(n_deals)
        .threads(NonZero::new(threads).unwrap())
        .play()
        .unwrap()
}

#[test]
fn the_shipped_module_plays_as_its_twin_to_the_byte() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/bots/wasm/greedy-wasm.toml"
    );
    let shipped: Bot<Shedding> = resolve(file).unwrap();
    assert_eq!(shipped.describe()["policy"], "wasm");
    for ruleset in ["power-grab", "green-lantern"] {
        let module = play(ruleset, shipped.policy.clone(), 100, 2);
        let twin = play(ruleset, ShedPolicy::external(Twin), 100, 1);
        assert!(
            module.first_faults().is_empty(),
            "{:?}",
            module.first_faults()
        );
        let [module, twin] = [&module, &twin].map(|result| run_tables::of(&result.summary()));
        assert_eq!(module, twin);
    }
}

fn module(body: &str) -> String {
    format!(
        "(module (memory (export \"memory\") 1)
           (func (export \"powergrab_view\") (result i32) (i32.const 1024))
           (func $decide (export \"powergrab_decide\") (result i32) {body}))"
    )
}

fn wasm(text: &str) -> Result<Wasm, String> {
    let bytes = wat::parse_str(text).unwrap();
    Wasm::new("tried.wasm", &bytes, 1_000_000, 1 << 20)
}

#[test]
fn what_a_hostile_module_does_is_named_and_counted_in_time() {
    for (body, kind) in [
        ("(loop $l (br $l)) (i32.const 0)", FaultKind::Fuel),
        ("(call $decide)", FaultKind::Stack),
        ("unreachable", FaultKind::Trap),
        ("(i32.div_s (i32.const 1) (i32.const 0))", FaultKind::Trap),
        ("(i32.load (i32.const 65536))", FaultKind::Trap),
        (
            "(loop $l (drop (memory.grow (i32.const 1))) (br $l)) (i32.const 0)",
            FaultKind::Memory,
        ),
        ("(i32.const -1)", FaultKind::Illegal),
        ("(i32.const 2147483647)", FaultKind::Illegal),
        // The number of options is one too many.
        ("(i32.load8_u (i32.const 1028))", FaultKind::Illegal),
    ] {
        let started = Instant::now();
        let result = play(
            "power-grab",
            ShedPolicy::external(wasm(&module(body)).unwrap()),
            4,
            1,
        );
        assert!(started.elapsed() < Duration::from_secs(20), "{body}");
        let rows = result.summary().fault_rows();
        assert_eq!(rows.len(), 1, "{body}: {rows:?}");
        assert_eq!((rows[0].kind, rows[0].bot), (kind, "tried"), "{body}");
        assert!((6..=12).contains(&rows[0].games), "{body}: {rows:?}");
        // After the failure it takes the first option, as this one does from the start.
        let twin = play(
            "power-grab",
            ShedPolicy::external(wasm(&module("(i32.const 0)")).unwrap()),
            4,
            1,
        );
        let [result, twin] = [&result, &twin].map(|result| run_tables::of(&result.summary()));
        for name in ["bots", "rounds"] {
            let table = |all: &[Table]| all.iter().find(|t| t.name == name).cloned();
            assert_eq!(table(&result), table(&twin), "{body}");
        }
    }
}

/// Returns a module whose place for views is not in its first page of memory; `more` ends its
/// memory and adds to it.
fn start(more: &str) -> String {
    format!(
        "(module (memory (export \"memory\") {more}
           (func (export \"powergrab_view\") (result i32) (i32.const 70000))
           (func (export \"powergrab_decide\") (result i32) (i32.const 0)))"
    )
}

#[test]
fn what_goes_wrong_at_the_start_is_a_failure_too() {
    let bot = wasm(&start("1)")).unwrap();
    let result = play("power-grab", ShedPolicy::external(bot), 2, 1);
    let (_, fault) = &result.first_faults()[&0];
    assert_eq!(fault.kind, FaultKind::Memory, "{fault}");
}

/// Rust's linker reserves 1 MiB for the stack: such a module begins with 17 pages, where the usual
/// limit is 16.
#[test]
fn what_cannot_be_instantiated_is_refused_with_the_remedy() {
    for (more, parts) in [
        (
            "17)",
            &["begins with 1088 KiB", "memory_kib is 1024", "-zstack-size"][..],
        ),
        ("40000)", &["set memory_kib to 2560000"]),
        (
            "1) (func $s (loop $l (br $l))) (start $s)",
            &["cannot be instantiated", "fuel"],
        ),
        (
            "1) (func $s unreachable) (start $s)",
            &["cannot be instantiated", "trap"],
        ),
        (
            "1) (data (i32.const 70000) \"x\")",
            &["cannot be instantiated"],
        ),
        (
            "1) (table 1 funcref) (elem (i32.const 1) 0 1)",
            &["cannot be instantiated", "no room for 2 elements"],
        ),
    ] {
        let message = wasm(&start(more)).unwrap_err();
        for part in parts {
            assert!(message.contains(part), "{more}: {message}");
        }
    }
    assert!(wasm(&start("16)")).is_ok());
}

#[test]
fn what_is_no_bot_is_refused_with_a_reason() {
    // Without names: truncated before them, a module is still valid.
    let good = module("(i32.const 0)").replace("$decide ", "");
    let good = wat::parse_str(good).unwrap();
    for n in 0..good.len() {
        assert!(
            Wasm::new("cut.wasm", &good[..n], 1_000_000, 1 << 20).is_err(),
            "{n}"
        );
    }
    for (text, part) in [
        (
            "(module (import \"env\" \"now\" (func)))".to_owned(),
            "it imports \"now\" from \"env\"",
        ),
        (
            "(module)".to_owned(),
            "must export a function powergrab_view",
        ),
        (
            module("(i32.const 0)").replace("\"memory\"", "\"m\""),
            "must export its memory",
        ),
        (
            module("(i64.const 0)").replace(
                "$decide (export \"powergrab_decide\") (result i32)",
                "(export \"powergrab_decide\") (result i64)",
            ),
            "powergrab_decide: () -> i32",
        ),
    ] {
        let message = wasm(&text).unwrap_err();
        assert!(message.contains(part), "{message}");
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("cut.wasm"), &good[..good.len() - 9]).unwrap();
    for (text, part) in [
        ("", "key `module`: missing"),
        ("module = \"cut.wasm\"", "not a valid WebAssembly module"),
        ("module = \"no.wasm\"", "cannot be read"),
        ("module = \"cut.wasm\"\nfuel = 1", "from 10000 to"),
        ("module = \"cut.wasm\"\nmemory_kib = 0", "from 64 to 65536"),
        ("modul = \"cut.wasm\"", "key `module`: missing"),
    ] {
        let file = dir.path().join("wrong.toml");
        std::fs::write(&file, format!("policy = \"wasm\"\n{text}")).unwrap();
        let message = resolve::<Shedding>(file.to_str().unwrap())
            .unwrap_err()
            .to_string();
        assert!(message.contains(part), "{text}: {message}");
    }
}

/// The whole page is the same after a redeal of the cards that the seat cannot see: a module that
/// answers by a sum over all of it gives the same answer.
#[test]
fn a_module_sees_nothing_hidden() {
    use powergrab_engine::game::{Game as _, NoObserver, Pile};
    use powergrab_engine::shedding::{Family, Rules};
    let sum = "(local $i i32) (local $s i32)
      (loop $l
        (local.set $s (i32.add (i32.mul (local.get $s) (i32.const 31))
                               (i32.load8_u (i32.add (i32.const 1024) (local.get $i)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $l (i32.lt_u (local.get $i) (i32.const 5584))))
      (i32.rem_u (local.get $s) (i32.load8_u (i32.const 1028)))";
    let bot = wasm(&module(sum)).unwrap();
    let every = times(16, 4);
    for family in Family::ALL {
        let game = Shedding::new(Rules::official(family), 3).unwrap();
        let (mut state, mut pile) = (game.new_game(), Pile::new(Rng::from_key(3)));
        let mut player = Strategy::<Shedding>::player(&bot, 0);
        let mut rng = Rng::from_key(8);
        let (mut n_asked, mut n_decisions) = (0u32, 0);
        for _ in 0..5 {
            game.start_round(&mut state, 0, &mut pile, &mut NoObserver);
            while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
                let view = game.view(&state, ask.seat);
                n_asked += 1;
                if n_asked.is_multiple_of(every) {
                    let mut other = view.redeal(&mut rng);
                    let action = player.decide(view, &ask.options, &mut Rng::from_key(1));
                    let again = game
                        .advance(&mut other, &mut pile.clone(), &mut NoObserver)
                        .unwrap();
                    let seen = game.view(&other, ask.seat);
                    let same = player.decide(seen, &again.options, &mut Rng::from_key(1));
                    assert_eq!(
                        view.text(&ask.options, action),
                        seen.text(&again.options, same)
                    );
                    n_decisions += 1;
                }
                // Not its own answer, so that many positions occur.
                let action = ask.options.nth(rng.below(ask.options.len()));
                game.apply(&mut state, action, &mut pile, &mut NoObserver);
            }
        }
        assert!(n_decisions > times(20, 100) && player.fault().is_none());
    }
}
