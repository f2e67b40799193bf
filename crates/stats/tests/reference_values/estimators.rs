//! Tests, ratings and payoff matrices compared with other implementations
//! (`scripts/fixtures/statistics.py`: scipy, statsmodels, choix, nashpy, open_spiel), and edge
//! cases.

use powergrab_stats::alpha_rank::stationary;
use powergrab_stats::cycles::cycles;
use powergrab_stats::distributions::{
    chi_squared_tail, clopper_pearson, normal_quantile, normal_tail, sample_quantile, student_tails,
};
use powergrab_stats::holm::holm;
use powergrab_stats::interval::t_quantile;
use powergrab_stats::nash::{mixture, regret};
use powergrab_stats::plackett_luce::{Choice, NoConvergence, fit, is_connected, shares};
use powergrab_stats::proportion::Intervals;
use serde_json::Value;

fn fixtures() -> Value {
    serde_json::from_str(include_str!("fixtures/statistics.json")).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().unwrap().iter();
    list.map(|v| v.as_f64().unwrap()).collect()
}

/// Returns the rows of a list of lists of numbers.
fn rows(value: &Value) -> Vec<Vec<f64>> {
    let list = value.as_array().unwrap();
    assert!(!list.is_empty());
    list.iter().map(numbers).collect()
}

fn near(got: f64, right: f64, relative: f64, what: &dyn std::fmt::Debug) {
    let far = (got - right).abs() > relative * right.abs().max(1e-290);
    assert!(!far, "{what:?}: {got} and not {right}");
}

#[test]
fn tails_and_quantiles_are_scipys() {
    let tails = &fixtures()["tails"];
    for row in rows(&tails["student"]) {
        near(student_tails(row[0], row[1]), row[2], 1e-8, &row);
    }
    for row in rows(&tails["normal"]) {
        near(normal_tail(row[0]), row[1], 1e-12, &row);
    }
    for row in rows(&tails["quantile"]) {
        let z = normal_quantile(row[0]);
        assert!((z - row[1]).abs() < 1e-9, "{row:?}: {z}");
    }
    for row in rows(&tails["chi"]) {
        // scipy's own small tails far out have fewer correct digits.
        let got = chi_squared_tail(row[0], row[1]);
        assert!((got - row[2]).abs() < 1e-9, "{row:?}: {got}");
    }
    for row in rows(&tails["clopper_pearson"]) {
        let got = clopper_pearson(row[0] as u64, row[1] as u64, row[2]);
        assert!((got.low - row[3]).abs() < 1e-9, "{row:?} {got:?}");
        assert!((got.high - row[4]).abs() < 1e-9, "{row:?} {got:?}");
    }
    // The tail of Student's t and its quantile are inverses of each other.
    for degrees in [1, 2, 30, 199, 201, 100_000, 3_000_000] {
        near(
            student_tails(t_quantile(degrees), degrees as f64),
            0.05,
            1e-9,
            &degrees,
        );
    }
}

#[test]
fn percentiles_of_replicates_are_scipys() {
    let bootstrap = &fixtures()["bootstrap"];
    let sorted = numbers(&bootstrap["sorted"]);
    for (p, key) in [(0.025, "low"), (0.975, "high")] {
        let right = bootstrap[key].as_f64().unwrap();
        near(sample_quantile(&sorted, p).unwrap(), right, 1e-12, &key);
    }
    assert_eq!(sample_quantile(&[], 0.5), None);
    assert_eq!(sample_quantile(&[3.0], 1.0), Some(3.0));
}

#[test]
fn holms_adjustment_is_that_of_statsmodels() {
    for family in fixtures()["holm"].as_array().unwrap() {
        let p: Vec<Option<f64>> = numbers(&family["p"]).into_iter().map(Some).collect();
        for (got, right) in holm(&p).into_iter().zip(numbers(&family["adjusted"])) {
            near(got.unwrap(), right, 1e-12, family);
        }
    }
    // A missing test does not count.
    assert_eq!(
        holm(&[None, Some(0.03), None, Some(0.5)]),
        [None, Some(0.06), None, Some(0.5)]
    );
    assert_eq!(holm(&[]), []);
}

