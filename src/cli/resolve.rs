//! From the names that people write to rules and bots, and what a manifest tells of them.

use super::Failure;
use crate::report::manifest::{BotInfo, RulesetInfo};
use crate::rulesets::{self, RuleData, Ruleset};
use crate::strategy::search::Searchable;
use crate::strategy::{self, Bot, BotGame};

/// The ruleset with this name, or in the file at this path.
pub fn ruleset(name_or_path: &str) -> Result<Ruleset, Failure> {
    rulesets::resolve(name_or_path).map_err(|e| Failure::Input(e.to_string()))
}

/// A name or path out of a list with commas; blanks around it are none of it.
pub fn listed(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a name is missing between two commas, or at an end".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// What the manifest tells of a ruleset.
pub fn ruleset_info(rules: &impl RuleData) -> RulesetInfo {
    RulesetInfo {
        name: rules.name().to_owned(),
        fingerprint: rules.fingerprint(),
        variant: rules.is_variant(),
        rules: rules.to_json(),
    }
}

/// The bot with this name, or of the strategy file at this path, and what the manifest tells of it.
pub fn bot<G: BotGame>(name_or_path: &str) -> Result<(Bot<G>, BotInfo), Failure> {
    let bot: Bot<G> = strategy::resolve(name_or_path).map_err(|e| Failure::Input(e.to_string()))?;
    let info = BotInfo {
        name: bot.name.clone(),
        strategy: bot.describe(),
    };
    Ok((bot, info))
}

/// As [`bot`], for one that makes playouts: refuses searches and programs.
pub fn playout<G: Searchable>(name_or_path: &str) -> Result<(Bot<G>, BotInfo), Failure> {
    let (bot, info) = bot::<G>(name_or_path)?;
    if G::is_plain(&bot.policy) {
        Ok((bot, info))
    } else {
        Err(Failure::Input(format!(
            "{} cannot make playouts: name a bot that neither searches nor is a program, as {}",
            bot.name,
            G::PLAYOUT
        )))
    }
}

/// As [`bot`], where the same seed has to bring the same games: refuses one whose decisions hang on a clock.
pub fn steady_bot<G: BotGame>(
    name_or_path: &str,
    what: &str,
) -> Result<(Bot<G>, BotInfo), Failure> {
    let (bot, info) = bot::<G>(name_or_path)?;
    if bot.is_reproducible() {
        Ok((bot, info))
    } else {
        Err(Failure::Input(format!(
            "{name_or_path}: key `params.milliseconds`: a budget in time does not play the same game twice, which {what} needs: give it `playouts` instead"
        )))
    }
}
