//! Rulesets as data: the official files, the examples, refusals, and properties of any ruleset.

use powergrab_engine::config;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::shedding::options::{OPTIONS, option};
use powergrab_engine::shedding::rules_file;
use powergrab_engine::shedding::rules_file::{
    BUILTIN, NAMED, builtin, from_json, from_table, resolve,
};
use powergrab_engine::shedding::{Family, Rules};
use serde_json::json;
use std::collections::BTreeSet;

fn parse(text: &str) -> Result<Rules, ConfigError> {
    rules_file::parse("f.toml", text, Some("mine"))
}

#[test]
fn the_official_files_are_the_official_rules() {
    let fingerprints = ["69acb4eb6fa217c2", "b9f28b670548fd26", "072a8cc8322f8963"];
    for ((family, text), fingerprint) in BUILTIN.iter().zip(fingerprints) {
        let rules = rules_file::parse("built in", text, None).unwrap();
        assert_eq!(rules, Rules::official(*family));
        assert_eq!(builtin(family.name()).unwrap(), rules);
        assert_eq!(resolve(family.name()).unwrap(), rules);
        assert!(!rules.is_variant() && rules.differences().is_empty());
        assert_eq!(rules.fingerprint(), fingerprint, "{}", rules.name);
    }
    assert_eq!(builtin("grid"), None);
}

#[test]
fn the_official_files_write_out_every_option_of_the_sheet_under_its_rule() {
    for (family, text) in &BUILTIN {
        let table = config::parse("built in", text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for option in OPTIONS.iter().filter(|option| !option.is_house_rule()) {
            // The deck is named by its rule's number: written out, it would exclude the icons.
            let start = match option.key {
                "deck" => format!("# {}, [deck]: not given", option.rule),
                key => format!("{key} = "),
            };
            assert_eq!(table.contains_key(option.key), option.key != "deck");
            let at = lines.iter().position(|l| l.starts_with(&start)).unwrap();
            let above = lines[..at].iter().rev().find(|l| l.starts_with('#'));
            let comment = if option.key == "deck" {
                lines[at]
            } else {
                above.unwrap()
            };
            let rule = format!("# {}", option.rule);
            assert!(
                comment.starts_with(&rule),
                "{} {}",
                family.name(),
                option.key
            );
        }
    }
}

#[test]
fn the_examples_are_variants_that_differ_in_what_they_say() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/rulesets/variants");
    let mut fingerprints = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let rules = resolve(path.to_str().unwrap()).unwrap();
        assert!(rules.is_variant(), "{}", rules.name);
        let text = std::fs::read_to_string(&path).unwrap();
        let table = config::parse("file", &text).unwrap();
        let mut said: BTreeSet<&str> = table.keys().map(String::as_str).collect();
        // The cards of a deck include their icons (PG-2).
        said.extend(table.contains_key("deck").then_some("icons"));
        said.retain(|key| !["base", "name"].contains(key));
        assert_eq!(BTreeSet::from_iter(rules.differences()), said);
        fingerprints.push(rules.fingerprint());
    }
    let different: BTreeSet<&String> = fingerprints.iter().collect();
    assert_eq!(different.len(), fingerprints.len());
    assert!(different.len() >= NAMED.len());
}

