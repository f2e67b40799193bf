//! `powergrab merge`: from shards to results.

use super::conduct::plain;
use super::publish::{dir_failure, shard_failure, show, write};
use super::{Failure, merge_study, say, say_files};
use powergrab_arena::part::listed;
use powergrab_arena::run::Piece;
use powergrab_arena::tally::Tally;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::matches::run_request::metrics_of;
use powergrab_lab::matches::run_result::RunResult;
use powergrab_lab::matches::summary::Names;
use powergrab_lab::study::atomic::Care;
use powergrab_lab::study::checkpoint::About;
use powergrab_lab::study::manifest;
use powergrab_lab::study::manifest::RunInfo;
use powergrab_lab::study::rundir::RunDir;
use powergrab_lab::study::shards;
use powergrab_lab::study::shards::{Shard, Survey};
use powergrab_lab::study::{DIR, Start, parts, timing};
use std::path::{Path, PathBuf};

/// Merge the shards of a run into its results
///
/// Reads DIR/shards/ and writes into DIR what one undisturbed run would have written, byte for byte. Rulesets and bots are not
/// needed for it, only the same version of the program. The shards stay. Those of a sweep or a
/// balance are merged with the help of its configuration, which must be where it was.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example, on as many machines as there are:
  powergrab tournament FILE.toml --shard 1/3 --out DIR
  powergrab tournament FILE.toml --shard 2/3 --out DIR
  powergrab tournament FILE.toml --shard 3/3 --out DIR
  powergrab merge DIR")]
pub struct Args {
    /// The run's directory, with `shards` in it
    dir: PathBuf,
    /// Overwrite what another run left in that directory
    #[arg(long)]
    force: bool,
    /// What is printed at the end
    #[arg(long, value_enum, default_value_t)]
    format: super::Format,
}

/// The shards of a directory; it is a failure if there are none.
pub(super) fn survey(dir: &Path) -> Result<Survey, Failure> {
    let survey = shards::survey(dir).map_err(shard_failure)?.ok_or_else(|| {
        Failure::Missing(format!(
            "{}: there are no shards; `match` and `tournament` write them with --shard K/N --out {}",
            dir.join(DIR).display(),
            dir.display()
        ))
    })?;
    if survey.about.identity["format"].get("until").is_some() {
        let command = survey.about.notes["command"].as_str().unwrap_or_default();
        return Err(Failure::Input(format!(
            "{}: these shards are the stages of a run that stops by itself, which is not split; go on with it: {command} --out {} --resume",
            dir.join(DIR).display(),
            plain(dir)
        )));
    }
    Ok(survey)
}

/// What the shards tell of their run.
fn resolve(about: &About) -> Option<(RunInfo, Names)> {
    let command = about.notes.get("command")?.as_str()?;
    let info = RunInfo::from_identity(&about.identity, command)?;
    let tables = about.notes.get("tables")?.as_array()?;
    let rulesets = tables.iter().map(|t| Some(t.as_str()?.to_owned()));
    let (metrics, seat_metrics) = metrics_of(about.notes.get("game")?.as_str()?)?;
    let names = Names {
        rulesets: rulesets.collect::<Option<_>>()?,
        bots: info.bots.iter().map(|b| b.name.clone()).collect(),
        metrics,
        seat_metrics,
    };
    Some((info, names))
}

/// Merges the parts of a study that is no run of deals, with the help of its configuration.
fn parts_of_a_study(args: &Args) -> Result<(), Failure> {
    if args.format != super::Format::Table {
        return Err(Failure::Input(
            "only the shards of a match or a tournament are merged with --format".to_owned(),
        ));
    }
    let parts = parts::survey(&args.dir).map_err(shard_failure)?;
    let notes = parts.first().map(|part| &part.about.notes);
    let notes = notes.cloned().unwrap_or_default();
    let list = |key: &str| -> Vec<String> {
        serde_json::from_value(notes[key].clone()).unwrap_or_default()
    };
    if list("pieces").is_empty() {
        let command = notes["command"].as_str().unwrap_or_default();
        return Err(Failure::Input(format!(
            "{}: this run is not split; go on with it: {command} --out {} --resume",
            args.dir.join(DIR).display(),
            plain(&args.dir)
        )));
    }
    let config = notes["config"].as_str().map(Path::new);
    if let Some(config) = config.filter(|config| !config.exists()) {
        return Err(Failure::Missing(format!(
            "{}: the configuration is not there; merge where the parts were started",
            config.display()
        )));
    }
    let mut words = list("words");
    words.extend(args.force.then(|| "--force".to_owned()));
    merge_study(&words, &args.dir)
}

/// Merges.
pub fn run(args: &Args) -> Result<(), Failure> {
    if parts::is_study(&args.dir) {
        return parts_of_a_study(args);
    }
    let survey = survey(&args.dir)?;
    let missing = survey.missing();
    let shown = plain(&args.dir);
    if !missing.is_empty() {
        return Err(Failure::Missing(format!(
            "{}: deals {} are missing; `powergrab missing {shown}` lists the shards",
            args.dir.display(),
            listed(&missing)
        )));
    }
    let first = survey.shards.first().map(|(_, path)| path);
    let Some((info, names)) = resolve(&survey.about) else {
        let program = &survey.about.identity["program"];
        return Err(Failure::Input(format!(
            "{}: was written by another version of the program: version {}, commit {}; this is version {}, commit {}",
            first.unwrap_or(&args.dir).display(),
            program["version"].as_str().unwrap_or("unknown"),
            program["commit"].as_str().unwrap_or("unknown"),
            manifest::VERSION,
            manifest::commit()
        )));
    };
    let identity = &survey.about.identity;
    let dir = RunDir::prepare(&args.dir, identity, None, Start::Resume, args.force)
        .map_err(dir_failure)?;
    let mut total: Option<Piece<Tally>> = None;
    for (_, path) in &survey.shards {
        let shard = Shard::read(path).map_err(shard_failure)?;
        shard
            .checkpoint
            .is_of(&survey.about)
            .map_err(shard_failure)?;
        let like = total.as_ref().map(|t| &t.collected);
        let mut piece = shard.open(like).map_err(shard_failure)?;
        match &mut total {
            None => total = Some(piece),
            // How a tally is merged does not depend on the game.
            Some(total) => total.absorb::<Shedding>(&mut piece),
        }
    }
    let Some(total) = total else {
        return Err(Failure::Missing("no shards".to_owned()));
    };
    let outcome = RunResult {
        info,
        names,
        piece: total,
        stopping: None,
    };
    dir.sweep();
    let timing = timing::sum(survey.shards.iter().map(|(_, path)| path.as_path()));
    write(&outcome, &dir, timing.as_ref(), Care::Durable).map_err(dir_failure)?;
    let shown = show(&outcome, args.format);
    say!(
        "{} ({}) of {}",
        counted(outcome.piece.collected.n_games(), "game"),
        counted(outcome.piece.collected.n_rounds(), "round"),
        counted(survey.shards.len() as u64, "shard"),
    );
    say_files(dir.path());
    shown
}
