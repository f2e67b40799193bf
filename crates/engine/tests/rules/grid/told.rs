//! What a game of Grid tells, and cards as texts.

use powergrab_engine::cards::CardSet;
use powergrab_engine::game::Observer;
use powergrab_engine::game::record::Record;
use powergrab_engine::grid::{Event, Grid, State};
use powergrab_engine::trace::Traced as _;

#[derive(Default)]
pub struct Ears {
    pub records: Vec<Record>,
}

impl Observer<Grid> for Ears {
    fn event(&mut self, game: &Grid, state: &State, event: &Event) {
        game.event_records(&mut (), state, event, &mut |record| {
            self.records.push(record);
        });
    }
}

/// Cards as texts in the deck's order.
pub fn texts(game: &Grid, set: CardSet) -> String {
    let texts: Vec<String> = set.iter().map(|slot| game.card(slot).to_string()).collect();
    texts.join(" ")
}
