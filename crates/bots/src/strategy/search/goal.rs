//! What is to be maximised.

use super::Searchable;
use powergrab_engine::cards::Seat;

/// What a finished playout is worth to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The chance of winning the whole game from the scores after the round.
    Game,
    /// The points of the round over the others' mean, in hundreds.
    Points,
    /// 1 for a round won, shared where it is.
    Round,
}

impl Goal {
    /// All of them.
    pub const ALL: [Goal; 3] = [Goal::Game, Goal::Points, Goal::Round];
    /// As strategy files name them.
    pub const NAMES: [&'static str; 3] = ["game", "points", "round"];

    /// The goal of that name.
    pub fn named(name: &str) -> Option<Goal> {
        Goal::ALL.into_iter().find(|goal| goal.name() == name)
    }

    /// Its name in strategy files.
    pub fn name(self) -> &'static str {
        Goal::NAMES[self as usize]
    }

    /// What the round that is over is worth to the seat, for which the odds were prepared where it is [`Goal::Game`].
    #[inline(always)]
    pub fn value<G: Searchable>(
        self,
        game: &G,
        state: &G::State,
        seat: Seat,
        odds: &G::Odds,
    ) -> f64 {
        match self {
            Goal::Game => game.chance(odds, state, seat),
            Goal::Points => game.points(state, seat),
            Goal::Round => {
                let winners = game.round_outcome(state).winners;
                let share = f64::from(winners.count_ones().max(1));
                f64::from(winners >> seat & 1) / share
            }
        }
    }
}
