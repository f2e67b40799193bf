//! The course of rounds: the leader, the changes of the lead, the time at which the winner is
//! known.
//!
//! A seat's chance at a turn depends on its hand size and the smallest other hand. The table of
//! chances is filled by the first half of the deals and judges the second, so it is calibrated by
//! results.
//!
//! Figures that depend on this table have errors from a bootstrap over all deals: each replicate
//! learns its own table (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter
//! 8). No error is given if a figure jumps when a chance crosses a threshold, or if the replicates
//! show a bias.

use super::chances::{Chances, Forecasts, TableChances, WinChances};
use super::figures::{
    ALL, BINS, CLASSES, COMEBACKS, Calibration, DEALER, Error, FIRST, KNOWN_50, KNOWN_80,
    LEAD_CHANGES, ROUNDS, SPREAD, Sums, TENTHS, TURNS, Totals, WON, figures,
};
use crate::seating_pool::{Place, SeatedLineUp, SeatingPool};
use powergrab_arena::parallel_deals::{Merge, parallel_deals, parallel_map};
use powergrab_arena::resample::{DealWeights, weights};
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_bots::strategy::Players;
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::game::{NoObserver, Unit};
use powergrab_engine::rng::Seeds;
use powergrab_engine::shedding::{Phase, Shedding, State};
use powergrab_stats::moments::Estimate;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Number of bootstrap replicates, with which an error is known to 10 %.
pub const REPLICATES: usize = 50;

/// Number of deals that a thread judges at once.
const PART: usize = 256;

/// One round: the hands' sizes at each turn, and the winner.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct RoundHistory {
    n_seats: usize,
    /// Sizes of all hands at each turn with a choice, turn after turn.
    sizes: Vec<u8>,
    /// Number of all turns taken (PG-6).
    n_turns: u32,
    winner: Option<Seat>,
    position: Option<usize>,
}

impl RoundHistory {
    /// Returns the hands' sizes at each turn with a choice.
    fn turns(&self) -> Vec<&[u8]> {
        let turns = 0..self.sizes.len() / self.n_seats;
        turns.map(|turn| self.hands(turn)).collect()
    }
}

/// The rounds of some deals, by deal, then by table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RoundHistories(Vec<(u64, Vec<Vec<RoundHistory>>)>);

impl Merge for RoundHistories {
    fn fresh(&self) -> RoundHistories {
        RoundHistories::default()
    }
    fn absorb(&mut self, mut other: RoundHistories) {
        self.0.append(&mut other.0);
    }
}

/// A figure of the course of rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct DramaRow {
    /// The table.
    pub place: Place,
    /// Name of the figure.
    pub metric: &'static str,
    /// Part of the round or class of forecasts; empty for a single figure.
    pub at: String,
    /// The figure.
    pub figure: Estimate,
}

/// The experiment: the first half of the deals teaches, the second is judged.
#[derive(Clone, Copy, Debug)]
pub struct Drama<'a> {
    /// The tables.
    pub tables: &'a [SeatedLineUp],
    /// Source of the deals.
    pub seeds: Seeds,
    /// Number of bootstrap replicates; 0 without errors of figures that use the chances.
    pub replicates: usize,
}

