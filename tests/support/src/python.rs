//! Python programs, for tests of bots that are programs.

use std::process::Command;
use std::sync::LazyLock;

/// Path of the interpreter itself. `python3` may be a script that looks for it, which takes longer
/// than a short bot; these tests start hundreds.
pub static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let asked = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable, end='')"])
        .output()
        .expect("tests of bots that are programs need python3");
    String::from_utf8(asked.stdout).unwrap()
});
