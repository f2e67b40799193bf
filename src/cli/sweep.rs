//! `powergrab sweep`: every cell that a configuration asks for, on the same deals.

use super::begin::results_dir;
use super::conduct::{Bar, on_interrupt, threads};
use super::publish::dir_failure;
use super::state::{self, Words};
use super::{Failure, print, say};
use crate::ArenaGame;
use crate::arena::experiment::Deals;
use crate::arena::run::Control;
use crate::config::read_file;
use crate::lab::cells::{Cell, Cells, Means, SweepError};
use crate::lab::halving::{self, hero_name};
use crate::lab::rows::{KeptRow, Row};
use crate::lab::sweep::Sweep;
use crate::lab::view::{label, view};
use crate::report::manifest::program_json;
use crate::report::rundir::{RunDir, RunDirError};
use crate::report::shards::Start;
use crate::report::table::grouped;
use crate::report::{dictionary, lab_dictionary, manifest, plot, sweep as csv};
use crate::rng::{Purpose, Seeds};
use crate::rulesets::RuleData;
use crate::strategy::Bot;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
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
    #[arg(long, value_name = "K/N", value_parser = shard, requires = "out", conflicts_with_all = ["force", "halving"])]
    shard: Option<Shard>,
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

impl Args {
    /// Those that merge the parts in a directory.
    pub(super) fn merging(config: PathBuf, deals: Deals, seed: u64, out: PathBuf) -> Args {
        Args {
            config,
            deals: Some(deals),
            seed: Some(seed),
            halving: false,
            resume: false,
            shard: None,
            merge: true,
            threads: None,
            out: Some(out),
            force: false,
        }
    }
}

/// How often the CSV file is written while cells finish.
const EVERY: Duration = Duration::from_secs(1);

fn input(e: impl std::fmt::Display) -> Failure {
    Failure::Input(e.to_string())
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

/// What has been played, for `--resume` and `--merge`.
#[derive(Serialize)]
struct State<'a> {
    run: &'a Value,
    rows: Vec<KeptRow>,
}

/// The same as it is read.
#[derive(Deserialize)]
struct Kept {
    run: Value,
    rows: Vec<KeptRow>,
}

/// Part K of N of a sweep's cells: every N-th from the K-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    pub(super) k: usize,
    pub(super) n: usize,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parse = || {
        let (k, n) = text.split_once('/')?;
        let (k, n) = (k.parse().ok()?, n.parse().ok()?);
        (1..=n).contains(&k).then_some(Shard { k, n })
    };
    parse().ok_or_else(|| "a shard is K/N with K from 1 to N, like 2/8".to_owned())
}

impl Shard {
    /// The file that keeps what was played of it; that of the whole where there are no parts.
    fn file(shard: Option<Shard>) -> String {
        match shard {
            None => csv::STATE.to_owned(),
            Some(Shard { k, n }) => format!("sweep-{k}-of-{n}.json"),
        }
    }

    /// Whether it has this cell (from 1).
    pub(super) fn has(self, cell: usize) -> bool {
        (cell - 1) % self.n == self.k - 1
    }
}

/// What keeps a sweep's rows in a directory, by name: its parts, or the whole.
pub(super) fn files(dir: &Path) -> Result<Vec<(String, Option<Shard>)>, Failure> {
    let entries =
        std::fs::read_dir(dir).map_err(|e| Failure::Io(format!("{}: {e}", dir.display())))?;
    let names = entries
        .flatten()
        .filter_map(|e| e.file_name().into_string().ok());
    let known = |name: String| {
        if name == csv::STATE {
            return Some((name, None));
        }
        let part = name.strip_prefix("sweep-")?.strip_suffix(".json")?;
        let shard = shard(&part.replace("-of-", "/")).ok()?;
        Some((name, Some(shard)))
    };
    let mut names: Vec<_> = names.filter_map(known).collect();
    names.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(names)
}

const WORDS: Words = Words {
    none: "is not what a sweep keeps",
    another: "is of another sweep; start anew with --force",
};

