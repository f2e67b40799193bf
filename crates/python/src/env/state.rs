//! One game in which every seat is asked, as a value: the methods have OpenSpiel's names.

use super::convert::{action_index, seat_of};
use super::setup::{AnyTable, Either, RulesArgument, Setup, Sizes, with_game, wrong};
use numpy::PyArray1;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::Observable as _;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_env::{GameState as State, LearnerTable, Playable, StatePosition};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The table, shared by all states of the game.
type AnyRules = Either<Arc<LearnerTable<Shedding>>, Arc<LearnerTable<Grid>>>;

/// A state. Boxed, because a position is aligned to 64 bytes, and Python's allocator guarantees 16.
type AnyState = Either<Box<State<Shedding>>, Box<State<Grid>>>;

/// OpenSpiel's number of the deciding player when the game is over.
const TERMINAL: i64 = -4;

/// A game for a number of players, with its rules; it creates states.
#[pyclass(frozen, module = "powergrab._native")]
pub struct LoadedGame {
    rules: AnyRules,
    /// Arguments that it was created with, for pickling.
    made: Py<PyTuple>,
    /// Names of the actions.
    names: Vec<String>,
}

#[pymethods]
impl LoadedGame {
    #[new]
    fn new(
        py: Python<'_>,
        ruleset: Bound<'_, PyAny>,
        players: usize,
        unit: &str,
        reward: &str,
    ) -> PyResult<LoadedGame> {
        let learners: Vec<usize> = (0..players.min(MAX_SEATS)).collect();
        let setup = Setup {
            ruleset: &ruleset.extract::<RulesArgument>()?,
            players,
            learners: &learners,
            opponents: None,
            unit,
            reward,
        };
        let rules = match setup.table()? {
            AnyTable::Shedding(table) => Either::Shedding(Arc::new(table)),
            AnyTable::Grid(table) => Either::Grid(Arc::new(table)),
        };
        let places = with_game!(&rules, table => table.game().action_places());
        let made = (ruleset, players, unit, reward).into_pyobject(py)?;
        Ok(LoadedGame {
            rules,
            made: made.unbind(),
            names: places.into_iter().map(|place| place.name).collect(),
        })
    }

    fn __getnewargs__(&self, py: Python<'_>) -> Py<PyTuple> {
        self.made.clone_ref(py)
    }

    /// Returns the number of players.
    fn num_players(&self) -> usize {
        with_game!(&self.rules, table => Sizes::of(table.game()).seats)
    }

