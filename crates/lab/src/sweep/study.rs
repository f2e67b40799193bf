//! Sweeps: every cell of a configuration, on the same deals.

use crate::catalog::{Catalog, GameOf, RuleData, Ruleset};
use crate::matches::failures::BotFailures;
use crate::matches::printed::{counted, wrapped};
use crate::matches::run_tables::DICTIONARY_FILE;
use crate::page::answer;
use crate::study::checkpoint::About;
use crate::study::manifest::program_json;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyCommand, StudyContext};
use crate::sweep::cells::{Cell, SweepOptions};
use crate::sweep::config::Sweep;
use crate::sweep::failed_bots::{answers, note};
use crate::sweep::halving::{cell_result, failures_of, halving, hero_name, rows_of};
use crate::sweep::plot_data::{label, sweep_plots};
use crate::sweep::rows::Row;
use crate::sweep::verdict::verdicts;
use crate::sweep::{columns, plot, tables};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Deals;
use powergrab_arena::piece::{Piece, encode};
use powergrab_bots::strategy::Bot;
use powergrab_engine::config::ConfigError;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_stats::order::HighestFirst;
use powergrab_table::named_file::NamedFile;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// Request of a sweep: a configuration, and options that override it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SweepRequest {
    /// The configuration, a TOML file.
    pub config: PathBuf,
    /// Number of deals per cell, or a range of the run's sequence. `None` for those of the
    /// configuration.
    pub deals: Option<Deals>,
    /// The seed; `None` for that of the configuration.
    pub seed: Option<u64>,
    /// Successive halving: all cells play a part of the deals, the better half plays on, and so
    /// forth.
    pub halving: bool,
}

/// Kind of this study, for `merge`.
pub const KIND: &str = "sweep";

/// A sweep whose configuration was read, and its cells.
pub struct SweepPlan {
    setup: SweepSetup,
    cells: Box<dyn SweepCells>,
}

/// A sweep of any game, without its cells.
pub struct SweepSetup {
    halving: bool,
    config: PathBuf,
    sweep: Sweep,
    catalog: Catalog,
    deals: Deals,
    seed: u64,
}

impl SweepRequest {
    /// Reads the configuration and looks everything up.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong key and the problem.
    pub fn plan(self, catalog: &Catalog) -> Result<SweepPlan, StudyError> {
        let text = catalog.read(&self.config)?;
        let shown = self.config.display().to_string();
        let sweep = Sweep::parse(&shown, &text)?;
        let Some(deals) = self.deals.or(sweep.deals.clone()) else {
            return Err(StudyError::Input(format!(
                "{shown}: key `deals`: is missing; set it there or give --deals"
            )));
        };
        let seed = self.seed.or(sweep.seed).unwrap_or(1);
        let cells = sweep.look_up(seed, catalog)?;
        let setup = SweepSetup {
            halving: self.halving,
            config: self.config,
            sweep,
            catalog: catalog.clone(),
            deals,
            seed,
        };
        Ok(SweepPlan { setup, cells })
    }
}

impl SweepPlan {
    /// Returns the name of the sweep.
    pub fn name(&self) -> &str {
        &self.setup.sweep.name
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// Returns the study of this sweep.
    pub fn study(self, options: StudyOptions<'_>) -> Box<dyn Study + '_> {
        self.cells.study(self.setup, options)
    }
}

impl SweepSetup {
    fn about<R: RuleData<Game: ArenaGame>>(&self, cells: &[Cell<R>]) -> About {
        let sweep = &self.sweep;
        let halving = if self.halving { " --halving" } else { "" };
        let (run_deals, run_seed) = (self.deals.to_string(), self.seed.to_string());
        // Options that override the file belong to the command that reproduces the files.
        let deals = match sweep.deals.as_ref() == Some(&self.deals) {
            true => String::new(),
            false => format!(" --deals {run_deals}"),
        };
        let seed = match sweep.seed.unwrap_or(1) == self.seed {
            true => String::new(),
            false => format!(" --seed {run_seed}"),
        };
        let asked = StudyCommand {
            command: format!("powergrab sweep {}{halving}{deals}{seed}", sweep.file),
            kind: KIND,
            request: json!(SweepRequest {
                config: self.config.clone(),
                deals: Some(self.deals.clone()),
                seed: Some(self.seed),
                halving: self.halving,
            }),
            config: Some(&self.config),
            noun: "cell",
        };
        About::study(self.identity(cells), &asked, &self.partition(cells))
    }

    /// Returns the values in which two equal sweeps agree.
    fn identity<R: RuleData<Game: ArenaGame>>(&self, cells: &[Cell<R>]) -> Value {
        let SweepSetup {
            sweep, deals, seed, ..
        } = self;
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
            "halving": self.halving.then_some(sweep.finalists),
            "hero": hero_name(sweep),
            "deals": deals.to_string(),
            "seed": seed.to_string(),
            "unit": sweep.unit.text(),
            "order": sweep.order.text(),
        })
    }

