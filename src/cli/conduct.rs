//! What `match` and `tournament` have in common: options, and the way from an experiment to its files.

use super::{Failure, resolve};
use crate::arena::experiment::{Deals, Experiment, LineUp};
use crate::arena::format::Format;
use crate::arena::play::Unit;
use crate::arena::run::{Control, Progress, RunError, Workers, run};
use crate::arena::seating::Order;
use crate::game::Game as _;
use crate::report::manifest::{BotInfo, RulesetInfo, RunInfo};
use crate::report::rundir::{RunDir, RunDirError};
use crate::report::table::{self, grouped};
use crate::report::{dictionary, manifest};
use crate::rng::{Purpose, Seeds};
use crate::rulesets::{RuleData, Ruleset};
use crate::stats::summary::{Names, Summary};
use crate::stats::tally::Tally;
use crate::strategy::{Bot, BotGame};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value;
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Options that change no result
#[derive(Debug, clap::Args)]
pub struct Means {
    /// Threads; without it one for each processor. Results are the same with any number
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Where results go; without it results/<NAME>-<SEED>
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite what another run left in that directory
    #[arg(long)]
    force: bool,
    /// What is printed at the end
    #[arg(long, value_enum, default_value_t)]
    format: table::Format,
}

fn threads(text: &str) -> Result<NonZero<usize>, String> {
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

/// What is to be played, names still to be looked up.
pub struct Wish {
    /// For the results' directory.
    pub name: String,
    /// The command line, without what changes no result.
    pub command: String,
    /// Names or paths.
    pub rulesets: Vec<String>,
    /// Names or paths, each once.
    pub bots: Vec<String>,
    /// Over these bots.
    pub format: Format,
    /// The deals.
    pub deals: Deals,
    /// The seed.
    pub seed: u64,
    /// What is played as one game.
    pub unit: Unit,
    /// How seats go round.
    pub order: Order,
}

/// Everything looked up and checked.
struct Setup<G: BotGame> {
    experiment: Experiment<G>,
    names: Names,
    info: RunInfo,
}

fn input(e: impl std::fmt::Display) -> Failure {
    Failure::Input(e.to_string())
}

impl Wish {
    fn resolve<R: RuleData>(self, rulesets: &[R]) -> Result<Setup<R::Game>, Failure> {
        all_differ("ruleset", rulesets.iter().map(R::name))?;
        let (bots, bot_infos): (Vec<Bot<R::Game>>, Vec<BotInfo>) = self
            .bots
            .iter()
            .map(|name| resolve::bot(name))
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .unzip();
        all_differ("bot", bots.iter().map(|b| b.name.as_str()))?;
        let line_ups = self.format.line_ups(bots.len()).map_err(input)?;

        let mut tables: Vec<R::Game> = Vec::new();
        let mut table_rulesets: Vec<String> = Vec::new();
        let mut seated = Vec::new();
        for rules in rulesets {
            let first = tables.len();
            for bots in &line_ups {
                let n = bots.len();
                let known = tables[first..].iter().position(|t| t.n_seats() == n);
                let table = match known {
                    Some(i) => first + i,
                    None => {
                        tables.push(rules.game(n).map_err(Failure::Input)?);
                        table_rulesets.push(rules.name().to_owned());
                        tables.len() - 1
                    }
                };
                seated.push(LineUp {
                    table,
                    bots: bots.clone(),
                });
            }
        }
        let names = Names {
            rulesets: table_rulesets,
            bots: bots.iter().map(|b| b.name.clone()).collect(),
            metrics: R::Game::METRICS,
            seat_metrics: R::Game::SEAT_METRICS,
        };
        let info = RunInfo {
            name: self.name,
            command: self.command,
            rulesets: rulesets
                .iter()
                .map(resolve::ruleset_info)
                .collect::<Vec<RulesetInfo>>(),
            bots: bot_infos,
            format: describe(&self.format, &names.bots, line_ups.len()),
            deals: self.deals,
            seed: self.seed,
            unit: self.unit,
            order: self.order,
        };
        Ok(Setup {
            experiment: Experiment {
                tables,
                bots,
                line_ups: seated,
                unit: self.unit,
                order: self.order,
                seeds: Seeds::new(self.seed, Purpose::Play),
            },
            names,
            info,
        })
    }

    /// Looks everything up, plays, writes and prints.
    pub fn conduct(self, means: &Means) -> Result<(), Failure> {
        let mut shedding = Vec::new();
        let mut grid = Vec::new();
        for name in &self.rulesets {
            match resolve::ruleset(name)? {
                Ruleset::Shedding(rules) => shedding.push(rules),
                Ruleset::Grid(rules) => grid.push(rules),
            }
        }
        match (shedding.is_empty(), grid.is_empty()) {
            (_, true) => self.resolve(&shedding)?.conduct(means),
            (true, false) => self.resolve(&grid)?.conduct(means),
            (false, false) => Err(Failure::Input(format!(
                "rulesets of different games, {} and {}: their bots and metrics differ, so give each game a run of its own",
                shedding[0].name(),
                grid[0].name()
            ))),
        }
    }
}

/// The format with names, for the manifest.
fn describe(format: &Format, bots: &[String], n_line_ups: usize) -> Value {
    let named =
        |places: &[usize]| -> Vec<&str> { places.iter().map(|i| bots[*i].as_str()).collect() };
    match format {
        Format::RoundRobin { players, repeat } => serde_json::json!({
            "format": "round-robin", "pool": bots, "players": players, "repeat": repeat,
            "n_line_ups": n_line_ups,
        }),
        Format::Gauntlet {
            heroes,
            field,
            players,
            repeat,
        } => serde_json::json!({
            "format": "gauntlet", "heroes": named(heroes), "field": named(field),
            "players": players, "repeat": repeat, "n_line_ups": n_line_ups,
        }),
        Format::LineUps(line_ups) => {
            let line_ups: Vec<_> = line_ups.iter().map(|l| named(l)).collect();
            serde_json::json!({ "format": "line-ups", "line_ups": line_ups })
        }
    }
}

fn all_differ<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Failure> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Err(Failure::Input(format!(
                "two different {what} files are both called {name:?}: give one of them another name"
            )));
        }
        seen.push(name);
    }
    Ok(())
}

