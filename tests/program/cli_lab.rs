//! `powergrab sweep` and `powergrab tune` on the command line: files, refusals, resuming, the same
//! bytes for any threads.

use crate::call;
use crate::checkpoints::{self, copy, cut_after, doctored, flip_bits};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use test_support::cases;

/// Calls the program, which keeps its checkpoint at the end.
fn keeping(dir: &Path, args: &[&str]) -> Output {
    call::powergrab(dir)
        .args(args)
        .env("POWERGRAB_KEEP_EACH", "1")
        .output()
}

fn config(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "configs", name]
        .iter()
        .collect();
    path.display().to_string()
}

fn done(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn refused(output: &Output, code: i32, part: &str) {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.contains(part), "{message}");
}

/// Returns all files of a directory by name, without checkpoints.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(dir).unwrap().map(|e| e.unwrap());
    let entries = entries.filter(|e| e.file_name() != "shards");
    let mut files: Vec<_> = entries
        .map(|e| {
            (
                e.file_name().into_string().unwrap(),
                fs::read(e.path()).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_sweep_writes_a_row_for_each_cell_and_bot_whatever_the_threads() {
    let home = tempfile::tempdir().unwrap();
    let file = config("sweep-quick.toml");
    let run = |out: &str, threads: &str| {
        done(&call::run(
            home.path(),
            &[
                "sweep",
                &file,
                "--deals",
                "40",
                "--threads",
                threads,
                "--out",
                out,
            ],
        ))
    };
    let shown = run("a", "1");
    assert!(shown.starts_with("At 2 seats mine wins most"), "{shown}");
    // Tables of different size have separate plots, because their rates are not averaged.
    assert!(
        shown.contains("power-grab, 2 players: won by mine, %"),
        "{shown}"
    );
    assert!(
        shown.contains("power-grab, 3 players: won by mine, %"),
        "{shown}"
    );
    assert!(
        shown.lines().all(|line| line.chars().count() <= 80),
        "{shown}"
    );
    assert_eq!(shown, run("b", "3"));
    let all = files(&home.path().join("a"));
    assert_eq!(all, files(&home.path().join("b")));
    let names: Vec<&str> = all.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(
        names,
        [
            "data_dictionary.md",
            "manifest.json",
            "sweep-power-grab-2.svg",
            "sweep-power-grab-3.svg",
            "sweep.csv",
        ]
    );
    let mut reader = csv::Reader::from_reader(all[4].1.as_slice());
    let header: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(
        header[..7],
        [
            "stage",
            "cell",
            "mine.bluff_bias",
            "mine.wild_hold",
            "ruleset",
            "players",
            "bot"
        ]
    );
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 18 * 2);
    assert_eq!((&rows[2][5], &rows[0][5], &rows[0][7]), ("3", "2", "40"));
    // Another run in the same directory is refused.
    refused(
        &call::run(
            home.path(),
            &["sweep", &file, "--deals", "41", "--out", "a"],
        ),
        2,
        "differs in `deals`",
    );
    assert_eq!(all, files(&home.path().join("a")));
}

#[test]
fn parts_and_resumed_sweeps_end_in_the_same_files() {
    let home = tempfile::tempdir().unwrap();
    let file = config("sweep-quick.toml");
    let run = |args: &[&str]| {
        call::run(
            home.path(),
            &[&["sweep", &file, "--deals", "20"], args].concat(),
        )
    };
    let whole = ["sweep", &file, "--deals", "20", "--out", "whole"];
    let shown = done(&keeping(home.path(), &whole));
    let whole = files(&home.path().join("whole"));

    // As if it had been killed after seven cells.
    let (one, cut) = (home.path().join("whole"), home.path().join("b"));
    copy(&one, &cut);
    cut_after(&cut, 7);
    fs::remove_file(cut.join("sweep.csv")).unwrap();
    refused(&run(&["--out", "b"]), 2, "use --resume to continue");
    done(&run(&["--out", "b", "--resume"]));
    assert_eq!(files(&home.path().join("b")), whole);

    for k in [3, 1] {
        done(&run(&["--out", "c", "--shard", &format!("{k}/3")]));
    }
    refused(
        &run(&["--out", "c", "--merge"]),
        3,
        "6 of 18 cells are missing: 2, 5, 8",
    );
    let missing = call::run(home.path(), &["missing", "c"]);
    assert_eq!(missing.status.code(), Some(3));
    assert_eq!(
        String::from_utf8_lossy(&missing.stdout),
        "2/3\tcells 2,5,8,11,14,17\n"
    );
    refused(
        &call::run(home.path(), &["merge", "c"]),
        3,
        "6 of 18 cells are missing: 2, 5, 8",
    );
    done(&run(&["--out", "c", "--shard", "2/3"]));
    assert_eq!(done(&run(&["--out", "c", "--merge"])), shown);
    assert_eq!(done(&call::run(home.path(), &["missing", "c"])), "");
    fs::remove_file(home.path().join("c/sweep.csv")).unwrap();
    assert_eq!(done(&call::run(home.path(), &["merge", "c"])), shown);
    let merged = files(&home.path().join("c"));
    assert_eq!(merged, whole);
    let part = home.path().join("c/shards/part-2-of-3.shard");
    flip_bits(&part, 8, |_| {
        for output in [
            run(&["--out", "c", "--merge"]),
            call::run(home.path(), &["merge", "c"]),
            call::run(home.path(), &["missing", "c"]),
            run(&["--out", "c", "--shard", "2/3", "--resume"]),
        ] {
            refused(&output, 2, "part-2-of-3.shard: is ");
            refused(&output, 2, "--force");
        }
    });
    doctored(&part, |about, _| about.identity["seed"] = "7".into());
    let another = "part-2-of-3.shard: is of another run (it differs in `seed`)";
    refused(&run(&["--out", "c", "--merge"]), 2, another);
    refused(&call::run(home.path(), &["missing", "c"]), 2, another);
    done(&run(&["--out", "c", "--shard", "2/3", "--force"]));
    // The whole takes the pieces of the parts, and any split results in the same files.
    assert_eq!(done(&run(&["--out", "c", "--resume"])), shown);
    assert_eq!(files(&home.path().join("c")), whole);
    for k in 1..=20 {
        done(&run(&["--out", "d", "--shard", &format!("{k}/20")]));
    }
    assert_eq!(done(&call::run(home.path(), &["merge", "d"])), shown);
    assert_eq!(files(&home.path().join("d")), whole);
}

#[test]
fn halving_confirms_its_finalists_on_held_out_deals() {
    let home = tempfile::tempdir().unwrap();
    let file = config("sweep-quick.toml");
    let shown = done(&keeping(
        home.path(),
        &["sweep", &file, "--deals", "64", "--halving", "--out", "a"],
    ));
    assert!(shown.contains("finalists on held-out deals"), "{shown}");
    let text = fs::read_to_string(home.path().join("a/sweep.csv")).unwrap();
    let count = |stage: &str| {
        text.lines()
            .filter(|l| l.starts_with(&format!("{stage},")))
            .count()
    };
    // 18, 9, 5 and 4 cells of two bots each.
    let counts = ["rung-1", "rung-2", "rung-3", "rung-4", "held-out"].map(count);
    assert_eq!(counts, [36, 18, 10, 8, 8]);

    // As if it had been killed in the middle of the second rung.
    let whole = files(&home.path().join("a"));
    cut_after(&home.path().join("a"), 22);
    let args = [
        "sweep",
        &file,
        "--deals",
        "64",
        "--halving",
        "--out",
        "a",
        "--resume",
    ];
    assert_eq!(done(&call::run(home.path(), &args)), shown);
    assert_eq!(files(&home.path().join("a")), whole);
}

#[test]
fn errors_of_a_sweep_name_file_key_and_value() {
    let home = tempfile::tempdir().unwrap();
    fs::write(
        home.path().join("s.toml"),
        "name = \"s\"\ndeals = 5\nline_up = [\"balanced\", \"greedy\"]\n[factors]\nbalanced.bluff = [0.5, 2]\n",
    )
    .unwrap();
    refused(
        &call::run(home.path(), &["sweep", "s.toml"]),
        2,
        "s.toml: key `factors.balanced.bluff`: 2 is not a number from 0 to 1",
    );
    assert!(!home.path().join("results").exists());
}

/// Runs a small tuning of both games.
fn tuning(home: &Path, ruleset: &str, start: &str, other: &str, more: &str) {
    let text = format!(
        "name = \"t\"\nruleset = \"{ruleset}\"\nplayers = 3\nstart = \"{start}\"\nfield = [\"{start}\", \"{other}\"]\nunit = \"round\"\n\
generations = 3\ndeals = 16\nvalidate = 80\none_step = 40\n{more}\n"
    );
    fs::write(home.join("t.toml"), text).unwrap();
}

#[test]
fn a_tuning_ends_in_a_strategy_that_can_be_played_and_resumes_to_the_same_bytes() {
    let tunings = [
        (
            "power-grab",
            "balanced",
            "greedy",
            "params = [\"wild_hold\", \"bluff\"]",
        ),
        (
            "grid",
            "grid-heuristic",
            "grid-greedy",
            "objective = \"points\"\npopulation = 8",
        ),
    ];
    for (ruleset, start, other, more) in cases(tunings, 2) {
        let home = tempfile::tempdir().unwrap();
        tuning(home.path(), ruleset, start, other, more);
        let run = |args: &[&str]| call::run(home.path(), &[&["tune", "t.toml"], args].concat());
        let one = ["tune", "t.toml", "--out", "a", "--threads", "1"];
        let shown = done(&keeping(home.path(), &one));
        assert!(
            shown.contains("t with the field") && shown.contains("One step back"),
            "{shown}"
        );
        let whole = files(&home.path().join("a"));
        let names: Vec<&str> = whole.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(
            names,
            [
                "data_dictionary.md",
                "generations.csv",
                "manifest.json",
                "one_step.csv",
                "t.toml",
                "validation.csv"
            ]
        );
        let played = call::run(
            home.path(),
            &[
                "match",
                "--ruleset",
                ruleset,
                "--bots",
                "./a/t.toml,random",
                "--deals",
                "5",
                "--out",
                "m",
            ],
        );
        done(&played);
        refused(&run(&["--out", "a"]), 2, "use --resume to continue");

        // As if it had been killed after two trials, in the middle of the third.
        let cut = home.path().join("b");
        copy(&home.path().join("a"), &cut);
        cut_after(&cut, 2);
        for name in ["one_step.csv", "t.toml", "validation.csv"] {
            fs::remove_file(cut.join(name)).unwrap();
        }
        let resumed = ["tune", "t.toml", "--out", "b", "--resume", "--threads", "3"];
        done(&keeping(home.path(), &resumed));
        assert_eq!(files(&cut), whole);

        // Another tuning's state is refused.
        refused(
            &run(&["--out", "b", "--resume", "--seed", "2"]),
            2,
            "differs in `seed`",
        );
        flip_bits(&checkpoints::path(&cut), 16, |_| {
            let output = run(&["--out", "b", "--resume"]);
            refused(&output, 2, "part-1-of-1.shard: is ");
            refused(&output, 2, "use --force to start again");
        });
        done(&run(&["--out", "b", "--resume"]));
        assert_eq!(files(&cut), whole);
    }
}

#[test]
fn self_play_ends_in_a_mixture_over_its_archive() {
    let home = tempfile::tempdir().unwrap();
    tuning(
        home.path(),
        "power-grab",
        "balanced",
        "greedy",
        "params = [\"wild_hold\", \"bluff\"]\nrounds = 2",
    );
    let shown = done(&call::run(
        home.path(),
        &["tune", "t.toml", "--self-play", "--out", "a"],
    ));
    assert!(shown.contains("t-3 against"), "{shown}");
    let read = |name: &str| {
        let mut reader = csv::Reader::from_path(home.path().join("a").join(name)).unwrap();
        reader
            .records()
            .map(Result::unwrap)
            .collect::<Vec<csv::StringRecord>>()
    };
    let mixture = read("mixture.csv");
    let bots: Vec<&str> = mixture.iter().map(|r| &r[0]).collect();
    assert_eq!(bots, ["balanced", "greedy", "t-1", "t-2"]);
    let total: f64 = mixture.iter().map(|r| r[1].parse::<f64>().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9);
    assert_eq!(
        (read("archive.csv").len(), read("responses.csv").len()),
        (16, 3)
    );
    done(&call::run(home.path(), &["strategies", "a/t-2.toml"]));
}
