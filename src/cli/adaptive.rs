//! A run that stops by itself: as `conduct`, without shards, for where it stops depends on everything before.

use super::Failure;
use super::conduct::{Bar, Means, Setup, on_interrupt};
use super::publish::{Outcome, dir_failure};
use super::stops;
use crate::arena::experiment::Deals;
use crate::arena::run::{Control, Piece, RunError, Workers};
use crate::lab::until::{Look, Rule, run_until};
use crate::report::manifest::Timing;
use crate::report::rundir::{Care, RunDir};
use crate::report::shards::Start;
use crate::report::table;
use crate::strategy::BotGame;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

impl<G: BotGame> Setup<G> {
    /// Plays until the rule is settled or the deals are used up, writes and prints.
    pub(super) fn adapt(self, means: &Means, rule: Rule) -> Result<(), Failure> {
        let Setup {
            experiment,
            names,
            mut info,
        } = self;
        if means.shard.is_some() || means.resume {
            return Err(Failure::Input(
                "a run that stops by itself decides from all its deals: it goes neither with --shard nor with --resume".to_owned(),
            ));
        }
        stops::check(rule, &experiment, &info.deals)?;
        info.format["until"] = stops::describe(rule, &names.bots);
        let out = means.out.clone().unwrap_or_else(|| {
            PathBuf::from("results").join(format!("{}-{}", info.name, info.seed))
        });
        let dir = RunDir::prepare(&out, &info.identity(), Start::New, means.force)
            .map_err(dir_failure)?;
        dir.sweep();
        let asked = info.deals.0.clone();
        let cancel = on_interrupt()?;
        let bar = Bar::new(&asked, 0);
        let started = Instant::now();
        let workers = Workers {
            threads: means.threads,
            chunk: None,
        };
        let control = Control {
            cancel: &cancel,
            progress: &|step| bar.step(step),
        };
        let played = run_until(&experiment, asked.clone(), workers, control, rule);
        let (done, looks) = played.map_err(|e| match e {
            RunError::Bot { .. } => Failure::Missing(e.to_string()),
            _ => Failure::Io(e.to_string()),
        })?;
        let timing = Timing {
            threads: done.threads,
            took: started.elapsed(),
            games: bar.end(),
        };
        if done.deals.is_empty() {
            return Err(Failure::Interrupted(
                "interrupted before the first deal was finished; nothing was written".to_owned(),
            ));
        }
        let is_settled = looks.last().is_some_and(Look::is_settled);
        let interrupted = done.deals != asked && !is_settled;
        let text = stops::text(rule, &looks, &names, &done.collected);
        let stopping = stops::json(rule, &looks, &names, &done.collected);
        let outcome = Outcome {
            info,
            names,
            piece: Piece {
                deals: done.deals,
                collected: done.collected,
                first_faults: done.first_faults,
            },
            stopping: Some(stopping),
        };
        outcome
            .write(&dir, Some(&timing), Care::Quick)
            .map_err(dir_failure)?;
        outcome.show(means.format)?;
        if means.format == table::Format::Table {
            // Whoever closes the pipe early has read enough.
            let _ = std::io::stdout().write_all(text.as_bytes());
        }
        eprintln!("files in {}", dir.path().display());
        if interrupted {
            return Err(Failure::Interrupted(format!(
                "interrupted: deals {} of {} were finished and are in {}",
                Deals(outcome.piece.deals.clone()),
                outcome.info.deals,
                dir.path().display()
            )));
        }
        Ok(())
    }
}
