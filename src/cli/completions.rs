//! `powergrab completions` and `powergrab man`: generated from the arguments by clap's own crates.

use super::failure::Failure;
use super::known::{bot_names, ruleset_names};
use super::presets;
use super::say::print;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab completions bash > ~/.local/share/bash-completion/completions/powergrab"
)]
pub struct Args {
    /// Shell
    shell: Shell,
}

/// Print the manual page, or write one page per command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab man | man -l -")]
pub struct ManArgs {
    /// Write powergrab.1 and one page per command into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<std::path::PathBuf>,
}

/// Prints the script for this command line.
pub fn run(args: &Args, mut command: clap::Command) -> Result<(), Failure> {
    // Into memory first, because clap panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "powergrab", &mut script);
    let script = String::from_utf8_lossy(&script);
    print(&match args.shell {
        Shell::Bash => with_paths_and_lists(&script),
        _ => script.into_owned(),
    })
}

/// Extends Bash's script for names that may also be paths or comma-separated lists: clap completes
/// only the names.
fn with_paths_and_lists(script: &str) -> String {
    let presets = presets::names().collect::<Vec<_>>().join(" ");
    let mut takes_config = false;
    let lines = script.lines().map(|line| {
        if line.trim_start().starts_with("opts=") {
            takes_config = line.contains(&presets);
        }
        match takes_config {
            true => line.replace(
                "$(compgen -W \"${opts}\" -- \"${cur}\")",
                "$(compgen -W \"${opts}\" -- \"${cur}\"; compgen -f -- \"${cur}\")",
            ),
            false => line.to_owned(),
        }
    });
    let script = lines.collect::<Vec<_>>().join("\n") + "\n";
    let names = [bot_names(), ruleset_names()];
    names.iter().fold(script, |script, names| {
        let words = names.join(" ");
        let plain = format!("$(compgen -W \"{words}\" -- \"${{cur}}\")");
        let last = "${cur##*,}";
        let more = format!(
            "$(compgen -P \"${{cur%\"{last}\"}}\" -W \"{words}\" -- \"{last}\"; compgen -f -- \"${{cur}}\")"
        );
        script.replace(&plain, &more)
    })
}

/// Prints or writes the manual of this command line.
pub fn run_man(args: &ManArgs, command: clap::Command) -> Result<(), Failure> {
    let failed = |what: &str, e| Failure::Io(format!("{what}: cannot be written: {e}"));
    if let Some(dir) = &args.out {
        let made = std::fs::create_dir_all(dir);
        let written = made.and_then(|()| clap_mangen::generate_to(command, dir));
        return written.map_err(|e| failed(&dir.display().to_string(), e));
    }
    let mut page = Vec::new();
    let made = clap_mangen::Man::new(command).render(&mut page);
    made.map_err(|e| failed("the manual", e))?;
    print(&String::from_utf8_lossy(&page))
}
