//! Design search: rule settings that equalise the towers' values, or bring rounds to a wanted
//! length, without favouring the first seat. It returns the designs that cannot be improved in one
//! goal without loss in another.
//!
//! The method is random candidates with successive halving (Jamieson and Talwalkar, AISTATS 2016):
//! all are measured on few deals, the better half again on twice as many, and so on. A design is
//! better if fewer others beat it in all figures at once. The finalists are measured once more on
//! deals that had no part in the choice, and only those figures are reported, because the winners
//! of a search look better than they are. Bots made for the old rules may misjudge a design. So the
//! finalists, and the base for comparison, are also played by retuned bots (see `retune`), on the
//! same deals, which tuning did not see either.

use super::candidates::{beats, candidate, order};
use super::retune::{Retune, Retuned, Site};
use crate::study::pieces::Pieces;
use crate::sweep::trial::{TrialError, TrialOptions};
use crate::tune::search::TuneError;
use powergrab_arena::parallel_deals::Merge as _;
use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_balance::drama::Drama;
use powergrab_balance::seating_pool::{SeatedLineUp, SeatedLineUpError};
use powergrab_balance::towers::{Rates, TowerResults, Towers};
use powergrab_balance::variants::{Change, changed};
use powergrab_bots::strategy::{Bot, BotCatalog};
use powergrab_engine::cards::Tower;
use powergrab_engine::game::Unit;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Rules, Shedding};
use powergrab_stats::jackknife::jackknife;
use powergrab_stats::moments::Estimate;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Settings of the search.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// Base rules, which are a candidate too.
    pub base: &'a Rules,
    /// Bots at the table.
    pub bots: &'a [Bot<Shedding>],
    /// Number of candidates.
    pub candidates: usize,
    /// Maximum number of finalists.
    pub finalists: usize,
    /// Deals of the first measurement.
    pub deals: u64,
    /// Deals of the last measurement.
    pub test_deals: u64,
    /// Wanted number of turns per round; `None` for the base's.
    pub turns: Option<f64>,
    /// Settings for retuning bots for the finalists; `None` plays them with the given bots only.
    pub tune: Option<&'a Retune>,
    /// Policies of the tuned bots.
    pub policies: &'a BotCatalog,
    /// The run's seed.
    pub seed: u64,
    /// Threads.
    pub workers: Workers,
}

/// Figures of a candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// By tower, in the order of [`Tower::ALL`]: its value to its holder, in the chance of winning
    /// the round; `None` if it is not in the game.
    pub worth: [Option<Estimate>; 4],
    /// Difference between the greatest and the least of these values; its error by the jack-knife,
    /// in the last measurement only.
    pub spread: Estimate,
    /// Turns per round.
    pub turns: Estimate,
    /// The first seat's share of the rounds won.
    pub first_seat: Estimate,
}

/// A design as played by certain bots.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its figures on deals that had no part in the choice.
    pub figures: Figures,
    /// Values of the goals, where less is better: spread of the towers' values, distance from the
    /// wanted length, the first seat's distance from a fair share.
    pub goals: [f64; 3],
    /// `true` if no other finalist is at least as good in every goal and better in one, with bots
    /// of the same kind.
    pub on_front: bool,
}

/// A finalist.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// `base`, or `design-` and a number.
    pub name: String,
    /// Options that differ from the base.
    pub options: Value,
    /// Results with the given bots.
    pub original: Played,
    /// Results with retuned bots, if requested.
    pub tuned: Option<Played>,
}

impl Design {
    /// Returns the kinds of bots that played it, with their results.
    pub fn ways(&self) -> impl Iterator<Item = (&'static str, &Played)> {
        let tuned = self.tuned.as_ref().map(|played| ("tuned", played));
        [("original", &self.original)].into_iter().chain(tuned)
    }
}

/// Results of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The base and the finalists.
    pub designs: Vec<Design>,
    /// The bots tuned for them.
    pub bots: Vec<Retuned>,
}

