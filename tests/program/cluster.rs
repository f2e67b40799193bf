//! Studies as jobs in a store: however many workers play them, and whichever die, the results are
//! those of one machine.

use crate::balance_runs::{SEARCH, SILENT};
use crate::call::{PROGRAM, ok, out, run, says};
#[cfg(target_os = "linux")]
use crate::interrupts::signal;
use crate::runs::results;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use test_support::cases;

const TOURNAMENT: &str = r#"
name = "small"
ruleset = "./mine.toml"
format = "round-robin"
pool = ["random", "greedy", "bots/timid.toml"]
players = [2, 3]
deals = 40
unit = "round"
"#;
const SWEEP: &str = r#"
name = "swept"
unit = "round"
line_up = ["mine", "greedy"]
bots.mine = "bots/timid.toml"
finalists = 2
deals = 60
[factors]
mine.uno_call = [0.2, 0.4, 0.6, 0.8, 1.0]
"#;
const TUNE: &str = r#"
name = "tuned"
ruleset = "power-grab"
players = 2
start = "bots/timid.toml"
field = ["greedy", "random"]
params = ["bluff", "uno_call"]
unit = "round"
generations = 3
deals = 40
max_deals = 60
validate = 60
one_step = 20
rounds = 1
"#;

/// Writes the configurations and the files that they name.
fn configurations(home: &Path) {
    fs::create_dir(home.join("bots")).unwrap();
    for (name, text) in [
        ("small.toml", TOURNAMENT),
        ("swept.toml", SWEEP),
        ("tune.toml", TUNE),
        ("search.toml", SEARCH),
        ("silent.toml", SILENT),
        ("mine.toml", "base = \"power-grab\"\ntowers = \"UN\"\n"),
        (
            "bots/timid.toml",
            "policy = \"heuristic\"\n[params]\nbluff = 0.1\n",
        ),
    ] {
        fs::write(home.join(name), text).unwrap();
    }
}

/// Starts a worker that takes tasks until the job is complete.
fn worker(home: &Path, store: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(["work", "--store", store, "--threads", "1", "--lease", "0.2"]);
    let quiet = command.current_dir(home).stderr(Stdio::null());
    quiet.spawn().unwrap()
}

#[test]
fn workers_that_share_a_study_make_the_bytes_of_one_machine() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    configurations(home);
    let studies = [
        ("tournament small.toml", ""),
        ("sweep swept.toml", ""),
        ("sweep swept.toml", "--halving"),
        ("tune tune.toml", ""),
        ("tune tune.toml", "--self-play --generations 1"),
        ("balance search.toml", "--optimise"),
        (
            "match",
            "--bots greedy,random --unit round --deals 2000 --until-width 0.08",
        ),
        (
            "match",
            "--bots greedy,random --unit round --deals 2000 --sprt 0,50",
        ),
        ("tournament small.toml", "--deals 300 --until-ranked"),
        (
            "distil",
            "greedy --unit round --search-deals 60 --deals 60 --lines 2",
        ),
        (
            "why",
            "greedy random --unit round --deals 60 --search-deals 40",
        ),
        (
            "review",
            "--bots greedy,random --unit round --deals 4 --playouts 20",
        ),
    ];
    for (at, (study, options)) in cases(studies, 2).enumerate() {
        let (one, store, two) = (
            format!("one-{at}"),
            format!("store-{at}"),
            format!("two-{at}"),
        );
        let alone = out(home, &format!("{study} {options} --out {one}"));
        ok(
            home,
            &format!("shards {study} --n 4 --store {store} -- {options}"),
        );
        let mut workers: Vec<Child> = (0..3).map(|_| worker(home, &store)).collect();
        // One dies in the middle, or had nothing left to do.
        std::thread::sleep(std::time::Duration::from_millis(50));
        workers[0].kill().unwrap();
        workers[0].wait().unwrap();
        for worker in &mut workers[1..] {
            assert!(worker.wait().unwrap().success(), "{study} {options}");
        }
        let merged = out(home, &format!("merge --store {store} --out {two}"));
        assert_eq!(merged, alone, "{study} {options}");
        let (alone, shared) = (results(&home.join(&one)), results(&home.join(&two)));
        assert!(alone == shared, "{study} {options}");
    }
}