fn dir_failure(e: RunDirError) -> Failure {
    match e {
        RunDirError::Taken { .. } => Failure::Input(e.to_string()),
        RunDirError::Io { .. } => Failure::Io(e.to_string()),
    }
}

impl<G: BotGame> Setup<G> {
    fn conduct(self, means: &Means) -> Result<(), Failure> {
        let Setup {
            experiment,
            names,
            info,
        } = self;
        let out = means.out.clone().unwrap_or_else(|| {
            PathBuf::from("results").join(format!("{}-{}", info.name, info.seed))
        });
        let dir = RunDir::prepare(&out, &info.identity(), means.force).map_err(dir_failure)?;
        let cancel = on_interrupt()?;
        let bar = Bar::new(&info.deals);
        let started = Instant::now();
        let done = run(
            &experiment,
            info.deals.0.clone(),
            Workers {
                threads: means.threads,
                chunk: None,
            },
            Tally::new(&experiment),
            Control {
                cancel: &cancel,
                progress: &|step| bar.step(step),
            },
        )
        .map_err(|e| match e {
            RunError::Bot { .. } => Failure::Missing(e.to_string()),
            _ => Failure::Io(e.to_string()),
        })?;
        let took = started.elapsed();
        bar.end();

        let tally = &done.collected;
        let interrupted = done.deals != info.deals.0;
        if tally.n_deals() == 0 {
            return Err(Failure::Interrupted(
                "interrupted before the first deal was finished; nothing was written".to_owned(),
            ));
        }
        let summary = Summary::new(tally, &names);
        let mut files: Vec<(&str, Vec<u8>)> = dictionary::OUTPUTS
            .iter()
            .map(|output| (output.file, output.text(&summary)))
            .collect();
        let about = info.manifest(&done.deals, tally, &summary);
        let timing = manifest::timing(done.threads, took, tally);
        files.push((dictionary::FILE, dictionary::markdown(&names).into_bytes()));
        files.push((manifest::FILE, manifest::text(&about)));
        files.push((manifest::TIMING_FILE, manifest::text(&timing)));
        dir.write(&files).map_err(dir_failure)?;

        let text = match means.format {
            table::Format::Table => table::text(&info, &done.deals, &summary),
            table::Format::Json => format!("{:#}\n", table::json(&info, &done.deals, &summary)),
        };
        // Whoever closes the pipe early has read enough.
        let _ = std::io::stdout().write_all(text.as_bytes());
        for (bot, (deal, fault)) in &done.first_faults {
            let bot = &names.bots[*bot];
            let games: u64 = summary
                .fault_rows()
                .iter()
                .filter(|f| f.bot == bot)
                .map(|f| f.games)
                .sum();
            eprintln!(
                "powergrab: bot {bot} failed in {} games and took the first option from there on (faults.csv); first in deal {deal}: {fault}",
                grouped(games)
            );
        }
        let seconds = took.as_secs_f64().max(1e-9);
        eprintln!(
            "{} games ({} rounds) in {seconds:.1} s, {} games/s on {} thread{}; files in {}",
            grouped(tally.n_games()),
            grouped(tally.n_rounds()),
            grouped((tally.n_games() as f64 / seconds) as u64),
            done.threads,
            if done.threads == 1 { "" } else { "s" },
            dir.path().display()
        );
        if interrupted {
            return Err(Failure::Interrupted(format!(
                "interrupted: deals {} of {} were finished and are in {}",
                Deals(done.deals.clone()),
                info.deals,
                dir.path().display()
            )));
        }
        Ok(())
    }
}

/// A flag that the first Ctrl-C raises; the second ends the program at once.
fn on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|e| Failure::Io(format!("Ctrl-C cannot be listened to: {e}")))?;
    Ok(cancel)
}

/// A progress bar on a terminal, nothing when piped.
struct Bar {
    bar: ProgressBar,
    games: AtomicU64,
    started: Instant,
}

impl Bar {
    fn new(deals: &Deals) -> Bar {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(deals.0.end - deals.0.start), target);
        let template = "{wide_bar} {human_pos}/{human_len} deals, {msg}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Bar {
            bar,
            games: AtomicU64::new(0),
            started: Instant::now(),
        }
    }

    fn step(&self, step: Progress) {
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
        self.bar.inc(step.deals);
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
