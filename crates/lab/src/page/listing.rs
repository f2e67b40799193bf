//! The runs under a directory, each in a line.

use super::files::Files;
use super::summary;
use crate::study::checkpoint_file::is_begun;
use crate::study::intact::{Damage, read_manifest};
use crate::study::manifest;
use powergrab_stats::order::HighestFirst;
use powergrab_table::page::table_name;
use serde::Serialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Maximum depth of directories below the first.
const DEPTH: usize = 4;
/// Maximum number of runs that are listed.
const MAX_RUNS: usize = 5000;

/// A run of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedRun {
    /// The directory, below the first one.
    pub dir: String,
    /// Kind of study.
    pub kind: String,
    /// Name of the run.
    pub name: String,
    /// Time of the last change of its manifest, in seconds since 1970.
    pub when: Option<u64>,
    /// The seed, as decimal text.
    pub seed: String,
    /// The most important finding, or what is wrong with the files.
    pub verdict: String,
    /// `false` while it runs, or if it was interrupted.
    pub finished: bool,
}

/// Returns the directories of runs below `root`, `root` included.
pub fn directories(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![(root.to_owned(), 0)];
    while let Some((dir, depth)) = open.pop() {
        if found.len() == MAX_RUNS {
            break;
        }
        // Links are not followed: they may lead out of the directory, or in circles.
        let manifest = fs::symlink_metadata(dir.join(manifest::FILE));
        if manifest.is_ok_and(|file| file.is_file()) || is_begun(&dir) {
            found.push(dir);
        } else if depth < DEPTH {
            let entries = fs::read_dir(&dir).into_iter().flatten().flatten();
            let below = entries.filter(|e| e.file_type().is_ok_and(|t| t.is_dir()));
            open.extend(below.map(|entry| (entry.path(), depth + 1)));
        }
    }
    found.sort();
    found
}

/// A costly decision of a reviewed bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CostlyDecision {
    /// The position.
    pub position: String,
    /// The bot's choice.
    pub done: String,
    /// The best option.
    pub better: String,
    /// Loss of the choice in the chance of winning.
    pub loss: f64,
    /// Standard error of the loss.
    pub loss_se: f64,
}

/// Returns the costliest decisions that a review lists, at most this many; empty for other runs.
///
/// # Errors
/// [`Damage`] of the first file that differs from the manifest.
pub fn costliest(dir: &Path, most: usize) -> Result<Vec<CostlyDecision>, Damage> {
    let files = Files::read(dir)?;
    let Some(table) = files.table("review_positions.csv") else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for group in table.groups(&["number"]) {
        let mut rows = table.of(&["number"], &group);
        // The best option comes first.
        let Some(best) = rows.next() else { continue };
        if let Some(own) = rows.find(|row| row.is("own", "true")) {
            found.push(CostlyDecision {
                position: own.text("position").into_owned(),
                done: own.text("option").into_owned(),
                better: best.text("option").into_owned(),
                loss: own.number("loss").unwrap_or(0.0),
                loss_se: own.number("loss_se").unwrap_or(0.0),
            });
        }
    }
    found.sort_by_cached_key(|it| HighestFirst(it.loss));
    found.truncate(most);
    Ok(found)
}

/// What a run found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The sentences of its page, the most important first.
    pub sentences: Vec<String>,
    /// The win rates of its bots.
    pub rates: Vec<Rate>,
}

/// A bot's win rate at a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// The ruleset and the number of seats.
    pub table: String,
    /// The bot.
    pub bot: String,
    /// Share of its games that it won.
    pub rate: f64,
    /// Lower 95 % bound; `None` for too few deals.
    pub low: Option<f64>,
    /// Upper 95 % bound.
    pub high: Option<f64>,
}

/// Returns what a finished run found.
///
/// # Errors
/// [`Damage`] of the first file that differs from the manifest.
pub fn findings(dir: &Path) -> Result<Findings, Damage> {
    let files = Files::read(dir)?;
    let sentences = summary::sentences(&files);
    let mut rates = Vec::new();
    if let Some(table) = files.table("bots.csv") {
        for group in table.groups(&["ruleset", "players"]) {
            let rows = table.of(&["ruleset", "players"], &group);
            rates.extend(rows.filter_map(|row| {
                Some(Rate {
                    table: table_name(&group),
                    bot: row.text("bot").into_owned(),
                    rate: row.number("win_rate")?,
                    low: row.number("low"),
                    high: row.number("high"),
                })
            }));
        }
    }
    Ok(Findings {
        sentences: sentences.iter().map(|html| plain(html)).collect(),
        rates,
    })
}

