//! Single games of any game: played, written, replayed from a manifest.

use super::intervention::Move;
use super::narration::Narrated;
use super::play::{PlayRequest, PlayedGame, played};
use super::tell::{Telling, telling};
use crate::catalog::{Catalog, GameOf, RuleData, Ruleset};
use crate::matches::rerun::{RecordedGame, RecordedRun};
use crate::page::Replay;
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::line_up::expand;
use std::sync::atomic::AtomicBool;

/// Single games of a game.
pub trait PlayGame: Sync {
    /// Plays the games of a request by this ruleset.
    ///
    /// # Errors
    /// Those of [`PlayRequest::play`].
    fn play(
        &self,
        request: &PlayRequest,
        ruleset: &Ruleset,
        bots: &[String],
        catalog: &Catalog,
        cancel: &AtomicBool,
    ) -> Result<Vec<PlayedGame>, StudyError>;

    /// Looks up the games of a request by this ruleset, with these interventions. They are written
    /// when they are played.
    ///
    /// # Errors
    /// Fails on wrong names or numbers, or an impossible intervention.
    fn telling(
        &self,
        request: PlayRequest,
        ruleset: &Ruleset,
        catalog: &Catalog,
        moves: Vec<Move>,
    ) -> Result<Box<dyn Telling>, StudyError>;

    /// Replays a game of a finished run: this line-up (the `nth` of its table, from 0) in this
    /// deal.
    ///
    /// # Errors
    /// Fails if a bot cannot be reproduced, or if the ruleset does not allow this number of seats.
    fn replay(
        &self,
        run: &RecordedRun<'_>,
        ruleset: &Ruleset,
        line_up: &[&str],
        nth: usize,
        deal: u64,
    ) -> Result<Replay, String>;
}

impl<R: RuleData<Game: ArenaGame + Narrated> + Clone> PlayGame for GameOf<R> {
    fn play(
        &self,
        request: &PlayRequest,
        ruleset: &Ruleset,
        bots: &[String],
        catalog: &Catalog,
        cancel: &AtomicBool,
    ) -> Result<Vec<PlayedGame>, StudyError> {
        request.play_by(GameOf::<R>::rules(ruleset), bots, catalog, cancel)
    }

    fn telling(
        &self,
        request: PlayRequest,
        ruleset: &Ruleset,
        catalog: &Catalog,
        moves: Vec<Move>,
    ) -> Result<Box<dyn Telling>, StudyError> {
        telling(request, GameOf::<R>::rules(ruleset), catalog, moves)
    }

    fn replay(
        &self,
        run: &RecordedRun<'_>,
        ruleset: &Ruleset,
        line_up: &[&str],
        nth: usize,
        deal: u64,
    ) -> Result<Replay, String> {
        let rules = GameOf::<R>::rules(ruleset);
        let game = RecordedGame::new(run, rules, line_up, nth, deal)?;
        Ok(played(&game, rules.name(), line_up).replay)
    }
}

impl PlayRequest {
    /// Plays the games one after the other; if cancelled, returns those played so far.
    ///
    /// # Errors
    /// Fails on wrong names or numbers.
    pub fn play(
        &self,
        catalog: &Catalog,
        cancel: &AtomicBool,
    ) -> Result<Vec<PlayedGame>, StudyError> {
        let bots = expand(&self.bots).map_err(|e| StudyError::Input(format!("bots: {e}")))?;
        let ruleset = catalog.ruleset(&self.ruleset)?;
        let game: &dyn PlayGame = catalog.part(&ruleset)?;
        game.play(self, &ruleset, &bots, catalog, cancel)
    }

    /// Looks up the games, with these interventions. They are written when they are played.
    ///
    /// # Errors
    /// Fails on wrong names or numbers, or an impossible intervention.
    pub fn telling(
        self,
        catalog: &Catalog,
        moves: Vec<Move>,
    ) -> Result<Box<dyn Telling>, StudyError> {
        let ruleset = catalog.ruleset(&self.ruleset)?;
        let game: &dyn PlayGame = catalog.part(&ruleset)?;
        game.telling(self, &ruleset, catalog, moves)
    }
}

/// Replays a game of a finished run: this line-up (the `nth` of its table, from 0) in this deal.
///
/// # Errors
/// Fails if the rules or a bot cannot be reproduced, or if the ruleset does not allow this number
/// of seats.
pub fn replay(
    run: &RecordedRun<'_>,
    ruleset: &str,
    line_up: &[&str],
    nth: usize,
    deal: u64,
) -> Result<Replay, String> {
    let ruleset = run.ruleset(ruleset)?;
    let game: &dyn PlayGame = run.catalog.part(&ruleset).map_err(|e| e.to_string())?;
    game.replay(run, &ruleset, line_up, nth, deal)
}
