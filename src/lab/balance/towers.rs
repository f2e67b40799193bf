//! What a tower and a block are worth, by intervention.
//!
//! At turns drawn by lot (a hash of seed, deal, round and turn, at a stated rate) a seat and a tower are drawn too. If the seat does
//! not hold the tower, it is given to it, else it is taken from it and put in the middle; everything else and all later chance stay
//! equal, and both rounds are played to their end. What the seat does better where it holds the tower is the tower's worth
//! at that turn (a within-pair estimate with common random numbers; Pearl, "Causality", 2nd ed., 3.2: an intervention, not
//! a condition). Turns in which a seat has nothing to play are passed by: nobody is asked there.

use super::table::{Chairs, Seated};
use super::{Effect, Place};
use crate::arena::course::{Course, Streams};
use crate::arena::fold::{Gather, fold};
use crate::arena::run::{Control, RunError, Workers};
use crate::cards::{Seat, Tower};
use crate::game::{Action, Observer, Silent};
use crate::rng::Seeds;
use crate::shedding::{
    CHOICE_ACCEPT, CHOICE_BLOCK, Event, InterventionError, Phase, Shedding, State,
};
use crate::stats::moments::{Estimate, Moments};
use crate::strategy::ShedPlayer;
use std::collections::BTreeMap;
use std::ops::Range;

/// How often the experiment looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// The share of turns at which a tower is moved.
    pub turns: f64,
    /// The share of possible blocks that are played both ways.
    pub blocks: f64,
    /// Moves nothing: the tower is given to whoever holds it. All effects must then be exactly zero.
    pub null: bool,
}

/// By what the worth of a tower is split up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    All,
    Hand,
    Others,
    Change,
}

const CHANGES: [&str; 3] = ["given", "taken", "moved"];
/// Hand sizes that are counted together: the first of each.
const HANDS: [(u32, &str); 6] = [
    (1, "1 card"),
    (2, "2 cards"),
    (3, "3 cards"),
    (4, "4-5 cards"),
    (6, "6-8 cards"),
    (9, "9+ cards"),
];

fn hand_class(cards: u32) -> u8 {
    let at = HANDS.iter().rposition(|(least, _)| cards >= *least);
    at.unwrap_or(0) as u8
}

impl By {
    fn text(self) -> &'static str {
        match self {
            By::All => "all",
            By::Hand => "hand",
            By::Others => "others",
            By::Change => "change",
        }
    }

    fn value(self, value: u8) -> String {
        match self {
            By::All => String::new(),
            By::Hand => HANDS[usize::from(value)].1.to_owned(),
            By::Others => format!("{value} others"),
            By::Change => CHANGES[usize::from(value)].to_owned(),
        }
    }
}

/// Of one kind of turn: samples, change in wins, change in points; of those who held it: samples, wins, points; of those who did
/// not.
type Worth = Moments<9>;
const N: usize = 0;
const WIN: usize = 1;
const POINTS: usize = 2;
const HOLD: usize = 3;
const HOLD_WIN: usize = 4;
const HOLD_POINTS: usize = 5;
const LACK: usize = 6;
const LACK_WIN: usize = 7;
const LACK_POINTS: usize = 8;

/// Of one tower against one card: samples, change in wins, in points, in cards drawn, in turns taken.
type Block = Moments<5>;

/// What was found, by table.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// By table, way of splitting up, tower and class.
    worth: BTreeMap<(usize, By, u8, u8), Worth>,
    blocks: BTreeMap<(usize, u8, &'static str), Block>,
    deals: u64,
    continuations: u64,
}

impl Gather for Found {
    fn fresh(&self) -> Found {
        Found::default()
    }

    fn absorb(&mut self, other: Found) {
        for (key, moments) in other.worth {
            self.worth.entry(key).or_default().absorb(&moments);
        }
        for (key, moments) in other.blocks {
            self.blocks.entry(key).or_default().absorb(&moments);
        }
        self.deals += other.deals;
        self.continuations += other.continuations;
    }
}

/// What a seat got out of a round.
#[derive(Clone, Copy)]
struct Got {
    win: i64,
    points: i64,
}

fn got(state: &State, seat: Seat) -> Got {
    Got {
        win: i64::from(state.winner() == Some(seat)),
        points: i64::from(state.round_points()[usize::from(seat)]),
    }
}

/// A turn that was looked at, until the round as it really goes is over.
struct Sample {
    seat: Seat,
    tower: Tower,
    hand: u8,
    others: u8,
    change: u8,
    other_way: Got,
}

