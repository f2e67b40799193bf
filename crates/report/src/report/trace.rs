//! Writes the trace of a game as TRACE.md says: one JSON object a line, hidden cards included.

use super::record::{Cards, Record, Text};
use crate::cards::{CardSet, MAX_SEATS, Seat};
use crate::game::{Game, Observer};
use crate::shedding::{Event, NOBODY, Shedding, State};
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
}

/// A game that a trace can be written of.
pub trait Traced: Game {
    /// What has to be kept from event to event.
    type Scribe: Default;

    /// The `game` line.
    fn game_record(&self, header: &Header) -> Record;
    /// The `game-end` line of a game that is over.
    fn game_end_record(&self, state: &Self::State) -> Record;
    /// Gives the lines of one event to `write`, in order.
    fn event_records(
        &self,
        scribe: &mut Self::Scribe,
        state: &Self::State,
        event: &Self::Event,
        write: impl FnMut(Record),
    );
}

impl Traced for Shedding {
    type Scribe = Scribe;

    fn game_record(&self, header: &Header) -> Record {
        game_record(self, header)
    }

    fn game_end_record(&self, state: &State) -> Record {
        game_end_record(self, state)
    }

    fn event_records(
        &self,
        scribe: &mut Scribe,
        state: &State,
        event: &Event,
        write: impl FnMut(Record),
    ) {
        scribe.tell(self, state, event, write);
    }
}

/// The `game` line. `ruleset` is the official ruleset that the rules start from; `variant` says whether they differ.
#[must_use]
pub fn game_record(game: &Shedding, header: &Header) -> Record {
    // TRACE.md's `rules` are the options by their names in RULES.md; what they start from is `ruleset`.
    let rules = game.rules().options_json().collect();
    Record::Game {
        format: FORMAT,
        ruleset: game.rules().family.name().to_owned(),
        variant: game.rules().is_variant(),
        rules,
        seed: header.seed.to_string(),
        game: header.game,
        deal: header.deal,
        rotation: header.rotation,
        seats: header.seats.clone(),
    }
}

/// The `game-end` line of a game that is over.
#[must_use]
pub fn game_end_record(game: &Shedding, state: &State) -> Record {
    let winners = game.outcome(state).winners;
    Record::GameEnd {
        winners: seats(game).filter(|s| winners >> s & 1 == 1).collect(),
        why: if winners == 0 { "max-rounds" } else { "target" }.to_owned(),
        hands: None,
        piles: None,
        scores: seats(game).map(|s| game.score(state, s).into()).collect(),
    }
}

fn seats(game: &Shedding) -> std::ops::Range<Seat> {
    0..game.n_seats() as Seat
}

/// A set of cards as a trace lists it, in the deck's order.
#[must_use]
pub fn cards(game: &Shedding, set: CardSet) -> Cards {
    let deck = game.rules().deck.cards();
    set.iter().map(|slot| Text(deck[slot as usize])).collect()
}

/// Turns events into lines. Gifts are told before their Power Ring and written after it, one line per receiver, so they
/// wait here. So does the order of cards that are drawn until one can be played (HR-2).
#[derive(Clone, Debug, Default)]
pub struct Scribe {
    gifts: [CardSet; MAX_SEATS],
    drawn: Cards,
}

