//! Manipulated traces are refused wherever it matters, foreign files get a clear message, and
//! nothing panics.

use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::trace::replay::{Fault, MAX_LINE, verify};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;
use test_support::{Chaos, option_sets, times, trace};

/// Returns some games of few rounds with many kinds of events.
fn good(family: Family, option_set: usize, n_games: u64) -> Vec<String> {
    let mut rules = option_sets(family).swap_remove(option_set);
    rules.max_rounds = 2;
    rules.max_turns = 40;
    rules.target_score = 5000;
    let game = Shedding::new(rules, 3).unwrap();
    let trace = trace(&game, 5, n_games, "chaos", &mut Chaos);
    let text = String::from_utf8(trace).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn check(lines: &[String]) -> Result<(), Fault> {
    let text = lines.join("\n") + "\n";
    verify("doctored", text.as_bytes(), &Catalog::default()).map(|_| ())
}

fn sets(n_games: u64) -> Vec<Vec<String>> {
    let sets = [
        (Family::PowerGrab, 0),
        (Family::PowerGrab, 3),
        (Family::GreenLantern, 0),
        (Family::Classic, 1),
        (Family::Classic, 6),
        (Family::PowerGrab, 7),
    ]
    .map(|(family, set)| good(family, set, n_games));
    for lines in &sets {
        assert_eq!(check(lines), Ok(()));
    }
    sets.into()
}

fn event(line: &str) -> String {
    let value: Value = serde_json::from_str(line).unwrap();
    value["event"].as_str().unwrap().to_owned()
}

#[test]
fn a_line_left_out_or_doubled_is_refused() {
    for lines in sets(1) {
        for i in (0..lines.len()).step_by(times(3, 1) as usize) {
            let mut less = lines.clone();
            let gone = less.remove(i);
            // The UNO call is irrelevant if nobody could have caught the seat: a forgotten UNO that
            // nobody noticed is as legal as a call.
            if event(&gone) != "uno" {
                assert!(check(&less).is_err(), "without line {}: {gone}", i + 1);
            }
            let mut more = lines.clone();
            more.insert(i, lines[i].clone());
            assert!(check(&more).is_err(), "line {} twice: {}", i + 1, lines[i]);
        }
    }
}

#[test]
fn a_truncated_file_is_refused_at_every_length() {
    for lines in sets(2) {
        let ends: Vec<usize> = (1..=lines.len())
            .filter(|n| event(&lines[n - 1]) == "game-end")
            .collect();
        for n in (1..lines.len()).step_by(times(3, 1) as usize) {
            let result = check(&lines[..n]);
            assert_eq!(result.is_ok(), ends.contains(&n), "{n} lines");
            if let Err(fault) = result {
                assert_eq!(fault.line, n as u64 + 1);
                assert!(fault.message.contains("the file ends"), "{fault}");
            }
        }
        // In the middle of a line.
        let text = lines.join("\n");
        for cut in [1, 10, 1000, text.len() / 2, text.len() - 1] {
            assert!(verify("cut", &text.as_bytes()[..cut], &Catalog::default()).is_err());
        }
        assert!(
            verify(
                "whole, without the last end of line",
                text.as_bytes(),
                &Catalog::default()
            )
            .is_ok()
        );
    }
}

/// Returns other values of the same kind for a value of a line.
fn others(key: &str, value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(b) => vec![json!(!b)],
        Value::Number(n) => {
            let n = n.as_u64().unwrap();
            vec![
                json!(n + 1),
                json!(n.wrapping_sub(1) as i64),
                json!(n as f64 + 0.5),
                json!(-5),
                json!("1"),
            ]
        }
        Value::Null => vec![json!(0), json!("nobody")],
        Value::String(text) => {
            let mut list = vec![json!(""), json!(format!("{text}x")), json!(7), Value::Null];
            if key == "upcard" {
                // Another upcard may well result in another valid game.
                list.push(json!("W4"));
            }
            if matches!(key, "card" | "kept") {
                list.extend(
                    ["R1", "W4", "BS"]
                        .into_iter()
                        .filter(|c| c != text)
                        .map(|c| json!(c)),
                );
            }
            list
        }
        Value::Array(list) => {
            let mut longer = list.clone();
            longer.push(list.first().cloned().unwrap_or(json!("R1")));
            let mut all = vec![Value::Array(longer), json!("R1"), Value::Null];
            if !list.is_empty() {
                all.push(Value::Array(list[1..].to_vec()));
            }
            all
        }
        Value::Object(_) => vec![json!({}), json!([]), Value::Null],
    }
}

