//! The protocol: one process, many games, each seat of each under an id of its own
//! (docs/protocol.md).

use super::pipe::Pipe;
use super::{OnTimeout, ProcessSettings};
use crate::strategy::{Answer, Fault, FaultKind, Remote};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::parse_json;
use powergrab_engine::game::{Action, Options, Textual};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Version of the protocol. It changes when programs written for the old one no longer work.
pub const PROTOCOL: u32 = 1;
/// Messages are passed to the pipe at this many bytes, or when an answer is awaited.
const BUFFER: usize = 16 * 1024;

/// Kind of messages about positions that the program receives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PositionDetail {
    /// A view.
    View,
    /// A view including the information from events.
    FullView,
    /// The position's text, and events.
    Position,
}

/// One process and its questions.
pub struct Session {
    settings: Arc<ProcessSettings>,
    pipe: Option<Pipe>,
    buffer: Vec<u8>,
    /// Fingerprints of the rulesets that it knows; their index is their number.
    rules: Vec<String>,
    /// By game: `None` while it is not asked, otherwise the options.
    games: HashMap<u64, Option<Vec<(String, Action)>>>,
    n_asked: usize,
    /// Ids below this one have been used.
    next_id: u64,
    listens: bool,
    detail: PositionDetail,
    /// Failure after which it can no longer be used.
    broken: Option<Fault>,
}

impl Session {
    /// Returns a session whose process starts with the first game.
    pub fn new(settings: Arc<ProcessSettings>) -> Session {
        Session {
            settings,
            pipe: None,
            buffer: Vec::new(),
            rules: Vec::new(),
            games: HashMap::new(),
            n_asked: 0,
            next_id: 0,
            listens: true,
            detail: PositionDetail::View,
            broken: None,
        }
    }

    fn say(&mut self, message: &Value) {
        self.buffer
            .extend_from_slice(message.to_string().as_bytes());
        self.buffer.push(b'\n');
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Some(pipe) = &mut self.pipe
            && !self.buffer.is_empty()
        {
            pipe.send(std::mem::take(&mut self.buffer));
        }
    }

    /// Starts the process and exchanges greetings; returns its name for itself.
    pub fn greet(&mut self) -> Result<String, Fault> {
        let stops = |mut fault: Fault| {
            fault.detail = format!("in the greeting: {}", fault.detail);
            fault.stops = true;
            fault
        };
        self.pipe = Some(Pipe::start(&self.settings)?);
        self.say(&json!({
            "type": "hello",
            "protocol": PROTOCOL,
            "program": "powergrab",
            "version": env!("CARGO_PKG_VERSION"),
        }));
        self.flush();
        let Some(pipe) = &mut self.pipe else {
            return Ok(String::new());
        };
        let deadline = Instant::now() + self.settings.start_timeout;
        let line = pipe.line(deadline, &AtomicBool::new(false));
        let interrupted = || stops(Fault::new(FaultKind::Timeout, "interrupted"));
        let line = line.map_err(stops)?.ok_or_else(interrupted)?;
        let hello = parse(&line).map_err(stops)?;
        let wrong = |what: &str| stops(Fault::new(FaultKind::Garbage, what));
        if hello["type"] != "hello" {
            return Err(wrong("its first message is not `hello`"));
        }
        if hello["protocol"] != PROTOCOL {
            let what = format!("it speaks protocol {}, not {PROTOCOL}", hello["protocol"]);
            return Err(wrong(&what));
        }
        self.listens = hello["events"].as_bool().unwrap_or(true);
        self.detail = match hello["view"].as_str() {
            Some("full") => PositionDetail::FullView,
            Some("position") => PositionDetail::Position,
            _ => PositionDetail::View,
        };
        Ok(hello["name"]
            .as_str()
            .unwrap_or("a program without name")
            .to_owned())
    }

    fn start(&mut self) {
        if self.pipe.is_none() && self.broken.is_none() {
            self.broken = self.greet().err();
        }
    }

    /// Processes one line of the process.
    fn take(&mut self, line: &[u8], answers: &mut Vec<Answer>) -> Result<(), Fault> {
        let message = parse(line)?;
        let garbage = |what: String| Err(Fault::new(FaultKind::Garbage, what));
        if message["type"] != "answer" {
            return garbage(format!("a message of type {}", brief(&message["type"])));
        }
        let Some(id) = message["game"].as_u64() else {
            return garbage("an answer without the number of its `game`".to_owned());
        };
        let Some(game) = self.games.get_mut(&id) else {
            if id < self.next_id {
                // Its game was given up in the meantime.
                return Ok(());
            }
            return garbage(format!("an answer in game {id}, which there is not"));
        };
        let Some(options) = game.take() else {
            return garbage(format!("an answer in game {id}, which was not asked"));
        };
        self.n_asked -= 1;
        let option = message["option"].as_str();
        let chosen = options
            .iter()
            .find(|(text, _)| Some(text.as_str()) == option);
        let action = match chosen {
            Some((_, action)) => Ok(*action),
            None => {
                let texts: Vec<&str> = options.iter().map(|(text, _)| text.as_str()).collect();
                let wrong = brief(&message["option"]);
                let texts = texts.join(", ");
                let detail = format!("the answer {wrong} is not one of: {texts}");
                Err(Fault::new(FaultKind::Illegal, detail))
            }
        };
        answers.push(Answer { id, action });
        Ok(())
    }
}