impl Scribe {
    /// Gives the lines of one event to `write`, in order: usually one, none for a gift.
    pub fn tell(
        &mut self,
        game: &Shedding,
        s: &State,
        event: &Event,
        mut write: impl FnMut(Record),
    ) {
        let card = |slot: u8| Text(game.rules().deck.cards()[slot as usize]);
        let hands = || {
            seats(game)
                .map(|seat| cards(game, s.hand(seat)))
                .collect::<Vec<_>>()
        };
        write(match *event {
            Event::Round { returned } => Record::Round {
                round: s.round(),
                dealer: s.dealer(),
                hands: hands(),
                returned,
                upcard: card(s.top_slot()),
            },
            Event::Colour { seat, colour } => Record::Colour {
                seat,
                colour: Text(colour),
            },
            Event::Play {
                seat,
                card: slot,
                drawn,
                colour,
                ..
            } => {
                write(Record::Play {
                    seat,
                    card: card(slot),
                    drawn,
                    colour: colour.map(Text),
                });
                for to in seats(game) {
                    let gift = std::mem::take(&mut self.gifts[to as usize]);
                    if !gift.is_empty() {
                        let cards = cards(game, gift);
                        write(Record::Give { seat, to, cards });
                    }
                }
                return;
            }
            Event::Give { to, card, .. } => {
                self.gifts[to as usize] |= CardSet::one(card);
                return;
            }
            Event::Claim { .. } => {
                let Some((tower, seat, from)) = event.moved_tower() else {
                    return;
                };
                let tower = Text(tower);
                Record::Claim { seat, tower, from }
            }
            Event::InstantUno {
                seat,
                kept,
                discarded,
            } => Record::InstantUno {
                seat,
                kept: card(kept),
                discarded: cards(game, discarded),
            },
            Event::Uno { seat } => Record::Uno { seat },
            Event::Caught { seat, by } => Record::Caught { seat, by },
            Event::Block { seat, tower } => Record::Block {
                seat,
                tower: Text(tower),
            },
            Event::Challenge {
                seat,
                against,
                guilty,
            } => Record::Challenge {
                seat,
                against,
                guilty,
            },
            Event::Card { card: slot, .. } => {
                self.drawn.push(card(slot));
                return;
            }
            Event::Draw {
                seat,
                cards: set,
                why,
                ..
            } => {
                let in_order = std::mem::take(&mut self.drawn);
                Record::Draw {
                    seat,
                    cards: if in_order.is_empty() {
                        cards(game, set)
                    } else {
                        in_order
                    },
                    why: why.text().to_owned(),
                }
            }
            Event::Swap { seat, to } => Record::Swap { seat, to },
            Event::Rotate => Record::Rotate {},
            Event::Reshuffle { cards } => Record::Reshuffle {
                cards: u32::from(cards),
            },
            Event::Miss { seat } => Record::Miss { seat },
            Event::Intervention { tower, to, from } => {
                let who = |seat: u8| (seat != NOBODY).then_some(seat);
                Record::Intervention {
                    tower: Text(tower),
                    to: who(to),
                    from: who(from),
                }
            }
            Event::Pass { seat } => Record::Pass { seat },
            Event::RoundEnd => Record::RoundEnd {
                winner: s.winner(),
                why: s.end().text().to_owned(),
                hands: hands(),
                points: s.round_points()[..game.n_seats()].to_vec(),
                scores: s.scores()[..game.n_seats()].to_vec(),
            },
        });
    }
}

/// Writes the lines of games as they are played. It only listens, so the games are those that are played without it.
///
/// An observer cannot fail; the first error is kept and given by [`Tracer::end`].
pub struct Tracer<W: Write, G: Traced = Shedding> {
    out: W,
    scribe: G::Scribe,
    error: Option<io::Error>,
}

impl<W: Write, G: Traced> Tracer<W, G> {
    /// A tracer that writes there.
    pub fn new(out: W) -> Tracer<W, G> {
        Tracer {
            out,
            scribe: G::Scribe::default(),
            error: None,
        }
    }

    /// A game begins.
    pub fn begin(&mut self, game: &G, header: &Header) {
        self.write(&game.game_record(header));
    }

    /// The game is over.
    ///
    /// # Errors
    /// The first error of writing, also of earlier lines.
    pub fn end(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        self.write(&game.game_end_record(state));
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn write(&mut self, record: &Record) {
        if self.error.is_none() {
            let mut line = record.line();
            line.push('\n');
            self.error = self.out.write_all(line.as_bytes()).err();
        }
    }
}

impl<W: Write, G: Traced> Observer<G> for Tracer<W, G> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        let mut scribe = std::mem::take(&mut self.scribe);
        game.event_records(&mut scribe, state, event, |record| self.write(&record));
        self.scribe = scribe;
    }
}
