//! The command line: one file per subcommand, arguments, progress bars, exit codes. No logic worth testing without a
//! terminal lives here.

mod adaptive;
mod against;
mod analyse;
mod balance;
mod begin;
mod bench;
mod compare;
mod completions;
mod conduct;
mod explain;
mod failures;
mod human;
mod intervene;
mod known;
mod ladder;
mod match_;
mod merge;
mod missing;
mod new;
mod output;
mod plan;
mod play;
mod presets;
mod publish;
mod ranked;
mod report;
mod resolve;
mod rules;
mod serve;
mod skill;
mod stops;
mod strategies;
mod sweep;
mod timed;
mod tournament;
mod tune;
mod verify;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use conduct::plain;
use powergrab_bots::strategy::{Added, with_added};
use powergrab_engine::config::visible;
use powergrab_lab::study::driver::StudyError;
use powergrab_lab::study::intact::Damage;
use powergrab_lab::study::manifest;
use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How a command failed; each kind has its exit code.
#[derive(Debug)]
pub enum Failure {
    /// 1: what was asked for was done, and found a fault (`verify`), or a bot failed in its games.
    Fault(String),
    /// 2: bad input: arguments, files, keys, values.
    Input(String),
    /// 3: something that should be there is missing (shards).
    Missing(String),
    /// 4: writing or reading results failed.
    Io(String),
    /// 130: interrupted; what was finished is kept.
    Interrupted(String),
}

impl Failure {
    fn code(&self) -> u8 {
        match self {
            Failure::Fault(_) => 1,
            Failure::Input(_) => 2,
            Failure::Missing(_) => 3,
            Failure::Io(_) => 4,
            Failure::Interrupted(_) => 130,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Fault(m)
            | Failure::Input(m)
            | Failure::Missing(m)
            | Failure::Io(m)
            | Failure::Interrupted(m) => f.write_str(m),
        }
    }
}

impl From<StudyError> for Failure {
    fn from(e: StudyError) -> Failure {
        match e {
            StudyError::Input(text) => Failure::Input(text),
            StudyError::Missing(text) => Failure::Missing(text),
            StudyError::Io(text) => Failure::Io(text),
            StudyError::Cancelled => Failure::Interrupted(e.to_string()),
        }
    }
}

impl From<Damage> for Failure {
    fn from(damage: Damage) -> Failure {
        StudyError::from(damage).into()
    }
}

/// How a command prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Table,
    /// For programs.
    Json,
}

/// Prints to standard output. A reader that has seen enough (`| head`) is no failure. Characters that steer a terminal are spelt out.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_raw(&visible(text))
}

/// Prints text that may steer the terminal.
fn print_raw(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Io(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Tells people something on standard error, where nothing can be done if that is full or closed. Characters that steer a terminal
/// are spelt out.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "{}", powergrab_engine::config::visible(&format!($($words)*)));
    }};
}
pub(crate) use say;

/// Says last of a run where its files are, and how to look at them.
fn say_files(dir: &Path) {
    say!("files: {}", dir.display());
    say!("page:  powergrab report {}", plain(dir));
}

