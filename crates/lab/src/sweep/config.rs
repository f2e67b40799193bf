//! Configuration of a sweep: factors, their levels, and the cells of its design.

use super::design;
use super::design::MAX_SOBOL;
use super::factors::{Factor, Levels, Target, factors_in};
use powergrab_arena::experiment::Deals;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::line_up;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::config;
use powergrab_engine::config::{ConfigError, NAMES, Reader, is_name};
use powergrab_engine::game::Unit;
use powergrab_engine::rng::{Purpose, Seeds};
use toml::Value;

/// The combinations of levels to be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// Every combination.
    Grid,
    /// The first level of each factor, the second of each, and so on.
    List,
    /// A Latin hypercube of this many points.
    LatinHypercube(u32),
    /// This many points of Sobol's sequence, scrambled.
    Sobol(u32),
}

const DESIGNS: &[&str] = &["grid", "list", "latin-hypercube", "sobol"];

impl Design {
    /// Returns the text of the option.
    pub fn text(self) -> &'static str {
        match self {
            Design::Grid => DESIGNS[0],
            Design::List => DESIGNS[1],
            Design::LatinHypercube(_) => DESIGNS[2],
            Design::Sobol(_) => DESIGNS[3],
        }
    }
}

/// Maximum number of cells of a sweep.
pub const MAX_CELLS: usize = 100_000;

/// A sweep as configured. Bots and rulesets are names or paths, not looked up yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The file, for messages.
    pub file: String,
    /// Name of the results' directory.
    pub name: String,
    /// Name or path of the ruleset.
    pub ruleset: String,
    /// Bots at the table, by their names in the line-up. With fewer players the first of them play,
    /// with more the last one repeats.
    pub line_up: Vec<String>,
    /// The line-up's own names, each with its bot's name or path.
    pub bots: Vec<(String, String)>,
    /// Bot of the line-up whose results are plotted, and decide with `--halving`.
    pub hero: String,
    /// The factors.
    pub factors: Vec<Factor>,
    /// The design.
    pub design: Design,
    /// Number of cells that `--halving` confirms on held-out deals.
    pub finalists: usize,
    /// The deals of each cell.
    pub deals: Option<Deals>,
    /// The seed.
    pub seed: Option<u64>,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
}

impl Sweep {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// Names the wrong key, and a correct one.
    pub fn parse(file: &str, text: &str) -> Result<Sweep, ConfigError> {
        Sweep::read(&Reader::of(file, &config::parse(file, text)?))
    }

    pub(crate) fn read(r: &Reader<'_>) -> Result<Sweep, ConfigError> {
        let missing = |key: &str| r.missing(key, "");
        let name = r.name()?;
        let ruleset = r.string("ruleset")?.unwrap_or("power-grab");
        let line_up = line_up::read(r, "line_up")?.ok_or_else(|| missing("line_up"))?;
        if !(1..=MAX_SEATS).contains(&line_up.len()) {
            return Err(r.error("line_up", format!("must name 1 to {MAX_SEATS} bots")));
        }
        let mut bots = Vec::new();
        if let Some(own) = r.table("bots")? {
            for (key, _) in own.entries() {
                if !is_name(key) {
                    return Err(own.error(key, format!("is not a name for a bot: give {NAMES}")));
                }
                let bot = own.string(key)?.unwrap_or_default();
                bots.push((key.to_owned(), bot.to_owned()));
            }
        }
        let hero = r.string("hero")?.unwrap_or(&line_up[0]);
        if !line_up.iter().any(|bot| bot == hero) {
            return Err(r.error("hero", format!("{hero:?} is not in line_up")));
        }
        let mut factors = Vec::new();
        let read = r.table("factors")?.ok_or_else(|| missing("factors"))?;
        factors_in(&read, "", &mut factors)?;
        if factors.is_empty() {
            return Err(r.error("factors", "is empty: name at least one factor"));
        }
        let design = design(r, &factors)?;
        let finalists = r.integer("finalists", 1..=1000)?.unwrap_or(4);
        let deals = deals(r, "deals")?;
        let seed = r.integer("seed", 0..=i64::MAX)?;
        let unit = r.choice("unit", Unit::TEXTS)?.and_then(Unit::from_text);
        let order = r.choice("order", Order::TEXTS)?.and_then(Order::from_text);
        r.finish()?;
        let players = factors.iter().any(|f| f.target == Target::Players);
        if !players && line_up.len() < 2 {
            return Err(r.error(
                "line_up",
                "one bot: a table has at least two seats; name more, or make `players` a factor",
            ));
        }
        Ok(Sweep {
            file: r.file().to_owned(),
            name: name.to_owned(),
            ruleset: ruleset.to_owned(),
            hero: hero.to_owned(),
            line_up,
            bots,
            factors,
            design,
            finalists: finalists as usize,
            deals,
            seed: seed.map(i64::unsigned_abs),
            unit: unit.unwrap_or(Unit::Game),
            order: order.unwrap_or(Order::Cyclic),
        })
    }

