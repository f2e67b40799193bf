//! Metrics of a game of Grid: one row of numbers per seat, and their sums.

use super::engine::{Grid, at};
use super::event::{Event, Why};
use super::rules::MAX_PLAYERS;
use super::state::{End, State};
use crate::cards::Seat;
use crate::game::{Game, MAX_METRICS, Meter, Metric, Metrics, ObservedIn, Observer, sum_of_rows};

const fn always(name: &'static str, meaning: &'static str) -> Metric {
    Metric {
        name,
        meaning,
        when: ObservedIn::Always,
    }
}

const TURNS: usize = 0;
const PLACES: usize = 1;
const REVERSES: usize = 2;
const LAYS: usize = 3;
const SCORES: usize = 4;
const PASSES: usize = 5;
const DRAWS: usize = 6;
const CARDS: usize = 7;
const WILDS: usize = 8;
/// Number of entries that a game's metrics sum up.
const N_SUMMED: usize = 9;
const POINTS: usize = 9;
const LEFT: usize = 10;
const CARDS_LEFT: usize = 11;
const OUT: usize = 12;

pub(super) const SEAT_METRICS: &[Metric] = &[
    always(
        "turns",
        "turns taken by the seat, each beginning with a card drawn",
    ),
    always("places", "cards that the seat placed into the Grid"),
    always("reverses", "lines that the seat turned with a Reverse"),
    always(
        "lays",
        "Draw Twos and Wild Draw Fours that the seat laid for cards",
    ),
    always("scores", "lines that the seat scored"),
    always("passes", "turns in which the seat could do nothing"),
    always("draws", "cards drawn after the deal, for whatever reason"),
    always("scored_cards", "cards laid for lines"),
    always("scored_wilds", "Wilds and Wild Draw Fours laid for lines"),
    always("points", "the seat's score at the end, perhaps negative"),
    always(
        "points_left",
        "face value of the number cards in the seat's hand at the end",
    ),
    always("cards_left", "cards in the seat's hand at the end"),
    always(
        "went_out",
        "1 where the seat ended the game with an empty hand",
    ),
];

const ENDED_OUT: usize = 9;
const TIE: usize = 10;
const WINNING: usize = 11;

pub(super) const METRICS: &[Metric] = &[
    always("turns", "turns taken, each beginning with a card drawn"),
    always("places", "cards placed into the Grid"),
    always("reverses", "lines turned with a Reverse"),
    always("lays", "Draw Twos and Wild Draw Fours laid for cards"),
    always("scores", "lines scored"),
    always("passes", "turns in which nothing was possible"),
    always("draws", "cards drawn after the deal, for whatever reason"),
    always("scored_cards", "cards laid for lines"),
    always("scored_wilds", "Wilds and Wild Draw Fours laid for lines"),
    always(
        "ended_out",
        "1 where a hand was empty, 0 where the draw pile was",
    ),
    always("tie", "1 where the win was shared"),
    always("winning_score", "the highest score, perhaps negative"),
];

/// Metrics of a seat: half the length of [`Metrics`], because all rows are cleared and summed up in
/// each game.
type Row = [i32; N_ROW];
const N_ROW: usize = 16;

const _: () = assert!(SEAT_METRICS.len() <= N_ROW && METRICS.len() <= MAX_METRICS);

/// Counter of a game of Grid.
#[derive(Clone, Debug, Default)]
pub struct GridMeter {
    seats: [Row; MAX_PLAYERS],
    /// Sums over all seats, once the game is closed.
    sum: Row,
}

impl GridMeter {
    #[inline(always)]
    fn add(&mut self, seat: Seat, place: usize, n: i32) {
        self.seats[at(seat)][place] += n;
    }
}

impl Observer<Grid> for GridMeter {
    #[inline(always)]
    fn event(&mut self, _: &Grid, _: &State, event: &Event) {
        match *event {
            // Turns and their cards are added when the game is closed.
            Event::Draw { seat, n, why, .. } => match why {
                Why::Turn => {}
                Why::DrawTwo | Why::DrawFour => self.add(seat, DRAWS, i32::from(n)),
            },
            Event::Place { seat, .. } => self.add(seat, PLACES, 1),
            Event::Reverse { seat, .. } => self.add(seat, REVERSES, 1),
            Event::Lay { seat, .. } => self.add(seat, LAYS, 1),
            Event::Score { seat, cards, .. } => {
                self.add(seat, SCORES, 1);
                self.add(seat, CARDS, i32::from(cards.n));
                self.add(seat, WILDS, i32::from(cards.wilds));
            }
            Event::Pass { seat } => self.add(seat, PASSES, 1),
            Event::Deal | Event::End => {}
        }
    }
}

impl Meter<Grid> for GridMeter {
    #[inline(always)]
    fn reset(&mut self, game: &Grid) {
        for row in &mut self.seats[..game.n_seats()] {
            *row = Row::default();
        }
    }

    #[inline(always)]
    fn close(&mut self, game: &Grid, s: &State) -> Metrics {
        let n = game.n_seats();
        for (seat, row) in self.seats[..n].iter_mut().enumerate() {
            // Each turn begins with a drawn card and has one move, or none that is possible (GR-2).
            row[TURNS] = row[PLACES] + row[REVERSES] + row[LAYS] + row[SCORES] + row[PASSES];
            row[DRAWS] += row[TURNS];
            row[POINTS] = s.scores[seat];
            row[LEFT] = game.tables.points(s.hands[seat]);
            row[CARDS_LEFT] = s.hands[seat].len() as i32;
            row[OUT] = i32::from(s.hands[seat].is_empty());
        }
        let sum = sum_of_rows(&self.seats[..n]);
        self.sum = sum;
        let mut metrics = [0; MAX_METRICS];
        metrics[..N_SUMMED].copy_from_slice(&sum[..N_SUMMED]);
        metrics[ENDED_OUT] = i32::from(s.end == End::Out);
        metrics[TIE] = i32::from(game.outcome(s).winners.count_ones() > 1);
        metrics[WINNING] = s.scores[s.winners.trailing_zeros() as usize & (MAX_PLAYERS - 1)];
        metrics
    }

    #[inline(always)]
    fn seat(&self, seat: Seat) -> &[i32] {
        &self.seats[at(seat)]
    }

    #[inline(always)]
    fn sum(&self) -> &[i32] {
        &self.sum
    }
}
