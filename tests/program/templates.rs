//! The output of `powergrab new` is valid and plays, of every kind.

use crate::call::{out, run};
use std::process::Command;

#[test]
fn a_new_bot_of_each_kind_is_checked_and_plays() {
    for (kind, files) in [
        ("toml", &["mine.toml"][..]),
        ("process", &["mine.toml", "mine.py"]),
        ("wasm", &["mine.toml", "mine.c", "powergrab.h", "mine.wasm"]),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let said = out(dir.path(), &["new", "bot", "mine", "--kind", kind]);
        for file in files {
            assert!(dir.path().join(file).exists(), "{kind}: {file}");
            assert!(said.contains(&format!("wrote {file}\n")), "{said}");
        }
        assert!(out(dir.path(), &["strategies", "check", "mine.toml"]).contains("mine.toml: "));
        let bots = "./mine.toml,greedy";
        let played = [
            "match", "--bots", bots, "--deals", "5", "--unit", "round", "--out", "run",
        ];
        out(dir.path(), &played);
        let faults = std::fs::read_to_string(dir.path().join("run/faults.csv")).unwrap_or_default();
        assert!(!faults.contains("mine"), "{kind}: {faults}");
        let again = run(dir.path(), &["new", "bot", "mine", "--kind", kind]);
        assert_eq!(again.status.code(), Some(2));
    }
}

/// The schema of an editor stands beside the file that names it, and is not written over.
#[test]
fn new_files_name_their_schemas() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("powergrab-tune.schema.json");
    for name in ["one", "two"] {
        let said = out(dir.path(), &["new", "tune", name]);
        assert_eq!(
            said.contains("wrote powergrab-tune.schema.json\n"),
            name == "one"
        );
        let text = std::fs::read_to_string(dir.path().join(format!("{name}.toml"))).unwrap();
        assert!(
            text.starts_with("#:schema ./powergrab-tune.schema.json\n"),
            "{text}"
        );
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            out(dir.path(), &["schema", "tune"])
        );
    }
    std::fs::write(&path, "mine").unwrap();
    out(dir.path(), &["new", "tune", "three"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    let refused = run(dir.path(), &["schema", "tune", "--out", "."]);
    assert_eq!(refused.status.code(), Some(2));
    let said = out(dir.path(), &["schema", "--out", "all"]);
    assert_eq!(said.lines().count(), 6, "{said}");
    // The keys of bots that are programs are there, too.
    let strategy = out(dir.path(), &["schema", "strategy"]);
    let strategy: serde_json::Value = serde_json::from_str(&strategy).unwrap();
    for key in ["command", "timeout_ms", "module", "params"] {
        assert!(strategy["properties"][key].is_object(), "{key}");
    }
}

#[test]
fn a_new_crate_is_a_directory_and_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let said = out(dir.path(), &["new", "bot", "mine", "--kind", "rust"]);
    assert!(said.contains("wrote mine/src/main.rs\n"), "{said}");
    let main = std::fs::read_to_string(dir.path().join("mine/src/main.rs")).unwrap();
    assert!(
        main.contains("Bot::new(\"mine\"") && !main.contains("my-bot"),
        "{main}"
    );
    let again = run(dir.path(), &["new", "bot", "mine", "--kind", "rust"]);
    assert_eq!(again.status.code(), Some(2));
}

/// Cargo would not build them, so they are not written.
#[test]
fn a_new_crate_has_a_name_that_cargo_takes() {
    let dir = tempfile::tempdir().unwrap();
    for name in [
        "1x",
        "a.b",
        "deps",
        "build",
        "examples",
        "incremental",
        "powergrab",
        "powergrab-engine",
    ] {
        let refused = run(dir.path(), &["new", "bot", name, "--kind", "rust"]);
        let text = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{name}: {text}");
        assert!(text.contains("Cargo takes no crate of this name"), "{text}");
        assert!(!dir.path().join(name).exists());
    }
    out(dir.path(), &["new", "bot", "1x"]);
}

/// If the compiler is installed, the module is built from the source beside it by the command in
/// the source.
#[test]
fn a_new_wasm_bot_is_built_by_the_line_in_its_source() {
    if Command::new("clang").arg("--version").output().is_err() {
        eprintln!("skipped: no clang");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    out(dir.path(), &["new", "bot", "mine", "--kind", "wasm"]);
    let source = std::fs::read_to_string(dir.path().join("mine.c")).unwrap();
    let line = source
        .lines()
        .find(|l| l.contains("clang --target"))
        .unwrap();
    let line = line.trim_start_matches(" *").trim();
    assert!(line.contains("-o mine.wasm mine.c"), "{line}");
    std::fs::remove_file(dir.path().join("mine.wasm")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    let built = Command::new(words[0])
        .current_dir(dir.path())
        .args(&words[1..])
        .output()
        .unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    out(dir.path(), &["strategies", "check", "mine.toml"]);
}
