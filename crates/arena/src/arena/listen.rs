//! Tables where somebody listens: each event goes to the players that want it, as their seats may know it.
//!
//! The machine is run from pause to pause here, because players both hear and answer. Tables of bots that do not listen
//! never come here.

use crate::cards::Seat;
use crate::game::{Ask, Chance, Game, Observer};
use crate::strategy::Player;

/// The ears of the players around a table.
pub(super) struct Ears<'a, P> {
    pub players: &'a mut [P],
}

impl<G: Game, P: Player<G>> Observer<G> for Ears<'_, P> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        for (seat, player) in self.players.iter_mut().enumerate() {
            let seat = seat as Seat;
            if player.listens()
                && let Some(heard) = game.heard(state, event, seat)
            {
                player.hear(game.view(state, seat), &heard);
            }
        }
    }
}

/// Deals a round and plays it to its end.
#[cold]
#[inline(never)]
pub(super) fn round<G: Game, C: Chance, O: Observer<G>, P: Player<G>>(
    game: &G,
    state: &mut G::State,
    lead: Seat,
    chance: &mut C,
    observer: &mut O,
    players: &mut [P],
    mut decide: impl FnMut(&mut [P], &G::State, &Ask) -> crate::game::Action,
) {
    game.start_round(state, lead, chance, &mut (&mut *observer, Ears { players }));
    loop {
        let ask = game.advance(state, chance, &mut (&mut *observer, Ears { players }));
        let Some(ask) = ask else {
            return;
        };
        let action = decide(players, state, &ask);
        game.apply(
            state,
            action,
            chance,
            &mut (&mut *observer, Ears { players }),
        );
    }
}
