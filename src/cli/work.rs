//! `powergrab work`: plays tasks of a job.

use super::bar::on_interrupt;
use super::failure::Failure;
use super::say::{print, say};
use super::values::{seconds, threads};
use powergrab_arena::run::Progress;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::cluster::address::open;
use powergrab_lab::cluster::job::Job;
use powergrab_lab::cluster::task::Task;
use powergrab_lab::cluster::worker::{Step, Worker};
use powergrab_lab::kinds::SetUp;
use powergrab_lab::study::options::{Reporter, StudyOptions};
use powergrab_lab::study::study_error::StudyError;
use serde_json::json;
use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Play tasks of a job in a store, on any machine
///
/// Plays the given task, or takes one task after another until the job is complete. A task counts
/// once, however many machines play it, and a worker that dies loses only the task that it was
/// playing. Needs the same version of the program as `powergrab shards`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab work --store s3://BUCKET/quick
         powergrab work 3/200 --store /shared/quick --progress json")]
pub struct Args {
    /// The task, as `powergrab shards` lists it [default: all unfinished tasks, one after another]
    task: Option<Task>,
    /// The store: a directory that all machines share, or s3://BUCKET/PREFIX
    #[arg(long, value_name = "STORE")]
    store: String,
    /// Number of threads, 1 to 1024; the results do not depend on it [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Time that a worker has for a task, in seconds, 0.001 to 86400, before an idle worker plays it
    /// as well
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds)]
    lease: Duration,
    /// Print progress as JSON lines: one per second, and one at the beginning and end of each task
    #[arg(long, value_name = "FORMAT")]
    progress: Option<ProgressFormat>,
}

/// Format of the progress
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ProgressFormat {
    Json,
}

/// Time between two lines of progress.
const BEAT: Duration = Duration::from_secs(1);

/// First time before an idle worker looks into the store again; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_millis(12_800);

/// Counts the games of a task.
#[derive(Default)]
struct Games(AtomicU64);

impl Reporter for Games {
    fn step(&self, step: Progress) {
        self.0.fetch_add(step.games, Ordering::Relaxed);
    }
}

/// Plays tasks.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let cancel = on_interrupt()?;
    play_tasks(args, catalog, cancel).map_err(|e| match e {
        // A request that was given up for it fails as others do.
        Failure::Io(_) if cancel.load(Ordering::Relaxed) => interrupted(),
        e => e,
    })
}

fn interrupted() -> Failure {
    Failure::Interrupted("interrupted; unfinished tasks are left to other workers".to_owned())
}

fn play_tasks(args: &Args, catalog: &Catalog, cancel: &'static AtomicBool) -> Result<(), Failure> {
    let store = open(&args.store, cancel)?;
    let job = Job::read(&*store)?;
    let games = Games::default();
    let set_up = SetUp {
        options: StudyOptions {
            threads: args.threads,
            cancel,
            reporter: &games,
        },
        as_json: false,
        plays: true,
    };
    let study = job.study(&*store, catalog, set_up)?;
    let start = RandomState::new().hash_one(std::process::id());
    let mut worker = Worker::new(&job, &*store, &*study, args.lease, start);
    let mut play = |worker: &mut Worker<'_>, task: Task| {
        play_and_report(args, task, &games, || worker.play(task)).map_err(|e| match e {
            StudyError::Cancelled => interrupted(),
            e => e.into(),
        })
    };
    match args.task {
        Some(task) => {
            worker.check(task)?;
            play(&mut worker, task)
        }
        None => all(args, &mut worker, cancel, &mut play),
    }
}

/// Takes tasks until the job is complete.
fn all(
    args: &Args,
    worker: &mut Worker<'_>,
    cancel: &AtomicBool,
    play: &mut dyn FnMut(&mut Worker<'_>, Task) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let clock = Instant::now();
    let mut pause = FIRST_PAUSE;
    let mut is_waiting = false;
    loop {
        match worker.take(clock.elapsed())? {
            Step::Play(task) => {
                play(worker, task)?;
                (pause, is_waiting) = (FIRST_PAUSE, false);
            }
            // The round may end before the first lease does.
            Step::Wait(time) => {
                if pause == LONGEST_PAUSE && !is_waiting && args.progress.is_none() {
                    is_waiting = true;
                    say!(
                        "waiting for tasks that other workers claimed; they are free in {:.0} s (--lease)",
                        time.as_secs_f64()
                    );
                }
                sleep(pause.min(time.max(FIRST_PAUSE)), cancel);
                pause = (2 * pause).min(LONGEST_PAUSE);
            }
            Step::End => return Ok(()),
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(interrupted());
        }
    }
}

/// Sleeps, unless the work is cancelled.
fn sleep(time: Duration, cancel: &AtomicBool) {
    let started = Instant::now();
    while started.elapsed() < time && !cancel.load(Ordering::Relaxed) {
        thread::sleep(FIRST_PAUSE.min(time));
    }
}

/// Plays a task, and reports its progress.
fn play_and_report(
    args: &Args,
    task: Task,
    games: &Games,
    play: impl FnOnce() -> Result<bool, StudyError>,
) -> Result<(), StudyError> {
    let started = Instant::now();
    let first = games.0.load(Ordering::Relaxed);
    let line = |event: &str| {
        let line = json!({
            "event": event,
            "task": task.to_string(),
            "games": games.0.load(Ordering::Relaxed) - first,
            "seconds": started.elapsed().as_secs_f64(),
        });
        // A reader that closes the pipe early has read enough.
        let _ = print(&format!("{line}\n"));
    };
    if args.progress.is_none() {
        let end = match play()? {
            true => "finished",
            false => "was finished already",
        };
        say!(
            "task {task}: {end}, {:.1} s",
            started.elapsed().as_secs_f64()
        );
        return Ok(());
    }
    line("begin");
    let (stop, stopped) = channel::<()>();
    let ended = thread::scope(|scope| {
        scope.spawn(|| {
            let stopped = stopped;
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(BEAT) {
                line("progress");
            }
        });
        let ended = play();
        drop(stop);
        ended
    });
    line(match ended {
        Ok(true) => "finished",
        Ok(false) => "skipped",
        Err(_) => "failed",
    });
    ended.map(drop)
}
