//! The board: requests about games and their answers, as texts (`docs/board-protocol.md`).
//!
//! | file | holds |
//! |---|---|
//! | `request` | the requests |
//! | `spec` | the description of a game: the table, the seed, and what was decided |
//! | `part` | what the board does with a game of any kind |
//! | `table` | a game as described, played to the next question for a person |
//! | `shown` | the answer that shows a game |
//! | `hints` | values of options, chances of seats, reasons of bots |
//! | `duel` | one bot against another |
//! | `traces` | a game of a trace, with its decisions |
//! | `catalog` | rulesets and bots as lists |
//! | `words` | questions and refusals in words, for each game |
//! | `serve` | the page and the board on the loopback |
//! | `wasm` | the functions of the WebAssembly module |
//!
//! The board has no clock, no files and no threads of its own. Equal requests have equal answers. A
//! [`Board`] only remembers its last game and duel, so that the next request need not play them
//! again.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

mod catalog;
mod context;
mod duel;
mod hints;
mod part;
mod request;
#[cfg(feature = "serve")]
pub mod serve;
mod shown;
mod spec;
mod table;
mod traces;
#[cfg(target_family = "wasm")]
mod wasm;
pub mod words;

pub use spec::{Change, GameSpec, Move};

use context::Context;
use part::{BoardPart, Last};
use powergrab_engine::{grid, shedding};
use powergrab_lab::catalog::{Catalog, GameOf};
use powergrab_lab::games::entry_of_positions;
use request::Request;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// Version of the protocol.
pub const PROTOCOL: u32 = 1;
/// Maximum length of a request, in bytes.
pub const MAX_REQUEST: usize = 16 << 20;

/// Answers requests.
///
/// ```
/// use powergrab_board::Board;
///
/// let mut board = Board::default();
/// let game = r#"{"ruleset":"power-grab","seats":["you","balanced"],"seed":"1"}"#;
/// let answer = board.answer(&format!(r#"{{"do":"game","game":{game}}}"#));
/// assert!(answer.starts_with(r#"{"ok":"#), "{answer}");
/// assert!(answer.contains(r#""prompt":"Play a card or draw""#), "{answer}");
/// ```
#[derive(Debug)]
pub struct Board {
    catalog: Catalog,
    last: Last,
}

/// The games that ship.
impl Default for Board {
    fn default() -> Board {
        Board::new(Catalog::of(vec![
            entry_of_positions::<shedding::Rules>(),
            entry_of_positions::<grid::Rules>(),
        ]))
    }
}

/// Returns an answer as text.
fn as_text(answer: Result<Value, String>) -> String {
    let answer = match answer {
        Ok(answer) => json!({ "ok": answer }),
        Err(problem) => json!({ "error": problem }),
    };
    answer.to_string()
}

impl Board {
    /// Returns a board with these rulesets and bots. It reads no files, because its requests may
    /// come from strangers.
    pub fn new(mut catalog: Catalog) -> Board {
        let shed = GameOf::<shedding::Rules>::IT as &dyn BoardPart;
        let grid = GameOf::<grid::Rules>::IT as &dyn BoardPart;
        for (name, part) in [("power-grab", shed), (grid::Rules::NAME, grid)] {
            if let Some(entry) = catalog.game_with(name).cloned() {
                catalog.add_game(entry.with(part));
            }
        }
        catalog.bots.files.leave_the_disk();
        Board {
            catalog,
            last: Last::default(),
        }
    }

    /// Answers one request with `{"ok": …}` or `{"error": "…"}`.
    pub fn answer(&mut self, request: &str) -> String {
        self.answer_until(request, &AtomicBool::new(false))
    }

    /// As [`Board::answer`]; ends with an error soon after `stop` is set.
    pub fn answer_until(&mut self, request: &str, stop: &AtomicBool) -> String {
        as_text(self.try_answer(request, stop))
    }

    fn try_answer(&mut self, request: &str, stop: &AtomicBool) -> Result<Value, String> {
        if request.len() > MAX_REQUEST {
            return Err(format!(
                "a request has at most {MAX_REQUEST} bytes, this one {}",
                request.len()
            ));
        }
        let request: Request =
            serde_json::from_str(request).map_err(|e| format!("the request: {e}"))?;
        let catalog = &self.catalog;
        let ruleset = match &request {
            Request::Catalog {} => return Ok(catalog::catalog(catalog)),
            Request::Trace { text, game } => return traces::trace(text, *game, catalog),
            Request::Strategy { ruleset, .. } => spec::ruleset(catalog, ruleset),
            Request::Duel(asked) => spec::ruleset(catalog, &asked.ruleset),
            Request::Analyse(asked) => asked.rules(catalog),
            Request::Chances(asked) => asked.game.rules(catalog),
            Request::Game { game, .. }
            | Request::Position { game, .. }
            | Request::Explain { game, .. } => game.rules(catalog),
        }?;
        let part: &dyn BoardPart = catalog.part(&ruleset).map_err(|e| e.to_string())?;
        let context = Context { catalog, stop };
        part.answer(&ruleset, request, context, &mut self.last)
    }
}
