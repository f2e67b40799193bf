//! The register of a game: its policies by name, its built-in strategies, and the resolution of
//! names and files to bots.

pub use super::entries::{BuiltIn, PolicyInfo, Program, ProgramKey, Registered};

use super::params::Tunable;
use super::{Bot, BotCatalog, BotGame};
use powergrab_engine::config;
use powergrab_engine::config::{ConfigError, NAMES, Reader, is_name, one_of};
use serde_json::{Map, Value, json};
use std::path::Path;

/// A strategy file that was read.
#[derive(Clone, Debug)]
pub struct StrategyFile<G: BotGame> {
    /// The file's own description, otherwise the policy's summary.
    pub description: String,
    /// The bot.
    pub bot: Bot<G>,
}

/// Returns whether a text names a file and not a built-in bot: it has a `/` or ends in `.toml`.
pub fn is_path(name_or_path: &str) -> bool {
    name_or_path.contains(['/', std::path::MAIN_SEPARATOR]) || name_or_path.ends_with(".toml")
}

/// Returns the built-in bot with this name, or that of a strategy file: [`BotCatalog::bot`] without
/// additions.
///
/// # Errors
/// Those of [`BotCatalog::bot`].
pub fn resolve<G: BotGame>(name_or_path: &str) -> Result<Bot<G>, ConfigError> {
    BotCatalog::default().bot(name_or_path)
}

/// As [`resolve`], with the description.
///
/// # Errors
/// Those of [`BotCatalog::bot`].
pub fn load<G: BotGame>(name_or_path: &str) -> Result<StrategyFile<G>, ConfigError> {
    BotCatalog::default().load(name_or_path)
}

impl BotCatalog {
    /// Returns name, file and text of a strategy, for [`from_text`].
    ///
    /// # Errors
    /// Fails if there is no such bot, or if a file cannot be read.
    pub(super) fn find<G: BotGame>(
        &self,
        name_or_path: &str,
    ) -> Result<(String, String, String), ConfigError> {
        match name_or_path.split_once(':') {
            Some((base, params)) if params.contains('=') => {
                with_params(self.find::<G>(base)?, name_or_path, params)
            }
            _ => self.find_plain::<G>(name_or_path),
        }
    }

    /// Returns name, file and text of a strategy without parameters after its name.
    fn find_plain<G: BotGame>(
        &self,
        name_or_path: &str,
    ) -> Result<(String, String, String), ConfigError> {
        if is_path(name_or_path) {
            let path = Path::new(name_or_path);
            let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
            if !is_name(stem) {
                return Err(ConfigError {
                    file: name_or_path.to_owned(),
                    key: String::new(),
                    problem: format!(
                        "a strategy is called after its file: before .toml give {NAMES}"
                    ),
                });
            }
            let text = self.files.read(path)?;
            return Ok((stem.to_owned(), name_or_path.to_owned(), text));
        }
        let built_in = G::STRATEGIES.iter().find(|s| s.name == name_or_path);
        if let Some(text) = built_in.and_then(|bot| bot.text) {
            let file = format!("strategies/{name_or_path}.toml");
            return Ok((name_or_path.to_owned(), file, text.to_owned()));
        }
        if built_in.is_some() || self.is_added_policy::<G>(name_or_path) {
            let text = format!("policy = {name_or_path:?}\n");
            return Ok((name_or_path.to_owned(), name_or_path.to_owned(), text));
        }
        let file = format!("{name_or_path}.toml");
        let is_file = Path::new(&file).is_file();
        let is_parameter = name_or_path.contains('=') && !name_or_path.contains(':');
        let meant = if is_file {
            format!("did you mean the file `./{file}`?")
        } else if is_parameter {
            "several parameters of a bot are separated by `:`, as in balanced:points=0.5:panic=1"
                .to_owned()
        } else {
            one_of(name_or_path, self.names::<G>())
        };
        let problem = removed(name_or_path).filter(|_| !is_file);
        Err(ConfigError {
            file: config::shorten(name_or_path),
            key: String::new(),
            problem: problem.unwrap_or_else(|| {
                format!(
                    "no bot of that name for {}; {meant}; a file of your own is given by its path, with a / or ending in .toml",
                    G::GAME
                )
            }),
        })
    }
}

