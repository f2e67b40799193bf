//! The register of a game: its policies by name, its built-in strategies, and how a name or a file becomes a bot.

pub use super::entries::{BuiltIn, PolicyInfo, Program, ProgramKey, Registered};

use super::added::{GameAdditions, added};
use super::{Bot, BotGame};
use powergrab_engine::config;
use powergrab_engine::config::{ConfigError, NAMES, Reader, is_name, one_of};
use serde_json::{Map, Value, json};
use std::path::Path;

/// A strategy file that was read.
#[derive(Clone, Debug)]
pub struct StrategyFile<G: BotGame> {
    /// The file's own description, else the policy's summary.
    pub description: String,
    /// The bot.
    pub bot: Bot<G>,
}

/// Whether a text names a file and not a built-in bot: it has a `/` or ends in `.toml`.
pub fn is_path(name_or_path: &str) -> bool {
    name_or_path.contains(['/', std::path::MAIN_SEPARATOR]) || name_or_path.ends_with(".toml")
}

/// The bot with this name, or of the strategy file at this path (see [`is_path`]). Parameters may follow, each after a colon:
/// `sheriff:challenge_at=2:bluff=0.1` is called `sheriff-challenge_at-2-bluff-0.1`.
///
/// # Errors
/// No such bot (the message has the nearest name), or a file that cannot be read or is wrong.
pub fn resolve<G: BotGame>(name_or_path: &str) -> Result<Bot<G>, ConfigError> {
    load(name_or_path).map(|file: StrategyFile<G>| file.bot)
}

/// As [`resolve`], with the description.
///
/// # Errors
/// As [`resolve`].
pub fn load<G: BotGame>(name_or_path: &str) -> Result<StrategyFile<G>, ConfigError> {
    let is_it = |bot: &&Bot<G>| bot.name == name_or_path;
    if let Some(bot) = added(|added| added.bots.iter().find(is_it).cloned()).flatten() {
        let description = "added by this program".to_owned();
        return Ok(StrategyFile { description, bot });
    }
    let (name, file, text) = find::<G>(name_or_path)?;
    from_text(&name, &file, &text).map_err(|error| ConfigError {
        // With parameters after the name, the file alone is not what is wrong.
        file: match name_or_path.contains('=') && error.file.starts_with(&file) {
            true => config::shorten(name_or_path),
            false => error.file,
        },
        ..error
    })
}

/// The text of a built-in strategy of the shedding games, or of the file at a path.
///
/// # Errors
/// No such bot, or a file that cannot be read.
pub fn text_of(name_or_path: &str) -> Result<String, ConfigError> {
    find::<powergrab_engine::shedding::Shedding>(name_or_path).map(|(_, _, text)| text)
}

/// Name, file and text of a strategy, for [`from_text`].
///
/// # Errors
/// No such bot, or a file that cannot be read.
pub(super) fn find<G: BotGame>(
    name_or_path: &str,
) -> Result<(String, String, String), ConfigError> {
    match name_or_path.split_once(':') {
        Some((base, params)) if params.contains('=') => {
            let found = find::<G>(base)?;
            with_params(found, name_or_path, params)
        }
        _ => find_plain::<G>(name_or_path),
    }
}

/// A strategy with the parameters that stand after its name.
fn with_params(
    (mut name, file, text): (String, String, String),
    asked: &str,
    params: &str,
) -> Result<(String, String, String), ConfigError> {
    let wrong = |problem: String| ConfigError {
        file: config::shorten(asked),
        key: String::new(),
        problem,
    };
    let mut table = config::parse(&file, &text)?;
    let own = table
        .entry("params")
        .or_insert_with(|| toml::Table::new().into());
    for param in params.split(':') {
        let number = param.split_once('=').and_then(|(key, value)| {
            let value = value.trim();
            let whole = value.parse().ok().map(toml::Value::Integer);
            let number = || value.parse().ok().map(toml::Value::Float);
            Some((key.trim(), whole.or_else(number)?))
        });
        let Some((key, value)) = number.filter(|(key, _)| is_name(key)) else {
            let problem =
                "after a bot's name stand parameters like :challenge_at=2, each with a number";
            return Err(wrong(problem.to_owned()));
        };
        name = format!("{name}-{key}-{value}");
        if let Some(own) = own.as_table_mut() {
            own.insert(key.to_owned(), value);
        }
    }
    if !is_name(&name) {
        let problem =
            format!("would be called {name}; give it a file of its own, named with {NAMES}");
        return Err(wrong(problem));
    }
    Ok((name, file, table.to_string()))
}

