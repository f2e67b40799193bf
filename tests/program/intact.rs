//! `report` and `compare` on runs whose tables are damaged, cut, missing, or of another version;
//! `balance` where it measures nothing.
#![cfg(unix)]

use crate::call::{ok, run, says};
use crate::runs::results;
use powergrab_lab::study::intact::seal;
use powergrab_table::named_file::NamedFile;
use serde_json::Value;
use std::fs;
use std::path::Path;
use test_support::cases;

const MATCH: &str = "match --bots random,greedy --unit round --deals 64";

/// Makes a run in `run`, with a copy of its table put aside.
fn with_table(home: &Path, name: &str) -> String {
    let path = home.join("run").join(name);
    fs::read_to_string(&path).unwrap()
}

fn put(home: &Path, name: &str, text: &str) {
    fs::write(home.join("run").join(name), text).unwrap();
}

/// Writes a table as another version of the program would have, with its manifest.
fn put_sealed(home: &Path, name: &str, text: &str) {
    let run = home.join("run");
    put(home, name, text);
    let manifest = fs::read(run.join("manifest.json")).unwrap();
    let mut about: Value = serde_json::from_slice(&manifest).unwrap();
    let listed = about["files"].as_object().unwrap().keys();
    let files = listed.map(|file| NamedFile::new(file, fs::read(run.join(file)).unwrap()));
    let files: Vec<_> = files.collect();
    for key in ["format", "checksum", "files"] {
        about.as_object_mut().unwrap().shift_remove(key);
    }
    fs::write(run.join("manifest.json"), seal(&about, &files)).unwrap();
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
        // Truncated in the middle of a row, truncated after one, one digit changed, emptied.
        for bad in [&good[..good.len() - 3], &good[..cut_row], &flipped, ""] {
            put(home, table, bad);
            for command in commands {
                let text = says(home, command, 2);
                let due = format!("run/{table}: is not as the run wrote it");
                assert!(text.contains(&due), "{text}");
                assert!(text.contains("write it again: powergrab match "), "{text}");
                assert!(text.contains(" --out run --force"), "{text}");
            }
        }
        fs::remove_file(home.join("run").join(table)).unwrap();
        for command in commands {
            let text = says(home, command, 3);
            let due = format!("run/{table}: is missing");
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
    // A refusal leaves the page unchanged.
    assert_eq!(fs::read(home.join("run/report.html")).unwrap(), page);
    // A rerun writes the tables again, and everything is valid.
    put(home, "bots.csv", "x");
    ok(home, &format!("{MATCH} --out run"));
    ok(home, "report run");
}

/// A complete run is not trusted: its tables are checked.
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
        assert!(text.contains(&format!("run/{table}: is missing")), "{text}");
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
    ok(home, "report run");
    ok(home, "compare run other");
    let bots = with_table(home, "bots.csv");
    put_sealed(home, "bots.csv", &bots.replacen("win_rate", "rate", 1));
    let text = says(home, "report run", 2);
    assert!(
        text.contains("run/bots.csv: has no column `win_rate`"),
        "{text}"
    );
    put_sealed(home, "bots.csv", &bots[..bots.len() - 30]);
    let text = says(home, "report run", 2);
    assert!(text.contains("run/bots.csv: is damaged"), "{text}");
    let blocks = with_table(home, "blocks.csv");
    put_sealed(
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
    put_sealed(home, "blocks.csv", &format!("{header}\n"));
    let text = says(home, "compare run other", 2);
    assert!(text.contains("blocks.csv: has no rows"), "{text}");
    put_sealed(
        home,
        "blocks.csv",
        &blocks.replace(",wins,0,", ",wins,zero,"),
    );
    let text = says(home, "compare run other", 2);
    assert!(text.contains("blocks.csv: row "), "{text}");
    // Columns are found by name, in any order.
    let swapped: Vec<String> = blocks
        .lines()
        .map(|line| {
            let mut cells: Vec<&str> = line.split(',').collect();
            cells.swap(5, 6);
            cells.join(",")
        })
        .collect();
    let told = |home: &Path| run(home, "compare run other").stdout;
    put_sealed(home, "blocks.csv", &blocks);
    let due = told(home);
    put_sealed(home, "blocks.csv", &swapped.join("\n"));
    assert_eq!(told(home), due);
}

/// The studies by their commands, as small as possible.
const STUDIES: [&str; 11] = [
    MATCH,
    "tournament small.toml",
    "sweep small-sweep.toml",
    "sweep small-sweep.toml --halving --deals 16",
    "tune small-tune.toml",
    "tune small-tune.toml --self-play",
    "balance small-balance.toml",
    "balance small-search.toml --optimise",
    "ladder skill --rulesets classic --seats 2 --policies monte-carlo --playout greedy --effort 2000 --most 16",
    "why hoarder greedy --unit round --deals 40 --search-deals 20",
    "review --bots miser,greedy --unit round --deals 20 --positions 1",
];
const CONFIGURATIONS: [(&str, &str); 5] = [
    (
        "small.toml",
        "name = \"t\"\nformat = \"round-robin\"\npool = [\"random\", \"greedy\"]\nplayers = [2]\ndeals = 16\nunit = \"round\"\n",
    ),
    (
        "small-sweep.toml",
        "name = \"s\"\nunit = \"round\"\nline_up = [\"mine\", \"balanced\"]\nbots.mine = \"balanced\"\ndeals = 8\nfinalists = 1\n\
         [factors]\nmine.uno_call = [0.2, 0.6, 1.0]\n",
    ),
    (
        "small-tune.toml",
        "name = \"tuned\"\nruleset = \"power-grab\"\nplayers = 2\nstart = \"balanced\"\nfield = [\"greedy\"]\nunit = \"round\"\n\
         generations = 2\ndeals = 8\nvalidate = 16\none_step = 8\nparams = [\"wild_hold\"]\nrounds = 1\n",
    ),
    (
        "small-balance.toml",
        "name = \"b\"\nline_ups = [[\"random\", \"greedy\"]]\n[towers]\ndeals = 20\n[rulings]\ndeals = 6\n",
    ),
    (
        "small-search.toml",
        "name = \"o\"\nline_ups = [[\"balanced\", \"random\"]]\n[optimise]\ndeals = 8\ncandidates = 2\nfinalists = 1\ntest_deals = 8\n\
         [optimise.tune]\ndeals = 8\ngenerations = 1\ngain_deals = 8\nparams = [\"uno_call\"]\n",
    ),
];

/// No reader accepts a changed or missing file of any study; `--resume` either rewrites it from its
/// checkpoint or refuses. (scripts/checks/kill_test.py damages more files of larger studies, and
/// tests `powergrab.load` too.)
#[test]
fn every_file_of_every_study_is_held_to_the_manifest() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (file, text) in CONFIGURATIONS {
        fs::write(home.join(file), text).unwrap();
    }
    for study in cases(STUDIES, 2) {
        ok(home, &format!("{study} --out run"));
        ok(home, "report run");
        fs::remove_file(home.join("run/report.html")).unwrap();
        let whole = results(&home.join("run"));
        for (name, good) in &whole {
            let path = home.join("run").join(name);
            let mut changed = good.clone();
            let digit = changed.iter().rposition(u8::is_ascii_digit);
            match digit {
                Some(at) => changed[at] ^= 1,
                None => changed.push(b'x'),
            }
            let mut all = vec![Some(&changed[..]), None];
            if name == "manifest.json" {
                all.extend([Some(&good[..good.len() / 2]), Some(b""), Some(b"{}")]);
            }
            for bad in all {
                match bad {
                    Some(bad) => fs::write(&path, bad).unwrap(),
                    None => fs::remove_file(&path).unwrap(),
                }
                let report = run(home, "report run");
                let text = String::from_utf8(report.stderr).unwrap();
                let refused = matches!(report.status.code(), Some(2 | 3));
                assert!(refused && text.contains(name), "{study}: {name}: {text}");
                assert!(!home.join("run/report.html").exists());
                let resumed = run(home, &format!("{study} --out run --resume"));
                let is_again = resumed.status.success() && results(&home.join("run")) == whole;
                let refused = matches!(resumed.status.code(), Some(2 | 3));
                let text = String::from_utf8(resumed.stderr).unwrap();
                assert!(is_again || refused, "{study}: {name}: {text}");
                assert!(is_again || text.contains(name), "{study}: {name}: {text}");
                for (name, good) in &whole {
                    fs::write(home.join("run").join(name), good).unwrap();
                }
            }
        }
        fs::remove_dir_all(home.join("run")).unwrap();
    }
}

