//! The bots and configurations that a program brings along: a Rust crate around the command line, or Python.

use super::entries::Registered;
use super::register::{StrategyFile, infos, is_path};
use super::{Bot, BotGame};
use powergrab_engine::config::{ConfigError, Files, NAMES, is_name, shorten};
use std::any::Any;
use std::sync::Arc;

/// What was added to one game's register.
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

/// Where bots are looked up by their names: the registers of the games, files, and bots and policies that a program adds.
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
    /// The name is not allowed, or another bot or policy has it.
    pub fn add<G: BotGame>(&mut self, bot: Bot<G>) -> Result<(), ConfigError> {
        self.check::<G>(&bot.name)?;
        self.change(|added| added.bots.push(bot));
        Ok(())
    }

    /// Adds a policy. It is also a bot of the same name, with its default parameters, and strategy files may name it; `tune` and
    /// `sweep` know its parameters.
    ///
    /// # Errors
    /// The name is not allowed, or another bot or policy has it.
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

    /// Every name belongs to one bot.
    fn check<G: BotGame>(&self, name: &str) -> Result<(), ConfigError> {
        let problem = if !is_name(name) {
            format!("is no name of a bot: give it {NAMES}")
        } else if self.names::<G>().any(|known| known == name)
            || infos::<G>(self).any(|info| info.name == name)
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

    /// The names of all bots of a game that have one.
    pub(super) fn names<G: BotGame>(&self) -> impl Iterator<Item = &str> + Clone {
        let added = self.additions::<G>();
        let bots = added.into_iter().flat_map(|added| &added.bots);
        G::STRATEGIES
            .iter()
            .map(|s| s.name)
            .chain(bots.map(|bot| bot.name.as_str()))
            .chain(self.policies::<G>().map(|p| p.info.name))
    }

    /// The policies that were added to a game's.
    pub(super) fn policies<G: BotGame>(&self) -> impl Iterator<Item = &Registered<G>> + Clone {
        let added = self.additions::<G>();
        added.into_iter().flat_map(|added| &added.policies)
    }

    /// The policy with parameters that has this name, if there is one.
    pub fn registered<G: BotGame>(&self, policy: &str) -> Option<Registered<G>> {
        let mut all = G::POLICIES.iter().chain(self.policies::<G>());
        all.find(|p| p.info.name == policy).copied()
    }

    /// The bot with this name, or of the strategy file at this path (see [`is_path`]). Parameters may follow, each after a colon:
    /// `sheriff:challenge_at=2:bluff=0.1` is called `sheriff-challenge_at-2-bluff-0.1`.
    ///
    /// # Errors
    /// No such bot (the message has the nearest name), or a file that cannot be read or is wrong.
    pub fn bot<G: BotGame>(&self, name_or_path: &str) -> Result<Bot<G>, ConfigError> {
        let file: StrategyFile<G> = self.load(name_or_path)?;
        Ok(file.bot)
    }

    /// As [`BotCatalog::bot`], with the description.
    ///
    /// # Errors
    /// As [`BotCatalog::bot`].
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
                // With parameters after the name, the file alone is not what is wrong.
                file: match name_or_path.contains('=') && error.file.starts_with(&file) {
                    true => shorten(name_or_path),
                    false => error.file,
                },
                ..error
            })
    }

    /// The text of a built-in strategy, or of the file at a path.
    ///
    /// # Errors
    /// No such bot, or a file that cannot be read.
    pub fn text_of<G: BotGame>(&self, name_or_path: &str) -> Result<String, ConfigError> {
        self.find::<G>(name_or_path).map(|(_, _, text)| text)
    }

    /// Whether a text names a policy that was added, and no file.
    pub(super) fn is_added_policy<G: BotGame>(&self, name: &str) -> bool {
        !is_path(name) && self.policies::<G>().any(|p| p.info.name == name)
    }
}

/// Does not list what was added: policies are functions.
impl<G: BotGame> std::fmt::Debug for Additions<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Additions").finish_non_exhaustive()
    }
}
