//! `powergrab new`: commented, valid templates to start from.

use super::failure::Failure;
use super::say::{pretty, print};
use powergrab_bots::strategy::BotGame as _;
use powergrab_engine::config::{NAMES, is_name};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::schema::FileKind;
use std::io::Write as _;
use std::path::Path;

/// Write a commented template to start from
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  powergrab new bot mine                   mine.toml: a strategy with parameters to tune
  powergrab new bot mine --kind process    mine.toml and mine.py: a bot in Python
  powergrab new bot mine --kind wasm       mine.toml, mine.c and the module built from it
  powergrab new bot mine --kind rust       mine/: a crate with a bot in Rust
  powergrab new tournament first           first.toml, for `powergrab tournament first.toml`
  powergrab new sweep grid                 grid.toml, for `powergrab sweep grid.toml`
  powergrab new tune mine                  mine.toml, for `powergrab tune mine.toml`
  powergrab new balance worth              worth.toml, for `powergrab balance worth.toml`
  powergrab new rules house                house.toml, for `powergrab match --ruleset house.toml`

The schema for editors (`powergrab schema`) is written beside a TOML file. Existing files are never
overwritten.")]
pub struct Args {
    /// Kind of template
    #[arg(value_enum)]
    what: What,
    /// Name of the bot, configuration or ruleset, and of its file
    name: String,
    /// Kind of bot
    #[arg(long, value_enum, default_value_t = Kind::Toml)]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Bot
    Bot,
    /// Configuration for `tournament`
    #[value(alias = "experiment")]
    Tournament,
    /// Configuration for `sweep`
    Sweep,
    /// Configuration for `tune`
    Tune,
    /// Configuration for `balance`
    Balance,
    /// Ruleset
    Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Built-in policy with its own parameters
    Toml,
    /// Program in any language, connected by standard input and output; the template is in Python
    Process,
    /// WebAssembly module; the template is in C
    Wasm,
    /// Rust crate that depends on powergrab
    Rust,
}

const TUNED: &str = include_str!("templates/bot.toml");
const PROCESS: &str = include_str!("templates/process.toml");
const PROGRAM: &str = include_str!("templates/process.py");
const WASM: &str = include_str!("templates/wasm.toml");
const CRATE: &str = include_str!("templates/crate.toml");
const EXPERIMENT: &str = include_str!("templates/experiment.toml");
const SWEEP: &str = include_str!("templates/sweep.toml");
const TUNE: &str = include_str!("templates/tune.toml");
const BALANCE: &str = include_str!("templates/balance.toml");
const RULES: &str = include_str!("templates/rules.toml");
// The examples are the templates, so that there is only one of each to maintain.
const C: &str = include_str!("../../scripts/bots/wasm/greedy.c");
const C_HEADER: &str = include_str!("../../scripts/bots/wasm/powergrab.h");
const MODULE: &[u8] = include_bytes!("../../scripts/bots/wasm/greedy.wasm");
const RUST: &str = include_str!("../../examples/my_bot.rs");

/// A file of a template.
struct File {
    path: String,
    content: Vec<u8>,
}

/// Returns the kind of the template's TOML file, if an editor can check it by our schemas.
fn file_kind(what: What, kind: Kind) -> Option<FileKind> {
    match (what, kind) {
        (What::Tournament, _) => Some(FileKind::Tournament),
        (What::Sweep, _) => Some(FileKind::Sweep),
        (What::Tune, _) => Some(FileKind::Tune),
        (What::Balance, _) => Some(FileKind::Balance),
        (What::Rules, _) => Some(FileKind::Rules),
        (What::Bot, Kind::Rust) => None,
        (What::Bot, _) => Some(FileKind::Strategy),
    }
}

/// Location of powergrab's source relative to a new crate.
struct Source {
    /// Path from the crate.
    path: String,
    /// `true` if the crate is inside the source's workspace.
    is_above: bool,
}

