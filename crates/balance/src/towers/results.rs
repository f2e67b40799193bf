//! Results of the experiment on towers: tallies by kind of turn, and their rows.

use crate::seating_pool::{Place, SeatedLineUp};
use crate::tables::{Effect, GameEffect};
use powergrab_arena::parallel_deals::Merge;
use powergrab_engine::cards::{Seat, Tower};
use powergrab_stats::layout::WIN as PARTS;
use powergrab_stats::moments::{Estimate, Moments};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Criterion by which the value of a tower is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum By {
    All,
    Hand,
    Others,
    Change,
}

const CHANGES: [&str; 3] = ["given", "taken", "moved"];
/// Indices of these changes.
pub(crate) const GIVEN: u8 = 0;
pub(crate) const TAKEN: u8 = 1;
pub(crate) const MOVED: u8 = 2;

/// Classes of hand sizes: the first size of each.
const HANDS: [(u32, &str); 6] = [
    (1, "1 card"),
    (2, "2 cards"),
    (3, "3 cards"),
    (4, "4-5 cards"),
    (6, "6-8 cards"),
    (9, "9+ cards"),
];

pub(crate) fn hand_class(cards: u32) -> u8 {
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

/// For one kind of turn: samples, change in wins, change in points; for holders: samples, wins,
/// points; for non-holders: the same; change in games won, in parts, and in points at the game's
/// end.
type Worth = Moments<11>;
const N: usize = 0;
const WIN: usize = 1;
const POINTS: usize = 2;
const HOLD: usize = 3;
const HOLD_WIN: usize = 4;
const HOLD_POINTS: usize = 5;
const LACK: usize = 6;
const LACK_WIN: usize = 7;
const LACK_POINTS: usize = 8;
const GAME: [usize; 2] = [9, 10];

/// For one tower against one card: samples, change in wins, in points, in cards drawn, in turns
/// taken, in games won, in parts, and in points at the game's end.
type Block = Moments<7>;
const BLOCK_GAME: [usize; 2] = [5, 6];

/// Results by table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TowerResults {
    /// By table, criterion, tower and class.
    worth: BTreeMap<(usize, By, u8, u8), Worth>,
    blocks: BTreeMap<(usize, u8, Cow<'static, str>), Block>,
    /// `true` if games were played to their end.
    games: bool,
    deals: u64,
    /// Number of rounds continued in a second way.
    /// Number of rounds continued in a second way.
    pub continuations: u64,
}

impl Merge for TowerResults {
    fn fresh(&self) -> TowerResults {
        TowerResults {
            games: self.games,
            ..TowerResults::default()
        }
    }

    fn absorb(&mut self, other: TowerResults) {
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

/// A seat's result of the round and, if played to its end, of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SeatResult {
    /// 1 if it won the round, otherwise 0.
    pub win: i64,
    /// Its points of the round.
    pub points: i64,
    /// Its part of the game won, in [`PARTS`].
    pub game_win: i64,
    /// Its points at the game's end.
    pub game_points: i64,
}

/// A sampled turn, with the results of both continuations.
pub(crate) struct Sample {
    pub seat: Seat,
    pub tower: Tower,
    pub hand: u8,
    pub others: u8,
    pub change: u8,
    pub other_way: SeatResult,
}

/// A block that was played both ways.
pub(crate) struct BlockSample {
    pub tower: u8,
    pub card: &'static str,
    /// With the block, and without it: the seat's result, the cards it drew, the turns it took.
    pub ways: [(SeatResult, [i64; 2]); 2],
}

impl TowerResults {
    /// Returns empty results, of rounds or of games.
    pub(crate) fn new(games: bool) -> TowerResults {
        TowerResults {
            games,
            ..TowerResults::default()
        }
    }

    /// Ends a deal.
    pub(crate) fn end_deal(&mut self) {
        self.deals += 1;
        self.worth.values_mut().for_each(Moments::end_deal);
        self.blocks.values_mut().for_each(Moments::end_deal);
    }

    pub(crate) fn take(&mut self, table: usize, sample: &Sample, real: SeatResult) {
        // Result with the tower minus result without it, independent of the original ownership.
        let held = sample.change == TAKEN;
        let sign = if held { 1 } else { -1 };
        let other = sample.other_way;
        let mut values = [0; 11];
        values[N] = 1;
        values[WIN] = sign * (real.win - other.win);
        values[POINTS] = sign * (real.points - other.points);
        values[GAME[0]] = sign * (real.game_win - other.game_win);
        values[GAME[1]] = sign * (real.game_points - other.game_points);
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

    pub(crate) fn take_block(&mut self, table: usize, sample: &BlockSample) {
        let [(with, with_counts), (without, without_counts)] = sample.ways;
        let key = (table, sample.tower, Cow::Borrowed(sample.card));
        self.blocks.entry(key).or_default().add([
            1,
            with.win - without.win,
            with.points - without.points,
            without_counts[0] - with_counts[0],
            with_counts[1] - without_counts[1],
            with.game_win - without.game_win,
            with.game_points - without.game_points,
        ]);
    }

    /// Returns the effect on the game, if games were played on.
    fn game<const K: usize>(
        &self,
        m: &Moments<K>,
        [win, points]: [usize; 2],
    ) -> Option<GameEffect> {
        if !self.games {
            return None;
        }
        Some(GameEffect {
            win: m.ratio(win, N, PARTS as f64, self.deals)?,
            points: m.ratio(points, N, 1.0, self.deals)?,
        })
    }

    /// Returns the rows of the towers' values.
    pub fn worth(&self, tables: &[SeatedLineUp]) -> Vec<WorthRow> {
        let row = |(&(table, by, tower, value), m): (&(usize, By, u8, u8), &Worth)| {
            Some(WorthRow {
                place: tables.get(table)?.place(),
                tower: Tower::ALL[usize::from(tower)],
                by: by.text(),
                value: by.value(value),
                effect: Effect::of(m, self.deals)?,
                game: self.game(m, GAME),
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

    /// Returns the rows of the blocks' values.
    pub fn blocks(&self, tables: &[SeatedLineUp]) -> Vec<BlockRow> {
        let row = |((table, tower, card), m): (&(usize, u8, Cow<'static, str>), &Block)| {
            let (table, tower) = (*table, *tower);
            Some(BlockRow {
                place: tables.get(table)?.place(),
                tower: Tower::ALL[usize::from(tower)],
                card: card.clone(),
                effect: Effect::of(m, self.deals)?,
                game: self.game(m, BLOCK_GAME),
                draws_avoided: m.ratio(3, 0, 1.0, self.deals)?,
                turns_gained: m.ratio(4, 0, 1.0, self.deals)?,
            })
        };
        self.blocks.iter().filter_map(row).collect()
    }
}

/// Value of a tower to the seat that holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct WorthRow {
    /// The table.
    pub place: Place,
    /// The tower.
    pub tower: Tower,
    /// Criterion by which the turns are split: `all`, `hand`, `others`, `change`.
    pub by: &'static str,
    /// Class of turns.
    pub value: String,
    /// Effect of holding it, relative to not holding it.
    pub effect: Effect,
    /// Effect on the game that the round belongs to, if it was played to its end.
    pub game: Option<GameEffect>,
    /// Difference of win rates as a correlation, without intervention: holders against non-holders.
    pub naive_win: Option<Estimate>,
    /// Difference of points as a correlation.
    pub naive_points: Option<Estimate>,
}

/// Value of a block to the seat that makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockRow {
    /// The table.
    pub place: Place,
    /// The tower used.
    pub tower: Tower,
    /// The card blocked.
    pub card: Cow<'static, str>,
    /// Effect of blocking, relative to suffering the card's effect.
    pub effect: Effect,
    /// Effect on the game that the round belongs to, if it was played to its end.
    pub game: Option<GameEffect>,
    /// Cards that the seat avoids drawing until the round ends.
    pub draws_avoided: Estimate,
    /// Additional turns that it takes.
    pub turns_gained: Estimate,
}
