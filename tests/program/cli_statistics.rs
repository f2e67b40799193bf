//! Ratings, stopping rules, `compare` and `plan` on the command line.

use crate::call::{out, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn fails(home: &Path, args: &str, code: i32, problem: &str) {
    let output = run(home, args);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args}: {told}");
    assert!(told.contains(problem), "{args}: {told}");
}

fn rows(home: &Path, file: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(home.join(file)).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn number(row: &BTreeMap<String, String>, key: &str) -> f64 {
    row[key]
        .parse()
        .unwrap_or_else(|_| panic!("{key}: {row:?}"))
}

const PAYOFF: &str = r#"
name = "payoff"
ruleset = "classic"
format = "payoff"
pool = ["greedy", "random", "first-legal"]
players = [2, 3]
unit = "round"
deals = 300
"#;

#[test]
fn a_payoff_tournament_has_ratings_and_a_mixture() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    fs::write(home.join("payoff.toml"), PAYOFF).unwrap();
    out(home, "tournament payoff.toml --out run");
    let payoffs = rows(home, "run/payoff.csv");
    // Each of three bots among copies of each other, at two tables.
    assert_eq!(payoffs.len(), 12);
    assert!(payoffs.iter().all(|row| !row["win_rate"].is_empty()));
    let lineups = rows(home, "run/lineups.csv");
    for row in &payoffs {
        let bot = &row["bot"];
        let found = lineups.iter().filter(|l| {
            let bots: Vec<&str> = l["line_up"].split('+').collect();
            let alone = bots.iter().filter(|b| *b == bot).count() == 1;
            l["bot"] == *bot
                && l["players"] == row["players"]
                && alone
                && bots.contains(&row["opponent"].as_str())
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), 1, "{row:?}");
        assert_eq!(found[0]["win_rate"], row["win_rate"]);
    }
    for players in ["2", "3"] {
        let ratings = rows(home, "run/ratings.csv");
        let table: Vec<_> = ratings.iter().filter(|r| r["players"] == players).collect();
        assert_eq!(table.len(), 3);
        let sum: f64 = table.iter().map(|r| number(r, "rating")).sum();
        assert!(sum.abs() < 1e-9, "{sum}");
        assert!(
            table
                .iter()
                .all(|r| number(r, "se") > 0.0 && number(r, "se") < 60.0)
        );
        let meta = rows(home, "run/meta.csv");
        let nash: f64 = meta
            .iter()
            .filter(|r| r["players"] == players && r["analysis"] == "nash")
            .map(|r| number(r, "value"))
            .sum();
        assert!((nash - 1.0).abs() < 1e-12, "{nash}");
        assert!(
            meta.iter()
                .any(|r| r["analysis"] == "alpha_rank" && r["parameter"] == "10")
        );
        assert!(
            meta.iter()
                .any(|r| r["analysis"] == "fit" && r["parameter"] == "deviance")
        );
    }
}

/// Few deals do not look certain: in these three the bot won the same share, and 75.0 % (75.0 to
/// 75.0) was reported once.
#[test]
fn few_deals_have_no_interval() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let text = out(
        home,
        "match --bots balanced,greedy*3 --unit round --deals 3 --seed 127 --out run",
    );
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("75.0 % of its rounds (fair 25.0), but fewer than 10 deals"),
        "{text}"
    );
    let stars = text
        .lines()
        .any(|line| line.starts_with("  balanced") && line.contains('*'));
    assert!(!stars, "{text}");
    for table in [
        "bots", "pairs", "seats", "lineups", "payoff", "rounds", "habits",
    ] {
        for row in rows(home, &format!("run/{table}.csv")) {
            for column in ["se", "low", "high", "p_value", "p_holm", "points_se"] {
                let cell = row.get(column).map_or("", String::as_str);
                assert_eq!(cell, "", "{table}.csv {column}: {row:?}");
            }
        }
    }
}

