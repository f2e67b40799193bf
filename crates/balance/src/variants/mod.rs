//! Effects of changes of the rules: ablations, and alternative rulings.
//!
//! | file | holds |
//! |---|---|
//! | `changes` | the changes |
//! | `comparison` | rules compared on the same deals |
//! | `tables` | the columns of the differences, their plots and printed text |

mod changes;
mod comparison;
mod tables;

pub use changes::{AND, Change, List, changed};
pub use comparison::{Compared, Comparison, PerDeal, RankingRow, VariantRow};

use super::experiment::{
    Entry, Experiment, Job, Outcome, Part, Payload, Played, Setting, files, payload, unit,
};
use super::seating_pool::SeatedLineUp;
use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::{Control, RunError};
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::Unit;
use powergrab_engine::shedding::Rules;
use serde_json::{Value, json};
use tables::{ablations, rankings, rulings};

/// `[ablations]`: things removed from the rules, in single rounds.
pub const ABLATIONS: Entry = Entry {
    name: "ablations",
    read: |r| Ok(Box::new(Variants::read(r, List::Ablations, Unit::Round)?)),
    blanks: || vec![ablations().blank()],
    sections: &[tables::ABLATIONS_SECTION],
    sentences: |_| Vec::new(),
};

/// `[rulings]`: alternative rulings, in whole games.
pub const RULINGS: Entry = Entry {
    name: "rulings",
    read: |r| Ok(Box::new(Variants::read(r, List::Rulings, Unit::Game)?)),
    blanks: || vec![rulings().blank(), rankings().blank()],
    sections: &[tables::RULINGS_SECTION],
    sentences: |_| Vec::new(),
};

/// Request of `[ablations]` or `[rulings]`.
#[derive(Debug)]
struct Variants {
    list: List,
    part: Part,
    /// Unit of play.
    unit: Unit,
    /// `true` if every two changes are also combined.
    pairs: bool,
}

/// Tables with the same rules, and the changes of these rules.
struct Base {
    rules: Rules,
    tables: Vec<SeatedLineUp>,
    changes: Vec<Change>,
}

impl Variants {
    fn read(r: &Reader<'_>, list: List, without: Unit) -> Result<Variants, ConfigError> {
        Ok(Variants {
            list,
            part: Part::read(r)?,
            unit: unit(r)?.unwrap_or(without),
            pairs: r.boolean("pairs")?.unwrap_or(false),
        })
    }

    /// Returns the base rules, each with the changes that apply to it.
    fn bases(&self, setting: &Setting<'_>) -> Vec<Base> {
        let rules = setting.rules.iter();
        let bases = rules.map(|rules| self.base(rules, self.list.of(rules).0, setting));
        bases.filter(|base| !base.tables.is_empty()).collect()
    }

    fn base(&self, rules: &Rules, changes: Vec<Change>, setting: &Setting<'_>) -> Base {
        let of_rules = |table: &&SeatedLineUp| table.game.rules().name == rules.name;
        Base {
            rules: rules.clone(),
            tables: setting.tables.iter().filter(of_rules).cloned().collect(),
            changes,
        }
    }

    fn comparison<'t>(&self, base: &'t Base, setting: &Setting<'_>) -> Comparison<'t> {
        Comparison {
            tables: &base.tables,
            unit: self.unit,
            seeds: setting.seeds,
            deals: 0..setting.deals,
            workers: setting.workers,
        }
    }
}

impl Base {
    fn label(&self, run: &[&Change]) -> String {
        let names: Vec<&str> = run.iter().map(|change| change.name.as_str()).collect();
        format!("{}: {}", self.rules.name, names.join(AND))
    }
}

impl Experiment for Variants {
    fn part(&self) -> &Part {
        &self.part
    }

    fn identity(&self) -> Value {
        json!({
            "deals": self.part.deals, "line_ups": self.part.line_ups, "unit": self.unit.text(),
            "pairs": self.pairs,
        })
    }

    /// Plays all deals with the base, with each change, and with pairs of changes.
    fn cut(&self, setting: &Setting<'_>) -> Vec<Job> {
        let mut jobs = Vec::new();
        for base in self.bases(setting) {
            let runs = Comparison::runs(&base.changes, self.pairs);
            jobs.extend(runs.iter().map(|run| Job {
                label: base.label(run),
                deals: 0..setting.deals,
            }));
        }
        jobs
    }

    fn cost(&self, tables: &[SeatedLineUp]) -> u64 {
        let seats: u64 = tables.iter().map(|table| table.bots.len() as u64).sum();
        match self.unit {
            Unit::Game => 8 * seats,
            Unit::Round => seats,
        }
    }

