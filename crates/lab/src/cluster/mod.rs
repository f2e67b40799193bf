//! Studies on any number of machines: a job in a store, tasks for its workers, and the merge.
//!
//! | file | holds |
//! |---|---|
//! | `store` | the interface of a store |
//! | `address` | the store at an address |
//! | `directory`, `object`, `memory` | stores: a directory, an object store, files in memory |
//! | `job` | a study that waits in a store, with the files that it reads |
//! | `round` | the next round of a shared study, and one process's part of it |
//! | `task` | the name of a task |
//! | `claims` | which task a worker takes next |
//! | `worker` | a worker: takes tasks, plays them, stores their shards |
//! | `merge` | from shards in a store to results |
//!
//! A store holds `job.json`, the files that the study reads (`files/SHA256`) and a folder per round,
//! with `part-K-of-N.shard` for each finished part and `part-K-of-N.claim-A` for each attempt at one
//! (`released-A` if it is over without a shard). `complete/` has what later rounds need of earlier
//! ones. Every file is created once and never changed, so whichever machine dies, nothing is lost and
//! nothing counts twice: the second to finish a part finds it there. Claims only save work.

pub mod address;
pub mod claims;
pub mod directory;
pub mod job;
pub mod memory;
pub mod merge;
#[cfg(feature = "object-store")]
pub mod object;
pub mod round;
pub mod store;
pub mod task;
pub mod worker;
