//! Configuration of `balance`: the tables, the experiments with their numbers of deals, and the
//! part that decides the results.

use super::retune::Retune;
use crate::tune::search::Search;
use powergrab_arena::hero_sums::Objective;
use powergrab_balance::EXPERIMENTS;
use powergrab_balance::experiment::{Entry, Experiment, MAX_DEALS, deals};
use powergrab_bots::strategy::line_up;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::config::{ConfigError, Reader, parse};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Contents of the file. Bots and rulesets are names or paths, not looked up yet.
#[derive(Debug)]
pub struct Config {
    /// Name of the results' directory.
    pub name: String,
    /// Names or paths of rulesets; every line-up that fits plays each.
    pub rulesets: Vec<String>,
    /// Names or paths of bots, a list per table.
    pub line_ups: Vec<Vec<String>>,
    /// The seed.
    pub seed: Option<u64>,
    /// The requested experiments, in the order of play.
    pub experiments: Vec<ExperimentRequest>,
    /// The design search, which only `--optimise` starts.
    pub optimise: Option<OptimisePart>,
}

/// A requested experiment.
#[derive(Clone, Debug)]
pub struct ExperimentRequest {
    /// Its name.
    pub name: &'static str,
    /// Its settings.
    pub experiment: Arc<dyn Experiment>,
}

/// `[optimise]`
#[derive(Clone, Debug, PartialEq)]
pub struct OptimisePart {
    /// Deals of a candidate's first measurement.
    pub deals: u64,
    /// Bots at the table.
    pub line_up: Option<Vec<String>>,
    /// Number of candidates.
    pub candidates: usize,
    /// Maximum number of finalists, which are measured at the end.
    pub finalists: usize,
    /// Deals of the last measurement.
    pub test_deals: u64,
    /// Wanted number of turns per round; `None` for the base's.
    pub turns: Option<f64>,
    /// `[optimise.tune]`: settings for retuning bots for the finalists.
    pub tune: Option<Retune>,
}

fn optimise(r: &Reader<'_>) -> Result<Option<OptimisePart>, ConfigError> {
    let Some(r) = r.table("optimise")? else {
        return Ok(None);
    };
    let count = |key: &str, most: i64, without: i64| -> Result<usize, ConfigError> {
        Ok(r.integer(key, 1..=most)?.unwrap_or(without).unsigned_abs() as usize)
    };
    let line_up = line_up::read(&r, "line_up")?;
    let seats = |names: &Vec<String>| (2..=MAX_SEATS).contains(&names.len());
    if !line_up.as_ref().is_none_or(seats) {
        let right = format!("must be 2 to {MAX_SEATS} bots in quotes");
        return Err(r.error("line_up", right));
    }
    let deals = deals(&r)?;
    let part = OptimisePart {
        deals,
        line_up,
        candidates: count("candidates", 10_000, 32)?,
        finalists: count("finalists", 1000, 4)?,
        test_deals: r
            .integer("test_deals", 2..=MAX_DEALS)?
            .map_or(8 * deals, i64::unsigned_abs),
        turns: r.number("turns", 1.0..=10_000.0)?,
        tune: tune(&r)?,
    };
    r.finish()?;
    Ok(Some(part))
}

