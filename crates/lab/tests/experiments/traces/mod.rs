//! Traces: never changing, verified in their hundreds, refused when manipulated.

mod doctored;
mod golden;
mod grid;
mod lines;

use powergrab_engine::shedding::{Family, Shedding};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::trace::replay::{Summary, verify};
use test_support::{Chaos, can_play, option_sets, times, trace};

/// At least 200 games of each ruleset (in the long version), over all numbers of players and option
/// sets.
#[test]
fn games_in_which_everything_happens_pass() {
    for family in Family::ALL {
        let mut total = Summary::default();
        let mut text = String::new();
        for (i, rules) in option_sets(family).into_iter().enumerate() {
            for players in 2..=family.max_players() {
                if !can_play(&rules, players) {
                    continue;
                }
                let game = Shedding::new(rules.clone(), players).unwrap();
                let trace = trace(&game, i as u64, times(2, 8).into(), "chaos", &mut Chaos);
                let name = format!("{} {i}, {players} players", family.name());
                total += verify(&name, trace.as_slice(), &Catalog::default())
                    .unwrap_or_else(|e| panic!("{e}"));
                text.push_str(std::str::from_utf8(&trace).unwrap());
            }
        }
        assert!(total.games >= times(50, 200).into(), "{total:?}");
        assert_eq!(total.events, text.lines().count() as u64);
        // All kinds of events really occurred.
        let towers = ["\"claim\"", "\"instant-uno\"", "\"block\"", "\"draw-one\""];
        let cycles = ["\"give\""];
        let mut words = vec![
            "\"caught\"",
            "\"uno\"",
            "\"challenge\"",
            "\"guilty\":true",
            "\"guilty\":false",
            "\"reshuffle\"",
            "\"deadlock\"",
            "\"max-turns\"",
            "\"max-rounds\"",
            "\"draw-two\"",
            "\"draw-four\"",
            "\"challenge-lost\"",
            "\"challenge-guilty\"",
            "\"colour\",\"seat\"",
            "\"upcard\"}",
            "\"drawn\":true",
            "\"cards\":[],\"why\":\"turn\"",
            "\"returned\":1",
            "\"stack\":\"cross\"",
            "\"swap\"",
        ];
        match family {
            Family::PowerGrab => words.extend(towers),
            Family::GreenLantern => words.extend(cycles),
            Family::Classic => words.push("\"rotate\""),
        }
        for word in words {
            assert!(text.contains(word), "{}: {word}", family.name());
        }
    }
}
