//! Factors of a sweep: their targets, their levels, and their notation in a file.

use powergrab_engine::config::{ConfigError, Reader};
use toml::Value;

/// The target of a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The ruleset itself, by name or path.
    Ruleset,
    /// An option of the rules, by its key; dots separate the keys of nested tables.
    Rule(String),
    /// The number of seats.
    Players,
    /// A bot's parameter.
    Param {
        /// The bot's name in the line-up.
        bot: String,
        /// The parameter.
        param: String,
    },
}

/// The levels of a factor.
#[derive(Clone, Debug, PartialEq)]
pub enum Levels {
    /// These levels.
    List(Vec<Value>),
    /// Any value of a range.
    Range {
        /// Minimum.
        from: f64,
        /// Maximum.
        to: f64,
        /// Number of levels in a grid or a list, including both ends.
        steps: Option<usize>,
        /// Whole numbers only.
        whole: bool,
        /// Equal ratios instead of equal steps.
        log: bool,
    },
}

/// One factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// Name as in the file, for example `balanced.bluff`; also its column.
    pub name: String,
    /// The target.
    pub target: Target,
    /// The levels.
    pub levels: Levels,
}

impl Factor {
    /// Returns the factor's levels in a grid or a list.
    pub(crate) fn listed(&self) -> Vec<Value> {
        match &self.levels {
            Levels::List(list) => list.clone(),
            Levels::Range { steps, .. } => {
                let last = steps.unwrap_or(2).max(2) - 1;
                (0..=last)
                    .map(|i| self.between(i as f64 / last as f64))
                    .collect()
            }
        }
    }

    /// Returns the level at a coordinate in [0, 1).
    pub(crate) fn at(&self, u: f64) -> Value {
        match &self.levels {
            Levels::List(list) => {
                list[((u * list.len() as f64) as usize).min(list.len() - 1)].clone()
            }
            Levels::Range {
                from,
                to,
                whole: true,
                ..
            } => {
                // Each whole number gets an equal part.
                Value::Integer((from + u * (to - from + 1.0)).min(*to) as i64)
            }
            Levels::Range { .. } => self.between(u),
        }
    }

    fn between(&self, u: f64) -> Value {
        let Levels::Range {
            from,
            to,
            whole,
            log,
            ..
        } = self.levels
        else {
            return Value::Float(u);
        };
        let value = if log {
            from * libm::pow(to / from, u)
        } else {
            from + u * (to - from)
        };
        if whole {
            return Value::Integer(libm::round(value) as i64);
        }
        // Six significant digits of the range are precise enough, and readable.
        let grain = (to - from)
            .abs()
            .min(if log { value } else { f64::INFINITY })
            / 1e5;
        Value::Float(super::space::rounded(value, grain))
    }
}

/// Reads the factors of a table; `bot.param` may be a quoted key or a nested table.
pub(crate) fn factors_in(
    r: &Reader<'_>,
    prefix: &str,
    factors: &mut Vec<Factor>,
) -> Result<(), ConfigError> {
    for (key, value) in r.entries() {
        let name = format!("{prefix}{key}");
        let is_range = |t: &toml::Table| t.contains_key("from") || t.contains_key("to");
        let levels = match value {
            Value::Table(inner) if !is_range(inner) => {
                if let Some(deeper) = r.table(key)? {
                    factors_in(&deeper, &format!("{name}."), factors)?;
                }
                continue;
            }
            Value::Table(_) => None,
            Value::Array(list) if !list.is_empty() => {
                let plain = |v: &Value| !matches!(v, Value::Table(_) | Value::Datetime(_));
                if !list.iter().all(plain) {
                    return Err(r.error(key, "levels are numbers, texts, lists or true and false"));
                }
                Some(Levels::List(list.clone()))
            }
            _ => {
                return Err(r.error(
                    key,
                    format!("{value} is not a list of levels: give a list, [0.1, 0.5], or a range, {{ from = 0, to = 1, steps = 5 }}"),
                ));
            }
        };
        let target = match name.as_str() {
            "players" => Target::Players,
            "ruleset" => Target::Ruleset,
            "rules.base" | "rules.name" => {
                return Err(r.error(
                    key,
                    "is not an option; to compare rulesets make `ruleset` a factor",
                ));
            }
            _ => match (name.strip_prefix("rules."), name.rsplit_once('.')) {
                (Some(option), _) => Target::Rule(option.to_owned()),
                (None, Some((bot, param))) => Target::Param {
                    bot: bot.to_owned(),
                    param: param.to_owned(),
                },
                (None, None) => {
                    return Err(r.error(
                        key,
                        "is not a factor: `players`, `ruleset`, `rules.OPTION` or `BOT.PARAMETER`",
                    ));
                }
            },
        };
        let levels = match levels {
            Some(levels) => levels,
            None => range(r, key, &target)?,
        };
        factors.push(Factor {
            name,
            target,
            levels,
        });
    }
    Ok(())
}

fn range(r: &Reader<'_>, key: &str, target: &Target) -> Result<Levels, ConfigError> {
    let Some(t) = r.table(key)? else {
        return Err(r.missing(key, ""));
    };
    if *target == Target::Ruleset {
        return Err(r.error(key, "rulesets are a list of names"));
    }
    let bound = |key: &str| {
        let value = t.number(key, -1e12..=1e12)?;
        value.ok_or_else(|| t.missing(key, ""))
    };
    let (from, to) = (bound("from")?, bound("to")?);
    if from >= to {
        return Err(t.error("to", format!("{to} is not above `from`, {from}")));
    }
    let steps = t.integer("steps", 2..=100_000)?;
    let log = t.choice("scale", &["linear", "log"])? == Some("log");
    if log && from <= 0.0 {
        return Err(t.error(
            "scale",
            format!("a logarithmic range must begin above 0, not at {from}"),
        ));
    }
    let whole = !matches!(target, Target::Param { .. });
    t.finish()?;
    Ok(Levels::Range {
        from,
        to,
        steps: steps.map(|n| n as usize),
        whole,
        log,
    })
}
