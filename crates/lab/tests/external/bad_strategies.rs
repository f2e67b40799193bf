//! Wrong strategy files get one clear message: the file, the key, and a correct value.

use powergrab_bots::strategy::{Bot, resolve};
use powergrab_engine::shedding::Shedding;

fn message(name: &str, text: &[u8]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(name);
    std::fs::write(&file, text).unwrap();
    let bot: Result<Bot<Shedding>, _> = resolve(file.to_str().unwrap());
    bot.unwrap_err().to_string()
}

#[test]
fn each_mistake_has_its_message() {
    let long = format!("policy = \"{}\"", "x".repeat(100_000));
    for (text, parts) in [
        (
            "",
            &["key `policy`: missing", "greedy", "process", "wasm"][..],
        ),
        (
            "policy = \"gready\"",
            &["\"gready\" is not known", "did you mean `greedy`?"],
        ),
        (&long, &["is not known"]),
        (
            "policy = \"ismcts\"\n[params]\nforks = 1",
            &["key `policy`: ismcts was removed; use `monte-carlo`"],
        ),
        (
            "policy = \"greedy\"\nsalt = 1\nsalt = 2",
            &["not valid TOML", "line 3"],
        ),
        (
            "policy = \"monte-carlo\"\n[params]\nnetwork = \"greedy\"",
            &["key `params.network`: greedy is of policy greedy, which has no network"],
        ),
        (
            "policy = \"monte-carlo\"\n[params]\nnetwork = \"nett\"",
            &["key `params.network`", "did you mean `net`?"],
        ),
        (
            "policy = \"monte-carlo\"\n[params]\nnetwork = \"net\"\nvalue = \"game\"",
            &["key `params.value`", "leave out this key, or `network`"],
        ),
        (
            "policy = \"greedy\"\n[params]\nuno_cal = 1",
            &["key `params.uno_cal`", "did you mean `uno_call`?"],
        ),
        (
            "policy = \"greedy\"\n[params]\nuno_call = 1.5",
            &["key `params.uno_call`: 1.5 is not a number from 0 to 1"],
        ),
        (
            "policy = \"greedy\"\n[params]\nuno_call = -0.1",
            &["-0.1 is not a number from 0 to 1"],
        ),
        (
            "policy = \"greedy\"\n[params]\nuno_call = nan",
            &["nan is not a number from 0 to 1"],
        ),
        (
            "policy = \"greedy\"\n[params]\nuno_call = inf",
            &["inf is not a number from 0 to 1"],
        ),
        (
            "policy = \"greedy\"\n[params]\nuno_call = \"1\"",
            &["is not a number from 0 to 1"],
        ),
        (
            "policy = \"greedy\"\ncommand = [\"a\"]",
            &["key `command`: unknown"],
        ),
        (
            "policy = \"greedy\"\n[params]\n\"\\u001b[2J\" = 1",
            &["unknown"],
        ),
    ] {
        let message = message("wrong.toml", text.as_bytes());
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
        assert!(message.contains("wrong.toml"), "{message}");
        assert!(
            message.len() < 700 && !message.contains('\u{1b}'),
            "{message}"
        );
    }
}

#[test]
fn ten_megabytes_of_brackets_and_other_rubbish_are_refused_at_once() {
    let started = std::time::Instant::now();
    for text in [
        "[".repeat(10 << 20).into_bytes(),
        "[\n".repeat(5 << 20).into_bytes(),
        "{".repeat(1 << 19).into_bytes(),
        "a.".repeat(1 << 19).into_bytes(),
        vec![0xff; 100],
        vec![0; 1000],
    ] {
        let message = message("wrong.toml", &text);
        assert!(message.contains("wrong.toml: "), "{message}");
        assert!(message.len() < 2000, "{}", message.len());
    }
    assert!(started.elapsed() < std::time::Duration::from_secs(20));
}

#[test]
fn names_are_checked() {
    let long = format!("{}.toml", "a".repeat(65));
    for name in [
        "-x.toml",
        ".toml",
        "_a.toml",
        "a b.toml",
        "a,b.toml",
        "NA.toml",
        "007.toml",
        "\u{e9}.toml",
        &long,
    ] {
        let message = message(name, b"policy = \"greedy\"");
        assert!(
            message.contains("a letter or digit first"),
            "{name}: {message}"
        );
    }
    let most = format!("{}.toml", "a".repeat(64));
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(most);
    std::fs::write(&file, "policy = \"greedy\"").unwrap();
    assert!(resolve::<Shedding>(file.to_str().unwrap()).is_ok());
}
