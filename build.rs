//! Tells the program which commit it was built from, as `POWERGRAB_COMMIT`: 12 digits, with `-dirty` where tracked files
//! were changed, or `unknown` outside a clone.

use std::path::Path;
use std::process::Command;

fn git(args: &[&str]) -> Option<String> {
    let out = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    out.status.success().then(|| text.trim().to_owned())
}

/// The commit, where the package is the root of its own clone (not part of somebody else's).
fn commit() -> Option<String> {
    let root = git(&["rev-parse", "--show-toplevel"])?;
    let here = std::env::var("CARGO_MANIFEST_DIR").ok()?;
    if Path::new(&root).canonicalize().ok()? != Path::new(&here).canonicalize().ok()? {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&[
        "--no-optional-locks",
        "status",
        "--porcelain",
        "--untracked-files=no",
    ])?;
    let dirty = if changed.is_empty() { "" } else { "-dirty" };
    Some(format!("{commit}{dirty}"))
}

fn main() {
    let commit = commit().unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=POWERGRAB_COMMIT={commit}");
    // The log grows with every commit and checkout; the rest is what the binary is made of.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    let made_of = [
        "src",
        "configs",
        "strategies",
        "build.rs",
        "Cargo.toml",
        "Cargo.lock",
    ];
    for path in made_of.into_iter().chain(log.as_deref()) {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
