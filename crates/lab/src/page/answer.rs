//! The findings of a run, in sentences that can be quoted.

use crate::matches::pairs::PairRow;
use crate::matches::summary::{BotRow, MeanRow, ROUNDS_PER_GAME};
use crate::sweep::factors::{Factor, Target};
use crate::sweep::plot_data::label;
use crate::sweep::rows::Row;
use crate::sweep::verdict::{AllDropped, Verdict};
use powergrab_engine::game::Unit;
use powergrab_stats::holm::ALPHA;
use powergrab_stats::interval::LEAST_DEALS;
use powergrab_table::page::listed;

/// Returns whether the best of a table is distinguishable from another of its bots.
fn ahead(pairs: &[PairRow<'_>], best: &str, other: &str) -> bool {
    let pair = pairs.iter().find(|p| p.bot == best && p.opponent == other);
    pair.is_some_and(|p| p.difference > 0.0 && p.p_holm.is_some_and(|p| p < ALPHA))
}

/// Returns the sentence before a verdict on a bot that failed: the number of failed games, and of
/// all games if known.
pub fn of_failures(bot: &str, failed: u64, games: Option<u64>) -> String {
    let of = match games {
        Some(games) => format!("{failed} of its {games} games"),
        None if failed == 1 => "1 game".to_owned(),
        None => format!("{failed} games"),
    };
    // A few failed games leave the others unaffected.
    let all = match games {
        Some(games) if failed < games / 2 => "all ",
        _ => "",
    };
    format!(
        "The figures of {bot} are not {all}its own: in {of} it failed and took the first option from there on."
    )
}

/// Returns the verdict on one table: `rows` best first, `pairs` of its ruleset and number of
/// players.
pub fn of_table(unit: Unit, rows: &[BotRow<'_>], pairs: &[PairRow<'_>]) -> String {
    let units = match unit {
        Unit::Game => "games",
        Unit::Round => "rounds",
    };
    let Some(best) = rows.first() else {
        return String::new();
    };
    let at = format!("At {} seats", best.players);
    let r = &best.record;
    if rows.len() == 1 {
        return format!(
            "{at} {} sits everywhere, so it wins its fair share; seats.csv tells what a seat is worth.",
            best.bot
        );
    }
    if r.interval.is_none() {
        return format!(
            "{at} {} wins most, {:.1} % of its {units} (fair {:.1}), but fewer than {LEAST_DEALS} deals are too few to say which is best. Play more deals.",
            best.bot,
            100.0 * r.win_rate,
            100.0 * r.fair_share
        );
    }
    let level: Vec<&str> = rows[1..]
        .iter()
        .map(|row| row.bot)
        .filter(|other| !ahead(pairs, best.bot, other))
        .collect();
    let share = format!(
        "{:.1} % of its {units} ({}; fair {:.1})",
        100.0 * r.win_rate,
        r.range(1),
        100.0 * r.fair_share
    );
    if level.is_empty() {
        format!("{at} {} is best: it wins {share}.", best.bot)
    } else if rows.iter().all(|row| {
        row.test
            .is_some_and(|test| test.variance_ratio == Some(0.0))
    }) {
        let all: Vec<&str> = rows.iter().map(|row| row.bot).collect();
        format!(
            "{at} {} won the same in every deal, as bots do that decide alike.",
            listed(&all)
        )
    } else if rows.len() == 2 {
        format!(
            "{at} {} and {} cannot be told apart.",
            best.bot, rows[1].bot
        )
    } else {
        format!(
            "{at} {} wins most, {share}, but cannot be told from {}.",
            best.bot,
            listed(&level)
        )
    }
}

/// Describes the length of a table's rounds and their ends; `rounds` are its metrics.
pub fn of_rounds(unit: Unit, rounds: &[MeanRow<'_>]) -> String {
    let mean = |metric: &str| rounds.iter().find(|r| r.metric == metric).map(|r| r.mean);
    let share = |metric: &str| mean(metric).filter(|share| *share > 0.0);
    let Some(turns) = mean("turns") else {
        return String::new();
    };
    let mut text = format!("A round takes {turns:.1} turns");
    match mean(ROUNDS_PER_GAME) {
        Some(rounds) if unit == Unit::Game && rounds > 1.0 => {
            text.push_str(&format!(", a game {rounds:.1} rounds."));
        }
        _ => text.push('.'),
    }
    if let Some(out) = mean("ended_out") {
        // Grid.
        return format!(
            "{text} {:.1} % end with an empty hand, the others with the draw pile (GR-3).",
            100.0 * out
        );
    }
    if mean("deadlock").is_none() {
        // A game outside the shedding family.
        return text;
    }
    text.push_str(" Rounds end with an empty hand (PG-13)");
    if let Some(instant) = share("instant_uno") {
        text.push_str(&format!(", {instant:.2} Instant UNOs a round (PG-11)"));
    }
    for (metric, end) in [
        ("deadlock", "in a deadlock"),
        ("max_turns_stop", "at the limit of turns"),
    ] {
        if let Some(share) = share(metric) {
            text.push_str(&format!("; {:.2} % {end} (PG-15)", 100.0 * share));
        }
    }
    text.push('.');
    text
}

/// Describes a cell of a sweep by its levels, except the table's own.
fn cell(factors: &[Factor], hero: &str, row: &Row) -> String {
    let own = format!("{hero}.");
    let levels = factors.iter().zip(&row.levels);
    let levels = levels.filter(|(f, _)| !matches!(f.target, Target::Players | Target::Ruleset));
    let levels: Vec<String> = levels
        .map(|(f, level)| {
            let name = f.name.strip_prefix(&own).unwrap_or(&f.name);
            format!("{name} = {}", label(level))
        })
        .collect();
    levels.join(", ")
}

/// Returns the verdict on a sweep's cells at one table.
pub fn of_sweep(
    factors: &[Factor],
    hero: &str,
    verdict: &Result<Verdict<'_>, AllDropped>,
) -> String {
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(AllDropped { players, n_cells }) => {
            return format!(
                "At {players} seats all {n_cells} cells were dropped before the last stage: elsewhere {hero} wins more times its fair share."
            );
        }
    };
    let Verdict { best, level, .. } = verdict;
    let levels = |row: &Row| match cell(factors, hero, row) {
        none if none.is_empty() => "as it is".to_owned(),
        levels => format!("with {levels}"),
    };
    let mut text = format!(
        "At {} seats {hero} wins most {}: {:.2} %.",
        verdict.players,
        levels(best),
        100.0 * best.record.win_rate
    );
    let others = verdict.n_cells - 1;
    let kind = match verdict.n_dropped {
        0 => "cell",
        _ => "finalist",
    };
    match level.len() {
        _ if others == 0 => {}
        0 => text.push_str(&format!(" Every other {kind} wins less for certain.")),
        n if n == others => text.push_str(&format!(" No other {kind} can be told from it.")),
        n if n <= 3 => {
            let cells: Vec<String> = level.iter().map(|row| cell(factors, hero, row)).collect();
            text.push_str(&format!(
                " Not distinguishable from it: {}.",
                cells.join("; ")
            ));
        }
        n => text.push_str(&format!(
            " {n} of the other {others} {kind}s cannot be told from it."
        )),
    }
    if verdict.n_dropped > 0 {
        text.push_str(&format!(
            " {} {} dropped after fewer deals, and not compared with it.",
            verdict.n_dropped,
            if verdict.n_dropped == 1 {
                "cell was"
            } else {
                "cells were"
            }
        ));
    }
    match verdict.usual {
        Some((usual, _)) if usual.cell == best.cell => {
            text.push_str(" These are its usual parameters.");
        }
        // Distinguished by the same test as the other cells; an interval alone would be
        // overconfident about one among many.
        Some((usual, Some(cost))) => {
            let Ok(error) = cost.error else {
                return text;
            };
            if level.iter().any(|row| row.cell == usual.cell) {
                text.push_str(&format!(
                    " Its usual parameters, one of these, cost at most {:.2} percentage points.",
                    100.0 * error.interval.high.max(0.0)
                ));
            } else {
                text.push_str(&format!(
                    " Its usual parameters cost {:.2} percentage points ({:.2} to {:.2}).",
                    100.0 * cost.difference,
                    100.0 * error.interval.low,
                    100.0 * error.interval.high
                ));
            }
        }
        _ => {}
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_listed_as_in_a_sentence() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }
}
