//! The requests (`docs/board-protocol.md`).

use crate::spec::{GameSpec, Number, of_position, whole_game};
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::{Catalog, Ruleset};
use serde::Deserialize;

/// Maximum number of playouts of an analysis.
pub const MAX_PLAYOUTS: u64 = 1_000_000;
/// Maximum number of playouts of chances.
pub const MAX_CHANCES: u64 = 100_000;
/// Maximum number of deals of a duel.
pub const MAX_DEALS: u64 = 1_000_000;

/// A request.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// All rulesets and bots.
    Catalog {},
    /// The strategy file of a bot.
    Strategy {
        /// The bot, with parameters after colons.
        bot: String,
        /// A ruleset of its game.
        #[serde(default = "power_grab")]
        ruleset: String,
    },
    /// A game, played to the next question for a person.
    Game {
        /// The game.
        game: GameSpec,
        /// Index of the first line to return.
        #[serde(default)]
        from: usize,
    },
    /// The text of a position.
    Position {
        /// The game.
        game: GameSpec,
        /// Number of the decision.
        at: usize,
    },
    /// Values of a decision's options.
    Analyse(Analyse),
    /// Chances of all seats.
    Chances(Chances),
    /// A bot's reasons.
    Explain {
        /// The game.
        game: GameSpec,
        /// Number of the decision.
        at: usize,
        /// The bot; `None` for the one in the deciding seat.
        bot: Option<String>,
    },
    /// One bot against another.
    Duel(Duel),
    /// A game of a trace.
    Trace {
        /// The trace.
        text: String,
        /// Index of the game.
        #[serde(default)]
        game: u64,
    },
}

fn power_grab() -> String {
    "power-grab".to_owned()
}

/// Requests the values of a decision's options.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    /// The game with the decision, or `None` for a position.
    pub game: Option<GameSpec>,
    /// Number of the decision.
    pub at: Option<usize>,
    /// Text of the position.
    pub position: Option<String>,
    /// Number of playouts.
    pub playouts: u64,
    /// What the value is: `game`, `points` or `round`; `None` for the game's unit of play, and for
    /// `game` if there is only a position.
    pub value: Option<String>,
    /// Seed of the analysis.
    #[serde(default)]
    pub seed: Number,
    /// Bot that plays the playouts.
    pub playout: Option<String>,
    /// Takes all hidden cards as equally likely.
    #[serde(default)]
    pub no_beliefs: bool,
}

/// Error of an analysis of nothing, or of two things.
pub const ANALYSE_NEEDS: &str = "`analyse` needs either a game with `at`, or a position";

impl Analyse {
    /// Returns the name of the value.
    pub fn value(&self) -> &str {
        match (&self.value, &self.game) {
            (Some(value), _) => value,
            (None, Some(game)) => &game.unit,
            (None, None) => Unit::Game.text(),
        }
    }

    /// Returns the ruleset of the game or of the position.
    ///
    /// # Errors
    /// Fails without either, or if there is no such ruleset.
    pub fn rules(&self, catalog: &Catalog) -> Result<Ruleset, String> {
        match (&self.game, &self.position) {
            (Some(game), _) => game.rules(catalog),
            (None, Some(text)) => of_position(catalog, text),
            (None, None) => Err(ANALYSE_NEEDS.to_owned()),
        }
    }
}

/// Requests the chances of all seats.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chances {
    /// The game.
    pub game: GameSpec,
    /// Number of the decision.
    pub at: usize,
    /// Number of playouts.
    pub playouts: u64,
    /// Seat whose knowledge counts; `None` for all cards.
    pub view: Option<u8>,
    /// Seed of the playouts.
    #[serde(default)]
    pub seed: Number,
}

/// Requests a duel.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    /// The ruleset.
    #[serde(default = "power_grab")]
    pub ruleset: String,
    /// The bot in one seat.
    pub a: String,
    /// The bot in all others.
    pub b: String,
    /// Number of seats.
    pub seats: usize,
    /// Unit of play.
    #[serde(default = "whole_game")]
    pub unit: String,
    /// Number of deals.
    pub deals: u64,
    /// Seed of the deals.
    #[serde(default)]
    pub seed: Number,
}
