//! Candidate designs of a search, and their order.

use powergrab_balance::variants::Change;
use powergrab_engine::cards::Tower;
use powergrab_engine::rng::Rng;
use serde_json::json;

fn pick<'a, T>(lots: &mut Rng, list: &'a [T]) -> &'a T {
    &list[lots.below(list.len() as u32) as usize]
}

/// Draws a design: the effect of each tower, its number of icons, the hand size, Instant UNO.
pub(crate) fn candidate(number: usize, lots: &mut Rng) -> Change {
    const STOPS: [&[&str]; 9] = [
        &["D1"],
        &["D2"],
        &["W4"],
        &["S"],
        &["D1", "S"],
        &["D1", "D2"],
        &["D2", "S"],
        &["W4", "S"],
        &["W4", "D1"],
    ];
    let mut protects = serde_json::Map::new();
    for tower in Tower::ALL {
        protects.insert(tower.to_string(), json!(pick(lots, &STOPS)));
    }
    // One to three icons per tower and colour, on randomly drawn cards; a number has two copies in
    // a colour.
    let mut places: Vec<u8> = (1..=9).flat_map(|n| [n, n]).collect();
    let mut icons: Vec<String> = Vec::new();
    for tower in Tower::ALL {
        for _ in 0..=lots.below(3) {
            let place = places.swap_remove(lots.below(places.len() as u32) as usize);
            icons.push(format!("{place}{tower}"));
        }
    }
    icons.sort();
    Change {
        name: format!("design-{number}"),
        options: json!({
            "protects": protects,
            "icons": icons.join(" "),
            "hand_size": pick(lots, &[5, 6, 7, 7, 8, 9]),
            "instant_uno": *pick(lots, &[true, true, false]),
        }),
    }
}

/// Returns whether a is at least as good as b in every goal and better in one.
pub(crate) fn beats(a: &[f64; 3], b: &[f64; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b) && a != b
}

/// Returns the indices of the goals, ordered by the number of others that beat them, then by the
/// sum of their ranks.
pub(crate) fn order(goals: &[[f64; 3]]) -> Vec<usize> {
    let beaten = |i: usize| goals.iter().filter(|other| beats(other, &goals[i])).count();
    let rank = |i: usize| -> usize {
        (0..3)
            .map(|k| goals.iter().filter(|other| other[k] < goals[i][k]).count())
            .sum()
    };
    let mut places: Vec<usize> = (0..goals.len()).collect();
    places.sort_by_key(|&i| (beaten(i), rank(i), i));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_balance::variants::changed;
    use powergrab_engine::shedding::{Family, Rules};

    #[test]
    fn the_front_is_what_nothing_beats() {
        let goals = [
            [1.0, 5.0, 0.0],
            [2.0, 2.0, 0.0],
            [3.0, 3.0, 1.0],
            [5.0, 1.0, 0.0],
        ];
        assert!(beats(&goals[1], &goals[2]) && !beats(&goals[0], &goals[1]));
        assert!(!beats(&goals[0], &goals[0]));
        assert_eq!(*order(&goals).last().unwrap(), 2);
    }

    #[test]
    fn candidates_are_mostly_valid_rules_and_differ() {
        let base = Rules::official(Family::PowerGrab);
        let mut lots = Rng::from_key(1);
        let all: Vec<Change> = (0..50).map(|i| candidate(i, &mut lots)).collect();
        let valid = all.iter().filter(|c| changed(&base, &[c]).is_ok()).count();
        assert!(valid >= 45, "{valid}");
        assert!(all.windows(2).all(|w| w[0].options != w[1].options));
    }
}
