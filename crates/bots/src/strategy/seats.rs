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

/// Players without memory, with one stream: a playout.
pub struct PlayoutSeats<'a, P> {
    /// The players: by seat, or a single one for all seats.
    pub players: &'a mut [P],
    /// Source of their random numbers.
    pub rng: Rng,
}

/// Returns the player of a seat among those of a playout.
#[inline(always)]
pub(crate) fn playout_player<P>(players: &mut [P], seat: Seat) -> &mut P {
    let at = if players.len() == 1 {
        0
    } else {
        usize::from(seat)
    };
    &mut players[at]
}

impl<G: Game, P: Player<G>> Decider<G> for PlayoutSeats<'_, P> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action {
        let view = game.view(state, ask.seat);
        playout_player(self.players, ask.seat).decide(view, &ask.options, &mut self.rng)
    }
}
