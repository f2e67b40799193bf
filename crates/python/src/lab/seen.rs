//! What a seat sees when it is asked, read as far as its bot looks.

use super::words::{Fields, Words, lend};
use powergrab_studies::strategy::process::{Describe, Spoken};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex};

/// Something that can be told, whatever the game.
trait Tell: Send + Sync {
    fn tell(&self, to: &mut dyn Describe);
}

struct Asked<G: Spoken> {
    game: Arc<G>,
    seen: G::Snapshot,
    full: bool,
}

impl<G: Spoken> Tell for Asked<G> {
    fn tell(&self, to: &mut dyn Describe) {
        G::describe_view(self.game.view_of(&self.seen), self.full, to);
    }
}

/// What a seat saw: the values behind a `powergrab._bots.View`.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Seen {
    what: Box<dyn Tell>,
    words: Arc<Mutex<Words>>,
}

impl Seen {
    /// A copy of the view; `full` as in the protocol.
    pub fn new<G: Spoken>(
        game: &Arc<G>,
        view: G::View<'_>,
        full: bool,
        words: &Arc<Mutex<Words>>,
    ) -> Seen {
        Seen {
            what: Box::new(Asked {
                game: Arc::clone(game),
                seen: G::snapshot(view),
                full,
            }),
            words: Arc::clone(words),
        }
    }

    fn fields<'py>(&self, py: Python<'py>, only: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        lend(&self.words, |words| {
            let mut fields = Fields::new(py, words, only);
            self.what.tell(&mut fields);
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
