//! Tells the binary the commit it is built from. A macro rather than a build script: a build
//! script's output rebuilds the library of its package too, so every commit would rebuild
//! everything.

use proc_macro::TokenStream;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn git(directory: &Path, args: &[&str]) -> Option<String> {
    let out = Command::new("git")
        .arg("-C")
        .arg(directory)
        .args(args)
        .output()
        .ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    out.status.success().then(|| text.trim().to_owned())
}

/// Returns the commit, if the package is part of powergrab's own clone (and not of another
/// repository): 12 digits, with `-dirty` if tracked files were changed.
fn stamp(package: &Path) -> Option<String> {
    let root = PathBuf::from(git(package, &["rev-parse", "--show-toplevel"])?);
    // This crate lies two directories below the root.
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if root.canonicalize().ok()? != own.canonicalize().ok()? {
        return None;
    }
    let commit = git(package, &["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(
        package,
        &[
            "--no-optional-locks",
            "status",
            "--porcelain",
            "--untracked-files=no",
        ],
    )?;
    let dirty = if changed.is_empty() { "" } else { "-dirty" };
    Some(format!("{commit}{dirty}"))
}

/// Expands to the commit of the calling package as text, or `unknown` outside a clone.
#[proc_macro]
pub fn commit(_: TokenStream) -> TokenStream {
    let package = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let commit = stamp(&package).unwrap_or_else(|| "unknown".to_owned());
    let mut code = String::from("{");
    // The log grows with every commit and checkout; the compiler watches included files.
    let log = git(&package, &["rev-parse", "--git-path", "logs/HEAD"]).map(|log| package.join(log));
    if let Some(log) = log.filter(|log| log.is_file()) {
        // Writing to a string cannot fail.
        let _ = write!(
            code,
            "const _: &[u8] = include_bytes!({:?});",
            log.display().to_string()
        );
    }
    let _ = write!(code, "{commit:?}}}");
    code.parse().unwrap_or_default()
}
