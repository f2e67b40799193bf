//! Cells of a sweep, looked up and played: each cell is one run of the arena, all on the same
//! deals.

pub use super::error::SweepError;

use super::config::Sweep;
use super::factors::{Factor, Target};
use super::rows::{CellResult, Row, wins_by_group};
use crate::catalog::{Catalog, RuleData, Ruleset};
use crate::matches::failures::BotFailures;
use crate::matches::summary::{BotRow, Summary};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Collect, Control, Workers};
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy;
use powergrab_bots::strategy::Bot;
use powergrab_engine::config::{ConfigError, one_of};
use powergrab_engine::game::Game as _;
use powergrab_engine::rng::Seeds;
use powergrab_experiments::names::Names;
use std::num::NonZero;
use std::ops::Range;
use toml::Value;

/// One combination of levels, ready to be played.
#[derive(Clone, Debug)]
pub struct Cell<R: RuleData<Game: ArenaGame>> {
    /// Its number, from 1.
    pub number: usize,
    /// Its levels, in the order of the factors.
    pub levels: Vec<Value>,
    /// The rules.
    pub rules: R,
    /// The bots, each once.
    pub bots: Vec<Bot<R::Game>>,
    /// Line-up: indices into `bots`.
    pub line_up: Vec<usize>,
}

impl Sweep {
    /// Returns the levels of each cell with its ruleset.
    ///
    /// # Errors
    /// Names the wrong factor of a cell, and a correct value.
    pub(super) fn rulesets(
        &self,
        seed: u64,
        catalog: &Catalog,
    ) -> Result<Vec<(Vec<Value>, Ruleset)>, ConfigError> {
        let cells = self.cells(seed)?.into_iter().map(|levels| {
            let ruleset = self.ruleset_of(&levels, catalog)?;
            Ok((levels, ruleset))
        });
        cells.collect()
    }

    /// Looks everything up, for every cell, so that all errors appear before anything is played.
    ///
    /// # Errors
    /// Names the wrong factor of a cell, and a correct value.
    pub(super) fn resolve<R: RuleData<Game: ArenaGame> + Clone>(
        &self,
        cells: &[(Vec<Value>, Ruleset)],
        catalog: &Catalog,
    ) -> Result<Vec<Cell<R>>, ConfigError> {
        let cells = cells.iter().enumerate().map(|(i, (levels, ruleset))| {
            let Some(rules) = ruleset.rules::<R>() else {
                return Err(ConfigError {
                    file: self.file.clone(),
                    key: "factors.ruleset".to_owned(),
                    problem: "rulesets of different games, whose bots and metrics differ: give each game a sweep of its own".to_owned(),
                });
            };
            self.cell(i + 1, levels.clone(), rules.clone(), catalog)
        });
        cells.collect()
    }

