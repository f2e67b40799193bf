//! Merging of the checkpoints of a study's parts into its results.

use crate::catalog::Catalog;
use crate::kinds::{SetUp, stored_study};
use crate::matches::run_request::KIND as RUN;
use crate::study::options::StudyOptions;
use crate::study::parts;
use crate::study::study_error::StudyError;
use crate::study::traits::Results;
use std::path::Path;

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
    let set_up = SetUp {
        options: StudyOptions::default(),
        as_json: options.as_json,
        plays: false,
    };
    let shown = first.path().display().to_string();
    let study = stored_study(about, &shown, catalog, set_up)?;
    Ok(Merged {
        results: parts::merge(&*study, dir, options.force)?,
        n_parts: checkpoints.len(),
    })
}
