//! The configuration of `balance`: which tables, and which experiments with how many deals.

use super::retune::Retune;
use crate::arena::play::Unit;
use crate::cards::MAX_SEATS;
use crate::config::{ConfigError, Reader, parse};
use crate::lab::trial::Objective;
use crate::lab::tune::{Method, Search};

/// What the file asks for. Bots and rulesets are names or paths, not looked up yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// For the results' directory.
    pub name: String,
    /// Names or paths of rulesets; every line-up that fits is seated at each.
    pub rulesets: Vec<String>,
    /// Names or paths of bots, a list a table.
    pub line_ups: Vec<Vec<String>>,
    /// The seed.
    pub seed: Option<u64>,
    /// The worth of towers and blocks.
    pub towers: Option<TowersPart>,
    /// The worth of cards.
    pub cards: Option<Part>,
    /// Things taken out of the rules.
    pub ablations: Option<VariantsPart>,
    /// Rulings read otherwise.
    pub rulings: Option<VariantsPart>,
    /// The course of rounds.
    pub drama: Option<Part>,
    /// Luck and skill.
    pub ledger: Option<Part>,
    /// The design search, which only `--optimise` starts.
    pub optimise: Option<OptimisePart>,
}

/// The experiments, by the names of their tables in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// `[towers]`
    Towers,
    /// `[cards]`
    Cards,
    /// `[ablations]`
    Ablations,
    /// `[rulings]`
    Rulings,
    /// `[drama]`
    Drama,
    /// `[ledger]`
    Ledger,
}

impl Experiment {
    /// All, in the order in which they are played.
    pub const ALL: [Experiment; 6] = [
        Experiment::Towers,
        Experiment::Cards,
        Experiment::Ablations,
        Experiment::Rulings,
        Experiment::Drama,
        Experiment::Ledger,
    ];

    /// The name of its table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Experiment::Towers => "towers",
            Experiment::Cards => "cards",
            Experiment::Ablations => "ablations",
            Experiment::Rulings => "rulings",
            Experiment::Drama => "drama",
            Experiment::Ledger => "ledger",
        }
    }
}

/// An experiment that needs no more than a number of deals: `[cards]`, `[drama]`, `[ledger]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Deals; of `[ledger]` samples, of two deals each.
    pub deals: u64,
    /// Tables of its own.
    pub line_ups: Option<Vec<Vec<String>>>,
}

/// `[ablations]`, `[rulings]`
#[derive(Clone, Debug, PartialEq)]
pub struct VariantsPart {
    /// Deals.
    pub deals: u64,
    /// Tables of its own.
    pub line_ups: Option<Vec<Vec<String>>>,
    /// What is played as one game.
    pub unit: Unit,
    /// Whether every two changes are also made together.
    pub pairs: bool,
}

/// `[optimise]`
#[derive(Clone, Debug, PartialEq)]
pub struct OptimisePart {
    /// Deals of the first measurement of a candidate.
    pub deals: u64,
    /// The bots at the table.
    pub line_up: Option<Vec<String>>,
    /// How many candidates.
    pub candidates: usize,
    /// How many are measured at the end, at the most.
    pub finalists: usize,
    /// Deals of the last measurement.
    pub test_deals: u64,
    /// The wanted number of turns in a round; none is the base's.
    pub turns: Option<f64>,
    /// `[optimise.tune]`: how bots are tuned anew for the finalists.
    pub tune: Option<Retune>,
}

/// `[towers]`
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TowersPart {
    /// Deals.
    pub deals: u64,
    /// The share of turns at which a tower is moved.
    pub turn_rate: f64,
    /// The share of possible blocks that are played both ways.
    pub block_rate: f64,
    /// Move nothing: a check of the experiment itself.
    pub null: bool,
    /// What is played on: the round, or the whole game.
    pub unit: Unit,
}

/// The most deals of one experiment.
const MAX_DEALS: i64 = 1 << 40;

fn deals(r: &Reader<'_>) -> Result<u64, ConfigError> {
    let deals = r.integer("deals", 2..=MAX_DEALS)?;
    deals
        .map(i64::unsigned_abs)
        .ok_or_else(|| r.error("deals", "is missing: how many deals this experiment plays"))
}