/// No error is 0, and no interval has a width of 0: an unseen or so far constant outcome may change
/// in the next deal.
#[test]
fn no_figure_is_certain() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    out(
        home,
        "match --bots balanced,greedy,random --unit round --deals 200 --out a",
    );
    out(
        home,
        "match --bots balanced,greedy,random --unit round --deals 200 --out b --seed 2",
    );
    for table in [
        "bots", "pairs", "seats", "lineups", "rounds", "habits", "towers", "ratings",
    ] {
        for row in rows(home, &format!("a/{table}.csv")) {
            for (column, cell) in &row {
                let is_error = column == "se" || column.ends_with("_se");
                assert!(!is_error || cell != "0", "{table}.csv {column}: {row:?}");
            }
            if let (Some(low), Some(high)) = (row.get("low"), row.get("high")) {
                assert!(low.is_empty() || low != high, "{table}.csv: {row:?}");
            }
        }
    }
    // Guilty bluffs are rare: with so few of them their frequency is unknown.
    let guilty = |table: Vec<BTreeMap<String, String>>| {
        table
            .into_iter()
            .find(|row| row["metric"] == "guilty")
            .unwrap()
    };
    assert_eq!(guilty(rows(home, "a/rounds.csv"))["se"], "");
    let text = out(home, "compare a b --metrics");
    let line = text.lines().find(|line| line.contains("guilty")).unwrap();
    assert!(line.contains("fewer than 25 events"), "{line}");
    assert!(!text.contains("+0.000 to +0.000"), "{text}");
}

/// Without salt equal strategies play equally: one win per block, and no formula breaks.
#[test]
fn identical_bots_have_no_spread() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    for name in ["x", "y", "z"] {
        fs::write(home.join(format!("{name}.toml")), "policy = \"random\"").unwrap();
    }
    out(
        home,
        "match --bots ./x.toml,./y.toml,./z.toml --deals 40 --unit round --out run",
    );
    for row in rows(home, "run/bots.csv") {
        assert_eq!(row["win_rate"], (1.0 / 3.0).to_string());
        assert!(number(&row, "low") < 1.0 / 3.0 && number(&row, "high") > 1.0 / 3.0);
        assert_eq!(row["p_holm"], "1");
        assert_eq!(row["variance_ratio"], "0");
    }
    for row in rows(home, "run/pairs.csv") {
        assert_eq!(
            (row["difference"].as_str(), row["p_value"].as_str()),
            ("0", "1")
        );
    }
    for row in rows(home, "run/ratings.csv") {
        assert!(number(&row, "rating").abs() < 1e-9 && row["se"].is_empty());
    }
}

/// Shares and strengths are relative: those of a bot in every seat are not estimates, and have no
/// error.
#[test]
fn a_lone_bot_has_its_share_by_definition() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    out(
        home,
        "match --ruleset grid --bots random,random --deals 20 --out run",
    );
    let ratings = rows(home, "run/ratings.csv");
    assert_eq!(ratings.len(), 1);
    let bots = rows(home, "run/bots.csv");
    assert_eq!(number(&bots[0], "win_rate"), 0.5);
    assert_eq!(number(&ratings[0], "rating"), 0.0);
    for figure in ["se", "low", "high"] {
        assert_eq!(
            (&*ratings[0][figure], &*bots[0][figure]),
            ("", ""),
            "{figure}"
        );
    }
}

/// Checks that a run stopped by its rule has the figures of one with a fixed number of deals, for
/// any number of looks. Returns the number of looks.
fn assert_is_the_plain_run(home: &Path, dir: &str, bots: &str) -> usize {
    let stopping = fs::read(home.join(dir).join("stopping.json")).unwrap();
    let stopping: Value = serde_json::from_slice(&stopping).unwrap();
    let looks = stopping["looks"].as_array().unwrap();
    let at: Vec<u64> = looks.iter().map(|l| l["deals"].as_u64().unwrap()).collect();
    assert!(at.is_sorted() && at[0] == 256, "{at:?}");
    let last = at.last().unwrap();
    out(
        home,
        &format!(
            "match --ruleset classic --unit round --bots {bots} --deals {last} --out {dir}-plain"
        ),
    );
    for file in ["bots.csv", "rounds.csv", "ratings.csv"] {
        assert_eq!(
            fs::read(home.join(dir).join(file)).unwrap(),
            fs::read(home.join(format!("{dir}-plain")).join(file)).unwrap(),
            "{file}"
        );
    }
    at.len()
}

