//! Requests that ask about the game of a ruleset, and are answered by a study.

use super::options::StudyOptions;
use super::study_error::StudyError;
use super::traits::Study;
use crate::catalog::{Catalog, Ruleset};

/// Circumstances of a request: where its names are looked up, and how it is played and printed.
#[derive(Clone, Copy)]
pub struct Asked<'r, 'a> {
    /// The ruleset.
    pub ruleset: &'r Ruleset,
    /// Bots, by name.
    pub catalog: &'r Catalog,
    /// Options of the run.
    pub options: StudyOptions<'a>,
    /// `true` if the printed text of the results is JSON.
    pub as_json: bool,
}

/// Interface of a game that answers requests of type `Q`.
pub trait AskedGame<Q>: Sync {
    /// Looks up all names, and returns the study.
    ///
    /// # Errors
    /// [`StudyError::Input`] names what is wrong with the request.
    fn study<'a>(
        &self,
        request: &Q,
        asked: Asked<'_, 'a>,
    ) -> Result<Box<dyn Study + 'a>, StudyError>;
}

/// Looks up a request's ruleset, and returns its study.
///
/// # Errors
/// [`StudyError::Input`] if there is no such ruleset, if its game does not answer such requests, or
/// names what is wrong with the request.
pub fn ask<'a, Q: 'static>(
    request: &Q,
    ruleset: &str,
    catalog: &Catalog,
    options: StudyOptions<'a>,
    as_json: bool,
) -> Result<Box<dyn Study + 'a>, StudyError> {
    let ruleset = catalog.ruleset(ruleset)?;
    let game: &dyn AskedGame<Q> = catalog.part(&ruleset)?;
    let asked = Asked {
        ruleset: &ruleset,
        catalog,
        options,
        as_json,
    };
    game.study(request, asked)
}