/// Counts what one seat does.
struct Watch {
    seat: Seat,
    draws: i64,
    turns: i64,
}

impl Observer<Shedding> for Watch {
    fn event(&mut self, _: &Shedding, _: &State, event: &Event) {
        match *event {
            Event::Draw { seat, n, .. } if seat == self.seat => self.draws += i64::from(n),
            Event::Play { seat, .. } | Event::Pass { seat } if seat == self.seat => self.turns += 1,
            _ => {}
        }
    }
}

/// The experiment on these tables.
#[derive(Clone, Copy, Debug)]
pub struct Towers<'a> {
    /// The tables.
    pub tables: &'a [Seated],
    /// How often it looks.
    pub rates: Rates,
    /// Where deals come from.
    pub seeds: Seeds,
}

impl Towers<'_> {
    /// Plays these deals; none where it was cancelled.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn run(
        &self,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<Found>, RunError> {
        let chairs = || self.tables.iter().map(Chairs::new).collect::<Vec<_>>();
        fold(
            deals,
            workers,
            &Found::default(),
            control,
            chairs,
            |chairs, deal, found| {
                for (table, chairs) in chairs.iter_mut().enumerate() {
                    self.deal(table, chairs, deal, found);
                }
                found.deals += 1;
                found.worth.values_mut().for_each(Moments::end_deal);
                found.blocks.values_mut().for_each(Moments::end_deal);
            },
        )
    }

    fn deal(&self, table: usize, chairs: &mut Chairs, deal: u64, found: &mut Found) {
        let seated = &self.tables[table];
        let seeds = self.seeds.deal(deal);
        seated.rotations(deal, seeds, |places| {
            let (mut players, salts) = chairs.seat(places);
            let round = seeds.round(0);
            let streams = Streams::of_round(&seated.game, round);
            let mut course = Course::deal(&seated.game, &streams, &salts, &mut Silent);
            let mut samples = Vec::new();
            while let Some(ask) = course.next(&mut Silent) {
                let mut lots = round.turn(course.state.turn());
                let phase = course.state.phase();
                if phase == Phase::Turn && lots.chance(self.rates.turns) {
                    let seat = lots.below(seated.bots.len() as u32) as Seat;
                    let tower = Tower::ALL[lots.below(4) as usize];
                    if let Ok(sample) = self.look(&course, &mut players, seat, tower) {
                        found.continuations += 1;
                        samples.push(sample);
                    }
                } else if phase == Phase::React && ask.options.has_choice(CHOICE_BLOCK) {
                    // A lot of its own: the turn's first says whether a tower moved.
                    lots.next_u64();
                    if lots.chance(self.rates.blocks) {
                        found.continuations += 2;
                        let (key, values) = block(&course, &mut players, ask.seat);
                        let key = (table, key.0, key.1);
                        found.blocks.entry(key).or_default().add(values);
                    }
                }
                course.decide(&ask, &mut players, &mut Silent);
            }
            for sample in samples {
                found.take(table, &sample, got(&course.state, sample.seat));
            }
        });
    }

    /// Moves the tower, plays on.
    fn look(
        &self,
        course: &Course<'_, Shedding>,
        players: &mut [&mut ShedPlayer],
        seat: Seat,
        tower: Tower,
    ) -> Result<Sample, InterventionError> {
        let holder = course.game().holder(&course.state, tower);
        let (change, to) = match holder {
            None => (0, Some(seat)),
            Some(holder) if holder == seat => (1, None),
            Some(_) => (2, Some(seat)),
        };
        let to = if self.rates.null { holder } else { to };
        let mut other_way =
            course.copy_with(|game, state, _| game.set_holder(state, tower, to, &mut Silent))?;
        other_way.finish(players, &mut Silent);
        let others = course.state.towers_of(seat) & !(1 << tower.index());
        Ok(Sample {
            seat,
            tower,
            hand: hand_class(course.state.hand(seat).len()),
            others: others.count_ones() as u8,
            change,
            other_way: got(&other_way.state, seat),
        })
    }
}

