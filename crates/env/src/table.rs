//! The learners, their opponents, and the unit of an episode: fixed for all episodes.

use super::error::LearnerTableError;
use powergrab_bots::strategy::{Bot, BotGame};
use powergrab_engine::cards::{SEAT_SLOTS, Seat};
use powergrab_engine::game::{Observable, Unit};
use powergrab_engine::texts;

texts! {
    /// Reward of a learner.
    #[derive(Default)]
    pub enum Reward {
        /// At the end of the episode, 1 for the winner, 0 for the others; a shared win is divided.
        #[default]
        Win = "win",
        /// At the end of each round, the seat's points in it as a share of the target; negative if
        /// the fewest points win.
        Points = "points",
    }
}

/// A table at which some seats learn and bots sit in the others.
#[derive(Debug)]
pub struct LearnerTable<G: BotGame> {
    pub(super) game: G,
    /// By seat; `None` if the seat learns.
    pub(super) bots: Vec<Option<Bot<G>>>,
    pub(super) salts: [u64; SEAT_SLOTS],
    /// Seats that learn, as bits.
    pub(super) learners: u16,
    pub(super) unit: Unit,
    pub(super) reward: Reward,
}

impl<G: BotGame + Observable> LearnerTable<G> {
    /// Returns a table of this game. `opponents` take the seats that do not learn, in order.
    ///
    /// # Errors
    /// Fails without a learner, on a seat that does not exist or is named twice, or if the
    /// opponents do not fill the other seats.
    pub fn new(
        game: G,
        learners: &[usize],
        opponents: Vec<Bot<G>>,
        unit: Unit,
        reward: Reward,
    ) -> Result<LearnerTable<G>, LearnerTableError> {
        let seats = game.n_seats();
        let mut learning = 0u16;
        for &seat in learners {
            if seat >= seats || learning >> seat & 1 == 1 {
                return Err(LearnerTableError::Seat { seat, seats });
            }
            learning |= 1 << seat;
        }
        if learning == 0 {
            return Err(LearnerTableError::NoLearner { seats });
        }
        let wanted = seats - learners.len();
        if opponents.len() != wanted {
            return Err(LearnerTableError::Opponents {
                given: opponents.len(),
                wanted,
            });
        }
        let mut salts = [0; SEAT_SLOTS];
        let mut opponents = opponents.into_iter();
        let bots = (0..seats).map(|seat| {
            let bot = (learning >> seat & 1 == 0).then(|| opponents.next())??;
            salts[seat] = bot.salt;
            Some(bot)
        });
        Ok(LearnerTable {
            bots: bots.collect(),
            game,
            salts,
            learners: learning,
            unit,
            reward,
        })
    }

    /// Returns the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the unit of an episode.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Returns whether every seat learns, so that no bot sits at the table.
    pub fn all_learn(&self) -> bool {
        self.bots.iter().all(Option::is_none)
    }

    /// Returns whether a seat learns.
    #[inline(always)]
    pub fn learns(&self, seat: Seat) -> bool {
        self.learners >> seat & 1 == 1
    }
}
