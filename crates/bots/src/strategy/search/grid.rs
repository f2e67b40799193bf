//! The parts of a search for Grid: nothing is inferred from the past, and a game is one round.

use super::{Goal, PlayoutBatch, Searchable};
use crate::strategy::grid::GridPolicy;
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::cpu::on_this_processor;
use powergrab_engine::game::{Action, Game as _};
use powergrab_engine::grid::{Grid, State, View};
use powergrab_engine::rng::Rng;

impl Searchable for Grid {
    type Odds = ();

    const PLAYOUT: &'static str = "grid-greedy";

    #[inline(always)]
    fn redeal(view: View<'_>, rng: &mut Rng) -> State {
        view.redeal(rng)
    }

    #[inline(always)]
    fn pile_of(&self, state: &State) -> CardSet {
        let mut seen = state.buried();
        let board = state.board();
        for cell in 0..16 {
            if board.occupied() >> cell & 1 == 1 {
                seen |= CardSet::one(board.top(cell));
            }
        }
        for seat in 0..self.n_seats() as Seat {
            seen |= state.hand(seat) | state.pile(seat);
        }
        self.tables().all.without(seen)
    }

    #[inline(always)]
    fn kind(&self, action: Action) -> u8 {
        match (action.slot(), action.choice_number()) {
            (Some(slot), _) => self.tables().copies.of(slot).first(),
            (None, number) => 128 | number.unwrap_or(0),
        }
    }

    #[inline(always)]
    fn points(&self, state: &State, seat: Seat) -> f64 {
        let n = self.n_seats();
        let own = f64::from(self.score(state, seat));
        let all: i32 = (0..n).map(|s| self.score(state, s as Seat)).sum();
        (own - (f64::from(all) - own) / (n - 1) as f64) / 100.0
    }

    /// A game is one round.
    #[inline(always)]
    fn chance(&self, odds: &(), state: &State, seat: Seat) -> f64 {
        Goal::Round.value(self, state, seat, odds)
    }

    fn play_out(batch: PlayoutBatch<'_, '_, Self>) {
        on_this_processor(batch);
    }

    fn is_plain(policy: &GridPolicy) -> bool {
        !matches!(policy, GridPolicy::External(_))
    }
}
