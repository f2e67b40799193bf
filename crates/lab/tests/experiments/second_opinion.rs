//! A second opinion: the `random` bot's statistics from the arena compared with those of an
//! independent simulator (`tests/naive/`), on every metric of `rounds.csv`, on the winner's
//! position and on the rounds of a game, each within 4 standard errors of the difference. All seeds
//! are fixed, so the outcome never changes by chance.

mod grid;
mod house;

use naive::Rng;
use naive::games::{RoundMetrics, Setting, Twists, play_game, play_round};
use naive::options::Options;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Control, Workers, run};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::resolve;
use powergrab_engine::game::{Game as _, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Family, Shedding, rules_file};
use powergrab_experiments::names::Names;
use powergrab_lab::matches::summary::{ROUNDS_PER_GAME, Summary};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use test_support::{cases, times};

/// Maximum difference for agreement, in standard errors.
const LIMIT: f64 = 4.0;

/// Rules and a number of seats, with the amount played by both.
struct Case {
    ruleset: &'static str,
    seats: usize,
    /// Differences from the official rules, in the simulator's notation.
    changes: &'static [(&'static str, &'static str)],
}

const fn case(
    ruleset: &'static str,
    seats: usize,
    changes: &'static [(&'static str, &'static str)],
) -> Case {
    Case {
        ruleset,
        seats,
        changes,
    }
}

/// Returns the number of rounds as units, and of games to the target.
fn units() -> [(Unit, u64); 2] {
    [
        (Unit::Round, times(2_500, 16_000).into()),
        (Unit::Game, times(200, 1_300).into()),
    ]
}

/// A mean with its standard error, by the metric's name.
type Estimates = BTreeMap<String, (f64, f64)>;

impl Case {
    fn options(&self) -> Options {
        let mut options = Options::official(self.ruleset).unwrap();
        for (key, value) in self.changes {
            options.set(key, value).unwrap();
        }
        options
    }

    /// Returns the engine's game with exactly the rules of the simulator, as in a trace.
    fn game(&self) -> Shedding {
        let mut json: serde_json::Value = serde_json::from_str(&self.options().json()).unwrap();
        let keys = json.as_object_mut().unwrap();
        if self.ruleset != "power-grab" {
            // The simulator has these for all rulesets, but does not use them here.
            for key in ["icons", "towers", "protects", "instant_uno"] {
                keys.remove(key);
            }
        } else if keys.contains_key("deck") {
            // The cards of a deck include their icons.
            keys.remove("icons");
        } else if let Some(by_colour) = keys["icons"].as_object() {
            let strings = ["R", "Y", "G", "B"].map(|colour| by_colour[colour].clone());
            keys["icons"] = strings.to_vec().into();
        }
        let mut families = Family::ALL.into_iter();
        let family = families.find(|family| family.name() == self.ruleset);
        let rules = rules_file::from_json("second opinion", family, &json).unwrap();
        assert_eq!(rules.is_variant(), self.options().is_variant());
        Shedding::new(rules, self.seats).unwrap()
    }

    fn arena(&self, unit: Unit, deals: u64) -> Estimates {
        let experiment = Experiment {
            tables: vec![self.game()],
            bots: vec![resolve("random").unwrap()],
            line_ups: vec![LineUp {
                table: 0,
                bots: vec![0; self.seats],
            }],
            unit,
            order: Order::Cyclic,
            line_up_deals: LineUpDeals::Shared,
            seeds: Seeds::new(2, Purpose::Test),
        };
        let names = Names {
            rulesets: vec![self.ruleset.to_owned()],
            bots: vec!["random".to_owned()],
            metrics: Shedding::METRICS,
            seat_metrics: Shedding::SEAT_METRICS,
        };
        let workers = Workers {
            threads: NonZero::new(1),
            chunk: None,
        };
        let control = Control {
            cancel: &AtomicBool::new(false),
            progress: &|_| (),
        };
        let tally = Tally::new(&experiment);
        let done = run(&experiment, 0..deals, workers, tally, control).unwrap();
        assert_eq!(done.deals, 0..deals);
        let summary = Summary::new(&done.collected, &names);
        let metrics = summary
            .round_rows()
            .into_iter()
            .map(|row| (row.metric.to_owned(), (row.mean, row.ratio.se().unwrap())));
        let positions = summary.seat_rows().into_iter().map(|row| {
            let name = format!("won_by_position_{}", row.position.unwrap());
            (name, (row.record.win_rate, row.record.se.unwrap()))
        });
        metrics.chain(positions).collect()
    }

