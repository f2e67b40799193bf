//! The trace of Grid (TRACE.md, "Grid"): from events to lines.

use super::record::{Cards, Record, Text};
use super::trace::{FORMAT, Header, Traced};
use crate::cards::CardSet;
use crate::game::Game as _;
use crate::grid::{Event, Grid, Rules, State};

/// A set of cards as a trace lists it, in the deck's order.
#[must_use]
pub fn cards(game: &Grid, set: CardSet) -> Cards {
    set.iter().map(|slot| Text(game.card(slot))).collect()
}

impl Traced for Grid {
    type Scribe = ();

    fn game_record(&self, header: &Header) -> Record {
        Record::Game {
            format: FORMAT,
            ruleset: Rules::NAME.to_owned(),
            variant: self.rules().is_variant(),
            rules: self.rules().options_json(),
            seed: header.seed.to_string(),
            game: header.game,
            deal: header.deal,
            rotation: header.rotation,
            seats: header.seats.clone(),
        }
    }

    fn game_end_record(&self, s: &State) -> Record {
        let winners = self.outcome(s).winners;
        let seats = || 0..self.n_seats() as u8;
        Record::GameEnd {
            winners: seats().filter(|seat| winners >> seat & 1 == 1).collect(),
            why: s.end().text().to_owned(),
            hands: Some(seats().map(|seat| cards(self, s.hand(seat))).collect()),
            piles: Some(seats().map(|seat| cards(self, s.pile(seat))).collect()),
            scores: seats().map(|seat| self.score(s, seat).into()).collect(),
        }
    }

    fn event_records(&self, (): &mut (), s: &State, event: &Event, mut write: impl FnMut(Record)) {
        let card = |slot| Text(self.card(slot));
        write(match *event {
            Event::Deal => Record::Deal {
                hands: (0..self.n_seats() as u8)
                    .map(|seat| cards(self, s.hand(seat)))
                    .collect(),
                first: s.first(),
            },
            Event::Draw {
                seat,
                cards: set,
                why,
                ..
            } => Record::Draw {
                seat,
                cards: cards(self, set),
                why: why.text().to_owned(),
            },
            Event::Place {
                seat,
                card: slot,
                at,
            } => Record::Place {
                seat,
                card: card(slot),
                at,
            },
            Event::Reverse {
                seat,
                card: slot,
                line,
            } => Record::Reverse {
                seat,
                card: card(slot),
                line: Text(line),
            },
            Event::Lay { seat, card: slot } => Record::Lay {
                seat,
                card: card(slot),
            },
            Event::Score {
                seat,
                line,
                cards,
                n,
                ..
            } => Record::Score {
                seat,
                line: Text(line),
                cards: cards[..usize::from(n)].iter().map(|c| card(*c)).collect(),
            },
            Event::Pass { seat } => Record::Pass { seat },
            // Told by the `game-end` line.
            Event::End => return,
        });
    }
}
