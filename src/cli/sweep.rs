//! `powergrab sweep`: every cell that a configuration asks for, on the same deals.

use super::begin::results_dir;
use super::conduct::{Bar, on_interrupt, threads};
use super::failures::{failed, note, say_failure};
use super::{Failure, print, say};
use crate::ArenaGame;
use crate::arena::experiment::Deals;
use crate::arena::part::Part;
use crate::arena::run::{Control, Progress};
use crate::config::read_file;
use crate::lab::cells::{Cell, Cells, SweepOptions};
use crate::lab::halving::{cell_result, failures_of, halving, hero_name, rows_of};
use crate::lab::pieces::{Piece, encode};
use crate::lab::rows::Row;
use crate::lab::sweep::Sweep;
use crate::lab::sweep_plot::{label, sweep_plots};
use crate::lab::sweep_verdict::verdicts;
use crate::report::manifest::program_json;
use crate::report::table::{grouped, wrapped};
use crate::report::{answer, dictionary, lab_dictionary, manifest, plot, sweep as csv};
use crate::rng::{Purpose, Seeds};
use crate::rulesets::RuleData;
use crate::session::Start;
use crate::session::checkpoint::About;
use crate::session::rundir::RunDir;
use crate::session::study::{self, Asked, Cut, Desk, Ended, Request, Results, Study, StudyError};
use crate::stats::failures::BotFailures;
use crate::strategy::Bot;
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Play the same deals in every cell of a design: parameters of bots, options of the rules, numbers of seats
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab sweep configs/sweep-quick.toml

The file: name; ruleset; line_up (a list of bots; for more players the last sits again); bots (names of one's own for the \
line-up); hero (whose win rate is plotted); [factors]: `BOT.PARAMETER`, `rules.OPTION`, `players` or `ruleset`, each a list of \
levels or a range { from, to, steps, scale }; design = \"grid\", \"list\", \"latin-hypercube\" or \"sobol\" with points; deals; \
seed; unit; order; finalists. `powergrab new sweep NAME` writes one with comments.")]
pub struct Args {
    /// The configuration, a TOML file
    config: PathBuf,
    /// How many deals each cell plays, or which ones of the run's sequence
    #[arg(long, value_name = "N|A..B")]
    deals: Option<Deals>,
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

fn input(e: impl std::fmt::Display) -> Failure {
    Failure::Input(e.to_string())
}

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
    let text = read_file(&args.config).map_err(input)?;
    let shown = args.config.display().to_string();
    let sweep = Sweep::parse(&shown, &text).map_err(input)?;
    let Some(deals) = args.deals.clone().or(sweep.deals.clone()) else {
        return Err(Failure::Input(format!(
            "{shown}: key `deals`: is missing; set it there or give --deals"
        )));
    };
    let seed = args.seed.or(sweep.seed).unwrap_or(1);
    match sweep.resolve(seed).map_err(input)? {
        Cells::Shedding(cells) => conduct(args, &sweep, &cells, &deals, seed),
        Cells::Grid(cells) => conduct(args, &sweep, &cells, &deals, seed),
    }
}

/// What two sweeps must agree in to be the same.
fn identity<R: RuleData<Game: ArenaGame>>(
    args: &Args,
    sweep: &Sweep,
    cells: &[Cell<R>],
    deals: &Deals,
    seed: u64,
) -> Value {
    let cell = |cell: &Cell<R>| {
        let bots: Vec<Value> = cell.bots.iter().map(Bot::describe).collect();
        let levels: Vec<String> = cell.levels.iter().map(label).collect();
        json!({
            "levels": levels,
            "ruleset": cell.rules.name(),
            "fingerprint": cell.rules.fingerprint(),
            "players": cell.line_up.len(),
            "bots": bots,
        })
    };
    let factors: Vec<&str> = sweep.factors.iter().map(|f| f.name.as_str()).collect();
    json!({
        "program": program_json(),
        "kind": "sweep",
        "name": sweep.name,
        "design": sweep.design.text(),
        "factors": factors,
        "cells": cells.iter().map(cell).collect::<Vec<_>>(),
        "halving": args.halving.then_some(sweep.finalists),
        "hero": hero_name(sweep),
        "deals": deals.to_string(),
        "seed": seed.to_string(),
        "unit": sweep.unit.text(),
        "order": sweep.order.text(),
    })
}

/// A sweep looked up and checked, and how it is played.
struct Conduct<'a, R: RuleData<Game: ArenaGame>> {
    args: &'a Args,
    sweep: &'a Sweep,
    cells: &'a [Cell<R>],
    deals: &'a Deals,
    seed: u64,
    about: About,
    cancel: &'a AtomicBool,
    bar: OnceCell<Bar>,
}