/// Describes the run in a directory below `root`.
pub fn listed(root: &Path, dir: &Path) -> ListedRun {
    let text = |value: &Value, pointer: &str| {
        let found = value.pointer(pointer).and_then(Value::as_str);
        found.unwrap_or("").to_owned()
    };
    let (about, problem) = match read_manifest(dir) {
        Ok(about) => (about, None),
        Err(damage) => (None, Some(damage.to_string())),
    };
    let finished = about.is_some();
    let about = about.unwrap_or(Value::Null);
    let kind = match text(&about, "/run/kind") {
        kind if kind.is_empty() && !finished => String::new(),
        kind if kind.is_empty() => match about.pointer("/run/format/format") {
            Some(format) if format == "line-ups" => "match".to_owned(),
            _ => "tournament".to_owned(),
        },
        kind => kind,
    };
    let verdict = match (problem, finished) {
        (Some(problem), _) => problem,
        (None, false) => "not finished".to_owned(),
        (None, true) => match Files::read(dir) {
            Ok(files) => summary::sentences(&files)
                .first()
                .map_or(String::new(), |html| plain(html)),
            Err(damage) => damage.to_string(),
        },
    };
    let changed = fs::metadata(dir.join(manifest::FILE)).and_then(|file| file.modified());
    let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok();
    let below = dir.strip_prefix(root).unwrap_or(dir);
    ListedRun {
        dir: below.display().to_string(),
        kind,
        name: text(&about, "/run/name"),
        when: changed.ok().and_then(since).map(|time| time.as_secs()),
        seed: match about.pointer("/run/seed") {
            Some(Value::String(seed)) => seed.clone(),
            Some(Value::Number(seed)) => seed.to_string(),
            _ => String::new(),
        },
        verdict,
        finished,
    }
}

/// Returns the text of HTML that this crate wrote.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    entities
        .iter()
        .fold(text, |text, (entity, letter)| text.replace(entity, letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::quick::Match;
    use crate::matches::write_match::WriteTo as _;

    #[test]
    fn a_run_with_a_checkpoint_is_listed_as_unfinished() {
        let root = tempfile::tempdir().unwrap();
        let run = root.path().join("group/run");
        fs::create_dir_all(&run).unwrap();
        assert!(directories(root.path()).is_empty());
        fs::write(run.join("part-1-of-1.shard"), "").unwrap();
        assert_eq!(directories(root.path()), std::slice::from_ref(&run));
        let listed = listed(root.path(), &run);
        assert_eq!((listed.dir.as_str(), listed.finished), ("group/run", false));
    }

    #[test]
    fn findings_are_the_sentences_and_the_rates_of_the_tables() {
        let root = tempfile::tempdir().unwrap();
        let run = root.path().join("run");
        let played = Match::new("power-grab")
            .and_then(|m| m.bot_named("greedy")?.bot_named("random"))
            .and_then(|m| m.deals(40).play())
            .unwrap();
        played.write_to(&run).unwrap();
        let found = findings(&run).unwrap();
        assert_eq!(
            found.sentences[0],
            listed(root.path(), &run).verdict,
            "the verdict comes first"
        );
        let greedy = &found.rates[0];
        assert_eq!(
            (greedy.table.as_str(), greedy.bot.as_str()),
            ("power-grab, 2 players", "greedy")
        );
        let record = played.record("greedy").unwrap();
        assert_eq!(greedy.rate, record.win_rate);
        assert!(greedy.low < Some(greedy.rate) && greedy.high > Some(greedy.rate));
        // A changed table is refused.
        fs::write(run.join("bots.csv"), "").unwrap();
        assert!(findings(&run).is_err());
    }

    #[test]
    fn sentences_lose_their_marks() {
        let html = "<b>power-grab, 2 seats:</b> a &lt;b&gt; &amp;amp; c";
        assert_eq!(plain(html), "power-grab, 2 seats: a <b> &amp; c");
    }
}
