//! `process`: a bot that is a separate program, over standard input and output (docs/protocol.md).
//!
//! | file | holds |
//! |---|---|
//! | `children` | the processes, and their end with the program |
//! | `pipe` | the child process: lines in, lines out, its end |
//! | `settings` | the settings of running the program |
//! | `session` | the protocol: games and their questions |
//! | `serve` | the program's side of the protocol: bots of this project, asked by other programs |
//!
//! The program is code that the user trusts: it runs with the user's rights, without a sandbox.

#![allow(
    clippy::disallowed_methods,
    reason = "these bots are programs, and a program may take too long"
)]

mod children;
mod pipe;
mod serve;
mod session;
mod settings;

pub use children::{end_all, interrupt};
pub use serve::{ServeError, ServedBot, serve};
pub use session::PROTOCOL;
pub use settings::{OnTimeout, ProcessSettings};

use super::register::{PolicyInfo, ProgramKey};
use super::{Answer, Fault, FaultKind, Player, Remote, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options, Textual};
use powergrab_engine::rng::Rng;
use session::Session;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: "process",
    summary: "A program of its own, asked over standard input and output.",
    meaning: "Starts the command, one process for each thread, and asks it by the protocol of docs/protocol.md: JSON Lines, many games \
at once. The program runs with your rights: use only programs that you trust. A process that sends no answer in time, ends, sends garbage or an \
illegal answer loses its say in that game: from there on it takes the first option, and the game is counted in faults.csv.",
    stochastic: true,
    memory: "what the program keeps; it should keep nothing from game to game",
    params: &[],
};

pub(super) const KEYS: &[ProgramKey] = &[
    ProgramKey {
        name: "command",
        values: "a list of texts",
        meaning: "the program and its arguments; it is started in the strategy file's directory",
    },
    ProgramKey {
        name: "timeout_ms",
        values: "a whole number from 1 to 3600000, default 10000",
        meaning: "how long the process may owe an answer without sending any, in milliseconds",
    },
    ProgramKey {
        name: "start_timeout_ms",
        values: "a whole number from 1 to 3600000, default timeout_ms, but at least 10000",
        meaning: "how long the process may take to start and to greet, in milliseconds",
    },
    ProgramKey {
        name: "on_timeout",
        values: "\"mark\" or \"stop\", default \"mark\"",
        meaning: "what a timeout does: counts as a failure and marks the run as not reproducible, or stops the run",
    },
];

/// A bot that is a program.
#[derive(Clone, Debug)]
pub struct Process {
    settings: Arc<ProcessSettings>,
}

impl Process {
    /// Returns a bot with these settings.
    pub fn new(settings: ProcessSettings) -> Process {
        Process {
            settings: Arc::new(settings),
        }
    }

    /// Reads the keys of a strategy file.
    ///
    /// # Errors
    /// Names the wrong key, and a correct one.
    pub fn read(reader: &Reader<'_>) -> Result<Process, ConfigError> {
        let right =
            "the program and its arguments, as a list of texts: [\"python3\", \"my_bot.py\"]";
        let command = reader.strings("command")?;
        let command =
            command.ok_or_else(|| reader.error("command", format!("missing: {right}")))?;
        if command.first().is_none_or(|program| program.is_empty()) {
            return Err(reader.error("command", format!("an empty list: {right}")));
        }
        if command.iter().any(|part| part.contains('\0')) {
            return Err(reader.error("command", "a text with a zero byte"));
        }
        let timeout = reader
            .integer("timeout_ms", 1..=3_600_000)?
            .unwrap_or(10_000);
        let start_timeout = reader
            .integer("start_timeout_ms", 1..=3_600_000)?
            .unwrap_or(timeout.max(10_000));
        let on_timeout = match reader.choice("on_timeout", &["mark", "stop"])? {
            Some("stop") => OnTimeout::Stop,
            _ => OnTimeout::Mark,
        };
        let directory = Path::new(reader.file()).parent();
        Ok(Process::new(ProcessSettings {
            command: command.into_iter().map(str::to_owned).collect(),
            directory: match directory {
                Some(dir) if !dir.as_os_str().is_empty() => dir.to_owned(),
                _ => PathBuf::from("."),
            },
            timeout: Duration::from_millis(timeout.unsigned_abs()),
            start_timeout: Duration::from_millis(start_timeout.unsigned_abs()),
            on_timeout,
        }))
    }
}