#[test]
fn every_other_value_is_refused_wherever_it_matters() {
    let mut n_changes = 0;
    let every = times(8, 1);
    for lines in sets(1) {
        for i in (0..lines.len()).step_by(every as usize) {
            let record: Value = serde_json::from_str(&lines[i]).unwrap();
            let kind = event(&lines[i]);
            for (key, value) in record.as_object().unwrap() {
                for other in others(key, value) {
                    // Players and seed are recorded and cannot be checked; a bot may have any name.
                    let told =
                        kind == "game" && matches!(key.as_str(), "deal" | "rotation" | "seats");
                    let seed = kind == "game" && key == "seed" && other.as_str().is_some();
                    // A first Wild Draw Four turned up and put back leaves no other trace.
                    let returned = key == "returned" && other.as_u64().is_some();
                    // The seat that notices a forgotten UNO is free (PG-12).
                    let by = key == "by"
                        && other
                            .as_u64()
                            .is_some_and(|b| b < 3 && json!(b) != record["seat"]);
                    // With `wild_after_draw` a seat that drew a wild and held another of the same
                    // may lay down either.
                    let copy = key == "drawn"
                        && other.is_boolean()
                        && lines[0].contains("\"wild_after_draw\":true")
                        && record.get("colour").is_some()
                        && event(&lines[i - 1]) == "draw"
                        && lines[i - 1].contains(&format!("[{}]", record["card"]));
                    if told || seed || returned || by || copy {
                        continue;
                    }
                    let mut doctored = record.clone();
                    doctored[key] = other.clone();
                    let mut all = lines.clone();
                    all[i] = doctored.to_string();
                    n_changes += 1;
                    let result = check(&all);
                    assert!(
                        result.is_err(),
                        "line {}: {key} = {other} in {record}",
                        i + 1
                    );
                }
                // A missing key, and an additional one.
                let mut doctored = record.clone();
                doctored.as_object_mut().unwrap().shift_remove(key);
                let mut all = lines.clone();
                all[i] = doctored.to_string();
                assert!(check(&all).is_err(), "line {}: no {key} in {record}", i + 1);
            }
            let mut doctored = record.clone();
            doctored["remark"] = json!("hello");
            let mut all = lines.clone();
            all[i] = doctored.to_string();
            assert!(check(&all).is_err(), "line {}: a key too many", i + 1);
        }
    }
    assert!(n_changes > 3000 / every, "{n_changes}");
}

#[test]
fn the_line_and_the_rule_are_named() {
    let lines = good(Family::PowerGrab, 0, 1);
    let at = |kind: &str| lines.iter().position(|l| event(l) == kind).unwrap();
    for (kind, key, value, rule) in [
        ("round", "dealer", json!(9), "PG-3"),
        ("round", "returned", json!(40), "PG-5"),
        ("claim", "from", json!(2), "PG-8"),
        ("miss", "seat", json!(7), "PG-7"),
        ("reshuffle", "cards", json!(1), "PG-14"),
        ("round-end", "points", json!([1, 2, 3]), "PG-16"),
        ("round-end", "scores", json!([1, 2, 3]), "PG-16"),
        ("game-end", "winners", json!([0, 1]), "PG-16"),
        ("challenge", "guilty", json!("x"), "TRACE"),
    ] {
        let Some(i) = lines.iter().position(|l| event(l) == kind) else {
            continue;
        };
        let mut doctored: Value = serde_json::from_str(&lines[i]).unwrap();
        doctored[key] = value;
        let mut all = lines.clone();
        all[i] = doctored.to_string();
        let fault = check(&all).unwrap_err();
        assert_eq!((fault.line, fault.rule), (i as u64 + 1, rule), "{fault}");
        assert!(!fault.unreadable);
    }
    // A card that is not left anywhere.
    let i = at("draw");
    let mut doctored: Value = serde_json::from_str(&lines[i]).unwrap();
    doctored["cards"][0] = json!("R0");
    let mut all = lines.clone();
    all[i] = doctored.to_string();
    assert_eq!(check(&all).unwrap_err().rule, "PG-2");
}

