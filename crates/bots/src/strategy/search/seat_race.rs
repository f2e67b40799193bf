//! The rest of a game as a race to the target, for a line-up of different players: as
//! [`Race`](super::Race), but each seat keeps its own strength.

use super::race::{KEY, ROUNDS, Race, Rounds, STEPS, points_of};
use crate::strategy::ShedPlayer;
use powergrab_engine::cards::{MAX_SEATS, SEAT_SLOTS, Seat};
use powergrab_engine::cpu::on_this_processor;
use powergrab_engine::game::Game as _;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{NextDealer, Shedding};

/// A round's points by seat, and its winner.
type RoundEnd = ([u16; MAX_SEATS], Option<usize>);

/// Results of rounds of a line-up, which determine the course of a game from any scores.
#[derive(Debug)]
pub struct SeatRace {
    /// The rules and the end of a game.
    race: Race,
    /// By dealer.
    rounds: Vec<Vec<RoundEnd>>,
    /// For two seats: the chance of seat 0 before a round, by dealer and both scores in steps.
    table: Vec<f32>,
}

impl SeatRace {
    /// Returns the race of these players, one for each seat, over several thousand rounds, the same
    /// ones in every run.
    pub fn new(game: &Shedding, players: &mut [ShedPlayer]) -> SeatRace {
        let n = game.n_seats();
        let rounds = (0..n).map(|dealer| SeatRace::rounds_of(game, players, dealer));
        let mut race = SeatRace {
            rounds: rounds.collect(),
            // Without rounds: only its rules are used.
            race: Race::of_rounds(game.rules(), n, Vec::new()),
            table: Vec::new(),
        };
        if n == 2 {
            race.solve();
        }
        race
    }

    /// Returns the rounds of one dealer.
    ///
    /// They are the same deals for every dealer, with the seats counted from the dealer: who sits
    /// where then changes who plays a hand and not how good the hands are, and players that are
    /// alike have the same chances.
    fn rounds_of(game: &Shedding, players: &mut [ShedPlayer], dealer: usize) -> Vec<RoundEnd> {
        let n = players.len();
        let seat = |place: usize| (dealer + place) % n;
        let mut rounds = Vec::with_capacity(ROUNDS as usize);
        players.rotate_left(dealer);
        on_this_processor(Rounds {
            game,
            players: &mut *players,
            dealer: Some(0),
            each: &mut |state| {
                let mut points = [0; MAX_SEATS];
                for place in 0..n {
                    points[seat(place)] = points_of(state, place);
                }
                rounds.push((points, state.winner().map(|place| seat(place.into()))));
            },
        });
        players.rotate_right(dealer);
        rounds
    }

    /// Returns the race's rules and the end of its games.
    pub(super) fn rules(&self) -> &Race {
        &self.race
    }

    /// Returns the dealers of the next round, all equally likely, after a round that `dealer` dealt
    /// and `winner` won.
    fn next_dealers(&self, dealer: usize, winner: Option<usize>) -> std::ops::Range<usize> {
        let n = self.race.n;
        let left = (dealer + 1) % n;
        match self.race.rules.next_dealer {
            NextDealer::Left => left..left + 1,
            NextDealer::Winner => winner.map_or(left..left + 1, |winner| winner..winner + 1),
            NextDealer::Random => 0..n,
        }
    }

    /// For two seats: returns the chance of seat 0 from the scores after a round.
    pub(super) fn after_two(&self, scores: [u32; 2], dealer: Seat, winner: Option<usize>) -> f64 {
        let steps = self.race.steps(scores);
        self.after_round(&self.table, steps, dealer.into(), winner)
    }

    fn after_round(
        &self,
        table: &[f32],
        scores: [usize; 2],
        dealer: usize,
        winner: Option<usize>,
    ) -> f64 {
        if let Some(share) = self.race.ended(scores) {
            return share;
        }
        let dealers = self.next_dealers(dealer, winner);
        let n = dealers.len() as f64;
        let chance = |dealer| f64::from(table[place(dealer, scores)]);
        dealers.map(chance).sum::<f64>() / n
    }

    /// Solves the race of two backwards.
    fn solve(&mut self) {
        /// A round's points in steps, its winner, and how often it came up.
        type Outcome = ([usize; 2], Option<usize>, f64);
        let mut outcomes: Vec<Vec<Outcome>> = Vec::new();
        for rounds in &self.rounds {
            let mut of_dealer: Vec<Outcome> = Vec::new();
            for (points, winner) in rounds {
                let steps = [points[0], points[1]].map(|points| self.race.steps_of(points));
                let same = |it: &&mut Outcome| (it.0, it.1) == (steps, *winner);
                match of_dealer.iter_mut().find(same) {
                    Some(it) => it.2 += 1.0,
                    None => of_dealer.push((steps, *winner, 1.0)),
                }
            }
            outcomes.push(of_dealer);
        }
        let mut table = vec![0.5f32; 2 * STEPS * STEPS];
        for sum in (0..2 * STEPS - 1).rev() {
            for first in sum.saturating_sub(STEPS - 1)..=sum.min(STEPS - 1) {
                let second = sum - first;
                for (dealer, outcomes) in outcomes.iter().enumerate() {
                    let (mut chance, mut total) = (0.0, 0.0);
                    for &([a, b], winner, weight) in outcomes {
                        let scores = [first + a, second + b];
                        chance += weight * self.after_round(&table, scores, dealer, winner);
                        total += weight;
                    }
                    if total > 0.0 {
                        table[place(dealer, [first, second])] = (chance / total) as f32;
                    }
                }
            }
        }
        self.table = table;
    }

    /// Returns the chance of `seat` at these scores before a round that `dealer` deals: the mean
    /// over `n` finishes, at least one.
    pub(super) fn finish(
        &self,
        scores: &[u32; SEAT_SLOTS],
        dealer: Seat,
        seat: Seat,
        n: u32,
    ) -> f64 {
        let mut won = 0.0;
        for number in 0..n {
            let mut rng = Rng::from_key(KEY.wrapping_add(u64::from(number)));
            let mut scores = *scores;
            let mut dealer = usize::from(dealer);
            // The race to a distant target is limited; the leader has then won.
            for _ in 0..1000 {
                let rounds = &self.rounds[dealer];
                if self.race.is_over(&scores) || rounds.is_empty() {
                    break;
                }
                let (points, winner) = &rounds[rng.below(rounds.len() as u32) as usize];
                for (score, points) in scores.iter_mut().zip(points) {
                    *score += u32::from(*points);
                }
                let dealers = self.next_dealers(dealer, *winner);
                let (first, n) = (dealers.start, dealers.len());
                dealer = first
                    + if n > 1 {
                        rng.below(n as u32) as usize
                    } else {
                        0
                    };
            }
            won += self.race.share(&scores, seat);
        }
        won / f64::from(n)
    }
}

/// Returns the index of a dealer and two scores in steps in a table for two seats.
fn place(dealer: usize, [first, second]: [usize; 2]) -> usize {
    (dealer * STEPS + first) * STEPS + second
}
