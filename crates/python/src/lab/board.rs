//! The board: requests of the page in a notebook, answered here.

use super::errors::input;
use super::scope::RunOptions;
use crate::detach::{detached, lock};
use powergrab_board::serve::PAGE;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Mutex;

/// A board with the rulesets and bots of a call.
#[pyclass(frozen, module = "powergrab._native")]
pub struct BoardEngine {
    board: Mutex<powergrab_board::Board>,
}

#[pymethods]
impl BoardEngine {
    #[new]
    fn new(py: Python<'_>, means: RunOptions, files: Vec<PathBuf>) -> PyResult<BoardEngine> {
        let mut catalog = means.catalog(py)?;
        for path in files {
            // The board itself reads no files.
            catalog.keep_file(&path).map_err(input)?;
        }
        Ok(BoardEngine {
            board: Mutex::new(powergrab_board::Board::new(catalog)),
        })
    }

    /// Answers a request (docs/board-protocol.md).
    fn answer(&self, py: Python<'_>, request: &str) -> String {
        let mut guard = lock(py, &self.board);
        let board = &mut *guard;
        detached(py, || board.answer(request))
    }
}

/// Returns the page, without an engine.
#[pyfunction]
pub fn board_page() -> &'static str {
    PAGE
}
