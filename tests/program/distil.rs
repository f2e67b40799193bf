//! Tests of `powergrab distil`: a card for people, a strategy file, and figures.

use crate::call::{ok, out, powergrab, says};
use crate::runs::results;
use serde_json::Value;
use test_support::times;

fn distil(more: &str) -> String {
    let (search_deals, deals) = (times(150, 300), times(100, 200));
    let figures = format!("--search-deals {search_deals} --deals {deals}");
    format!("distil balanced --lines 2 --unit round {figures} --name mine {more}")
}

#[test]
fn a_card_is_printed_and_plays() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let printed = out(home, &distil("--threads 1 --out one"));
    assert!(
        printed.starts_with("mine: power-grab, 2 seats, learned from balanced\n\n  1. "),
        "{printed}"
    );
    assert!(
        printed.lines().all(|line| line.chars().count() <= 80),
        "{printed}"
    );
    assert_eq!(
        std::fs::read_to_string(home.join("one/card.txt")).unwrap(),
        printed.split("files: ").next().unwrap()
    );
    out(home, &distil("--threads 3 --out three"));
    assert!(results(&home.join("one")) == results(&home.join("three")));

    ok(home, "match --bots one/mine.toml,greedy --deals 10");
    let shown = out(home, "strategies one/mine.toml");
    assert!(
        shown.contains("Strategy card of ") && shown.contains("\n  lines =\n    1. "),
        "{shown}"
    );
    ok(home, "report one");
    let page = std::fs::read_to_string(home.join("one/report.html")).unwrap();
    assert!(
        page.contains("The strategy card")
            && page.contains("What it costs to leave a line out, in points")
    );
    assert!(page.contains("mine keeps "), "the answer is on the page");
}

#[test]
fn programs_get_the_card_as_json() {
    let home = tempfile::tempdir().unwrap();
    let json = out(home.path(), &distil("--format json --out run"));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["name"], &json["otherwise"]),
        (&"mine".into(), &"greedy".into())
    );
    let lines = json["lines"].as_array().unwrap();
    assert!((1..=2).contains(&lines.len()) && lines[0]["loss"].as_f64().unwrap() > 0.0);
    assert!(json["answer"].as_str().unwrap().contains("mine keeps "));
    assert!(json["kept"].as_f64().unwrap() > 0.2);
}

#[test]
fn all_words_are_listed_and_wrong_ones_are_named() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let words = out(home, "strategies rules");
    for word in [
        "do not play CARD",
        "a Wild Draw Four",
        "when the next seat has one card",
        "score a line",
    ] {
        assert!(words.contains(word), "{word}: {words}");
    }
    std::fs::write(
        home.join("mine.toml"),
        "policy = \"rules\"\n[params]\nlines = [\"play a numbr\"]\n",
    )
    .unwrap();
    let said = says(home, "match --bots ./mine.toml,greedy --deals 1", 2);
    assert!(
        said.contains("key `params.lines`")
            && said.contains("did you mean `play a number`? `powergrab"),
        "{said}"
    );
    let said = says(home, &distil("--shard 1/2 --out part"), 2);
    assert!(said.contains("it does not go with --shard"), "{said}");
    assert!(!powergrab(home).args(&["distil"]).output().status.success());
}
