//! Tests that repeat themselves have two lengths.

/// Returns the number of repetitions of a test: `short` in `cargo test`, `long` if
/// `POWERGRAB_LONG_TESTS` is set, as `.ci/run` does.
pub fn times(short: u32, long: u32) -> u32 {
    match std::env::var_os("POWERGRAB_LONG_TESTS") {
        None => short,
        Some(_) => long,
    }
}

/// Returns the cases of a test that has many: every `nth` from the first in `cargo test`, all if
/// `POWERGRAB_LONG_TESTS` is set.
pub fn cases<T>(all: impl IntoIterator<Item = T>, nth: u32) -> impl Iterator<Item = T> {
    all.into_iter().step_by(times(nth, 1) as usize)
}
