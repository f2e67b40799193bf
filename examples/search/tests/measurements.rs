//! Searches on single positions, compared with the truth.

use powergrab_bots::strategy::{Bot, BotGame as _, register, resolve};
use powergrab_engine::shedding::{Family, Rules, Shedding};
use search::beliefs::calibrate;
use search::choices::{gain, valued_decisions};
use search::endgames::{Endgame, tiny};
use search::playouts::measure;
use test_support::times;

#[test]
fn bots_without_weights_do_not_suit_tiny_decks() {
    let tiny = tiny(Family::Classic, 0);
    let suits = |name: &str| {
        let bot: Bot<Shedding> = resolve(name).unwrap();
        Shedding::suits(&bot.policy, &tiny.game)
    };
    assert!(suits("greedy").is_ok());
    assert!(suits("net").unwrap_err().to_string().contains("weights"));
}

/// The choices of a search gain more with its budget, and the playout policy's own nothing.
#[test]
fn choices_are_weighed_by_many_playouts() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let greedy = resolve("greedy").unwrap();
    let found = valued_decisions(&game, &greedy, 60, 600, 1);
    let own = gain(&game, &found, &greedy);
    assert_eq!((own.positions, own.departures, own.gain), (60, 0, 0.0));
    let random = gain(&game, &found, &resolve("random").unwrap());
    assert!(random.gain < -1.0 && random.departures > 10, "{random:?}");
    let text = "policy = \"monte-carlo\"\n[params]\nplayouts = 1024\nplayout = \"greedy\"";
    let bot = register::from_text("search", "x", text).unwrap().bot;
    let search = gain(&game, &found, &bot);
    assert!(search.gain > 0.0 && search.departures > 3, "{search:?}");
    let worths = found[0].worths(&game, 0);
    assert_eq!((worths[0].gain, worths[0].gain_se), (0.0, 0.0));
    assert!(worths[1].spread > worths[1].gain_se);
}

/// A playout costs at most four times as much as a round of the engine alone from the same
/// position.
#[test]
fn playouts_are_not_much_slower_than_the_engine() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 4).unwrap();
    let speed = measure(&game, &resolve("greedy").unwrap(), 5);
    assert!(speed.ratio > 0.25, "{speed:?}");
    assert!(speed.ratio_beliefs > 0.25, "{speed:?}");
}

#[test]
fn beliefs_predict_better_than_none() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let rows = calibrate(&game, &resolve("balanced").unwrap(), 600, 60, 1);
    let brier = |sight: &str| rows.iter().find(|r| r.sight == sight).unwrap().brier;
    let n = |sight: &str| {
        rows.iter()
            .filter(|r| r.sight == sight)
            .map(|r| r.n)
            .sum::<u64>()
    };
    assert_eq!(n("uniform"), n("beliefs"));
    assert!(n("uniform") > 500, "{}", n("uniform"));
    assert!(brier("beliefs") < brier("uniform"), "{rows:?}");
}

fn regret(positions: &[Endgame], bot: &Bot<Shedding>) -> f64 {
    let lost = positions
        .iter()
        .enumerate()
        .map(|(i, tiny)| tiny.regret(bot, i as u64));
    100.0 * lost.sum::<f64>() / positions.len() as f64
}

/// It keeps the mistakes of the playout bot, so no budget brings it to the truth.
#[test]
fn a_search_is_closer_to_the_truth_than_the_bot_that_plays_on() {
    let positions: Vec<Endgame> = (0..times(30, 60))
        .map(|n| tiny(Family::Classic, u64::from(n)))
        .collect();
    let search = |playouts: u32| {
        let text = format!(
            "policy = \"monte-carlo\"\n[params]\nplayouts = {playouts}\ncaution = 0\nplayout = \"greedy\""
        );
        regret(
            &positions,
            &register::from_text("search", "x", &text).unwrap().bot,
        )
    };
    let greedy = regret(&positions, &resolve("greedy").unwrap());
    let (some, much) = (search(16), search(2048));
    println!("greedy {greedy}, 16 playouts {some}, 2048 playouts {much}");
    assert!(
        much < greedy / 2.0 && much <= some,
        "{greedy} {some} {much}"
    );
}
