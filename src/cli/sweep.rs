//! `powergrab sweep`: every cell that a configuration asks for, on the same deals.

use super::begin::results_dir;
use super::conduct::{TerminalReporter, on_interrupt, threads};
use super::failures::failed;
use super::timed::{amount, say_amount, seconds, try_out};
use super::{Failure, print, say, say_files};
use powergrab_arena::experiment::Deals;
use powergrab_arena::part::Part;
use powergrab_lab::matches::printed::{counted, grouped};
use powergrab_lab::study::Start;
use powergrab_lab::study::driver;
use powergrab_lab::study::driver::{Ended, Request, Study};
use powergrab_lab::study::options::{Silent, StudyOptions};
use powergrab_lab::sweep::study::SweepRequest;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Play the same deals in every cell of a design: parameters of bots, options of the rules, numbers of seats
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab sweep configs/sweep-quick.toml

The file: name; ruleset; line_up (a list of bots; for more players the last sits again); bots (names of one's own for the \
line-up); hero (whose win rate is plotted); [factors]: `BOT.PARAMETER`, `rules.OPTION`, `players` or `ruleset`, each a list of \
levels or a range { from, to, steps, scale }; design = \"grid\", \"list\", \"latin-hypercube\" or \"sobol\" with points; deals; \
seed; unit; order; finalists. `powergrab new sweep NAME` writes one with comments.")]
pub struct Args {
    /// The configuration: a TOML file, or the name of one inside the program (they ship in configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// How many deals each cell plays, or which ones of the run's sequence
    #[arg(long, value_name = "N|A..B")]
    deals: Option<Deals>,
    /// Choose the deals so that it takes about so long, after a short trial, and say which these are
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["deals", "shard", "resume", "merge"])]
    seconds: Option<Duration>,
    /// The run's seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Successive halving: all cells play a part of the deals, the better half plays on, and so forth; the finalists
    /// are confirmed on held-out deals
    #[arg(long)]
    halving: bool,
    /// Go on where an earlier run of the same sweep was interrupted; the files are the same
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Play only part K of N of the cells, into --out; `powergrab merge DIR` then makes the files of the whole
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Part>,
    /// Play nothing: make the files of the whole from all parts in --out, as `powergrab merge DIR` does
    #[arg(long, requires = "out", conflicts_with_all = ["force", "halving", "shard", "resume"])]
    merge: bool,
    /// Threads; without it one for each processor. Results are the same with any number
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Where results go; without it results/<NAME>-<SEED>
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite what another run left in that directory
    #[arg(long)]
    force: bool,
}

/// The least time between two writes of the checkpoint and the CSV file.
const EVERY: Duration = Duration::from_millis(200);

/// The deals a cell of the shortest trial of `--seconds`: as many as halving has in its first rung at the least.
const LEAST_DEALS: f64 = 16.0;

/// Merges the parts in this directory.
pub(super) fn merge(args: Args, out: PathBuf) -> Result<(), Failure> {
    run(&Args {
        merge: true,
        out: Some(out),
        ..args
    })
}

/// Plays the sweep.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut request = SweepRequest {
        config: args.config.clone(),
        deals: args.deals.clone(),
        seed: args.seed,
        halving: args.halving,
    };
    let cancel = on_interrupt()?;
    let reporter = TerminalReporter::default();
    let options = StudyOptions {
        threads: args.threads,
        cancel: &cancel,
        reporter: &reporter,
    };
    if let Some(seconds) = args.seconds {
        let some = |deals: f64| SweepRequest {
            deals: Some(Deals(0..deals as u64)),
            ..request.clone()
        };
        let quiet = StudyOptions {
            reporter: &Silent,
            ..options
        };
        let play = |deals| some(deals).plan()?.with(&quiet, try_out);
        let deals = amount(seconds, (LEAST_DEALS, 1e9), play)?;
        request = some(deals);
        let halving = if args.halving { " --halving" } else { "" };
        let command = format!("sweep{halving} --deals {}", deals as u64);
        let what = format!("{} deals a cell", grouped(deals as u64));
        say_amount(seconds, &what, &command, &args.config);
    }
    let plan = request.plan()?;
    let own = |study: &dyn Study| {
        let identity = &study.about().identity;
        results_dir(args.out.as_deref(), plan.name(), plan.seed(), identity)
    };
    let out = plan.with(&options, own);
    if args.merge {
        let results = plan.with(&options, |study| driver::merge(study, &out, false))?;
        print(&results.told)?;
        return failed(&results.failures, None);
    }
    let shown = out.display();
    let request = Request {
        out: out.clone(),
        start: Start::of(args.resume),
        force: args.force,
        part: args.shard,
        every: EVERY,
    };
    let started = Instant::now();
    let ended = plan.with(&options, |study| driver::conduct(study, &request));
    reporter.end();
    let took = started.elapsed().as_secs_f64();
    let done = |n: usize| {
        say!("{} in {took:.1} s", counted(n as u64, "cell"));
        say_files(&out);
    };
    match ended? {
        Ended::Complete => say!("{shown}: holds this run, complete"),
        Ended::Part { n_pieces, .. } => done(n_pieces),
        Ended::Whole { results, n_pieces } => {
            print(&results.told)?;
            done(n_pieces);
            return failed(&results.failures, None);
        }
        Ended::Interrupted { labels, so_far } => {
            if let Some(results) = so_far {
                // Whoever closes the pipe early has read enough.
                let _ = print(&results.told);
                super::failures::say_failure(failed(&results.failures, None));
            }
            done(labels.len());
            return Err(Failure::Interrupted(format!(
                "interrupted: {} cells were finished and are in {shown}; --resume goes on",
                labels.len()
            )));
        }
    }
    Ok(())
}
