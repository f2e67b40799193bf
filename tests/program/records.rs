//! `match --records`: every game or decision beside the run's files.

use crate::call::{ok, says};
use crate::runs::results;
use std::fs;

#[test]
fn records_are_written_beside_a_match() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let run = "match --bots hoarder,greedy,greedy --deals 12 --seed 3";
    ok(home, &format!("{run} --out plain"));
    let said = ok(
        home,
        &format!("{run} --out recorded --records games.csv --threads 2"),
    );
    assert_eq!(
        results(&home.join("plain")),
        results(&home.join("recorded"))
    );
    let games = fs::read_to_string(home.join("games.csv")).unwrap();
    assert_eq!(games.lines().count(), 1 + 12 * 3 * 3);
    assert!(said.contains("108 rows in games.csv"), "{said}");

    ok(
        home,
        &format!("{run} --out again --records decisions.csv --records-of decisions"),
    );
    let decisions = fs::read_to_string(home.join("decisions.csv")).unwrap();
    let header = decisions.lines().next().unwrap();
    assert!(
        header.starts_with("deal,line_up,rotation,weight,bot,"),
        "{header}"
    );
    assert!(
        header.contains(",tower_U,tower_N,tower_O,tower_!,cards_0,cards_1,cards_2,"),
        "{header}"
    );
    assert!(decisions.lines().count() > 2_000);

    let grid = "match --ruleset grid --bots random,grid-greedy --deals 12 --seed 3";
    ok(
        home,
        &format!("{grid} --out grid --records grid.csv --records-of decisions"),
    );
    let decisions = fs::read_to_string(home.join("grid.csv")).unwrap();
    let header = decisions.lines().next().unwrap();
    assert!(
        header.contains(",hand,grid,card,line,paid,points_0,points_1,cards_0,cards_1,"),
        "{header}"
    );
    assert!(decisions.lines().count() > 500);
}

/// Records are written during the games; for an existing run the games are played again. Both
/// result in the same file.
#[test]
fn records_of_a_run_that_is_there_are_those_written_while_it_is_played() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let run = "match --bots balanced,random*2 --deals 70 --seed 5 --out run --records-of decisions";
    ok(home, &format!("{run} --threads 2 --records once.csv"));
    let said = ok(
        home,
        &format!("{run} --threads 1 --resume --records again.csv"),
    );
    assert!(said.contains("rows in again.csv"), "{said}");
    let file = |name| fs::read_to_string(home.join(name)).unwrap();
    assert!(
        file("once.csv").lines().count() > 65_536,
        "more than a block"
    );
    assert!(file("once.csv") == file("again.csv"));
}

/// The table of another run, an unrelated file, a missing directory: reported before anything is
/// played.
#[test]
fn records_overwrite_nothing_and_their_place_is_looked_at_first() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let run = "match --bots random,greedy --unit round --deals 20";
    ok(home, &format!("{run} --out other"));
    let table = fs::read(home.join("other/pairs.csv")).unwrap();
    fs::write(home.join("mine.csv"), "mine").unwrap();
    for (file, code, due) in [
        (
            "other/pairs.csv",
            2,
            "is the name of a table of the run itself",
        ),
        (
            "other/pairs.csv --force",
            2,
            "is the name of a table of the run itself",
        ),
        (
            "run/pairs.csv",
            2,
            "is the name of a table of the run itself",
        ),
        (
            "mine.csv",
            2,
            "already exists; choose another file, or use --force",
        ),
        ("nowhere/games.csv", 4, "nowhere: does not exist"),
    ] {
        let said = says(home, &format!("{run} --out run --records {file}"), code);
        assert!(said.contains(due), "{said}");
        assert!(!home.join("run").exists(), "{file}");
    }
    assert_eq!(fs::read(home.join("other/pairs.csv")).unwrap(), table);
    assert_eq!(fs::read(home.join("mine.csv")).unwrap(), b"mine");
    ok(home, &format!("{run} --out run --records mine.csv --force"));
    assert!(fs::read(home.join("mine.csv")).unwrap().len() > 1000);
    // In the run's own directory, which the run creates.
    ok(home, &format!("{run} --out new --records new/games.csv"));
    assert!(home.join("new/games.csv").exists());
    ok(home, "report new");
}

#[test]
fn records_that_cannot_be_written_are_refused_before_the_match() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let run = "match --bots random,random --deals 5 --seed 3 --out x";
    let said = says(home, &format!("{run} --records games.xlsx"), 2);
    assert!(
        said.contains("records are written to a .csv or .parquet file"),
        "{said}"
    );
    if cfg!(not(feature = "parquet")) {
        let said = says(home, &format!("{run} --records games.parquet"), 2);
        assert!(said.contains("--features parquet"), "{said}");
    }
    let said = says(home, &format!("{run} --records-of decisions"), 2);
    assert!(said.contains("--records"), "{said}");
    assert!(!home.join("x").exists());
}
