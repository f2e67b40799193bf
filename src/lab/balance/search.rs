//! Design search: rule settings that bring the towers to equal worth, or rounds to a wanted length, without making the first seat
//! strong: what cannot be bettered in one without loss in another.
//!
//! Random candidates and successive halving (Jamieson and Talwalkar, AISTATS 2016): all are measured on few deals, the better half
//! again on twice as many, and so on. Better is: beaten in all figures at once by fewer others. What is left is measured once
//! more on deals that chose nothing, and only those figures are reported: the winners of a search look better than they are.

use super::drama::Drama;
use super::table::{Seated, SeatedError};
use super::towers::{Rates, Towers};
use super::variants::{Change, changed};
use crate::arena::run::{Control, RunError, Workers};
use crate::cards::Tower;
use crate::rng::{Purpose, Rng, Seeds};
use crate::shedding::{Rules, Shedding};
use crate::stats::moments::Estimate;
use crate::strategy::Bot;
use serde_json::{Value, json};

/// What is searched for.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// The rules to start from, which are a candidate too.
    pub base: &'a Rules,
    /// The bots at the table.
    pub bots: &'a [Bot<Shedding>],
    /// How many candidates.
    pub candidates: usize,
    /// How many are left at the end, at the most.
    pub finalists: usize,
    /// Deals of the first measurement.
    pub deals: u64,
    /// Deals of the last.
    pub test_deals: u64,
    /// The wanted number of turns in a round; none is the base's.
    pub turns: Option<f64>,
    /// The run's seed.
    pub seed: u64,
    /// Threads.
    pub workers: Workers,
}

/// A candidate's figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// What each tower is worth to its holder, in the chance of winning the round.
    pub worth: Vec<(Tower, Estimate)>,
    /// Turns of a round.
    pub turns: Estimate,
    /// The first seat's share of the rounds won.
    pub first_seat: Estimate,
}

/// A finalist.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// `base`, or a number.
    pub name: String,
    /// The options in which it differs from the base.
    pub options: Value,
    /// Its figures on deals that chose nothing.
    pub figures: Figures,
    /// The goals' values, smaller is better: spread of the towers' worth, distance from the wanted length, the first seat's
    /// distance from a fair share.
    pub goals: [f64; 3],
    /// Whether no other finalist is at least as good in every goal and better in one.
    pub on_front: bool,
}

fn pick<'a, T>(lots: &mut Rng, list: &'a [T]) -> &'a T {
    &list[lots.below(list.len() as u32) as usize]
}

/// The space of designs: what each tower stops, how many icons each has, the hand, Instant UNO.
fn candidate(number: usize, lots: &mut Rng) -> Change {
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
    // One to three icons a tower and colour, on cards drawn by lot; a number has two copies in a colour.
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

/// Whether a is at least as good as b in every goal and better in one.
fn beats(a: &[f64; 3], b: &[f64; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b) && a != b
}

/// The places of the goals in the order of how many others beat them; among equals the smaller sum of ranks first.
fn order(goals: &[[f64; 3]]) -> Vec<usize> {
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

impl Search<'_> {
    /// Searches; none where it was cancelled.
    ///
    /// # Errors
    /// The system gives no threads, or the bots cannot sit at the table.
    pub fn run(&self, control: Control<'_>) -> Result<Option<Vec<Design>>, RunError> {
        let mut lots = Seeds::new(self.seed, Purpose::Plan).deal(0).plan();
        let base = Change {
            name: "base".to_owned(),
            options: json!({}),
        };
        let mut field = vec![base];
        // Draws that give no valid rules are drawn again, so many times at the most.
        for _ in 0..20 * self.candidates {
            if field.len() > self.candidates {
                break;
            }
            let next = candidate(field.len(), &mut lots);
            if changed(self.base, &[&next]).is_ok() {
                field.push(next);
            }
        }
        let Some(first) = self.measure(&field[0], Purpose::Tune, self.deals, control)? else {
            return Ok(None);
        };
        let wanted = self.turns.unwrap_or(first.turns.value);
        let mut deals = self.deals;
        while field.len() > self.finalists + 1 {
            let mut goals = Vec::new();
            for change in &field {
                match self.measure(change, Purpose::Tune, deals, control)? {
                    Some(figures) => goals.push(self.goals(&figures, wanted)),
                    None => return Ok(None),
                }
            }
            let keep = (field.len() / 2).max(self.finalists);
            let mut kept: Vec<usize> = order(&goals).into_iter().take(keep).collect();
            // The base stays for comparison.
            if !kept.contains(&0) {
                kept.push(0);
            }
            kept.sort_unstable();
            field = kept.into_iter().map(|i| field[i].clone()).collect();
            deals *= 2;
        }
        let mut designs = Vec::new();
        for change in &field {
            let measured = self.measure(change, Purpose::Test, self.test_deals, control)?;
            let Some(figures) = measured else {
                return Ok(None);
            };
            designs.push(Design {
                name: change.name.clone(),
                options: change.options.clone(),
                goals: self.goals(&figures, wanted),
                figures,
                on_front: false,
            });
        }
        let goals: Vec<[f64; 3]> = designs.iter().map(|d| d.goals).collect();
        for design in &mut designs {
            design.on_front = !goals.iter().any(|other| beats(other, &design.goals));
        }
        Ok(Some(designs))
    }

    fn goals(&self, figures: &Figures, wanted: f64) -> [f64; 3] {
        let worth = || figures.worth.iter().map(|(_, e)| e.value);
        let spread =
            worth().fold(f64::NEG_INFINITY, f64::max) - worth().fold(f64::INFINITY, f64::min);
        let fair = 1.0 / self.bots.len() as f64;
        [
            if figures.worth.is_empty() {
                0.0
            } else {
                spread
            },
            (figures.turns.value - wanted).abs(),
            (figures.first_seat.value - fair).abs(),
        ]
    }

    fn measure(
        &self,
        change: &Change,
        purpose: Purpose,
        deals: u64,
        control: Control<'_>,
    ) -> Result<Option<Figures>, RunError> {
        let rules = changed(self.base, &[change]).map_err(|_| RunError::Unsound)?;
        let seated =
            Seated::new(&rules, self.bots.to_vec()).map_err(|_: SeatedError| RunError::Unsound)?;
        let tables = [seated];
        let seeds = Seeds::new(self.seed, purpose);
        let towers = Towers {
            tables: &tables,
            rates: Rates {
                turns: 0.2,
                blocks: 0.0,
                null: false,
            },
            seeds,
        };
        let Some(found) = towers.run(0..deals, self.workers, control)? else {
            return Ok(None);
        };
        let drama = Drama {
            tables: &tables,
            seeds,
        };
        let Some(course) = drama.run(2 * deals, self.workers, control)? else {
            return Ok(None);
        };
        let figure = |metric: &str| {
            let row = course.iter().find(|row| row.metric == metric);
            row.map_or(Estimate::new(0.0, None, 0), |row| row.figure)
        };
        let worth = found.worth(&tables);
        let all = worth.iter().filter(|row| row.by == "all");
        Ok(Some(Figures {
            worth: all.map(|row| (row.tower, row.effect.win)).collect(),
            turns: figure("turns"),
            first_seat: figure("first_seat_wins"),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shedding::Family;

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
