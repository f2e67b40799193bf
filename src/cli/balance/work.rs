//! The experiments, one after the other, each kept when it is finished.

use super::super::conduct::Bar;
use super::super::publish::dir_failure;
use super::super::{Failure, say};
use super::keep::{Done, Kept};
use super::setup::Setup;
use super::{Args, scaled};
use crate::arena::run::{Control, RunError, Workers};
use crate::lab::balance::Seated;
use crate::lab::balance::cards::Cards;
use crate::lab::balance::config::{Config, OptimisePart, TowersPart, VariantsPart};
use crate::lab::balance::drama::Drama;
use crate::lab::balance::ledger::Ledger;
use crate::lab::balance::pieces::{Piece, Pieces};
use crate::lab::balance::retune::Retune;
use crate::lab::balance::search::{Desk, Outcome, Search, SearchError};
use crate::lab::balance::towers::{Rates, Towers};
use crate::lab::balance::variants::{Change, Compared, Comparison, VariantRow, ablations, rulings};
use crate::lab::balance::warnings::{self, without_rows};
use crate::lab::journal::{Journal, JournalError, Record};
use crate::lab::tune::TuneError;
use crate::report::balance::{Findings, SHEETS, strategies, told};
use crate::report::rundir::RunDir;
use crate::rng::{Purpose, Seeds};
use crate::shedding::Rules;
use serde_json::Value;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

/// A run on its way.
pub(super) struct Work<'a> {
    pub args: &'a Args,
    pub config: &'a Config,
    pub setup: &'a Setup,
    pub command: &'a str,
    pub seed: u64,
    pub cancel: &'a AtomicBool,
    pub dir: &'a RunDir,
    pub identity: &'a Value,
    pub kept: &'a RefCell<Kept>,
}

/// Experiments that are not whole answer nothing.
fn cancelled() -> Failure {
    Failure::Interrupted("interrupted".to_owned())
}

fn no_threads(e: RunError) -> Failure {
    Failure::Io(e.to_string())
}

/// Findings as what is written and printed of them.
fn done(findings: &Findings, continuations: u64, warnings: Vec<String>) -> Done {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Done {
        files: SHEETS
            .iter()
            .filter_map(|sheet| Some((sheet.file.to_owned(), text(sheet.text(findings)?))))
            .collect(),
        told: told(findings),
        warnings,
        continuations,
    }
}

