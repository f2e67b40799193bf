//! The value of towers and blocks.
//!
//! | file | holds |
//! |---|---|
//! | `play` | the continuation of rounds in several ways |
//! | `results` | the tallies, and their rows |
//! | `tables` | their columns, plots and printed text |

mod play;
mod results;
mod tables;

pub use play::{Rates, Towers};
pub use results::{BlockRow, TowerResults, WorthRow};

use super::experiment::{
    Entry, Experiment, Job, Outcome, Part, Payload, Played, Setting, deals, files, payload, sum,
    unit,
};
use super::seating_pool::SeatedLineUp;
use super::tables::without_rows;
use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::Control;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::Unit;
use powergrab_engine::shedding::Rules;
use serde_json::{Value, json};
use tables::{BLOCK_WORTH, TOWER_WORTH, block_worth, tower_worth};

/// `[towers]`
pub const ENTRY: Entry = Entry {
    name: "towers",
    read: |r| Ok(Box::new(TowersPart::read(r)?)),
    blanks: || vec![tower_worth().blank(), block_worth().blank()],
    sections: tables::SECTIONS,
    sentences: tables::sentences,
};

/// Request of `[towers]`.
#[derive(Debug)]
struct TowersPart {
    part: Part,
    rates: Rates,
    unit: Unit,
}

impl TowersPart {
    fn read(r: &Reader<'_>) -> Result<TowersPart, ConfigError> {
        let part = Part {
            deals: deals(r)?,
            line_ups: None,
        };
        let rates = Rates {
            turns: r.number("turn_rate", 0.0..=1.0)?.unwrap_or(0.1),
            blocks: r.number("block_rate", 0.0..=1.0)?.unwrap_or(0.25),
            null: r.boolean("null")?.unwrap_or(false),
        };
        let unit = unit(r)?.unwrap_or(Unit::Round);
        r.finish()?;
        if rates.turns == 0.0 && rates.blocks == 0.0 {
            return Err(r.error(
                "turn_rate",
                "is 0, and so is block_rate: nothing would be measured; give one of them a share above 0, or leave [towers] out",
            ));
        }
        Ok(TowersPart { part, rates, unit })
    }

    /// Returns warnings about impossible measurements, given the rows.
    fn warnings(
        &self,
        tables: &[SeatedLineUp],
        (worth, blocks): (&[WorthRow], &[BlockRow]),
    ) -> Vec<String> {
        let name = ENTRY.name;
        let mut warnings = Vec::new();
        if self.rates.null {
            warnings.push(format!(
                "[{name}] null = true moves nothing: all effects are zero, as a check of the experiment"
            ));
        }
        if self.rates.turns == 0.0 {
            warnings.push(format!(
                "[{name}] turn_rate = 0 moves no tower: {TOWER_WORTH} has no rows"
            ));
        }
        let (with, without): (Vec<_>, Vec<_>) =
            tables.iter().cloned().partition(SeatedLineUp::has_towers);
        let mut rulesets: Vec<String> = without.iter().map(|t| t.place().ruleset).collect();
        rulesets.dedup();
        warnings.extend(rulesets.into_iter().map(|ruleset| {
            format!("[{name}] {ruleset} is played without towers: nothing is measured there")
        }));
        if self.rates.turns > 0.0 {
            let rows = worth.iter().map(|row| &row.place);
            warnings.extend(without_rows(name, TOWER_WORTH, &with, rows));
        }
        let rows = blocks.iter().map(|row| &row.place);
        warnings.extend(without_rows(name, BLOCK_WORTH, &with, rows));
        warnings
    }
}

impl Experiment for TowersPart {
    fn part(&self) -> &Part {
        &self.part
    }

    fn identity(&self) -> Value {
        json!({
            "deals": self.part.deals, "turn_rate": self.rates.turns, "block_rate": self.rates.blocks,
            "null": self.rates.null, "unit": self.unit.text(),
        })
    }

    fn unit(&self) -> Unit {
        self.unit
    }

    fn check(&self, rules: &[Rules], tables: &[SeatedLineUp]) -> Result<(), String> {
        if tables.iter().any(SeatedLineUp::has_towers) {
            return Ok(());
        }
        let played = match rules {
            [one] => format!("{} is played", one.name),
            _ => "all rulesets are played".to_owned(),
        };
        Err(format!(
            "{played} without towers, so nothing would be measured: leave [towers] out, or add a ruleset with towers, like power-grab"
        ))
    }

    fn play(&self, setting: &Setting<'_>, job: &Job, control: Control<'_>) -> Payload {
        let towers = Towers {
            tables: setting.tables,
            rates: self.rates,
            unit: self.unit,
            seeds: setting.seeds,
        };
        payload(towers.run(job.deals.clone(), setting.workers, control))
    }

    fn outcome(&self, setting: &Setting<'_>, played: &Played<'_>) -> Result<Outcome, PiecesError> {
        let found: TowerResults = sum(played)?.unwrap_or_default();
        let (worth, blocks) = (found.worth(setting.tables), found.blocks(setting.tables));
        Ok(Outcome {
            files: files([tower_worth().table(&worth), block_worth().table(&blocks)]),
            told: tables::told(&worth),
            warnings: self.warnings(setting.tables, (&worth, &blocks)),
            continuations: found.continuations,
        })
    }
}
