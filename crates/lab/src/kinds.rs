//! The kinds of studies: the one place that sets a study up from its stored request.

use crate::analysis::skill::{KIND as SKILL, SkillRequest};
use crate::balance::plan::KIND as BALANCE;
use crate::balance::request::BalanceRequest;
use crate::catalog::Catalog;
use crate::distil::KIND as DISTIL;
use crate::distil::request::DistilRequest;
use crate::matches::merged_run::MergedRun;
use crate::matches::run_request::{KIND as RUN, StoredRun};
use crate::matches::study::RunOptions;
use crate::review::KIND as REVIEW;
use crate::review::request::ReviewRequest;
use crate::study::checkpoint::About;
use crate::study::intact::version;
use crate::study::manifest::program_json;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::Study;
use crate::sweep::study::{KIND as SWEEP, SweepRequest};
use crate::tune::request::TuneRequest;
use crate::tune::study::KIND as TUNE;
use crate::why::KIND as WHY;
use crate::why::request::WhyRequest;
use serde::de::DeserializeOwned;

/// What a stored study is set up for.
#[derive(Clone, Copy)]
pub struct SetUp<'a> {
    /// Options of playing it.
    pub options: StudyOptions<'a>,
    /// Prints JSON instead of a table.
    pub as_json: bool,
    /// Plays it, for which its bots must exist. `false` to merge finished pieces.
    pub plays: bool,
}

/// A study in a checkpoint or a job.
struct Stored<'r, 'a> {
    about: &'r About,
    /// The file, for messages.
    shown: &'r str,
    catalog: &'r Catalog,
    set_up: SetUp<'a>,
}

type SetUpStudy<'a> = Result<Box<dyn Study + 'a>, StudyError>;

/// A kind of study: its name in checkpoints, and the function that sets it up again.
type Kind = (&'static str, for<'a> fn(Stored<'_, 'a>) -> SetUpStudy<'a>);

const KINDS: &[Kind] = &[
    (RUN, run),
    (SWEEP, sweep),
    (BALANCE, balance),
    (SKILL, skill),
    (WHY, why),
    (REVIEW, review),
    (TUNE, tune),
    (DISTIL, distil),
];

fn run<'a>(stored: Stored<'_, 'a>) -> SetUpStudy<'a> {
    let SetUp {
        options,
        as_json,
        plays,
    } = stored.set_up;
    let known: StoredRun = stored.request()?;
    if !plays && known.stop.is_none() {
        let run = MergedRun::new(stored.about, known, stored.catalog, as_json);
        return Ok(Box::new(run.ok_or_else(|| stored.another_version())?));
    }
    let run_options = RunOptions {
        stop: known.stop,
        recording: None,
        as_json,
    };
    known.run.study(stored.catalog, options, run_options)
}

fn sweep<'a>(stored: Stored<'_, 'a>) -> SetUpStudy<'a> {
    let plan = stored.request::<SweepRequest>()?.plan(stored.catalog)?;
    Ok(plan.study(stored.set_up.options))
}

fn balance<'a>(stored: Stored<'_, 'a>) -> SetUpStudy<'a> {
    let plan = stored.request::<BalanceRequest>()?.plan(stored.catalog)?;
    Ok(plan.study(stored.set_up.options))
}

fn skill<'a>(stored: Stored<'_, 'a>) -> SetUpStudy<'a> {
    let request: SkillRequest = stored.request()?;
    request.study(stored.catalog, stored.set_up.options)
}

fn why<'a>(stored: Stored<'_, 'a>) -> SetUpStudy<'a> {
    let (request, set_up) = (stored.request::<WhyRequest>()?, stored.set_up);
    request.study(stored.catalog, set_up.options, set_up.as_json)
}

fn review<'a>(stored: Stored<'_, 'a>) -> SetUpStudy<'a> {
    let (request, set_up) = (stored.request::<ReviewRequest>()?, stored.set_up);
    request.study(stored.catalog, set_up.options, set_up.as_json)
}

fn tune<'a>(stored: Stored<'_, 'a>) -> SetUpStudy<'a> {
    let plan = stored.request::<TuneRequest>()?.plan(stored.catalog)?;
    Ok(plan.study(stored.set_up.options)?.0)
}

fn distil<'a>(stored: Stored<'_, 'a>) -> SetUpStudy<'a> {
    let (request, set_up) = (stored.request::<DistilRequest>()?, stored.set_up);
    request.study(stored.catalog, set_up.options, set_up.as_json)
}

impl Stored<'_, '_> {
    fn request<T: DeserializeOwned>(&self) -> Result<T, StudyError> {
        let request = serde_json::from_value(self.about.notes["request"].clone());
        request.map_err(|_| self.another_version())
    }

    fn unknown(&self, kind: &str) -> StudyError {
        if self.about.identity["program"] != program_json() {
            return self.another_version();
        }
        let known: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
        StudyError::Input(format!(
            "{}: is of a study `{kind}`, which this program does not have; it has {}",
            self.shown,
            known.join(", ")
        ))
    }

    fn another_version(&self) -> StudyError {
        StudyError::Input(format!(
            "{}: was written by another version of the program: version {}; this is version {}",
            self.shown,
            version(&self.about.identity["program"]),
            version(&program_json())
        ))
    }
}

/// Sets a stored study up again. `shown` is the file that it comes from, for messages.
///
/// # Errors
/// Fails if another version of the program stored it, or if a file that it names is not there.
pub fn stored_study<'a>(
    about: &About,
    shown: &str,
    catalog: &Catalog,
    set_up: SetUp<'a>,
) -> Result<Box<dyn Study + 'a>, StudyError> {
    let stored = Stored {
        about,
        shown,
        catalog,
        set_up,
    };
    let kind = about.notes["kind"].as_str().unwrap_or_default();
    let known = KINDS.iter().find(|(name, _)| *name == kind);
    let (_, set_up_again) = known.ok_or_else(|| stored.unknown(kind))?;
    set_up_again(stored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn an_unknown_study_of_this_version_is_refused_by_its_kind() {
        let refused = |program: Value| {
            let about = About {
                identity: json!({ "program": program }),
                whole: 0..10,
                notes: json!({ "kind": "hands" }),
            };
            let set_up = SetUp {
                options: StudyOptions::default(),
                as_json: false,
                plays: false,
            };
            let refused = stored_study(&about, "part.json", &Catalog::default(), set_up);
            refused.err().map(|e| e.to_string()).unwrap_or_default()
        };
        let text = refused(program_json());
        assert!(
            text.starts_with(
                "part.json: is of a study `hands`, which this program does not have; it has run, "
            ),
            "{text}"
        );
        let mut older = program_json();
        older["version"] = "0.0.9".into();
        let text = refused(older);
        assert!(
            text.contains("by another version of the program: version 0.0.9"),
            "{text}"
        );
    }
}
