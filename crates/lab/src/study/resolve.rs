//! From the names that people write to rules and bots, and what a manifest tells of them.

use crate::catalog::{Catalog, RuleData, Ruleset};
use crate::study::manifest::{BotInfo, RulesetInfo};
use crate::study::study_error::StudyError;
use powergrab_bots::strategy::search::{Searchable, no_playouts};
use powergrab_bots::strategy::{Bot, BotGame};

/// The ruleset with this name, or in the file at this path.
///
/// # Errors
/// No such ruleset, or a file that is wrong.
pub fn ruleset(catalog: &Catalog, name_or_path: &str) -> Result<Ruleset, StudyError> {
    let found = catalog.ruleset(name_or_path);
    found.map_err(StudyError::input)
}

/// What a part of the laboratory has for the game of a ruleset.
///
/// # Errors
/// The part does not know the game.
pub fn part<P: Copy + 'static>(catalog: &Catalog, ruleset: &Ruleset) -> Result<P, StudyError> {
    let part = catalog.part(ruleset);
    part.map_err(StudyError::input)
}

/// What the manifest tells of a ruleset.
pub fn ruleset_info(rules: &dyn RuleData) -> RulesetInfo {
    RulesetInfo {
        name: rules.name().to_owned(),
        fingerprint: rules.fingerprint(),
        variant: rules.is_variant(),
        rules: rules.to_json(),
    }
}

/// The bot with this name, or of the strategy file at this path, and what the manifest tells of it.
///
/// # Errors
/// No such bot, or a file that is wrong.
pub fn bot<G: BotGame>(
    catalog: &Catalog,
    name_or_path: &str,
) -> Result<(Bot<G>, BotInfo), StudyError> {
    let found = catalog.bot(name_or_path);
    let bot: Bot<G> = found.map_err(StudyError::input)?;
    let info = BotInfo {
        name: bot.name.clone(),
        strategy: bot.describe(),
    };
    Ok((bot, info))
}

/// As [`bot`], for one that makes playouts: refuses searches and programs.
///
/// # Errors
/// As [`bot`], and a bot that cannot make playouts.
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

/// As [`bot`], where the same seed has to bring the same games: refuses one whose decisions hang on a clock.
///
/// # Errors
/// As [`bot`], and a bot with a budget in time.
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
            "{name_or_path}: key `params.milliseconds`: a budget in time does not play the same game twice, which {what} needs: give it `playouts` instead"
        )))
    }
}

/// Refuses two things of one name: their figures could not be told apart.
///
/// # Errors
/// The first name that comes twice.
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
