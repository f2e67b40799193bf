//! What an experiment could not measure, told in words: a table without rows is no finding.

use super::changes::left_out;
use super::seating_pool::SeatedLineUp;
use super::variants::VariantRow;
use super::{Place, tower_results::BlockRow, tower_results::WorthRow};
use crate::shedding::Rules;

fn named(place: &Place) -> String {
    format!(
        "{}, {} players, {}",
        place.ruleset, place.players, place.line_up
    )
}

/// A warning for each table that has no rows in a file.
#[must_use]
pub fn without_rows<'a>(
    part: &str,
    file: &str,
    tables: &[SeatedLineUp],
    rows: impl Iterator<Item = &'a Place> + Clone,
) -> Vec<String> {
    let places = tables.iter().map(SeatedLineUp::place);
    let missing = places.filter(|place| rows.clone().all(|row| row != place));
    missing
        .map(|place| {
            format!(
                "[{part}] measured nothing at {}: it has no rows in {file}",
                named(&place)
            )
        })
        .collect()
}

/// Whether a table is played with towers (PG-8).
#[must_use]
pub fn has_towers(seated: &SeatedLineUp) -> bool {
    seated.game.tables().towers != 0
}

/// What the experiment on towers could not measure, by the rows that it gave.
#[must_use]
pub fn of_towers(
    (worth, blocks): (&[WorthRow], &[BlockRow]),
    tables: &[SeatedLineUp],
    turn_rate: f64,
    null: bool,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if null {
        warnings.push(
            "[towers] null = true moves nothing: all effects are zero, as a check of the experiment"
                .to_owned(),
        );
    }
    if turn_rate == 0.0 {
        warnings
            .push("[towers] turn_rate = 0 moves no tower: tower_worth.csv has no rows".to_owned());
    }
    let (with, without): (Vec<_>, Vec<_>) = tables.iter().cloned().partition(has_towers);
    let mut rulesets: Vec<String> = without.iter().map(|t| t.place().ruleset).collect();
    rulesets.dedup();
    warnings.extend(rulesets.into_iter().map(|ruleset| {
        format!("[towers] {ruleset} is played without towers: nothing is measured there")
    }));
    if turn_rate > 0.0 {
        let rows = worth.iter().map(|row| &row.place);
        warnings.extend(without_rows("towers", "tower_worth.csv", &with, rows));
    }
    let rows = blocks.iter().map(|row| &row.place);
    warnings.extend(without_rows("towers", "block_worth.csv", &with, rows));
    warnings
}

/// What ablations or rulings (`part`) could not measure: changes that these rules do not know, and changes that made no difference to
/// anything in any deal.
#[must_use]
pub fn of_changes(part: &str, base: &Rules, rows: &[VariantRow]) -> Vec<String> {
    let name = &base.name;
    let mut warnings = Vec::new();
    let out = left_out(part, base);
    if !out.is_empty() {
        warnings.push(format!(
            "[{part}] at {name} these leave the rules as they are, or are no rules of it, and are left out: {}",
            out.join(", ")
        ));
    }
    let own = || rows.iter().filter(|row| row.place.ruleset == *name);
    let mut singles: Vec<(&str, bool)> = Vec::new();
    for row in own().filter(|row| row.n_flips == 1) {
        let differs = row.difference.value != 0.0 || row.difference.se != Some(0.0);
        match singles.iter_mut().find(|(flip, _)| *flip == row.flips) {
            Some((_, changed)) => *changed |= differs,
            None => singles.push((&row.flips, differs)),
        }
    }
    if singles.is_empty() {
        warnings.push(format!(
            "[{part}] measured nothing at {name}: no change of its list applies"
        ));
    }
    let same: Vec<&str> = singles.iter().filter(|s| !s.1).map(|s| s.0).collect();
    if !same.is_empty() {
        warnings.push(format!(
            "[{part}] at {name} these made no difference in any deal: {}",
            same.join(", ")
        ));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shedding::Family;
    use crate::stats::moments::Estimate;

    #[test]
    fn changes_that_change_nothing_are_named() {
        let base = Rules::official(Family::PowerGrab);
        let row = |flips: &str, metric: &str, value, se| VariantRow {
            place: Place {
                ruleset: base.name.clone(),
                players: 3,
                line_up: "a+b+c".to_owned(),
            },
            flips: flips.to_owned(),
            n_flips: 1,
            metric: metric.to_owned(),
            base: 1.0,
            value: 1.0 + value,
            difference: Estimate::new(value, Some(se), 10),
            interaction: None,
            noticeable: false,
        };
        let rows = [
            row("x", "turns", 0.0, 0.0),
            row("x", "draws", 0.0, 0.0),
            // That deals cancel out is a difference too.
            row("y", "turns", 0.0, 0.1),
            row("z", "turns", 0.0, 0.0),
            row("z", "draws", 0.2, 0.1),
        ];
        let told = of_changes("rulings", &base, &rows);
        assert_eq!(
            told,
            ["[rulings] at power-grab these made no difference in any deal: x"]
        );
        let classic = Rules::official(Family::Classic);
        let told = of_changes("ablations", &classic, &rows);
        assert!(told[0].contains("left out: without-U"), "{told:?}");
        assert!(told[1].contains("measured nothing at classic"), "{told:?}");
    }
}
