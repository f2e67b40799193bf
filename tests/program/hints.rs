//! Messages and answers for confused arguments.

use crate::call::{ok, out, run, says};
use std::fs;
use test_support::times;

/// The intended file is named, whether .toml is missing or a letter is wrong.
#[test]
fn a_file_that_was_nearly_named_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    fs::write(home.join("mine.toml"), "policy = \"balanced\"\n").unwrap();
    for args in [
        "match --bots mine,greedy",
        "match --bots ./min.toml,greedy",
        "strategies check mine",
    ] {
        let said = says(home, args, 2);
        assert!(
            said.contains("did you mean") && said.contains("`./mine.toml`"),
            "{said}"
        );
    }
    let said = says(home, "match --bots greedy,random --ruleset nowhere.toml", 2);
    assert!(
        said.contains("cannot be read") && !said.contains("did you mean"),
        "{said}"
    );
}

/// With parameters after the name, the built-in file is not to blame.
#[test]
fn a_wrong_parameter_is_told_with_the_bot_that_has_it() {
    let dir = tempfile::tempdir().unwrap();
    let said = says(
        dir.path(),
        "match --bots balanced:challenge_at=11,greedy",
        2,
    );
    assert!(
        said.contains(
            "balanced:challenge_at=11: key `params.challenge_at`: 11 is not a number from 0 to 10"
        ),
        "{said}"
    );
}

#[test]
fn a_number_below_zero_is_a_wrong_value_and_not_an_unknown_argument() {
    let dir = tempfile::tempdir().unwrap();
    for (args, wrong) in [
        ("match --bots greedy,random --seed -3", "'-3' for '--seed"),
        ("match --bots greedy,random --deals -5", "'-5' for '--deals"),
    ] {
        let said = says(dir.path(), args, 2);
        assert!(said.contains(wrong), "{said}");
    }
}

#[test]
fn bots_may_stand_apart() {
    let dir = tempfile::tempdir().unwrap();
    let (with, without) = ("--bots greedy,random", "--bots greedy random");
    let told = |bots| {
        out(
            dir.path(),
            &format!("match {bots} --deals 4 --force --out one"),
        )
    };
    assert_eq!(told(with), told(without));
}

/// `--against` is two matches and a comparison in one command, with the options that follow a
/// ruleset's name.
#[test]
fn a_match_against_other_rules_is_both_matches_and_their_comparison() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    fs::write(
        home.join("power-grab-instant_uno-false.toml"),
        "base = \"power-grab\"\ninstant_uno = false\n",
    )
    .unwrap();
    let plain = "match --bots hoarder,greedy*3 --deals 64";
    let told = out(
        home,
        &format!("{plain} --against power-grab:instant_uno=false --out both"),
    );
    let first = out(home, &format!("{plain} --out one"));
    let file = "--ruleset power-grab-instant_uno-false.toml";
    let second = out(home, &format!("{plain} {file} --out two"));
    let (a, b) = ("both/power-grab", "both/power-grab-instant_uno-false");
    let compared = out(home, &format!("compare {a} {b} --metrics"));
    assert_eq!(told, first + &second + &compared);
    assert!(compared.contains("a round is"), "{compared}");
    let table = |run: &str| fs::read(home.join(run).join("bots.csv")).unwrap();
    assert_eq!(table(a), table("one"));
    assert_eq!(table(b), table("two"));
}

#[test]
fn a_wrong_option_after_a_ruleset_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    fs::create_dir(home.join("other")).unwrap();
    for (file, text) in [
        ("my.toml", "hand_size = 5"),
        ("other/my.toml", "towers = \"U\""),
    ] {
        fs::write(home.join(file), format!("base = \"power-grab\"\n{text}\n")).unwrap();
    }
    for (ruleset, told) in [
        (
            "power-grab:towes=U",
            "power-grab:towes=U: key `towes`: unknown; did you mean `towers`?",
        ),
        ("power-grab:towers=X", "power-grab:towers=X: key `towers`"),
        (
            "power-grap:towers=U",
            "no such ruleset; did you mean `power-grab`",
        ),
        ("my.toml:hand_size", "no such ruleset"),
        ("power-grab:hand_size", "options like :instant_uno=false"),
        (
            "power-grab:towers=U:hand_size",
            "options like :instant_uno=false",
        ),
        ("power-grab:base=classic", "base is not an option"),
        ("power-grab:hand_size=5", "has the same rules as my.toml"),
        (
            "my.toml:instant_uno=true",
            "has the same rules as my.toml; give an option that differs, as in my.toml:OPTION=VALUE",
        ),
        ("./other/my.toml", "both rulesets are called my"),
        ("grid", "is another game than my.toml"),
        ("classic --format json", "compare RUN_A RUN_B --format json"),
        ("classic --deals 1", "a single deal gives no error"),
    ] {
        let args = "match --bots greedy,random --ruleset my.toml --against";
        let said = says(home, &format!("{args} {ruleset}"), 2);
        assert!(said.contains(told), "{ruleset}: {said}");
    }
    assert!(!home.join("results").exists());
    ok(home, "match --bots greedy,random --deals 4 --out one");
    let said = says(
        home,
        "match --bots greedy,random --against classic --out one",
        2,
    );
    assert!(said.contains("one: holds a run of its own"), "{said}");
}

