//! The course of rounds, as `balance` measures it.

use crate::variant::{rules, table};
use powergrab_arena::run::{Control, Workers};
use powergrab_balance::drama::{Drama, REPLICATES};
use powergrab_engine::game::Unit;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_lab::matches::quick::Match;
use std::sync::atomic::AtomicBool;
use test_support::times;

/// Forecasts from other deals come true as often as they say.
#[test]
fn the_drama_is_calibrated() {
    let tables = [table(&rules(""), &["greedy", "greedy", "greedy"])];
    let drama = Drama {
        tables: &tables,
        seeds: Seeds::new(5, Purpose::Play),
        replicates: REPLICATES,
    };
    let cancel = AtomicBool::new(false);
    let control = Control {
        cancel: &cancel,
        progress: &|_| {},
    };
    let rows = drama.run(times(1500, 6000).into(), Workers::default(), control);
    let rows = rows.unwrap().unwrap();
    let figure = |metric: &str, at: &str| {
        let row = rows.iter().find(|r| r.metric == metric && r.at == at);
        row.map(|r| r.figure)
    };
    let mut classes = 0;
    for bin in 0..10 {
        let at = format!("{}-{} %", 10 * bin, 10 * (bin + 1));
        let pair = figure("calibration_forecast", &at).zip(figure("calibration_won", &at));
        if let Some((forecast, won)) = pair
            && won.se.unwrap() < 0.02
        {
            classes += 1;
            let miss = (forecast.value - won.value).abs();
            assert!(
                miss < 0.03 + 4.0 * won.se.unwrap(),
                "{at}: {forecast:?} {won:?}"
            );
        }
    }
    assert!(classes >= 4, "{classes}");
    // The chances are an estimate too: the mean chance of a favourite depends on them, far beyond
    // the spread from deal to deal (which would be a few hundredths of a point). Figures that jump
    // with them have no computable error.
    let forecast = figure("favourite_forecast", "50 %").unwrap();
    assert!(forecast.se.unwrap() > 0.003, "{forecast:?}");
    // The same turns as in rounds.csv, including forced ones.
    let turns = figure("turns", "").unwrap();
    let three = Match::new("power-grab").unwrap();
    let three = (0..3).fold(three, |it, _| it.bot_named("greedy").unwrap());
    let played = three.unit(Unit::Round).deals(3000).play().unwrap();
    let rows = played.summary().round_rows();
    let whole = rows.iter().find(|row| row.metric == "turns").unwrap();
    let miss = (whole.mean - turns.value).abs();
    let error = whole.se.unwrap().hypot(turns.se.unwrap());
    assert!(miss < 4.0 * error, "{turns:?}: {} a round", whole.mean);
    for jumps in ["known_50", "known_80"] {
        assert_eq!(figure(jumps, "").unwrap().interval, None, "{jumps}");
    }
    // The nearer the end, the better the best guess.
    let (early, late) = (
        figure("favourite_wins", "10 %"),
        figure("favourite_wins", "90 %"),
    );
    assert!(late.unwrap().value > early.unwrap().value + 0.2);
}
