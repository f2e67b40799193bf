//! A study: what is configured, has an identity, is cut into pieces, plays one piece after the other, and makes files of them all.
//! How it is conducted is the same for all: its directory, its checkpoint, `--resume`, `--shard` and `merge`.
//!
//! Pieces are the same however a study is split: part K of N has every N-th piece from the K-th on.

use super::Start;
use super::atomic::Care;
use super::checkpoint::About;
use super::parts;
use super::parts::Keeper;
use super::rundir::RunDir;
use super::shown::{NamedFile, Shown};
pub use super::study_error::StudyError;
use crate::matches::failures::BotFailures;
use crate::study::pieces::{Piece, Pieces};
use crate::study::{intact, manifest};
use powergrab_arena::part::Part;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What comes of a study.
pub struct Results {
    /// Its files, by name. The manifest is added last, when they are all there.
    pub files: Vec<NamedFile>,
    /// What the manifest says of them.
    pub result: Value,
    /// What is printed when they are written.
    pub told: String,
    /// Bots that failed in its games.
    pub failures: Vec<BotFailures>,
}

/// How a study is cut.
pub enum Cut {
    /// Into pieces with these labels that do not depend on each other.
    Pieces(Vec<String>),
    /// Not at all, for each piece follows from those before: why it cannot be split, as a sentence.
    Steps(&'static str),
}

/// How a study was asked for, as its checkpoints tell it.
pub struct Asked<'a> {
    /// The command line, without what changes no result.
    pub command: String,
    /// The same as words, the program's name aside.
    pub words: Vec<String>,
    /// The configuration that `merge` needs, where there is one.
    pub config: Option<&'a Path>,
    /// What a piece is called.
    pub noun: &'static str,
}

impl About {
    /// What the checkpoints of a study tell of it.
    pub fn study(identity: Value, asked: &Asked<'_>, cut: &Cut) -> About {
        let labels: &[String] = match cut {
            Cut::Pieces(labels) => labels,
            Cut::Steps(_) => &[],
        };
        About {
            identity,
            whole: 0..labels.len() as u64,
            notes: serde_json::json!({
                "command": asked.command, "words": asked.words, "config": asked.config,
                "noun": asked.noun, "pieces": labels,
            }),
        }
    }
}

/// What a study has at hand.
pub struct Desk<'a, 'p> {
    /// Where it shows files before its end; `None` if it is played in memory.
    pub shown: Option<&'a Shown<'a>>,
    /// What is finished.
    pub pieces: &'a mut Pieces<'p>,
}

/// What is configured, looked up and checked, and has not been played yet.
pub trait Study {
    /// Which study this is.
    fn about(&self) -> &About;

    /// How it is cut.
    fn cut(&self) -> Cut;

    /// The manifest of this study with this result, as yet without its files.
    fn manifest(&self, result: Value) -> Value {
        serde_json::json!({
            "command": self.about().notes["command"],
            "run": self.about().identity,
            "result": result,
        })
    }

    /// The result that the manifest has until the study is complete.
    fn unfinished(&self) -> Value {
        serde_json::json!({ "complete": false })
    }

    /// Hears how many pieces there are to play.
    fn begin(&self, _n_pieces: usize) {}

    /// Plays one piece, by its place in the cut: its payload.
    ///
    /// # Errors
    /// [`StudyError`]
    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError>;

    /// The files that show what is finished, if that is worth a look before the study is complete.
    ///
    /// # Errors
    /// A piece is another's.
    fn show(&self, _: &[Piece]) -> Result<Vec<NamedFile>, StudyError> {
        Ok(Vec::new())
    }

    /// What comes of the pieces so far, when a study was interrupted that has results before its end.
    ///
    /// # Errors
    /// A piece is another's.
    fn so_far(&self, _: &[Piece]) -> Result<Option<Results>, StudyError> {
        Ok(None)
    }

    /// What comes of all pieces; plays those that the cut does not name.
    ///
    /// # Errors
    /// [`StudyError`]
    fn finish(&self, desk: &mut Desk<'_, '_>) -> Result<Results, StudyError>;

