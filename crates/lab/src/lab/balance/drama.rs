//! The course of rounds: who leads, how often that changes, how early the winner is known.
//!
//! What a seat's chance is at a turn is looked up in a table that the first half of the deals filled: by the cards in its hand and
//! in the smallest other hand. So it is calibrated by what really happened, on other deals than those it is judged by.

use super::Place;
use super::seating_pool::{SeatedLineUp, SeatingPool};
use crate::arena::parallel_deals::{Merge, parallel_deals};
use crate::arena::run::{Control, RunError, Workers};
use crate::cards::Seat;
use crate::game::{Driver, Silent, Unit};
use crate::rng::Seeds;
use crate::shedding::{Phase, Shedding, State};
use crate::stats::moments::{Estimate, Moments};
use crate::strategy::Players;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Hands of this many cards and more are counted together.
const MANY: usize = 15;
/// The points of a round that are looked at: tenths of its turns.
const TENTHS: usize = 9;
/// How wide the classes of forecasts are, in percent.
const BIN: usize = 10;
const BINS: usize = 100 / BIN;

/// How often seats with so many cards, the smallest other hand so many, won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chances {
    seen: Vec<u64>,
    won: Vec<u64>,
}

impl Chances {
    fn new() -> Chances {
        Chances {
            seen: vec![0; MANY * MANY],
            won: vec![0; MANY * MANY],
        }
    }

    fn cell(hands: &[u8], seat: usize) -> usize {
        let class = |cards: u8| usize::from(cards).clamp(1, MANY) - 1;
        let others = hands.iter().enumerate().filter(|(s, _)| *s != seat);
        let least = others.map(|(_, cards)| *cards).min().unwrap_or(u8::MAX);
        class(hands[seat]) * MANY + class(least)
    }

    /// The chance of a seat among these hands. One win in `n` seats is added to every class, so that none is empty.
    fn of(&self, hands: &[u8], seat: usize) -> f64 {
        let cell = Chances::cell(hands, seat);
        let fair = 1.0 / hands.len() as f64;
        (self.won[cell] as f64 + fair) / (self.seen[cell] as f64 + 1.0)
    }
}

/// One round: the hands' sizes at each turn, and who won.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Story {
    n_seats: usize,
    /// The sizes of all hands at the first turn, at the second, and so on.
    sizes: Vec<u8>,
    winner: Option<Seat>,
    /// The winner's position: 0 is the first seat.
    position: Option<usize>,
}

impl Story {
    /// The hands' sizes, turn by turn.
    fn turns(&self) -> Vec<&[u8]> {
        self.sizes.chunks_exact(self.n_seats).collect()
    }
}

/// The rounds of some deals, by deal: those of each table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Stories(Vec<(u64, Vec<Vec<Story>>)>);

impl Merge for Stories {
    fn fresh(&self) -> Stories {
        Stories::default()
    }
    fn absorb(&mut self, mut other: Stories) {
        self.0.append(&mut other.0);
    }
}

/// Of the rounds of a table: see the constants.
type Sums = Moments<{ SPREAD + 3 * TENTHS }>;
const ROUNDS: usize = 0;
const WON: usize = 1;
const LEAD_CHANGES: usize = 2;
const COMEBACKS: usize = 3;
const FIRST: usize = 4;
const DEALER: usize = 5;
const TURNS: usize = 6;
/// Thousandths of the round after which the winner's chance stays above a half, and above four fifths.
const KNOWN_50: usize = 7;
const KNOWN_80: usize = 8;
const SPREAD: usize = 9;

/// By class of forecast: seats and turns, won ones, forecasts in millionths.
type Calibration = Moments<{ 3 * BINS }>;

/// What some deals have taught, by table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Learnt(Vec<Chances>);

impl Merge for Learnt {
    fn fresh(&self) -> Learnt {
        Learnt(vec![Chances::new(); self.0.len()])
    }
    fn absorb(&mut self, other: Learnt) {
        for (mine, its) in self.0.iter_mut().zip(other.0) {
            for (a, b) in mine.seen.iter_mut().zip(its.seen) {
                *a += b;
            }
            for (a, b) in mine.won.iter_mut().zip(its.won) {
                *a += b;
            }
        }
    }
}

/// What was found in the rounds that are judged, by table.
struct Judged(Vec<(Sums, Calibration)>, u64);

/// A figure of the course of rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct DramaRow {
    /// Where.
    pub place: Place,
    /// Which figure.
    pub metric: &'static str,
    /// At which part of the round or which class of forecasts; empty where it is one figure.
    pub at: String,
    /// The figure.
    pub figure: Estimate,
}

/// The experiment on these tables: the first half of the deals teaches the chances, the second is judged.
#[derive(Clone, Copy, Debug)]
pub struct Drama<'a> {
    /// The tables.
    pub tables: &'a [SeatedLineUp],
    /// Where deals come from.
    pub seeds: Seeds,
}

