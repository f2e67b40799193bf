//! Configuration file of a tournament: its bots, line-ups and deals.

use super::experiment::{Deals, LineUpDeals};
use super::format::Format;
use super::seating::Order;
use powergrab_bots::strategy::line_up;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::config::{ConfigError, Reader, parse};
use powergrab_engine::game::Unit;

/// A tournament as configured. Bots and rulesets are names or paths, not looked up yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Name of the results' directory.
    pub name: String,
    /// Names or paths of the rulesets.
    pub rulesets: Vec<String>,
    /// Names or paths of the bots, each once; the format's indices refer to them.
    pub bots: Vec<String>,
    /// The line-ups.
    pub format: Format,
    /// The deals.
    pub deals: Option<Deals>,
    /// The seed.
    pub seed: Option<u64>,
    /// Unit of play.
    pub unit: Option<Unit>,
    /// Order of the seats.
    pub order: Option<Order>,
    /// Sharing of deals between line-ups.
    pub line_up_deals: Option<LineUpDeals>,
}

impl Tournament {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// Names the wrong key, and a correct one.
    pub fn parse(file: &str, text: &str) -> Result<Tournament, ConfigError> {
        Tournament::read(&Reader::of(file, &parse(file, text)?))
    }

    /// Reads the top table of a file.
    ///
    /// # Errors
    /// Those of [`Tournament::parse`].
    pub fn read(r: &Reader<'_>) -> Result<Tournament, ConfigError> {
        let name = r.name()?;
        let rulesets = match r.value("ruleset") {
            Some(toml::Value::String(one)) => vec![one.clone()],
            Some(_) => r
                .strings("ruleset")?
                .unwrap_or_default()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            None => vec!["power-grab".to_owned()],
        };
        if rulesets.is_empty() {
            return Err(r.error("ruleset", "an empty list: name at least one ruleset"));
        }
        let mut bots = Vec::new();
        let format = r.choice("format", FORMATS)?;
        let format =
            format.ok_or_else(|| r.missing("format", &format!("one of {}", FORMATS.join(", "))))?;
        let format = match format {
            "round-robin" => {
                entrants(r, "pool", &mut bots)?;
                Format::RoundRobin {
                    players: players(r)?,
                    repeat: r.boolean("repeat")?.unwrap_or(false),
                }
            }
            "payoff" => {
                entrants(r, "pool", &mut bots)?;
                Format::Payoff {
                    players: players(r)?,
                }
            }
            "gauntlet" => Format::Gauntlet {
                heroes: entrants(r, "heroes", &mut bots)?,
                field: entrants(r, "field", &mut bots)?,
                players: players(r)?,
                repeat: r.boolean("repeat")?.unwrap_or(false),
            },
            _ => Format::LineUps(line_ups(r, &mut bots)?),
        };
        let deals = match r.value("deals") {
            None => None,
            Some(value) => {
                let text = match value {
                    toml::Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                let deals = text.parse::<Deals>();
                Some(deals.map_err(|e| r.error("deals", e.to_string()))?)
            }
        };
        let seed = r.integer("seed", 0..=i64::MAX)?;
        let tournament = Tournament {
            name: name.to_owned(),
            rulesets,
            bots,
            format,
            deals,
            seed: seed.map(i64::unsigned_abs),
            unit: r.choice("unit", Unit::TEXTS)?.and_then(Unit::from_text),
            order: r.choice("order", Order::TEXTS)?.and_then(Order::from_text),
            line_up_deals: r
                .choice("line_up_deals", LineUpDeals::TEXTS)?
                .and_then(LineUpDeals::from_text),
        };
        r.finish()?;
        Ok(tournament)
    }
}

const FORMATS: &[&str] = &["round-robin", "gauntlet", "payoff", "line-ups"];

fn required<T>(r: &Reader<'_>, key: &str, value: Option<T>) -> Result<T, ConfigError> {
    value.ok_or_else(|| r.missing(key, ""))
}

/// Returns the index of a bot among all; adds a new one.
fn place(bots: &mut Vec<String>, bot: &str) -> usize {
    bots.iter().position(|b| b == bot).unwrap_or_else(|| {
        bots.push(bot.to_owned());
        bots.len() - 1
    })
}

fn entrants(r: &Reader<'_>, key: &str, bots: &mut Vec<String>) -> Result<Vec<usize>, ConfigError> {
    let names = required(r, key, r.strings(key)?)?;
    let mut places = Vec::new();
    for name in &names {
        let at = place(bots, name);
        if places.contains(&at) {
            return Err(r.error(key, format!("{name:?} stands there twice")));
        }
        places.push(at);
    }
    if places.is_empty() {
        return Err(r.error(key, "an empty list: name at least one bot"));
    }
    Ok(places)
}

fn players(r: &Reader<'_>) -> Result<Vec<usize>, ConfigError> {
    let right = format!("is not a list of whole numbers from 2 to {MAX_SEATS}, each once");
    let value = required(r, "players", r.value("players"))?;
    let list = match value {
        toml::Value::Array(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut players = Vec::new();
    for entry in list {
        let n = entry.as_integer().and_then(|n| usize::try_from(n).ok());
        match n.filter(|n| (2..=MAX_SEATS).contains(n) && !players.contains(n)) {
            Some(n) => players.push(n),
            None => return Err(r.error("players", format!("{value} {right}"))),
        }
    }
    if players.is_empty() {
        return Err(r.error("players", format!("{value} {right}")));
    }
    Ok(players)
}

fn line_ups(r: &Reader<'_>, bots: &mut Vec<String>) -> Result<Vec<Vec<usize>>, ConfigError> {
    let mut line_ups = Vec::new();
    for seats in required(r, "line_ups", line_up::read_all(r, "line_ups")?)? {
        let seated: Vec<usize> = seats.iter().map(|name| place(bots, name)).collect();
        if line_ups.contains(&seated) {
            let problem = format!("{seats:?} stands there twice");
            return Err(r.error("line_ups", problem));
        }
        line_ups.push(seated);
    }
    Ok(line_ups)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Tournament::parse("t.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn a_file_becomes_a_tournament() {
        let text = r#"
            name = "small"
            ruleset = ["power-grab", "classic"]
            format = "gauntlet"
            heroes = ["greedy"]
            field = ["random", "greedy", "sheriff"]
            players = [2, 4]
            deals = "10..20"
            seed = 7
            unit = "round"
            order = "fixed"
            line_up_deals = "shared"
        "#;
        let t = Tournament::parse("t.toml", text).unwrap();
        assert_eq!(t.bots, ["greedy", "random", "sheriff"]);
        assert_eq!(t.rulesets.len(), 2);
        assert_eq!(
            t.format,
            Format::Gauntlet {
                heroes: vec![0],
                field: vec![1, 0, 2],
                players: vec![2, 4],
                repeat: false,
            }
        );
        assert_eq!(t.deals, Some(Deals(10..20)));
        assert_eq!(
            (t.seed, t.unit, t.order),
            (Some(7), Some(Unit::Round), Some(Order::Fixed))
        );
        assert_eq!(t.line_up_deals, Some(LineUpDeals::Shared));

        let text = "name = \"x\"\nformat = \"line-ups\"\nline_ups = [[\"a\", \"b\", \"a\"], [\"b\", \"c\"]]\ndeals = 5";
        let t = Tournament::parse("t.toml", text).unwrap();
        assert_eq!(t.format, Format::LineUps(vec![vec![0, 1, 0], vec![1, 2]]));
        assert_eq!((t.deals, t.seed), (Some(Deals(0..5)), None));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let robin = "name = \"x\"\nformat = \"round-robin\"\n";
        for (text, problem) in [
            (String::new(), "key `name`: is missing"),
            ("name = \"a/b\"".to_owned(), "is not a name"),
            (
                "name = \"x\"\nformat = \"robin\"".to_owned(),
                "\"robin\" is not known",
            ),
            (robin.to_owned(), "key `pool`: is missing"),
            (format!("{robin}pool = []"), "an empty list"),
            (
                format!("{robin}pool = [\"a\", \"a\"]"),
                "stands there twice",
            ),
            (
                format!("{robin}pool = [\"a\"]\nplayers = [2, 11]"),
                "from 2 to 10",
            ),
            (
                format!("{robin}pool = [\"a\"]\nplayers = 2\ndeals = 0"),
                "0 deals",
            ),
            (
                format!("{robin}pool = [\"a\"]\nplayers = 2\nheros = 0"),
                "key `heros`: unknown",
            ),
            (
                "name = \"x\"\nformat = \"line-ups\"\nline_ups = [[\"a\"]]".to_owned(),
                "is not a list of 2 to 10 bots",
            ),
            (
                "name = \"x\"\nformat = \"line-ups\"\nline_ups = [[\"a\", \"b\"], [\"a\", \"b\"]]"
                    .to_owned(),
                "[\"a\", \"b\"] stands there twice",
            ),
        ] {
            let error = error(&text);
            assert!(error.contains(problem), "{text}\n{error}");
        }
    }
}