/// Bots and policies that there were once, and the one that does the same.
const REMOVED: [(&str, &str); 1] = [("ismcts", "monte-carlo")];

/// What is said of the name of a bot or policy that was removed, if it is one.
fn removed(name: &str) -> Option<String> {
    let (_, instead) = REMOVED.iter().find(|(old, _)| *old == name)?;
    Some(format!("was removed; use `{instead}`"))
}

/// Name, file and text of a strategy without parameters after its name.
fn find_plain<G: BotGame>(name_or_path: &str) -> Result<(String, String, String), ConfigError> {
    if is_path(name_or_path) {
        let path = Path::new(name_or_path);
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
        if !is_name(stem) {
            return Err(ConfigError {
                file: name_or_path.to_owned(),
                key: String::new(),
                problem: format!("a strategy is called after its file: before .toml give {NAMES}"),
            });
        }
        let text = config::read_file(path)?;
        return Ok((stem.to_owned(), name_or_path.to_owned(), text));
    }
    match G::STRATEGIES.iter().find(|s| s.name == name_or_path) {
        Some(built_in) => {
            let file = format!("strategies/{}.toml", built_in.name);
            Ok((built_in.name.to_owned(), file, built_in.text.to_owned()))
        }
        None => {
            let own = added_names::<G>();
            if own.policies.iter().any(|name| *name == name_or_path) {
                let text = format!("policy = {name_or_path:?}\n");
                return Ok((name_or_path.to_owned(), name_or_path.to_owned(), text));
            }
            let names = G::STRATEGIES.iter().map(|s| s.name);
            let own = own.bots.iter().chain(&own.policies).map(String::as_str);
            let names: Vec<&str> = names.chain(own).collect();
            let file = format!("{name_or_path}.toml");
            let is_file = Path::new(&file).is_file();
            let meant = match is_file {
                true => format!("did you mean the file `./{file}`?"),
                false => one_of(name_or_path, names.into_iter()),
            };
            let problem = removed(name_or_path).filter(|_| !is_file);
            Err(ConfigError {
                file: config::shorten(name_or_path),
                key: String::new(),
                problem: problem.unwrap_or_else(|| format!(
                    "no bot of that name for {}; {}; a file of your own is given by its path, with a / or ending in .toml",
                    G::GAME,
                    meant
                )),
            })
        }
    }
}

/// The strategy in a file's text. `file` is what messages call it.
///
/// # Errors
/// What is wrong at which key.
pub fn from_text<G: BotGame>(
    name: &str,
    file: &str,
    text: &str,
) -> Result<StrategyFile<G>, ConfigError> {
    let table = config::parse(file, text)?;
    let reader = Reader::of(file, &table);
    let names: Vec<&str> = infos::<G>().map(|info| info.name).collect();
    let unknown = reader
        .string("policy")?
        .filter(|name| !names.contains(name));
    let removed = |name: &str| Some(format!("{name} {}", removed(name)?));
    if let Some(problem) = unknown.and_then(removed) {
        return Err(reader.error("policy", problem));
    }
    let policy = reader.choice("policy", &names)?;
    let description = reader.string("description")?;
    let salt = reader.integer("salt", 0..=i64::MAX)?.unwrap_or(0);
    let Some(policy) = policy else {
        let problem = format!("missing; known: {}", names.join(", "));
        reader.table("params")?;
        reader.finish()?;
        return Err(reader.error("policy", problem));
    };
    let (info, policy) = match G::PROGRAMS.iter().find(|p| p.info.name == policy) {
        Some(program) => (program.info, (program.make)(&reader)?),
        None => tuned::<G>(&reader, policy)?,
    };
    reader.finish()?;
    Ok(StrategyFile {
        description: description.unwrap_or(info.summary).to_owned(),
        bot: Bot {
            name: name.to_owned(),
            salt: salt.unsigned_abs(),
            policy,
        },
    })
}

