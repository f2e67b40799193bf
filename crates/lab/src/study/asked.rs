//! Requests that ask about the game of a ruleset, and are answered by a study.

use super::options::StudyOptions;
use super::resolve;
use super::study_error::StudyError;
use super::traits::{Study, with_study};
use crate::catalog::{Catalog, Ruleset};

/// Circumstances of a request: where its names are looked up, and how it is played and printed.
pub struct Asked<'a> {
    /// The ruleset.
    pub ruleset: &'a Ruleset,
    /// Bots, by name.
    pub catalog: &'a Catalog,
    /// Options of the run.
    pub options: &'a StudyOptions<'a>,
    /// `true` if the printed text of the results is JSON.
    pub as_json: bool,
}

/// Interface of a game that answers requests of type `Q`.
pub trait AskedGame<Q>: Sync {
    /// Looks up all names, and calls `work` with the study.
    ///
    /// # Errors
    /// [`StudyError::Input`] names what is wrong with the request.
    fn with(
        &self,
        request: &Q,
        asked: &Asked<'_>,
        work: &mut dyn FnMut(&dyn Study),
    ) -> Result<(), StudyError>;
}

/// Looks up a request's ruleset and calls `work` with its study.
///
/// # Errors
/// [`StudyError::Input`] if there is no such ruleset, if its game does not answer such requests, or
/// names what is wrong with the request.
pub fn ask<Q: 'static, T>(
    request: &Q,
    ruleset: &str,
    catalog: &Catalog,
    options: &StudyOptions<'_>,
    as_json: bool,
    work: impl FnOnce(&dyn Study) -> T,
) -> Result<T, StudyError> {
    let ruleset = resolve::ruleset(catalog, ruleset)?;
    let game: &dyn AskedGame<Q> = resolve::part(catalog, &ruleset)?;
    let asked = Asked {
        ruleset: &ruleset,
        catalog,
        options,
        as_json,
    };
    with_study(work, |work| game.with(request, &asked, work))
}
