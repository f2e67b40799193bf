//! The program's side of the protocol (docs/protocol.md): any bot of this project, asked by another
//! program.
//!
//! The other side sends positions as text (`"view": "position"`), which contain everything that a
//! seat may know. So a bot sees the same as in this process, and decides the same. Only its random
//! numbers differ: they come from the game's seed.

use super::session::PROTOCOL;
use crate::strategy::{Bot, BotCatalog, BotGame, Fault, Player, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::{ConfigError, parse_json};
use powergrab_engine::game::Textual;
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding;
use powergrab_engine::shedding::{Shedding, rules_file};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, ErrorKind, Read as _, Write};
use std::rc::Rc;

/// Maximum length of a line, in bytes.
const LONGEST: u64 = 1 << 20;

/// A bot as served to others: for each game its player.
#[derive(Clone, Debug)]
pub struct ServedBot {
    name: String,
    shedding: Option<Bot<Shedding>>,
    grid: Option<Bot<Grid>>,
    /// Fingerprint and name of the only rules that it plays by, if restricted.
    only: Option<(String, String)>,
}

/// Reason that a bot is no longer served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A line unknown to the protocol, or an impossible position.
    #[error("line {line}: {problem}")]
    Message {
        /// Number of the line, from 1.
        line: u64,
        /// The problem.
        problem: String,
    },
    /// The bot failed.
    #[error("line {line}: the bot failed: {fault}")]
    Bot {
        /// Number of the line that asked it.
        line: u64,
        /// The failure.
        fault: Fault,
    },
    /// The input cannot be read.
    #[error("the input cannot be read: {0}")]
    Read(std::io::Error),
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Write(std::io::Error),
}

/// Error of a line, without its number.
enum Problem {
    Message(String),
    Bot(Fault),
}

impl From<String> for Problem {
    fn from(problem: String) -> Problem {
        Problem::Message(problem)
    }
}

fn wrong<T>(problem: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Message(problem.into()))
}

impl ServedBot {
    /// Returns the bot with this name or of this file (see [`BotCatalog::bot`]), for every game
    /// that it plays.
    ///
    /// # Errors
    /// Fails if there is no such bot for any game; has the errors of the shedding games and of
    /// Grid.
    pub fn resolve(
        name_or_path: &str,
        catalog: &BotCatalog,
    ) -> Result<ServedBot, Box<[ConfigError; 2]>> {
        let shedding = catalog.bot::<Shedding>(name_or_path);
        let grid = catalog.bot::<Grid>(name_or_path);
        let (shedding, grid) = match (shedding, grid) {
            (Err(e), Err(other)) => return Err(Box::new([e, other])),
            (shedding, grid) => (shedding.ok(), grid.ok()),
        };
        let names = [
            shedding.as_ref().map(|bot| &bot.name),
            grid.as_ref().map(|bot| &bot.name),
        ];
        let name = names.into_iter().flatten().next().cloned();
        Ok(ServedBot {
            name: name.unwrap_or_default(),
            shedding,
            grid,
            only: None,
        })
    }

    /// Returns the bot for the shedding games, if it plays them.
    pub fn shedding(&self) -> Option<&Bot<Shedding>> {
        self.shedding.as_ref()
    }

    /// Returns the bot for Grid, if it plays that.
    pub fn grid(&self) -> Option<&Bot<Grid>> {
        self.grid.as_ref()
    }

    /// Restricts the bot to the rules of this fingerprint.
    pub fn only(self, ruleset: &str, fingerprint: &str) -> ServedBot {
        ServedBot {
            only: Some((fingerprint.to_owned(), ruleset.to_owned())),
            ..self
        }
    }

    /// Returns whether the bot is a program or answers otherwise over a connection, and so can be
    /// asked directly.
    pub fn answers_later(&self) -> bool {
        fn later<G: BotGame>(bot: Option<&Bot<G>>) -> bool {
            bot.and_then(|bot| G::external(&bot.policy))
                .is_some_and(Strategy::answers_later)
        }
        later(self.shedding()) || later(self.grid())
    }

