//! `powergrab new`: commented, valid templates to start from.

use super::{Failure, print};
use crate::strategy::register::is_name;
use std::io::Write as _;
use std::path::Path;

/// Write a commented template to start from
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  powergrab new bot mine                     mine.toml: a strategy with parameters to tune
  powergrab new bot mine --policy process    mine.toml and mine.py: a bot in Python
  powergrab new experiment first             first.toml, for `powergrab tournament first.toml`
  powergrab new sweep grid                   grid.toml, for `powergrab sweep grid.toml`
  powergrab new tune mine                    mine.toml, for `powergrab tune mine.toml`

A file that is there already is left alone.")]
pub struct Args {
    /// What to write
    #[arg(value_enum)]
    what: What,
    /// Its name, which is that of the file
    name: String,
    /// What kind of bot: parameters of a built-in policy, or a program of your own
    #[arg(long, value_enum, default_value_t = Kind::Tuned)]
    policy: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// A strategy file
    Bot,
    /// A tournament's configuration
    Experiment,
    /// A sweep's configuration
    Sweep,
    /// A tuning's configuration
    Tune,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// A built-in policy with parameters of its own
    Tuned,
    /// A program, over standard input and output
    Process,
}

const TUNED: &str = include_str!("templates/bot.toml");
const PROCESS: &str = include_str!("templates/process.toml");
const PROGRAM: &str = include_str!("templates/process.py");
const EXPERIMENT: &str = include_str!("templates/experiment.toml");
const SWEEP: &str = include_str!("templates/sweep.toml");
const TUNE: &str = include_str!("templates/tune.toml");

/// The files of a template and their texts.
fn files(what: What, policy: Kind, name: &str) -> Vec<(String, String)> {
    let named = |text: &str| text.replace("NAME", name);
    let toml = format!("{name}.toml");
    match (what, policy) {
        (What::Experiment, _) => vec![(toml, named(EXPERIMENT))],
        (What::Sweep, _) => vec![(toml, named(SWEEP))],
        (What::Tune, _) => vec![(toml, named(TUNE))],
        (What::Bot, Kind::Tuned) => vec![(toml, named(TUNED))],
        (What::Bot, Kind::Process) => vec![
            (toml, named(PROCESS)),
            (format!("{name}.py"), named(PROGRAM)),
        ],
    }
}

/// Writes the template into the current directory.
pub fn run(args: &Args) -> Result<(), Failure> {
    if !is_name(&args.name) {
        return Err(Failure::Input(format!(
            "{:?} is not a name: a letter or a digit, then at most 63 of A-Z a-z 0-9 _ . -",
            args.name.chars().take(80).collect::<String>()
        )));
    }
    let files = files(args.what, args.policy, &args.name);
    if let Some((taken, _)) = files.iter().find(|(file, _)| Path::new(file).exists()) {
        return Err(Failure::Input(format!(
            "{taken} is there already: choose another name"
        )));
    }
    for (file, text) in &files {
        let io = |e: std::io::Error| Failure::Io(format!("{file}: {e}"));
        let mut made = std::fs::File::create_new(file).map_err(io)?;
        made.write_all(text.as_bytes()).map_err(io)?;
        print(&format!("wrote {file}\n"))?;
    }
    let name = &args.name;
    print(&match args.what {
        What::Experiment => format!("try it: powergrab tournament {name}.toml\n"),
        What::Sweep => format!("try it: powergrab sweep {name}.toml\n"),
        What::Tune => format!("try it: powergrab tune {name}.toml\n"),
        What::Bot => format!(
            "try it: powergrab strategies check {name}.toml\n        powergrab match --bots ./{name}.toml,greedy --deals 100\n"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::Tournament;
    use crate::lab::sweep::Sweep;
    use crate::lab::tuning::Tuning;
    use crate::shedding::Shedding;
    use crate::strategy::register::from_text;

    #[test]
    fn templates_are_valid_as_they_are() {
        for policy in [Kind::Tuned, Kind::Process] {
            let files = files(What::Bot, policy, "mine");
            let (file, text) = &files[0];
            let read = from_text::<Shedding>("mine", file, text).unwrap();
            assert_eq!(read.bot.name, "mine");
            assert!(files.iter().all(|(_, text)| !text.contains("NAME")));
        }
        let (file, text) = &files(What::Experiment, Kind::Tuned, "first")[0];
        let read = Tournament::parse(file, text).unwrap();
        assert_eq!(read.name, "first");
        assert!(read.deals.is_some() && read.bots.len() > 2);
        for commented in ["", "# = "] {
            let text = SWEEP.replace("NAME", "first").replace(commented, "");
            let read = Sweep::parse("first.toml", &text).unwrap();
            assert!(read.resolve(1).is_ok());
            let text = TUNE.replace("NAME", "first").replace(commented, "");
            Tuning::parse("first.toml", &text).unwrap();
        }
    }

    /// Every key that a template shows, commented out or not, is a key that there is.
    #[test]
    fn what_is_commented_out_is_valid_too() {
        for text in [TUNED, PROCESS] {
            let text = text.replace("# = ", "");
            from_text::<Shedding>("mine", "mine.toml", &text).unwrap();
        }
        let text = EXPERIMENT.replace("NAME", "first").replace("# = ", "");
        Tournament::parse("first.toml", &text).unwrap();
    }
}
