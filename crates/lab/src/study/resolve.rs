//! Bots by their names, and the manifest entries of rulesets and bots.

use crate::catalog::{Catalog, RuleData};
use crate::study::manifest::{BotInfo, RulesetInfo};
use crate::study::study_error::StudyError;
use powergrab_bots::strategy::search::{Searchable, no_playouts};
use powergrab_bots::strategy::{Bot, BotGame};

/// Returns the manifest entry of a ruleset.
pub fn ruleset_info(rules: &dyn RuleData) -> RulesetInfo {
    RulesetInfo {
        name: rules.name().to_owned(),
        fingerprint: rules.fingerprint(),
        variant: rules.is_variant(),
        rules: rules.to_json(),
    }
}

/// Returns the bot with this name, or of the strategy file at this path, and its manifest entry.
///
/// # Errors
/// Fails if there is no such bot, or if its file is wrong.
pub fn bot<G: BotGame>(
    catalog: &Catalog,
    name_or_path: &str,
) -> Result<(Bot<G>, BotInfo), StudyError> {
    let bot: Bot<G> = catalog.bot(name_or_path)?;
    let info = BotInfo {
        name: bot.name.clone(),
        strategy: bot.describe(),
    };
    Ok((bot, info))
}

/// As [`bot`], for playouts: refuses searches and programs.
///
/// # Errors
/// Those of [`bot`]; also fails for a bot that cannot make playouts.
pub fn playout<G: Searchable>(
    catalog: &Catalog,
    name_or_path: &str,
) -> Result<(Bot<G>, BotInfo), StudyError> {
    let (bot, info) = bot::<G>(catalog, name_or_path)?;
    if G::is_plain(&bot.policy) {
        Ok((bot, info))
    } else {
        let problem = format!("{} {}", bot.name, no_playouts::<G>());
        Err(StudyError::Input(problem))
    }
}

/// As [`bot`], for reproducible games: refuses bots whose decisions depend on a clock.
///
/// # Errors
/// Those of [`bot`]; also fails for a bot with a time budget.
pub fn steady_bot<G: BotGame>(
    catalog: &Catalog,
    name_or_path: &str,
    what: &str,
) -> Result<(Bot<G>, BotInfo), StudyError> {
    let (bot, info) = bot::<G>(catalog, name_or_path)?;
    if bot.is_reproducible() {
        Ok((bot, info))
    } else {
        Err(StudyError::Input(format!(
            "{name_or_path}: key `params.milliseconds`: a bot with a time budget is not reproducible, as {what} requires: use `playouts` instead"
        )))
    }
}

/// Refuses two things of one name, because their figures could not be told apart.
///
/// # Errors
/// Returns the first duplicate name.
pub fn all_differ<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), StudyError> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Err(StudyError::Input(format!(
                "two different {what} files are both called {name:?}: give one of them another name"
            )));
        }
        seen.push(name);
    }
    Ok(())
}

/// Refuses two different bots of one name. A bot may be listed several times.
///
/// # Errors
/// Returns the first name of two different bots.
pub fn bots_differ<'a>(infos: impl Iterator<Item = &'a BotInfo>) -> Result<(), StudyError> {
    let mut differing: Vec<&BotInfo> = Vec::new();
    for info in infos {
        let same = |known: &&BotInfo| known.name == info.name && known.strategy == info.strategy;
        if !differing.iter().any(same) {
            differing.push(info);
        }
    }
    all_differ("bot", differing.iter().map(|info| info.name.as_str()))
}
