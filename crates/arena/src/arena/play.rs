//! One table, one game: the driver with players in the seats and a meter that counts.

use super::cpu::{Work, on_this_processor};
pub use crate::game::Unit;
use crate::game::{Driver, Game, Meter, Metrics, Observer, Seats, Silent};
use crate::rng::DealSeeds;
use crate::strategy::{Player, Players};

/// Whoever hears of each round of a game when it is over: a type of its own, for closures are not inlined into code for a
/// processor's own instructions.
pub trait EachRound<G: Game> {
    /// The round that `state` shows the end of, and what was counted in it.
    fn round(&mut self, game: &G, state: &G::State, metrics: &Metrics, meter: &G::Meter);
}

/// A closure that hears of each round when it is over.
pub type RoundEnd<'a, G> = dyn FnMut(&G, &<G as Game>::State, &Metrics, &<G as Game>::Meter) + 'a;

/// A closure that hears of each round.
struct Closure<F>(F);

impl<G: Game, F: FnMut(&G, &G::State, &Metrics, &G::Meter)> EachRound<G> for Closure<F> {
    #[inline(always)]
    fn round(&mut self, game: &G, state: &G::State, metrics: &Metrics, meter: &G::Meter) {
        (self.0)(game, state, metrics, meter);
    }
}

/// Everything that a table needs, made once and used for game after game.
pub struct Table<'g, G: Game> {
    driver: Driver<'g, G>,
    meter: G::Meter,
}

impl<'g, G: Game> Table<'g, G> {
    /// An empty table.
    pub fn new(game: &'g G) -> Table<'g, G> {
        Table {
            driver: Driver::new(game),
            meter: G::Meter::default(),
        }
    }

    /// The position: after a game that of its end.
    #[must_use]
    pub fn state(&self) -> &G::State {
        self.driver.state()
    }

    /// Plays one game of the deal with these seeds. `players` and the `salts` of their strategies are by seat;
    /// `each_round` hears of each round when it is over, [`Table::state`] is that of the end.
    #[inline(always)]
    pub fn play<P: Player<G>, O: Observer<G>>(
        &mut self,
        players: &mut [P],
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
        observer: &mut O,
        each_round: impl FnMut(&G, &G::State, &Metrics, &G::Meter),
    ) {
        let seats = &mut Players(players);
        let each_round = Closure(each_round);
        self.game(seats, salts, seeds, unit, Beside(observer), each_round);
    }

    /// [`Table::play`] for a run, where speed counts and nobody looks on.
    #[inline(always)]
    pub fn play_for<S: Seats<G>>(
        &mut self,
        seats: &mut S,
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
        each_round: impl EachRound<G>,
    ) {
        self.game(seats, salts, seeds, unit, Alone, each_round);
    }

    #[inline(always)]
    fn game<S: Seats<G>>(
        &mut self,
        seats: &mut S,
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
        mut observed: impl Observed<G>,
        mut each_round: impl EachRound<G>,
    ) {
        let Table { driver, meter } = self;
        let game = driver.game();
        driver.begin_game(seeds, salts, unit);
        let listening = driver.announce(seats);
        loop {
            meter.reset(game);
            observed.round(driver, seats, listening, meter);
            let state = driver.state();
            let metrics = meter.close(game, state);
            each_round.round(game, state, &metrics, meter);
            if driver.is_over() {
                break;
            }
        }
    }

    /// Plays one game as [`Table::play`] does, and counts nothing: the engine and its bots alone, for benchmarks. Gives the
    /// number of rounds.
    #[inline(always)]
    pub fn play_bare<S: Seats<G>>(
        &mut self,
        seats: &mut S,
        salts: &[u64],
        seeds: DealSeeds,
    ) -> u64 {
        let driver = &mut self.driver;
        driver.begin_game(seeds, salts, Unit::Game);
        let listening = driver.announce(seats);
        loop {
            whole_round(driver, seats, listening, &mut Silent);
            if driver.is_over() {
                return u64::from(driver.n_rounds());
            }
        }
    }
}

/// Who hears of the events of a round.
trait Observed<G: Game> {
    /// Plays the next round.
    fn round<S: Seats<G>>(
        &mut self,
        driver: &mut Driver<'_, G>,
        seats: &mut S,
        listening: bool,
        meter: &mut G::Meter,
    );
}

/// The meter alone: to reach it through a pair of observers would cost a look more for each event.
struct Alone;

impl<G: Game> Observed<G> for Alone {
    #[inline(always)]
    fn round<S: Seats<G>>(
        &mut self,
        driver: &mut Driver<'_, G>,
        seats: &mut S,
        listening: bool,
        meter: &mut G::Meter,
    ) {
        whole_round(driver, seats, listening, meter);
    }
}

/// The meter and an observer beside it.
struct Beside<'a, O>(&'a mut O);

impl<G: Game, O: Observer<G>> Observed<G> for Beside<'_, O> {
    #[inline(always)]
    fn round<S: Seats<G>>(
        &mut self,
        driver: &mut Driver<'_, G>,
        seats: &mut S,
        listening: bool,
        meter: &mut G::Meter,
    ) {
        whole_round(driver, seats, listening, &mut (meter, &mut *self.0));
    }
}

/// Deals the next round and plays it to its end.
#[inline(always)]
fn whole_round<G: Game, S: Seats<G>, O: Observer<G>>(
    driver: &mut Driver<'_, G>,
    seats: &mut S,
    listening: bool,
    observer: &mut O,
) {
    if listening {
        return driver.heard_round(seats, observer);
    }
    driver.begin_round(observer);
    on_this_processor(Finish {
        driver,
        seats,
        observer,
    });
}

/// A round that is dealt.
struct Finish<'a, 'g, G: Game, S, O> {
    driver: &'a mut Driver<'g, G>,
    seats: &'a mut S,
    observer: &'a mut O,
}

impl<G: Game, S: Seats<G>, O: Observer<G>> Work for Finish<'_, '_, G, S, O> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        self.driver.finish(self.seats, self.observer);
    }
}
