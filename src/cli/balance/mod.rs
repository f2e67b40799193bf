//! `powergrab balance`: what towers, cards and rules are worth.
//!
//! | file | holds |
//! |---|---|
//! | `setup` | what the configuration asks for, looked up and checked |
//! | `jobs` | how the experiments are cut into pieces |
//! | `work` | how a piece is played, and what comes of all |
//! | `optimise` | the design search |

mod jobs;
mod optimise;
mod setup;
mod work;

use super::begin::{again, results_dir};
use super::conduct::{on_interrupt, plain};
use super::{Failure, print, say};
use crate::arena::part::Part;
use crate::config::read_file;
use crate::lab::balance::config::{Config, Experiment};
use crate::report::table::grouped;
use crate::session::Start;
use crate::session::checkpoint::About;
use crate::session::study::{self, Asked, Ended, Request};
use jobs::cut;
use setup::Setup;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
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
    /// Play only part K of N of the experiments' pieces, into --out; `powergrab merge DIR` then makes the files of the whole
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Part>,
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

/// The same as words, the program's name aside.
fn words(args: &Args, seed: u64) -> Vec<String> {
    let config = args.config.display().to_string();
    let options = [config, "--seed".to_owned(), seed.to_string()];
    let mut words = vec!["balance".to_owned()];
    words.extend(options);
    if args.scale != 1.0 {
        words.extend(["--scale".to_owned(), args.scale.to_string()]);
    }
    words
}

/// Merges the parts in this directory.
pub(super) fn merge(args: Args, out: PathBuf) -> Result<(), Failure> {
    let args = Args {
        out: Some(out),
        ..args
    };
    conduct(&args, true)
}

/// Measures and writes.
pub fn run(args: &Args) -> Result<(), Failure> {
    conduct(args, false)
}

/// Measures, or merges what was measured, and writes.
fn conduct(args: &Args, merging: bool) -> Result<(), Failure> {
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
    let jobs = if args.optimise {
        Vec::new()
    } else {
        setup.jobs(&config, args.scale)?
    };
    let asked = Asked {
        command: command.clone(),
        words: words(args, seed),
        config: Some(&args.config),
        noun: "piece",
    };
    let about = About::study(identity, &asked, &cut(args, &jobs));
    let cancel = on_interrupt()?;
    let work = Work {
        args,
        config: &config,
        setup: &setup,
        command: &command,
        seed,
        cancel: &cancel,
        about: &about,
        jobs: &jobs,
        bar: RefCell::default(),
        started: (!merging).then(Instant::now),
        done: RefCell::default(),
        ending: RefCell::default(),
    };
    if merging {
        let results = study::merge(&work, &out, args.force)?;
        return work.tell(&results.told, &out);
    }
    let request = Request {
        out: out.clone(),
        start: Start::of(args.resume),
        force: args.force,
        part: args.shard,
        every: Duration::ZERO,
    };
    let ended = study::conduct(&work, &request);
    if let Some((_, bar)) = work.bar.take() {
        bar.end();
    }
    match ended? {
        Ended::Complete => say!("{}: holds this run, complete", out.display()),
        Ended::Part { n_pieces, path } => say!(
            "shard {}: {n_pieces} pieces, in {}",
            args.shard.unwrap_or(Part::WHOLE),
            path.display()
        ),
        Ended::Whole { results, .. } => work.tell(&results.told, &out)?,
        Ended::Interrupted { labels } => return Err(work.interrupted(&labels, &out)),
    }
    Ok(())
}

impl Work<'_> {
    /// Prints what a run came to.
    fn tell(&self, told: &str, out: &Path) -> Result<(), Failure> {
        let ending = self.ending.borrow();
        print(told)?;
        for warning in &ending.warnings {
            say!("powergrab: warning: {warning}");
        }
        let other_ways = match ending.continuations {
            0 => String::new(),
            n => format!("{} rounds played on in another way, ", grouped(n)),
        };
        let seconds = ending
            .seconds
            .map_or(String::new(), |seconds| format!("{seconds:.1} s in all; "));
        say!(
            "{other_ways}{seconds}files in {}; a page of it: powergrab report {0}",
            out.display()
        );
        Ok(())
    }

    /// What is said when the run was interrupted.
    fn interrupted(&self, labels: &[String], out: &Path) -> Failure {
        let args = self.args;
        let again = again(self.command, args.threads, args.out.as_deref(), args.shard);
        let finished = if args.optimise {
            format!("{} measurements and generations", labels.len())
        } else {
            let there: HashSet<&str> = labels.iter().map(String::as_str).collect();
            let experiments = self.config.parts().into_iter().map(|(e, _)| e);
            let whole = experiments.filter(|e| self.labels(*e).all(|label| there.contains(label)));
            let mut names: Vec<&str> = whole.map(Experiment::name).collect();
            if self.jobs.iter().any(|(label, job)| {
                there.contains(label.as_str()) && !names.contains(&job.experiment().name())
            }) {
                names.push("parts of others");
            }
            match names.as_slice() {
                [] => "no experiment".to_owned(),
                names => names.join(", "),
            }
        };
        Failure::Interrupted(format!(
            "interrupted: {finished} finished and kept in {}; go on with\n  {again}",
            out.display()
        ))
    }
}
