//! Tests that repeat themselves have two lengths.

/// How often a test repeats itself: `short` in `cargo test`, `long` where `POWERGRAB_LONG_TESTS` is set, as `.ci/run` does.
pub fn times(short: u32, long: u32) -> u32 {
    match std::env::var_os("POWERGRAB_LONG_TESTS") {
        None => short,
        Some(_) => long,
    }
}
