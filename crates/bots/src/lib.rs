//! Bots: the interface, the register, and the policies.
//!
//! Bots that are programs (`process`) or WebAssembly modules (`modules`) are features.
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

pub mod strategy;
