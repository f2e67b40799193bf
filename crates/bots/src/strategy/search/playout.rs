//! Reading the strategies that a search's file names.

use super::Searchable;
use crate::strategy::{Bot, BotCatalog, BotGame};
use powergrab_engine::config::{ConfigError, Reader};

/// Reads the strategy that the key `playout` names, by name or path; the game's default without the
/// key.
///
/// # Errors
/// Fails if there is no such strategy, or if it cannot make playouts (another search, or a
/// program).
pub fn playout_policy<G: Searchable>(
    params: &Reader<'_>,
    catalog: &BotCatalog,
) -> Result<Bot<G>, ConfigError> {
    let name = params.string("playout")?.unwrap_or(G::PLAYOUT);
    let bot = named_bot(params, catalog, "playout", name, |policy| {
        (policy == "monte-carlo").then(no_playouts::<G>)
    })?;
    if G::is_plain(&bot.policy) {
        return Ok(bot);
    }
    let policy = G::policy_name(&bot.policy);
    let problem = format!("{name} is of policy {policy}, which {}", no_playouts::<G>());
    Err(params.error("playout", problem))
}

/// Returns the message about a policy that cannot make playouts, with the remedy.
pub fn no_playouts<G: Searchable>() -> String {
    let remedy = "name a bot that neither searches nor is a program, as";
    format!("cannot make playouts: {remedy} {}", G::PLAYOUT)
}

/// Returns the strategy of this name or path. `wrong` returns the problem of a policy, if any. It
/// is called before the bot is created, because a search that names itself would recurse without
/// end.
///
/// # Errors
/// Fails if there is no such strategy, or if its file or its policy is wrong.
pub fn named_bot<G: BotGame>(
    params: &Reader<'_>,
    catalog: &BotCatalog,
    key: &str,
    name: &str,
    wrong: impl Fn(&str) -> Option<String>,
) -> Result<Bot<G>, ConfigError> {
    let (stem, file, text) = catalog
        .find::<G>(name)
        .map_err(|e| params.error(key, e.to_string()))?;
    let table: Option<toml::Table> = text.parse().ok();
    if let Some(policy) = table.as_ref().and_then(|t| t.get("policy")?.as_str())
        && let Some(wrong) = wrong(policy)
    {
        let problem = format!("{name} is of policy {policy}, which {wrong}");
        return Err(params.error(key, problem));
    }
    Ok(catalog.parse::<G>(&stem, &file, &text)?.bot)
}
