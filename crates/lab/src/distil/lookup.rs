//! Lookup of a request's names, for any game, and setup of its study.

use super::request::DistilRequest;
use super::study::{DistilStudy, KIND, partition};
use crate::catalog::{Catalog, GameOf, RuleData};
use crate::study::asked::{Asked, AskedGame, ask};
use crate::study::checkpoint::About;
use crate::study::manifest::{bot_json, program_json, ruleset_json};
use crate::study::options::StudyOptions;
use crate::study::resolve;
use crate::study::study_error::StudyError;
use crate::study::traits::{Study, StudyCommand};
use crate::tune::validation::Validation;
use powergrab_arena::hero_sums::Objective;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::{Bot, BotGame as _};
use powergrab_engine::config::{NAMES, is_name};
use powergrab_engine::game::Unit;
use powergrab_experiments::ExperimentGame;
use serde_json::json;
use std::cell::RefCell;

impl<R: RuleData<Game: ExperimentGame>> AskedGame<DistilRequest> for GameOf<R> {
    fn study<'a>(
        &self,
        request: &DistilRequest,
        asked: Asked<'_, 'a>,
    ) -> Result<Box<dyn Study + 'a>, StudyError> {
        let Asked {
            ruleset,
            catalog,
            options,
            as_json,
        } = asked;
        if R::Game::VOCABULARY.is_empty() {
            return Err(StudyError::Input(format!(
                "--ruleset {}: {} has no words for its options, so it has no cards",
                request.ruleset,
                R::Game::GAME
            )));
        }
        let bot = |name: &str| resolve::steady_bot::<R::Game>(catalog, name, "distil");
        let (teacher, teacher_info) = bot(&request.teacher)?;
        let (otherwise, otherwise_info) = bot(R::Game::STANDARD[1])?;
        let mut field: Vec<Bot<R::Game>> = Vec::new();
        let mut infos = vec![teacher_info, otherwise_info];
        let opponents: Vec<&str> = match request.field.is_empty() {
            true => vec![&request.teacher, R::Game::STANDARD[1]],
            false => request.field.iter().map(String::as_str).collect(),
        };
        for name in opponents {
            let (bot, info) = bot(name)?;
            if field.iter().all(|other| other.name != bot.name) {
                field.push(bot);
            }
            infos.push(info);
        }
        resolve::bots_differ(infos.iter())?;
        infos.sort_by(|a, b| a.name.cmp(&b.name));
        infos.dedup_by(|a, b| a.name == b.name);
        let name = match &request.name {
            Some(name) => name.clone(),
            None => format!("card-{}", teacher.name),
        };
        if !is_name(&name) || infos.iter().any(|info| info.name == name) {
            let right = format!("{NAMES}, and not that of another bot of the run");
            return Err(request.wrong("name", name, &right));
        }
        let rules = GameOf::<R>::rules(ruleset);
        let game = rules.game(request.seats).map_err(StudyError::Input)?;
        for bot in field.iter().chain([&teacher, &otherwise]) {
            let suits = R::Game::suits(&bot.policy, &game);
            suits.map_err(|e| StudyError::Input(format!("{}: {e}", bot.name)))?;
        }
        let unit = Unit::from_text(&request.unit);
        let unit =
            unit.ok_or_else(|| request.wrong("unit", &request.unit, &Unit::TEXTS.join(" or ")))?;
        let command = StudyCommand {
            command: request.command(),
            kind: KIND,
            request: json!(request),
            config: None,
            noun: "trial",
        };
        let info = resolve::ruleset_info(&**ruleset);
        let identity = json!({
            "program": program_json(),
            "kind": KIND,
            "name": name,
            "rulesets": [ruleset_json(&info)],
            "bots": infos.iter().map(bot_json).collect::<Vec<_>>(),
            "seats": request.seats,
            "unit": request.unit,
            "lines": request.lines,
            "search_deals": request.search_deals,
            "deals": request.deals,
            "seed": request.seed.to_string(),
        });
        Ok(Box::new(DistilStudy {
            about: About::study(identity, &command, &partition()),
            request: request.clone(),
            catalog: catalog.clone(),
            ruleset: ruleset.name().to_owned(),
            teacher,
            otherwise,
            seats: Validation {
                game,
                field,
                unit,
                order: Order::Cyclic,
                objective: Objective::WinShare,
            },
            name,
            options,
            as_json,
            told: RefCell::new(Vec::new()),
        }))
    }
}

impl DistilRequest {
    /// Looks up all names, and returns the study. With `as_json`, the printed text of its results is
    /// JSON.
    ///
    /// # Errors
    /// Returns [`StudyError::Input`] if there is no such ruleset or bot, if a bot cannot play the
    /// game, or if a number, a name or the unit is invalid.
    pub fn study<'a>(
        &self,
        catalog: &Catalog,
        options: StudyOptions<'a>,
        as_json: bool,
    ) -> Result<Box<dyn Study + 'a>, StudyError> {
        self.check()?;
        ask(self, &self.ruleset, catalog, options, as_json)
    }
}
