//! What an answer is made with.

use powergrab_lab::catalog::Catalog;
use std::sync::atomic::AtomicBool;

/// What an answer is made with.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Rulesets and bots.
    pub catalog: &'a Catalog,
    /// Set when nobody waits for the answer any more.
    pub stop: &'a AtomicBool,
}
