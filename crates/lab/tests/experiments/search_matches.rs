//! The searching bots in matches: better than their playout bots, the same with any number of
//! threads.

use powergrab_bots::strategy::{Bot, register};
use powergrab_engine::shedding::Shedding;
use powergrab_lab::matches::quick::Match;
use std::num::NonZero;
use test_support::times;

fn bot(name: &str, params: &str) -> Bot<Shedding> {
    let text = format!("policy = \"monte-carlo\"\n[params]\n{params}");
    register::from_text(name, "test.toml", &text).unwrap().bot
}

/// Returns the share of rounds or games that the first bot won, and the standard error.
fn share(first: Bot<Shedding>, second: &str, deals: u64, ruleset: &str) -> (f64, f64) {
    let name = first.name.clone();
    let result = Match::new(ruleset).unwrap().bot(first);
    let result = result.bot_named(second).unwrap().deals(deals).play();
    let result = result.unwrap();
    let record = result.record(&name).unwrap();
    (record.win_rate, record.se.unwrap())
}

#[test]
fn it_beats_its_own_playout_policy() {
    let mc = bot("mc", "playouts = 64\nplayout = \"greedy\"");
    let (rate, error) = share(mc, "greedy", times(24, 60).into(), "power-grab");
    assert!(rate - 3.0 * error > 0.5, "{rate} ± {error}");
}

#[test]
fn any_number_of_threads_gives_the_same_games() {
    let play = |threads| {
        let threads = NonZero::new(threads).unwrap();
        let it = Match::new("green-lantern").unwrap();
        let it = it.bot(bot("mc", "playouts = 16\nplayout = \"greedy\""));
        let it = it.bot_named("random").unwrap().bot_named("greedy").unwrap();
        let result = it.deals(6).seed(3).threads(threads).play().unwrap();
        format!("{:?}", result.record("mc"))
    };
    assert_eq!(play(1), play(3));
}
