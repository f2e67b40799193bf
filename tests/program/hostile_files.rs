//! Files that are wrong in ways that nobody writes by mistake, or that a killed run left: each is
//! refused with a message, or cleaned up.
#![cfg(unix)]

use crate::call::{Call, ok, powergrab, run, says};
use crate::runs::shards;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_rotation_that_no_line_up_has_is_no_trace() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    ok(
        home,
        "play --bots random,random,random --deal 1 --rotation 2 --trace good.jsonl",
    );
    ok(home, "verify good.jsonl");
    let good = fs::read_to_string(home.join("good.jsonl")).unwrap();
    for rotation in ["3", "99"] {
        let bad = good.replacen("\"rotation\":2", &format!("\"rotation\":{rotation}"), 1);
        assert_ne!(good, bad);
        fs::write(home.join("bad.jsonl"), bad).unwrap();
        let text = says(home, "verify bad.jsonl", 2);
        let due = format!("bad.jsonl:1: TRACE: rotation {rotation}: 3 seats have rotations 0 to 2");
        assert!(text.contains(&due), "{text}");
    }
}

#[test]
fn runs_of_one_deal_have_bots_in_common_and_no_error() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let played = "match --bots random,greedy --unit round";
    ok(home, &format!("{played} --deals 1 --out one"));
    ok(home, &format!("{played} --deals 1 --seed 2 --out other"));
    ok(home, &format!("{played} --deals 8 --out more"));
    ok(
        home,
        "match --bots sheriff,bluffer --unit round --deals 8 --out apart",
    );
    for runs in ["one other", "one more", "more one"] {
        let text = says(home, &format!("compare {runs}"), 2);
        assert!(text.contains("fewer than 2 deals"), "{text}");
    }
    let text = says(home, "compare more apart", 2);
    assert!(text.contains("no bot in common"), "{text}");
}

#[test]
fn a_description_does_not_steer_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let text = "policy = \"greedy\"\ndescription = \"\\u001b[31mred\\u0007 \\u009b2J\"\n";
    fs::write(home.join("red.toml"), text).unwrap();
    for command in ["strategies ./red.toml", "strategies check red.toml"] {
        let shown = String::from_utf8(run(home, command).stdout).unwrap();
        let tells = !command.contains("check");
        assert_eq!(shown.contains("[31mred"), tells, "{shown:?}");
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(!shown.contains(steers), "{shown:?}");
    }
}

/// Writes a module whose views go to this address, with these additional parts.
fn module(home: &Path, view: &str, more: &str) {
    let text = format!(
        "(module (memory (export \"memory\") 1) {more}
           (func (export \"powergrab_view\") (result i32) (i32.const {view}))
           (func (export \"powergrab_decide\") (result i32) (i32.const 0)))"
    );
    fs::write(home.join("mine.wasm"), wat::parse_str(text).unwrap()).unwrap();
    let text = "policy = \"wasm\"\nmodule = \"mine.wasm\"\n";
    fs::write(home.join("mine.toml"), text).unwrap();
}

#[test]
fn a_module_is_checked_with_its_place_for_views() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    module(home, "1024", "");
    ok(home, "strategies check mine.toml");
    for (place, due) in [
        ("1025", "gave 1025, which is no multiple of 8"),
        ("65536", "gave a place that is not in its memory"),
        ("65528", "gave a place that is not in its memory"),
        ("-8", "gave a place that is not in its memory"),
    ] {
        module(home, place, "");
        let text = says(home, "strategies check mine.toml", 3);
        assert!(text.contains(due), "{place}: {text}");
    }
}

#[test]
fn a_module_that_does_not_fit_its_table_is_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let table = "(table 1 funcref) (func $f) (elem (i32.const 7) $f $f)";
    module(home, "1024", table);
    let text = says(home, "strategies check mine.toml", 2);
    assert!(
        text.contains("its table has no room for 2 elements from 7 on"),
        "{text}"
    );
    assert!(!text.contains("Stored"), "{text}");
}

#[test]
fn a_pipe_is_no_module() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    module(home, "1024", "");
    fs::remove_file(home.join("mine.wasm")).unwrap();
    let made = Command::new("mkfifo").arg(home.join("mine.wasm")).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    let text = in_time(home, "strategies check mine.toml", 2);
    let due = "mine.wasm: cannot be read: is not a regular file";
    assert!(text.contains(due), "{text}");
}

/// Returns the message of a command that would block forever if it opened a pipe without a writer.
fn in_time(home: &Path, args: &str, code: i32) -> String {
    let output = Call::through("timeout", &["20"], home).args(args).output();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args}: {text}");
    text
}

