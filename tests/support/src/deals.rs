//! Games and rules for the tests of several crates.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

use crate::EventLog;
use powergrab_engine::game::{Game as _, Pile};
use powergrab_engine::grid::{Grid, Rules as GridRules, State};
use powergrab_engine::rng::RoundSeeds;
use powergrab_engine::shedding::{Drawing, Family, Rules, Stacking, Upcard};

/// Returns games of Grid with few seats and many, short hands and long.
pub fn grid_games() -> impl Iterator<Item = Grid> {
    [2, 4, 8].into_iter().flat_map(|n| {
        [1, 7, 12].map(|hand_size| {
            let rules = GridRules {
                hand_size,
                ..GridRules::official()
            };
            Grid::new(rules, n).unwrap()
        })
    })
}

/// Returns a game of Grid after its deal, and its draw pile.
pub fn start_grid(game: &Grid, seeds: &RoundSeeds, log: &mut EventLog) -> (State, Pile) {
    let mut pile = Pile::new(seeds.table());
    let mut state = game.new_game();
    game.start_round(&mut state, 0, &mut pile, log);
    (state, pile)
}

/// Returns a family's official rules with varied options. Without the first of `house`, house rules
/// are off.
pub fn varied_rules(family: Family, variant: u8, house: [bool; 6]) -> Rules {
    let mut rules = Rules::official(family);
    rules.wild_after_draw = variant == 1;
    rules.hand_size = [7, 3, 12][usize::from(variant)];
    let [on, cross, until, force, fair, moves] = house;
    if on {
        rules.stack = if cross {
            Stacking::Cross
        } else {
            Stacking::Same
        };
        rules.draw = if until {
            Drawing::UntilPlayable
        } else {
            Drawing::One
        };
        (rules.force_play, rules.bluff, rules.challenge) = (force, !fair, fair || cross);
        rules.seven_zero = moves;
        rules.upcard = match (until, force) {
            // Large hands may leave no number.
            (true, true) if variant < 2 => Upcard::Number,
            (true, false) => Upcard::Plain,
            _ => Upcard::Sheet,
        };
    }
    rules
}
