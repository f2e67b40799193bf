//! A worker: takes the tasks of a job, plays them, and stores their shards.

use super::claims::{Choice, Claims};
use super::job::Job;
use super::round::{Next, OpenRound, next, play};
use super::store::{Listed, Store};
use super::task::{COMPLETE, Entry, Task};
use crate::study::checkpoint::{About, Checkpoint, Cost, encode};
use crate::study::manifest::Timing;
use crate::study::study_error::StudyError;
use crate::study::traits::Study;
use powergrab_arena::part::Part;
use powergrab_arena::piece::Piece;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

/// The shards in a store, read once each.
pub struct Shards<'a> {
    job: &'a Job,
    store: &'a dyn Store,
    read: Vec<Checkpoint>,
    known: BTreeSet<String>,
    /// The first round that may have shards which were not read.
    first: u64,
    /// Reads complete rounds from one file, not from their shards.
    joins: bool,
}

impl<'a> Shards<'a> {
    /// Returns a reader of a job's shards that has read none.
    pub fn new(job: &'a Job, store: &'a dyn Store) -> Shards<'a> {
        Shards {
            job,
            store,
            read: Vec::new(),
            known: BTreeSet::new(),
            first: 1,
            joins: job.is_sequential,
        }
    }

    /// As [`Shards::new`], for a reader that needs every shard.
    pub fn each(job: &'a Job, store: &'a dyn Store) -> Shards<'a> {
        Shards {
            joins: false,
            ..Shards::new(job, store)
        }
    }

    /// Returns what is in a round's folder, each with the time since it was created, as far as the
    /// store tells: the newest counts as new.
    fn entries(&self, round: u64) -> Result<Vec<(Entry, Duration)>, StudyError> {
        let all = self.store.list(&Task::folder(round))?;
        let newest = all.iter().map(|file| file.created).max();
        let age = |file: &Listed| newest?.duration_since(file.created).ok();
        let entry =
            |file: &Listed| Some((Entry::parse(&file.name)?, age(file).unwrap_or_default()));
        Ok(all.iter().filter_map(entry).collect())
    }

    /// Reads the shards of a round that were not read yet. Returns whether the round has begun.
    fn read(&mut self, round: u64) -> Result<bool, StudyError> {
        let entries = self.entries(round)?;
        let has_begun = !entries.is_empty();
        let about = self.job.about();
        for (entry, _) in entries {
            let Entry::Shard(part) = entry else { continue };
            let key = Task { round, part }.shard();
            if self.known.contains(&key) {
                continue;
            }
            if let Some(shard) = self.shard(&key, part, &about)? {
                self.read.push(shard);
                self.known.insert(key);
            }
        }
        Ok(has_begun)
    }

    /// Reads a shard; `None` if there is no such file.
    fn shard(
        &self,
        key: &str,
        part: Part,
        about: &About,
    ) -> Result<Option<Checkpoint>, StudyError> {
        let path = PathBuf::from(format!("{}/{key}", self.store.address()));
        let refuse = |why: &str| {
            StudyError::Input(format!(
                "{}: {why}; delete it, and what is missing is played again",
                path.display()
            ))
        };
        let Some(bytes) = self.store.get(key)? else {
            return Ok(None);
        };
        let shard = Checkpoint::parse(&path, &bytes).map_err(|_| refuse("is damaged"))?;
        if shard.part != part {
            return Err(refuse("is of another part than its name says"));
        }
        if shard.is_of(about).is_err() {
            return Err(refuse("is of another job"));
        }
        Ok(Some(shard))
    }

    /// Reads the latest complete rounds from their file, if there is one.
    fn read_complete(&mut self) -> Result<(), StudyError> {
        let files = self.store.list(COMPLETE)?;
        let rounds = files
            .iter()
            .filter_map(|file| Task::complete_round(&file.name));
        let Some(round) = rounds.max().filter(|round| *round >= self.first) else {
            return Ok(());
        };
        let key = Task::complete(round);
        if let Some(all) = self.shard(&key, Part::WHOLE, &self.job.about())? {
            self.read = vec![all];
            self.first = round + 1;
        }
        Ok(())
    }

    /// Writes the complete rounds before this one into a file, unless another worker did.
    fn write_complete(&mut self, round: u64, there: &[Piece]) -> Result<(), StudyError> {
        let bytes = encode(&self.job.about(), Part::WHOLE, there, None);
        let bytes = bytes.map_err(|e| StudyError::Io(e.to_string()))?;
        self.store.create(&Task::complete(round), &bytes)?;
        Ok(())
    }

    /// Returns the shards that were read.
    pub fn into_all(self) -> Vec<Checkpoint> {
        self.read
    }

    /// Returns the pieces of the shards that were read.
    pub fn pieces(&self) -> Vec<Piece> {
        let pieces = self.read.iter().flat_map(|shard| &shard.pieces);
        pieces.cloned().collect()
    }

    /// Returns what follows after all shards in the store.
    ///
    /// # Errors
    /// Those of the shards and of the study.
    pub fn next(&mut self, study: &dyn Study) -> Result<Next, StudyError> {
        if self.joins {
            self.read_complete()?;
        }
        let mut round = self.first;
        while self.read(round)? {
            round += 1;
        }
        let costs = self.read.iter().map(|shard| shard.cost.as_ref());
        let timing = Cost::sum(costs);
        let after = next(study, self.job.n_parts, self.pieces(), timing)?;
        if let Next::Round(round) = &after {
            if self.joins && round.number > self.first {
                self.write_complete(round.number - 1, &round.there)?;
            }
            self.first = round.number;
        }
        Ok(after)
    }

    /// Returns the next round, or the only one, without what is in its folder; `None` if a study of
    /// several rounds is complete.
    fn round(&mut self, study: &dyn Study) -> Result<Option<OpenRound>, StudyError> {
        let next = match self.job.is_sequential {
            true => self.next(study)?,
            // The shards of the only round need not be read.
            false => next(study, self.job.n_parts, Vec::new(), None)?,
        };
        Ok(match next {
            Next::Round(round) => Some(round),
            Next::End(_) => None,
        })
    }

    /// Returns the tasks of the next round that have no shard, in order; empty if all rounds are
    /// complete.
    ///
    /// # Errors
    /// Those of the shards and of the study.
    pub fn open(&mut self, study: &dyn Study) -> Result<Vec<Task>, StudyError> {
        match self.round(study)? {
            Some(round) => self.open_in(&round),
            None => Ok(Vec::new()),
        }
    }

    /// Returns the tasks of this round that have no shard, in order.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub fn open_in(&self, round: &OpenRound) -> Result<Vec<Task>, StudyError> {
        let &OpenRound {
            number: round,
            n_parts,
            ..
        } = round;
        let mut finished = BTreeSet::new();
        for (entry, _) in self.entries(round)? {
            if let Entry::Shard(part) = entry
                && part.of() == n_parts
            {
                finished.insert(part.number());
            }
        }
        let tasks = Part::split(n_parts).map(|part| Task { round, part });
        let open = tasks.filter(|task| !finished.contains(&task.part.number()));
        Ok(open.collect())
    }
}

