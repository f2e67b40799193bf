//! What `match` and `tournament` have in common: options, and the way from an experiment to its files.

use super::adaptive::adapt;
use super::begin::Begun;
use super::publish::Ending;
use super::stops::{Stop, Stops};
use super::timed::seconds;
use super::{Failure, print, say};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use powergrab_arena::ArenaGame;
use powergrab_arena::part::Part;
use powergrab_arena::play::Unit;
use powergrab_arena::run::{Control, Piece, Progress, Workers};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_arena::worker::MakeWorker;
use powergrab_bots::strategy::process;
use powergrab_engine::config::visible;
use powergrab_lab::matches::printed::grouped;
use powergrab_lab::matches::record_files::{Recording, RecordsFile};
use powergrab_lab::matches::record_tables::Staged;
use powergrab_lab::matches::run_request::{AnySetup, GRID, RunRequest, SHEDDING, Setup, about};
use powergrab_lab::matches::run_result::RunResult;
use powergrab_lab::study::driver::StudyError;
use powergrab_lab::study::manifest::Timing;
pub(super) use powergrab_lab::study::manifest::plain;
use powergrab_lab::study::options::Reporter;
use std::io::IsTerminal as _;
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Options that change no result
#[derive(Clone, Debug, clap::Args)]
pub struct Means {
    /// Threads; without it one for each processor. Results are the same with any number
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(super) threads: Option<NonZero<usize>>,
    /// Where results go; without it results/<NAME>-<SEED>
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Overwrite what another run left in that directory
    #[arg(long)]
    pub(super) force: bool,
    /// Go on where an earlier run of the same command was interrupted or killed, if there was one
    #[arg(long)]
    pub(super) resume: bool,
    /// Play only the K-th of N equal parts of the deals and leave it in DIR/shards for `powergrab merge DIR`
    #[arg(long, value_name = "K/N", requires = "out")]
    pub(super) shard: Option<Part>,
    /// How often, in seconds, finished deals are put on the disk for --resume. They are removed when the results are written
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(super) checkpoint: Duration,
    /// What is printed at the end
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: super::Format,
}

/// Reads `--threads`.
pub fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let n = text.parse().ok().filter(|n| (1..=1024).contains(n));
    n.and_then(NonZero::new)
        .ok_or_else(|| "a number of threads is from 1 to 1024".to_owned())
}

/// Reads `--unit`.
pub fn unit(text: &str) -> Result<Unit, String> {
    Unit::from_text(text).ok_or_else(|| format!("one of {}", Unit::TEXTS.join(", ")))
}

/// Reads `--order`.
pub fn order(text: &str) -> Result<Order, String> {
    Order::from_text(text).ok_or_else(|| format!("one of {}", Order::TEXTS.join(", ")))
}

/// Looks everything up, plays, writes and prints; stops early where there is a rule for that.
pub(super) fn conduct_until(
    request: RunRequest,
    means: &Means,
    stops: &Stops,
) -> Result<(), Failure> {
    conduct_recorded(request, means, stops, None).map(drop)
}

/// The same; where it can, it writes the records as well, and gives the number of their rows.
pub(super) fn conduct_recorded(
    mut request: RunRequest,
    means: &Means,
    stops: &Stops,
    recording: Option<&Recording<'_>>,
) -> Result<Option<u64>, Failure> {
    request.command.push_str(&stops.text());
    let until = stops.until(&request.bots)?;
    fn either<G: ArenaGame + Staged>(
        setup: Setup<G>,
        game: &str,
        means: &Means,
        until: Option<Stop>,
        recording: Option<&Recording<'_>>,
    ) -> Result<Option<u64>, Failure> {
        match until {
            Some(stop) => adapt(setup, game, means, stop).map(|()| None),
            None => conduct(setup, game, means, recording),
        }
    }
    match request.look_up()? {
        AnySetup::Shedding(setup) => either(setup, SHEDDING, means, until, recording),
        AnySetup::Grid(setup) => either(setup, GRID, means, until, recording),
    }
}