#[test]
fn every_option_is_read_as_it_is_written() {
    let sheet = r#"
        base = "power-grab"
        name = "Mine_2.0-x"
        icons = ["1U 1N", "", "9!", "5O"]
        first_dealer = 3
        next_dealer = "winner"
        hand_size = 9
        opening_draw_skips = false
        wild_after_draw = true
        towers = "!U"
        protects = { U = ["S", "D1"], "!" = [] }
        instant_uno = false
        block_last = false
        reshuffle = "on-empty"
        max_turns = 1000000
        points = { D1 = 0, W4 = 1000 }
        target_score = 1
        scoring = "own"
        max_rounds = 1
        two_player_reverse = "skip"
        "#;
    let house = "stack = \"cross\"\ndraw = \"until-playable\"\nforce_play = true\nchallenge = false\nbluff = false\nseven_zero = true\nupcard = \"plain\"";
    let rules = parse(&[sheet, house].concat()).unwrap();
    assert_eq!(rules.name, "Mine_2.0-x");
    assert_eq!(rules.players(), Some(4..=6));
    assert_eq!(
        rules.to_json(),
        json!({
            "base": "power-grab", "icons": ["1U 1N", "", "9!", "5O"], "first_dealer": 3, "next_dealer": "winner",
            "hand_size": 9, "opening_draw_skips": false, "wild_after_draw": true, "towers": "U!",
            "protects": {"U": ["D1", "S"], "N": ["D2"], "O": ["W4"], "!": []}, "instant_uno": false,
            "block_last": false, "reshuffle": "on-empty", "max_turns": 1_000_000,
            "points": {"D1": 0, "D2": 20, "S": 20, "R": 20, "G2": 50, "W": 50, "WT": 50, "WP": 50, "W4": 1000},
            "target_score": 1, "scoring": "own", "max_rounds": 1, "two_player_reverse": "skip",
            "stack": "cross", "draw": "until-playable", "force_play": true, "challenge": false, "bluff": false, "seven_zero": true,
            "upcard": "plain"
        })
    );
    // All but `deck`, which the icons exclude.
    assert_eq!(rules.differences().len(), OPTIONS.len() - 1);
}

#[test]
fn a_deck_is_any_cards_and_is_the_sheets_where_only_the_icons_differ() {
    let own = parse("base = \"classic\"\n[deck]\n\"R0!\" = 20\nWP = 4\nRG2 = 8\nB7 = 0").unwrap();
    assert_eq!(own.deck.cards().len(), 32);
    assert_eq!(own.to_json()["deck"], json!({"R0!": 20, "RG2": 8, "WP": 4}));
    assert_eq!(own.players(), Some(2..=4));

    let icons = parse("base = \"power-grab\"\nicons = \"5O 5N\"").unwrap();
    let deck: String = icons
        .deck
        .counts()
        .iter()
        .map(|(card, n)| format!("\"{card}\" = {n}\n"))
        .collect();
    let same = parse(&format!("base = \"power-grab\"\n[deck]\n{deck}")).unwrap();
    assert_eq!(same, icons);
    assert!(same.to_json().get("deck").is_none());
    assert_eq!(same.to_json()["icons"], "5N 5O");
}

