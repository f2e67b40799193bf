//! Bots retuned for a design: how the given bots would play if they had been made for its rules.
//!
//! Each bot with parameters is tuned separately at the design's table, with the others of the
//! line-up unchanged. The tuning uses CMA-ES on margins of single rounds, which distinguish
//! candidates with far less work than games won. Then all retuned bots play together. The gain
//! measures the benefit of tuning: the tuned bot's advantage in its seat among the others over the
//! given bot in the same seats of the same deals, on deals that tuning did not see.

use crate::study::pieces::Pieces;
use crate::sweep::estimate::Figures;
use crate::sweep::space::{NoSuchParameter, Space, Steps};
use crate::sweep::trial::{TrialOptions, TrialTable};
use crate::tune::search::{Search, TuneError};
use powergrab_arena::hero_sums::Objective;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::{Bot, BotGame as _, PolicyInfo};
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::{Game as _, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::Shedding;
use powergrab_stats::moments::Estimate;

/// Prefix of the names of tuned bots, and of their files.
pub const PREFIX: &str = "tuned-";

/// Settings of retuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Retune {
    /// Parameters to tune; `None` for all that a bot has.
    pub params: Option<Vec<String>>,
    /// Settings of the search, whose objective is margins.
    pub search: Search,
    /// Number of deals on which the gain is measured.
    pub gain_deals: u64,
}

/// A bot tuned for a design.
#[derive(Clone, Debug)]
pub struct Retuned {
    /// Name of the design.
    pub design: String,
    /// The given bot.
    pub start: Bot<Shedding>,
    /// The tuned bot.
    pub tuned: Bot<Shedding>,
    /// Number of generations of the search.
    pub generations: u64,
    /// Number of rounds of the search.
    pub rounds: u64,
    /// Number of deals behind the gain.
    pub gain_deals: u64,
    /// Advantage of the tuned bot over the given one, in the same seat among the others, as a share
    /// of the rounds.
    pub gain: Estimate,
}

impl Retuned {
    /// Returns the parameters that changed, with their values before and after.
    pub fn moved(&self) -> impl Iterator<Item = (&'static str, f64, f64)> {
        let values = |bot: &Bot<Shedding>| Shedding::values(&bot.policy);
        let names = self.start.info().into_iter().flat_map(PolicyInfo::tunables);
        names
            .zip(values(&self.start).into_iter().zip(values(&self.tuned)))
            .filter(|(_, (from, to))| from != to)
            .map(|(tunable, (from, to))| (tunable.name, from, to))
    }
}