fn conduct<G: ArenaGame + Staged>(
    setup: Setup<G>,
    game: &str,
    means: &Means,
    recording: Option<&Recording<'_>>,
) -> Result<Option<u64>, Failure> {
    let Setup {
        experiment,
        names,
        info,
    } = setup;
    if means.shard.is_some()
        && let Some(bot) = info.bots.iter().find(|b| !b.is_reproducible())
    {
        return Err(Failure::Input(format!(
            "{}: key `params.milliseconds`: a budget in time does not play the same game twice, which --shard needs: give it `playouts` instead",
            bot.name
        )));
    }
    let part = means.shard.unwrap_or(Part::WHOLE);
    let own = part
        .deals(&info.deals.0)
        .map_err(|e| Failure::Input(e.to_string()))?;
    let about = about(game, &info, &names);
    let Some(Begun { dir, shelf, again }) = means.begin(about, own.clone(), &info)? else {
        return Ok(None);
    };
    let ending = Ending {
        shelf: &shelf,
        again: &again,
        own: &own,
    };
    // Deals that are there already, or are another's part, have to be played again for their records.
    let recording = recording.filter(|_| shelf.n_deals_there() == 0 && means.shard.is_none());
    let cancel = on_interrupt()?;
    let bar = Bar::new(&own, shelf.n_deals_there());
    let started = Instant::now();
    let workers = Workers {
        threads: means.threads,
        chunk: None,
    };
    let control = Control {
        cancel: &cancel,
        progress: &|step| bar.step(step),
    };
    let play = |makes: &dyn MakeWorker<G>| {
        let blank = Tally::new(&experiment);
        G::run(makes, own.clone(), workers, blank, control, Some(&shelf))
    };
    let played = match recording {
        Some(recording) => recording.play(&experiment, &names, &own, play),
        None => play(&experiment).map(|done| (done, None)),
    };
    let (done, records) = played.map_err(|e| ending.run_failed(&e))?;
    let timing = Timing {
        threads: done.threads,
        took: started.elapsed(),
        games: bar.end(),
    };
    let piece = Piece {
        deals: done.deals,
        collected: done.collected,
        first_faults: done.first_faults,
    };
    if means.shard.is_some() {
        return ending
            .of_part(part, &piece, &done.later, &timing)
            .map(|()| None);
    }
    ending.of_whole(
        &dir,
        &RunResult {
            info,
            names,
            piece,
            stopping: None,
        },
        &done.later,
        &timing,
        means.format,
    )?;
    Ok(records.map(RecordsFile::end).transpose()?)
}

/// A flag that the first Ctrl-C raises; the second ends the program at once. It is always the same one.
pub(super) fn on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(known) = FLAG.get() {
        return Ok(Arc::clone(known));
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    ctrlc::set_handler(move || {
        process::interrupt();
        if flag.swap(true, Ordering::Relaxed) {
            process::end_all();
            std::process::exit(130);
        }
    })
    .map_err(|e| Failure::Io(format!("Ctrl-C cannot be listened to: {e}")))?;
    Ok(Arc::clone(FLAG.get_or_init(|| cancel)))
}

/// A study's progress on a terminal: a bar, and lines on standard error.
#[derive(Default)]
pub(super) struct TerminalReporter {
    bar: Mutex<Option<Arc<Bar>>>,
    /// Where one bar is for several parts: each with what a deal of it counts.
    parts: Mutex<Vec<(String, u64)>>,
}

impl TerminalReporter {
    fn bar(&self) -> Option<Arc<Bar>> {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        bar.clone()
    }

    fn set(&self, bar: Option<Bar>) {
        let mut own = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(over) = own.take() {
            over.end();
        }
        *own = bar.map(Arc::new);
    }

    /// The bar goes away.
    pub(super) fn end(&self) {
        self.set(None);
    }
}

impl Reporter for TerminalReporter {
    fn begin_whole(&self, parts: &[(&str, u64, u64)]) {
        let work = parts.iter().map(|(_, deals, cost)| deals * cost).sum();
        let costs = parts
            .iter()
            .map(|(part, _, cost)| ((*part).to_owned(), *cost));
        *self.parts.lock().unwrap_or_else(PoisonError::into_inner) = costs.collect();
        self.set(Some(Bar::whole(work)));
    }

    fn begin_steps(&self, what: &str, steps: u64, n_there: u64) {
        self.set(Some(Bar::steps(what, steps, n_there)));
    }

