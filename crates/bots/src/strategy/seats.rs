//! Players around a table, as the driver takes them.

use super::{Fault, Player};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Ask, Decider, Game, Seats};
use powergrab_engine::rng::Rng;

/// Players of a table, in the order of their seats.
pub struct Players<'a, P>(pub &'a mut [P]);

/// Passes an event to a player that listens, as its seat may know it.
pub fn notify<G: Game, P: Player<G> + ?Sized>(
    player: &mut P,
    seat: Seat,
    game: &G,
    state: &G::State,
    event: &G::Event,
) {
    if player.listens()
        && let Some(heard) = game.heard(state, event, seat)
    {
        player.hear(game.view(state, seat), &heard);
    }
}

impl<G: Game, P: Player<G>> Seats<G> for Players<'_, P> {
    #[inline(always)]
    fn new_game(&mut self) {
        for player in self.0.iter_mut() {
            player.new_game();
        }
    }

    #[inline(always)]
    fn listen(&self) -> bool {
        self.0.iter().any(Player::listens)
    }

    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        let player = &mut self.0[usize::from(seat)];
        if player.listens() {
            player.begin(game, seed);
        }
    }

    fn hear(&mut self, game: &G, state: &G::State, event: &G::Event) {
        for (seat, player) in self.0.iter_mut().enumerate() {
            notify(player, seat as Seat, game, state, event);
        }
    }

    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        let view = game.view(state, ask.seat);
        self.0[usize::from(ask.seat)].decide(view, &ask.options, rng)
    }
}

/// Players of a run's table, each of which may fail.
pub trait FallibleSeats<G: Game>: Seats<G> {
    /// Returns the failure of this seat's player in the finished game (see [`Player::fault`]).
    fn fault(&mut self, seat: Seat) -> Option<Fault>;
}

impl<G: Game, P: Player<G>> FallibleSeats<G> for Players<'_, P> {
    fn fault(&mut self, seat: Seat) -> Option<Fault> {
        self.0[usize::from(seat)].fault()
    }
}

/// One player of the register without memory or events, in all seats, each with its own stream: no
/// look-up by seat.
pub struct SharedPlayer<P>(pub P);

impl<G: Game, P: Player<G>> Seats<G> for SharedPlayer<P> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        self.0.decide(game.view(state, ask.seat), &ask.options, rng)
    }
}

impl<G: Game, P: Player<G>> FallibleSeats<G> for SharedPlayer<P> {
    fn fault(&mut self, _: Seat) -> Option<Fault> {
        None
    }
}

/// One player without memory in all seats, with one stream: a playout.
pub struct PlayoutPlayer<'a, P> {
    /// The player.
    pub player: &'a mut P,
    /// Source of its random numbers, for any seat that it answers for.
    pub rng: Rng,
}

impl<G: Game, P: Player<G>> Decider<G> for PlayoutPlayer<'_, P> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action {
        let view = game.view(state, ask.seat);
        self.player.decide(view, &ask.options, &mut self.rng)
    }
}

/// Players without memory, one for each seat, with one stream: a playout of a line-up.
pub struct PlayoutSeats<'a, P> {
    /// The players, by seat.
    pub players: &'a mut [P],
    /// Source of their random numbers.
    pub rng: Rng,
}

impl<G: Game, P: Player<G>> Decider<G> for PlayoutSeats<'_, P> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action {
        let view = game.view(state, ask.seat);
        self.players[usize::from(ask.seat)].decide(view, &ask.options, &mut self.rng)
    }
}