/// The parts of a sweep's cells, or its rungs.
fn cut<R: RuleData<Game: ArenaGame>>(args: &Args, cells: &[Cell<R>]) -> Cut {
    if args.halving {
        return Cut::Steps(
            "a sweep with --halving decides from all its cells: it does not go with --shard",
        );
    }
    let label = |cell: &Cell<R>| format!("cell {}", cell.number);
    Cut::Pieces(cells.iter().map(label).collect())
}

fn conduct<R: RuleData<Game: ArenaGame>>(
    args: &Args,
    sweep: &Sweep,
    cells: &[Cell<R>],
    deals: &Deals,
    seed: u64,
) -> Result<(), Failure> {
    let halving = if args.halving { " --halving" } else { "" };
    let (run_deals, run_seed) = (deals.to_string(), seed.to_string());
    let words = [
        "sweep",
        &sweep.file,
        "--deals",
        &run_deals,
        "--seed",
        &run_seed,
    ];
    let asked = Asked {
        command: format!("powergrab sweep {}{halving}", sweep.file),
        words: words.map(str::to_owned).to_vec(),
        config: Some(&args.config),
        noun: "cell",
    };
    let identity = identity(args, sweep, cells, deals, seed);
    let cancel = on_interrupt()?;
    let conduct = Conduct {
        args,
        sweep,
        cells,
        deals,
        seed,
        about: About::study(identity, &asked, &cut(args, cells)),
        cancel: &cancel,
        bar: OnceCell::new(),
    };
    let out = results_dir(args.out.as_deref(), &sweep.name, seed);
    if args.merge {
        let results = study::merge(&conduct, &out, false)?;
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
    let ended = study::conduct(&conduct, &request);
    if let Some(bar) = conduct.bar.get() {
        bar.end();
    }
    let took = started.elapsed().as_secs_f64();
    let done = |n: usize| {
        say!(
            "{} cells in {took:.1} s; files in {shown}",
            grouped(n as u64)
        );
    };
    match ended? {
        Ended::Complete => say!("{shown}: holds this run, complete"),
        Ended::Part { n_pieces, .. } => done(n_pieces),
        Ended::Whole { results, n_pieces } => {
            print(&results.told)?;
            done(n_pieces);
            return failed(&results.failures, None);
        }
        Ended::Interrupted { labels } => {
            done(labels.len());
            return Err(Failure::Interrupted(format!(
                "interrupted: {} cells were finished and are in {shown}; --resume goes on",
                labels.len()
            )));
        }
    }
    Ok(())
}

impl<R: RuleData<Game: ArenaGame>> Study for Conduct<'_, R> {
    fn about(&self) -> &About {
        &self.about
    }

    fn cut(&self) -> Cut {
        cut(self.args, self.cells)
    }

    fn manifest(&self, result: Value) -> Value {
        json!({
            "format": 1,
            "command": self.about.notes["command"],
            "config": self.sweep.file,
            "run": self.about.identity,
            "result": result,
        })
    }

    fn unfinished(&self) -> Value {
        json!({ "complete": false, "cells_done": 0 })
    }

    fn begin(&self, n_cells: usize) {
        let n_cells = if self.args.halving {
            self.cells.len()
        } else {
            n_cells
        };
        let each = self.deals.0.end - self.deals.0.start;
        let deals = (each * n_cells as u64).max(1);
        self.bar.get_or_init(|| Bar::new(&(0..deals), 0));
    }

    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        let cell = &self.cells[number];
        let result = self.means(|means| cell_result(self.sweep, cell, &self.deals.0, means))?;
        Ok(encode(&result)?)
    }

    fn show(&self, dir: &RunDir, pieces: &[Piece]) -> Result<(), StudyError> {
        let rows = rows_of(pieces, self.cells)?;
        Ok(dir.put(csv::FILE, &csv::csv(&self.sweep.factors, &rows))?)
    }

    fn interrupted(&self, dir: &RunDir, pieces: &[Piece]) -> Result<(), StudyError> {
        let rows = rows_of(pieces, self.cells)?;
        let results = self.results(&rows, failures_of(pieces)?, false);
        for (name, text) in &results.files {
            dir.put(name, text)?;
        }
        // Whoever closes the pipe early has read enough.
        let _ = print(&results.told);
        say_failure(failed(&results.failures, None));
        Ok(())
    }

    fn finish(&self, desk: &mut Desk<'_, '_>) -> Result<Results, StudyError> {
        let rows = if self.args.halving {
            let held_out = Seeds::new(self.seed, Purpose::Validate);
            self.means(|means| {
                let (cells, deals) = (self.cells, &self.deals.0);
                halving(self.sweep, cells, deals, means, held_out, desk.pieces)
            })?
        } else {
            let mut pieces: Vec<&Piece> = desk.pieces.all().iter().collect();
            pieces.sort_by_key(|piece| number_of(piece));
            rows_of(pieces, self.cells)?
        };
        Ok(self.results(&rows, failures_of(desk.pieces.all())?, true))
    }

    fn keeps_checkpoint(&self) -> bool {
        true
    }
}

