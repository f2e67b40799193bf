use super::*;
use crate::page;

use serde_json::json;

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn manifest_of(identity: &Value) -> NamedFile {
    let sealed = intact::seal(&json!({ "run": identity, "result": 7 }), &[]);
    NamedFile::new(manifest::FILE, sealed)
}

#[test]
fn the_same_run_may_come_back_and_another_may_not() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("a/b");
    let (one, two) = (json!({ "seed": "1" }), json!({ "seed": "2" }));
    let dir = RunDir::prepare(&path, &one, None, Start::New, false).unwrap();
    assert_eq!(names(&path), [lock::FILE]);
    let files = [manifest_of(&one), NamedFile::new("bots.csv", "x")];
    dir.write(&files, Durability::Durable).unwrap();
    drop(dir);
    assert_eq!(names(&path), ["bots.csv", "manifest.json"]);
    RunDir::prepare(&path, &one, None, Start::New, false).unwrap();
    let error = RunDir::prepare(&path, &two, None, Start::New, false)
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("holds the results of another run (it differs in `seed`); choose another --out, or --force to overwrite"),
        "{error}"
    );
    let dir = RunDir::prepare(&path, &two, None, Start::New, true).unwrap();
    dir.write(&[manifest_of(&two)], Durability::Quick).unwrap();
    drop(dir);
    assert_eq!(names(&path), ["manifest.json"]);
}

#[test]
fn strangers_files_are_left_alone() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("thesis.txt"), "x").unwrap();
    let one = json!({ "seed": "1" });
    let error = RunDir::prepare(home.path(), &one, None, Start::New, false).unwrap_err();
    assert!(error.to_string().contains("thesis.txt"));
    fs::write(home.path().join("manifest.json"), "{\"run\"").unwrap();
    let error = RunDir::prepare(home.path(), &one, None, Start::New, false).unwrap_err();
    assert!(error.to_string().contains("its manifest.json is not JSON"));
    RunDir::prepare(home.path(), &one, None, Start::New, true)
        .unwrap()
        .write(&[manifest_of(&one)], Durability::Quick)
        .unwrap();
    assert_eq!(names(home.path()), ["manifest.json", "thesis.txt"]);
}

#[test]
fn a_file_in_the_way_is_an_error_before_playing() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("file");
    fs::write(&path, "x").unwrap();
    let error = RunDir::prepare(&path, &json!({}), None, Start::New, true).unwrap_err();
    assert!(matches!(error, RunDirError::NoDirectory { .. }), "{error}");
    let below = RunDir::prepare(&path.join("run"), &json!({}), None, Start::New, true).unwrap_err();
    assert_eq!(below.to_string(), error.to_string());
}

#[test]
fn a_run_killed_while_writing_is_gone_on_with_only_when_told() {
    let home = tempfile::tempdir().unwrap();
    let (one, two) = (json!({ "seed": "1" }), json!({ "seed": "2" }));
    fs::write(home.path().join("bots.csv"), "x").unwrap();
    fs::write(home.path().join(MARK), manifest::text(&one)).unwrap();
    fs::write(home.path().join(".powergrab-abc.tmp"), "x").unwrap();
    fs::create_dir(home.path().join(DIR)).unwrap();
    let error = RunDir::prepare(home.path(), &one, None, Start::New, false).unwrap_err();
    assert!(matches!(error, RunDirError::Torn { .. }), "{error}");
    assert!(error.to_string().contains("--resume"));
    let error = RunDir::prepare(home.path(), &two, None, Start::Resume, false).unwrap_err();
    assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
    assert!(error.to_string().contains("differs in `seed`"), "{error}");
    let dir = RunDir::prepare(home.path(), &one, None, Start::Resume, false).unwrap();
    dir.sweep();
    assert_eq!(names(home.path()), [lock::FILE, MARK, "bots.csv", "shards"]);
    assert!(!dir.is_complete(&one));
    dir.write(&[manifest_of(&one)], Durability::Quick).unwrap();
    drop(dir);
    assert_eq!(names(home.path()), ["manifest.json", "shards"]);
    fs::remove_file(home.path().join("manifest.json")).unwrap();
    fs::write(home.path().join("thesis.txt"), "x").unwrap();
    let error = RunDir::prepare(home.path(), &one, None, Start::Resume, false).unwrap_err();
    assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
}

#[test]
fn a_tuning_that_was_ended_while_it_wrote_knows_its_strategies() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path();
    let run = json!({ "kind": "self-play", "name": "mine" });
    fs::write(path.join(MARK), manifest::text(&run)).unwrap();
    for name in ["mine.toml", "mine-2.toml"] {
        fs::write(path.join(name), "x").unwrap();
    }
    RunDir::prepare(path, &run, None, Start::Resume, false).unwrap();
    fs::write(path.join("mine-or-not.toml"), "x").unwrap();
    let error = RunDir::prepare(path, &run, None, Start::Resume, false).unwrap_err();
    assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
}

#[test]
fn results_that_nobody_signed_are_not_overwritten() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("bots.csv"), "hi").unwrap();
    for start in [Start::New, Start::Resume] {
        let error = RunDir::prepare(home.path(), &json!({}), None, start, false).unwrap_err();
        assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
        assert!(error.to_string().contains("bots.csv"), "{error}");
    }
    RunDir::prepare(home.path(), &json!({}), None, Start::New, true).unwrap();
}

#[test]
fn of_two_runs_in_one_directory_the_second_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let (one, two) = (json!({ "seed": "1" }), json!({ "seed": "2" }));
    let prepare = |run, force| RunDir::prepare(home.path(), run, None, Start::New, force);
    let first = prepare(&one, false).unwrap();
    for (run, force) in [(&one, false), (&two, false), (&two, true)] {
        let error = prepare(run, force).unwrap_err();
        assert!(matches!(error, RunDirError::Busy { .. }), "{error}");
        let own = format!("process {} (", std::process::id());
        assert!(error.to_string().contains(&own), "{error}");
    }
    let files = [
        manifest_of(&one),
        NamedFile::new("bots.csv", "x"),
        NamedFile::new(page::FILE, "page"),
    ];
    first.write(&files, Durability::Quick).unwrap();
    drop(first);
    let error = prepare(&two, false).unwrap_err();
    assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
    // A page about the earlier run is removed with it.
    let forced = prepare(&two, true).unwrap();
    forced
        .write(&[manifest_of(&two)], Durability::Quick)
        .unwrap();
    drop(forced);
    assert_eq!(names(home.path()), ["manifest.json"]);
}

/// A file that the earlier run's manifest lists belongs to that run, whatever its name. If it was
/// changed since, it is somebody's work.
#[test]
fn force_removes_what_the_earlier_run_lists() {
    let home = tempfile::tempdir().unwrap();
    let files = [
        NamedFile::new("mine.toml", "x"),
        NamedFile::new("yours.toml", "x"),
    ];
    let (one, two) = (json!({ "seed": "1" }), json!({ "seed": "2" }));
    let sealed = intact::seal(&json!({ "run": one }), &files);
    fs::write(home.path().join("mine.toml"), "x").unwrap();
    fs::write(home.path().join("yours.toml"), "y").unwrap();
    fs::write(home.path().join(manifest::FILE), sealed).unwrap();
    let dir = RunDir::prepare(home.path(), &two, None, Start::New, true).unwrap();
    dir.write(&[manifest_of(&two)], Durability::Quick).unwrap();
    drop(dir);
    assert_eq!(names(home.path()), ["manifest.json", "yours.toml"]);
}