impl Retune {
    /// Returns the bots to be tuned, each with its space: those of the line-up that have
    /// parameters, without duplicates.
    ///
    /// # Errors
    /// Fails if none has parameters, or if one lacks a parameter that is to be tuned.
    pub fn spaces<'b>(
        &self,
        bots: &'b [Bot<Shedding>],
    ) -> Result<Vec<(&'b Bot<Shedding>, Space)>, NoSuchParameter> {
        let names: Option<Vec<&str>> = self
            .params
            .as_ref()
            .map(|names| names.iter().map(String::as_str).collect());
        let mut spaces = Vec::new();
        for (place, bot) in bots.iter().enumerate() {
            let is_first = bots[..place].iter().all(|b| b.name != bot.name);
            let has_some = bot
                .info()
                .map(PolicyInfo::tunables)
                .is_some_and(|mut tunables| tunables.next().is_some());
            if is_first && has_some {
                spaces.push((bot, Space::new(bot, names.as_deref(), Steps::Value)?));
            }
        }
        if spaces.is_empty() {
            return Err(NoSuchParameter(
                "no bot of the line-up has parameters to tune: seat one that has, like balanced"
                    .to_owned(),
            ));
        }
        Ok(spaces)
    }

    /// Tunes the bots for a design.
    ///
    /// # Errors
    /// [`TuneError`]. No bots are returned for a line-up that [`Retune::spaces`] refuses.
    pub(crate) fn run<'m>(
        &self,
        site: &Site<'_>,
        means: &dyn Fn(Purpose) -> TrialOptions<'m>,
        pieces: &mut Pieces<'_>,
    ) -> Result<Vec<Retuned>, TuneError> {
        let mut all = Vec::new();
        let (bots, seats) = (site.bots, site.game.n_seats());
        for (start, space) in self.spaces(bots).unwrap_or_default() {
            let own = bots.iter().position(|b| b.name == start.name);
            let own = own.unwrap_or(0);
            let others: Vec<usize> = (0..seats).filter(|place| *place != own).collect();
            let table = |objective| {
                let panels = vec![others.clone()];
                let (game, field) = (site.game.clone(), bots.to_vec());
                TrialTable::new(game, field, panels, Unit::Round, Order::Cyclic, objective)
            };
            let label = format!("{} {}: ", site.design, start.name);
            let lots = Seeds::new(site.seed, Purpose::Plan);
            let lots = lots.deal(1 + site.number * MAX_SEATS as u64 + own as u64);
            let found = self.search.run(
                &label,
                start,
                &space,
                &table(self.search.objective),
                0,
                lots.plan(),
                &means(Purpose::Tune),
                pieces,
                &mut |_| {},
            )?;
            let name = format!("{PREFIX}{}-{}", site.design, start.name);
            let tuned = means(Purpose::Tune)
                .bots
                .with_values(start, &name, &found.values)?;
            let table = table(Objective::WinShare);
            let heroes = [start.clone(), tuned.clone()];
            let deals = table.whole_deals(self.gain_deals);
            let trial = pieces.trial(
                &format!("{label}gain"),
                &table,
                &heroes,
                0,
                deals,
                &means(Purpose::Validate),
            );
            let trial = trial.map_err(TuneError::Trial)?;
            let figures = Figures::new(&trial, Objective::WinShare, seats);
            let gain = figures.gain(1);
            all.push(Retuned {
                design: site.design.to_owned(),
                start: start.clone(),
                tuned,
                generations: found.generations,
                rounds: found.games,
                gain_deals: figures.deals(),
                gain: Estimate {
                    value: gain.value,
                    se: gain.se,
                    interval: gain.interval().map(|i| (i.low, i.high)),
                },
            });
        }
        Ok(all)
    }
}

/// Environment of tuning: a design with its rules, and the line-up.
pub(crate) struct Site<'a> {
    /// Its name.
    pub design: &'a str,
    /// Number of the design; 0 for the base.
    pub number: u64,
    /// Its rules.
    pub game: &'a Shedding,
    /// The given bots, by index.
    pub bots: &'a [Bot<Shedding>],
    /// The run's seed.
    pub seed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_bots::strategy::resolve;

    #[test]
    fn each_bot_with_parameters_is_tuned_once() {
        let retune = |params: Option<&[&str]>| Retune {
            params: params.map(|p| p.iter().map(|n| (*n).to_owned()).collect()),
            search: Search {
                population: None,
                sigma: 0.2,
                generations: 1,
                games: None,
                deals: 2,
                max_deals: 2,
                objective: Objective::Margin,
            },
            gain_deals: 2,
        };
        let names = ["balanced", "random", "hoarder", "balanced"];
        let bots: Vec<Bot<Shedding>> = names.iter().map(|n| resolve(n).unwrap()).collect();
        let spaces = retune(None).spaces(&bots).unwrap();
        let tuned: Vec<&str> = spaces.iter().map(|(b, _)| b.name.as_str()).collect();
        assert_eq!(tuned, ["balanced", "hoarder"]);
        let spaces = retune(Some(&["deny"])).spaces(&bots).unwrap();
        assert_eq!(spaces[1].1.dimensions.len(), 1);
        let error = retune(Some(&["denny"])).spaces(&bots).unwrap_err();
        assert!(error.0.contains("did you mean `deny`?"), "{}", error.0);
        let error = retune(None).spaces(&bots[1..2]).unwrap_err();
        assert!(error.0.contains("no bot of the line-up"), "{}", error.0);
    }
}
