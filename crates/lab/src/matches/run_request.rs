//! A match or a tournament: from the names that were asked for to the experiment that is played.

use crate::matches::summary::Names;
use crate::study::checkpoint::About;
use crate::study::manifest::{BotInfo, RulesetInfo, RunInfo};
use crate::study::resolve;
use crate::study::resolve::all_differ;
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Deals, Experiment, LineUp, LineUpDeals};
use powergrab_arena::format::Format;
use powergrab_arena::seating::Order;
use powergrab_bots::rulesets::{RuleData, Ruleset};
use powergrab_bots::strategy::Bot;
use powergrab_engine::game::{Game as _, Metric, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::{grid, shedding};
use serde_json::Value;

/// What is to be played, names still to be looked up.
#[derive(Clone)]
pub struct RunRequest {
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
    /// Whether line-ups share their deals.
    pub line_up_deals: LineUpDeals,
}

/// Everything looked up and checked.
pub struct Setup<G: ArenaGame> {
    /// What is played.
    pub experiment: Experiment<G>,
    /// The names that go with its numbers.
    pub names: Names,
    /// What decides its results.
    pub info: RunInfo,
}

/// A run of either game, looked up and checked.
pub enum AnySetup {
    /// Of a shedding game.
    Shedding(Setup<shedding::Shedding>),
    /// Of Grid.
    Grid(Setup<grid::Grid>),
}

fn input(e: impl std::fmt::Display) -> StudyError {
    StudyError::Input(e.to_string())
}

impl RunRequest {
    fn resolve<R: RuleData<Game: ArenaGame>>(
        self,
        rulesets: &[R],
    ) -> Result<Setup<R::Game>, StudyError> {
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
                        tables.push(rules.game(n).map_err(StudyError::Input)?);
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
            line_up_deals: self.line_up_deals,
        };
        let experiment = Experiment {
            tables,
            bots,
            line_ups: seated,
            unit: self.unit,
            order: self.order,
            line_up_deals: self.line_up_deals,
            seeds: Seeds::new(self.seed, Purpose::Play),
        };
        experiment.check_bots().map_err(StudyError::Input)?;
        Ok(Setup {
            experiment,
            names,
            info,
        })
    }

    /// Looks everything up and checks it.
    ///
    /// # Errors
    /// [`StudyError::Input`]: which name or number is wrong, and what would be right.
    pub fn look_up(self) -> Result<AnySetup, StudyError> {
        let mut shedding = Vec::new();
        let mut grid = Vec::new();
        for name in &self.rulesets {
            match resolve::ruleset(name)? {
                Ruleset::Shedding(rules) => shedding.push(rules),
                Ruleset::Grid(rules) => grid.push(rules),
            }
        }
        match (shedding.is_empty(), grid.is_empty()) {
            (_, true) => self.resolve(&shedding).map(AnySetup::Shedding),
            (true, false) => self.resolve(&grid).map(AnySetup::Grid),
            (false, false) => Err(StudyError::Input(format!(
                "rulesets of different games, {} and {}: their bots and metrics differ, so give each game a run of its own",
                shedding[0].name(),
                grid[0].name()
            ))),
        }
    }
}

/// The format with names, for the manifest.
pub(crate) fn describe(format: &Format, bots: &[String], n_line_ups: usize) -> Value {
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
        Format::Payoff { players } => serde_json::json!({
            "format": "payoff", "pool": bots, "players": players, "n_line_ups": n_line_ups,
        }),
        Format::LineUps(line_ups) => {
            let line_ups: Vec<_> = line_ups.iter().map(|l| named(l)).collect();
            serde_json::json!({ "format": "line-ups", "line_ups": line_ups })
        }
    }
}

/// The word for the shedding games in shards.
pub const SHEDDING: &str = "shedding";
/// The word for Grid in shards.
pub const GRID: &str = "grid";

/// What is counted in a game, per round and per seat.
pub fn metrics_of(game: &str) -> Option<(&'static [Metric], &'static [Metric])> {
    fn of<R: RuleData<Game: ArenaGame>>() -> (&'static [Metric], &'static [Metric]) {
        (R::Game::METRICS, R::Game::SEAT_METRICS)
    }
    match game {
        SHEDDING => Some(of::<shedding::Rules>()),
        GRID => Some(of::<grid::Rules>()),
        _ => None,
    }
}

/// What a run's shards say of it.
pub fn about(game: &str, info: &RunInfo, names: &Names) -> About {
    About {
        identity: info.identity(),
        whole: info.deals.0.clone(),
        notes: serde_json::json!({
            "command": info.command, "game": game, "tables": names.rulesets,
        }),
    }
}
