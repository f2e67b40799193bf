//! `powergrab match --against`: the same bots on the same deals by two rulesets, and their
//! differences.

use super::compare;
use super::failure::Failure;
use super::runner::{StudyArgs, plain, results_dir};
use super::say::Format;
use super::stops::Stops;
use powergrab_lab::catalog::{Catalog, Ruleset};
use powergrab_lab::matches::match_request::MatchRequest;
use powergrab_lab::matches::run_request::RunRequest;
use powergrab_lab::study::manifest;
use std::path::{Path, PathBuf};

/// Plays both, each into a directory of its own, and compares them.
pub fn run(
    request: &MatchRequest,
    other: &str,
    args: &StudyArgs,
    format: Format,
    catalog: &Catalog,
) -> Result<(), Failure> {
    let wrong = |problem: String| Failure::Input(format!("--against {other}: {problem}"));
    if format == Format::Json {
        return Err(wrong(
            "prints only text; for JSON, play both runs, then `powergrab compare RUN_A RUN_B --format json`".to_owned(),
        ));
    }
    if request.deals.0.end - request.deals.0.start < 2 {
        return Err(wrong(
            "a single deal gives no error to compare by; play more deals".to_owned(),
        ));
    }
    let names = names(&request.ruleset, other, catalog).map_err(wrong)?;
    if let Some(out) = args
        .out
        .as_ref()
        .filter(|out| out.join(manifest::FILE).exists())
    {
        return Err(wrong(format!(
            "{}: holds a run of its own; --out is the directory of both runs, so choose another",
            out.display()
        )));
    }
    let rulesets = [request.ruleset.as_str(), other];
    let runs = rulesets.map(|ruleset| {
        let ruleset = ruleset.to_owned();
        MatchRequest {
            ruleset,
            ..request.clone()
        }
        .request()
    });
    let [first, second] = runs;
    let (first, second) = (first?, second?);
    let command = format!("{} --against {}", first.command, plain(Path::new(other)));
    let again = args.again(&command);
    let mut dirs = Vec::new();
    for (run, name) in [first, second].into_iter().zip(names) {
        let dir = match &args.out {
            Some(out) => out.join(name),
            None => own_dir(&run, catalog)?,
        };
        dirs.push(dir.clone());
        let args = StudyArgs {
            out: Some(dir),
            ..args.clone()
        };
        let ended = Stops::default().run(run, &args, None, false, catalog);
        ended.map_err(|e| both(e, &again))?;
    }
    compare::runs(&dirs[0], &dirs[1])
}

/// Returns the names of the two rulesets, which must differ but belong to the same game.
fn names(first: &str, other: &str, catalog: &Catalog) -> Result<[String; 2], String> {
    let found = [first, other].map(|name| catalog.ruleset(name).map_err(|e| e.to_string()));
    let [a, b] = found;
    let (a, b) = (a?, b?);
    let word = |ruleset: &Ruleset| catalog.game_of(ruleset).map(|game| game.word);
    if word(&a) != word(&b) {
        return Err(format!(
            "is another game than {first}: there is nothing to compare"
        ));
    }
    let about = |r: &Ruleset| (r.name().to_owned(), r.fingerprint());
    let ((a, a_rules), (b, b_rules)) = (about(&a), about(&b));
    if a_rules == b_rules {
        return Err(format!(
            "has the same rules as {first}; give an option that differs, as in {first}:OPTION=VALUE (`powergrab rules {first}` lists them)"
        ));
    }
    if a == b {
        return Err(format!(
            "both rulesets are called {a}; give one another name by its file or its key `name`"
        ));
    }
    Ok([a, b])
}

/// Returns the directory of a run's results without `--out`.
fn own_dir(run: &RunRequest, catalog: &Catalog) -> Result<PathBuf, Failure> {
    let run = run.clone().prepare(catalog)?;
    let info = run.info();
    Ok(results_dir(None, &info.name, info.seed, &info.identity()))
}

/// Returns an interrupt of one run, with the command that resumes both.
fn both(failure: Failure, again: &str) -> Failure {
    match failure {
        Failure::Interrupted(text) => match text.split_once("go on with\n") {
            Some((kept, _)) => Failure::Interrupted(format!("{kept}go on with\n  {again}")),
            None => Failure::Interrupted(text),
        },
        other => other,
    }
}
