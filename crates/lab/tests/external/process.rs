//! Bots that are programs: the shipped one plays, results do not depend on threads, and a hostile
//! one cannot hang a run, fail uncounted or leave a process behind.
#![cfg(unix)]

use powergrab_arena::run::RunError;
use powergrab_bots::strategy::process::Process;
use powergrab_bots::strategy::{Bot, FaultKind, resolve};
use powergrab_engine::game::Unit;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::matches::quick::{Match, MatchError, MatchResult};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use test_support::{PYTHON, at_once, cases};

const SHIPPED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../scripts/bots/greedy-py.toml"
);

/// Common part of hostile bots: a loop that answers with the first option, unless `misbehave` says
/// otherwise.
const LOOP: &str = r#"
import json, sys, time, os
def say(message):
    sys.stdout.write(message + "\n")
    sys.stdout.flush()
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        open("pids", "a").write("%d\n" % os.getpid())
        say('{"type": "hello", "protocol": 1, "events": false}')
    elif m["type"] == "decide":
        if len(m["view"]["hand"]) <= 4:
            MISBEHAVE
        say(json.dumps({"type": "answer", "game": m["game"], "option": m["options"][0]}))
"#;

struct Hostile {
    dir: tempfile::TempDir,
    file: PathBuf,
}

impl Hostile {
    fn new(program: &str, more: &str) -> Hostile {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("bot.py"), program).unwrap();
        let file = dir.path().join("hostile.toml");
        let text = format!(
            "policy = \"process\"\ncommand = [\"{}\", \"-IS\", \"bot.py\"]\n{more}\n",
            *PYTHON
        );
        std::fs::write(&file, text).unwrap();
        Hostile { dir, file }
    }

    fn misbehaving(how: &str, more: &str) -> Hostile {
        Hostile::new(&LOOP.replace("MISBEHAVE", how), more)
    }

    fn bot(&self) -> Bot<Shedding> {
        resolve(self.file.to_str().unwrap()).unwrap()
    }

    fn play(&self, threads: usize) -> Result<MatchResult, MatchError> {
        play(self.bot(), 4, threads)
    }

    /// Checks that no process that was ever started still exists.
    fn assert_reaped(&self) {
        let pids = std::fs::read_to_string(self.dir.path().join("pids")).unwrap_or_default();
        for pid in pids.lines() {
            assert!(!Path::new("/proc").join(pid).exists(), "{pid} is left");
        }
    }
}

fn play(bot: Bot<Shedding>, n_deals: u64, threads: usize) -> Result<MatchResult, MatchError> {
    Match::new("power-grab")?
        .bot(bot)
        .bot_named("first-legal")?
        .unit(Unit::Round)
        .deals(n_deals)
        .threads(NonZero::new(threads).unwrap())
        .play()
}

#[test]
fn the_shipped_bot_plays_well_and_the_same_with_any_number_of_threads() {
    let bot: Bot<Shedding> = resolve(SHIPPED).unwrap();
    let one = play(bot.clone(), 150, 1).unwrap();
    let three = play(bot, 150, 3).unwrap();
    assert_eq!(one.tally(), three.tally());
    assert!(one.first_faults().is_empty(), "{:?}", one.first_faults());
    let record = one.record("greedy-py").unwrap();
    assert_eq!(record.games, 300);
    assert!(record.interval.unwrap().low > 0.5, "{record:?}");
}

#[test]
fn failures_are_counted_the_same_way_with_any_number_of_threads() {
    let failures = [
        ("sys.exit(3)", FaultKind::Crash, "exit status: 3"),
        ("raise ValueError('no idea')", FaultKind::Crash, "no idea"),
        ("say('{')", FaultKind::Garbage, "not JSON"),
        ("say('[1]')", FaultKind::Garbage, "not a JSON object"),
        (
            "say('{\"type\": \"answer\", \"game\": 9999999, \"option\": \"draw\"}')",
            FaultKind::Garbage,
            "there is not",
        ),
        (
            "sys.stdout.write('x' * 200000); sys.stdout.flush()",
            FaultKind::Garbage,
            "more than 65536 bytes",
        ),
        (
            "sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()",
            FaultKind::Garbage,
            "not UTF-8",
        ),
        (
            "m['options'][0] = 'R99'",
            FaultKind::Illegal,
            "\"R99\" is not one of",
        ),
        (
            "m['options'][0] = None",
            FaultKind::Illegal,
            "null is not one of",
        ),
    ];
    for (how, kind, part) in cases(failures, 2) {
        let hostile = Hostile::misbehaving(how, "");
        let one = hostile.play(1).unwrap();
        let (_, fault) = one
            .first_faults()
            .get(&0)
            .unwrap_or_else(|| panic!("{how}: no fault"));
        assert_eq!(fault.kind, kind, "{how}: {fault}");
        assert!(fault.detail.contains(part), "{how}: {fault}");
        let rows = one.summary().fault_rows();
        assert!(
            rows.iter().all(|r| r.bot == "hostile" && r.kind == kind),
            "{rows:?}"
        );
        assert!((1..=8).contains(&rows[0].games));
        assert_eq!(one.record("hostile").unwrap().games, 8, "{how}");
        let two = hostile.play(2).unwrap();
        assert_eq!(one.tally(), two.tally(), "{how}");
        hostile.assert_reaped();
    }
}

