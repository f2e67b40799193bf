//! Bots and configurations added by a program: a Rust crate around the command line, or Python.

use super::entries::Registered;
use super::register::{StrategyFile, is_path};
use super::{Bot, BotGame};
use powergrab_engine::config::{ConfigError, Files, NAMES, Reader, is_name, shorten};
use std::any::Any;
use std::sync::Arc;

/// Additions to one game's register.
struct Additions<G: BotGame> {
    bots: Vec<Bot<G>>,
    policies: Vec<Registered<G>>,
}

impl<G: BotGame> Clone for Additions<G> {
    fn clone(&self) -> Additions<G> {
        Additions {
            bots: self.bots.clone(),
            policies: self.policies.clone(),
        }
    }
}

/// Look-up of bots by name: the registers of the games, files, and bots and policies added by a
/// program.
///
/// ```
/// use powergrab_bots::strategy::{Bot, BotCatalog, FirstLegal, ShedPolicy};
/// use powergrab_engine::shedding::Shedding;
///
/// let mut catalog = BotCatalog::default();
/// catalog.add::<Shedding>(Bot::new("mine", ShedPolicy::FirstLegal(FirstLegal)))?;
/// let bot: Bot<Shedding> = catalog.bot("mine")?;
/// assert_eq!(bot.name, "mine");
/// assert!(BotCatalog::default().bot::<Shedding>("mine").is_err());
/// # Ok::<(), powergrab_engine::config::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BotCatalog {
    /// The files.
    pub files: Files,
    /// The [`Additions`] of each game that has any.
    added: Vec<Arc<dyn Any + Send + Sync>>,
}

impl BotCatalog {
    /// Adds a bot, known by its name.
    ///
    /// # Errors
    /// Fails if the name is not allowed, or if another bot or policy has it.
    pub fn add<G: BotGame>(&mut self, bot: Bot<G>) -> Result<(), ConfigError> {
        self.check::<G>(&bot.name)?;
        self.change(|added| added.bots.push(bot));
        Ok(())
    }

    /// Adds a policy. It is also a bot of the same name, with its default parameters. Strategy
    /// files may name it, and `tune` and `sweep` know its parameters.
    ///
    /// # Errors
    /// Fails if the name is not allowed, or if another bot or policy has it.
    pub fn add_policy<G: BotGame>(&mut self, policy: Registered<G>) -> Result<(), ConfigError> {
        self.check::<G>(policy.info.name)?;
        self.change(|added| added.policies.push(policy));
        Ok(())
    }

    fn additions<G: BotGame>(&self) -> Option<&Additions<G>> {
        self.added.iter().find_map(|added| added.downcast_ref())
    }

    fn change<G: BotGame>(&mut self, change: impl FnOnce(&mut Additions<G>)) {
        let known = self.additions::<G>();
        let mut added = known.cloned().unwrap_or(Additions {
            bots: Vec::new(),
            policies: Vec::new(),
        });
        change(&mut added);
        self.added.retain(|other| !other.is::<Additions<G>>());
        self.added.push(Arc::new(added));
    }

    /// Checks that no other bot has the name.
    fn check<G: BotGame>(&self, name: &str) -> Result<(), ConfigError> {
        let problem = if !is_name(name) {
            format!("is no name of a bot: give it {NAMES}")
        } else if self.names::<G>().any(|known| known == name)
            || self.infos::<G>().any(|info| info.name == name)
        {
            "two bots are called that: give one of them another name".to_owned()
        } else {
            return Ok(());
        };
        Err(ConfigError {
            file: shorten(name),
            key: String::new(),
            problem,
        })
    }

    /// Returns the names of all named bots of a game.
    pub fn names<G: BotGame>(&self) -> impl Iterator<Item = &str> + Clone {
        let added = self.additions::<G>();
        let bots = added.into_iter().flat_map(|added| &added.bots);
        G::STRATEGIES
            .iter()
            .map(|s| s.name)
            .chain(bots.map(|bot| bot.name.as_str()))
            .chain(self.policies::<G>().map(|p| p.info.name))
    }