    /// Whether the same study again, complete, is refused without `--resume` or `--force`: in these words.
    fn refuses_again(&self) -> Option<&'static str> {
        None
    }

    /// Whether the checkpoint stays when the results are written.
    fn keeps_checkpoint(&self) -> bool {
        false
    }
}

/// How a study is to be conducted. Nothing here changes its results.
pub struct Request {
    /// The directory.
    pub out: PathBuf,
    /// Whether it starts anew or goes on.
    pub start: Start,
    /// Whether what another run left in the directory is overwritten.
    pub force: bool,
    /// The part that is to be played; `None` is the whole.
    pub part: Option<Part>,
    /// The least time between two checkpoints.
    pub every: Duration,
}

/// How it ended.
pub enum Ended {
    /// It was complete before.
    Complete,
    /// The part is played, and kept.
    Part {
        /// How many pieces it has.
        n_pieces: usize,
        /// Where it is kept.
        path: PathBuf,
    },
    /// The whole is played, its results are written.
    Whole {
        /// What came of it.
        results: Results,
        /// How many pieces were finished.
        n_pieces: usize,
    },
    /// It was interrupted; what was finished is kept.
    Interrupted {
        /// The pieces that are finished.
        labels: Vec<String>,
        /// What comes of them, where the study has results before its end.
        so_far: Option<Results>,
    },
}

/// The pieces of a part, by their places.
fn own(part: Part, n_pieces: usize) -> impl Iterator<Item = usize> {
    (0..n_pieces).filter(move |number| part.takes(*number as u64))
}

/// Conducts a study: takes its directory, goes on with what is there if it may, plays, and writes.
///
/// # Errors
/// [`StudyError`]
pub fn conduct(study: &dyn Study, request: &Request) -> Result<Ended, StudyError> {
    let about = study.about();
    let labels = match (study.cut(), request.part) {
        (Cut::Steps(why), Some(_)) => return Err(StudyError::Input(why.to_owned())),
        (Cut::Steps(_), None) => Vec::new(),
        (Cut::Pieces(labels), _) => labels,
    };
    let part = request.part.unwrap_or(Part::WHOLE);
    let Request {
        out, start, force, ..
    } = request;
    let dir = RunDir::prepare(out, &about.identity, request.part, *start, *force)?;
    let keeper = Keeper::new(&request.out, about.clone(), part, request.every);
    keeper.sweep();
    if request.part.is_none() {
        dir.sweep();
    }
    let is_complete = dir.is_complete(&about.identity);
    let kept = match request.start {
        Start::Resume => {
            if request.part.is_none()
                && !keeper.is_used()?
                && dir.is_complete_and_intact(&about.identity)?
            {
                return Ok(Ended::Complete);
            }
            keeper.read()?
        }
        Start::New => {
            if !request.force && keeper.is_used()? {
                if let Some(why) = study.refuses_again() {
                    let path = dir.path().display();
                    return Err(StudyError::Input(format!("{path}: {why}")));
                }
                if !is_complete {
                    return Err(StudyError::Input(format!(
                        "{}: holds parts of this run that are finished; --resume goes on with them, --force starts again",
                        dir.path().display()
                    )));
                }
            }
            keeper.clear()?;
            Vec::new()
        }
    };
    // A run that goes on shows from the beginning what was finished before.
    let there = match request.part {
        None if !kept.is_empty() => study.so_far(&kept)?.map(|so_far| so_far.files),
        _ => None,
    };
    let there = there.unwrap_or_default();
    let unfinished = study.manifest(study.unfinished());
    let manifest = intact::seal(&unfinished, &there);
    if request.part.is_none() {
        let mut files = there.clone();
        files.push((manifest::FILE.to_owned(), manifest));
        write(&dir, &files)?;
    } else if !is_complete {
        dir.put(manifest::FILE, &manifest)?;
    }
    let shown = Shown::new(&dir, unfinished, there);

    let keeper = RefCell::new(keeper);
    // Whoever keeps pieces hears of an error as text; the run ends with the error itself.
    let why = RefCell::new(None);
    let keep_and_show = |all: &[Piece]| -> Result<(), StudyError> {
        let mut keeper = keeper.borrow_mut();
        if keeper.is_due() {
            keeper.keep(all)?;
            if request.part.is_none() {
                let started = Instant::now();
                for (name, text) in study.show(all)? {
                    shown.put(&name, text)?;
                }
                keeper.charge(started.elapsed());
            }
        }
        Ok(())
    };
    let mut keep = |all: &[Piece]| {
        keep_and_show(all).map_err(|e| {
            let text = e.to_string();
            *why.borrow_mut() = Some(e);
            text
        })
    };
    let mut pieces = Pieces::new(kept, &mut keep);
    let to_play = own(part, labels.len()).filter(|at| !pieces.has(&labels[*at]));
    study.begin(to_play.count());
    let played = (|| {
        for number in own(part, labels.len()) {
            if !pieces.has(&labels[number]) {
                pieces.put(&labels[number], study.play(number)?)?;
            }
        }
        match request.part {
            Some(_) => Ok(None),
            None => {
                let (shown, pieces) = (Some(&shown), &mut pieces);
                finish(study, &mut Desk { shown, pieces }).map(Some)
            }
        }
    })();
    let all = pieces.into_all();
    let played = played.map_err(|e| why.take().unwrap_or(e));
    let mut keeper = keeper.into_inner();
    let is_over = played.is_ok() && request.part.is_none() && !study.keeps_checkpoint();
    if !is_over && (request.part.is_some() || !all.is_empty()) {
        keeper.keep(&all)?;
    }
    match played {
        Ok(None) => Ok(Ended::Part {
            n_pieces: own(part, labels.len()).count(),
            path: keeper.path(),
        }),
        Ok(Some(results)) => {
            write(&dir, &results.files)?;
            if !study.keeps_checkpoint() {
                keeper.clear()?;
            }
            let n_pieces = all.len();
            Ok(Ended::Whole { results, n_pieces })
        }
        Err(StudyError::Cancelled) => {
            let so_far = match request.part {
                None => study.so_far(&all)?.map(|results| sealed(study, results)),
                Some(_) => None,
            };
            for (name, text) in so_far.iter().flat_map(|results| &results.files) {
                dir.put(name, text)?;
            }
            let labels = all.into_iter().map(|piece| piece.label).collect();
            Ok(Ended::Interrupted { labels, so_far })
        }
        Err(e) => Err(e),
    }
}

