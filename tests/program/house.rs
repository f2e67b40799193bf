//! Source files stay small, and every rule of the game is cited by a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of lines of a source file.
const MAX_LINES: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Returns all Rust files below a directory; a relative path is the project's.
fn rust_files(dir: impl AsRef<Path>) -> Vec<PathBuf> {
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

#[test]
fn files_stay_small() {
    let dirs = ["src", "crates", "tests", "benches", "examples"];
    let files: Vec<PathBuf> = dirs.iter().flat_map(rust_files).collect();
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

/// A library whose manifest turns tests or examples in comments off has none: Cargo would not run
/// them.
#[test]
fn no_test_is_left_out() {
    let dirs = ["crates", "tests"].map(|dir| fs::read_dir(root().join(dir)).unwrap());
    let packages = dirs
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let packages: Vec<PathBuf> = packages.collect();
    for (key, test) in [("test", "#[test]"), ("doctest", "/ ```\n")] {
        let is_off = |package: &Path| {
            let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap_or_default();
            let off = format!("\n{key} = false\n");
            manifest
                .split("\n[")
                .any(|part| part.starts_with("lib]") && part.contains(&off))
        };
        let off: Vec<&PathBuf> = packages.iter().filter(|it| is_off(it)).collect();
        assert!(off.len() > 3, "{key}: {off:?}");
        for file in off
            .iter()
            .flat_map(|package| rust_files(package.join("src")))
        {
            assert!(
                !read(&file).contains(test),
                "{}: {test:?} is not run",
                file.display()
            );
        }
    }
}

/// Returns the line where the comments and attributes before this line begin.
fn head_of(lines: &[&str], at: usize) -> usize {
    let is_head = |line: &&&str| {
        let line = line.trim_start();
        line.starts_with("//") || line.starts_with("#[")
    };
    at - lines[..at].iter().rev().take_while(is_head).count()
}

/// Returns the tests of a file, each with the comments and attributes before it.
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

/// Returns whether a text cites the rule: `PG-1`, and not PG-10; or `pg_1_` in a test's name.
fn cites(text: &str, rule: &str) -> bool {
    let in_name = format!("{}_", rule.to_lowercase().replace('-', "_"));
    let cited = text.match_indices(rule).any(|(at, _)| {
        let after = text[at + rule.len()..].chars().next();
        !after.is_some_and(|c| c.is_ascii_digit())
    });
    cited || text.contains(&in_name)
}

/// Returns the rules of a rulebook: `PG-1` and so on.
fn rules_of(rulebook: &str) -> BTreeSet<String> {
    let numbered = |family: &'static str| {
        rulebook.match_indices(family).map(move |(at, _)| {
            let number = rulebook[at + family.len()..].chars();
            let digits: String = number.take_while(char::is_ascii_digit).collect();
            format!("{family}{digits}")
        })
    };
    ["PG-", "GL-", "HR-", "GR-"]
        .into_iter()
        .flat_map(numbered)
        .collect()
}

#[test]
fn every_rule_is_cited_by_a_test() {
    let mut tests = Vec::new();
    for path in ["src", "crates", "tests"].iter().flat_map(rust_files) {
        // Not this file, which names the rules in order to look for them.
        if !path.ends_with("program/house.rs") {
            tests.extend(tests_in(&read(&path)));
        }
    }
    assert!(tests.len() > 50, "{}", tests.len());
    let rules = rules_of(&read(&root().join("docs/RULES.md")));
    assert!(rules.len() >= 37, "{rules:?}");
    let missing: Vec<&str> = rules
        .iter()
        .filter(|rule| !tests.iter().any(|test| cites(test, rule)))
        .map(String::as_str)
        .collect();
    assert!(
        missing.is_empty(),
        "cited by no test: {}",
        missing.join(", ")
    );
}

#[test]
fn the_checks_of_this_file_see_what_they_look_for() {
    assert!(cites("// PG-1: two to six", "PG-1"));
    assert!(!cites("// PG-10, PG-17", "PG-1"));
    assert!(cites("fn pg_1_players() {}", "PG-1"));
    assert_eq!(
        rules_of("**HR-7 Title.** As PG-10 (5).")
            .into_iter()
            .collect::<Vec<_>>(),
        ["HR-7", "PG-10"]
    );
    let found = tests_in("/// PG-3\n#[test]\nfn a() {\n    x();\n}\nfn b() {} // PG-4\n");
    assert_eq!(found, ["/// PG-3\n#[test]\nfn a() {\n    x();\n}"]);
}
