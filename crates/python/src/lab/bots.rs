//! Bots written in Python, asked in this process one decision at a time.
//!
//! They have the same information as process bots (docs/protocol.md) and fail in the same way: an
//! exception or an illegal answer disqualifies the bot for the rest of that game. They answer
//! through [`Remote`], so that their games are played, begun and failed in the same way as those of
//! a program.

use super::errors::input;
use super::interned::{FastMap, InternedTexts, lend};
use super::values::to_python;
use super::view::{SpareView, View};
use powergrab_bots::strategy::{Answer, Fault, FaultKind, Player, Remote, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::{NAMES, is_name};
use powergrab_engine::game::{Action, Options, Textual};
use powergrab_engine::rng::Rng;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use serde_json::Value;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Optional methods of a bot's class besides `decide`.
#[derive(Clone, Copy, Debug)]
struct BotMethods {
    begin: bool,
    hear: bool,
    end: bool,
    full: bool,
}

/// A bot whose decisions a Python object makes.
pub struct PythonBot {
    name: String,
    class: String,
    bot: Py<PyAny>,
    offers: BotMethods,
    /// Class of its games.
    game: Py<PyAny>,
}

impl std::fmt::Debug for PythonBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name, self.class)
    }
}

impl PythonBot {
    /// Returns the bot of this name that the object plays.
    pub fn new(py: Python<'_>, name: &str, bot: &Bound<'_, PyAny>) -> PyResult<PythonBot> {
        if !is_name(name) {
            return Err(input(format!("a bot called {name:?}: give it {NAMES}")));
        }
        if !bot.hasattr(intern!(py, "decide"))? {
            return Err(input(format!(
                "bot {name}: has no method decide(self, view, options)"
            )));
        }
        // Methods of the base class do nothing, and need not be called.
        let module = py.import("powergrab._bots")?;
        let base = module.getattr("Bot")?;
        let class = bot.get_type();
        let own = |method: &str| -> PyResult<bool> {
            match class.getattr(method) {
                Ok(own) => Ok(!own.is(&base.getattr(method)?)),
                Err(_) => Ok(false),
            }
        };
        let full = match bot.getattr("full_view") {
            Ok(full) => full.is_truthy()?,
            Err(_) => false,
        };
        Ok(PythonBot {
            name: name.to_owned(),
            class: class.qualname()?.to_string(),
            offers: BotMethods {
                begin: own("begin")?,
                hear: own("hear")?,
                end: own("end")?,
                full,
            },
            bot: bot.clone().unbind(),
            game: module.getattr("Game")?.unbind(),
        })
    }
}

/// The bot as the arena takes it.
#[derive(Clone, Debug)]
pub struct PythonStrategy(pub Arc<PythonBot>);

impl<G: Textual> Strategy<G> for PythonStrategy {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(OneGame {
            line: BotConnection::new(&self.0),
            seat,
            next_id: 0,
            id: None,
            fault: None,
        })
    }

    fn describe(&self) -> Value {
        serde_json::json!({ "python": self.0.class })
    }

    fn policy(&self) -> &'static str {
        "python"
    }

    fn answers_later(&self) -> bool {
        true
    }

    fn remote(&self) -> Option<Box<dyn Remote<G>>> {
        Some(Box::new(BotConnection::new(&self.0)))
    }
}

/// A connection to a bot, for many games at once.
struct BotConnection<G: Textual> {
    bot: Arc<PythonBot>,
    /// Rules and numbers of seats played so far, with the Python text of the rules.
    known: Vec<(Arc<G>, String)>,
    /// By id: the seat's game.
    games: FastMap<u64, SeatGame<G>>,
    /// Games in which the bot has already failed while it heard an event; reported with its next
    /// question.
    broken: HashMap<u64, Fault>,
    answers: Vec<Answer>,
    words: Arc<Mutex<InternedTexts>>,
    spare: Arc<SpareView<G>>,
}

/// A seat's game.
struct SeatGame<G> {
    game: Arc<G>,
    /// Python object of the game.
    object: Py<PyAny>,
}

