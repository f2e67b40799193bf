//! Sections of a sweep, a tuning, a skill ladder, a comparison of decisions, or a strategy card.

use super::files::Files;
use super::plot::{Dot, dots, figure, folded};
use super::sections::dot;
use powergrab_stats::order::HighestFirst;
use powergrab_table::page::{Unit, esc, table_name, with_interval};
use powergrab_table::rows::Row;
use powergrab_table::typed::Table;
use serde_json::Value;

/// Maximum number of cells of a plot; the table below has all.
const MOST: usize = 30;

/// Maximum number of characters of a cell's label.
const LONGEST: usize = 36;

/// Returns the answers of the run itself.
pub fn sentences(files: &Files) -> Vec<String> {
    let answers = files.manifest.pointer("/result/answers");
    let answers = answers.and_then(Value::as_array).into_iter().flatten();
    let mut sentences: Vec<String> = answers.filter_map(Value::as_str).map(esc).collect();
    sentences.extend(best_rungs(files));
    sentences
}

/// Describes the best rung of each ladder, and whether it is significantly better than the one
/// without playouts, which wins the fair share.
fn best_rungs(files: &Files) -> Vec<String> {
    let Some(table) = files.table("skill_ladder.csv") else {
        return Vec::new();
    };
    let keys = ["ruleset", "seats", "policy"];
    let sentence = |group: &Vec<String>| {
        let rate = |row: &Row<'_>| row.number("win_rate").unwrap_or(0.0);
        let rungs = table.of(&keys, group);
        let best = rungs.max_by(|a, b| rate(a).total_cmp(&rate(b)))?;
        let interval = with_interval(&best, "win_rate", "low", "high", Unit::Percent)?;
        let clear = best.number("low") > best.number("fair_share");
        Some(format!(
            "<b>{}, {} seats:</b> {} wins most with {} playouts, {interval}{}.",
            esc(&group[0]),
            esc(&group[1]),
            esc(&group[2]),
            esc(&best.text("playouts")),
            if clear {
                ""
            } else {
                ", which cannot be told from the fair share"
            }
        ))
    };
    table.groups(&keys).iter().filter_map(sentence).collect()
}

/// Returns the sections of these runs, in the order of the page.
pub fn parts(files: &Files) -> Vec<(&'static str, &'static str, String)> {
    vec![
        ("cells", "The cells", cells(files)),
        (
            "verdict",
            "On deals that the search never saw",
            verdict(files),
        ),
        (
            "one-step",
            "Each parameter put back by itself",
            one_step(files),
        ),
        ("search", "How the search went", generations(files)),
        ("ladder", "Strength by playouts", ladder(files)),
        ("why", "What makes the difference", kinds(files)),
        ("review", "What its decisions cost", costs(files)),
        ("card", "The strategy card", card(files)),
    ]
}

/// Shows the lines of a strategy card with what each is worth, its strength, and its search.
fn card(files: &Files) -> String {
    let Some(table) = files.table("lines.csv") else {
        return String::new();
    };
    let items: String = table
        .rows()
        .map(|row| format!("<li>{}</li>", esc(&row.text("text"))))
        .collect();
    let caption = "What it costs to leave a line out, in points";
    let of = |row: Row<'_>| {
        let label = format!("line {}", row.text("line"));
        dot(&row, label, "loss", "low", "high")
    };
    let losses: Vec<Dot> = table.rows().filter_map(of).collect();
    let plot = dots(caption, &losses, Some(0.0), Unit::Percent);
    let mut html = format!("<ol>{items}</ol>") + &figure(caption, &plot);
    for file in ["lines.csv", "strength.csv", "steps.csv"] {
        if let Some(table) = files.table(file) {
            html.push_str(&folded(file, table));
        }
    }
    html
}

/// Returns the columns of a sweep's factors: those between the cell's number and the ruleset.
fn factors(table: &Table) -> Vec<&str> {
    let columns = table.columns.iter().map(|column| column.name.as_ref());
    columns
        .skip_while(|c| *c != "cell")
        .skip(1)
        .take_while(|c| *c != "ruleset")
        .collect()
}