fn unit(r: &Reader<'_>) -> Result<Option<Unit>, ConfigError> {
    Ok(r.choice("unit", Unit::TEXTS)?.and_then(Unit::from_text))
}

/// Lists of bots, one a table.
fn line_ups(r: &Reader<'_>, key: &str) -> Result<Option<Vec<Vec<String>>>, ConfigError> {
    let Some(value) = r.value(key) else {
        return Ok(None);
    };
    let texts = |entry: &toml::Value| -> Option<Vec<String>> {
        let names = entry.as_array()?.iter();
        let names: Option<Vec<String>> = names.map(|n| n.as_str().map(str::to_owned)).collect();
        names.filter(|names| (2..=MAX_SEATS).contains(&names.len()))
    };
    let list: Option<Vec<Vec<String>>> = value
        .as_array()
        .and_then(|list| list.iter().map(texts).collect());
    match list.filter(|list| !list.is_empty()) {
        Some(list) => Ok(Some(list)),
        None => Err(r.error(
            key,
            format!("must be a list of line-ups, each a list of 2 to {MAX_SEATS} bots in quotes"),
        )),
    }
}

fn part(r: &Reader<'_>, key: &str) -> Result<Option<Part>, ConfigError> {
    let Some(r) = r.table(key)? else {
        return Ok(None);
    };
    let part = Part {
        deals: deals(&r)?,
        line_ups: line_ups(&r, "line_ups")?,
    };
    r.finish()?;
    Ok(Some(part))
}

fn variants(r: &Reader<'_>, key: &str, without: Unit) -> Result<Option<VariantsPart>, ConfigError> {
    let Some(r) = r.table(key)? else {
        return Ok(None);
    };
    let part = VariantsPart {
        deals: deals(&r)?,
        line_ups: line_ups(&r, "line_ups")?,
        unit: unit(&r)?.unwrap_or(without),
        pairs: r.boolean("pairs")?.unwrap_or(false),
    };
    r.finish()?;
    Ok(Some(part))
}

