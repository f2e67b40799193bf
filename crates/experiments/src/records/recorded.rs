//! Game-specific parts of the records.

use super::cells::{DecisionSheet, SeatColumns as _};
use super::rows::Decision;
use powergrab_arena::ArenaGame;
use powergrab_engine::cards::{Card, CardSet, Colour, MAX_SEATS, Seat, Tower};
use powergrab_engine::game::Observable;
use powergrab_engine::grid::{Grid, Line};
use powergrab_engine::shedding::Shedding;
use powergrab_engine::{grid, shedding};
use std::fmt::Debug;

/// A game whose decisions can be recorded.
pub trait Recorded: ArenaGame + Observable {
    /// The cards on the table at a decision; `()` if they are not recorded.
    type TableState: Clone + Debug + PartialEq + Send + Sync + 'static;

    /// Returns the record of the decision: [`Decision::new`], with [`hand_sizes`].
    fn decision(view: Self::View<'_>) -> Decision<Self::TableState>;

    /// Adds the columns of the table state; per-seat columns for `most` seats.
    fn columns(
        sheet: DecisionSheet<'_, Self::TableState>,
        most: usize,
    ) -> DecisionSheet<'_, Self::TableState> {
        let _ = most;
        sheet
    }
}

/// Table state of a shedding game.
#[derive(Clone, Debug, PartialEq)]
pub struct SheddingTableState {
    /// Top card of the discard pile.
    pub top: Card,
    /// Colour in force.
    pub colour: Option<Colour>,
    /// By tower: the seat that holds it.
    pub owners: [Option<Seat>; 4],
}

/// Table state of Grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridTableState {
    /// Top cards, row by row from the top left of the occupied area.
    pub tops: [Option<Card>; 9],
    /// The card that is being placed or turns a line.
    pub card: Option<Card>,
    /// The line that is being paid for.
    pub line: Option<Line>,
    /// Cards chosen to pay with so far, normalised.
    pub paid: CardSet,
    /// By seat: face value of its score pile.
    pub points: [i32; grid::MAX_PLAYERS],
}

impl Recorded for Shedding {
    type TableState = SheddingTableState;

    fn decision(view: shedding::View<'_>) -> Decision<SheddingTableState> {
        let scene = SheddingTableState {
            top: view.top(),
            colour: view.colour(),
            owners: Tower::ALL.map(|tower| view.owner(tower)),
        };
        let cards = hand_sizes(view.n_seats(), |seat| view.hand_size(seat));
        Decision {
            round: view.round(),
            question: view.phase().text(),
            ..Decision::new(view.turn(), view.seat(), view.hand(), cards, scene)
        }
    }

    #[rustfmt::skip]
    fn columns(sheet: DecisionSheet<'_, SheddingTableState>, _: usize) -> DecisionSheet<'_, SheddingTableState> {
        let mut sheet = sheet
            .column("top", "the card on top of the discard pile", |row| row.decision.scene.top.to_string())
            .column("colour", "the colour in force; empty before it is named for a wild upcard", |row| row.decision.scene.colour.map(|colour| colour.to_string()));
        for (at, tower) in Tower::ALL.into_iter().enumerate() {
            let meaning =
                format!("the seat that holds tower {tower}; empty where it lies in the middle");
            sheet = sheet.column_of(format!("tower_{tower}"), meaning, move |row| row.decision.scene.owners[at]);
        }
        sheet
    }
}

impl Recorded for Grid {
    type TableState = GridTableState;

    fn decision(view: grid::View<'_>) -> Decision<GridTableState> {
        let mut points = [0; grid::MAX_PLAYERS];
        for (seat, points) in points[..view.n_seats()].iter_mut().enumerate() {
            *points = view.points_won(seat as Seat);
        }
        let scene = GridTableState {
            tops: std::array::from_fn(|cell| view.top((4 * (cell / 3) + cell % 3) as u8)),
            card: view.chosen(),
            line: view.line(),
            paid: view.paid(),
            points,
        };
        let cards = hand_sizes(view.n_seats(), |seat| view.hand_size(seat));
        Decision {
            question: view.phase().text(),
            ..Decision::new(view.turn(), view.seat(), view.hand(), cards, scene)
        }
    }

    #[rustfmt::skip]
    fn columns(sheet: DecisionSheet<'_, GridTableState>, most: usize) -> DecisionSheet<'_, GridTableState> {
        let tops = |scene: &GridTableState| {
            let top = |card: &Option<Card>| card.map_or("-".to_owned(), |card| card.to_string());
            scene.tops.each_ref().map(top).join(" ")
        };
        sheet
            .column("grid", "the nine top cards row by row, - where none lies; while the Grid is being filled from the top left of those that lie there", move |row| tops(&row.decision.scene))
            .column("card", "the card that is being placed or turns a line, while it is asked where", |row| row.decision.scene.card.map(|card| card.to_string()))
            .column("line", "the line that is being paid for", |row| row.decision.scene.line.map(|line| line.to_string()))
            .column("paid", "the cards that are chosen to pay with so far", |row| row.words.cards(row.decision.scene.paid))
            .by_seat(most, "points", "face value of the score pile of seat", |decision, seat| i64::from(decision.scene.points[seat]))
    }
}

/// Returns the number of cards in hand, by seat.
pub fn hand_sizes(n_seats: usize, size: impl Fn(Seat) -> u32) -> [u8; MAX_SEATS] {
    let mut cards = [0; MAX_SEATS];
    for (seat, n) in cards[..n_seats].iter_mut().enumerate() {
        *n = size(seat as Seat) as u8;
    }
    cards
}
