//! `powergrab verify`: replays traces through the engine.

use super::failure::Failure;
use super::say::print;
use powergrab_engine::config::open_regular;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::trace::replay;
use powergrab_lab::trace::replay::Summary;
use std::io::BufReader;
use std::path::PathBuf;

/// Replay traces through the engine and check every step
///
/// The engine replays each game of a trace with the recorded cards and choices, and compares every
/// event with the file. The first difference in a file is reported with its line and the rule
/// concerned. Traces of any program that writes the same format can be checked. An `intervention`
/// line (`play --intervene` writes them) is outside the rules: it is applied as recorded,
/// everything else must follow the rules, and the summary counts the interventions.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab play --games 20 --trace games.jsonl && powergrab verify games.jsonl"
)]
pub struct Args {
    /// Traces in JSON Lines; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Checks every file, and prints a summary of each.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let mut total = Summary::default();
    let mut faults = Vec::new();
    let mut unreadable = false;
    for path in &args.files {
        let name = path.display().to_string();
        let checked = if name == "-" {
            replay::verify("standard input", std::io::stdin().lock(), catalog)
        } else {
            match open_regular(path) {
                Ok(file) => replay::verify(&name, BufReader::new(file), catalog),
                Err(e) => {
                    faults.push(format!("{name}: cannot be read: {e}"));
                    unreadable = true;
                    continue;
                }
            }
        };
        match checked {
            Ok(summary) => {
                print(&format!("{name}: {}\n", words(&summary)))?;
                total += summary;
            }
            Err(fault) => {
                unreadable |= fault.unreadable;
                faults.push(fault.to_string());
            }
        }
    }
    let n = faults.len();
    if args.files.len() > 1 && n == 0 {
        print(&format!("{} files: {}\n", args.files.len(), words(&total)))?;
    }
    if n == 0 {
        return Ok(());
    }
    let message = faults.join("\npowergrab: ");
    Err(match unreadable {
        true => Failure::Input(message),
        false => Failure::Fault(message),
    })
}

fn words(s: &Summary) -> String {
    let except = match s.interventions {
        0 => String::new(),
        1 => ", except for one intervention, in which an experiment moved a tower".to_owned(),
        n => format!(", except for {n} interventions, in which an experiment moved a tower"),
    };
    format!(
        "{}, {}, {}: all as the rules say{except}",
        counted(s.games, "game"),
        counted(s.rounds, "round"),
        counted(s.events, "event")
    )
}
