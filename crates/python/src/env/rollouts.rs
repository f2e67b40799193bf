//! Decisions with the value of every option, written into arrays of the caller.

use super::setup::{RulesArgument, one_of, wrong};
use crate::detach::{detached, lock};
use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use powergrab_bots::strategy;
use powergrab_bots::strategy::Bot;
use powergrab_bots::strategy::line_up::expand;
use powergrab_bots::strategy::search::Goal;
use powergrab_engine::game::Unit;
use powergrab_engine::shedding::Shedding;
use powergrab_env::rollouts;
use powergrab_env::rollouts::{RolloutPlan, RolloutRows, WIDTH};
use pyo3::prelude::*;
use std::sync::Mutex;

/// Generator of decisions with values.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Rollouts {
    /// Boxed, because it is aligned to 32 bytes and Python's allocator guarantees 16.
    it: Mutex<Box<rollouts::Rollouts>>,
}

#[pymethods]
impl Rollouts {
    #[new]
    #[pyo3(signature = (ruleset, line_up, rollout, goal, unit, every, worlds, explore, seed, first, step, learners, cut))]
    #[allow(
        clippy::needless_pass_by_value,
        clippy::too_many_arguments,
        reason = "each is an argument of the call"
    )]
    fn new(
        ruleset: RulesArgument,
        line_up: Vec<String>,
        rollout: Option<&str>,
        goal: &str,
        unit: &str,
        every: u32,
        worlds: u32,
        explore: f64,
        seed: u64,
        first: u64,
        step: u64,
        learners: Vec<usize>,
        cut: u32,
    ) -> PyResult<Rollouts> {
        let line_up = expand(&line_up).map_err(wrong)?;
        let game = Shedding::new(ruleset.shedding("rollouts")?, line_up.len()).map_err(wrong)?;
        let bots: Result<Vec<Bot<Shedding>>, _> =
            line_up.iter().map(|name| strategy::resolve(name)).collect();
        let plan = RolloutPlan {
            game,
            line_up: bots.map_err(wrong)?,
            learners,
            rollout: rollout.map(strategy::resolve).transpose().map_err(wrong)?,
            cut,
            goal: Goal::named(goal).ok_or_else(|| one_of("goal", goal, &Goal::NAMES))?,
            unit: Unit::from_text(unit).ok_or_else(|| one_of("unit", unit, Unit::TEXTS))?,
            every,
            worlds,
            explore,
            seed,
            deals: (first, step),
        };
        Ok(Rollouts {
            it: Mutex::new(Box::new(rollouts::Rollouts::new(plan).map_err(wrong)?)),
        })
    }

    /// Number of entries of a row of features.
    #[classattr]
    const WIDTH: usize = WIDTH;

    /// Returns the number of rows of the first layer, which also pads rows of features.
    #[getter]
    fn n_features(&self, py: Python<'_>) -> usize {
        lock(py, &self.it).features().n_rows()
    }

    /// Returns the fingerprint of the deck and the features, which is named in files of weights.
    #[getter]
    fn deck(&self, py: Python<'_>) -> String {
        format!("{:016x}", lock(py, &self.it).features().deck())
    }

    /// Returns the number of actions.
    #[getter]
    fn n_actions(&self, py: Python<'_>) -> usize {
        lock(py, &self.it).features().n_actions()
    }

    /// Fills the arrays with the next decisions.
    fn fill(
        &self,
        py: Python<'_>,
        mut features: PyReadwriteArray2<'_, u16>,
        mut values: PyReadwriteArray2<'_, f32>,
        mut usual: PyReadwriteArray1<'_, u16>,
    ) -> PyResult<()> {
        let contiguous = |_| wrong("the arrays must be C-contiguous");
        let rows = RolloutRows {
            features: features.as_slice_mut().map_err(contiguous)?,
            values: values.as_slice_mut().map_err(contiguous)?,
            usual: usual.as_slice_mut().map_err(contiguous)?,
        };
        let it = &mut **lock(py, &self.it);
        let (n, actions) = (rows.usual.len(), it.features().n_actions());
        if (rows.features.len(), rows.values.len()) != (n * WIDTH, n * actions) {
            return Err(wrong(format!(
                "the arrays have wrong shapes: with usual ({n},), features need ({n}, {WIDTH}), values ({n}, {actions})"
            )));
        }
        detached(py, || it.fill(rows));
        Ok(())
    }
}
