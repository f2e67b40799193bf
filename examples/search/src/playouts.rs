//! Speed of playouts, compared with the engine alone from the same positions.

use crate::choices::PositionSampler;
use powergrab_bots::strategy::search::{
    Beliefs, Candidates, Goal, OptionValue, PlayoutBatch, SearchContext, Searchable as _, Worlds,
};
use powergrab_bots::strategy::{Bot, BotGame as _, PlayoutSeats, ShedPlayer};
use powergrab_engine::cards::Seat;
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{Ask, Chance as _, Game as _, NoObserver, Pile, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Shedding, State};
use serde::Serialize;
use std::time::Instant;

/// Measurements on one thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// The ruleset.
    pub ruleset: String,
    /// Number of seats.
    pub seats: usize,
    /// Bot that plays on.
    pub playout: String,
    /// Rounds continued by the engine alone, per second.
    pub engine: f64,
    /// Playouts of a search with uniform redeals, per second.
    pub playouts: f64,
    /// The same with beliefs.
    pub playouts_beliefs: f64,
    /// Speed of playouts with uniform redeals relative to the engine, median over slices.
    pub ratio: f64,
    /// The same with beliefs.
    pub ratio_beliefs: f64,
}

/// The positions played on, by the same code as a search's.
struct Engine<'a> {
    game: &'a Shedding,
    kept: &'a [(State, Ask)],
    players: &'a mut [ShedPlayer],
}

/// Playouts of each position, the same number for each method.
const EACH: u32 = 48;

impl Work for Engine<'_> {
    type Output = u64;

    #[inline(always)]
    fn work(self) -> u64 {
        let mut n = 0;
        for (state, ask) in self.kept {
            let mut pile = Pile::new(Rng::from_key(n));
            pile.refill(self.game.pile_of(state));
            for i in 0..EACH {
                let mut round = Round {
                    state: *state,
                    chance: pile.clone(),
                };
                round.chance.reseed(Rng::from_key(n));
                let action = ask.options.nth(i % ask.options.len());
                round.answer(self.game, action, &mut NoObserver);
                let mut seats = PlayoutSeats {
                    players: &mut *self.players,
                    rng: Rng::from_key(n),
                };
                round.finish(self.game, &mut seats, &mut NoObserver);
                std::hint::black_box(&round.state);
                n += 1;
            }
        }
        n
    }
}

/// Measures in this many slices, engine and searches in turn.
pub fn measure(game: &Shedding, bot: &Bot<Shedding>, slices: usize) -> Speed {
    let mut player = Shedding::player(&bot.policy, 0);
    let mut kept = Vec::new();
    for key in 0..40 {
        let mut round = Round::new(game, Pile::new(Rng::from_key(key)));
        let dealer = (key % game.n_seats() as u64) as Seat;
        round.deal(game, dealer, &mut NoObserver);
        let mut n = 0_u32;
        let mut keeper = PositionSampler {
            player: &mut player,
            rng: Rng::from_key(key),
            // Every seventh question with a choice.
            picks: |ask: &Ask| {
                n += 1;
                n.is_multiple_of(7) && Candidates::new(game, &ask.options).len() > 1
            },
            kept: &mut kept,
        };
        round.finish(game, &mut keeper, &mut NoObserver);
    }
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut context = SearchContext::<Shedding>::new(vec![player], Beliefs::NONE, Goal::Points);
    let mut estimates = [OptionValue::default(); 128];
    for _ in 0..slices.max(1) {
        let started = Instant::now();
        let n = on_this_processor(Engine {
            game,
            kept: &kept,
            players: &mut context.players,
        });
        times[0].push(started.elapsed().as_secs_f64() / n as f64);
        for (at, beliefs) in [Beliefs::NONE, Beliefs::default()].into_iter().enumerate() {
            let (started, mut n) = (Instant::now(), 0);
            for (state, ask) in &kept {
                let candidates = Candidates::new(game, &ask.options);
                let tried: Vec<u8> = (0..candidates.len() as u8).collect();
                let worlds = Worlds::Redealt {
                    view: game.view(state, ask.seat),
                    key: 1,
                    beliefs,
                };
                let n_worlds = (EACH / tried.len() as u32).max(1);
                Shedding::play_out(PlayoutBatch {
                    worlds: &worlds,
                    context: &mut context,
                    numbers: 0..n_worlds,
                    places: candidates.places(),
                    tried: &tried,
                    each: &mut |candidate, value, first| {
                        estimates[candidate].add(value, first, 1.0);
                    },
                });
                n += u64::from(n_worlds) * tried.len() as u64;
            }
            times[at + 1].push(started.elapsed().as_secs_f64() / n as f64);
        }
    }
    let median = |values: Vec<f64>| {
        let mut sorted = values;
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    };
    let ratio = |at: usize| {
        median(
            times[0]
                .iter()
                .zip(&times[at])
                .map(|(e, p)| e / p)
                .collect(),
        )
    };
    Speed {
        ruleset: game.rules().name.clone(),
        seats: game.n_seats(),
        playout: bot.name.clone(),
        ratio: ratio(1),
        ratio_beliefs: ratio(2),
        engine: 1.0 / median(times[0].clone()),
        playouts: 1.0 / median(times[1].clone()),
        playouts_beliefs: 1.0 / median(times[2].clone()),
    }
}