    /// Returns the line-up in words.
    pub fn seated(&self) -> String {
        let stands = self
            .bots
            .iter()
            .map(|(own, bot)| format!("{own} is {bot} but for what is swept"));
        let mut parts = vec![format!("Line-up: {}", self.line_up.join(", "))];
        parts.extend(stands);
        format!("{}.", parts.join("; "))
    }

    /// Returns an error about a factor.
    pub fn error(&self, factor: &Factor, problem: impl Into<String>) -> ConfigError {
        ConfigError {
            file: self.file.clone(),
            key: format!("factors.{}", factor.name),
            problem: problem.into(),
        }
    }

    /// Returns the levels of each cell, in the order of the factors.
    ///
    /// # Errors
    /// Fails for too many cells.
    pub fn cells(&self, seed: u64) -> Result<Vec<Vec<Value>>, ConfigError> {
        let too_many = |n: f64| ConfigError {
            file: self.file.clone(),
            key: "factors".to_owned(),
            problem: format!("{n} cells: a sweep has at most {MAX_CELLS}"),
        };
        let listed: Vec<Vec<Value>> = self.factors.iter().map(Factor::listed).collect();
        let mut rng = Seeds::new(seed, Purpose::Plan).deal(0).plan();
        let points = match self.design {
            Design::Grid => {
                let n: Vec<usize> = listed.iter().map(Vec::len).collect();
                let all = n.iter().map(|&n| n as f64).product::<f64>();
                if all > MAX_CELLS as f64 {
                    return Err(too_many(all));
                }
                let rows = design::grid(&n).into_iter();
                let pick = |row: Vec<usize>| {
                    row.iter()
                        .zip(&listed)
                        .map(|(i, l)| l[*i].clone())
                        .collect()
                };
                return Ok(rows.map(pick).collect());
            }
            Design::List => {
                let pick = |i: usize| listed.iter().map(|l| l[i].clone()).collect();
                return Ok((0..listed[0].len()).map(pick).collect());
            }
            Design::LatinHypercube(n) => design::latin_hypercube(n, self.factors.len(), &mut rng),
            Design::Sobol(n) => design::sobol(n, self.factors.len(), &mut rng),
        };
        let cell = |point: &Vec<f64>| {
            self.factors
                .iter()
                .zip(point)
                .map(|(f, u)| f.at(*u))
                .collect()
        };
        Ok(points.iter().map(cell).collect())
    }
}

/// Reads `deals`, a number or a text.
pub(crate) fn deals(r: &Reader<'_>, key: &str) -> Result<Option<Deals>, ConfigError> {
    let Some(value) = r.value(key) else {
        return Ok(None);
    };
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let deals = text.parse::<Deals>();
    deals.map(Some).map_err(|e| r.error(key, e.to_string()))
}

