//! Measures the speed of environments: decisions per second and core with a random policy, for
//! Power Grab at four seats.
//!
//!     cargo run --release -p powergrab-benches --example steps [ENVS] [STEPS] [OPPONENT]
//!
//! Without an opponent every seat learns.

#![allow(clippy::disallowed_methods, reason = "a measurement needs a clock")]

use powergrab_bots::strategy::resolve;
use powergrab_engine::game::{Game as _, Observable as _, Unit};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_env::{Autoreset, LearnerTable, Reward, StepArrays, VectorEnv};
use std::error::Error;
use std::num::NonZero;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let n: usize = words.next().map_or(Ok(1024), |word| word.parse())?;
    let steps: usize = words.next().map_or(Ok(2000), |word| word.parse())?;
    let game = Shedding::new(Rules::official(Family::PowerGrab), 4)?;
    let (learners, bots) = match words.next() {
        None => ([0, 1, 2, 3].as_slice(), Vec::new()),
        Some(name) => ([0].as_slice(), vec![resolve(&name)?; 3]),
    };
    let (features, actions, seats) = (game.n_features(), game.n_actions(), game.n_seats());
    let table = LearnerTable::new(game, learners, bots, Unit::Round, Reward::Win)?;
    let mut envs = VectorEnv::new(table, n, 1, Autoreset::SameStep, NonZero::<usize>::MIN)?;
    let mut bytes = [vec![0u8; n * features], vec![0; n * features]];
    let mut places = [vec![0u8; n * actions], vec![0; n * actions]];
    let mut ones = vec![vec![0u8; n]; 3];
    let (mut reward, mut rewards) = (vec![0f32; n], vec![0f32; n * seats]);
    let mut rng = Rng::from_key(3);
    let mut chosen = vec![0i64; n];
    let mut ended = 0u64;
    let start = Instant::now();
    for step in 0..=steps {
        let ([observations, final_observations], [masks, legal]) =
            (&mut bytes[..], &mut places[..])
        else {
            unreachable!("there are two of each")
        };
        let [n_legal, seats, done] = &mut ones[..] else {
            unreachable!("there are three")
        };
        let rows = StepArrays {
            observations,
            masks,
            legal,
            n_legal,
            seats,
            reward: &mut reward,
            rewards: &mut rewards,
            ended: done,
            final_observations,
        };
        if step == 0 {
            envs.reset(Some(1), rows);
        } else {
            envs.step(chosen.iter().copied(), rows)?;
        }
        ended += ones[2].iter().map(|end| u64::from(*end)).sum::<u64>();
        for (env, action) in chosen.iter_mut().enumerate() {
            let lot = rng.below(u32::from(ones[0][env])) as usize;
            *action = i64::from(places[1][env * actions + lot]);
        }
    }
    let took = start.elapsed().as_secs_f64();
    let decisions = (n * steps) as f64;
    println!(
        "{:.0} decisions/s ({:.0} ns each), {ended} episodes of {:.1} decisions",
        decisions / took,
        1e9 * took / decisions,
        decisions / ended.max(1) as f64
    );
    Ok(())
}
