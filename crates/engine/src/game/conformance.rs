//! A test of the promises of [`Game`], [`Observable`] and [`Textual`], for games in other crates as
//! well: what `check_env` of Gymnasium is to environments.

use super::record::Record;
use super::round::{Seats, Unit};
use super::{
    Action, Ask, Driver, FieldRange, Game, MAX_METRICS, Meter as _, Metrics, NoObserver, Observer,
    Outcome, Textual,
};
use crate::cards::{MAX_SEATS, Seat};
use crate::rng::{Purpose, Rng, Seeds};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of decisions of a round, and of rounds of a game.
const LIMIT: usize = 100_000;

/// Returns from the function with the error unless the condition holds.
macro_rules! ensure {
    ($holds:expr, $($error:tt)+) => {
        if !$holds {
            return Err(format!($($error)+));
        }
    };
}

/// Plays games with random answers, and checks what [`Game`], [`Observable`](super::Observable) and
/// [`Textual`] promise: rounds end; every question has at least two options, and is the same if it
/// is asked again; options have indices and names of their own; observations are written whole; a
/// used table plays as a new one; [`Game::play_round`] plays as the loop of questions and answers;
/// and the meter counts the same in each.
///
/// The games are the same in each call; with none, only what the game declares is checked.
///
/// # Errors
/// States the first promise that is broken, with the deal, the round and the decision.
pub fn check_game<G: Textual>(game: &G, n_games: u64) -> Result<(), String> {
    check_declarations(game)?;
    let seeds = Seeds::new(0, Purpose::Test);
    let mut used = Driver::new(game);
    for deal in 0..n_games {
        let mut new = Driver::new(game);
        for table in [&mut used, &mut new] {
            table.begin_game(game, seeds.deal(deal), &[], Unit::Game);
        }
        let mut rng = seeds.deal(deal).plan();
        for round in 0.. {
            check_round(game, [&mut used, &mut new], &mut rng)
                .and_then(|()| check_end(game, &mut used))
                .map_err(|error| format!("deal {deal}, round {round}: {error}"))?;
            if used.is_over(game) {
                break;
            }
            ensure!(round < LIMIT, "deal {deal}: the game does not end");
        }
    }
    Ok(())
}

/// Checks what a game declares.
fn check_declarations<G: Textual>(game: &G) -> Result<(), String> {
    let n = game.n_seats();
    ensure!(
        (2..=MAX_SEATS).contains(&n),
        "{n} seats, not 2 to {MAX_SEATS}"
    );
    for metrics in [G::METRICS, G::SEAT_METRICS] {
        let len = metrics.len();
        ensure!(
            len <= MAX_METRICS,
            "{len} metrics, at most {MAX_METRICS} are possible"
        );
        let names: BTreeSet<_> = metrics.iter().map(|metric| metric.name).collect();
        ensure!(names.len() == len, "two of the {len} metrics have one name");
    }
    let (n_actions, n_features) = (game.n_actions(), game.n_features());
    ensure!(
        n_actions <= 256,
        "{n_actions} action indices, at most 256 are possible"
    );
    for (name, ranges, len) in [
        ("action_places", game.action_places(), n_actions),
        ("feature_places", game.feature_places(), n_features),
    ] {
        let add = |end, range: &FieldRange| (range.at == end).then_some(end + range.len);
        let end = ranges.iter().try_fold(0, add);
        ensure!(
            end == Some(len),
            "`{name}` does not name each of {len} places once, in order"
        );
    }
    Ok(())
}

/// The events of a round as in a trace, and its counts.
struct Log<G: Textual> {
    records: Vec<(&'static str, Value)>,
    memory: G::TraceState,
    n_events: usize,
    meter: G::Meter,
}

impl<G: Textual> Observer<G> for Log<G> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        self.n_events += 1;
        let records = &mut self.records;
        game.event_records(&mut self.memory, state, event, &mut |record: Record| {
            records.push((record.event(), record.into_json()));
        });
        for seat in 0..game.n_seats() as Seat {
            let _ = game.heard(state, event, seat);
        }
        self.meter.event(game, state, event);
    }
}

impl<G: Textual> Log<G> {
    fn new(game: &G) -> Log<G> {
        let mut meter = G::Meter::default();
        meter.reset(game);
        Log {
            records: Vec::new(),
            memory: G::TraceState::default(),
            n_events: 0,
            meter,
        }
    }

