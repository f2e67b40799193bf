//! From the score after a round to the chance of winning the whole game (PG-16).
//!
//! A *model* of rounds is made once per ruleset, number of seats and playout policy: who got how many points, by position, in
//! some thousand rounds of the playout policy against itself. The rest of a game is then a race in which each round is one of
//! those.
//!
//! | seats | how | error |
//! |---|---|---|
//! | two | a table over both scores, solved backwards from the target | exact but for scores rounded to hundredths of the target: below half a point of winning chance |
//! | more | for each seat that may win the round and points in sixteenths of what it lacks, [`FINISHES`] finishes of the game drawn from the model, the same ones at every score; linear between | standard error of a chance p: sqrt(p (1 - p) / [`FINISHES`]), at most 2.5 points; differences are sharper |
//! | any, `scoring = "own"` | a few finishes drawn at the end of each playout | unbiased, noisy |
//!
//! Not looked at: `max_rounds` (the race goes on to the target), and, for three seats and more with `next_dealer = "winner"`, who deals after a
//! round without a winner.

use crate::cards::{MAX_SEATS, SEAT_SLOTS, Seat};
use crate::cpu::{Work, on_this_processor};
use crate::game::{Game as _, Pile, Round, Silent};
use crate::rng::Rng;
use crate::shedding::{NextDealer, Rules, Scoring, Shedding, State, View};
use crate::strategy::{OneForAll, ShedPlayer};
use std::sync::{Arc, Mutex, PoisonError};

/// Rounds in a model.
const ROUNDS: u32 = 4096;
/// Finishes of a game for each score where there are more than two seats.
pub const FINISHES: u32 = 400;
/// Finishes for each playout with `scoring = "own"`.
const OWN_FINISHES: u32 = 16;
/// Steps of the scores in the table for two seats.
const STEPS: usize = 100;
/// Steps of the points that a seat may win in a round, for more.
const KNOTS: usize = 16;
/// What begins the random numbers of models, which are the same in every run.
const KEY: u64 = 0x6d6f_6465_6c73;

/// How rounds go, by a playout policy against itself.
#[derive(Debug)]
struct Model {
    rules: Rules,
    n: usize,
    /// By round: the points of each seat, by its position after the dealer.
    rounds: Vec<[u16; MAX_SEATS]>,
    /// For two seats: the chance of the seat that begins the next round, by its score and the dealer's, in steps.
    table: Vec<f32>,
}

/// The models made so far, shared by all players of a strategy.
#[derive(Debug, Default)]
pub struct Models(Mutex<Vec<Arc<Model>>>);

/// The chances after the round that is being played.
#[derive(Clone, Debug)]
pub struct Odds {
    models: Arc<Models>,
    model: Option<Arc<Model>>,
    scores: [u32; SEAT_SLOTS],
    dealer: Seat,
    seat: Seat,
    /// By seat that wins the round and points that it gets: the chance of `seat`.
    knots: [[f32; KNOTS + 1]; MAX_SEATS],
}

impl Default for Odds {
    fn default() -> Odds {
        Odds {
            models: Arc::default(),
            model: None,
            scores: [0; SEAT_SLOTS],
            dealer: 0,
            seat: Seat::MAX,
            knots: [[0.0; KNOTS + 1]; MAX_SEATS],
        }
    }
}

/// Plays the rounds of a model, as one block of work.
struct Rounds<'a> {
    game: &'a Shedding,
    player: &'a mut ShedPlayer,
}

impl Work for Rounds<'_> {
    type Output = Vec<[u16; MAX_SEATS]>;

    #[inline(always)]
    fn work(self) -> Self::Output {
        let Rounds { game, player } = self;
        let n = game.n_seats();
        let mut rounds = Vec::with_capacity(ROUNDS as usize);
        for number in 0..ROUNDS {
            let mut rng = Rng::from_key(KEY.wrapping_add(u64::from(number)));
            let dealer = rng.below(n as u32) as Seat;
            let mut round = Round::new(game, Pile::new(Rng::from_key(rng.next_u64())));
            round.deal(game, dealer, &mut Silent);
            let mut seats = OneForAll {
                player: &mut *player,
                rng,
            };
            round.finish(game, &mut seats, &mut Silent);
            let state = round.state;
            let mut points = [0; MAX_SEATS];
            for seat in 0..n {
                let place = game.position(&state, seat as Seat);
                points[place] = state.round_points()[seat].min(u32::from(u16::MAX)) as u16;
            }
            // A round that brings nobody anything only delays the rest.
            if points != [0; MAX_SEATS] {
                rounds.push(points);
            }
        }
        rounds
    }
}