/// The p-value is below 5 % exactly if the 95 % interval excludes the value.
#[test]
fn tests_and_intervals_agree() {
    for deals in [10, 11, 201, 5000] {
        let intervals = Intervals::new(deals);
        for p in [0.0, 0.01, 0.2, 0.25, 0.26, 0.5, 0.9, 1.0] {
            for se in [1e-6, 0.003, 0.01, 0.02, 0.1] {
                for even in [0.1, 0.25, 0.5] {
                    let interval = intervals.proportion(p, Some(se)).unwrap();
                    let inside = interval.low <= even && even <= interval.high;
                    let test = intervals.proportion_test(p, Some(se), even).unwrap();
                    assert_eq!(
                        test >= 0.05,
                        inside,
                        "{deals} {p} {se} {even}: {test} {interval:?}"
                    );
                }
                let d = p - 0.3;
                let interval = intervals.difference(d, Some(se)).unwrap();
                let inside = interval.low <= 0.0 && 0.0 <= interval.high;
                let test = intervals.difference_test(d, Some(se)).unwrap();
                assert_eq!(test >= 0.05, inside, "{deals} {d} {se}");
            }
        }
    }
    assert_eq!(Intervals::new(1).proportion_test(0.3, None, 0.25), None);
    assert_eq!(
        Intervals::new(9).proportion_test(0.26, Some(0.0), 0.25),
        None
    );
}

/// Returns a fixture's line-ups as choices, with games and wins.
fn line_ups(case: &Value) -> (Vec<Choice>, Vec<f64>, Vec<f64>) {
    let n = case["n"].as_u64().unwrap() as usize;
    let mut wins = vec![0.0; n];
    let (mut choices, mut games) = (Vec::new(), Vec::new());
    let each = rows(&case["line_ups"]).into_iter().zip(rows(&case["wins"]));
    for (bots, won) in each {
        let mut distinct: Vec<usize> = bots.iter().map(|b| *b as usize).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let seats = |bot: &usize| bots.iter().filter(|b| **b as usize == *bot).count() as u32;
        for (bot, won) in distinct.iter().zip(&won) {
            wins[*bot] += won;
        }
        games.push(won.iter().sum());
        choices.push(Choice {
            seats: distinct.iter().map(|bot| (*bot, seats(bot))).collect(),
        });
    }
    (choices, games, wins)
}

