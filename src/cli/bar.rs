//! Progress on a terminal, and Ctrl-C.

use super::failure::Failure;
use super::say::{print, say};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use powergrab_arena::run::Progress;
use powergrab_bots::strategy::process;
use powergrab_engine::config::visible;
use powergrab_lab::matches::printed::grouped;
use powergrab_lab::study::options::Reporter;
use powergrab_lab::study::study_error::StudyError;
use std::io::IsTerminal as _;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Returns the flag that the first Ctrl-C sets; the second ends the program at once. It is always
/// the same flag.
pub(super) fn on_interrupt() -> Result<&'static AtomicBool, Failure> {
    static FLAG: AtomicBool = AtomicBool::new(false);
    static LISTENS: OnceLock<()> = OnceLock::new();
    if LISTENS.get().is_none() {
        ctrlc::set_handler(|| {
            process::interrupt();
            if FLAG.swap(true, Ordering::Relaxed) {
                process::end_all();
                std::process::exit(130);
            }
        })
        .map_err(|e| Failure::Io(format!("cannot handle Ctrl-C: {e}")))?;
        LISTENS.get_or_init(|| ());
    }
    Ok(&FLAG)
}

/// A study's progress on a terminal: a bar, and lines on standard error.
#[derive(Default)]
pub(super) struct TerminalReporter {
    bar: Mutex<Option<Arc<Bar>>>,
    /// If one bar is for several parts: each part with the cost of one of its deals.
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

    /// Removes the bar.
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

/// A progress bar on a terminal; nothing when piped.
pub(super) struct Bar {
    bar: ProgressBar,
    games: AtomicU64,
    started: Instant,
    /// Cost of a deal; 0 if the bar does not count deals.
    cost: AtomicU64,
}

impl Bar {
    /// Returns a bar for these deals, of which `n_there` are done.
    pub(super) fn new(deals: &Range<u64>, n_there: u64) -> Bar {
        let template = "{wide_bar} {human_pos}/{human_len} deals, {msg}, {eta} left";
        Bar::with(template, deals.end - deals.start, n_there)
    }

    /// Returns a bar that fills with time.
    pub(super) fn timed(seconds: Duration) -> Bar {
        let most = seconds.as_secs_f64();
        let template = format!("{{elapsed}} of {most} s, {{human_pos}} deals, {{msg}}");
        Bar::with(&template, u64::MAX, 0)
    }

    /// Returns one bar for all parts.
    fn whole(work: u64) -> Bar {
        Bar::with("{prefix:9} {wide_bar} {percent} %, {eta} left", work, 0)
    }

    /// Begins the next part.
    fn begin_part(&self, name: &str, cost: u64) {
        self.bar.set_prefix(name.to_owned());
        self.cost.store(cost, Ordering::Relaxed);
    }

    /// Returns a bar of steps that take different numbers of deals.
    fn steps(what: &str, steps: u64, n_there: u64) -> Bar {
        let template = format!("{what} {{pos}} of {{len}} {{wide_bar}} {{eta}} left");
        let bar = Bar::with(&template, steps, n_there);
        bar.cost.store(0, Ordering::Relaxed);
        bar.bar.tick();
        bar
    }

    /// Prints a line on standard error, above the bar.
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

    /// Returns a bar for one part of a longer work, which counts only deals.
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

    /// Removes the bar; returns the number of games played.
    pub(super) fn end(&self) -> u64 {
        self.bar.finish_and_clear();
        self.games.load(Ordering::Relaxed)
    }
}
