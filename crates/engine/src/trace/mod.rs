//! Traces (TRACE.md): one JSON object per line, hidden cards included. Writing traces, parsing
//! lines, and a chance that deals the cards of a trace.

mod line;
mod script;

pub use line::read_line;
pub use script::{Missing, Script};

use crate::cards::Seat;
use crate::game::record::Record;
use crate::game::{Game, Observer, Textual, Unit};
use crate::shedding::Shedding;
use line::{GAME, GAME_END};
use serde_json::json;
use std::io::{self, Write};

/// Version of the format that TRACE.md describes.
pub const FORMAT: u32 = 1;

/// Contents of the `game` line besides the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The run's seed.
    pub seed: u64,
    /// Index of the game in the file, from 0.
    pub game: u64,
    /// The deal of the run.
    pub deal: u64,
    /// The rotation of the line-up.
    pub rotation: u64,
    /// Names of the bots by seat.
    pub seats: Vec<String>,
    /// Unit of play: a whole game, or a single round.
    pub unit: Unit,
}

impl Header {
    /// Returns whether it is a single round of a longer game.
    pub fn is_round_alone<G: Game>(&self) -> bool {
        self.unit == Unit::Round && !G::ONE_ROUND
    }

    /// Returns the `game` line, without the unit of a single round.
    fn plain_record<G: Textual>(&self, game: &G) -> Record {
        let (ruleset, rules) = game.trace_rules();
        Record::new(GAME)
            .with("format", json!(FORMAT))
            .with("ruleset", json!(ruleset))
            .with("variant", json!(game.is_variant()))
            .with("rules", rules)
            .with("seed", json!(self.seed.to_string()))
            .with("game", json!(self.game))
            .with("deal", json!(self.deal))
            .with("rotation", json!(self.rotation))
            .with("seats", json!(self.seats))
    }

    /// Returns the `game` line.
    pub fn record<G: Textual>(&self, game: &G) -> Record {
        let alone = self.is_round_alone::<G>();
        let unit = alone.then(|| json!(Unit::Round.text()));
        self.plain_record(game).with("unit", unit)
    }
}

/// Returns the `game-end` line of a finished game.
pub fn game_end<G: Textual>(game: &G, state: &G::State) -> Record {
    let seats = || 0..game.n_seats() as Seat;
    let winners = game.outcome(state).winners;
    let won: Vec<Seat> = seats().filter(|s| winners >> s & 1 == 1).collect();
    let scores: Vec<i32> = seats().map(|seat| game.score(state, seat)).collect();
    let cards = game.end_cards(state);
    let [hands, piles] = cards.map_or([None, None], |cards| cards.map(Some));
    Record::new(GAME_END)
        .with("winners", json!(won))
        .with("why", json!(game.end_text(state)))
        .with("hands", hands)
        .with("piles", piles)
        .with("scores", json!(scores))
}

/// Writes the lines of games as they are played. It only observes, so the games are the same as
/// without it.
///
/// An observer cannot fail, so the first error is kept and returned by [`Tracer::end`].
pub struct Tracer<'w, G: Textual = Shedding> {
    out: &'w mut dyn Write,
    memory: G::TraceState,
    /// `true` for a single round, which has no end of the game.
    alone: bool,
    error: Option<io::Error>,
}

impl<'w, G: Textual> Tracer<'w, G> {
    /// Returns a tracer that writes to `out`.
    pub fn new(out: &'w mut dyn Write) -> Tracer<'w, G> {
        Tracer {
            out,
            memory: G::TraceState::default(),
            alone: false,
            error: None,
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, game: &G, header: &Header) {
        self.alone = header.is_round_alone::<G>();
        self.write(&header.record(game));
    }

    /// Ends the game, or the single round.
    ///
    /// # Errors
    /// Returns the first error of writing, including that of earlier lines.
    pub fn end(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        if !self.alone {
            self.write(&game_end(game, state));
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn write(&mut self, record: &Record) {
        if self.error.is_none() {
            let mut line = record.line();
            line.push('\n');
            self.error = self.out.write_all(line.as_bytes()).err();
        }
    }
}

impl<G: Textual> Observer<G> for Tracer<'_, G> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        let mut memory = std::mem::take(&mut self.memory);
        game.event_records(&mut memory, state, event, &mut |record| self.write(&record));
        self.memory = memory;
    }
}