/// What a file keeps of the sweep with this identity; none where it is not there.
pub(super) fn read(path: &Path, run: &Value) -> Result<Option<Vec<KeptRow>>, Failure> {
    let kept = state::read(path, run, |kept: &Kept| &kept.run, &WORDS)?;
    Ok(kept.map(|kept| kept.rows))
}

/// A sweep on its way.
struct Conduct<'a, R: RuleData<Game: ArenaGame>> {
    args: &'a Args,
    sweep: &'a Sweep,
    cells: &'a [Cell<R>],
    deals: &'a Deals,
    seed: u64,
    identity: Value,
    dir: RunDir,
}

fn conduct<R: RuleData<Game: ArenaGame>>(
    args: &Args,
    sweep: &Sweep,
    cells: &[Cell<R>],
    deals: &Deals,
    seed: u64,
) -> Result<(), Failure> {
    let identity = identity(args, sweep, cells, deals, seed);
    let out = results_dir(args.out.as_deref(), &sweep.name, seed);
    let start = Start::of(args.resume || args.merge || args.shard.is_some());
    let conduct = Conduct {
        args,
        sweep,
        cells,
        deals,
        seed,
        dir: RunDir::prepare(&out, &identity, start, args.force).map_err(dir_failure)?,
        identity,
    };
    if args.merge {
        conduct.merge()
    } else {
        conduct.play()
    }
}