impl Drama<'_> {
    fn stories(&self, chairs: &mut [SeatingPool], deal: u64, mut tell: impl FnMut(usize, Story)) {
        for (at, (seated, chairs)) in self.tables.iter().zip(chairs).enumerate() {
            let seeds = self.seeds.deal(deal);
            let n = seated.bots.len();
            seated.rotations(deal, seeds, |places| {
                let (mut players, salts) = chairs.seat(places);
                let mut driver = Driver::new(&seated.game);
                driver.begin_game(seeds, &salts, Unit::Round);
                driver.begin_round(&mut Silent);
                let mut sizes: Vec<u8> = Vec::new();
                while let Some(ask) = driver.ask(&mut Silent) {
                    if driver.state().phase() == Phase::Turn {
                        let size = |s: usize| driver.state().hand(s as Seat).len() as u8;
                        sizes.extend((0..n).map(size));
                    }
                    driver.decide(&ask, &mut Players(&mut players), &mut Silent);
                }
                let story = Story {
                    n_seats: n,
                    sizes,
                    winner: driver.state().winner(),
                    position: position(&seated.game, driver.state()),
                };
                tell(at, story);
            });
        }
    }

    /// How many of so many deals teach.
    #[must_use]
    pub fn half(deals: u64) -> u64 {
        deals / 2
    }

    fn chairs(&self) -> Vec<SeatingPool> {
        self.tables.iter().map(SeatingPool::new).collect()
    }

    /// Learns from these deals; none where it was cancelled.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn learn(
        &self,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<Learnt>, RunError> {
        let blank = Learnt(vec![Chances::new(); self.tables.len()]);
        let learn = |chairs: &mut Vec<SeatingPool>, deal: u64, learnt: &mut Learnt| {
            self.stories(chairs, deal, |at, story| learnt.0[at].learn(&story));
        };
        parallel_deals(deals, workers, &blank, control, || self.chairs(), learn)
    }

    /// Plays the deals that are to be judged; none where it was cancelled.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn watch(
        &self,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<Stories>, RunError> {
        let blank = Stories::default();
        let watch = |chairs: &mut Vec<SeatingPool>, deal: u64, stories: &mut Stories| {
            let mut tables = vec![Vec::new(); self.tables.len()];
            self.stories(chairs, deal, |at, story| tables[at].push(story));
            stories.0.push((deal, tables));
        };
        let found = parallel_deals(deals, workers, &blank, control, || self.chairs(), watch)?;
        Ok(found.map(|mut stories| {
            // The same whichever thread was first.
            stories.0.sort_unstable_by_key(|(deal, _)| *deal);
            stories
        }))
    }

    /// Plays these deals; none where it was cancelled.
    ///
    /// # Errors
    /// The system gives no threads.
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
        Ok(stories.map(|stories| self.rows(&learnt, &stories)))
    }

    /// Judges by what was learnt, row by row.
    #[must_use]
    pub fn rows(&self, learnt: &Learnt, stories: &Stories) -> Vec<DramaRow> {
        let mut judged = Judged(vec![Default::default(); self.tables.len()], 0);
        for (_, tables) in &stories.0 {
            let of_tables = judged.0.iter_mut().zip(tables).zip(&learnt.0);
            for (((sums, calibration), stories), chances) in of_tables {
                for story in stories {
                    chances.judge(story, calibration, sums);
                }
                sums.end_deal();
                calibration.end_deal();
            }
            judged.1 += 1;
        }
        self.figures(&judged)
    }

    fn figures(&self, judged: &Judged) -> Vec<DramaRow> {
        let deals = judged.1;
        let mut rows = Vec::new();
        for (seated, (sums, calibration)) in self.tables.iter().zip(&judged.0) {
            let mut push = |metric: &'static str, at: String, figure: Option<Estimate>| {
                rows.extend(figure.map(|figure| DramaRow {
                    place: seated.place(),
                    metric,
                    at,
                    figure,
                }));
            };
            let none = String::new;
            push("turns", none(), sums.ratio(TURNS, ROUNDS, 1.0, deals));
            push("won", none(), sums.ratio(WON, ROUNDS, 1.0, deals));
            push(
                "first_seat_wins",
                none(),
                sums.ratio(FIRST, WON, 1.0, deals),
            );
            push("dealer_wins", none(), sums.ratio(DEALER, WON, 1.0, deals));
            push(
                "lead_changes",
                none(),
                sums.ratio(LEAD_CHANGES, ROUNDS, 1.0, deals),
            );
            push("comebacks", none(), sums.ratio(COMEBACKS, WON, 1.0, deals));
            push("known_50", none(), sums.ratio(KNOWN_50, WON, 1000.0, deals));
            push("known_80", none(), sums.ratio(KNOWN_80, WON, 1000.0, deals));
            for tenth in 0..TENTHS {
                let at = || format!("{} %", 10 * (tenth + 1));
                let column = SPREAD + 3 * tenth;
                push("favourite_wins", at(), sums.ratio(column, WON, 1.0, deals));
                push(
                    "favourite_forecast",
                    at(),
                    sums.ratio(column + 1, WON, 1e6, deals),
                );
                push("brier", at(), sums.ratio(column + 2, WON, 1e6, deals));
            }
            for bin in 0..BINS {
                let at = || format!("{}-{} %", BIN * bin, BIN * (bin + 1));
                let column = 3 * bin;
                push(
                    "calibration_forecast",
                    at(),
                    calibration.ratio(column + 2, column, 1e6, deals),
                );
                push(
                    "calibration_won",
                    at(),
                    calibration.ratio(column + 1, column, 1.0, deals),
                );
            }
        }
        rows
    }
}

