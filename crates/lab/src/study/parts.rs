//! Parts of a study: merging them, and listing missing ones.

use super::DIR;
use super::Start;
use super::atomic::Durability;
use super::checkpoint::Checkpoint;
use super::checkpoint_file::{CheckpointFile, survey};
use super::driver::{finish, own, ranges};
use super::manifest;
use super::pieces::Pieces;
use super::rundir::RunDir;
use super::study_error::StudyError;
use super::traits::{Partition, Results, Study, StudyContext};
use powergrab_arena::experiment::Deals;
use powergrab_arena::part::{Part, gaps, listed};
use powergrab_arena::piece::Piece;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// Merges the checkpoints of a study's parts, all of which must exist, into its results.
///
/// # Errors
/// Those of the study and its checkpoints; fails if a part is missing.
pub fn merge(study: &dyn Study, out: &Path, force: bool) -> Result<Results, StudyError> {
    let about = study.about();
    let shown = out.display();
    let dir = RunDir::prepare(out, &about.identity, None, Start::Resume, force)?;
    let checkpoint = CheckpointFile::new(out, about.clone(), Part::WHOLE, Duration::ZERO);
    let mut keep = |_: &[Piece]| Ok(());
    let mut pieces = Pieces::new(checkpoint.read()?, &mut keep);
    match study.partition() {
        Partition::Sequential(why) | Partition::Whole(why) => {
            return Err(StudyError::Input(format!("{shown}: {why}")));
        }
        Partition::Deals(whole) => {
            let missing = gaps(&whole, &ranges(pieces.all()));
            if !missing.is_empty() {
                return Err(StudyError::Missing(format!(
                    "{shown}: deals {} are missing; `powergrab missing {}` lists the shards",
                    listed(&missing),
                    manifest::plain(out)
                )));
            }
        }
        Partition::Independent(labels) => {
            let missing = labels.iter().filter(|label| !pieces.has(label));
            let missing: Vec<&str> = missing.map(String::as_str).collect();
            if !missing.is_empty() {
                let noun = about.noun();
                let first: Vec<&str> = missing.iter().take(20).map(|l| bare(l, noun)).collect();
                return Err(StudyError::Missing(format!(
                    "{shown}: {} of {} {noun}s are missing: {}{}",
                    missing.len(),
                    labels.len(),
                    first.join(", "),
                    if missing.len() > 20 { ", …" } else { "" }
                )));
            }
        }
    }
    dir.sweep();
    checkpoint.sweep();
    let mut context = StudyContext::in_memory(&mut pieces, checkpoint.timing()?);
    let results = finish(study, &mut context)?;
    dir.write(&results.files, Durability::Durable)?;
    Ok(results)
}

/// Missing pieces of a study whose parts lie in a directory.
pub struct Missing {
    /// One line per part with missing pieces.
    pub text: String,
    /// Number of such parts.
    pub n_missing: u64,
    /// Number of all parts.
    pub n_parts: u64,
}

/// Reads the checkpoints in a directory, all of one study that can be split.
///
/// # Errors
/// Fails if there is no checkpoint, if one is damaged or of another study, or if the study cannot
/// be split.
pub fn parts(out: &Path) -> Result<Vec<Checkpoint>, StudyError> {
    let parts = survey(out)?;
    let dir = out.join(DIR);
    let Some(first) = parts.first() else {
        if out.join(crate::cluster::job::FILE).exists() {
            return Err(StudyError::Input(format!(
                "{0}: is the store of a job; `powergrab shards --store {0}` lists its unfinished tasks, and `powergrab merge --store {0} --out DIR` merges it",
                manifest::plain(out)
            )));
        }
        return Err(StudyError::Missing(format!(
            "{}: contains no shards; a run writes them with --shard K/N --out {}",
            dir.display(),
            out.display()
        )));
    };
    if let Some(why) = first.about.notes["sequential"].as_str() {
        return Err(StudyError::Input(format!(
            "{}: {why}; to continue: {} --out {} --resume",
            dir.display(),
            first.about.command(),
            manifest::plain(out)
        )));
    }
    Ok(parts)
}

/// Lists the missing pieces of the study whose parts lie in this directory.
///
/// # Errors
/// Those of [`parts`].
pub fn missing(out: &Path) -> Result<Missing, StudyError> {
    let parts = parts(out)?;
    let about = &parts[0].about;
    let noun = about.noun();
    // Parts of different splits: the remainder can be played as one.
    let split = parts[0].part;
    let agree = parts.iter().all(|part| part.part.of() == split.of());
    let split = if agree { split } else { Part::WHOLE };
    let mut missing = Missing {
        text: String::new(),
        n_missing: 0,
        n_parts: split.of(),
    };
    let pieces = parts.iter().flat_map(|part| &part.pieces);
    let pieces: Vec<Piece> = pieces.cloned().collect();
    let labels: Vec<String> =
        serde_json::from_value(about.notes["pieces"].clone()).unwrap_or_default();
    let by_deals = about.notes["by_deals"] == true;
    let there: HashSet<&str> = pieces.iter().map(|piece| piece.label.as_str()).collect();
    let there_deals = ranges(&pieces);
    for part in split.all() {
        // Writing to a string cannot fail.
        if by_deals {
            let own = part.deals(&about.whole);
            let own = own.map_err(StudyError::input)?;
            let lacks = gaps(&own, &there_deals);
            missing.n_missing += u64::from(!lacks.is_empty());
            for deals in lacks {
                let _ = writeln!(missing.text, "{part}\t{}", Deals(deals));
            }
            continue;
        }
        let lacks = own(part, labels.len()).filter(|at| !there.contains(labels[*at].as_str()));
        let lacks: Vec<&str> = lacks.map(|at| bare(&labels[at], noun)).collect();
        if !lacks.is_empty() {
            missing.n_missing += 1;
            let _ = writeln!(missing.text, "{part}\t{noun}s {}", lacks.join(","));
        }
    }
    Ok(missing)
}

/// Returns a label without the noun before it.
fn bare<'a>(label: &'a str, noun: &str) -> &'a str {
    let rest = label.strip_prefix(noun);
    rest.map_or(label, str::trim_start)
}