/// A laboratory for strategy in UNO Power Grab and its family.
#[derive(Debug, Parser)]
#[command(name = "powergrab", version, propagate_version = true)]
#[command(
    after_help = "Exit codes: 0 done; 1 a check found a fault, or a bot failed in a game; 2 bad input; 3 something is missing; \
4 reading or writing results failed; 130 interrupted, what was finished is kept."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands, each in a file of its own.
#[derive(Debug, Subcommand)]
enum Command {
    Match(match_::Args),
    Tournament(tournament::Args),
    Compare(compare::Args),
    Plan(plan::Args),
    Merge(merge::Args),
    Missing(missing::Args),
    Sweep(sweep::Args),
    Tune(tune::Args),
    Play(play::Args),
    Serve(serve::Args),
    Verify(verify::Args),
    Balance(balance::Args),
    Report(report::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(completions::ManArgs),
    Rules(rules::Args),
    Strategies(strategies::Args),
    New(new::Args),
    Analyse(analyse::Args),
    Ladder(ladder::Args),
}

/// Merges the parts of a study in this directory: that which these words ask for.
fn merge_study(words: &[String], dir: &Path) -> Result<(), Failure> {
    let words = words.iter().map(String::as_str);
    let cli = Cli::try_parse_from(std::iter::once("powergrab").chain(words));
    let dir = dir.to_owned();
    match cli.map(|cli| cli.command) {
        Ok(Command::Sweep(args)) => sweep::merge(args, dir),
        Ok(Command::Balance(args)) => balance::merge(args, dir),
        Ok(Command::Ladder(args)) => ladder::merge(args, dir),
        _ => Err(Failure::Input(format!(
            "{}: was written by another version of the program",
            dir.display()
        ))),
    }
}

/// As [`main`], with bots and policies of a crate of one's own, which every subcommand then knows by their names; `tune` and
/// `sweep` know the parameters of the policies.
///
/// ```no_run
/// use powergrab::prelude::*;
///
/// #[derive(Clone, Copy, Debug)]
/// struct Last;
///
/// impl Player<Shedding> for Last {
///     fn decide(&mut self, _: View<'_>, options: &Options, _: &mut Rng) -> Action {
///         options.nth(options.len() - 1)
///     }
/// }
///
/// impl Strategy<Shedding> for Last {
///     fn player(&self, _: Seat) -> Box<dyn Player<Shedding> + Send> {
///         Box::new(*self)
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     let mut added = Added::default();
///     added.shedding.bots.push(Bot::new("last", ShedPolicy::external(Last)));
///     powergrab::cli::main_with("unknown", added)
/// }
/// ```
pub fn main_with(commit: &'static str, added: Added) -> ExitCode {
    with_added(added, || main(commit)).unwrap_or_else(|e| {
        let failure = Failure::Input(e.to_string());
        say!("powergrab: {failure}");
        ExitCode::from(failure.code())
    })
}

/// Parses the arguments and runs the command, for a program built from this commit.
pub fn main(commit: &'static str) -> ExitCode {
    manifest::set_commit(commit);
    // Beyond a limit of file sizes writing then fails, which is told, instead of ending the program without a word.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    // Programs of one version may be of different commits, whose results do not go together.
    let version: &'static str = format!("{} (commit {commit})", manifest::VERSION).leak();
    let matches = Cli::command().version(version).get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|e| e.exit());
    let config = cli.command.config();
    let result: Result<(), Failure> = presets::with_presets(|| match cli.command {
        Command::Match(args) => match_::run(args),
        Command::Tournament(args) => tournament::run(args),
        Command::Compare(args) => compare::run(&args),
        Command::Plan(args) => plan::run_plan(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Missing(args) => missing::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Balance(args) => balance::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => completions::run_man(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Strategies(args) => strategies::run(&args),
        Command::New(args) => new::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Ladder(args) => ladder::run(&args),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let meant = config.and_then(|(command, path)| match failure {
                Failure::Input(_) => presets::with_presets(|| presets::other(command, &path)),
                _ => None,
            });
            match meant {
                Some(meant) => say!("powergrab: {failure}; {meant}"),
                None => say!("powergrab: {failure}"),
            }
            ExitCode::from(failure.code())
        }
    }
}

impl Command {
    /// The command's name and its configuration, where it has one.
    fn config(&self) -> Option<(&'static str, PathBuf)> {
        let (command, path) = match self {
            Command::Tournament(args) => ("tournament", &args.config),
            Command::Sweep(args) => ("sweep", &args.config),
            Command::Tune(args) => ("tune", &args.config),
            Command::Balance(args) => ("balance", &args.config),
            _ => return None,
        };
        Some((command, path.clone()))
    }
}