impl<R: RuleData<Game: ArenaGame>> Conduct<'_, R> {
    fn put(&self, name: &str, text: &[u8]) -> Result<(), Failure> {
        self.dir.put(name, text).map_err(dir_failure)
    }

    fn manifest(&self, complete: bool, cells_done: usize) -> Result<(), Failure> {
        let halving = if self.args.halving { " --halving" } else { "" };
        let about = json!({
            "format": 1,
            "command": format!("powergrab sweep {}{halving}", self.sweep.file),
            "config": self.sweep.file,
            "run": self.identity,
            "result": { "complete": complete, "cells_done": cells_done },
        });
        self.put(manifest::FILE, &manifest::text(&about))
    }

    /// The rows that a file keeps; none where it is not there.
    fn kept(&self, file: &str) -> Result<Option<Vec<Row>>, Failure> {
        let path = self.dir.path().join(file);
        let Some(kept) = read(&path, &self.identity)? else {
            return Ok(None);
        };
        let rows: Option<Vec<Row>> = kept.iter().map(|r| Row::restored(r, self.cells)).collect();
        rows.map(Some)
            .ok_or_else(|| state::refuse(&path, "is damaged"))
    }

    fn play(&self) -> Result<(), Failure> {
        let Conduct {
            args,
            sweep,
            cells,
            deals,
            seed,
            ..
        } = *self;
        let file = Shard::file(args.shard);
        let mut rows = Vec::new();
        if args.resume {
            rows = self.kept(&file)?.unwrap_or_default();
        } else if args.shard.is_none() {
            self.dir.clear().map_err(dir_failure)?;
        }
        let had: Vec<Row> = rows.clone();
        let known: HashSet<usize> = rows.iter().map(|r| r.cell).collect();
        let mine = |cell: &Cell<R>| args.shard.is_none_or(|s| s.has(cell.number));
        let wanted = |cell: &Cell<R>| mine(cell) && !known.contains(&cell.number);
        self.manifest(false, 0)?;
        let cancel = on_interrupt()?;
        let all = deals.0.end - deals.0.start;
        let n_wanted = cells.iter().filter(|c| wanted(c)).count();
        let bar = Bar::new(&(0..(all * n_wanted as u64).max(1)), 0);
        let started = Instant::now();
        let means = Means {
            seeds: Seeds::new(seed, Purpose::Play),
            threads: args.threads,
            control: Control {
                cancel: &cancel,
                progress: &|step| bar.step(step),
            },
        };
        let save = |rows: &[Row]| -> Result<(), RunDirError> {
            let state = State {
                run: &self.identity,
                rows: rows.iter().map(Row::kept).collect(),
            };
            // Numbers and texts: writing them to memory does not fail.
            self.dir
                .put(&file, &serde_json::to_vec(&state).unwrap_or_default())?;
            if args.shard.is_none() {
                self.dir.put(csv::FILE, &csv::csv(&sweep.factors, rows))?;
            }
            Ok(())
        };
        let (mut written, mut every) = (Instant::now(), EVERY);
        let mut keep = |new: &[Row]| {
            rows.extend_from_slice(new);
            if written.elapsed() < every {
                return Ok(());
            }
            let start = Instant::now();
            save(&rows).map_err(|e| e.to_string())?;
            // Writing must not become the work, however large the sweep.
            every = EVERY.max(50 * start.elapsed());
            written = Instant::now();
            Ok(())
        };
        let played = if args.halving {
            let held_out = Seeds::new(seed, Purpose::Validate);
            halving::halving(sweep, cells, &deals.0, &means, held_out, &had, &mut keep)
        } else {
            halving::sweep(sweep, cells, &deals.0, &means, wanted, &mut keep)
        };
        let took = started.elapsed();
        bar.end();
        save(&rows).map_err(dir_failure)?;
        let hero = hero_name(sweep);
        let n_done = rows.iter().filter(|r| r.bot == hero).count();
        if args.shard.is_none() {
            self.publish(&rows, played.is_ok())?;
        }
        say!(
            "{} cells in {:.1} s; files in {}",
            grouped(n_done as u64),
            took.as_secs_f64(),
            self.dir.path().display()
        );
        played.map_err(|e| match e {
            SweepError::Config(_) => Failure::Input(e.to_string()),
            SweepError::Cancelled => Failure::Interrupted(format!(
                "interrupted: {n_done} cells were finished and are in {}; --resume goes on",
                self.dir.path().display()
            )),
            SweepError::Run(_) => Failure::Missing(e.to_string()),
            SweepError::Keep(_) => Failure::Io(e.to_string()),
        })
    }

    /// Makes the files of the whole from those of all parts.
    fn merge(&self) -> Result<(), Failure> {
        let names = files(self.dir.path())?.into_iter();
        let names: Vec<String> = names.filter(|n| n.1.is_some()).map(|n| n.0).collect();
        let mut rows: Vec<Row> = Vec::new();
        for name in &names {
            rows.extend(self.kept(name)?.unwrap_or_default());
        }
        // Parts of different splits may hold a cell twice; a cell's rows are the same in each.
        rows.sort_by_key(|r| r.cell);
        let mut whole: Vec<Row> = Vec::new();
        for row in rows {
            if !whole.contains(&row) {
                whole.push(row);
            }
        }
        let there: HashSet<usize> = whole.iter().map(|r| r.cell).collect();
        let missing: Vec<usize> = (1..=self.cells.len())
            .filter(|c| !there.contains(c))
            .collect();
        if !missing.is_empty() {
            let first: Vec<String> = missing.iter().take(20).map(usize::to_string).collect();
            return Err(Failure::Missing(format!(
                "{}: {} of {} cells are missing: {}{}",
                self.dir.path().display(),
                missing.len(),
                self.cells.len(),
                first.join(", "),
                if missing.len() > 20 { ", …" } else { "" }
            )));
        }
        self.put(csv::FILE, &csv::csv(&self.sweep.factors, &whole))?;
        self.publish(&whole, true)
    }

    /// The plot, the dictionary, the manifest, and what is printed.
    fn publish(&self, rows: &[Row], complete: bool) -> Result<(), Failure> {
        let hero = hero_name(self.sweep);
        if let Some(view) = &view(&self.sweep.factors, rows, hero) {
            let picture = plot::svg(view, hero, &self.sweep.name);
            self.put(csv::PLOT, picture.as_bytes())?;
            print(&plot::terminal(view, hero))?;
        }
        self.put(dictionary::FILE, lab_dictionary::markdown().as_bytes())?;
        let cells: HashSet<usize> = rows.iter().map(|r| r.cell).collect();
        self.manifest(complete, cells.len())?;
        if self.args.halving {
            print(&finalists(self.sweep, rows, hero))?;
        }
        Ok(())
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