    /// Closes the round; returns its metrics, those of the seats, and their sums.
    fn close(&mut self, game: &G, state: &G::State) -> (Metrics, Vec<Vec<i32>>, Vec<i32>) {
        let metrics = self.meter.close(game, state);
        let len = G::SEAT_METRICS.len();
        let seats = 0..game.n_seats() as Seat;
        let seats = seats.map(|seat| self.meter.seat(seat)[..len].to_vec());
        (metrics, seats.collect(), self.meter.sum()[..len].to_vec())
    }
}

/// Answers that were given before, in order.
struct Replay<'a> {
    answers: std::slice::Iter<'a, (Ask, Action)>,
    differs: bool,
}

impl<G: Game> Seats<G> for Replay<'_> {
    fn decide(&mut self, _: &G, _: &G::State, ask: &Ask, _: &mut Rng) -> Action {
        match self.answers.next() {
            Some((due, action)) if due == ask => *action,
            _ => {
                self.differs = true;
                ask.options.nth(0)
            }
        }
    }
}

/// Plays a round at two tables at once, and a third time without a pause.
fn check_round<G: Textual>(
    game: &G,
    [used, new]: [&mut Driver<G>; 2],
    rng: &mut Rng,
) -> Result<(), String> {
    let mut whole = used.clone();
    let [mut log, mut new_log, mut whole_log] = [(); 3].map(|()| Log::<G>::new(game));
    used.begin_round(game, &mut log);
    new.begin_round(game, &mut new_log);
    whole.begin_round(game, &mut whole_log);
    let mut answers = Vec::new();
    while let Some(ask) = used.ask(game, &mut log) {
        ensure!(answers.len() < LIMIT, "the round does not end");
        let decision = answers.len();
        let at_decision = |error| format!("decision {decision}: {error}");
        check_question(game, used, &mut log, ask).map_err(at_decision)?;
        let action = ask.options.nth(rng.below(ask.options.len()));
        let same = new.ask(game, &mut new_log) == Some(ask);
        ensure!(same, "a new table asks otherwise than a used one");
        used.answer(game, action, &mut log);
        new.answer(game, action, &mut new_log);
        game.check(used.state()).map_err(at_decision)?;
        answers.push((ask, action));
    }
    let same = new.ask(game, &mut new_log).is_none();
    ensure!(same, "a new table asks otherwise than a used one");
    let mut replay = Replay {
        answers: answers.iter(),
        differs: false,
    };
    whole.finish_unheard(game, &mut replay, &mut whole_log);
    let same = !replay.differs && replay.answers.len() == 0;
    ensure!(same, "`play_round` asks otherwise than `advance`");
    let counts = log.close(game, used.state());
    let is_same = |other: &Driver<G>, mut its_log: Log<G>| {
        seen(game, other.state()) == seen(game, used.state())
            && views(game, other.state()) == views(game, used.state())
            && its_log.records == log.records
            && its_log.close(game, other.state()) == counts
    };
    let same = is_same(new, new_log);
    ensure!(
        same,
        "a new table plays or counts otherwise than a used one"
    );
    let same = is_same(&whole, whole_log);
    ensure!(
        same,
        "`play_round` plays or counts otherwise than `advance` and `apply`"
    );
    let (metrics, seats, sums) = counts;
    let beyond = &metrics[G::METRICS.len()..];
    ensure!(
        beyond.iter().all(|count| *count == 0),
        "the meter counts metrics beyond `METRICS`"
    );
    let added = (0..sums.len()).map(|metric| seats.iter().map(|counts| counts[metric]).sum());
    let same = added.collect::<Vec<i32>>() == sums;
    ensure!(
        same,
        "`sum` of the meter is {sums:?}, its seats are {seats:?}"
    );
    Ok(())
}

