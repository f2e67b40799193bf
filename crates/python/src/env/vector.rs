//! Thousands of games, written into arrays of the caller.

use super::setup::{self, Either, PyPlace, RulesArgument, Setup, Sizes, one_of, with_game, wrong};
use crate::detach::{detached, lock};
use numpy::{
    Element, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArrayMethods as _,
};
use powergrab_env::env::{Autoreset, Positions, Rows, VectorEnv};
use powergrab_env::game::Learnable;
use powergrab_env::grid::Grid;
use powergrab_env::shedding::Shedding;
use powergrab_env::strategy::BotGame;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard};

type AnyEnvs = Either<VectorEnv<Shedding>, VectorEnv<Grid>>;

/// Many games that are stepped at once.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Games {
    envs: Mutex<AnyEnvs>,
}

/// The names of the arrays, in the order in which they are given.
const ARRAYS: [&str; 9] = [
    "observations",
    "masks",
    "legal",
    "n_legal",
    "seats",
    "reward",
    "rewards",
    "ended",
    "final_observations",
];

/// The arrays of the caller, while a call writes into them.
struct Arrays<'py> {
    bytes: Vec<PyReadwriteArrayDyn<'py, u8>>,
    floats: Vec<PyReadwriteArrayDyn<'py, f32>>,
}

fn borrow<'py, T: Element>(
    arrays: &Bound<'py, PyTuple>,
    at: usize,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let array = arrays.get_item(at)?;
    let array = array.cast::<numpy::PyArrayDyn<T>>().map_err(|_| {
        let type_ = if at == 5 || at == 6 {
            "float32"
        } else {
            "uint8"
        };
        wrong(format!("{}: an array of {type_} is needed", ARRAYS[at]))
    })?;
    if !array.is_c_contiguous() {
        return Err(wrong(format!(
            "{}: the array must be C-contiguous",
            ARRAYS[at]
        )));
    }
    array
        .try_readwrite()
        .map_err(|e| wrong(format!("{}: {e}", ARRAYS[at])))
}

impl<'py> Arrays<'py> {
    fn new(arrays: &Bound<'py, PyTuple>) -> PyResult<Arrays<'py>> {
        if arrays.len() != ARRAYS.len() {
            return Err(wrong(format!(
                "{} arrays: {} are needed, {}",
                arrays.len(),
                ARRAYS.len(),
                ARRAYS.join(", ")
            )));
        }
        let bytes = [0, 1, 2, 3, 4, 7, 8].map(|at| borrow(arrays, at));
        let floats = [5, 6].map(|at| borrow(arrays, at));
        Ok(Arrays {
            bytes: bytes.into_iter().collect::<PyResult<_>>()?,
            floats: floats.into_iter().collect::<PyResult<_>>()?,
        })
    }

    fn rows<G: BotGame + Learnable>(&mut self, envs: &VectorEnv<G>) -> PyResult<Rows<'_>> {
        let contiguous = || wrong("the arrays must be C-contiguous");
        let [observations, masks, legal, n_legal, seats, ended, finals] = &mut self.bytes[..]
        else {
            return Err(wrong("arrays are missing"));
        };
        let [reward, rewards] = &mut self.floats[..] else {
            return Err(wrong("arrays are missing"));
        };
        let rows = Rows {
            observations: observations.as_slice_mut().map_err(|_| contiguous())?,
            masks: masks.as_slice_mut().map_err(|_| contiguous())?,
            legal: legal.as_slice_mut().map_err(|_| contiguous())?,
            n_legal: n_legal.as_slice_mut().map_err(|_| contiguous())?,
            seats: seats.as_slice_mut().map_err(|_| contiguous())?,
            reward: reward.as_slice_mut().map_err(|_| contiguous())?,
            rewards: rewards.as_slice_mut().map_err(|_| contiguous())?,
            ended: ended.as_slice_mut().map_err(|_| contiguous())?,
            final_observations: finals.as_slice_mut().map_err(|_| contiguous())?,
        };
        if envs.fits(&rows) {
            return Ok(rows);
        }
        let sizes = Sizes::of(envs.table().game());
        let (n, f, a) = (envs.n_envs(), sizes.features, sizes.actions);
        Err(wrong(format!(
            "the arrays have wrong shapes: observations and final_observations need ({n}, {f}), masks and legal ({n}, {a}), \
             rewards ({n}, {}), the others ({n},)",
            sizes.seats
        )))
    }
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
            envs: Mutex::new(envs),
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

