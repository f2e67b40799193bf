//! Requests of `match` and `tournament`, before names are looked up.

use super::run_request::RunRequest;
use crate::catalog::Catalog;
use crate::study::manifest::plain;
use crate::study::study_error::StudyError;
use powergrab_arena::experiment::{Deals, LineUpDeals};
use powergrab_arena::format::Format;
use powergrab_arena::seating::Order;
use powergrab_arena::tournament::Tournament;
use powergrab_bots::strategy::line_up::{expand, places};
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::Unit;
use std::path::Path;

/// One line-up over many deals, each under every rotation of the seats.
///
/// ```
/// use powergrab_lab::catalog::Catalog;
/// use powergrab_lab::matches::match_request::MatchRequest;
/// use powergrab_lab::study::options::StudyOptions;
///
/// let request = MatchRequest::new("classic", &["greedy", "random"], 20)?.request()?;
/// let result = request.play(&Catalog::default(), &StudyOptions::default())?;
/// assert_eq!(result.summary().bot_rows().len(), 2);
/// # Ok::<(), powergrab_lab::study::study_error::StudyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MatchRequest {
    /// The ruleset, by name or path.
    pub ruleset: String,
    /// The bots, one for each seat, as [`expand`] reads them.
    pub bots: Vec<String>,
    /// The deals.
    pub deals: Deals,
    /// The seed.
    pub seed: u64,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
}

impl MatchRequest {
    /// Returns a match of this many deals: seed 1, games to the target, all circular orders in
    /// turn.
    ///
    /// # Errors
    /// Fails if the number of deals is out of range.
    pub fn new(ruleset: &str, bots: &[&str], deals: u64) -> Result<MatchRequest, StudyError> {
        Ok(MatchRequest {
            ruleset: ruleset.to_owned(),
            bots: bots.iter().map(|bot| (*bot).to_owned()).collect(),
            deals: Deals::new(0..deals).map_err(StudyError::input)?,
            seed: 1,
            unit: Unit::Game,
            order: Order::Cyclic,
        })
    }

    /// Returns the run that plays it.
    ///
    /// # Errors
    /// Fails on a number of seats that no game has, or an unreadable entry of the line-up.
    pub fn request(self) -> Result<RunRequest, StudyError> {
        let seats = expand(&self.bots).map_err(StudyError::input)?;
        let n = seats.len();
        if !(2..=MAX_SEATS).contains(&n) {
            return Err(StudyError::Input(format!(
                "the line-up names {n} bot{}: a match has 2 to {MAX_SEATS}, one for each seat; a bot may be named several times",
                if n == 1 { "" } else { "s" }
            )));
        }
        let command = self.command(&seats);
        let (bots, line_up) = places(&seats);
        Ok(RunRequest {
            name: name(&self.ruleset, &seats),
            command,
            rulesets: vec![self.ruleset],
            bots,
            format: Format::LineUps(vec![line_up]),
            deals: self.deals,
            seed: self.seed,
            unit: self.unit,
            order: self.order,
            line_up_deals: LineUpDeals::default(),
        })
    }
}

impl MatchRequest {
    /// Returns the command line that plays it, without options that change no result.
    pub(crate) fn command(&self, seats: &[String]) -> String {
        format!(
            "powergrab match --ruleset {} --bots {} --deals {} --seed {} --unit {} --order {}",
            plain(Path::new(&self.ruleset)),
            plain(Path::new(&seats.join(","))),
            self.deals,
            self.seed,
            self.unit.text(),
            self.order.text()
        )
    }
}

/// Returns a name for the results: ruleset and bots, with the stems of files.
pub(crate) fn name(ruleset: &str, bots: &[String]) -> String {
    let stem = |text: &str| {
        let stem = Path::new(text).file_stem();
        stem.map_or(String::new(), |s| s.to_string_lossy().into_owned())
    };
    let mut name = format!("match-{}", stem(ruleset));
    for bot in bots {
        name.push('-');
        name.push_str(&stem(bot));
    }
    let plain = |c: char| match c {
        c if c.is_ascii_alphanumeric() || "_.-".contains(c) => c,
        _ => '_',
    };
    name.chars().map(plain).take(120).collect()
}

/// Options that complete or override a tournament's configuration.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// The deals.
    pub deals: Option<Deals>,
    /// The seed.
    pub seed: Option<u64>,
    /// Unit of play.
    pub unit: Option<Unit>,
    /// Order of the seats.
    pub order: Option<Order>,
    /// Sharing of deals between line-ups.
    pub line_up_deals: Option<LineUpDeals>,
}

/// Reads the run of the tournament in this configuration file.
///
/// # Errors
/// Fails on a file that is unreadable or wrong, or if neither the file nor `overrides` names the
/// deals.
pub fn tournament_request(
    file: &Path,
    given: Overrides,
    catalog: &Catalog,
) -> Result<RunRequest, StudyError> {
    let input = |e: powergrab_engine::config::ConfigError| StudyError::Input(e.to_string());
    let text = catalog.read(file).map_err(input)?;
    let shown = file.display().to_string();
    let config = Tournament::parse(&shown, &text).map_err(input)?;
    let Some(deals) = given.deals.or(config.deals) else {
        return Err(StudyError::Input(format!(
            "{shown}: key `deals`: is missing; set it there or give --deals"
        )));
    };
    let seed = given.seed.or(config.seed).unwrap_or(1);
    let unit = given.unit.or(config.unit).unwrap_or(Unit::Game);
    let order = given.order.or(config.order).unwrap_or(Order::Cyclic);
    let line_up_deals = given.line_up_deals.or(config.line_up_deals);
    let line_up_deals = line_up_deals.unwrap_or_default();
    let command = format!(
        "powergrab tournament {shown} --deals {deals} --seed {seed} --unit {} --order {} --line-up-deals {}",
        unit.text(),
        order.text(),
        line_up_deals.text()
    );
    Ok(RunRequest {
        name: config.name,
        command,
        rulesets: config.rulesets,
        bots: config.bots,
        format: config.format,
        deals,
        seed,
        unit,
        order,
        line_up_deals,
    })
}
