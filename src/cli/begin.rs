//! Before a run's first deal: its directory, what is there of it already, and whether anything is left to do.

use super::conduct::{Means, plain};
use super::{Failure, say};
use powergrab_arena::part::Part;
use powergrab_lab::study::Start;
use powergrab_lab::study::checkpoint::About;
use powergrab_lab::study::driver::Request;
use powergrab_lab::study::manifest::RunInfo;
use powergrab_lab::study::run;
use powergrab_lab::study::rundir::RunDir;
use powergrab_lab::study::shards::Shelf;
use serde_json::Value;
use std::fmt::Write as _;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A run that may begin, or go on.
pub struct Begun {
    /// Where its results go.
    pub dir: RunDir,
    /// Where it keeps what is finished.
    pub shelf: Shelf,
    /// The command that goes on with it.
    pub again: String,
}

/// Where a run's results go: where it was said, or by its name and seed. Where another run is there already, its own name stands behind.
pub fn results_dir(out: Option<&Path>, name: &str, seed: u64, identity: &Value) -> PathBuf {
    let plain = || PathBuf::from("results").join(format!("{name}-{seed}"));
    out.map_or_else(|| RunDir::own_path(&plain(), identity), Path::to_owned)
}

/// The command that goes on with a run.
pub fn again(
    command: &str,
    threads: Option<NonZero<usize>>,
    out: Option<&Path>,
    part: Option<Part>,
) -> String {
    let mut again = command.to_owned();
    if let Some(threads) = threads {
        let _ = write!(again, " --threads {threads}");
    }
    if let Some(out) = out {
        let _ = write!(again, " --out {}", plain(out));
    }
    if let Some(part) = part {
        let _ = write!(again, " --shard {part}");
    }
    again + " --resume"
}

impl Means {
    /// Takes the run's directory, or refuses; `own` are the deals of its part. None where all is there already, as is then said.
    pub(super) fn begin(
        &self,
        about: About,
        own: Range<u64>,
        info: &RunInfo,
    ) -> Result<Option<Begun>, Failure> {
        let request = Request {
            out: results_dir(self.out.as_deref(), &info.name, info.seed, &about.identity),
            start: Start::of(self.resume),
            force: self.force,
            part: self.shard,
            every: self.checkpoint,
        };
        match run::begin(&request, about, own)? {
            run::Begun::Ready { dir, shelf } => {
                let out = self.out.as_deref();
                let again = again(&info.command, self.threads, out, self.shard);
                let shelf = *shelf;
                return Ok(Some(Begun { dir, shelf, again }));
            }
            run::Begun::Part(path) => {
                let part = self.shard.unwrap_or(Part::WHOLE);
                say!("{}: holds shard {part}", path.display());
            }
            run::Begun::Complete(path) => {
                say!("{}: holds this run, complete", path.display());
            }
        }
        Ok(None)
    }
}
