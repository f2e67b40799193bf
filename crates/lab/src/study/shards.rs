//! The shards of a run of deals: `DIR/shards/deals-FIRST-END.shard`, checkpoints of one piece each.
//!
//! A run that takes long keeps its gap-free prefix there now and then, each time as one shard that takes the place of the
//! one before. Shards of deals beyond a gap are there after an interruption; those of other parts of the run (`--shard`) come
//! from other processes, which never touch each other's.

use super::atomic;
use super::atomic::{Care, sync_dir};
use super::checkpoint::{About, Checkpoint, CheckpointError, SUFFIX, encode};
use super::{DIR, Start, timing};
use crate::study::pieces;
use powergrab_arena::experiment::Deals;
use powergrab_arena::part::{Part, gaps};
use powergrab_arena::run::{FirstFaults, Piece, Store, StoreError};
use powergrab_arena::tally::Tally;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What can be kept in shards.
pub trait Kept: Serialize + DeserializeOwned {
    /// Whether the two can be merged: all that decides what is where is equal.
    fn is_like(&self, other: &Self) -> bool;
}

impl Kept for Tally {
    fn is_like(&self, other: &Tally) -> bool {
        self.layout() == other.layout()
    }
}

/// The name of the shard with these deals. Sorted by name, shards are sorted by their first deal.
pub fn name(deals: &Range<u64>) -> String {
    format!("deals-{:016}-{:016}{SUFFIX}", deals.start, deals.end)
}

/// The deals that a shard of this name has; none where it is no shard's name.
pub fn deals_of(name: &str) -> Option<Range<u64>> {
    let (start, end) = name
        .strip_prefix("deals-")?
        .strip_suffix(SUFFIX)?
        .split_once('-')?;
    let deals = start.parse().ok()?..end.parse().ok()?;
    (super::shards::name(&deals) == name && !deals.is_empty()).then_some(deals)
}

/// A shard that was read and found whole: its deals are those of its name.
#[derive(Debug)]
pub struct Shard {
    /// The file.
    pub checkpoint: Checkpoint,
    /// Its deals.
    pub deals: Range<u64>,
}

impl Shard {
    /// Reads a shard and checks that it is whole.
    ///
    /// # Errors
    /// It cannot be read, is no shard, is damaged, or is not what its name says.
    pub fn read(path: &Path) -> Result<Shard, CheckpointError> {
        let checkpoint = Checkpoint::read(path)?;
        let label = match checkpoint.pieces.as_slice() {
            [piece] => piece.label.parse().ok(),
            _ => None,
        };
        let within = |deals: &Range<u64>| contains(&checkpoint.about.whole, deals);
        let deals = label.map(|Deals(deals)| deals).filter(within);
        let deals =
            deals.ok_or_else(|| checkpoint.refuse("is whole, but its header makes no sense"))?;
        let named = path.file_name().and_then(|name| name.to_str());
        if named != Some(name(&deals).as_str()) {
            return Err(checkpoint.refuse(format!(
                "has another name than its deals: it should be {}",
                name(&deals)
            )));
        }
        Ok(Shard { checkpoint, deals })
    }

    /// What was collected; with `like` it must be like that.
    ///
    /// # Errors
    /// It was written by a program that collects something else.
    pub fn open<C: Kept>(&self, like: Option<&C>) -> Result<Piece<C>, CheckpointError> {
        let foreign = || {
            let why = "was written by a program that counts other things";
            self.checkpoint.refuse(why)
        };
        let pieces = self.checkpoint.pieces.first().ok_or_else(foreign)?;
        let ((collected, first_faults), rest): ((C, FirstFaults), &[u8]) =
            postcard::take_from_bytes(&pieces.payload).map_err(|_| foreign())?;
        if !rest.is_empty() || like.is_some_and(|like| !collected.is_like(like)) {
            return Err(foreign());
        }
        Ok(Piece {
            deals: self.deals.clone(),
            collected,
            first_faults,
        })
    }
}

