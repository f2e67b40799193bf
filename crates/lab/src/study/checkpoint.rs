//! A checkpoint: finished pieces of a study as a file, with everything needed to resume or merge
//! them.
//!
//! | bytes | content |
//! |---|---|
//! | 16 | `powergrab shard` and a newline |
//! | 4 | the format, 3; this number and the next are little-endian |
//! | 4 | the length of the header |
//! | … | the header: readable JSON (`head -c 4000`), with each piece's label and length |
//! | … | the pieces, one after the other (postcard), compressed as an LZ4 block preceded by its size |
//! | 32 | SHA-256 of all preceding bytes |
//!
//! The header repeats the study's whole identity: rules, bots, format, deals, seed, version and
//! commit of the program. Checkpoints of one study must agree in all of it. The checkpoint of a
//! finished part also tells how long and by what it was played.

use crate::study::manifest::Timing;
use powergrab_arena::part::Part;
use powergrab_arena::piece::Piece;
use powergrab_engine::config::read_regular;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

const MAGIC: &[u8; 16] = b"powergrab shard\n";
const FORMAT: u32 = 3;
/// Length of the magic, the format, and the header's length.
const FIXED: usize = 24;
const DIGEST: usize = 32;
/// Maximum size of a checkpoint's file, and of its pieces together.
const MAX_BYTES: u64 = 1 << 30;
/// Maximum number of bytes that one byte of an LZ4 block stands for.
const LZ4_MOST: u64 = 255;
/// Suffix of a checkpoint's name.
pub(crate) const SUFFIX: &str = ".shard";

/// The study of a checkpoint, equal in all its checkpoints.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// Values in which two equal studies must agree.
    pub identity: Value,
    /// Range of everything to be played, by number: the deals of a run, the cells of a sweep. Empty
    /// for a study without such numbers.
    pub whole: Range<u64>,
    /// Further information for merging.
    pub notes: Value,
}

/// How a part was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Duration, in seconds.
    pub seconds: f64,
    /// Number of threads.
    pub threads: usize,
    /// Number of games; 0 if the study does not count them.
    pub games: u64,
    /// Name of the machine; empty if unknown.
    pub machine: String,
    /// Model of its processor; empty if unknown.
    pub processor: String,
}

impl Cost {
    /// Returns how a part was played on this machine.
    pub fn here(timing: &Timing) -> Cost {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let processors = read("/proc/cpuinfo");
        let model = processors
            .lines()
            .find(|line| line.starts_with("model name"));
        let model = model.and_then(|line| line.split_once(':'));
        Cost {
            seconds: timing.took.as_secs_f64(),
            threads: timing.threads,
            games: timing.games,
            machine: read("/proc/sys/kernel/hostname").trim().to_owned(),
            processor: model.map_or("", |(_, model)| model.trim()).to_owned(),
        }
    }

    /// Adds up the time and the games of all these parts, with the maximum number of threads. `None`
    /// if one of them is unknown, or without parts.
    pub fn sum<'a>(parts: impl IntoIterator<Item = Option<&'a Cost>>) -> Option<Timing> {
        let mut parts = parts.into_iter();
        let timing = |cost: &Cost| {
            Some(Timing {
                threads: cost.threads,
                took: Duration::try_from_secs_f64(cost.seconds).ok()?,
                games: cost.games,
            })
        };
        let first = timing(parts.next()??)?;
        parts.try_fold(first, |sum, part| {
            let part = timing(part?)?;
            Some(Timing {
                threads: sum.threads.max(part.threads),
                took: sum.took.checked_add(part.took)?,
                games: sum.games.saturating_add(part.games),
            })
        })
    }
}

/// JSON of the header.
#[derive(Serialize, Deserialize)]
struct Header {
    part: String,
    whole: (u64, u64),
    pieces: Vec<(String, usize)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
    notes: Value,
    run: Value,
}

/// An error of a checkpoint, or of its place on disk.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The checkpoint is invalid, and nothing of it was used.
    #[error("{}: {why}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The checkpoint cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The checkpoint cannot be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

/// Returns the keys in which two identities differ, each in quotes; empty if in none.
pub fn differences(there: &Value, asked: &Value) -> String {
    let empty = serde_json::Map::new();
    let there = there.as_object().unwrap_or(&empty);
    let asked = asked.as_object().unwrap_or(&empty);
    let differing = asked
        .iter()
        .filter(|(key, value)| there.get(*key) != Some(value))
        .map(|(key, _)| key);
    let more = there.keys().filter(|key| !asked.contains_key(*key));
    let quoted: Vec<String> = differing
        .chain(more)
        .map(|key| format!("`{key}`"))
        .collect();
    quoted.join(", ")
}

