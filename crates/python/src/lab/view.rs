//! View of a bot written in Python: a mapping whose values are created when the bot reads them.
//!
//! It is not a dictionary, because libraries that read a dictionary's memory would only see the
//! values read so far.

use super::interned::{InternedTexts, lend, put_fields};
use powergrab_engine::game::{Observable, OwnedView};
use pyo3::exceptions::PyKeyError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple};
use std::sync::{Arc, Mutex, OnceLock, Weak};

/// A view of any game that can be described.
trait DescribeView: Send + Sync {
    /// Puts the fields into a dictionary: all, or the requested one.
    fn put(
        &self,
        dict: &Bound<'_, PyDict>,
        words: &mut InternedTexts,
        only: Option<&str>,
    ) -> PyResult<()>;
    /// Returns the memory of a view that is no longer accessible.
    fn put_back(self: Box<Self>);
}

struct ViewCopy<G: Observable> {
    game: Arc<G>,
    seen: OwnedView<G>,
    full: bool,
    home: Weak<SpareView<G>>,
}

/// Memory of the last inaccessible copy. Most bots keep no view, so the next view reuses it:
/// allocating memory with a position's alignment is slow.
pub struct SpareView<G: Observable>(Mutex<Option<Box<ViewCopy<G>>>>);

impl<G: Observable> Default for SpareView<G> {
    fn default() -> SpareView<G> {
        SpareView(Mutex::new(None))
    }
}

impl<G: Observable> DescribeView for ViewCopy<G> {
    fn put(
        &self,
        dict: &Bound<'_, PyDict>,
        words: &mut InternedTexts,
        only: Option<&str>,
    ) -> PyResult<()> {
        let view = self.seen.view(&self.game);
        let whose = (view, G::seat_of(view));
        put_fields(dict, words, G::FIELDS, whose, self.full, only)
    }

    fn put_back(self: Box<Self>) {
        if let Some(home) = self.home.upgrade()
            && let Ok(mut place) = home.0.try_lock()
        {
            *place = Some(self);
        }
    }
}

/// The view of a seat that is asked: a mapping with the keys of docs/protocol.md, and `game`.
///
/// Values are created when read, and stay valid: a view may be kept. `dict(view)` is a plain
/// dictionary of all.
#[pyclass(frozen, mapping, module = "powergrab")]
pub struct View {
    /// `Some` until it is dropped.
    what: Option<Box<dyn DescribeView>>,
    /// Python object of the game.
    game: Py<PyAny>,
    words: Arc<Mutex<InternedTexts>>,
    /// Values that were read one by one.
    some: OnceLock<Py<PyDict>>,
    /// All values, once they were requested.
    all: OnceLock<Py<PyDict>>,
}

impl Drop for View {
    fn drop(&mut self) {
        if let Some(what) = self.what.take() {
            what.put_back();
        }
    }
}

/// Key of the game; it follows those of the protocol.
const GAME: &str = "game";

impl View {
    /// Copies the view; `full` as in the protocol.
    pub fn new<G: Observable>(
        game: &Arc<G>,
        view: G::View<'_>,
        full: bool,
        object: Py<PyAny>,
        words: &Arc<Mutex<InternedTexts>>,
        spare: &Arc<SpareView<G>>,
    ) -> View {
        let left = spare.0.try_lock().ok().and_then(|mut place| place.take());
        let what = match left {
            Some(mut asked) => {
                G::renew(&mut asked.seen, view);
                asked.game.clone_from(game);
                asked.full = full;
                asked
            }
            None => Box::new(ViewCopy {
                game: Arc::clone(game),
                seen: G::owned_view(view),
                full,
                home: Arc::downgrade(spare),
            }),
        };
        View {
            what: Some(what),
            game: object,
            words: Arc::clone(words),
            some: OnceLock::new(),
            all: OnceLock::new(),
        }
    }

    /// Puts the values of one key or of all into a dictionary, newly created.
    fn put(&self, dict: &Bound<'_, PyDict>, only: Option<&str>) -> PyResult<()> {
        lend(&self.words, |words| match &self.what {
            Some(what) => what.put(dict, words, only),
            None => Ok(()),
        })
    }

    /// Returns all values. Those read before are the same objects.
    fn whole<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        if let Some(all) = self.all.get() {
            return Ok(all.bind(py));
        }
        let all = PyDict::new(py);
        self.put(&all, None)?;
        if let Some(some) = self.some.get() {
            all.update(some.bind(py).as_mapping())?;
        }
        all.set_item(intern!(py, GAME), &self.game)?;
        // Another thread may have created them first: then its values stay.
        Ok(self.all.get_or_init(|| all.unbind()).bind(py))
    }

    /// Returns the value of a key, if there is one.
    fn find<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Some(all) = self.all.get() {
            return all.bind(py).get_item(key);
        }
        let some = self.some.get_or_init(|| PyDict::new(py).unbind());
        let some = some.bind(py);
        if let Some(value) = some.get_item(key)? {
            return Ok(Some(value));
        }
        let Ok(text) = key.extract::<&str>() else {
            return Ok(None);
        };
        if text == GAME {
            return Ok(Some(self.game.bind(py).clone()));
        }
        self.put(some, Some(text))?;
        some.get_item(key)
    }
}

#[pymethods]
impl View {
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = self.find(py, key)?;
        value.ok_or_else(|| PyKeyError::new_err(key.clone().unbind()))
    }

    fn __contains__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<bool> {
        Ok(self.find(py, key)?.is_some())
    }

    /// Returns the value of a key, or the default without one.
    #[pyo3(signature = (key, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.find(py, key)?.or(default))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.whole(py)?.len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.whole(py)?.try_iter()
    }

    /// Returns the keys, in the protocol's order.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.whole(py)?.call_method0(intern!(py, "keys"))
    }

    /// Returns the values, in the order of the keys.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.whole(py)?.call_method0(intern!(py, "values"))
    }

    /// Returns the keys with their values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.whole(py)?.call_method0(intern!(py, "items"))
    }

    /// Returns a plain dictionary of all.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.whole(py)?.copy()
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<bool> {
        let own = self.whole(py)?;
        match other.cast::<View>() {
            Ok(view) => own.eq(view.get().whole(py)?),
            Err(_) => own.eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("View({})", self.whole(py)?.repr()?))
    }

    /// Copies and pickles as a plain dictionary.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.get_type::<PyDict>();
        PyTuple::new(
            py,
            [
                class.into_any(),
                PyTuple::new(py, [self.copy(py)?])?.into_any(),
            ],
        )
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)?;
        self.some.get().map_or(Ok(()), |some| visit.call(some))?;
        self.all.get().map_or(Ok(()), |all| visit.call(all))
    }
}