/// Registers this thread with the interpreter permanently. Otherwise every decision creates and
/// destroys the interpreter's record of the thread, which takes longer than the decision.
fn stay_known() {
    thread_local! {
        static KNOWN: Cell<bool> = const { Cell::new(false) };
    }
    if KNOWN.replace(true) {
        return;
    }
    Python::try_attach(|_| {
        // SAFETY: the interpreter runs, and this thread is attached to it. The second claim is
        // never released, so the thread's record outlives the attachment; playing threads are few
        // and kept, and so are their records.
        unsafe {
            ffi::PyGILState_Ensure();
        }
    });
}

/// Calls `work` with the interpreter, unless it has ended.
pub fn attached<T>(work: impl FnOnce(Python<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
    Python::try_attach(work).unwrap_or_else(|| {
        let detail = "the interpreter has ended".to_owned();
        Err(Fault::new(FaultKind::Crash, detail))
    })
}

impl<G: Textual> BotConnection<G> {
    fn new(bot: &Arc<PythonBot>) -> BotConnection<G> {
        stay_known();
        BotConnection {
            bot: Arc::clone(bot),
            known: Vec::new(),
            games: FastMap::default(),
            broken: HashMap::new(),
            answers: Vec::new(),
            words: Arc::default(),
            spare: Arc::default(),
        }
    }

    /// Returns the game and the Python text of its rules, whose formatting takes longer than a
    /// round.
    fn known(&mut self, game: &G) -> &(Arc<G>, String) {
        let place = self.known.iter().position(|(g, _)| g.is_same(game));
        let place = place.unwrap_or_else(|| {
            self.known.push((Arc::new(game.clone()), game.rules_id()));
            self.known.len() - 1
        });
        &self.known[place]
    }

    /// Calls a method without an answer; the first failure of a game is kept.
    fn call(&mut self, id: u64, method: &str, event: Option<&Value>) {
        let Some(SeatGame { object, .. }) = self.games.get(&id) else {
            return;
        };
        let bot = &self.bot.bot;
        let called = attached(|py| {
            let game = object.bind(py);
            let called = match event {
                Some(event) => to_python(py, event)
                    .and_then(|event| bot.call_method1(py, method, (game, event))),
                None => bot.call_method1(py, method, (game,)),
            };
            called.map(drop).map_err(|e| crash(py, &e))
        });
        if let Err(fault) = called {
            self.broken.entry(id).or_insert(fault);
        }
    }

    fn decide(
        &self,
        py: Python<'_>,
        id: u64,
        view: G::View<'_>,
        options: &Options,
    ) -> Result<Action, Fault> {
        let failed = |e: PyErr| crash(py, &e);
        // Equal texts are one object.
        let mut texts: Vec<(Bound<'_, PyString>, Action)> = Vec::with_capacity(16);
        lend(&self.words, |words| {
            for action in options.iter() {
                let text = words.option(py, &G::option_name(view, options, action));
                if !texts.iter().any(|(known, _)| known.is(&text)) {
                    texts.push((text, action));
                }
            }
        });
        let Some(SeatGame { game, object }) = self.games.get(&id) else {
            let detail = "it was asked before its game began".to_owned();
            return Err(Fault::new(FaultKind::Crash, detail));
        };
        let seen = View::new(
            game,
            view,
            self.bot.offers.full,
            object.clone_ref(py),
            &self.words,
            &self.spare,
        );
        let seen = Bound::new(py, seen).map_err(failed)?;
        let shown = texts.iter().map(|(text, _)| text);
        let shown = PyList::new(py, shown).map_err(failed)?;
        let answer = self
            .bot
            .bot
            .bind(py)
            .call_method1(intern!(py, "decide"), (seen, shown))
            .map_err(failed)?;
        let same = texts.iter().find(|(text, _)| answer.is(text));
        let chosen = same.or_else(|| {
            let text = answer.cast::<PyString>().ok()?.to_str().ok()?;
            texts.iter().find(|(known, _)| known == text)
        });
        chosen.map(|(_, action)| *action).ok_or_else(|| {
            let texts: Vec<String> = texts.iter().map(|(text, _)| text.to_string()).collect();
            let shown = answer
                .repr()
                .map_or_else(|_| "?".to_owned(), |r| r.to_string());
            let shown: String = shown.chars().take(61).collect();
            let detail = format!("the answer {shown} is not one of: {}", texts.join(", "));
            Fault::new(FaultKind::Illegal, detail)
        })
    }
}

/// Returns an exception as a failure: its class, its message, and the line where it was raised.
pub fn crash(py: Python<'_>, e: &PyErr) -> Fault {
    let mut line = None;
    let mut frame = e.traceback(py).map(Bound::into_any);
    while let Some(here) = frame {
        line = here
            .getattr("tb_lineno")
            .and_then(|n| n.extract::<u64>())
            .ok();
        frame = here.getattr("tb_next").ok().filter(|next| !next.is_none());
    }
    let text: String = e
        .to_string()
        .chars()
        .filter(|c| !c.is_control())
        .take(200)
        .collect();
    let detail = match line {
        Some(line) => format!("{text} (line {line})"),
        None => text,
    };
    Fault::new(FaultKind::Crash, detail)
}

impl<G: Textual> Remote<G> for BotConnection<G> {
    fn begin(&mut self, id: u64, game: &G, seat: Seat, seed: u64) {
        let bot = Arc::clone(&self.bot);
        let (game, rules) = self.known(game);
        let game = Arc::clone(game);
        let object = attached(|py| {
            let what = (id, seat, game.n_seats(), seed, rules);
            bot.game.call1(py, what).map_err(|e| crash(py, &e))
        });
        match object {
            Ok(object) => drop(self.games.insert(id, SeatGame { game, object })),
            Err(fault) => drop(self.broken.insert(id, fault)),
        }
        if self.bot.offers.begin {
            self.call(id, "begin", None);
        }
    }

    fn hear(&mut self, id: u64, game: &G, view: G::View<'_>, event: &G::Event) {
        self.call(id, "hear", Some(&game.event_json(view, event)));
    }

    fn listens(&self) -> bool {
        self.bot.offers.hear
    }

    fn ask(&mut self, id: u64, view: G::View<'_>, options: &Options) {
        let broken = match self.broken.is_empty() {
            true => None,
            false => self.broken.remove(&id),
        };
        let action = match broken {
            Some(fault) => Err(fault),
            None => attached(|py| self.decide(py, id, view, options)),
        };
        self.answers.push(Answer { id, action });
    }

    fn end(&mut self, id: u64) {
        if self.bot.offers.end {
            self.call(id, "end", None);
        }
        self.broken.remove(&id);
        self.games.remove(&id);
        self.answers.retain(|answer| answer.id != id);
    }

    fn collect(&mut self, answers: &mut Vec<Answer>, _: &AtomicBool) -> Result<(), Fault> {
        answers.append(&mut self.answers);
        Ok(())
    }
}

/// The bot in one seat of one game at a time, synchronously.
struct OneGame<G: Textual> {
    line: BotConnection<G>,
    seat: Seat,
    next_id: u64,
    id: Option<u64>,
    fault: Option<Fault>,
}

impl<G: Textual> Player<G> for OneGame<G> {
    fn new_game(&mut self) {
        if let Some(id) = self.id.take() {
            self.line.end(id);
        }
        self.fault = None;
    }

    fn listens(&self) -> bool {
        true
    }

    fn begin(&mut self, game: &G, seed: u64) {
        self.line.begin(self.next_id, game, self.seat, seed);
        self.id = Some(self.next_id);
        self.next_id += 1;
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        if let (Some(id), None, true) = (self.id, &self.fault, self.line.bot.offers.hear) {
            self.line.hear(id, G::game_of(view), view, event);
        }
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, _: &mut Rng) -> Action {
        if self.fault.is_none() {
            if self.id.is_none() {
                self.begin(G::game_of(view), 0);
            }
            let mut answers = Vec::new();
            let line = &mut self.line;
            line.ask(self.id.unwrap_or_default(), view, options);
            // Its answers are available at once.
            let collected = line.collect(&mut answers, &AtomicBool::new(false));
            match collected.and_then(|()| answers.pop().map_or(Ok(options.nth(0)), |a| a.action)) {
                Ok(action) => return action,
                Err(fault) => self.fault = Some(fault),
            }
        }
        options.nth(0)
    }

    fn fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }
}
