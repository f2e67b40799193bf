//! Matches played from Rust: bots in, figures out. The command line's `match` is the same
//! experiment with files.

use crate::catalog::Catalog;
use crate::matches::summary::Summary;
use powergrab_arena::ArenaGame as _;
use powergrab_arena::experiment::{Deals, DealsError, Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Control, FirstFaults, RunError, Workers};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::{Bot, resolve};
use powergrab_engine::config::ConfigError;
use powergrab_engine::game::{Game as _, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Family, PlayersError, Rules, Shedding};
use powergrab_experiments::names::Names;
use powergrab_stats::performance::Performance;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

/// A match of the shedding games: each deal is played under every rotation of the seats.
///
/// ```
/// use powergrab_lab::matches::quick::Match;
///
/// let result = Match::new("power-grab")?
///     .bot_named("greedy")?
///     .bot_named("random")?
///     .deals(200)
///     .seed(1)
///     .play()?;
/// let greedy = result.record("greedy").expect("it sat there");
/// assert!(greedy.win_rate > greedy.fair_share);
/// # Ok::<(), powergrab_lab::matches::quick::MatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    rules: Rules,
    bots: Vec<Bot<Shedding>>,
    line_up: Vec<usize>,
    /// Name of two different bots, if there are such two.
    ambiguous: Option<String>,
    deals: u64,
    seed: u64,
    unit: Unit,
    order: Order,
    threads: Option<NonZero<usize>>,
}

impl Match {
    /// Returns an empty table with this ruleset: a name (`power-grab`, `green-lantern`, `classic`)
    /// or a file's path. Defaults: 1000 deals of seed 1, games to the target, one thread per
    /// processor.
    ///
    /// # Errors
    /// Fails if there is no such ruleset, if it is one of Grid, or if its file is wrong.
    pub fn new(ruleset: &str) -> Result<Match, MatchError> {
        let found = Catalog::default().ruleset(ruleset)?;
        let rules: Option<&Rules> = found.rules();
        let other = || ConfigError {
            problem: format!(
                "is a ruleset of Grid, and Match plays the shedding games: {}",
                Family::ALL.map(Family::name).join(", ")
            ),
            file: ruleset.to_owned(),
            key: String::new(),
        };
        Ok(Match::with_rules(rules.ok_or_else(other)?.clone()))
    }

    /// As [`Match::new`], with given rules.
    pub fn with_rules(rules: Rules) -> Match {
        Match {
            rules,
            bots: Vec::new(),
            line_up: Vec::new(),
            ambiguous: None,
            deals: 1000,
            seed: 1,
            unit: Unit::Game,
            order: Order::Cyclic,
            threads: None,
        }
    }

    /// Seats a bot in the next seat. A bot may take several seats; a different one of the same name
    /// is an error of [`Match::play`].
    pub fn bot(mut self, bot: Bot<Shedding>) -> Match {
        let place = self.bots.iter().position(|b| b.name == bot.name);
        if place.is_some_and(|at| self.bots[at].describe() != bot.describe()) {
            self.ambiguous = Some(bot.name.clone());
        }
        self.line_up.push(place.unwrap_or(self.bots.len()));
        if place.is_none() {
            self.bots.push(bot);
        }
        self
    }

    /// Seats a bot in the next seat, by its built-in name or a strategy file's path.
    ///
    /// # Errors
    /// Fails if there is no such bot, or if its file is wrong.
    pub fn bot_named(self, name_or_path: &str) -> Result<Match, MatchError> {
        let bot = resolve(name_or_path)?;
        Ok(self.bot(bot))
    }

    /// Sets the number of deals.
    pub fn deals(mut self, n_deals: u64) -> Match {
        self.deals = n_deals;
        self
    }

    /// Sets the seed. The same match with the same seed has the same result.
    pub fn seed(mut self, seed: u64) -> Match {
        self.seed = seed;
        self
    }

    /// Sets the unit of play.
    pub fn unit(mut self, unit: Unit) -> Match {
        self.unit = unit;
        self
    }

    /// Sets the number of threads, which changes no result.
    pub fn threads(mut self, threads: NonZero<usize>) -> Match {
        self.threads = Some(threads);
        self
    }