/// A policy with its `[params]`.
fn tuned<G: BotGame>(
    reader: &Reader<'_>,
    policy: &str,
) -> Result<(&'static PolicyInfo, G::Policy), ConfigError> {
    let none = toml::Table::new();
    let params = reader
        .table("params")?
        .unwrap_or_else(|| Reader::new(reader.file(), &none));
    let Some(registered) = registered::<G>(policy) else {
        return Err(reader.error("policy", "is not in the register"));
    };
    // A stray key at the top is told before one in the table.
    reader.finish()?;
    let made = (registered.make)(&params)?;
    params.finish()?;
    Ok((registered.info, made))
}

/// What a game's policies are, programs and those that were added included.
fn infos<G: BotGame>() -> impl Iterator<Item = &'static PolicyInfo> + Clone {
    let tuned = G::POLICIES.iter().map(|p| p.info);
    let own = |added: &GameAdditions<G>| added.policies.iter().map(|p| p.info).collect::<Vec<_>>();
    let own = added(own).unwrap_or_default();
    tuned.chain(G::PROGRAMS.iter().map(|p| p.info)).chain(own)
}

/// The policy with parameters that has this name, if there is one.
pub fn registered<G: BotGame>(policy: &str) -> Option<Registered<G>> {
    let is_it = |p: &&Registered<G>| p.info.name == policy;
    let built_in = G::POLICIES.iter().find(is_it).copied();
    built_in.or_else(|| added(|added| added.policies.iter().find(is_it).copied()).flatten())
}

/// The names of what was added.
#[derive(Default)]
struct AddedNames {
    bots: Vec<String>,
    policies: Vec<String>,
}

fn added_names<G: BotGame>() -> AddedNames {
    let names = |added: &GameAdditions<G>| AddedNames {
        bots: added.bots.iter().map(|bot| bot.name.clone()).collect(),
        policies: added
            .policies
            .iter()
            .map(|p| p.info.name.to_owned())
            .collect(),
    };
    added(names).unwrap_or_default()
}

impl<G: BotGame> Bot<G> {
    /// Name, policy, salt and the value of every parameter, for manifests: what the bot really was, whatever its file
    /// says later.
    pub fn describe(&self) -> Value {
        let mut params = Map::new();
        if let Some(info) = self.info() {
            for (tunable, value) in info.tunables().zip(G::values(&self.policy)) {
                if tunable.applies_always() || value != tunable.default {
                    params.insert(tunable.name.to_owned(), json!(value));
                }
            }
        }
        let mut description = json!({
            "name": self.name,
            "policy": G::policy_name(&self.policy),
            "salt": self.salt,
            "params": params,
        });
        if let Some(checksum) = G::own_weights(&self.policy) {
            description["weights"] = json!(checksum);
        }
        if let Some(strategy) = G::external(&self.policy) {
            description["external"] = strategy.describe();
        }
        description
    }

    /// Whether the same seed always brings the same decisions (see [`Strategy::is_reproducible`](super::Strategy::is_reproducible)).
    pub fn is_reproducible(&self) -> bool {
        G::external(&self.policy).is_none_or(super::Strategy::is_reproducible)
    }

    /// What the policy is; none for a bot from outside the register.
    pub fn info(&self) -> Option<&'static PolicyInfo> {
        let name = G::policy_name(&self.policy);
        infos::<G>().find(|i| i.name == name)
    }
}
