//! Request of `why`, before its names are looked up.

use crate::study::manifest::plain;
use crate::study::study_error::StudyError;
use powergrab_arena::experiment::Deals;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::Unit;
use powergrab_experiments::why::hybrid::MAX_KINDS;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;

/// Request to explain why one bot wins more than another.
///
/// ```
/// use powergrab_lab::catalog::Catalog;
/// use powergrab_lab::study::driver::{Ended, play};
/// use powergrab_lab::study::options::StudyOptions;
/// use powergrab_lab::why::request::WhyRequest;
///
/// let request = WhyRequest::new("greedy", "random", 20);
/// let study = request.study(&Catalog::default(), StudyOptions::default(), false)?;
/// let ended = play(&*study)?;
/// let Ended::Whole { results, .. } = ended else { panic!("it was played whole") };
/// assert!(results.told.contains("greedy"));
/// # Ok::<(), powergrab_lab::study::study_error::StudyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhyRequest {
    /// Bot to explain, by name or path.
    pub first: String,
    /// Bot to compare it with, by name or path.
    pub second: String,
    /// Bot in all other seats; `None` for the second bot.
    pub field: Option<String>,
    /// Ruleset, by name or path.
    pub ruleset: String,
    /// Number of seats.
    pub seats: usize,
    /// Unit of play: `game` or `round`.
    pub unit: String,
    /// Deals on which kinds are measured.
    pub deals: Range<u64>,
    /// Number of other deals on which kinds are searched for; `None` for a quarter of the deals, at
    /// least 100.
    pub search_deals: Option<u64>,
    /// Maximum number of kinds, not counting all other decisions.
    pub kinds: usize,
    /// Number of random orders of the kinds per seat and deal.
    pub orders: u32,
    /// Maximum number of positions per kind.
    pub positions: usize,
    /// Seed of the run.
    pub seed: u64,
}

/// Minimum for the default number of search deals.
const LEAST_SEARCHED: u64 = 100;
/// Maximum number of random orders.
const MAX_ORDERS: u32 = 100;
/// Maximum number of positions per kind.
const MAX_POSITIONS: usize = 1000;

impl WhyRequest {
    /// Creates a request about two bots in power-grab at two seats, with games to the target.
    pub fn new(first: &str, second: &str, deals: u64) -> WhyRequest {
        WhyRequest {
            first: first.to_owned(),
            second: second.to_owned(),
            field: None,
            ruleset: "power-grab".to_owned(),
            seats: 2,
            unit: Unit::Game.text().to_owned(),
            deals: 0..deals,
            search_deals: None,
            kinds: 6,
            orders: 1,
            positions: 3,
            seed: 1,
        }
    }

    /// Returns the bot in all other seats.
    pub(super) fn field(&self) -> &str {
        self.field.as_deref().unwrap_or(&self.second)
    }

    /// Returns the number of deals on which kinds are searched for.
    pub fn searched(&self) -> u64 {
        let deals = self.deals.end.saturating_sub(self.deals.start);
        self.search_deals.unwrap_or((deals / 4).max(LEAST_SEARCHED))
    }

    /// Returns the command line, without options that change no result.
    pub(super) fn command(&self) -> String {
        let name = |name: &str| plain(Path::new(name));
        format!(
            "powergrab why {} {} --ruleset {} --seats {} --field {} --unit {} --deals {} --search-deals {} --kinds {} --orders {} --positions {} --seed {}",
            name(&self.first),
            name(&self.second),
            name(&self.ruleset),
            self.seats,
            name(self.field()),
            self.unit,
            Deals(self.deals.clone()),
            self.searched(),
            self.kinds,
            self.orders,
            self.positions,
            self.seed
        )
    }

    /// Returns the error for an invalid option, with its valid values.
    pub(super) fn wrong(&self, key: &str, right: &str) -> StudyError {
        let given = match key {
            "kinds" => self.kinds.to_string(),
            "orders" => self.orders.to_string(),
            "positions" => self.positions.to_string(),
            "seats" => self.seats.to_string(),
            "search-deals" => self.searched().to_string(),
            _ => self.unit.clone(),
        };
        StudyError::Input(format!("--{key} {given}: must be {right}"))
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns the first that is out of range.
    pub(super) fn check(&self) -> Result<(), StudyError> {
        Deals::new(self.deals.clone()).map_err(StudyError::input)?;
        let most = MAX_KINDS - 1;
        for (is_right, key, right) in [
            (
                (2..=MAX_SEATS).contains(&self.seats),
                "seats",
                format!("from 2 to {MAX_SEATS}"),
            ),
            (
                (1..=most).contains(&self.kinds),
                "kinds",
                format!("from 1 to {most}"),
            ),
            (
                (1..=MAX_ORDERS).contains(&self.orders),
                "orders",
                format!("from 1 to {MAX_ORDERS}"),
            ),
            (
                self.positions <= MAX_POSITIONS,
                "positions",
                format!("at most {MAX_POSITIONS}"),
            ),
            (self.searched() > 0, "search-deals", "at least 1".to_owned()),
        ] {
            if !is_right {
                return Err(self.wrong(key, &right));
            }
        }
        Ok(())
    }
}
