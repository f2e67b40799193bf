//! powergrab: a laboratory for strategy in UNO Power Grab and its family.
//!
//! # Start here
//!
//! A match between two bots, and who is better:
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
//! | write a bot | [`strategy::Player`], [`strategy::Strategy`]; `examples/my_bot.rs` is a whole one |
//! | play it against others | [`lab::Match`]; its result is written by [`studies::WriteTo`] |
//! | have it known to every subcommand | [`cli::main_with`] |
//! | run a tournament, sweep, tuning or `balance` | [`studies`] |
//! | read what the rules are | [`rulesets`], [`shedding::Rules`], [`grid::Rules`] |
//! | step through a game | [`game::Driver`] |
//!
//! # Layout
//!
//! This crate is the command line and the façade: the rooms themselves are crates of their own in `crates/`. One direction of
//! flow; imports point only to the left:
//!
//! cards → rules engines (`shedding`, `grid`) → strategies → arena → statistics → lab → reports → studies → command line.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod cli;

pub use powergrab_studies::{
    ArenaGame, arena, cards, config, cpu, game, grid, lab, replay, report, rng, rulesets, session,
    shedding, stats, strategy, studies, trace, with_ruleset,
};

/// What a bot or an experiment of one's own usually needs.
pub mod prelude {
    pub use crate::arena::play::Unit;
    pub use crate::cards::{Card, Colour, Seat, Tower};
    pub use crate::game::{Action, Options};
    pub use crate::lab::{Match, MatchError, MatchResult};
    pub use crate::rng::Rng;
    pub use crate::shedding::{Phase, Shedding, View};
    pub use crate::strategy::{Added, Bot, Player, ShedPolicy, Strategy};
    pub use crate::studies::{MatchRequest, StudyOptions, WriteTo};
}
