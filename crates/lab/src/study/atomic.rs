//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Prefix and suffix of temporary files' names.
const TEMPORARY: (&str, &str) = (".powergrab-", ".tmp");

/// Failures that a write has to survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The end of the program at any time.
    Quick,
    /// A power failure as well, which takes some milliseconds per file.
    Durable,
}

/// Returns whether a name is that of a temporary file.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1)
}

/// Returns the owner in a temporary file's name; `None` if it names none.
pub fn owner_of(name: &str) -> Option<&str> {
    name.strip_prefix(TEMPORARY.0)?.split('-').next()
}

/// Creates a temporary file in a directory. Its name contains the `owner`, if there is one.
///
/// # Errors
/// Fails if it cannot be created.
pub fn temporary(dir: &Path, owner: Option<&str>) -> io::Result<tempfile::NamedTempFile> {
    let prefix = match owner {
        Some(owner) => format!("{}{owner}-", TEMPORARY.0),
        None => TEMPORARY.0.to_owned(),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(TEMPORARY.1);
    // Readable as far as the umask allows, instead of for the owner alone as temporary files are.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(dir)
}

/// Writes a file of this name, replacing an existing one.
///
/// # Errors
/// Fails if it cannot be written; an existing file is untouched.
pub fn write(
    dir: &Path,
    name: &str,
    owner: Option<&str>,
    bytes: &[u8],
    care: Durability,
) -> io::Result<()> {
    let mut file = temporary(dir, owner)?;
    // Bypasses the wrapper, which would name the temporary file in its errors.
    file.as_file_mut().write_all(bytes)?;
    if care == Durability::Durable {
        file.as_file().sync_all()?;
    }
    file.persist(dir.join(name))?;
    Ok(())
}

/// Removes a file if it exists.
///
/// # Errors
/// Fails if it cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Syncs a directory, so that the names in it are on the disk.
///
/// # Errors
/// Fails if the disk fails.
pub fn sync_dir(dir: &Path) -> io::Result<()> {
    if cfg!(unix) {
        fs::File::open(dir)?.sync_all()?;
    }
    Ok(())
}
