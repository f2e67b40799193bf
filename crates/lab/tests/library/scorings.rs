//! PG-16: who wants points and who does not. What learners are rewarded with is tested beside the environments.

use powergrab_arena::play::Unit;
use powergrab_arena::run::Control;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::search::{Goal, Searchable};
use powergrab_bots::strategy::{Bot, BotGame, OneForAll, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Game as _, Pile, Round, Silent};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Family, Rules, Scoring, Shedding};
use powergrab_lab::sweep::trial::{Objective, TrialOptions, TrialTable};
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

const SCORINGS: [Scoring; 2] = [Scoring::Opponents, Scoring::Own];

fn game(scoring: Scoring, players: usize) -> Shedding {
    let mut rules = Rules::official(Family::PowerGrab);
    rules.scoring = scoring;
    Shedding::new(rules, players).unwrap()
}

/// What tunings count: the worse bot has less of it.
#[test]
fn objectives_prefer_the_better_bot_under_every_scoring() {
    for scoring in SCORINGS {
        for objective in [Objective::Points, Objective::Margin, Objective::WinShare] {
            let field: Vec<Bot<Shedding>> = vec![resolve("greedy").unwrap()];
            let heroes: Vec<Bot<Shedding>> =
                vec![resolve("greedy").unwrap(), resolve("random").unwrap()];
            let table = TrialTable::new(
                game(scoring, 2),
                field,
                vec![vec![0]],
                Unit::Round,
                Order::Cyclic,
                objective,
            );
            let options = TrialOptions {
                seeds: Seeds::new(1, Purpose::Tune),
                threads: NonZero::new(2),
                control: Control {
                    cancel: &AtomicBool::new(false),
                    progress: &|_| {},
                },
            };
            let trial = table.play(&heroes, 0, 400, &options).unwrap();
            for sums in &trial.panels[0] {
                assert!(
                    sums.x[0] > sums.x[1],
                    "{scoring:?}, {objective:?}: {:?}",
                    sums.x
                );
            }
        }
    }
}

/// What searches maximise, and with it the values of options that learners are given.
#[test]
fn goals_prefer_the_winner_under_every_scoring() {
    for scoring in SCORINGS {
        let game = game(scoring, 3);
        let bot: Bot<Shedding> = resolve("greedy").unwrap();
        let mut player = Shedding::player(&bot.policy, 0);
        let odds = <Shedding as Searchable>::Odds::default();
        for key in 0..20 {
            let mut round = Round::new(&game, Pile::new(Rng::from_key(key)));
            round.deal(&game, 0, &mut Silent);
            let mut seats = OneForAll {
                player: &mut player,
                rng: Rng::from_key(key),
            };
            round.finish(&game, &mut seats, &mut Silent);
            let winners = game.round_outcome(&round.state).winners;
            let value = |seat: Seat| Goal::Points.value(&game, &round.state, seat, &odds);
            let winner = winners.trailing_zeros() as Seat;
            for other in (0..3).filter(|seat| *seat != winner) {
                assert!(value(winner) > value(other), "{scoring:?}, {key}");
            }
        }
    }
}
