//! Parameters as data: one table a family, which files, the command line, the docs and a tuner read alike.

use powergrab_engine::config::{ConfigError, Reader};

/// How a tuner should step through a parameter's range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equally interesting.
    Linear,
    /// Equal ratios are; the range is above 0.
    Log,
}

impl Scale {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Scale::Linear => "linear",
            Scale::Log => "log",
        }
    }
}

/// One parameter of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tunable {
    /// The key in a strategy file's `[params]`.
    pub name: &'static str,
    /// The least value allowed.
    pub low: f64,
    /// The greatest value allowed.
    pub high: f64,
    /// How to step through the range.
    pub scale: Scale,
    /// The value where a file says nothing.
    pub default: f64,
    /// What it means, one sentence without a full stop.
    pub meaning: &'static str,
}

impl Tunable {
    /// Whether it means something whatever the rules and the other keys are: not those for house rules, nor those for a search's
    /// network. Descriptions of bots leave these out at their defaults, and tuners where they are not named.
    pub fn applies_always(&self) -> bool {
        !(self.name.starts_with("house_") || self.name.starts_with("network_"))
    }
}

/// A group of parameters with its table; made by `tunables!`. A policy may have several groups.
pub trait Params: Sized {
    /// The table, in the order of the fields.
    const TUNABLES: &'static [Tunable];

    /// The group with the value that `value` gives for each row.
    ///
    /// # Errors
    /// The first error of `value`.
    fn fill<E>(value: impl FnMut(&Tunable) -> Result<f64, E>) -> Result<Self, E>;

    /// The values, in the order of the table.
    fn values(&self) -> Vec<f64>;

    /// Reads the group from a strategy file's `[params]`; the defaults where it says nothing.
    ///
    /// # Errors
    /// A value that is not a number in its range.
    fn read(params: &Reader<'_>) -> Result<Self, ConfigError> {
        Self::fill(|t| Ok(params.number(t.name, t.low..=t.high)?.unwrap_or(t.default)))
    }
}

/// Declares a group of parameters: the struct, its defaults and its table in one place, so that they cannot disagree.
macro_rules! tunables {
    ($(#[$meta:meta])* $name:ident {
        $($field:ident = $default:literal, $low:literal..=$high:literal, $scale:ident, $meaning:literal;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name {
            $(#[doc = $meaning] pub $field: f64,)+
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default),+ }
            }
        }

        impl $crate::strategy::params::Params for $name {
            const TUNABLES: &'static [$crate::strategy::params::Tunable] = &[
                $($crate::strategy::params::Tunable {
                    name: stringify!($field),
                    low: $low,
                    high: $high,
                    scale: $crate::strategy::params::Scale::$scale,
                    default: $default,
                    meaning: $meaning,
                }),+
            ];

            fn fill<E>(
                mut value: impl FnMut(&$crate::strategy::params::Tunable) -> Result<f64, E>,
            ) -> Result<$name, E> {
                let mut filled = $name::default();
                let mut rows = Self::TUNABLES.iter();
                $(if let Some(row) = rows.next() {
                    filled.$field = value(row)?;
                })+
                Ok(filled)
            }

            fn values(&self) -> Vec<f64> {
                vec![$(self.$field),+]
            }
        }
    };
}
pub(crate) use tunables;
