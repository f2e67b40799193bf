//! Request of `review`, before its names are looked up.

use crate::study::manifest::plain;
use crate::study::study_error::StudyError;
use powergrab_arena::experiment::Deals;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::Unit;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;

/// Request to review a bot's decisions.
///
/// ```
/// use powergrab_lab::catalog::Catalog;
/// use powergrab_lab::review::request::ReviewRequest;
/// use powergrab_lab::study::driver::{Ended, play};
/// use powergrab_lab::study::options::StudyOptions;
///
/// let request = ReviewRequest { worlds: 8, ..ReviewRequest::new(&["random", "greedy"], 4) };
/// let study = request.study(&Catalog::default(), StudyOptions::default(), false)?;
/// let ended = play(&*study)?;
/// let Ended::Whole { results, .. } = ended else { panic!("it was played whole") };
/// assert!(results.told.contains("random"));
/// # Ok::<(), powergrab_lab::study::study_error::StudyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewRequest {
    /// The reviewed bot, then the others in their order around the table, by name or path.
    pub bots: Vec<String>,
    /// Ruleset, by name or path.
    pub ruleset: String,
    /// Unit of play: `game` or `round`.
    pub unit: String,
    /// Deals to play.
    pub deals: Range<u64>,
    /// Playout policy, by name or path; `None` for the game's default.
    pub playout: Option<String>,
    /// Number of worlds in which two options are compared.
    pub worlds: u32,
    /// `true` if the reference searches: it takes another option than the playout policy where
    /// playouts show it to be clearly better.
    pub search: bool,
    /// Maximum number of kinds, not counting all other decisions.
    pub kinds: usize,
    /// Maximum number of positions to look at.
    pub positions: usize,
    /// Seed of the run.
    pub seed: u64,
}

/// Maximum number of worlds.
const MAX_WORLDS: u32 = 100_000;
/// Minimum number of worlds.
const MIN_WORLDS: u32 = 8;
/// Maximum number of kinds.
const MAX_KINDS: usize = 100;
/// Maximum number of positions.
const MAX_POSITIONS: usize = 1000;

impl ReviewRequest {
    /// Creates a request about the first of these bots in power-grab, with games to the target.
    pub fn new(bots: &[&str], deals: u64) -> ReviewRequest {
        ReviewRequest {
            bots: bots.iter().map(|&bot| bot.to_owned()).collect(),
            ruleset: "power-grab".to_owned(),
            unit: Unit::Game.text().to_owned(),
            deals: 0..deals,
            playout: None,
            worlds: 64,
            search: false,
            kinds: 6,
            positions: 10,
            seed: 1,
        }
    }

    /// Returns the command line, without options that change no result.
    pub(super) fn command(&self, reference: &str) -> String {
        let name = |name: &str| plain(Path::new(name));
        let bots: Vec<String> = self.bots.iter().map(|bot| name(bot)).collect();
        format!(
            "powergrab review --bots {} --ruleset {} --unit {} --deals {} --playout {} --worlds {}{} --kinds {} --positions {} --seed {}",
            bots.join(","),
            name(&self.ruleset),
            self.unit,
            Deals(self.deals.clone()),
            name(reference),
            self.worlds,
            if self.search { " --search" } else { "" },
            self.kinds,
            self.positions,
            self.seed
        )
    }

    /// Returns the error for an invalid unit.
    pub(super) fn wrong_unit(&self) -> StudyError {
        let right = Unit::TEXTS.join(" or ");
        StudyError::Input(format!("--unit {}: must be {right}", self.unit))
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns the first that is out of range.
    pub(super) fn check(&self) -> Result<(), StudyError> {
        Deals::new(self.deals.clone()).map_err(StudyError::input)?;
        let n = self.bots.len();
        if !(2..=MAX_SEATS).contains(&n) {
            let text = format!("--bots names {n}: name 2 to {MAX_SEATS}, one for each seat");
            return Err(StudyError::Input(text));
        }
        let least = 2 * n as u64;
        if self.deals.end - self.deals.start < least {
            let text = format!(
                "--deals {}: at least {least}; half of the deals are used to find kinds, and the bot changes seats",
                Deals(self.deals.clone())
            );
            return Err(StudyError::Input(text));
        }
        for (is_right, key, given, right) in [
            (
                (MIN_WORLDS..=MAX_WORLDS).contains(&self.worlds),
                "worlds",
                u64::from(self.worlds),
                format!("from {MIN_WORLDS} to {MAX_WORLDS}"),
            ),
            (
                (1..=MAX_KINDS).contains(&self.kinds),
                "kinds",
                self.kinds as u64,
                format!("from 1 to {MAX_KINDS}"),
            ),
            (
                self.positions <= MAX_POSITIONS,
                "positions",
                self.positions as u64,
                format!("at most {MAX_POSITIONS}"),
            ),
        ] {
            if !is_right {
                return Err(StudyError::Input(format!(
                    "--{key} {given}: must be {right}"
                )));
            }
        }
        Ok(())
    }
}
