//! Checks that `why` and `review` find planted differences: `cargo run --release -p powergrab-lab
//! --example planted_differences [PART]`. Takes some minutes. PART is `rules`, `mixtures`, `alike`,
//! `gains`, `coverage` or `reviews`.

#[path = "../tests/experiments/planted.rs"]
mod planted;

use planted::{
    MISTAKES, Planted, RULES, catalog, costliest, first_named, is_of, number, review, text, why,
};
use powergrab_bots::strategy::Bot;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::review::request::ReviewRequest;
use powergrab_lab::why::request::WhyRequest;
use powergrab_table::typed::Table;

fn main() {
    let part = std::env::args().nth(1);
    let asked = |name: &str| part.as_deref().is_none_or(|part| part == name);
    if asked("rules") {
        let all = RULES.iter().map(|rule| vec![*rule]);
        found("rules", all.collect());
    }
    if asked("mixtures") {
        let two = (0..10).map(|i| vec![RULES[i], RULES[(i * 7 + 11) % 20]]);
        let three = (0..10).map(|i| vec![RULES[i], RULES[(i * 3 + 5) % 20], RULES[19 - i]]);
        found("mixtures", two.chain(three).collect());
    }
    if asked("alike") {
        alike();
    }
    if asked("gains") {
        gains();
    }
    if asked("coverage") {
        coverage();
    }
    if asked("reviews") {
        reviews();
    }
}

/// Counts the bots of which a planted rule is named first.
fn found(what: &str, bots: Vec<Vec<Planted>>) {
    let mut n_found = 0;
    let n = bots.len();
    for rules in bots {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
        let table = why(
            &WhyRequest::new("planted", "balanced", 4000),
            &catalog(&rules),
        );
        let total = number(&table, "share", table.n_rows - 1).unwrap_or(0.0);
        let shares = (0..table.n_rows - 1).filter_map(|row| number(&table, "share", row));
        assert!((shares.sum::<f64>() - total).abs() < 1e-9);
        let row = first_named(&table);
        let is_found = row.is_some_and(|row| rules.iter().any(|rule| is_of(&table, row, rule)));
        n_found += u32::from(is_found);
        let said = row.map_or("nothing".to_owned(), |row| {
            let share = 100.0 * number(&table, "share", row).unwrap_or(0.0);
            format!(
                "{share:.1} of {:.1}: {}",
                100.0 * total,
                text(&table, "sentence", row)
            )
        });
        if !is_found {
            for row in 0..table.n_rows {
                let cell = |column| text(&table, column, row);
                println!(
                    "    {} {} {} {} {}",
                    cell("share"),
                    cell("share_se"),
                    cell("alone"),
                    cell("per_round"),
                    cell("sentence")
                );
            }
        }
        let mark = if is_found { "found" } else { "MISSED" };
        println!("{what} {}: {mark}: {said}", names.join("+"));
    }
    println!("{what}: {n_found} of {n} named first");
}

/// Counts the runs that name a kind between bots that differ in nothing that matters: each plays
/// against itself with other random numbers.
fn alike() {
    for of in ["random", "tipsy"] {
        let mut catalog = Catalog::default();
        let bot: Bot<Shedding> = catalog.bot(of).expect("it ships");
        let other = Bot {
            name: "other".to_owned(),
            salt: 1,
            ..bot
        };
        catalog
            .bots
            .add(other)
            .expect("no other bot is called that");
        let mut named = 0;
        for seed in 0..100 {
            let request = WhyRequest {
                seed,
                ..WhyRequest::new(of, "other", 1000)
            };
            let table = why(&request, &catalog);
            if let Some(row) = first_named(&table) {
                named += 1;
                println!("alike {of} {seed}: {}", text(&table, "sentence", row));
            }
        }
        println!("alike {of}: something was named in {named} of 100");
    }
}

/// Pairs of shipped bots whose first kind is checked on fresh deals.
const PAIRS: [(&str, &str, &str); 20] = [
    ("power-grab", "balanced", "greedy"),
    ("power-grab", "champion-2", "balanced"),
    ("power-grab", "champion-4", "balanced"),
    ("power-grab", "hoarder", "greedy"),
    ("power-grab", "ambusher", "balanced"),
    ("power-grab", "bluffer", "balanced"),
    ("power-grab", "colour-counter", "balanced"),
    ("power-grab", "denier", "balanced"),
    ("power-grab", "dumper", "balanced"),
    ("power-grab", "forgetful", "balanced"),
    ("power-grab", "miser", "balanced"),
    ("power-grab", "paranoid", "balanced"),
    ("power-grab", "punisher", "balanced"),
    ("power-grab", "saint", "balanced"),
    ("power-grab", "sheriff", "balanced"),
    ("power-grab", "tipsy", "balanced"),
    ("grid", "grid-champion", "grid-heuristic"),
    ("grid", "grid-heuristic", "grid-greedy"),
    ("grid", "grid-champion", "grid-greedy"),
    ("grid", "grid-greedy", "random"),
];

