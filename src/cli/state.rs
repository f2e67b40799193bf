//! What `sweep`, `tune` and `balance` keep of a run so as to go on with it: a JSON file that says which run it is of.

use super::Failure;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::ErrorKind;
use std::path::Path;

/// What a state that is refused is told to be: no state of this kind (the reader's error and the remedy follow), or that of
/// another run, with its remedy.
pub struct Words {
    /// Like `is not the state of a tuning`.
    pub none: &'static str,
    /// Like `is the state of another tuning; start anew with --force`.
    pub another: &'static str,
}

/// A state that cannot be gone on with.
pub fn refuse(path: &Path, why: &str) -> Failure {
    Failure::Input(format!(
        "{}: {why}; start anew with --force",
        path.display()
    ))
}

/// What a file keeps of the run with this identity, which `run_of` finds in it; none where it is not there.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    run: &Value,
    run_of: impl Fn(&T) -> &Value,
    words: &Words,
) -> Result<Option<T>, Failure> {
    let shown = path.display();
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(Failure::Io(format!("{shown}: {e}"))),
    };
    let kept: T =
        serde_json::from_slice(&text).map_err(|e| refuse(path, &format!("{}: {e}", words.none)))?;
    if run_of(&kept) != run {
        return Err(Failure::Input(format!("{shown}: {}", words.another)));
    }
    Ok(Some(kept))
}
