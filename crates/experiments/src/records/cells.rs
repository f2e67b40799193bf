//! Cells of the tables of games and decisions.

use super::rows::{Decision, SeatGame};
use crate::names::Names;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Experiment;
use powergrab_engine::cards::CardSet;
use powergrab_engine::game::Observable;
use powergrab_table::sheet::{List, Sheet};
use std::fmt::Write as _;

/// Names of a game's cards and actions, formatted once.
pub struct Words {
    actions: Vec<String>,
    faces: Vec<String>,
}

impl Words {
    /// Formats the names of a game.
    pub fn new<G: Observable>(game: &G) -> Words {
        let places = game.action_places().into_iter();
        Words {
            actions: places.map(|place| place.name).collect(),
            faces: game
                .deck()
                .cards()
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }

    fn list<'a>(texts: impl Iterator<Item = &'a String>) -> List {
        let mut list = String::new();
        for text in texts {
            let blank = if list.is_empty() { "" } else { " " };
            let _ = write!(list, "{blank}{text}");
        }
        List(list)
    }

    /// Returns cards in the deck's order.
    pub fn cards(&self, cards: CardSet) -> List {
        Words::list(cards.iter().map(|slot| &self.faces[usize::from(slot)]))
    }

    /// Returns the name of an action.
    pub fn action(&self, place: u8) -> &str {
        &self.actions[usize::from(place)]
    }

    /// Returns the names of actions in the given order.
    pub fn actions(&self, places: &[u8]) -> List {
        let names = places.iter().map(|p| &self.actions[usize::from(*p)]);
        Words::list(names)
    }
}

/// A game as one seat played it, with names in place of indices.
#[derive(Clone, Copy)]
pub struct GameRow<'a> {
    /// The game.
    pub game: &'a SeatGame,
    bot: &'a str,
    ruleset: &'a str,
    n_seats: usize,
}

impl<'a> GameRow<'a> {
    /// Returns a seat's game with the names of its bot and its ruleset.
    pub fn new<G: ArenaGame>(
        experiment: &Experiment<G>,
        names: &'a Names,
        game: &'a SeatGame,
    ) -> GameRow<'a> {
        let table = experiment.line_ups[game.line_up].table;
        GameRow {
            game,
            bot: &names.bots[game.bot],
            ruleset: &names.rulesets[table],
            n_seats: experiment.tables[table].n_seats(),
        }
    }
}

/// Columns shared by tables of records.
pub(super) trait GameColumns<R> {
    /// Adds the columns that locate a seat's game: the deal, the line-up, the table, the seat.
    fn seat_game<'a>(self, of: impl Fn(R) -> GameRow<'a> + Copy + 'static) -> Self;
}

impl<R: Copy> GameColumns<R> for Sheet<R> {
    #[rustfmt::skip]
    fn seat_game<'a>(self, of: impl Fn(R) -> GameRow<'a> + Copy + 'static) -> Sheet<R> {
        self.column("deal", "the deal's index in the run: `play --deal` shows its games again", move |row| of(row).game.deal)
            .column("line_up", "which of the run's line-ups, from 0", move |row| of(row).game.line_up)
            .column("rotation", "which rotation of the deal's circular order, from 0", move |row| of(row).game.rotation)
            .column("weight", "how many equal rotations of the deal the game stands for: sums count the row so often", move |row| of(row).game.weight)
            .bot(move |row| of(row).bot)
            .at_table(move |row| (of(row).ruleset, of(row).n_seats))
            .column("seat", "the seat, from 0", move |row| of(row).game.seat)
            .column("position", "1 is the seat to the left of the first dealer, who has the last one; in Grid 1 is the first seat", move |row| of(row).game.position)
    }
}

/// A decision with everything that its table shows.
pub struct DecisionRow<'a, S> {
    /// The decision.
    pub decision: &'a Decision<S>,
    /// The seat's game.
    pub game: GameRow<'a>,
    /// Names of the game's cards and actions.
    pub words: &'a Words,
    /// The legal actions.
    pub legal: &'a [u8],
}

impl<S> Clone for DecisionRow<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for DecisionRow<'_, S> {}

/// Columns by seat of a table of decisions.
pub trait SeatColumns<S> {
    /// Adds a numeric column for each of the first `most` seats.
    fn by_seat(
        self,
        most: usize,
        name: &str,
        meaning: &str,
        value: impl Fn(&Decision<S>, usize) -> i64 + Copy + 'static,
    ) -> Self;
}

impl<'a, S> SeatColumns<S> for DecisionSheet<'a, S> {
    fn by_seat(
        mut self,
        most: usize,
        name: &str,
        meaning: &str,
        value: impl Fn(&Decision<S>, usize) -> i64 + Copy + 'static,
    ) -> DecisionSheet<'a, S> {
        for seat in 0..most {
            let (name, meaning) = (
                format!("{name}_{seat}"),
                format!("{meaning} {seat}; empty where there is no such seat"),
            );
            self = self.column_of(name, meaning, move |row: DecisionRow<'a, S>| {
                (seat < row.game.n_seats).then(|| value(row.decision, seat))
            });
        }
        self
    }
}

/// The table of decisions of a game, with its columns so far.
pub type DecisionSheet<'a, S> = Sheet<DecisionRow<'a, S>>;
