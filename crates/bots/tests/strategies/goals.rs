//! The objectives of searches under every scoring (PG-16). The rewards of learners are tested with
//! the environments.

use powergrab_bots::strategy::search::{Goal, Searchable};
use powergrab_bots::strategy::{Bot, BotGame, PlayoutSeats, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Game as _, NoObserver, Pile, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Rules, Scoring, Shedding};

const SCORINGS: [Scoring; 2] = [Scoring::Opponents, Scoring::Own];

fn game(scoring: Scoring, players: usize) -> Shedding {
    let mut rules = Rules::official(Family::PowerGrab);
    rules.scoring = scoring;
    Shedding::new(rules, players).unwrap()
}

/// The objectives of searches, and the values of options for learners.
#[test]
fn goals_prefer_the_winner_under_every_scoring() {
    for scoring in SCORINGS {
        let game = game(scoring, 3);
        let bot: Bot<Shedding> = resolve("greedy").unwrap();
        let mut player = Shedding::player(&bot.policy, 0);
        let odds = <Shedding as Searchable>::Odds::default();
        for key in 0..20 {
            let mut round = Round::new(&game, Pile::new(Rng::from_key(key)));
            round.deal(&game, 0, &mut NoObserver);
            let mut seats = PlayoutSeats {
                players: std::slice::from_mut(&mut player),
                rng: Rng::from_key(key),
            };
            round.finish(&game, &mut seats, &mut NoObserver);
            let winners = game.round_outcome(&round.state).winners;
            let value = |seat: Seat| Goal::Points.value(&game, &round.state, seat, &odds);
            let winner = winners.trailing_zeros() as Seat;
            for other in (0..3).filter(|seat| *seat != winner) {
                assert!(value(winner) > value(other), "{scoring:?}, {key}");
            }
        }
    }
}
