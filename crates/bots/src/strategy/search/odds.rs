//! From the score after a round to the chance of winning the whole game (PG-16).
//!
//! A [`Race`] is computed once per ruleset, number of seats and playout policy: the points by
//! position in several thousand rounds of the playout policy against itself. Each round of the rest
//! of a game is then one of those.
//!
//! | seats | method | error |
//! |---|---|---|
//! | two | a table over both scores, solved backwards from the target | exact except for scores rounded to hundredths of the target: below half a point of winning chance |
//! | more | for each possible winner of the round and its points in sixteenths of the missing ones, [`FINISHES`] finishes of the game drawn from them, the same ones at every score; linear between | standard error of a chance p: sqrt(p (1 - p) / [`FINISHES`]), at most 2.5 points; differences are sharper |
//! | any, `scoring = "own"` | a few finishes drawn at the end of each playout | unbiased, noisy |
//!
//! Ignored: `max_rounds` (the race goes on to the target), and, for three seats and more with
//! `next_dealer = "winner"`, the dealer after a round without a winner.

use super::race::{KEY, Race};
use super::seat_race::SeatRace;
use crate::strategy::ShedPlayer;
use powergrab_engine::cards::{MAX_SEATS, SEAT_SLOTS, Seat};
use powergrab_engine::game::Game as _;
use powergrab_engine::shedding::{NextDealer, Scoring, Shedding, State, View};
use std::sync::{Arc, Mutex, PoisonError};

/// Number of finishes of a game for each score with more than two seats.
pub const FINISHES: u32 = 400;
/// Number of finishes for each playout with `scoring = "own"`.
const OWN_FINISHES: u32 = 16;
/// Number of steps for the points that a seat may win in a round, with more than two seats.
const KNOTS: usize = 16;

/// Returns the standard error of a chance that comes from the finishes drawn once for all playouts.
pub fn error(game: &Shedding, chance: f64) -> f64 {
    let drawn_once = game.n_seats() > 2 && game.rules().scoring != Scoring::Own;
    match drawn_once {
        true => libm::sqrt(chance * (1.0 - chance) / f64::from(FINISHES)),
        false => 0.0,
    }
}

/// The races computed so far, shared by all players of a strategy.
#[derive(Debug, Default)]
struct Races(Mutex<Vec<Arc<Race>>>);

/// Chances after the current round.
#[derive(Clone, Debug)]
pub struct Odds {
    races: Arc<Races>,
    race: Option<Arc<Race>>,
    /// Race of a line-up, instead of a playout policy against itself.
    seats: Option<Arc<SeatRace>>,
    scores: [u32; SEAT_SLOTS],
    dealer: Seat,
    seat: Seat,
    /// By winner of the round and its points: the chance of `seat`.
    knots: [[f32; KNOTS + 1]; MAX_SEATS],
}

impl Default for Odds {
    fn default() -> Odds {
        Odds {
            races: Arc::default(),
            race: None,
            seats: None,
            scores: [0; SEAT_SLOTS],
            dealer: 0,
            seat: Seat::MAX,
            knots: [[0.0; KNOTS + 1]; MAX_SEATS],
        }
    }
}

impl Odds {
    /// Prepares for the view's round: at most once per round, and the race once per strategy.
    pub fn prepare(&mut self, view: View<'_>, player: &mut ShedPlayer) {
        let game = view.game();
        let n = game.n_seats();
        let mut scores = [0; SEAT_SLOTS];
        for (seat, score) in scores[..n].iter_mut().enumerate() {
            *score = view.score(seat as Seat);
        }
        let fits = |race: &Arc<Race>| race.fits(game);
        let known = self.seats.is_some() || self.race.as_ref().is_some_and(fits);
        let same = (self.scores, self.dealer, self.seat) == (scores, view.dealer(), view.seat());
        if known && same {
            return;
        }
        if !known {
            let mut races = self.races.0.lock().unwrap_or_else(PoisonError::into_inner);
            let found = races.iter().find(|race| fits(race)).cloned();
            self.race = Some(found.unwrap_or_else(|| {
                let race = Arc::new(Race::new(game, player));
                races.push(Arc::clone(&race));
                race
            }));
        }
        (self.scores, self.dealer, self.seat) = (scores, view.dealer(), view.seat());
        self.lay_knots(game);
    }