    /// Returns the way the sweep is split.
    fn partition<R: RuleData<Game: ArenaGame>>(&self, cells: &[Cell<R>]) -> Partition {
        if self.halving {
            return Partition::Sequential(
                "a sweep with --halving decides from all its cells: it does not go with --shard"
                    .to_owned(),
            );
        }
        let label = |cell: &Cell<R>| format!("cell {}", cell.number);
        Partition::Independent(cells.iter().map(label).collect())
    }
}

/// Sweeps of a game.
pub trait SweepGame: Sync {
    /// Looks up the cells, each given by its levels and its ruleset, the first of which is of this
    /// game.
    ///
    /// # Errors
    /// Names the wrong factor of a cell, and a correct value.
    fn cells(
        &self,
        sweep: &Sweep,
        cells: &[(Vec<toml::Value>, Ruleset)],
        catalog: &Catalog,
    ) -> Result<Box<dyn SweepCells>, ConfigError>;
}

impl<R: RuleData<Game: ArenaGame> + Clone> SweepGame for GameOf<R> {
    fn cells(
        &self,
        sweep: &Sweep,
        cells: &[(Vec<toml::Value>, Ruleset)],
        catalog: &Catalog,
    ) -> Result<Box<dyn SweepCells>, ConfigError> {
        Ok(Box::new(sweep.resolve::<R>(cells, catalog)?))
    }
}

/// The cells of a sweep, of any game.
pub trait SweepCells {
    /// Returns the study of these cells.
    fn study(self: Box<Self>, setup: SweepSetup, options: StudyOptions<'_>) -> Box<dyn Study + '_>;
}

impl<R: RuleData<Game: ArenaGame>> SweepCells for Vec<Cell<R>> {
    fn study(self: Box<Self>, setup: SweepSetup, options: StudyOptions<'_>) -> Box<dyn Study + '_> {
        Box::new(SweepStudy {
            about: setup.about(&self),
            setup,
            cells: *self,
            options,
            started: Instant::now(),
        })
    }
}

impl Sweep {
    /// Looks everything up, for every cell, so that all errors appear before anything is played.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong factor of a cell, and a correct value.
    pub fn look_up(&self, seed: u64, catalog: &Catalog) -> Result<Box<dyn SweepCells>, StudyError> {
        let cells = self.rulesets(seed, catalog)?;
        let Some((_, ruleset)) = cells.first() else {
            return Err(StudyError::input(format!(
                "{}: there is no cell",
                self.file
            )));
        };
        let game: &dyn SweepGame = catalog.part(ruleset)?;
        game.cells(self, &cells, catalog).map_err(StudyError::input)
    }
}

/// A sweep that was looked up and checked, with its options.
struct SweepStudy<'a, R: RuleData<Game: ArenaGame>> {
    about: About,
    setup: SweepSetup,
    cells: Vec<Cell<R>>,
    options: StudyOptions<'a>,
    started: Instant,
}

impl<R: RuleData<Game: ArenaGame>> Study for SweepStudy<'_, R> {
    fn about(&self) -> &About {
        &self.about
    }

    fn partition(&self) -> Partition {
        self.setup.partition(&self.cells)
    }

    fn manifest(&self, result: Value) -> Value {
        json!({
            "command": self.about.notes["command"],
            "config": self.setup.sweep.file,
            "run": self.about.identity,
            "result": result,
        })
    }

    fn unfinished(&self) -> Value {
        json!({ "complete": false, "cells_done": 0 })
    }

