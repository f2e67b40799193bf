//! Stored views.

use super::Game;
use crate::cards::Seat;

/// A stored copy of a view's information; [`OwnedView::view`] reads it. Other parts of the position
/// are inaccessible.
#[derive(Clone)]
pub struct OwnedView<G: Game> {
    state: Box<G::State>,
    seat: Seat,
}

impl<G: Game> OwnedView<G> {
    /// Copies this seat's view.
    pub fn new(state: &G::State, seat: Seat) -> OwnedView<G> {
        OwnedView {
            state: Box::new(state.clone()),
            seat,
        }
    }

    /// Returns the stored view; `game` must be the same game.
    pub fn view<'a>(&'a self, game: &'a G) -> G::View<'a> {
        game.view(&self.state, self.seat)
    }

    /// Turns it into a copy of another view, in the same memory.
    pub(crate) fn set(&mut self, state: &G::State, seat: Seat) {
        self.state.as_mut().clone_from(state);
        self.seat = seat;
    }
}