    fn play(&self, setting: &Setting<'_>, job: &Job, control: Control<'_>) -> Payload {
        // By the label alone: finding all changes of a base would require building the rules of
        // each.
        for rules in setting.rules {
            let names = job.label.strip_prefix(&format!("{}: ", rules.name));
            let Some(changes) = names.and_then(|names| self.list.named(names)) else {
                continue;
            };
            let base = self.base(rules, changes, setting);
            let run: Vec<&Change> = base.changes.iter().collect();
            return payload(self.comparison(&base, setting).play(&run, control));
        }
        Err(RunError::Unsound.into())
    }

    fn outcome(&self, setting: &Setting<'_>, played: &Played<'_>) -> Result<Outcome, PiecesError> {
        let (mut rows, mut orders) = (Vec::new(), Vec::new());
        let mut played = played.iter().map(|(_, piece)| piece.decode::<PerDeal>());
        let bases = self.bases(setting);
        for base in &bases {
            let runs = Comparison::runs(&base.changes, self.pairs);
            let played: Vec<PerDeal> =
                played.by_ref().take(runs.len()).collect::<Result<_, _>>()?;
            let found = self.comparison(base, setting).compare(&runs, &played);
            rows.extend(found.0);
            orders.extend(found.1);
        }
        let unchanged = |base: &Base| unmeasured(self.list, &base.rules, &rows);
        let warnings = bases.iter().flat_map(unchanged).collect();
        let (tables, told) = match self.list {
            List::Ablations => (vec![ablations().table(&rows)], Vec::new()),
            List::Rulings => {
                let tables = vec![rulings().table(&rows), rankings().table(&orders)];
                (tables, tables::told(&rows))
            }
        };
        Ok(Outcome {
            files: files(tables),
            told,
            warnings,
            continuations: 0,
        })
    }
}

/// Lists the changes that could not be measured: those that do not apply to these rules, and those
/// that made no difference to anything in any deal.
fn unmeasured(list: List, base: &Rules, rows: &[VariantRow]) -> Vec<String> {
    let part = match list {
        List::Ablations => ABLATIONS.name,
        List::Rulings => RULINGS.name,
    };
    let name = &base.name;
    let mut warnings = Vec::new();
    let (_, out) = list.of(base);
    let out: Vec<&str> = out.iter().map(|change| change.name.as_str()).collect();
    if !out.is_empty() {
        warnings.push(format!(
            "[{part}] at {name} these leave the rules as they are, or are no rules of it, and are left out: {}",
            out.join(", ")
        ));
    }
    let own = || rows.iter().filter(|row| row.place.ruleset == *name);
    let mut singles: Vec<(&str, bool)> = Vec::new();
    for row in own().filter(|row| row.n_flips == 1) {
        let differs = row.difference.value != 0.0 || row.difference.se != Some(0.0);
        match singles.iter_mut().find(|(flip, _)| *flip == row.flips) {
            Some((_, changed)) => *changed |= differs,
            None => singles.push((&row.flips, differs)),
        }
    }
    if singles.is_empty() {
        warnings.push(format!(
            "[{part}] measured nothing at {name}: no change of its list applies"
        ));
    }
    let same: Vec<&str> = singles.iter().filter(|s| !s.1).map(|s| s.0).collect();
    if !same.is_empty() {
        warnings.push(format!(
            "[{part}] at {name} these made no difference in any deal: {}",
            same.join(", ")
        ));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;
    use powergrab_engine::shedding::Family;
    use powergrab_stats::moments::Estimate;

    #[test]
    fn changes_that_change_nothing_are_named() {
        let base = Rules::official(Family::PowerGrab);
        let row = |flips: &str, metric: &str, value, se| VariantRow {
            place: Place {
                ruleset: base.name.clone(),
                players: 3,
                line_up: "a+b+c".to_owned(),
            },
            flips: flips.to_owned(),
            n_flips: 1,
            metric: metric.to_owned(),
            base: 1.0,
            value: 1.0 + value,
            difference: Estimate::new(value, Some(se), 10),
            interaction: None,
            noticeable: false,
        };
        let rows = [
            row("x", "turns", 0.0, 0.0),
            row("x", "draws", 0.0, 0.0),
            // Deals that cancel out are a difference too.
            row("y", "turns", 0.0, 0.1),
            row("z", "turns", 0.0, 0.0),
            row("z", "draws", 0.2, 0.1),
        ];
        let told = unmeasured(List::Rulings, &base, &rows);
        assert_eq!(
            told,
            ["[rulings] at power-grab these made no difference in any deal: x"]
        );
        let classic = Rules::official(Family::Classic);
        let told = unmeasured(List::Ablations, &classic, &rows);
        assert!(told[0].contains("left out: without-U"), "{told:?}");
        assert!(told[1].contains("measured nothing at classic"), "{told:?}");
    }
}