    fn simulator(&self, unit: Unit, n: u64) -> Estimates {
        let mut options = self.options();
        if unit == Unit::Game && options.first_dealer.is_none() {
            // Positions are counted from the first dealer, so its seat makes no difference.
            options.first_dealer = Some(0);
        }
        let dealer = options.first_dealer;
        let mut setting = Setting::new(options, Twists::default(), self.seats).unwrap();
        // Checked by its own tests; here that would take most of the time.
        setting.checked = false;
        let mut clusters = Clusters::default();
        for i in 0..n {
            let rng = &mut Rng::new(3, i);
            match unit {
                Unit::Round => {
                    let round = play_round(&setting, rng);
                    let winner = round.winner_position;
                    clusters.rounds(std::slice::from_ref(&round), self.seats);
                    clusters.winners(winner.as_slice(), self.seats);
                }
                Unit::Game => {
                    let game = play_game(&setting, rng, None);
                    let position =
                        |seat: &usize| (seat + self.seats - dealer.unwrap() - 1) % self.seats + 1;
                    let winners: Vec<usize> = game.winners.iter().map(position).collect();
                    clusters.rounds(&game.rounds, self.seats);
                    clusters.winners(&winners, self.seats);
                    clusters.add(ROUNDS_PER_GAME, game.rounds.len() as f64, 1.0);
                }
            }
        }
        clusters.estimates()
    }

    /// Returns the disagreements as a table; empty if there are none.
    fn disagreements(&self) -> String {
        let mut text = String::new();
        for (unit, n) in units() {
            let (ours, theirs) = (self.arena(unit, n), self.simulator(unit, n));
            let (mut bad, mut table) = (false, String::new());
            for (metric, &(mean, se)) in &ours {
                if unit == Unit::Round && metric == ROUNDS_PER_GAME {
                    assert_eq!((mean, se), (1.0, 0.0));
                    continue;
                }
                // Rounds without a winner have no points; then neither has a value.
                let Some(&(other, other_se)) = theirs.get(metric) else {
                    panic!("the simulator has no {metric}");
                };
                let se = (se * se + other_se * other_se).sqrt();
                let off = mean - other;
                let z = if off == 0.0 { 0.0 } else { off / se };
                let far = z.abs() > LIMIT;
                bad |= far;
                let mark = if far { " <--" } else { "" };
                let _ = writeln!(
                    table,
                    "{metric:<20}{mean:>14.6}{other:>14.6}{se:>12.6}{z:>9.2}{mark}"
                );
            }
            assert!(
                ours.len() > Shedding::METRICS.len() + self.seats,
                "{ours:?}"
            );
            if bad {
                let _ = write!(
                    text,
                    "\n{} for {} seats {:?}, by {}\n{:<20}{:>14}{:>14}{:>12}{:>9}\n{table}",
                    self.ruleset,
                    self.seats,
                    self.changes,
                    unit.text(),
                    "metric",
                    "arena",
                    "simulator",
                    "se",
                    "z"
                );
            }
        }
        text
    }
}

/// Totals and weights of each cluster (a round or a game) by metric.
#[derive(Default)]
struct Clusters(BTreeMap<String, Vec<(f64, f64)>>);

impl Clusters {
    fn add(&mut self, metric: &str, x: f64, n: f64) {
        match self.0.get_mut(metric) {
            Some(list) => list.push((x, n)),
            None => drop(self.0.insert(metric.to_owned(), vec![(x, n)])),
        }
    }

    /// Adds the rounds of one cluster.
    fn rounds(&mut self, rounds: &[RoundMetrics], seats: usize) {
        let mut sums: Vec<(String, f64, f64)> = Vec::new();
        for round in rounds {
            for (i, (name, value)) in round.values(seats).into_iter().enumerate() {
                if sums.len() == i {
                    sums.push((name, 0.0, 0.0));
                }
                if let Some(value) = value {
                    sums[i].1 += value;
                    sums[i].2 += 1.0;
                }
            }
        }
        // The winner of the unit counts, not that of each round of a game: see `winners`.
        for (name, x, n) in sums.iter().filter(|s| !s.0.contains("position")) {
            self.add(name, *x, *n);
        }
    }

    /// Adds the positions that share the win of one cluster.
    fn winners(&mut self, winners: &[usize], seats: usize) {
        for position in 1..=seats {
            let won = winners.contains(&position);
            let part = if won { 1.0 / winners.len() as f64 } else { 0.0 };
            self.add(&format!("won_by_position_{position}"), part, 1.0);
        }
    }

    /// Returns ratios of totals, with the linearised standard error over clusters.
    fn estimates(&self) -> Estimates {
        let estimate = |list: &Vec<(f64, f64)>| {
            let (x, n) = list.iter().fold((0.0, 0.0), |s, v| (s.0 + v.0, s.1 + v.1));
            let ratio = x / n;
            let squares: f64 = list.iter().map(|(x, n)| (x - ratio * n).powi(2)).sum();
            let clusters = list.len() as f64;
            (n > 0.0).then(|| (ratio, (squares * clusters / (clusters - 1.0)).sqrt() / n))
        };
        let pairs = self.0.iter();
        pairs
            .filter_map(|(name, list)| Some((name.clone(), estimate(list)?)))
            .collect()
    }
}

