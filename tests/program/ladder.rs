//! The value of search: the ladders, and the truth against which searches are compared.

use crate::call::{ok, out, package, powergrab, says};
use crate::checkpoints::flip_bits;
use crate::runs::results;
use powergrab_bots::strategy::{Bot, BotGame as _, register, resolve};
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_experiments::analysis::decision_quality::{gain, valued_decisions};
use powergrab_experiments::analysis::information_value::{Information, calibrate, look};
use powergrab_experiments::analysis::playouts::measure;
use powergrab_experiments::analysis::solver::{Endgame, tiny};
use powergrab_lab::analysis::ladder::{budgets, deals};
use test_support::times;

#[test]
fn budgets_double_and_deals_pay_for_them() {
    assert_eq!(budgets(64).collect::<Vec<_>>(), [0, 8, 16, 32, 64]);
    assert_eq!(budgets(4).collect::<Vec<_>>(), [0]);
    assert_eq!(deals(4096, 4, 10_000_000), 10_000_000 / (8 * 4096 * 4));
    assert_eq!((deals(4096, 4, 1), deals(0, 2, u64::MAX)), (8, 2000));
}

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

/// A ladder is a run like others: it can be split and merged, resumes, and detects damage.
#[test]
fn a_ladder_in_a_directory_is_split_and_merged() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let what = "ladder skill --rulesets classic --seats 2,3 --policies monte-carlo --playout greedy --effort 2000 --most 16";
    let printed = out(home, &format!("{what} --out one"));
    let one = results(&home.join("one"));
    assert_eq!(one["skill_ladder.csv"], printed.as_bytes());
    assert!(!home.join("one/shards").exists());
    assert!(ok(home, &format!("{what} --out one --resume")).contains("complete"));
    for n in [1, 3, 20] {
        for k in 1..=n {
            ok(home, &format!("{what} --out parts{n} --shard {k}/{n}"));
        }
        ok(home, &format!("merge parts{n}"));
        assert!(results(&home.join(format!("parts{n}"))) == one);
    }
    let part = home.join("parts3/shards/part-2-of-3.shard");
    flip_bits(&part, 8, |_| {
        let text = says(
            home,
            &format!("{what} --out parts3 --shard 2/3 --resume"),
            2,
        );
        assert!(
            text.contains("part-2-of-3.shard: is ") && text.contains("--force"),
            "{text}"
        );
        says(home, "merge parts3", 2);
    });
    std::fs::remove_file(part).unwrap();
    let text = says(home, "merge parts3", 3);
    assert!(
        text.contains("2 of 6 rungs are missing: classic 3 monte-carlo 0"),
        "{text}"
    );
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
fn nobody_can_name_the_clairvoyant() {
    for name in ["clairvoyant", "strategies/clairvoyant.toml"] {
        assert!(resolve::<Shedding>(name).is_err());
    }
    let text = "policy = \"clairvoyant\"";
    assert!(register::from_text::<Shedding>("x", "x.toml", text).is_err());
    assert!(
        Shedding::POLICIES
            .iter()
            .all(|p| !p.info.name.contains("clairvoyant"))
    );
    let with_sight = "policy = \"monte-carlo\"\n[params]\nsight = \"clairvoyant\"";
    assert!(register::from_text::<Shedding>("x", "x.toml", with_sight).is_err());
}

#[test]
fn knowing_all_hands_is_worth_something() {
    let game = Shedding::new(Rules::official(Family::Classic), 2).unwrap();
    let greedy = resolve("greedy").unwrap();
    let [uniform, _, clairvoyant] =
        Information::ALL.map(|sight| look(&game, sight, &greedy, 64, 60, 1));
    let gain = clairvoyant.points_over - uniform.points_over;
    assert!(gain > 0.0, "{uniform:?} {clairvoyant:?}");
    assert_eq!(
        look(&game, Information::Uniform, &greedy, 64, 60, 1),
        uniform
    );
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

/// Before anything is played.
#[test]
fn ladders_refuse_who_cannot_climb() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out.csv");
    let to = ["--out", out.to_str().unwrap()];
    let small = ["--rulesets", "classic", "--seats", "2"];
    for (args, part) in [
        (
            &["skill", "--policies", "ismcts", to[0], to[1]][..],
            "monte-carlo",
        ),
        (
            &["skill", "--playout", "monte-carlo", to[0], to[1]],
            "cannot make playouts",
        ),
        (
            &["skill", "--playout", "ismcts", to[0], to[1]],
            "ismcts: was removed; use `monte-carlo`",
        ),
        (
            &["sight", "--playout", "monte-carlo"],
            "cannot make playouts",
        ),
    ] {
        let run = powergrab(package())
            .args("ladder")
            .args(args)
            .args(&small)
            .output();
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        let told = String::from_utf8(run.stderr).unwrap();
        assert!(told.contains(part), "{args:?}: {told}");
        assert!(!out.exists());
    }
}

/// A ladder that cannot be kept is refused before its first rung.
#[test]
fn a_ladder_that_cannot_be_written_is_not_climbed() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a-file");
    std::fs::write(&file, "").unwrap();
    let run = powergrab(package())
        .args(&["ladder", "skill", "--rulesets", "classic", "--seats", "2"])
        .args(&["--most", "8", "--effort", "1", "--out"])
        .args(&[file.join("out.csv")])
        .output();
    let told = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2), "{told}");
    assert!(told.contains("is not a directory"), "{told}");
    assert!(!told.contains(" rounds"), "{told}");
}
