//! From names to a table: rules, learners, opponents.

use crate::lab::{Rules, input};
use powergrab_env::env::{Reward, Table};
use powergrab_env::game::{Learnable, Place, Unit};
use powergrab_env::rulesets::{self, Ruleset};
use powergrab_env::shedding::Shedding;
use powergrab_env::strategy::{self, Bot};
use pyo3::prelude::*;

/// A wrong value, with its remedy.
pub fn wrong(error: impl std::fmt::Display) -> PyErr {
    input(error.to_string())
}

/// A ruleset: its name, its file, or an object.
#[derive(FromPyObject)]
pub enum RulesArgument {
    /// An object.
    Object(Py<Rules>),
    /// A name or the path of a file.
    Name(String),
}

impl RulesArgument {
    fn ruleset(&self) -> PyResult<Ruleset> {
        match self {
            RulesArgument::Object(rules) => Ok(rules.get().ruleset().clone()),
            RulesArgument::Name(name) => rulesets::resolve(name).map_err(wrong),
        }
    }

    /// The rules of a shedding game.
    pub fn shedding(&self) -> PyResult<powergrab_env::shedding::Rules> {
        match self.ruleset()? {
            Ruleset::Shedding(rules) => Ok(rules),
            Ruleset::Grid(_) => Err(wrong(
                "Grid has no environment yet: choose a ruleset of the shedding games, like \"power-grab\"",
            )),
        }
    }
}

/// What an environment is made of, as Python gives it.
pub struct Setup<'a> {
    pub ruleset: &'a RulesArgument,
    pub players: usize,
    pub learners: &'a [usize],
    pub opponents: &'a [String],
    pub unit: &'a str,
    pub reward: &'a str,
}

impl Setup<'_> {
    /// The table.
    pub fn table(&self) -> PyResult<Table<Shedding>> {
        let rules = self.ruleset.shedding()?;
        let game = Shedding::new(rules, self.players).map_err(wrong)?;
        let bots = self.opponents.iter().map(|name| strategy::resolve(name));
        let bots: Result<Vec<Bot<Shedding>>, _> = bots.collect();
        let unit =
            Unit::from_text(self.unit).ok_or_else(|| one_of("unit", self.unit, Unit::TEXTS))?;
        let reward = Reward::from_text(self.reward)
            .ok_or_else(|| one_of("reward", self.reward, Reward::TEXTS))?;
        Table::new(game, self.learners, bots.map_err(wrong)?, unit, reward).map_err(wrong)
    }
}

/// A word that is none of those known.
pub fn one_of(what: &str, given: &str, known: &[&str]) -> PyErr {
    wrong(format!(
        "{what} {given:?}: choose one of {}",
        known.join(", ")
    ))
}

/// A place as Python gets it: the first place, how many, name, meaning.
pub type PyPlace = (usize, usize, String, String);

fn tuples(places: Vec<Place>) -> Vec<PyPlace> {
    let tuple = |place: Place| (place.at, place.len, place.name, place.meaning);
    places.into_iter().map(tuple).collect()
}

/// What each place of the index of actions is.
pub fn actions(table: &Table<Shedding>) -> Vec<PyPlace> {
    tuples(table.game().action_places())
}

/// What the places of an observation mean.
pub fn features(table: &Table<Shedding>) -> Vec<PyPlace> {
    tuples(table.game().feature_places())
}