/// The number of a piece's cell.
fn number_of(piece: &Piece) -> Option<usize> {
    piece.label.strip_prefix("cell ")?.parse().ok()
}

impl<R: RuleData<Game: ArenaGame>> Conduct<'_, R> {
    /// Does something with the means to play cells.
    fn means<T>(&self, f: impl FnOnce(&SweepOptions<'_>) -> T) -> T {
        let bar = self.bar.get();
        let progress = |step: Progress| {
            if let Some(bar) = bar {
                bar.step(step);
            }
        };
        f(&SweepOptions {
            seeds: Seeds::new(self.seed, Purpose::Play),
            threads: self.args.threads,
            control: Control {
                cancel: self.cancel,
                progress: &progress,
            },
        })
    }

    /// The table, the plot, the dictionary, the manifest, and what is printed.
    fn results(&self, rows: &[Row], failures: Vec<BotFailures>, complete: bool) -> Results {
        let hero = hero_name(self.sweep);
        let mut told = String::new();
        let mut files = vec![(csv::FILE.to_owned(), csv::csv(&self.sweep.factors, rows))];
        let last = if self.args.halving {
            "held-out"
        } else {
            "sweep"
        };
        let last = rows.iter().filter(|r| r.stage == last && r.bot == hero);
        let usual = |cell: usize| {
            cell.checked_sub(1)
                .is_some_and(|at| self.sweep.is_usual(&self.cells[at]))
        };
        for verdict in verdicts(last, usual) {
            wrapped(
                &mut told,
                &answer::of_sweep(&self.sweep.factors, hero, &verdict),
            );
        }
        let plots = sweep_plots(&self.sweep.factors, rows, hero);
        for plot in &plots {
            let picture = plot::svg(plot, hero, &self.sweep.name);
            // One picture has the plain name; several have that of the table.
            let name = match plots.len() {
                1 => csv::PLOT.to_owned(),
                _ => csv::plot_of(&plot.ruleset, plot.players),
            };
            files.push((name, picture.into_bytes()));
            told.push('\n');
            told.push_str(&plot::terminal(plot, hero));
        }
        let dictionary = lab_dictionary::markdown();
        files.push((dictionary::FILE.to_owned(), dictionary.into_bytes()));
        let cells: HashSet<usize> = rows.iter().map(|r| r.cell).collect();
        let mut result = json!({ "complete": complete, "cells_done": cells.len() });
        note(&mut result, &failures);
        let manifest = manifest::text(&self.manifest(result));
        files.push((manifest::FILE.to_owned(), manifest));
        if self.args.halving {
            told.push_str(&finalists(self.sweep, rows, hero));
        }
        Results {
            files,
            told,
            failures,
        }
    }
}

/// The finalists, best first.
fn finalists(sweep: &Sweep, rows: &[Row], hero: &str) -> String {
    let mut last: Vec<&Row> = rows
        .iter()
        .filter(|r| r.stage == "held-out" && r.bot == hero)
        .collect();
    last.sort_by(|a, b| b.relative().total_cmp(&a.relative()));
    let mut text = String::from("\nfinalists on held-out deals\n");
    for row in last {
        let levels: Vec<String> = sweep
            .factors
            .iter()
            .zip(&row.levels)
            .map(|(f, l)| format!("{} = {}", f.name, label(l)))
            .collect();
        let r = &row.record;
        let _ = writeln!(
            text,
            "  cell {:>5}  {:.2} % ({:.2} to {:.2})  {}",
            row.cell,
            100.0 * r.win_rate,
            100.0 * r.interval.low,
            100.0 * r.interval.high,
            levels.join(", ")
        );
    }
    text
}
