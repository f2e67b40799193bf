//! One game, stepped by all its learners.

use super::convert::{action_index, seat_of};
use super::setup::{self, Either, PyFieldRange, RulesArgument, Setup, Sizes, with_game, wrong};
use crate::detach::{detached, lock};
use numpy::{PyArray1, PyArrayMethods as _};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_env::{Env, EpisodePosition, Step};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::{Mutex, MutexGuard};

/// The game. Boxed, because a position is aligned to 64 bytes, and Python's allocator
/// guarantees 16.
type AnyEnv = Either<Box<Env<Shedding>>, Box<Env<Grid>>>;

/// One game whose learners are asked one after the other.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Game {
    env: Mutex<AnyEnv>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (ruleset, players, learners, opponents, seed, unit, reward))]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "PyO3 hands over what it made"
    )]
    fn new(
        ruleset: RulesArgument,
        players: usize,
        learners: Vec<usize>,
        opponents: Option<Vec<String>>,
        seed: u64,
        unit: &str,
        reward: &str,
    ) -> PyResult<Game> {
        let setup = Setup {
            ruleset: &ruleset,
            players,
            learners: &learners,
            opponents: opponents.as_deref(),
            unit,
            reward,
        };
        let env = match setup.table()? {
            Either::Shedding(table) => Either::Shedding(Box::new(Env::new(table, seed))),
            Either::Grid(table) => Either::Grid(Box::new(Env::new(table, seed))),
        };
        Ok(Game {
            env: Mutex::new(env),
        })
    }

    /// Returns the number of action indices.
    #[getter]
    fn n_actions(&self, py: Python<'_>) -> usize {
        self.sizes(py).actions
    }

    /// Returns the number of bytes of an observation.
    #[getter]
    fn n_features(&self, py: Python<'_>) -> usize {
        self.sizes(py).features
    }

    /// Returns the version of both.
    #[getter]
    fn version(&self, py: Python<'_>) -> u8 {
        self.sizes(py).version
    }

    /// Returns the meanings of the action indices.
    fn actions(&self, py: Python<'_>) -> Vec<PyFieldRange> {
        with_game!(&mut *self.env(py), env => setup::actions(env.table().game()))
    }

    /// Returns the meanings of an observation's places.
    fn features(&self, py: Python<'_>) -> Vec<PyFieldRange> {
        with_game!(&mut *self.env(py), env => setup::features(env.table().game()))
    }

    /// Sets another seed for later episodes.
    fn reseed(&self, py: Python<'_>, seed: u64) {
        with_game!(&mut *self.env(py), env => env.reseed(seed));
    }

    /// Begins the first episode from this number on that has a decision of a learner. Returns the
    /// number of the next episode.
    fn reset(&self, py: Python<'_>, episode: u64) -> u64 {
        begun(py, &mut self.env(py), episode)
    }

    /// Begins an episode as [`Game::reset`]. Returns the number of the next episode, and what a
    /// seat observes.
    fn reset_as<'py>(
        &self,
        py: Python<'py>,
        episode: u64,
        seat: u8,
    ) -> (u64, Observation<'py>, Bound<'py, PyArray1<i8>>) {
        let env = &mut *self.env(py);
        let next = begun(py, env, episode);
        let (observation, mask) = observed(py, env, seat);
        (next, observation, mask)
    }

    /// Returns the deciding seat; `None` when the episode is over.
    #[getter]
    fn seat(&self, py: Python<'_>) -> Option<u8> {
        with_game!(&mut *self.env(py), env => env.ask()).map(|ask| ask.seat)
    }

    /// Returns the number of rounds dealt in the episode.
    #[getter]
    fn n_rounds(&self, py: Python<'_>) -> u32 {
        with_game!(&mut *self.env(py), env => env.n_rounds())
    }

    /// Returns the action indices of the learner's options.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut places = [0; 256];
        with_game!(&*self.env(py), env => PyList::new(py, env.legal_actions(&mut places)))
    }

    /// Takes the action with this index.
    fn step(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<(Vec<f32>, bool)> {
        let index = action_index(action)?;
        let game = &mut *self.env(py);
        let step = taken(py, game, index)?;
        Ok(stepped(game, step))
    }

    /// Takes the action for a learner in this seat; returns the values of Gymnasium's `step`.
    fn step_as<'py>(
        &self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
        seat: u8,
    ) -> PyResult<(Observation<'py>, f32, bool, bool, Bound<'py, PyDict>)> {
        let index = action_index(action)?;
        let game = &mut *self.env(py);
        let step = taken(py, game, index)?;
        let (observation, mask) = observed(py, game, seat);
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), mask)?;
        let reward = step.rewards[usize::from(seat)];
        Ok((observation, reward, step.ended, false, info))
    }

    /// Returns the position of the episode as JSON; `None` before the first.
    fn position(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let position = with_game!(&mut *self.env(py), env => env.position());
        let text = |position: &EpisodePosition| serde_json::to_string(position).map_err(wrong);
        position.as_ref().map(text).transpose()
    }

    /// Restores a position; returns the rewards of each seat by the last step, and whether the
    /// episode is over.
    fn restore(&self, py: Python<'_>, position: &str) -> PyResult<(Vec<f32>, bool)> {
        let position: EpisodePosition = serde_json::from_str(position)
            .map_err(|e| wrong(format!("the text is no position of an environment: {e}")))?;
        let env = &mut *self.env(py);
        let step = detached(py, || with_game!(&mut *env, env => env.restore(&position)));
        Ok(stepped(env, step.map_err(wrong)?))
    }

    /// Returns the observation and the action mask of a seat; the mask is empty unless the seat
    /// decides.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: i64,
    ) -> PyResult<(Observation<'py>, Bound<'py, PyArray1<i8>>)> {
        let game = &*self.env(py);
        Ok(observed(py, game, seat_of(seat, sizes(game).seats)?))
    }
}

