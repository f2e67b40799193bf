//! Sections that any run has: from the run's tables to HTML.

use super::files::{Files, Replay};
use super::plot::{Dot, bars, dots, figure, folded, heat};
use crate::matches::printed::grouped;
use powergrab_stats::order::HighestFirst;
use powergrab_table::page::{Unit, esc, table_name};
use powergrab_table::rows::Row;
use powergrab_table::typed::Table;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Returns the line under the title that describes the run.
pub fn headline(files: &Files) -> String {
    let result = |key: &str| {
        let n = files.manifest.pointer(&format!("/result/{key}"));
        n.and_then(Value::as_u64)
    };
    let mut parts = Vec::new();
    for (key, word) in [
        ("deals_done", "deals"),
        ("games", "games"),
        ("continuations", "continuations"),
    ] {
        let n = result(key).filter(|n| *n > 0);
        parts.extend(n.map(|n| format!("{} {word}", grouped(n))));
    }
    let seed = files.text("/run/seed");
    if !seed.is_empty() {
        parts.push(format!("seed {}", esc(seed)));
    }
    let complete = files.manifest.pointer("/result/complete");
    if complete.and_then(Value::as_bool) == Some(false) {
        parts.push("<strong>interrupted: only these deals were finished</strong>".to_owned());
    }
    format!("<p class=\"lead\">{}</p>", parts.join(" · "))
}

/// Returns a dot for a row.
pub fn dot(row: &Row<'_>, label: String, value: &str, low: &str, high: &str) -> Option<Dot> {
    Some(Dot {
        label,
        value: row.number(value)?,
        interval: row.number(low).zip(row.number(high)),
    })
}

