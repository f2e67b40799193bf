//! Any bytes as a trace: `verify` returns a verdict and never panics. A file that passes holds
//! whole games.
//! `cargo +nightly fuzz run trace fuzz/corpus/trace crates/engine/tests/text/golden_traces crates/lab/tests/experiments/golden_traces`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match powergrab_lab::trace::replay::verify("fuzz", bytes) {
        Ok(summary) => assert!(summary.games > 0 && summary.rounds >= summary.games),
        Err(fault) => assert!(fault.line > 0 && !fault.message.is_empty()),
    }
});