    fn next_step(&self) {
        if let Some(bar) = self.bar() {
            bar.next_step();
        }
    }

    fn begin(&self, part: Option<&str>, deals: u64, n_there: u64) {
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let of_whole = parts.iter().find(|(name, _)| part == Some(name.as_str()));
        if let (Some((name, cost)), Some(bar)) = (of_whole, self.bar()) {
            return bar.begin_part(name, *cost);
        }
        drop(parts);
        self.set(Some(match part {
            Some(part) => Bar::named(part, deals),
            None => Bar::new(&(0..deals), n_there),
        }));
    }

    fn step(&self, step: Progress) {
        if let Some(bar) = self.bar() {
            bar.step(step);
        }
    }

    fn tell(&self, line: &str) {
        match self.bar() {
            Some(bar) => bar.tell(line),
            None => say!("{line}"),
        }
    }

    fn show(&self, text: &str) -> Result<(), StudyError> {
        let shown = match self.bar() {
            Some(bar) => bar.bar.suspend(|| print(text)),
            None => print(text),
        };
        shown.map_err(|e| StudyError::Io(e.to_string()))
    }
}

/// A progress bar on a terminal, nothing when piped.
pub(super) struct Bar {
    bar: ProgressBar,
    games: AtomicU64,
    started: Instant,
    /// What a deal counts; 0 where something else is counted.
    cost: AtomicU64,
}

impl Bar {
    /// For these deals, of which so many are there already.
    pub(super) fn new(deals: &Range<u64>, n_there: u64) -> Bar {
        let template = "{wide_bar} {human_pos}/{human_len} deals, {msg}, {eta} left";
        Bar::with(template, deals.end - deals.start, n_there)
    }

    /// A bar that fills with the time.
    pub(super) fn timed(seconds: Duration) -> Bar {
        let most = seconds.as_secs_f64();
        let template = format!("{{elapsed}} of {most} s, {{human_pos}} deals, {{msg}}");
        Bar::with(&template, u64::MAX, 0)
    }

    /// One bar for all parts of a work.
    fn whole(work: u64) -> Bar {
        Bar::with("{prefix:9} {wide_bar} {percent} %, {eta} left", work, 0)
    }

    /// The next part of it begins.
    fn begin_part(&self, name: &str, cost: u64) {
        self.bar.set_prefix(name.to_owned());
        self.cost.store(cost, Ordering::Relaxed);
    }

    /// A bar of steps that do not take deals alike.
    fn steps(what: &str, steps: u64, n_there: u64) -> Bar {
        let template = format!("{what} {{pos}} of {{len}} {{wide_bar}} {{eta}} left");
        let bar = Bar::with(&template, steps, n_there);
        bar.cost.store(0, Ordering::Relaxed);
        bar.bar.tick();
        bar
    }

    /// Tells a line on standard error, above the bar.
    pub(super) fn tell(&self, line: &str) {
        if self.bar.is_hidden() {
            say!("{line}");
        } else {
            self.bar.println(visible(line));
        }
    }

    fn next_step(&self) {
        self.bar.inc(1);
    }

    /// A bar for one part of a longer work, which counts deals only.
    pub(super) fn named(name: &str, deals: u64) -> Bar {
        let template =
            format!("{name}: {{wide_bar}} {{human_pos}}/{{human_len}} deals, {{eta}} left");
        Bar::with(&template, deals, 0)
    }

    fn with(template: &str, deals: u64, n_there: u64) -> Bar {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(deals), target).with_position(n_there);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Bar {
            bar,
            games: AtomicU64::new(0),
            started: Instant::now(),
            cost: AtomicU64::new(1),
        }
    }

    pub(super) fn step(&self, step: Progress) {
        let games = self.games.fetch_add(step.games, Ordering::Relaxed) + step.games;
        if self.bar.is_hidden() {
            return;
        }
        let rate = games as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        self.bar.set_message(format!(
            "{} games, {} games/s",
            grouped(games),
            grouped(rate as u64)
        ));
        self.bar.inc(step.deals * self.cost.load(Ordering::Relaxed));
    }

    /// Goes away; gives how many games were played.
    pub(super) fn end(&self) -> u64 {
        self.bar.finish_and_clear();
        self.games.load(Ordering::Relaxed)
    }
}
