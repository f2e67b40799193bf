//! The name of a task: a part of a round.

use crate::study::checkpoint::SUFFIX;
use crate::study::checkpoint_file::{parse_stem, stem};
use powergrab_arena::part::Part;
use std::fmt;
use std::str::FromStr;

/// A part of a round, `K/N` in the first round and `R:K/N` in others, on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Number of the round, from 1.
    pub round: u64,
    /// The part.
    pub part: Part,
}

/// Folder of complete rounds.
pub const COMPLETE: &str = "complete";

/// Suffixes of an attempt, and of one that is over without a shard, before its number.
const CLAIM: &str = ".claim-";
const RELEASE: &str = ".released-";

/// Number of attempts at a task that no study reaches.
const MAX_ATTEMPTS: u64 = 1 << 32;

/// Text that is not the name of a task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a task: give K/N with K from 1 to N, like 3/8, or R:K/N in round R")]
pub struct TaskError(String);

impl Task {
    /// Returns the folder of a round.
    pub fn folder(round: u64) -> String {
        format!("round-{round}")
    }

    /// Returns the key of a file with everything that later rounds need of this one and of those
    /// before it, once they are complete.
    pub fn complete(round: u64) -> String {
        format!("{COMPLETE}/{}{SUFFIX}", Task::folder(round))
    }

    /// Returns the round of a name in the folder [`COMPLETE`]; `None` for other files.
    pub fn complete_round(name: &str) -> Option<u64> {
        name.strip_prefix("round-")?
            .strip_suffix(SUFFIX)?
            .parse()
            .ok()
    }

    /// Returns the key of its shard in the store.
    pub fn shard(self) -> String {
        self.key(SUFFIX)
    }

    /// Returns the key of an attempt at it, from 1.
    pub fn claim(self, attempt: u64) -> String {
        self.key(&format!("{CLAIM}{attempt}"))
    }

    /// Returns the key of a file that says that an attempt is over without a shard.
    pub fn release(self, attempt: u64) -> String {
        self.key(&format!("{RELEASE}{attempt}"))
    }

    /// Returns the key of a file about it, with this suffix.
    fn key(self, suffix: &str) -> String {
        format!("{}/{}{suffix}", Task::folder(self.round), stem(self.part))
    }
}

/// What a name in a round's folder says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The shard of a part.
    Shard(Part),
    /// An attempt at a part, from 1.
    Claim(Part, u64),
    /// An attempt that is over without a shard.
    Release(Part, u64),
}

impl Entry {
    /// Parses a name; `None` for other files.
    pub fn parse(name: &str) -> Option<Entry> {
        let (known, suffix) = name.split_at(name.find('.')?);
        let part = parse_stem(known)?;
        let task = Task { round: 1, part };
        let number = |text: &str| text.parse().ok().filter(|n| *n < MAX_ATTEMPTS);
        let (entry, key) = if suffix == SUFFIX {
            (Entry::Shard(part), task.shard())
        } else if let Some(attempt) = suffix.strip_prefix(CLAIM) {
            let attempt = number(attempt)?;
            (Entry::Claim(part, attempt), task.claim(attempt))
        } else {
            let attempt = number(suffix.strip_prefix(RELEASE)?)?;
            (Entry::Release(part, attempt), task.release(attempt))
        };
        // Numbers have one form, or a part would count twice.
        key.ends_with(&format!("/{name}")).then_some(entry)
    }
}

impl FromStr for Task {
    type Err = TaskError;

    fn from_str(text: &str) -> Result<Task, TaskError> {
        let wrong = || TaskError(text.to_owned());
        let (round, part) = text.split_once(':').unwrap_or(("1", text));
        let round = round.parse().ok().filter(|round| *round > 0);
        Ok(Task {
            round: round.ok_or_else(wrong)?,
            part: part.parse().map_err(|_| wrong())?,
        })
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.round {
            1 => write!(f, "{}", self.part),
            round => write!(f, "{round}:{}", self.part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were() {
        for text in ["3/8", "1/1", "2:7/200"] {
            let task: Task = text.parse().unwrap();
            assert_eq!(task.to_string(), text);
            let key = task.shard();
            let (_, name) = key.split_once('/').unwrap();
            assert_eq!(Entry::parse(name), Some(Entry::Shard(task.part)));
            let key = task.claim(4);
            let (_, name) = key.split_once('/').unwrap();
            assert_eq!(Entry::parse(name), Some(Entry::Claim(task.part, 4)));
        }
        for text in ["", "3", "9/8", "0/8", "0:1/8", "x:1/8", "1:"] {
            assert!(text.parse::<Task>().is_err(), "{text}");
        }
        assert_eq!(
            Entry::parse("part-3-of-8.released-2"),
            Some(Entry::Release("3/8".parse().unwrap(), 2))
        );
        for name in [
            "job.json",
            "part-9-of-8.shard",
            "part-01-of-8.shard",
            "part-+1-of-8.shard",
            "part-1-of-8.claim-x",
            "part-1-of-8.claim-18446744073709551615",
        ] {
            assert_eq!(Entry::parse(name), None, "{name}");
        }
    }
}
