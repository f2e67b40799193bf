//! `powergrab balance`: what towers, cards and rules are worth.
//!
//! | file | holds |
//! |---|---|
//! | `setup` | what the configuration asks for, looked up and checked |
//! | `work` | the experiments, one after the other |
//! | `keep` | what is finished, for `--resume` |

mod keep;
mod setup;
mod work;

use super::begin::{again, results_dir};
use super::conduct::{on_interrupt, plain};
use super::publish::dir_failure;
use super::{Failure, print, say};
use crate::config::read_file;
use crate::lab::balance::config::Config;
use crate::report::balance::dictionary;
use crate::report::rundir::{Care, RunDir};
use crate::report::shards::Start;
use crate::report::table::grouped;
use crate::report::tune::STATE;
use crate::report::{dictionary as files, intact, manifest};
use keep::{Done, Kept};
use serde_json::{Value, json};
use setup::Setup;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;
use work::Work;

/// Measure what towers, cards and rules are worth, as a configuration file asks for it
///
/// The worth of a tower is measured by intervention: at turns drawn by lot it is given to a seat or taken from it, all else and all
/// later chance left equal, and the round is played on both ways.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab balance configs/balance.toml && powergrab report results/balance-1

The file: name; ruleset (one or a list); line_ups (lists of bots, one a table); seed; and a table for each experiment: \
[towers] (deals, turn_rate, block_rate, null, unit); [cards], [drama], [ledger] (deals, line_ups); [ablations], [rulings] (deals, \
line_ups, unit, pairs). --optimise does [optimise] instead (deals, line_up, candidates, finalists, test_deals, turns) and plays its \
finalists again with bots tuned anew as [optimise.tune] says (deals, max_deals, generations, population, sigma, params, gain_deals)."
)]
pub struct Args {
    /// The configuration, a TOML file
    config: PathBuf,
    /// The run's seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// This share of the deals that the file asks for, to see what a run is like
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = share)]
    scale: f64,
    /// Search for rule settings that bring the towers to equal worth, as [optimise] asks for it, instead of the rest
    #[arg(long)]
    optimise: bool,
    /// Go on where an earlier run of the same command was interrupted or killed; the result is the same
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Threads; without it one for each processor. Results are the same with any number
    #[arg(long, value_name = "T", value_parser = super::conduct::threads)]
    threads: Option<NonZero<usize>>,
    /// Where results go; without it results/<NAME>-<SEED>
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite what another run left in that directory
    #[arg(long)]
    force: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    share
        .filter(|f| *f > 0.0 && *f <= 1000.0)
        .ok_or_else(|| "a share is a number above 0, at most 1000".to_owned())
}

fn input(e: impl std::fmt::Display) -> Failure {
    Failure::Input(e.to_string())
}

fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(2)
}

/// The command, without what changes no result.
fn command(args: &Args, seed: u64) -> String {
    let mut command = format!("powergrab balance {} --seed {seed}", plain(&args.config));
    if args.scale != 1.0 {
        let _ = write!(command, " --scale {}", args.scale);
    }
    if args.optimise {
        command.push_str(" --optimise");
    }
    command
}

