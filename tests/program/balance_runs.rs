//! Runs of `powergrab balance`: the design search with retuned bots, and runs that are interrupted
//! and resumed.
#![cfg(unix)]

use crate::call::{ok, powergrab, run, says};
use crate::checkpoints::{self, doctored, flip_bits, kept};
use crate::runs::results;
use powergrab_bots::strategy::{Bot, BotGame as _, resolve};
use powergrab_engine::shedding::Shedding;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A minimal search, for bots that tuning can improve: the start never calls UNO.
pub const SEARCH: &str = r#"
name = "s"
line_ups = [["./silent.toml", "./silent.toml", "random"]]
[optimise]
deals = 20
candidates = 4
finalists = 2
test_deals = 60
[optimise.tune]
deals = 40
generations = 6
gain_deals = 400
params = ["uno_call", "wild_hold"]
"#;

pub const SILENT: &str = "policy = \"heuristic\"\n[params]\nuno_call = 0.2\n";

fn rows(path: &Path) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    let pair = |(name, cell): (&str, &str)| (name.to_owned(), cell.to_owned());
    let records = reader.records().map(Result::unwrap);
    records
        .map(|record| header.iter().zip(&record).map(pair).collect())
        .collect()
}

fn cell<'a>(row: &'a [(String, String)], column: &str) -> &'a str {
    let found = row.iter().find(|(name, _)| name == column);
    &found.unwrap_or_else(|| panic!("no column {column}")).1
}

#[test]
fn finalists_are_played_again_by_bots_tuned_for_their_rules() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("s.toml"), SEARCH).unwrap();
    fs::write(home.join("silent.toml"), SILENT).unwrap();
    let output = run(home, "balance s.toml --optimise --out a --threads 1");
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    ok(home, "balance s.toml --optimise --out b --threads 3");
    assert!(results(&home.join("a")) == results(&home.join("b")));

    let designs = rows(&home.join("a/pareto.csv"));
    // The base and one or two others, depending on whether the base is in the better half, each in
    // two ways.
    assert!(matches!(designs.len(), 4 | 6), "{}", designs.len());
    for pair in designs.chunks(2) {
        let design = cell(&pair[0], "design");
        assert_eq!(cell(&pair[1], "design"), design);
        assert_eq!(
            [cell(&pair[0], "bots"), cell(&pair[1], "bots")],
            ["original", "tuned"]
        );
        // Other bots play other rounds.
        assert_ne!(cell(&pair[0], "turns"), cell(&pair[1], "turns"));
        for row in pair {
            for figure in ["worth_spread", "turns", "first_seat"] {
                let number = |column: String| cell(row, &column).parse::<f64>().unwrap();
                let value = number(figure.to_owned());
                assert!(number(format!("{figure}_low")) < value, "{row:?}");
                assert!(number(format!("{figure}_high")) > value, "{row:?}");
            }
        }
        let line = |bots: &str| format!("{design} {bots}");
        assert!(told.contains(&line("original")) && told.contains(&line("tuned")));
    }
    for column in [0, 1] {
        let front = designs
            .chunks(2)
            .map(|pair| cell(&pair[column], "on_front"));
        assert!(front.clone().any(|on| on == "1"), "{column}");
    }

    // The tuned bot differs, its file can be played, and the correction by tuning is visible.
    let silent: Bot<Shedding> = resolve(home.join("silent.toml").to_str().unwrap()).unwrap();
    let tuned = rows(&home.join("a/tuned_bots.csv"));
    assert_eq!(tuned.len(), designs.len() / 2, "random has nothing to tune");
    let calls = silent.info().unwrap().tunables();
    let calls = calls
        .into_iter()
        .position(|t| t.name == "uno_call")
        .unwrap();
    for row in &tuned {
        assert_eq!(cell(row, "bot"), "silent");
        let file = home.join(format!("a/{}.toml", cell(row, "tuned")));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("made by `powergrab balance s.toml --seed 1 --optimise`"));
        let bot: Bot<Shedding> = resolve(file.to_str().unwrap()).unwrap();
        let (before, after) = (
            Shedding::values(&silent.policy),
            Shedding::values(&bot.policy),
        );
        let moved = before.iter().zip(&after).filter(|(a, b)| a != b).count();
        assert_eq!(moved.to_string(), cell(row, "moved"));
        assert!((1..=2).contains(&moved), "only what is named moves");
        assert!(after[calls] > 0.4, "{}", after[calls]);
    }
    let gains = tuned.iter().map(|r| cell(r, "gain_low"));
    let gains: Vec<f64> = gains.map(|g| g.parse().unwrap()).collect();
    assert!(gains.iter().any(|low| *low > 0.0), "{gains:?}");

    ok(home, "report a");
    let page = fs::read_to_string(home.join("a/report.html")).unwrap();
    for text in [
        "base original",
        "base tuned",
        "tuned-base-silent",
        "What tuning brought",
    ] {
        assert!(page.contains(text), "{text}");
    }
    // Another run's tuned bots are removed.
    fs::write(
        home.join("s.toml"),
        SEARCH.split("[optimise.tune]").next().unwrap(),
    )
    .unwrap();
    let text = says(home, "balance s.toml --optimise --out a", 2);
    assert!(text.contains("differs in `format`"), "{text}");
    let output = run(home, "balance s.toml --optimise --out a --force");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("made for the rules of the base"), "{told}");
    let names: Vec<String> = results(&home.join("a")).into_keys().collect();
    assert_eq!(names, ["data_dictionary.md", "manifest.json", "pareto.csv"]);
}