/// Looks for powergrab's source in the directory, its ancestors, and beside each of these; `None`
/// if it is in none of them.
fn source(directory: &Path) -> Option<Source> {
    let is_source = |path: &Path| {
        let manifest = std::fs::read_to_string(path.join("Cargo.toml")).unwrap_or_default();
        let manifest: toml::Table = manifest.parse().unwrap_or_default();
        let name = manifest
            .get("package")
            .and_then(|p| p.get("name")?.as_str());
        name == Some(OURS) && path.join("src/lib.rs").exists()
    };
    let mut up = String::new();
    for above in directory.ancestors() {
        up.push_str("../");
        if is_source(above) {
            return Some(Source {
                path: up.trim_end_matches('/').to_owned(),
                is_above: true,
            });
        }
        if is_source(&above.join(OURS)) {
            return Some(Source {
                path: format!("{up}{OURS}"),
                is_above: false,
            });
        }
    }
    None
}

/// Returns the files of a template.
fn files(what: What, kind: Kind, name: &str, source: Option<&Source>) -> Vec<File> {
    let file = |path: String, content: &[u8]| File {
        path,
        content: content.to_vec(),
    };
    let named = |text: &str| text.replace("NAME", name).into_bytes();
    let schema = file_kind(what, kind).map(FileKind::schema_file);
    let schema = schema.map_or(String::new(), |path| format!("#:schema ./{path}\n"));
    let toml = |text: &str| {
        let text = schema.clone() + text;
        file(format!("{name}.toml"), &named(&text))
    };
    match (what, kind) {
        (What::Tournament, _) => vec![toml(EXPERIMENT)],
        (What::Sweep, _) => vec![toml(SWEEP)],
        (What::Tune, _) => vec![toml(TUNE)],
        (What::Balance, _) => vec![toml(BALANCE)],
        (What::Rules, _) => vec![toml(RULES)],
        (What::Bot, Kind::Toml) => vec![toml(TUNED)],
        (What::Bot, Kind::Process) => {
            vec![toml(PROCESS), file(format!("{name}.py"), &named(PROGRAM))]
        }
        (What::Bot, Kind::Wasm) => vec![
            toml(WASM),
            file(
                format!("{name}.c"),
                C.replace("greedy.", &format!("{name}.")).as_bytes(),
            ),
            file("powergrab.h".to_owned(), C_HEADER.as_bytes()),
            file(format!("{name}.wasm"), MODULE),
        ],
        (What::Bot, Kind::Rust) => {
            let run = "cargo run --release --example my_bot";
            let main = RUST
                .replace(run, "cargo run --release")
                .replace("my-bot", name);
            let mut manifest = CRATE.replace("NAME", name);
            if let Some(source) = source {
                let path = toml::Value::from(source.path.as_str()).to_string();
                manifest = manifest.replace("\"../powergrab\"", &path);
            }
            if source.is_some_and(|source| source.is_above) {
                manifest.push_str("\n# The crate lies inside powergrab's workspace, but is not a member of it.\n[workspace]\n");
            }
            vec![
                file(format!("{name}/Cargo.toml"), manifest.as_bytes()),
                file(format!("{name}/src/main.rs"), main.as_bytes()),
            ]
        }
    }
}

/// Returns the next step, for people.
fn next_step(what: What, kind: Kind, name: &str, source: Option<&Source>) -> String {
    match (what, kind) {
        (What::Tournament, _) => format!("try it: powergrab tournament {name}.toml\n"),
        (What::Sweep, _) => format!("try it: powergrab sweep {name}.toml\n"),
        (What::Tune, _) => format!("try it: powergrab tune {name}.toml\n"),
        (What::Balance, _) => format!("try it: powergrab balance {name}.toml --seconds 20\n"),
        (What::Rules, _) => format!(
            "try it: powergrab rules {name}.toml\n        powergrab match --ruleset {name}.toml --bots greedy,random\n"
        ),
        (What::Bot, Kind::Rust) if source.is_some() => {
            format!("try it: cd {name} && cargo run --release\n")
        }
        (What::Bot, Kind::Rust) => format!(
            "set the path of powergrab in {name}/Cargo.toml, then try it: cd {name} && cargo run --release\n"
        ),
        (What::Bot, kind) => {
            let build = if kind == Kind::Wasm {
                format!(
                    "{name}.wasm is built from {name}.c, as its first lines describe; rebuild it after a change\n"
                )
            } else {
                String::new()
            };
            format!(
                "{build}try it: powergrab strategies check {name}.toml\n        powergrab match --bots ./{name}.toml,greedy --deals 100\n"
            )
        }
    }
}

