//! Request of a strategy card, before its names are looked up.

use crate::study::manifest::plain;
use crate::study::study_error::StudyError;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::Unit;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Request to find a strategy card: a short list of rules in plain words that plays as well as
/// possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DistilRequest {
    /// Bot from which the card is learned, by name or path.
    pub teacher: String,
    /// Maximum number of lines.
    pub lines: usize,
    /// Ruleset, by name or path.
    pub ruleset: String,
    /// Number of seats.
    pub seats: usize,
    /// Bots against which the card is searched, each in turn in all other seats; empty for the
    /// teacher and the game's simple bot.
    pub field: Vec<String>,
    /// Unit of play: `game` or `round`.
    pub unit: String,
    /// Number of deals of the last stage of each step of the search.
    pub search_deals: u64,
    /// Number of other deals on which each figure of the card is measured.
    pub deals: u64,
    /// Name of the card; `None` for `card-` and the teacher's.
    pub name: Option<String>,
    /// Seed of the run.
    pub seed: u64,
}

/// Maximum number of lines that may be asked for.
const MOST_LINES: usize = 20;

impl DistilRequest {
    /// Creates a request for a card of at most seven lines for power-grab at two seats.
    pub fn new(teacher: &str) -> DistilRequest {
        DistilRequest {
            teacher: teacher.to_owned(),
            lines: 7,
            ruleset: "power-grab".to_owned(),
            seats: 2,
            field: Vec::new(),
            unit: Unit::Game.text().to_owned(),
            search_deals: 16_000,
            deals: 10_000,
            name: None,
            seed: 1,
        }
    }

    /// Returns the command line, without options that change no result.
    pub(super) fn command(&self) -> String {
        let name = |name: &str| plain(Path::new(name));
        let field: Vec<String> = self.field.iter().map(|bot| name(bot)).collect();
        let field = match field.is_empty() {
            true => String::new(),
            false => format!(" --field {}", field.join(",")),
        };
        let own = self
            .name
            .as_ref()
            .map_or(String::new(), |it| format!(" --name {it}"));
        format!(
            "powergrab distil {} --lines {} --ruleset {} --seats {}{field} --unit {} --search-deals {} --deals {}{own} --seed {}",
            name(&self.teacher),
            self.lines,
            name(&self.ruleset),
            self.seats,
            self.unit,
            self.search_deals,
            self.deals,
            self.seed
        )
    }

    /// Returns the error for an invalid option, with its valid values.
    pub(super) fn wrong(
        &self,
        key: &str,
        given: impl std::fmt::Display,
        right: &str,
    ) -> StudyError {
        StudyError::Input(format!("--{key} {given}: must be {right}"))
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns the first that is wrong.
    pub(super) fn check(&self) -> Result<(), StudyError> {
        if !(2..=MAX_SEATS).contains(&self.seats) {
            return Err(self.wrong("seats", self.seats, &format!("from 2 to {MAX_SEATS}")));
        }
        if !(1..=MOST_LINES).contains(&self.lines) {
            return Err(self.wrong("lines", self.lines, &format!("from 1 to {MOST_LINES}")));
        }
        for (key, deals) in [("search-deals", self.search_deals), ("deals", self.deals)] {
            if !(1..=MOST_DEALS).contains(&deals) {
                return Err(self.wrong(key, deals, &format!("from 1 to {MOST_DEALS}")));
            }
        }
        Ok(())
    }
}

/// Maximum number of deals.
const MOST_DEALS: u64 = 1_000_000_000;
