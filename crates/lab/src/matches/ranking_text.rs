//! Printed results of ranked tournaments.

use crate::matches::printed::{counted, grouped, wrapped};
use crate::matches::ranking::{Meeting, Ranked};
use crate::matches::until::InterimResult;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Experiment;
use powergrab_experiments::names::Names;
use powergrab_table::sheet::Sheet;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::fmt::Write as _;

/// Method behind the bounds.
const METHOD: &str = "95 % for all pairs and looks together (Bonferroni), asymptotic confidence sequences clustered by deal";

/// Returns the results of all looks as JSON.
pub fn json<G: ArenaGame>(ranked: &Ranked, experiment: &Experiment<G>, names: &Names) -> Value {
    let table = |t: usize| json!({ "ruleset": names.rulesets[t], "players": experiment.tables[t].n_seats() });
    let result = |s: &InterimResult, deals: u64| {
        json!({
            "table": table(s.table),
            "bot": names.bots[s.bot],
            "opponent": s.opponent.map(|b| &names.bots[b]),
            "deals": deals,
            "value": s.value,
            "low": s.low,
            "high": s.high,
            "settled": s.settled,
        })
    };
    let looks = ranked.looks.iter().map(|look| {
        let results = look.results.iter().map(|s| result(s, look.deals));
        json!({ "deals": look.deals, "sights": results.collect::<Vec<_>>() })
    });
    let pairs = ranked.meetings.iter().map(|m| result(&m.result, m.deals));
    let line_ups = experiment.line_ups.iter().zip(&ranked.line_up_deals);
    let line_ups = line_ups.map(|(line_up, deals)| {
        let bots: Vec<&str> = line_up
            .bots
            .iter()
            .map(|b| names.bots[*b].as_str())
            .collect();
        json!({ "table": table(line_up.table), "bots": bots, "deals": deals })
    });
    json!({
        "rule": "until_ranked",
        "method": METHOD,
        "settled": ranked.is_settled(),
        "spent": !ranked.cancelled,
        "pairs": pairs.collect::<Vec<_>>(),
        "line_ups": line_ups.collect::<Vec<_>>(),
        "looks": looks.collect::<Vec<_>>(),
    })
}

/// Returns the better bot of a pair and the other one, as far as known.
fn better(m: &Meeting) -> (usize, usize) {
    let (bot, opponent) = (m.result.bot, m.result.opponent.unwrap_or(m.result.bot));
    if m.result.value < 0.0 {
        (opponent, bot)
    } else {
        (bot, opponent)
    }
}

/// Returns the pairs of a table, first those of the bot that is ranked above most others.
fn order(ranked: &Ranked, table: usize) -> Vec<&Meeting> {
    let all = ranked.meetings.iter().filter(|m| m.result.table == table);
    let mut all: Vec<&Meeting> = all.collect();
    let decided: Vec<usize> = all
        .iter()
        .filter(|m| m.result.settled)
        .map(|m| better(m).0)
        .collect();
    let above = |bot: usize| Reverse(decided.iter().filter(|b| **b == bot).count());
    all.sort_by_key(|m| {
        let (first, second) = better(m);
        (above(first), first, above(second), second)
    });
    all
}

/// Returns the ranking as text.
pub fn text<G: ArenaGame>(ranked: &Ranked, experiment: &Experiment<G>, names: &Names) -> String {
    let n_decided = ranked.meetings.iter().filter(|m| m.result.settled).count();
    let seats = experiment.line_ups.iter().map(|l| l.bots.len() as u64);
    let games: u64 = seats
        .zip(&ranked.line_up_deals)
        .map(|(n, deals)| n * deals)
        .sum();
    let most = ranked.line_up_deals.iter().max().copied().unwrap_or(0);
    let least = ranked.line_up_deals.iter().min().copied().unwrap_or(0);
    let mut text = "\n".to_owned();
    wrapped(
        &mut text,
        &format!(
            "{n_decided} of {} pairs of bots ranked in {}, after {}; the line-ups played {} to {} deals, the table above has those of all. By wins where both sit ({METHOD}):",
            ranked.meetings.len(),
            counted(games, "game"),
            counted(ranked.looks.len() as u64, "look"),
            grouped(least),
            grouped(most),
        ),
    );
    for (table, game) in experiment.tables.iter().enumerate() {
        let (ruleset, n_seats) = (&names.rulesets[table], game.n_seats());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{ruleset}, {n_seats} players");
        // The better bot's lead in win rate, and its bounds.
        let figures = |m: &Meeting| {
            let s = &m.result;
            match s.bot == better(m).0 {
                true => [s.value, s.low, s.high],
                false => [s.value, s.high, s.low].map(|x| 0.0 - x),
            }
        };
        let sheet = Sheet::<(&Meeting, [&str; 2])>::new("", "")
            .column("", "", |(m, [first, second])| {
                let word = if m.result.settled { "over" } else { "and" };
                format!("{first} {word} {second}")
            })
            .column("more wins %", "", move |(m, _)| {
                format!("{:.2}", 100.0 * figures(m)[0])
            })
            .column("bounds", "", move |(m, _)| {
                let [_, low, high] = figures(m).map(|x| 100.0 * x);
                format!("{low:.2} to {high:.2}")
            })
            .column("deals", "", |(m, _)| grouped(m.deals))
            .column("", "", |(m, _)| (!m.result.settled).then_some("open"));
        let rows = order(ranked, table).into_iter().map(|m| {
            let (first, second) = better(m);
            (m, [first, second].map(|bot| names.bots[bot].as_str()))
        });
        sheet.table(rows).align(&mut text);
    }
    text
}
