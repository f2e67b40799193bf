//! Tests that repeat themselves have two lengths.

/// Returns the number of repetitions of a test: `short` in `cargo test`, `long` if
/// `POWERGRAB_LONG_TESTS` is set, as `.ci/run` does.
pub fn times(short: u32, long: u32) -> u32 {
    match std::env::var_os("POWERGRAB_LONG_TESTS") {
        None => short,
        Some(_) => long,
    }
}