    fn with_levels<'a>(
        &'a self,
        levels: &'a [Value],
    ) -> impl Iterator<Item = (&'a Factor, &'a Value)> {
        self.factors.iter().zip(levels)
    }

    /// Returns the ruleset of a cell: the named one, with the options that are factors.
    fn ruleset_of(&self, levels: &[Value], catalog: &Catalog) -> Result<Ruleset, ConfigError> {
        let mut name = self.ruleset.clone();
        for (factor, level) in self.with_levels(levels) {
            if factor.target == Target::Ruleset {
                let text = level.as_str();
                name = text
                    .ok_or_else(|| {
                        self.error(factor, format!("{level} is not the name of a ruleset"))
                    })?
                    .to_owned();
            }
        }
        let plain = catalog.ruleset(&name)?;
        let options = self
            .with_levels(levels)
            .filter_map(|(factor, level)| match &factor.target {
                Target::Rule(option) => Some((factor, option, level)),
                _ => None,
            });
        let mut table: Option<toml::Table> = None;
        let mut last = None;
        for (factor, option, level) in options {
            let whole = match table.take() {
                Some(table) => table,
                None => catalog.table_of(&name)?,
            };
            table = Some(set(whole, option, level));
            last = Some(factor);
        }
        let (Some(mut table), Some(last)) = (table, last) else {
            return Ok(plain);
        };
        // Named after its base and its fingerprint, so that a variant cannot pass for its base.
        table.remove("name");
        let parsed = catalog.parse(&self.file, &table.to_string(), None);
        parsed.map_err(|e| {
            let key = format!("rules.{}", e.key);
            let factor = self.factors.iter().find(|f| f.name == key).unwrap_or(last);
            let problem = if e.key.is_empty() || factor.name == key {
                e.problem
            } else {
                format!("option `{}`: {}", e.key, e.problem)
            };
            self.error(factor, problem)
        })
    }

    fn cell<R: RuleData<Game: ArenaGame>>(
        &self,
        number: usize,
        levels: Vec<Value>,
        rules: R,
        catalog: &Catalog,
    ) -> Result<Cell<R>, ConfigError> {
        let (mut players, mut by) = (self.line_up.len(), None);
        for (factor, level) in self.with_levels(&levels) {
            if factor.target == Target::Players {
                let n = level.as_integer().and_then(|n| usize::try_from(n).ok());
                players = n.ok_or_else(|| {
                    self.error(factor, format!("{level} is not a number of players"))
                })?;
                by = Some(factor);
            }
        }
        // Built once to check whether this many can play.
        rules.game(players).map_err(|problem| match by {
            Some(factor) => self.error(factor, problem),
            None => ConfigError {
                file: self.file.clone(),
                key: "line_up".to_owned(),
                problem,
            },
        })?;
        let mut bots: Vec<Bot<R::Game>> = Vec::new();
        let mut line_up = Vec::new();
        for seat in 0..players {
            let name = &self.line_up[seat.min(self.line_up.len() - 1)];
            let known = bots.iter().position(|b| b.name == *called(name));
            line_up.push(match known {
                Some(place) => place,
                None => {
                    bots.push(self.bot(name, &levels, catalog)?);
                    bots.len() - 1
                }
            });
        }
        Ok(Cell {
            number,
            levels,
            rules,
            bots,
            line_up,
        })
    }

    /// Returns a bot of the line-up, with the parameters that are factors.
    pub(crate) fn bot<G: ArenaGame>(
        &self,
        name: &str,
        levels: &[Value],
        catalog: &Catalog,
    ) -> Result<Bot<G>, ConfigError> {
        let own = self.bots.iter().find(|(own, _)| own == name);
        let mut bot: Bot<G> = catalog.bot(own.map_or(name, |(_, bot)| bot.as_str()))?;
        if !bot.is_reproducible() {
            return Err(ConfigError {
                file: bot.name,
                key: "params.milliseconds".to_owned(),
                problem: "a budget in time does not play the same game twice, which a sweep needs: give it `playouts` instead".to_owned(),
            });
        }
        bot.name = called(name).to_owned();
        let mut values = G::values(&bot.policy);
        let mut changed = false;
        for (factor, level) in self.with_levels(levels) {
            let Target::Param { bot: its, param } = &factor.target else {
                continue;
            };
            if !self.line_up.iter().any(|b| called(b) == its) {
                let known = self.line_up.iter().map(|b| called(b));
                return Err(self.error(
                    factor,
                    format!(
                        "no bot of the line-up is called {its:?}; {}",
                        one_of(its, known)
                    ),
                ));
            }
            if *its != bot.name {
                continue;
            }
            let tunables: Vec<_> = bot.info().map_or(Vec::new(), |i| i.tunables().collect());
            let Some(place) = tunables.iter().position(|t| t.name == param) else {
                let known = tunables.iter().map(|t| t.name);
                return Err(self.error(
                    factor,
                    format!("{its} has no parameter {param:?}; {}", one_of(param, known)),
                ));
            };
            let t = tunables[place];
            let number = level.as_float().or(level.as_integer().map(|n| n as f64));
            values[place] = number
                .filter(|x| (t.low..=t.high).contains(x))
                .ok_or_else(|| {
                    self.error(
                        factor,
                        format!("{level} is not a number from {} to {}", t.low, t.high),
                    )
                })?;
            changed = true;
        }
        if changed {
            let name = bot.name.clone();
            return catalog.bots.with_values(&bot, &name, &values);
        }
        Ok(bot)
    }
}

