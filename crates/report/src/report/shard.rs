//! A shard: a finished piece of a run as a file, with everything that is needed to merge it.
//!
//! | bytes | hold |
//! |---|---|
//! | 16 | `powergrab shard` and the end of a line |
//! | 4 | the format, 2; this number and the next with the lowest byte first |
//! | 4 | how long the header is |
//! | … | the header: JSON, in plain sight (`head -c 4000`) |
//! | … | what was collected and the first failures of bots: postcard, compressed as an LZ4 block with its size before it |
//! | 32 | SHA-256 of all bytes before |
//!
//! The header repeats the run's whole identity: rules, bots, format, deals, seed, version and commit of the program.
//! Shards that are to be one run must agree in all of it.

use crate::arena::experiment::Deals;
use crate::arena::part::Part;
use crate::arena::run::{FirstFaults, Piece};
use crate::stats::tally::Tally;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 16] = b"powergrab shard\n";
const FORMAT: u32 = 2;
/// Magic, format, the header's length.
const FIXED: usize = 24;
const DIGEST: usize = 32;
/// The end of a shard's name.
const SUFFIX: &str = ".shard";

/// What can be kept in shards.
pub trait Kept: Serialize + DeserializeOwned {
    /// Whether the two can be merged: all that decides what is where is equal.
    fn is_like(&self, other: &Self) -> bool;
}

impl Kept for Tally {
    fn is_like(&self, other: &Tally) -> bool {
        self.layout() == other.layout()
    }
}

/// Which run a shard is of; the same in all its shards.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// What two runs must agree in to be the same run.
    pub identity: Value,
    /// All deals of the run.
    pub whole: Range<u64>,
    /// What whoever merges has to know besides.
    pub notes: Value,
}

/// What a shard says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The run.
    pub about: About,
    /// Which part of it was asked for.
    pub part: Part,
    /// The deals in the shard.
    pub deals: Range<u64>,
}

/// The header's JSON.
#[derive(Serialize, Deserialize)]
struct Lines {
    deals: String,
    part: String,
    whole: String,
    notes: Value,
    run: Value,
}

