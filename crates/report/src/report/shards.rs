//! The shards of a run's directory: `DIR/shards/`.
//!
//! A run that takes long keeps its gap-free prefix there now and then, each time as one shard that takes the place of the
//! one before. Shards of deals beyond a gap are there after an interruption; those of other parts of the run (`--shard`) come
//! from other processes, which never touch each other's.

use super::shard::{self, About, Kept, Shard, ShardError};
use crate::arena::part::{Part, gaps};
use crate::arena::run::{Piece, Store, StoreError};
use std::fs;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The name of the shards' directory in the run's.
pub const DIR: &str = "shards";

/// The beginning of temporary files' names; then comes the first deal of the part.
const TEMPORARY: &str = ".powergrab-";

/// Whether a run starts anew or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It starts with its first deal.
    New,
    /// It goes on with what is there, if there is anything.
    Resume,
}

impl Start {
    /// By whether it is asked to go on.
    #[must_use]
    pub fn of(resume: bool) -> Start {
        if resume { Start::Resume } else { Start::New }
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
    #[must_use]
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
fn list(dir: &Path) -> Result<Vec<(Range<u64>, PathBuf)>, ShardError> {
    let read = |error| ShardError::Read {
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
        match shard::deals_of(&name) {
            Some(deals) => shards.push((deals, entry.path())),
            None if shard::looks_like_one(&name) => {
                return Err(ShardError::Refused {
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
fn tiles(shards: Vec<(Range<u64>, PathBuf)>) -> Result<Vec<(Range<u64>, PathBuf)>, ShardError> {
    let mut tiles: Vec<(Range<u64>, PathBuf)> = Vec::new();
    for (deals, path) in shards {
        match tiles.last() {
            Some((last, _)) if contains(last, &deals) => {}
            Some((last, other)) if overlap(last, &deals) => {
                let other = other.file_name().unwrap_or_default().to_string_lossy();
                let why = format!("has some deals, not all, in common with {other}");
                return Err(ShardError::Refused { path, why });
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
pub fn survey(run_dir: &Path) -> Result<Option<Survey>, ShardError> {
    let listed = list(&run_dir.join(DIR))?;
    let mut about: Option<About> = None;
    let mut parts: Option<Part> = None;
    let mut agree = true;
    let mut there = Vec::new();
    for (deals, path) in listed {
        let read = match Shard::read(&path) {
            // A run that is still at it has put a longer one in its place.
            Err(ShardError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                continue;
            }
            other => other?,
        };
        match &about {
            None => about = Some(read.header.about),
            Some(about) => read.is_of(about)?,
        }
        agree &= parts.is_none_or(|parts| parts.of() == read.header.part.of());
        parts = Some(read.header.part);
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
) -> Result<(), ShardError> {
    let dir = run_dir.join(DIR);
    let entries = fs::read_dir(&dir).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !shard::looks_like_one(&name) {
            continue;
        }
        let stays = Shard::read(&path).is_ok_and(|shard| {
            let given_up = start == Start::New && overlap(own, &shard.header.deals);
            shard.is_of(about).is_ok() && !given_up
        });
        if !stays {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<(), ShardError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(ShardError::Write {
            path: path.to_owned(),
            error,
        }),
        _ => Ok(()),
    }
}

/// Makes sure that the names in a directory are on the disk, not only in memory.
pub(super) fn sync_dir(dir: &Path) -> io::Result<()> {
    if cfg!(unix) {
        fs::File::open(dir)?.sync_all()?;
    }
    Ok(())
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
    ) -> Result<Shelf, ShardError> {
        let dir = run_dir.join(DIR);
        let mut mine = Vec::new();
        for (i, (deals, path)) in list(&dir)?.into_iter().enumerate() {
            // Other parts' shards are others' affair; but one of them shows whether this is the same run.
            let is_mine = overlap(&deals, &own);
            if !is_mine && i > 0 {
                continue;
            }
            let shard = match Shard::read(&path) {
                Err(ShardError::Read { error, .. })
                    if !is_mine && error.kind() == io::ErrorKind::NotFound =>
                {
                    continue;
                }
                other => other?,
            };
            shard.is_of(&about)?;
            if is_mine && !contains(&own, &deals) {
                let theirs = shard.header.part;
                return Err(shard.refuse(format!(
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
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }

    /// How many deals were there at the start.
    #[must_use]
    pub fn n_deals_there(&self) -> u64 {
        self.there.iter().map(|r| r.end - r.start).sum()
    }

    /// Whether one shard has all of this part's deals.
    #[must_use]
    pub fn has_all(&self) -> bool {
        self.there == std::slice::from_ref(&self.own)
    }

    /// Where the shards are.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// The beginning of the names of this part's temporary files.
    fn temporary(&self) -> String {
        format!("{TEMPORARY}{:016}-", self.own.start)
    }

    /// Removes temporary files that killed runs left, those of this part or of parts of it.
    pub fn sweep(&self) {
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let start = name
                .strip_prefix(TEMPORARY)
                .and_then(|rest| rest.split('-').next()?.parse().ok());
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
    pub fn clear(&self) -> Result<(), ShardError> {
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
        let mut builder = tempfile::Builder::new();
        let prefix = self.temporary();
        builder.prefix(&prefix).suffix(".tmp");
        // Readable as far as the umask allows, not for the owner alone as temporary files are.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(&self.dir)?;
        // Past the wrapper, which would name the temporary file in its errors.
        file.as_file_mut().write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(self.dir.join(shard::name(deals)))?;
        sync_dir(&self.dir)
    }
}

impl<C: Kept> Store<C> for Shelf {
    fn there(&self) -> Vec<Range<u64>> {
        self.there.clone()
    }

    fn fetch(&self, deals: &Range<u64>, blank: &C) -> Result<Piece<C>, StoreError> {
        let shard = Shard::read(&self.dir.join(shard::name(deals)))?;
        shard.is_of(&self.about)?;
        Ok(shard.open(Some(blank))?)
    }

    fn due(&self) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.elapsed() >= self.every
    }

    fn keep(&self, piece: &Piece<C>) -> Result<(), StoreError> {
        let bytes = shard::encode(&self.about, self.part, piece)?;
        self.write(&piece.deals, &bytes)
            .map_err(|error| ShardError::Write {
                path: self.dir.join(shard::name(&piece.deals)),
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