/// Ends a study: its results, the manifest among them.
fn finish(study: &dyn Study, desk: &mut Desk<'_, '_>) -> Result<Results, StudyError> {
    Ok(sealed(study, study.finish(desk)?))
}

/// Adds the manifest, which lists all other files.
fn sealed(study: &dyn Study, mut results: Results) -> Results {
    let about = study.manifest(results.result.clone());
    let manifest = intact::seal(&about, &results.files);
    results.files.push((manifest::FILE.to_owned(), manifest));
    results
}

/// Plays a study in memory.
///
/// # Errors
/// [`StudyError`]
pub fn play(study: &dyn Study) -> Result<Ended, StudyError> {
    let labels = match study.cut() {
        Cut::Steps(_) => Vec::new(),
        Cut::Pieces(labels) => labels,
    };
    study.begin(labels.len());
    let mut keep = |_: &[Piece]| Ok(());
    let mut pieces = Pieces::new(Vec::new(), &mut keep);
    let played = (|| {
        for (number, label) in labels.iter().enumerate() {
            pieces.put(label, study.play(number)?)?;
        }
        let (shown, pieces) = (None, &mut pieces);
        finish(study, &mut Desk { shown, pieces })
    })();
    let all = pieces.into_all();
    match played {
        Ok(results) => {
            let n_pieces = all.len();
            Ok(Ended::Whole { results, n_pieces })
        }
        Err(StudyError::Cancelled) => {
            let so_far = study.so_far(&all)?.map(|results| sealed(study, results));
            let labels = all.into_iter().map(|piece| piece.label).collect();
            Ok(Ended::Interrupted { labels, so_far })
        }
        Err(e) => Err(e),
    }
}

