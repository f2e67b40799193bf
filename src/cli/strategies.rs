//! `powergrab strategies`: the bots, what they do, and their parameters.

use super::explain::Explain;
use super::{Failure, Format, print};
use crate::config::ConfigError;
use crate::shedding::Shedding;
use crate::strategy::{BotGame, Key, PolicyInfo, StrategyFile, load, register};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::IsTerminal as _;

/// Show the bots, or one with its policy and every parameter
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  powergrab strategies                 the built-in bots
  powergrab strategies bluffer         one of them: what it does, its parameters and their ranges
  powergrab strategies ./my-bot.toml   what a strategy file of your own gives
  powergrab strategies check my-bot.toml
                                       the same, and try it out: start the program, make the module
  powergrab strategies greedy --explain --seed 3
                                       one round, decision by decision, with its scores

A strategy of your own is a TOML file with `policy` (that of one of these) and, in [params], the parameters that differ.")]
pub struct Args {
    /// A built-in bot's name, or the path of a strategy file (it has a / or ends in .toml)
    #[arg(value_name = "NAME|FILE")]
    strategy: Option<String>,
    /// After `check`: the strategy file to validate and to try out
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    explain: Explain,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The width of what does not go to a terminal.
const PLAIN_WIDTH: usize = 80;
/// Longer lines are hard to read, however wide the terminal.
const MAX_WIDTH: usize = 110;
/// Narrower than this, lines run over.
const MIN_WIDTH: usize = 40;

/// Prints the list or the one bot.
pub fn run(args: &Args) -> Result<(), Failure> {
    let width = if std::io::stdout().is_terminal() {
        textwrap::termwidth().clamp(MIN_WIDTH, MAX_WIDTH)
    } else {
        PLAIN_WIDTH
    };
    let input = |e: ConfigError| Failure::Input(e.to_string());
    if args.strategy.as_deref() == Some("check") {
        let Some(file) = &args.file else {
            return Err(Failure::Input(
                "check needs a strategy file: powergrab strategies check my-bot.toml".to_owned(),
            ));
        };
        return check(file, args.format, width);
    }
    if let Some(file) = &args.file {
        return Err(Failure::Input(format!(
            "{file:?} is one argument too many; `powergrab strategies check FILE` checks a file"
        )));
    }
    if args.explain.wanted() {
        let name = args.strategy.as_deref();
        return args.explain.run(name.ok_or_else(|| {
            Failure::Input("--explain needs a bot: powergrab strategies NAME --explain".to_owned())
        })?);
    }
    let text = match (&args.strategy, args.format) {
        (None, Format::Table) => list(&all().map_err(input)?, width),
        (None, Format::Json) => {
            let all = all().map_err(input)?;
            pretty(&all.iter().map(object).collect())
        }
        (Some(name), format) => {
            let shown = find(name).map_err(input)?;
            match format {
                Format::Table => table(&shown, width),
                Format::Json => pretty(&object(&shown)),
            }
        }
    };
    print(&text)
}

/// Validates a strategy file, shows what it gives and tries it out.
fn check(file: &str, format: Format, width: usize) -> Result<(), Failure> {
    let input = |e: ConfigError| Failure::Input(e.to_string());
    // Here a name is always a file's.
    let path = if register::is_path(file) {
        file.to_owned()
    } else {
        format!("./{file}")
    };
    let shown = find(&path).map_err(input)?;
    let bot = load::<Shedding>(&path).map_err(input)?.bot;
    let tried = match Shedding::external(&bot.policy) {
        Some(strategy) => strategy
            .try_out()
            .map_err(|fault| Failure::Missing(format!("{file}: {fault}")))?,
        None => "the file is valid".to_owned(),
    };
    match format {
        Format::Table => {
            print(&table(&shown, width))?;
            print(&format!("\n{file}: {tried}\n"))
        }
        Format::Json => {
            let mut object = object(&shown);
            object["checked"] = json!(tried);
            print(&pretty(&object))
        }
    }
}

/// One strategy, whatever game it plays.
struct Shown {
    game: &'static str,
    name: String,
    description: String,
    salt: u64,
    info: &'static PolicyInfo,
    values: Vec<f64>,
    keys: &'static [Key],
    /// What a program says of itself.
    external: Option<Value>,
}

impl Shown {
    fn new<G: BotGame>(file: StrategyFile<G>) -> Option<Shown> {
        Some(Shown {
            game: G::GAME,
            info: file.bot.info()?,
            values: G::values(&file.bot.policy),
            keys: G::PROGRAMS
                .iter()
                .find(|p| p.info.name == G::policy_name(&file.bot.policy))
                .map_or(&[], |p| p.keys),
            external: G::external(&file.bot.policy).map(|strategy| strategy.describe()),
            salt: file.bot.salt,
            description: file.description,
            name: file.bot.name,
        })
    }
}

/// All built-in strategies of a game.
fn of_game<G: BotGame>() -> Result<Vec<Shown>, ConfigError> {
    let mut found = Vec::new();
    for built_in in G::STRATEGIES {
        found.extend(load::<G>(built_in.name).map(Shown::new)?);
    }
    Ok(found)
}

/// All built-in strategies. A new game adds its own here and in [`find`].
fn all() -> Result<Vec<Shown>, ConfigError> {
    of_game::<Shedding>()
}

/// The strategy with this name or path.
fn find(name: &str) -> Result<Shown, ConfigError> {
    let file = load::<Shedding>(name)?;
    Shown::new(file).ok_or_else(|| ConfigError {
        file: name.to_owned(),
        key: "policy".to_owned(),
        problem: "a policy from outside the register cannot be shown".to_owned(),
    })
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn object(s: &Shown) -> Value {
    let params: Vec<Value> = s
        .info
        .tunables()
        .zip(&s.values)
        .map(|(t, value)| {
            json!({
                "name": t.name,
                "value": value,
                "low": t.low,
                "high": t.high,
                "scale": t.scale.word(),
                "default": t.default,
                "meaning": t.meaning,
            })
        })
        .collect();
    let mut object = json!({
        "name": s.name,
        "game": s.game,
        "description": s.description,
        "policy": s.info.name,
        "meaning": s.info.meaning,
        "stochastic": s.info.stochastic,
        "memory": s.info.memory,
        "salt": s.salt,
        "params": params,
    });
    if let Some(external) = &s.external {
        object["external"] = external.clone();
    }
    object
}

fn list(all: &[Shown], width: usize) -> String {
    let name_width = 2 + all.iter().map(|s| s.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    let mut game = "";
    for s in all {
        if s.game != game {
            game = s.game;
            let _ = writeln!(out, "Bots for {game}\n");
        }
        let lead = format!("{:<name_width$}", s.name);
        let indent = " ".repeat(name_width);
        out.push_str(&wrap(&s.description, width, &lead, &indent));
    }
    out.push('\n');
    let note = "`powergrab strategies NAME` shows one with its parameters. A strategy of your own is a TOML file with `policy` \
                and [params]; `powergrab strategies FILE` checks and shows it.";
    out.push_str(&wrap(note, width, "", ""));
    out
}

fn table(s: &Shown, width: usize) -> String {
    let mut out = wrap(&s.description, width, &format!("{}: ", s.name), "");
    let mut fact = |what: &str, text: &str| {
        let lead = format!("{what:<12}");
        out.push_str(&wrap(text, width, &lead, &" ".repeat(12)));
    };
    fact("plays", s.game);
    fact("policy", s.info.name);
    fact(
        "chance",
        if s.info.stochastic {
            "draws random numbers"
        } else {
            "draws no random numbers at its default parameters"
        },
    );
    fact("memory", s.info.memory);
    fact("salt", &s.salt.to_string());
    out.push('\n');
    out.push_str(&wrap(s.info.meaning, width, "", ""));
    out.push('\n');
    if let Some(Value::Object(external)) = &s.external {
        for (key, value) in external {
            let _ = writeln!(out, "  {key} = {value}");
        }
        out.push_str("\nKeys of its file\n\n");
        for key in s.keys {
            let lead = format!("  {}: ", key.name);
            let text = format!("{}; {}.", key.values, key.meaning);
            out.push_str(&wrap(&text, width, &lead, "      "));
        }
        return out;
    }
    if s.values.is_empty() {
        out.push_str("It has no parameters.\n");
        return out;
    }
    out.push_str("Parameters; those marked * differ from their default\n\n");
    for (t, &value) in s.info.tunables().zip(&s.values) {
        let mark = if value == t.default { " " } else { "*" };
        let _ = writeln!(
            out,
            "{mark} {} = {value}   ({} to {}, {}, default {})",
            t.name,
            t.low,
            t.high,
            t.scale.word(),
            t.default
        );
        let meaning = format!("{}.", t.meaning);
        out.push_str(&wrap(&meaning, width, "      ", "      "));
    }
    out
}

fn wrap(text: &str, width: usize, first: &str, rest: &str) -> String {
    let options = textwrap::Options::new(width)
        .initial_indent(first)
        .subsequent_indent(rest);
    textwrap::fill(text, options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_bot_on_a_line() {
        let text = list(&all().unwrap(), 80);
        for built_in in Shedding::STRATEGIES {
            let starts = |l: &str| l.split_whitespace().next() == Some(built_in.name);
            assert_eq!(text.lines().filter(|l| starts(l)).count(), 1, "{text}");
        }
        assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
    }

    #[test]
    fn one_bot_shows_every_parameter_and_marks_what_differs() {
        let mut shown = find("sheriff").unwrap();
        shown.values[0] = 0.125;
        let text = table(&shown, 80);
        assert!(
            text.contains("\n* threshold = 0.125   (0 to 1, linear, default 0.4)\n"),
            "{text}"
        );
        assert!(
            text.contains("\n  weight = 2   (0.01 to 100, log, default 2)\n"),
            "{text}"
        );
        let json = object(&shown);
        assert_eq!(json["params"][0]["value"], 0.125);
        assert_eq!(json["params"].as_array().unwrap().len(), 5);
        assert_eq!(json["stochastic"], false);
    }

    #[test]
    fn an_unknown_name_is_an_error_with_the_nearest() {
        let Err(e) = find("blufer") else {
            panic!("found a bot that is not there");
        };
        assert!(e.to_string().contains("did you mean `bluffer`?"), "{e}");
    }
}