/// Shortens a value for a message.
fn brief(value: &Value) -> String {
    let text: String = value.to_string().chars().take(61).collect();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn parse(line: &[u8]) -> Result<Value, Fault> {
    let garbage = |what: String| Fault::new(FaultKind::Garbage, what);
    let text = std::str::from_utf8(line).map_err(|_| garbage("not UTF-8".to_owned()))?;
    let shown = || brief(&Value::from(text.trim_end()));
    match parse_json(text) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err(garbage(format!("not a JSON object: {}", shown()))),
        Err(e) => Err(garbage(format!("not JSON ({e}): {}", shown()))),
    }
}

impl<G: Textual> Remote<G> for Session {
    fn begin(&mut self, id: u64, game: &G, seat: Seat, seed: u64) {
        self.start();
        let fingerprint = game.rules_id();
        let known = self.rules.iter().position(|f| *f == fingerprint);
        let number = known.unwrap_or_else(|| {
            let number = self.rules.len();
            self.rules.push(fingerprint);
            self.say(&json!({ "type": "rules", "rules": number, "in_force": game.rules_json() }));
            number
        });
        self.games.insert(id, None);
        self.next_id = self.next_id.max(id + 1);
        // As text, because not every reader of JSON supports 64-bit integers.
        self.say(&json!({
            "type": "new", "game": id, "rules": number, "seats": game.n_seats(), "seat": seat,
            "seed": seed.to_string(),
        }));
    }

    fn hear(&mut self, id: u64, game: &G, view: G::View<'_>, event: &G::Event) {
        let mut message = json!({ "type": "event", "game": id });
        if let (Value::Object(message), Value::Object(event)) =
            (&mut message, game.event_json(view, event))
        {
            message.extend(event);
            if self.detail == PositionDetail::Position {
                message.insert("position".to_owned(), G::snapshot(view).into());
            }
        }
        self.say(&message);
    }

    fn listens(&self) -> bool {
        self.listens
    }

    fn ask(&mut self, id: u64, view: G::View<'_>, options: &Options) {
        let texts = G::option_texts(view, options);
        let options: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
        let mut message = json!({ "type": "decide", "game": id, "options": options });
        match self.detail {
            PositionDetail::Position => message["position"] = G::position_text(view).into(),
            detail => message["view"] = G::view_json(view, detail == PositionDetail::FullView),
        }
        self.say(&message);
        self.games.insert(id, Some(texts));
        self.n_asked += 1;
    }

    fn end(&mut self, id: u64) {
        if let Some(game) = self.games.remove(&id) {
            self.n_asked -= usize::from(game.is_some());
            self.say(&json!({ "type": "end", "game": id }));
        }
    }

    fn collect(&mut self, answers: &mut Vec<Answer>, cancel: &AtomicBool) -> Result<(), Fault> {
        if let Some(fault) = &self.broken {
            return Err(fault.clone());
        }
        self.flush();
        if self.n_asked == 0 {
            return Ok(());
        }
        let deadline = Instant::now() + self.settings.timeout;
        let n_before = answers.len();
        while self.n_asked > 0 {
            let Some(pipe) = &mut self.pipe else {
                break;
            };
            // Lines that answer nothing do not extend the time.
            let late = answers.len() == n_before && Instant::now() > deadline;
            let line = match pipe.ready_line() {
                _ if late => Err(Fault::new(FaultKind::Timeout, "no answer in time")),
                Some(line) => line.map(Some),
                // With answers available, the games come first.
                None if answers.len() > n_before => break,
                None => pipe.line(deadline, cancel),
            };
            let taken = match line {
                Ok(None) => break,
                Ok(Some(line)) => self.take(&line, answers),
                Err(fault) => Err(fault),
            };
            if let Err(mut fault) = taken {
                if fault.kind == FaultKind::Timeout {
                    let timeout = self.settings.timeout.as_millis();
                    fault.detail = format!("no answer within {timeout} ms");
                    fault.stops = self.settings.on_timeout == OnTimeout::Stop;
                }
                self.broken = Some(fault.clone());
                return Err(fault);
            }
        }
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.say(&json!({ "type": "quit" }));
        self.flush();
    }
}