/// Where one part of a run, or the whole, keeps what is finished.
#[derive(Debug)]
pub struct Shelf {
    dir: PathBuf,
    about: About,
    part: Part,
    /// The part's deals.
    own: Range<u64>,
    there: Vec<Range<u64>>,
    every: Duration,
    last: Mutex<Instant>,
    is_used: AtomicBool,
}

/// All shards of a directory, of one run.
#[derive(Debug)]
pub struct Survey {
    /// The run.
    pub about: About,
    /// The shards that make it up, in order, without overlap.
    pub shards: Vec<(Range<u64>, PathBuf)>,
    /// Into which parts it was split, if all shards agree in that.
    pub parts: Option<Part>,
}

impl Survey {
    /// The deals that no shard has.
    pub fn missing(&self) -> Vec<Range<u64>> {
        gaps(&self.about.whole, &ranges(&self.shards))
    }
}

fn ranges(shards: &[(Range<u64>, PathBuf)]) -> Vec<Range<u64>> {
    shards.iter().map(|(deals, _)| deals.clone()).collect()
}

fn contains(outer: &Range<u64>, inner: &Range<u64>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn overlap(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.start < b.end && b.start < a.end
}

/// All files whose names are shards', in the order of their deals.
fn list(dir: &Path) -> Result<Vec<(Range<u64>, PathBuf)>, CheckpointError> {
    let read = |error| CheckpointError::Read {
        path: dir.to_owned(),
        error,
    };
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(read(e)),
    };
    let mut shards = Vec::new();
    for entry in entries {
        let entry = entry.map_err(read)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        match deals_of(&name) {
            Some(deals) => shards.push((deals, entry.path())),
            None if name.ends_with(SUFFIX) => {
                return Err(CheckpointError::Refused {
                    path: entry.path(),
                    why: "is not named as shards are, deals-FIRST-END.shard".to_owned(),
                });
            }
            None => {}
        }
    }
    // Of those with the same first deal the longest comes first.
    shards.sort_by_key(|(deals, _)| (deals.start, std::cmp::Reverse(deals.end)));
    Ok(shards)
}

/// Leaves out shards that lie within others, as an interruption can leave them; what overlaps otherwise is refused.
fn tiles(
    shards: Vec<(Range<u64>, PathBuf)>,
) -> Result<Vec<(Range<u64>, PathBuf)>, CheckpointError> {
    let mut tiles: Vec<(Range<u64>, PathBuf)> = Vec::new();
    for (deals, path) in shards {
        match tiles.last() {
            Some((last, _)) if contains(last, &deals) => {}
            Some((last, other)) if overlap(last, &deals) => {
                let other = other.file_name().unwrap_or_default().to_string_lossy();
                let why = format!("has some deals, not all, in common with {other}");
                return Err(CheckpointError::Refused { path, why });
            }
            _ => tiles.push((deals, path)),
        }
    }
    Ok(tiles)
}

/// Reads every shard of a run's directory and checks that they are whole and of one run.
///
/// # Errors
/// The first that is not, by name. No shards at all are no error, and no survey.
pub fn survey(run_dir: &Path) -> Result<Option<Survey>, CheckpointError> {
    let listed = list(&run_dir.join(DIR))?;
    let mut about: Option<About> = None;
    let mut parts: Option<Part> = None;
    let mut agree = true;
    let mut there = Vec::new();
    for (deals, path) in listed {
        let Shard { checkpoint, .. } = match Shard::read(&path) {
            // A run that is still at it has put a longer one in its place.
            Err(CheckpointError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                continue;
            }
            other => other?,
        };
        match &about {
            None => about = Some(checkpoint.about),
            Some(about) => checkpoint.is_of(about)?,
        }
        agree &= parts.is_none_or(|parts| parts.of() == checkpoint.part.of());
        parts = Some(checkpoint.part);
        there.push((deals, path));
    }
    let shards = tiles(there)?;
    Ok(about.map(|about| Survey {
        about,
        shards,
        parts: parts.filter(|_| agree),
    }))
}

