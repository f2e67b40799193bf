//! `powergrab report` and `powergrab balance` on the command line.

use crate::call::{out, package, run};
use std::fs;
use std::path::Path;
use std::process::Output;

fn powergrab(args: &[&str]) -> Output {
    run(package(), args)
}

fn ok(args: &[&str]) -> String {
    out(package(), args)
}

fn path(dir: &Path) -> &str {
    dir.to_str().unwrap()
}

/// Returns the page of the run in this directory, with two games.
fn page(dir: &Path) -> String {
    ok(&["report", path(dir), "--games", "2"]);
    fs::read_to_string(dir.join("report.html")).unwrap()
}

/// Checks that the page contains nothing that a browser would fetch.
fn needs_nothing(page: &str) {
    // Names of XML, which nobody fetches.
    let page = page.replace("http://www.w3.org/", "");
    for fetch in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!page.contains(fetch), "the page has {fetch}");
    }
    assert_eq!(page.matches("<link").count(), 1, "the empty icon");
    for tag in ["section", "details", "table", "figure", "script", "svg"] {
        let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
        assert_eq!(
            page.matches(&open).count(),
            page.matches(&close).count(),
            "{tag}"
        );
    }
}

fn section<'a>(page: &'a str, id: &str) -> &'a str {
    let start = page.find(&format!("<section id=\"{id}\""));
    let rest = &page[start.unwrap_or_else(|| panic!("no section {id}"))..];
    &rest[..rest.find("</section>").unwrap()]
}

#[test]
fn a_tournaments_page_holds_its_figures_and_its_games() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("run");
    ok(&[
        "tournament",
        "configs/quickstart.toml",
        "--deals",
        "3",
        "--out",
        path(&dir),
    ]);
    let page = page(&dir);
    needs_nothing(&page);
    let bots = fs::read_to_string(dir.join("bots.csv")).unwrap();
    for line in bots.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let rate: f64 = cells[5].parse().unwrap();
        let shown = format!("{:.2} %", 100.0 * rate);
        assert!(
            section(&page, "bots").contains(&shown),
            "{} {shown}",
            cells[0]
        );
    }
    for id in [
        "words", "payoff", "seats", "towers", "rounds", "replay", "run",
    ] {
        assert!(section(&page, id).len() > 300, "{id}");
    }
    let games = page.split("id=\"games\">").nth(1).unwrap();
    let games = games.split("</script>").next().unwrap();
    let games: serde_json::Value = serde_json::from_str(&games.replace("<\\/", "</")).unwrap();
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 2);
    for game in games {
        // The game on the page is the one that its command plays.
        let command = game["command"].as_str().unwrap();
        let trace = home.path().join("game.jsonl");
        let mut args: Vec<&str> = command.split(' ').skip(1).collect();
        args.extend(["--trace", path(&trace)]);
        ok(&args);
        let lines = fs::read_to_string(&trace).unwrap();
        let played: Vec<serde_json::Value> = lines
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        assert_eq!(game["lines"].as_array().unwrap(), &played);
    }
}

/// The other game has a page too (GR-1).
#[test]
fn a_run_of_grid_has_a_page() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("run");
    let bots = "random,grid-greedy,random";
    ok(&[
        "match",
        "--ruleset",
        "grid",
        "--bots",
        bots,
        "--deals",
        "4",
        "--out",
        path(&dir),
    ]);
    let page = page(&dir);
    needs_nothing(&page);
    assert!(section(&page, "replay").contains("\"event\":\"place\""));
}

/// A bot that the run's files do not hold leaves a page without games, which says why.
#[test]
fn games_of_a_card_are_not_on_the_page() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("run");
    let bots = "card-power-grab-2,greedy";
    ok(&["match", "--bots", bots, "--deals", "4", "--out", path(&dir)]);
    let reported = powergrab(&["report", path(&dir)]);
    assert!(reported.status.success());
    let said = String::from_utf8_lossy(&reported.stderr);
    assert!(
        said.contains("no games on the page: the bot card-power-grab-2 is a list of rules"),
        "{said}"
    );
    let page = fs::read_to_string(dir.join("report.html")).unwrap();
    assert!(!section(&page, "replay").contains("\"event\""));
}

const SMALL: &str = "name = \"small\"\nline_ups = [[\"random\", \"greedy\"]]\n[towers]\ndeals = 60\nturn_rate = 0.3\n";

fn balance(home: &Path) -> std::path::PathBuf {
    let config = home.join("small.toml");
    fs::write(&config, SMALL).unwrap();
    let dir = home.join("run");
    ok(&["balance", path(&config), "--out", path(&dir)]);
    dir
}

/// Every experiment, as small as possible.
const WHOLE: &str = r#"
name = "whole"
line_ups = [["random", "greedy"]]
[towers]
deals = 60
turn_rate = 0.3
[cards]
deals = 20
[ablations]
deals = 4
[rulings]
deals = 3
pairs = true
[drama]
deals = 40
[ledger]
deals = 40
[optimise]
deals = 4
candidates = 3
finalists = 1
"#;

