//! The space that a tuner searches: some of a policy's parameters, each with its own step.

use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::Bot;
use powergrab_bots::strategy::params::{Scale, Tunable};
use powergrab_engine::config::one_of;
use powergrab_engine::texts;

/// One parameter of the space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dimension {
    /// The parameter.
    pub tunable: &'static Tunable,
    /// Its index among all parameters of the policy.
    pub place: usize,
    /// The step that counts as 1: in units of the parameter, or of its logarithm on a logarithmic
    /// scale.
    pub width: f64,
}

texts! {
    /// The step that counts as 1 in a space.
    pub enum Steps {
        /// Each parameter's start value, at least a fiftieth of its range. Ranges say what is
        /// allowed, values what is sensible.
        Value = "value",
        /// Each parameter's range.
        Range = "range",
    }
}

/// Minimum width of a parameter, as a share of its range.
const LEAST_WIDTH: f64 = 0.02;

impl Dimension {
    fn new(tunable: &'static Tunable, place: usize, start: f64, steps: Steps) -> Dimension {
        let Tunable { low, high, .. } = *tunable;
        let width = match (tunable.scale, steps) {
            (Scale::Linear, Steps::Range) => high - low,
            (Scale::Linear, Steps::Value) => start.abs() + LEAST_WIDTH * (high - low),
            (Scale::Log, Steps::Range) => libm::log(high / low),
            (Scale::Log, Steps::Value) => 1.0,
        };
        Dimension {
            tunable,
            place,
            width,
        }
    }

    /// Returns the coordinate of a value of the parameter: its distance from the minimum, in
    /// widths.
    pub fn unit(&self, value: f64) -> f64 {
        let above = match self.tunable.scale {
            Scale::Linear => value - self.tunable.low,
            Scale::Log => libm::log(value / self.tunable.low),
        };
        above / self.width
    }

    /// Returns the parameter's value at a coordinate. Coordinates outside the range are reflected
    /// at its ends. The value is rounded to a decimal fraction: to at most a 2000th of the width,
    /// or of itself on a logarithmic scale.
    pub fn value(&self, unit: f64) -> f64 {
        let Tunable { low, high, .. } = *self.tunable;
        let above = unit * self.width;
        let (value, grain) = match self.tunable.scale {
            Scale::Linear => {
                let range = high - low;
                (low + range * fold(above / range), self.width / 2000.0)
            }
            Scale::Log => {
                let range = libm::log(high / low);
                let value = low * libm::exp(range * fold(above / range));
                (value, value / 2000.0)
            }
        };
        rounded(value, grain).clamp(low, high)
    }
}

/// Rounds a number to the decimal place that is at most `grain`.
pub fn rounded(value: f64, grain: f64) -> f64 {
    let mut places = 0;
    let mut unit = 1.0;
    while unit > grain && places < 12 {
        unit /= 10.0;
        places += 1;
    }
    // Through text, so that the number equals that of a file with these digits.
    let number = format!("{value:.places$}").parse().unwrap_or(value);
    // Avoids a -0 in files.
    if number == 0.0 { 0.0 } else { number }
}

fn fold(x: f64) -> f64 {
    let turn = x - 2.0 * libm::floor(x / 2.0);
    if turn > 1.0 { 2.0 - turn } else { turn }
}

/// The space.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// Its dimensions.
    pub dimensions: Vec<Dimension>,
}

/// Error for a name that is not a parameter of the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchParameter(pub String);