/// `[optimise.tune]`
fn tune(r: &Reader<'_>) -> Result<Option<Retune>, ConfigError> {
    let Some(r) = r.table("tune")? else {
        return Ok(None);
    };
    let whole = |key: &str, least: i64, most: i64| r.integer(key, least..=most);
    let params = r.strings("params")?;
    if params.as_ref().is_some_and(Vec::is_empty) {
        return Err(r.error(
            "params",
            "an empty list: leave it out to tune all parameters",
        ));
    }
    let first = deals(&r)?;
    let max_deals = whole("max_deals", 1, MAX_DEALS)?.map_or(4 * first, i64::unsigned_abs);
    if max_deals < first {
        return Err(r.error(
            "max_deals",
            format!("{max_deals} is less than `deals`, {first}"),
        ));
    }
    let gain_deals = whole("gain_deals", 2, MAX_DEALS)?.map_or(8 * first, i64::unsigned_abs);
    let retune = Retune {
        params: params.map(|p| p.into_iter().map(str::to_owned).collect()),
        search: Search {
            population: whole("population", 4, 1000)?.map(|n| n as usize),
            sigma: r.number("sigma", 0.001..=1.0)?.unwrap_or(0.25),
            generations: whole("generations", 1, MAX_DEALS)?.map_or(20, i64::unsigned_abs),
            games: None,
            deals: first,
            max_deals,
            objective: Objective::Margin,
        },
        gain_deals,
    };
    r.finish()?;
    Ok(Some(retune))
}

/// Returns the tables of the experiments, each with its keys: `[cards] (deals, line_ups)`.
pub fn known_tables() -> Vec<String> {
    let least = toml::Table::from_iter([("deals".to_owned(), 2.into())]);
    let known = |entry: &&Entry| {
        let reader = Reader::new("", &least);
        // Read only to record the keys that it asks for.
        let read = (entry.read)(&reader);
        debug_assert!(read.is_ok(), "[{}] needs no more than deals", entry.name);
        format!("[{}] ({})", entry.name, reader.asked().join(", "))
    };
    EXPERIMENTS.iter().map(known).collect()
}

impl Config {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// Names the wrong key, and a correct one.
    pub fn parse(file: &str, text: &str) -> Result<Config, ConfigError> {
        Config::read(&Reader::of(file, &parse(file, text)?))
    }

    pub(crate) fn read(r: &Reader<'_>) -> Result<Config, ConfigError> {
        let name = r.name()?.to_owned();
        let rulesets = match r.value("ruleset") {
            None => vec!["power-grab".to_owned()],
            Some(toml::Value::String(one)) => vec![one.clone()],
            Some(_) => {
                let list = r.strings("ruleset")?.unwrap_or_default();
                list.into_iter().map(str::to_owned).collect()
            }
        };
        if rulesets.is_empty() {
            return Err(r.error("ruleset", "an empty list: name at least one ruleset"));
        }
        let seed = r.integer("seed", 0..=i64::MAX)?.map(i64::unsigned_abs);
        let line_ups = line_up::read_all(r, "line_ups")?
            .ok_or_else(|| r.error("line_ups", "is missing: the bots of each table"))?;
        let mut experiments = Vec::new();
        for entry in EXPERIMENTS {
            if let Some(r) = r.table(entry.name)? {
                let experiment = Arc::from((entry.read)(&r)?);
                r.finish()?;
                let name = entry.name;
                experiments.push(ExperimentRequest { name, experiment });
            }
        }
        let config = Config {
            name,
            rulesets,
            line_ups,
            seed,
            experiments,
            optimise: optimise(r)?,
        };
        r.finish()?;
        if config.experiments.is_empty() && config.optimise.is_none() {
            let known: String = EXPERIMENTS
                .iter()
                .map(|e| format!("[{}], ", e.name))
                .collect();
            return Err(r.error(
                "",
                format!("asks for no experiment: give at least one of {known}[optimise]"),
            ));
        }
        Ok(config)
    }

    /// Returns the line-ups that single experiments define.
    pub fn own_line_ups(&self) -> impl Iterator<Item = &[Vec<String>]> {
        let asked = self.experiments.iter();
        asked.filter_map(|asked| asked.experiment.part().line_ups.as_deref())
    }

    /// Returns all named bots, possibly with duplicates.
    pub fn bots(&self) -> impl Iterator<Item = &str> {
        let own = self.own_line_ups().flatten().flatten();
        let search = self.optimise.as_ref().and_then(|p| p.line_up.as_ref());
        let all = self.line_ups.iter().flatten().chain(own);
        all.chain(search.into_iter().flatten()).map(String::as_str)
    }

