//! Any text as a ruleset:
//! `cargo +nightly fuzz run ruleset fuzz/corpus/ruleset configs/rulesets configs/rulesets/variants`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use powergrab_engine::shedding::Shedding;
use powergrab_engine::shedding::rules_file::{from_json, parse};

fuzz_target!(|text: &str| {
    // Rejected text returns an error. Accepted text is playable and survives a round trip.
    let Ok(rules) = parse("fuzz", text, Some("fuzz")) else {
        return;
    };
    let players = rules.players().expect("a ruleset that nobody can play");
    for n in 2..=10 {
        let playable = Shedding::new(rules.clone(), n).is_ok();
        assert_eq!(playable, players.contains(&n));
    }
    let mut back = from_json("fuzz", None, &rules.to_json()).expect("what is accepted reads back");
    // The name is not part of the JSON.
    back.name.clone_from(&rules.name);
    assert_eq!(back, rules);
});