#[test]
fn tasks_are_listed_played_once_and_merged_when_complete() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    configurations(home);
    ok(home, "tournament small.toml --out one");
    let submit = "shards small.toml --n 3 --store store";
    assert_eq!(out(home, submit), "1/3\n2/3\n3/3\n");
    // The job has all files: a worker needs nothing but the store.
    let there = tempfile::tempdir().unwrap();
    let there = there.path();
    let store = home.join("store").display().to_string();
    ok(there, &format!("work 2/3 --store {store}"));
    assert_eq!(out(home, submit), "1/3\n3/3\n");
    let text = says(home, "merge --store store --out two", 3);
    assert!(
        text.contains("2 tasks of round 1 are not finished: 1/3, 3/3"),
        "{text}"
    );
    assert!(!home.join("two").exists());
    let lines = out(there, &format!("work 3/3 --store {store} --progress json"));
    let last: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["event"], &last["task"]),
        (&"finished".into(), &"3/3".into())
    );
    assert!(last["games"].as_u64() > Some(0));
    let text = ok(there, &format!("work 3/3 --store {store}"));
    assert!(text.contains("task 3/3: was finished already"), "{text}");
    ok(there, &format!("work --store {store}"));
    assert_eq!(out(home, "shards --store store"), "");
    let text = ok(there, &format!("merge --store {store} --out two"));
    assert!(text.contains("merged 3 shards"), "{text}");
    assert!(text.contains("slowest shard"), "{text}");
    assert!(results(&there.join("two")) == results(&home.join("one")));

    // A worker that plays several tasks counts the games of each once.
    ok(home, "shards small.toml --n 3 --store all");
    ok(home, "work --store all");
    // Checkpoints in the directory of the results are removed.
    ok(home, "tournament small.toml --shard 1/3 --out three");
    ok(home, "merge --store all --out three");
    assert!(!home.join("three/shards").exists());
    let games = |run: &str| {
        let timing = fs::read(home.join(run).join("timing.json")).unwrap();
        let timing: serde_json::Value = serde_json::from_slice(&timing).unwrap();
        timing["games"].as_u64().unwrap()
    };
    assert_eq!(games("three"), games("one"));

    // A damaged shard is named; without it, its task is open again.
    let shard = home.join("store/round-1/part-2-of-3.shard");
    let mut bytes = fs::read(&shard).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&shard, bytes).unwrap();
    let text = says(home, "merge --store store --out two", 2);
    assert!(
        text.contains("part-2-of-3.shard: is damaged; delete it"),
        "{text}"
    );
    fs::remove_file(&shard).unwrap();
    assert_eq!(out(home, "shards --store store"), "2/3\n");
}

