//! Whole runs: nothing depends on threads, chunks or the order of merging, and the tally matches
//! the games played.

use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Collect, Control, Done, Progress, Seating, Workers, run};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::{Bot, Random, ShedPolicy};
use powergrab_engine::game::{Game, Metrics, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_stats::interval::Ratio;
use powergrab_stats::layout::{WIN, games, pair, result};
use proptest::prelude::*;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Returns an experiment of random bots; equal salts make equal bots.
fn experiment(unit: Unit, salts: &[u64], line_ups: &[&[usize]]) -> Experiment<Shedding> {
    let mut sizes: Vec<usize> = line_ups.iter().map(|l| l.len()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let bot = |(i, salt): (usize, &u64)| Bot {
        name: format!("bot{i}"),
        salt: *salt,
        policy: ShedPolicy::Random(Random),
    };
    Experiment {
        tables: sizes
            .iter()
            .map(|&n| Shedding::new(Rules::official(Family::PowerGrab), n).unwrap())
            .collect(),
        bots: salts.iter().enumerate().map(bot).collect(),
        line_ups: line_ups
            .iter()
            .map(|bots| LineUp {
                table: sizes.iter().position(|n| *n == bots.len()).unwrap(),
                bots: bots.to_vec(),
            })
            .collect(),
        unit,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(11, Purpose::Play),
    }
}

fn workers(threads: usize, chunk: u64) -> Workers {
    Workers {
        threads: NonZero::new(threads),
        chunk: NonZero::new(chunk),
    }
}

fn play<C: Collect<Shedding>>(
    experiment: &Experiment<Shedding>,
    deals: Range<u64>,
    workers: Workers,
    blank: C,
) -> Done<C> {
    let cancel = AtomicBool::new(false);
    let control = Control {
        cancel: &cancel,
        progress: &|_| {},
    };
    run(experiment, deals, workers, blank, control).unwrap()
}

fn tally(experiment: &Experiment<Shedding>, deals: Range<u64>, workers: Workers) -> Tally {
    let done = play(experiment, deals.clone(), workers, Tally::new(experiment));
    assert_eq!(done.deals, deals);
    done.collected
}

#[test]
fn equal_bots_win_exactly_once_a_block() {
    for unit in [Unit::Round, Unit::Game] {
        for n in [2usize, 3, 4, 6] {
            let line_up: Vec<usize> = (0..n).collect();
            let experiment = experiment(unit, &vec![0; n], &[&line_up]);
            let n_deals = if unit == Unit::Game { 20 } else { 100 };
            let tally = tally(&experiment, 0..n_deals, workers(2, 16));
            for bot in 0..n {
                let ratio = tally.ratio(tally.layout().bot(0, bot), result::WINS);
                let d = n_deals as i64;
                assert_eq!((ratio.n, ratio.x), (d * n as i64, d * WIN));
                assert_eq!(ratio.xx, i128::from(d) * i128::from(WIN * WIN));
                assert_eq!(ratio.se(), Some(0.0));
                for other in bot + 1..n {
                    let ratio = tally.ratio(tally.layout().pair(0, bot, other), pair::DIFFERENCE);
                    assert_eq!((ratio.x, ratio.xx, ratio.se()), (0, 0, Some(0.0)));
                }
            }
        }
    }
}

/// At two seats, line-ups share their deals. From three on each has its own, and the first has
/// those of a run of its own.
#[test]
fn line_ups_of_three_have_deals_of_their_own() {
    let line_ups: [&[usize]; 5] = [&[0, 1], &[0, 2], &[0, 1, 2], &[0, 1, 3], &[1, 2, 3]];
    let mut runs = experiment(Unit::Round, &[1, 2, 3, 4], &line_ups);
    let seeds = |run: &Experiment<Shedding>, deal| {
        let mut circles = run.circles();
        circles.begin(deal);
        [0, 1, 2, 3, 4].map(|line_up| circles.seeds(line_up))
    };
    for deal in [0, 7] {
        let run = runs.seeds.deal(deal);
        for (sharing, own) in [
            (LineUpDeals::Shared, [false; 5]),
            (LineUpDeals::BySeats, [false, false, false, true, true]),
            (LineUpDeals::Own, [false, true, false, true, true]),
        ] {
            runs.line_up_deals = sharing;
            let found = seeds(&runs, deal);
            assert_eq!(found.map(|seeds| seeds != run), own, "{sharing:?}");
            assert!(sharing == LineUpDeals::Shared || found[3] != found[4]);
        }
    }
    // The seeds determine the games: a line-up at the same index has the same games, whatever else
    // is played.
    runs.line_up_deals = LineUpDeals::BySeats;
    let wins = |run: &Experiment<Shedding>, line_up| {
        let tally = tally(run, 0..200, workers(1, 16));
        let group = tally.layout().line_up(line_up, 0);
        tally.ratio(group, result::WINS)
    };
    let mut three = experiment(Unit::Round, &[1, 2, 3, 4], &line_ups[2..4]);
    three.line_up_deals = LineUpDeals::BySeats;
    assert_eq!(wins(&runs, 3), wins(&three, 1));
    three.line_up_deals = LineUpDeals::Shared;
    assert_eq!(wins(&runs, 2), wins(&three, 0));
    assert_ne!(wins(&runs, 3), wins(&three, 1));
}

/// A line-up of one bot is counted seat for seat like the same games among twins.
#[test]
fn a_bot_in_all_seats_is_counted_like_its_twins() {
    let alone = experiment(Unit::Game, &[0], &[&[0, 0, 0, 0]]);
    let twins = experiment(Unit::Game, &[0, 0], &[&[0, 1, 0, 1]]);
    let [alone, twins] = [alone, twins].map(|e| tally(&e, 0..40, workers(1, 8)));
    assert_eq!(alone.n_games(), 40);
    for metric in 0..Shedding::SEAT_METRICS.len() {
        let sums = |tally: &Tally, bot| {
            let ratio = tally.ratio(tally.layout().habits(0, bot), metric);
            [ratio.n, ratio.x]
        };
        let [one, other] = [0, 1].map(|bot| sums(&twins, bot));
        assert_eq!(sums(&alone, 0), [one[0] + other[0], one[1] + other[1]]);
    }
}

#[test]
fn threads_and_chunks_show_nowhere() {
    let line_ups: &[&[usize]] = &[&[0, 1], &[1, 2], &[0, 1, 2], &[0, 0, 1, 2], &[2, 2, 2]];
    let experiment = experiment(Unit::Game, &[0, 5, 9], line_ups);
    let plain = tally(&experiment, 3..60, workers(1, 57));
    assert_eq!(plain.n_deals(), 57);
    // Four seats with a bot twice play 4 rotations, three equal bots one: 2 + 2 + 3 + 4 + 1.
    assert_eq!(plain.n_games(), 57 * 12);
    for (threads, chunk) in [(1, 1), (2, 1), (2, 5), (3, 8), (7, 1), (7, 3), (7, 100)] {
        let other = tally(&experiment, 3..60, workers(threads, chunk));
        assert!(plain == other, "{threads} threads, {chunk} deals a chunk");
    }
}

#[test]
fn a_run_goes_on_from_what_was_collected_before() {
    let experiment = experiment(Unit::Round, &[0, 1, 2], &[&[0, 1, 2]]);
    let cancel = AtomicBool::new(false);
    let control = Control {
        cancel: &cancel,
        progress: &|_| {},
    };
    let mut so_far = Tally::new(&experiment);
    for deals in [0..7, 7..8, 8..30] {
        let done = run(&experiment, deals.clone(), workers(2, 3), so_far, control).unwrap();
        assert_eq!(done.deals, deals);
        so_far = done.collected;
    }
    assert_eq!(so_far, tally(&experiment, 0..30, workers(1, 30)));
}

#[test]
fn a_cancelled_run_is_a_run_of_its_first_deals() {
    let line_ups: &[&[usize]] = &[&[0, 1, 2], &[0, 1, 1, 2]];
    let experiment = experiment(Unit::Round, &[0, 5, 9], line_ups);
    for (threads, chunk, limit) in [(1, 1000, 300), (2, 3, 400), (7, 50, 2000), (4, 1, 1)] {
        let cancel = AtomicBool::new(false);
        let n_games = AtomicU64::new(0);
        let progress = |step: Progress| {
            if n_games.fetch_add(step.games, Ordering::Relaxed) + step.games >= limit {
                cancel.store(true, Ordering::Relaxed);
            }
        };
        let control = Control {
            cancel: &cancel,
            progress: &progress,
        };
        let blank = Tally::new(&experiment);
        let done = run(
            &experiment,
            7..100_000,
            workers(threads, chunk),
            blank,
            control,
        )
        .unwrap();
        assert_eq!(done.deals.start, 7);
        assert!(done.deals.end < 100_000);
        assert_eq!(done.collected.n_deals(), done.deals.end - 7);
        if !done.deals.is_empty() {
            let again = tally(&experiment, done.deals.clone(), workers(1, 10));
            assert!(
                again == done.collected,
                "{threads} threads: {:?}",
                done.deals
            );
        }
    }
}

#[test]
fn a_run_that_cannot_be_played_is_refused() {
    let mut wrong = experiment(Unit::Round, &[0], &[&[0, 0]]);
    wrong.line_ups[0].bots = vec![0, 1];
    let cancel = AtomicBool::new(false);
    let control = Control {
        cancel: &cancel,
        progress: &|_| {},
    };
    let blank = Tally::new(&experiment(Unit::Round, &[0], &[&[0, 0]]));
    assert!(run(&wrong, 0..1, workers(1, 1), blank, control).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Any split of a run, merged in any order, equals the run.
    #[test]
    fn merging_is_exact_and_free_of_order(
        cuts in prop::collection::vec(0u64..40, 0..6),
        order in prop::collection::vec(any::<u32>(), 8),
    ) {
        let experiment = experiment(Unit::Round, &[0, 5, 9], &[&[0, 1, 2], &[0, 2], &[1, 1]]);
        let whole = tally(&experiment, 0..40, workers(1, 40));
        let mut ends: Vec<u64> = cuts.into_iter().chain([40]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut parts = Vec::new();
        let mut start = 0;
        for end in ends {
            if start < end {
                parts.push(tally(&experiment, start..end, workers(1, 7)));
            }
            start = end;
        }
        let mut keyed: Vec<(u32, Tally)> = order.into_iter().cycle().zip(parts).collect();
        keyed.sort_by_key(|(key, _)| *key);
        let mut total = Tally::new(&experiment);
        for (_, mut part) in keyed {
            Collect::<Shedding>::absorb(&mut total, &mut part);
            prop_assert!(part == Tally::new(&experiment));
        }
        prop_assert!(total == whole);
    }
}

/// Results of a game, recorded without aggregation.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    deal: u64,
    line_up: usize,
    bots: Vec<usize>,
    weight: i64,
    winners: u16,
    scores: Vec<i32>,
    positions: Vec<usize>,
    rounds: Vec<Metrics>,
}

/// Records everything.
#[derive(Default)]
struct Log {
    deal: u64,
    positions: Vec<usize>,
    rounds: Vec<Metrics>,
    lines: Vec<Line>,
}

impl Collect<Shedding> for Log {
    fn fresh(&self) -> Log {
        Log::default()
    }

    fn round(
        &mut self,
        seating: &Seating<'_>,
        round: u32,
        game: &Shedding,
        state: &<Shedding as Game>::State,
        metrics: &Metrics,
        _: &<Shedding as Game>::Meter,
    ) {
        if round == 0 {
            let n = seating.bots.len() as u8;
            self.positions = (0..n).map(|seat| game.position(state, seat)).collect();
            assert_eq!(
                self.positions[usize::from(state.dealer())],
                usize::from(n) - 1
            );
            assert_eq!(self.positions[usize::from((state.dealer() + 1) % n)], 0);
        }
        self.rounds.push(*metrics);
    }

    fn game(
        &mut self,
        seating: &Seating<'_>,
        _: Unit,
        game: &Shedding,
        state: &<Shedding as Game>::State,
    ) {
        let n = seating.bots.len() as u8;
        self.lines.push(Line {
            deal: self.deal,
            line_up: seating.line_up,
            bots: seating.bots.to_vec(),
            weight: i64::from(seating.weight),
            winners: game.outcome(state).winners,
            scores: (0..n).map(|seat| game.score(state, seat)).collect(),
            positions: std::mem::take(&mut self.positions),
            rounds: std::mem::take(&mut self.rounds),
        });
    }

    fn end_deal(&mut self, _: u64) {
        self.deal += 1;
    }

    fn absorb(&mut self, other: &mut Log) {
        for mut line in other.lines.drain(..) {
            line.deal += self.deal;
            self.lines.push(line);
        }
        self.deal += std::mem::take(&mut other.deal);
    }
}

/// Returns the ratio of `of` over all games, clustered by deal, computed the slow way.
fn slow(lines: &[Line], n_deals: u64, of: impl Fn(&Line) -> (i64, i64)) -> Ratio {
    let mut ratio = Ratio {
        deals: n_deals,
        n: 0,
        nn: 0,
        x: 0,
        xn: 0,
        xx: 0,
    };
    for deal in 0..n_deals {
        let (mut n, mut x) = (0, 0);
        for line in lines.iter().filter(|line| line.deal == deal) {
            let (dn, dx) = of(line);
            n += line.weight * dn;
            x += line.weight * dx;
        }
        let (wide_n, wide_x) = (i128::from(n), i128::from(x));
        ratio.n += n;
        ratio.x += x;
        ratio.nn += wide_n * wide_n;
        ratio.xn += wide_x * wide_n;
        ratio.xx += wide_x * wide_x;
    }
    ratio
}

#[test]
fn the_tally_agrees_with_a_plain_log_of_the_games() {
    let line_ups: &[&[usize]] = &[&[0, 1, 2, 2], &[0, 2, 0, 2], &[1, 1, 1, 1], &[0, 1]];
    let experiment = experiment(Unit::Game, &[0, 5, 9], line_ups);
    let tally = tally(&experiment, 0..12, workers(2, 2));
    let log = play(&experiment, 0..12, workers(2, 5), Log::default()).collected;
    assert_eq!(log.lines.len() as u64, tally.n_games());
    let layout = tally.layout();
    let win = |line: &Line, seat: usize| {
        let share = WIN / i64::from(line.winners.count_ones().max(1));
        share * i64::from(line.winners >> seat & 1)
    };
    for (table, players) in [(0, 2), (1, 4)] {
        let at = |line: &Line| line.bots.len() == players;
        for bot in 0..3 {
            let seats = |line: &Line, value: &dyn Fn(usize) -> i64| {
                let taken = (0..line.bots.len()).filter(|s| at(line) && line.bots[*s] == bot);
                let (mut n, mut x) = (0, 0);
                for seat in taken {
                    n += 1;
                    x += value(seat);
                }
                (n, x)
            };
            assert_eq!(
                tally.ratio(layout.bot(table, bot), result::WINS),
                slow(&log.lines, 12, |line| seats(line, &|seat| win(line, seat)))
            );
            assert_eq!(
                tally.ratio(layout.bot(table, bot), result::POINTS),
                slow(&log.lines, 12, |line| seats(line, &|seat| i64::from(
                    line.scores[seat]
                )))
            );
            for position in 0..players {
                let here = |line: &Line| {
                    let found = (0..line.bots.len()).filter(|s| {
                        at(line) && line.bots[*s] == bot && line.positions[*s] == position
                    });
                    let found: Vec<usize> = found.collect();
                    (
                        found.len() as i64,
                        found.iter().map(|s| win(line, *s)).sum(),
                    )
                };
                assert_eq!(
                    tally.ratio(layout.seat(table, bot, position), result::WINS),
                    slow(&log.lines, 12, here)
                );
            }
            for second in bot + 1..3 {
                let meetings = |line: &Line| {
                    let (mut n, mut x) = (0, 0);
                    for a in 0..line.bots.len() {
                        for b in 0..line.bots.len() {
                            if at(line) && line.bots[a] == bot && line.bots[b] == second {
                                n += 1;
                                x += win(line, a) - win(line, b);
                            }
                        }
                    }
                    (n, x)
                };
                assert_eq!(
                    tally.ratio(layout.pair(table, bot, second), pair::DIFFERENCE),
                    slow(&log.lines, 12, meetings)
                );
            }
        }
        for metric in 0..Shedding::METRICS.len() {
            let rounds = |line: &Line| {
                let rounds = line.rounds.iter().filter(|_| at(line));
                let values: Vec<i64> = rounds.map(|m| i64::from(m[metric])).collect();
                (values.len() as i64, values.iter().sum())
            };
            assert_eq!(
                tally.ratio(layout.rounds(table), metric),
                slow(&log.lines, 12, rounds)
            );
            let all = log.lines.iter().filter(|line| at(line));
            let values: Vec<i32> = all
                .flat_map(|l| l.rounds.iter().map(|m| m[metric]))
                .collect();
            let spread = tally.spread(table, metric);
            assert_eq!(Some(&spread.min), values.iter().min());
            assert_eq!(Some(&spread.max), values.iter().max());
        }
        assert_eq!(
            tally.ratio(layout.games(table), games::ROUNDS),
            slow(&log.lines, 12, |line| if at(line) {
                (1, line.rounds.len() as i64)
            } else {
                (0, 0)
            })
        );
    }
    for (line_up, bots) in line_ups.iter().enumerate() {
        for (k, &bot) in layout.line_up_bots(line_up).iter().enumerate() {
            let seats = |line: &Line| {
                let of_it = (0..line.bots.len()).filter(|s| line.bots[*s] == bot);
                let found: Vec<usize> = of_it.filter(|_| line.line_up == line_up).collect();
                (
                    found.len() as i64,
                    found.iter().map(|s| win(line, *s)).sum(),
                )
            };
            let ratio = tally.ratio(layout.line_up(line_up, k), result::WINS);
            assert_eq!(ratio, slow(&log.lines, 12, seats));
            // Every rotation counts: in each deal a bot takes each of its seats n times.
            let taken = bots.iter().filter(|b| **b == bot).count() * bots.len();
            assert_eq!(ratio.n, 12 * taken as i64);
        }
    }
}
