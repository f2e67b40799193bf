//! Time taken by the parts of a run: a file beside each shard, from which `merge` computes the
//! timing of the whole.

use super::atomic;
use super::atomic::Durability;
use crate::study::manifest;
use crate::study::manifest::Timing;
use powergrab_engine::config::read_regular;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maximum size of a timing file, in bytes.
const MAX_FILE: u64 = 1 << 16;

/// Returns the path of the file beside this shard.
pub fn path(shard: &Path) -> PathBuf {
    shard.with_extension("timing.json")
}

/// Keeps the timing of a shard.
///
/// # Errors
/// Fails if it cannot be written.
pub fn keep(shard: &Path, timing: &Timing) -> io::Result<()> {
    let Timing {
        threads,
        took,
        games,
    } = timing;
    let seconds = took.as_secs_f64();
    let text = manifest::text(&json!({ "threads": threads, "seconds": seconds, "games": games }));
    let path = path(shard);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let dir = path.parent().unwrap_or(Path::new("."));
    atomic::write(dir, &name, None, &text, Durability::Quick)
}

fn read(shard: &Path) -> Option<Timing> {
    let text = read_regular(&path(shard), MAX_FILE).ok()?;
    let kept: Value = serde_json::from_slice(&text).ok()?;
    Some(Timing {
        threads: usize::try_from(kept["threads"].as_u64()?).ok()?,
        took: Duration::try_from_secs_f64(kept["seconds"].as_f64()?).ok()?,
        games: kept["games"].as_u64()?,
    })
}

/// Adds up the time and the games of all these shards, with the maximum number of threads. `None`
/// if one of them has no timing.
pub fn sum<'a>(shards: impl Iterator<Item = &'a Path>) -> Option<Timing> {
    let mut all = shards.map(read);
    let first = all.next()??;
    all.try_fold(first, |sum, timing| {
        let timing = timing?;
        Some(Timing {
            threads: sum.threads.max(timing.threads),
            took: sum.took.checked_add(timing.took)?,
            games: sum.games.saturating_add(timing.games),
        })
    })
}
