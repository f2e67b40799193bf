//! Measures the duration of a `net` decision by number of seats and instruction set, for Power
//! Grab.
//!
//!     cargo run --release -p powergrab-benches --example net_speed [SLICES]
//!
//! Prints a table as CSV: nanoseconds per decision, the median and the quartiles over slices, and
//! the median's ratio to plain code. Each slice plays some rounds with `net` in every seat, with
//! each instruction set of this processor, and once more with the recorded actions; the difference
//! is the time of `net`. It fails if a round differs from that of plain code.

#![allow(clippy::disallowed_methods, reason = "a measurement needs a clock")]

use powergrab_bots::strategy::net::NetPlayer;
use powergrab_bots::strategy::{Player as _, ShedPolicy, resolve};
use powergrab_engine::cpu::{Instructions, Work, on_this_processor};
use powergrab_engine::game::{Action, Game as _, NoObserver, Pile, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use std::error::Error;
use std::ops::Range;
use std::time::Instant;

/// Rounds in a slice: few, so that few slices are interrupted on a shared machine.
const ROUNDS: u64 = 16;
/// Slices before rounds are repeated.
const SLICES: u64 = 64;

/// Plays rounds: `net` decides, or its recorded decisions are repeated.
struct Play<'a> {
    game: &'a Shedding,
    rounds: Range<u64>,
    players: &'a mut [NetPlayer],
    script: Option<&'a [Action]>,
    /// Recorded decisions.
    actions: &'a mut Vec<Action>,
}

impl Work for Play<'_> {
    /// Duration in nanoseconds.
    type Output = u128;

    #[inline(always)]
    fn work(self) -> u128 {
        let Play {
            game,
            rounds,
            players,
            script,
            actions,
        } = self;
        let start = Instant::now();
        let mut rng = Rng::from_key(1);
        actions.clear();
        for number in rounds {
            let mut round = Round::new(game, Pile::new(Rng::from_key(number)));
            let dealer = (number % game.n_seats() as u64) as u8;
            round.deal(game, dealer, &mut NoObserver);
            while let Some(ask) = round.ask(game, &mut NoObserver) {
                let action = match script {
                    Some(script) => script[actions.len()],
                    None => {
                        let view = game.view(&round.state, ask.seat);
                        players[usize::from(ask.seat)].decide(view, &ask.options, &mut rng)
                    }
                };
                actions.push(action);
                round.answer(game, action, &mut NoObserver);
            }
        }
        start.elapsed().as_nanos()
    }
}

/// Returns the lower quartile, the median and the upper quartile.
fn quartiles(times: &mut [f64]) -> [f64; 3] {
    times.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| times[quarter * times.len() / 4])
}

fn main() -> Result<(), Box<dyn Error>> {
    let slices: u64 = std::env::args().nth(1).map_or(Ok(600), |n| n.parse())?;
    if slices == 0 {
        return Err("SLICES: at least 1".into());
    }
    let bot = resolve::<Shedding>("net")?;
    let ShedPolicy::Net(net) = &bot.policy else {
        return Err("net is no network".into());
    };
    println!("seats,instructions,decision_ns,low_ns,high_ns,ratio_to_plain");
    for seats in [2, 4] {
        let game = Shedding::new(Rules::official(Family::PowerGrab), seats)?;
        let sets: Vec<Instructions> = Instructions::available().collect();
        let mut times = vec![Vec::new(); sets.len()];
        let mut actions = Vec::new();
        for slice in 0..slices {
            let first = slice % SLICES * ROUNDS;
            let mut play = |set: Instructions, script: Option<&[Action]>| {
                let player = || NetPlayer::with(net.clone(), set);
                let mut players: Vec<NetPlayer> = (0..seats).map(|_| player()).collect();
                let time = on_this_processor(Play {
                    game: &game,
                    rounds: first..first + ROUNDS,
                    players: &mut players,
                    script,
                    actions: &mut actions,
                });
                (time as f64, actions.clone())
            };
            let (_, script) = play(Instructions::PLAIN, None);
            let (engine, _) = play(Instructions::PLAIN, Some(&script));
            for (set, times) in sets.iter().zip(&mut times) {
                let (time, played) = play(*set, None);
                if played != script {
                    return Err(format!("{} plays otherwise than plain code", set.name()).into());
                }
                times.push((time - engine) / script.len() as f64);
            }
        }
        let mut plain = None;
        for (set, times) in sets.iter().zip(&mut times) {
            let [low, median, high] = quartiles(times);
            let ratio = median / *plain.get_or_insert(median);
            let name = set.name();
            println!("{seats},{name},{median:.0},{low:.0},{high:.0},{ratio:.3}");
        }
    }
    Ok(())
}
