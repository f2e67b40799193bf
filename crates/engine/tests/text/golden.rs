//! Golden games: traces as text, compared byte for byte.
//! `GOLDEN=write cargo test -p powergrab-engine --test text golden` rewrites them after an intended
//! change of the games; review the difference then.

use powergrab_engine::shedding::{Family, Shedding};
use test_support::{Chaos, option_sets, trace};

fn compare(name: &str, trace: &[u8]) {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/text/golden_traces");
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
}

/// Everything happens, with all options varied.
#[test]
fn golden_chaos() {
    for family in Family::ALL {
        for i in [1, 3, 6, 7] {
            let mut rules = option_sets(family).swap_remove(i);
            rules.max_rounds = 2;
            rules.max_turns = 40;
            let game = Shedding::new(rules, 3).unwrap();
            let trace = trace(&game, 11, 1, "chaos", &mut Chaos);
            compare(&format!("{}-chaos-{i}", family.name()), &trace);
        }
    }
}
