//! Traces of Grid: they pass `verify`, a manipulated one does not, and golden games never change.

use powergrab_arena::play::TablePlay;
use powergrab_bots::strategy::{BotGame as _, Players, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::Unit;
use powergrab_engine::grid::{Grid, Rules};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::trace::{Header, Tracer};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::trace::replay::{Fault, verify};

/// Returns the trace of these bots' games.
fn trace(rules: Rules, bots: &[&str], seed: u64, n_games: u64) -> String {
    let game = Grid::new(rules, bots.len()).unwrap();
    let mut table = TablePlay::new(&game);
    let mut trace = Vec::new();
    let mut tracer = Tracer::new(&mut trace);
    for deal in 0..n_games {
        tracer.begin(
            &game,
            &Header {
                seed,
                game: deal,
                deal,
                rotation: 0,
                seats: bots.iter().map(|b| (*b).to_owned()).collect(),
                unit: Unit::Game,
            },
        );
        let mut players: Vec<_> = bots
            .iter()
            .enumerate()
            .map(|(seat, bot)| Grid::player(&resolve::<Grid>(bot).unwrap().policy, seat as Seat))
            .collect();
        let seeds = Seeds::new(seed, Purpose::Play).deal(deal);
        let salts = vec![0; bots.len()];
        table.play(
            &mut Players(&mut players),
            &salts,
            seeds,
            Unit::Game,
            &mut tracer,
            |_, _, _, _| {},
        );
        tracer.end(&game, table.state()).unwrap();
    }
    String::from_utf8(trace).unwrap()
}

const BOTS: [&str; 8] = [
    "random",
    "grid-heuristic",
    "grid-greedy",
    "first-legal",
    "random",
    "grid-heuristic",
    "random",
    "grid-greedy",
];

#[test]
fn traces_pass() {
    for n in [2, 3, 4, 8] {
        for (hand_size, first_seat) in [(7, None), (1, Some(1)), (13, None)] {
            let rules = Rules {
                hand_size,
                first_seat,
                ..Rules::official()
            };
            let text = trace(rules, &BOTS[..n], n as u64, 20);
            let summary =
                verify("t", text.as_bytes(), &Catalog::default()).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!((summary.games, summary.rounds), (20, 20));
            assert_eq!(summary.events, text.lines().count() as u64);
        }
    }
}

#[test]
fn golden_games() {
    for (name, bots) in [
        ("grid-random-2", &["random", "random"][..]),
        ("grid-random-4", &["random", "random", "random", "random"]),
        ("grid-mixed-3", &["first-legal", "grid-greedy", "random"]),
    ] {
        let text = trace(Rules::official(), bots, 2026, 1);
        super::golden::compare(name, text.as_bytes());
    }
}

/// Names another line of the Grid.
fn other_line(text: &str) -> String {
    if text.contains("row") {
        text.replace("row", "column")
    } else {
        text.replace("column", "row")
    }
}

/// Changes the first line that contains `find`, from line `after` on, and returns the fault found.
fn doctored(
    text: &str,
    after: usize,
    find: &str,
    change: impl Fn(&str) -> String,
) -> (usize, Fault) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.iter().skip(after).position(|l| l.contains(find));
    let at = at.unwrap_or_else(|| panic!("no {find}")) + after;
    lines[at] = change(&lines[at]);
    let text = lines.join("\n");
    let text = text.replace("\n\n", "\n");
    (
        at + 1,
        verify("t", text.as_bytes(), &Catalog::default()).unwrap_err(),
    )
}

#[test]
fn doctored_traces_are_found_out_with_their_rule() {
    let text = trace(
        Rules::official(),
        &["random", "grid-greedy", "random"],
        4,
        3,
    );
    let full = text.lines().take_while(|l| !l.contains("\"lay\"")).count();
    let game_end = "\"event\":\"game-end\"";
    type Change = fn(&str) -> String;
    let cases: [(usize, &str, Change, &str); 14] = [
        (
            0,
            "\"event\":\"deal\"",
            |l| l.replace("\"first\":", "\"first\":1"),
            "GR-1",
        ),
        (
            0,
            "\"event\":\"deal\"",
            |l| l.replacen("[[", "[[\"R5\",", 1),
            "GR-1",
        ),
        (2, "\"place\"", |l| l.replace("[0,0]", "[1,0]"), "GR-4"),
        (5, "\"place\"", |_| String::new(), "GR-2"),
        (5, "\"at\":", |l| l.replace("\"at\":[", "\"at\":[7"), "GR-4"),
        (
            full,
            "\"lay\"",
            |l| l.replace("lay", "place").replace('}', ",\"at\":[0,0]}"),
            "GR-4",
        ),
        (
            full,
            "draw-two",
            |l| l.replace("draw-two", "draw-four"),
            "GR-6",
        ),
        (full, "\"reverse\"", other_line, ""),
        (
            full,
            "\"score\"",
            |l| l.replace("\"cards\":[", "\"cards\":[\"W\","),
            "",
        ),
        (
            full,
            "\"score\"",
            |l| {
                l.replace("score", "pass")
                    .split(",\"line")
                    .next()
                    .unwrap()
                    .to_owned()
                    + "}"
            },
            "GR-2",
        ),
        (0, game_end, |l| l.replace("\"deck\"", "\"out\""), "GR-3"),
        (
            0,
            game_end,
            |l| l.replace("\"scores\":[", "\"scores\":[1"),
            "GR-9",
        ),
        (
            0,
            game_end,
            |l| l.replace("\"winners\":[", "\"winners\":[9,"),
            "GR-9",
        ),
        (0, game_end, |_| String::new(), "GR-3"),
    ];
    for (after, find, change, rule) in cases {
        let (line, fault) = doctored(&text, after, find, change);
        println!("{fault}");
        assert!(fault.line as usize >= line, "{fault}");
        assert!(rule.is_empty() || fault.rule == rule, "{rule}: {fault}");
        assert!(!fault.unreadable);
    }
    let cut = &text[..text.len() / 3];
    let cut = &cut[..cut.rfind('\n').unwrap()];
    let fault = verify("t", cut.as_bytes(), &Catalog::default()).unwrap_err();
    assert!(
        fault.message.contains("ends in the middle of a game"),
        "{fault}"
    );
}

#[test]
fn a_first_seat_that_the_rules_fix_is_checked() {
    let rules = Rules {
        first_seat: Some(1),
        ..Rules::official()
    };
    let text = trace(rules, &["random", "random"], 4, 1);
    assert!(text.contains("\"variant\":true"));
    let fault = verify(
        "t",
        text.replace("\"first\":1", "\"first\":0").as_bytes(),
        &Catalog::default(),
    )
    .unwrap_err();
    assert_eq!((fault.rule, fault.line), ("GR-1", 2));
    let fault = verify(
        "t",
        text.replace("\"variant\":true", "\"variant\":false")
            .as_bytes(),
        &Catalog::default(),
    )
    .unwrap_err();
    assert_eq!((fault.rule, fault.line), ("GR-1", 1));
    let seats = text.replace("[\"random\",\"random\"]", "[\"random\"]");
    assert_eq!(
        verify("t", seats.as_bytes(), &Catalog::default())
            .unwrap_err()
            .rule,
        "GR-1"
    );
}
