//! The skill ladder: strength of a search by its budget. Each rung is a match of its own.

use crate::matches::quick::{Match, MatchError};
use powergrab_bots::strategy::BotCatalog;
use powergrab_engine::game::Unit;
use powergrab_engine::shedding::{Family, Shedding};
use serde::{Deserialize, Serialize};

/// One rung: a search with a budget against its own playout policy in all other seats.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    /// The ruleset.
    pub ruleset: String,
    /// Number of seats.
    pub seats: usize,
    /// The searching policy.
    pub policy: String,
    /// Bot in the other seats and in playouts.
    pub playout: String,
    /// Playouts per decision; 0 for the playout policy itself.
    pub playouts: u32,
    /// Deals, each under every rotation.
    pub deals: u64,
    /// The seed.
    pub seed: u64,
    /// Number of rounds that the search played.
    pub rounds: i64,
    /// Share of rounds that it won.
    pub win_rate: f64,
    /// Lower bound of the 95 % interval, clustered by deal.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// Win rate of each seat if all were equal.
    pub fair_share: f64,
    /// Mean of its points per round.
    pub points: f64,
    /// Standard error of that mean.
    pub points_se: f64,
    /// Mean of the others' points.
    pub points_others: f64,
}

/// Returns the budgets: 0, then 8 to `most` by doubling.
pub fn budgets(most: u32) -> impl Iterator<Item = u32> {
    let doubled = (3..).map(|power| 1u32 << power);
    std::iter::once(0).chain(doubled.take_while(move |b| *b <= most))
}

/// Returns the number of deals for a budget: as many as `effort` playouts allow, within limits, so
/// that every rung takes about as long.
pub fn deals(playouts: u32, seats: usize, effort: u64) -> u64 {
    // A round asks a seat about eight times.
    let per_deal = 8 * u64::from(playouts.max(16)) * seats as u64;
    (effort / per_deal).clamp(8, 2000)
}

/// Plays a rung; returns it with its figures.
///
/// # Errors
/// Fails if there is no such bot, or if the table is not allowed.
pub fn climb(family: Family, rung: &Rung, bots: &BotCatalog) -> Result<Rung, MatchError> {
    let Rung {
        policy,
        playout,
        playouts,
        ..
    } = rung;
    let text = match playouts {
        // Under a name of its own, so that it is counted separately.
        0 => bots.text_of::<Shedding>(playout)?,
        n => format!("policy = \"{policy}\"\n[params]\nplayouts = {n}\nplayout = \"{playout}\"\n"),
    };
    let name = format!("{policy}-{playouts}");
    let mut table = Match::new(family.name())?
        .deals(rung.deals)
        .seed(rung.seed)
        .unit(Unit::Round);
    table = table.bot(bots.parse(&name, &name, &text)?.bot);
    for _ in 1..rung.seats {
        table = table.bot(bots.bot(playout)?);
    }
    let result = table.play()?;
    let record = |name: &str| result.record(name);
    let (own, others) = (record(&name), record(playout));
    let get =
        |f: fn(&powergrab_stats::performance::Performance) -> f64| own.as_ref().map_or(0.0, f);
    Ok(Rung {
        rounds: own.as_ref().map_or(0, |r| r.games),
        win_rate: get(|r| r.win_rate),
        low: get(|r| r.interval.map_or(0.0, |i| i.low)),
        high: get(|r| r.interval.map_or(1.0, |i| i.high)),
        fair_share: get(|r| r.fair_share),
        points: get(|r| r.points_per_game),
        points_se: get(|r| r.points_se.unwrap_or(0.0)),
        points_others: others.map_or(0.0, |r| r.points_per_game),
        ..rung.clone()
    })
}