fn agree(rulesets: &[Case]) {
    let text: String = cases(rulesets, 2).map(Case::disagreements).collect();
    assert!(text.is_empty(), "more than {LIMIT} standard errors:{text}");
}

/// A deck that runs out: draws stop early, rounds end in deadlocks (PG-14, PG-15).
const TINY: (&str, &str) = ("deck", "R1:3,Y2:3,R2:1,Y1:1,G3:2,B4:1");
/// Few cards, many of which act, one icon each.
const SHORT: (&str, &str) = (
    "deck",
    "R5O:3,R3U:2,Y3U:2,Y6!:2,G4N:2,G6!:1,B9O:1,B1:4,G1:4,RD1:2,YD2:2,GS:2,BR:2,RG2:1,BG2:1,WT:3,W4:3",
);

#[test]
fn power_grab() {
    agree(&[
        case("power-grab", 2, &[]),
        case("power-grab", 3, &[]),
        case("power-grab", 4, &[]),
        case("power-grab", 6, &[]),
    ]);
}

#[test]
fn power_grab_by_other_rules() {
    agree(&[
        case(
            "power-grab",
            6,
            &[("reshuffle", "on-empty"), ("hand_size", "15")],
        ),
        case(
            "power-grab",
            3,
            &[("opening_draw_skips", "false"), ("hand_size", "3")],
        ),
        case(
            "power-grab",
            4,
            &[("wild_after_draw", "true"), ("next_dealer", "winner")],
        ),
        case("power-grab", 2, &[("two_player_reverse", "skip")]),
        case(
            "power-grab",
            4,
            &[("scoring", "own"), ("target_score", "300")],
        ),
        case(
            "power-grab",
            4,
            &[("towers", "U!"), ("block_last", "false")],
        ),
        case("power-grab", 3, &[("max_turns", "25"), ("max_rounds", "5")]),
        case(
            "power-grab",
            2,
            &[("instant_uno", "false"), ("first_dealer", "1")],
        ),
        case(
            "power-grab",
            4,
            &[
                ("protects", "U:D1+S,N:,O:W4+D2,!:S"),
                ("next_dealer", "random"),
                ("icons", "1! 1U 2N 3O 5! 6U 7N 9O"),
                ("icons_B", "9O 9U"),
                ("points", "G2:20,WT:5"),
            ],
        ),
        case(
            "power-grab",
            4,
            &[SHORT, ("hand_size", "4"), ("max_turns", "300")],
        ),
        case(
            "power-grab",
            3,
            &[
                SHORT,
                ("hand_size", "5"),
                ("reshuffle", "on-empty"),
                ("max_turns", "300"),
            ],
        ),
    ]);
}

#[test]
fn green_lantern() {
    agree(&[
        case("green-lantern", 2, &[]),
        case("green-lantern", 3, &[]),
        case("green-lantern", 4, &[]),
        case("green-lantern", 6, &[]),
        case("green-lantern", 10, &[]),
        case(
            "green-lantern",
            10,
            &[("reshuffle", "on-empty"), ("hand_size", "10")],
        ),
        case(
            "green-lantern",
            2,
            &[("two_player_reverse", "skip"), ("scoring", "own")],
        ),
        case(
            "green-lantern",
            4,
            &[("wild_after_draw", "true"), ("hand_size", "2")],
        ),
    ]);
}

#[test]
fn classic() {
    agree(&[
        case("classic", 2, &[]),
        case("classic", 3, &[]),
        case("classic", 4, &[]),
        case("classic", 6, &[]),
        case("classic", 10, &[]),
        case(
            "classic",
            2,
            &[
                ("two_player_reverse", "skip"),
                ("opening_draw_skips", "false"),
            ],
        ),
        case(
            "classic",
            6,
            &[
                ("reshuffle", "on-empty"),
                ("next_dealer", "winner"),
                ("hand_size", "12"),
            ],
        ),
        case(
            "classic",
            2,
            &[
                TINY,
                ("hand_size", "3"),
                ("max_turns", "200"),
                ("target_score", "20"),
                ("max_rounds", "50"),
            ],
        ),
        case(
            "classic",
            3,
            &[
                TINY,
                ("hand_size", "2"),
                ("max_turns", "200"),
                ("target_score", "20"),
                ("max_rounds", "50"),
                ("reshuffle", "on-empty"),
            ],
        ),
    ]);
}
