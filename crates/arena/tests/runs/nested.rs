//! Runs inside runs: a bot that plays games of its own while it decides, on as many threads as the
//! outer run.

use crate::run;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::{Bot, Player, ShedPolicy, Strategy, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Options, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Family, Rules, Shedding, View};
use std::num::NonZero;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// A run of this test takes a fraction of a second. One that exceeds this limit is deadlocked.
const LIMIT: Duration = Duration::from_secs(60);

/// Thread on which a bot starts its own run.
#[derive(Clone, Copy, Debug)]
enum Starts {
    /// The calling thread.
    There,
    /// A new one, for which it waits: like a call from Python.
    Elsewhere,
}

/// Plays a run at the first decision of each game, and takes the first option.
#[derive(Clone, Copy, Debug)]
struct Runs {
    threads: usize,
    starts: Starts,
}

struct RunsPlayer {
    bot: Runs,
    played: bool,
}

impl Strategy<Shedding> for Runs {
    fn player(&self, _: Seat) -> Box<dyn Player<Shedding> + Send> {
        Box::new(RunsPlayer {
            bot: *self,
            played: false,
        })
    }
}

impl Player<Shedding> for RunsPlayer {
    fn new_game(&mut self) {
        self.played = false;
    }

    fn decide(&mut self, _: View<'_>, options: &Options, _: &mut Rng) -> Action {
        if !self.played {
            self.played = true;
            let threads = self.bot.threads;
            let inner = || play(resolve("greedy").unwrap(), 4, threads);
            let deals = match self.bot.starts {
                Starts::There => inner().1,
                Starts::Elsewhere => thread::scope(|s| s.spawn(inner).join()).unwrap().1,
            };
            assert_eq!(deals, 4);
        }
        options.nth(0)
    }
}

/// Plays the bot against `greedy`.
fn play(bot: Bot<Shedding>, deals: u64, threads: usize) -> (Tally, u64) {
    let rules = Rules::official(Family::PowerGrab);
    let experiment = Experiment {
        tables: vec![Shedding::new(rules, 2).unwrap()],
        bots: vec![bot, resolve("greedy").unwrap()],
        line_ups: vec![LineUp {
            table: 0,
            bots: vec![0, 1],
        }],
        unit: Unit::Round,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(4, Purpose::Play),
    };
    let done = run(&experiment, deals, threads, NonZero::new(1));
    (done.collected, done.deals.end)
}

#[test]
fn a_bot_may_play_runs_on_as_many_threads_as_the_run_that_asks_it() {
    let first = Bot::new("runs", resolve::<Shedding>("first-legal").unwrap().policy);
    let expected = play(first, 20, 1);
    for threads in [1, 2] {
        for starts in [Starts::There, Starts::Elsewhere] {
            let (to, from) = channel();
            thread::spawn(move || {
                let bot = ShedPolicy::external(Runs { threads, starts });
                // The receiver is gone after the limit.
                let _ = to.send(play(Bot::new("runs", bot), 20, threads));
            });
            let played = from.recv_timeout(LIMIT);
            let played = played.unwrap_or_else(|e| panic!("{threads} threads, {starts:?}: {e}"));
            assert_eq!(played, expected, "{threads} threads, {starts:?}");
        }
    }
}
