//! Configuration of a tuning.

use super::search::Search;
use crate::sweep::space::Steps;
use powergrab_arena::hero_sums::Objective;
use powergrab_arena::seating::Order;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::config;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::Unit;

/// A tuning as configured. Bots and rulesets are names or paths, not looked up yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// The file, for messages.
    pub file: String,
    /// Name of the tuned strategy, and of the results' directory.
    pub name: String,
    /// Name or path of the ruleset.
    pub ruleset: String,
    /// Number of seats.
    pub players: usize,
    /// Name or path of the strategy from which the search starts.
    pub start: String,
    /// Names or paths of the hero's opponents.
    pub field: Vec<String>,
    /// Parameters to tune; `None` for all of the policy's.
    pub params: Option<Vec<String>>,
    /// Step that counts as 1 in the space of parameters.
    pub steps: Steps,
    /// Settings of the search.
    pub search: Search,
    /// Unit of play during the search.
    pub search_unit: Unit,
    /// Objective of the verdict.
    pub objective: Objective,
    /// Deals of the validation.
    pub validate: u64,
    /// Deals of the one-step table; 0 without one.
    pub one_step: u64,
    /// Number of best responses with `--self-play`.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
}

/// Supported optimisers. SPSA, of earlier versions, was removed.
const METHODS: &[&str] = &["cma-es"];

impl Tuning {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// Names the wrong key, and a correct one.
    pub fn parse(file: &str, text: &str) -> Result<Tuning, ConfigError> {
        Tuning::read(&Reader::of(file, &config::parse(file, text)?))
    }

    pub(crate) fn read(r: &Reader<'_>) -> Result<Tuning, ConfigError> {
        let missing = |key: &str| r.missing(key, "");
        let name = r.name()?;
        let ruleset = r.string("ruleset")?.unwrap_or("power-grab");
        let players = r.integer("players", 2..=MAX_SEATS as i64)?;
        let players = players.ok_or_else(|| missing("players"))? as usize;
        let start = r.string("start")?.ok_or_else(|| missing("start"))?;
        let field = r.strings("field")?.ok_or_else(|| missing("field"))?;
        if field.is_empty() {
            return Err(r.error("field", "an empty list: name at least one bot to play with"));
        }
        if name == start {
            return Err(r.error(
                "name",
                format!("{name:?} is the start's: the new strategy needs one of its own"),
            ));
        }
        let params = r.strings("params")?;
        for (key, list) in [("field", Some(&field)), ("params", params.as_ref())] {
            let list = list.map_or(&[][..], Vec::as_slice);
            if let Some(twice) = (1..list.len()).find(|&i| list[..i].contains(&list[i])) {
                return Err(r.error(key, format!("{:?} stands there twice", list[twice])));
            }
        }
        if params.as_ref().is_some_and(Vec::is_empty) {
            return Err(r.error(
                "params",
                "an empty list: leave it out to tune all parameters",
            ));
        }
        let whole = |key: &str, least: i64, most: i64| r.integer(key, least..=most);
        let population = whole("population", 4, 1000)?;
        r.choice("method", METHODS)?;
        let objective = r.choice("objective", Objective::TEXTS)?;
        let objective = objective
            .and_then(Objective::from_text)
            .unwrap_or(Objective::WinShare);
        let aim = r.choice("search_objective", Objective::TEXTS)?;
        let unit = r.choice("unit", Unit::TEXTS)?;
        let unit = unit.and_then(Unit::from_text).unwrap_or(Unit::Game);
        let search_unit = r.choice("search_unit", Unit::TEXTS)?;
        let most = 1 << 40;
        let number = |key: &str, default: i64| {
            Ok::<u64, ConfigError>(whole(key, 1, most)?.unwrap_or(default).unsigned_abs())
        };
        let first = number("deals", 200)?;
        let max_deals = number("max_deals", 20 * first.cast_signed())?;
        if max_deals < first {
            return Err(r.error(
                "max_deals",
                format!("{max_deals} is less than `deals`, {first}"),
            ));
        }
        let search = Search {
            population: population.map(|n| n as usize),
            sigma: r.number("sigma", 0.001..=1.0)?.unwrap_or(0.1),
            generations: number("generations", 60)?,
            games: whole("games", 1, most)?.map(i64::unsigned_abs),
            deals: first,
            max_deals,
            objective: aim.and_then(Objective::from_text).unwrap_or(objective),
        };
        let validate = number("validate", 20_000)?;
        let steps = r.choice("steps", Steps::TEXTS)?;
        let tuning = Tuning {
            file: r.file().to_owned(),
            name: name.to_owned(),
            ruleset: ruleset.to_owned(),
            players,
            start: start.to_owned(),
            field: field.iter().map(|&b| b.to_owned()).collect(),
            params: params.map(|p| p.iter().map(|&n| n.to_owned()).collect()),
            steps: steps.and_then(Steps::from_text).unwrap_or(Steps::Value),
            search,
            search_unit: search_unit.and_then(Unit::from_text).unwrap_or(unit),
            objective,
            validate,
            one_step: whole("one_step", 0, most)?.map_or(validate / 4, i64::unsigned_abs),
            rounds: number("rounds", 4)?,
            seed: r.integer("seed", 0..=i64::MAX)?.unwrap_or(1).unsigned_abs(),
            unit,
            order: r
                .choice("order", Order::TEXTS)?
                .and_then(Order::from_text)
                .unwrap_or(Order::Cyclic),
        };
        r.finish()?;
        Ok(tuning)
    }