/// Checks the question of a table: that it stays, and how its options are named.
fn check_question<G: Textual>(
    game: &G,
    table: &mut Driver<G>,
    log: &mut Log<G>,
    ask: Ask,
) -> Result<(), String> {
    let Ask { seat, options } = ask;
    ensure!(usize::from(seat) < game.n_seats(), "seat {seat} is asked");
    let several = options.len() > 1 && options.is_choice();
    ensure!(several, "{} options", options.len());
    game.check(table.state())?;
    let (before, n_events) = (seen(game, table.state()), log.n_events);
    let same = table.ask(game, log) == Some(ask);
    ensure!(same, "asked again, `advance` asks otherwise");
    let same = seen(game, table.state()) == before && log.n_events == n_events;
    ensure!(same, "asked again, `advance` changes the position");
    let view = game.view(table.state(), seat);
    ensure!(
        G::seat_of(view) == seat,
        "`seat_of` is {}, not {seat}",
        G::seat_of(view)
    );
    // On a page that differs everywhere from the one before.
    let mut page = vec![u8::MAX; game.n_features()];
    game.encode(view, &mut page);
    let (_, pages) = &before;
    let mut both = pages[usize::from(seat)].iter().zip(&page);
    let unwritten = both.position(|(a, b)| a != b);
    ensure!(
        unwritten.is_none(),
        "`encode` does not write place {}",
        unwritten.unwrap_or(0)
    );

    let (mut indices, n) = (Vec::new(), game.n_actions());
    game.each_legal(view, &options, |index| indices.push(index));
    let ascend = indices.is_sorted_by(|a, b| a < b) && indices.iter().all(|index| *index < n);
    ensure!(
        ascend,
        "`each_legal` passes {indices:?}: not ascending, or beyond {n}"
    );
    let card = |action: Action| Some(game.deck().cards()[usize::from(action.slot()?)]);
    let mut names: BTreeMap<String, Action> = BTreeMap::new();
    for action in options.iter() {
        let index = game.index_of(view, action);
        let known = indices.contains(&index);
        ensure!(
            known,
            "`index_of` {action:?} is {index}, which `each_legal` does not pass"
        );
        let back = game.action_at(view, &options, index);
        let same = back.is_some_and(|a| options.has(a) && game.index_of(view, a) == index);
        ensure!(
            same,
            "`index_of` {action:?} is {index}, whose `action_at` is {back:?}"
        );
        let name = G::option_text(view, &options, action);
        ensure!(!name.is_empty(), "{action:?} has no name");
        let first = *names.entry(name.clone()).or_insert(action);
        let copies = card(action).is_some() && card(action) == card(first);
        ensure!(
            copies || first == action,
            "{first:?} and {action:?} are both called `{name}`"
        );
    }
    Ok(())
}

/// Checks the end of a round.
fn check_end<G: Textual>(game: &G, table: &mut Driver<G>) -> Result<(), String> {
    let n = game.n_seats();
    let asks = table.ask(game, &mut NoObserver).is_some();
    ensure!(!asks, "after the end, `advance` asks");
    let state = table.state();
    let Outcome { winners } = game.round_outcome(state);
    ensure!(
        u32::from(winners) >> n == 0,
        "winners {winners:#b} of {n} seats"
    );
    if G::ONE_ROUND {
        let whole = game.outcome(state).winners;
        ensure!(
            whole == winners,
            "`outcome` is {whole:#b}, `round_outcome` {winners:#b}"
        );
        ensure!(
            game.is_over(state),
            "`is_over` is false after a game of one round"
        );
    }
    let seats = (0..n as Seat).map(|seat| game.position(state, seat));
    let positions: BTreeSet<usize> = seats.collect();
    ensure!(
        positions.into_iter().eq(0..n),
        "`position` is not each of 0 to {} once",
        n - 1
    );
    Ok(())
}

/// Returns the scores of all seats and their observations: cheap enough for every decision.
fn seen<G: Textual>(game: &G, state: &G::State) -> (Vec<i32>, Vec<Vec<u8>>) {
    let seats = 0..game.n_seats() as Seat;
    let page = |seat| {
        let mut page = vec![0; game.n_features()];
        game.encode(game.view(state, seat), &mut page);
        page
    };
    let scores = seats.clone().map(|seat| game.score(state, seat));
    (scores.collect(), seats.map(page).collect())
}

/// Returns all that the seats know, as JSON.
fn views<G: Textual>(game: &G, state: &G::State) -> Vec<Value> {
    let seats = 0..game.n_seats() as Seat;
    seats
        .map(|seat| G::view_json(game.view(state, seat), true))
        .collect()
}
