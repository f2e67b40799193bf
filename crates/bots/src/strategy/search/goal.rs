//! Objectives of a search.

use super::Searchable;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::Unit;

/// Value of a finished playout to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The chance of winning the whole game from the scores after the round.
    Game,
    /// Points of the round over the others' mean, in hundreds.
    Points,
    /// 1 for a round won, shared between several winners.
    Round,
}

impl Goal {
    /// All of them.
    pub const ALL: [Goal; 3] = [Goal::Game, Goal::Points, Goal::Round];
    /// Names in strategy files.
    pub const NAMES: [&'static str; 3] = ["game", "points", "round"];

    /// Returns the goal of that name.
    pub fn named(name: &str) -> Option<Goal> {
        Goal::ALL.into_iter().find(|goal| goal.name() == name)
    }

    /// Returns the goal's name in strategy files.
    pub fn name(self) -> &'static str {
        Goal::NAMES[self as usize]
    }

    /// Returns the value of the finished round to the seat. For [`Goal::Game`], the odds must have
    /// been prepared for this seat.
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

/// The chance of winning what is played.
impl From<Unit> for Goal {
    fn from(unit: Unit) -> Goal {
        match unit {
            Unit::Game => Goal::Game,
            Unit::Round => Goal::Round,
        }
    }
}