#[test]
fn a_tournament_plays_on_where_the_order_is_open_whatever_the_threads() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    // Two that differ only by their salt are equals; greedy is above both.
    for (name, salt) in [("a", 1), ("b", 2)] {
        let text = format!("policy = \"random\"\nsalt = {salt}\n");
        fs::write(home.join(format!("{name}.toml")), text).unwrap();
    }
    let config = "name = \"t\"\nruleset = \"classic\"\nformat = \"round-robin\"\npool = [\"./a.toml\", \"greedy\", \"./b.toml\"]\nplayers = [2, 3]\nunit = \"round\"\ndeals = 600\n";
    fs::write(home.join("t.toml"), config).unwrap();
    let text = out(
        home,
        "tournament t.toml --until-ranked --threads 1 --out one",
    );
    assert!(text.contains("greedy over a"), "{text}");
    assert!(text.contains("  open\n"), "{text}");
    out(
        home,
        "tournament t.toml --until-ranked --threads 3 --out three",
    );
    for file in ["stopping.json", "bots.csv", "ratings.csv", "manifest.json"] {
        let read = |run: &str| fs::read(home.join(run).join(file)).unwrap();
        assert_eq!(read("one"), read("three"), "{file}");
    }
    let read = |file: &str| -> Value {
        serde_json::from_slice(&fs::read(home.join("one").join(file)).unwrap()).unwrap()
    };
    let stopping = read("stopping.json");
    assert_eq!(stopping["settled"], false);
    assert_eq!(read("manifest.json")["result"]["complete"], true);
    let line_ups = stopping["line_ups"].as_array().unwrap();
    let deals = |i: usize| line_ups[i]["deals"].as_u64().unwrap();
    // a and b at a table of two, and all three at one of three, receive the deals that the decided
    // pairs left.
    assert_eq!(line_ups[1]["bots"], serde_json::json!(["a", "b"]));
    assert!(
        deals(1) > 600 && deals(0) < 600 && deals(2) < 600,
        "{line_ups:?}"
    );
    let games: u64 = (0..3).map(|i| 2 * deals(i)).sum::<u64>() + 3 * deals(3);
    // Up to one deal's worth of games remains.
    assert!(games <= 9 * 600 && games > 9 * 600 - 9, "{games}");
    // The tables are those of a plain tournament of the deals that all line-ups played.
    let common = (0..4).map(deals).min().unwrap();
    out(
        home,
        &format!("tournament t.toml --deals {common} --out plain"),
    );
    for file in ["bots.csv", "lineups.csv", "pairs.csv", "ratings.csv"] {
        let read = |run: &str| fs::read(home.join(run).join(file)).unwrap();
        assert_eq!(read("one"), read("plain"), "{file}");
    }
    for (args, problem) in [
        ("--shard 1/2", "does not go with --shard"),
        ("--until-width 0.1", "cannot be used with"),
        ("--deals 100", "first looks after 256"),
    ] {
        let args = format!("tournament t.toml --until-ranked --out bad {args}");
        fails(home, &args, 2, problem);
    }
    let args = "match --bots greedy,greedy --until-ranked --out bad";
    fails(home, args, 2, "no two bots ever sit at one table");
}

#[test]
fn a_run_stops_where_it_is_settled_whatever_the_threads() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let args = "match --ruleset classic --unit round --bots greedy,first-legal --deals 20000 --until-decided greedy,first-legal";
    let text = out(home, &format!("{args} --threads 1 --out one"));
    assert!(text.contains("Settled after"), "{text}");
    out(home, &format!("{args} --threads 3 --out three"));
    let stopping = fs::read(home.join("one/stopping.json")).unwrap();
    assert_eq!(
        stopping,
        fs::read(home.join("three/stopping.json")).unwrap()
    );
    assert_eq!(
        fs::read(home.join("one/bots.csv")).unwrap(),
        fs::read(home.join("three/bots.csv")).unwrap()
    );
    let stopping: Value = serde_json::from_slice(&stopping).unwrap();
    let last = stopping["looks"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .clone();
    assert!(last["deals"].as_u64().unwrap() < 20_000);
    assert_is_the_plain_run(home, "one", "greedy,first-legal");
    let sprt = out(
        home,
        "match --ruleset classic --unit round --bots greedy,first-legal --deals 20000 --sprt 0,50 --out sprt",
    );
    let sprt = sprt.replace('\n', " ");
    assert!(sprt.contains("Elo 50 accepted"), "{sprt}");
    out(
        home,
        "match --ruleset classic --unit round --bots greedy,random --deals 3000 --until-width 0.1 --out width",
    );
    assert!(assert_is_the_plain_run(home, "width", "greedy,random") > 2);
    for (args, problem) in [
        (
            "--bots greedy,greedy --sprt 0,5",
            "match of two different bots",
        ),
        ("--bots greedy,random --sprt 5,0", "the second greater"),
        (
            "--bots greedy,random --until-decided greedy,hoarder",
            "not one of the run's bots",
        ),
        (
            "--bots greedy,random --until-width 0.1 --deals 100",
            "first looks after 256",
        ),
    ] {
        fails(home, &format!("match {args} --out bad"), 2, problem);
    }
    fails(
        home,
        "match --bots greedy,random --sprt 0,5 --until-width 0.1",
        2,
        "cannot be used with",
    );
}

