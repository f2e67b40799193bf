//! Experiments compared with slower computations, and with matches.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod analysis;
mod records;
