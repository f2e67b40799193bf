//! What a seat saw, kept for later.

use super::engine::Grid;
use super::state::State;
use super::view::View;
use crate::cards::Seat;

/// A copy of what a [`View`] shows, kept for later; [`OwnedView::view`] reads it. Nothing else of the position can be had.
#[derive(Clone)]
pub struct OwnedView {
    state: Box<State>,
    seat: Seat,
}

impl OwnedView {
    /// The view that was copied; of the same game.
    pub fn view<'a>(&'a self, game: &'a Grid) -> View<'a> {
        View::new(game, &self.state, self.seat)
    }

    /// Makes it a copy of another view, in the same place of memory.
    pub fn renew(&mut self, view: View<'_>) {
        *self.state = *view.state;
        self.seat = view.seat();
    }
}

impl View<'_> {
    /// A copy that lives on when the game goes on.
    pub fn to_owned_view(&self) -> OwnedView {
        OwnedView {
            state: Box::new(*self.state),
            seat: self.seat(),
        }
    }
}