/// Encodes a checkpoint.
///
/// # Errors
/// Fails for a header of 4 GB, or pieces of 1 GB.
pub fn encode(
    about: &About,
    part: Part,
    pieces: &[Piece],
    cost: Option<&Cost>,
) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::from(io::ErrorKind::FileTooLarge);
    let lengths = pieces.iter().map(|p| (p.label.clone(), p.payload.len()));
    let header = serde_json::to_vec(&Header {
        part: part.to_string(),
        whole: (about.whole.start, about.whole.end),
        pieces: lengths.collect(),
        cost: cost.cloned(),
        notes: about.notes.clone(),
        run: about.identity.clone(),
    })?;
    let payloads: Vec<&[u8]> = pieces.iter().map(|p| p.payload.as_slice()).collect();
    let payloads = payloads.concat();
    if payloads.len() as u64 > MAX_BYTES {
        return Err(too_long());
    }
    let body = lz4_flex::compress_prepend_size(&payloads);
    let mut bytes = Vec::with_capacity(FIXED + header.len() + body.len() + DIGEST);
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    let header_len = u32::try_from(header.len()).map_err(|_| too_long())?;
    bytes.extend(header_len.to_le_bytes());
    bytes.extend(header);
    bytes.extend(body);
    let digest = Sha256::digest(&bytes);
    bytes.extend(digest);
    Ok(bytes)
}

/// A checkpoint that was read and found whole.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    /// The study.
    pub about: About,
    /// The part of it that was requested.
    pub part: Part,
    /// Finished pieces.
    pub pieces: Vec<Piece>,
    /// How the part was played; `None` if it is not finished.
    pub cost: Option<Cost>,
}

impl Checkpoint {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a checkpoint and checks that it is whole.
    ///
    /// # Errors
    /// Fails if it cannot be read, is not a checkpoint, or is damaged.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let bytes = read_regular(path, MAX_BYTES).map_err(|error| CheckpointError::Read {
            path: path.to_owned(),
            error,
        })?;
        Checkpoint::parse(path, &bytes).map_err(|why| CheckpointError::Refused {
            path: path.to_owned(),
            why,
        })
    }

    pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Checkpoint, String> {
        const DAMAGED: &str = "is damaged; remove it, then what it holds counts as missing and can be played again, or use --force to start again";
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(format!("is not a shard, or {DAMAGED}"));
        };
        let (format, _) = number(rest).ok_or(DAMAGED)?;
        let (signed, digest) = bytes
            .split_last_chunk::<DIGEST>()
            .filter(|(signed, _)| signed.len() >= FIXED)
            .ok_or(DAMAGED)?;
        let is_whole = Sha256::digest(signed).as_slice() == digest;
        if format != FORMAT && is_whole {
            return Err(format!(
                "is a shard of format {format}; this program knows format {FORMAT}"
            ));
        }
        if !is_whole {
            return Err(DAMAGED.to_owned());
        }
        let (length, rest) = number(&signed[FIXED - 4..]).ok_or(DAMAGED)?;
        let (header, body) = rest.split_at_checked(length as usize).ok_or(DAMAGED)?;
        let parsed = contents(header, body).ok_or("is whole, but its header makes no sense")?;
        let (about, part, pieces, cost) = parsed;
        Ok(Checkpoint {
            path: path.to_owned(),
            about,
            part,
            pieces,
            cost,
        })
    }

    /// Returns an error about this checkpoint.
    pub fn refuse(&self, why: impl Into<String>) -> CheckpointError {
        CheckpointError::Refused {
            path: self.path.clone(),
            why: why.into(),
        }
    }

    /// Checks that it belongs to this study.
    ///
    /// # Errors
    /// Lists the differences if it belongs to another study.
    pub fn is_of(&self, about: &About) -> Result<(), CheckpointError> {
        let differing = differences(&self.about.identity, &about.identity);
        if !differing.is_empty() || self.about.whole != about.whole {
            return Err(self.refuse(format!(
                "is of another run (it differs in {})",
                if differing.is_empty() {
                    "`deals`"
                } else {
                    &differing
                }
            )));
        }
        Ok(())
    }
}

/// Returns whether this directory has checkpoints, and they belong to another run. Damaged ones are
/// ignored here; reading them reports the damage.
pub fn are_of_another(dir: &Path, identity: &Value) -> bool {
    let Ok(entries) = fs::read_dir(dir) else {
        return false;
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut shards = paths.filter(|path| path.extension().is_some_and(|e| e == "shard"));
    let known = shards.find_map(|path| Checkpoint::read(&path).ok());
    known.is_some_and(|there| !differences(&there.about.identity, identity).is_empty())
}

/// Splits off the number that these bytes begin with.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*number), rest))
}

type Contents = (About, Part, Vec<Piece>, Option<Cost>);

