//! Bots and policies that a program of one's own adds to the register: a Rust crate around the command line, or Python.
//!
//! They are known while a piece of work is done, on the thread that does it, wherever a bot is looked up by its name.

use super::entries::Registered;
use super::{Bot, BotGame};
use powergrab_engine::config::{ConfigError, NAMES, is_name};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use std::cell::RefCell;
use std::sync::Arc;

/// What is added to one game's register.
pub struct GameAdditions<G: BotGame> {
    /// Bots, known by their names.
    pub bots: Vec<Bot<G>>,
    /// Policies. Each is also a bot of the same name, with its default parameters, and strategy files may name it; `tune` and
    /// `sweep` know its parameters.
    pub policies: Vec<Registered<G>>,
}

impl<G: BotGame> Default for GameAdditions<G> {
    fn default() -> GameAdditions<G> {
        GameAdditions {
            bots: Vec::new(),
            policies: Vec::new(),
        }
    }
}

/// Everything that is added.
///
/// ```
/// use powergrab_bots::strategy::{Additions, Bot, FirstLegal, ShedPolicy, resolve, with_added};
/// use powergrab_engine::shedding::Shedding;
///
/// let mut added = Additions::default();
/// added.shedding.bots.push(Bot::new("mine", ShedPolicy::FirstLegal(FirstLegal)));
/// with_added(added, || {
///     let bot: Bot<Shedding> = resolve("mine").expect("it was added");
///     assert_eq!(bot.name, "mine");
/// })?;
/// assert!(resolve::<Shedding>("mine").is_err());
/// # Ok::<(), powergrab_engine::config::ConfigError>(())
/// ```
#[derive(Default)]
pub struct Additions {
    /// For the shedding games.
    pub shedding: GameAdditions<Shedding>,
    /// For Grid.
    pub grid: GameAdditions<Grid>,
}

thread_local! {
    static ADDED: RefCell<Option<Arc<Additions>>> = const { RefCell::new(None) };
}

/// Puts back what was known before, also where the work panics.
struct Before(Option<Arc<Additions>>);

impl Drop for Before {
    fn drop(&mut self) {
        ADDED.replace(self.0.take());
    }
}

/// Does something while these bots are known on this thread, instead of any that were added before.
///
/// # Errors
/// A name that is used twice or is not allowed; the work is not done then.
pub fn with_added<T>(added: Additions, work: impl FnOnce() -> T) -> Result<T, ConfigError> {
    check(&added.shedding)?;
    check(&added.grid)?;
    let _before = Before(ADDED.replace(Some(Arc::new(added))));
    Ok(work())
}

/// What was added to a game's register, if anything was.
pub(super) fn added<G: BotGame, T>(look: impl FnOnce(&GameAdditions<G>) -> T) -> Option<T> {
    let added = ADDED.with_borrow(Clone::clone)?;
    Some(look(G::added(&added)))
}

/// Every name belongs to one bot.
fn check<G: BotGame>(added: &GameAdditions<G>) -> Result<(), ConfigError> {
    let bots = added.bots.iter().map(|bot| bot.name.as_str());
    let names = bots.chain(added.policies.iter().map(|p| p.info.name));
    let built_in = G::STRATEGIES.iter().map(|s| s.name);
    let policies = G::POLICIES.iter().map(|p| p.info.name);
    let programs = G::PROGRAMS.iter().map(|p| p.info.name);
    let mut taken: Vec<&str> = built_in.chain(policies).chain(programs).collect();
    for name in names {
        let wrong = |problem: String| ConfigError {
            file: powergrab_engine::config::shorten(name),
            key: String::new(),
            problem,
        };
        if !is_name(name) {
            return Err(wrong(format!("is no name of a bot: give it {NAMES}")));
        }
        if taken.contains(&name) {
            let problem = "two bots are called that: give one of them another name";
            return Err(wrong(problem.to_owned()));
        }
        taken.push(name);
    }
    Ok(())
}
