//! A cluster of fifty workers, in the long form a thousand: time and deaths are simulated, the
//! store and its files are real.

use powergrab_engine::game::Unit;
use powergrab_engine::rng::Rng;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::cluster::directory::Directory;
use powergrab_lab::cluster::job::Job;
use powergrab_lab::cluster::merge::merge;
use powergrab_lab::cluster::worker::{Step, Worker};
use powergrab_lab::kinds::SetUp;
use powergrab_lab::matches::match_request::MatchRequest;
use powergrab_lab::matches::study::RunOptions;
use powergrab_lab::merge::MergeOptions;
use powergrab_lab::study::driver::{Ended, play};
use powergrab_lab::study::files::Files;
use powergrab_lab::study::options::{Silent, StudyOptions};
use powergrab_lab::study::traits::Study;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZero;
use std::time::Duration;
use test_support::times;

/// Simulated mean duration of a task, and the lease, in seconds.
const TASK: f64 = 1_800.0;
const LEASE: u64 = 2 * 3_600;
/// Probability that a machine dies within an hour.
const DEATHS_PER_HOUR: f64 = 0.05;
/// Seconds until a new machine takes a dead one's place.
const REPLACEMENT: f64 = 300.0;

/// A positive number with mean 1, from an exponential distribution.
fn exponential(lots: &mut Rng) -> f64 {
    -(1.0 - lots.unit()).ln()
}

#[test]
fn workers_that_die_at_random_make_the_bytes_of_one_machine() {
    let n_workers = times(50, 1_000);
    let n_tasks = u64::from(n_workers + n_workers / 5);
    let n_workers = n_workers as usize;
    let home = tempfile::tempdir().unwrap();
    let catalog = Catalog::default();
    let options = StudyOptions {
        threads: NonZero::new(1),
        ..StudyOptions::default()
    };
    let request = MatchRequest {
        unit: Unit::Round,
        ..MatchRequest::new("power-grab", &["greedy", "random"], n_tasks).unwrap()
    };
    let request = request.request().unwrap();
    let study = request.study(&catalog, options, RunOptions::default());
    let study = study.unwrap();
    let Ended::Whole { results, .. } = play(&*study).unwrap() else {
        panic!("it was not played whole")
    };
    let store = Directory::new(home.path().join("store"));
    let job = Job::new(&*study, n_tasks, &[]).unwrap();
    job.submit(&store, &[]).unwrap();

    let set_up = SetUp {
        options,
        as_json: false,
        plays: true,
    };
    let study = job.study(&store, &catalog, set_up).unwrap();
    let (n_deaths, n_twice, end) = simulate(n_workers, &job, &store, &*study);
    // Some tasks are lost with their machines, and some are played twice.
    assert!(n_deaths > n_workers / 20, "{n_deaths} machines died");
    println!("{n_deaths} {n_twice} {end}");
    assert!(n_twice < n_tasks / 10, "{n_twice} tasks were played twice");
    // Three tasks in turn, or a task whose machine died and whose lease has to end first.
    assert!(end < 20.0 * TASK, "it took {:.1} hours", end / 3_600.0);

    let out = home.path().join("out");
    let merged = merge(&store, &out, &catalog, MergeOptions::default(), &Silent).unwrap();
    assert_eq!(merged.n_parts as u64, n_tasks);
    let mut shared = Files::read(&out).unwrap().0;
    let mut alone = results.files;
    for files in [&mut shared, &mut alone] {
        files.retain(|file| file.name != "timing.json" && file.name != "manifest.json");
        files.sort_by(|a, b| a.name.cmp(&b.name));
    }
    assert!(shared == alone);
}

/// Plays the job; returns the number of deaths, of tasks finished by a second machine, and the
/// simulated time in seconds.
fn simulate(
    n_workers: usize,
    job: &Job,
    store: &Directory,
    study: &dyn Study,
) -> (usize, u64, f64) {
    let mut lots = Rng::from_key(7);
    let lease = Duration::from_secs(LEASE);
    let mut n_started = 0;
    let mut start = |lots: &mut Rng| {
        n_started += 1;
        let mean = 3_600.0 / -(1.0 - DEATHS_PER_HOUR).ln();
        // A tenth of the machines is slow.
        let slow = if n_started % 10 == 0 { 4.0 } else { 1.0 };
        let worker = Worker::new(job, store, study, lease, lots.next_u64());
        (worker, mean * exponential(lots), slow)
    };
    let mut machines: Vec<_> = (0..n_workers).map(|_| start(&mut lots)).collect();
    // When a machine is free, its index, and the task that it then has finished. Times are whole
    // milliseconds, for an order without ties by rounding.
    let milliseconds = |seconds: f64| (seconds * 1e3) as u64;
    let mut events: BinaryHeap<Reverse<(u64, usize)>> =
        (0..n_workers).map(|at| Reverse((at as u64, at))).collect();
    let mut playing = vec![None; n_workers];
    let (mut n_deaths, mut n_twice, mut end) = (0, 0, 0.0_f64);
    while let Some(Reverse((now, at))) = events.pop() {
        let seconds = now as f64 / 1e3;
        let (worker, dies_at, slow) = &mut machines[at];
        if seconds >= *dies_at {
            n_deaths += 1;
            playing[at] = None;
            let (worker, lives, slow) = start(&mut lots);
            machines[at] = (worker, seconds + REPLACEMENT + lives, slow);
            events.push(Reverse((now + milliseconds(REPLACEMENT), at)));
            continue;
        }
        if let Some(task) = playing[at].take() {
            n_twice += u64::from(!worker.play(task).unwrap());
            end = end.max(seconds);
        }
        let next = match worker.take(Duration::from_millis(now)).unwrap() {
            Step::Play(task) => {
                playing[at] = Some(task);
                seconds + *slow * TASK * (0.5 + 0.5 * exponential(&mut lots))
            }
            Step::Wait(time) => seconds + time.as_secs_f64() + 1.0,
            Step::End => continue,
        };
        events.push(Reverse((milliseconds(next.min(*dies_at)) + 1, at)));
    }
    (n_deaths, n_twice, end)
}
