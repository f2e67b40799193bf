//! `powergrab tune`: better parameters for a bot.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::runner::StudyArgs;
use super::say::print;
use super::timed::{say_amount, try_out};
use super::values::seconds;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::driver::Ended;
use powergrab_lab::study::options::{Reporter, StudyOptions};
use powergrab_lab::tune::request::TuneRequest;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Search for a bot's best parameters against a field, and validate them on deals that the search
/// never saw
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab tune configs/tune-quick.toml

Keys of the file: name (of the new strategy); ruleset; players; start (a bot); field (bots); params (all, or a list); method = \"cma-es\" \
(population); objective = \"win-share\", \"rating\", \"points\" or \"margin\"; search_objective; search_unit; sigma; steps (of sigma: \"value\" or \"range\"); generations; games; deals; \
max_deals; validate; one_step; rounds; seed; unit; order. `powergrab new tune NAME` writes a commented file.")]
pub struct Args {
    /// Configuration: a TOML file, or the name of a built-in one (those in configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// Seed of the run [default: the configuration's, or 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Maximum number of generations of the search, 1 to 10000 [default: the configuration's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    generations: Option<u64>,
    /// Approximate duration in seconds, 0.001 to 86400: choose the number of generations by a short
    /// trial, and print the command that reproduces the run
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["generations", "self_play", "resume"])]
    seconds: Option<Duration>,
    /// Find best responses to a growing archive of bots instead, a mixture over the archive, and
    /// the exploitability of its best bot. The archive begins with the start bot and the field
    #[arg(long)]
    self_play: bool,
    /// Only check the configuration and the names in it
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    pub(super) study: StudyArgs,
}

/// Tunes.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let mut request = TuneRequest {
        config: args.config.clone(),
        seed: args.seed,
        generations: args.generations,
        self_play: args.self_play,
    };
    let reporter = TerminalReporter::default();
    let options = args.study.options(&reporter)?;
    if let Some(seconds) = args.seconds {
        let generations = generations_in(seconds, &request, &options, catalog)?;
        request.generations = Some(generations);
        let command = format!("tune --generations {generations}");
        let what = format!("{generations} generations");
        say_amount(seconds, &what, &command, &args.config);
    }
    let plan = request.plan(catalog)?;
    let (name, seed) = (plan.name().to_owned(), plan.seed());
    let (study, summary) = plan.study(options)?;
    if args.check {
        return print(&summary.valid);
    }
    args.study.run(&*study, (&name, seed), &reporter, None)
}

/// Start and end of each generation of a trial.
#[derive(Default)]
struct Clock(Mutex<Vec<Instant>>);

impl Clock {
    fn strike(&self) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.push(Instant::now());
    }
}

impl Reporter for Clock {
    fn begin_steps(&self, _: &str, _: u64, _: u64) {
        self.strike();
    }

    fn next_step(&self) {
        self.strike();
    }
}

/// Returns the number of generations that fit into the time, by a trial of two. Later ones may play
/// more deals, so each counts one and a half times.
fn generations_in(
    seconds: Duration,
    request: &TuneRequest,
    options: &StudyOptions<'_>,
    catalog: &Catalog,
) -> Result<u64, Failure> {
    let clock = Clock::default();
    let heard = StudyOptions {
        reporter: &clock,
        ..*options
    };
    let short = TuneRequest {
        generations: Some(2),
        ..request.clone()
    };
    let started = Instant::now();
    let ended = try_out(&*short.plan(catalog)?.study(heard)?.0)?;
    if let Ended::Interrupted { .. } = ended {
        return Err(Failure::Interrupted("interrupted".to_owned()));
    }
    let took = started.elapsed();
    let times = clock.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    let each = |pair: &[Instant]| pair[1].duration_since(pair[0]).as_secs_f64();
    let generation = times.windows(2).map(each).fold(1e-4, f64::max);
    let search = times.windows(2).map(each).sum::<f64>();
    // The work after the search takes as long as in the trial, and the trial itself took time, too.
    let left = seconds.as_secs_f64() - 2.0 * took.as_secs_f64() + search;
    Ok((left / (1.5 * generation)).clamp(1.0, 10_000.0) as u64)
}