/// Error of a search that does not complete.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum SearchError {
    /// The search was cancelled.
    #[error("interrupted")]
    Cancelled,
    /// A measurement failed.
    Run(#[from] RunError),
    /// Tuning failed.
    Tune(TuneError),
    /// Earlier results cannot be read, or new ones kept.
    Pieces(#[from] PiecesError),
}

impl From<TuneError> for SearchError {
    fn from(e: TuneError) -> SearchError {
        match e {
            TuneError::Trial(TrialError::Cancelled) => SearchError::Cancelled,
            e => SearchError::Tune(e),
        }
    }
}

/// Store of the finished parts, and receiver of the progress.
pub struct SearchContext<'a, 'b> {
    /// Measurements, and trials of tuning.
    pub pieces: &'a mut Pieces<'b>,
    /// Receives each step at its start.
    pub tell: &'a mut dyn FnMut(&str),
}

/// Number of groups of deals in the last measurement, for the jack-knife.
const GROUPS: u64 = 20;

/// Returns the difference between the greatest and the least value of a tower; 0 without towers.
fn spread(worth: &[Option<Estimate>; 4]) -> f64 {
    let values = || worth.iter().flatten().map(|e| e.value);
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    (most - least).max(0.0)
}

fn worth(found: &TowerResults, tables: &[SeatedLineUp]) -> [Option<Estimate>; 4] {
    let rows = found.worth(tables);
    Tower::ALL.map(|tower| {
        let row = rows.iter().find(|r| r.by == "all" && r.tower == tower);
        row.map(|row| row.effect.win)
    })
}

impl Search<'_> {
    /// Searches. The result depends neither on threads nor on the pieces that existed before.
    ///
    /// # Errors
    /// [`SearchError`] if it is cancelled, or if a measurement, tuning or store fails.
    pub fn run(
        &self,
        control: Control<'_>,
        desk: &mut SearchContext<'_, '_>,
    ) -> Result<SearchResult, SearchError> {
        let mut lots = Seeds::new(self.seed, Purpose::Plan).deal(0).plan();
        let base = Change {
            name: "base".to_owned(),
            options: json!({}),
        };
        let mut field = vec![base];
        // Draws that are not valid rules are repeated, at most this many times.
        for _ in 0..20 * self.candidates {
            if field.len() > self.candidates {
                break;
            }
            let next = candidate(field.len(), &mut lots);
            if changed(self.base, &[&next]).is_ok() {
                field.push(next);
            }
        }
        let SearchContext { pieces, tell } = desk;
        // Each change is measured with its own bots.
        let measure = |pieces: &mut Pieces<'_>, stage: &str, all: &[(&Change, &[_])], work| {
            let label = |(change, _): &(&Change, _)| format!("{stage}: {}", change.name);
            let labels: Vec<String> = all.iter().map(label).collect();
            pieces.round(&labels, |at| {
                let (change, bots) = all[at];
                self.measure(change, bots, work, control)
            })
        };
        fn with_bots<'a, B>(field: &'a [Change], bots: &'a [B]) -> Vec<(&'a Change, &'a [B])> {
            field.iter().map(|change| (change, bots)).collect()
        }
        let first = Work::rung(self.deals);
        let first = measure(pieces, "length", &with_bots(&field[..1], self.bots), first)?;
        let first = &first[0];
        let wanted = self.turns.unwrap_or(first.turns.value);
        let mut deals = self.deals;
        while field.len() > self.finalists + 1 {
            tell(&format!("{} designs on {deals} deals each", field.len()));
            let stage = format!("{deals} deals");
            let all = with_bots(&field, self.bots);
            let measured = measure(pieces, &stage, &all, Work::rung(deals))?;
            let goals = measured.iter().map(|figures| self.goals(figures, wanted));
            let goals: Vec<[f64; 3]> = goals.collect();
            let keep = (field.len() / 2).max(self.finalists);
            let mut kept: Vec<usize> = order(&goals).into_iter().take(keep).collect();
            // The base stays for comparison.
            if !kept.contains(&0) {
                kept.push(0);
            }
            kept.sort_unstable();
            field = kept.into_iter().map(|i| field[i].clone()).collect();
            deals *= 2;
        }
        tell(&format!(
            "{} designs on {} deals that chose nothing",
            field.len(),
            self.test_deals
        ));
        let test = Work {
            purpose: Purpose::Test,
            deals: self.test_deals,
            groups: GROUPS.min(self.test_deals),
        };
        let played = |figures: Figures| Played {
            goals: self.goals(&figures, wanted),
            figures,
            on_front: false,
        };
        let mut outcome = SearchResult::default();
        let tested = measure(pieces, "test", &with_bots(&field, self.bots), test)?;
        for (change, figures) in field.iter().zip(tested) {
            outcome.designs.push(Design {
                name: change.name.clone(),
                options: change.options.clone(),
                original: played(figures),
                tuned: None,
            });
        }
        if let Some(tune) = self.tune {
            let means = |purpose| TrialOptions {
                bots: self.policies,
                seeds: Seeds::new(self.seed, purpose),
                threads: self.workers.threads,
                control,
            };
            for (change, design) in field.iter().zip(&mut outcome.designs) {
                tell(&format!("{}: bots tuned anew", change.name));
                let game = self.seated(change, self.bots)?.game;
                // By the candidate's number, independent of the other finalists.
                let number = change.name.strip_prefix("design-");
                let number = number.and_then(|n| n.parse().ok()).unwrap_or(0);
                let site = Site {
                    design: &change.name,
                    number,
                    game: &game,
                    bots: self.bots,
                    seed: self.seed,
                };
                let bots = tune.run(&site, &means, pieces)?;
                let line: Vec<Bot<Shedding>> = self
                    .bots
                    .iter()
                    .map(|bot| {
                        let anew = bots.iter().find(|b| b.start.name == bot.name);
                        anew.map_or(bot, |b| &b.tuned).clone()
                    })
                    .collect();
                let tuned = measure(pieces, "tuned", &[(change, &line)], test)?;
                design.tuned = tuned.into_iter().next().map(played);
                outcome.bots.extend(bots);
            }
        }
        outcome.mark_fronts();
        Ok(outcome)
    }

    fn goals(&self, figures: &Figures, wanted: f64) -> [f64; 3] {
        let fair = 1.0 / self.bots.len() as f64;
        [
            figures.spread.value,
            (figures.turns.value - wanted).abs(),
            (figures.first_seat.value - fair).abs(),
        ]
    }

    fn seated(&self, change: &Change, bots: &[Bot<Shedding>]) -> Result<SeatedLineUp, RunError> {
        let rules = changed(self.base, &[change]).map_err(|_| RunError::Unsound)?;
        SeatedLineUp::new(&rules, bots.to_vec()).map_err(|_: SeatedLineUpError| RunError::Unsound)
    }

    fn measure(
        &self,
        change: &Change,
        bots: &[Bot<Shedding>],
        work: Work,
        control: Control<'_>,
    ) -> Result<Figures, SearchError> {
        let tables = [self.seated(change, bots)?];
        let seeds = Seeds::new(self.seed, work.purpose);
        let towers = Towers {
            tables: &tables,
            rates: Rates {
                turns: 0.2,
                blocks: 0.0,
                null: false,
            },
            unit: Unit::Round,
            seeds,
        };
        let cut = |group: u64| work.deals * group / work.groups;
        let mut parts = Vec::new();
        for group in 0..work.groups {
            let deals = cut(group)..cut(group + 1);
            let found = towers.run(deals, self.workers, control)?;
            parts.push(found.ok_or(SearchError::Cancelled)?);
        }
        let without = |out: Option<usize>| {
            let mut found = parts[0].fresh();
            let kept = parts.iter().enumerate().filter(|(i, _)| Some(*i) != out);
            kept.for_each(|(_, part)| found.absorb(part.clone()));
            worth(&found, &tables)
        };
        let whole = without(None);
        let one_less: Vec<f64> = (0..parts.len())
            .map(|i| spread(&without(Some(i))))
            .collect();
        let drama = Drama {
            tables: &tables,
            seeds,
            replicates: 0,
        };
        let course = drama.run(2 * work.deals, self.workers, control)?;
        let course = course.ok_or(SearchError::Cancelled)?;
        let figure = |metric: &str| {
            let row = course.iter().find(|row| row.metric == metric);
            row.map_or(Estimate::new(0.0, None, 0), |row| row.figure)
        };
        Ok(Figures {
            worth: whole,
            spread: jackknife(spread(&whole), &one_less),
            turns: figure("turns"),
            first_seat: figure("first_seat_wins"),
        })
    }
}

