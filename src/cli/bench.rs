//! `powergrab bench`: speed of the laboratory on this machine.

use super::failure::Failure;
use super::say::print;
use super::values;
use powergrab_bots::strategy::line_up::places;
use powergrab_lab::bench::{Case, Effort, SLICE_ROUNDS, SLOW_ROUNDS, measure};
use powergrab_lab::catalog::Catalog;
use std::fmt::Write as _;
use std::num::NonZero;

/// Measure the speed of engine and arena, relative to the cost of their random numbers
///
/// Every case is measured in slices. Each slice times the random numbers alone (the floor), the
/// engine, and the arena on one thread and on all threads. The figures are medians over the slices,
/// so noise of the machine affects all of them alike. Quote ratios, not times.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab bench
  powergrab bench --ruleset classic --players 4 --bots random --slices 101
  powergrab bench --ruleset grid --bots random,grid-greedy
  powergrab bench --json > bench.json")]
pub struct Args {
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(long, default_value = "power-grab")]
    ruleset: String,
    /// Bots, by name or path, comma-separated, each in all seats of a table
    #[arg(long, value_delimiter = ',', default_value = "random,greedy", value_parser = super::values::listed)]
    bots: Vec<String>,
    /// Numbers of players, comma-separated
    #[arg(long, value_delimiter = ',', default_value = "2,4,6")]
    players: Vec<usize>,
    /// Number of slices per case, 1 to 65535
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
    slices: u16,
    #[arg(long, help = format!("Number of games per slice, 1 to 1000000 [default: enough for about {SLICE_ROUNDS} rounds, or {SLOW_ROUNDS} for a bot that is a program or a search]"), value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// Number of threads in the runs on all threads [default: one per processor]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Measures and prints.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let effort = Effort {
        slices: args.slices.into(),
        games: args.games,
        threads: args.threads,
    };
    let ruleset = catalog.ruleset(&args.ruleset)?;
    let mut cases = Vec::new();
    let (bots, _) = places(&values::line_up(&args.bots)?);
    for bot in &bots {
        for &players in &args.players {
            let case = measure(&ruleset, bot, players, effort, catalog);
            cases.push(case.map_err(|e| Failure::Input(e.to_string()))?);
        }
    }
    if args.json {
        let text = serde_json::to_string_pretty(&cases)
            .map_err(|e| Failure::Io(format!("the figures cannot be written: {e}")))?;
        return print(&format!("{text}\n"));
    }
    print(&table(&cases))
}

fn table(cases: &[Case]) -> String {
    let mut text = String::new();
    let head = cases.first();
    let _ = writeln!(
        text,
        "{}, medians of slices; all threads are {}",
        head.map_or("", |c| &c.ruleset),
        head.map_or(1, |c| c.threads)
    );
    let heads = [
        [
            "bot", "n", "rounds/s", "rounds/s", "turn", "dec.", "engine", "arena",
        ],
        ["", "", "1 thread", "all", "ns", "ns", "/floor", "/floor"],
    ];
    for ([bot, n, one, all, turn, decision, engine, arena], last) in
        heads.into_iter().zip(["checksum", ""])
    {
        let line = format!(
            "{bot:<11} {n:>2} {one:>9} {all:>9} {turn:>6} {decision:>6} {engine:>6} {arena:>6}  {last}"
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    for c in cases {
        let _ = writeln!(
            text,
            "{:<11} {:>2} {:>9.0} {:>9.0} {:>6.1} {:>6.1} {:>6.2} {:>6.2}  {}",
            c.bot,
            c.players,
            c.rounds_per_second,
            c.rounds_per_second_all,
            c.turn_ns,
            c.decision_ns,
            c.engine_ratio,
            c.arena_ratio,
            c.checksum
        );
    }
    text
}
