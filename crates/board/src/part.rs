//! The board's interface to a game, and its last game.

use crate::Last;
use crate::duel::{self, LastDuel};
use crate::hints;
use crate::request::{Chances, Duel};
use crate::shown;
use crate::spec::GameSpec;
use crate::table::Table;
use crate::words::BoardGame;
use powergrab_lab::catalog::{Catalog, GameOf, RuleData, Ruleset};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// The basis of the chances of winning a game, for a line-up.
pub struct LastOdds {
    /// The rules and the bots.
    pub key: String,
    /// The odds of the game, by seat.
    pub odds: Box<dyn std::any::Any + Send>,
}

/// What an answer is made with.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Rulesets and bots.
    pub catalog: &'a Catalog,
    /// Set when nobody waits for the answer any more.
    pub stop: &'a AtomicBool,
}

/// What the board does with a game.
pub trait BoardPart: Sync {
    /// Plays a game and shows it from this line on.
    ///
    /// # Errors
    /// States what is wrong with the description.
    fn game(
        &self,
        ruleset: &Ruleset,
        spec: GameSpec,
        from: usize,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String>;

    /// Returns the text of the position of a decision.
    ///
    /// # Errors
    /// Fails if there is no such decision.
    fn position(
        &self,
        ruleset: &Ruleset,
        spec: GameSpec,
        at: usize,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String>;

    /// Returns the values of the options of a decision.
    ///
    /// # Errors
    /// Fails if there is no such decision, or if the bot cannot make playouts.
    fn analyse(
        &self,
        ruleset: &Ruleset,
        spec: GameSpec,
        asked: &hints::Settings,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String>;

    /// Returns the chances of all seats.
    ///
    /// # Errors
    /// Fails if there is no such decision.
    fn chances(
        &self,
        ruleset: &Ruleset,
        asked: Chances,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String>;

    /// Returns a bot's reasons.
    ///
    /// # Errors
    /// Fails if there is no such decision or bot.
    fn explain(
        &self,
        ruleset: &Ruleset,
        spec: GameSpec,
        at: usize,
        bot: Option<String>,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String>;

    /// Plays a duel.
    ///
    /// # Errors
    /// States what is wrong with the request.
    fn duel(
        &self,
        ruleset: &Ruleset,
        asked: Duel,
        context: Context<'_>,
        last: &mut Option<LastDuel>,
    ) -> Result<Value, String>;

    /// Returns the strategy file of a bot.
    ///
    /// # Errors
    /// Fails if there is no such bot.
    fn strategy(&self, bot: &str, catalog: &Catalog) -> Result<Value, String>;
}

impl<R: RuleData<Game: BoardGame>> BoardPart for GameOf<R> {
    fn game(
        &self,
        ruleset: &Ruleset,
        spec: GameSpec,
        from: usize,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String> {
        let table = played(GameOf::<R>::rules(ruleset), spec, context, last)?;
        Ok(shown::game(table, ruleset, from))
    }

    fn position(
        &self,
        ruleset: &Ruleset,
        spec: GameSpec,
        at: usize,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String> {
        let table = played(GameOf::<R>::rules(ruleset), spec, context, last)?;
        shown::position(table, at)
    }

    fn analyse(
        &self,
        ruleset: &Ruleset,
        spec: GameSpec,
        asked: &hints::Settings,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String> {
        let table = played(GameOf::<R>::rules(ruleset), spec, context, last)?;
        hints::of_decision(table, asked, context)
    }

    fn chances(
        &self,
        ruleset: &Ruleset,
        asked: Chances,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String> {
        let rules = GameOf::<R>::rules(ruleset);
        played(rules, asked.game.clone(), context, last)?;
        let Last { table, odds, .. } = last;
        let table = table.as_deref().and_then(|table| table.downcast_ref());
        let table: &Table<R::Game> = table.ok_or("the game was not kept")?;
        hints::chances(table, &ruleset.fingerprint(), &asked, context, odds)
    }

    fn explain(
        &self,
        ruleset: &Ruleset,
        spec: GameSpec,
        at: usize,
        bot: Option<String>,
        context: Context<'_>,
        last: &mut Last,
    ) -> Result<Value, String> {
        let table = played(GameOf::<R>::rules(ruleset), spec, context, last)?;
        hints::explain(table, at, bot, context.catalog)
    }

    fn duel(
        &self,
        ruleset: &Ruleset,
        asked: Duel,
        context: Context<'_>,
        last: &mut Option<LastDuel>,
    ) -> Result<Value, String> {
        duel::duel(GameOf::<R>::rules(ruleset), asked, context, last)
    }

    fn strategy(&self, bot: &str, catalog: &Catalog) -> Result<Value, String> {
        crate::catalog::strategy::<R::Game>(bot, catalog)
    }
}

/// Returns the game, played to the next question for a person. The last game is continued if this
/// one begins like it.
fn played<'l, R: RuleData<Game: BoardGame>>(
    rules: &R,
    spec: GameSpec,
    context: Context<'_>,
    last: &'l mut Last,
) -> Result<&'l mut Table<R::Game>, String> {
    let old = last.table.take();
    let old = old.and_then(|table| table.downcast::<Table<R::Game>>().ok());
    let table = match old.filter(|table| table.is_beginning_of(&spec)) {
        Some(mut table) => {
            table.spec = spec;
            table
        }
        None => Box::new(Table::new(rules, spec, context.catalog)?),
    };
    let table = last.table.insert(table);
    let Some(table) = table.downcast_mut::<Table<R::Game>>() else {
        return Err("the game was not kept".to_owned());
    };
    // A game with a wrong move is not continued.
    if let Err(problem) = table.play(context) {
        last.table = None;
        return Err(problem);
    }
    match last.table.as_deref_mut().and_then(|t| t.downcast_mut()) {
        Some(table) => Ok(table),
        None => Err("the game was not kept".to_owned()),
    }
}