#[test]
fn weights_and_modules_travel_in_the_job() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::create_dir(home.join("bots")).unwrap();
    for (from, to) in [
        ("scripts/bots/wasm/greedy.wasm", "bots/mine.wasm"),
        ("strategies/uno-v1.pgnet", "bots/mine.pgnet"),
    ] {
        fs::copy(ours.join(from), home.join(to)).unwrap();
    }
    for (name, text) in [
        (
            "bots/module.toml",
            "policy = \"wasm\"\nmodule = \"mine.wasm\"\n",
        ),
        (
            "bots/trained.toml",
            "policy = \"net\"\n[params]\nweights = \"mine.pgnet\"\n",
        ),
    ] {
        fs::write(home.join(name), text).unwrap();
    }
    let options = "--bots bots/module.toml,bots/trained.toml --unit round --deals 8";
    ok(home, &format!("match {options} --out one"));
    ok(
        home,
        &format!("shards match --n 2 --store store -- {options}"),
    );
    let there = tempfile::tempdir().unwrap();
    let there = there.path();
    let store = home.join("store").display().to_string();
    ok(there, &format!("work --store {store}"));
    ok(there, &format!("merge --store {store} --out two"));
    assert!(results(&there.join("two")) == results(&home.join("one")));

    let contents = fs::read(home.join("bots/mine.wasm")).unwrap();
    let stored = fs::read_dir(home.join("store/files")).unwrap();
    let mut stored = stored.map(|entry| entry.unwrap().path());
    let module = stored.find(|path| fs::read(path).unwrap() == contents);
    fs::write(module.unwrap(), b"other").unwrap();
    let text = says(there, &format!("work --store {store}"), 2);
    assert!(
        text.contains("is missing or damaged; it is bots/mine.wasm of the job"),
        "{text}"
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    configurations(home);
    let text = says(home, "work --store nowhere", 3);
    assert!(text.contains("nowhere/job.json: does not exist"), "{text}");
    ok(home, "shards small.toml --n 3 --store store");
    let text = says(home, "shards small.toml --n 4 --store store", 2);
    assert!(text.contains("differs in the number of parts"), "{text}");
    let text = says(home, "shards small.toml --n 3 --store store -- --seed 9", 2);
    assert!(text.contains("differs in `seed`"), "{text}");
    for task in ["1/2/3", "4/3", "x"] {
        says(home, &format!("work {task} --store store"), 2);
    }
    for task in ["2/4", "1/2", "2:1/3"] {
        let text = says(home, &format!("work {task} --store store"), 2);
        assert!(text.contains("is not an open task of this job"), "{text}");
    }
    for (study, why) in [
        ("strategies", "strategies: is not a study that can be split"),
        (
            "tournament small.toml --n 3 --store other -- --seconds 1",
            "--seconds <S>: is not for a job",
        ),
        ("tournament none.toml", "none.toml"),
        ("export small.toml", "export: is neither a study"),
        (
            "small.toml --n 3 --store other -- --out x",
            "a job has a --store",
        ),
    ] {
        let n = if study.contains("--n") {
            ""
        } else {
            "--n 3 --store other"
        };
        let text = says(home, &format!("shards {study} {n}"), 2);
        assert!(text.contains(why), "{study}: {text}");
        assert!(!home.join("other").exists());
    }
    fs::write(
        home.join("slow.toml"),
        "policy = \"monte-carlo\"\n[params]\nmilliseconds = 5\n",
    )
    .unwrap();
    let text = says(
        home,
        "shards match --n 3 --store other -- --bots slow.toml,random --deals 9",
        2,
    );
    assert!(text.contains("milliseconds"), "{text}");
    let text = says(home, "work --store s3://bucket/x", 2);
    assert!(
        text.contains("this build does not support object stores"),
        "{text}"
    );
    let job = home.join("store/job.json");
    let edited = fs::read_to_string(&job).unwrap();
    fs::write(&job, edited.replace("\"n_parts\": 3", "\"n_parts\": 2")).unwrap();
    let text = says(home, "work --store store", 2);
    assert!(text.contains("is damaged or was edited"), "{text}");
    for (store, why) in [
        ("", "is not a store"),
        ("s3:/b/x", "has two slashes"),
        ("s3://", "has no path after the slashes"),
    ] {
        let output = run(home, &["work", "--store", store]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(why), "{text}");
    }
    let text = says(home, "merge store", 2);
    assert!(text.contains("powergrab merge --store store"), "{text}");
    let text = says(home, "merge --store store --out store", 2);
    assert!(text.contains("is the store"), "{text}");
}

/// An interrupted worker gives its task back, so that nobody waits for the lease.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_worker_releases_its_task() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let options = "--bots greedy,random --unit round --deals 20000000";
    ok(
        home,
        &format!("shards match --n 1 --store store -- {options}"),
    );
    let claim = home.join("store/round-1/part-1-of-1.claim-1");
    let mut child = worker(home, "store");
    while !claim.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(claim.with_extension("released-1").exists());
    assert_eq!(out(home, "shards --store store"), "1/1\n");
}