#[test]
fn what_cannot_be_tuned_is_refused_before_anything_is_played() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("silent.toml"), SILENT).unwrap();
    for (from, to, problem) in [
        (
            "\"uno_call\"",
            "\"uno_cal\"",
            "key `optimise.tune.params`: silent has no parameter \"uno_cal\"; did you mean `uno_call`?",
        ),
        (
            "\"./silent.toml\", \"./silent.toml\"",
            "\"random\", \"random\"",
            "no bot of the line-up has parameters to tune",
        ),
        (
            "generations = 6",
            "generation = 6",
            "key `optimise.tune.generation`: unknown",
        ),
    ] {
        let text = SEARCH.replace(from, to);
        assert_ne!(text, SEARCH);
        fs::write(home.join("s.toml"), text).unwrap();
        let text = says(home, "balance s.toml --optimise --out a", 2);
        assert!(text.contains(problem), "{text}");
        assert!(!home.join("a").exists());
    }
}

/// Several experiments of some hundredths of a second each.
const PARTS: &str = r#"
name = "p"
line_ups = [["random", "greedy", "random"]]
[towers]
deals = 300
[cards]
deals = 60
[ablations]
deals = 12
[rulings]
deals = 3
[drama]
deals = 400
[ledger]
deals = 200
"#;

/// Starts a run that keeps each piece, waits until it has kept this many, and ends it with this
/// signal. Returns its output.
fn end(home: &Path, args: &str, dir: &str, least: usize, signal: &str) -> (Option<i32>, String) {
    let mut child = powergrab(home)
        .args(args)
        .env("POWERGRAB_KEEP_EACH", "1")
        .start();
    let started = Instant::now();
    while kept(&home.join(dir)) < least {
        assert!(started.elapsed() < Duration::from_secs(120), "{args}");
        let over = child.try_wait().unwrap();
        assert_eq!(over, None, "it was over before it could be ended: {args}");
        std::thread::sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_run_that_is_ended_goes_on_to_the_same_bytes() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("p.toml"), PARTS).unwrap();
    fs::write(home.join("s.toml"), SEARCH).unwrap();
    fs::write(home.join("silent.toml"), SILENT).unwrap();
    // The search has 20 pieces or more, the last ones tunings.
    for (what, at) in [
        ("balance p.toml", [1, 2, 4]),
        ("balance s.toml --optimise", [1, 10, 15]),
    ] {
        let undisturbed = run(home, &format!("{what} --out one"));
        assert!(undisturbed.status.success(), "{undisturbed:?}");
        let whole = results(&home.join("one"));
        assert!(!home.join("one/shards").exists());
        // Killed twice, then interrupted, then left to finish.
        let args = format!("{what} --out cut --resume --threads 2");
        let mut ended = 0;
        for (least, signal) in at.into_iter().zip(["-KILL", "-KILL", "-INT"]) {
            let (code, text) = end(home, &args, "cut", least, signal);
            match code {
                None => ended += 1,
                Some(130) => {
                    ended += 1;
                    let again = text.lines().last().unwrap().trim();
                    let due = format!("powergrab {what} --seed 1 --threads 2 --out cut --resume");
                    let due = due.replace(" --optimise --seed 1", " --seed 1 --optimise");
                    assert_eq!(again, due, "{text}");
                    assert!(
                        text.contains("finished and are kept in cut/shards"),
                        "{text}"
                    );
                }
                code => panic!("{code:?}: {text}"),
            }
        }
        assert_eq!(ended, 3);
        let text = says(home, &format!("{what} --out cut"), 2);
        assert!(text.contains("use --resume to continue"), "{text}");
        let text = says(home, &format!("{what} --out cut --seed 2 --resume"), 2);
        assert!(text.contains("differs in `seed`"), "{text}");
        let goes_on = run(home, &args);
        assert!(goes_on.status.success(), "{goes_on:?}");
        assert_eq!(goes_on.stdout, undisturbed.stdout);
        assert!(results(&home.join("cut")) == whole);
        let text = ok(home, &args);
        assert!(text.contains("holds this run, complete"), "{text}");
        assert!(results(&home.join("cut")) == whole);
        for dir in ["one", "cut"] {
            fs::remove_dir_all(home.join(dir)).unwrap();
        }
    }
}