impl Drama<'_> {
    fn stories(
        &self,
        chairs: &mut [SeatingPool],
        deal: u64,
        tell: &mut dyn FnMut(usize, RoundHistory),
    ) {
        for (at, (seated, chairs)) in self.tables.iter().zip(chairs).enumerate() {
            let (n, seeds) = (seated.bots.len(), self.seeds);
            seated.games(chairs, deal, seeds, Unit::Round, |driver, players| {
                driver.begin_round(&seated.game, &mut NoObserver);
                let mut sizes: Vec<u8> = Vec::new();
                while let Some(ask) = driver.ask(&seated.game, &mut NoObserver) {
                    if driver.state().phase() == Phase::Turn {
                        let size = |s: usize| driver.state().hand(s as Seat).len() as u8;
                        sizes.extend((0..n).map(size));
                    }
                    driver.decide(&seated.game, &ask, &mut Players(players), &mut NoObserver);
                }
                let story = RoundHistory {
                    n_seats: n,
                    sizes,
                    n_turns: driver.state().turn(),
                    winner: driver.state().winner(),
                    position: position(&seated.game, driver.state()),
                };
                tell(at, story);
            });
        }
    }

    /// Returns the number of these deals that teach.
    pub fn half(deals: u64) -> u64 {
        deals / 2
    }

    fn chairs(&self) -> Vec<SeatingPool> {
        self.tables.iter().map(SeatingPool::new).collect()
    }

    /// Learns from these deals; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn learn(
        &self,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<WinChances>, RunError> {
        let blank = WinChances(vec![TableChances::new(self.replicates); self.tables.len()]);
        let learn = |chairs: &mut Vec<SeatingPool>, deal: u64, learnt: &mut WinChances| {
            let mut of_deal = vec![Chances::default(); self.tables.len()];
            self.stories(chairs, deal, &mut |at, story| story.teach(&mut of_deal[at]));
            let weights = weights(self.seeds.deal(deal));
            for (table, of_deal) in learnt.0.iter_mut().zip(&of_deal) {
                table.add(of_deal, &weights);
            }
        };
        parallel_deals(deals, workers, &blank, control, || self.chairs(), learn)
    }

    /// Plays the deals that are to be judged; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn watch(
        &self,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<RoundHistories>, RunError> {
        let blank = RoundHistories::default();
        let watch = |chairs: &mut Vec<SeatingPool>, deal: u64, stories: &mut RoundHistories| {
            let mut tables = vec![Vec::new(); self.tables.len()];
            self.stories(chairs, deal, &mut |at, story| tables[at].push(story));
            stories.0.push((deal, tables));
        };
        let found = parallel_deals(deals, workers, &blank, control, || self.chairs(), watch)?;
        Ok(found.map(|mut stories| {
            // Sorted, so that the result does not depend on the order of threads.
            stories.0.sort_unstable_by_key(|(deal, _)| *deal);
            stories
        }))
    }

    /// Plays these deals; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn run(
        &self,
        deals: u64,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<Vec<DramaRow>>, RunError> {
        let half = Drama::half(deals);
        let Some(learnt) = self.learn(0..half, workers, control)? else {
            return Ok(None);
        };
        let stories = self.watch(half..deals, workers, control)?;
        Ok(stories.map(|stories| self.rows(&learnt, &stories, workers)))
    }

    /// Returns the rows, judged by the learnt chances.
    pub fn rows(
        &self,
        learnt: &WinChances,
        stories: &RoundHistories,
        workers: Workers,
    ) -> Vec<DramaRow> {
        let (deals, figures) = (stories.0.len() as u64, figures());
        let counts: Vec<DealWeights> = stories
            .0
            .iter()
            .map(|(deal, _)| weights(self.seeds.deal(*deal)))
            .collect();
        let parts: Vec<_> = stories.0.chunks(PART).collect();
        let mut rows = Vec::new();
        for (at, (seated, chances)) in self.tables.iter().zip(&learnt.0).enumerate() {
            let n = seated.bots.len();
            let forecasts = chances.all.forecasts(n);
            let judge = |part: usize| {
                let (mut sums, mut classes) = (Sums::default(), Calibration::default());
                for (_, tables) in parts[part] {
                    let mut totals = [0; ALL];
                    for story in &tables[at] {
                        story.judge(&forecasts, &mut totals);
                    }
                    sums.add(std::array::from_fn(|i| totals[i]));
                    classes.add(std::array::from_fn(|i| totals[CLASSES + i]));
                    sums.end_deal();
                    classes.end_deal();
                }
                (sums, classes)
            };
            let (mut sums, mut classes) = (Sums::default(), Calibration::default());
            for (more_sums, more_classes) in parallel_map(parts.len(), workers, judge) {
                sums.absorb(&more_sums);
                classes.absorb(&more_classes);
            }
            let replicate = |r: usize| {
                let forecasts = chances.replicates[r].forecasts(n);
                let mut totals = [0; ALL];
                for ((_, tables), counts) in stories.0.iter().zip(&counts) {
                    if counts[r] > 0 {
                        for story in &tables[at] {
                            story.judge_chances(&forecasts, counts[r].into(), &mut totals);
                        }
                    }
                }
                totals
            };
            let replicates: Vec<Totals> =
                parallel_map(chances.replicates.len(), workers, replicate);
            for figure in &figures {
                let Some(plain) = figure.plain(&sums, &classes, deals) else {
                    continue;
                };
                rows.push(DramaRow {
                    place: seated.place(),
                    metric: figure.metric,
                    at: figure.at.clone(),
                    figure: match figure.error {
                        Error::OfRounds => plain,
                        Error::OfChances => figure.resampled(plain.value, &replicates),
                        Error::Unknown => Estimate::new(plain.value, None, 0),
                    },
                });
            }
        }
        rows
    }
}

/// Returns the winner's position: 0 is the first seat.
fn position(game: &Shedding, state: &State) -> Option<usize> {
    use powergrab_engine::game::Game as _;
    state.winner().map(|seat| game.position(state, seat))
}