#[test]
fn a_bot_that_does_not_answer_is_given_up_in_time() {
    let cases = [
        ("time.sleep(3600)", "no answer within 50 ms"),
        // An endless line in small pieces does not extend the time.
        (
            "[(sys.stdout.write('x'), sys.stdout.flush(), time.sleep(0.02)) for _ in range(9999)]",
            "no answer",
        ),
    ];
    let check = |(how, part): (&str, &str)| {
        let hostile = Hostile::misbehaving(how, "timeout_ms = 50");
        let started = Instant::now();
        let result = play(hostile.bot(), 2, 1).unwrap();
        assert!(started.elapsed() < Duration::from_secs(30));
        let (_, fault) = &result.first_faults()[&0];
        assert_eq!(fault.kind, FaultKind::Timeout, "{fault}");
        assert!(fault.detail.contains(part), "{fault}");
        hostile.assert_reaped();
    };
    at_once(&cases, check);
}

#[test]
fn a_run_may_stop_at_a_timeout() {
    let hostile = Hostile::misbehaving(
        "time.sleep(3600)",
        "timeout_ms = 200\non_timeout = \"stop\"",
    );
    let Err(MatchError::Run(RunError::Bot { name, fault })) = hostile.play(1) else {
        panic!("the run went on");
    };
    assert_eq!((name.as_str(), fault.kind), ("hostile", FaultKind::Timeout));
    hostile.assert_reaped();
}

#[test]
fn a_bot_that_cannot_start_or_greet_stops_the_run() {
    for (program, more, part) in [
        (
            "import time; time.sleep(3600)",
            "start_timeout_ms = 500",
            "no answer in time",
        ),
        ("print('hi')", "", "not JSON"),
        ("import sys; sys.exit('I will not')", "", "I will not"),
        (
            "print('{\"type\": \"hello\", \"protocol\": 2}')",
            "",
            "protocol 2",
        ),
        ("print('{\"type\": \"answer\"}')", "", "is not `hello`"),
    ] {
        let hostile = Hostile::new(program, more);
        let message = hostile.play(1).unwrap_err().to_string();
        assert!(
            message.contains(part) && message.contains("hostile"),
            "{message}"
        );
    }
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("absent.toml");
    std::fs::write(
        &file,
        "policy = \"process\"\ncommand = [\"./no-such-program\"]",
    )
    .unwrap();
    let bot = resolve(file.to_str().unwrap()).unwrap();
    let message = play(bot, 1, 1).unwrap_err().to_string();
    assert!(message.contains("cannot be started"), "{message}");
}

/// Without `start_timeout_ms`, a bot has ten seconds to start, though its answers have less.
#[test]
fn a_bot_may_take_longer_to_start_than_to_answer() {
    let hostile = Hostile::new(
        &format!(
            "import time; time.sleep(0.6)\n{}",
            LOOP.replace("MISBEHAVE", "pass")
        ),
        "timeout_ms = 400",
    );
    let result = play(hostile.bot(), 2, 1).unwrap();
    assert!(
        result.first_faults().is_empty(),
        "{:?}",
        result.first_faults()
    );
}

/// A bot that neither reads nor ends when told to is killed.
#[test]
fn a_bot_that_ignores_everything_is_ended() {
    let program = LOOP.replace("MISBEHAVE", "signal.pause()").replace(
        "import json",
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\nimport json",
    );
    let hostile = Hostile::new(&program, "timeout_ms = 200");
    play(hostile.bot(), 1, 1).unwrap();
    hostile.assert_reaped();
}

#[test]
fn a_player_that_is_waited_for_answers_too() {
    use powergrab_engine::game::{Game as _, NoObserver, Pile};
    use powergrab_engine::rng::Rng;
    use powergrab_engine::shedding::{Family, Rules};
    let game = Shedding::new(Rules::official(Family::GreenLantern), 2).unwrap();
    let (mut state, mut pile) = (game.new_game(), Pile::new(Rng::from_key(5)));
    let bot: Bot<Shedding> = resolve(SHIPPED).unwrap();
    let Some(strategy) = <Shedding as powergrab_bots::strategy::BotGame>::external(&bot.policy)
    else {
        panic!("it is from outside");
    };
    assert_eq!(strategy.policy(), "process");
    assert_eq!(strategy.describe()["command"][1], "greedy_bot.py");
    let mut player = strategy.player(0);
    let mut rng = Rng::from_key(1);
    let mut n_decisions = 0;
    game.start_round(&mut state, 0, &mut pile, &mut NoObserver);
    while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
        let action = player.decide(game.view(&state, ask.seat), &ask.options, &mut rng);
        // Hidden cards change nothing.
        let other = game.view(&state, ask.seat).redeal(&mut rng);
        let mut same = other;
        let mut other_pile = Pile::new(Rng::from_key(9));
        let again = game
            .advance(&mut same, &mut other_pile, &mut NoObserver)
            .unwrap();
        let view = game.view(&same, again.seat);
        let other_action = player.decide(view, &again.options, &mut rng);
        assert_eq!(
            game.view(&state, ask.seat).text(&ask.options, action),
            view.text(&again.options, other_action)
        );
        game.apply(&mut state, action, &mut pile, &mut NoObserver);
        n_decisions += 1;
    }
    assert!(n_decisions > 10);
    assert_eq!(player.fault(), None);
}

