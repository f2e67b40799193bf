//! One game, stepped through by all its learners.

use super::setup::{self, Either, PyPlace, RulesArgument, Setup, Sizes, with_game, wrong};
use crate::detach::{detached, lock};
use numpy::{PyReadwriteArray1, PyUntypedArrayMethods as _};
use powergrab_env::env::{Env, Position, Step};
use powergrab_env::grid::Grid;
use powergrab_env::shedding::Shedding;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard};

/// The game. In a box, for a position is aligned to 32 bytes, and Python's allocator gives 16.
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

    /// How many actions the index has.
    #[getter]
    fn n_actions(&self, py: Python<'_>) -> usize {
        self.sizes(py).actions
    }

    /// How many bytes an observation has.
    #[getter]
    fn n_features(&self, py: Python<'_>) -> usize {
        self.sizes(py).features
    }

    /// The version of both.
    #[getter]
    fn version(&self, py: Python<'_>) -> u8 {
        self.sizes(py).version
    }

    /// What each place of the index of actions is.
    fn actions(&self, py: Python<'_>) -> Vec<PyPlace> {
        with_game!(&mut *self.env(py), env => setup::actions(env.table().game()))
    }

    /// What the places of an observation mean.
    fn features(&self, py: Python<'_>) -> Vec<PyPlace> {
        with_game!(&mut *self.env(py), env => setup::features(env.table().game()))
    }

    /// Takes another seed for the episodes to come.
    fn reseed(&self, py: Python<'_>, seed: u64) {
        with_game!(&mut *self.env(py), env => env.reseed(seed));
    }

    /// Begins the episode with this number; gives what each seat was rewarded with and whether the episode is over.
    fn reset(&self, py: Python<'_>, episode: u64) -> (Vec<f32>, bool) {
        let env = &mut *self.env(py);
        let step = detached(py, || with_game!(&mut *env, env => env.reset(episode)));
        stepped(env, step)
    }

    /// The seat that decides; none when the episode is over.
    #[getter]
    fn seat(&self, py: Python<'_>) -> Option<u8> {
        with_game!(&mut *self.env(py), env => env.ask()).map(|ask| ask.seat)
    }

    /// How many rounds of the episode were dealt.
    #[getter]
    fn n_rounds(&self, py: Python<'_>) -> u32 {
        with_game!(&mut *self.env(py), env => env.n_rounds())
    }

    /// Takes the action at a place of the index.
    fn step(&self, py: Python<'_>, action: i64) -> PyResult<(Vec<f32>, bool)> {
        let place = usize::try_from(action).unwrap_or(usize::MAX);
        let game = &mut *self.env(py);
        let step = with_game!(&mut *game, env => {
            let action = env.action(place).map_err(wrong)?;
            detached(py, || env.step(action))
        });
        Ok(stepped(game, step.map_err(wrong)?))
    }

    /// Where the episode stands, as JSON; none before the first.
    fn position(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let position = with_game!(&mut *self.env(py), env => env.position());
        let text = |position: &Position| serde_json::to_string(position).map_err(wrong);
        position.as_ref().map(text).transpose()
    }

    /// Goes to a position; gives what each seat was rewarded with by the last step, and whether the episode is over.
    fn restore(&self, py: Python<'_>, position: &str) -> PyResult<(Vec<f32>, bool)> {
        let position: Position = serde_json::from_str(position)
            .map_err(|e| wrong(format!("the text is no position of an environment: {e}")))?;
        let env = &mut *self.env(py);
        let step = detached(py, || with_game!(&mut *env, env => env.restore(&position)));
        Ok(stepped(env, step.map_err(wrong)?))
    }

    /// Writes the observation and the action mask of a seat.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "PyO3 hands over what it made"
    )]
    fn observe(
        &self,
        py: Python<'_>,
        seat: u8,
        mut observation: PyReadwriteArray1<'_, u8>,
        mut mask: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let env = &mut *self.env(py);
        let sizes = sizes(env);
        if usize::from(seat) >= sizes.seats {
            return Err(wrong(format!(
                "seat {seat}: the seats are 0 to {}",
                sizes.seats - 1
            )));
        }
        if observation.len() != sizes.features || mask.len() != sizes.actions {
            return Err(wrong(format!(
                "arrays of {} and {} bytes: an observation has {}, a mask {}",
                observation.len(),
                mask.len(),
                sizes.features,
                sizes.actions
            )));
        }
        let observation = observation.as_slice_mut().map_err(wrong)?;
        let mask = mask.as_slice_mut().map_err(wrong)?;
        with_game!(env, env => env.observe(seat, observation, mask));
        Ok(())
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