    /// Returns whether it needs events, in any game.
    fn listens(&self) -> bool {
        fn listens<G: BotGame>(bot: Option<&Bot<G>>) -> bool {
            bot.is_some_and(|bot| G::boxed_player(&bot.policy, 0).listens())
        }
        listens(self.shedding()) || listens(self.grid())
    }
}

impl From<Bot<Shedding>> for ServedBot {
    fn from(bot: Bot<Shedding>) -> ServedBot {
        ServedBot {
            name: bot.name.clone(),
            shedding: Some(bot),
            grid: None,
            only: None,
        }
    }
}

impl From<Bot<Grid>> for ServedBot {
    fn from(bot: Bot<Grid>) -> ServedBot {
        ServedBot {
            name: bot.name.clone(),
            shedding: None,
            grid: Some(bot),
            only: None,
        }
    }
}

/// Answers for the bot, line by line, until it is told to quit or the input ends. Games may be
/// interleaved in any way.
///
/// # Errors
/// Fails on a line that does not belong to the protocol, a failure of the bot, or a broken pipe. An
/// output that is closed by its reader is not an error.
pub fn serve(
    bot: &ServedBot,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let mut server = Server {
        bot,
        greeted: false,
        rules: Vec::new(),
        tables: Vec::new(),
        games: HashMap::new(),
    };
    let mut bytes = Vec::new();
    let mut line = 0;
    loop {
        bytes.clear();
        line += 1;
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        if read.map_err(ServeError::Read)? == 0 {
            return Ok(());
        }
        let answer = match parse(&bytes) {
            Ok(message) if message["type"] == "quit" => return Ok(()),
            Ok(message) => server.take(&message),
            Err(problem) => Err(problem.into()),
        };
        let answer = answer.map_err(|problem| match problem {
            Problem::Message(problem) => ServeError::Message { line, problem },
            Problem::Bot(fault) => ServeError::Bot { line, fault },
        })?;
        if let Some(answer) = answer {
            let written = writeln!(output, "{answer}").and_then(|()| output.flush());
            match written {
                Err(e) if e.kind() == ErrorKind::BrokenPipe => return Ok(()),
                written => written.map_err(ServeError::Write)?,
            }
        }
    }
}

fn parse(bytes: &[u8]) -> Result<Value, String> {
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        return Err(format!("longer than {LONGEST} bytes"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned())?;
    match parse_json(text) {
        Ok(message @ Value::Object(_)) => Ok(message),
        Ok(_) => Err("not a JSON object".to_owned()),
        Err(e) => Err(format!("not JSON: {e}")),
    }
}

/// Announced rules, of any game.
enum ServedRules {
    Shedding(shedding::Rules),
    Grid(grid::Rules),
}

/// Rules and a number of seats.
enum ServedTable {
    Shedding(Rc<Shedding>),
    Grid(Rc<Grid>),
}

/// One conversation.
struct Server<'b> {
    bot: &'b ServedBot,
    greeted: bool,
    /// Rules by number.
    rules: Vec<(u64, ServedRules)>,
    /// Tables by number of the rules and of seats.
    tables: Vec<(u64, usize, ServedTable)>,
    games: HashMap<u64, Box<dyn ServedGame>>,
}

