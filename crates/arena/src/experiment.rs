//! Experiments: games, bots, line-ups. Created once from options, then only read.

pub use super::seating::LineUp;
use super::seating::{CircularLineUps, Order, Orders};
use powergrab_bots::strategy::{Bot, BotGame, Strategy};
use powergrab_engine::game::Unit;
use powergrab_engine::rng::Seeds;
use powergrab_engine::texts;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;

texts! {
    /// Sharing of deals between line-ups at the same table.
    ///
    /// At two seats, equal deals make win rates and differences more precise. At larger tables the
    /// same bots meet in many line-ups, and their luck in equal deals adds up: there, a run on
    /// shared deals needs up to twice as many games for the same standard error.
    #[derive(Default, Serialize, Deserialize)]
    pub enum LineUpDeals {
        /// Shared at two seats, own from three on.
        #[default]
        BySeats = "by-seats",
        /// All line-ups of a table share their deals.
        Shared = "shared",
        /// Each line-up of a table has deals of its own.
        Own = "own",
    }
}

impl LineUpDeals {
    /// Returns whether line-ups of this many seats have deals of their own.
    pub fn are_own(self, n_seats: usize) -> bool {
        match self {
            LineUpDeals::BySeats => n_seats > 2,
            LineUpDeals::Shared => false,
            LineUpDeals::Own => true,
        }
    }
}

/// Everything that decides the games of a run, except the deals.
#[derive(Debug)]
pub struct Experiment<G: BotGame> {
    /// One game for each ruleset and number of players.
    pub tables: Vec<G>,
    /// Pool of bots. Bots at different indices count as different, even if they play the same.
    pub bots: Vec<Bot<G>>,
    /// Line-ups, all of which are played in each deal, in this order.
    pub line_ups: Vec<LineUp>,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
    /// Sharing of deals between line-ups.
    pub line_up_deals: LineUpDeals,
    /// Source of the deals.
    pub seeds: Seeds,
}

impl<G: BotGame> Experiment<G> {
    /// Returns the maximum number of games per deal: all rotations of all line-ups.
    pub fn games_per_deal(&self) -> u64 {
        self.line_ups.iter().map(|l| l.bots.len() as u64).sum()
    }

    /// Returns the run's line-ups in the circular orders of its deals.
    ///
    /// Own deals are determined by a line-up's index among those of its table. So two runs of
    /// equally many line-ups have the same deals, line-up by line-up.
    pub fn circles(&self) -> CircularLineUps {
        let mut places = vec![0; self.tables.len()];
        let seeds = self.line_ups.iter().map(|line_up| {
            let place = &mut places[line_up.table];
            *place += 1;
            match self.line_up_deals.are_own(line_up.bots.len()) {
                true => self.seeds.line_up(*place - 1),
                false => self.seeds,
            }
        });
        CircularLineUps::new(&self.line_ups, seeds.collect(), self.orders())
    }

    /// Returns the circular orders of the run's deals.
    pub fn orders(&self) -> Orders {
        Orders::new(self.seeds, self.order)
    }

    /// Returns the number of games that a thread plays concurrently, if any of its bots answers
    /// over a connection (see [`Remote`](powergrab_bots::strategy::Remote)); `None` if every bot
    /// answers at once.
    pub fn games_at_once(&self) -> Option<usize> {
        let seated = self.line_ups.iter().flat_map(|l| &l.bots);
        let bots = seated.filter_map(|&bot| G::external(&self.bots[bot].policy));
        let later = bots.filter(|bot| bot.answers_later());
        later.map(Strategy::games_at_once).max()
    }

    /// Checks that every bot can play at its tables (see [`BotGame::suits`]).
    ///
    /// # Errors
    /// Names the first that cannot, and the reason.
    pub fn check_bots(&self) -> Result<(), String> {
        for line_up in &self.line_ups {
            for bot in line_up.bots.iter().map(|bot| &self.bots[*bot]) {
                G::suits(&bot.policy, &self.tables[line_up.table])
                    .map_err(|e| format!("{}: {e}", bot.name))?;
            }
        }
        Ok(())
    }

    /// Returns whether each line-up fills its table with existing bots.
    pub fn is_sound(&self) -> bool {
        !self.line_ups.is_empty()
            && self.line_ups.iter().all(|line_up| {
                self.tables
                    .get(line_up.table)
                    .is_some_and(|game| game.n_seats() == line_up.bots.len())
                    && line_up.bots.iter().all(|&bot| bot < self.bots.len())
            })
    }
}

/// A range of a run's deals, as `N` or `A..B` on the command line and in files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deals(pub Range<u64>);

/// Error of a text that names no deals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DealsError(String);

/// Maximum number of deals of one run, and highest index of a deal.
pub const MAX_DEALS: u64 = 1 << 50;

impl Deals {
    /// Returns these deals.
    ///
    /// # Errors
    /// Fails if the range is empty or exceeds [`MAX_DEALS`].
    pub fn new(range: Range<u64>) -> Result<Deals, DealsError> {
        let Range { start, end } = range;
        if end > MAX_DEALS {
            Err(DealsError(format!(
                "deals end at {MAX_DEALS} at the latest"
            )))
        } else if start < end {
            Ok(Deals(range))
        } else if start == 0 {
            Err(DealsError("0 deals: at least 1 must be played".to_owned()))
        } else {
            Err(DealsError(format!(
                "{start}..{end} has no deals: A..B means A to B-1, so B must be larger than A"
            )))
        }
    }
}

impl std::str::FromStr for Deals {
    type Err = DealsError;

    fn from_str(text: &str) -> Result<Deals, DealsError> {
        let number = |part: &str| {
            let digits: String = part.chars().filter(|c| *c != '_').collect();
            let (digits, thousands) = match digits.strip_suffix(['k', 'K']) {
                Some(digits) => (digits, 1_000),
                None => match digits.strip_suffix('M') {
                    Some(digits) => (digits, 1_000_000),
                    None => (digits.as_str(), 1),
                },
            };
            let number = digits.parse::<u64>().ok();
            number.and_then(|n| n.checked_mul(thousands)).ok_or_else(|| {
                DealsError(format!(
                    "{text:?} is neither a number of deals, like 10000 or 10k, nor a range, like 0..10000"
                ))
            })
        };
        match text.split_once("..") {
            Some((start, end)) => Deals::new(number(start)?..number(end)?),
            None => Deals::new(0..number(text)?),
        }
    }
}

impl fmt::Display for Deals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start, self.0.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_a_number_or_a_range() {
        assert_eq!("100_000".parse(), Ok(Deals(0..100_000)));
        assert_eq!("100k".parse(), Ok(Deals(0..100_000)));
        assert_eq!("1k..2M".parse(), Ok(Deals(1_000..2_000_000)));
        assert!("1.5k".parse::<Deals>().is_err());
        assert_eq!("5..8".parse(), Ok(Deals(5..8)));
        for (text, problem) in [
            ("0", "0 deals: at least 1 must be played"),
            ("8..8", "8..8 has no deals"),
            ("9..8", "9..8 has no deals"),
            ("-1", "is neither a number of deals"),
            ("..8", "is neither a number of deals"),
            ("1..18446744073709551615", "deals end at"),
        ] {
            let error = text.parse::<Deals>().unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
