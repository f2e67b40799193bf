//! Arguments that are either one of some known names, which shell completions offer, or something
//! else, like a path.

use super::{presets, values};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use powergrab_arena::experiment::LineUpDeals;
use powergrab_arena::seating::Order;
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use std::ffi::OsStr;
use std::path::PathBuf;

/// A parser with known names.
#[derive(Clone)]
pub struct Known<T> {
    names: fn() -> Vec<&'static str>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Known<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Returns the built-in bots of all games.
pub fn bot_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for game in Catalog::default().games() {
        for name in game.bot_names() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Returns the built-in rulesets.
pub fn ruleset_names() -> Vec<&'static str> {
    Catalog::default().builtin_names()
}

/// Parses a bot by name or path, one of several separated by commas.
pub fn bot() -> Known<String> {
    Known {
        names: bot_names,
        parse: values::listed,
    }
}

/// Parses a ruleset by name or path.
pub fn ruleset() -> Known<String> {
    Known {
        names: ruleset_names,
        parse: |text| Ok(text.to_owned()),
    }
}

/// Parses a configuration by path or name.
pub fn config() -> Known<PathBuf> {
    Known {
        names: || presets::names().collect(),
        parse: presets::config,
    }
}

/// Parses the unit of play.
pub fn unit() -> Known<Unit> {
    Known {
        names: || Unit::TEXTS.to_vec(),
        parse: values::unit,
    }
}

/// Parses whether line-ups share their deals.
pub fn line_up_deals() -> Known<LineUpDeals> {
    Known {
        names: || LineUpDeals::TEXTS.to_vec(),
        parse: |text| values::one_of(LineUpDeals::from_text(text), LineUpDeals::TEXTS),
    }
}

/// Parses the order of the seats.
pub fn order() -> Known<Order> {
    Known {
        names: || Order::TEXTS.to_vec(),
        parse: values::order,
    }
}
