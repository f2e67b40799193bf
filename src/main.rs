//! The `powergrab` binary; see the library's documentation.

fn main() -> std::process::ExitCode {
    powergrab::cli::main(powergrab_stamp::commit!())
}
