//! Running any study on the command line: its options, its directory, and its final messages.

use super::bar::{TerminalReporter, on_interrupt};
use super::failure::Failure;
use super::say::{print, say, say_files};
use super::values::{seconds, threads};
use powergrab_arena::part::Part;
use powergrab_engine::config::Files;
use powergrab_lab::cluster::address::open;
use powergrab_lab::cluster::job::Job;
use powergrab_lab::matches::failures::BotFailures;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::study::driver::{Ended, Request, run};
pub(super) use powergrab_lab::study::manifest::plain;
use powergrab_lab::study::options::StudyOptions;
use powergrab_lab::study::rundir::RunDir;
use powergrab_lab::study::traits::{Results, Study};
use powergrab_lab::study::{DIR, Start};
use serde_json::Value;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options that do not change the results
#[derive(Clone, Debug, clap::Args)]
pub struct StudyArgs {
    /// Number of threads, 1 to 1024; the results do not depend on it [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(super) threads: Option<NonZero<usize>>,
    /// Directory of the results [default: results/<NAME>-<SEED>, with a digest appended if another
    /// run is there]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Overwrite an earlier run in the directory
    #[arg(long)]
    pub(super) force: bool,
    /// Resume an interrupted run of the same command; without a checkpoint, start it. The results
    /// are those of an uninterrupted run
    #[arg(long)]
    pub(super) resume: bool,
    /// Play only part K of N, with K from 1, and keep it in DIR/shards for `powergrab merge DIR`,
    /// where DIR is --out
    #[arg(long, value_name = "K/N", requires = "out")]
    pub(super) shard: Option<Part>,
    /// Minimum time between two checkpoints, in seconds, 0.001 to 86400. Checkpoints are removed
    /// when the results are written
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub(super) checkpoint: Duration,
    /// Set by `powergrab shards`: the study becomes a job instead of being played
    #[arg(skip)]
    pub(super) submit: Option<Submit>,
}

/// Store that a study is submitted to, as a job in this many parts.
#[derive(Clone, Debug)]
pub struct Submit {
    pub(super) store: String,
    pub(super) n_parts: u64,
    /// Records the files that the study reads.
    pub(super) files: Files,
}

impl StudyArgs {
    /// Returns the options of the study, with this reporter.
    pub(super) fn options<'a>(
        &self,
        reporter: &'a TerminalReporter,
    ) -> Result<StudyOptions<'a>, Failure> {
        Ok(StudyOptions {
            threads: self.threads,
            cancel: on_interrupt()?,
            reporter,
        })
    }

    /// Returns the command that resumes a run.
    pub(super) fn again(&self, command: &str) -> String {
        let mut again = command.to_owned();
        // Writing to a string cannot fail.
        if let Some(threads) = self.threads {
            let _ = write!(again, " --threads {threads}");
        }
        if let Some(out) = &self.out {
            let _ = write!(again, " --out {}", plain(out));
        }
        if let Some(part) = self.shard {
            let _ = write!(again, " --shard {part}");
        }
        again + " --resume"
    }

    /// Returns the directory of a run's results.
    pub(super) fn dir(&self, name: &str, seed: u64, identity: &Value) -> PathBuf {
        results_dir(self.out.as_deref(), name, seed, identity)
    }

    /// Runs a study, prints its results, and says where they are. `faults` is the file that lists
    /// bots that failed, if there is one.
    ///
    /// # Errors
    /// States the problem with the directory or the study; [`Failure::Fault`] if a bot failed;
    /// [`Failure::Interrupted`] with the command that resumes it.
    pub(super) fn run(
        &self,
        study: &dyn Study,
        (name, seed): (&str, u64),
        reporter: &TerminalReporter,
        faults: Option<&str>,
    ) -> Result<(), Failure> {
        if let Some(Submit {
            store,
            n_parts,
            files,
        }) = &self.submit
        {
            let files = files.recorded();
            let job = Job::new(study, *n_parts, &files)?;
            return Ok(job.submit(&*open(store, on_interrupt()?)?, &files)?);
        }
        let about = study.about();
        let out = self.dir(name, seed, &about.identity);
        let again = self.again(about.command());
        let request = Request {
            out: out.clone(),
            start: Start::of(self.resume),
            force: self.force,
            part: self.shard,
            every: self.checkpoint,
            again: again.clone(),
        };
        let ended = run(study, &request);
        reporter.end();
        let part = self.shard.unwrap_or(Part::WHOLE);
        match ended? {
            Ended::Complete => match self.shard {
                Some(_) => say!("{}: holds shard {part}", out.join(DIR).display()),
                None => say!("{}: holds this run, complete", out.display()),
            },
            Ended::Part { finished, path } => {
                say!("shard {part}: {finished}, in {}", path.display());
            }
            Ended::Whole { results, .. } => {
                let shown = show(&results);
                say_files(&out);
                shown?;
                return failed(&results.failures, faults);
            }
            Ended::Interrupted {
                finished,
                kept,
                so_far,
                ..
            } => {
                if let Some(results) = so_far {
                    if !results.told.is_empty() {
                        say!("interrupted; partial results, of {finished}:");
                    }
                    // A reader that closes the pipe early has read enough.
                    let _ = show(&results);
                    if results.files.len() > 1 {
                        say_files(&out);
                    }
                    say_failure(failed(&results.failures, faults));
                }
                return Err(Failure::Interrupted(match kept {
                    Some(kept) => format!(
                        "interrupted: {finished} were finished and are kept in {}; go on with\n  {again}",
                        kept.display()
                    ),
                    None => {
                        "interrupted before anything was finished; nothing was written".to_owned()
                    }
                }));
            }
        }
        Ok(())
    }
}

/// Returns the directory of a run's results: as given, or by its name and seed. If another run is
/// there already, a digest follows the name.
pub(super) fn results_dir(out: Option<&Path>, name: &str, seed: u64, identity: &Value) -> PathBuf {
    let plain = || PathBuf::from("results").join(format!("{name}-{seed}"));
    out.map_or_else(|| RunDir::own_path(&plain(), identity), Path::to_owned)
}

/// Prints the results of a study.
///
/// # Errors
/// Fails if standard output cannot be written.
pub(super) fn show(results: &Results) -> Result<(), Failure> {
    let shown = print(&results.told);
    for warning in &results.warnings {
        say!("powergrab: warning: {warning}");
    }
    for note in &results.notes {
        say!("{note}");
    }
    shown
}

/// Fails if bots of a run failed; `table` is the file that lists them, if there is one.
///
/// # Errors
/// [`Failure::Fault`] if any bot failed.
pub fn failed(failures: &[BotFailures], table: Option<&str>) -> Result<(), Failure> {
    if failures.is_empty() {
        return Ok(());
    }
    let listed = table.map_or(String::new(), |table| format!(" ({table})"));
    let line = |f: &BotFailures| {
        format!(
            "bot {} failed in {} and took the first option from there on{listed}; first in {}: {}",
            f.bot,
            counted(f.games, "game"),
            f.place,
            f.first
        )
    };
    let lines: Vec<String> = failures.iter().map(line).collect();
    Err(Failure::Fault(lines.join("\npowergrab: ")))
}

/// Prints a failure, if something else determines the command's exit code.
pub fn say_failure(result: Result<(), Failure>) {
    if let Err(failure) = result {
        say!("powergrab: {failure}");
    }
}
