//! Lookup of a request's names, for any game that can be searched, and setup of its study.

use super::request::ReviewRequest;
use super::study::{KIND, ReviewStudy, blocks};
use crate::catalog::{Catalog, GameOf, RuleData};
use crate::study::asked::{Asked, AskedGame, ask};
use crate::study::checkpoint::About;
use crate::study::manifest::{BotInfo, bot_json, program_json, ruleset_json};
use crate::study::options::StudyOptions;
use crate::study::resolve;
use crate::study::study_error::StudyError;
use crate::study::traits::{Study, StudyCommand};
use powergrab_bots::strategy::Bot;
use powergrab_bots::strategy::search::Searchable;
use powergrab_engine::game::Unit;
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::decisions::features::FeatureTable;
use powergrab_experiments::review::games::LineUp;
use serde_json::json;
use std::sync::OnceLock;

impl<R> AskedGame<ReviewRequest> for GameOf<R>
where
    R: RuleData<Game: ExperimentGame<State: Sync> + Searchable>,
{
    fn study<'a>(
        &self,
        request: &ReviewRequest,
        asked: Asked<'_, 'a>,
    ) -> Result<Box<dyn Study + 'a>, StudyError> {
        let Asked {
            ruleset,
            catalog,
            options,
            as_json,
        } = asked;
        let features = catalog.part(ruleset);
        let features = features.unwrap_or(FeatureTable::<R::Game>::GENERIC);
        let mut infos: Vec<BotInfo> = Vec::new();
        let mut bots: Vec<Bot<R::Game>> = Vec::new();
        for name in &request.bots {
            let (bot, info) = resolve::steady_bot(catalog, name, "`review`")?;
            bots.push(bot);
            infos.push(info);
        }
        let playout = request.playout.as_deref().unwrap_or(R::Game::PLAYOUT);
        let (reference, reference_info) = resolve::playout::<R::Game>(catalog, playout)?;
        resolve::bots_differ(infos.iter().chain([&reference_info]))?;
        let mut panel = Vec::new();
        for name in features.panel.iter().filter(|name| **name != bots[0].name) {
            panel.push(resolve::bot::<R::Game>(catalog, name)?.0);
        }
        let rules = GameOf::<R>::rules(ruleset);
        let game = rules.game(bots.len()).map_err(StudyError::Input)?;
        let unit = Unit::from_text(&request.unit).ok_or_else(|| request.wrong_unit())?;
        let line_up = LineUp {
            game,
            unit,
            bots,
            reference,
            panel,
            features,
            worlds: request.worlds,
            search: request.search,
            odds: OnceLock::new(),
        };
        line_up.check().map_err(StudyError::Input)?;
        let command = StudyCommand {
            command: request.command(playout),
            kind: KIND,
            request: json!(request),
            config: None,
            noun: "block",
        };
        let info = resolve::ruleset_info(&**ruleset);
        let identity = json!({
            "program": program_json(),
            "kind": KIND,
            "name": format!("review-{}", infos[0].name),
            "rulesets": [ruleset_json(&info)],
            "bots": infos.iter().map(bot_json).collect::<Vec<_>>(),
            "playout": bot_json(&reference_info),
            "seats": request.bots.len(),
            "unit": request.unit,
            "deals": [request.deals.start, request.deals.end],
            "worlds": request.worlds,
            "search": request.search,
            "kinds": request.kinds,
            "positions": request.positions,
            "seed": request.seed.to_string(),
        });
        Ok(Box::new(ReviewStudy {
            about: About::study(identity, &command, &blocks(&request.deals).partition()),
            request: request.clone(),
            ruleset: ruleset.name().to_owned(),
            line_up,
            catalog: catalog.clone(),
            options,
            as_json,
        }))
    }
}

impl ReviewRequest {
    /// Looks up all names, and returns the study. With `as_json`, the printed text of its results is
    /// JSON.
    ///
    /// # Errors
    /// Returns [`StudyError::Input`] if there is no such ruleset or bot, if a bot cannot play the
    /// game or make playouts, or if a number or the unit is invalid.
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