#[test]
fn what_is_wrong_is_said_with_file_key_value_and_remedy() {
    // The text after `base = "power-grab"`, the key, and parts of the message.
    let cases: &[(&str, &str, &[&str])] = &[
        ("handsize = 7", "handsize", &["did you mean `hand_size`?"]),
        ("points = { D3 = 1 }", "points.D3", &["did you mean `D1`?"]),
        ("protects = { X = [] }", "protects.X", &["unknown", "U"]),
        ("hand_size = 0", "hand_size", &["0 is not", "1 to 60"]),
        ("hand_size = 61", "hand_size", &["61 is not", "1 to 60"]),
        (
            "hand_size = 7.0",
            "hand_size",
            &["7.0 is not a whole number"],
        ),
        (
            "hand_size = nan",
            "hand_size",
            &["nan is not a whole number"],
        ),
        ("hand_size = 9223372036854775807", "hand_size", &["1 to 60"]),
        (
            "hand_size = 9223372036854775808",
            "",
            &["not valid TOML", "2"],
        ),
        (
            "hand_size = 60",
            "hand_size",
            &["108 cards", "at most hand_size = 53", "PG-4"],
        ),
        (
            "first_dealer = 5\nhand_size = 20",
            "hand_size",
            &["6 players", "at most hand_size = 17"],
        ),
        (
            "first_dealer = 6",
            "first_dealer",
            &["6 is no seat", "2 to 6", "PG-1"],
        ),
        (
            "first_dealer = 10",
            "first_dealer",
            &["10 is not \"random\" or a seat from 0 to 9"],
        ),
        (
            "first_dealer = \"left\"",
            "first_dealer",
            &["\"left\" is not \"random\""],
        ),
        (
            "next_dealer = \"righ\"",
            "next_dealer",
            &["\"righ\" is not known", "left, random, winner"],
        ),
        (
            "wild_after_draw = 1",
            "wild_after_draw",
            &["1 is not true or false"],
        ),
        (
            "towers = \"UU\"",
            "towers",
            &["\"UU\" is not", "different letters"],
        ),
        ("towers = \"X\"", "towers", &["\"X\" is not"]),
        ("towers = [\"U\"]", "towers", &["is not a text"]),
        (
            "protects = { U = [\"R\"] }",
            "protects.U",
            &["[\"R\"] is not a list"],
        ),
        (
            "protects = { U = [\"S\", \"S\"] }",
            "protects.U",
            &["different"],
        ),
        (
            "protects = { U = \"S\" }",
            "protects.U",
            &["\"S\" is not a list"],
        ),
        (
            "points = { W4 = 1001 }",
            "points.W4",
            &["1001 is not", "0 to 1000"],
        ),
        ("points = { W4 = -1 }", "points.W4", &["-1 is not"]),
        ("points = 20", "points", &["20 is not a table"]),
        ("max_turns = 0", "max_turns", &["1 to 1000000"]),
        ("max_rounds = 1000001", "max_rounds", &["1 to 1000000"]),
        ("target_score = 0", "target_score", &["1 to 1000000"]),
        ("icons = \"0U\"", "icons", &["\"0U\"", "1 to 9"]),
        ("icons = \"5\"", "icons", &["\"5\"", "like 5O"]),
        (
            "icons = \"5O 5O 5O\"",
            "icons",
            &["more than 2 icons on R5"],
        ),
        ("icons = [\"5O\"]", "icons", &["four texts"]),
        ("icons = 5", "icons", &["5 is not a text"]),
        (
            "deck = { R10 = 1 }",
            "deck.R10",
            &["\"R10\" is not a card", "R5, B5O"],
        ),
        (
            "deck = { R5 = 129 }",
            "deck.R5",
            &["129 is not", "0 to 128"],
        ),
        ("deck = { R5 = -1 }", "deck.R5", &["-1 is not", "0 to 128"]),
        (
            "deck = { R5 = 128, W4 = 1 }",
            "deck",
            &["129 cards", "at most 128"],
        ),
        (
            "deck = { W4 = 128 }",
            "deck",
            &["only 0 cards", "PG-5", "3 are needed"],
        ),
        ("deck = {}", "deck", &["only 0 cards"]),
        (
            "deck = { R5 = 14, W4 = 100 }",
            "deck",
            &["only 14 cards", "at most hand_size = 6"],
        ),
        (
            "icons = \"5O\"\ndeck = { R5 = 30 }",
            "icons",
            &["together with deck", "leave icons out"],
        ),
        ("name = \"\"", "name", &["\"\" is not a name", "1 to 64"]),
        ("name = \"../x\"", "name", &["\"../x\" is not a name"]),
        ("name = \"-x\"", "name", &["a letter or digit first"]),
        ("name = 7", "name", &["7 is not a text"]),
        (
            "name = \"power-grab\"\nhand_size = 8",
            "name",
            &["differ from it in hand_size"],
        ),
        (
            "name = \"PowerGrab\"\nhand_size = 8",
            "name",
            &["official power-grab", "choose another"],
        ),
        ("name = \"Power_Grab\"", "name", &["write \"power-grab\""]),
        (
            "name = \"classic\"",
            "name",
            &["official classic", "start from power-grab"],
        ),
        ("name = \"grid\"", "name", &["official grid"]),
        (
            "base = \"classic\"",
            "",
            &["not valid TOML", "duplicate key"],
        ),
        ("hand_size = ", "", &["not valid TOML", "line 2"]),
    ];
    for (text, key, parts) in cases {
        let error = parse(&format!("base = \"power-grab\"\n{text}")).expect_err(text);
        let (file, line) = error.file.split_once(':').unwrap_or((&error.file, ""));
        assert_eq!((file, error.key.as_str()), ("f.toml", *key), "{error}");
        // A key in the file is reported with its line.
        let told = |n: usize| text.lines().nth(n - 2).unwrap_or_default();
        let name = key.rsplit('.').next().unwrap_or_default();
        let is_there = line.is_empty() || told(line.parse().unwrap()).contains(name);
        assert!(is_there, "{error}");
        let lacks = |part: &&&str| !error.problem.contains(**part);
        assert_eq!(parts.iter().find(lacks), None, "{text}: {error}");
    }
}