impl Game {
    fn env(&self, py: Python<'_>) -> MutexGuard<'_, AnyEnv> {
        lock(py, &self.env)
    }

    fn sizes(&self, py: Python<'_>) -> Sizes {
        sizes(&self.env(py))
    }
}

fn sizes(env: &AnyEnv) -> Sizes {
    with_game!(env, env => Sizes::of(env.table().game()))
}

fn stepped(env: &AnyEnv, step: Step) -> (Vec<f32>, bool) {
    (step.rewards[..sizes(env).seats].to_vec(), step.ended)
}

/// Observation of a seat.
type Observation<'py> = Bound<'py, PyArray1<u8>>;

/// Begins the first episode from this number on that has a decision of a learner; returns the number
/// of the next.
fn begun(py: Python<'_>, env: &mut AnyEnv, mut episode: u64) -> u64 {
    let mut begin = || {
        let step = with_game!(&mut *env, env => env.reset(episode));
        episode += 1;
        step.ended
    };
    detached(py, || while begin() {});
    episode
}

/// Takes the action with this index.
fn taken(py: Python<'_>, env: &mut AnyEnv, index: i64) -> PyResult<Step> {
    let place = usize::try_from(index).unwrap_or(usize::MAX);
    let step = detached(py, || with_game!(env, env => env.step_at(place)));
    step.map_err(wrong)
}

fn observed<'py>(
    py: Python<'py>,
    env: &AnyEnv,
    seat: u8,
) -> (Observation<'py>, Bound<'py, PyArray1<i8>>) {
    let Sizes {
        features, actions, ..
    } = sizes(env);
    let page = PyArray1::zeros(py, features, false);
    // A game has at most 256 actions, as `legal_actions` has.
    let mut legal = [0; 256];
    // SAFETY: the array is contiguous, and nobody else has it yet.
    let bytes = unsafe { std::slice::from_raw_parts_mut(page.data(), features) };
    with_game!(env, env => env.observe(seat, bytes, &mut legal[..actions]));
    let legal = legal.map(|legal| legal as i8);
    (page, PyArray1::from_slice(py, &legal[..actions]))
}