/// The files of another study are removed, whatever their names; files of no run stay.
#[test]
fn force_leaves_nothing_of_another_study() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (file, text) in CONFIGURATIONS {
        fs::write(home.join(file), text).unwrap();
    }
    ok(home, &format!("{MATCH} --out due"));
    let due = results(&home.join("due"));
    for study in STUDIES {
        ok(home, &format!("{study} --out run"));
        fs::write(home.join("run/notes.txt"), "mine").unwrap();
        ok(home, &format!("{MATCH} --out run --force"));
        let mut left = results(&home.join("run"));
        assert_eq!(left.remove("notes.txt").as_deref(), Some(&b"mine"[..]));
        assert!(left == due, "{study}: {:?}", left.keys());
        assert!(!home.join("run/shards").exists(), "{study}");
        fs::remove_dir_all(home.join("run")).unwrap();
    }
}

#[test]
fn a_run_of_balance_is_held_to_its_manifest_too() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let config = "name = \"b\"\nline_ups = [[\"random\", \"greedy\"]]\n[towers]\ndeals = 20\n[drama]\ndeals = 20\n";
    fs::write(home.join("b.toml"), config).unwrap();
    ok(home, "balance b.toml --out run");
    ok(home, "report run");
    let drama = with_table(home, "drama.csv");
    fs::remove_file(home.join("run/drama.csv")).unwrap();
    let text = says(home, "report run", 3);
    assert!(text.contains("run/drama.csv: is missing"), "{text}");
    assert!(text.contains("powergrab balance b.toml --seed 1"), "{text}");
    put(home, "drama.csv", &drama);
    let text = says(home, "compare run run", 3);
    assert!(text.contains("only runs of match and tournament"), "{text}");
}

/// A measurement without effect is an error if this is known beforehand, and a warning if it turns
/// out (PG-8, PG-9).
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