/// Returns the seat with fewer cards than any other, if there is one.
fn leader(hands: &[u8]) -> Option<usize> {
    let least = *hands.iter().min()?;
    let mut lead = hands
        .iter()
        .enumerate()
        .filter(|(_, cards)| **cards == least);
    let first = lead.next()?.0;
    lead.next().is_none().then_some(first)
}

impl RoundHistory {
    /// Adds the winner and the hands of the round to the chances.
    fn teach(&self, chances: &mut Chances) {
        let Some(winner) = self.winner else {
            return;
        };
        for hands in self.turns() {
            for seat in 0..hands.len() {
                chances.see(hands, seat, usize::from(winner) == seat);
            }
        }
    }

    /// Returns the hands' sizes at a turn.
    #[inline]
    fn hands(&self, turn: usize) -> &[u8] {
        &self.sizes[turn * self.n_seats..][..self.n_seats]
    }

    /// Returns the hands' sizes after this part of the turns.
    fn hands_after(&self, part: usize, of: usize) -> &[u8] {
        self.hands(self.sizes.len() / self.n_seats * part / of)
    }

    /// Returns the winner of a round with a choice.
    fn judged_winner(&self) -> Option<usize> {
        self.winner
            .filter(|_| !self.sizes.is_empty())
            .map(usize::from)
    }

    /// Adds the round, judged by these forecasts, to the totals.
    fn judge(&self, forecasts: &Forecasts, totals: &mut Totals) {
        let turns = self.turns();
        totals[ROUNDS] += 1;
        totals[TURNS] += i64::from(self.n_turns);
        let leaders: Vec<usize> = turns.iter().filter_map(|h| leader(h)).collect();
        totals[LEAD_CHANGES] += leaders.windows(2).filter(|w| w[0] != w[1]).count() as i64;
        let Some(winner) = self.judged_winner() else {
            return;
        };
        let n = self.n_seats;
        totals[FIRST] += i64::from(self.position == Some(0));
        totals[DEALER] += i64::from(self.position == Some(n - 1));
        // A comeback: half-way, nobody had more cards than the winner, and somebody fewer.
        let half = self.hands_after(1, 2);
        let most = half.iter().max() == Some(&half[winner]);
        totals[COMEBACKS] += i64::from(most && half.iter().any(|cards| *cards < half[winner]));
        for (column, sure) in [(KNOWN_50, 0.5), (KNOWN_80, 0.8)] {
            let doubtful = turns.iter().rposition(|h| forecasts.of(h, winner) <= sure);
            let known = doubtful.map_or(0, |turn| turn + 1);
            totals[column] += (1000 * known / turns.len()) as i64;
        }
        self.judge_chances(forecasts, 1, totals);
        // Over all turns equally: a fixed part of a round would reveal when it ends.
        for hands in &turns {
            let chances = || (0..n).map(|seat| forecasts.of(hands, seat));
            let total: f64 = chances().sum();
            for (seat, chance) in chances().enumerate() {
                let chance = chance / total;
                let class = ((chance * BINS as f64) as usize).min(BINS - 1);
                let column = CLASSES + 3 * class;
                totals[column] += 1;
                totals[column + 1] += i64::from(seat == winner);
                totals[column + 2] += millionths(chance);
            }
        }
    }

    /// Adds to the totals, this many times, what a figure with [`Error::OfChances`] needs.
    fn judge_chances(&self, forecasts: &Forecasts, times: i64, totals: &mut Totals) {
        let Some(winner) = self.judged_winner() else {
            return;
        };
        totals[WON] += times;
        let mut chances = [0.0; MAX_SEATS];
        let chances = &mut chances[..self.n_seats];
        for tenth in 0..TENTHS {
            let hands = self.hands_after(tenth + 1, 10);
            let mut total = 0.0;
            for (seat, chance) in chances.iter_mut().enumerate() {
                *chance = forecasts.of(hands, seat);
                total += *chance;
            }
            let (mut best, mut brier) = (0, 0.0);
            for seat in 0..chances.len() {
                chances[seat] /= total;
                // The last of equal ones.
                if chances[seat] >= chances[best] {
                    best = seat;
                }
                let miss = chances[seat] - f64::from(u8::from(seat == winner));
                brier += miss * miss;
            }
            let column = SPREAD + 3 * tenth;
            totals[column] += times * i64::from(best == winner);
            totals[column + 1] += times * millionths(chances[best]);
            totals[column + 2] += times * millionths(brier);
        }
    }
}

fn millionths(x: f64) -> i64 {
    (x * 1e6).round() as i64
}