impl Space {
    /// Returns the space of all parameters of the bot's policy that always apply, or of the named
    /// ones.
    ///
    /// # Errors
    /// Fails if the policy has no parameters, or none of that name.
    pub fn new<G: ArenaGame>(
        bot: &Bot<G>,
        names: Option<&[&str]>,
        steps: Steps,
    ) -> Result<Space, NoSuchParameter> {
        let tunables: Vec<&'static Tunable> = bot
            .info()
            .map_or(Vec::new(), |info| info.tunables().collect());
        if tunables.is_empty() {
            return Err(NoSuchParameter(format!(
                "{} has no parameters to tune",
                bot.name
            )));
        }
        let all = tunables.iter().map(|t| t.name);
        let dimensions = match names {
            None => (0..tunables.len())
                .filter(|place| tunables[*place].applies_always())
                .collect(),
            Some(names) => {
                let mut places = Vec::new();
                for name in names {
                    let place = all.clone().position(|t| t == *name).ok_or_else(|| {
                        let remedy = one_of(name, all.clone());
                        NoSuchParameter(format!("{} has no parameter {name:?}; {remedy}", bot.name))
                    })?;
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
                places
            }
        };
        let start = G::values(&bot.policy);
        let dimension = |place: usize| Dimension::new(tunables[place], place, start[place], steps);
        Ok(Space {
            dimensions: dimensions.into_iter().map(dimension).collect(),
        })
    }

    /// Returns the point of these values of all parameters.
    pub fn point(&self, values: &[f64]) -> Vec<f64> {
        let all = self.dimensions.iter();
        all.map(|d| d.unit(values[d.place])).collect()
    }

    /// Returns the values of all parameters at a point; those outside the space as in `base`.
    pub fn values(&self, base: &[f64], point: &[f64]) -> Vec<f64> {
        let mut values = base.to_vec();
        for (d, unit) in self.dimensions.iter().zip(point) {
            values[d.place] = d.value(*unit);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_bots::strategy::{BotCatalog, BotGame as _, resolve};
    use powergrab_engine::grid::Grid;
    use powergrab_engine::shedding::Shedding;

    fn there_and_back<G: ArenaGame>(name: &str) {
        let bot: Bot<G> = resolve(name).unwrap();
        let values = G::values(&bot.policy);
        for steps in [Steps::Range, Steps::Value] {
            let space = Space::new(&bot, None, steps).unwrap();
            let point = space.point(&values);
            let again = space.values(&values, &point);
            for (d, (a, b)) in space.dimensions.iter().zip(values.iter().zip(&again)) {
                let name = d.tunable.name;
                assert!((a - b).abs() <= d.width * 0.002, "{name}: {a} and {b}");
                let (low, high) = (d.tunable.low, d.tunable.high);
                // A step of one width, reflected where it leaves the range.
                for far in [-1.0, 1.0, 7.3] {
                    let value = d.value(d.unit(*a) + far);
                    assert!((low..=high).contains(&value), "{name}: {value}");
                }
            }
            let made = BotCatalog::default()
                .with_values(&bot, "again", &again)
                .unwrap();
            assert_eq!(G::values(&made.policy), again);
            assert_eq!(made.info(), bot.info());
        }
    }

    #[test]
    fn points_and_values_belong_together_in_both_games() {
        there_and_back::<Shedding>("balanced");
        there_and_back::<Grid>("grid-heuristic");
    }

    #[test]
    fn only_what_is_named_moves() {
        let bot: Bot<Shedding> = resolve("balanced").unwrap();
        let base = Shedding::values(&bot.policy);
        let space = Space::new(&bot, Some(&["bluff", "feared"]), Steps::Range).unwrap();
        let moved = space.values(&base, &[0.25, 0.5]);
        let differ = base.iter().zip(&moved).filter(|(a, b)| a != b).count();
        assert_eq!((space.dimensions.len(), differ), (2, 2));
        let error = Space::new(&bot, Some(&["bluf"]), Steps::Range).unwrap_err();
        assert!(error.0.contains("did you mean `bluff`?"), "{}", error.0);
        let random: Bot<Shedding> = resolve("random").unwrap();
        assert!(Space::new(&random, None, Steps::Range).is_err());
    }

    #[test]
    fn outside_is_folded_back_and_values_are_round() {
        for (x, inside) in [
            (0.25, 0.25),
            (-0.25, 0.25),
            (1.25, 0.75),
            (2.25, 0.25),
            (-1.5, 0.5),
        ] {
            assert!((fold(x) - inside).abs() < 1e-12, "{x}");
        }
        assert_eq!(rounded(0.123_456, 0.0005), 0.1235);
        assert_eq!(rounded(-17.123_456, 0.02), -17.12);
        assert_eq!(rounded(-0.000_001, 0.001).to_bits(), 0);
    }
}
