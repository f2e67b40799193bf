//! The interval formulas compared with scipy (`scripts/fixtures/intervals.py`), and edge cases.

use powergrab_stats::interval::{Interval, Ratio, t_quantile};
use powergrab_stats::proportion::Intervals;
use serde_json::Value;

fn fixtures() -> Value {
    serde_json::from_str(include_str!("fixtures/intervals.json")).unwrap()
}

fn close(a: f64, b: f64, relative: f64) -> bool {
    (a - b).abs() <= relative * b.abs()
}

fn ratio(deals: &[(i64, i64)]) -> Ratio {
    let sum = |f: fn(i128, i128) -> i128| {
        let terms = deals.iter().map(|&(n, x)| f(i128::from(n), i128::from(x)));
        terms.sum::<i128>()
    };
    Ratio {
        deals: deals.len() as u64,
        n: deals.iter().map(|d| d.0).sum(),
        nn: sum(|n, _| n * n),
        x: deals.iter().map(|d| d.1).sum(),
        xn: sum(|n, x| n * x),
        xx: sum(|_, x| x * x),
    }
}

#[test]
fn students_t_is_that_of_the_tables() {
    // Printed tables, three decimals.
    for (degrees, t) in [
        (1, 12.706),
        (2, 4.303),
        (5, 2.571),
        (10, 2.228),
        (30, 2.042),
        (120, 1.980),
    ] {
        assert!((t_quantile(degrees) - t).abs() < 0.0005, "{degrees}");
    }
    for row in fixtures()["t"].as_array().unwrap() {
        let degrees = row["degrees"].as_u64().unwrap();
        let t = row["t"].as_f64().unwrap();
        let got = t_quantile(degrees);
        assert!(close(got, t, 1e-11), "{degrees}: {got} and not {t}");
    }
}

#[test]
fn standard_errors_are_those_of_the_definition() {
    for row in fixtures()["ratios"].as_array().unwrap() {
        let deals: Vec<(i64, i64)> = row["deals"]
            .as_array()
            .unwrap()
            .iter()
            .map(|d| (d["n"].as_i64().unwrap(), d["x"].as_i64().unwrap()))
            .collect();
        let ratio = ratio(&deals);
        assert!(close(
            ratio.mean().unwrap(),
            row["mean"].as_f64().unwrap(),
            1e-15
        ));
        let (got, se) = (ratio.se().unwrap(), row["se"].as_f64().unwrap());
        assert!(close(got, se, 1e-12), "{got} and not {se}");
    }
}

#[test]
fn bounds_are_the_roots_of_their_equations() {
    for row in fixtures()["proportions"].as_array().unwrap() {
        let number = |key: &str| row[key].as_f64().unwrap();
        let intervals = Intervals::new(row["deals"].as_u64().unwrap());
        let got = intervals.proportion(number("p"), Some(number("se")));
        if number("deals") < 10.0 {
            assert_eq!(got, None);
            continue;
        }
        let got = got.unwrap();
        assert!((got.low - number("low")).abs() < 1e-10, "{row} {got:?}");
        assert!((got.high - number("high")).abs() < 1e-10, "{row} {got:?}");
    }
}