fn optimise(r: &Reader<'_>) -> Result<Option<OptimisePart>, ConfigError> {
    let Some(r) = r.table("optimise")? else {
        return Ok(None);
    };
    let count = |key: &str, most: i64, without: i64| -> Result<usize, ConfigError> {
        Ok(r.integer(key, 1..=most)?.unwrap_or(without).unsigned_abs() as usize)
    };
    let line_up = r
        .strings("line_up")?
        .map(|names| names.into_iter().map(str::to_owned).collect());
    if let Some(names) = &line_up {
        let names: &Vec<String> = names;
        if !(2..=MAX_SEATS).contains(&names.len()) {
            return Err(r.error(
                "line_up",
                format!("must be 2 to {MAX_SEATS} bots in quotes"),
            ));
        }
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
            method: Method::Cma {
                population: whole("population", 4, 1000)?.map(|n| n as usize),
            },
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

impl Config {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Which key is wrong, and what would be right.
    pub fn parse(file: &str, text: &str) -> Result<Config, ConfigError> {
        let table = parse(file, text)?;
        let r = Reader::new(file, &table);
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
        let line_ups = line_ups(&r, "line_ups")?
            .ok_or_else(|| r.error("line_ups", "is missing: the bots of each table"))?;
        let towers = match r.table("towers")? {
            Some(r) => {
                let part = TowersPart {
                    deals: deals(&r)?,
                    turn_rate: r.number("turn_rate", 0.0..=1.0)?.unwrap_or(0.1),
                    block_rate: r.number("block_rate", 0.0..=1.0)?.unwrap_or(0.25),
                    null: r.boolean("null")?.unwrap_or(false),
                    unit: unit(&r)?.unwrap_or(Unit::Round),
                };
                r.finish()?;
                if part.turn_rate == 0.0 && part.block_rate == 0.0 {
                    return Err(r.error(
                        "turn_rate",
                        "is 0, and so is block_rate: nothing would be measured; give one of them a share above 0, or leave [towers] out",
                    ));
                }
                Some(part)
            }
            None => None,
        };
        let config = Config {
            name,
            rulesets,
            line_ups,
            seed,
            towers,
            cards: part(&r, "cards")?,
            ablations: variants(&r, "ablations", Unit::Round)?,
            rulings: variants(&r, "rulings", Unit::Game)?,
            drama: part(&r, "drama")?,
            ledger: part(&r, "ledger")?,
            optimise: optimise(&r)?,
        };
        r.finish()?;
        if config.parts().is_empty() && config.optimise.is_none() {
            return Err(r.error(
                "",
                "asks for no experiment: give at least one of [towers], [cards], [ablations], [rulings], [drama], [ledger], [optimise]",
            ));
        }
        Ok(config)
    }

    /// How many deals this experiment plays, and the tables that it has of its own; `None` where it is not asked for.
    #[must_use]
    pub fn asked(&self, experiment: Experiment) -> Option<(u64, Option<&[Vec<String>]>)> {
        let part = match experiment {
            Experiment::Towers => return self.towers.map(|p| (p.deals, None)),
            Experiment::Cards => &self.cards,
            Experiment::Drama => &self.drama,
            Experiment::Ledger => &self.ledger,
            Experiment::Ablations | Experiment::Rulings => {
                let part = self.variants(experiment)?;
                return Some((part.deals, part.line_ups.as_deref()));
            }
        };
        let part = part.as_ref()?;
        Some((part.deals, part.line_ups.as_deref()))
    }

    /// What an experiment that changes rules was asked for with.
    #[must_use]
    pub fn variants(&self, experiment: Experiment) -> Option<&VariantsPart> {
        match experiment {
            Experiment::Ablations => self.ablations.as_ref(),
            Experiment::Rulings => self.rulings.as_ref(),
            Experiment::Towers | Experiment::Cards | Experiment::Drama | Experiment::Ledger => None,
        }
    }

    /// Tables that single experiments have of their own.
    pub fn own_line_ups(&self) -> impl Iterator<Item = &[Vec<String>]> {
        let asked = Experiment::ALL.into_iter().filter_map(|e| self.asked(e));
        asked.filter_map(|(_, line_ups)| line_ups)
    }

    /// All bots named, some of them several times.
    pub fn bots(&self) -> impl Iterator<Item = &str> {
        let own = self.own_line_ups().flatten().flatten();
        let search = self.optimise.as_ref().and_then(|p| p.line_up.as_ref());
        let all = self.line_ups.iter().flatten().chain(own);
        all.chain(search.into_iter().flatten()).map(String::as_str)
    }

    /// The experiments asked for, with their deals.
    #[must_use]
    pub fn parts(&self) -> Vec<(Experiment, u64)> {
        let asked = |experiment| Some((experiment, self.asked(experiment)?.0));
        Experiment::ALL.into_iter().filter_map(asked).collect()
    }
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
        assert_eq!(config.parts(), [(Experiment::Towers, 50)]);
        let towers = config.towers.unwrap();
        assert_eq!((towers.turn_rate, towers.null), (0.5, false));
        let text = format!(
            "{HEAD}[rulings]\ndeals = 9\npairs = true\n[ledger]\ndeals = 8\nline_ups = [[\"a\", \"b\"]]\n[optimise]\ndeals = 7\n[optimise.tune]\ndeals = 5"
        );
        let config = Config::parse("b.toml", &text).unwrap();
        assert_eq!(
            config.parts(),
            [(Experiment::Rulings, 9), (Experiment::Ledger, 8)]
        );
        let rulings = config.rulings.unwrap();
        assert_eq!((rulings.unit, rulings.pairs), (Unit::Game, true));
        assert_eq!(config.ledger.unwrap().line_ups.unwrap(), [["a", "b"]]);
        let optimise = config.optimise.unwrap();
        assert_eq!(optimise.test_deals, 56);
        let tune = optimise.tune.unwrap();
        assert_eq!((tune.search.max_deals, tune.gain_deals), (20, 40));
        assert_eq!(tune.search.objective, Objective::Margin);
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
                "each a list of 2 to 10 bots",
            ),
        ] {
            let error = Config::parse("b.toml", &text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}\n{error}");
        }
    }
}
