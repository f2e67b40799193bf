//! Rulesets and bots as lists.

use crate::PROTOCOL;
use powergrab_bots::strategy::BotGame;
use powergrab_engine::game::Textual;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::catalog::{Catalog, Ruleset};
use powergrab_lab::study::manifest;
use serde_json::{Value, json};

/// Returns all rulesets with their options, and all bots with their parameters. A file that was
/// added counts as what it can be read as, under its path.
pub fn catalog(catalog: &Catalog) -> Value {
    let names = catalog.builtin_names();
    let own = files(catalog).filter_map(|path| catalog.ruleset(path).ok());
    let rulesets = names
        .iter()
        .filter_map(|name| catalog.builtin(name))
        .chain(own);
    json!({
        "protocol": PROTOCOL,
        "version": manifest::VERSION,
        "commit": manifest::commit(),
        "rulesets": rulesets.map(|ruleset| shown(&ruleset, catalog)).collect::<Vec<_>>(),
        "bots": {
            "shedding": bots::<Shedding>(catalog),
            "grid": bots::<Grid>(catalog),
        },
    })
}

fn shown(ruleset: &Ruleset, catalog: &Catalog) -> Value {
    let players = ruleset
        .players()
        .map(|players| [*players.start(), *players.end()]);
    let options: Vec<Value> = ruleset
        .options()
        .iter()
        .map(|option| {
            json!({
                "key": option.key, "rule": option.rule, "meaning": option.meaning,
                "values": option.values, "value": option.value,
            })
        })
        .collect();
    json!({
        "name": ruleset.name(), "base": ruleset.base(), "players": players, "options": options,
        "game": catalog.game_of(ruleset).map(|game| game.word),
        "variant": ruleset.is_variant(),
    })
}

/// Returns the names of the files that were added.
fn files(catalog: &Catalog) -> impl Iterator<Item = &str> + Clone {
    let names = catalog.bots.files.names();
    names.filter_map(|path| path.to_str())
}

/// Returns the bots that ship, and those that were added.
fn bots<G: BotGame + Textual>(catalog: &Catalog) -> Vec<Value> {
    let names = catalog.bots.names::<G>().chain(files(catalog));
    let bots = names.filter_map(|name| Some((name, catalog.bots.load::<G>(name).ok()?)));
    bots.map(|(name, file)| {
        let bot = &file.bot;
        let parameters: Vec<Value> = bot
            .parameters()
            .map(|(tunable, value)| {
                json!({
                    "name": tunable.name, "low": tunable.low, "high": tunable.high,
                    "scale": tunable.scale.word(), "meaning": tunable.meaning, "value": value,
                })
            })
            .collect();
        json!({
            "name": name, "policy": G::policy_name(&bot.policy),
            "description": file.description, "parameters": parameters,
        })
    })
    .collect()
}

/// Returns the strategy file of a bot.
///
/// # Errors
/// Fails if there is no such bot.
pub fn strategy<G: BotGame>(name: &str, catalog: &Catalog) -> Result<Value, String> {
    let bot = catalog.bot::<G>(name).map_err(|e| e.to_string())?;
    let text = catalog.bots.text_of::<G>(name).map_err(|e| e.to_string())?;
    Ok(json!({ "name": bot.name, "toml": text }))
}
