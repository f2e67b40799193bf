//! The program as its users call it: every subcommand, what it prints and writes, how it survives.

mod balance_runs;
mod checkpoints;
mod cli_arena;
mod cli_lab;
mod cli_output;
mod cli_play;
mod cli_statistics;
mod failing_bots;
mod hints;
mod hostile_files;
mod house;
mod human;
mod intact;
mod interrupts;
mod ladder;
mod locks;
mod records;
mod report;
mod rulesets;
mod runs;
mod serve;
mod shards;
mod snapshots;
mod survive;
mod templates;
mod walls;
