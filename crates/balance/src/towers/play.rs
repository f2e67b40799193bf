//! The value of towers and blocks, by intervention.
//!
//! At randomly drawn turns (by a hash of seed, deal, round and turn, at a given rate), a seat and a
//! tower are drawn too. If the seat does not hold the tower, it receives it; otherwise the tower
//! moves to the middle. Everything else and all later chance stay equal. Both rounds, or both
//! games, are played to their end; in games, all later rounds have the same cards and random
//! numbers too. The seat's advantage with the tower is the tower's value at that turn (a
//! within-pair estimate with common random numbers; Pearl, "Causality", 2nd ed., 3.2: an
//! intervention, not a condition). Turns in which a seat has nothing to play are skipped, because
//! nobody is asked there.

use super::results::{
    BlockSample, GIVEN, MOVED, Sample, SeatResult, TAKEN, TowerResults, hand_class,
};
use crate::seating_pool::{SeatedLineUp, SeatingPool};
use powergrab_arena::ArenaGame as _;
use powergrab_arena::parallel_deals::parallel_deals;
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_bots::strategy::{Players, ShedPlayer};
use powergrab_engine::cards::{Seat, Tower};
use powergrab_engine::game::{Action, Driver, Game as _, NoObserver, Observer, Unit};
use powergrab_engine::rng::{DealSeeds, Seeds};
use powergrab_engine::shedding::{
    CHOICE_ACCEPT, CHOICE_BLOCK, Event, InterventionError, Phase, Shedding, State,
};
use powergrab_stats::layout::share;
use std::ops::Range;

/// Sampling rates of the experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Share of turns at which a tower is moved.
    pub turns: f64,
    /// Share of possible blocks that are played both ways.
    pub blocks: f64,
    /// Control: the tower is given to the seat that already holds it, so all effects must be
    /// exactly zero.
    pub null: bool,
}

/// Counts the draws and turns of one seat.
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
    pub tables: &'a [SeatedLineUp],
    /// Sampling rates.
    pub rates: Rates,
    /// Extent of each continuation: the round, or the whole game, in each of whose rounds turns are
    /// sampled.
    pub unit: Unit,
    /// Source of the deals.
    pub seeds: Seeds,
}

/// Returns a seat's result of the finished round.
fn got(state: &State, seat: Seat) -> SeatResult {
    SeatResult {
        win: i64::from(state.winner() == Some(seat)),
        points: i64::from(state.round_points()[usize::from(seat)]),
        ..SeatResult::default()
    }
}

/// One deal under one rotation of a table.
struct DealtTable<'a, 'p> {
    game: &'a Shedding,
    seeds: DealSeeds,
    players: &'a mut [&'p mut ShedPlayer],
}

impl DealtTable<'_, '_> {
    /// Adds the seat's result of the finished game.
    fn game_got(&self, driver: &Driver<Shedding>, seat: Seat, got: &mut SeatResult) {
        if driver.unit() == Unit::Game {
            let (game, state) = (self.game, driver.state());
            let winners = game.outcome(state).winners;
            got.game_win = share(winners) * i64::from(winners >> seat & 1);
            got.game_points = i64::from(game.score(state, seat));
        }
    }

    /// Plays from the end of a round to the end of the game, if games are played; returns the seat's
    /// result.
    fn play_on(&mut self, mut fork: Driver<Shedding>, seat: Seat) -> SeatResult {
        let mut got = got(fork.state(), seat);
        while !fork.is_over(self.game) {
            fork.begin_round(self.game, &mut NoObserver);
            Shedding::finish_round(self.game, &mut fork, self.players);
        }
        self.game_got(&fork, seat, &mut got);
        got
    }

    /// Moves the tower and plays on.
    fn look(
        &mut self,
        driver: &Driver<Shedding>,
        seat: Seat,
        tower: Tower,
        null: bool,
    ) -> Result<Sample, InterventionError> {
        let holder = self.game.holder(driver.state(), tower);
        let (change, to) = match holder {
            None => (GIVEN, Some(seat)),
            Some(holder) if holder == seat => (TAKEN, None),
            Some(_) => (MOVED, Some(seat)),
        };
        let to = if null { holder } else { to };
        let mut other_way = driver.fork_with(|round| {
            self.game
                .set_holder(&mut round.state, tower, to, &mut NoObserver)
        })?;
        Shedding::finish_round(self.game, &mut other_way, self.players);
        let others = driver.state().towers_of(seat) & !(1 << tower.index());
        Ok(Sample {
            seat,
            tower,
            hand: hand_class(driver.state().hand(seat).len()),
            others: others.count_ones() as u8,
            change,
            other_way: self.play_on(other_way, seat),
        })
    }