impl Server<'_> {
    /// Processes a message; returns the answer, if one is due.
    fn take(&mut self, message: &Value) -> Result<Option<Value>, Problem> {
        let kind = message["type"].as_str().unwrap_or("");
        if !self.greeted && kind != "hello" {
            return wrong("the first message is not `hello`");
        }
        match kind {
            "hello" => return self.greet(message).map(Some),
            "rules" => self.learn(message)?,
            "new" => self.begin(message)?,
            "event" => self.game(message)?.hear(message)?,
            "decide" => {
                let option = self.game(message)?.decide(message)?;
                let game = &message["game"];
                return Ok(Some(
                    json!({ "type": "answer", "game": game, "option": option }),
                ));
            }
            "end" => {
                self.game(message)?;
                self.games.remove(&number(message, "game", u64::MAX)?);
            }
            _ => return wrong(format!("there is no message of type {}", message["type"])),
        }
        Ok(None)
    }

    fn greet(&mut self, message: &Value) -> Result<Value, Problem> {
        if message["protocol"] != PROTOCOL {
            return wrong(format!(
                "the other side speaks protocol {}, this one {PROTOCOL}",
                message["protocol"]
            ));
        }
        self.greeted = true;
        Ok(json!({
            "type": "hello", "protocol": PROTOCOL, "name": self.bot.name,
            "events": self.bot.listens(), "view": "position",
        }))
    }

    fn learn(&mut self, message: &Value) -> Result<(), Problem> {
        let id = number(message, "rules", u64::MAX)?;
        let rules = &message["in_force"];
        let (told, fingerprint) = read_rules(rules)?;
        // Rules of a later version may contain keys unknown to this one.
        if let Some(theirs) = rules["fingerprint"].as_str()
            && theirs != fingerprint
        {
            return wrong(format!(
                "`in_force`: the fingerprint of these options is {fingerprint}, not {theirs}"
            ));
        }
        if let Some((only, name)) = &self.bot.only
            && *only != fingerprint
        {
            return wrong(format!(
                "`in_force`: the rules {} are not those that this bot is served for, {name}",
                rules["ruleset"]
            ));
        }
        let known = self.rules.iter().any(|(known, _)| *known == id);
        if known {
            return wrong(format!("rules {id} were told before"));
        }
        self.rules.push((id, told));
        Ok(())
    }

    fn begin(&mut self, message: &Value) -> Result<(), Problem> {
        let id = number(message, "game", u64::MAX)?;
        let rules = number(message, "rules", u64::MAX)?;
        let seats = number(message, "seats", 128)? as usize;
        let seed = message["seed"].as_str().and_then(|text| text.parse().ok());
        let Some(seed) = seed else {
            return wrong("`seed` is not a whole number of 64 bits as text");
        };
        if self.games.contains_key(&id) {
            return wrong(format!("game {id} was begun before"));
        }
        let place = self.table(rules, seats)?;
        let seat = number(message, "seat", seats as u64 - 1)? as Seat;
        let seated: Box<dyn ServedGame> = match &self.tables[place].2 {
            ServedTable::Shedding(game) => seated(self.bot.shedding(), game, seat, seed)?,
            ServedTable::Grid(game) => seated(self.bot.grid(), game, seat, seed)?,
        };
        self.games.insert(id, seated);
        Ok(())
    }

    /// Returns the index of the table with these rules and this number of seats.
    fn table(&mut self, rules: u64, seats: usize) -> Result<usize, Problem> {
        let is_it = |(r, n, _): &(u64, usize, ServedTable)| (*r, *n) == (rules, seats);
        if let Some(place) = self.tables.iter().position(is_it) {
            return Ok(place);
        }
        let told = self.rules.iter().find(|(id, _)| *id == rules);
        let table = match told {
            None => return wrong(format!("rules {rules} were not told")),
            Some((_, ServedRules::Shedding(rules))) => {
                let game = Shedding::new(rules.clone(), seats);
                ServedTable::Shedding(Rc::new(game.map_err(|e| e.to_string())?))
            }
            Some((_, ServedRules::Grid(rules))) => {
                let game = Grid::new(rules.clone(), seats);
                ServedTable::Grid(Rc::new(game.map_err(|e| e.to_string())?))
            }
        };
        self.tables.push((rules, seats, table));
        Ok(self.tables.len() - 1)
    }

    fn game(&mut self, message: &Value) -> Result<&mut Box<dyn ServedGame>, Problem> {
        let id = number(message, "game", u64::MAX)?;
        match self.games.get_mut(&id) {
            Some(game) => Ok(game),
            None => wrong(format!("game {id} was not begun, or is over")),
        }
    }
}

fn number(message: &Value, key: &str, most: u64) -> Result<u64, Problem> {
    match message[key].as_u64().filter(|n| *n <= most) {
        Some(n) => Ok(n),
        None => wrong(format!(
            "`{key}` is not a whole number from 0{}",
            match most {
                u64::MAX => String::new(),
                most => format!(" to {most}"),
            }
        )),
    }
}

