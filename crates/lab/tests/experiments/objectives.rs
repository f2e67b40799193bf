//! Objectives of tuning, under every scoring (PG-16). The objectives of searches are tested with
//! the bots.

use powergrab_arena::hero_sums::Objective;
use powergrab_arena::run::Control;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::{Bot, BotCatalog, resolve};
use powergrab_engine::game::Unit;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Family, Rules, Scoring, Shedding};
use powergrab_lab::sweep::trial::{TrialOptions, TrialTable};
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

const SCORINGS: [Scoring; 2] = [Scoring::Opponents, Scoring::Own];

fn game(scoring: Scoring, players: usize) -> Shedding {
    let mut rules = Rules::official(Family::PowerGrab);
    rules.scoring = scoring;
    Shedding::new(rules, players).unwrap()
}

/// The worse bot has less of each objective.
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
            let bots = BotCatalog::default();
            let options = TrialOptions {
                bots: &bots,
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
                    sums.heroes[0].x > sums.heroes[1].x,
                    "{scoring:?}, {objective:?}: {:?}",
                    sums.heroes
                );
            }
        }
    }
}
