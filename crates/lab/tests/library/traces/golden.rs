//! Golden games: short traces as text, compared byte for byte. `GOLDEN=write cargo test --test traces golden` writes them
//! anew where the games are meant to change; the difference is then to be read.

use crate::support::{self, Chaos};
use powergrab_bots::strategy::Random;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use std::path::PathBuf;

fn compare(name: &str, trace: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.jsonl"));
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
    powergrab_lab::trace::replay::verify(name, golden.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
}

/// One round of the official rules (the target is reached at once), by `random`.
#[test]
fn golden_random() {
    for family in Family::ALL {
        for players in [2, 4] {
            let mut rules = Rules::official(family);
            rules.target_score = 1;
            let game = Shedding::new(rules, players).unwrap();
            let trace = support::trace(&game, 2026, 1, "random", || Random);
            compare(&format!("{}-random-{players}", family.name()), &trace);
        }
    }
}

/// A game of the official rules to the end.
#[test]
fn golden_official() {
    for family in Family::ALL {
        let game = Shedding::new(Rules::official(family), 6).unwrap();
        let trace = support::trace(&game, 7, 1, "random", || Random);
        compare(&format!("{}-official", family.name()), &trace);
    }
}

/// Everything happens, with options turned over.
#[test]
fn golden_chaos() {
    for family in Family::ALL {
        for i in [1, 3, 6, 7] {
            let mut rules = support::option_sets(family).swap_remove(i);
            rules.max_rounds = 2;
            rules.max_turns = 40;
            let game = Shedding::new(rules, 3).unwrap();
            let trace = support::trace(&game, 11, 1, "chaos", || Chaos);
            compare(&format!("{}-chaos-{i}", family.name()), &trace);
        }
    }
}