    /// Returns the requested experiments, or the design search, with everything that decides their
    /// results, as names and values.
    pub fn identity(&self, optimise: bool) -> Value {
        if optimise {
            return json!({ "optimise": self.optimise.as_ref().map(search) });
        }
        let asked = self.experiments.iter();
        let asked = asked.map(|asked| (asked.name.to_owned(), asked.experiment.identity()));
        Value::Object(asked.collect::<Map<_, _>>())
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
        "method": search.optimiser_identity(),
        "sigma": search.sigma,
        "generations": search.generations,
        "games": search.games,
        "deals": search.deals,
        "max_deals": search.max_deals,
        "objective": search.objective.text(),
        "gain_deals": tune.gain_deals,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "name = \"x\"\nline_ups = [[\"greedy\", \"greedy\"]]\n";

    #[test]
    fn a_file_becomes_a_plan() {
        let text = format!("{HEAD}seed = 3\n[towers]\ndeals = 50\nturn_rate = 0.5");
        let config = Config::parse("b.toml", &text).unwrap();
        assert_eq!(config.rulesets, ["power-grab"]);
        let asked = json!({ "towers": {
            "deals": 50, "turn_rate": 0.5, "block_rate": 0.25, "null": false, "unit": "round",
        } });
        assert_eq!(config.identity(false), asked);
        let text = format!(
            "{HEAD}[rulings]\ndeals = 9\npairs = true\n[ledger]\ndeals = 8\nline_ups = [[\"a\", \"b\"]]\n[optimise]\ndeals = 7\n[optimise.tune]\ndeals = 5"
        );
        let config = Config::parse("b.toml", &text).unwrap();
        let asked = json!({
            "rulings": { "deals": 9, "line_ups": null, "unit": "game", "pairs": true },
            "ledger": { "deals": 8, "line_ups": [["a", "b"]] },
        });
        assert_eq!(config.identity(false), asked);
        let optimise = config.optimise.unwrap();
        assert_eq!(optimise.test_deals, 56);
        let tune = optimise.tune.unwrap();
        assert_eq!((tune.search.max_deals, tune.gain_deals), (20, 40));
        assert_eq!(tune.search.objective, Objective::Margin);
    }

    #[test]
    fn the_tables_of_a_file_are_known() {
        let known = known_tables();
        assert_eq!(known.len(), EXPERIMENTS.len());
        assert_eq!(
            known[..2],
            [
                "[towers] (deals, turn_rate, block_rate, null, unit)",
                "[cards] (deals, line_ups)"
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, problem) in [
            (String::new(), "key `name`: is missing"),
            ("name = \"x\"".to_owned(), "key `line_ups`: is missing"),
            (HEAD.to_owned(), "asks for no experiment"),
            (format!("{HEAD}[towers]"), "key `towers.deals`: is missing"),
            (format!("{HEAD}[towers]\ndeals = 1"), "from 2 to"),
            (
                format!("{HEAD}[towers]\ndeals = 9\nturn_rate = 0\nblock_rate = 0"),
                "key `towers.turn_rate`: is 0, and so is block_rate",
            ),
            (
                format!("{HEAD}[towers]\ndeals = 9\nrate = 1"),
                "key `towers.rate`: unknown",
            ),
            (
                format!("{HEAD}[optimise]\ndeals = 9\n[optimise.tune]\ngenerations = 3"),
                "key `optimise.tune.deals`: is missing",
            ),
            (
                format!("{HEAD}[optimise]\ndeals = 9\ntune = {{ deals = 9, max_deals = 8 }}"),
                "key `optimise.tune.max_deals`: 8 is less than `deals`, 9",
            ),
            (
                "name = \"x\"\nline_ups = [[\"a\"]]".to_owned(),
                "[\"a\"] is not a list of 2 to 10 bots in quotes",
            ),
        ] {
            let error = Config::parse("b.toml", &text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}\n{error}");
        }
    }
}
