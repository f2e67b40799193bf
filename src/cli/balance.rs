//! `powergrab balance`: what towers, cards and rules are worth.

use super::begin::{again, results_dir};
use super::conduct::{TerminalReporter, on_interrupt};
use super::timed::{amount, say_amount, seconds, try_out};
use super::{Failure, print, say, say_files};
use powergrab_arena::part::Part;
use powergrab_lab::balance::config::known_tables;
use powergrab_lab::balance::request::BalanceRequest;
use powergrab_lab::balance::study::Ending;
use powergrab_lab::matches::printed::grouped;
use powergrab_lab::study::Start;
use powergrab_lab::study::driver;
use powergrab_lab::study::driver::{Ended, Request, Study};
use powergrab_lab::study::options::{Silent, StudyOptions};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn after_help() -> String {
    format!(
        "Example: powergrab balance configs/balance.toml && powergrab report results/balance-1

The file: name; ruleset (one or a list); line_ups (lists of bots, one a table); seed; and a table for each experiment: {}. \
--optimise does [optimise] instead (deals, line_up, candidates, finalists, test_deals, turns) and plays its finalists again with bots \
tuned anew as [optimise.tune] says (deals, max_deals, generations, population, sigma, params, gain_deals).",
        known_tables().join("; ")
    )
}

/// Measure what towers, cards and rules are worth, as a configuration file asks for it
///
/// The worth of a tower is measured by intervention: at turns drawn by lot it is given to a seat or taken from it, all else and all
/// later chance left equal, and the round is played on both ways.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// The configuration: a TOML file, or the name of one inside the program (they ship in configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// The run's seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// This share of the deals that the file asks for, to see what a run is like
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = share)]
    scale: f64,
    /// Choose the scale so that it takes about so long, after a short trial, and say which that is
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["scale", "shard", "resume"])]
    seconds: Option<Duration>,
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
    let mut request = BalanceRequest {
        config: args.config.clone(),
        seed: args.seed,
        scale: args.scale,
        optimise: args.optimise,
    };
    let cancel = on_interrupt()?;
    let reporter = TerminalReporter::default();
    let options = StudyOptions {
        threads: args.threads,
        cancel: &cancel,
        reporter: &reporter,
    };
    if let Some(seconds) = args.seconds {
        let quiet = StudyOptions {
            reporter: &Silent,
            ..options
        };
        let play = |scale| {
            let request = BalanceRequest {
                scale,
                ..request.clone()
            };
            request.plan()?.with(&quiet, try_out).0
        };
        let scale = amount(seconds, (0.001, 1000.0), play)?;
        // A number that one can type.
        request.scale = format!("{scale:.2e}").parse().unwrap_or(scale);
        let optimise = if args.optimise { " --optimise" } else { "" };
        let command = format!("balance{optimise} --scale {}", request.scale);
        let what = format!("{} of the deals asked for", request.scale);
        say_amount(seconds, &what, &command, &args.config);
    }
    let plan = request.plan()?;
    let own = |study: &dyn Study| {
        let identity = &study.about().identity;
        results_dir(args.out.as_deref(), &plan.name(), plan.seed(), identity)
    };
    let (out, _) = plan.with(&options, own);
    if merging {
        let (results, ending) = plan.with(&options, |study| driver::merge(study, &out, args.force));
        return tell(&results?.told, &ending, &out);
    }
    let request = Request {
        out: out.clone(),
        start: Start::of(args.resume),
        force: args.force,
        part: args.shard,
        every: Duration::ZERO,
    };
    let (ended, ending) = plan.with(&options, |study| driver::conduct(study, &request));
    reporter.end();
    match ended? {
        Ended::Complete => say!("{}: holds this run, complete", out.display()),
        Ended::Part { n_pieces, path } => say!(
            "shard {}: {n_pieces} pieces, in {}",
            args.shard.unwrap_or(Part::WHOLE),
            path.display()
        ),
        Ended::Whole { results, .. } => tell(&results.told, &ending, &out)?,
        Ended::Interrupted { labels, .. } => {
            let again = again(
                plan.command(),
                args.threads,
                args.out.as_deref(),
                args.shard,
            );
            return Err(Failure::Interrupted(format!(
                "interrupted: {} finished and kept in {}; go on with\n  {again}",
                plan.finished(&labels),
                out.display()
            )));
        }
    }
    Ok(())
}

/// Prints what a run came to.
fn tell(told: &str, ending: &Ending, out: &Path) -> Result<(), Failure> {
    print(told)?;
    for warning in &ending.warnings {
        say!("powergrab: warning: {warning}");
    }
    if ending.continuations > 0 {
        let n = grouped(ending.continuations);
        say!("{n} rounds played on in another way");
    }
    if let Some(seconds) = ending.seconds {
        say!("{seconds:.1} s in all");
    }
    say_files(out);
    Ok(())
}