    /// How many games opponents from outside failed in.
    #[getter]
    fn n_faults(&self, py: Python<'_>) -> u64 {
        with_game!(&mut *self.envs(py), envs => envs.n_faults())
    }

    /// What each place of the index of actions is.
    fn actions(&self, py: Python<'_>) -> Vec<PyPlace> {
        with_game!(&mut *self.envs(py), envs => setup::actions(envs.table().game()))
    }

    /// What the places of an observation mean.
    fn features(&self, py: Python<'_>) -> Vec<PyPlace> {
        with_game!(&mut *self.envs(py), envs => setup::features(envs.table().game()))
    }

    /// Where the present episode of an environment stands among the deals of its seed.
    fn deal(&self, py: Python<'_>, env: usize) -> Option<u64> {
        with_game!(&mut *self.envs(py), envs => envs.deal(env))
    }

    /// Begins an episode in every environment, or where `which` is true.
    #[pyo3(signature = (arrays, seed = None, which = None))]
    fn reset(
        &self,
        py: Python<'_>,
        arrays: &Bound<'_, PyTuple>,
        seed: Option<u64>,
        which: Option<Vec<bool>>,
    ) -> PyResult<()> {
        // Threads that share the arrays take turns as well.
        let mut envs = self.envs(py);
        let mut arrays = Arrays::new(arrays)?;
        with_game!(&mut *envs, envs => {
            let rows = arrays.rows(envs)?;
            if let Some(which) = &which
                && which.len() != envs.n_envs()
            {
                return Err(wrong(format!(
                    "a reset mask of {} places for {} environments: give one for each",
                    which.len(),
                    envs.n_envs()
                )));
            }
            detached(py, || envs.reset_some(seed, which.as_deref(), rows));
        });
        Ok(())
    }

    /// Where all environments stand, as JSON.
    fn positions(&self, py: Python<'_>) -> PyResult<String> {
        let positions = with_game!(&mut *self.envs(py), envs => envs.positions());
        serde_json::to_string(&positions).map_err(wrong)
    }

    /// Goes to the positions of as many environments.
    fn restore(&self, py: Python<'_>, positions: &str) -> PyResult<()> {
        let positions: Positions = serde_json::from_str(positions)
            .map_err(|e| wrong(format!("the text is no positions of environments: {e}")))?;
        let envs = &mut *self.envs(py);
        detached(py, || with_game!(envs, envs => envs.restore(&positions))).map_err(wrong)
    }

    /// Takes an action in every environment.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "PyO3 hands over what it made"
    )]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        arrays: &Bound<'_, PyTuple>,
    ) -> PyResult<()> {
        let mut envs = self.envs(py);
        let mut arrays = Arrays::new(arrays)?;
        let actions = actions
            .as_slice()
            .map_err(|_| wrong("the actions must be C-contiguous"))?;
        let stepped = with_game!(&mut *envs, envs => {
            let rows = arrays.rows(envs)?;
            detached(py, || envs.step(actions.iter().copied(), rows))
        });
        stepped.map_err(wrong)
    }
}

impl Games {
    fn envs(&self, py: Python<'_>) -> MutexGuard<'_, AnyEnvs> {
        lock(py, &self.envs)
    }

    fn sizes(&self, py: Python<'_>) -> Sizes {
        with_game!(&mut *self.envs(py), envs => Sizes::of(envs.table().game()))
    }
}
