//! One game, stepped through by all its learners.

use super::setup::{self, PyPlace, RulesArgument, Setup, wrong};
use numpy::{PyReadwriteArray1, PyUntypedArrayMethods as _};
use powergrab_env::env::{Env, Step};
use powergrab_env::game::{Game as _, Learnable};
use powergrab_env::shedding::Shedding;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// One game whose learners are asked one after the other.
#[pyclass(module = "powergrab._native")]
pub struct Game {
    /// Only ever reached by `&mut`: a lock makes it fit to be shared. In a box, for a position is aligned to 32 bytes, and Python's
    /// allocator gives 16.
    env: Mutex<Box<Env<Shedding>>>,
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
        opponents: Vec<String>,
        seed: u64,
        unit: &str,
        reward: &str,
    ) -> PyResult<Game> {
        let setup = Setup {
            ruleset: &ruleset,
            players,
            learners: &learners,
            opponents: &opponents,
            unit,
            reward,
        };
        Ok(Game {
            env: Mutex::new(Box::new(Env::new(setup.table()?, seed))),
        })
    }

    /// How many actions the index has.
    #[getter]
    fn n_actions(&mut self) -> usize {
        self.env().table().game().n_actions()
    }

    /// How many bytes an observation has.
    #[getter]
    fn n_features(&mut self) -> usize {
        self.env().table().game().n_features()
    }

    /// The version of both.
    #[getter]
    fn version(&self) -> u8 {
        Shedding::LEARN_VERSION
    }

    /// What each place of the index of actions is.
    fn actions(&mut self) -> Vec<PyPlace> {
        setup::actions(self.env().table())
    }

    /// What the places of an observation mean.
    fn features(&mut self) -> Vec<PyPlace> {
        setup::features(self.env().table())
    }

    /// Takes another seed for the episodes to come.
    fn reseed(&mut self, seed: u64) {
        self.env().reseed(seed);
    }

    /// Begins the episode with this number; gives what each seat was rewarded with and whether the episode is over.
    fn reset(&mut self, py: Python<'_>, episode: u64) -> (Vec<f32>, bool) {
        let step = {
            let env = self.env();
            py.detach(|| env.reset(episode))
        };
        self.stepped(step)
    }

    /// The seat that decides; none when the episode is over.
    #[getter]
    fn seat(&mut self) -> Option<u8> {
        self.env().ask().map(|ask| ask.seat)
    }

    /// How many rounds of the episode were dealt.
    #[getter]
    fn n_rounds(&mut self) -> u32 {
        self.env().n_rounds()
    }

    /// Takes the action at a place of the index.
    fn step(&mut self, py: Python<'_>, action: i64) -> PyResult<(Vec<f32>, bool)> {
        let place = usize::try_from(action).unwrap_or(usize::MAX);
        let env = self.env();
        let action = env.action(place).map_err(wrong)?;
        let step = py.detach(|| env.step(action)).map_err(wrong)?;
        Ok(self.stepped(step))
    }

    /// Writes the observation and the action mask of a seat.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "PyO3 hands over what it made"
    )]
    fn observe(
        &mut self,
        seat: u8,
        mut observation: PyReadwriteArray1<'_, u8>,
        mut mask: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let env = self.env();
        let game = env.table().game();
        if usize::from(seat) >= game.n_seats() {
            return Err(wrong(format!(
                "seat {seat}: the seats are 0 to {}",
                game.n_seats() - 1
            )));
        }
        if observation.len() != game.n_features() || mask.len() != game.n_actions() {
            return Err(wrong(format!(
                "arrays of {} and {} bytes: an observation has {}, a mask {}",
                observation.len(),
                mask.len(),
                game.n_features(),
                game.n_actions()
            )));
        }
        let observation = observation.as_slice_mut().map_err(wrong)?;
        env.observe(seat, observation, mask.as_slice_mut().map_err(wrong)?);
        Ok(())
    }
}

impl Game {
    fn env(&mut self) -> &mut Env<Shedding> {
        self.env.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn stepped(&mut self, step: Step) -> (Vec<f32>, bool) {
        let n = self.env().table().game().n_seats();
        (step.rewards[..n].to_vec(), step.ended)
    }
}