/// What a worker does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Plays this task, which it has claimed.
    Play(Task),
    /// All open tasks are being played; this is the time until the first of their leases ends.
    Wait(Duration),
    /// Stops: the study is complete.
    End,
}

/// A round, as a worker knows it.
struct Known {
    round: OpenRound,
    shards: BTreeSet<u64>,
    claims: Claims,
}

impl Known {
    /// Returns a round in whose folder nothing was seen yet.
    fn new(round: OpenRound, lease: Duration) -> Known {
        Known {
            round,
            shards: BTreeSet::new(),
            claims: Claims::new(lease),
        }
    }
}

/// A worker of a job.
pub struct Worker<'a> {
    study: &'a dyn Study,
    shards: Shards<'a>,
    lease: Duration,
    /// Number from which the worker's order of preference starts, so that workers meet rarely.
    start: u64,
    known: Option<Known>,
    /// The task that was claimed last, and the attempt.
    claimed: Option<(Task, u64)>,
}

impl<'a> Worker<'a> {
    /// Returns a worker of this job, which respects a claim for the time of the lease. Workers with
    /// different `start` prefer different tasks.
    pub fn new(
        job: &'a Job,
        store: &'a dyn Store,
        study: &'a dyn Study,
        lease: Duration,
        start: u64,
    ) -> Worker<'a> {
        Worker {
            study,
            shards: Shards::new(job, store),
            lease,
            start,
            known: None,
            claimed: None,
        }
    }

    /// Looks into the store again; returns whether the study goes on.
    fn look(&mut self, now: Duration) -> Result<bool, StudyError> {
        let mut complete = None;
        loop {
            let mut known = match self.known.take() {
                Some(known) => known,
                None => match self.shards.round(self.study)? {
                    Some(OpenRound { number, .. }) if complete == Some(number) => {
                        return Err(StudyError::Input(format!(
                            "{}/{}: has all shards, but not all pieces; delete the folder, and its tasks are played again",
                            self.shards.store.address(),
                            Task::folder(number)
                        )));
                    }
                    Some(round) => Known::new(round, self.lease),
                    None => return Ok(false),
                },
            };
            for (entry, age) in self.shards.entries(known.round.number)? {
                match entry {
                    Entry::Shard(part) if part.of() == known.round.n_parts => {
                        known.shards.insert(part.number());
                    }
                    Entry::Claim(part, attempt) if part.of() == known.round.n_parts => {
                        let since = now.saturating_sub(age);
                        known.claims.see(part.number(), attempt, since);
                    }
                    Entry::Release(part, attempt) if part.of() == known.round.n_parts => {
                        known.claims.release(part.number(), attempt);
                    }
                    _ => {}
                }
            }
            let is_complete = known.shards.len() as u64 == known.round.n_parts;
            match (is_complete, self.shards.job.is_sequential) {
                (true, true) => complete = Some(known.round.number),
                (true, false) => return Ok(false),
                (false, _) => {
                    self.known = Some(known);
                    return Ok(true);
                }
            }
        }
    }

    /// Claims a task, at `now` on the worker's clock.
    ///
    /// # Errors
    /// Those of the store and of the study.
    pub fn take(&mut self, now: Duration) -> Result<Step, StudyError> {
        let mut has_looked = self.known.is_none();
        if has_looked && !self.look(now)? {
            return Ok(Step::End);
        }
        loop {
            let Some(known) = &mut self.known else {
                return Ok(Step::End);
            };
            let n = known.round.n_parts;
            let order = (0..n).map(|at| (self.start % n + at) % n + 1);
            let open: Vec<u64> = order.filter(|k| !known.shards.contains(k)).collect();
            match known.claims.choose(&open, now) {
                Choice::Claim { part, attempt } if attempt == 1 || has_looked => {
                    let task = Task {
                        round: known.round.number,
                        part: Part::numbered(part, n),
                    };
                    // No two claims are equal, so a store can tell whose is there.
                    let who = json!({
                        "worker": format!("{:016x}", self.start),
                        "process": std::process::id(),
                        "at": unix_seconds(),
                    });
                    let is_mine = self
                        .shards
                        .store
                        .create(&task.claim(attempt), who.to_string().as_bytes())?;
                    known.claims.see(part, attempt, now);
                    if is_mine {
                        self.claimed = Some((task, attempt));
                        return Ok(Step::Play(task));
                    }
                    // Others are at work here: what they claimed is better known at once.
                    if !self.look(now)? {
                        return Ok(Step::End);
                    }
                    has_looked = true;
                }
                Choice::Wait(time) if has_looked => return Ok(Step::Wait(time)),
                // Its shard may have come since.
                Choice::Claim { .. } | Choice::Wait(_) => {
                    if !self.look(now)? {
                        return Ok(Step::End);
                    }
                    has_looked = true;
                }
            }
        }
    }

    /// Checks that a task is of this job: a part of the next round, or finished.
    ///
    /// # Errors
    /// [`StudyError::Input`] for another task.
    pub fn check(&mut self, task: Task) -> Result<(), StudyError> {
        if let Some(round) = self.shards.round(self.study)? {
            let is_next = round.number == task.round && round.n_parts == task.part.of();
            self.known = Some(Known::new(round, self.lease));
            if is_next {
                return Ok(());
            }
        }
        if self.shards.store.get(&task.shard())?.is_some() {
            return Ok(());
        }
        Err(StudyError::Input(format!(
            "{task}: is not an open task of this job; `powergrab shards --store {}` lists them",
            self.shards.store.address()
        )))
    }

    /// Plays a task and stores its shard. Returns `false` if the shard was there already, or came
    /// there meanwhile.
    ///
    /// # Errors
    /// Those of the store and of the study.
    pub fn play(&mut self, task: Task) -> Result<bool, StudyError> {
        let played = self.play_claimed(task);
        if let (Err(_), Some((claimed, attempt))) = (&played, self.claimed.take())
            && claimed == task
        {
            // If this fails as well, others wait for the lease.
            let _ = self.shards.store.create(&task.release(attempt), b"");
        }
        played
    }

    fn play_claimed(&mut self, task: Task) -> Result<bool, StudyError> {
        if self.shards.store.get(&task.shard())?.is_some() {
            self.finish(task);
            return Ok(false);
        }
        let started = Instant::now();
        // A study counts all games that it has played.
        let before = self.study.timing().map_or(0, |timing| timing.games);
        let n_parts = self.shards.job.n_parts;
        let known = self.known.as_ref().map(|known| &known.round);
        let there = match known.filter(|round| round.number == task.round) {
            Some(round) => round.there.clone(),
            None => {
                let round = self.shards.round(self.study)?;
                round.map_or(Vec::new(), |round| round.there)
            }
        };
        let pieces = play(self.study, n_parts, task, there)?;
        let played = self.study.timing();
        let cost = Cost::here(&Timing {
            threads: played.map_or(1, |timing| timing.threads),
            took: started.elapsed(),
            games: played.map_or(0, |timing| timing.games - before),
        });
        let bytes = encode(&self.shards.job.about(), task.part, &pieces, Some(&cost));
        let bytes = bytes.map_err(|e| StudyError::Io(e.to_string()))?;
        self.shards.job.is_there(self.shards.store)?;
        let is_first = self.shards.store.create(&task.shard(), &bytes)?;
        self.finish(task);
        Ok(is_first)
    }

    fn finish(&mut self, task: Task) {
        let known = self.known.as_mut();
        if let Some(known) = known.filter(|known| known.round.number == task.round) {
            known.shards.insert(task.part.number());
        }
    }
}

/// Returns the time for people who read a claim, in seconds since 1970.
fn unix_seconds() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
