//! Metrics of a round of a shedding game: one row of numbers per seat, and their sums.

use super::engine::Shedding;
use super::event::Event;
use super::state::{End, State};
use crate::cards::{SEAT_SLOTS, Seat, Symbol, at};
use crate::game::{Game, MAX_METRICS, Meter, Metric, Metrics, ObservedIn, Observer, sum_of_rows};

const fn always(name: &'static str, meaning: &'static str) -> Metric {
    Metric {
        name,
        meaning,
        when: ObservedIn::Always,
    }
}

/// Declares the seats' rows: constants for their indices and the table, so that the two cannot
/// disagree.
macro_rules! rows {
    ($table:ident: $($place:ident = $at:literal, $name:literal, $meaning:literal;)+) => {
        $(const $place: usize = $at;)+
        pub(super) const $table: &[Metric] = &[$(always($name, $meaning)),+];
    };
}

rows! { SEAT_METRICS:
    TURNS = 0, "turns", "turns taken by the seat, each ending in a card laid or a pass";
    DRAWS = 1, "draws", "cards drawn after the deal, for whatever reason";
    CLAIMS = 2, "claims_U", "times tower U came to the seat";
    _CLAIMS_N = 3, "claims_N", "times tower N came to the seat";
    _CLAIMS_O = 4, "claims_O", "times tower O came to the seat";
    _CLAIMS_B = 5, "claims_!", "times tower ! came to the seat";
    BLOCKS = 6, "blocks_U", "cards stopped with tower U";
    _BLOCKS_N = 7, "blocks_N", "cards stopped with tower N";
    _BLOCKS_O = 8, "blocks_O", "cards stopped with tower O";
    _BLOCKS_B = 9, "blocks_!", "cards stopped with tower !";
    HELD = 10, "held_U", "turns (of anybody) during which the seat held tower U";
    _HELD_N = 11, "held_N", "turns (of anybody) during which the seat held tower N";
    _HELD_O = 12, "held_O", "turns (of anybody) during which the seat held tower O";
    _HELD_B = 13, "held_!", "turns (of anybody) during which the seat held tower !";
    INSTANT = 14, "instant_uno", "times Instant UNO was taken, also with one card left";
    CHALLENGES = 15, "challenges", "challenges made by the seat";
    FOUND = 16, "guilty", "challenges made by the seat that found a bluff";
    FOURS = 17, "wild_draw_fours", "Wild Draw Fours played by the seat";
    BLUFFS = 18, "bluffs", "Wild Draw Fours played by the seat that were bluffs";
    CAUGHT = 19, "uno_caught", "times the seat had not called UNO and was caught";
    WILDS = 20, "wilds_played", "wild cards played by the seat, Wild Draw Fours included";
    POINTS = 21, "points_left", "points in the seat's hand at the end of the round";
    WILDS_LEFT = 22, "wilds_left", "wild cards in the seat's hand at the end of the round";
}

/// First metrics of a round: sums of the seats' rows at these indices.
const SUMMED: [usize; 16] = [
    TURNS, DRAWS, CLAIMS, 3, 4, 5, BLOCKS, 7, 8, 9, INSTANT, CHALLENGES, FOUND, FOURS, BLUFFS,
    CAUGHT,
];
const WINNER_POINTS: usize = 16;
const DEADLOCK: usize = 17;
const MAX_TURNS: usize = 18;
const RESHUFFLES: usize = 19;

