//! Traces (TRACE.md): one JSON object a line, hidden cards included. How they are written; how a line is read; a chance that deals the cards
//! of one.

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

/// The version of the format that TRACE.md dememorys.
pub const FORMAT: u32 = 1;

/// What the `game` line says besides the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The run's seed.
    pub seed: u64,
    /// The game's index in the file, from 0.
    pub game: u64,
    /// The deal of the run.
    pub deal: u64,
    /// The rotation of the line-up.
    pub rotation: u64,
    /// The bots' names by seat.
    pub seats: Vec<String>,
    /// What is played: a whole game, or a round by itself.
    pub unit: Unit,
}

impl Header {
    /// Whether a round by itself is played.
    pub fn is_round_alone<G: Game>(&self) -> bool {
        self.unit == Unit::Round && !G::ONE_ROUND
    }

    /// The `game` line.
    fn record<G: Textual>(&self, game: &G) -> Record {
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
}

/// The `game-end` line of a game that is over.
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

/// Writes the lines of games as they are played. It only listens, so the games are those that are played without it.
///
/// An observer cannot fail; the first error is kept and given by [`Tracer::end`].
pub struct Tracer<'w, G: Textual = Shedding> {
    out: &'w mut dyn Write,
    memory: G::TraceState,
    /// A round by itself is played, which has no game to end.
    alone: bool,
    error: Option<io::Error>,
}

impl<'w, G: Textual> Tracer<'w, G> {
    /// A tracer that writes there.
    pub fn new(out: &'w mut dyn Write) -> Tracer<'w, G> {
        Tracer {
            out,
            memory: G::TraceState::default(),
            alone: false,
            error: None,
        }
    }

    /// A game begins.
    pub fn begin(&mut self, game: &G, header: &Header) {
        self.alone = header.is_round_alone::<G>();
        let unit = self.alone.then(|| json!(Unit::Round.text()));
        self.write(&header.record(game).with("unit", unit));
    }

    /// The game is over, or the round that is played by itself.
    ///
    /// # Errors
    /// The first error of writing, also of earlier lines.
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