/// Parses the rules in force, and returns them with their fingerprint.
fn read_rules(in_force: &Value) -> Result<(ServedRules, String), String> {
    let (place, options) = ("in_force.options", &in_force["options"]);
    let name = in_force["ruleset"].as_str().map(str::to_owned);
    // Those of Grid do not say what they are options of.
    if options
        .get("base")
        .is_none_or(|base| base == grid::Rules::NAME)
    {
        let mut rules = grid::Rules::from_json(place, options).map_err(|e| e.to_string())?;
        rules.name = name.unwrap_or(rules.name);
        let fingerprint = rules.fingerprint();
        return Ok((ServedRules::Grid(rules), fingerprint));
    }
    let mut rules = rules_file::from_json(place, None, options).map_err(|e| e.to_string())?;
    rules.name = name.unwrap_or(rules.name);
    let fingerprint = rules.fingerprint();
    Ok((ServedRules::Shedding(rules), fingerprint))
}

/// A seat of a game, of any kind.
trait ServedGame {
    fn hear(&mut self, message: &Value) -> Result<(), Problem>;
    /// Returns the text of the chosen option.
    fn decide(&mut self, message: &Value) -> Result<String, Problem>;
}

/// A bot in one seat of one game.
struct ServedSeat<G: Textual> {
    game: Rc<G>,
    seat: Seat,
    player: Box<dyn Player<G> + Send>,
    rng: Rng,
}

/// Seats the bot in a starting game.
fn seated<G: Textual + BotGame>(
    bot: Option<&Bot<G>>,
    game: &Rc<G>,
    seat: Seat,
    seed: u64,
) -> Result<Box<dyn ServedGame>, Problem> {
    let Some(bot) = bot else {
        return wrong(format!("the bot does not play {}", G::GAME));
    };
    G::suits(&bot.policy, game)?;
    let mut player = G::boxed_player(&bot.policy, seat);
    player.new_game();
    if player.listens() {
        player.begin(game, seed);
    }
    Ok(Box::new(ServedSeat {
        game: Rc::clone(game),
        seat,
        player,
        rng: Rng::from_key(seed),
    }))
}

impl<G: Textual> ServedSeat<G> {
    /// Returns the position in the message.
    fn position<'m>(&self, message: &'m Value) -> Result<&'m str, Problem> {
        match message["position"].as_str() {
            Some(text) => Ok(text),
            None => wrong(
                "no `position`: the greeting asked for `\"view\": \"position\"`, which the other side has to know",
            ),
        }
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Problem> {
        if seat == self.seat {
            return Ok(());
        }
        wrong(format!(
            "`position` is that of seat {seat}, and the bot sits in seat {}",
            self.seat
        ))
    }
}

impl<G: Textual> ServedGame for ServedSeat<G> {
    fn hear(&mut self, message: &Value) -> Result<(), Problem> {
        if !self.player.listens() {
            return Ok(());
        }
        let text = self.position(message)?;
        let event = self.game.read_event(message)?;
        let position = self.game.read_snapshot(text).map_err(|e| e.to_string())?;
        self.check_seat(position.seat)?;
        let view = self.game.view(&position.state, self.seat);
        self.player.hear(view, &event);
        Ok(())
    }

    fn decide(&mut self, message: &Value) -> Result<String, Problem> {
        let text = self.position(message)?;
        let position = self.game.read_position(text).map_err(|e| e.to_string())?;
        self.check_seat(position.seat)?;
        let options = self.game.options_of(&position.state);
        let view = self.game.view(&position.state, self.seat);
        let texts = G::option_texts(view, &options);
        let texts: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
        if message["options"] != json!(texts) {
            let texts = texts.join(", ");
            return wrong(format!("`options` are not those of the position: {texts}"));
        }
        let action = self.player.decide(view, &options, &mut self.rng);
        if let Some(fault) = self.player.fault() {
            return Err(Problem::Bot(fault));
        }
        Ok(G::option_name(view, &options, action).to_string())
    }
}