/// Checks that every table of a directory is in the data dictionary, column by column; returns
/// their names.
fn explained(dir: &Path, kept: &str) -> Vec<String> {
    let mut tables = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".csv") {
            continue;
        }
        let part = kept.split("\n## ").find(|part| part.starts_with(&name));
        let part = part.unwrap_or_else(|| panic!("{name} is not in the data dictionary"));
        let mut reader = csv::Reader::from_path(&path).unwrap();
        let header = reader.headers().unwrap().clone();
        for column in &header {
            assert!(
                part.contains(&format!("| `{column}` |")),
                "{name}: {column}"
            );
        }
        // The reader refuses rows of another length.
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert!(!rows.is_empty(), "{name}");
        tables.push(name);
    }
    tables.sort();
    tables
}

#[test]
fn balance_writes_tables_that_are_all_explained() {
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("whole.toml");
    fs::write(&config, WHOLE).unwrap();
    let dir = home.path().join("run");
    ok(&["balance", path(&config), "--out", path(&dir)]);
    let designs = home.path().join("designs");
    ok(&[
        "balance",
        path(&config),
        "--optimise",
        "--out",
        path(&designs),
    ]);
    let kept = include_str!("../../docs/data_dictionary_balance.md");
    // Without the two texts, which are long.
    assert!(
        fs::read_to_string(dir.join("data_dictionary.md")).unwrap() == kept,
        "docs/data_dictionary_balance.md is not up to date: copy the data_dictionary.md that any `powergrab balance` writes there"
    );
    assert_eq!(
        explained(&dir, kept),
        [
            "ablations.csv",
            "block_worth.csv",
            "card_worth.csv",
            "drama.csv",
            "ledger.csv",
            "rankings.csv",
            "rulings.csv",
            "tower_worth.csv",
        ]
    );
    assert_eq!(explained(&designs, kept), ["pareto.csv"]);
    let page = page(&dir);
    needs_nothing(&page);
    assert!(section(&page, "tower-worth").contains("correlation"));
    assert!(section(&page, "words").contains("holding a tower"));
    for id in [
        "block-worth",
        "card-worth",
        "ablations",
        "rulings",
        "drama",
        "ledger",
        "replay",
    ] {
        assert!(section(&page, id).len() > 300, "{id}");
    }
}

#[test]
fn the_same_run_comes_back_and_another_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let dir = balance(home.path());
    let read = || fs::read(dir.join("tower_worth.csv")).unwrap();
    let first = read();
    let config = home.path().join("small.toml");
    ok(&[
        "balance",
        path(&config),
        "--out",
        path(&dir),
        "--threads",
        "1",
    ]);
    assert_eq!(read(), first);
    let other = powergrab(&["balance", path(&config), "--out", path(&dir), "--seed", "9"]);
    assert_eq!(other.status.code(), Some(2));
    assert_eq!(read(), first);
}

#[test]
fn what_is_wrong_is_told_with_its_exit_code() {
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("c.toml");
    let fails = |text: &str, code: i32, problem: &str| {
        fs::write(&config, text).unwrap();
        let out = home.path().join("out");
        let output = powergrab(&["balance", path(&config), "--out", path(&out)]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.contains(problem), "{error}");
        assert!(!out.exists(), "nothing is written");
    };
    fails(&SMALL.replace("greedy", "gredy"), 2, "did you mean");
    fails(
        &SMALL.replace("[towers]", "[tower]"),
        2,
        "key `tower`: unknown",
    );
    fails(
        &format!("ruleset = \"grid\"\n{SMALL}"),
        2,
        "Grid has neither",
    );
    let listens = SMALL.replace("greedy", "scripts/bots/greedy-py.toml");
    fails(&listens, 2, "listens to events");

    let output = powergrab(&["report", path(home.path())]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("manifest.json: is missing"), "{error}");
    fs::write(home.path().join("manifest.json"), "{}").unwrap();
    let output = powergrab(&["report", path(home.path())]);
    assert_eq!(output.status.code(), Some(2));
}

/// The value of a tower in the whole game has separate columns, and its part of the page.
#[test]
fn the_whole_game_is_on_the_page_where_it_was_played() {
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("game.toml");
    let text = SMALL.replace("turn_rate = 0.3", "turn_rate = 0.05\nunit = \"game\"");
    assert_ne!(text, SMALL);
    fs::write(&config, text).unwrap();
    let dir = home.path().join("run");
    let told = ok(&["balance", path(&config), "--out", path(&dir)]);
    assert!(
        told.contains("The same for the game, and in points at its end"),
        "{told}"
    );
    let of_games = page(&dir);
    assert!(section(&of_games, "tower-worth").contains("In the whole game"));
    assert!(section(&of_games, "words").contains("the chance of winning the game"));
    let other = tempfile::tempdir().unwrap();
    let rounds = page(&balance(other.path()));
    assert!(!rounds.contains("In the whole game"));
}
