//! Code that is generic over the game, compiled here once for each game.
//!
//! A generic function is compiled anew in every crate that calls it, with the optimisation of that
//! crate. The crates after this one call these functions instead.

use crate::analysis::analyse::{Analysis, AnalysisSettings};
use crate::decisions::kind::DecisionKind;
use crate::names::Names;
use crate::proposals::Watched;
use crate::records::{Block, Detail, Recorded, Recorder, Records, tables};
use crate::review::games::{LineUp, ReviewedGames};
use crate::review::summary::{Costs, Shown};
use crate::why::discovery::discover;
use crate::why::hybrid_table::Matchup;
use crate::why::shares::{Measurement, Shares};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Experiment;
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_arena::worker::MakeWorker;
use powergrab_bots::strategy::rules::Rules;
use powergrab_bots::strategy::search::Searchable;
use powergrab_bots::strategy::{Bot, BotCatalog, Strategy};
use powergrab_engine::game::{Ask, Textual};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_table::typed::Table;
use std::ops::Range;
use std::sync::Arc;

macro_rules! experiment_game {
    ($(
        $(#[$doc:meta])*
        fn $name:ident$(<$($life:lifetime),+>)?($($arg:ident: $type:ty),*) $(-> $gives:ty)?
        $(where ($($bound:tt)*))? $body:block
    )*) => {
        /// A game that these experiments play. A game in another crate has nothing to add: `impl
        /// ExperimentGame for MyGame {}`.
        pub trait ExperimentGame: ArenaGame + Textual {
            $(
                $(#[$doc])*
                fn $name$(<$($life),+>)?($($arg: $type),*) $(-> $gives)? $(where $($bound)*)? $body
            )*
        }

        // A function that makes no call is compiled in the crates that call it, and with it all
        // methods behind the pointer that it returns.
        impl ExperimentGame for Shedding {
            $(#[inline(never)] fn $name$(<$($life),+>)?($($arg: $type),*) $(-> $gives)? $body)*
        }

        impl ExperimentGame for Grid {
            $(#[inline(never)] fn $name$(<$($life),+>)?($($arg: $type),*) $(-> $gives)? $body)*
        }
    };
}

experiment_game! {
    /// Returns the kinds of decision with the largest effects on this many deals, at most `most`,
    /// strongest first; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    fn discover(
        matchup: &Matchup<Self>,
        deals: u64,
        seed: u64,
        most: usize,
        workers: Workers,
        control: Control<'_>
    ) -> Result<Option<Vec<DecisionKind>>, RunError> {
        discover(matchup, deals, seed, most, workers, control)
    }

    /// Returns the sums over these deals, with the share of each kind of decision; `None` if
    /// cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    fn measure(
        measurement: &Measurement<'_, Self>,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>
    ) -> Result<Option<Shares>, RunError> {
        measurement.measure(deals, workers, control)
    }

    /// Returns a watched bot as a strategy.
    fn watched(watched: Watched<Self>) -> Arc<dyn Strategy<Self>> {
        Arc::new(watched)
    }

    /// Returns the bot with this name that plays by these rules: [`Rules::bot`].
    fn rules_bot(rules: Rules<Self>, name: &str) -> Bot<Self> {
        rules.bot(name)
    }

    /// Returns the records of the next deals; `None` after the last, and if cancelled.
    ///
    /// # Errors
    /// Fails if the line-ups do not fit their tables, or if the threads cannot be started.
    fn next_block(
        records: &mut Records<Self>,
        control: Control<'_>
    ) -> Result<Option<Block<<Self as Recorded>::TableState>>, RunError> where (Self: Recorded) {
        records.next_block(control)
    }

    /// Returns the maker of a recorder's workers.
    fn recording<'a, 'r>(recorder: &'a Recorder<'r, Self>) -> &'a dyn MakeWorker<Self> where (Self: Recorded) {
        recorder
    }

    /// Returns the games or decisions of a block as a table.
    fn record_table(
        experiment: &Experiment<Self>,
        names: &Names,
        block: &Block<<Self as Recorded>::TableState>,
        detail: Detail
    ) -> Table where (Self: Recorded) {
        match detail {
            Detail::Decisions => tables::decisions(experiment, names, block),
            Detail::Games => tables::games(experiment, names, block),
        }
    }

    /// Plays these deals, and reviews them; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    fn review(
        line_up: &LineUp<Self>,
        deals: Range<u64>,
        seed: u64,
        workers: Workers,
        control: Control<'_>
    ) -> Result<Option<ReviewedGames>, RunError> where (Self: Searchable, Self::State: Sync) {
        line_up.review(deals, seed, workers, control)
    }

    /// Returns the kinds of decision with their costs, at most `most`, in the order in which they
    /// were found.
    fn costs(
        line_up: &LineUp<Self>,
        reviewed: &ReviewedGames,
        most: usize,
        catalog: &BotCatalog
    ) -> Costs where (Self: Searchable, Self::State: Sync) {
        line_up.costs(reviewed, most, catalog)
    }

    /// Returns the costliest decisions of the costliest kinds in turn, `most` in all, with the
    /// values of their options.
    fn positions<'a>(
        line_up: &LineUp<Self>,
        reviewed: &'a ReviewedGames,
        costs: &Costs,
        most: usize,
        seed: u64,
        workers: Workers
    ) -> Vec<Shown<'a>> where (Self: Searchable, Self::State: Sync) {
        line_up.positions(reviewed, costs, most, seed, workers)
    }

    /// Returns the analysis of a question: [`Analysis::new`].
    fn analysis<'a>(
        game: &'a Self,
        state: &'a Self::State,
        ask: Ask,
        settings: AnalysisSettings<Self>
    ) -> Analysis<'a, Self> where (Self: Searchable, Self::State: Sync) {
        Analysis::new(game, state, ask, settings)
    }

    /// Tries all open options in more worlds: [`Analysis::step`].
    fn step(analysis: &mut Analysis<'_, Self>, worlds: u32) where (Self: Searchable, Self::State: Sync) {
        analysis.step(worlds);
    }

    /// Analyses until it is decided: [`Analysis::run`].
    fn run_analysis(
        analysis: &mut Analysis<'_, Self>,
        playouts: u64,
        worlds: u32
    ) where (Self: Searchable, Self::State: Sync) {
        analysis.run(playouts, worlds);
    }
}