    fn begin(&self, n_cells: usize) {
        let n_cells = if self.setup.halving {
            self.cells.len()
        } else {
            n_cells
        };
        let each = self.setup.deals.0.end - self.setup.deals.0.start;
        let deals = (each * n_cells as u64).max(1);
        self.options.reporter.begin(None, deals, 0);
    }

    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        let cell = &self.cells[number];
        let result =
            self.means(|means| cell_result(&self.setup.sweep, cell, &self.setup.deals.0, means))?;
        Ok(encode(&result)?)
    }

    fn show(&self, pieces: &[Piece]) -> Result<Vec<NamedFile>, StudyError> {
        let rows = rows_of(pieces, &self.cells)?;
        Ok(vec![tables::table(&self.setup.sweep.factors, &rows).into()])
    }

    fn so_far(&self, pieces: &[Piece]) -> Result<Option<Results>, StudyError> {
        let rows = rows_of(pieces, &self.cells)?;
        Ok(Some(self.results(&rows, failures_of(pieces)?, false)))
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let rows = if self.setup.halving {
            let held_out = Seeds::new(self.setup.seed, Purpose::Validate);
            self.means(|means| {
                let (cells, deals) = (&self.cells, &self.setup.deals.0);
                halving(
                    &self.setup.sweep,
                    cells,
                    deals,
                    means,
                    held_out,
                    context.pieces,
                )
            })?
        } else {
            let mut pieces: Vec<&Piece> = context.pieces.all().iter().collect();
            pieces.sort_by_key(|piece| number_of(piece));
            rows_of(pieces, &self.cells)?
        };
        Ok(self.results(&rows, failures_of(context.pieces.all())?, true))
    }
}

/// Returns the number of a piece's cell.
fn number_of(piece: &Piece) -> Option<usize> {
    piece.label.strip_prefix("cell ")?.parse().ok()
}

impl<R: RuleData<Game: ArenaGame>> SweepStudy<'_, R> {
    /// Calls `f` with the options of playing cells.
    fn means<T>(&self, f: impl FnOnce(&SweepOptions<'_>) -> T) -> T {
        self.options.controlled(|control| {
            f(&SweepOptions {
                seeds: Seeds::new(self.setup.seed, Purpose::Play),
                threads: self.options.threads,
                control,
            })
        })
    }

    /// Returns the table, the plot, the dictionary, and the printed text.
    fn results(&self, rows: &[Row], failures: Vec<BotFailures>, complete: bool) -> Results {
        let hero = hero_name(&self.setup.sweep);
        let mut told = String::new();
        let table = tables::table(&self.setup.sweep.factors, rows);
        let mut files = vec![NamedFile::from(table)];
        let SweepSetup {
            sweep,
            halving,
            catalog,
            ..
        } = &self.setup;
        let last = if *halving { "held-out" } else { "sweep" };
        let own = rows.iter().filter(|r| r.bot == hero);
        let usual = |cell: usize| {
            let cell = cell.checked_sub(1).and_then(|at| self.cells.get(at));
            cell.is_some_and(|cell| sweep.is_usual(cell, catalog))
        };
        let verdicts = verdicts(own, last, usual).into_iter();
        // In an interrupted sweep with halving, perhaps no cell was played to the end.
        let verdicts = verdicts.filter(|verdict| complete || verdict.is_ok());
        let verdicts = verdicts.map(|verdict| answer::of_sweep(&sweep.factors, hero, &verdict));
        let answers = answers(&failures, verdicts);
        for answer in &answers {
            wrapped(&mut told, answer);
        }
        wrapped(&mut told, &sweep.seated());
        let plots = sweep_plots(&sweep.factors, rows, hero);
        for plot in &plots {
            // A single plot has the plain name; several have that of their table.
            let name = match plots.len() {
                1 => tables::PLOT.to_owned(),
                _ => tables::plot_of(&plot.ruleset, plot.players),
            };
            let picture = plot::svg(plot, hero, &sweep.name);
            files.push(NamedFile::new(name, picture));
            told.push('\n');
            told.push_str(&plot::terminal(plot, hero));
        }
        files.push(NamedFile::new(DICTIONARY_FILE, columns::markdown()));
        let cells: HashSet<usize> = rows.iter().map(|r| r.cell).collect();
        let mut result =
            json!({ "complete": complete, "cells_done": cells.len(), "answers": answers });
        note(&mut files, &mut result, &failures);
        if self.setup.halving {
            told.push_str(&finalists(&self.setup.sweep, rows, hero));
        }
        Results {
            files,
            result,
            told,
            notes: vec![format!(
                "{} in {:.1} s",
                counted(cells.len() as u64, "cell"),
                self.started.elapsed().as_secs_f64()
            )],
            failures,
            ..Results::default()
        }
    }
}

/// Returns the finalists as text, best first.
fn finalists(sweep: &Sweep, rows: &[Row], hero: &str) -> String {
    let mut last: Vec<&Row> = rows
        .iter()
        .filter(|r| r.stage == "held-out" && r.bot == hero)
        .collect();
    last.sort_by_cached_key(|row| HighestFirst(row.relative()));
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
            "  cell {:>5}  {:.2} % ({})  {}",
            row.cell,
            100.0 * r.win_rate,
            r.range(2),
            levels.join(", ")
        );
    }
    text
}