#[test]
fn ratings_are_choixs_and_those_of_the_greatest_likelihood() {
    let fixtures = fixtures();
    for (key, within) in [("plackett_luce", 1e-8), ("seats_and_prior", 1e-6)] {
        for case in fixtures[key].as_array().unwrap() {
            let (choices, games, wins) = line_ups(case);
            let prior = case["prior"].as_f64().unwrap_or(0.0);
            let theta = fit(&choices, &games, &wins, prior, None).unwrap();
            let right = numbers(&case["theta"]);
            for (got, right) in theta.iter().zip(&right) {
                assert!(
                    (got - right).abs() < within,
                    "{key}: {theta:?} and not {right:?}"
                );
            }
            // The same result from another start.
            let start: Vec<f64> = (0..wins.len()).map(|i| i as f64 / 3.0).collect();
            let again = fit(&choices, &games, &wins, prior, Some(&start)).unwrap();
            for (a, b) in theta.iter().zip(&again) {
                assert!((a - b).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn where_somebody_never_wins_only_a_prior_gives_ratings() {
    let choices = [Choice {
        seats: vec![(0, 1), (1, 1), (2, 1)],
    }];
    let wins = [60.0, 40.0, 0.0];
    assert_eq!(
        fit(&choices, &[100.0], &wins, 0.0, None),
        Err(NoConvergence)
    );
    let theta = fit(&choices, &[100.0], &wins, 1.0, None).unwrap();
    assert!(
        theta[0] > theta[1] && theta[1] > theta[2] && theta[2] > -10.0,
        "{theta:?}"
    );
    // Two groups that never met.
    let apart = [
        Choice {
            seats: vec![(0, 1), (1, 1)],
        },
        Choice {
            seats: vec![(2, 1), (3, 1)],
        },
    ];
    let wins = [10.0, 10.0, 5.0, 15.0];
    let met = |i: usize, j: usize| i / 2 == j / 2;
    assert!(!is_connected(4, met));
    assert!(is_connected(2, met));
    assert!(!is_connected(3, |i, j| i < j));
    assert!(fit(&apart, &[20.0, 20.0], &wins, 1.0, None).is_ok());
    // Shares are proportional to seats if all are equal.
    let choice = Choice {
        seats: vec![(0, 3), (1, 1)],
    };
    assert_eq!(shares(&choice, &[0.0, 0.0]), [0.75, 0.25]);
}

#[test]
fn mixtures_are_nashpys_and_ranks_are_open_spiels() {
    for case in fixtures()["games"].as_array().unwrap() {
        let n = case["n"].as_u64().unwrap() as usize;
        let gains = numbers(&case["gains"]);
        let got = mixture(&gains, n).unwrap();
        for (got, right) in got.iter().zip(numbers(&case["nash"])) {
            assert!((got - right).abs() < 1e-7, "{got} and not {right}");
        }
        assert!(regret(&gains, &got).abs() < 1e-12);
        for rank in case["alpha_rank"].as_array().unwrap() {
            let alpha = rank["alpha"].as_f64().unwrap();
            let got = stationary(&gains, n, 50, alpha).unwrap();
            for (got, right) in got.iter().zip(numbers(&rank["pi"])) {
                assert!((got - right).abs() < 1e-6, "{alpha}: {got} and not {right}");
            }
        }
    }
}

#[test]
fn mixtures_and_ranks_are_defined_at_the_edges() {
    assert_eq!(mixture(&[0.0; 9], 3), Some(vec![1.0 / 3.0; 3]));
    assert_eq!(mixture(&[], 0), None);
    assert_eq!(mixture(&[f64::NAN; 4], 2), None);
    // Two equal strategies that beat a third: some mixture of the two.
    let gains = [0.0, 0.0, 0.2, 0.0, 0.0, 0.2, -0.2, -0.2, 0.0];
    let got = mixture(&gains, 3).unwrap();
    assert!(
        got[2] < 1e-12 && (got[0] + got[1] - 1.0).abs() < 1e-12,
        "{got:?}"
    );
    let rank = stationary(&gains, 3, 50, 10.0).unwrap();
    assert!(
        (rank[0] - rank[1]).abs() < 1e-12 && rank[2] < 1e-6,
        "{rank:?}"
    );
    // For any intensity of selection.
    let rank = stationary(&gains, 3, 50, 1e6).unwrap();
    assert!(
        (rank[0] - 0.5).abs() < 1e-12 && (rank[1] - 0.5).abs() < 1e-12,
        "{rank:?}"
    );
    assert_eq!(stationary(&[], 0, 50, 1.0), None);
    assert_eq!(stationary(&[0.0], 1, 50, 1.0), Some(vec![1.0]));
}

#[test]
fn rings_are_found() {
    // 0 > 1 > 2 > 0, and 3 loses to all.
    let beats = [
        (0, 1, 0.3),
        (1, 2, 0.1),
        (2, 0, 0.2),
        (0, 3, 0.1),
        (1, 3, 0.1),
        (2, 3, 0.1),
    ];
    let gain = |i: usize, j: usize| {
        let of = beats.iter().find(|b| (b.0, b.1) == (i, j));
        of.map(|b| b.2)
    };
    let found = cycles(4, gain);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].members.clone(), found[0].weakest),
        (vec![0, 1, 2], 0.1)
    );
    // Reversed.
    let found = cycles(4, |i, j| gain(j, i));
    assert_eq!(found[0].members, [0, 2, 1]);
    // A cycle of four in which not everyone beats anyone.
    let square = |i: usize, j: usize| ((i + 1) % 4 == j && i < 4).then_some(1.0);
    let found = cycles(6, square);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].members, [0, 1, 2, 3]);
    assert!(cycles(5, |i, j| (i < j).then_some(1.0)).is_empty());
}