pub(super) const METRICS: &[Metric] = &[
    always(
        "turns",
        "PG-6 turns really taken, each ending in a card laid or a pass; missed turns are none",
    ),
    always("draws", "cards drawn after the deal, for whatever reason"),
    always("claims_U", "times tower U changed hands"),
    always("claims_N", "times tower N changed hands"),
    always("claims_O", "times tower O changed hands"),
    always("claims_!", "times tower ! changed hands"),
    always("blocks_U", "cards stopped with tower U"),
    always("blocks_N", "cards stopped with tower N"),
    always("blocks_O", "cards stopped with tower O"),
    always("blocks_!", "cards stopped with tower !"),
    always(
        "instant_uno",
        "times Instant UNO was taken, also with one card left",
    ),
    always("challenges", "Wild Draw Fours challenged"),
    always("guilty", "challenges that found a bluff"),
    always("wild_draw_fours", "Wild Draw Fours played"),
    always("bluffs", "Wild Draw Fours played that were bluffs"),
    always(
        "uno_caught",
        "times a seat had not called UNO and was caught",
    ),
    Metric {
        name: "winner_points",
        meaning: "what the others held when somebody went out",
        when: ObservedIn::Won,
    },
    always(
        "deadlock",
        "1 where every seat passed and nobody could win, without stops by max_turns",
    ),
    always(
        "max_turns_stop",
        "1 where the round was stopped by max_turns",
    ),
    always("reshuffles", "times the discards became a new draw pile"),
];

const _: () = assert!(SEAT_METRICS.len() <= MAX_METRICS && METRICS.len() <= MAX_METRICS);

/// Counter of a round of a shedding game. Values that the engine counts anyway (cards drawn) are
/// taken from the final state.
#[derive(Clone, Debug)]
pub struct ShedMeter {
    seats: [Metrics; SEAT_SLOTS],
    /// By seat: turns taken.
    turns: [i32; SEAT_SLOTS],
    /// By seat and tower: claims in the upper half, turns held in the lower.
    towers: [[u64; 8]; SEAT_SLOTS],
    reshuffles: i32,
    /// By seat: cards that it drew to hands that it no longer holds, minus those that others drew
    /// to its own (HR-5).
    moved: [i32; SEAT_SLOTS],
    /// Sums of the seats' rows, once the round is closed.
    sum: Metrics,
}

impl Default for ShedMeter {
    fn default() -> ShedMeter {
        ShedMeter {
            seats: [[0; MAX_METRICS]; SEAT_SLOTS],
            turns: [0; SEAT_SLOTS],
            towers: [[0; 8]; SEAT_SLOTS],
            reshuffles: 0,
            moved: [0; SEAT_SLOTS],
            sum: [0; MAX_METRICS],
        }
    }
}

impl ShedMeter {
    #[inline(always)]
    fn add(&mut self, seat: Seat, place: usize, n: u32) {
        let cell = &mut self.seats[at(seat)][place];
        *cell = cell.wrapping_add_unsigned(n);
    }

    /// Moves the counts of cards drawn with the hands that moved from one seat to another (HR-5).
    #[cold]
    #[inline(never)]
    fn hands_moved(&mut self, s: &State, moves: &[(Seat, Seat)]) {
        for &(from, to) in moves {
            let drawn = s.records[at(to)].drawn as i32;
            self.moved[at(from)] += drawn;
            self.moved[at(to)] -= drawn;
        }
    }
}

