//! The rest of a game as a race to the target (PG-16), each round of which is one played earlier.

use crate::strategy::{PlayoutSeats, ShedPlayer};
use powergrab_engine::cards::{MAX_SEATS, SEAT_SLOTS, Seat};
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{Game as _, NoObserver, Pile, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{NextDealer, Rules, Scoring, Shedding, State};

/// Number of rounds played for a race.
pub(super) const ROUNDS: u32 = 4096;
/// Number of steps of the scores in the table for two seats.
pub(super) const STEPS: usize = 100;
/// Key of the random numbers of races, which are the same in every run.
pub(super) const KEY: u64 = 0x6d6f_6465_6c73;

/// Results of rounds of a playout policy against itself, which determine the course of a game from
/// any scores.
#[derive(Debug)]
pub struct Race {
    pub(super) rules: Rules,
    pub(super) n: usize,
    /// By round: the points of each seat, by its position after the dealer.
    rounds: Vec<[u16; MAX_SEATS]>,
    /// For two seats: the chance of the seat that begins the next round, by its score and the
    /// dealer's, in steps.
    table: Vec<f32>,
}

/// Rounds from the same random numbers in every run, as one block of work.
pub(super) struct Rounds<'a> {
    pub(super) game: &'a Shedding,
    /// The players: by seat, or a single one for all seats.
    pub(super) players: &'a mut [ShedPlayer],
    /// Seat that deals every round; drawn for each round without it.
    pub(super) dealer: Option<Seat>,
    /// Receives each finished round in which a seat got points.
    pub(super) each: &'a mut dyn FnMut(&State),
}

impl Work for Rounds<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Rounds {
            game,
            players,
            dealer,
            each,
        } = self;
        for number in 0..ROUNDS {
            let mut rng = Rng::from_key(KEY.wrapping_add(u64::from(number)));
            let dealer = dealer.unwrap_or_else(|| rng.below(game.n_seats() as u32) as Seat);
            let mut round = Round::new(game, Pile::new(Rng::from_key(rng.next_u64())));
            round.deal(game, dealer, &mut NoObserver);
            let mut seats = PlayoutSeats { players, rng };
            round.finish(game, &mut seats, &mut NoObserver);
            // A round without points only delays the rest.
            if round.state.round_points()[..game.n_seats()]
                .iter()
                .any(|points| *points > 0)
            {
                each(&round.state);
            }
        }
    }
}

/// Returns the points of a seat in a finished round.
pub(super) fn points_of(state: &State, seat: usize) -> u16 {
    state.round_points()[seat].min(u32::from(u16::MAX)) as u16
}

impl Race {
    /// Returns the race of several thousand rounds of this player against itself, the same ones in
    /// every run.
    pub fn new(game: &Shedding, player: &mut ShedPlayer) -> Race {
        let n = game.n_seats();
        let mut rounds = Vec::with_capacity(ROUNDS as usize);
        on_this_processor(Rounds {
            game,
            players: std::slice::from_mut(player),
            dealer: None,
            each: &mut |state| {
                let mut points = [0; MAX_SEATS];
                for seat in 0..n {
                    points[game.position(state, seat as Seat)] = points_of(state, seat);
                }
                rounds.push(points);
            },
        });
        Race::of_rounds(game.rules(), n, rounds)
    }

    /// Returns the race of `n` seats with these rounds: the points of each seat, by its position
    /// after the dealer.
    ///
    /// # Panics
    /// Panics if `n` is 0 or above [`MAX_SEATS`].
    pub fn of_rounds(rules: &Rules, n: usize, rounds: Vec<[u16; MAX_SEATS]>) -> Race {
        assert!((1..=MAX_SEATS).contains(&n), "{n} seats");
        let mut race = Race {
            rules: rules.clone(),
            n,
            rounds,
            table: Vec::new(),
        };
        if n == 2 {
            race.solve();
        }
        race
    }

    /// Returns whether it is of this game: its rules and its number of seats.
    pub fn fits(&self, game: &Shedding) -> bool {
        self.n == game.n_seats() && self.rules == *game.rules()
    }

    /// For two seats below the target: returns the chance of the seat that begins the next round,
    /// by its score and the dealer's.
    ///
    /// # Panics
    /// Panics if there are more than two seats.
    pub fn of_two(&self, scores: [u32; 2]) -> f64 {
        let [begins, deals] = self.steps(scores);
        f64::from(self.table[begins * STEPS + deals])
    }

    /// Converts two scores to steps of the table.
    pub(super) fn steps(&self, scores: [u32; 2]) -> [usize; 2] {
        let unit = f64::from(self.rules.target_score) / STEPS as f64;
        scores.map(|score| ((f64::from(score) / unit) as usize).min(STEPS - 1))
    }

    /// For two seats: returns the chance of the seat that was first in the last round, from the
    /// scores after it, its own first, both below the target. The winner is that of the round, by
    /// position.
    #[inline]
    pub(super) fn after_two(&self, scores: [u32; 2], winner: Option<usize>) -> f64 {
        self.after_round(&self.table, self.steps(scores), winner)
    }

    /// Converts the points of a round to steps of the table.
    pub(super) fn steps_of(&self, points: u16) -> usize {
        let unit = f64::from(self.rules.target_score) / STEPS as f64;
        match points {
            0 => 0,
            p => ((f64::from(p) / unit).round() as usize).clamp(1, STEPS),
        }
    }

