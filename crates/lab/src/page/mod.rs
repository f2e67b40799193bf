//! A run as one self-contained HTML page: no network, no other file. All figures were computed
//! before; here they are read back from the run's files and drawn.
//!
//! | file | holds |
//! |---|---|
//! | `files` | contents of a run's directory |
//! | `listing` | the runs under a directory |
//! | `plot` | plots as inline SVG, tables |
//! | `sections` | the sections that any run has |
//! | `studies` | the sections of a sweep, a tuning, a skill ladder, a comparison of decisions |
//! | `balance` | the sections of a `balance` run, as declared by its experiments |
//! | `summary` | the summary in sentences |
//! | `page.css`, `viewer.js` | the style; the games step by step, as the board shows them |

pub mod answer;
mod balance;
mod files;
pub mod listing;
mod plot;
mod sections;
mod studies;
mod summary;

pub use files::{Files, Replay};

use super::study::manifest;
use powergrab_table::page::esc;

/// Name of the page in the run's directory.
pub const FILE: &str = crate::outputs::PAGE;

const CSS: &str = include_str!("page.css");
/// The viewer of games, built from `board/` at the top of the repository.
const VIEWER: &str = include_str!("viewer.js");

/// Returns a page with only the games, step by step.
pub fn viewer(replays: &[Replay]) -> String {
    let body = sections::replays(replays, "no game was played");
    let title = replays.first().map_or("", |replay| &replay.title);
    framed(&esc(title), &format!("<main>{body}</main>\n"), true)
}

/// Returns the page. If `replays` is empty, `why_no_replays` states the reason.
pub fn page(files: &Files, replays: &[Replay], why_no_replays: &str) -> String {
    let name = match (files.text("/run/name"), files.text("/run/kind")) {
        ("", "skill") => "Ladder of skill".to_owned(),
        (name, _) => esc(name),
    };
    let mut parts: Vec<(&str, &str, String)> = vec![
        ("words", "In words", summary::summary(files)),
        ("bots", "The bots", sections::bots(files)),
        ("ratings", "Ratings", sections::ratings(files)),
        ("payoff", "Who beats whom", sections::payoff(files)),
        ("seats", "What a seat is worth", sections::seats(files)),
        ("towers", "The towers", sections::towers(files)),
    ];
    parts.extend(studies::parts(files));
    parts.extend(balance::parts(files));
    parts.extend([
        ("rounds", "The rounds", sections::rounds(files)),
        (
            "replay",
            "Games, step by step",
            sections::replays(replays, why_no_replays),
        ),
        (
            "run",
            "What was run, and how to run it again",
            sections::run(files),
        ),
    ]);
    parts.retain(|(_, _, html)| !html.is_empty());
    let nav: String = parts
        .iter()
        .map(|(id, title, _)| format!("<li><a href=\"#{id}\">{title}</a></li>"))
        .collect();
    let body: String = parts
        .iter()
        .map(|(id, title, html)| {
            format!("<section id=\"{id}\" aria-labelledby=\"h-{id}\"><h2 id=\"h-{id}\">{title}</h2>{html}</section>\n")
        })
        .collect();
    let body = format!(
        "<a class=\"skip\" href=\"#words\">To the summary</a>\n<header><h1>{name}</h1>{}<nav aria-label=\"On this page\"><ul>{nav}</ul></nav></header>\n\
<main>\n{body}</main>\n<footer>powergrab {}, commit {}. Intervals are at 95 %, clustered by deal. Colours follow the system; so does the print.</footer>\n",
        sections::headline(files),
        esc(manifest::VERSION),
        esc(manifest::commit()),
    );
    framed(&name, &body, !replays.is_empty())
}

/// Returns a self-contained page with this body.
fn framed(title: &str, body: &str, steps_through_games: bool) -> String {
    let scripts = match steps_through_games {
        true => format!("<script>{VIEWER}</script>\n"),
        false => String::new(),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
<meta name=\"color-scheme\" content=\"light dark\">\n\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n\
<link rel=\"icon\" href=\"data:,\">\n<title>{title} · powergrab</title>\n<style>{CSS}</style>\n</head>\n<body>\n{body}{scripts}</body>\n</html>\n",
    )
}
