//! Merging of the checkpoints of a study's parts into its results.

use crate::analysis::skill::{KIND as SKILL, SkillRequest};
use crate::balance::plan::KIND as BALANCE;
use crate::balance::request::BalanceRequest;
use crate::catalog::Catalog;
use crate::matches::merged_run::MergedRun;
use crate::matches::study::KIND as RUN;
use crate::review::KIND as REVIEW;
use crate::review::request::ReviewRequest;
use crate::study::checkpoint::Checkpoint;
use crate::study::manifest;
use crate::study::options::StudyOptions;
use crate::study::parts;
use crate::study::study_error::StudyError;
use crate::study::traits::{Results, Study};
use crate::sweep::study::{KIND as SWEEP, SweepRequest};
use crate::why::KIND as WHY;
use crate::why::request::WhyRequest;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Options of a merge.
#[derive(Clone, Copy, Debug, Default)]
pub struct MergeOptions {
    /// Overwrites the results of another run in the directory.
    pub force: bool,
    /// Prints JSON instead of a table; only for matches and tournaments.
    pub as_json: bool,
}

/// A merged study.
pub struct Merged {
    /// Its results, already written.
    pub results: Results,
    /// Number of checkpoints.
    pub n_parts: usize,
}

type WithMerge<'a> = &'a dyn Fn(&dyn Study) -> Result<Results, StudyError>;

/// A kind of study that can be split: its name in checkpoints, and the function that sets it up
/// again from one.
type Kind = (
    &'static str,
    fn(&Checkpoint, &Catalog, MergeOptions, WithMerge<'_>) -> Result<Results, StudyError>,
);

const KINDS: &[Kind] = &[
    (RUN, run),
    (SWEEP, sweep),
    (BALANCE, balance),
    (SKILL, skill),
    (WHY, why),
    (REVIEW, review),
];

fn run(
    checkpoint: &Checkpoint,
    catalog: &Catalog,
    options: MergeOptions,
    merge: WithMerge<'_>,
) -> Result<Results, StudyError> {
    let run = MergedRun::new(&checkpoint.about, catalog, options.as_json);
    merge(&run.ok_or_else(|| another_version(checkpoint))?)
}

fn sweep(
    checkpoint: &Checkpoint,
    catalog: &Catalog,
    _: MergeOptions,
    merge: WithMerge<'_>,
) -> Result<Results, StudyError> {
    let request = &checkpoint.about.notes["request"];
    let deals = request["deals"]
        .as_str()
        .and_then(|deals| deals.parse().ok());
    let request = SweepRequest {
        config: config(request),
        deals: Some(deals.ok_or_else(|| another_version(checkpoint))?),
        seed: request["seed"].as_u64(),
        halving: false,
    };
    let plan = request.plan(catalog)?;
    merge(&*plan.study(StudyOptions::default()))
}

fn balance(
    checkpoint: &Checkpoint,
    catalog: &Catalog,
    _: MergeOptions,
    merge: WithMerge<'_>,
) -> Result<Results, StudyError> {
    let request = &checkpoint.about.notes["request"];
    let request = BalanceRequest {
        config: config(request),
        seed: request["seed"].as_u64(),
        scale: request["scale"].as_f64().unwrap_or(1.0),
        optimise: false,
    };
    request.plan(catalog)?.with(&StudyOptions::default(), merge)
}

fn skill(
    checkpoint: &Checkpoint,
    catalog: &Catalog,
    _: MergeOptions,
    merge: WithMerge<'_>,
) -> Result<Results, StudyError> {
    let request: SkillRequest = request(checkpoint)?;
    request.with(catalog, &StudyOptions::default(), merge)?
}

fn why(
    checkpoint: &Checkpoint,
    catalog: &Catalog,
    _: MergeOptions,
    merge: WithMerge<'_>,
) -> Result<Results, StudyError> {
    let request: WhyRequest = request(checkpoint)?;
    request.with(catalog, &StudyOptions::default(), false, merge)?
}

fn review(
    checkpoint: &Checkpoint,
    catalog: &Catalog,
    _: MergeOptions,
    merge: WithMerge<'_>,
) -> Result<Results, StudyError> {
    let request: ReviewRequest = request(checkpoint)?;
    request.with(catalog, &StudyOptions::default(), false, merge)?
}

/// Returns the request of a study that stores it whole.
fn request<T: DeserializeOwned>(checkpoint: &Checkpoint) -> Result<T, StudyError> {
    let request = serde_json::from_value(checkpoint.about.notes["request"].clone());
    request.map_err(|_| another_version(checkpoint))
}

fn config(request: &Value) -> PathBuf {
    PathBuf::from(request["config"].as_str().unwrap_or_default())
}

fn another_version(checkpoint: &Checkpoint) -> StudyError {
    let program = &checkpoint.about.identity["program"];
    StudyError::Input(format!(
        "{}: was written by another version of the program: version {}, commit {}; this is version {}, commit {}",
        checkpoint.path().display(),
        program["version"].as_str().unwrap_or("unknown"),
        program["commit"].as_str().unwrap_or("unknown"),
        manifest::VERSION,
        manifest::commit()
    ))
}

/// Merges the checkpoints of a study's parts in `DIR/shards` into its results in `DIR`, byte for
/// byte those of one run. The checkpoints stay.
///
/// # Errors
/// Fails if checkpoints are missing, damaged, or of different studies, if a configuration is not in
/// its former place, or if files cannot be written.
pub fn merge(dir: &Path, catalog: &Catalog, options: MergeOptions) -> Result<Merged, StudyError> {
    let checkpoints = parts::parts(dir)?;
    let first = &checkpoints[0];
    let about = &first.about;
    let kind = about.notes["kind"].as_str().unwrap_or_default();
    if options.as_json && kind != RUN {
        return Err(StudyError::Input(
            "only the shards of a match or a tournament are merged with --format".to_owned(),
        ));
    }
    let config = about.notes["config"].as_str().map(Path::new);
    if let Some(config) = config.filter(|config| !config.exists()) {
        return Err(StudyError::Missing(format!(
            "{}: the configuration was not found; run merge in the directory in which the parts were started",
            config.display()
        )));
    }
    let known = KINDS.iter().find(|(name, _)| *name == kind);
    let (_, set_up) = known.ok_or_else(|| another_version(first))?;
    let results = set_up(first, catalog, options, &|study| {
        parts::merge(study, dir, options.force)
    })?;
    Ok(Merged {
        results,
        n_parts: checkpoints.len(),
    })
}