    /// Returns the share of the first of two seats in a game that ends with these scores, in steps;
    /// `None` if it goes on.
    pub(super) fn ended(&self, [first, second]: [usize; 2]) -> Option<f64> {
        (first >= STEPS || second >= STEPS).then(|| {
            let ahead = first as i64 - second as i64;
            let ahead = ahead.signum() * i64::from(self.rules.scoring.sign());
            0.5 + 0.5 * ahead as f64
        })
    }

    /// Solves the race of two backwards.
    fn solve(&mut self) {
        let steps = |points| self.steps_of(points);
        /// A round's points in steps, and its winner.
        type RoundEnd = ([usize; 2], Option<usize>);
        let mut outcomes: Vec<(RoundEnd, f64)> = Vec::new();
        for points in &self.rounds {
            let won = ([steps(points[0]), steps(points[1])], self.winner(points));
            match outcomes.iter_mut().find(|o| o.0 == won) {
                Some(o) => o.1 += 1.0,
                None => outcomes.push((won, 1.0)),
            }
        }
        let total: f64 = outcomes.iter().map(|o| o.1).sum();
        let mut table = vec![0.5f32; STEPS * STEPS];
        for sum in (0..2 * STEPS - 1).rev() {
            for first in sum.saturating_sub(STEPS - 1)..=sum.min(STEPS - 1) {
                let second = sum - first;
                let mut chance = 0.0;
                for &(([a, b], winner), weight) in &outcomes {
                    chance += weight * self.after_round(&table, [first + a, second + b], winner);
                }
                if total > 0.0 {
                    table[first * STEPS + second] = (chance / total) as f32;
                }
            }
        }
        self.table = table;
    }

    /// Returns the chance of the seat that was first in the last round, from the scores after it,
    /// in steps. The winner is that of the round, by position.
    fn after_round(
        &self,
        table: &[f32],
        [first, second]: [usize; 2],
        winner: Option<usize>,
    ) -> f64 {
        if let Some(share) = self.ended([first, second]) {
            return share;
        }
        // Its chance if it deals next, and so is second.
        let deals = 1.0 - f64::from(table[second * STEPS + first]);
        let begins = f64::from(table[first * STEPS + second]);
        match self.rules.next_dealer {
            NextDealer::Left => deals,
            // Without a winner the deal passes to the left, which is to the first (PG-3).
            NextDealer::Winner if winner == Some(1) => begins,
            NextDealer::Winner => deals,
            NextDealer::Random => (deals + begins) / 2.0,
        }
    }

    /// Returns the chance of `seat` at these scores before a round that `dealer` deals: the mean
    /// over `n` finishes, at least one. Its standard error is at most half of 1 / sqrt(n).
    ///
    /// # Panics
    /// Panics if there is no such seat.
    pub fn finish(
        &self,
        scores: &[u32; SEAT_SLOTS],
        dealer: Seat,
        seat: Seat,
        n: u32,
        key: u64,
    ) -> f64 {
        let mut won = 0.0;
        for number in 0..n {
            let mut rng = Rng::from_key(key.wrapping_add(u64::from(number)));
            let mut scores = *scores;
            let mut dealer = usize::from(dealer);
            // The race to a distant target is limited; the leader has then won.
            for _ in 0..1000 {
                if self.is_over(&scores) || self.rounds.is_empty() {
                    break;
                }
                let points = &self.rounds[rng.below(self.rounds.len() as u32) as usize];
                for place in 0..self.n {
                    scores[(dealer + 1 + place) % self.n] += u32::from(points[place]);
                }
                dealer = match self.rules.next_dealer {
                    NextDealer::Left => (dealer + 1) % self.n,
                    NextDealer::Winner => (dealer + 1 + self.winner(points).unwrap_or(0)) % self.n,
                    NextDealer::Random => rng.below(self.n as u32) as usize,
                };
            }
            won += self.share(&scores, seat);
        }
        won / f64::from(n)
    }

    /// Returns the winner of a round with these points, by position; `None` if it ended without a
    /// winner.
    pub fn winner(&self, points: &[u16; MAX_SEATS]) -> Option<usize> {
        let got = self.rules.scoring == Scoring::Opponents;
        points[..self.n].iter().position(|p| (*p > 0) == got)
    }

    /// PG-16
    pub(super) fn is_over(&self, scores: &[u32; SEAT_SLOTS]) -> bool {
        let target = self.rules.target_score;
        scores[..self.n].iter().any(|score| *score >= target)
    }

    /// Returns the seat's share of a game that ends with these scores.
    pub(super) fn share(&self, scores: &[u32; SEAT_SLOTS], seat: Seat) -> f64 {
        let scores = &scores[..self.n];
        let best = self.rules.scoring.best(scores);
        let sharers = scores.iter().filter(|s| Some(**s) == best).count();
        let wins = Some(scores[usize::from(seat)]) == best;
        f64::from(u8::from(wins)) / sharers as f64
    }

    /// Returns the seat's share of the game, if it is over.
    pub(super) fn decided(&self, scores: &[u32; SEAT_SLOTS], seat: Seat) -> Option<f64> {
        self.is_over(scores).then(|| self.share(scores, seat))
    }
}
