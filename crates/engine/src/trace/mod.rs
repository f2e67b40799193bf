//! Traces (TRACE.md): one JSON object a line, hidden cards included. How they are written; how a line is read; a chance that deals the cards
//! of one.

mod grid;
mod line;
mod script;

pub use line::read_line;
pub use script::{Missing, Script};

use crate::cards::{CardSet, MAX_SEATS, Seat};
use crate::game::record::{EventText, Record, faced, listed};
use crate::game::{Game, Observer, Unit};
use crate::shedding::{Event, Shedding, State};
use line::{GAME, GAME_END};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The version of the format that TRACE.md describes.
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

    /// The `game` line of a game by these rules.
    fn record(&self, ruleset: &str, variant: bool, rules: Value) -> Record {
        Record::new(GAME)
            .with("format", json!(FORMAT))
            .with("ruleset", json!(ruleset))
            .with("variant", json!(variant))
            .with("rules", rules)
            .with("seed", json!(self.seed.to_string()))
            .with("game", json!(self.game))
            .with("deal", json!(self.deal))
            .with("rotation", json!(self.rotation))
            .with("seats", json!(self.seats))
    }
}

/// A game that a trace can be written of.
pub trait Traced: EventText {
    /// What has to be kept from event to event.
    type TraceState: Default;

    /// The `game` line.
    fn game_record(&self, header: &Header) -> Record;
    /// The `game-end` line of a game that is over.
    fn game_end_record(&self, state: &Self::State) -> Record;
    /// Gives the lines of one event to `write`, in order.
    fn event_records(
        &self,
        scribe: &mut Self::TraceState,
        state: &Self::State,
        event: &Self::Event,
        write: &mut dyn FnMut(Record),
    );
}

impl Traced for Shedding {
    type TraceState = TraceState;

    fn game_record(&self, header: &Header) -> Record {
        let rules = self.rules();
        // TRACE.md's `rules` are the options by their names in RULES.md; what they start from is `ruleset`.
        let options = rules.options_json().collect();
        header.record(rules.family.name(), rules.is_variant(), options)
    }

    fn game_end_record(&self, s: &State) -> Record {
        let why = match self.outcome(s).winners {
            0 => "max-rounds",
            _ => "target",
        };
        game_end(self, s, why, None)
    }

    fn event_records(
        &self,
        scribe: &mut TraceState,
        s: &State,
        event: &Event,
        write: &mut dyn FnMut(Record),
    ) {
        let deck = &self.rules().deck;
        match *event {
            Event::Give { to, card, .. } => {
                scribe.gifts[to as usize] |= CardSet::one(card);
                return;
            }
            Event::Card { card, .. } => scribe.drawn.push(faced(deck, card)),
            _ => {}
        }
        let Some(record) = self.trace_record(s, event) else {
            return;
        };
        write(match *event {
            Event::Draw { .. } if !scribe.drawn.is_empty() => {
                record.but("cards", std::mem::take(&mut scribe.drawn).into())
            }
            _ => record,
        });
        if let Event::Play { seat, card, .. } = *event {
            for to in 0..self.n_seats() as Seat {
                let gift = std::mem::take(&mut scribe.gifts[to as usize]);
                let give = Event::Give { seat, to, card };
                if let (false, Some(record)) = (gift.is_empty(), self.trace_record(s, &give)) {
                    write(record.with("cards", listed(deck, gift)));
                }
            }
        }
    }
}

/// The `game-end` line; `cards` are the hands and the score piles, where it lists them.
fn game_end<G: Game>(game: &G, state: &G::State, why: &str, cards: Option<[Value; 2]>) -> Record {
    let seats = || 0..game.n_seats() as Seat;
    let winners = game.outcome(state).winners;
    let won: Vec<Seat> = seats().filter(|s| winners >> s & 1 == 1).collect();
    let scores: Vec<i32> = seats().map(|seat| game.score(state, seat)).collect();
    let [hands, piles] = cards.map_or([None, None], |cards| cards.map(Some));
    Record::new(GAME_END)
        .with("winners", json!(won))
        .with("why", json!(why))
        .with("hands", hands)
        .with("piles", piles)
        .with("scores", json!(scores))
}

/// Turns events into lines. Gifts are told before their Power Ring and written after it, one line per receiver, so they
/// wait here. So does the order of cards that are drawn until one can be played (HR-2).
#[derive(Clone, Debug, Default)]
pub struct TraceState {
    gifts: [CardSet; MAX_SEATS],
    drawn: Vec<Value>,
}

/// Writes the lines of games as they are played. It only listens, so the games are those that are played without it.
///
/// An observer cannot fail; the first error is kept and given by [`Tracer::end`].
pub struct Tracer<'w, G: Traced = Shedding> {
    out: &'w mut dyn Write,
    scribe: G::TraceState,
    /// A round by itself is played, which has no game to end.
    alone: bool,
    error: Option<io::Error>,
}

impl<'w, G: Traced> Tracer<'w, G> {
    /// A tracer that writes there.
    pub fn new(out: &'w mut dyn Write) -> Tracer<'w, G> {
        Tracer {
            out,
            scribe: G::TraceState::default(),
            alone: false,
            error: None,
        }
    }

    /// A game begins.
    pub fn begin(&mut self, game: &G, header: &Header) {
        self.alone = header.is_round_alone::<G>();
        let unit = self.alone.then(|| json!(Unit::Round.text()));
        self.write(&game.game_record(header).with("unit", unit));
    }

    /// The game is over, or the round that is played by itself.
    ///
    /// # Errors
    /// The first error of writing, also of earlier lines.
    pub fn end(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        if !self.alone {
            self.write(&game.game_end_record(state));
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

impl<G: Traced> Observer<G> for Tracer<'_, G> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        let mut scribe = std::mem::take(&mut self.scribe);
        game.event_records(&mut scribe, state, event, &mut |record| self.write(&record));
        self.scribe = scribe;
    }
}
