//! The board's interface to a game, and its last game.

use crate::context::Context;
use crate::duel::LastDuel;
use crate::hints::LastOdds;
use crate::request::{ANALYSE_NEEDS, Request};
use crate::spec::GameSpec;
use crate::table::Table;
use crate::words::BoardGame;
use crate::{duel, hints, shown};
use powergrab_lab::catalog::{GameOf, RuleData, Ruleset};
use serde_json::Value;
use std::any::Any;

/// What a board remembers.
#[derive(Default)]
pub struct Last {
    /// A [`table::Table`] of some game.
    pub table: Option<Box<dyn Any + Send>>,
    pub odds: Option<LastOdds>,
    pub duel: Option<LastDuel>,
}

impl std::fmt::Debug for Last {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Last").finish_non_exhaustive()
    }
}

/// A game that answers requests.
pub trait BoardPart: Sync {
    /// Answers a request that names a ruleset of this game.
    ///
    /// # Errors
    /// States what is wrong with the request.
    fn answer(
        &self,
        ruleset: &Ruleset,
        request: Request,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String>;
}

impl<R: RuleData<Game: BoardGame>> BoardPart for GameOf<R> {
    fn answer(
        &self,
        ruleset: &Ruleset,
        request: Request,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String> {
        let rules = GameOf::<R>::rules(ruleset);
        let Last { table, odds, duel } = last;
        match request {
            Request::Game { game, from } => {
                let table = played(rules, game, context, table)?;
                Ok(shown::game(table, ruleset, from))
            }
            Request::Position { game, at } => {
                shown::position(played(rules, game, context, table)?, at)
            }
            Request::Analyse(asked) => {
                let settings = hints::settings(&asked)?;
                match (asked.game, asked.at, asked.position) {
                    (Some(game), Some(at), None) => {
                        let table = played(rules, game, context, table)?;
                        hints::of_decision(table, at, &settings, context)
                    }
                    (None, None, Some(text)) => hints::of_position(&text, &settings, context),
                    _ => Err(ANALYSE_NEEDS.to_owned()),
                }
            }
            Request::Chances(asked) => {
                let table = played(rules, asked.game.clone(), context, table)?;
                hints::chances(table, &ruleset.fingerprint(), &asked, context, odds)
            }
            Request::Explain { game, at, bot } => {
                let table = played(rules, game, context, table)?;
                hints::explain(table, at, bot, context.catalog)
            }
            Request::Duel(asked) => duel::duel(rules, asked, context, duel),
            Request::Strategy { bot, .. } => {
                crate::catalog::strategy::<R::Game>(&bot, context.catalog)
            }
            Request::Catalog {} | Request::Trace { .. } => {
                Err("this request names no ruleset".to_owned())
            }
        }
    }
}

/// Returns the game, played to the next question for a person. The last game is continued if this
/// one begins like it; a game with a wrong move is not kept.
fn played<'l, R: RuleData<Game: BoardGame>>(
    rules: &R,
    spec: GameSpec,
    context: Context<'_>,
    last: &'l mut Option<Box<dyn Any + Send>>,
) -> Result<&'l Table<R::Game>, String> {
    let old = last.take();
    let old = old.and_then(|table| table.downcast::<Table<R::Game>>().ok());
    let mut table = match old.filter(|table| table.is_beginning_of(&spec)) {
        Some(mut table) => {
            table.spec = spec;
            table
        }
        None => Box::new(Table::new(rules, spec, context.catalog)?),
    };
    table.play(context)?;
    let kept = last.insert(table).downcast_ref();
    kept.ok_or_else(|| "the game was not kept".to_owned())
}