/// Removes what `--force` gives up: shards of other runs and damaged ones, and, where the part starts anew, its own.
///
/// # Errors
/// Something cannot be removed.
pub fn clear_for(
    run_dir: &Path,
    about: &About,
    own: &Range<u64>,
    start: Start,
) -> Result<(), CheckpointError> {
    let dir = run_dir.join(DIR);
    let entries = fs::read_dir(&dir).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.ends_with(SUFFIX) {
            continue;
        }
        let stays = Shard::read(&path).is_ok_and(|shard| {
            let given_up = start == Start::New && overlap(own, &shard.deals);
            shard.checkpoint.is_of(about).is_ok() && !given_up
        });
        if !stays {
            remove(&path)?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> Result<(), CheckpointError> {
    let removed = atomic::remove(path).and_then(|()| atomic::remove(&timing::path(path)));
    removed.map_err(|error| CheckpointError::Write {
        path: path.to_owned(),
        error,
    })
}

impl Shelf {
    /// The shelf of a part of a run, `own`, in the run's directory. All its shards are read and checked; nothing is
    /// written.
    ///
    /// # Errors
    /// A shard that is damaged, of another run or overlaps the part's deals without lying within them, by name.
    pub fn open(
        run_dir: &Path,
        about: About,
        part: Part,
        own: Range<u64>,
        every: Duration,
    ) -> Result<Shelf, CheckpointError> {
        let dir = run_dir.join(DIR);
        let mut mine = Vec::new();
        for (i, (deals, path)) in list(&dir)?.into_iter().enumerate() {
            // Other parts' shards are others' affair; but one of them shows whether this is the same run.
            let is_mine = overlap(&deals, &own);
            if !is_mine && i > 0 {
                continue;
            }
            let shard = match Shard::read(&path) {
                Err(CheckpointError::Read { error, .. })
                    if !is_mine && error.kind() == io::ErrorKind::NotFound =>
                {
                    continue;
                }
                other => other?,
            };
            shard.checkpoint.is_of(&about)?;
            if is_mine && !contains(&own, &deals) {
                let theirs = shard.checkpoint.part;
                return Err(shard.checkpoint.refuse(format!(
                    "is of a run split otherwise: it belongs to part {theirs}, this is {part}"
                )));
            }
            if is_mine {
                mine.push((deals, path));
            }
        }
        let there = ranges(&tiles(mine)?);
        Ok(Shelf {
            is_used: AtomicBool::new(!there.is_empty()),
            dir,
            about,
            part,
            own,
            there,
            every,
            last: Mutex::new(Instant::now()),
        })
    }

    /// Whether anything of this part is kept on disk.
    pub fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }

    /// How many deals were there at the start.
    pub fn n_deals_there(&self) -> u64 {
        self.there.iter().map(|r| r.end - r.start).sum()
    }

    /// Whether one shard has all of this part's deals.
    pub fn has_all(&self) -> bool {
        self.there == std::slice::from_ref(&self.own)
    }

    /// Where the shards are.
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Removes temporary files that killed runs left, those of this part or of parts of it.
    pub fn sweep(&self) {
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let start = atomic::owner_of(&name).and_then(|owner| owner.parse().ok());
            if start.is_some_and(|start: u64| self.own.contains(&start)) {
                // What cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
        self.remove_empty();
    }

    /// Removes the directory if nothing is in it. Other parts may be about to write there, so a part leaves it.
    fn remove_empty(&self) {
        if self.part == Part::WHOLE {
            let _ = fs::remove_dir(&self.dir);
        }
    }

    /// Removes the part's shards; the results are written elsewhere.
    ///
    /// # Errors
    /// One cannot be removed.
    pub fn clear(&self) -> Result<(), CheckpointError> {
        if !self.is_used() {
            return Ok(());
        }
        for (deals, path) in list(&self.dir)? {
            if contains(&self.own, &deals) {
                remove(&path)?;
            }
        }
        self.remove_empty();
        Ok(())
    }

    fn write(&self, deals: &Range<u64>, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.dir)?;
        // The owner is the first deal of the part.
        let owner = format!("{:016}", self.own.start);
        let name = name(deals);
        atomic::write(&self.dir, &name, Some(&owner), bytes, Care::Durable)?;
        sync_dir(&self.dir)
    }
}

impl<C: Kept> Store<C> for Shelf {
    fn there(&self) -> Vec<Range<u64>> {
        self.there.clone()
    }

    fn fetch(&self, deals: &Range<u64>, blank: &C) -> Result<Piece<C>, StoreError> {
        let shard = Shard::read(&self.dir.join(name(deals)))?;
        shard.checkpoint.is_of(&self.about)?;
        Ok(shard.open(Some(blank))?)
    }

    fn due(&self) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.elapsed() >= self.every
    }

    fn keep(&self, piece: &Piece<C>) -> Result<(), StoreError> {
        let payload = pieces::encode(&(&piece.collected, &piece.first_faults))?;
        let label = Deals(piece.deals.clone()).to_string();
        let only = pieces::Piece { label, payload };
        let bytes = encode(&self.about, self.part, &[only])?;
        self.write(&piece.deals, &bytes)
            .map_err(|error| CheckpointError::Write {
                path: self.dir.join(name(&piece.deals)),
                error,
            })?;
        self.is_used.store(true, Ordering::Relaxed);
        for (deals, path) in list(&self.dir)? {
            if contains(&piece.deals, &deals) && deals != piece.deals {
                remove(&path)?;
            }
        }
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Sums(Vec<i128>, String);

    impl Kept for Sums {
        fn is_like(&self, other: &Sums) -> bool {
            self.0.len() == other.0.len()
        }
    }

    fn piece(deals: Range<u64>) -> Piece<Sums> {
        Piece {
            deals,
            collected: Sums(vec![i128::MIN, -1, 0, i128::MAX], "ü".to_owned()),
            first_faults: FirstFaults::new(),
        }
    }

    #[test]
    fn a_shard_comes_back_as_it_was_and_under_its_own_name_only() {
        let home = tempfile::tempdir().unwrap();
        let about = About {
            identity: json!({ "seed": "7" }),
            whole: 10..90,
            notes: json!({}),
        };
        let part = "1/2".parse().unwrap();
        let shelf = Shelf::open(home.path(), about, part, 10..50, Duration::ZERO).unwrap();
        shelf.keep(&piece(20..30)).unwrap();
        let path = shelf.path().join(name(&(20..30)));
        let like = Sums(vec![0; 4], String::new());
        let shard = Shard::read(&path).unwrap();
        assert_eq!(shard.open(Some(&like)).unwrap(), piece(20..30));
        let unlike = Sums(vec![0; 5], String::new());
        let error = shard.open(Some(&unlike)).unwrap_err().to_string();
        assert!(error.contains("counts other things"), "{error}");
        let elsewhere = shelf.path().join(name(&(20..31)));
        fs::rename(path, &elsewhere).unwrap();
        let error = Shard::read(&elsewhere).unwrap_err().to_string();
        assert!(error.contains("another name than its deals"), "{error}");
    }

    #[test]
    fn names_say_which_deals() {
        assert_eq!(deals_of(&name(&(0..1 << 50))), Some(0..1 << 50));
        for other in ["deals-1-2.shard", "x.shard", "deals-.shard", "bots.csv"] {
            assert_eq!(deals_of(other), None);
        }
        assert_eq!(
            deals_of("deals-0000000000000002-0000000000000002.shard"),
            None
        );
    }
}
