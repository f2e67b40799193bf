//! Thousands of games and the arrays that they write into.

use super::setup::{
    self, Either, PyFieldRange, RulesArgument, Setup, Sizes, one_of, with_game, wrong,
};
use crate::detach::{detached, lock};
use numpy::{PyArray1, PyArrayMethods as _, PyUntypedArrayMethods as _};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_env::{Autoreset, Positions, StepArrays, VectorEnv};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, OnceLock};

/// An array of bytes and one of rewards.
type Arrays = (Py<PyArray1<u8>>, Py<PyArray1<f32>>);

type AnyEnvs = Either<VectorEnv<Shedding>, VectorEnv<Grid>>;

/// Many games that are stepped at once, and the arrays that they write into.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Games {
    envs: Mutex<AnyEnvs>,
    /// All byte arrays, one after the other, so that a call borrows them at once; and all reward
    /// arrays.
    arrays: OnceLock<Arrays>,
    sizes: Sizes,
    n: usize,
}

/// Up to this number of games, without bots, a step takes less time than releasing and retaking the
/// interpreter's lock.
const FEW: usize = 16;

/// Alignment of each array, in elements.
const ALIGN: usize = 64;

/// Splits off the first `len` elements, and advances to the next aligned start.
fn cut<'a, T>(rest: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    let (array, more) = std::mem::take(rest).split_at_mut(len.next_multiple_of(ALIGN));
    *rest = more;
    &mut array[..len]
}

impl Games {
    /// Returns the lengths of the byte arrays: observations, masks, legal, n_legal, seats, ended,
    /// final observations.
    fn bytes_len(&self) -> [usize; 7] {
        let (n, features, actions) = (self.n, self.sizes.features, self.sizes.actions);
        [features, actions, actions, 1, 1, 1, features].map(|width| n * width)
    }

    /// Returns the lengths of the reward arrays: of the acting seat, of all.
    fn floats_len(&self) -> [usize; 2] {
        [self.n, self.n * self.sizes.seats]
    }

    /// Calls `work` with the games and the arrays, which nobody else may write in the meantime.
    fn with_rows<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut AnyEnvs, StepArrays<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let mut envs = lock(py, &self.envs);
        let arrays = self.arrays.get();
        let (bytes, floats) = arrays.ok_or_else(|| wrong("the games have no arrays yet"))?;
        let mut bytes = bytes.bind(py).try_readwrite().map_err(wrong)?;
        let mut floats = floats.bind(py).try_readwrite().map_err(wrong)?;
        let mut bytes = bytes.as_slice_mut().map_err(wrong)?;
        let mut floats = floats.as_slice_mut().map_err(wrong)?;
        let [
            observations,
            masks,
            legal,
            n_legal,
            seats,
            ended,
            final_observations,
        ] = self.bytes_len().map(|len| cut(&mut bytes, len));
        let [reward, rewards] = self.floats_len().map(|len| cut(&mut floats, len));
        let rows = StepArrays {
            observations,
            masks,
            legal,
            n_legal,
            seats,
            reward,
            rewards,
            ended,
            final_observations,
        };
        work(&mut envs, rows)
    }
}