/// Extent of a measurement.
#[derive(Clone, Copy)]
struct Work {
    purpose: Purpose,
    deals: u64,
    /// Number of groups of deals, for errors by the jack-knife.
    groups: u64,
}

impl Work {
    /// Returns a measurement for choosing.
    fn rung(deals: u64) -> Work {
        Work {
            purpose: Purpose::Tune,
            deals,
            groups: 1,
        }
    }
}

impl SearchResult {
    /// Marks the fronts: of the given bots and of the retuned bots, separately.
    fn mark_fronts(&mut self) {
        fn mark<'a>(played: impl Iterator<Item = &'a mut Played>) {
            let mut played: Vec<&mut Played> = played.collect();
            let goals: Vec<[f64; 3]> = played.iter().map(|p| p.goals).collect();
            for p in &mut played {
                p.on_front = !goals.iter().any(|other| beats(other, &p.goals));
            }
        }
        mark(self.designs.iter_mut().map(|d| &mut d.original));
        mark(self.designs.iter_mut().filter_map(|d| d.tuned.as_mut()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_over_the_towers_that_there_are() {
        let e = |value| Some(Estimate::new(value, None, 0));
        assert!((spread(&[e(0.1), None, e(-0.05), e(0.0)]) - 0.15).abs() < 1e-12);
        assert_eq!(spread(&[e(0.1), None, None, None]), 0.0);
        assert_eq!(spread(&[None; 4]), 0.0);
    }
}