    /// Returns the odds of a game in which these players play on, one for each seat.
    pub fn of_seats(game: &Shedding, players: &mut [ShedPlayer]) -> Odds {
        Odds {
            seats: Some(Arc::new(SeatRace::new(game, players))),
            ..Odds::default()
        }
    }

    /// Returns the chance of the seat at these scores before a round that `dealer` deals: the mean
    /// over `n` finishes.
    fn finish(&self, scores: &[u32; SEAT_SLOTS], dealer: Seat, n: u32) -> f64 {
        match (&self.seats, &self.race) {
            (Some(seats), _) => seats.finish(scores, dealer, self.seat, n),
            (None, Some(race)) => race.finish(scores, dealer, self.seat, n, KEY),
            (None, None) => 0.0,
        }
    }

    fn lay_knots(&mut self, game: &Shedding) {
        let (n, rules) = (game.n_seats(), game.rules());
        if n == 2 || rules.scoring == Scoring::Own {
            return;
        }
        for winner in 0..n {
            let lacks = rules.target_score.saturating_sub(self.scores[winner]);
            let dealer = match rules.next_dealer {
                NextDealer::Winner => winner as Seat,
                _ => ((usize::from(self.dealer) + 1) % n) as Seat,
            };
            for knot in 0..KNOTS {
                let mut scores = self.scores;
                scores[winner] += lacks * knot as u32 / KNOTS as u32;
                let chance = self.finish(&scores, dealer, FINISHES);
                self.knots[winner][knot] = chance as f32;
            }
            // A seat that reaches the target alone has won.
            let wins = winner == usize::from(self.seat);
            self.knots[winner][KNOTS] = f32::from(u8::from(wins));
        }
    }

    /// Returns the chance of winning the game, for the seat that it was prepared for, after the
    /// finished round.
    #[inline]
    pub fn chance(&self, game: &Shedding, state: &State) -> f64 {
        let race = match (&self.seats, &self.race) {
            (Some(seats), _) => seats.rules(),
            (None, Some(race)) => race,
            (None, None) => return 0.0,
        };
        if let Some(share) = race.decided(state.scores(), self.seat) {
            return share;
        }
        let (n, rules) = (game.n_seats(), game.rules());
        if n == 2 {
            if let Some(seats) = &self.seats {
                let scores = [state.scores()[0], state.scores()[1]];
                let winner = state.winner().map(usize::from);
                let chance = seats.after_two(scores, self.dealer, winner);
                return if self.seat == 0 { chance } else { 1.0 - chance };
            }
            let first = usize::from((self.dealer + 1) % 2);
            let scores = [first, 1 - first].map(|seat| state.scores()[seat]);
            let winner = state
                .winner()
                .map(|seat| usize::from(usize::from(seat) != first));
            let chance = race.after_two(scores, winner);
            return if usize::from(self.seat) == first {
                chance
            } else {
                1.0 - chance
            };
        }
        if rules.scoring == Scoring::Own {
            let left = (self.dealer + 1) % n as Seat;
            let (first, dealers) = match rules.next_dealer {
                NextDealer::Left => (left, 1),
                NextDealer::Winner => (state.winner().unwrap_or(left), 1),
                NextDealer::Random => (0, n as Seat),
            };
            let each = OWN_FINISHES.div_ceil(u32::from(dealers));
            let chance = |dealer| self.finish(state.scores(), dealer, each);
            return (first..first + dealers).map(chance).sum::<f64>() / f64::from(dealers);
        }
        let winner = state.winner().unwrap_or(0);
        self.after_win(game, winner, state.round_points()[usize::from(winner)])
    }

    /// For three seats and more: returns the chance of the seat that it was prepared for, if
    /// `winner` gets this many points in this round.
    #[inline]
    pub fn after_win(&self, game: &Shedding, winner: Seat, points: u32) -> f64 {
        let winner = usize::from(winner);
        let lacks = game
            .rules()
            .target_score
            .saturating_sub(self.scores[winner]);
        let place = f64::from(points) / f64::from(lacks.max(1)) * KNOTS as f64;
        let below = (place as usize).min(KNOTS - 1);
        let part = (place - below as f64).min(1.0);
        let knots = &self.knots[winner];
        f64::from(knots[below]) * (1.0 - part) + f64::from(knots[below + 1]) * part
    }
}
