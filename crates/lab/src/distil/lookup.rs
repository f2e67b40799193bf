//! Lookup of a request's names, for any game, and setup of its study.

use super::request::DistilRequest;
use super::study::{DistilStudy, KIND, partition};
use crate::catalog::{Catalog, GameOf, RuleData, Ruleset};
use crate::study::checkpoint::About;
use crate::study::manifest::{bot_json, program_json, ruleset_json};
use crate::study::options::StudyOptions;
use crate::study::resolve;
use crate::study::study_error::StudyError;
use crate::study::traits::{Study, StudyCommand, with_study};
use crate::tune::validation::Validation;
use powergrab_arena::ArenaGame;
use powergrab_arena::hero_sums::Objective;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::BotGame as _;
use powergrab_engine::game::{Textual, Unit};
use serde_json::{Value, json};
use std::cell::RefCell;

/// Interface of a game for which there are strategy cards.
pub trait DistilGame: Sync {
    /// Looks up all names, and calls `work` with the study.
    ///
    /// # Errors
    /// Fails like [`DistilRequest::with`].
    fn with(
        &self,
        request: &DistilRequest,
        ruleset: &Ruleset,
        catalog: &Catalog,
        options: &StudyOptions<'_>,
        as_json: bool,
        work: &mut dyn FnMut(&dyn Study),
    ) -> Result<(), StudyError>;
}

impl<R: RuleData<Game: ArenaGame + Textual>> DistilGame for GameOf<R> {
    fn with(
        &self,
        request: &DistilRequest,
        ruleset: &Ruleset,
        catalog: &Catalog,
        options: &StudyOptions<'_>,
        as_json: bool,
        work: &mut dyn FnMut(&dyn Study),
    ) -> Result<(), StudyError> {
        let bot = |name: &str| resolve::steady_bot::<R::Game>(catalog, name, "distil");
        let (teacher, teacher_info) = bot(&request.teacher)?;
        let (otherwise, otherwise_info) = bot(R::Game::STANDARD[1])?;
        let mut field = Vec::new();
        let mut infos = vec![teacher_info, otherwise_info];
        let asked: Vec<&str> = match request.field.is_empty() {
            true => vec![&request.teacher, R::Game::STANDARD[1]],
            false => request.field.iter().map(String::as_str).collect(),
        };
        for name in asked {
            let (bot, info) = bot(name)?;
            if field
                .iter()
                .all(|other: &powergrab_bots::strategy::Bot<R::Game>| other.name != bot.name)
            {
                field.push(bot);
            }
            infos.push(info);
        }
        resolve::bots_differ(infos.iter())?;
        let name = match &request.name {
            Some(name) => name.clone(),
            None => format!("card-{}", teacher.name),
        };
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
            request: Value::Null,
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
        work(&DistilStudy {
            about: About::study(identity, &command, &partition()),
            request,
            catalog,
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
            options: *options,
            as_json,
            told: RefCell::new(Vec::new()),
        });
        Ok(())
    }
}

impl DistilRequest {
    /// Looks up all names, and calls `work` with the study. With `as_json`, the printed text of its
    /// results is JSON.
    ///
    /// # Errors
    /// Returns [`StudyError::Input`] if there is no such ruleset or bot, if a bot cannot play the
    /// game, or if a number, a name or the unit is invalid.
    pub fn with<T>(
        &self,
        catalog: &Catalog,
        options: &StudyOptions<'_>,
        as_json: bool,
        work: impl FnOnce(&dyn Study) -> T,
    ) -> Result<T, StudyError> {
        self.check()?;
        let ruleset = resolve::ruleset(catalog, &self.ruleset)?;
        let game: &dyn DistilGame = resolve::part(catalog, &ruleset)?;
        with_study(work, |work| {
            game.with(self, &ruleset, catalog, options, as_json, work)
        })
    }
}
