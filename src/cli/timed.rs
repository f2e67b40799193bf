//! `--seconds`: runs that take about so long. How far they come depends on the machine, so they say which deals make the same bytes
//! again anywhere, and their files are those of a run that asks for these.

use super::conduct::{Bar, Means, on_interrupt};
use super::publish::{Ending, dir_failure};
use super::{Failure, say};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Deals;
use powergrab_arena::run::{Control, Piece, Workers};
use powergrab_arena::tally::Tally;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::matches::run_request::{AnySetup, GRID, RunRequest, SHEDDING, Setup, about};
use powergrab_lab::matches::run_result::RunResult;
use powergrab_lab::study::driver;
use powergrab_lab::study::driver::{Ended, Study};
use powergrab_lab::study::manifest::{FILE, Timing};
use powergrab_lab::study::rundir::RunDir;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The most deals of a run by time.
pub const MOST_DEALS: &str = "1000000000";

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|s| (0.001..=86_400.0).contains(s));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "a number of seconds is from 0.001 to 86400".to_owned())
}

/// Sets a flag when the time is over or the program is interrupted.
fn alarm(after: Duration, interrupted: Arc<AtomicBool>) -> Arc<AtomicBool> {
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
    Failure::Interrupted("interrupted: a run by time keeps nothing".to_owned())
}

/// Plays deals until the time is over, and writes the results as the run that asks for as many; `request` makes the one of some deals.
pub(super) fn conduct_for(
    seconds: Duration,
    most: &Deals,
    means: &Means,
    request: impl Fn(Deals) -> Result<RunRequest, Failure>,
) -> Result<(), Failure> {
    // Better said now than when the time is over.
    if let Some(out) = &means.out
        && out.join(FILE).exists()
        && !means.force
    {
        return Err(Failure::Input(format!(
            "{}: holds a run already; choose another --out, or --force to overwrite",
            out.display()
        )));
    }
    let again = |deals: Deals| request(deals)?.look_up().map_err(Failure::from);
    match again(most.clone())? {
        AnySetup::Shedding(setup) => play(seconds, setup, SHEDDING, means, |deals| {
            match again(deals)? {
                AnySetup::Shedding(setup) => Ok(setup),
                AnySetup::Grid(_) => Err(interrupted()),
            }
        }),
        AnySetup::Grid(setup) => play(seconds, setup, GRID, means, |deals| match again(deals)? {
            AnySetup::Grid(setup) => Ok(setup),
            AnySetup::Shedding(_) => Err(interrupted()),
        }),
    }
}

fn play<G: ArenaGame>(
    seconds: Duration,
    setup: Setup<G>,
    game: &str,
    means: &Means,
    again: impl Fn(Deals) -> Result<Setup<G>, Failure>,
) -> Result<(), Failure> {
    // Taken before the time begins, lest another run be there when it is over.
    let reserved = means.out.as_deref();
    let reserved = reserved.map(|out| RunDir::reserve(out, &Value::Null, None));
    let reserved = reserved.transpose().map_err(dir_failure)?;
    let ctrl_c = on_interrupt()?;
    let bar = Bar::timed(seconds);
    let started = Instant::now();
    let over = alarm(seconds, Arc::clone(&ctrl_c));
    let done = G::run(
        &setup.experiment,
        setup.info.deals.0.clone(),
        Workers {
            threads: means.threads,
            chunk: None,
        },
        Tally::new(&setup.experiment),
        Control {
            cancel: &over,
            progress: &|step| bar.step(step),
        },
        None,
    );
    let games = bar.end();
    if ctrl_c.load(Ordering::Relaxed) {
        return Err(interrupted());
    }
    let done = done.map_err(|e| Failure::Missing(e.to_string()))?;
    let took = started.elapsed();
    if done.deals.is_empty() {
        return Err(Failure::Input(format!(
            "not one deal was finished in {} s: give --seconds more",
            seconds.as_secs_f64()
        )));
    }
    let deals = Deals(done.deals.clone());
    let Setup { names, info, .. } = again(deals.clone())?;
    let command = info.command.clone();
    let about = about(game, &info, &names);
    drop(reserved);
    let Some(begun) = means.begin(about, done.deals.clone(), &info)? else {
        return Ok(());
    };
    let ending = Ending {
        shelf: &begun.shelf,
        again: &begun.again,
        own: &done.deals,
    };
    let timing = Timing {
        threads: done.threads,
        took,
        games,
    };
    let result = RunResult {
        info,
        names,
        piece: Piece {
            deals: done.deals.clone(),
            collected: done.collected,
            first_faults: done.first_faults,
        },
        stopping: None,
    };
    let ended = ending.of_whole(&begun.dir, &result, &[], &timing, means.format);
    say!(
        "the time was enough for {}; that depends on the machine. The same files again, on any:\n  {command}{}",
        counted(deals.0.end - deals.0.start, "deal"),
        if command.contains(" --deals ") {
            String::new()
        } else {
            format!(" --deals {deals}")
        }
    );
    ended
}

/// How much of a study fits into the time: from short studies of an `amount` each, four times as much every time, until one takes a
/// twentieth of it. `most` is the most that there may be.
///
/// # Errors
/// A short study fails, or is interrupted.
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

/// Plays a study in memory, for its time.
pub(super) fn try_out(study: &dyn Study) -> Result<Ended, Failure> {
    driver::play(study).map_err(Failure::from)
}

/// Says what a study by time comes to.
pub(super) fn say_amount(seconds: Duration, what: &str, command: &str, config: &Path) {
    say!(
        "about {} s on this machine: {what}. How much that is depends on the machine; the same files again, on any:\n  powergrab {command} {}",
        seconds.as_secs_f64(),
        config.display()
    );
}
