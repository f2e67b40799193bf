//! `powergrab strategies`: the bots, their descriptions, and their parameters.

use super::bar::on_interrupt;
use super::explain::Explain;
use super::failure::Failure;
use super::say::{Format, pretty, print, width};
use super::words;
use powergrab_bots::strategy::{
    BotCatalog, BotGame, PolicyInfo, ProgramKey, Strategy, StrategyFile, register, rules,
};
use powergrab_engine::config::{ConfigError, one_of};
use powergrab_engine::game::Unit;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::match_request::MatchRequest;
use powergrab_lab::study::options::StudyOptions;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::num::NonZero;

/// List the bots, or show one with its policy and every parameter
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  powergrab strategies                 the built-in bots
  powergrab strategies bluffer         one bot: description, parameters and their ranges
  powergrab strategies ./my-bot.toml   the same for your own strategy file
  powergrab strategies rules           all words for rules of your own
  powergrab strategies check my-bot.toml
                                       check that it is valid, starts, and plays a round
  powergrab strategies greedy --explain --seed 3
                                       one round, decision by decision, with the bot's scores

A strategy of your own is a TOML file with `policy` (that of a built-in bot) and, in [params], the parameters that differ.")]
pub struct Args {
    /// Built-in bot, by name, or strategy file, by path (a path contains / or ends in .toml)
    #[arg(value_name = "NAME|FILE")]
    strategy: Option<String>,
    /// Strategy file to validate and try out, after `check`
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    explain: Explain,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Minimum width; on a narrower terminal lines overflow.
const MIN_WIDTH: usize = 40;

/// Prints the list or the one bot.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let width = width(MIN_WIDTH);
    let input = |e: ConfigError| Failure::Input(e.to_string());
    if args.strategy.as_deref() == Some("check") {
        let Some(file) = &args.file else {
            return Err(Failure::Input(
                "check needs a strategy file: powergrab strategies check my-bot.toml".to_owned(),
            ));
        };
        return check(file, args.format, catalog);
    }
    if let Some(file) = &args.file {
        return Err(Failure::Input(format!(
            "unexpected argument {file:?}; `powergrab strategies check FILE` checks a file"
        )));
    }
    if args.explain.wanted() {
        let name = args.strategy.as_deref();
        if args.format == Format::Json {
            return Err(Failure::Input("--explain prints text, not JSON".to_owned()));
        }
        let name = name.ok_or_else(|| {
            Failure::Input("--explain needs a bot: powergrab strategies NAME --explain".to_owned())
        })?;
        return args.explain.run(name, catalog);
    }
    let bots = &catalog.bots;
    let text = match (&args.strategy, args.format) {
        (None, Format::Table) => list(&all(bots).map_err(input)?, width),
        (Some(policy), Format::Table) if policy == rules::NAME => words::text(width),
        (None, Format::Json) => {
            let all = all(bots).map_err(input)?;
            pretty(&all.iter().map(object).collect())
        }
        (Some(name), format) => {
            let shown = find(name, bots).map_err(|e| input(of_own_game(name, catalog, e)))?;
            match (format, shown.as_slice()) {
                (Format::Table, all) => {
                    let tables: Vec<String> = all.iter().map(|s| table(s, width)).collect();
                    tables.join("\n")
                }
                (Format::Json, [one]) => pretty(&object(one)),
                (Format::Json, all) => pretty(&all.iter().map(object).collect()),
            }
        }
    };
    print(&text)
}

/// Validates a strategy file, tries it out and plays with it.
fn check(file: &str, format: Format, catalog: &Catalog) -> Result<(), Failure> {
    let input = |e: ConfigError| Failure::Input(e.to_string());
    // A name given here is always that of a file.
    let path = if register::is_path(file) {
        file.to_owned()
    } else {
        format!("./{file}")
    };
    let shown = find(&path, &catalog.bots).map_err(input)?;
    // External bots play the shedding games; a file for Grid names one of the register's policies.
    let bot = catalog.bot::<Shedding>(&path);
    let outside = bot
        .as_ref()
        .ok()
        .and_then(|b| Shedding::external(&b.policy));
    let tried = match outside {
        Some(strategy) => strategy
            .try_out()
            .map_err(|fault| Failure::Missing(format!("{file}: {fault}")))?,
        None => "the file is valid".to_owned(),
    };
    let tried = format!("{tried}; {}", tried_at(&path, &shown[0], catalog)?);
    match format {
        Format::Table => print(&format!("{file}: {tried}\n")),
        Format::Json => {
            let mut object = object(&shown[0]);
            object["checked"] = json!(tried);
            print(&pretty(&object))
        }
    }
}