/// Measures and writes.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = read_file(&args.config).map_err(input)?;
    let shown = args.config.display().to_string();
    let config = Config::parse(&shown, &text).map_err(input)?;
    if args.optimise && config.optimise.is_none() {
        return Err(Failure::Input(format!(
            "{shown}: key `optimise`: is missing; --optimise needs to know how many candidates and deals"
        )));
    }
    if !args.optimise && config.parts().is_empty() {
        return Err(Failure::Input(format!(
            "{shown}: asks for a design search only; say --optimise"
        )));
    }
    let setup = Setup::new(&shown, &config)?;
    let seed = args.seed.or(config.seed).unwrap_or(1);
    let command = command(args, seed);
    let identity = setup.identity(&config, args, seed);
    let what = if args.optimise { "-optimise" } else { "" };
    let name = format!("{}{what}", config.name);
    let out = results_dir(args.out.as_deref(), &name, seed);
    let Some((dir, kept)) = open(args, &out, &identity)? else {
        return Ok(());
    };
    let about = |result: Value| json!({ "format": 1, "command": command, "run": identity, "result": result });
    let unfinished = about(json!({ "complete": false }));
    dir.put(manifest::FILE, &manifest::text(&unfinished))
        .map_err(dir_failure)?;
    let cancel = on_interrupt()?;
    let started = Instant::now();
    let kept = RefCell::new(kept);
    let work = Work {
        args,
        config: &config,
        setup: &setup,
        command: &command,
        seed,
        cancel: &cancel,
        dir: &dir,
        identity: &identity,
        kept: &kept,
    };
    let done: Vec<Done> = work.all().map_err(|e| match e {
        Failure::Interrupted(_) => interrupted(args, &command, &dir, &kept.borrow()),
        e => e,
    })?;
    let took = started.elapsed().as_secs_f64();
    let continuations: u64 = done.iter().map(|d| d.continuations).sum();
    let warnings: Vec<&String> = done.iter().flat_map(|d| &d.warnings).collect();
    let result = json!({ "complete": true, "continuations": continuations, "warnings": warnings });
    let timing = json!({ "seconds": took });
    let state = kept.borrow().text(&identity);
    let mut all: Vec<(&str, Vec<u8>)> = done
        .iter()
        .flat_map(|d| &d.files)
        .map(|(name, text)| (name.as_str(), text.clone().into_bytes()))
        .collect();
    all.push((files::FILE, dictionary().into_bytes()));
    let mut about = about(result);
    intact::list(&mut about, &all);
    all.push((manifest::FILE, manifest::text(&about)));
    all.push((manifest::TIMING_FILE, manifest::text(&timing)));
    // Until all is written.
    all.push((STATE, state));
    dir.write(&all, Care::Durable).map_err(dir_failure)?;
    dir.remove(STATE).map_err(dir_failure)?;
    let told: Vec<&str> = done.iter().map(|d| d.told.as_str()).collect();
    let told: Vec<&str> = told.into_iter().filter(|text| !text.is_empty()).collect();
    print(&told.join("\n"))?;
    for warning in warnings {
        say!("powergrab: warning: {warning}");
    }
    let other_ways = match continuations {
        0 => String::new(),
        n => format!("{} rounds played on in another way, ", grouped(n)),
    };
    say!(
        "{other_ways}{took:.1} s in all; files in {}; a page of it: powergrab report {0}",
        dir.path().display()
    );
    Ok(())
}

/// The directory, and what an earlier run left there to go on with; none where there is nothing left to do.
fn open(
    args: &Args,
    out: &std::path::Path,
    identity: &Value,
) -> Result<Option<(RunDir, Kept)>, Failure> {
    let start = Start::of(args.resume);
    let dir = RunDir::prepare(out, identity, start, args.force).map_err(dir_failure)?;
    dir.sweep();
    let is_complete = dir.is_complete(identity);
    if args.resume {
        if is_complete {
            say!("{}: holds this run, complete", dir.path().display());
            return Ok(None);
        }
        let kept = Kept::read(&dir, identity)?.unwrap_or_default();
        return Ok(Some((dir, kept)));
    }
    if !args.force && !is_complete && dir.path().join(STATE).exists() {
        return Err(Failure::Input(format!(
            "{}: holds parts of this run that are finished; --resume goes on with them, --force starts again",
            dir.path().display()
        )));
    }
    dir.clear().map_err(dir_failure)?;
    Ok(Some((dir, Kept::default())))
}

/// What is said when the run was interrupted.
fn interrupted(args: &Args, command: &str, dir: &RunDir, kept: &Kept) -> Failure {
    let again = again(command, args.threads, args.out.as_deref(), None);
    let finished = if args.optimise {
        let n = kept.pieces.len() + kept.records.len();
        format!("{n} measurements and generations")
    } else {
        let names: Vec<&str> = kept.pieces.iter().map(|p| p.label.as_str()).collect();
        match names.as_slice() {
            [] => "no experiment".to_owned(),
            names => names.join(", "),
        }
    };
    Failure::Interrupted(format!(
        "interrupted: {finished} finished and kept in {}; go on with\n  {again}",
        dir.path().display()
    ))
}