#[test]
fn a_base_is_needed() {
    let error = |text: &str| parse(text).unwrap_err().to_string();
    assert!(error("").contains("key `base`: missing; give the official ruleset"));
    assert!(
        error("bsae = \"classic\"\nhand_size = 99")
            .contains("key `bsae`: unknown; did you mean `base`?")
    );
    assert!(
        error("base = \"clasic\"").contains("\"clasic\" is not known; did you mean `classic`?")
    );
    assert!(error("base = [\"classic\"]").contains("is not a text"));
}

#[test]
fn a_long_name_and_a_deep_file_are_refused() {
    let name = |n: usize| parse(&format!("base = \"classic\"\nname = \"{}\"", "x".repeat(n)));
    assert!(name(64).is_ok());
    assert!(name(65).unwrap_err().to_string().len() < 300);
    for open in ["[", "{a=", "[\n", "a."] {
        let text = format!("base = \"classic\"\nhand_size = {}", open.repeat(1 << 18));
        assert!(parse(&text).is_err());
        assert!(parse(&format!("base = \"classic\"\n{}", open.repeat(1 << 18))).is_err());
    }
}

#[test]
fn a_file_that_gives_no_name_is_called_as_the_file_is() {
    let dir = tempfile::tempdir().unwrap();
    let read = |file: &str, text: &str| {
        let path = dir.path().join(file);
        std::fs::write(&path, text).unwrap();
        resolve(path.to_str().unwrap()).map_err(|e| e.to_string())
    };
    assert_eq!(
        read("quick.toml", "base = \"classic\"\ntarget_score = 1")
            .unwrap()
            .name,
        "quick"
    );
    assert_eq!(
        read("classic.toml", "base = \"classic\"").unwrap(),
        builtin("classic").unwrap()
    );
    let error = read("classic.toml", "base = \"classic\"\ntarget_score = 1").unwrap_err();
    assert!(error.contains("\"classic\", as the file is called, is the official classic: these rules differ from it in target_score"), "{error}");
    let error = read("my rules.toml", "base = \"classic\"").unwrap_err();
    assert!(error.contains("\"my rules\", as the file is called, is not a name"));
}

#[test]
fn a_ruleset_is_found_by_name_or_path() {
    let error = |name: &str| resolve(name).unwrap_err().to_string();
    let named = NAMED.iter().map(|(name, _)| *name);
    let known: BTreeSet<&str> = named.chain(Family::ALL.map(Family::name)).collect();
    let known = Vec::from_iter(known).join(", ");
    let told = "power-grap: no such ruleset; did you mean `power-grab`? (known: ";
    let told = format!("{told}{known}), or the path of a ruleset file");
    assert_eq!(error("power-grap"), told);
    assert!(error("").contains("no such ruleset"));
    assert!(error("./nothing.toml").starts_with("./nothing.toml: cannot be read"));
    assert!(error("nothing.toml").contains("cannot be read"));
    assert!(error("src/").contains("cannot be read"));
    assert!(error("src").contains("no such ruleset"));
}

