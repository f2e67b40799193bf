//! The program `powergrab` with one more game.

fn main() -> std::process::ExitCode {
    powergrab::cli::main_with("crazy-eights", crazy_eights::catalog())
}