/// Returns the name of a bot of the line-up: the stem for a file.
pub(crate) fn called(name: &str) -> &str {
    let stem = std::path::Path::new(name)
        .file_stem()
        .and_then(|s| s.to_str());
    if strategy::register::is_path(name) {
        stem.unwrap_or(name)
    } else {
        name
    }
}

/// Sets an option; dots separate the keys of nested tables.
pub fn set(mut table: toml::Table, option: &str, level: &Value) -> toml::Table {
    match option.split_once('.') {
        None => drop(table.insert(option.to_owned(), level.clone())),
        Some((outer, inner)) => {
            let there = table.get(outer).and_then(Value::as_table).cloned();
            let inside = set(there.unwrap_or_default(), inner, level);
            table.insert(outer.to_owned(), Value::Table(inside));
        }
    }
    table
}

/// Options of playing cells.
#[derive(Clone, Copy)]
pub struct SweepOptions<'a> {
    /// Source of the deals, the same for all cells.
    pub seeds: Seeds,
    /// Number of threads; `None` for one per processor. It changes no result.
    pub threads: Option<NonZero<usize>>,
    /// Cancellation and progress.
    pub control: Control<'a>,
}

/// Results of playing deals of a cell.
#[derive(Clone, Debug)]
pub struct Played {
    /// Tally of these deals and the earlier ones.
    pub tally: Tally,
    /// Bots that failed in these deals.
    pub failures: Vec<BotFailures>,
}

impl<R: RuleData<Game: ArenaGame>> Cell<R> {
    /// Returns the run of this cell.
    ///
    /// # Errors
    /// Fails if the ruleset does not allow this many players.
    pub fn experiment(
        &self,
        sweep: &Sweep,
        seeds: Seeds,
    ) -> Result<Experiment<R::Game>, ConfigError> {
        let wrong = |problem| ConfigError {
            file: sweep.file.clone(),
            key: "factors".to_owned(),
            problem,
        };
        let game = self.rules.game(self.line_up.len()).map_err(wrong)?;
        let experiment = Experiment {
            tables: vec![game],
            bots: self.bots.clone(),
            line_ups: vec![LineUp {
                table: 0,
                bots: self.line_up.clone(),
            }],
            unit: sweep.unit,
            order: sweep.order,
            line_up_deals: LineUpDeals::Shared,
            seeds,
        };
        experiment.check_bots().map_err(wrong)?;
        Ok(experiment)
    }

    /// Plays these deals of the cell, on top of earlier ones; the failures are those of these
    /// deals.
    ///
    /// # Errors
    /// [`SweepError`]; the cell's results are then incomplete and must be discarded.
    pub fn play(
        &self,
        sweep: &Sweep,
        deals: Range<u64>,
        before: Option<Tally>,
        means: &SweepOptions<'_>,
    ) -> Result<Played, SweepError> {
        let experiment = self
            .experiment(sweep, means.seeds)
            .map_err(SweepError::Config)?;
        let blank = Tally::new(&experiment);
        // Short cells are cut finer than by the arena, so that no thread waits long at their ends.
        let n_games = (deals.end - deals.start) * experiment.games_per_deal();
        let fine = n_games < SHORT_CELL;
        let chunk = fine.then(|| ((deals.end - deals.start) / 32).clamp(1, 256));
        let workers = Workers {
            threads: means.threads,
            chunk: chunk.and_then(NonZero::new),
        };
        let done = R::Game::run(
            &experiment,
            deals.clone(),
            workers,
            blank,
            means.control,
            None,
        );
        let mut done = done.map_err(SweepError::Run)?;
        if done.deals != deals {
            return Err(SweepError::Cancelled);
        }
        let names: Vec<String> = self.bots.iter().map(|bot| bot.name.clone()).collect();
        let failures = BotFailures::of_run(&done.collected, &names, &done.first_faults);
        if let Some(mut before) = before {
            Collect::<R::Game>::absorb(&mut done.collected, &mut before);
        }
        Ok(Played {
            tally: done.collected,
            failures,
        })
    }

    /// Returns the results of a played cell.
    pub fn result(&self, stage: &str, played: Played) -> CellResult {
        CellResult {
            rows: self.rows(stage, &played.tally),
            failures: played.failures,
        }
    }