fn contents(header: &[u8], body: &[u8]) -> Option<Contents> {
    let header: Header = serde_json::from_slice(header).ok()?;
    let about = About {
        identity: header.run,
        whole: header.whole.0..header.whole.1,
        notes: header.notes,
    };
    // The length is trusted only if the header confirms it. Otherwise a forged one could allocate
    // memory that nothing fills.
    let length = header.pieces.iter().map(|(_, length)| *length as u64);
    let length = length.fold(0, u64::saturating_add);
    let (stored, _) = number(body)?;
    if u64::from(stored) != length || length > MAX_BYTES.min(LZ4_MOST * body.len() as u64) {
        return None;
    }
    let body = lz4_flex::decompress_size_prepended(body).ok()?;
    let mut rest = body.as_slice();
    let mut pieces = Vec::with_capacity(header.pieces.len());
    for (label, length) in header.pieces {
        let (payload, more) = rest.split_at_checked(length)?;
        let payload = payload.to_vec();
        pieces.push(Piece { label, payload });
        rest = more;
    }
    let part = header.part.parse().ok()?;
    rest.is_empty()
        .then_some((about, part, pieces, header.cost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn about() -> About {
        About {
            identity: json!({ "seed": "7", "weight": 0.1 + 0.2, "least": 5e-324 }),
            whole: 10..90,
            notes: json!({ "command": "x" }),
        }
    }

    fn pieces() -> Vec<Piece> {
        let piece = |label: &str, payload: &[u8]| Piece {
            label: label.to_owned(),
            payload: payload.to_vec(),
        };
        vec![
            piece("ü", &[0, 255, 7]),
            piece("nothing", &[]),
            piece("x", &[1; 99]),
        ]
    }

    fn bytes() -> Vec<u8> {
        encode(&about(), "2/4".parse().unwrap(), &pieces(), None).unwrap()
    }

    fn path() -> PathBuf {
        PathBuf::from("dir/x.shard")
    }

    #[test]
    fn a_checkpoint_comes_back_as_it_was() {
        let read = Checkpoint::parse(&path(), &bytes()).unwrap();
        assert_eq!(read.about, about());
        assert_eq!(read.part.to_string(), "2/4");
        assert_eq!(read.pieces, pieces());
        read.is_of(&about()).unwrap();
        let empty = encode(&about(), Part::WHOLE, &[], None).unwrap();
        let empty = Checkpoint::parse(&path(), &empty).unwrap();
        assert_eq!(empty.pieces, []);
    }

    #[test]
    fn damage_at_any_byte_is_seen() {
        let whole = bytes();
        let refused = |bytes: &[u8]| Checkpoint::parse(&path(), bytes).unwrap_err();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                let why = refused(&damaged);
                assert!(
                    why.contains("damaged") && why.contains("--force"),
                    "byte {at}"
                );
            }
            refused(&whole[..at]);
            let mut more = whole.clone();
            more.insert(at, whole[at] ^ 1);
            refused(&more);
        }
        refused(&[&whole[..], b"\n"].concat());
        refused(&vec![0; whole.len()]);
    }

    /// A checkpoint with a valid checksum may still claim more than it holds.
    #[test]
    fn a_forged_length_asks_for_no_memory() {
        let forged = |stored: u32, pieces: &[(&str, u64)]| {
            let whole = bytes();
            let (length, _) = number(&whole[FIXED - 4..]).unwrap();
            let header = &whole[FIXED..FIXED + length as usize];
            let mut header: Value = serde_json::from_slice(header).unwrap();
            header["pieces"] = json!(pieces);
            let header = header.to_string();
            let mut forged = whole[..FIXED - 4].to_vec();
            forged.extend(u32::try_from(header.len()).unwrap().to_le_bytes());
            forged.extend(header.as_bytes());
            forged.extend(stored.to_le_bytes());
            forged.extend([0; 40]);
            let digest = Sha256::digest(&forged);
            forged.extend(digest);
            Checkpoint::parse(&path(), &forged).unwrap_err()
        };
        for (stored, pieces) in [
            (u32::MAX, &[("x", 7)][..]),
            (u32::MAX, &[("x", u64::from(u32::MAX))]),
            (1 << 30, &[("x", 1 << 30)]),
            (7, &[("x", u64::MAX), ("y", 8)]),
        ] {
            let why = forged(stored, pieces);
            assert!(why.contains("makes no sense"), "{why}");
        }
    }

    #[test]
    fn another_run_another_format() {
        let read = Checkpoint::parse(&path(), &bytes()).unwrap();
        let mut other = about();
        other.identity["seed"] = json!("8");
        let error = read.is_of(&other).unwrap_err().to_string();
        assert!(
            error.contains("another run (it differs in `seed`)"),
            "{error}"
        );
        assert!(error.contains("x.shard"));
        let mut other = about();
        other.identity["more"] = json!(1);
        assert!(read.is_of(&other).is_err());
        let mut fewer = about();
        fewer.identity.as_object_mut().unwrap().remove("weight");
        assert!(read.is_of(&fewer).is_err());
        let mut longer = about();
        longer.whole.end += 1;
        assert!(read.is_of(&longer).is_err());

        let mut newer = bytes();
        newer.truncate(newer.len() - DIGEST);
        newer[16] = FORMAT as u8 + 1;
        let digest = Sha256::digest(&newer);
        newer.extend(digest);
        let error = Checkpoint::parse(&path(), &newer).unwrap_err();
        assert!(
            error.contains(&format!("of format {}", FORMAT + 1)),
            "{error}"
        );
    }
}
