//! The register: names, strategy files, additions of a program.

use powergrab_bots::strategy::line_up;
use powergrab_bots::strategy::register::from_text;
use powergrab_bots::strategy::{
    Bot, BotCatalog, BotGame, FirstLegal, ShedPolicy, StrategyFile, load, resolve,
};
use powergrab_engine::config::ConfigError;
use powergrab_engine::config::is_name;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use std::path::Path;

fn read(text: &str) -> Result<StrategyFile<Shedding>, String> {
    from_text("mine", "mine.toml", text).map_err(|e| e.to_string())
}

#[test]
fn every_file_is_in_the_register_and_every_policy_has_a_bot() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies");
    let mut files: Vec<String> = std::fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter_map(|f| f.strip_suffix(".toml").map(str::to_owned))
        .collect();
    files.sort();
    let mut names: Vec<&str> = [Shedding::STRATEGIES, Grid::STRATEGIES]
        .concat()
        .iter()
        .filter(|s| s.text.is_some())
        .map(|s| s.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(files, names);
    policies_have_bots::<Shedding>();
    policies_have_bots::<Grid>();
}

fn policies_have_bots<G: BotGame>() {
    for policy in G::POLICIES {
        let mut bots = G::STRATEGIES.iter().map(|s| resolve::<G>(s.name).unwrap());
        let bot = bots.find(|b| b.info() == Some(policy.info)).unwrap();
        assert_eq!(G::values(&bot.policy).len(), policy.info.tunables().count());
    }
    for built_in in G::STRATEGIES {
        let file = load::<G>(built_in.name).unwrap();
        assert!(is_name(built_in.name) && file.bot.name == built_in.name);
        assert!(!file.description.is_empty() && file.description.ends_with('.'));
    }
}

#[test]
fn parameters_reach_the_bot_and_its_description() {
    let file = read("policy = \"heuristic\"\nsalt = 7\n[params]\nbluff = 0.25").unwrap();
    let json = file.bot.describe();
    assert_eq!(json["policy"], "heuristic");
    assert_eq!(json["salt"], 7);
    assert_eq!(json["params"]["bluff"], 0.25);
    assert_eq!(json["params"]["uno_call"], 1.0);
}

#[test]
fn defaults_lie_in_their_ranges_and_names_are_unique() {
    let infos = Shedding::POLICIES.iter().map(|p| p.info);
    for info in infos.chain(Grid::POLICIES.iter().map(|p| p.info)) {
        let mut seen = std::collections::HashSet::new();
        for t in info.tunables() {
            assert!(t.low < t.high && (t.low..=t.high).contains(&t.default));
            assert!(seen.insert(t.name), "{} twice", t.name);
        }
    }
}

#[test]
fn what_is_wrong_is_named_with_its_remedy() {
    for (text, part) in [
        ("", "key `policy`: missing; known: "),
        ("policy = \"gredy\"", "did you mean `greedy`?"),
        ("policy = 3", "key `policy`: 3 is not a text"),
        ("policy = \"greedy\"\nslat = 3", "did you mean `salt`?"),
        ("policy = \"greedy\"\nsalt = -1", "9223372036854775807"),
        ("policy = \"greedy\"\nparams = 3", "key `params`"),
        (
            "policy = \"heuristic\"\n[params]\nbluf = 0.5",
            "key `params.bluf`: unknown; did you mean `bluff`?",
        ),
        (
            "policy = \"heuristic\"\n[params]\nbluff = 1.5",
            "key `params.bluff`: 1.5 is not a number from 0 to 1",
        ),
        (
            "policy = \"heuristic\"\n[params]\nbluff = nan",
            "nan is not",
        ),
        (
            "policy = \"heuristic\"\n[params]\nbluff = inf",
            "inf is not",
        ),
        ("policy = \"random\"\n[params]\nuno_call = 1", "unknown"),
    ] {
        let message = read(text).unwrap_err();
        assert!(message.contains(part), "{text:?}: {message}");
        assert!(message.starts_with("mine.toml:"), "{message}");
    }
}

