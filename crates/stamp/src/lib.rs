//! Tells the binary which commit it is built from. A macro and not a build script: what a build script says rebuilds the library of
//! its package too, so every commit would rebuild everything.

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

/// The commit, where the package is part of powergrab's own clone (not of somebody else's): 12 digits, with `-dirty` where tracked
/// files were changed.
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

/// The text of the commit that the calling package is at, or `unknown` outside a clone.
#[proc_macro]
pub fn commit(_: TokenStream) -> TokenStream {
    let package = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let commit = stamp(&package).unwrap_or_else(|| "unknown".to_owned());
    let mut code = String::from("{");
    // The log grows with every commit and checkout; the compiler looks at what is included.
    let log = git(&package, &["rev-parse", "--git-path", "logs/HEAD"]).map(|log| package.join(log));
    if let Some(log) = log.filter(|log| log.is_file()) {
        // Writing to a string does not fail.
        let _ = write!(
            code,
            "const _: &[u8] = include_bytes!({:?});",
            log.display().to_string()
        );
    }
    let _ = write!(code, "{commit:?}}}");
    code.parse().unwrap_or_default()
}