#[test]
fn what_is_kept_must_be_of_the_same_run() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("p.toml"), PARTS).unwrap();
    end(home, "balance p.toml --out cut", "cut", 1, "-KILL");
    let state = checkpoints::path(&home.join("cut"));
    let resume = "balance p.toml --out cut --resume";
    flip_bits(&state, 40, |bit| {
        let text = says(home, resume, 2);
        assert!(text.contains("part-1-of-1.shard: is "), "{bit}: {text}");
        assert!(
            text.contains("damaged") && text.contains("--force"),
            "{bit}: {text}"
        );
    });
    let good = fs::read(&state).unwrap();
    fs::write(&state, &good[..good.len() / 2]).unwrap();
    assert!(says(home, resume, 2).contains("is damaged"));
    fs::write(&state, &good).unwrap();
    doctored(&state, |about, _| about.identity["seed"] = "7".into());
    let text = says(home, resume, 2);
    assert!(
        text.contains("another run (it differs in `seed`)"),
        "{text}"
    );
    fs::write(&state, &good).unwrap();
    doctored(&state, |_, pieces| pieces[0].payload.truncate(3));
    let text = says(home, resume, 2);
    assert!(text.contains("a program that stores other data"), "{text}");
    assert!(text.contains("--force"), "{text}");
    ok(home, "balance p.toml --out cut --force --scale 0.1");
    assert!(!state.exists());
}

#[test]
fn parts_of_a_run_make_the_same_bytes_as_the_whole() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("p.toml"), PARTS).unwrap();
    let what = "balance p.toml --scale 0.3";
    let whole = run(home, &format!("{what} --out one"));
    let one = results(&home.join("one"));
    for n in [1, 3, 20] {
        let dir = format!("parts{n}");
        for k in (1..=n).rev() {
            ok(home, &format!("{what} --out {dir} --shard {k}/{n}"));
            if k == 2 {
                let text = says(home, &format!("merge {dir}"), 3);
                assert!(text.contains("pieces are missing: "), "{text}");
                let listed = run(home, &format!("missing {dir}"));
                assert_eq!(listed.status.code(), Some(3));
                assert!(listed.stdout.starts_with(b"1/"));
            }
        }
        ok(home, &format!("missing {dir}"));
        let merged = run(home, &format!("merge {dir}"));
        assert!(merged.status.success(), "{merged:?}");
        assert_eq!(merged.stdout, whole.stdout);
        assert!(results(&home.join(&dir)) == one, "{n}");
    }
    // The whole takes the pieces left by parts.
    checkpoints::copy(&home.join("parts3/shards"), &home.join("left/shards"));
    fs::remove_file(home.join("left/shards/part-2-of-3.shard")).unwrap();
    ok(home, &format!("{what} --out left --resume"));
    assert!(results(&home.join("left")) == one);
    assert!(!home.join("left/shards").exists());
}

/// Returns the number of rows in which the column `of` is one of `names`: those with a bound in
/// `low`, and all.
fn with_bounds(home: &Path, table: &str, of: &str, names: &[&str], low: &str) -> (usize, usize) {
    let mut reader = csv::Reader::from_path(home.join("few").join(table)).unwrap();
    let header = reader.headers().unwrap().clone();
    let place = |name: &str| header.iter().position(|column| column == name).unwrap();
    let (of, low) = (place(of), place(low));
    let rows = reader.records().map(Result::unwrap);
    let rows: Vec<_> = rows.filter(|row| names.contains(&&row[of])).collect();
    let bounded = rows.iter().filter(|row| !row[low].is_empty()).count();
    (bounded, rows.len())
}

/// Rare events, and figures that jump when a chance crosses a threshold, would get invalid
/// intervals.
#[test]
fn where_an_interval_cannot_be_had_none_is_given() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let config = "name = \"few\"\nline_ups = [[\"greedy\", \"greedy\", \"greedy\"]]\n[towers]\ndeals = 60\nturn_rate = 0.05\n\
[ablations]\ndeals = 60\n[drama]\ndeals = 60\n";
    fs::write(home.join("few.toml"), config).unwrap();
    ok(home, "balance few.toml --out few");
    let jumps = ["known_50", "known_80", "calibration_forecast"];
    for (table, of, names, low) in [
        ("drama.csv", "metric", &jumps[..], "low"),
        ("ablations.csv", "metric", &["reshuffles"], "low"),
        ("tower_worth.csv", "by", &["others", "hand"], "win_low"),
    ] {
        let (bounded, all) = with_bounds(home, table, of, names, low);
        assert_eq!(bounded, 0, "{table}");
        assert!(all > 5, "{table}: {all}");
    }
    // By chances from sixty deals a favourite looks better than it is; by those from two thousand
    // hardly.
    let forecasts =
        |home: &Path| with_bounds(home, "drama.csv", "metric", &["favourite_forecast"], "low");
    let (few, _) = forecasts(home);
    let config = "name = \"many\"\nline_ups = [[\"greedy\", \"greedy\", \"greedy\"]]\n[drama]\ndeals = 2000\n";
    fs::write(home.join("many.toml"), config).unwrap();
    ok(home, "balance many.toml --out few --force");
    let (many, _) = forecasts(home);
    assert!(few < 5 && many > 5, "{few}, {many}");
}
