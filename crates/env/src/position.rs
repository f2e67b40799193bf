//! Position of one game, as a serialisable value.

use super::error::Illegal;
use super::table::LearnerTable;
use powergrab_bots::strategy::BotGame;
use powergrab_engine::game::Observable;
use powergrab_engine::rng::DealSeeds;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Position of an [`Env`](super::Env): its table, its deal, and the learners' actions since.
/// Everything else (hidden cards, the order of the pile, the memory of bots, later random numbers)
/// follows from these.
///
/// [`serde`] writes it as JSON. It is readable by the same version of powergrab, or any in which
/// the same seed leads to the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Messages about damaged positions name the type: users know it by this name.
#[serde(deny_unknown_fields, rename = "Position")]
pub struct EpisodePosition {
    version: u8,
    table: Value,
    deal: u64,
    actions: Vec<u16>,
}

/// Version of the format.
const VERSION: u8 = 1;

/// Error of a position that an environment cannot restore.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// The position has another format.
    #[error("the position has version {0}: this powergrab reads version {VERSION}")]
    Version(u8),
    /// The position has another number of environments.
    #[error("the positions are of {theirs} environments: make as many, not {own}")]
    Envs {
        /// Number of positions.
        theirs: usize,
        /// Number of environments.
        own: usize,
    },
    /// The position has other rules, seats, learners or opponents.
    #[error(
        "the position is of another table: `{key}` is {theirs} there and {own} here: make an environment like the one that it is of"
    )]
    LearnerTable {
        /// Name of the difference.
        key: &'static str,
        /// Value in the position.
        theirs: String,
        /// Value of the environment.
        own: String,
    },
    /// A bot sits at the table.
    #[error("{0}")]
    Bots(String),
    /// Hidden cards are redealt at an impossible point.
    #[error(
        "the position's `redeals` are not in the order of its actions, or of other seats; it is damaged"
    )]
    Redeals,
    /// An action in it is illegal.
    #[error(
        "action {at} of the position: {illegal}; it is damaged, or of a version of powergrab with other games"
    )]
    Action {
        /// Index of the action.
        at: usize,
        /// The reason.
        illegal: Illegal,
    },
}

/// Names of the parts of a table.
const KEYS: [&str; 6] = ["rules", "seats", "learners", "unit", "reward", "opponents"];

fn identity<G: BotGame + Observable>(table: &LearnerTable<G>) -> Value {
    let bots = table.bots.iter().flatten();
    let learners = (0..table.game.n_seats()).filter(|seat| table.learners >> seat & 1 == 1);
    json!({
        "rules": table.game.fingerprint(),
        "seats": table.game.n_seats(),
        "learners": learners.collect::<Vec<_>>(),
        "unit": table.unit.text(),
        "reward": table.reward.text(),
        "opponents": bots.map(powergrab_bots::strategy::Bot::describe).collect::<Vec<_>>(),
    })
}

impl EpisodePosition {
    pub(super) fn new<G: BotGame + Observable>(
        table: &LearnerTable<G>,
        deal: DealSeeds,
        actions: Vec<u16>,
    ) -> EpisodePosition {
        EpisodePosition {
            version: VERSION,
            table: identity(table),
            deal: deal.key(),
            actions,
        }
    }

    /// Returns the deal of the episode.
    pub fn deal(&self) -> DealSeeds {
        DealSeeds::from_key(self.deal)
    }

    /// Returns the indices of the learners' actions since the deal.
    pub fn actions(&self) -> &[u16] {
        &self.actions
    }

    /// Checks that it is a position of this table.
    ///
    /// # Errors
    /// States the difference.
    pub fn is_of<G: BotGame + Observable>(
        &self,
        table: &LearnerTable<G>,
    ) -> Result<(), RestoreError> {
        check(self.version, &self.table, table)
    }
}

/// Checks that a position has this format and this table.
fn check<G: BotGame + Observable>(
    version: u8,
    theirs: &Value,
    table: &LearnerTable<G>,
) -> Result<(), RestoreError> {
    if version != VERSION {
        return Err(RestoreError::Version(version));
    }
    let own = identity(table);
    match KEYS.into_iter().find(|key| theirs[key] != own[key]) {
        None => Ok(()),
        Some(key) => Err(RestoreError::LearnerTable {
            key,
            theirs: theirs[key].to_string(),
            own: own[key].to_string(),
        }),
    }
}

/// Positions of every environment of a [`VectorEnv`](super::VectorEnv), as a serialisable value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Positions {
    version: u8,
    table: Value,
    envs: Vec<EnvPosition>,
}

/// Position of one of them: its seed, the index of its next episode among the deals, the learners'
/// actions in the current one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EnvPosition {
    pub seed: u64,
    pub next: u64,
    pub actions: Vec<u16>,
}

impl Positions {
    pub(super) fn new<G: BotGame + Observable>(
        table: &LearnerTable<G>,
        envs: Vec<EnvPosition>,
    ) -> Positions {
        Positions {
            version: VERSION,
            table: identity(table),
            envs,
        }
    }

    /// Returns the positions, if they are those of this many environments at this table.
    pub(super) fn of<G: BotGame + Observable>(
        &self,
        table: &LearnerTable<G>,
        n_envs: usize,
    ) -> Result<&[EnvPosition], RestoreError> {
        check(self.version, &self.table, table)?;
        match self.envs.len() == n_envs {
            true => Ok(&self.envs),
            false => Err(RestoreError::Envs {
                theirs: self.envs.len(),
                own: n_envs,
            }),
        }
    }
}