#[test]
fn runs_over_the_same_deals_are_compared_in_pairs() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let base = "match --ruleset classic --unit round --deals 400";
    out(home, &format!("{base} --bots greedy,random,random --out a"));
    out(
        home,
        &format!("{base} --bots greedy,random,first-legal --out b"),
    );
    out(
        home,
        &format!("{base} --bots greedy,random,first-legal --seed 2 --out c"),
    );
    let json = |args: &str| -> Value {
        serde_json::from_str(&out(home, &format!("compare {args} --format json"))).unwrap()
    };
    let paired = json("a b --metrics");
    let unpaired = json("a c");
    let line = |found: &Value, bot: &str| -> Value {
        let lines = found["lines"].as_array().unwrap();
        lines
            .iter()
            .find(|l| l["bot"] == bot && l["metric"] == "wins")
            .unwrap()
            .clone()
    };
    let (p, u) = (line(&paired, "greedy"), line(&unpaired, "greedy"));
    assert_eq!(
        (&p["paired"], &u["paired"]),
        (&Value::Bool(true), &Value::Bool(false))
    );
    // The figures are the runs' own.
    for (run, side) in [("a", "a"), ("b", "b")] {
        let bots = rows(home, &format!("{run}/bots.csv"));
        let own = bots.iter().find(|r| r["bot"] == "greedy").unwrap();
        assert!((number(own, "win_rate") - p[side].as_f64().unwrap()).abs() < 1e-12);
    }
    assert!(paired["method"].as_str().unwrap().starts_with("paired"));
    assert!(unpaired["method"].as_str().unwrap().starts_with("unpaired"));
    // A run does not differ from itself.
    let same = line(&json("a a"), "greedy");
    assert_eq!(
        (same["difference"].as_f64(), same["p_value"].as_f64()),
        (Some(0.0), Some(1.0))
    );
    assert!(same["low"].as_f64() < Some(0.0) && same["high"].as_f64() > Some(0.0));
    let text = out(home, "compare a b");
    assert!(
        text.contains("paired: both runs played deals 0..400 of seed 1"),
        "{text}"
    );
    fails(home, "compare a nowhere", 3, "the directory of a run");
    fs::write(home.join("b/blocks.csv"), "ruleset\nx\n").unwrap();
    fails(
        home,
        "compare a b",
        2,
        "b/blocks.csv: is not as the run wrote it",
    );
}

#[test]
fn a_plan_follows_the_pilots_spread() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let args = "plan --effect 0.02 --ruleset classic --unit round --bots greedy,random --pilot 300";
    let plan: Value = serde_json::from_str(&out(home, &format!("{args} --format json"))).unwrap();
    let rows = plan.as_array().unwrap();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let of = |key: &str| row[key].as_f64().unwrap();
        // (1.959964 + 1.281552)²
        let right = 10.507_42 * (of("deviation") / of("effect")).powi(2);
        assert!((of("deals") - right).abs() <= 1.0 + right * 1e-5, "{row}");
        assert_eq!(of("games"), 2.0 * of("deals"));
    }
    assert!(out(home, args).contains("an effect of 0.02 takes"));
    assert!(!home.join("results").exists());
    fails(
        home,
        "plan --effect 0.002 --bots greedy --players 3",
        2,
        "for 3 players",
    );
    fails(home, "plan --effect 2", 2, "above 0 and below 1");
}