/// Every file is checked before it is opened.
#[test]
fn a_pipe_is_no_file_that_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let made = Command::new("mkfifo").arg(home.join("pipe.toml")).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    let a_match = "match --bots random,greedy --unit round --deals 8";
    ok(home, &format!("{a_match} --out run"));
    ok(home, &format!("{a_match} --shard 1/2 --out parts"));
    let shard = shards(&home.join("parts")).pop().unwrap();
    for file in ["run/manifest.json", "run/bots.csv"] {
        fs::rename(home.join(file), home.join("aside")).unwrap();
        fs::rename(home.join("pipe.toml"), home.join(file)).unwrap();
        for args in ["report run", "compare run run"] {
            let text = in_time(home, args, 4);
            assert!(
                text.contains(&format!("{file}: cannot be read: is not a regular file")),
                "{text}"
            );
        }
        in_time(home, &format!("{a_match} --out run --resume"), 4);
        fs::rename(home.join(file), home.join("pipe.toml")).unwrap();
        fs::rename(home.join("aside"), home.join(file)).unwrap();
    }
    fs::remove_file(&shard).unwrap();
    fs::rename(home.join("pipe.toml"), &shard).unwrap();
    for args in [
        "merge parts",
        "missing parts",
        &format!("{a_match} --out parts --resume"),
    ] {
        in_time(home, args, 4);
    }
    fs::rename(&shard, home.join("pipe.toml")).unwrap();
    for args in [
        "tournament pipe.toml",
        "sweep pipe.toml",
        "tune pipe.toml",
        "balance pipe.toml",
        "rules ./pipe.toml",
        "match --bots ./pipe.toml,random",
        "match --bots random,random --ruleset ./pipe.toml",
        "verify pipe.toml",
        "analyse --trace pipe.toml --line 3",
    ] {
        let text = in_time(home, args, 2);
        assert!(text.contains("is not a regular file"), "{args}: {text}");
    }
}

/// A manifest larger than any run's is refused unread.
#[test]
fn a_manifest_of_any_size_is_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    fs::create_dir(home.join("run")).unwrap();
    let file = fs::File::create(home.join("run/manifest.json")).unwrap();
    file.set_len(1 << 40).unwrap();
    for args in [
        "report run",
        "compare run run",
        "match --bots random,greedy --deals 8 --out run",
    ] {
        let text = says(home, args, 4);
        assert!(text.contains("is too large"), "{args}: {text}");
    }
}

/// A checkpoint is identified by its name: a renamed one is not part of the study, in every study.
#[test]
fn renamed_checkpoints_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let text = "name = \"s\"\nline_up = [\"balanced\", \"greedy\"]\nunit = \"round\"\ndeals = 4\n\
[factors]\nbalanced.bluff = [0.1, 0.9]\n";
    fs::write(home.join("s.toml"), text).unwrap();
    let text = "name = \"b\"\nline_ups = [[\"random\", \"greedy\"]]\n[towers]\ndeals = 20\n";
    fs::write(home.join("b.toml"), text).unwrap();
    for study in [
        "match --bots random,greedy --unit round --deals 8",
        "sweep s.toml",
        "balance b.toml",
        "ladder skill --rulesets classic --seats 2 --policies monte-carlo --playout greedy --effort 2000 --most 16",
        "why hoarder greedy --unit round --deals 300 --search-deals 20",
        "review --bots miser,greedy --unit round --deals 40 --positions 1",
    ] {
        ok(home, &format!("{study} --shard 1/2 --out run"));
        let shard = shards(&home.join("run")).pop().unwrap();
        let name = "part-2-of-2.shard";
        fs::rename(&shard, shard.with_file_name(name)).unwrap();
        for last in [
            format!("{study} --out run --resume"),
            "merge run".to_owned(),
        ] {
            let text = says(home, &last, 2);
            assert!(
                text.contains(name) && text.contains("has another name"),
                "{last}: {text}"
            );
        }
        fs::remove_dir_all(home.join("run")).unwrap();
    }
}

