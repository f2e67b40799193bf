//! Reading the playout policy of a strategy file.

use super::Searchable;
use crate::config::{ConfigError, Reader};
use crate::strategy::Bot;
use crate::strategy::register::{find, from_text};

/// The strategy that the key `playout` names, by name or path; the game's own where it is not there.
///
/// # Errors
/// No such strategy, or one that cannot play on in playouts: another search, or a program.
pub fn playout_policy<G: Searchable>(params: &Reader<'_>) -> Result<Bot<G>, ConfigError> {
    let name = params.string("playout")?.unwrap_or(G::PLAYOUT);
    let (stem, file, text) = find::<G>(name).map_err(|e| params.error("playout", e.to_string()))?;
    // Looked at before it is made: a search whose playouts are made by itself would never be read to its end.
    let table: Option<toml::Table> = text.parse().ok();
    let policy = table.as_ref().and_then(|t| t.get("policy")?.as_str());
    let refused = |policy: &str| {
        params.error(
            "playout",
            format!(
                "{name} is of policy {policy}, which cannot make playouts: name a bot that neither searches nor is a program, as {}",
                G::PLAYOUT
            ),
        )
    };
    if let Some(policy @ ("monte-carlo" | "ismcts")) = policy {
        return Err(refused(policy));
    }
    let bot = from_text::<G>(&stem, &file, &text)?.bot;
    if G::is_plain(&bot.policy) {
        Ok(bot)
    } else {
        Err(refused(G::policy_name(&bot.policy)))
    }
}