    /// Plays the match.
    ///
    /// # Errors
    /// Fails on two different bots of one name, a number of bots that the ruleset does not allow,
    /// no deals, or a bot that cannot be started.
    pub fn play(self) -> Result<MatchResult, MatchError> {
        if let Some(name) = self.ambiguous {
            return Err(MatchError::Names(name));
        }
        let deals = Deals::new(0..self.deals)?;
        let asked = AskedMatch {
            rules: self.rules.clone(),
            bots: self.bots.clone(),
            line_up: self.line_up.clone(),
            deals: deals.clone(),
            seed: self.seed,
            unit: self.unit,
            order: self.order,
        };
        let game = Shedding::new(self.rules, self.line_up.len())?;
        let names = Names {
            rulesets: vec![game.rules().name.clone()],
            bots: self.bots.iter().map(|b| b.name.clone()).collect(),
            metrics: Shedding::METRICS,
            seat_metrics: Shedding::SEAT_METRICS,
        };
        let experiment = Experiment {
            tables: vec![game],
            bots: self.bots,
            line_ups: vec![LineUp {
                table: 0,
                bots: self.line_up,
            }],
            unit: self.unit,
            order: self.order,
            line_up_deals: LineUpDeals::Shared,
            seeds: Seeds::new(self.seed, Purpose::Play),
        };
        let workers = Workers {
            threads: self.threads,
            chunk: None,
        };
        let control = Control {
            cancel: &AtomicBool::new(false),
            progress: &|_| {},
        };
        let tally = Tally::new(&experiment);
        let done = Shedding::run(&experiment, deals.0, workers, tally, control, None)?;
        Ok(MatchResult {
            tally: done.collected,
            first_faults: done.first_faults,
            names,
            asked,
        })
    }
}

/// A match as requested.
#[derive(Clone, Debug)]
pub struct AskedMatch {
    /// The rules.
    pub rules: Rules,
    /// The bots, each once.
    pub bots: Vec<Bot<Shedding>>,
    /// By seat: index of its bot in `bots`.
    pub line_up: Vec<usize>,
    /// The deals.
    pub deals: Deals,
    /// The seed.
    pub seed: u64,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
}

/// Results of a match.
///
/// ```
/// use powergrab_lab::matches::quick::Match;
///
/// let result = Match::new("classic")?.bot_named("greedy")?.bot_named("random")?.deals(50).play()?;
/// let rows = result.summary().bot_rows();
/// assert_eq!(rows.len(), 2);
/// assert!(result.first_faults().is_empty());
/// # Ok::<(), powergrab_lab::matches::quick::MatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MatchResult {
    asked: AskedMatch,
    tally: Tally,
    names: Names,
    first_faults: FirstFaults,
}

impl MatchResult {
    /// Returns the results of the bot with this name: games, win rate with its standard error and
    /// interval, points.
    pub fn record(&self, bot: &str) -> Option<Performance> {
        let rows = self.summary().bot_rows();
        rows.into_iter().find(|r| r.bot == bot).map(|r| r.record)
    }

    /// Returns all results: by bot, seat, pair, line-up, and per round, as in the files that the
    /// command line writes.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(&self.tally, &self.names)
    }

    /// Returns the exact sums.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the match as requested.
    pub fn asked(&self) -> &AskedMatch {
        &self.asked
    }

    /// Returns the names that go with the numbers.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Returns the first failure of each bot that failed, by the bot's index: the deal, and the
    /// fault.
    pub fn first_faults(&self) -> &FirstFaults {
        &self.first_faults
    }
}

/// A match that could not be played.
///
/// ```
/// use powergrab_lab::matches::quick::{Match, MatchError};
///
/// let error = Match::new("power-grub").unwrap_err();
/// assert!(matches!(error, MatchError::Config(_)));
/// assert!(error.to_string().contains("did you mean `power-grab`"), "{error}");
/// ```
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum MatchError {
    /// A ruleset or a strategy that cannot be read.
    Config(#[from] ConfigError),
    /// The name of two different bots, whose figures could not be told apart.
    #[error("two different bots are both called {0:?}: give one of them another name")]
    Names(String),
    /// A number of seats that the ruleset does not allow.
    Players(#[from] PlayersError),
    /// A number of deals that is out of range.
    Deals(#[from] DealsError),
    /// Threads, or a bot that cannot go on.
    Run(#[from] RunError),
}
