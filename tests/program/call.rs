//! Calls of the program: the common way for all tests.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_powergrab");

/// Returns the directory of the package, for calls that write nothing.
pub fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Arguments as one text, split at blanks, or as a list of texts that may contain blanks.
pub trait Arguments: std::fmt::Debug {
    /// Appends them to a command.
    fn append_to(&self, command: &mut Command);
}

impl Arguments for str {
    fn append_to(&self, command: &mut Command) {
        command.args(self.split_whitespace());
    }
}

impl Arguments for String {
    fn append_to(&self, command: &mut Command) {
        self.as_str().append_to(command);
    }
}

impl<A: Arguments + ?Sized> Arguments for &A {
    fn append_to(&self, command: &mut Command) {
        (*self).append_to(command);
    }
}

impl<T: AsRef<OsStr> + std::fmt::Debug> Arguments for [T] {
    fn append_to(&self, command: &mut Command) {
        command.args(self);
    }
}

impl<T: AsRef<OsStr> + std::fmt::Debug> Arguments for Vec<T> {
    fn append_to(&self, command: &mut Command) {
        command.args(self);
    }
}

impl<T: AsRef<OsStr> + std::fmt::Debug, const N: usize> Arguments for [T; N] {
    fn append_to(&self, command: &mut Command) {
        command.args(self);
    }
}

/// A prepared call of the program.
#[must_use]
pub struct Call {
    command: Command,
    input: Option<Vec<u8>>,
}

/// Prepares a call of the program in this directory.
pub fn powergrab(home: &Path) -> Call {
    Call::of(Command::new(PROGRAM), home)
}

impl Call {
    fn of(mut command: Command, home: &Path) -> Call {
        command.current_dir(home);
        Call {
            command,
            input: None,
        }
    }

    /// Prepares a call through another program, which gets these arguments and then the program's
    /// path.
    pub fn through(other: &str, args: &[&str], home: &Path) -> Call {
        let mut command = Command::new(other);
        command.args(args).arg(PROGRAM);
        Call::of(command, home)
    }

    /// Appends arguments.
    pub fn args<A: Arguments + ?Sized>(mut self, args: &A) -> Call {
        args.append_to(&mut self.command);
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: &str, value: &str) -> Call {
        self.command.env(name, value);
        self
    }

    /// Sets the program's standard input.
    pub fn input(mut self, input: &[u8]) -> Call {
        self.input = Some(input.to_vec());
        self
    }

    /// Redirects its standard output, which the caller gets otherwise.
    pub fn stdout(mut self, to: impl Into<Stdio>) -> Call {
        self.command.stdout(to);
        self
    }

    /// Redirects its standard error, which the caller gets otherwise.
    pub fn stderr(mut self, to: impl Into<Stdio>) -> Call {
        self.command.stderr(to);
        self
    }

    /// Runs it to the end.
    pub fn output(mut self) -> Output {
        let Some(input) = self.input else {
            return self.command.output().unwrap();
        };
        self.command.stdin(Stdio::piped());
        self.command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap();
        // It may end before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(&input);
        child.wait_with_output().unwrap()
    }

    /// Starts it without waiting: the caller reads standard error; standard output is discarded.
    pub fn start(mut self) -> Child {
        self.command.stdout(Stdio::null()).stderr(Stdio::piped());
        self.command.spawn().unwrap()
    }
}

/// Runs a call with these arguments to the end.
pub fn run<A: Arguments + ?Sized>(home: &Path, args: &A) -> Output {
    powergrab(home).args(args).output()
}

/// Returns the standard error of a command, which must end with this exit code.
pub fn says<A: Arguments + ?Sized>(home: &Path, args: &A, code: i32) -> String {
    let output = run(home, args);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
    text
}

/// Returns the standard error of a command, which must succeed.
pub fn ok<A: Arguments + ?Sized>(home: &Path, args: &A) -> String {
    says(home, args, 0)
}

/// Returns the standard output of a command, which must succeed.
pub fn out<A: Arguments + ?Sized>(home: &Path, args: &A) -> String {
    let output = run(home, args);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {text}");
    String::from_utf8(output.stdout).unwrap()
}