/// Returns views of an array's parts, each with rows of a width, or flat without one.
fn views<'py, const N: usize>(
    array: &Bound<'py, PyAny>,
    lens: [usize; N],
    widths: [Option<usize>; N],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut first = 0;
    let view = |(len, width): (usize, Option<usize>)| {
        let part = PySlice::new(array.py(), first as isize, (first + len) as isize, 1);
        first += len.next_multiple_of(ALIGN);
        let view = array.get_item(part)?;
        match width {
            Some(width) => view.call_method1("reshape", ((len / width, width),)),
            None => Ok(view),
        }
    };
    lens.into_iter().zip(widths).map(view).collect()
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (ruleset, players, num_envs, learners, opponents, seed, unit, reward, autoreset, threads))]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "PyO3 hands over what it made"
    )]
    #[allow(
        clippy::too_many_arguments,
        reason = "each is an argument of the environment"
    )]
    fn new(
        ruleset: RulesArgument,
        players: usize,
        num_envs: usize,
        learners: Vec<usize>,
        opponents: Option<Vec<String>>,
        seed: u64,
        unit: &str,
        reward: &str,
        autoreset: &str,
        threads: usize,
    ) -> PyResult<Games> {
        let setup = Setup {
            ruleset: &ruleset,
            players,
            learners: &learners,
            opponents: opponents.as_deref(),
            unit,
            reward,
        };
        let autoreset = match autoreset {
            "same-step" => Autoreset::SameStep,
            "next-step" => Autoreset::NextStep,
            "disabled" => Autoreset::Disabled,
            other => {
                return Err(one_of(
                    "autoreset",
                    other,
                    &["same-step", "next-step", "disabled"],
                ));
            }
        };
        let threads =
            NonZero::new(threads).ok_or_else(|| wrong("threads: at least 1 is needed"))?;
        let envs = match setup.table()? {
            Either::Shedding(table) => {
                let envs = VectorEnv::new(table, num_envs, seed, autoreset, threads);
                Either::Shedding(envs.map_err(wrong)?)
            }
            Either::Grid(table) => {
                let envs = VectorEnv::new(table, num_envs, seed, autoreset, threads);
                Either::Grid(envs.map_err(wrong)?)
            }
        };
        Ok(Games {
            sizes: with_game!(&envs, envs => Sizes::of(envs.table().game())),
            envs: Mutex::new(envs),
            arrays: OnceLock::new(),
            n: num_envs,
        })
    }

    /// Returns the lengths of the two arrays that [`Games::bind`] takes.
    #[getter]
    fn array_sizes(&self) -> (usize, usize) {
        let total = |lens: &[usize]| lens.iter().map(|len| len.next_multiple_of(ALIGN)).sum();
        (total(&self.bytes_len()), total(&self.floats_len()))
    }

    /// Binds the arrays that each call writes, one of bytes and one of rewards, and returns their
    /// parts: observations, masks, legal, n_legal, seats, ended, final observations; reward,
    /// rewards. Python creates them, because NumPy releases the interpreter's lock when it
    /// allocates.
    fn bind<'py>(
        &self,
        py: Python<'py>,
        bytes: Bound<'py, PyArray1<u8>>,
        floats: Bound<'py, PyArray1<f32>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        if (bytes.len(), floats.len()) != self.array_sizes() {
            return Err(wrong(format!(
                "arrays of {} and {} places: {:?} are needed",
                bytes.len(),
                floats.len(),
                self.array_sizes()
            )));
        }
        let (features, actions) = (Some(self.sizes.features), Some(self.sizes.actions));
        let widths = [features, actions, actions, None, None, None, features];
        let mut all = views(&bytes, self.bytes_len(), widths)?;
        all.extend(views(
            &floats,
            self.floats_len(),
            [None, Some(self.sizes.seats)],
        )?);
        let arrays = (bytes.unbind(), floats.unbind());
        match self.arrays.set(arrays) {
            Ok(()) => PyTuple::new(py, all),
            Err(_) => Err(wrong("the games have arrays already")),
        }
    }

    /// Returns the number of action indices.
    #[getter]
    fn n_actions(&self) -> usize {
        self.sizes.actions
    }

    /// Returns the number of bytes of an observation.
    #[getter]
    fn n_features(&self) -> usize {
        self.sizes.features
    }

    /// Returns the version of both.
    #[getter]
    fn version(&self) -> u8 {
        self.sizes.version
    }

    /// Returns the number of games in which external opponents failed.
    #[getter]
    fn n_faults(&self, py: Python<'_>) -> u64 {
        with_game!(&mut *self.envs(py), envs => envs.n_faults())
    }

    /// Returns the meanings of the action indices.
    fn actions(&self, py: Python<'_>) -> Vec<PyFieldRange> {
        with_game!(&mut *self.envs(py), envs => setup::actions(envs.table().game()))
    }

    /// Returns the meanings of an observation's places.
    fn features(&self, py: Python<'_>) -> Vec<PyFieldRange> {
        with_game!(&mut *self.envs(py), envs => setup::features(envs.table().game()))
    }

    /// Returns the index of an environment's current episode among the deals of its seed.
    fn deal(&self, py: Python<'_>, env: usize) -> Option<u64> {
        with_game!(&mut *self.envs(py), envs => envs.deal(env))
    }

    /// Begins an episode in every environment, or in those selected by `which`.
    #[pyo3(signature = (seed = None, which = None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>, which: Option<Vec<bool>>) -> PyResult<()> {
        if let Some(which) = &which
            && which.len() != self.n
        {
            return Err(wrong(format!(
                "a reset mask of {} places for {} environments: give one for each",
                which.len(),
                self.n
            )));
        }
        self.with_rows(py, |envs, rows| {
            with_game!(envs, envs => detached(py, || envs.reset_some(seed, which.as_deref(), rows)));
            Ok(())
        })
    }

    /// Returns the positions of all environments, as JSON.
    fn positions(&self, py: Python<'_>) -> PyResult<String> {
        let positions = with_game!(&mut *self.envs(py), envs => envs.positions());
        serde_json::to_string(&positions).map_err(wrong)
    }

    /// Restores the positions of the same number of environments.
    fn restore(&self, py: Python<'_>, positions: &str) -> PyResult<()> {
        let positions: Positions = serde_json::from_str(positions)
            .map_err(|e| wrong(format!("the text is no positions of environments: {e}")))?;
        let envs = &mut *self.envs(py);
        detached(py, || with_game!(envs, envs => envs.restore(&positions))).map_err(wrong)
    }

    /// Takes an action in every environment; returns whether an episode ended.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyArray1<i64>>) -> PyResult<bool> {
        // A copy, because the array may be changed while the games are played.
        let actions = actions.to_vec().map_err(wrong)?;
        self.with_rows(py, |envs, mut rows| {
            with_game!(envs, envs => {
                let few = self.n <= FEW && envs.table().all_learn();
                let mut step = || envs.step(actions.iter().copied(), rows.reborrow());
                if few { step() } else { detached(py, step) }
            })
            .map_err(wrong)?;
            Ok(rows.ended.contains(&1))
        })
    }
}

impl Games {
    fn envs(&self, py: Python<'_>) -> MutexGuard<'_, AnyEnvs> {
        lock(py, &self.envs)
    }
}
