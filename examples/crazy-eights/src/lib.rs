//! Crazy Eights: an additional game in the laboratory. `match`, `sweep`, `play --trace`, records
//! and environments play it like those that ship.
//!
//! | file | holds |
//! |---|---|
//! | `engine` | the engine: [`Game`](powergrab_engine::game::Game), and the metrics |
//! | `view` | the views and the events: `Observable`, `Textual`, `Narrated`, `Recorded` |
//! | `bots` | two bots: `BotGame` |
//! | here | the rules as data: `RuleData` |

mod bots;
mod engine;
mod view;

pub use engine::{Eights, Event, State, View};

use powergrab_arena::ArenaGame;
use powergrab_engine::cards::Deck;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_experiments::ExperimentGame;
use powergrab_lab::catalog::{Catalog, OptionRow, RuleData};
use powergrab_lab::games::entry;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// Name of the game and of its official rules.
pub const NAME: &str = "crazy-eights";
/// Official size of a hand.
const HAND_SIZE: u8 = 5;

/// The rules as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Name of the ruleset.
    pub name: String,
    /// Number of cards dealt to each player, 1 to 10.
    pub hand_size: u8,
}

impl Rules {
    /// Returns the official rules.
    pub fn official() -> Rules {
        Rules {
            name: NAME.to_owned(),
            hand_size: HAND_SIZE,
        }
    }

    fn most_players(&self) -> usize {
        engine::MAX_PLAYERS
    }
}

impl ArenaGame for Eights {}

impl ExperimentGame for Eights {}

impl RuleData for Rules {
    type Game = Eights;

    fn word() -> &'static str {
        NAME
    }

    fn official_names() -> Vec<&'static str> {
        vec![NAME]
    }

    fn builtin(name: &str) -> Option<Rules> {
        Some(Rules::official()).filter(|rules| rules.name == name)
    }

    fn from_table(reader: &Reader<'_>, default_name: Option<&str>) -> Result<Rules, ConfigError> {
        reader.choice("base", &[NAME])?;
        let name = reader.string("name")?.or(default_name);
        let hand_size = reader.integer("hand_size", 1..=10)?;
        reader.finish()?;
        let hand_size = hand_size.map_or(HAND_SIZE, |n| n as u8);
        let usual = match hand_size {
            HAND_SIZE => NAME.to_owned(),
            n => format!("crazy-eights-hand_size-{n}"),
        };
        Ok(Rules {
            name: name.map_or(usual, str::to_owned),
            hand_size,
        })
    }

    fn renamed(self, name: &str) -> Rules {
        Rules {
            name: name.to_owned(),
            ..self
        }
    }

    fn game(&self, players: usize) -> Result<Eights, String> {
        Eights::new(self.clone(), players)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn base(&self) -> &'static str {
        NAME
    }

    fn is_variant(&self) -> bool {
        self.hand_size != HAND_SIZE
    }

    fn fingerprint(&self) -> String {
        format!("{:016x}", 0xE165_u64 << 16 | u64::from(self.hand_size))
    }

    fn to_json(&self) -> Value {
        json!({ "base": NAME, "hand_size": self.hand_size })
    }

    fn players(&self) -> Option<RangeInclusive<usize>> {
        Some(2..=self.most_players())
    }

    fn deck(&self) -> Deck {
        engine::deck()
    }

    fn dealt(&self, players: usize) -> usize {
        players * usize::from(self.hand_size) + 1
    }

    fn options(&self) -> Vec<OptionRow> {
        vec![OptionRow {
            key: "hand_size",
            rule: "1",
            meaning: "how many cards everybody gets",
            values: "1 to 10".to_owned(),
            value: Some(json!(self.hand_size)),
            official: Some(json!(HAND_SIZE)),
        }]
    }

    fn variant_rule(&self) -> &'static str {
        "1"
    }

    fn players_rule(&self) -> &'static str {
        "1"
    }
}

/// Returns the games that ship, and Crazy Eights.
pub fn catalog() -> Catalog {
    let mut catalog = Catalog::default();
    catalog.add_game(entry::<Rules>());
    catalog
}
