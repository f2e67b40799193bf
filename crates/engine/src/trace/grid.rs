//! The trace of Grid (TRACE.md, "Grid"): from events to lines.

use super::{Header, Traced, game_end};
use crate::cards::Seat;
use crate::game::Game as _;
use crate::game::record::{EventText as _, Record, listed};
use crate::grid::{Event, Grid, Rules, State};

impl Traced for Grid {
    type TraceState = ();

    fn game_record(&self, header: &Header) -> Record {
        let rules = self.rules();
        header.record(Rules::NAME, rules.is_variant(), rules.options_json())
    }

    fn game_end_record(&self, s: &State) -> Record {
        let listed = |set| listed(&self.tables().deck, set);
        let seats = || 0..self.n_seats() as Seat;
        let hands = seats().map(|seat| listed(s.hand(seat))).collect();
        let piles = seats().map(|seat| listed(s.pile(seat))).collect();
        game_end(self, s, s.end().text(), Some([hands, piles]))
    }

    fn event_records(&self, (): &mut (), s: &State, event: &Event, write: &mut dyn FnMut(Record)) {
        self.trace_record(s, event).into_iter().for_each(write);
    }
}
