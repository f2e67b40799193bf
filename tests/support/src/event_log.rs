//! Events of a game as records, and cards as texts.

use powergrab_engine::cards::CardSet;
use powergrab_engine::game::record::Record;
use powergrab_engine::game::{Observer, Textual as _};
use powergrab_engine::grid::{Event, Grid, State};

/// An observer that keeps the events of a game of Grid.
#[derive(Debug, Default)]
pub struct EventLog {
    /// One record for each event.
    pub records: Vec<Record>,
}

impl Observer<Grid> for EventLog {
    fn event(&mut self, game: &Grid, state: &State, event: &Event) {
        game.event_records(&mut (), state, event, &mut |record| {
            self.records.push(record);
        });
    }
}

/// Returns cards as texts in the deck's order.
pub fn card_texts(game: &Grid, set: CardSet) -> String {
    let texts: Vec<String> = set.iter().map(|slot| game.card(slot).to_string()).collect();
    texts.join(" ")
}
