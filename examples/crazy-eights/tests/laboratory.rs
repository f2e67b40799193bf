//! The laboratory plays a game that it does not know: every command that the game is registered
//! for, and environments for learners.

use crazy_eights::{Eights, NAME, Rules};
use powergrab_engine::game::{Observable as _, Unit, check_game};
use powergrab_engine::rng::Rng;
use powergrab_env::{Env, LearnerTable, Reward};
use powergrab_lab::catalog::RuleData as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a directory.
fn done(dir: &Path, words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_crazy-eights"));
    program.args(words).current_dir(dir).output().unwrap()
}

/// Runs the program in a directory, and returns what it printed.
fn run(dir: &Path, words: &[&str]) -> String {
    let done = done(dir, words);
    let error = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{words:?}: {error}");
    String::from_utf8(done.stdout).unwrap()
}

/// Returns the rows of a CSV file as texts by column.
fn rows(file: &Path) -> (Vec<String>, Vec<Vec<String>>) {
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect());
    let head = lines.next().unwrap();
    (head, lines.collect())
}

const MATCH: &[&str] = &[
    "match",
    "--ruleset",
    NAME,
    "--bots",
    "eights-greedy,eights-random*2",
    "--deals",
    "400",
    "--out",
    "m",
];

#[test]
fn it_keeps_the_promises_of_a_game() {
    for (hand_size, players) in [(1, 2), (7, 3), (9, 6)] {
        let rules = Rules {
            hand_size,
            ..Rules::official()
        };
        assert_eq!(check_game(&rules.game(players).unwrap(), 20), Ok(()));
    }
}

#[test]
fn a_match_tells_who_plays_better_and_merges_from_parts() {
    let home = tempfile::tempdir().unwrap();
    let told = run(home.path(), MATCH);
    assert!(told.contains("eights-greedy"), "{told}");
    let (head, bots) = rows(&home.path().join("m/bots.csv"));
    let column = head.iter().position(|name| name == "win_rate").unwrap();
    let rate = |bot: &str| -> f64 {
        let row = bots.iter().find(|row| row.contains(&bot.to_owned()));
        row.unwrap()[column].parse().unwrap()
    };
    assert!(rate("eights-greedy") > rate("eights-random"));
    let parts = MATCH
        .iter()
        .map(|word| if *word == "m" { "parts" } else { word });
    for part in ["1/3", "2/3", "3/3"] {
        let words: Vec<&str> = parts.clone().chain(["--shard", part]).collect();
        run(home.path(), &words);
    }
    run(home.path(), &["merge", "parts"]);
    let table = |dir: &str| fs::read(home.path().join(dir).join("bots.csv")).unwrap();
    assert!(table("m") == table("parts"), "merged parts differ");
    run(home.path(), &["report", "m"]);
}

#[test]
fn a_sweep_has_its_rules_as_factors() {
    let home = tempfile::tempdir().unwrap();
    let text = "name = \"hands\"\nruleset = \"crazy-eights\"\nline_up = [\"eights-greedy\", \"eights-random\"]\ndeals = 60\n\
[factors]\nrules.hand_size = [3, 8]\nplayers = [2, 4]\n";
    fs::write(home.path().join("hands.toml"), text).unwrap();
    run(home.path(), &["sweep", "hands.toml", "--out", "s"]);
    let (_, cells) = rows(&home.path().join("s/sweep.csv"));
    assert_eq!(cells.len(), 4 * 2, "{cells:?}");
}

#[test]
fn a_card_needs_words_for_options() {
    let home = tempfile::tempdir().unwrap();
    let done = done(home.path(), &["distil", "eights-greedy", "--ruleset", NAME]);
    let error = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{error}");
    assert!(error.contains("has no words for its options"), "{error}");
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn single_games_are_told_and_traced() {
    let home = tempfile::tempdir().unwrap();
    let play = [
        "play",
        "--ruleset",
        NAME,
        "--bots",
        "eights-greedy,eights-random",
    ];
    let told = run(home.path(), &play);
    assert!(
        told.contains("wins") && told.contains("\"event\":\"play\""),
        "{told}"
    );
    let words: Vec<&str> = play
        .into_iter()
        .chain(["--trace", "t.jsonl", "--games", "3"])
        .collect();
    run(home.path(), &words);
    let trace = fs::read_to_string(home.path().join("t.jsonl")).unwrap();
    let events: Vec<String> = trace
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["event"].as_str().unwrap().to_owned()
        })
        .collect();
    let count = |event: &str| events.iter().filter(|it| *it == event).count();
    assert_eq!([count("game"), count("deal"), count("game-end")], [3; 3]);
    assert!(count("play") > 20 && count("colour") > 0, "{events:?}");
}

#[test]
fn every_decision_can_be_recorded() {
    let home = tempfile::tempdir().unwrap();
    let records = ["--records", "d.csv", "--records-of", "decisions"];
    let words: Vec<&str> = MATCH.iter().copied().chain(records).collect();
    run(home.path(), &words);
    let (head, decisions) = rows(&home.path().join("d.csv"));
    let column = |name: &str| head.iter().position(|it| it == name).unwrap();
    let (options, chosen) = (column("options"), column("chosen"));
    assert!(decisions.len() > 1000);
    for row in &decisions {
        assert!(
            row[options].split(' ').any(|name| name == row[chosen]),
            "{row:?}"
        );
    }
}

#[test]
fn learners_play_it() {
    let game: Eights = Rules::official().game(3).unwrap();
    let (n_features, n_actions) = (game.n_features(), game.n_actions());
    let greedy = powergrab_bots::strategy::resolve("eights-greedy").unwrap();
    let opponents = vec![greedy.clone(), greedy];
    let table = LearnerTable::new(game, &[0], opponents, Unit::Game, Reward::Win).unwrap();
    let mut env = Env::new(table, 7);
    let (mut rng, mut won) = (Rng::from_key(1), 0.0);
    let (mut observation, mut mask) = (vec![0; n_features], vec![0; n_actions]);
    for episode in 0..200 {
        let mut step = env.reset(episode);
        while let Some(ask) = env.ask() {
            env.observe(ask.seat, &mut observation, &mut mask);
            let hand = observation[..80]
                .iter()
                .filter(|place| **place == 1)
                .count();
            let legal: Vec<usize> = (0..n_actions).filter(|place| mask[*place] == 1).collect();
            assert!(hand > 0 && legal.len() == ask.options.len() as usize);
            let place = legal[rng.below(legal.len() as u32) as usize];
            step = env.step_at(place).unwrap();
            won += step.rewards[0];
        }
        assert!(step.ended);
    }
    assert!(
        won > 10.0 && won < 90.0,
        "a random learner against two greedy bots won {won} of 200"
    );
}
