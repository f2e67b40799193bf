//! The rules of the house: imports point to the left, rooms keep what they are for, files stay small, and every rule of
//! the game is cited by a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from left to right. A room may import from those before it, and from itself; rooms in the same group do not
/// know of each other. Grid comes after the shedding games because it is played with the cards of classic (GR-1).
const ROOMS: &[&[&str]] = &[
    &["rng", "config", "cpu"],
    &["cards"],
    &["game"],
    &["shedding"],
    &["grid"],
    &["trace"],
    &["strategy"],
    &["rulesets"],
    &["env"],
    &["arena"],
    &["stats"],
    &["compiled"],
    &["lab"],
    &["report"],
    &["session"],
    &["replay"],
    &["studies"],
    &["cli", "python"],
];

/// Rooms that know no files, clocks, processes or terminals. (Rulesets and strategy files are read through `config`.)
const QUIET: &[&str] = &[
    "cards", "rng", "game", "shedding", "grid", "trace", "strategy", "env", "stats",
];
const NOISE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::process",
    "std::time",
    "std::env",
    "println!",
    "eprintln!",
];

/// The most lines of a source file.
const MAX_LINES: usize = 500;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All Rust files below a directory of the project.
pub fn rust_files(dir: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut dirs = vec![root().join(dir)];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(&dir).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                dirs.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A file of `src`, without comments and without its tests.
pub fn code(path: &Path) -> String {
    let text = read(path);
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The directories that hold rooms: the source of each crate, the top's (the command line) last.
pub fn sources() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut sources: Vec<String> = names.map(|name| format!("crates/{name}/src")).collect();
    sources.sort();
    sources.push("src".to_owned());
    sources
}

/// All files of all rooms.
fn all_files() -> Vec<PathBuf> {
    sources().iter().flat_map(|dir| rust_files(dir)).collect()
}

/// The room of a file: the directory below its crate's `src`, or the file itself. The Python package is one room.
fn room(path: &Path) -> String {
    let below = path.strip_prefix(root()).unwrap();
    if below.starts_with("crates/python") {
        return "python".to_owned();
    }
    let mut parts = below.components().map(std::path::Component::as_os_str);
    let first = parts
        .by_ref()
        .find(|part| *part == "src")
        .and_then(|_| parts.next())
        .unwrap();
    Path::new(first)
        .file_stem()
        .unwrap()
        .to_string_lossy()
        .into_owned()
}

/// The names that follow `crate::` in a text, also in `crate::{a::B, c}`.
fn imports(code: &str) -> BTreeSet<String> {
    let name = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut found = BTreeSet::new();
    for (at, prefix) in code.match_indices("crate::") {
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            None => drop(found.insert(name(rest))),
            Some(list) => {
                let mut depth = 0;
                let mut start = true;
                for (i, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        c if start && c.is_alphabetic() => {
                            found.insert(name(&list[i..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    found
}

/// `println!` and `eprintln!` panic where nobody can be told anything: commands use `print` and `say!`.
#[test]
fn what_is_said_cannot_panic() {
    for path in rust_files("src/cli") {
        assert!(
            !code(&path).contains("println!("),
            "{} uses println! or eprintln!",
            path.display()
        );
    }
}

#[test]
fn imports_point_to_the_left() {
    let rank = |room: &str| ROOMS.iter().position(|group| group.contains(&room));
    let mut wrong = Vec::new();
    for path in all_files() {
        let here = room(&path);
        if ["lib", "main"].contains(&here.as_str()) {
            continue;
        }
        let Some(mine) = rank(&here) else {
            panic!(
                "{}: a room that is not in ROOMS, tests/program/house.rs",
                path.display()
            );
        };
        for other in imports(&code(&path)) {
            let left = rank(&other).is_some_and(|its| its < mine);
            // Items of the crate's root are macros and the like.
            if other != here && !left && rank(&other).is_some() {
                wrong.push(format!("{}: crate::{other}", path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "imports to the right:\n{}",
        wrong.join("\n")
    );
}

/// Nothing runs a game but the driver; `replay` does, which has somebody else's cards.
#[test]
fn games_are_played_by_the_driver() {
    let allowed = |path: &Path| {
        let engines = ["shedding", "grid"].contains(&room(path).as_str());
        let driver = ["src/game.rs", "src/game/round.rs"];
        engines || room(path) == "replay" || driver.iter().any(|place| path.ends_with(place))
    };
    let calls = [".start_round(", ".advance(", ".play_round(", "game.apply("];
    let mut wrong = Vec::new();
    let mut seen = 0;
    let rooms = all_files();
    for path in rooms.iter().chain(&rust_files("examples")) {
        let code = code(path);
        let made = calls.iter().filter(|call| code.contains(**call));
        let made = made.map(|call| format!("{}: {call}", path.display()));
        if rooms.contains(path) && allowed(path) {
            seen += made.count();
        } else {
            wrong.extend(made);
        }
    }
    // The engines, the driver and replay do.
    assert!(seen >= 8, "{seen}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn quiet_rooms_know_no_files_clocks_or_terminals() {
    let mut wrong = Vec::new();
    for path in all_files() {
        // Bots from outside are programs and files by nature, a budget in time looks at a clock, and threads belong to a process.
        let outside = [
            "crates/env/src/env/pool.rs",
            "crates/bots/src/strategy/process",
            "crates/bots/src/strategy/wasm",
            "crates/bots/src/strategy/search/budget.rs",
        ]
        .iter()
        .any(|dir| path.starts_with(root().join(dir)));
        if QUIET.contains(&room(&path).as_str()) && !outside {
            let code = code(&path);
            let noise = NOISE.iter().filter(|noise| code.contains(**noise));
            wrong.extend(noise.map(|noise| format!("{}: {noise}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_stay_small() {
    let dirs = ["src", "crates", "tests", "benches", "examples"];
    let files: Vec<PathBuf> = dirs.iter().flat_map(|dir| rust_files(dir)).collect();
    assert!(files.len() > 250, "{files:?}");
    let long = files.iter().filter_map(|path| {
        let lines = read(path).lines().count();
        (lines > MAX_LINES).then(|| format!("{}: {lines} lines", path.display()))
    });
    let long: Vec<String> = long.collect();
    assert!(
        long.is_empty(),
        "beyond {MAX_LINES} lines:\n{}",
        long.join("\n")
    );
}

/// Where the comments and attributes before this line begin.
fn head_of(lines: &[&str], at: usize) -> usize {
    let is_head = |line: &&&str| {
        let line = line.trim_start();
        line.starts_with("//") || line.starts_with("#[")
    };
    at - lines[..at].iter().rev().take_while(is_head).count()
}

/// The tests of a file, each with the comments and attributes before it.
fn tests_in(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut tests = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.trim() != "#[test]" {
            continue;
        }
        let start = head_of(&lines, at);
        let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
        let body = lines[at..].iter().position(|line| *line == end);
        tests.push(lines[start..=at + body.unwrap_or(0)].join("\n"));
    }
    tests
}

/// Whether a text cites the rule: `PG-1`, and not PG-10; or `pg_1_` in a test's name.
fn cites(text: &str, rule: &str) -> bool {
    let in_name = format!("{}_", rule.to_lowercase().replace('-', "_"));
    let cited = text.match_indices(rule).any(|(at, _)| {
        let after = text[at + rule.len()..].chars().next();
        !after.is_some_and(|c| c.is_ascii_digit())
    });
    cited || text.contains(&in_name)
}

#[test]
fn every_rule_is_cited_by_a_test() {
    let mut tests = Vec::new();
    for path in ["src", "crates", "tests"]
        .iter()
        .flat_map(|dir| rust_files(dir))
    {
        if path.file_name().is_some_and(|name| name != "house.rs") {
            tests.extend(tests_in(&read(&path)));
        }
    }
    assert!(tests.len() > 50, "{}", tests.len());
    let rules = (1..=17)
        .map(|n| format!("PG-{n}"))
        .chain((1..=5).map(|n| format!("GL-{n}")))
        .chain((1..=9).map(|n| format!("GR-{n}")));
    let missing: Vec<String> = rules
        .filter(|rule| !tests.iter().any(|test| cites(test, rule)))
        .collect();
    assert!(
        missing.is_empty(),
        "cited by no test: {}",
        missing.join(", ")
    );
}

/// Every type of the prelude has an example, or says which type's shows it.
#[test]
fn the_prelude_is_shown_by_examples() {
    let facade = read(&root().join("src/lib.rs"));
    let prelude = facade.split("pub mod prelude").nth(1).unwrap();
    let names = prelude.split(|c: char| !c.is_ascii_alphanumeric());
    let names = names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
    let sources: Vec<String> = rust_files("crates").iter().map(|path| read(path)).collect();
    let mut n = 0;
    for name in names {
        n += 1;
        let declares = |line: &str| {
            let words: Vec<&str> = line.split(|c: char| !c.is_ascii_alphanumeric()).collect();
            let kinds = ["struct", "enum", "trait", "type"];
            let is_type = |pair: &[&str]| kinds.contains(&pair[0]) && pair[1] == name;
            let is_public = line.starts_with("pub ");
            (is_public && words.windows(2).any(is_type)) || line.trim() == format!("{name},")
        };
        let is_shown = sources.iter().any(|text| {
            let lines: Vec<&str> = text.lines().collect();
            let mut places = (0..lines.len()).filter(|at| declares(lines[*at]));
            places.any(|at| {
                let mut head = lines[head_of(&lines, at)..at].iter();
                head.any(|line| line.contains("```") || line.contains("has an example"))
            })
        });
        assert!(is_shown, "{name}: no example, and none pointed to");
    }
    assert!(n > 20, "{n}");
}

#[test]
fn the_checks_of_this_file_see_what_they_look_for() {
    assert!(cites("// PG-1: two to six", "PG-1"));
    assert!(!cites("// PG-10, PG-17", "PG-1"));
    assert!(cites("fn pg_1_players() {}", "PG-1"));
    let list = imports("use crate::{arena::{run, play}, game};\nuse crate::cards::Seat;");
    assert_eq!(
        list.into_iter().collect::<Vec<_>>(),
        ["arena", "cards", "game"]
    );
    let found = tests_in("/// PG-3\n#[test]\nfn a() {\n    x();\n}\nfn b() {} // PG-4\n");
    assert_eq!(found, ["/// PG-3\n#[test]\nfn a() {\n    x();\n}"]);
}
