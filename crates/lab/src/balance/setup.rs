//! A configuration with everything looked up and checked.

use super::request::{BalanceRequest, scaled};
use crate::balance::config::Config;
use crate::catalog::Catalog;
use crate::study::manifest::{BotInfo, RulesetInfo};
use crate::study::resolve::all_differ;
use crate::study::study_error::StudyError;
use crate::study::{manifest, resolve};
use powergrab_balance::seating_pool::{SeatedLineUp, SeatedLineUpError};
use powergrab_bots::strategy::Bot;
use powergrab_engine::game::Unit;
use powergrab_engine::shedding::{Rules, Shedding};
use serde_json::{Value, json};

/// The rules, bots and tables of a configuration.
pub(crate) struct Setup {
    pub rules: Vec<Rules>,
    rulesets: Vec<RulesetInfo>,
    /// Bots by the name or path in the file.
    bots: Vec<(String, Bot<Shedding>, BotInfo)>,
    /// Tables of the experiments that define none of their own.
    pub tables: Vec<SeatedLineUp>,
}

fn rules(catalog: &Catalog, name: &str) -> Result<Rules, StudyError> {
    let ruleset = catalog.ruleset(name)?;
    ruleset.rules().cloned().ok_or_else(|| {
        StudyError::Input(format!(
            "{name}: balance measures towers and cards of the shedding games; Grid has neither"
        ))
    })
}

impl Setup {
    pub fn new(file: &str, config: &Config, catalog: &Catalog) -> Result<Setup, StudyError> {
        let rules: Vec<Rules> = config
            .rulesets
            .iter()
            .map(|n| rules(catalog, n))
            .collect::<Result<_, _>>()?;
        all_differ("ruleset", rules.iter().map(|r| r.name.as_str()))?;
        let mut bots: Vec<(String, Bot<Shedding>, BotInfo)> = Vec::new();
        for name in config.bots() {
            if !bots.iter().any(|(known, ..)| known == name) {
                let (bot, info) = resolve::steady_bot(catalog, name, "balance")?;
                bots.push((name.to_owned(), bot, info));
            }
        }
        all_differ("bot", bots.iter().map(|(_, bot, _)| bot.name.as_str()))?;
        let mut setup = Setup {
            rulesets: rules
                .iter()
                .map(|rules| resolve::ruleset_info(rules))
                .collect(),
            rules,
            bots,
            tables: Vec::new(),
        };
        setup.tables = setup.tables_of(&config.line_ups)?;
        // Errors in any part are reported before anything is played.
        for line_ups in config.own_line_ups() {
            setup.tables_of(line_ups)?;
        }
        if config.optimise.is_some() {
            setup.search_table(file, config)?;
        }
        for asked in &config.experiments {
            let checked = asked.experiment.check(&setup.rules, &setup.tables);
            checked.map_err(|problem| {
                StudyError::Input(format!("{file}: key `{}`: {problem}", asked.name))
            })?;
        }
        Ok(setup)
    }

    /// Returns the table of the design search.
    pub fn search_table(
        &self,
        file: &str,
        config: &Config,
    ) -> Result<Vec<Bot<Shedding>>, StudyError> {
        let part = config.optimise.as_ref();
        let line_up = part.and_then(|part| part.line_up.as_ref());
        let line_up = line_up.or(config.line_ups.first());
        let bots = self.seats(line_up.map_or(&[], Vec::as_slice));
        let seated = SeatedLineUp::new(&self.rules[0], bots.clone()).map_err(StudyError::input)?;
        if !seated.has_towers() {
            return Err(StudyError::Input(format!(
                "{file}: key `optimise`: {} is played without towers, and designs differ in what towers and their icons do: name a ruleset with towers first",
                self.rules[0].name
            )));
        }
        if let Some(tune) = part.and_then(|part| part.tune.as_ref()) {
            tune.spaces(&bots).map_err(|e| {
                StudyError::Input(format!("{file}: key `optimise.tune.params`: {}", e.0))
            })?;
        }
        Ok(bots)
    }

    pub fn seats(&self, line_up: &[String]) -> Vec<Bot<Shedding>> {
        let bot = |name: &String| {
            let known = self.bots.iter().find(|(known, ..)| known == name);
            known.map(|(_, bot, _)| bot.clone())
        };
        line_up.iter().filter_map(bot).collect()
    }

    pub fn tables_of(&self, line_ups: &[Vec<String>]) -> Result<Vec<SeatedLineUp>, StudyError> {
        let mut tables = Vec::new();
        for rules in &self.rules {
            for line_up in line_ups {
                match SeatedLineUp::new(rules, self.seats(line_up)) {
                    Ok(seated) => tables.push(seated),
                    // With several rulesets, not every table has to fit each.
                    Err(SeatedLineUpError::Players(_)) if self.rules.len() > 1 => {}
                    Err(e) => return Err(StudyError::input(e)),
                }
            }
        }
        if tables.is_empty() {
            return Err(StudyError::input("no line-up fits any of the rulesets"));
        }
        Ok(tables)
    }

    pub fn identity(&self, config: &Config, request: &BalanceRequest, seed: u64) -> Value {
        let rulesets: Vec<Value> = self.rulesets.iter().map(manifest::ruleset_json).collect();
        let bots = self.bots.iter();
        let bots: Vec<Value> = bots.map(|(_, _, info)| manifest::bot_json(info)).collect();
        let tables: Vec<Value> = self
            .tables
            .iter()
            .map(|t| {
                let bots: Vec<&str> = t.bots.iter().map(|b| b.name.as_str()).collect();
                json!({ "ruleset": t.game.rules().name, "bots": bots })
            })
            .collect();
        let experiments = config.identity(request.optimise);
        let asked = || config.experiments.iter().map(|asked| &asked.experiment);
        let most = asked().map(|experiment| experiment.part().deals).max();
        let of_games = asked().any(|experiment| experiment.unit() == Unit::Game);
        let unit = if of_games { Unit::Game } else { Unit::Round };
        json!({
            "program": manifest::program_json(),
            "name": config.name,
            "rulesets": rulesets,
            "bots": bots,
            "format": {
                "format": "balance", "tables": tables, "experiments": experiments, "scale": request.scale,
            },
            "deals": format!("0..{}", scaled(most.unwrap_or(2), request.scale)),
            "seed": seed.to_string(),
            // Unit of play, for the page of a report.
            "unit": unit.text(),
            "order": "cyclic",
        })
    }
}