/// Checks on fresh deals whether switching only the first kind gains what was claimed.
fn gains() {
    let (mut held, mut n_named) = (0, 0);
    for (ruleset, first, second) in PAIRS {
        let of = |deals| {
            let request = WhyRequest {
                ruleset: ruleset.to_owned(),
                deals,
                search_deals: Some(1000),
                ..WhyRequest::new(first, second, 1)
            };
            why(&request, &Catalog::default())
        };
        let table = of(0..4000);
        let Some(row) = first_named(&table) else {
            println!("gains {first} {second}: nothing is named");
            continue;
        };
        let fresh = of(100_000..104_000);
        let cell = |table: &Table, column: &str| number(table, column, row).unwrap_or(0.0);
        let [claimed, found] = [&table, &fresh].map(|table| cell(table, "alone"));
        let [own, other] = [&table, &fresh].map(|table| cell(table, "alone_se"));
        let error = (own * own + other * other).sqrt();
        let is_held = (claimed - found).abs() <= 1.96 * error;
        n_named += 1;
        held += u32::from(is_held);
        println!(
            "gains {first} {second}: claimed {:.2}, found {:.2}, error {:.2}: {}",
            100.0 * claimed,
            100.0 * found,
            100.0 * error,
            text(&table, "sentence", row)
        );
    }
    println!("gains: {held} of {n_named} claims within 1.96 standard errors");
}

/// Counts the intervals of 200 short runs that contain the mean share of all these runs. The runs
/// have the same kinds.
fn coverage() {
    for (unit, deals) in [("game", 100), ("round", 300)] {
        let of = |deals| {
            let request = WhyRequest {
                unit: unit.to_owned(),
                deals,
                search_deals: Some(500),
                ..WhyRequest::new("balanced", "greedy", 1)
            };
            why(&request, &Catalog::default())
        };
        let runs: Vec<Table> = (0..200)
            .map(|run| of(run * deals..(run + 1) * deals))
            .collect();
        for row in 0..runs[0].n_rows {
            let values = runs.iter().filter_map(|run| number(run, "share", row));
            let truth = values.sum::<f64>() / runs.len() as f64;
            let bounds = runs.iter().filter_map(|run| {
                Some((
                    number(run, "share_low", row)?,
                    number(run, "share_high", row)?,
                ))
            });
            let bounds: Vec<(f64, f64)> = bounds.collect();
            let held = bounds
                .iter()
                .filter(|(low, high)| (*low..=*high).contains(&truth));
            println!(
                "coverage, {deals} deals of a {unit}, kind {} ({:.2} points): {} of {} intervals",
                text(&runs[0], "kind", row),
                100.0 * truth,
                held.count(),
                bounds.len()
            );
        }
    }
}

/// Counts the bots with a planted mistake that reviews name first, and compares the cost of all
/// their decisions with what a match shows: the mended bot is `balanced`.
fn reviews() {
    let (mut named, mut agree) = (0, 0);
    for mistake in MISTAKES {
        let catalog = catalog(&[mistake]);
        let request = ReviewRequest {
            positions: 0,
            ..ReviewRequest::new(&["planted", "balanced"], 2000)
        };
        let (table, _) = review(&request, &catalog);
        let row = costliest(&table);
        let is_named = row.is_some_and(|row| is_of(&table, row, &mistake));
        let said = row.map_or("nothing".to_owned(), |row| text(&table, "sentence", row));
        let total = table.n_rows - 1;
        let cell = |column| number(&table, column, total).unwrap_or(f64::NAN);
        let (cost, cost_se) = (cell("cost"), cell("cost_se"));
        let whole = WhyRequest {
            search_deals: Some(1),
            ..WhyRequest::new("planted", "balanced", 10_000)
        };
        let whole = why(&whole, &catalog);
        let of_match = |column| number(&whole, column, whole.n_rows - 1).unwrap_or(f64::NAN);
        let (lost, lost_se) = (-of_match("share"), of_match("share_se"));
        let error = (cost_se * cost_se + lost_se * lost_se).sqrt();
        let is_equal = (cost - lost).abs() <= 1.96 * error;
        named += u32::from(is_named);
        agree += u32::from(is_equal);
        println!(
            "reviews {}: {}: {said}; costs {:.1}, a match says {:.1}, error {:.1}",
            mistake.name,
            if is_named { "named" } else { "MISSED" },
            100.0 * cost,
            100.0 * lost,
            100.0 * error
        );
    }
    println!(
        "reviews: {named} of {} named first, {agree} costs within 1.96 standard errors",
        MISTAKES.len()
    );
}
