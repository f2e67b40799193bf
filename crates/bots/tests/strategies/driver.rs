//! The driver with bots in the seats: the game is the same however it is stopped, forked and
//! listened to.

use powergrab_bots::strategy::{Bot, BotGame, Players, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Driver, NoObserver, Seats, SeatsObserver, Unit};
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Family, Shedding};
use test_support::{option_sets, times};

/// Returns the end of a game, which is the same however the driver is stopped, forked and listened
/// to on the way.
fn end_of<G: BotGame>(
    game: &G,
    bot: &Bot<G>,
    deal: u64,
    rounds: impl Fn(&mut Driver<G>, &mut dyn FnMut() -> Vec<G::Player>),
) -> Vec<i32> {
    let mut players = || -> Vec<G::Player> {
        let seats = 0..game.n_seats() as Seat;
        seats.map(|seat| G::player(&bot.policy, seat)).collect()
    };
    let mut driver = Driver::new(game);
    driver.begin_game(
        game,
        Seeds::new(4, Purpose::Test).deal(deal),
        &[3],
        Unit::Game,
    );
    while driver.n_rounds() == 0 || !driver.is_over(game) {
        rounds(&mut driver, &mut players);
    }
    let seats = 0..game.n_seats() as Seat;
    let scores = seats.map(|seat| game.score(driver.state(), seat));
    scores.chain([driver.n_rounds() as i32]).collect()
}

fn a_driver_goes_on_the_same<G: BotGame>(game: &G, bot: &str) {
    let bot = resolve::<G>(bot).unwrap();
    for deal in 0..times(3, 6).into() {
        let straight = end_of(game, &bot, deal, |driver, players| {
            driver.begin_round(game, &mut NoObserver);
            driver.finish(game, &mut Players(&mut players()), &mut NoObserver);
        });
        let heard = end_of(game, &bot, deal, |driver, players| {
            driver.heard_round(game, &mut Players(&mut players()), &mut NoObserver);
        });
        let stopped = end_of(game, &bot, deal, |driver, players| {
            let mut players = players();
            let mut seats = Players(&mut players);
            driver.begin_round(game, &mut SeatsObserver(&mut seats));
            while let Some(ask) = driver.ask(game, &mut NoObserver) {
                assert_eq!(driver.ask(game, &mut NoObserver), Some(ask), "asked twice");
                // A fork does not affect its origin.
                let mut fork = driver.clone();
                fork.answer(
                    game,
                    ask.options.nth(ask.options.len() - 1),
                    &mut NoObserver,
                );
                fork.finish(game, &mut seats, &mut NoObserver);
                let (state, rng) = (driver.state(), &mut driver.rng(ask.seat).clone());
                let action = seats.decide(game, state, &ask, rng);
                assert_eq!(driver.choose(game, &ask, &mut seats), action);
                driver.answer(game, action, &mut NoObserver);
            }
        });
        assert_eq!(straight, heard);
        assert_eq!(straight, stopped);
    }
}

#[test]
fn a_driver_that_is_stopped_and_forked_goes_on_the_same() {
    for family in Family::ALL {
        for set in [0, 6, 7] {
            let game = Shedding::new(option_sets(family).swap_remove(set), 3).unwrap();
            a_driver_goes_on_the_same(&game, "random");
            a_driver_goes_on_the_same(&game, "balanced");
        }
    }
    let game = Grid::new(powergrab_engine::grid::Rules::official(), 3).unwrap();
    a_driver_goes_on_the_same(&game, "random");
}