/// A value that cannot be part of a name leaves the ruleset its fingerprint.
#[test]
fn an_option_may_have_a_value_that_is_no_name() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let told = out(home, "rules power-grab:towers=UN!");
    assert!(told.starts_with("power-grab-"), "{told}");
    assert_eq!(
        told,
        out(home, "rules power-grab:towers=\"!NU\""),
        "the same towers"
    );
    ok(
        home,
        "match --bots greedy,random --deals 4 --ruleset power-grab:towers=UN! --out one",
    );
}

/// The longest names with parameters, in every table with names.
#[test]
fn no_line_of_a_table_is_longer_than_a_terminal_of_80() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let scale = f64::from(times(1, 10)) / 1000.0;
    let bots = "balanced:challenge_at=3:wild_until=4:suspicion=0.25,sheriff:challenge_at=2";
    for command in [
        format!("match --bots {bots} --deals 40 --out one"),
        format!("match --bots {bots} --deals 40 --seed 2 --out two"),
        "compare one two --metrics".to_owned(),
        format!("balance balance --scale {scale} --optimise --out three"),
        format!("balance balance-game --scale {scale} --out four"),
        format!("sweep sweep-quick --deals {} --out five", times(10, 40)),
        format!(
            "tournament quickstart --deals {} --until-ranked --out six",
            times(256, 400)
        ),
    ] {
        let said = out(home, &command);
        assert!(said.lines().count() > 5, "{command}: {said}");
        for line in said.lines() {
            assert!(line.chars().count() <= 80, "{command}: {line}");
        }
    }
}

#[test]
fn a_configuration_of_another_command_is_told() {
    let dir = tempfile::tempdir().unwrap();
    for (args, meant) in [
        ("sweep tune-quick", "tune"),
        ("tournament sweep-quick", "sweep"),
        ("balance quickstart", "tournament"),
        ("tune balance", "balance"),
    ] {
        let said = says(dir.path(), args, 2);
        let hint = format!("a configuration of `powergrab {meant}`");
        assert!(said.contains(&hint), "{said}");
    }
}

/// `report` and `compare` both report that a directory is not a run, and list the runs below it.
#[test]
fn the_runs_below_a_directory_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    ok(
        home,
        "match --bots greedy,random --deals 4 --out results/one",
    );
    for args in ["report results", "compare results results/one"] {
        let said = says(home, args, 3);
        assert!(
            said.contains("runs below this directory: results/one"),
            "{said}"
        );
    }
    let said = says(home, "compare results/one nowhere", 3);
    assert!(said.contains("the directory of a run"), "{said}");
}

/// A bot's wins depend on its opponents, so runs with other opponents are not the same question.
#[test]
fn compare_tells_other_opponents() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    ok(home, "match --bots hoarder,greedy --deals 20 --out a");
    ok(home, "match --bots hoarder,random --deals 20 --out b");
    ok(
        home,
        "match --bots hoarder,greedy,random --deals 20 --out c",
    );
    let said = out(home, "compare a b").replace('\n', " ");
    let told = "The runs differ in the bots at 2 seats (only in A: greedy; only in B: random)";
    assert!(said.contains(told), "{said}");
    assert!(
        !out(home, "compare a a").contains("The runs differ"),
        "the same run"
    );
    ok(
        home,
        "match --bots hoarder,random --deals 20 --out d --ruleset classic",
    );
    let said = out(home, "compare b d");
    assert!(!said.contains("the bots at"), "{said}");
    let said = says(home, "compare a c", 2);
    assert!(said.contains("no bot in common"), "{said}");
}

/// No bot is called level with another if a table says otherwise, and bots that decide equally are
/// called so.
#[test]
fn answers_agree_with_their_tables() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    // Without towers there is nothing to hoard.
    let said = out(
        home,
        "match --bots hoarder,greedy --ruleset classic --deals 30",
    );
    assert!(said.contains("won the same in every deal"), "{said}");
    let three =
        "match --bots balanced:challenge_at=0.5,balanced:challenge_at=1,balanced*2 --deals 100";
    let said = out(home, three).replace('\n', " ");
    assert!(
        said.contains("wins most") && said.contains("cannot be told from"),
        "{said}"
    );
}

#[test]
fn an_analysis_ends_with_what_to_play() {
    let dir = tempfile::tempdir().unwrap();
    let position = "power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS";
    let output = run(dir.path(), &["analyse", position]);
    let said = String::from_utf8(output.stdout).unwrap();
    let last = said.lines().last().unwrap();
    assert!(
        last.starts_with("best: R5 (") && last.ends_with("; nearly as good: R9"),
        "{said}"
    );
}

/// The answer states what "mine" is, and its opponents.
#[test]
fn a_sweep_says_who_sits_at_the_table() {
    let dir = tempfile::tempdir().unwrap();
    let said = out(dir.path(), "sweep sweep-hoarding-balanced --deals 10").replace('\n', " ");
    let told =
        "Line-up: mine, balanced, balanced, balanced; mine is balanced but for what is swept.";
    assert!(said.contains(told), "{said}");
}
