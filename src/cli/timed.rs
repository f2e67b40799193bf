//! `--seconds`: runs of about the requested duration. Their length depends on the machine, so they
//! report the deals that reproduce the same bytes anywhere, and their files are those of a run that
//! requests these deals.

use super::bar::{Bar, on_interrupt};
use super::failure::Failure;
use super::runner::{StudyArgs, failed};
use super::say::{print, say, say_files};
use powergrab_arena::experiment::Deals;
use powergrab_arena::run::Progress;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::matches::run_request::RunRequest;
use powergrab_lab::matches::run_result::RunResult;
use powergrab_lab::matches::tables::FAULTS_FILE;
use powergrab_lab::study::driver::{Ended, play};
use powergrab_lab::study::manifest::{FILE, Timing};
use powergrab_lab::study::options::{Reporter, StudyOptions};
use powergrab_lab::study::rundir::RunDir;
use powergrab_lab::study::study_error::StudyError;
use powergrab_lab::study::traits::Study;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Maximum number of deals of a timed run.
pub const MOST_DEALS: &str = "1000000000";

/// Returns a flag that is set when the time is over or the program is interrupted.
fn alarm(after: Duration, interrupted: &'static AtomicBool) -> Arc<AtomicBool> {
    let rings = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&rings);
    let until = Instant::now() + after;
    std::thread::spawn(move || {
        while Instant::now() < until && !interrupted.load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            std::thread::sleep(left.min(Duration::from_millis(20)));
        }
        flag.store(true, Ordering::Relaxed);
    });
    rings
}

fn interrupted() -> Failure {
    Failure::Interrupted("interrupted: a timed run keeps nothing".to_owned())
}

/// A bar that fills with time.
struct TimedReporter(Bar);

impl Reporter for TimedReporter {
    fn step(&self, step: Progress) {
        self.0.step(step);
    }
}

/// Plays deals until the time is over, and writes the results like a run that requests these deals;
/// `request` creates the request for given deals.
pub(super) fn run_for(
    seconds: Duration,
    most: &Deals,
    args: &StudyArgs,
    as_json: bool,
    catalog: &Catalog,
    request: impl Fn(Deals) -> Result<RunRequest, Failure>,
) -> Result<(), Failure> {
    // Reported now rather than when the time is over.
    if let Some(out) = &args.out
        && out.join(FILE).exists()
        && !args.force
    {
        return Err(Failure::Input(format!(
            "{}: holds a run already; choose another --out, or --force to overwrite",
            out.display()
        )));
    }
    let all = request(most.clone())?;
    // Reserved before the time begins, so that no other run takes it in the meantime.
    let reserved = args.out.as_deref();
    let reserved = reserved.map(|out| RunDir::reserve(out, &Value::Null, None));
    let reserved = reserved.transpose().map_err(StudyError::from)?;
    let ctrl_c = on_interrupt()?;
    let over = alarm(seconds, ctrl_c);
    let reporter = TimedReporter(Bar::timed(seconds));
    let started = Instant::now();
    let options = StudyOptions {
        threads: args.threads,
        cancel: &over,
        reporter: &reporter,
    };
    let played = all.play(catalog, &options);
    let games = reporter.0.end();
    if ctrl_c.load(Ordering::Relaxed) {
        return Err(interrupted());
    }
    let played = played.map_err(|e| match e {
        StudyError::Cancelled => Failure::Input(format!(
            "no deal was finished in {} s: increase --seconds",
            seconds.as_secs_f64()
        )),
        e => e.into(),
    })?;
    let deals = Deals(played.piece.deals.clone());
    let timing = Timing {
        threads: args
            .threads
            .map_or_else(rayon::current_num_threads, std::num::NonZero::get),
        took: started.elapsed(),
        games,
    };
    let run = request(deals.clone())?.prepare(catalog)?;
    let info = run.info().clone();
    let result = RunResult { info, ..played };
    drop(reserved);
    let identity = result.info.identity();
    let out = args.dir(&result.info.name, result.info.seed, &identity);
    result.files(Some(&timing)).write_to(&out, args.force)?;
    let shown = print(&result.text(as_json));
    say!("{}", result.speed(&timing, false));
    say_files(&out);
    let command = &result.info.command;
    say!(
        "the time was enough for {}, which depends on the machine. To reproduce the files on any machine:\n  {command}{}",
        counted(deals.0.end - deals.0.start, "deal"),
        if command.contains(" --deals ") {
            String::new()
        } else {
            format!(" --deals {deals}")
        }
    );
    shown?;
    failed(&result.failures(), Some(FAULTS_FILE))
}

/// Returns the amount of a study that fits into the time, by trials of increasing `amount`, each
/// four times the last, until one takes a twentieth of the time. `most` is the maximum.
///
/// # Errors
/// Fails if a trial fails or is interrupted.
pub(super) fn amount(
    seconds: Duration,
    (least, most): (f64, f64),
    mut play: impl FnMut(f64) -> Result<Ended, Failure>,
) -> Result<f64, Failure> {
    let all = Instant::now();
    let mut amount = least;
    loop {
        let started = Instant::now();
        if let Ended::Interrupted { .. } = play(amount)? {
            return Err(interrupted());
        }
        let took = started.elapsed();
        if took * 20 >= seconds || amount * 4.0 > most {
            let left = seconds.saturating_sub(all.elapsed()).as_secs_f64();
            let fits = amount * left / took.as_secs_f64().max(1e-6);
            return Ok(fits.clamp(least, most));
        }
        amount *= 4.0;
    }
}

/// Plays a study in memory, to measure its duration.
pub(super) fn try_out(study: &dyn Study) -> Result<Ended, Failure> {
    play(study).map_err(Failure::from)
}

/// Prints the amount of a timed study.
pub(super) fn say_amount(seconds: Duration, what: &str, command: &str, config: &Path) {
    say!(
        "about {} s on this machine: {what}. The amount depends on the machine. To reproduce the files on any machine:\n  powergrab {command} {}",
        seconds.as_secs_f64(),
        config.display()
    );
}
