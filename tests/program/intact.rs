//! `report` and `compare` on runs whose tables are damaged, cut, missing, or of another version; `balance` where it measures nothing.
#![cfg(unix)]

use crate::runs::{ok, run, says};
use serde_json::Value;
use std::fs;
use std::path::Path;

const MATCH: &str = "match --bots random,greedy --unit round --deals 64";

/// A run in `run`, a copy of its table put aside.
fn with_table(home: &Path, name: &str) -> String {
    let path = home.join("run").join(name);
    fs::read_to_string(&path).unwrap()
}

fn put(home: &Path, name: &str, text: &str) {
    fs::write(home.join("run").join(name), text).unwrap();
}

/// As if an earlier version had written the run: its manifest lists no tables.
fn forget_the_list(home: &Path) {
    let path = home.join("run/manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert!(manifest["files"].as_object_mut().unwrap().len() > 5);
    manifest.as_object_mut().unwrap().remove("files");
    fs::write(path, manifest.to_string()).unwrap();
}

#[test]
fn damaged_and_missing_tables_are_named_with_their_remedy() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &format!("{MATCH} --out run"));
    ok(home, &format!("{MATCH} --seed 2 --out other"));
    ok(home, "report run");
    ok(home, "compare run other");
    let page = fs::read(home.join("run/report.html")).unwrap();
    for (table, commands) in [
        ("bots.csv", &["report run"][..]),
        ("rounds.csv", &["report run"]),
        ("blocks.csv", &["compare run other", "compare other run"]),
    ] {
        let good = with_table(home, table);
        let cut_row = good.trim_end().rfind('\n').unwrap() + 1;
        let digit = good.rfind(|c: char| c.is_ascii_digit()).unwrap();
        let mut flipped = good.clone();
        flipped.replace_range(
            digit..=digit,
            if good[digit..].starts_with('7') {
                "3"
            } else {
                "7"
            },
        );
        // Cut in the middle of a row, cut after one, one digit another, emptied.
        for bad in [&good[..good.len() - 3], &good[..cut_row], &flipped, ""] {
            put(home, table, bad);
            for command in commands {
                let text = says(home, command, 2);
                let due = format!("run/{table}: is not as the run wrote it");
                assert!(text.contains(&due), "{text}");
                assert!(text.contains("write it again: powergrab match "), "{text}");
            }
        }
        fs::remove_file(home.join("run").join(table)).unwrap();
        for command in commands {
            let text = says(home, command, 3);
            let due = format!("run/{table}: is not there");
            assert!(
                text.contains(&due) && text.contains("powergrab match"),
                "{text}"
            );
        }
        put(home, table, &good);
        for command in commands {
            ok(home, command);
        }
    }
    // What was refused has left the page as it was.
    assert_eq!(fs::read(home.join("run/report.html")).unwrap(), page);
    // A run writes the tables again, and all is well.
    put(home, "bots.csv", "x");
    ok(home, &format!("{MATCH} --out run"));
    ok(home, "report run");
}

/// A complete run is not believed to be there: its tables are looked at.
#[test]
fn a_complete_run_that_is_damaged_is_not_resumed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let lines = "name = \"c\"\nruleset = \"power-grab\"\nformat = \"round-robin\"\npool = [\"greedy\", \"random\"]\nplayers = [2]\n";
    fs::write(home.join("c.toml"), lines).unwrap();
    for (run, table) in [
        (MATCH, "bots.csv"),
        ("tournament c.toml --unit round --deals 64", "seats.csv"),
    ] {
        ok(home, &format!("{run} --out run"));
        let again = format!("{run} --out run --resume");
        assert!(ok(home, &again).contains("complete"));
        let good = with_table(home, table);
        put(home, table, &good.replacen('1', "2", 1));
        let text = says(home, &again, 2);
        let due = format!("run/{table}: is not as the run wrote it");
        assert!(
            text.contains(&due) && text.contains("write it again: powergrab "),
            "{text}"
        );
        fs::remove_file(home.join("run").join(table)).unwrap();
        let text = says(home, &again, 3);
        assert!(
            text.contains(&format!("run/{table}: is not there")),
            "{text}"
        );
        // The remedy that it names.
        ok(home, &format!("{run} --out run"));
        assert!(ok(home, &again).contains("complete"));
        fs::remove_dir_all(home.join("run")).unwrap();
    }
}

