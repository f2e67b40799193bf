//! Which task a worker takes next.
//!
//! A worker claims a task before it plays it, by creating a file that says so. A claim is respected
//! for the time of a lease. Its age is the longer of two durations: the time on the worker's own
//! clock since it first saw the claim, and the time in the store between the claim and the newest
//! file of its folder. So clocks of different machines are not compared. After that anybody may claim
//! the task again: its worker may have died or be slow. A worker that gives a task up says so.
//!
//! Tasks without a claim come first, so a slow machine only ever costs the workers that would be
//! idle otherwise (the backup tasks of Dean and Ghemawat, "MapReduce", OSDI 2004).

use std::collections::BTreeMap;
use std::time::Duration;

/// Next step of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Claim this attempt, from 1, at this part.
    Claim {
        /// Number of the part, from 1.
        part: u64,
        /// Number of the attempt, from 1.
        attempt: u64,
    },
    /// All open parts are being played; this is the time until the first of their leases ends.
    Wait(Duration),
}

/// The claims that a worker has seen in a round.
#[derive(Debug)]
pub struct Claims {
    lease: Duration,
    /// By part: the newest attempt, and when it began at the latest.
    newest: BTreeMap<u64, (u64, Duration)>,
    /// By part: the newest attempt that is over without a shard.
    released: BTreeMap<u64, u64>,
}

impl Claims {
    /// Returns an empty record of a round's claims.
    pub fn new(lease: Duration) -> Claims {
        Claims {
            lease,
            newest: BTreeMap::new(),
            released: BTreeMap::new(),
        }
    }

    /// Notes an attempt at a part that began at `since` on the worker's clock, or before.
    pub fn see(&mut self, part: u64, attempt: u64, since: Duration) {
        let newest = self.newest.entry(part).or_insert((attempt, since));
        if newest.0 < attempt {
            *newest = (attempt, since);
        } else if newest.0 == attempt {
            newest.1 = newest.1.min(since);
        }
    }

    /// Notes that an attempt at a part is over without a shard.
    pub fn release(&mut self, part: u64, attempt: u64) {
        let released = self.released.entry(part).or_default();
        *released = attempt.max(*released);
    }

    /// Returns whether nobody plays a part.
    fn is_free(&self, part: u64) -> bool {
        let newest = self.newest.get(&part).map(|(attempt, _)| attempt);
        newest.is_none_or(|newest| self.released.get(&part).is_some_and(|it| it >= newest))
    }

    /// Chooses among the open parts, which are in the order of the worker's preference.
    pub fn choose(&self, open: &[u64], now: Duration) -> Choice {
        if let Some(&part) = open.iter().find(|part| self.is_free(**part)) {
            let newest = self.newest.get(&part).map_or(0, |(attempt, _)| *attempt);
            let attempt = newest.max(self.released.get(&part).map_or(0, |it| *it)) + 1;
            return Choice::Claim { part, attempt };
        }
        let claimed = open
            .iter()
            .filter_map(|part| Some((*part, *self.newest.get(part)?)));
        let expired = claimed
            .clone()
            .filter(|(_, (_, since))| now >= *since + self.lease);
        match expired.min_by_key(|(_, newest)| *newest) {
            Some((part, (attempt, _))) => Choice::Claim {
                part,
                attempt: attempt + 1,
            },
            None => {
                let ends = claimed.map(|(_, (_, since))| since + self.lease);
                let first = ends.min().unwrap_or(now);
                Choice::Wait(first.saturating_sub(now))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn claim(part: u64, attempt: u64) -> Choice {
        Choice::Claim { part, attempt }
    }

    #[test]
    fn free_parts_first_and_claimed_ones_after_the_lease() {
        let mut claims = Claims::new(at(60));
        assert_eq!(claims.choose(&[2, 1], at(0)), claim(2, 1));
        claims.see(2, 1, at(0));
        assert_eq!(claims.choose(&[2, 1], at(100)), claim(1, 1));
        claims.see(1, 1, at(10));
        assert_eq!(claims.choose(&[2, 1], at(59)), Choice::Wait(at(1)));
        assert_eq!(claims.choose(&[2, 1], at(60)), claim(2, 2));
        // The same claim seen again is no newer; it may be known to be older.
        claims.see(1, 1, at(65));
        claims.see(2, 2, at(60));
        assert_eq!(claims.choose(&[2, 1], at(70)), claim(1, 2));
        assert_eq!(claims.choose(&[], at(70)), Choice::Wait(at(0)));
        // An attempt that was given up is followed at once.
        claims.release(2, 1);
        assert_eq!(claims.choose(&[2, 1], at(70)), claim(1, 2));
        claims.release(2, 2);
        assert_eq!(claims.choose(&[2, 1], at(70)), claim(2, 3));
        // The part with the fewest attempts comes first.
        claims.see(1, 2, at(70));
        claims.see(2, 3, at(71));
        assert_eq!(claims.choose(&[2, 1], at(200)), claim(1, 3));
    }
}
