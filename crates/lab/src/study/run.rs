//! A run of deals before its first deal: its directory, what is there of it already, and whether anything is left to do.

use super::Start;
use super::checkpoint::About;
use super::driver::{Request, StudyError};
use super::rundir::RunDir;
use super::shards::{Shelf, clear_for};
use powergrab_arena::part::Part;
use std::ops::Range;
use std::path::PathBuf;

/// What there is to do.
pub enum Begun {
    /// The run may begin, or go on.
    Ready {
        /// Where its results go.
        dir: RunDir,
        /// Where it keeps what is finished.
        shelf: Box<Shelf>,
    },
    /// The part is there already, in this directory.
    Part(PathBuf),
    /// The run is complete, in this directory.
    Complete(PathBuf),
}

/// Takes the directory of a run of deals, or refuses; `own` are the deals of its part.
///
/// # Errors
/// [`StudyError`]: what is in the directory that may not be overwritten, or cannot be read or written.
pub fn begin(request: &Request, about: About, own: Range<u64>) -> Result<Begun, StudyError> {
    let Request {
        out,
        start,
        force,
        part,
        every,
    } = request;
    let dir = RunDir::prepare(out, &about.identity, *part, *start, *force)?;
    if *force {
        clear_for(out, &about, &own, *start)?;
    }
    let identity = about.identity.clone();
    let shelf = Shelf::open(out, about, part.unwrap_or(Part::WHOLE), own, *every)?;
    if *start == Start::New && shelf.is_used() {
        return Err(StudyError::Input(format!(
            "{}: holds deals of this run that are finished; --resume goes on with them, --force starts again",
            shelf.path().display()
        )));
    }
    shelf.sweep();
    if part.is_some() {
        if shelf.has_all() {
            return Ok(Begun::Part(shelf.path().to_owned()));
        }
    } else {
        dir.sweep();
        if *start == Start::Resume && !shelf.is_used() && dir.is_complete_and_intact(&identity)? {
            return Ok(Begun::Complete(dir.path().to_owned()));
        }
    }
    let shelf = Box::new(shelf);
    Ok(Begun::Ready { dir, shelf })
}