    /// Returns the number of action indices.
    fn num_distinct_actions(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of bytes of an observation.
    fn observation_size(&self) -> usize {
        with_game!(&self.rules, table => Sizes::of(table.game()).features)
    }

    /// Returns the first game of a seed, at its first decision.
    fn new_initial_state(slf: Bound<'_, Self>, seed: u64) -> PyResult<GameState> {
        let state = match &slf.get().rules {
            Either::Shedding(table) => Either::Shedding(begun(table, seed)?),
            Either::Grid(table) => Either::Grid(begun(table, seed)?),
        };
        Ok(GameState {
            game: slf.unbind(),
            state: Mutex::new(state),
        })
    }

    /// Returns the state of a text from `serialize`.
    fn deserialize_state(slf: Bound<'_, Self>, text: &str) -> PyResult<GameState> {
        let there: StatePosition = serde_json::from_str(text)
            .map_err(|e| wrong(format!("the text is no state of a game: {e}")))?;
        let state = match &slf.get().rules {
            Either::Shedding(table) => Either::Shedding(restored(table, &there)?),
            Either::Grid(table) => Either::Grid(restored(table, &there)?),
        };
        Ok(GameState {
            game: slf.unbind(),
            state: Mutex::new(state),
        })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<powergrab game {}>", self.made.bind(py))
    }
}

fn begun<G: Playable>(table: &Arc<LearnerTable<G>>, seed: u64) -> PyResult<Box<State<G>>> {
    State::new(Arc::clone(table), seed)
        .map(Box::new)
        .map_err(wrong)
}

fn restored<G: Playable>(
    table: &Arc<LearnerTable<G>>,
    there: &StatePosition,
) -> PyResult<Box<State<G>>> {
    State::restore(Arc::clone(table), there)
        .map(Box::new)
        .map_err(wrong)
}

/// One game at a decision or over. Chance is internal: the seed determines the cards.
#[pyclass(frozen, module = "powergrab._native")]
pub struct GameState {
    game: Py<LoadedGame>,
    /// No call waits for it: the interpreter's lock is kept while it is used.
    state: Mutex<AnyState>,
}

impl GameState {
    #[inline(always)]
    fn lock(&self) -> MutexGuard<'_, AnyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn legal<'p>(&self, places: &'p mut [u8; 256]) -> &'p [u8] {
        with_game!(&*self.lock(), state => state.legal_actions(places))
    }

    fn seat(&self, player: i64) -> PyResult<u8> {
        seat_of(player, self.num_players())
    }

    fn name(&self, index: i64) -> PyResult<&str> {
        let names = &self.game.get().names;
        let name = usize::try_from(index).ok().and_then(|at| names.get(at));
        name.map(String::as_str).ok_or_else(|| {
            let last = names.len() - 1;
            wrong(format!("action {index}: the actions are 0 to {last}"))
        })
    }

    /// Returns whether the question is another player's.
    fn asks_other(&self, player: Option<i64>) -> bool {
        player.is_some_and(|player| player != self.current_player())
    }

    #[cold]
    fn refused(&self, index: i64) -> PyErr {
        let mut places = [0; 256];
        let legal = self.legal(&mut places);
        let text = |place: &u8| {
            let name = self.name(i64::from(*place)).unwrap_or_default();
            format!("{place} ({name})")
        };
        let legal: Vec<String> = legal.iter().map(text).collect();
        wrong(match legal.is_empty() {
            true => format!(
                "action {index}: the game is over and takes no action; its returns are {:?}",
                self.returns()
            ),
            false => format!(
                "action {index} is not legal now: choose one of {}",
                legal.join(", ")
            ),
        })
    }
}

#[pymethods]
impl GameState {
    /// Returns the game of the state.
    fn get_game(&self, py: Python<'_>) -> Py<LoadedGame> {
        self.game.clone_ref(py)
    }

    /// Returns the number of players.
    fn num_players(&self) -> usize {
        with_game!(&*self.lock(), state => state.returns().len())
    }

    /// Returns the number of action indices.
    fn num_distinct_actions(&self) -> usize {
        self.game.get().names.len()
    }

    /// Returns the deciding player; -4 when the game is over.
    fn current_player(&self) -> i64 {
        let seat = with_game!(&*self.lock(), state => state.current_player());
        seat.map_or(TERMINAL, i64::from)
    }

    /// Returns whether the game is over.
    fn is_terminal(&self) -> bool {
        with_game!(&*self.lock(), state => state.current_player()).is_none()
    }

    /// Returns `False`, because chance is internal.
    fn is_chance_node(&self) -> bool {
        false
    }

    /// Returns the indices of the legal actions, in ascending order; empty for a player who is not
    /// asked.
    #[pyo3(signature = (player = None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut places = [0; 256];
        match self.asks_other(player) {
            true => Ok(PyList::empty(py)),
            false => PyList::new(py, self.legal(&mut places)),
        }
    }

    /// Returns 1 at the index of each legal action, 0 at the others.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut mask = vec![0u8; self.num_distinct_actions()];
        if !self.asks_other(player) {
            let mut places = [0; 256];
            let legal = self.legal(&mut places);
            legal.iter().for_each(|place| mask[usize::from(*place)] = 1);
        }
        PyList::new(py, mask)
    }

    /// Takes an action and plays to the next decision.
    fn apply_action(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let index = action_index(action)?;
        let place = usize::try_from(index).unwrap_or(usize::MAX);
        let taken = with_game!(&mut *self.lock(), state => state.apply(place));
        taken.map_err(|_| self.refused(index))
    }

