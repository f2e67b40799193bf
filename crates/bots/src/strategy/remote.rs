//! Bots that answer later: the arena asks, continues with other games, and collects the answers.

use super::Fault;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Game, Options};
use std::sync::atomic::AtomicBool;

/// Answer for one seat's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Id of the game, as passed to [`Remote::begin`].
    pub id: u64,
    /// The chosen option, or the reason that there is no valid one.
    pub action: Result<Action, Fault>,
}

/// A connection to a bot that plays many games at once. Each seat of each game has an id of its
/// own, used once.
///
/// Only [`Remote::collect`] waits for the bot.
pub trait Remote<G: Game>: Send {
    /// Begins a seat's game.
    fn begin(&mut self, id: u64, game: &G, seat: Seat, seed: u64);

    /// Sends the seat an event, already filtered (see [`Game::heard`]).
    fn hear(&mut self, id: u64, game: &G, view: G::View<'_>, event: &G::Event);

    /// Returns whether it needs events.
    fn listens(&self) -> bool;

    /// Asks the seat; one question per id at a time.
    fn ask(&mut self, id: u64, view: G::View<'_>, options: &Options);

    /// Ends the game, whether finished or given up; a later answer is dropped.
    fn end(&mut self, id: u64);

    /// Waits until at least one question is answered, and adds all available answers. Adds
    /// nothing if no answer is due, or if `cancel` becomes true in the meantime.
    ///
    /// # Errors
    /// Fails if the connection is broken, for all its games: it must be dropped.
    fn collect(&mut self, answers: &mut Vec<Answer>, cancel: &AtomicBool) -> Result<(), Fault>;
}