/// Plays on with the block and without it.
fn block(
    course: &Course<'_, Shedding>,
    players: &mut [&mut ShedPlayer],
    seat: Seat,
) -> ((u8, &'static str), [i64; 5]) {
    let mut way = |choice: u8| {
        let mut copy = course.clone();
        let mut watch = Watch {
            seat,
            draws: 0,
            turns: 0,
        };
        copy.answer(Action::choice(choice), &mut watch);
        copy.finish(players, &mut watch);
        (got(&copy.state, seat), watch)
    };
    let (with, with_watch) = way(CHOICE_BLOCK);
    let (without, without_watch) = way(CHOICE_ACCEPT);
    let tables = course.game().tables();
    let symbol = tables.card(course.state.top_slot()).symbol;
    let stops = tables.stops[symbol.index()] & course.state.towers_of(seat);
    (
        (stops.trailing_zeros() as u8 & 3, symbol.text()),
        [
            1,
            with.win - without.win,
            with.points - without.points,
            without_watch.draws - with_watch.draws,
            with_watch.turns - without_watch.turns,
        ],
    )
}

impl Found {
    fn take(&mut self, table: usize, sample: &Sample, real: Got) {
        // With the tower minus without it, whichever of the two was real.
        let held = sample.change == 1;
        let sign = if held { 1 } else { -1 };
        let mut values = [0; 9];
        values[N] = 1;
        values[WIN] = sign * (real.win - sample.other_way.win);
        values[POINTS] = sign * (real.points - sample.other_way.points);
        let naive = if held {
            [HOLD, HOLD_WIN, HOLD_POINTS]
        } else {
            [LACK, LACK_WIN, LACK_POINTS]
        };
        for (place, value) in naive.into_iter().zip([1, real.win, real.points]) {
            values[place] = value;
        }
        let classes = [
            (By::All, 0),
            (By::Hand, sample.hand),
            (By::Others, sample.others),
            (By::Change, sample.change),
        ];
        for (by, value) in classes {
            let key = (table, by, sample.tower.index() as u8, value);
            self.worth.entry(key).or_default().add(values);
        }
    }

    /// Rounds that were played on besides the real ones.
    #[must_use]
    pub fn continuations(&self) -> u64 {
        self.continuations
    }

    /// The towers' worth, row by row.
    #[must_use]
    pub fn worth(&self, tables: &[Seated]) -> Vec<WorthRow> {
        let row = |(&(table, by, tower, value), m): (&(usize, By, u8, u8), &Worth)| {
            Some(WorthRow {
                place: tables.get(table)?.place(),
                tower: Tower::ALL[usize::from(tower)],
                by: by.text(),
                value: by.value(value),
                effect: Effect {
                    samples: m.sum(N).unsigned_abs(),
                    deals: self.deals,
                    win: m.ratio(WIN, N, 1.0, self.deals)?,
                    points: m.ratio(POINTS, N, 1.0, self.deals)?,
                },
                naive_win: m.ratio_difference([HOLD_WIN, HOLD], [LACK_WIN, LACK], self.deals),
                naive_points: m.ratio_difference(
                    [HOLD_POINTS, HOLD],
                    [LACK_POINTS, LACK],
                    self.deals,
                ),
            })
        };
        self.worth.iter().filter_map(row).collect()
    }

    /// The blocks' worth, row by row.
    #[must_use]
    pub fn blocks(&self, tables: &[Seated]) -> Vec<BlockRow> {
        let row = |(&(table, tower, card), m): (&(usize, u8, &'static str), &Block)| {
            Some(BlockRow {
                place: tables.get(table)?.place(),
                tower: Tower::ALL[usize::from(tower)],
                card,
                effect: Effect {
                    samples: m.sum(0).unsigned_abs(),
                    deals: self.deals,
                    win: m.ratio(1, 0, 1.0, self.deals)?,
                    points: m.ratio(2, 0, 1.0, self.deals)?,
                },
                draws_avoided: m.ratio(3, 0, 1.0, self.deals)?,
                turns_gained: m.ratio(4, 0, 1.0, self.deals)?,
            })
        };
        self.blocks.iter().filter_map(row).collect()
    }
}

/// What a tower is worth to the seat that holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct WorthRow {
    /// Where.
    pub place: Place,
    /// Which tower.
    pub tower: Tower,
    /// By what the turns are split up: `all`, `hand`, `others`, `change`.
    pub by: &'static str,
    /// Which turns.
    pub value: String,
    /// Holding it against not holding it.
    pub effect: Effect,
    /// The same as a correlation: those who hold it against those who do not.
    pub naive_win: Option<Estimate>,
    /// In points.
    pub naive_points: Option<Estimate>,
}

/// What a block is worth to the seat that makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockRow {
    /// Where.
    pub place: Place,
    /// With which tower.
    pub tower: Tower,
    /// Against which card.
    pub card: &'static str,
    /// Blocking against taking what the card does.
    pub effect: Effect,
    /// Cards that the seat draws less until the round is over.
    pub draws_avoided: Estimate,
    /// Turns that it takes more.
    pub turns_gained: Estimate,
}
