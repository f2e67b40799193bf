//! The value of search: the ladders.

use crate::call::{ok, out, package, powergrab, says};
use crate::checkpoints::flip_bits;
use crate::runs::results;
use powergrab_bots::strategy::{BotGame as _, register, resolve};
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_experiments::analysis::information_value::{Information, look};
use powergrab_lab::analysis::ladder::{budgets, deals};

#[test]
fn budgets_double_and_deals_pay_for_them() {
    assert_eq!(budgets(64).collect::<Vec<_>>(), [0, 8, 16, 32, 64]);
    assert_eq!(budgets(4).collect::<Vec<_>>(), [0]);
    assert_eq!(deals(4096, 4, 10_000_000), 10_000_000 / (8 * 4096 * 4));
    assert_eq!((deals(4096, 4, 1), deals(0, 2, u64::MAX)), (8, 2000));
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