#[test]
fn a_table_within_another_file_names_its_keys_and_itself() {
    let read = |text: &str| {
        let table = config::parse("e.toml", text).unwrap();
        let reader = Reader::new("e.toml", &table);
        let rules = reader.table("rules").unwrap().unwrap();
        from_table(&rules, None)
    };
    let error = read("[rules]\nbase = \"classic\"\npoints.W5 = 3").unwrap_err();
    assert_eq!(error.key, "rules.points.W5");
    assert_eq!(read("[rules]\nbase = \"classic\"").unwrap().name, "classic");
    let variant = read("[rules]\nbase = \"classic\"\nhand_size = 5").unwrap();
    assert_eq!(
        variant.name,
        format!("classic-{}", &variant.fingerprint()[..8])
    );
}

#[test]
fn a_traces_rules_are_read_back() {
    let json = Rules::official(Family::Classic).to_json();
    assert_eq!(
        from_json("t", None, &json).unwrap(),
        Rules::official(Family::Classic)
    );
    let mut bare = json.clone();
    bare.as_object_mut().unwrap().remove("base");
    assert_eq!(
        from_json("t", Some(Family::Classic), &bare).unwrap(),
        Rules::official(Family::Classic)
    );
    assert!(
        from_json("t", None, &bare)
            .unwrap_err()
            .to_string()
            .contains("`base`: missing")
    );

    let mut doctored = json.clone();
    doctored["hand_size"] = json!(8);
    let back = from_json("t", Some(Family::Classic), &doctored).unwrap();
    assert_eq!(back.hand_size, 8);
    assert_ne!(back.name, "classic");

    let own = parse("base = \"classic\"\n[deck]\nR5O = 40").unwrap();
    let mut doctored = own.to_json();
    assert_eq!(from_json("t", None, &doctored).unwrap().deck, own.deck);
    doctored["icons"] = json!("");
    assert_eq!(from_json("t", None, &doctored).unwrap_err().key, "icons");
    for wrong in [
        json!(null),
        json!([]),
        json!({"base": null}),
        json!({"base": "classic", "x": {"y": null}}),
    ] {
        assert!(from_json("t", None, &wrong).is_err());
    }
}

mod command {
    use crate::call::{package, powergrab};
    use std::process::Output;

    fn rules(args: &[&str]) -> Output {
        powergrab(package()).args("rules").args(args).output()
    }

    #[test]
    fn names_files_and_formats() {
        let list = rules(&[]);
        assert!(list.status.success());
        let list = String::from_utf8(list.stdout).unwrap();
        for name in ["power-grab", "green-lantern", "classic"] {
            let shown = rules(&[name, "--format", "json"]);
            let json: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
            let fingerprint = json["fingerprint"].as_str().unwrap();
            let row = list.lines().find(|l| l.starts_with(name)).unwrap();
            assert!(row.ends_with(fingerprint), "{row}");
            assert_eq!(json["variant"], false);
        }
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/configs/rulesets/variants/grab-20.toml"
        );
        let shown = String::from_utf8(rules(&[file]).stdout).unwrap();
        assert!(
            shown.starts_with("grab-20: a variant of power-grab\n"),
            "{shown}"
        );
        assert!(shown.contains("* PG-16  points = "), "{shown}");
    }

    #[test]
    fn bad_input_is_one_line_and_exit_code_2() {
        for args in [&["clasic"][..], &["no/such/file.toml"], &["src/"]] {
            let output = rules(args);
            assert_eq!(output.status.code(), Some(2));
            assert!(output.stdout.is_empty());
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(
                message.starts_with("powergrab: ") && message.lines().count() == 1,
                "{message}"
            );
        }
    }
}

#[test]
fn an_option_is_found_by_its_key() {
    assert_eq!(option("towers").unwrap().rule, "PG-9");
    assert!(option("name").is_none());
}
