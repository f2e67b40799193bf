//! Whole games at one table, by the driver.

use powergrab_bots::strategy::{Player, Players};
use powergrab_engine::game::{Driver, Game, Meter as _, Observer, Unit};
use powergrab_engine::rng::DealSeeds;

/// Plays one game of a deal. `players` and their `salts` are in the order of the seats. Calls
/// `each_round` after each round. Afterwards, the driver's position is the final one.
pub fn play_game<G: Game, P: Player<G>, O: Observer<G>>(
    game: &G,
    driver: &mut Driver<G>,
    (players, salts): (&mut [P], &[u64]),
    seeds: DealSeeds,
    unit: Unit,
    observer: &mut O,
    mut each_round: impl FnMut(&G::Meter),
) {
    let seats = &mut Players(players);
    driver.begin_game(game, seeds, salts, unit);
    assert!(!driver.announce(game, seats), "built-in bots do not listen");
    let mut meter = G::Meter::default();
    loop {
        meter.reset(game);
        let both = &mut (&mut meter, &mut *observer);
        driver.begin_round(game, both);
        driver.finish(game, seats, both);
        meter.close(game, driver.state());
        each_round(&meter);
        if driver.is_over(game) {
            break;
        }
    }
}
