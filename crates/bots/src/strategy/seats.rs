//! Players around a table, as the driver wants them.

use super::Player;
use crate::cards::Seat;
use crate::game::{Action, Ask, Decider, Game, Seats};
use crate::rng::Rng;

/// The players of a table, in the order of their seats.
pub struct Players<'a, P>(pub &'a mut [P]);

/// Lets a player that listens hear of an event, as its seat may know it.
pub fn tell<G: Game, P: Player<G> + ?Sized>(
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
            tell(player, seat as Seat, game, state, event);
        }
    }

    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        let view = game.view(state, ask.seat);
        self.0[usize::from(ask.seat)].decide(view, &ask.options, rng)
    }
}

/// One player without memory in all seats, with one stream: a playout.
pub struct OneForAll<'a, P> {
    /// The player.
    pub player: &'a mut P,
    /// Where its random numbers come from, whichever seat it answers for.
    pub rng: Rng,
}

impl<G: Game, P: Player<G>> Decider<G> for OneForAll<'_, P> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action {
        let view = game.view(state, ask.seat);
        self.player.decide(view, &ask.options, &mut self.rng)
    }
}
