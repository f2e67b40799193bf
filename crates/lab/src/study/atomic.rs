//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// The beginning and the end of temporary files' names.
const TEMPORARY: (&str, &str) = (".powergrab-", ".tmp");

/// How much writing has to withstand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The end of the program at any time.
    Quick,
    /// The end of power as well: takes some milliseconds for each file.
    Durable,
}

/// Whether a name is that of a temporary file.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1)
}

/// The owner that a temporary file's name tells, where it tells one.
pub fn owner_of(name: &str) -> Option<&str> {
    name.strip_prefix(TEMPORARY.0)?.split('-').next()
}

/// A temporary file in a directory; its name tells the `owner`, if there is one.
///
/// # Errors
/// It cannot be made.
pub fn temporary(dir: &Path, owner: Option<&str>) -> io::Result<tempfile::NamedTempFile> {
    let prefix = match owner {
        Some(owner) => format!("{}{owner}-", TEMPORARY.0),
        None => TEMPORARY.0.to_owned(),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(TEMPORARY.1);
    // Readable as far as the umask allows, not for the owner alone as temporary files are.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(dir)
}

/// Writes a file of this name, in the place of one that is there.
///
/// # Errors
/// It cannot be written; what was there is untouched.
pub fn write(
    dir: &Path,
    name: &str,
    owner: Option<&str>,
    bytes: &[u8],
    care: Durability,
) -> io::Result<()> {
    let mut file = temporary(dir, owner)?;
    // Past the wrapper, which would name the temporary file in its errors.
    file.as_file_mut().write_all(bytes)?;
    if care == Durability::Durable {
        file.as_file().sync_all()?;
    }
    file.persist(dir.join(name))?;
    Ok(())
}

/// Removes a file, if it is there.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes sure that the names in a directory are on the disk, not only in memory.
///
/// # Errors
/// The disk fails.
pub fn sync_dir(dir: &Path) -> io::Result<()> {
    if cfg!(unix) {
        fs::File::open(dir)?.sync_all()?;
    }
    Ok(())
}