/// Returns a strategy with the parameters that follow its name.
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

/// Removed bots and policies, each with its equivalent.
const REMOVED: [(&str, &str); 1] = [("ismcts", "monte-carlo")];

/// Returns the message about a removed bot or policy, if the name is one.
fn removed(name: &str) -> Option<String> {
    let (_, instead) = REMOVED.iter().find(|(old, _)| *old == name)?;
    Some(format!("was removed; use `{instead}`"))
}

/// Parses the strategy in a file's text: [`BotCatalog::parse`] without additions.
///
/// # Errors
/// Those of [`BotCatalog::parse`].
pub fn from_text<G: BotGame>(
    name: &str,
    file: &str,
    text: &str,
) -> Result<StrategyFile<G>, ConfigError> {
    BotCatalog::default().parse(name, file, text)
}

impl BotCatalog {
    /// Parses the strategy in a file's text. `file` is its name in messages.
    ///
    /// # Errors
    /// Names the wrong key, and a correct one.
    pub fn parse<G: BotGame>(
        &self,
        name: &str,
        file: &str,
        text: &str,
    ) -> Result<StrategyFile<G>, ConfigError> {
        let parsed = config::parse(file, text)?;
        self.read(name, &Reader::of(file, &parsed).with_files(&self.files))
    }

    /// Returns the descriptions of a game's policies, including programs and added ones.
    pub fn infos<G: BotGame>(&self) -> impl Iterator<Item = &'static PolicyInfo> + Clone {
        let built_in = G::POLICIES.iter().map(|p| p.info);
        let programs = G::PROGRAMS.iter().map(|p| p.info);
        let added = self.policies::<G>().map(|p| p.info);
        built_in.chain(programs).chain(added)
    }

    /// Reads a strategy from the top table of a file.
    ///
    /// # Errors
    /// Those of [`BotCatalog::parse`].
    pub fn read<G: BotGame>(
        &self,
        name: &str,
        reader: &Reader<'_>,
    ) -> Result<StrategyFile<G>, ConfigError> {
        let names: Vec<&str> = self.infos::<G>().map(|info| info.name).collect();
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
            Some(program) => (program.info, (program.make)(reader)?),
            None => tuned::<G>(self, reader, policy)?,
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
}

/// Returns a policy with its `[params]`.
fn tuned<G: BotGame>(
    catalog: &BotCatalog,
    reader: &Reader<'_>,
    policy: &str,
) -> Result<(&'static PolicyInfo, G::Policy), ConfigError> {
    let none = toml::Table::new();
    let params = reader
        .table("params")?
        .unwrap_or_else(|| Reader::new(reader.file(), &none));
    let Some(registered) = catalog.registered::<G>(policy) else {
        return Err(reader.error("policy", "is not in the register"));
    };
    // An unknown key at the top is reported before one in the table.
    reader.finish()?;
    let made = (registered.make)(&params, catalog)?;
    params.finish()?;
    Ok((registered.info, made))
}

impl<G: BotGame> Bot<G> {
    /// Returns name, policy, salt and the value of every parameter, for manifests: the bot as
    /// played, even if its file changes later.
    pub fn describe(&self) -> Value {
        let mut params = Map::new();
        for (tunable, value) in self.parameters() {
            if tunable.applies_always() || value != tunable.default {
                params.insert(tunable.name.to_owned(), json!(value));
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

    /// Returns the parameters of the policy with their values.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static Tunable, f64)> + use<G> {
        let tunables = self.info().into_iter().flat_map(PolicyInfo::tunables);
        tunables.zip(G::values(&self.policy))
    }

    /// Returns whether the same seed always leads to the same decisions (see
    /// [`Strategy::is_reproducible`](super::Strategy::is_reproducible)).
    pub fn is_reproducible(&self) -> bool {
        G::external(&self.policy).is_none_or(super::Strategy::is_reproducible)
    }

    /// Returns the description of the policy; `None` for a bot from outside the register that does
    /// not describe its policy.
    pub fn info(&self) -> Option<&'static PolicyInfo> {
        if let Some(strategy) = G::external(&self.policy) {
            return strategy.info();
        }
        let name = G::policy_name(&self.policy);
        let mut built_in = G::POLICIES.iter().map(|p| p.info);
        built_in.find(|info| info.name == name)
    }
}
