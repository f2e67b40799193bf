//! `powergrab report`: a run as one HTML page.

use super::failure::Failure;
use super::output::{Like, write_file};
use super::say::{print, say};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::rerun::RecordedRun;
use powergrab_lab::page::{FILE, Files, Replay, page};
use powergrab_lab::trace::games::replay;
use serde_json::Value;
use std::path::PathBuf;

/// Render a run as one HTML page: figures, plots, and a few games step by step
///
/// The page is self-contained: it needs neither a network nor other files. It is made from the
/// run's directory alone; its games are replayed from the manifest.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab report results/quickstart-1

A file that differs from what the run wrote (by its SHA-256 in the manifest), or a table that lacks a column, is refused with exit code 2, \
a missing file with 3. The message names the file and the command that writes it again.")]
pub struct Args {
    /// Directory of a run's results
    run: PathBuf,
    /// File for the page [default: report.html in the run's directory]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of games to step through on the page, 0 to 50
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u64).range(0..=50))]
    games: u64,
}

/// Reads, plays the games, writes.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let files = Files::read(&args.run)?;
    // Sweeps, tunings, ladders and comparisons of decisions have any number of parts, and no line-up
    // of their own.
    let own_games = !matches!(
        files.kind(),
        "sweep" | "tune" | "self-play" | "skill" | "why" | "review" | "distil"
    );
    let (replays, why) = match own_games.then(|| replays(&files, args.games, catalog)) {
        None => (Vec::new(), ""),
        Some(Ok(replays)) => (replays, ""),
        Some(Err(why)) => {
            say!("powergrab: no games on the page: {why}");
            (Vec::new(), &*why.leak())
        }
    };
    let path = args.out.clone().unwrap_or_else(|| args.run.join(FILE));
    let page = page(&files, &replays, why);
    let like = Like("<!doctype html>", "page");
    write_file(&path, like, |out| out.write_all(page.as_bytes()))?;
    print(&format!("{}\n", path.display()))
}

/// Returns the first deals of line-ups spread over the run.
fn replays(files: &Files, n: u64, catalog: &Catalog) -> Result<Vec<Replay>, String> {
    let again = RecordedRun::new(files.manifest.get("run").unwrap_or(&Value::Null), catalog)?;
    let line_ups = files.line_ups();
    if line_ups.is_empty() {
        return Err("the run names no line-ups".to_owned());
    }
    let mut replays = Vec::new();
    for i in 0..n {
        // The last line-ups of a tournament are its largest tables: from there backwards, in equal
        // steps.
        let at = line_ups.len() - 1 - (i as usize * line_ups.len() / n as usize);
        let (ruleset, bots) = &line_ups[at];
        let deal = again.first_deal + i;
        let names: Vec<&str> = bots.iter().map(String::as_str).collect();
        let same_table =
            |(other, its): &&(String, Vec<String>)| other == ruleset && its.len() == bots.len();
        let nth = line_ups[..at].iter().filter(same_table).count();
        replays.push(replay(&again, ruleset, &names, nth, deal)?);
    }
    Ok(replays)
}
