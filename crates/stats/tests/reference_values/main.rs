//! Estimators, tails and intervals against the values of other implementations.

mod estimators;
mod intervals;