    /// Returns the rows of a tally of the cell.
    pub fn rows(&self, stage: &str, tally: &Tally) -> Vec<Row> {
        let names = Names {
            rulesets: vec![self.rules.name().to_owned()],
            bots: self.bots.iter().map(|b| b.name.clone()).collect(),
            metrics: R::Game::METRICS,
            seat_metrics: R::Game::SEAT_METRICS,
        };
        let summary = Summary::new(tally, &names);
        let blocks = summary.block_rows();
        let row = |row: BotRow<'_>| Row {
            stage: stage.to_owned(),
            cell: self.number,
            levels: self.levels.clone(),
            ruleset: row.ruleset.to_owned(),
            players: row.players,
            bot: row.bot.to_owned(),
            deals: tally.n_deals(),
            blocks: wins_by_group(&blocks, row.bot),
            record: row.record,
        };
        summary.bot_rows().into_iter().map(row).collect()
    }
}

/// A cell with fewer games is short.
const SHORT_CELL: u64 = 1 << 17;

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> (Sweep, Vec<Cell<powergrab_engine::shedding::Rules>>) {
        let sweep = Sweep::parse("s.toml", text).unwrap();
        let catalog = Catalog::default();
        let rulesets = sweep.rulesets(1, &catalog).unwrap();
        let cells = sweep.resolve(&rulesets, &catalog).unwrap();
        (sweep, cells)
    }

    fn error(text: &str) -> String {
        let head = "name = \"x\"\nline_up = [\"balanced\", \"greedy\"]\n";
        let sweep = Sweep::parse("s.toml", &format!("{head}{text}")).unwrap();
        let catalog = Catalog::default();
        let rulesets = sweep.rulesets(1, &catalog);
        let resolved = rulesets
            .and_then(|all| sweep.resolve::<powergrab_engine::shedding::Rules>(&all, &catalog));
        let Err(e) = resolved else {
            panic!("{text} was taken");
        };
        e.to_string()
    }

    #[test]
    fn levels_reach_the_rules_the_bots_and_the_table() {
        let (_, cells) = cells(
            "name = \"x\"\nline_up = [\"balanced\", \"greedy\"]\n[factors]\nbalanced.bluff = [0.25]\n\
rules.hand_size = [5, 7]\nrules.points.G2 = [20]\nplayers = [2, 4]",
        );
        assert_eq!(cells.len(), 4);
        assert_eq!(cells[1].line_up, [0, 1, 1, 1]);
        let json = cells[0].rules.to_json();
        assert_eq!(json["hand_size"], 5);
        assert_eq!(json["points"]["G2"], 20);
        let name = &cells[2].rules.name;
        assert!(name.starts_with("power-grab-"), "{name}");
        let bluff = cells[0].bots[0].describe();
        assert_eq!(bluff["params"]["bluff"], 0.25);
    }

    #[test]
    fn what_is_wrong_is_named_with_file_key_and_value() {
        for (text, start, part) in [
            (
                "[factors]\nbalanced.blufff = [1]",
                "s.toml: key `factors.balanced.blufff`",
                "did you mean `bluff`?",
            ),
            (
                "[factors]\nbalanced.bluff = [1.5]",
                "s.toml: key `factors.balanced.bluff`",
                "1.5 is not a number from 0 to 1",
            ),
            (
                "[factors]\nballanced.bluff = [1]",
                "s.toml: key `factors.ballanced.bluff`",
                "did you mean `balanced`?",
            ),
            (
                "[factors]\nrules.hand_size = [5, 99]",
                "s.toml: key `factors.rules.hand_size`",
                "99 is not a whole number",
            ),
            (
                "[factors]\nrules.handsize = [5]",
                "s.toml: key `factors.rules.handsize`",
                "did you mean `hand_size`?",
            ),
            (
                "[factors]\nplayers = [2, 7]",
                "s.toml: key `factors.players`",
                "2 to 6",
            ),
            ("[factors]\nruleset = [\"power-grab\", \"grid\"]", "", ""),
            (
                "[factors]\nruleset = [\"powergrab\"]",
                "powergrab: no such ruleset",
                "did you mean",
            ),
        ] {
            let e = error(text);
            assert!(e.starts_with(start) && e.contains(part), "{text}\n{e}");
        }
    }
}
