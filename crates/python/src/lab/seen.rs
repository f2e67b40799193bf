//! What a seat sees when it is asked, read as far as its bot looks.

use super::words::{Fields, Words, lend};
use powergrab_studies::strategy::process::{Describe, Spoken};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, Weak};

/// Something that can be told, whatever the game.
trait Tell: Send + Sync {
    fn tell(&self, to: &mut dyn Describe);
    /// Nobody can look any more.
    fn put_back(self: Box<Self>);
}

struct Asked<G: Spoken> {
    game: Arc<G>,
    seen: G::Snapshot,
    full: bool,
    home: Weak<Spare<G>>,
}

/// The place of the last copy that nobody looks at any more: most bots keep none, so the next view takes it.
pub struct Spare<G: Spoken>(Mutex<Option<Box<Asked<G>>>>);

impl<G: Spoken> Default for Spare<G> {
    fn default() -> Spare<G> {
        Spare(Mutex::new(None))
    }
}

impl<G: Spoken> Tell for Asked<G> {
    fn tell(&self, to: &mut dyn Describe) {
        G::describe_view(self.game.view_of(&self.seen), self.full, to);
    }

    fn put_back(self: Box<Self>) {
        if let Some(home) = self.home.upgrade()
            && let Ok(mut place) = home.0.try_lock()
        {
            *place = Some(self);
        }
    }
}

/// What a seat saw: the values behind a `powergrab._bots.View`.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Seen {
    /// Some until it is dropped.
    what: Option<Box<dyn Tell>>,
    words: Arc<Mutex<Words>>,
}

impl Drop for Seen {
    fn drop(&mut self) {
        if let Some(what) = self.what.take() {
            what.put_back();
        }
    }
}

impl Seen {
    /// A copy of the view; `full` as in the protocol.
    pub fn new<G: Spoken>(
        game: &Arc<G>,
        view: G::View<'_>,
        full: bool,
        words: &Arc<Mutex<Words>>,
        spare: &Arc<Spare<G>>,
    ) -> Seen {
        let left = spare.0.try_lock().ok().and_then(|mut place| place.take());
        let what = match left {
            Some(mut asked) => {
                G::renew(&mut asked.seen, view);
                asked.game.clone_from(game);
                asked.full = full;
                asked
            }
            None => Box::new(Asked {
                game: Arc::clone(game),
                seen: G::snapshot(view),
                full,
                home: Arc::downgrade(spare),
            }),
        };
        Seen {
            what: Some(what),
            words: Arc::clone(words),
        }
    }

    fn fields<'py>(&self, py: Python<'py>, only: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        lend(&self.words, |words| {
            let mut fields = Fields::new(py, words, only);
            if let Some(what) = &self.what {
                what.tell(&mut fields);
            }
            fields.finish()
        })
    }
}

#[pymethods]
impl Seen {
    /// The value of one key of the protocol.
    fn value<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let missing = || PyKeyError::new_err(key.clone().unbind());
        let text: &str = key.extract().map_err(|_| missing())?;
        let found = self.fields(py, Some(text))?.get_item(key)?;
        found.ok_or_else(missing)
    }

    /// All keys and their values, in the protocol's order.
    fn all<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.fields(py, None)
    }
}