impl Observer<Shedding> for ShedMeter {
    #[inline(always)]
    fn event(&mut self, game: &Shedding, s: &State, event: &Event) {
        match *event {
            Event::Play {
                seat,
                card,
                bluff,
                colour,
                ..
            } => {
                self.turns[at(seat)] += 1;
                if colour.is_some() {
                    let symbol = game.tables.card(card).symbol;
                    self.add(seat, WILDS, 1);
                    self.add(seat, FOURS, u32::from(symbol == Symbol::WildDrawFour));
                    self.add(seat, BLUFFS, u32::from(bluff));
                }
            }
            Event::Pass { seat } => self.turns[at(seat)] += 1,
            Event::Claim { seat, tower, from } => {
                // Branchless, like the engine: indices beyond the fourth, and the row of nobody,
                // are never read.
                let tower = tower as usize & 7;
                let moved = u64::from(from != seat);
                // Held from now: minus the turns before, plus all turns when it is lost or the
                // round ends.
                let (new, old) = (at(seat), at(from));
                let turn = u64::from(s.turn);
                let gained = (moved << 32).wrapping_sub(turn);
                self.towers[new][tower] = self.towers[new][tower].wrapping_add(gained);
                self.towers[old][tower] = self.towers[old][tower].wrapping_add(turn);
            }
            Event::InstantUno { seat, .. } => {
                self.add(seat, INSTANT, 1);
                for held in &mut self.towers[at(seat)] {
                    *held = held.wrapping_add(u64::from(s.turn));
                }
            }
            Event::Intervention { tower, to, from } => {
                // Held from now on, but not claimed.
                let turn = u64::from(s.turn);
                let new = &mut self.towers[at(to)][tower.index()];
                *new = new.wrapping_sub(turn);
                let old = &mut self.towers[at(from)][tower.index()];
                *old = old.wrapping_add(turn);
            }
            Event::Block { seat, tower } => self.add(seat, BLOCKS + tower.index(), 1),
            Event::Challenge { seat, guilty, .. } => {
                self.add(seat, CHALLENGES, 1);
                self.add(seat, FOUND, u32::from(guilty));
            }
            Event::Caught { seat, .. } => self.add(seat, CAUGHT, 1),
            Event::Reshuffle { .. } => self.reshuffles += 1,
            Event::Swap { seat, to } => self.hands_moved(s, &[(seat, to), (to, seat)]),
            Event::Rotate => {
                let n = game.tables.n;
                let pairs: [(Seat, Seat); SEAT_SLOTS] = std::array::from_fn(|seat| {
                    let seat = seat as Seat % n;
                    (seat, game.tables.after(s.direction, seat))
                });
                self.hands_moved(s, &pairs[..n as usize]);
            }
            Event::Round { .. }
            | Event::Colour { .. }
            | Event::Draw { .. }
            | Event::Card { .. }
            | Event::Give { .. }
            | Event::Uno { .. }
            | Event::Miss { .. }
            | Event::RoundEnd => {}
        }
    }
}

impl Meter<Shedding> for ShedMeter {
    #[inline(always)]
    fn reset(&mut self, game: &Shedding) {
        let n = game.n_seats();
        self.seats[..n].fill([0; MAX_METRICS]);
        self.turns = [0; SEAT_SLOTS];
        self.towers[..n].fill([0; 8]);
        self.reshuffles = 0;
        self.moved = [0; SEAT_SLOTS];
    }

    #[inline(always)]
    fn close(&mut self, game: &Shedding, s: &State) -> Metrics {
        let n = game.n_seats();
        for tower in 0..4 {
            let held = &mut self.towers[at(s.holders.owner(tower))][tower as usize];
            *held = held.wrapping_add(u64::from(s.turn));
        }
        for (seat, row) in self.seats[..n].iter_mut().enumerate() {
            for (tower, cell) in self.towers[seat][..4].iter().enumerate() {
                row[CLAIMS + tower] = (cell >> 32) as i32;
                row[HELD + tower] = *cell as i32;
            }
            row[TURNS] = self.turns[seat];
            row[DRAWS] = s.records[seat].drawn as i32 + self.moved[seat];
            row[POINTS] = s.left[seat] as i32;
            row[WILDS_LEFT] = (s.hands[seat] & game.tables.wilds).len() as i32;
        }
        let sum = sum_of_rows(&self.seats[..n]);
        let mut metrics = [0; MAX_METRICS];
        for (metric, place) in metrics.iter_mut().zip(SUMMED) {
            *metric = sum[place];
        }
        self.sum = sum;
        metrics[WINNER_POINTS] = sum[POINTS];
        metrics[DEADLOCK] = i32::from(s.end == End::Deadlock);
        metrics[MAX_TURNS] = i32::from(s.end == End::MaxTurns);
        metrics[RESHUFFLES] = self.reshuffles;
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