fn design(r: &Reader<'_>, factors: &[Factor]) -> Result<Design, ConfigError> {
    let text = r.choice("design", DESIGNS)?.unwrap_or("grid");
    let points = r.integer("points", 2..=MAX_CELLS as i64)?;
    let n =
        || points.ok_or_else(|| r.error("points", "is missing: how many points the design has"));
    let listed = text == "grid" || text == "list";
    if listed && points.is_some() {
        return Err(r.error(
            "points",
            format!("a {text} has as many points as its levels make"),
        ));
    }
    let unstepped = |f: &&Factor| matches!(f.levels, Levels::Range { steps: None, .. });
    if let Some(factor) = factors.iter().find(unstepped).filter(|_| listed) {
        return Err(r.error(
            &format!("factors.{}", factor.name),
            format!("in a {text} a range needs `steps`: how many levels, both ends among them"),
        ));
    }
    match text {
        "list" => {
            let n: Vec<usize> = factors.iter().map(|f| f.listed().len()).collect();
            if let Some(other) = n.iter().position(|len| *len != n[0]) {
                return Err(r.error(
                    &format!("factors.{}", factors[other].name),
                    format!(
                        "has {} levels and `{}` has {}: in a list all factors have equally many",
                        n[other], factors[0].name, n[0]
                    ),
                ));
            }
            Ok(Design::List)
        }
        "latin-hypercube" => Ok(Design::LatinHypercube(n()? as u32)),
        "sobol" => {
            let n = n()?;
            if !(n as u64).is_power_of_two() {
                let near = (n as u64).next_power_of_two();
                return Err(r.error(
                    "points",
                    format!(
                        "{n} is not a power of two, as a balanced Sobol design needs: {} or {near}",
                        near / 2
                    ),
                ));
            }
            if factors.len() > MAX_SOBOL {
                return Err(r.error("design", format!("{} factors: Sobol's points have at most {MAX_SOBOL} dimensions here; take a latin-hypercube", factors.len())));
            }
            Ok(Design::Sobol(n as u32))
        }
        _ => Ok(Design::Grid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const HEAD: &str = "name = \"x\"\nline_up = [\"balanced\", \"greedy\"]\n";

    fn parse(text: &str) -> Result<Sweep, String> {
        Sweep::parse("s.toml", &format!("{HEAD}{text}")).map_err(|e| e.to_string())
    }

    #[test]
    fn factors_may_be_written_either_way() {
        let quoted =
            parse("[factors]\n\"balanced.bluff\" = [0.1, 1]\n\"rules.points.G2\" = [20]").unwrap();
        let nested = parse("[factors]\nbalanced.bluff = [0.1, 1]\nrules.points.G2 = [20]").unwrap();
        assert_eq!(quoted, nested);
        assert_eq!(
            quoted.factors[1].target,
            Target::Rule("points.G2".to_owned())
        );
        assert_eq!(quoted.cells(1).unwrap().len(), 2);
    }

    #[test]
    fn a_grid_has_every_combination_and_a_list_none() {
        let factors =
            "[factors]\nbalanced.bluff = { from = 0, to = 1, steps = 3 }\nplayers = [2, 3, 4]";
        let grid = parse(factors).unwrap().cells(1).unwrap();
        assert_eq!(grid.len(), 9);
        assert_eq!(grid[1], [Value::Float(0.0), Value::Integer(3)]);
        assert_eq!(grid[3][0], Value::Float(0.5));
        let list = parse(&format!("design = \"list\"\n{factors}"))
            .unwrap()
            .cells(1)
            .unwrap();
        assert_eq!(list.len(), 3);
        assert_eq!(list[2], [Value::Float(1.0), Value::Integer(4)]);
    }

    #[test]
    fn space_filling_designs_fill_their_ranges() {
        for design in ["latin-hypercube", "sobol"] {
            let text = format!(
                "design = \"{design}\"\npoints = 16\n[factors]\nbalanced.bluff = {{ from = 0.0, to = 0.5 }}\n\
balanced.weight = {{ from = 0.1, to = 10, scale = \"log\" }}\nrules.hand_size = {{ from = 5, to = 8 }}\nplayers = [2, 4]"
            );
            let sweep = parse(&text).unwrap();
            let cells = sweep.cells(3).unwrap();
            assert_eq!(cells, sweep.cells(3).unwrap());
            assert_ne!(cells, sweep.cells(4).unwrap());
            let eighths: HashSet<i64> = cells
                .iter()
                .map(|c| (c[0].as_float().unwrap() * 32.0) as i64)
                .collect();
            assert_eq!(eighths.len(), 16, "{design}");
            for size in 5..=8 {
                assert_eq!(
                    cells
                        .iter()
                        .filter(|c| c[2] == Value::Integer(size))
                        .count(),
                    4
                );
            }
            let below_1 = cells.iter().filter(|c| c[1].as_float().unwrap() < 1.0);
            assert_eq!(below_1.count(), 8);
            assert_eq!(
                cells.iter().filter(|c| c[3] == Value::Integer(2)).count(),
                8
            );
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_remedy() {
        for (text, part) in [
            ("", "key `factors`: is missing"),
            ("[factors]", "name at least one factor"),
            (
                "[factors]\nbluff = [1]",
                "key `factors.bluff`: is not a factor",
            ),
            (
                "[factors]\nbalanced.bluff = 3",
                "key `factors.balanced.bluff`: 3 is not a list of levels",
            ),
            (
                "[factors]\nbalanced.bluff = { from = 1, to = 0 }",
                "key `factors.balanced.bluff.to`: 0 is not above",
            ),
            (
                "[factors]\nbalanced.bluff = { from = 0, to = 1 }",
                "needs `steps`",
            ),
            (
                "[factors]\nbalanced.bluff = { from = 0, to = 1, step = 3 }",
                "did you mean `steps`?",
            ),
            (
                "[factors]\na.b = { from = 0, to = 1, steps = 3, scale = \"log\" }",
                "begin above 0",
            ),
            (
                "design = \"sobol\"\npoints = 12\n[factors]\na.b = [1]",
                "8 or 16",
            ),
            (
                "design = \"sobol\"\n[factors]\na.b = [1]",
                "key `points`: is missing",
            ),
            (
                "design = \"list\"\n[factors]\na.b = [1]\nc.d = [1, 2]",
                "key `factors.c.d`: has 2 levels",
            ),
            (
                "hero = \"random\"\n[factors]\na.b = [1]",
                "is not in line_up",
            ),
            (
                "heros = \"random\"\n[factors]\na.b = [1]",
                "did you mean `hero`?",
            ),
            (
                "[factors]\nrules.base = [\"classic\"]",
                "make `ruleset` a factor",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(part), "{text}\n{error}");
        }
        let big = "[factors]\na.b = { from = 0, to = 1, steps = 1000 }\na.c = { from = 0, to = 1, steps = 1000 }";
        assert!(
            parse(big)
                .unwrap()
                .cells(1)
                .unwrap_err()
                .to_string()
                .contains("1000000 cells")
        );
    }
}
