//! powergrab: a laboratory for strategy in UNO Power Grab and its family.
//!
//! # Start here
//!
//! A match between two bots:
//!
//! ```
//! use powergrab::prelude::*;
//!
//! let result = Match::new("power-grab")?
//!     .bot_named("greedy")?
//!     .bot_named("random")?
//!     .deals(200)
//!     .play()?;
//! let greedy = result.record("greedy").expect("it sat there");
//! let interval = greedy.interval.expect("ten deals or more");
//! assert!(interval.low > greedy.fair_share);
//! # Ok::<(), MatchError>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | write a bot | [`Player`](prelude::Player), [`Strategy`](prelude::Strategy); `examples/my_bot.rs` is a complete one |
//! | play it against others | [`Match`](prelude::Match); [`WriteTo`](prelude::WriteTo) writes its results |
//! | register it for every subcommand | [`cli::main_with`] |
//! | run a tournament, sweep, tuning or `balance` | the crate `powergrab_lab` |
//! | read the rules | `powergrab_bots::rulesets`, `powergrab_engine::shedding::Rules`, `powergrab_engine::grid::Rules` |
//! | step through a game | `powergrab_engine::game::Driver` |
//!
//! # Layout
//!
//! This crate is the command line, and a short [`prelude`]. The work is done by separate crates.
//! Each is imported by its own name, and imports only those before it:
//!
//! `powergrab_engine` → `powergrab_bots` → `powergrab_arena` (with `powergrab_stats`) →
//! `powergrab_lab` → command line.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

pub mod cli;

/// Common imports for a bot or an experiment.
pub mod prelude {
    pub use powergrab_bots::strategy::{Bot, Player, ShedPolicy, Strategy};
    pub use powergrab_engine::cards::{Card, Colour, Seat, Tower};
    pub use powergrab_engine::game::Unit;
    pub use powergrab_engine::game::{Action, Options};
    pub use powergrab_engine::rng::Rng;
    pub use powergrab_engine::shedding::{Phase, Shedding, View};
    pub use powergrab_lab::catalog::Catalog;
    pub use powergrab_lab::matches::match_request::MatchRequest;
    pub use powergrab_lab::matches::quick::{Match, MatchError, MatchResult};
    pub use powergrab_lab::matches::write_match::WriteTo;
    pub use powergrab_lab::study::options::StudyOptions;
}
