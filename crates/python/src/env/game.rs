//! One game, stepped through by all its learners.

use super::setup::{self, Either, PyPlace, RulesArgument, Setup, Sizes, with_game, wrong};
use numpy::{PyReadwriteArray1, PyUntypedArrayMethods as _};
use powergrab_env::env::{Env, Position, Step};
use powergrab_env::grid::Grid;
use powergrab_env::shedding::Shedding;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// The game. In a box, for a position is aligned to 32 bytes, and Python's allocator gives 16.
type AnyEnv = Either<Box<Env<Shedding>>, Box<Env<Grid>>>;

/// One game whose learners are asked one after the other.
#[pyclass(module = "powergrab._native")]
pub struct Game {
    /// Only ever reached by `&mut`: a lock makes it fit to be shared.
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
    fn n_actions(&mut self) -> usize {
        self.sizes().actions
    }

    /// How many bytes an observation has.
    #[getter]
    fn n_features(&mut self) -> usize {
        self.sizes().features
    }

    /// The version of both.
    #[getter]
    fn version(&mut self) -> u8 {
        self.sizes().version
    }

    /// What each place of the index of actions is.
    fn actions(&mut self) -> Vec<PyPlace> {
        with_game!(self.env(), env => setup::actions(env.table().game()))
    }

    /// What the places of an observation mean.
    fn features(&mut self) -> Vec<PyPlace> {
        with_game!(self.env(), env => setup::features(env.table().game()))
    }

    /// Takes another seed for the episodes to come.
    fn reseed(&mut self, seed: u64) {
        with_game!(self.env(), env => env.reseed(seed));
    }

    /// Begins the episode with this number; gives what each seat was rewarded with and whether the episode is over.
    fn reset(&mut self, py: Python<'_>, episode: u64) -> (Vec<f32>, bool) {
        let step = {
            let env = self.env();
            py.detach(|| with_game!(env, env => env.reset(episode)))
        };
        self.stepped(step)
    }

    /// The seat that decides; none when the episode is over.
    #[getter]
    fn seat(&mut self) -> Option<u8> {
        with_game!(self.env(), env => env.ask()).map(|ask| ask.seat)
    }

    /// How many rounds of the episode were dealt.
    #[getter]
    fn n_rounds(&mut self) -> u32 {
        with_game!(self.env(), env => env.n_rounds())
    }

    /// Takes the action at a place of the index.
    fn step(&mut self, py: Python<'_>, action: i64) -> PyResult<(Vec<f32>, bool)> {
        let place = usize::try_from(action).unwrap_or(usize::MAX);
        let step = with_game!(self.env(), env => {
            let action = env.action(place).map_err(wrong)?;
            py.detach(|| env.step(action))
        });
        let step = step.map_err(wrong)?;
        Ok(self.stepped(step))
    }

    /// Where the episode stands, as JSON; none before the first.
    fn position(&mut self) -> PyResult<Option<String>> {
        let position = with_game!(self.env(), env => env.position());
        let text = |position: &Position| serde_json::to_string(position).map_err(wrong);
        position.as_ref().map(text).transpose()
    }

    /// Goes to a position; gives what each seat was rewarded with by the last step, and whether the episode is over.
    fn restore(&mut self, py: Python<'_>, position: &str) -> PyResult<(Vec<f32>, bool)> {
        let position: Position = serde_json::from_str(position)
            .map_err(|e| wrong(format!("the text is no position of an environment: {e}")))?;
        let step = {
            let env = self.env();
            py.detach(|| with_game!(env, env => env.restore(&position)))
        };
        let step = step.map_err(wrong)?;
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
        let sizes = self.sizes();
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
        with_game!(self.env(), env => env.observe(seat, observation, mask));
        Ok(())
    }
}

impl Game {
    fn env(&mut self) -> &mut AnyEnv {
        self.env.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn sizes(&mut self) -> Sizes {
        with_game!(self.env(), env => Sizes::of(env.table().game()))
    }

    fn stepped(&mut self, step: Step) -> (Vec<f32>, bool) {
        (step.rewards[..self.sizes().seats].to_vec(), step.ended)
    }
}