    /// Returns an error about a key.
    pub fn error(&self, key: &str, problem: impl Into<String>) -> ConfigError {
        ConfigError {
            file: self.file.clone(),
            key: key.to_owned(),
            problem: problem.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "name = \"x\"\nplayers = 4\nstart = \"balanced\"\nfield = [\"greedy\"]\n";

    #[test]
    fn a_file_becomes_a_tuning() {
        let t = Tuning::parse("t.toml", HEAD).unwrap();
        assert_eq!(t.search.population, None);
        assert_eq!(
            (t.search.deals, t.search.max_deals, t.one_step),
            (200, 4000, 5000)
        );
        let text = format!(
            "{HEAD}population = 6\nobjective = \"rating\"\nunit = \"round\"\nsigma = 0.2\nparams = [\"bluff\"]"
        );
        let t = Tuning::parse("t.toml", &text).unwrap();
        assert_eq!(t.search.population, Some(6));
        assert_eq!(
            (t.search.objective, t.unit),
            (Objective::Rating, Unit::Round)
        );
        assert_eq!(t.params, Some(vec!["bluff".to_owned()]));
        assert_eq!((t.objective, t.search_unit), (Objective::Rating, t.unit));
    }

    #[test]
    fn a_search_may_count_what_tells_candidates_apart_sooner() {
        let text = format!("{HEAD}search_objective = \"margin\"\nsearch_unit = \"round\"");
        let t = Tuning::parse("t.toml", &text).unwrap();
        assert_eq!(
            (t.search.objective, t.search_unit),
            (Objective::Margin, Unit::Round)
        );
        assert_eq!((t.objective, t.unit), (Objective::WinShare, Unit::Game));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_remedy() {
        for (text, part) in [
            ("", "key `name`: is missing"),
            (
                "name = \"x\"\nplayers = 11",
                "11 is not a whole number from 2 to 10",
            ),
            (&format!("{HEAD}method = \"cma\""), "did you mean `cma-es`?"),
            (
                &format!("{HEAD}deals = 500\nmax_deals = 100"),
                "100 is less than `deals`, 500",
            ),
            (&format!("{HEAD}sigma = 2"), "from 0.001 to 1"),
            (
                &format!("{HEAD}generation = 2"),
                "did you mean `generations`?",
            ),
            (
                &HEAD.replace("[\"greedy\"]", "[\"greedy\", \"greedy\"]"),
                "stands there twice",
            ),
            (
                &format!("{HEAD}params = [\"bluff\", \"bluff\"]"),
                "key `params`: \"bluff\" stands there twice",
            ),
            (
                &format!("name = \"greedy\"\n{}", HEAD.split_once('\n').unwrap().1)
                    .replace("start = \"balanced\"", "start = \"greedy\""),
                "is the start's",
            ),
        ] {
            let error = Tuning::parse("t.toml", text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}\n{error}");
        }
    }
}
