//! The program `powergrab` with one more game.

fn main() -> std::process::ExitCode {
    powergrab::cli::main_with(crazy_eights::NAME, crazy_eights::catalog())
}