#[test]
fn nothing_is_undefined_at_the_edges() {
    let one = ratio(&[(4, 2520)]);
    assert_eq!(one.se(), None);
    assert_eq!(ratio(&[]).mean(), None);
    assert_eq!(ratio(&[(0, 0), (0, 0)]).se(), None);
    // Fewer than ten deals say nothing about the next, nor does a standard error of 0.
    for deals in [0, 1, 9] {
        assert_eq!(Intervals::new(deals).proportion(0.3, Some(0.1)), None);
        assert_eq!(Intervals::new(deals).difference(0.3, Some(0.1)), None);
        assert_eq!(
            Intervals::new(deals).proportion_test(0.3, Some(0.1), 0.5),
            None
        );
    }
    assert_eq!(Intervals::new(10).proportion(0.3, Some(0.0)), None);
    assert_eq!(Intervals::new(10).difference(0.3, None), None);
    // The same in every deal: no spread at all, for any value. The next deal may differ.
    for n_deals in [2, 3, 1000] {
        let same = ratio(&vec![(3, 2520); n_deals]);
        assert_eq!((same.se(), same.mean_se()), (Some(0.0), None));
        let p = same.mean_of(2520).unwrap();
        let se = same.share_se(2520, p * (1.0 - p)).unwrap();
        let games = 3.0 * n_deals as f64;
        assert!((se - (1f64.min(games * p * (1.0 - p))).sqrt() / games).abs() < 1e-12);
        if let Some(interval) = Intervals::new(n_deals as u64).proportion(p, Some(se)) {
            assert!(interval.low < p && p < interval.high, "{interval:?}");
        }
        let growing: Vec<(i64, i64)> = (1..=n_deals as i64).map(|n| (n, 7 * n)).collect();
        assert_eq!(ratio(&growing).se(), Some(0.0));
    }
    // Never outside the possible range, and the estimate always inside.
    for p in [0.0, 1e-9, 0.01, 0.5, 0.99, 1.0] {
        for se in [1e-12, 0.001, 0.3] {
            for deals in [10, 11, 50, 1_000_000] {
                let interval = Intervals::new(deals).proportion(p, Some(se));
                let Interval { low, high } = interval.unwrap();
                assert!(
                    0.0 <= low && low <= p && p <= high && high <= 1.0,
                    "{p} {se} {deals}"
                );
            }
        }
    }
}

/// A mean has an error if there are enough deals and events.
#[test]
fn means_of_few_deals_or_events_have_no_error() {
    let turns = |deals: i64| -> Vec<(i64, i64)> { (0..deals).map(|d| (4, 200 + d % 7)).collect() };
    assert_eq!(ratio(&turns(14)).mean_se(), None);
    assert!(ratio(&turns(15)).mean_se().is_some());
    let rare = |events: usize| {
        let deal = |d: usize| (4, i64::from(d < events));
        ratio(&(0..10_000).map(deal).collect::<Vec<_>>()).mean_se()
    };
    assert_eq!((rare(0), rare(1), rare(24)), (None, None, None));
    assert!(rare(26).is_some());
}

/// If few games deviate, one more is assumed to; if many do, nothing changes.
#[test]
fn shares_that_few_games_change_are_less_certain() {
    let tied = |deals: usize, unlike: usize| {
        let deal = |d: usize| (2, 2520 * if d < unlike { 2 } else { 1 });
        ratio(&(0..deals).map(deal).collect::<Vec<_>>())
    };
    let se = |r: &Ratio| r.share_se(2520, 0.25).unwrap();
    let plain = |r: &Ratio| r.se().unwrap() / 2520.0;
    for unlike in [0, 1, 5] {
        let r = tied(100, unlike);
        let games = plain(&r).powi(2) * 200.0 * 200.0;
        assert!((se(&r) - (games + 1.0).sqrt() / 200.0).abs() < 1e-12);
    }
    let many = tied(200, 80);
    assert_eq!(se(&many), plain(&many));
    // Three deals of two games: one game of six.
    assert!((se(&tied(3, 0)) - (1.0 / 36.0f64).sqrt()).abs() < 1e-12);
}

/// Sums beyond 128 bits in the middle of the formula do not break it.
#[test]
fn very_large_sums_still_give_an_error() {
    let x = 1i64 << 60;
    let got = ratio(&[(1 << 40, x), (1 << 40, 3), (1 << 40, x / 2)])
        .se()
        .unwrap();
    let plain: f64 = {
        let xs = [x as f64, 3.0, x as f64 / 2.0];
        let mean = xs.iter().sum::<f64>() / 3.0;
        let squares: f64 = xs.iter().map(|x| (x - mean) * (x - mean)).sum();
        (1.5 * squares).sqrt() / (3.0 * (1u64 << 40) as f64)
    };
    assert!(close(got, plain, 1e-9), "{got} and not {plain}");
}