/// Names that Cargo reserves for its own directories.
const NO_CRATES: [&str; 4] = ["build", "deps", "examples", "incremental"];
/// Prefix of the crates that the new one depends on: two of one name cannot be distinguished.
const OURS: &str = "powergrab";

/// Returns whether a crate with a program may have this name.
fn is_crate_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let is_ours = name == OURS || name.starts_with(&format!("{OURS}-"));
    name.starts_with(is_letter) && !name.contains('.') && !NO_CRATES.contains(&name) && !is_ours
}

/// Writes the template into the current directory.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    if !is_name(&args.name) {
        return Err(Failure::Input(format!(
            "{:?} is not a name: give {NAMES}",
            args.name.chars().take(80).collect::<String>()
        )));
    }
    let built_in = Shedding::STRATEGIES.iter().chain(Grid::STRATEGIES);
    if args.what == What::Bot && built_in.map(|s| s.name).any(|name| name == args.name) {
        return Err(Failure::Input(format!(
            "{}: a built-in bot has this name, and bots of one name cannot meet; choose another name",
            args.name
        )));
    }
    if (args.what, args.kind) == (What::Bot, Kind::Rust) && !is_crate_name(&args.name) {
        return Err(Failure::Input(format!(
            "{}: Cargo takes no crate of this name: use letters, digits, - and _, begin with a letter, and avoid {}, {OURS} and {OURS}-...",
            args.name,
            NO_CRATES.join(", ")
        )));
    }
    let source = std::env::current_dir().ok().and_then(|here| source(&here));
    let files = files(args.what, args.kind, &args.name, source.as_ref());
    if let Some(taken) = files.iter().find(|file| Path::new(&file.path).exists()) {
        return Err(Failure::Input(format!(
            "{} already exists: choose another name, or another directory",
            taken.path
        )));
    }
    let schema = file_kind(args.what, args.kind).map(|kind| File {
        path: kind.schema_file(),
        content: pretty(&kind.schema(catalog)).into_bytes(),
    });
    // It is the same for all files of a kind.
    let schema = schema.filter(|file| !Path::new(&file.path).exists());
    for File { path, content } in files.iter().chain(&schema) {
        let io = |e: std::io::Error| Failure::Io(format!("{path}: {e}"));
        if let Some(directory) = Path::new(path).parent() {
            std::fs::create_dir_all(directory).map_err(io)?;
        }
        let mut made = std::fs::File::create_new(path).map_err(io)?;
        made.write_all(content).map_err(io)?;
        print(&format!("wrote {path}\n"))?;
    }
    print(&next_step(
        args.what,
        args.kind,
        &args.name,
        source.as_ref(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_arena::tournament::Tournament;
    use powergrab_bots::strategy::register::from_text;
    use powergrab_engine::shedding::{Shedding, rules_file};
    use powergrab_lab::balance::config::Config;
    use powergrab_lab::sweep::config::Sweep;
    use powergrab_lab::tune::config::Tuning;

    fn text(file: &File) -> &str {
        std::str::from_utf8(&file.content).unwrap()
    }

    #[test]
    fn templates_are_valid_as_they_are() {
        for kind in [Kind::Toml, Kind::Process] {
            let files = files(What::Bot, kind, "mine", None);
            let read = from_text::<Shedding>("mine", &files[0].path, text(&files[0])).unwrap();
            assert_eq!(read.bot.name, "mine");
            assert!(files.iter().all(|file| !text(file).contains("NAME")));
        }
        let first = &files(What::Tournament, Kind::Toml, "first", None)[0];
        let read = Tournament::parse(&first.path, text(first)).unwrap();
        assert_eq!(read.name, "first");
        assert!(read.deals.is_some() && read.bots.len() > 2);
        for commented in ["", "# = "] {
            let text = SWEEP.replace("NAME", "first").replace(commented, "");
            let read = Sweep::parse("first.toml", &text).unwrap();
            assert!(read.look_up(1, &Catalog::default()).is_ok());
            let text = TUNE.replace("NAME", "first").replace(commented, "");
            Tuning::parse("first.toml", &text).unwrap();
            let text = BALANCE.replace("NAME", "first").replace(commented, "");
            Config::parse("first.toml", &text).unwrap();
            let text = RULES.replace("NAME", "first").replace(commented, "");
            let rules = rules_file::parse("first.toml", &text, None).unwrap();
            assert!(rules.is_variant());
        }
    }

    /// The crate is the example, which is built with the tests, and depends on this library.
    #[test]
    fn the_crate_is_the_example_under_another_name() {
        let files = files(What::Bot, Kind::Rust, "mine", None);
        let manifest: toml::Table = text(&files[0]).parse().unwrap();
        assert_eq!(manifest["package"]["name"].as_str(), Some("mine"));
        assert_eq!(manifest["package"]["edition"].as_str(), Some("2024"));
        assert!(manifest["dependencies"]["powergrab"]["path"].is_str());
        assert!(!manifest.contains_key("workspace"));
        let changed: Vec<_> = RUST
            .lines()
            .zip(text(&files[1]).lines())
            .filter(|(a, b)| a != b)
            .collect();
        assert!(
            changed
                .iter()
                .all(|(_, b)| b.contains("mine") || b.contains("cargo run"))
        );
        assert!(changed.len() >= 3 && RUST.lines().count() == text(&files[1]).lines().count());
    }

    /// The crate's path leads to the source, wherever the crate is created.
    #[test]
    fn the_crate_finds_the_source() {
        let home = tempfile::tempdir().unwrap();
        let clone = home.path().join("powergrab");
        std::fs::create_dir_all(clone.join("src")).unwrap();
        std::fs::create_dir_all(home.path().join("bots/deep")).unwrap();
        std::fs::write(clone.join("src/lib.rs"), "").unwrap();
        std::fs::write(
            clone.join("Cargo.toml"),
            "[package]\nname = \"powergrab\"\n",
        )
        .unwrap();
        for (made_in, path, is_above) in [
            ("", "../powergrab", false),
            ("bots", "../../powergrab", false),
            ("bots/deep", "../../../powergrab", false),
            ("powergrab", "..", true),
            ("powergrab/src", "../..", true),
        ] {
            let made_in = home.path().join(made_in);
            let found = source(&made_in).unwrap();
            assert_eq!((found.path.as_str(), found.is_above), (path, is_above));
            let files = files(What::Bot, Kind::Rust, "mine", Some(&found));
            let manifest: toml::Table = text(&files[0]).parse().unwrap();
            assert_eq!(
                manifest["dependencies"]["powergrab"]["path"].as_str(),
                Some(path)
            );
            assert_eq!(manifest.contains_key("workspace"), is_above);
        }
    }

    /// Every key in a template, commented out or not, exists.
    #[test]
    fn what_is_commented_out_is_valid_too() {
        for text in [TUNED, PROCESS] {
            let text = text.replace("# = ", "");
            from_text::<Shedding>("mine", "mine.toml", &text).unwrap();
        }
        let text = EXPERIMENT.replace("NAME", "first").replace("# = ", "");
        Tournament::parse("first.toml", &text).unwrap();
    }
}
