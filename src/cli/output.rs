//! Files at a path given by the user: whole or not at all, without overwriting unrelated files.

use super::failure::Failure;
use powergrab_lab::study::atomic;
use std::fs;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::Path;

/// A kind of file that may be replaced: its first bytes, and its name. An empty file may be
/// replaced, too.
#[derive(Clone, Copy, Debug)]
pub struct Like(pub &'static str, pub &'static str);

/// The first bytes of a trace (TRACE.md).
pub(super) const TRACE: Like = Like("{\"event\":\"game\"", "trace");

/// Writes a file beside its place and moves it there when it is whole. Anything but a regular file
/// (a pipe, a terminal) is written to directly.
///
/// # Errors
/// [`Failure::Input`] for a file of another kind, [`Failure::Interrupted`] if `write` says so,
/// otherwise [`Failure::Io`]. An existing file is unchanged then.
pub fn write_file(
    path: &Path,
    replace: Like,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let failed = |e: io::Error| match e.kind() {
        io::ErrorKind::Interrupted => Failure::Interrupted(format!(
            "interrupted; nothing was written to {}",
            path.display()
        )),
        _ => Failure::Io(format!("{}: cannot be written: {e}", path.display())),
    };
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => {
            return Err(Failure::Io(format!(
                "{}: cannot be written: it is a directory; name a file in it",
                path.display()
            )));
        }
        Ok(there) if !there.is_file() => {
            let file = fs::OpenOptions::new().write(true).open(path);
            let mut out = BufWriter::new(file.map_err(failed)?);
            return write(&mut out).and_then(|()| out.flush()).map_err(failed);
        }
        Ok(_) => may_replace(path, replace)?,
        Err(_) => {}
    }
    let dir = match path.parent() {
        Some(dir) if dir != Path::new("") => dir,
        _ => Path::new("."),
    };
    let mut file = atomic::temporary(dir, None).map_err(failed)?;
    // Bypasses the wrapper, which would name the temporary file in its errors.
    let mut out = BufWriter::new(file.as_file_mut());
    write(&mut out).and_then(|()| out.flush()).map_err(failed)?;
    drop(out);
    file.persist(path).map_err(|e| failed(e.error))?;
    Ok(())
}

fn may_replace(path: &Path, replace: Like) -> Result<(), Failure> {
    let Like(start, what) = replace;
    let read = fs::File::open(path).and_then(|file| {
        let mut there = Vec::new();
        file.take(start.len() as u64).read_to_end(&mut there)?;
        Ok(there)
    });
    match read {
        Ok(there) if there.is_empty() || there == start.as_bytes() => Ok(()),
        Ok(_) => Err(Failure::Input(format!(
            "{}: exists and is not a {what}; choose another name, or remove it",
            path.display()
        ))),
        Err(e) => Err(Failure::Io(format!(
            "{}: cannot be read: {e}",
            path.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_like_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        let like = Like("{\"event\"", "trace");
        let put =
            |replace, text: &str| write_file(&path, replace, |out| out.write_all(text.as_bytes()));
        put(like, "{\"event\":1}").unwrap();
        put(like, "{\"event\":2}").unwrap();
        fs::write(&path, "bot,wins").unwrap();
        let error = put(like, "{\"event\":3}").unwrap_err();
        assert!(matches!(error, Failure::Input(_)));
        assert!(error.to_string().contains("is not a trace"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "bot,wins");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        let error = write_file(&path, Like("x", "page"), |out| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::Interrupted.into())
        });
        assert!(matches!(error, Err(Failure::Interrupted(_))));
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }

    /// Moved into place, a file would replace the device.
    #[test]
    #[cfg(unix)]
    fn a_device_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt as _;
        let null = Path::new("/dev/null");
        write_file(null, Like("x", "page"), |out| out.write_all(b"y")).unwrap();
        let kind = fs::metadata(null).unwrap().file_type();
        assert!(kind.is_char_device());
    }
}