/// The winner's position: 0 is the first seat.
fn position(game: &Shedding, state: &State) -> Option<usize> {
    use crate::game::Game as _;
    state.winner().map(|seat| game.position(state, seat))
}

/// The seat with fewer cards than any other, if there is one.
fn leader(hands: &[u8]) -> Option<usize> {
    let least = *hands.iter().min()?;
    let mut lead = hands
        .iter()
        .enumerate()
        .filter(|(_, cards)| **cards == least);
    let first = lead.next()?.0;
    lead.next().is_none().then_some(first)
}

impl Chances {
    fn learn(&mut self, story: &Story) {
        let Some(winner) = story.winner else {
            return;
        };
        for hands in story.turns() {
            for seat in 0..hands.len() {
                let cell = Chances::cell(hands, seat);
                self.seen[cell] += 1;
                self.won[cell] += u64::from(usize::from(winner) == seat);
            }
        }
    }

    fn judge(&self, story: &Story, calibration: &mut Calibration, sums: &mut Sums) {
        let turns = story.turns();
        let mut row = [0; SPREAD + 3 * TENTHS];
        row[ROUNDS] = 1;
        row[TURNS] = turns.len() as i64;
        let leaders: Vec<usize> = turns.iter().filter_map(|h| leader(h)).collect();
        row[LEAD_CHANGES] = leaders.windows(2).filter(|w| w[0] != w[1]).count() as i64;
        if let (Some(winner), false) = (story.winner, turns.is_empty()) {
            let winner = usize::from(winner);
            let n = story.n_seats;
            row[WON] = 1;
            row[FIRST] = i64::from(story.position == Some(0));
            row[DEALER] = i64::from(story.position == Some(n - 1));
            let at = |part: usize, of: usize| turns[turns.len() * part / of];
            // From behind: half-way, nobody had more cards, and somebody had fewer.
            let half = at(1, 2);
            let most = half.iter().max() == Some(&half[winner]);
            row[COMEBACKS] = i64::from(most && half.iter().any(|cards| *cards < half[winner]));
            for (column, sure) in [(KNOWN_50, 0.5), (KNOWN_80, 0.8)] {
                let doubtful = turns.iter().rposition(|h| self.of(h, winner) <= sure);
                let known = doubtful.map_or(0, |turn| turn + 1);
                row[column] = (1000 * known / turns.len()) as i64;
            }
            for tenth in 0..TENTHS {
                let hands = at(tenth + 1, 10);
                let chances: Vec<f64> = (0..n).map(|seat| self.of(hands, seat)).collect();
                let total: f64 = chances.iter().sum();
                let chance = |seat: usize| chances[seat] / total;
                let best = (0..n)
                    .max_by(|a, b| chance(*a).total_cmp(&chance(*b)))
                    .unwrap_or(0);
                let brier: f64 = (0..n)
                    .map(|seat| {
                        let miss = chance(seat) - f64::from(u8::from(seat == winner));
                        miss * miss
                    })
                    .sum();
                let column = SPREAD + 3 * tenth;
                row[column] = i64::from(best == winner);
                row[column + 1] = millionths(chance(best));
                row[column + 2] = millionths(brier);
            }
            // Over all turns alike: at a set part of a round one would already know when it ends.
            for hands in &turns {
                let chances: Vec<f64> = (0..n).map(|seat| self.of(hands, seat)).collect();
                let total: f64 = chances.iter().sum();
                let mut classes = [0; 3 * BINS];
                for (seat, chance) in chances.iter().enumerate() {
                    let chance = chance / total;
                    let class = ((chance * BINS as f64) as usize).min(BINS - 1);
                    classes[3 * class] += 1;
                    classes[3 * class + 1] += i64::from(seat == winner);
                    classes[3 * class + 2] += millionths(chance);
                }
                calibration.add(classes);
            }
        }
        sums.add(row);
    }
}

fn millionths(x: f64) -> i64 {
    libm::round(x * 1e6) as i64
}