/// Makes the results of a study from the checkpoints of its parts, all of which must be there.
///
/// # Errors
/// [`StudyError`]
pub fn merge(study: &dyn Study, out: &Path, force: bool) -> Result<Results, StudyError> {
    let about = study.about();
    let Cut::Pieces(labels) = study.cut() else {
        return Err(StudyError::Input(format!(
            "{}: this study has no parts",
            out.display()
        )));
    };
    let dir = RunDir::prepare(out, &about.identity, None, Start::Resume, force)?;
    let keeper = Keeper::new(out, about.clone(), Part::WHOLE, Duration::ZERO);
    let mut keep = |_: &[Piece]| Ok(());
    let mut pieces = Pieces::new(keeper.read()?, &mut keep);
    let missing: Vec<&str> = labels.iter().map(String::as_str).collect();
    let missing = missing.into_iter().filter(|label| !pieces.has(label));
    let missing: Vec<&str> = missing.collect();
    if !missing.is_empty() {
        let noun = noun(about);
        let first: Vec<&str> = missing.iter().take(20).map(|l| bare(l, noun)).collect();
        return Err(StudyError::Missing(format!(
            "{}: {} of {} {noun}s are missing: {}{}",
            out.display(),
            missing.len(),
            labels.len(),
            first.join(", "),
            if missing.len() > 20 { ", …" } else { "" }
        )));
    }
    dir.sweep();
    keeper.sweep();
    let (shown, pieces) = (None, &mut pieces);
    let results = finish(study, &mut Desk { shown, pieces })?;
    write(&dir, &results.files)?;
    Ok(results)
}

/// What lacks of a study whose parts lie in a directory.
pub struct Missing {
    /// A line for each part that lacks pieces.
    pub text: String,
    /// How many parts those are.
    pub n_missing: u64,
    /// Of how many.
    pub n_parts: u64,
}

/// What lacks of the study whose parts lie in this directory.
///
/// # Errors
/// A checkpoint that is damaged or of another study than the first.
pub fn missing(out: &Path) -> Result<Missing, StudyError> {
    let parts = parts::survey(out)?;
    let mut missing = Missing {
        text: String::new(),
        n_missing: 0,
        n_parts: 1,
    };
    let Some(first) = parts.first() else {
        return Ok(missing);
    };
    let noun = noun(&first.about);
    let labels: Vec<String> =
        serde_json::from_value(first.about.notes["pieces"].clone()).unwrap_or_default();
    if labels.is_empty() {
        return Err(StudyError::Input(format!(
            "{}: this run is not split; go on with it with --resume",
            out.display()
        )));
    }
    let there = parts.iter().flat_map(|part| &part.pieces);
    let there: HashSet<&str> = there.map(|piece| piece.label.as_str()).collect();
    // Parts of different splits: what they leave can be played as one.
    let split = first.part;
    let agree = parts.iter().all(|part| part.part.of() == split.of());
    let split = if agree { split } else { Part::WHOLE };
    missing.n_parts = split.of();
    for part in split.all() {
        let lacks = own(part, labels.len()).filter(|at| !there.contains(labels[*at].as_str()));
        let lacks: Vec<&str> = lacks.map(|at| bare(&labels[at], noun)).collect();
        if !lacks.is_empty() {
            missing.n_missing += 1;
            // Writing to a string does not fail.
            let _ = writeln!(missing.text, "{part}\t{noun}s {}", lacks.join(","));
        }
    }
    Ok(missing)
}

/// What a piece of a study is called.
fn noun(about: &About) -> &str {
    about.notes["noun"].as_str().unwrap_or("piece")
}

/// A label without the noun before it.
fn bare<'a>(label: &'a str, noun: &str) -> &'a str {
    let rest = label.strip_prefix(noun);
    rest.map_or(label, str::trim_start)
}

fn write(dir: &RunDir, files: &[NamedFile]) -> Result<(), StudyError> {
    let files = files.iter();
    let files: Vec<(&str, Vec<u8>)> = files.map(|(n, t)| (n.as_str(), t.clone())).collect();
    Ok(dir.write(&files, Care::Durable)?)
}