/// Plays a round in each of two seats, and reports that.
fn tried_at(path: &str, shown: &Shown, catalog: &Catalog) -> Result<String, Failure> {
    let ruleset = match shown.game {
        Grid::GAME => "grid",
        _ => "power-grab",
    };
    let others = ["random", "first-legal"];
    let other = if shown.name == others[0] {
        others[1]
    } else {
        others[0]
    };
    let request = MatchRequest {
        unit: Unit::Round,
        ..MatchRequest::new(ruleset, &[path, other], 1)?
    };
    let cancel = on_interrupt()?;
    let options = StudyOptions {
        threads: NonZero::new(1),
        cancel,
        ..StudyOptions::default()
    };
    let result = request.request()?.play(catalog, &options)?;
    if let Some(failure) = result.failures().first() {
        return Err(Failure::Fault(format!(
            "{path}: failed in a round of {ruleset} against {other}: {}",
            failure.first
        )));
    }
    Ok(format!(
        "it played {} rounds of {ruleset} against {other} without a fault",
        result.piece.collected.n_rounds()
    ))
}

/// One strategy, of any game.
struct Shown {
    game: &'static str,
    name: String,
    description: String,
    salt: u64,
    info: &'static PolicyInfo,
    values: Vec<f64>,
    keys: &'static [ProgramKey],
    /// Self-description of a program.
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
            external: G::external(&file.bot.policy).map(Strategy::describe),
            salt: file.bot.salt,
            description: file.description.clone(),
            name: file.bot.name,
        })
    }
}

/// Returns all built-in strategies of a game.
fn of_game<G: BotGame>(bots: &BotCatalog) -> Result<Vec<Shown>, ConfigError> {
    let mut found = Vec::new();
    for built_in in G::STRATEGIES {
        found.extend(bots.load::<G>(built_in.name).map(Shown::new)?);
    }
    Ok(found)
}

/// Returns all built-in strategies. A new game adds its own here, in [`find`] and in [`not_found`].
fn all(bots: &BotCatalog) -> Result<Vec<Shown>, ConfigError> {
    let mut all = of_game::<Shedding>(bots)?;
    all.extend(of_game::<Grid>(bots)?);
    Ok(all)
}

/// Returns the strategy with this name or path, for each game that knows its policy.
fn find(name: &str, bots: &BotCatalog) -> Result<Vec<Shown>, ConfigError> {
    let shedding = bots.load::<Shedding>(name).map(Shown::new);
    let grid = bots.load::<Grid>(name).map(Shown::new);
    let found = match (shedding, grid) {
        (Ok(one), Ok(other)) => vec![one, other],
        (Ok(one), Err(_)) | (Err(_), Ok(one)) => vec![one],
        (Err(e), Err(other)) => return Err(not_found(name, e, other)),
    };
    Ok(found.into_iter().flatten().collect())
}

/// Returns the error for a bot of a game added by the caller; `e` for other names.
fn of_own_game(name: &str, catalog: &Catalog, e: ConfigError) -> ConfigError {
    let mut games = catalog.games().iter();
    match games.find(|game| game.bot_names().contains(&name)) {
        Some(game) => ConfigError {
            problem: format!(
                "is a bot of {}; this command shows those of {} and {} alone",
                game.word,
                Shedding::GAME,
                Grid::GAME
            ),
            ..e
        },
        None => e,
    }
}

