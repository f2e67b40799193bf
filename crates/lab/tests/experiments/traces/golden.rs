//! Golden games of bots: traces as text, compared byte for byte.
//! `GOLDEN=write cargo test -p powergrab-lab --test experiments golden` rewrites them after an
//! intended change of the games; review the difference then. Those with all kinds of events are in
//! the engine's tests.

use powergrab_bots::strategy::{Players, Random};
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::trace::replay::verify;
use test_support::trace;

/// Compares a trace with the golden one of that name.
pub fn compare(name: &str, trace: &[u8]) {
    let dir = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/experiments/golden_traces"
    );
    let path = format!("{dir}/{name}.jsonl");
    if std::env::var_os("GOLDEN").is_some_and(|v| v == "write") {
        std::fs::write(&path, trace).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (i, (now, then)) in std::str::from_utf8(trace)
        .unwrap()
        .lines()
        .zip(golden.lines())
        .enumerate()
    {
        assert_eq!(now, then, "{name}: line {}", i + 1);
    }
    assert!(trace == golden.as_bytes(), "{name}: one is longer");
    verify(name, golden.as_bytes(), &Catalog::default()).unwrap_or_else(|e| panic!("{e}"));
}

/// The engine's golden games, with all kinds of events, follow the rules.
#[test]
fn golden_games_of_the_engine_pass() {
    let dir = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/tests/text/golden_traces"
    );
    let mut n = 0;
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read(&path).unwrap();
        verify(
            &path.display().to_string(),
            text.as_slice(),
            &Catalog::default(),
        )
        .unwrap_or_else(|e| panic!("{e}"));
        n += 1;
    }
    assert_eq!(n, 12);
}

/// One round of the official rules (the target is reached at once), by `random`.
#[test]
fn golden_random() {
    for family in Family::ALL {
        for players in [2, 4] {
            let mut rules = Rules::official(family);
            rules.target_score = 1;
            let game = Shedding::new(rules, players).unwrap();
            let trace = trace(&game, 2026, 1, "random", &mut Players(&mut [Random; 4]));
            compare(&format!("{}-random-{players}", family.name()), &trace);
        }
    }
}

/// A game of the official rules to the end.
#[test]
fn golden_official() {
    for family in Family::ALL {
        let game = Shedding::new(Rules::official(family), 6).unwrap();
        let trace = trace(&game, 7, 1, "random", &mut Players(&mut [Random; 6]));
        compare(&format!("{}-official", family.name()), &trace);
    }
}
