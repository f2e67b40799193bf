//! Games that nothing counts: the engine and its bots alone, for benchmarks.

use super::experiment::Experiment;
use super::play::TablePlay;
use powergrab_bots::strategy::{BotGame, FallibleSeats, Players, SeatVisitor};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::Game;
use powergrab_engine::rng::Seeds;
use std::ops::Range;

/// Plays these deals with the experiment's first bot in all seats of its first table, on this
/// thread; returns the number of rounds.
pub(crate) fn play_bare<G: BotGame>(experiment: &Experiment<G>, deals: Range<u64>) -> u64 {
    let game = &experiment.tables[0];
    let policy = &experiment.bots[0].policy;
    let mut rounds = 0;
    let seated = UncountedGames {
        table: &mut TablePlay::new(game),
        seeds: experiment.seeds,
        deals,
        rounds: &mut rounds,
    };
    let policies = vec![policy; game.n_seats()];
    if let Err(seated) = G::uniform_table(&policies, seated) {
        let mut players: Vec<G::Player> = (0..game.n_seats())
            .map(|seat| G::player(policy, seat as Seat))
            .collect();
        let mut players: Vec<&mut G::Player> = players.iter_mut().collect();
        seated.with(&mut Players(&mut players));
    }
    rounds
}

/// Games that wait for their players.
struct UncountedGames<'a, 'g, G: Game> {
    table: &'a mut TablePlay<'g, G>,
    seeds: Seeds,
    deals: Range<u64>,
    rounds: &'a mut u64,
}

impl<G: Game> SeatVisitor<G> for UncountedGames<'_, '_, G> {
    fn with<S: FallibleSeats<G>>(self, seats: &mut S) {
        on_this_processor(BareGames { bare: self, seats });
    }
}

struct BareGames<'p, 'a, 'g, G: Game, S> {
    bare: UncountedGames<'a, 'g, G>,
    seats: &'p mut S,
}

impl<G: Game, S: FallibleSeats<G>> Work for BareGames<'_, '_, '_, G, S> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let UncountedGames {
            table,
            seeds,
            deals,
            rounds,
        } = self.bare;
        for deal in deals {
            *rounds += table.play_bare(self.seats, &[0; MAX_SEATS], seeds.deal(deal));
        }
    }
}