#[test]
fn what_is_no_trace_is_called_unreadable() {
    let huge = vec![b'x'; MAX_LINE as usize + 10];
    let deep = format!("{{\"event\":{}", "[".repeat(100_000));
    for bytes in [
        &b""[..],
        b"\n",
        b"hello\n",
        b"[]",
        b"{}",
        b"{\"event\":\"game\"}",
        b"{\"event\":\"pass\",\"seat\":0}",
        b"\xff\xfe\x00\x01\n",
        b"bot,games\nrandom,3\n",
        &huge,
        deep.as_bytes(),
    ] {
        let fault = verify("f", bytes, &Catalog::default()).unwrap_err();
        assert!(fault.unreadable, "{fault}");
        assert_eq!(fault.line, 1);
        assert!(fault.to_string().len() < 700);
    }
    // After a valid game it is a fault of that line.
    let lines = good(Family::Classic, 0, 1);
    let mut text = lines.join("\n").into_bytes();
    text.push(b'\n');
    text.extend(huge);
    let fault = verify("f", text.as_slice(), &Catalog::default()).unwrap_err();
    assert_eq!(
        (fault.unreadable, fault.line),
        (false, lines.len() as u64 + 1)
    );
}

#[test]
fn a_variant_cannot_pass_for_the_official_game() {
    let lines = good(Family::PowerGrab, 1, 1);
    let mut game: Value = serde_json::from_str(&lines[0]).unwrap();
    assert_eq!(game["variant"], true);
    game["variant"] = json!(false);
    let mut all = lines.clone();
    all[0] = game.to_string();
    assert_eq!(check(&all).unwrap_err().rule, "PG-2");
    let official = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let trace = trace(&official, 1, 1, "chaos", &mut Chaos);
    assert!(
        String::from_utf8(trace)
            .unwrap()
            .contains("\"variant\":false")
    );
}

/// A duplicate key would hide a value.
#[test]
fn a_key_twice_is_refused() {
    let lines = good(Family::PowerGrab, 0, 1);
    for (from, to) in [
        ("\"hand_size\":7", "\"hand_size\":7,\"hand_size\":7"),
        ("\"dealer\":", "\"dealer\":0,\"dealer\":"),
        (
            "{\"event\":\"round\"",
            "{\"event\":\"round\",\"event\":\"round\"",
        ),
    ] {
        let text = lines.join("\n");
        assert!(text.contains(from));
        assert!(
            verify(
                "f",
                text.replacen(from, to, 1).as_bytes(),
                &Catalog::default()
            )
            .is_err(),
            "{to}"
        );
    }
}

/// Small decks, so that many events fit few lines; one with house rules.
static SCRAMBLED: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let sets = [(Family::GreenLantern, 3), (Family::Classic, 8)];
    sets.map(|(family, set)| good(family, set, 1).join("\n").into_bytes())
});

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(verify("f", bytes.as_slice(), &Catalog::default()).is_err());
    }

    /// Any bytes of a valid trace overwritten, removed or inserted.
    #[test]
    fn bytes_of_a_trace_scrambled_never_panic(
        which in 0usize..2,
        at in any::<prop::sample::Index>(),
        length in 0usize..40,
        new in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'9'), Just(b'"'), Just(b'\n')], 0..20),
    ) {
        let mut bytes = SCRAMBLED[which].clone();
        let at = at.index(bytes.len());
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, new);
        let _ = verify("f", bytes.as_slice(), &Catalog::default());
    }
}
