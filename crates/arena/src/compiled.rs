//! Code that is generic over the game, compiled here once for each game.
//!
//! A generic function is compiled anew in every crate that calls it, and a run includes the whole
//! engine with all its bots. The crates after the arena call these functions instead.

use crate::bare_games::play_bare;
use crate::experiment::Experiment;
use crate::hero_sums::HeroSums;
use crate::play::{RoundEnd, TablePlay, finish_round, whole_round};
use crate::run::{Control, Done, RunError, Store, Workers, run, run_kept};
use crate::tally::Tally;
use crate::worker::{MakeWorker, PlayChunks, worker};
use powergrab_bots::strategy::{BotGame, Players};
use powergrab_engine::game::{Action, Ask, Driver, NoObserver, Observer, Seats, Unit};
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::DealSeeds;
use powergrab_engine::shedding::Shedding;
use std::ops::Range;

macro_rules! arena_game {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $gives:ty)? $body:block)*) => {
        /// A game that the arena plays. A game in another crate has nothing to add: `impl ArenaGame
        /// for MyGame {}`.
        pub trait ArenaGame: BotGame {
            $($(#[$doc])* fn $name($($arg: $type),*) $(-> $gives)? $body)*
        }

        impl ArenaGame for Shedding {
            $(fn $name($($arg: $type),*) $(-> $gives)? $body)*
        }

        impl ArenaGame for Grid {
            $(fn $name($($arg: $type),*) $(-> $gives)? $body)*
        }
    };
}

impl<G: ArenaGame> MakeWorker<G> for Experiment<G> {
    fn experiment(&self) -> &Experiment<G> {
        self
    }

    fn worker(&self) -> Box<dyn PlayChunks<G> + '_> {
        G::worker(self)
    }
}

arena_game! {
    /// Returns one thread's tables and players for this experiment.
    fn worker(experiment: &Experiment<Self>) -> Box<dyn PlayChunks<Self> + '_> {
        worker::<Self, Tally>(experiment)
    }

    /// Plays a run that a tally counts: [`run_kept`].
    ///
    /// # Errors
    /// Those of [`run_kept`].
    fn run(
        makes: &dyn MakeWorker<Self>,
        deals: Range<u64>,
        workers: Workers,
        blank: Tally,
        control: Control<'_>,
        store: Option<&dyn Store<Tally>>
    ) -> Result<Done<Tally>, RunError> {
        run_kept(makes, deals, workers, blank, control, store)
    }

    /// Plays a run that sums the results of one bot: [`run`].
    ///
    /// # Errors
    /// Those of [`run`].
    fn run_heroes(
        experiment: &Experiment<Self>,
        deals: Range<u64>,
        workers: Workers,
        blank: HeroSums,
        control: Control<'_>
    ) -> Result<Done<HeroSums>, RunError> {
        run(experiment, deals, workers, blank, control)
    }

    /// Plays games without counting anything, for benchmarks: the experiment's first bot in all
    /// seats of its first table, on this thread. Returns the number of rounds.
    fn play_bare(experiment: &Experiment<Self>, deals: Range<u64>) -> u64 {
        play_bare(experiment, deals)
    }

    /// Plays one game and passes its events to an observer: [`TablePlay::play`].
    fn play(
        table: &mut TablePlay<'_, Self>,
        seats: &mut dyn Seats<Self>,
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
        observer: &mut dyn Observer<Self>,
        each_round: &mut RoundEnd<'_, Self>
    ) {
        let (mut seats, mut observer) = (seats, observer);
        table.play(&mut seats, salts, seeds, unit, &mut observer, each_round);
    }

    /// Deals the next round and plays it to its end, in the instructions of this processor.
    fn next_round(game: &Self, driver: &mut Driver<Self>, seats: &mut dyn Seats<Self>) {
        let (listening, mut seats) = (seats.listen(), seats);
        whole_round(game, driver, &mut seats, listening, &mut NoObserver);
    }

    /// Plays a dealt round to its end, in the instructions of this processor.
    fn finish_round(game: &Self, driver: &mut Driver<Self>, players: &mut [&mut Self::Player]) {
        finish_round(game, driver, &mut Players(players), &mut NoObserver);
    }

    /// Deals the next round: [`Driver::begin_round`].
    fn begin_round(game: &Self, driver: &mut Driver<Self>, observer: &mut dyn Observer<Self>) {
        let mut observer = observer;
        driver.begin_round(game, &mut observer);
    }

    /// Runs to the next decision: [`Driver::ask`].
    fn ask(game: &Self, driver: &mut Driver<Self>, observer: &mut dyn Observer<Self>) -> Option<Ask> {
        let mut observer = observer;
        driver.ask(game, &mut observer)
    }

    /// Carries out an answer: [`Driver::answer`].
    fn answer(
        game: &Self,
        driver: &mut Driver<Self>,
        action: Action,
        observer: &mut dyn Observer<Self>
    ) {
        let mut observer = observer;
        driver.answer(game, action, &mut observer);
    }
}
