//! Runs whose bots are special: those that answer in batches, those that start runs of their own.

mod batches;
mod nested;