/// Plots the cells of a sweep, best first, a plot for each table.
fn cells(files: &Files) -> String {
    let Some(table) = files.table("sweep.csv") else {
        return String::new();
    };
    let hero = files.text("/run/hero");
    let factors = factors(table);
    let own = format!("{hero}.");
    let label = |row: &Row<'_>| {
        let levels = factors.iter().map(|f| {
            let name = f.strip_prefix(&own).unwrap_or(f);
            format!("{name} {}", row.text(f))
        });
        let text = levels.collect::<Vec<_>>().join(", ");
        match text.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    };
    let last = if table.rows().any(|row| row.is("stage", "held-out")) {
        "held-out"
    } else {
        "sweep"
    };
    let mut html = format!(
        "<p>How many games {} won in each cell, best first, with the 95 % interval; the line is the fair share. All cells played the same deals, so their differences are surer than their intervals.</p>",
        esc(hero)
    );
    for group in table.groups(&["ruleset", "players"]) {
        let rows = table.of(&["ruleset", "players"], &group);
        let rows = rows.filter(|row| row.is("bot", hero) && row.is("stage", last));
        let rows: Vec<Row<'_>> = rows.collect();
        let of = |row: &Row<'_>| dot(row, label(row), "win_rate", "low", "high");
        let mut items: Vec<Dot> = rows.iter().filter_map(of).collect();
        items.sort_by_cached_key(|item| HighestFirst(item.value));
        let caption = match items.len() {
            n if n > MOST => format!("{}: the best {MOST} of {n} cells", table_name(&group)),
            _ => table_name(&group),
        };
        items.truncate(MOST);
        let fair = rows.first().and_then(|row| row.number("fair_share"));
        let plot = dots(&caption, &items, fair, Unit::Percent);
        html.push_str(&figure(&caption, &plot));
    }
    html.push_str(&folded("sweep.csv", table));
    html
}

/// Returns the unit of a row: per cent for shares.
fn unit(row: &Row<'_>) -> Unit {
    match &*row.text("objective") {
        "win-share" => Unit::Percent,
        _ => Unit::Plain,
    }
}

/// Plots a figure of each row of a table with its interval, followed by the table.
fn plot(
    files: &Files,
    file: &str,
    caption: &str,
    value: &str,
    zero: bool,
    label: impl Fn(&Row<'_>) -> String,
) -> String {
    let Some(table) = files.table(file) else {
        return String::new();
    };
    let of = |row: Row<'_>| dot(&row, label(&row), value, "low", "high");
    let items: Vec<Dot> = table.rows().filter_map(of).collect();
    let unit = table.rows().next().map_or(Unit::Plain, |row| unit(&row));
    let plot = dots(caption, &items, zero.then_some(0.0), unit);
    figure(caption, &plot) + &folded(file, table)
}

fn verdict(files: &Files) -> String {
    let label = |row: &Row<'_>| match &*row.text("measure") {
        "gain" => "gain with the field".to_owned(),
        "in-field" => format!("{} with the field", row.text("bot")),
        _ => format!("among {}", row.text("opponents")),
    };
    let caption = "The tuned bot, with 95 % intervals";
    plot(files, "validation.csv", caption, "value", false, label)
}

fn one_step(files: &Files) -> String {
    let label = |row: &Row<'_>| row.text("parameter").into_owned();
    let caption = "What it costs to put a parameter back to its value at the start";
    plot(files, "one_step.csv", caption, "cost", true, label)
}

fn generations(files: &Files) -> String {
    let Some(table) = files.table("generations.csv") else {
        return String::new();
    };
    let of = |row: Row<'_>| {
        let value = row.number("gain")?;
        let half = row.number("gain_se").map(|se| 1.96 * se);
        let search = match &*row.text("search") {
            "" => String::new(),
            search => format!("search {search}, "),
        };
        Some(Dot {
            label: format!("{search}generation {}", row.text("generation")),
            value,
            interval: half.map(|half| (value - half, value + half)),
        })
    };
    let items: Vec<Dot> = table.rows().filter_map(of).collect();
    let unit = match files.text("/run/objective") {
        "win-share" => Unit::Percent,
        _ => Unit::Plain,
    };
    let caption = "The optimiser's mean, less the start on the same deals";
    let plot = dots(caption, &items, Some(0.0), unit);
    figure(caption, &plot) + &folded("generations.csv", table)
}

fn ladder(files: &Files) -> String {
    let Some(table) = files.table("skill_ladder.csv") else {
        return String::new();
    };
    let mut html = String::new();
    let keys = ["ruleset", "seats", "policy"];
    for group in table.groups(&keys) {
        let rows: Vec<Row<'_>> = table.of(&keys, &group).collect();
        let of = |row: &Row<'_>| {
            let label = format!("{} playouts", row.text("playouts"));
            dot(row, label, "win_rate", "low", "high")
        };
        let items: Vec<Dot> = rows.iter().filter_map(of).collect();
        let fair = rows.first().and_then(|row| row.number("fair_share"));
        let caption = format!("{}, {} seats, {}", group[0], group[1], group[2]);
        let plot = dots(&caption, &items, fair, Unit::Percent);
        html.push_str(&figure(&caption, &plot));
    }
    html.push_str(&folded("skill_ladder.csv", table));
    html
}

