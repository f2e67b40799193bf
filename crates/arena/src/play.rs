//! Games of one table: the driver, the players in the seats, and the meter that counts.

use powergrab_engine::cpu::{Instructions, Work};
use powergrab_engine::game::{Driver, Game, Meter, Metrics, NoObserver, Observer, Seats, Unit};
use powergrab_engine::rng::DealSeeds;

/// Receives each finished round of a game. A trait rather than a closure, because closures are not
/// inlined into code for a processor's own instructions.
pub trait RoundObserver<G: Game> {
    /// Receives the round that has ended in `state`, with its metrics.
    fn round(&mut self, game: &G, state: &G::State, metrics: &Metrics, meter: &G::Meter);
}

/// A closure that receives each finished round.
pub type RoundEnd<'a, G> = dyn FnMut(&G, &<G as Game>::State, &Metrics, &<G as Game>::Meter) + 'a;

/// A closure as a [`RoundObserver`].
struct Closure<F>(F);

impl<G: Game, F: FnMut(&G, &G::State, &Metrics, &G::Meter)> RoundObserver<G> for Closure<F> {
    #[inline(always)]
    fn round(&mut self, game: &G, state: &G::State, metrics: &Metrics, meter: &G::Meter) {
        (self.0)(game, state, metrics, meter);
    }
}

/// Table of one game, reused for game after game.
pub struct TablePlay<'g, G: Game> {
    game: &'g G,
    driver: Driver<G>,
    meter: G::Meter,
}

impl<'g, G: Game> TablePlay<'g, G> {
    /// Returns an empty table.
    pub fn new(game: &'g G) -> TablePlay<'g, G> {
        TablePlay {
            game,
            driver: Driver::new(game),
            meter: G::Meter::default(),
        }
    }

    /// Returns the position; after a game, its final one.
    pub fn state(&self) -> &G::State {
        self.driver.state()
    }

    /// Plays one game of the deal with these seeds. The `salts` of the players' strategies are in
    /// the order of the seats. Calls `each_round` after each round; afterwards,
    /// [`TablePlay::state`] is the final position.
    #[inline(always)]
    pub fn play<S: Seats<G>, O: Observer<G>>(
        &mut self,
        seats: &mut S,
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
        observer: &mut O,
        each_round: impl FnMut(&G, &G::State, &Metrics, &G::Meter),
    ) {
        let mut each_round = Closure(each_round);
        let listening = self.begin(seats, salts, seeds, unit);
        loop {
            self.meter.reset(self.game);
            let both = &mut (&mut self.meter, &mut *observer);
            whole_round(self.game, &mut self.driver, seats, listening, both);
            if self.end_round(&mut each_round) {
                break;
            }
        }
    }

    /// As [`TablePlay::play`], for runs, where speed counts and nothing else observes: reaching the
    /// meter through a pair of observers costs one more indirection per event.
    #[inline(always)]
    pub fn play_for<S: Seats<G>>(
        &mut self,
        seats: &mut S,
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
        mut each_round: impl RoundObserver<G>,
    ) {
        let listening = self.begin(seats, salts, seeds, unit);
        loop {
            self.meter.reset(self.game);
            let meter = &mut self.meter;
            whole_round(self.game, &mut self.driver, seats, listening, meter);
            if self.end_round(&mut each_round) {
                break;
            }
        }
    }

    /// Begins a game without dealing a round; returns whether any player listens.
    #[inline(always)]
    fn begin<S: Seats<G>>(
        &mut self,
        seats: &mut S,
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
    ) -> bool {
        self.driver.begin_game(self.game, seeds, salts, unit);
        self.driver.announce(self.game, seats)
    }

    /// Reports the finished round; returns whether the game is over.
    #[inline(always)]
    fn end_round(&mut self, each_round: &mut impl RoundObserver<G>) -> bool {
        let TablePlay {
            game,
            driver,
            meter,
        } = self;
        let state = driver.state();
        let metrics = meter.close(game, state);
        each_round.round(game, state, &metrics, meter);
        driver.is_over(game)
    }

    /// Plays one game as [`TablePlay::play`] does, without counting anything: the engine and its
    /// bots alone, for benchmarks. Returns the number of rounds.
    #[inline(always)]
    pub fn play_bare<S: Seats<G>>(
        &mut self,
        seats: &mut S,
        salts: &[u64],
        seeds: DealSeeds,
    ) -> u64 {
        let listening = self.begin(seats, salts, seeds, Unit::Game);
        let driver = &mut self.driver;
        loop {
            whole_round(self.game, driver, seats, listening, &mut NoObserver);
            if driver.is_over(self.game) {
                return u64::from(driver.n_rounds());
            }
        }
    }
}

/// Deals the next round and plays it to its end.
#[inline(always)]
pub(crate) fn whole_round<G: Game, S: Seats<G>, O: Observer<G>>(
    game: &G,
    driver: &mut Driver<G>,
    seats: &mut S,
    listening: bool,
    observer: &mut O,
) {
    if listening {
        driver.heard_round(game, seats, observer);
    } else {
        driver.begin_round(game, observer);
        finish_unheard(game, driver, seats, observer);
    }
}

/// Plays a dealt round to its end, in the instructions of this processor.
#[inline(always)]
pub(crate) fn finish_round<G: Game, S: Seats<G>, O: Observer<G>>(
    game: &G,
    driver: &mut Driver<G>,
    seats: &mut S,
    observer: &mut O,
) {
    if seats.listen() {
        driver.finish_heard(game, seats, observer);
    } else {
        finish_unheard(game, driver, seats, observer);
    }
}

/// As [`finish_round`], with players who do not listen.
#[inline(always)]
fn finish_unheard<G: Game, S: Seats<G>, O: Observer<G>>(
    game: &G,
    driver: &mut Driver<G>,
    seats: &mut S,
    observer: &mut O,
) {
    let round = Finish {
        game,
        driver,
        seats,
        observer,
    };
    if let Err(round) = Instructions::here().run_fast(round) {
        finish_anywhere(round.game, round.driver, round.seats, round.observer);
    }
}

/// As [`finish_unheard`], in code for all processors, players and observers.
#[inline(never)]
fn finish_anywhere<G: Game>(
    game: &G,
    driver: &mut Driver<G>,
    mut seats: &mut dyn Seats<G>,
    mut observer: &mut dyn Observer<G>,
) {
    driver.finish_unheard(game, &mut seats, &mut observer);
}

/// A dealt round, to be played to its end by players who do not listen.
struct Finish<'a, G: Game, S, O> {
    game: &'a G,
    driver: &'a mut Driver<G>,
    seats: &'a mut S,
    observer: &'a mut O,
}

impl<G: Game, S: Seats<G>, O: Observer<G>> Work for Finish<'_, G, S, O> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        self.driver
            .finish_unheard(self.game, self.seats, self.observer);
    }
}
