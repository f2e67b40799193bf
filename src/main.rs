//! The `powergrab` binary; see the library's documentation.

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    powergrab::cli::main(powergrab_stamp::commit!())
}
