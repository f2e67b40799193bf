//! Resolution of a match or a tournament: from the requested names to the experiment.

use super::stop::Stop;
use crate::catalog::{Catalog, RuleData};
use crate::study::checkpoint::About;
use crate::study::manifest::{BotInfo, RulesetInfo, RunInfo};
use crate::study::resolve;
use crate::study::resolve::all_differ;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, StudyCommand};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Deals, Experiment, LineUp, LineUpDeals};
use powergrab_arena::format::Format;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::Bot;
use powergrab_engine::game::{Game as _, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_experiments::names::Names;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The kind of the study that plays a run, for `merge`.
pub const KIND: &str = "run";

/// A run to be played, with names still to be looked up.
#[derive(Clone, Serialize, Deserialize)]
pub struct RunRequest {
    /// Name of the results' directory.
    pub name: String,
    /// Command line, without options that change no result.
    pub command: String,
    /// Names or paths of the rulesets.
    pub rulesets: Vec<String>,
    /// Names or paths of the bots, each once.
    pub bots: Vec<String>,
    /// Format over these bots.
    pub format: Format,
    /// The deals.
    pub deals: Deals,
    /// The seed.
    pub seed: u64,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
    /// Sharing of deals between line-ups.
    pub line_up_deals: LineUpDeals,
}

/// A run in its checkpoints: what merges it without its bots, and what plays it.
#[derive(Serialize, Deserialize)]
pub struct StoredRun {
    /// The game, by its word in the catalogue.
    pub game: String,
    /// Name of each table's ruleset.
    pub tables: Vec<String>,
    /// The request.
    pub run: RunRequest,
    /// Condition on which it stops.
    pub stop: Option<Stop>,
}

impl StoredRun {
    /// Describes the run for its checkpoints.
    pub(super) fn about(&self, info: &RunInfo) -> About {
        let command = StudyCommand {
            command: info.command.clone(),
            kind: KIND,
            request: json!(self),
            config: None,
            noun: "deal",
        };
        About::study(
            info.identity(),
            &command,
            &partition(info, self.stop.is_some()),
        )
    }
}

/// Returns the way a run is split.
pub(super) fn partition(info: &RunInfo, stops: bool) -> Partition {
    if let Some(bot) = info.bots.iter().find(|bot| !bot.is_reproducible()) {
        return Partition::Whole(format!(
            "{}: key `params.milliseconds`: a budget in time does not play the same game twice, which shards need: give it `playouts` instead",
            bot.name
        ));
    }
    if stops {
        return Partition::Sequential(
            "a run that stops by itself decides from all its deals: it does not go with --shard"
                .to_owned(),
        );
    }
    Partition::Deals(info.deals.0.clone())
}

/// A run with everything looked up and checked.
pub struct Setup<G: ArenaGame> {
    /// The experiment.
    pub experiment: Experiment<G>,
    /// Names that go with its numbers.
    pub names: Names,
    /// Everything that decides its results.
    pub info: RunInfo,
}

impl RunRequest {
    /// Looks everything up for these rulesets and checks it.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong name or number, and a correct one.
    pub(super) fn resolve<R: RuleData<Game: ArenaGame>>(
        self,
        rulesets: &[&R],
        catalog: &Catalog,
    ) -> Result<Setup<R::Game>, StudyError> {
        all_differ("ruleset", rulesets.iter().map(|rules| rules.name()))?;
        let (bots, bot_infos): (Vec<Bot<R::Game>>, Vec<BotInfo>) = self
            .bots
            .iter()
            .map(|name| resolve::bot(catalog, name))
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .unzip();
        all_differ("bot", bots.iter().map(|b| b.name.as_str()))?;
        let line_ups = self
            .format
            .line_ups(bots.len())
            .map_err(StudyError::input)?;

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
                .map(|rules| resolve::ruleset_info(*rules))
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
}

/// Describes the format with names, for the manifest.
pub(crate) fn describe(format: &Format, bots: &[String], n_line_ups: usize) -> Value {
    let named =
        |places: &[usize]| -> Vec<&str> { places.iter().map(|i| bots[*i].as_str()).collect() };
    match format {
        Format::RoundRobin { players, repeat } => json!({
            "format": "round-robin", "pool": bots, "players": players, "repeat": repeat,
            "n_line_ups": n_line_ups,
        }),
        Format::Gauntlet {
            heroes,
            field,
            players,
            repeat,
        } => json!({
            "format": "gauntlet", "heroes": named(heroes), "field": named(field),
            "players": players, "repeat": repeat, "n_line_ups": n_line_ups,
        }),
        Format::Payoff { players } => json!({
            "format": "payoff", "pool": bots, "players": players, "n_line_ups": n_line_ups,
        }),
        Format::LineUps(line_ups) => {
            let line_ups: Vec<_> = line_ups.iter().map(|l| named(l)).collect();
            json!({ "format": "line-ups", "line_ups": line_ups })
        }
    }
}
