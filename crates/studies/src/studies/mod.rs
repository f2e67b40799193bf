//! Experiments as calls: what people ask for is looked up and checked, played, and made into files and tables. Faces (the command
//! line, Python) add arguments, bars and exit codes; nothing here knows a terminal.
//!
//! | file | holds |
//! |---|---|
//! | `options` | how a study is played: threads, cancelling, who hears of its progress |
//! | `resolve` | from names to rulesets and bots |
//! | `match_request` | what `match` and `tournament` ask for |
//! | `records` | every game or decision of a run, as tables and files |
//! | `run_request`, `run_result` | a match or a tournament: what is asked for, what comes of it |
//! | `play_run` | how it is played in memory |
//! | `analyse` | the analysis of one decision |
//! | `play` | single games, told and traced |
//! | `plan` | how many deals and minutes a question takes |
//! | `compare` | two finished runs side by side |
//! | `balance` | what towers, cards and rules are worth, a directory |
//! | `sweep` | a sweep over parameters, rules and seats |
//! | `tune`, `tune_files` | a tuning, its files |
//! | `failures` | what failures of bots mean for a manifest |
//! | `write_match` | the files of a match that was played from Rust |
//! | `files` | what any study comes to: files, some of which are tables |

pub mod analyse;
mod balance;
pub mod compare;
mod failures;
mod files;
mod match_request;
mod options;
pub mod plan;
pub mod play;
mod play_run;
mod records;
pub mod resolve;
mod run_request;
mod run_result;
mod sweep;
mod tune;
mod tune_files;
mod write_match;

pub use crate::report::manifest::plain;
pub use balance::{BalancePlan, BalanceRequest, Ending as BalanceEnding};
pub use files::Files;
pub use match_request::{MatchRequest, Overrides, tournament_request};
pub use options::{Reporter, Silent, StudyOptions};
pub use records::{FileKind, Recording, RecordsFile, RecordsReader, RecordsSource, check_records};
pub use run_request::{AnySetup, GRID, RunRequest, SHEDDING, Setup, about, metrics_of};
pub use run_result::RunResult;
pub use sweep::{SweepPlan, SweepRequest};
pub use tune::{TunePlan, TuneRequest, TuneSummary};
pub use write_match::WriteTo;