/// Returns the distinct contents of these columns, in the order of first occurrence.
fn distinct(rows: &[Row<'_>], columns: &[&str]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in rows
        .iter()
        .flat_map(|row| columns.iter().map(|c| row.text(c)))
    {
        if !texts.iter().any(|known| *known == text) {
            texts.push(text.into_owned());
        }
    }
    texts
}

fn by_value(dots: &mut [Dot]) {
    dots.sort_by_cached_key(|dot| HighestFirst(dot.value));
}

/// Plots the win rates of the bots, a plot for each table.
pub fn bots(files: &Files) -> String {
    let Some(table) = files.table("bots.csv") else {
        return String::new();
    };
    let mut html = String::from(
        "<p>How many of its games each bot won, with the 95 % interval; the line is its fair share. A rate holds in this company only.</p>",
    );
    for group in table.groups(&["ruleset", "players"]) {
        let rows: Vec<Row<'_>> = table.of(&["ruleset", "players"], &group).collect();
        let of = |row: &Row<'_>| dot(row, row.text("bot").into_owned(), "win_rate", "low", "high");
        let mut items: Vec<Dot> = rows.iter().filter_map(of).collect();
        by_value(&mut items);
        let fair = rows.first().and_then(|row| row.number("fair_share"));
        let name = table_name(&group);
        let plot = dots(&format!("Win rates, {name}"), &items, fair, Unit::Percent);
        html.push_str(&figure(&name, &plot));
    }
    html.push_str(&folded("bots.csv", table));
    html
}

/// Shows the ratings, if the run has them, with any columns.
pub fn ratings(files: &Files) -> String {
    let Some(table) = files.table("ratings.csv") else {
        return String::new();
    };
    let has = |name: &&&str| table.column(name).is_some();
    let value = ["rating", "elo", "value"].iter().find(has).copied();
    let keys: Vec<&str> = ["ruleset", "players", "method", "rating_kind"]
        .iter()
        .filter(has)
        .copied()
        .collect();
    let mut html = String::new();
    if let Some(value) = value {
        for group in table.groups(&keys) {
            let rows = table.of(&keys, &group);
            let of = |row: Row<'_>| dot(&row, row.text("bot").into_owned(), value, "low", "high");
            let mut items: Vec<Dot> = rows.filter_map(of).collect();
            by_value(&mut items);
            let name = group.join(", ");
            let plot = dots(&format!("Ratings, {name}"), &items, None, Unit::Plain);
            html.push_str(&figure(&name, &plot));
        }
    }
    html.push_str(&folded("ratings.csv", table));
    html
}

/// Shows each bot against each other, as a heat map.
pub fn payoff(files: &Files) -> String {
    let payoff = files.table("payoff.csv");
    let has = |table: &Table, name: &str| table.column(name).is_some();
    let value = |table: &Table| {
        let names = ["payoff", "win_rate", "share", "difference", "value"];
        names.into_iter().find(|name| has(table, name))
    };
    let (file, table, column) = match payoff.and_then(|f| Some((f, value(f)?))) {
        Some((table, column)) if has(table, "bot") && has(table, "opponent") => {
            ("payoff.csv", table, column)
        }
        _ => match files.table("pairs.csv") {
            Some(table) => ("pairs.csv", table, "difference"),
            None => return String::new(),
        },
    };
    let mut html = String::new();
    let mut said = None;
    for group in table.groups(&["ruleset", "players"]) {
        let keys = ["ruleset", "players"];
        let mut rows: Vec<Row<'_>> = table.of(&keys, &group).collect();
        let mut column = column;
        // Without line-ups of one bot among copies of another, the two are compared where they sit
        // together.
        if rows.iter().all(|row| row.number(column).is_none())
            && let Some(pairs) = files.table("pairs.csv")
        {
            rows = pairs.of(&keys, &group).collect();
            column = "difference";
        }
        let signed = column == "difference";
        if said != Some(signed) {
            said = Some(signed);
            html.push_str(if signed {
                "<p>In the line-ups where both sit: the row's win rate minus the column's, in percentage points.</p>"
            } else {
                "<p>What the row gets where the column sits with it, in percent.</p>"
            });
        }
        let names = distinct(&rows, &["bot", "opponent"]);
        let cell = |i: usize, j: usize| {
            let find = |a: &str, b: &str| {
                let is = |row: &&Row<'_>| row.is("bot", a) && row.is("opponent", b);
                rows.iter().find(is).and_then(|row| row.number(column))
            };
            let there = find(&names[i], &names[j]);
            let mirrored = || find(&names[j], &names[i]).filter(|_| signed).map(|v| -v);
            there.or_else(mirrored).map(|v| {
                let text = if signed {
                    format!("{:+.1}", 100.0 * v)
                } else {
                    format!("{:.1}", 100.0 * v)
                };
                (v, text)
            })
        };
        let middle = match (signed, group[1].parse::<f64>()) {
            (false, Ok(n)) => 1.0 / n,
            _ => 0.0,
        };
        let plot = heat("row against column", &names, &names, cell, middle);
        html.push_str(&figure(&table_name(&group), &plot));
    }
    html.push_str(&folded(file, table));
    html
}

/// Plots the win rates by position.
pub fn seats(files: &Files) -> String {
    let (Some(table), Some(all)) = (files.table("seats.csv"), files.table("bots.csv")) else {
        return String::new();
    };
    let mut html = String::from(
        "<p>Each bot's win rate in a position minus its rate in all positions, in percentage points. Position 1 sits to the left of the first dealer; the last is the dealer. Over a whole game the deal goes round, so little is left of it; <code>--unit round</code> shows a single round.</p>",
    );
    for group in table.groups(&["ruleset", "players"]) {
        let keys = ["ruleset", "players"];
        let mean = |bot: &str| {
            let mut rows = all.of(&keys, &group);
            rows.find(|row| row.is("bot", bot))?.number("win_rate")
        };
        let mut items = Vec::new();
        for row in table.of(&keys, &group) {
            let (bot, position) = (row.text("bot"), row.text("position"));
            let label = format!("{bot}, {position}");
            if let Some((mean, mut dot)) =
                mean(&bot).zip(dot(&row, label, "win_rate", "low", "high"))
            {
                dot.value -= mean;
                dot.interval = dot.interval.map(|(low, high)| (low - mean, high - mean));
                items.push(dot);
            }
        }
        let name = table_name(&group);
        let title = format!("Seat advantage, {name}");
        let plot = dots(&title, &items, Some(0.0), Unit::Points);
        html.push_str(&figure(&name, &plot));
    }
    html.push_str(&folded("seats.csv", table));
    html
}

/// Shows the bots' use of the towers.
pub fn towers(files: &Files) -> String {
    let Some(table) = files.table("towers.csv") else {
        return String::new();
    };
    let mut html = String::from(
        "<p>Cards that each bot stopped with each tower, per round. How often one holds a tower says nothing yet about what it is worth: <code>powergrab balance</code> measures that.</p>",
    );
    for group in table.groups(&["ruleset", "players"]) {
        let rows: Vec<Row<'_>> = table.of(&["ruleset", "players"], &group).collect();
        let (names, towers) = (distinct(&rows, &["bot"]), distinct(&rows, &["tower"]));
        let cell = |i: usize, j: usize| {
            let is = |row: &&Row<'_>| row.text("bot") == names[i] && row.text("tower") == towers[j];
            let blocks = rows.iter().find(is)?.number("blocks")?;
            Some((blocks, format!("{blocks:.3}")))
        };
        let name = format!("{}: blocks per round", table_name(&group));
        let plot = heat("bot and tower", &names, &towers, cell, 0.0);
        html.push_str(&figure(&name, &plot));
    }
    html.push_str(&folded("towers.csv", table));
    html
}

/// Shows histograms of the rounds' metrics.
pub fn rounds(files: &Files) -> String {
    let (Some(rounds), Some(bins)) = (files.table("rounds.csv"), files.table("histograms.csv"))
    else {
        return String::new();
    };
    let keys = ["ruleset", "players", "metric"];
    let mut shown = String::new();
    let mut more = String::new();
    for group in bins.groups(&keys) {
        let counts: Vec<(f64, f64)> = bins
            .of(&keys, &group)
            .filter_map(|row| row.number("value").zip(row.number("count")))
            .collect();
        if counts.len() < 2 {
            continue;
        }
        let mean = rounds
            .of(&keys, &group)
            .next()
            .and_then(|r| r.number("mean"));
        let name = format!("{}: {}", table_name(&group), group[2]);
        let what = mean.map_or(String::new(), |m| format!(", mean {}", Unit::Plain.text(m)));
        let name = format!("{name}{what}");
        let figure = figure(&name, &bars(&format!("Histogram, {name}"), &counts, mean));
        let first = matches!(
            group[2].as_str(),
            "turns" | "winner_points" | "rounds_per_game" | "points"
        );
        if first { &mut shown } else { &mut more }.push_str(&figure);
    }
    format!(
        "<p>How often each value came up; the line is the mean, the last bar what lies beyond.</p><div class=\"grid\">{shown}</div>\
         <details><summary>All other metrics</summary><div class=\"grid\">{more}</div></details>{}",
        folded("rounds.csv", rounds)
    )
}

/// Returns JSON that is safe inside a script element.
fn embedded(json: &str) -> String {
    json.replace("</", "<\\/").replace("<!--", "<\\u0021--")
}

/// Returns the games, with the buttons to step through them; the page's script draws the table.
pub fn replays(replays: &[Replay], why_none: &str) -> String {
    if replays.is_empty() {
        return if why_none.is_empty() {
            String::new()
        } else {
            format!("<p>None: {}.</p>", esc(why_none))
        };
    }
    let data: Vec<String> = replays
        .iter()
        .map(|r| {
            let (title, command) = (json!(r.title), json!(r.command));
            let lines = r.lines.join(",");
            format!("{{\"title\":{title},\"command\":{command},\"lines\":[{lines}]}}")
        })
        .collect();
    format!(
        "<p>Games of this run, played again by the engine, all hands open. The arrow keys to the left and right step, anywhere on this page. In the viewer Page Up and Page Down go by rounds, Home and End to the ends, the space bar plays.</p>\
<div id=\"viewer\" class=\"viewer\"></div>\
<noscript><p>The replay needs JavaScript; everything else on this page does not.</p></noscript>\
<script type=\"application/json\" id=\"games\">[{}]</script>",
        embedded(&data.join(","))
    )
}

/// Returns the full description of the run.
pub fn run(files: &Files) -> String {
    let command = esc(files.text("/command"));
    let program = |key: &str| esc(files.text(&format!("/run/program/{key}")));
    let mut html = format!(
        "<p>This command, with version {} of commit <code>{}</code>, writes the same files byte for byte, whatever the number of threads:</p><pre><code>{command}</code></pre>",
        program("version"),
        program("commit"),
    );
    let about = run_rules_and_bots(files);
    let _ = write!(
        html,
        "{about}<p>Files in <code>{}</code>: the tables named above as CSV, <code>manifest.json</code> with all of this for programs, \
<code>data_dictionary.md</code> with every column explained. In a notebook: <code>powergrab.load(\"{0}\")</code>.</p>",
        esc(&files.dir.display().to_string())
    );
    html
}

/// Returns the rules and bots that the manifest lists. Those of a sweep are listed with its cells,
/// not here.
fn run_rules_and_bots(files: &Files) -> String {
    let mut html = String::new();
    html.push_str("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Rulesets\"><table><thead><tr><th scope=\"col\">ruleset</th><th scope=\"col\">fingerprint</th><th scope=\"col\">official</th></tr></thead><tbody>");
    let list = |pointer: &str| {
        let list = files.manifest.pointer(pointer).and_then(Value::as_array);
        list.cloned().unwrap_or_default()
    };
    let text = |value: &Value, key: &str| {
        let text = value.get(key).and_then(Value::as_str);
        esc(text.unwrap_or(""))
    };
    if list("/run/rulesets").is_empty() && list("/run/bots").is_empty() {
        return "<p>The rules and the bots of each part of the run stand in <code>manifest.json</code>.</p>".to_owned();
    }
    // Some runs have names there, and describe bots elsewhere.
    let objects = |pointer: &str| -> Vec<Value> {
        list(pointer).into_iter().filter(Value::is_object).collect()
    };
    let names: Vec<String> = list("/run/rulesets")
        .iter()
        .filter_map(|ruleset| ruleset.as_str().map(esc))
        .collect();
    if !names.is_empty() {
        return format!(
            "<p>Official rules of {}. Everything else stands in the command.</p>",
            names.join(", ")
        );
    }
    for ruleset in objects("/run/rulesets") {
        let variant = ruleset.get("variant").and_then(Value::as_bool) == Some(true);
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td><code>{}</code></td><td>{}</td></tr>",
            text(&ruleset, "name"),
            text(&ruleset, "fingerprint"),
            if variant { "no, a variant" } else { "yes" }
        );
    }
    html.push_str("</tbody></table></div>");
    for ruleset in objects("/run/rulesets") {
        let rules = ruleset.get("rules").cloned().unwrap_or_default();
        let _ = write!(
            html,
            "<details><summary>All rules of {} in force</summary><pre>{}</pre></details>",
            text(&ruleset, "name"),
            esc(&format!("{rules:#}"))
        );
    }
    let bots = objects("/run/bots");
    let _ = write!(
        html,
        "<details><summary>All {} bots with their parameters</summary><pre>{}</pre></details>",
        bots.len(),
        esc(&format!("{:#}", Value::Array(bots.clone())))
    );
    html
}
