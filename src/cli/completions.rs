//! `powergrab completions` and `powergrab man`: made from the arguments by clap's own crates.

use super::{Cli, Failure};
use clap::CommandFactory as _;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab completions bash > ~/.local/share/bash-completion/completions/powergrab"
)]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

/// Print the manual page, or write one page per command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab man | man -l -")]
pub struct ManArgs {
    /// Write powergrab.1 and a page for each command into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<std::path::PathBuf>,
}

/// Prints the script.
pub fn run(args: &Args) -> Result<(), Failure> {
    clap_complete::generate(
        args.shell,
        &mut Cli::command(),
        "powergrab",
        &mut std::io::stdout(),
    );
    Ok(())
}

/// Prints or writes the manual.
pub fn run_man(args: &ManArgs) -> Result<(), Failure> {
    let written = match &args.out {
        Some(dir) => clap_mangen::generate_to(Cli::command(), dir),
        None => clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout()),
    };
    written.map_err(|e| Failure::Io(format!("the manual cannot be written: {e}")))
}