#[test]
fn what_is_wrong_in_a_file_is_named() {
    for (text, part) in [
        ("", "key `command`: missing"),
        ("command = []", "key `command`: an empty list"),
        ("command = \"python3\"", "is not a list of texts"),
        ("command = [\"a\"]\ntimeout_ms = 0", "from 1 to 3600000"),
        (
            "command = [\"a\"]\nstart_timeout_ms = 0",
            "key `start_timeout_ms`",
        ),
        (
            "command = [\"a\"]\non_timeout = \"halt\"",
            "known: mark, stop",
        ),
        (
            "command = [\"a\"]\ntimeout_m = 3",
            "did you mean `timeout_ms`?",
        ),
        (
            "command = [\"a\"]\n[params]\nx = 1",
            "key `params`: unknown",
        ),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("wrong.toml");
        std::fs::write(&file, format!("policy = \"process\"\n{text}")).unwrap();
        let message = resolve::<Shedding>(file.to_str().unwrap())
            .unwrap_err()
            .to_string();
        assert!(message.contains(part), "{text}: {message}");
    }
    let _: fn(powergrab_bots::strategy::process::ProcessSettings) -> Process = Process::new;
}

/// Follows everything possible by the events, and exits with an error if the full view differs.
const FOLLOWER: &str = r#"
import json, sys
hands, discards, towers, first = {}, {}, {}, None
def check(what, mine, told):
    if mine != told:
        sys.exit("%s: %r is not %r" % (what, mine, told))
for line in sys.stdin:
    m = json.loads(line)
    kind, game = m["type"], m.get("game")
    if kind == "hello":
        print('{"type": "hello", "protocol": 1, "view": "full"}', flush=True)
    elif kind == "rules":
        check("rules", {"ruleset", "variant", "fingerprint", "options"}, set(m["in_force"]))
    elif kind == "new":
        seat, first = m["seat"], int(m["seed"])
        hands[game], discards[game] = (seat, []), []
    elif kind == "event":
        seat, hand = hands[game]
        event, mine = m["event"], m.get("seat") == hands[game][0]
        if event == "round":
            hand[:] = m["hand"]
            discards[game][:] = [m["upcard"]]
            towers[game] = [""] * 10
        elif event == "play":
            discards[game].append(m["card"])
            if mine:
                hand.remove(m["card"])
        elif event == "give":
            check("gift", m["card"] is not None, mine or m["to"] == seat)
            if mine:
                hand.remove(m["card"])
            elif m["to"] == seat:
                hand.append(m["card"])
        elif event == "claim":
            if m["from"] is not None:
                towers[game][m["from"]] = towers[game][m["from"]].replace(m["tower"], "")
            towers[game][m["seat"]] += m["tower"]
        elif event == "instant-uno":
            check("kept", m["kept"] is not None, mine)
            discards[game].extend(m["discarded"])
            towers[game] = [""] * 10
            if mine:
                hand[:] = [m["kept"]]
        elif event == "draw":
            check("drawn", "cards" in m, mine)
            if mine:
                check("number", m["n"], len(m["cards"]))
                hand.extend(m["cards"])
        elif event == "challenge":
            check("challenged hand", "hand" in m, mine)
        elif event == "reshuffle":
            discards[game][:] = []
    elif kind == "decide":
        view = m["view"]
        seat, hand = hands[game]
        check("seat", seat, view["seat"])
        if view["question"] in ("turn", "drawn", "react", "catch"):
            check("hand", sorted(hand), sorted(view["hand"]))
            check("towers", [sorted(t) for t in towers[game]][:len(view["players"])],
                  [sorted(p["towers"]) for p in view["players"]])
            # After a reshuffle the top card lies there alone, and nobody says which that is.
            if discards[game] and view["top"] in discards[game]:
                missing = [c for c in discards[game] if c not in view["discards"]]
                check("discards", [], missing)
        check("my cards", len(view["hand"]), view["players"][seat]["cards"])
        # By a rule of no sense that takes every kind of option at some time.
        option = m["options"][(first + view["turn"]) % len(m["options"])]
        print(json.dumps({"type": "answer", "game": game, "option": option}), flush=True)
"#;

#[test]
fn events_and_views_agree_in_the_protocol() {
    for ruleset in ["power-grab", "green-lantern"] {
        let follower = Hostile::new(FOLLOWER, "");
        let result = Match::new(ruleset)
            .unwrap()
            .bot(follower.bot())
            .bot_named("random")
            .unwrap()
            .bot_named("bluffer")
            .unwrap()
            .unit(Unit::Round)
            .deals(60)
            .play()
            .unwrap();
        let faults = result.first_faults();
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(result.record("hostile").unwrap().games, 180);
    }
}