#[test]
fn parameters_may_follow_a_name() {
    let bot = resolve::<Shedding>("sheriff:challenge_at=2:bluff=0.25").unwrap();
    assert_eq!(bot.name, "sheriff-challenge_at-2-bluff-0.25");
    assert_eq!(bot.describe()["params"]["challenge_at"], 2.0);
    assert_eq!(bot.describe()["params"]["bluff"], 0.25);
    let plain = resolve::<Shedding>("sheriff").unwrap();
    assert_eq!(
        bot.describe()["params"]["uno_call"],
        plain.describe()["params"]["uno_call"]
    );
    for (asked, part) in [
        ("sheriff:challeng_at=2", "did you mean `challenge_at`?"),
        ("sheriff:challenge_at=99", "is not a number from 0 to 10"),
        ("sheriff:challenge_at=high", "each with a number"),
        ("sherif:challenge_at=2", "did you mean `sheriff`?"),
        ("greedy:=", "each with a number"),
    ] {
        let message = resolve::<Shedding>(asked).unwrap_err().to_string();
        assert!(message.contains(part), "{asked}: {message}");
    }
}

#[test]
fn an_unknown_bot_is_told_its_nearest() {
    let message = resolve::<Shedding>("horder").unwrap_err().to_string();
    assert!(message.contains("did you mean `hoarder`?"), "{message}");
    let message = resolve::<Shedding>("no/such.toml").unwrap_err().to_string();
    assert!(message.contains("cannot be read"), "{message}");
    let message = resolve::<Shedding>("./-x.toml").unwrap_err().to_string();
    assert!(message.contains("a letter or digit first"), "{message}");
}

fn mine(names: &[&str]) -> Result<BotCatalog, ConfigError> {
    let mut catalog = BotCatalog::default();
    for name in names {
        // Bypasses the constructor, which checks names in debug builds.
        catalog.add(Bot::<Shedding> {
            name: (*name).to_owned(),
            salt: 0,
            policy: ShedPolicy::FirstLegal(FirstLegal),
        })?;
    }
    Ok(catalog)
}

#[test]
fn added_bots_are_known_to_their_catalogue() {
    let known = |catalog: &BotCatalog| catalog.bot::<Shedding>("mine").is_ok();
    let own = mine(&["mine"]).unwrap();
    assert!(known(&own) && !known(&BotCatalog::default()));
    assert!(!known(&mine(&["other"]).unwrap()));
    let message = own.bot::<Shedding>("min").unwrap_err().to_string();
    assert!(message.contains("did you mean `mine`?"), "{message}");
}

#[test]
fn a_name_belongs_to_one_bot() {
    for (names, part) in [
        (&["greedy"][..], "two bots are called that"),
        (&["heuristic"], "two bots are called that"),
        (&["mine", "mine"], "two bots are called that"),
        (&["my bot"], "is no name of a bot"),
    ] {
        let error = mine(names).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_policy_without_a_file_is_a_bot_with_its_defaults() {
    for name in ["random", "first-legal"] {
        let bot = resolve::<Shedding>(name).unwrap();
        assert_eq!(bot.name, name);
        assert_eq!(bot.info().map(|info| info.name), Some(name));
        let file = load::<Grid>(name).unwrap();
        assert_eq!(
            Some(file.description.as_str()),
            file.bot.info().map(|info| info.summary)
        );
    }
    let error = resolve::<Shedding>("random:points=1")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("random") && !error.contains("random.toml"),
        "{error}"
    );
}

#[test]
fn a_star_seats_a_bot_several_times() {
    assert_eq!(
        line_up::expand(&["a", "b * 2", "c*1"]).unwrap(),
        ["a", "b", "b", "c"]
    );
    for wrong in ["a*", "a*0", "a*x", "a*-1", "a*99"] {
        assert!(line_up::expand(&[wrong]).is_err(), "{wrong}");
    }
}
