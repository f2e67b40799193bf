//! One table, one game: the only game loop of the laboratory.

use super::cpu::{Work, on_this_processor};
use super::listen;
use crate::cards::{SEAT_SLOTS, Seat, at};
use crate::game::{Action, Ask, Decider, Game, Meter, Metrics, Observer, Pile, Silent};
use crate::rng::{DealSeeds, Rng, RoundSeeds};
use crate::strategy::Player;

/// What is played as one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A game to the target.
    Game,
    /// A single round, the dealer uniform.
    Round,
}

/// Whoever hears of each round of a game when it is over: a type of its own, for closures are not inlined into code for a
/// processor's own instructions.
pub trait EachRound<G: Game> {
    /// The round that `state` shows the end of, and what was counted in it.
    fn round(&mut self, game: &G, state: &G::State, metrics: &Metrics, meter: &G::Meter);
}

/// A closure that hears of each round.
struct Closure<F>(F);

impl<G: Game, F: FnMut(&G, &G::State, &Metrics, &G::Meter)> EachRound<G> for Closure<F> {
    #[inline(always)]
    fn round(&mut self, game: &G, state: &G::State, metrics: &Metrics, meter: &G::Meter) {
        (self.0)(game, state, metrics, meter);
    }
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
        each_round: impl FnMut(&G, &G::State, &Metrics, &G::Meter),
    ) {
        self.play_for(players, salts, seeds, unit, observer, Closure(each_round));
    }

    /// [`Table::play`] for a run, where speed counts.
    #[inline(always)]
    pub fn play_for<P: Player<G>, O: Observer<G>>(
        &mut self,
        players: &mut [P],
        salts: &[u64],
        seeds: DealSeeds,
        unit: Unit,
        observer: &mut O,
        mut each_round: impl EachRound<G>,
    ) {
        let Table {
            game,
            state,
            pile,
            rngs,
            meter,
        } = self;
        game.reset_game(state);
        for player in players.iter_mut() {
            player.new_game();
        }
        let listening = players.iter().any(Player::listens);
        if listening {
            begin(*game, players, salts, seeds);
        }
        for round in 0.. {
            let seeds = seeds.round(round);
            meter.reset(game);
            let mut listeners = (&mut *meter, &mut *observer);
            play_round(
                *game,
                state,
                pile,
                rngs,
                players,
                salts,
                seeds,
                unit,
                listening,
                &mut listeners,
            );
            let metrics = meter.close(game, state);
            each_round.round(game, state, &metrics, meter);
            if unit == Unit::Round || game.is_over(state) {
                break;
            }
        }
    }

    /// Plays one game as [`Table::play`] does, and counts nothing: the engine and its bots alone, for benchmarks. Gives the
    /// number of rounds.
    #[inline(always)]
    pub fn play_bare<P: Player<G>>(
        &mut self,
        players: &mut [P],
        salts: &[u64],
        seeds: DealSeeds,
    ) -> u64 {
        let Table {
            game,
            state,
            pile,
            rngs,
            ..
        } = self;
        game.reset_game(state);
        for player in players.iter_mut() {
            player.new_game();
        }
        for round in 0.. {
            let seeds = seeds.round(round);
            play_round(
                *game,
                state,
                pile,
                rngs,
                players,
                salts,
                seeds,
                Unit::Game,
                false,
                &mut Silent,
            );
            if game.is_over(state) {
                return u64::from(round) + 1;
            }
        }
        0
    }
}

/// One round, its streams taken by position.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "the parts of a table, borrowed apart"
)]
fn play_round<G: Game, P: Player<G>, O: Observer<G>>(
    game: &G,
    state: &mut G::State,
    pile: &mut Pile,
    rngs: &mut [Rng; SEAT_SLOTS],
    players: &mut [P],
    salts: &[u64],
    seeds: RoundSeeds,
    unit: Unit,
    listening: bool,
    listeners: &mut O,
) {
    pile.reseed(seeds.table());
    for (seat, rng) in rngs[..game.n_seats()].iter_mut().enumerate() {
        *rng = seeds.bot(seat as Seat, salts[seat]);
    }
    let lead = match unit {
        Unit::Game => game.lead(state, &seeds),
        Unit::Round => seeds.dealer().below(game.n_seats() as u32) as Seat,
    };
    if listening {
        return listen::round(
            game,
            state,
            lead,
            pile,
            listeners,
            players,
            |players, state, ask| Seats { players, rngs }.decide(game, state, ask),
        );
    }
    game.start_round(state, lead, pile, listeners);
    on_this_processor(Round {
        game,
        state,
        pile,
        listeners,
        seats: Seats { players, rngs },
    });
}

/// A round that is dealt.
struct Round<'a, G: Game, P, O> {
    game: &'a G,
    state: &'a mut G::State,
    pile: &'a mut Pile,
    listeners: &'a mut O,
    seats: Seats<'a, P>,
}

impl<G: Game, P: Player<G>, O: Observer<G>> Work for Round<'_, G, P, O> {
    type Output = ();

    #[inline(always)]
    fn work(mut self) {
        self.game
            .play_round(self.state, self.pile, self.listeners, &mut self.seats);
    }
}