impl<G: Textual> Strategy<G> for Process {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(ProcessPlayer {
            settings: Arc::clone(&self.settings),
            seat,
            session: None,
            next_id: 0,
            game: None,
            fault: None,
        })
    }

    fn describe(&self) -> serde_json::Value {
        let s = &self.settings;
        serde_json::json!({
            "command": s.command,
            "timeout_ms": s.timeout.as_millis() as u64,
            "on_timeout": match s.on_timeout { OnTimeout::Mark => "mark", OnTimeout::Stop => "stop" },
            "protocol": PROTOCOL,
        })
    }

    fn policy(&self) -> &'static str {
        INFO.name
    }

    fn info(&self) -> Option<&'static PolicyInfo> {
        Some(&INFO)
    }

    fn try_out(&self) -> Result<String, Fault> {
        let name = Session::new(Arc::clone(&self.settings)).greet()?;
        Ok(format!("the program starts and greets as {name:?}"))
    }

    fn answers_later(&self) -> bool {
        true
    }

    fn remote(&self) -> Option<Box<dyn Remote<G>>> {
        Some(Box::new(Session::new(Arc::clone(&self.settings))))
    }
}

/// A process that plays one game at a time, synchronously: for single games, tests and tools.
struct ProcessPlayer {
    settings: Arc<ProcessSettings>,
    seat: Seat,
    session: Option<Session>,
    next_id: u64,
    /// Id of the current game.
    game: Option<u64>,
    fault: Option<Fault>,
}

impl ProcessPlayer {
    fn ask<G: Textual>(&mut self, view: G::View<'_>, options: &Options) -> Result<Action, Fault> {
        if self.game.is_none() {
            Player::<G>::begin(self, G::game_of(view), 0);
        }
        let broken = || Fault::new(FaultKind::Crash, "the process is gone");
        let id = self.game.ok_or_else(broken)?;
        let session = self.session.as_mut().ok_or_else(broken)?;
        let session: &mut dyn Remote<G> = session;
        session.ask(id, view, options);
        let mut answers: Vec<Answer> = Vec::new();
        loop {
            session.collect(&mut answers, &AtomicBool::new(false))?;
            if answers.is_empty() {
                return Err(Fault::new(FaultKind::Timeout, "interrupted"));
            }
            if let Some(answer) = answers.drain(..).find(|a| a.id == id) {
                return answer.action;
            }
        }
    }
}

impl<G: Textual> Player<G> for ProcessPlayer {
    fn new_game(&mut self) {
        if let (Some(id), Some(session)) = (self.game.take(), &mut self.session) {
            Remote::<G>::end(session, id);
        }
        self.fault = None;
    }

    fn listens(&self) -> bool {
        true
    }

    fn begin(&mut self, game: &G, seed: u64) {
        let settings = &self.settings;
        let session = self
            .session
            .get_or_insert_with(|| Session::new(Arc::clone(settings)));
        session.begin(self.next_id, game, self.seat, seed);
        self.game = Some(self.next_id);
        self.next_id += 1;
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        if let (Some(id), Some(session), None) = (self.game, &mut self.session, &self.fault)
            && Remote::<G>::listens(session)
        {
            session.hear(id, G::game_of(view), view, event);
        }
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, _: &mut Rng) -> Action {
        if self.fault.is_none() {
            match self.ask::<G>(view, options) {
                Ok(action) => return action,
                Err(fault) => {
                    if fault.kind != FaultKind::Illegal {
                        self.session = None;
                    }
                    self.fault = Some(fault);
                }
            }
        }
        options.nth(0)
    }

    fn fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }
}