/// What is wrong with a shard, or with the place where it should be.
#[derive(Debug)]
pub enum ShardError {
    /// It is not what it should be; nothing of it was taken.
    Refused {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// It cannot be read.
    Read {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It cannot be written.
    Write {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardError::Refused { path, why } => write!(f, "{}: {why}", path.display()),
            ShardError::Read { path, error } => {
                write!(f, "{}: cannot be read: {error}", path.display())
            }
            ShardError::Write { path, error } => {
                write!(f, "{}: cannot be written: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for ShardError {}

/// The name of the shard with these deals. Sorted by name, shards are sorted by their first deal.
#[must_use]
pub fn name(deals: &Range<u64>) -> String {
    format!("deals-{:016}-{:016}{SUFFIX}", deals.start, deals.end)
}

/// The deals that a shard of this name has; none where it is no shard's name.
#[must_use]
pub fn deals_of(name: &str) -> Option<Range<u64>> {
    let (start, end) = name
        .strip_prefix("deals-")?
        .strip_suffix(SUFFIX)?
        .split_once('-')?;
    let deals = start.parse().ok()?..end.parse().ok()?;
    (self::name(&deals) == name && !deals.is_empty()).then_some(deals)
}

/// Whether a name ends as shards' names do.
#[must_use]
pub fn looks_like_one(name: &str) -> bool {
    name.ends_with(SUFFIX)
}

/// In which keys two identities differ, each in quotes; empty if in none.
#[must_use]
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

/// The bytes of a shard.
///
/// # Errors
/// What cannot be serialised; a header or a body of 4 GB.
pub fn encode<C: Kept>(
    about: &About,
    part: Part,
    piece: &Piece<C>,
) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
    let header = serde_json::to_vec(&Lines {
        deals: Deals(piece.deals.clone()).to_string(),
        part: part.to_string(),
        whole: Deals(about.whole.clone()).to_string(),
        notes: about.notes.clone(),
        run: about.identity.clone(),
    })?;
    let body = postcard::to_allocvec(&(&piece.collected, &piece.first_faults))?;
    let body = lz4_flex::compress_prepend_size(&body);
    let mut bytes = Vec::with_capacity(FIXED + header.len() + body.len() + DIGEST);
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(u32::try_from(header.len())?.to_le_bytes());
    bytes.extend(header);
    bytes.extend(body);
    let digest = Sha256::digest(&bytes);
    bytes.extend(digest);
    Ok(bytes)
}

/// A shard that was read and found whole.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    /// What it says of itself.
    pub header: Header,
    body: Vec<u8>,
}

impl Shard {
    /// Reads a shard and checks that it is whole.
    ///
    /// # Errors
    /// It cannot be read, is no shard, is damaged, or is not what its name says.
    pub fn read(path: &Path) -> Result<Shard, ShardError> {
        let bytes = std::fs::read(path).map_err(|error| ShardError::Read {
            path: path.to_owned(),
            error,
        })?;
        Shard::parse(path, &bytes).map_err(|why| ShardError::Refused {
            path: path.to_owned(),
            why,
        })
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Shard, String> {
        const DAMAGED: &str =
            "is damaged; remove it, then its deals count as missing and can be played again";
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(format!("is no shard, or {DAMAGED}"));
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
        let header = header_of(header).ok_or("is whole, but its header makes no sense")?;
        let named = path.file_name().and_then(|name| name.to_str());
        if named != Some(name(&header.deals).as_str()) {
            return Err(format!(
                "has another name than its deals: it should be {}",
                name(&header.deals)
            ));
        }
        Ok(Shard {
            path: path.to_owned(),
            header,
            body: body.to_vec(),
        })
    }

    /// An error about this shard.
    #[must_use]
    pub fn refuse(&self, why: impl Into<String>) -> ShardError {
        ShardError::Refused {
            path: self.path.clone(),
            why: why.into(),
        }
    }

    /// Makes sure that it is of this run.
    ///
    /// # Errors
    /// It is of another, with what differs.
    pub fn is_of(&self, about: &About) -> Result<(), ShardError> {
        let there = &self.header.about;
        let differing = differences(&there.identity, &about.identity);
        if !differing.is_empty() || there.whole != about.whole {
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

    /// What was collected; with `like` it must be like that.
    ///
    /// # Errors
    /// It was written by a program that collects something else.
    pub fn open<C: Kept>(&self, like: Option<&C>) -> Result<Piece<C>, ShardError> {
        let foreign = || self.refuse("was written by a program that counts other things");
        let body = lz4_flex::decompress_size_prepended(&self.body).map_err(|_| foreign())?;
        let ((collected, first_faults), rest): ((C, FirstFaults), &[u8]) =
            postcard::take_from_bytes(&body).map_err(|_| foreign())?;
        if !rest.is_empty() || like.is_some_and(|like| !collected.is_like(like)) {
            return Err(foreign());
        }
        Ok(Piece {
            deals: self.header.deals.clone(),
            collected,
            first_faults,
        })
    }
}

/// The number that these bytes begin with, and the rest.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*number), rest))
}

fn header_of(json: &[u8]) -> Option<Header> {
    let lines: Lines = serde_json::from_slice(json).ok()?;
    let deals = |text: &str| text.parse().ok().map(|Deals(deals)| deals);
    let (whole, deals) = (deals(&lines.whole)?, deals(&lines.deals)?);
    let within = whole.start <= deals.start && deals.end <= whole.end;
    within.then_some(Header {
        about: About {
            identity: lines.run,
            whole,
            notes: lines.notes,
        },
        part: lines.part.parse().ok()?,
        deals,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Sums(Vec<i128>, String);

    impl Kept for Sums {
        fn is_like(&self, other: &Sums) -> bool {
            self.0.len() == other.0.len()
        }
    }

    fn about() -> About {
        About {
            identity: json!({ "seed": "7", "weight": 0.1 + 0.2, "least": 5e-324 }),
            whole: 10..90,
            notes: json!({ "command": "x" }),
        }
    }

    fn piece(deals: Range<u64>) -> Piece<Sums> {
        Piece {
            deals,
            collected: Sums(vec![i128::MIN, -1, 0, i128::MAX], "ü".to_owned()),
            first_faults: FirstFaults::new(),
        }
    }

    fn bytes() -> Vec<u8> {
        encode(&about(), "2/4".parse().unwrap(), &piece(20..30)).unwrap()
    }

    fn path() -> PathBuf {
        PathBuf::from("x").join(name(&(20..30)))
    }

    #[test]
    fn a_shard_comes_back_as_it_was() {
        let shard = Shard::parse(&path(), &bytes()).unwrap();
        assert_eq!(shard.header.about, about());
        assert_eq!(shard.header.part.to_string(), "2/4");
        shard.is_of(&about()).unwrap();
        let like = Sums(vec![0; 4], String::new());
        assert_eq!(shard.open(Some(&like)).unwrap(), piece(20..30));
        let unlike = Sums(vec![0; 5], String::new());
        let error = shard.open(Some(&unlike)).unwrap_err().to_string();
        assert!(error.contains("counts other things"), "{error}");
    }

    #[test]
    fn damage_at_any_byte_is_seen() {
        let whole = bytes();
        let refused = |bytes: &[u8]| Shard::parse(&path(), bytes).unwrap_err();
        for at in 0..whole.len() {
            for flip in [1, 0x80, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] ^= flip;
                assert!(refused(&damaged).contains("damaged"), "byte {at}");
            }
            refused(&whole[..at]);
            let mut more = whole.clone();
            more.insert(at, whole[at] ^ 1);
            refused(&more);
        }
        refused(&[&whole[..], b"\n"].concat());
        refused(&vec![0; whole.len()]);
    }

    #[test]
    fn another_run_another_name_another_format() {
        let shard = Shard::parse(&path(), &bytes()).unwrap();
        let mut other = about();
        other.identity["seed"] = json!("8");
        let error = shard.is_of(&other).unwrap_err().to_string();
        assert!(
            error.contains("another run (it differs in `seed`)"),
            "{error}"
        );
        assert!(error.contains("deals-0000000000000020-0000000000000030.shard"));
        let mut other = about();
        other.identity["more"] = json!(1);
        assert!(shard.is_of(&other).is_err());
        let mut fewer = about();
        fewer.identity.as_object_mut().unwrap().remove("weight");
        assert!(shard.is_of(&fewer).is_err());

        let elsewhere = PathBuf::from(name(&(20..31)));
        let error = Shard::parse(&elsewhere, &bytes()).unwrap_err();
        assert!(error.contains("another name than its deals"), "{error}");

        let mut newer = bytes();
        newer.truncate(newer.len() - DIGEST);
        newer[16] = FORMAT as u8 + 1;
        let digest = Sha256::digest(&newer);
        newer.extend(digest);
        let error = Shard::parse(&path(), &newer).unwrap_err();
        assert!(
            error.contains(&format!("of format {}", FORMAT + 1)),
            "{error}"
        );
    }

    #[test]
    fn names_say_which_deals() {
        assert_eq!(deals_of(&name(&(0..1 << 50))), Some(0..1 << 50));
        for other in ["deals-1-2.shard", "x.shard", "deals-.shard", "bots.csv"] {
            assert_eq!(deals_of(other), None);
        }
        assert_eq!(
            deals_of("deals-0000000000000002-0000000000000002.shard"),
            None
        );
    }
}
