//! Bots that answer later: the arena asks, goes on with other games, and comes back for the answers.

use super::Fault;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Game, Options};
use std::sync::atomic::AtomicBool;

/// What came for one seat's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The game's id, as given to [`Remote::begin`].
    pub id: u64,
    /// The option chosen, or why there is no valid one.
    pub action: Result<Action, Fault>,
}

/// A line to a bot that plays many games at once. Each seat of each game has an id of its own, used once.
///
/// Nothing that is said waits for the bot; only [`Remote::collect`] does.
pub trait Remote<G: Game>: Send {
    /// A seat's game begins.
    fn begin(&mut self, id: u64, game: &G, seat: Seat, seed: u64);

    /// The seat hears of an event, filtered already (see [`Game::heard`]).
    fn hear(&mut self, id: u64, game: &G, view: G::View<'_>, event: &G::Event);

    /// Whether it wants to hear of events at all.
    fn listens(&self) -> bool;

    /// The seat is asked; one question an id at a time.
    fn ask(&mut self, id: u64, view: G::View<'_>, options: &Options);

    /// The game is over, or given up; an answer that still comes is dropped.
    fn end(&mut self, id: u64);

    /// Waits until at least one question is answered, and gives all answers that are there. Gives none where none is owed, or where
    /// `cancel` becomes true meanwhile: nobody wants them then.
    ///
    /// # Errors
    /// The line is broken, for all its games: it has to be dropped.
    fn collect(&mut self, answers: &mut Vec<Answer>, cancel: &AtomicBool) -> Result<(), Fault>;
}