impl Model {
    fn new(game: &Shedding, player: &mut ShedPlayer) -> Model {
        let rounds = on_this_processor(Rounds { game, player });
        let mut model = Model {
            rules: game.rules().clone(),
            n: game.n_seats(),
            rounds,
            table: Vec::new(),
        };
        if model.n == 2 {
            model.solve();
        }
        model
    }

    /// Solves the race of two backwards.
    fn solve(&mut self) {
        let unit = f64::from(self.rules.target_score) / STEPS as f64;
        let steps = |points: u16| match points {
            0 => 0,
            p => ((f64::from(p) / unit).round() as usize).clamp(1, STEPS),
        };
        /// A round's points in steps, and who won it.
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

    /// The chance of the seat that was first in the round that brought these scores, in steps; the winner is that of the round, by
    /// position.
    fn after_round(
        &self,
        table: &[f32],
        [first, second]: [usize; 2],
        winner: Option<usize>,
    ) -> f64 {
        if first >= STEPS || second >= STEPS {
            let ahead = match self.rules.scoring {
                Scoring::Opponents => first.cmp(&second),
                Scoring::Own => second.cmp(&first),
            };
            return match ahead {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
        // Whether it deals next, and so is second.
        let deals = 1.0 - f64::from(table[second * STEPS + first]);
        let begins = f64::from(table[first * STEPS + second]);
        match self.rules.next_dealer {
            NextDealer::Left => deals,
            // PG-3: without a winner the deal passes to the left, which is to the first.
            NextDealer::Winner if winner == Some(1) => begins,
            NextDealer::Winner => deals,
            NextDealer::Random => (deals + begins) / 2.0,
        }
    }

    /// The chance of `seat` at these scores before a round that `dealer` deals: the mean over some finishes.
    fn finish(
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
            // A target that is far away is not raced to for ever: whoever is ahead by then has won.
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

    /// Who won a round with these points, by position; nobody where it ended without a winner.
    fn winner(&self, points: &[u16; MAX_SEATS]) -> Option<usize> {
        let got = self.rules.scoring == Scoring::Opponents;
        points[..self.n].iter().position(|p| (*p > 0) == got)
    }

    /// PG-16
    fn is_over(&self, scores: &[u32; SEAT_SLOTS]) -> bool {
        let target = self.rules.target_score;
        scores[..self.n].iter().any(|score| *score >= target)
    }

    /// The seat's share of a game that ends with these scores.
    fn share(&self, scores: &[u32; SEAT_SLOTS], seat: Seat) -> f64 {
        let scores = &scores[..self.n];
        let best = match self.rules.scoring {
            Scoring::Opponents => scores.iter().max(),
            Scoring::Own => scores.iter().min(),
        };
        let sharers = scores.iter().filter(|s| Some(*s) == best).count();
        let wins = Some(&scores[usize::from(seat)]) == best;
        f64::from(u8::from(wins)) / sharers as f64
    }

    /// The seat's share of the game, where it is over.
    fn decided(&self, scores: &[u32; SEAT_SLOTS], seat: Seat) -> Option<f64> {
        self.is_over(scores).then(|| self.share(scores, seat))
    }
}

impl Odds {
    /// Gets ready for the round that the view is in: at most once a round, and the model once a strategy.
    pub fn prepare(&mut self, view: View<'_>, player: &mut ShedPlayer) {
        let game = view.game();
        let n = game.n_seats();
        let mut scores = [0; SEAT_SLOTS];
        for (seat, score) in scores[..n].iter_mut().enumerate() {
            *score = view.score(seat as Seat);
        }
        let fits = |model: &Arc<Model>| model.n == n && model.rules == *game.rules();
        let known = self.model.as_ref().is_some_and(fits);
        let same = (self.scores, self.dealer, self.seat) == (scores, view.dealer(), view.seat());
        if known && same {
            return;
        }
        if !known {
            let mut models = self.models.0.lock().unwrap_or_else(PoisonError::into_inner);
            let found = models.iter().find(|m| fits(m)).cloned();
            self.model = Some(found.unwrap_or_else(|| {
                let model = Arc::new(Model::new(game, player));
                models.push(Arc::clone(&model));
                model
            }));
        }
        (self.scores, self.dealer, self.seat) = (scores, view.dealer(), view.seat());
        self.lay_knots(game);
    }

    fn lay_knots(&mut self, game: &Shedding) {
        let Some(model) = &self.model else { return };
        let rules = game.rules();
        if model.n == 2 || rules.scoring == Scoring::Own {
            return;
        }
        let n = model.n;
        for winner in 0..n {
            let lacks = rules.target_score.saturating_sub(self.scores[winner]);
            let dealer = match rules.next_dealer {
                NextDealer::Winner => winner as Seat,
                _ => ((usize::from(self.dealer) + 1) % n) as Seat,
            };
            for knot in 0..KNOTS {
                let mut scores = self.scores;
                scores[winner] += lacks * knot as u32 / KNOTS as u32;
                let chance = model.finish(&scores, dealer, self.seat, FINISHES, KEY);
                self.knots[winner][knot] = chance as f32;
            }
            // Whoever reaches the target alone has won.
            let wins = winner == usize::from(self.seat);
            self.knots[winner][KNOTS] = f32::from(u8::from(wins));
        }
    }

    /// The chance of winning the game, for the seat that it was prepared for, after the round that is over.
    #[inline]
    #[must_use]
    pub fn chance(&self, game: &Shedding, state: &State) -> f64 {
        let Some(model) = &self.model else { return 0.0 };
        if let Some(share) = model.decided(state.scores(), self.seat) {
            return share;
        }
        let (n, rules) = (model.n, game.rules());
        if n == 2 {
            let unit = f64::from(rules.target_score) / STEPS as f64;
            let first = usize::from((self.dealer + 1) % 2);
            let [a, b] = [first, 1 - first]
                .map(|seat| ((f64::from(state.scores()[seat]) / unit) as usize).min(STEPS - 1));
            let winner = state
                .winner()
                .map(|seat| usize::from(usize::from(seat) != first));
            let chance = model.after_round(&model.table, [a, b], winner);
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
            let chance = |dealer| model.finish(state.scores(), dealer, self.seat, each, KEY);
            return (first..first + dealers).map(chance).sum::<f64>() / f64::from(dealers);
        }
        let winner = usize::from(state.winner().unwrap_or(0));
        let lacks = rules.target_score.saturating_sub(self.scores[winner]);
        let got = f64::from(state.round_points()[winner]);
        let place = got / f64::from(lacks.max(1)) * KNOTS as f64;
        let below = (place as usize).min(KNOTS - 1);
        let part = (place - below as f64).min(1.0);
        let knots = &self.knots[winner];
        f64::from(knots[below]) * (1.0 - part) + f64::from(knots[below + 1]) * part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shedding::Family;
    use crate::strategy::{BotGame as _, resolve};

    /// A state after a round of a game for `n`, and its view's odds before.
    fn prepared(n: usize, scores: &[u32]) -> (Shedding, State, Odds) {
        let game = Shedding::new(Rules::official(Family::Classic), n).unwrap();
        let bot = resolve::<Shedding>("greedy").unwrap();
        let mut player = Shedding::player(&bot.policy, 0);
        let mut round = Round::new(&game, Pile::new(Rng::from_key(3)));
        let mut odds = Odds::default();
        // Rounds until the scores are about those asked for would be luck; the first round's will do.
        round.deal(&game, 0, &mut Silent);
        let state = round.state;
        odds.prepare(game.view(&state, 0), &mut player);
        odds.scores[..n].copy_from_slice(scores);
        odds.lay_knots(&game);
        (game, state, odds)
    }

    #[test]
    fn two_equal_players_have_equal_chances_and_the_leader_more() {
        let (_, _, odds) = prepared(2, &[0, 0]);
        let model = odds.model.unwrap();
        let at = |a: usize, b: usize| f64::from(model.table[a * STEPS + b]);
        assert!((at(0, 0) - 0.5).abs() < 0.02, "{}", at(0, 0));
        assert!(at(50, 0) > 0.65 && at(0, 50) < 0.35);
        assert!(at(99, 99) > 0.45 && at(99, 0) > 0.9);
        // A position is won by one of the two: first by the one, first by the other, half each way.
        for (a, b) in [(10, 40), (70, 30), (90, 95)] {
            let sum = at(a, b) + at(b, a);
            assert!((sum - 1.0).abs() < 0.1, "{a} {b}: {sum}");
        }
    }

    #[test]
    fn the_table_agrees_with_races_that_are_run() {
        let (_, _, odds) = prepared(2, &[0, 0]);
        let model = odds.model.unwrap();
        for (a, b) in [(0u32, 0u32), (200, 100), (100, 300), (450, 400)] {
            let mut scores = [0; SEAT_SLOTS];
            (scores[0], scores[1]) = (a, b);
            // Seat 1 deals, seat 0 begins.
            let run = model.finish(&scores, 1, 0, 20_000, 7);
            let table = f64::from(model.table[a as usize / 5 * STEPS + b as usize / 5]);
            // The standard error of the race is 0.0035.
            assert!((run - table).abs() < 0.015, "{a} {b}: {run} {table}");
        }
    }

    /// PG-3, PG-16: with `scoring = "own"` whoever wins a round gets nothing, and may deal the next.
    #[test]
    fn the_winner_deals_whatever_points_say() {
        let mut rules = Rules::official(Family::Classic);
        rules.scoring = Scoring::Own;
        rules.next_dealer = NextDealer::Winner;
        let mut model = Model {
            rules,
            n: 2,
            // Whoever begins wins, so the seats win in turn.
            rounds: vec![[0, 40, 0, 0, 0, 0, 0, 0, 0, 0]],
            table: Vec::new(),
        };
        model.solve();
        assert_eq!(model.winner(&model.rounds[0]), Some(0));
        let mut scores = [0; SEAT_SLOTS];
        for (begins, other, wins) in [(30, 0, 0.0), (0, 30, 1.0), (0, 0, 1.0)] {
            (scores[0], scores[1]) = (begins, other);
            assert_eq!(model.finish(&scores, 1, 0, 3, KEY), wins);
            let at = begins as usize / 5 * STEPS + other as usize / 5;
            assert_eq!(f64::from(model.table[at]), wins);
        }
        // Nobody won: all got something.
        assert_eq!(model.winner(&[10, 40, 0, 0, 0, 0, 0, 0, 0, 0]), None);
    }

    #[test]
    fn chances_at_a_table_add_up_and_grow_with_points() {
        let scores = [120, 300, 0, 60];
        let mut sums = [[0.0f32; KNOTS + 1]; 4];
        for seat in 0..4 {
            let (game, _, mut odds) = prepared(4, &scores);
            odds.seat = seat;
            odds.lay_knots(&game);
            let own = odds.knots[usize::from(seat)];
            assert!(own.windows(2).all(|w| w[1] >= w[0] - 0.03), "{own:?}");
            assert_eq!(own[KNOTS], 1.0);
            for (sums, knots) in sums.iter_mut().zip(&odds.knots) {
                for (sum, knot) in sums.iter_mut().zip(knots) {
                    *sum += knot;
                }
            }
        }
        // The same finishes for all seats, each won by one.
        assert!(
            sums.iter().flatten().all(|s| (s - 1.0).abs() < 1e-3),
            "{sums:?}"
        );
    }
}
