//! `powergrab compare`: two finished runs side by side.

use super::{Failure, Format, print};
use crate::lab::compare::{Comparison, Finished, Line, side_by_side};
use crate::report::intact::RunFiles;
use crate::report::manifest;
use crate::report::table::{aligned, wrapped};
use crate::stats::holm::stars;
use crate::stats::interval::Interval;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Compare two finished runs, paired where they played the same deals
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab compare results/before results/after

Bots and metrics of the same name are compared; two runs of one ruleset each also across rulesets. Runs over the same deals of \
the same seed are paired by up to 32 groups of deals (blocks.csv), others are not, and the output says which. A file that is \
not as its run wrote it, or a blocks.csv that lacks a column, is refused with exit code 2, one that is missing with 3.")]
pub struct Args {
    /// The first run's directory
    run_a: PathBuf,
    /// The second run's directory
    run_b: PathBuf,
    /// Metrics of rounds as well, not only the bots
    #[arg(long)]
    metrics: bool,
    /// What is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// The table that holds what is compared.
const BLOCKS: &str = "blocks.csv";

fn read(dir: &Path) -> Result<Finished, Failure> {
    let run = RunFiles::open(dir)?;
    let blocks = run.table(BLOCKS)?.ok_or_else(|| {
        Failure::Missing(format!(
            "{}: is not there; runs of match and tournament have it, and only they can be compared",
            dir.join(BLOCKS).display()
        ))
    })?;
    let manifest = run.get(manifest::FILE).unwrap_or_default();
    Finished::parse(manifest, blocks).map_err(|e| Failure::Input(format!("{}: {e}", dir.display())))
}

/// Prints what two runs differ in, metrics of rounds with the rest.
pub fn runs(a: &Path, b: &Path) -> Result<(), Failure> {
    run(&Args {
        run_a: a.to_owned(),
        run_b: b.to_owned(),
        metrics: true,
        format: Format::Table,
    })
}

/// Compares.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (a, b) = (read(&args.run_a)?, read(&args.run_b)?);
    let mut found = side_by_side(&a, &b);
    if !args.metrics {
        found.lines.retain(|line| !line.key.2.is_empty());
    }
    if found.lines.is_empty() && found.too_few_deals {
        return Err(Failure::Input(
            "a run has fewer than 2 deals of what both runs have: without an error there is nothing to compare by; play more deals"
                .to_owned(),
        ));
    }
    if found.lines.is_empty() {
        return Err(Failure::Input(
            "the runs have no bot in common at the same number of players: --metrics compares how their rounds went"
                .to_owned(),
        ));
    }
    match args.format {
        Format::Table => print(&text(args, &found)),
        Format::Json => print(&format!("{:#}\n", json(&found))),
    }
}

fn text(args: &Args, found: &Comparison) -> String {
    let mut text = String::new();
    wrapped(&mut text, &answer(found));
    let (a, b) = (args.run_a.display(), args.run_b.display());
    wrapped(&mut text, &format!("A: {a}. B: {b}."));
    for table in found
        .lines
        .chunk_by(|x, y| (&x.key.0, x.key.1) == (&y.key.0, y.key.1))
    {
        let (ruleset, players, ..) = &table[0].key;
        let _ = writeln!(text, "\n{ruleset}, {players} players");
        push_table(&mut text, table);
    }
    text.push('\n');
    wrapped(
        &mut text,
        "Stars: Holm-adjusted for all bots, and for all metrics (* 5 %, ** 1 %, *** 0.1 %).",
    );
    wrapped(&mut text, &format!("{}.", found.method));
    for note in &found.notes {
        wrapped(&mut text, &format!("The runs differ in {note}."));
    }
    text
}

/// The lines of a table: what is compared, both figures, their difference with its interval. At most 80 columns.
fn push_table(text: &mut String, lines: &[Line]) {
    let head = ["", "A", "B", "B - A", "95 % interval", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for line in lines {
        let (_, _, bot, metric) = &line.key;
        let d = &line.difference;
        let what = match bot.as_str() {
            "" => metric.clone(),
            bot => format!("{bot} {metric}"),
        };
        // Rates of wins in per cent, as `match` shows them.
        let (scale, unit) = if metric == "wins" {
            (100.0, " %")
        } else {
            (1.0, "")
        };
        let digits = if metric == "wins" { 2 } else { 3 };
        rows.push(vec![
            format!("{what}{unit}"),
            format!("{:.digits$}", scale * d.first),
            format!("{:.digits$}", scale * d.second),
            format!("{:+.digits$}", scale * d.difference),
            d.error.map_or_else(
                |unknown| unknown.to_string(),
                |error| {
                    let Interval { low, high } = error.interval;
                    format!("{:+.digits$} to {:+.digits$}", scale * low, scale * high)
                },
            ),
            stars(line.p_holm).to_owned(),
        ]);
    }
    aligned(text, &rows);
}

/// Whose win rates differ, and whether rounds get longer, in a sentence each.
fn answer(found: &Comparison) -> String {
    let beyond_chance = |line: &&Line| line.p_holm.is_some_and(|p| p < 0.05);
    let differs = |line: &&Line| line.key.3 == "wins" && beyond_chance(line);
    let all: Vec<String> = found
        .lines
        .iter()
        .filter(differs)
        .filter_map(|line| {
            let d = &line.difference;
            let Interval { low, high } = d.error.ok()?.interval;
            let more = if d.difference > 0.0 { "more" } else { "less" };
            Some(format!(
                "At {} seats {} wins {:.2} percentage points {more} in B ({:+.2} to {:+.2}).",
                line.key.1,
                line.key.2,
                100.0 * d.difference.abs(),
                100.0 * low,
                100.0 * high
            ))
        })
        .collect();
    let in_common = found.lines.iter().any(|line| line.key.3 == "wins");
    let bots = match all.as_slice() {
        [] if !in_common => {
            "The runs have no bot in common at the same number of players; their rounds compare."
                .to_owned()
        }
        [] => "No bot's win rate differs between A and B beyond chance, all bots taken together."
            .to_owned(),
        all => all.join(" "),
    };
    let turns = |line: &&Line| line.key.3 == "turns" && beyond_chance(line);
    let rounds = found.lines.iter().filter(turns).filter_map(|line| {
        let d = &line.difference;
        let Interval { low, high } = d.error.ok()?.interval;
        let longer = if d.difference > 0.0 {
            "longer"
        } else {
            "shorter"
        };
        Some(format!(
            " At {} seats a round is {:.2} turns {longer} in B ({low:+.2} to {high:+.2}).",
            line.key.1,
            d.difference.abs(),
        ))
    });
    bots + &rounds.collect::<String>()
}

fn json(found: &Comparison) -> Value {
    let lines: Vec<_> = found
        .lines
        .iter()
        .map(|line| {
            let (ruleset, players, bot, metric) = &line.key;
            let d = &line.difference;
            let error = d.error.ok();
            json!({
                "ruleset": ruleset, "players": players, "bot": bot, "metric": metric,
                "a": d.first, "b": d.second, "difference": d.difference, "se": error.map(|e| e.se),
                "low": error.map(|e| e.interval.low), "high": error.map(|e| e.interval.high),
                "unknown": d.error.err().map(|unknown| unknown.to_string()),
                "p_value": d.p(), "p_holm": line.p_holm, "paired": line.paired,
            })
        })
        .collect();
    json!({ "method": found.method, "differences": found.notes, "lines": lines })
}
