//! A view kept for later.

use super::Game;
use crate::cards::Seat;

/// A copy of what a view shows, kept for later; [`OwnedView::view`] reads it. Nothing else of the position can be had.
#[derive(Clone)]
pub struct OwnedView<G: Game> {
    state: Box<G::State>,
    seat: Seat,
}

impl<G: Game> OwnedView<G> {
    /// A copy of this seat's view.
    pub fn new(state: &G::State, seat: Seat) -> OwnedView<G> {
        OwnedView {
            state: Box::new(state.clone()),
            seat,
        }
    }

    /// The view that was copied; of the same game.
    pub fn view<'a>(&'a self, game: &'a G) -> G::View<'a> {
        game.view(&self.state, self.seat)
    }

    /// Makes it a copy of another view, in the same place of memory.
    pub(crate) fn set(&mut self, state: &G::State, seat: Seat) {
        self.state.as_mut().clone_from(state);
        self.seat = seat;
    }
}