/// Untrusted texts do not control the terminal, wherever they are shown: names of files, lines of
/// TOML, traces, commands.
#[test]
fn strangers_texts_do_not_steer_the_terminal() {
    const EVIL: &str = "\u{1b}[31m\u{9b}2J\u{7}\u{202e}";
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let is_tame = |args: &str, code: i32| {
        let output = run(home, args);
        assert_eq!(output.status.code(), Some(code), "{args}: {output:?}");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!text.contains(steers), "{args}: {text:?}");
        assert!(text.contains("202e"), "{args}: {text:?}");
        text
    };
    let escaped = "\\u001b[31m\\u009b2J\\u0007\\u202e";
    fs::write(
        home.join("bot.toml"),
        format!("policy = \"wasm\"\nmodule = \"{escaped}.wasm\"\n"),
    )
    .unwrap();
    is_tame("strategies check bot.toml", 2);
    fs::write(home.join("line.toml"), format!("{EVIL} = = 1\n")).unwrap();
    is_tame("tournament line.toml", 2);
    let key = format!("base = \"power-grab\"\n\"{escaped}\" = 1\n");
    fs::write(home.join("key.toml"), key).unwrap();
    is_tame("rules ./key.toml", 2);
    let trace = format!("{EVIL}.jsonl");
    ok(home, "play --bots random,greedy --trace good.jsonl");
    let good = fs::read_to_string(home.join("good.jsonl")).unwrap();
    fs::write(home.join(&trace), &good).unwrap();
    is_tame(&format!("verify {trace}"), 0);
    fs::write(
        home.join("bad.jsonl"),
        good.replacen("\"event\":\"play\"", &format!("\"event\":\"{escaped}\""), 1),
    )
    .unwrap();
    let output = run(home, "verify bad.jsonl");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{text:?}");
    // JSON stays JSON.
    let text = format!("policy = \"greedy\"\ndescription = \"{escaped}\"\n");
    fs::write(home.join("told.toml"), text).unwrap();
    let told = is_tame("strategies ./told.toml --format json", 0);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert!(told.to_string().contains('\u{202e}'), "{told}");
}

/// Some editors begin a text with a byte order mark.
#[test]
fn a_byte_order_mark_is_no_fault_of_a_trace() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    ok(home, "play --bots random,greedy --trace good.jsonl");
    let good = fs::read_to_string(home.join("good.jsonl")).unwrap();
    fs::write(home.join("bom.jsonl"), format!("\u{feff}{good}")).unwrap();
    ok(home, "verify bom.jsonl");
    let mut lines: Vec<&str> = good.lines().collect();
    let second = format!("\u{feff}{}", lines[1]);
    lines[1] = &second;
    fs::write(home.join("bom.jsonl"), lines.join("\n")).unwrap();
    says(home, "verify bom.jsonl", 1);
}

#[test]
fn a_file_in_place_of_a_directory_gives_a_remedy() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    fs::write(home.join("file"), "mine").unwrap();
    for out in ["file", "file/run"] {
        let args = format!("match --bots random,greedy --deals 8 --out {out}");
        let text = says(home, &args, 2);
        assert!(
            text.contains("file: is not a directory; choose another --out"),
            "{text}"
        );
    }
    assert_eq!(fs::read_to_string(home.join("file")).unwrap(), "mine");
}

/// The commands printed at the end of a run can be pasted into a shell.
#[test]
fn the_command_for_the_page_is_quoted() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["match", "--bots", "random,greedy", "--deals", "8"];
    let call = powergrab(dir.path()).args(&args);
    let output = call.args(&["--out", "ö/sub dir"]).output();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("page:  powergrab report 'ö/sub dir'\n"),
        "{text}"
    );
}

/// The pilot of a program is as long as its speed allows: the whole takes seconds, not hours.
#[test]
fn a_program_can_be_measured() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/bots/greedy-py.toml");
    let output = Call::through("timeout", &["60"], home)
        .args("bench --players 2 --slices 1 --bots")
        .args(&[bots])
        .output();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn what_killed_parts_left_is_cleared_away_by_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let text = "name = \"s\"\nline_up = [\"balanced\", \"greedy\"]\nunit = \"round\"\ndeals = 4\n\
[factors]\nbalanced.bluff = [0.1, 0.9]\n";
    fs::write(home.join("s.toml"), text).unwrap();
    let left = [
        "s/.powergrab-abc123.tmp",
        "s/shards/.powergrab-1of1-abc123.tmp",
        "s/shards/.powergrab-2of2-abc123.tmp",
    ];
    for last in ["sweep s.toml --out s --resume", "merge s"] {
        ok(home, "sweep s.toml --out s --shard 1/2");
        ok(home, "sweep s.toml --out s --shard 2/2");
        for file in left {
            fs::write(home.join(file), "cut").unwrap();
        }
        ok(home, last);
        for file in left {
            assert!(!home.join(file).exists(), "{last}: {file}");
        }
        fs::remove_dir_all(home.join("s")).unwrap();
    }
}
