//! A run that stops by itself: as `conduct`, but in one part, for where it stops depends on everything before.

use super::begin::Begun;
use super::conduct::{Bar, Means, on_interrupt};
use super::failures::say_failure;
use super::publish::{Ending, shard_failure, show, write};
use super::ranked;
use super::stops::{self, Stop};
use super::{Failure, say_files};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::MAX_DEALS;
use powergrab_arena::run::{Control, Piece, RunError, Workers};
use powergrab_lab::matches::printed::grouped;
use powergrab_lab::matches::ranking::run_ranked;
use powergrab_lab::matches::run_request::{Setup, about};
use powergrab_lab::matches::run_result::RunResult;
use powergrab_lab::matches::stages::Stages;
use powergrab_lab::matches::until::{Look, Rule, run_until};
use powergrab_lab::study::checkpoint::About;
use powergrab_lab::study::manifest::Timing;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A number to two figures.
fn rounded(n: u64) -> String {
    let unit = 10u64.pow(n.max(1).ilog10().saturating_sub(1));
    grouped(n.div_ceil(unit) * unit)
}

/// Plays until it is settled or the deals are used up, writes and prints.
pub(super) fn adapt<G: ArenaGame>(
    setup: Setup<G>,
    game: &str,
    means: &Means,
    stop: Stop,
) -> Result<(), Failure> {
    let Setup {
        experiment,
        names,
        mut info,
    } = setup;
    if means.shard.is_some() {
        return Err(Failure::Input(
            "a run that stops by itself decides from all its deals: it does not go with --shard"
                .to_owned(),
        ));
    }
    stops::check(stop, &experiment, &info.deals)?;
    info.format["until"] = stops::describe(stop, &names.bots);
    let asked = info.deals.0.clone();
    let about = About {
        // A line-up that is played on may take deals beyond those asked for.
        whole: asked.start..MAX_DEALS,
        ..about(game, &info, &names)
    };
    let begun = means.begin(about, asked.start..MAX_DEALS, &info)?;
    let Some(Begun { dir, shelf, again }) = begun else {
        return Ok(());
    };
    let ending = Ending {
        shelf: &shelf,
        again: &again,
        own: &asked,
    };
    let cancel = on_interrupt()?;
    let bar = Bar::new(&asked, shelf.n_deals_there());
    let started = Instant::now();
    let workers = Workers {
        threads: means.threads,
        chunk: None,
    };
    let control = Control {
        cancel: &cancel,
        progress: &|step| bar.step(step),
    };
    let stages = Stages::new(workers, control, Some(&shelf));
    let failed = |e: RunError| ending.run_failed(&e);
    let (done, stopping, text, interrupted) = match stop {
        Stop::When(rule) => {
            let most = asked.end - asked.start;
            let told = AtomicBool::new(false);
            let tell = |look: &Look| {
                if let Rule::Width(width) = rule
                    && !told.swap(true, Ordering::Relaxed)
                    && let Some(deals) = look.deals_for_width(width, most)
                {
                    bar.tell(&format!(
                        "powergrab: {} deals tell already that {} will not do for a width of {width}: that takes about {}",
                        grouped(look.deals),
                        grouped(most),
                        rounded(deals)
                    ));
                }
            };
            let played = run_until(&experiment, asked.clone(), &stages, rule, &tell);
            let (done, looks) = played.map_err(failed)?;
            let stopping = stops::json(rule, &looks, &names, &done.collected);
            let text = stops::text(rule, &looks, &names, &done.collected);
            let is_settled = looks.last().is_some_and(Look::is_settled);
            let interrupted = done.deals != asked && !is_settled;
            (done, stopping, text, interrupted)
        }
        Stop::Ranked => {
            let played = run_ranked(&experiment, asked.clone(), &stages);
            let ranked = played.map_err(failed)?;
            let stopping = ranked::json(&ranked, &experiment, &names);
            let text = ranked::text(&ranked, &experiment, &names);
            (ranked.common, stopping, text, ranked.cancelled)
        }
    };
    let timing = Timing {
        threads: done.threads,
        took: started.elapsed(),
        games: bar.end(),
    };
    if interrupted && done.deals.is_empty() {
        return Err(match shelf.is_used() {
            true => ending.interrupted(&done.deals, &[]),
            false => Failure::Interrupted(
                "interrupted before the first deal was finished; nothing was written".to_owned(),
            ),
        });
    }
    let outcome = RunResult {
        info,
        names,
        piece: Piece {
            deals: done.deals,
            collected: done.collected,
            first_faults: done.first_faults,
        },
        stopping: Some(stopping),
    };
    write(&outcome, &dir, Some(&timing), ending.care()).map_err(|e| ending.failed(&e))?;
    let cleared = match interrupted {
        true => Ok(()),
        false => shelf.clear().map_err(shard_failure),
    };
    let shown = show(&outcome, means.format);
    if means.format == super::Format::Table {
        // The results are written: that this cannot be printed is no failure of the run.
        let _ = super::print(&text);
    }
    say_files(dir.path());
    if interrupted {
        say_failure(shown);
        return Err(ending.interrupted(&outcome.piece.deals, &[]));
    }
    cleared.and(shown)
}
