//! Actions and seats between Python and the games.

use super::setup::wrong;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

/// Converts an action from Python to its index: a whole number, of Python or of NumPy.
#[inline]
pub fn action_index(action: &Bound<'_, PyAny>) -> PyResult<i64> {
    let is_number = action.is_exact_instance_of::<PyInt>() || !action.is_instance_of::<PyBool>();
    match action.extract::<i64>() {
        Ok(index) if is_number => Ok(index),
        _ => refused(action),
    }
}

/// Raises the package's exception for a value that is not an action.
#[cold]
fn refused(action: &Bound<'_, PyAny>) -> PyResult<i64> {
    let py = action.py();
    let arguments = py.import(intern!(py, "powergrab._arguments"))?;
    arguments.call_method1("action", (action,))?.extract()
}

/// Converts a player's number to a seat.
pub fn seat_of(player: i64, n_seats: usize) -> PyResult<u8> {
    match usize::try_from(player) {
        Ok(seat) if seat < n_seats => Ok(seat as u8),
        _ => Err(wrong(format!(
            "player {player}: the players are 0 to {}",
            n_seats - 1
        ))),
    }
}