    /// Returns a copy in which the action was taken.
    fn child(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<GameState> {
        let child = self.clone(py);
        child.apply_action(action)?;
        Ok(child)
    }

    /// Returns a copy with the same future: hidden cards and later chance are equal.
    fn clone(&self, py: Python<'_>) -> GameState {
        GameState {
            game: self.game.clone_ref(py),
            state: Mutex::new(match &*self.lock() {
                Either::Shedding(state) => Either::Shedding(Box::new(state.fork())),
                Either::Grid(state) => Either::Grid(Box::new(state.fork())),
            }),
        }
    }

    fn __copy__(&self, py: Python<'_>) -> GameState {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> GameState {
        let _ = memo;
        self.clone(py)
    }

    /// Returns a copy in which the cards that a player cannot see are redealt, uniformly among all
    /// deals consistent with its knowledge. `sampler` is a seed, or a function that returns numbers
    /// from 0 to 1, as in OpenSpiel.
    fn resample_from_infostate(
        &self,
        py: Python<'_>,
        player: i64,
        sampler: &Bound<'_, PyAny>,
    ) -> PyResult<GameState> {
        let seat = self.seat(player)?;
        let seed = match sampler.is_callable() {
            true => (sampler.call0()?.extract::<f64>()? * (1u64 << 53) as f64) as u64,
            false => action_index(sampler)? as u64,
        };
        let copy = self.clone(py);
        with_game!(&mut *copy.lock(), state => state.redeal(seat, seed));
        Ok(copy)
    }

    /// Returns the sum of all rewards so far, by player; at the end the payoffs.
    fn returns(&self) -> Vec<f32> {
        with_game!(&*self.lock(), state => state.returns().to_vec())
    }

    /// Returns the rewards of the last action, by player.
    fn rewards(&self) -> Vec<f32> {
        with_game!(&*self.lock(), state => state.rewards().to_vec())
    }

    /// Returns the actions so far.
    fn history(&self) -> Vec<u16> {
        with_game!(&*self.lock(), state => state.history().to_vec())
    }

    /// Returns a player's observation, as bytes.
    fn observation<'py>(&self, py: Python<'py>, player: i64) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.seat(player)?;
        let mut page = vec![0; self.game.get().observation_size()];
        with_game!(&*self.lock(), state => state.observe(seat, &mut page));
        Ok(PyArray1::from_slice(py, &page))
    }

    /// Returns a player's observation, as one line of text.
    fn observation_string(&self, player: i64) -> PyResult<String> {
        let seat = self.seat(player)?;
        Ok(with_game!(&*self.lock(), state => seen(state, seat)))
    }

    /// Returns the name of an action: a card, or a choice. As in OpenSpiel a player may precede it.
    #[pyo3(signature = (action, of_player = None))]
    fn action_to_string(&self, action: i64, of_player: Option<i64>) -> PyResult<&str> {
        self.name(of_player.unwrap_or(action))
    }

    /// Returns the index of the action with this name.
    #[pyo3(signature = (text, of_player = None))]
    fn string_to_action(
        &self,
        text: &Bound<'_, PyAny>,
        of_player: Option<&str>,
    ) -> PyResult<usize> {
        let text = match of_player {
            Some(text) => text.to_owned(),
            None => text.extract()?,
        };
        let names = &self.game.get().names;
        names.iter().position(|name| *name == text).ok_or_else(|| {
            wrong(format!(
                "{text:?} is no action: they are {}",
                names.join(", ")
            ))
        })
    }

    /// Returns the position of the game, as text for the game's `deserialize_state`.
    fn serialize(&self) -> PyResult<String> {
        let position = with_game!(&*self.lock(), state => state.position());
        serde_json::to_string(&position).map_err(wrong)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = self.game.bind(py).getattr("deserialize_state")?;
        Ok((read, (self.serialize()?,)))
    }

    fn __str__(&self) -> String {
        with_game!(&*self.lock(), state => state.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let game = self.game.get().__repr__(py);
        let n = with_game!(&*self.lock(), state => state.history().len());
        format!("<state of {game} after {n} actions>")
    }
}

fn seen<G: Playable>(state: &State<G>, seat: u8) -> String {
    G::snapshot(state.view(seat))
}
