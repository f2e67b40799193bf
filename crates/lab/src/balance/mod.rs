//! `balance`: the value of towers, blocks and cards, the effect of rules, the share of luck. The
//! experiments themselves are [`powergrab_balance`].
//!
//! | file | holds |
//! |---|---|
//! | `config` | the configuration file; the part of it that decides the results |
//! | `request`, `plan`, `study` | the request, its costs, and the study |
//! | `setup`, `work` | the tables that are played, and the pieces of the work |
//! | `sheets` | the files and the printed text |
//! | `search`, `candidates`, `retune`, `optimise` | designs as a Pareto front; its finalists played again by retuned bots |

mod candidates;
pub mod config;
pub mod optimise;
pub mod plan;
pub mod request;
pub mod retune;
pub mod search;
pub mod setup;
pub mod sheets;
pub mod study;
pub mod work;