#[test]
fn tables_of_other_versions_are_held_to_their_columns() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &format!("{MATCH} --out run"));
    ok(home, &format!("{MATCH} --seed 2 --out other"));
    forget_the_list(home);
    ok(home, "report run");
    ok(home, "compare run other");
    let bots = with_table(home, "bots.csv");
    put(home, "bots.csv", &bots.replacen("win_rate", "rate", 1));
    let text = says(home, "report run", 2);
    assert!(
        text.contains("run/bots.csv: has no column `win_rate`"),
        "{text}"
    );
    put(home, "bots.csv", &bots[..bots.len() - 30]);
    let text = says(home, "report run", 2);
    assert!(text.contains("run/bots.csv: is damaged"), "{text}");
    let blocks = with_table(home, "blocks.csv");
    put(
        home,
        "blocks.csv",
        &blocks.replacen(",group,", ",gruppe,", 1),
    );
    let text = says(home, "compare run other", 2);
    assert!(
        text.contains("run/blocks.csv: has no column `group`"),
        "{text}"
    );
    let header = blocks.lines().next().unwrap();
    put(home, "blocks.csv", &format!("{header}\n"));
    let text = says(home, "compare run other", 2);
    assert!(text.contains("blocks.csv: has no rows"), "{text}");
    put(
        home,
        "blocks.csv",
        &blocks.replace(",wins,0,", ",wins,zero,"),
    );
    let text = says(home, "compare run other", 2);
    assert!(text.contains("blocks.csv: row "), "{text}");
    // Columns are found by name, wherever they stand.
    let swapped: Vec<String> = blocks
        .lines()
        .map(|line| {
            let mut cells: Vec<&str> = line.split(',').collect();
            cells.swap(5, 6);
            cells.join(",")
        })
        .collect();
    let told = |home: &Path| run(home, "compare run other").stdout;
    put(home, "blocks.csv", &blocks);
    let due = told(home);
    put(home, "blocks.csv", &swapped.join("\n"));
    assert_eq!(told(home), due);
}

#[test]
fn a_run_of_balance_is_held_to_its_manifest_too() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let config = "name = \"b\"\nline_ups = [[\"random\", \"greedy\"]]\n[towers]\ndeals = 20\n[drama]\ndeals = 20\n";
    fs::write(home.join("b.toml"), config).unwrap();
    ok(home, "balance b.toml --out run");
    ok(home, "report run");
    fs::remove_file(home.join("run/drama.csv")).unwrap();
    let text = says(home, "report run", 3);
    assert!(text.contains("run/drama.csv: is not there"), "{text}");
    assert!(text.contains("powergrab balance b.toml --seed 1"), "{text}");
    let text = says(home, "compare run run", 3);
    assert!(
        text.contains("runs of match and tournament have it"),
        "{text}"
    );
}

/// PG-8, PG-9: what measures nothing is an error where that is known beforehand, and a warning where it shows.
#[test]
fn what_measures_nothing_is_told() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let head = "name = \"b\"\nline_ups = [[\"random\", \"greedy\"]]\n";
    let refused = |text: &str, problem: &str| {
        fs::write(home.join("b.toml"), format!("{head}{text}")).unwrap();
        let optimise = if text.contains("[optimise]") {
            "--optimise"
        } else {
            ""
        };
        let said = says(home, &format!("balance b.toml --out none {optimise}"), 2);
        assert!(said.contains(problem), "{said}");
        assert!(!home.join("none").exists());
    };
    refused(
        "ruleset = \"classic\"\n[towers]\ndeals = 20",
        "b.toml: key `towers`: classic is played without towers",
    );
    refused(
        "[towers]\ndeals = 20\nturn_rate = 0.0\nblock_rate = 0.0",
        "key `towers.turn_rate`: is 0, and so is block_rate: nothing would be measured",
    );
    refused(
        "ruleset = \"green-lantern\"\n[optimise]\ndeals = 20",
        "key `optimise`: green-lantern is played without towers",
    );

    let warned = |text: &str, warnings: &[&str]| {
        fs::write(home.join("b.toml"), format!("{head}{text}")).unwrap();
        let said = ok(home, "balance b.toml --out run --force");
        let manifest = fs::read(home.join("run/manifest.json")).unwrap();
        let manifest: Value = serde_json::from_slice(&manifest).unwrap();
        let kept = manifest["result"]["warnings"].as_array().unwrap();
        assert_eq!(kept.len(), warnings.len(), "{kept:?}");
        ok(home, "report run");
        let page = fs::read_to_string(home.join("run/report.html")).unwrap();
        for (kept, due) in kept.iter().zip(warnings) {
            let kept = kept.as_str().unwrap();
            assert!(kept.contains(due), "{kept}");
            assert!(said.contains(&format!("warning: {kept}")), "{said}");
            assert!(page.contains("class=\"warning\""), "{kept}");
        }
    };
    warned("[towers]\ndeals = 40\nblock_rate = 0.5", &[]);
    warned(
        "ruleset = [\"power-grab\", \"classic\"]\n[towers]\ndeals = 40\nblock_rate = 0.5",
        &["[towers] classic is played without towers"],
    );
    warned(
        "[towers]\ndeals = 40\nturn_rate = 0.0\nblock_rate = 0.5",
        &["turn_rate = 0 moves no tower"],
    );
    warned(
        "[towers]\ndeals = 40\nblock_rate = 0.5\nnull = true",
        &["null = true moves nothing"],
    );
    // A deck without icons, towers that stop nothing: some changes cannot make a difference.
    fs::write(
        home.join("bare.toml"),
        "base = \"power-grab\"\nicons = \"\"\ninstant_uno = false\n",
    )
    .unwrap();
    warned(
        "ruleset = \"./bare.toml\"\n[ablations]\ndeals = 150",
        &["these leave the rules as they are, or are no rules of it, and are left out: no-icons"],
    );
    warned(
        "[rulings]\ndeals = 30\nline_ups = [[\"random\", \"random\", \"random\"]]",
        &["two_player_reverse=skip"],
    );
}