/// Plots a figure of each kind of decision, followed by the kinds' sentences and the table.
fn plot_kinds(file: &str, table: &Table, caption: &str, value: &str) -> String {
    let [low, high] = ["low", "high"].map(|bound| format!("{value}_{bound}"));
    let of = |row: Row<'_>| {
        let label = match &*row.text("kind") {
            "other" => "all others".to_owned(),
            "total" => "all together".to_owned(),
            kind => format!("kind {kind}"),
        };
        dot(&row, label, value, &low, &high)
    };
    let items: Vec<Dot> = table.rows().filter_map(of).collect();
    let plot = dots(caption, &items, Some(0.0), Unit::Percent);
    let sentence = |row: Row<'_>| {
        let kind = row.text("kind");
        let is_kind = kind.parse::<u32>().is_ok();
        is_kind.then(|| format!("<li>{}</li>", esc(&row.text("sentence"))))
    };
    let sentences: String = table.rows().filter_map(sentence).collect();
    let html = figure(caption, &plot) + &format!("<ol>{sentences}</ol>");
    html + &folded(file, table)
}

/// Plots the share of each kind of decision in the difference between two bots.
fn kinds(files: &Files) -> String {
    let Some(table) = files.table("why.csv") else {
        return String::new();
    };
    let caption = "Share of each kind of decision in the difference, in points";
    let mut html = plot_kinds("why.csv", table, caption, "share");
    if let Some(positions) = files.table("positions.csv") {
        html.push_str(&folded("positions.csv", positions));
    }
    html
}

/// Plots the cost of each kind of decision of a bot, followed by its unusual choices and the
/// positions to look at.
fn costs(files: &Files) -> String {
    let Some(table) = files.table("review.csv") else {
        return String::new();
    };
    let caption = "Cost of each kind of decision, in points";
    let mut html = plot_kinds("review.csv", table, caption, "cost");
    if let Some(choices) = files.table("choices.csv") {
        let unusual = choices.rows().filter(|row| row.is("unusual", "true"));
        let item = |row: Row<'_>| {
            let percent = |name| row.number(name).map_or(f64::NAN, |share| 100.0 * share);
            format!(
                "<li>{} ({}): in {:.0} % of the decisions in which it could; the others: {:.0} to {:.0} %</li>",
                esc(&row.text("action")),
                esc(&row.text("question")),
                percent("rate"),
                percent("lowest"),
                percent("highest")
            )
        };
        let items: String = unusual.map(item).collect();
        if !items.is_empty() {
            html.push_str("<p>Unusual, compared with other bots in the same decisions:</p>");
            html.push_str(&format!("<ul>{items}</ul>"));
        }
        html.push_str(&folded("choices.csv", choices));
    }
    if let Some(positions) = files.table("review_positions.csv") {
        html.push_str("<p>Positions to look at, with the chance of winning by each option:</p>");
        for group in positions.groups(&["number", "kind", "position"]) {
            let rows = positions.of(&["number", "kind", "position"], &group);
            html.push_str(&position(rows));
        }
        html.push_str(&folded("review_positions.csv", positions));
    }
    html
}

/// Shows a position with the values of its options.
fn position<'t>(rows: impl Iterator<Item = Row<'t>>) -> String {
    let mut html = String::new();
    for row in rows {
        if html.is_empty() {
            html = format!(
                "<p>{}. Kind {}, deal {}: <code>{}</code></p><table>",
                esc(&row.text("number")),
                esc(&row.text("kind")),
                esc(&row.text("deal")),
                esc(&row.text("position"))
            );
            html.push_str("<tr><th>option</th><th>wins %</th><th>loses</th><th></th></tr>");
        }
        let percent = |name| row.number(name).map_or(f64::NAN, |share| 100.0 * share);
        let own = match (row.is("own", "true"), &*row.text("reasons")) {
            (true, "") => "its choice".to_owned(),
            (true, reasons) => format!("its choice, by its terms: {}", esc(reasons)),
            (false, _) => String::new(),
        };
        html.push_str(&format!(
            "<tr><td>{}</td><td>{:.1}</td><td>{:.1}</td><td>{own}</td></tr>",
            esc(&row.text("option")),
            percent("value"),
            percent("loss")
        ));
    }
    html + "</table>"
}