    /// Plays on with the block and without it.
    fn block(&mut self, driver: &Driver<Shedding>, seat: Seat) -> BlockSample {
        let mut way = |choice: u8| {
            let mut fork = driver.clone();
            let mut watch = Watch {
                seat,
                draws: 0,
                turns: 0,
            };
            fork.answer(self.game, Action::choice(choice), &mut watch);
            fork.finish(self.game, &mut Players(self.players), &mut watch);
            (self.play_on(fork, seat), [watch.draws, watch.turns])
        };
        let ways = [way(CHOICE_BLOCK), way(CHOICE_ACCEPT)];
        let tables = self.game.tables();
        let symbol = tables.card(driver.state().top_slot()).symbol;
        let stops = tables.stops[symbol.index()] & driver.state().towers_of(seat);
        BlockSample {
            tower: stops.trailing_zeros() as u8 & 3,
            card: symbol.text(),
            ways,
        }
    }
}

impl Towers<'_> {
    /// Plays these deals; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn run(
        &self,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<TowerResults>, RunError> {
        let chairs = || self.tables.iter().map(SeatingPool::new).collect::<Vec<_>>();
        parallel_deals(
            deals,
            workers,
            &TowerResults::new(self.unit == Unit::Game),
            control,
            chairs,
            |chairs, deal, found| {
                for (table, chairs) in chairs.iter_mut().enumerate() {
                    self.deal(table, chairs, deal, found);
                }
                found.end_deal();
            },
        )
    }

    fn deal(&self, table: usize, chairs: &mut SeatingPool, deal: u64, found: &mut TowerResults) {
        let seated = &self.tables[table];
        let seeds = self.seeds.deal(deal);
        seated.games(chairs, deal, self.seeds, self.unit, |driver, players| {
            let game = &seated.game;
            let mut sitting = DealtTable {
                game,
                seeds,
                players,
            };
            let mut samples = Vec::new();
            loop {
                driver.begin_round(game, &mut NoObserver);
                let first = samples.len();
                self.round(table, driver, &mut sitting, &mut samples, found);
                for (sample, real) in &mut samples[first..] {
                    *real = got(driver.state(), sample.seat);
                }
                if driver.is_over(game) {
                    break;
                }
            }
            for (sample, mut real) in samples {
                sitting.game_got(driver, sample.seat, &mut real);
                found.take(table, &sample, real);
            }
        });
    }

    /// Plays the round, and at the sampled turns the alternatives.
    fn round(
        &self,
        table: usize,
        driver: &mut Driver<Shedding>,
        sitting: &mut DealtTable<'_, '_>,
        samples: &mut Vec<(Sample, SeatResult)>,
        found: &mut TowerResults,
    ) {
        let game = sitting.game;
        let round = sitting.seeds.round(driver.round_number());
        while let Some(ask) = driver.ask(game, &mut NoObserver) {
            let mut lots = round.turn(driver.state().turn());
            let phase = driver.state().phase();
            if phase == Phase::Turn && lots.chance(self.rates.turns) {
                let seat = lots.below(game.n_seats() as u32) as Seat;
                let tower = Tower::ALL[lots.below(4) as usize];
                if let Ok(sample) = sitting.look(driver, seat, tower, self.rates.null) {
                    found.continuations += 1;
                    samples.push((sample, SeatResult::default()));
                }
            } else if phase == Phase::React && ask.options.has_choice(CHOICE_BLOCK) {
                // Independent of the turn's first random number, which decided whether a tower
                // moved.
                lots.next_u64();
                if lots.chance(self.rates.blocks) {
                    found.continuations += 2;
                    let sample = sitting.block(driver, ask.seat);
                    found.take_block(table, &sample);
                }
            }
            driver.decide(game, &ask, &mut Players(sitting.players), &mut NoObserver);
        }
    }
}
