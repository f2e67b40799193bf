//! Lookup of a request's names, for any game, and setup of its study.

use super::request::WhyRequest;
use super::study::{KIND, WhyStudy, blocks};
use crate::catalog::{Catalog, GameOf, RuleData};
use crate::study::asked::{Asked, AskedGame, ask};
use crate::study::checkpoint::About;
use crate::study::manifest::{bot_json, program_json, ruleset_json};
use crate::study::options::StudyOptions;
use crate::study::resolve;
use crate::study::study_error::StudyError;
use crate::study::traits::{Study, StudyCommand};
use powergrab_engine::game::Unit;
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::decisions::features::FeatureTable;
use powergrab_experiments::why::hybrid_table::Matchup;
use serde_json::json;
use std::cell::RefCell;

impl<R: RuleData<Game: ExperimentGame>> AskedGame<WhyRequest> for GameOf<R> {
    fn study<'a>(
        &self,
        request: &WhyRequest,
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
        let bot = |name: &str| resolve::steady_bot::<R::Game>(catalog, name, "`why`");
        let (first, first_info) = bot(&request.first)?;
        let (second, second_info) = bot(&request.second)?;
        let (field, field_info) = bot(request.field())?;
        let infos = [first_info, second_info, field_info];
        resolve::bots_differ(infos.iter())?;
        let rules = GameOf::<R>::rules(ruleset);
        let game = rules.game(request.seats).map_err(StudyError::Input)?;
        let unit = Unit::from_text(&request.unit);
        let matchup = Matchup {
            game,
            unit: unit.ok_or_else(|| request.wrong("unit", &Unit::TEXTS.join(" or ")))?,
            bots: [first, second, field],
            features,
        };
        matchup.check().map_err(StudyError::Input)?;
        let command = StudyCommand {
            command: request.command(),
            kind: KIND,
            request: json!(request),
            config: None,
            noun: "block",
        };
        let info = resolve::ruleset_info(&**ruleset);
        let identity = json!({
            "program": program_json(),
            "kind": KIND,
            "name": format!("why-{}-{}", infos[0].name, infos[1].name),
            "rulesets": [ruleset_json(&info)],
            "bots": infos.each_ref().map(bot_json),
            "seats": request.seats,
            "unit": request.unit,
            "deals": [request.deals.start, request.deals.end],
            "search_deals": request.searched(),
            "kinds": request.kinds,
            "orders": request.orders,
            "positions": request.positions,
            "seed": request.seed.to_string(),
        });
        Ok(Box::new(WhyStudy {
            about: About::study(identity, &command, &blocks(&request.deals).partition()),
            request: request.clone(),
            ruleset: ruleset.name().to_owned(),
            matchup,
            options,
            as_json,
            kinds: RefCell::new(None),
        }))
    }
}

impl WhyRequest {
    /// Looks up all names, and returns the study. With `as_json`, the printed text of its results is
    /// JSON.
    ///
    /// # Errors
    /// Returns [`StudyError::Input`] if there is no such ruleset or bot, if a bot cannot play the
    /// game, or if a number or the unit is invalid.
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
