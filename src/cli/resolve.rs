//! From the names that people write to rules and bots.

use super::Failure;
use crate::config::one_of;
use crate::report::manifest::{BotInfo, RulesetInfo};
use crate::shedding::{Family, Rules, Shedding};
use crate::strategy::{Bot, Random, ShedPolicy};
use serde_json::json;

/// The ruleset with this name.
pub fn ruleset(name: &str) -> Result<Rules, Failure> {
    let family = Family::ALL.into_iter().find(|f| f.name() == name);
    match family {
        Some(family) => Ok(Rules::official(family)),
        None => Err(Failure::Input(format!(
            "ruleset {name:?} is not known; {}",
            one_of(name, Family::ALL.iter().map(|f| f.name()))
        ))),
    }
}

/// What the manifest tells of a ruleset.
pub fn ruleset_info(rules: &Rules) -> RulesetInfo {
    RulesetInfo {
        name: rules.name.clone(),
        fingerprint: rules.fingerprint(),
        variant: rules.is_variant(),
        rules: rules.to_json(),
    }
}

/// The bot with this name, and what the manifest tells of it.
pub fn bot(name: &str) -> Result<(Bot<Shedding>, BotInfo), Failure> {
    if name != "random" {
        return Err(Failure::Input(format!(
            "bot {name:?} is not known; {}",
            one_of(name, ["random"].into_iter())
        )));
    }
    let bot = Bot {
        name: name.to_owned(),
        salt: 0,
        policy: ShedPolicy::Random(Random),
    };
    let info = BotInfo {
        name: name.to_owned(),
        strategy: json!({ "policy": name }),
    };
    Ok((bot, info))
}