/// Returns the error of a strategy that no game accepts.
pub(super) fn not_found(name: &str, e: ConfigError, other: ConfigError) -> ConfigError {
    let unknown = |error: &ConfigError| error.key == "policy" || error.key.is_empty();
    match (unknown(&e), unknown(&other)) {
        // A game knows the policy, but another part is wrong.
        (false, _) => e,
        (true, false) => other,
        (true, true) if e.problem == other.problem => e,
        (true, true) => {
            // An unknown name, or a file with an unknown policy: the wrong word is the one in
            // quotes.
            let (wrong, names): (&str, Vec<&str>) = if e.key.is_empty() {
                let built_in = [Shedding::STRATEGIES, Grid::STRATEGIES].concat();
                (name, built_in.iter().map(|s| s.name).collect())
            } else {
                let policies = Shedding::POLICIES.iter().map(|p| p.info.name);
                let programs = Shedding::PROGRAMS.iter().map(|p| p.info.name);
                let grid = Grid::POLICIES.iter().map(|p| p.info.name);
                let wrong = e.problem.split('"').nth(1).unwrap_or("");
                (wrong, policies.chain(programs).chain(grid).collect())
            };
            let what = match (e.key.is_empty(), wrong) {
                (true, _) => "not known to any game".to_owned(),
                (false, "") => "missing".to_owned(),
                (false, wrong) => format!("{wrong:?} is not known to any game"),
            };
            ConfigError {
                problem: format!("{what}; {}", one_of(wrong, names.into_iter())),
                ..e
            }
        }
    }
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
            let gap = if game.is_empty() { "" } else { "\n" };
            game = s.game;
            let _ = writeln!(out, "{gap}Bots for {game}\n");
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
            // For a strategy within a strategy, its name suffices here.
            let value = value.get("name").unwrap_or(value);
            let Value::Array(list) = value else {
                let _ = writeln!(out, "  {key} = {value}");
                continue;
            };
            let _ = writeln!(out, "  {key} =");
            for (at, item) in list.iter().enumerate() {
                let text = item.as_str().unwrap_or_default();
                out.push_str(&wrap(text, width, &format!("    {}. ", at + 1), "       "));
            }
        }
        out.push('\n');
    }
    if !s.keys.is_empty() {
        out.push_str("Keys of its file\n\n");
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
        let text = list(&all(&BotCatalog::default()).unwrap(), 80);
        for built_in in Shedding::STRATEGIES {
            let starts = |l: &str| l.split_whitespace().next() == Some(built_in.name);
            let games = 1 + usize::from(Grid::STRATEGIES.contains(built_in));
            assert_eq!(text.lines().filter(|l| starts(l)).count(), games, "{text}");
        }
        assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
    }

    #[test]
    fn one_bot_shows_every_parameter_and_marks_what_differs() {
        let mut shown = find("sheriff", &BotCatalog::default()).unwrap().remove(0);
        let at = |name| shown.info.tunables().position(|t| t.name == name).unwrap();
        let (suspicion, call) = (at("suspicion"), at("uno_call"));
        let default = shown.info.tunables().nth(suspicion).unwrap().default;
        shown.values[suspicion] = 0.125;
        shown.values[call] = 1.0;
        let text = table(&shown, 80);
        let marked = format!("\n* suspicion = 0.125   (0 to 1, linear, default {default})\n");
        assert!(text.contains(&marked), "{text}");
        assert!(
            text.contains("\n  uno_call = 1   (0 to 1, linear, default 1)\n"),
            "{text}"
        );
        let json = object(&shown);
        assert_eq!(json["params"][suspicion]["value"], 0.125);
        assert_eq!(json["params"].as_array().unwrap().len(), 34);
        assert_eq!(json["stochastic"], false);
    }

    #[test]
    fn an_unknown_name_is_an_error_with_the_nearest() {
        let Err(e) = find("blufer", &BotCatalog::default()) else {
            panic!("found a bot that is not there");
        };
        assert!(e.to_string().contains("did you mean `bluffer`?"), "{e}");
        assert!(e.to_string().contains("grid-greedy"), "{e}");
        let removed = find("ismcts", &BotCatalog::default()).err().unwrap();
        assert_eq!(
            removed.to_string(),
            "ismcts: was removed; use `monte-carlo`"
        );
    }

    #[test]
    fn an_unknown_policy_is_an_error_with_the_nearest() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("mine.toml");
        std::fs::write(&file, "policy = \"heuristik\"").unwrap();
        let Err(e) = find(file.to_str().unwrap(), &BotCatalog::default()) else {
            panic!("took a policy that is not there");
        };
        let message = e.to_string();
        for part in [
            "\"heuristik\" is not known",
            "did you mean `heuristic`?",
            "process",
        ] {
            assert!(message.contains(part), "{part}: {message}");
        }
    }

    #[test]
    fn a_bot_of_two_games_is_shown_for_both() {
        let games: Vec<_> = find("random", &BotCatalog::default())
            .unwrap()
            .iter()
            .map(|s| s.game)
            .collect();
        assert_eq!(games, [Shedding::GAME, Grid::GAME]);
        assert_eq!(
            find("grid-heuristic", &BotCatalog::default())
                .unwrap()
                .len(),
            1
        );
    }
}
