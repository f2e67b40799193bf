//! Bots that answer in batches play the same games as with one question at a time, failures
//! included.

use crate::run;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::Done;
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::grid::GridPolicy;
use powergrab_bots::strategy::{
    AnswersBatches, Batched, Bot, Fault, FaultKind, Player, Questions, Remote, ShedPolicy,
    Strategy, resolve,
};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Observable, Unit};
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Family, Rules, Shedding};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Failures of the function from time to time.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    None,
    Illegal,
    Broken,
}

/// Chooses by a sum of the row, so that every bit of it counts.
#[derive(Debug)]
struct Sums {
    flaw: Flaw,
    calls: Arc<AtomicUsize>,
    rows: Arc<AtomicUsize>,
}

impl AnswersBatches for Sums {
    fn answer(&self, questions: Questions<'_>) -> Result<Vec<i64>, Fault> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.rows.fetch_add(questions.len, Ordering::Relaxed);
        let pages = questions.observations.chunks(questions.n_features());
        let masks = questions.masks.chunks(questions.n_actions());
        let rows = pages.zip(masks).map(|(page, mask)| {
            let terms = page.iter().enumerate();
            let sum: usize = terms
                .map(|(i, byte)| (i % 7 + 1) * usize::from(*byte))
                .sum();
            let legal: Vec<usize> = (0..mask.len()).filter(|i| mask[*i] == 1).collect();
            match self.flaw {
                Flaw::Illegal if sum.is_multiple_of(97) => Ok(-1),
                Flaw::Broken if sum.is_multiple_of(1511) => {
                    Err(Fault::new(FaultKind::Crash, "a sum that it cannot bear"))
                }
                _ => Ok(legal[sum % legal.len()] as i64),
            }
        });
        rows.collect()
    }

    fn describe(&self) -> serde_json::Value {
        serde_json::json!("sums")
    }
}

/// The same function with one game at a time, and so one question.
#[derive(Debug)]
struct OneByOne(Batched);

impl<G: Observable> Strategy<G> for OneByOne {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        self.0.player(seat)
    }

    fn answers_later(&self) -> bool {
        true
    }

    fn remote(&self) -> Option<Box<dyn Remote<G>>> {
        self.0.remote()
    }

    fn games_at_once(&self) -> usize {
        1
    }
}

/// A game under test, with the policy of a function.
trait Tested: ArenaGame {
    const OPPONENT: &'static str;

    fn of(n: usize) -> Self;

    fn policy(bot: impl Strategy<Self> + 'static) -> Self::Policy;
}

impl Tested for Shedding {
    const OPPONENT: &'static str = "hoarder";

    fn of(n: usize) -> Shedding {
        Shedding::new(Rules::official(Family::PowerGrab), n).unwrap()
    }

    fn policy(bot: impl Strategy<Shedding> + 'static) -> ShedPolicy {
        ShedPolicy::external(bot)
    }
}

impl Tested for Grid {
    const OPPONENT: &'static str = "grid-greedy";

    fn of(n: usize) -> Grid {
        Grid::new(powergrab_engine::grid::Rules::official(), n).unwrap()
    }

    fn policy(bot: impl Strategy<Grid> + 'static) -> GridPolicy {
        GridPolicy::external(bot)
    }
}

fn play<G: Tested + Observable>(
    flaw: Flaw,
    in_batches: bool,
    threads: usize,
) -> (Done<Tally>, usize, usize) {
    let (calls, rows) = (Arc::default(), Arc::default());
    let function = Batched::new(Sums {
        flaw,
        calls: Arc::clone(&calls),
        rows: Arc::clone(&rows),
    });
    let policy = match in_batches {
        true => G::policy(function),
        false => G::policy(OneByOne(function)),
    };
    let opponent = resolve::<G>(G::OPPONENT).unwrap();
    let experiment = Experiment {
        tables: [3, 2].map(G::of).into(),
        bots: vec![Bot::new("sums", policy), opponent],
        line_ups: vec![
            LineUp {
                table: 0,
                bots: vec![0, 1, 0],
            },
            LineUp {
                table: 1,
                bots: vec![1, 0],
            },
        ],
        unit: Unit::Round,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(4, Purpose::Play),
    };
    let done = run(&experiment, 300, threads, None);
    let count = |n: &AtomicUsize| n.load(Ordering::Relaxed);
    (done, count(&calls), count(&rows))
}

fn same_games<G: Tested + Observable>() {
    for flaw in [Flaw::None, Flaw::Illegal, Flaw::Broken] {
        let (alone, calls, rows) = play::<G>(flaw, false, 1);
        assert_eq!(calls, rows);
        for threads in [1, 2] {
            let (batched, calls, rows) = play::<G>(flaw, true, threads);
            assert_eq!(batched.collected, alone.collected, "{flaw:?}");
            assert_eq!(batched.first_faults, alone.first_faults);
            if flaw != Flaw::Broken {
                assert!(rows > 20 * calls, "{rows} questions in {calls} calls");
            }
        }
        let failed = alone.first_faults.get(&0).map(|(_, fault)| fault.kind);
        let kind = match flaw {
            Flaw::None => None,
            Flaw::Illegal => Some(FaultKind::Illegal),
            Flaw::Broken => Some(FaultKind::Crash),
        };
        assert_eq!(failed, kind);
    }
}

#[test]
fn many_questions_at_once_play_the_same_games_as_one_at_a_time() {
    same_games::<Shedding>();
}

#[test]
fn many_questions_of_grid_at_once_play_the_same_games_as_one_at_a_time() {
    same_games::<Grid>();
}