    /// Returns the policies added to a game.
    pub(super) fn policies<G: BotGame>(&self) -> impl Iterator<Item = &Registered<G>> + Clone {
        let added = self.additions::<G>();
        added.into_iter().flat_map(|added| &added.policies)
    }

    /// Returns the policy with parameters that has this name, if there is one.
    pub fn registered<G: BotGame>(&self, policy: &str) -> Option<Registered<G>> {
        let mut all = G::POLICIES.iter().chain(self.policies::<G>());
        all.find(|p| p.info.name == policy).copied()
    }

    /// Returns a bot of the same policy and salt with other parameters, all of them given.
    ///
    /// # Errors
    /// Fails if a value is out of its range, if the policy is not in the register, or if the bot has
    /// weights that are not parameters.
    pub fn with_values<G: BotGame>(
        &self,
        base: &Bot<G>,
        name: &str,
        values: &[f64],
    ) -> Result<Bot<G>, ConfigError> {
        let policy = G::policy_name(&base.policy);
        let mut params = toml::Table::new();
        if let Some(info) = base.info() {
            for (tunable, value) in info.tunables().zip(values) {
                params.insert(tunable.name.to_owned(), toml::Value::Float(*value));
            }
        }
        let reader = Reader::new(name, &params);
        let registered = self.registered::<G>(policy);
        let Some(registered) = registered else {
            return Err(reader.error("policy", format!("{policy} has no parameters")));
        };
        let made = (registered.make)(&reader, self)?;
        if G::own_weights(&made) != G::own_weights(&base.policy) {
            let problem = format!(
                "{}: a bot with a file of weights cannot be tuned",
                base.name
            );
            return Err(reader.error("weights", problem));
        }
        Ok(Bot {
            name: name.to_owned(),
            salt: base.salt,
            policy: made,
        })
    }

    /// Returns the bot with this name, or of the strategy file at this path (see [`is_path`]).
    /// Parameters may follow, each after a colon: `sheriff:challenge_at=2:bluff=0.1` is named
    /// `sheriff-challenge_at-2-bluff-0.1`.
    ///
    /// # Errors
    /// Fails if there is no such bot (the message has the nearest name), or if a file is unreadable
    /// or wrong.
    pub fn bot<G: BotGame>(&self, name_or_path: &str) -> Result<Bot<G>, ConfigError> {
        let file: StrategyFile<G> = self.load(name_or_path)?;
        Ok(file.bot)
    }

    /// As [`BotCatalog::bot`], with the description.
    ///
    /// # Errors
    /// Those of [`BotCatalog::bot`].
    pub fn load<G: BotGame>(&self, name_or_path: &str) -> Result<StrategyFile<G>, ConfigError> {
        let added = self.additions::<G>();
        let mut bots = added.into_iter().flat_map(|added| &added.bots);
        if let Some(bot) = bots.find(|bot| bot.name == name_or_path) {
            return Ok(StrategyFile {
                description: "added by this program".to_owned(),
                bot: bot.clone(),
            });
        }
        let (name, file, text) = self.find::<G>(name_or_path)?;
        self.parse(&name, &file, &text)
            .map_err(|error| ConfigError {
                // With parameters after the name, the file alone does not identify the error.
                file: match name_or_path.contains('=') && error.file.starts_with(&file) {
                    true => shorten(name_or_path),
                    false => error.file,
                },
                ..error
            })
    }

    /// Returns the text of a built-in strategy, or of the file at a path.
    ///
    /// # Errors
    /// Fails if there is no such bot, or if a file cannot be read.
    pub fn text_of<G: BotGame>(&self, name_or_path: &str) -> Result<String, ConfigError> {
        self.find::<G>(name_or_path).map(|(_, _, text)| text)
    }

    /// Returns whether a text names an added policy, and not a file.
    pub(super) fn is_added_policy<G: BotGame>(&self, name: &str) -> bool {
        !is_path(name) && self.policies::<G>().any(|p| p.info.name == name)
    }
}

/// Does not list the additions, because policies are functions.
impl<G: BotGame> std::fmt::Debug for Additions<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Additions").finish_non_exhaustive()
    }
}
