//! What of a configuration decides the results of a run of `balance`, as names and values.

use super::config::{Config, Experiment, OptimisePart};
use super::retune::Retune;
use serde_json::{Map, Value, json};

impl Config {
    /// The experiments asked for, or the design search, with all that decides their results.
    #[must_use]
    pub fn identity(&self, optimise: bool) -> Value {
        if optimise {
            return json!({ "optimise": self.optimise.as_ref().map(search) });
        }
        let asked = Experiment::ALL
            .into_iter()
            .filter_map(|experiment| Some((experiment.name().to_owned(), self.of(experiment)?)));
        Value::Object(asked.collect::<Map<_, _>>())
    }

    fn of(&self, experiment: Experiment) -> Option<Value> {
        let (deals, line_ups) = self.asked(experiment)?;
        Some(match experiment {
            Experiment::Towers => {
                let part = self.towers?;
                json!({
                    "deals": deals, "turn_rate": part.turn_rate, "block_rate": part.block_rate,
                    "null": part.null, "unit": part.unit.text(),
                })
            }
            Experiment::Cards | Experiment::Drama | Experiment::Ledger => {
                json!({ "deals": deals, "line_ups": line_ups })
            }
            Experiment::Ablations | Experiment::Rulings => {
                let part = self.variants(experiment)?;
                json!({
                    "deals": deals, "line_ups": line_ups, "unit": part.unit.text(),
                    "pairs": part.pairs,
                })
            }
        })
    }
}

fn search(part: &OptimisePart) -> Value {
    json!({
        "deals": part.deals,
        "line_up": part.line_up,
        "candidates": part.candidates,
        "finalists": part.finalists,
        "test_deals": part.test_deals,
        "turns": part.turns,
        "tune": part.tune.as_ref().map(retune),
    })
}

fn retune(tune: &Retune) -> Value {
    let search = &tune.search;
    json!({
        "params": tune.params,
        "method": search.method.identity(),
        "sigma": search.sigma,
        "generations": search.generations,
        "games": search.games,
        "deals": search.deals,
        "max_deals": search.max_deals,
        "objective": search.objective.text(),
        "gain_deals": tune.gain_deals,
    })
}
