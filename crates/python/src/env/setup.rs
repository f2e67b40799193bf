//! Resolution of names to a table: rules, learners, opponents.

use crate::lab::errors::input;
use crate::lab::rules::Rules;
use powergrab_bots::strategy;
use powergrab_bots::strategy::line_up::expand;
use powergrab_bots::strategy::{Bot, BotGame as _};
use powergrab_engine::game::{FieldRange, Observable, Unit};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_engine::{grid, shedding};
use powergrab_env::{LearnerTable, Playable, Reward};
use powergrab_lab::catalog::{Catalog, RuleData, Ruleset};
use pyo3::prelude::*;

/// A value for either game. Each call checks once which it is
/// ([`with_game!`](crate::env::setup::with_game)).
pub enum Either<S, G> {
    /// Power Grab, Green Lantern, classic and their variants.
    Shedding(S),
    /// Grid and its variants.
    Grid(G),
}

/// Evaluates the same expression for either game: `with_game!(either, it => expression)`.
macro_rules! with_game {
    ($either:expr, $it:ident => $do:expr) => {
        match $either {
            $crate::env::setup::Either::Shedding($it) => $do,
            $crate::env::setup::Either::Grid($it) => $do,
        }
    };
}
pub(crate) use with_game;

/// Returns the exception for a wrong value, with its remedy.
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
            RulesArgument::Name(name) => Catalog::default().ruleset(name).map_err(wrong),
        }
    }

    /// Returns the rules of a shedding game, for functions that only these have.
    pub fn shedding(&self, what: &str) -> PyResult<shedding::Rules> {
        let ruleset = self.ruleset()?;
        ruleset.rules().cloned().ok_or_else(|| {
            wrong(format!(
                "Grid has no {what}: choose a ruleset of the shedding games, like \"power-grab\""
            ))
        })
    }
}

/// Parameters of an environment, as given by Python.
pub struct Setup<'a> {
    pub ruleset: &'a RulesArgument,
    pub players: usize,
    pub learners: &'a [usize],
    /// `None` for the game's default bot in each seat that does not learn.
    pub opponents: Option<&'a [String]>,
    pub unit: &'a str,
    pub reward: &'a str,
}

/// A table of either game.
pub type AnyTable = Either<LearnerTable<Shedding>, LearnerTable<Grid>>;

impl Setup<'_> {
    /// Returns the table.
    pub fn table(&self) -> PyResult<AnyTable> {
        let ruleset = self.ruleset.ruleset()?;
        if let Some(rules) = ruleset.rules::<shedding::Rules>() {
            self.table_of(rules).map(Either::Shedding)
        } else if let Some(rules) = ruleset.rules::<grid::Rules>() {
            self.table_of(rules).map(Either::Grid)
        } else {
            Err(wrong(format!("{} has no environment", ruleset.name())))
        }
    }

    fn table_of<R: RuleData<Game: Playable>>(&self, rules: &R) -> PyResult<LearnerTable<R::Game>> {
        let game = rules.game(self.players).map_err(wrong)?;
        let named = match self.opponents {
            Some(names) => expand(names).map_err(wrong)?,
            None => {
                let n = self.players.saturating_sub(self.learners.len());
                vec![R::Game::STANDARD[0].to_owned(); n]
            }
        };
        let bots = named.iter().map(|name| strategy::resolve(name));
        let bots: Result<Vec<Bot<R::Game>>, _> = bots.collect();
        let unit =
            Unit::from_text(self.unit).ok_or_else(|| one_of("unit", self.unit, Unit::TEXTS))?;
        let reward = Reward::from_text(self.reward)
            .ok_or_else(|| one_of("reward", self.reward, Reward::TEXTS))?;
        LearnerTable::new(game, self.learners, bots.map_err(wrong)?, unit, reward).map_err(wrong)
    }
}

/// Fixed sizes of an environment.
pub struct Sizes {
    /// Number of seats.
    pub seats: usize,
    /// Number of bytes of an observation.
    pub features: usize,
    /// Number of action indices.
    pub actions: usize,
    /// Version of both.
    pub version: u8,
}

impl Sizes {
    /// Returns the sizes of a game.
    pub fn of<G: Observable>(game: &G) -> Sizes {
        Sizes {
            seats: game.n_seats(),
            features: game.n_features(),
            actions: game.n_actions(),
            version: G::LEARN_VERSION,
        }
    }
}

/// Returns the exception for an unknown word.
pub fn one_of(what: &str, given: &str, known: &[&str]) -> PyErr {
    wrong(format!(
        "{what} {given:?}: choose one of {}",
        known.join(", ")
    ))
}

/// A range of places for Python: the first place, the number of places, name, meaning.
pub type PyFieldRange = (usize, usize, String, String);

fn tuples(places: Vec<FieldRange>) -> Vec<PyFieldRange> {
    let tuple = |place: FieldRange| (place.at, place.len, place.name, place.meaning);
    places.into_iter().map(tuple).collect()
}

/// Returns the meanings of the action indices.
pub fn actions<G: Observable>(game: &G) -> Vec<PyFieldRange> {
    tuples(game.action_places())
}

/// Returns the meanings of an observation's places.
pub fn features<G: Observable>(game: &G) -> Vec<PyFieldRange> {
    tuples(game.feature_places())
}