impl Work<'_> {
    /// Everything that was asked for.
    pub fn all(&self) -> Result<Vec<Done>, Failure> {
        match (&self.config.optimise, self.args.optimise) {
            (Some(part), true) => self.search(part).map(|done| vec![done]),
            _ => self.experiments(),
        }
    }

    /// The state with these pieces, put on the disk.
    fn keep(&self, change: impl FnOnce(&mut Kept)) -> Result<(), String> {
        let mut kept = self.kept.borrow_mut();
        change(&mut kept);
        kept.put(self.dir, self.identity).map_err(|e| e.to_string())
    }

    fn experiments(&self) -> Result<Vec<Done>, Failure> {
        let there = self.kept.borrow().pieces.clone();
        let mut keep = |all: &[Piece]| self.keep(|kept| kept.pieces = all.to_vec());
        let mut pieces = Pieces::new(there, &mut keep);
        let mut all = Vec::new();
        for (name, deals) in self.config.parts() {
            let done: Done = pieces.get(name, || self.experiment(name, deals))?;
            // For whoever looks on: it is written again with the rest.
            for (file, text) in &done.files {
                self.dir.put(file, text.as_bytes()).map_err(dir_failure)?;
            }
            all.push(done);
        }
        Ok(all)
    }

    fn experiment(&self, name: &str, deals: u64) -> Result<Done, Failure> {
        let config = self.config;
        let mut findings = Findings::default();
        let mut continuations = 0;
        let mut warnings = Vec::new();
        let seeds = Seeds::new(self.seed, Purpose::Play);
        let line_ups = match name {
            "cards" => config.cards.as_ref().and_then(|p| p.line_ups.as_deref()),
            "drama" => config.drama.as_ref().and_then(|p| p.line_ups.as_deref()),
            "ledger" => config.ledger.as_ref().and_then(|p| p.line_ups.as_deref()),
            "ablations" => config
                .ablations
                .as_ref()
                .and_then(|p| p.line_ups.as_deref()),
            "rulings" => config.rulings.as_ref().and_then(|p| p.line_ups.as_deref()),
            _ => None,
        };
        let tables = match line_ups {
            Some(own) => &self.setup.tables_of(own)?,
            None => &self.setup.tables,
        };
        let tables = tables.as_slice();
        match name {
            "towers" => {
                if let Some(part) = config.towers {
                    (continuations, warnings) = self.towers(&part, seeds, &mut findings)?;
                }
            }
            "cards" => {
                let cards = Cards { tables, seeds };
                let found = self.part(name, deals, |deals, workers, control| {
                    cards.run(0..deals, workers, control)
                })?;
                findings.cards = found.rows(tables);
                let rows = findings.cards.iter().map(|row| &row.place);
                warnings = without_rows(name, "card_worth.csv", tables, rows);
                continuations = found.continuations();
            }
            "ablations" => {
                if let Some(part) = &config.ablations {
                    (findings.ablations, _) = self.variants(name, part, tables, ablations)?;
                    warnings = self.unchanged(name, tables, &findings.ablations);
                }
            }
            "rulings" => {
                if let Some(part) = &config.rulings {
                    (findings.rulings, findings.rankings) =
                        self.variants(name, part, tables, rulings)?;
                    warnings = self.unchanged(name, tables, &findings.rulings);
                }
            }
            "drama" => {
                let drama = Drama { tables, seeds };
                findings.drama = self.part(name, deals, |deals, workers, control| {
                    drama.run(deals, workers, control)
                })?;
                let rows = findings.drama.iter().map(|row| &row.place);
                warnings = without_rows(name, "drama.csv", tables, rows);
            }
            _ => {
                let ledger = Ledger { tables, seeds };
                findings.ledger = self.part(name, deals, |deals, workers, control| {
                    ledger.run(deals, workers, control)
                })?;
                let rows = findings.ledger.iter().map(|row| &row.place);
                warnings = without_rows(name, "ledger.csv", tables, rows);
            }
        }
        Ok(done(&findings, continuations, warnings))
    }

    fn towers(
        &self,
        part: &TowersPart,
        seeds: Seeds,
        findings: &mut Findings,
    ) -> Result<(u64, Vec<String>), Failure> {
        let tables = self.setup.tables.as_slice();
        let towers = Towers {
            tables,
            rates: Rates {
                turns: part.turn_rate,
                blocks: part.block_rate,
                null: part.null,
            },
            unit: part.unit,
            seeds,
        };
        let found = self.part("towers", part.deals, |deals, workers, control| {
            towers.run(0..deals, workers, control)
        })?;
        findings.towers = found.worth(tables);
        findings.blocks = found.blocks(tables);
        let warnings = {
            let rows = (&*findings.towers, &*findings.blocks);
            warnings::of_towers(rows, tables, part.turn_rate, part.null)
        };
        Ok((found.continuations(), warnings))
    }

    /// Each ruleset's changes, which need not be the same.
    fn variants(
        &self,
        name: &str,
        part: &VariantsPart,
        tables: &[Seated],
        list: fn(&Rules) -> Vec<Change>,
    ) -> Result<Compared, Failure> {
        let (mut rows, mut rankings) = (Vec::new(), Vec::new());
        for rules in &self.setup.rules {
            let own = tables.iter().filter(|t| t.game.rules().name == rules.name);
            let own: Vec<Seated> = own.cloned().collect();
            if own.is_empty() {
                continue;
            }
            let changes = list(rules);
            let deals = scaled(part.deals, self.args.scale);
            let runs = Comparison::n_runs(&changes, part.pairs);
            let found = self.bar(name, deals * runs, |workers, control| {
                let comparison = Comparison {
                    tables: &own,
                    unit: part.unit,
                    seeds: Seeds::new(self.seed, Purpose::Play),
                    deals: 0..deals,
                    workers,
                };
                comparison.all(&changes, part.pairs, control)
            })?;
            rows.extend(found.0);
            rankings.extend(found.1);
        }
        Ok((rows, rankings))
    }

    /// What the changes of a part did not change, by ruleset.
    fn unchanged(&self, name: &str, tables: &[Seated], rows: &[VariantRow]) -> Vec<String> {
        let seated = |rules: &&Rules| {
            let mut tables = tables.iter();
            tables.any(|t| t.game.rules().name == rules.name)
        };
        let rules = self.setup.rules.iter().filter(seated);
        rules
            .flat_map(|rules| warnings::of_changes(name, rules, rows))
            .collect()
    }

    /// The design search.
    fn search(&self, part: &OptimisePart) -> Result<Done, Failure> {
        let bots = self
            .setup
            .search_table(&self.args.config.display().to_string(), self.config)?;
        let scale = |deals| scaled(deals, self.args.scale);
        let tune = part.tune.as_ref().map(|tune| Retune {
            search: crate::lab::tune::Search {
                deals: scale(tune.search.deals),
                max_deals: scale(tune.search.max_deals),
                ..tune.search.clone()
            },
            gain_deals: scale(tune.gain_deals),
            ..tune.clone()
        });
        let search = Search {
            base: &self.setup.rules[0],
            bots: &bots,
            candidates: part.candidates,
            finalists: part.finalists,
            deals: scale(part.deals),
            test_deals: scale(part.test_deals),
            turns: part.turns,
            tune: tune.as_ref(),
            seed: self.seed,
            workers: self.workers(),
        };
        let (pieces, records) = {
            let kept = self.kept.borrow();
            (kept.pieces.clone(), kept.records.clone())
        };
        let mut keep_pieces = |all: &[Piece]| self.keep(|kept| kept.pieces = all.to_vec());
        let mut keep_records = |all: &[Record]| self.keep(|kept| kept.records = all.to_vec());
        let mut pieces = Pieces::new(pieces, &mut keep_pieces);
        let mut journal = Journal::new(records, &mut keep_records);
        let mut tell = |what: &str| say!("{what}");
        let control = Control {
            cancel: self.cancel,
            progress: &|_| {},
        };
        let mut desk = Desk {
            pieces: &mut pieces,
            journal: &mut journal,
            tell: &mut tell,
        };
        let outcome = search.run(control, &mut desk).map_err(|e| match e {
            SearchError::Cancelled => cancelled(),
            SearchError::Run(e) => no_threads(e),
            SearchError::Pieces(e) => e.into(),
            SearchError::Tune(TuneError::Journal(JournalError::Differs(_)))
            | SearchError::Tune(TuneError::Candidate(_)) => Failure::Input(e.to_string()),
            SearchError::Tune(_) => Failure::Io(e.to_string()),
        })?;
        let Outcome { designs, bots } = outcome;
        let findings = Findings {
            designs,
            tuned: bots,
            ..Findings::default()
        };
        let mut done = done(&findings, 0, Vec::new());
        done.files.extend(strategies(&findings.tuned, self.command));
        Ok(done)
    }

    fn workers(&self) -> Workers {
        Workers {
            threads: self.args.threads,
            chunk: None,
        }
    }

    /// One experiment with its bar.
    fn part<T>(
        &self,
        name: &str,
        deals: u64,
        run: impl FnOnce(u64, Workers, Control<'_>) -> Result<Option<T>, RunError>,
    ) -> Result<T, Failure> {
        let deals = scaled(deals, self.args.scale);
        self.bar(name, deals, |workers, control| run(deals, workers, control))
    }

    /// Work of some length with its bar.
    fn bar<T>(
        &self,
        name: &str,
        deals: u64,
        run: impl FnOnce(Workers, Control<'_>) -> Result<Option<T>, RunError>,
    ) -> Result<T, Failure> {
        let bar = Bar::named(name, deals);
        let control = Control {
            cancel: self.cancel,
            progress: &|step| bar.step(step),
        };
        let found = run(self.workers(), control).map_err(no_threads)?;
        bar.end();
        found.ok_or_else(cancelled)
    }
}
