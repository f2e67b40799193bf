//! The command line: one file per subcommand, arguments, progress bars, exit codes. Logic that can
//! be tested without a terminal is in the crates.

mod against;
mod analyse;
mod balance;
mod bar;
mod bench;
mod board;
mod compare;
mod completions;
mod distil;
mod explain;
mod failure;
mod human;
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
mod report;
mod review;
mod rules;
mod runner;
mod say;
mod schema;
mod serve;
mod shards;
mod stops;
mod strategies;
mod sweep;
mod timed;
mod tournament;
mod tune;
mod values;
mod verify;
mod why;
mod words;
mod work;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use failure::Failure;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::manifest;
use runner::StudyArgs;
use say::say;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// A laboratory for strategy in UNO Power Grab and its family.
#[derive(Debug, Parser)]
#[command(name = "powergrab", version, propagate_version = true)]
#[command(
    after_help = "Exit codes: 0 done; 1 a check found a fault, or a bot failed in a game; 2 bad input; 3 something is missing; \
4 reading or writing results failed; 130 interrupted, finished work is kept."
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
    Shards(shards::Args),
    Work(work::Args),
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
    Schema(schema::Args),
    Analyse(analyse::Args),
    Board(board::Args),
    Ladder(ladder::Args),
    Why(why::Args),
    Distil(distil::Args),
    Review(review::Args),
}

/// Parses the arguments and runs the command, for a program built from this commit, with the games,
/// rulesets and bots that ship.
pub fn main(commit: &'static str) -> ExitCode {
    main_with(commit, Catalog::default())
}

/// As [`main`], with the caller's additions to the catalogue. Every subcommand knows them by their
/// names; `tune` and `sweep` know the parameters of added policies.
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
///     let mut catalog = Catalog::default();
///     let last: Bot<Shedding> = Bot::new("last", ShedPolicy::external(Last));
///     catalog.bots.add(last).expect("no other bot is called that");
///     powergrab::cli::main_with("unknown", catalog)
/// }
/// ```
pub fn main_with(commit: &'static str, catalog: Catalog) -> ExitCode {
    ExitCode::from(run(commit, catalog, std::env::args_os()))
}

/// As [`main_with`], with these arguments, of which the first is the program's name. Returns the
/// exit code.
pub fn run(
    commit: &'static str,
    mut catalog: Catalog,
    args: impl IntoIterator<Item = OsString>,
) -> u8 {
    manifest::set_commit(commit);
    // Writing beyond a limit of file sizes then fails with an error, instead of ending the program
    // without a word.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    // Programs of one version may be of different commits, whose results must not be mixed.
    let version: &'static str = format!("{} (commit {commit})", manifest::VERSION).leak();
    let matches = Cli::command().version(version).try_get_matches_from(args);
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        // Help and the version too.
        Err(e) => {
            let _ = e.print();
            return u8::try_from(e.exit_code()).unwrap_or(1);
        }
    };
    let config = cli.command.config();
    presets::add(&mut catalog.bots.files);
    let catalog = &catalog;
    match dispatch(cli.command, catalog) {
        Ok(()) => 0,
        Err(failure) => {
            let meant = config.and_then(|(command, path)| match failure {
                Failure::Input(_) => presets::other(command, &path, &catalog.bots.files),
                _ => None,
            });
            match meant {
                Some(meant) => say!("powergrab: {failure}; {meant}"),
                None => say!("powergrab: {failure}"),
            }
            failure.code()
        }
    }
}

/// Runs a command.
fn dispatch(command: Command, catalog: &Catalog) -> Result<(), Failure> {
    match command {
        Command::Match(args) => match_::run(args, catalog),
        Command::Tournament(args) => tournament::run(args, catalog),
        Command::Compare(args) => compare::run(&args),
        Command::Plan(args) => plan::run_plan(&args, catalog),
        Command::Merge(args) => merge::run(&args, catalog),
        Command::Missing(args) => missing::run(&args),
        Command::Shards(args) => shards::run::<Cli>(args, catalog),
        Command::Work(args) => work::run(&args, catalog),
        Command::Sweep(args) => sweep::run(&args, catalog),
        Command::Tune(args) => tune::run(&args, catalog),
        Command::Play(args) => play::run(&args, catalog),
        Command::Serve(args) => serve::run(&args, catalog),
        Command::Verify(args) => verify::run(&args, catalog),
        Command::Balance(args) => balance::run(&args, catalog),
        Command::Report(args) => report::run(&args, catalog),
        Command::Bench(args) => bench::run(&args, catalog),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Man(args) => completions::run_man(&args, Cli::command()),
        Command::Rules(args) => rules::run(&args, catalog),
        Command::Strategies(args) => strategies::run(&args, catalog),
        Command::New(args) => new::run(&args, catalog),
        Command::Schema(args) => schema::run(&args, catalog),
        Command::Board(args) => board::run(&args, catalog),
        Command::Analyse(args) => analyse::run(&args, catalog),
        Command::Ladder(args) => ladder::run(&args, catalog),
        Command::Why(args) => why::run(args, catalog),
        Command::Distil(args) => distil::run(args, catalog),
        Command::Review(args) => review::run(args, catalog),
    }
}

impl shards::CommandLine for Cli {
    fn study_args(&mut self) -> Option<&mut StudyArgs> {
        match &mut self.command {
            Command::Match(args) => Some(&mut args.study),
            Command::Tournament(args) => Some(&mut args.study),
            Command::Sweep(args) => Some(&mut args.study),
            Command::Tune(args) => Some(&mut args.study),
            Command::Balance(args) => Some(&mut args.study),
            Command::Ladder(args) => args.study_args(),
            Command::Why(args) => Some(&mut args.study),
            Command::Distil(args) => Some(&mut args.study),
            Command::Review(args) => Some(&mut args.study),
            Command::Compare(_)
            | Command::Plan(_)
            | Command::Merge(_)
            | Command::Missing(_)
            | Command::Shards(_)
            | Command::Work(_)
            | Command::Play(_)
            | Command::Serve(_)
            | Command::Verify(_)
            | Command::Report(_)
            | Command::Bench(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Rules(_)
            | Command::Strategies(_)
            | Command::New(_)
            | Command::Schema(_)
            | Command::Board(_)
            | Command::Analyse(_) => None,
        }
    }

    fn run(self, catalog: &Catalog) -> Result<(), Failure> {
        dispatch(self.command, catalog)
    }
}

impl Command {
    /// Returns the command's name and its configuration, if it has one.
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
