//! One table, one game: the only game loop of the laboratory.

use super::listen;
use crate::cards::{SEAT_SLOTS, Seat, at};
use crate::game::{Action, Ask, Decider, Game, Meter, Metrics, Observer, Pile};
use crate::rng::{DealSeeds, Rng};
use crate::strategy::Player;

/// What is played as one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A game to the target.
    Game,
    /// A single round, the dealer uniform.
    Round,
}

/// Everything that a table needs, made once and used for game after game.
pub struct Table<'g, G: Game> {
    game: &'g G,
    /// The position.
    pub state: G::State,
    pile: Pile,
    rngs: [Rng; SEAT_SLOTS],
    meter: G::Meter,
}

/// The players around a table, each with its stream.
struct Seats<'a, P> {
    players: &'a mut [P],
    rngs: &'a mut [Rng; SEAT_SLOTS],
}

impl<G: Game, P: Player<G>> Decider<G> for Seats<'_, P> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action {
        let seat = ask.seat as usize;
        let view = game.view(state, ask.seat);
        self.players[seat].decide(view, &ask.options, &mut self.rngs[at(ask.seat)])
    }
}

/// Tells the players that listen of a new game.
#[cold]
fn begin<G: Game, P: Player<G>>(game: &G, players: &mut [P], salts: &[u64], seeds: DealSeeds) {
    for (seat, player) in players.iter_mut().enumerate() {
        if player.listens() {
            player.begin(game, own_seed(seeds, seat as Seat, salts[seat]));
        }
    }
}

/// The number that a seat's bot may seed its own random numbers with in a game: the first of its stream in round 0.
pub(super) fn own_seed(seeds: DealSeeds, seat: Seat, salt: u64) -> u64 {
    seeds.round(0).bot(seat, salt).next_u64()
}

impl<'g, G: Game> Table<'g, G> {
    /// An empty table.
    pub fn new(game: &'g G) -> Table<'g, G> {
        Table {
            game,
            state: game.new_game(),
            pile: Pile::new(Rng::from_key(0)),
            rngs: std::array::from_fn(|_| Rng::from_key(0)),
            meter: G::Meter::default(),
        }
    }

    /// Plays one game of the deal with these seeds. `players` and the `salts` of their strategies are by seat;
    /// `each_round` hears of each round when it is over, [`Table::state`] is that of the end.
    #[inline(always)]
    pub fn play<P: Player<G>, O: Observer<G>>(
        &mut self,
        players: &mut [P],
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
        observer: &mut O,
        mut each_round: impl FnMut(&G, &G::State, &Metrics, &G::Meter),
    ) {
        let game = self.game;
        game.reset_game(&mut self.state);
        for player in players.iter_mut() {
            player.new_game();
        }
        let listening = players.iter().any(Player::listens);
        if listening {
            begin(game, players, salts, seeds);
        }
        for round in 0.. {
            let seeds = seeds.round(round);
            self.pile.reseed(seeds.table());
            for (seat, rng) in self.rngs[..game.n_seats()].iter_mut().enumerate() {
                *rng = seeds.bot(seat as Seat, salts[seat]);
            }
            let lead = match unit {
                Unit::Game => game.lead(&self.state, &seeds),
                Unit::Round => seeds.dealer().below(game.n_seats() as u32) as Seat,
            };
            self.meter.reset(game);
            let mut listeners = (&mut self.meter, &mut *observer);
            if listening {
                let rngs = &mut self.rngs;
                listen::round(
                    game,
                    &mut self.state,
                    lead,
                    &mut self.pile,
                    &mut listeners,
                    players,
                    |players, state, ask| Seats { players, rngs }.decide(game, state, ask),
                );
            } else {
                game.start_round(&mut self.state, lead, &mut self.pile, &mut listeners);
                let mut seats = Seats {
                    players,
                    rngs: &mut self.rngs,
                };
                game.play_round(&mut self.state, &mut self.pile, &mut listeners, &mut seats);
            }
            let metrics = self.meter.close(game, &self.state);
            each_round(game, &self.state, &metrics, &self.meter);
            if unit == Unit::Round || game.is_over(&self.state) {
                break;
            }
        }
    }
}
