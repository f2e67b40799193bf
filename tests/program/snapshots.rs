//! The program's output as text in `snapshots/`: help texts, listings, tables.
//! `INSTA_UPDATE=always cargo test --test program snapshots` rewrites them; review the difference
//! before committing it.

use crate::call::powergrab;
use clap::CommandFactory as _;
use powergrab::cli::Cli;
use std::path::Path;

/// Runs the program in an empty directory and returns its exit code, standard output and error.
fn run(args: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let call = powergrab(dir.path()).args(args).env("COLUMNS", "100");
    let out = call.output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let shown = args.join(" ");
    format!(
        "$ powergrab {shown}\n{}--- standard error\n{}--- exit code {}\n",
        text(&out.stdout),
        without_times(&text(&out.stderr)),
        out.status.code().unwrap()
    )
}

/// The line with time and threads changes from run to run.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| {
        if line.contains("games/s on") {
            "(how long it took)\n".to_owned()
        } else {
            format!("{line}\n")
        }
    });
    lines.collect()
}

#[test]
fn help() {
    let mut cli = Cli::command().term_width(100);
    cli.build();
    insta::assert_snapshot!("help", cli.render_long_help());
    for command in cli.get_subcommands_mut() {
        if command.get_name() != "help" {
            let name = format!("help-{}", command.get_name());
            insta::assert_snapshot!(name, command.render_long_help());
        }
    }
}

#[test]
fn listings() {
    for (name, args) in [
        ("rules", &["rules"][..]),
        ("rules-power-grab", &["rules", "power-grab"]),
        ("strategies", &["strategies"]),
        ("strategies-bluffer", &["strategies", "bluffer"]),
    ] {
        insta::assert_snapshot!(name, run(args));
    }
}

#[test]
fn tables() {
    let line_up = [
        "--bots",
        "greedy,random,random",
        "--deals",
        "30",
        "--seed",
        "1",
    ];
    let mut args = vec!["match"];
    args.extend(line_up);
    insta::assert_snapshot!("match", run(&args));
    args.extend([
        "--format",
        "json",
        "--unit",
        "round",
        "--ruleset",
        "classic",
    ]);
    insta::assert_snapshot!("match-json", run(&args));
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/quickstart.toml");
    let out = run(&["tournament", config.to_str().unwrap(), "--deals", "2"]);
    insta::assert_snapshot!(
        "tournament",
        out.replace(config.to_str().unwrap(), "quickstart.toml")
    );
}

#[test]
fn errors() {
    for (name, args) in [
        (
            "error-bot",
            &["match", "--bots", "gredy,random", "--deals", "1"][..],
        ),
        (
            "error-deals",
            &["match", "--bots", "greedy,random", "--deals", "0"],
        ),
        (
            "error-players",
            &[
                "match",
                "--bots",
                "random,random,random,random,random,random,random",
                "--deals",
                "1",
            ],
        ),
        ("error-file", &["tournament", "nowhere.toml"]),
    ] {
        insta::assert_snapshot!(name, run(args));
    }
}
