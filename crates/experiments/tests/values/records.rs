//! Records are the observations behind a run's tallies.

use powergrab_arena::ArenaGame as _;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Control, Workers};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::{BotGame, resolve};
use powergrab_engine::game::{Game as _, Unit};
use powergrab_engine::grid::{Grid, rules_file};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::names::Names;
use powergrab_experiments::records::tables;
use powergrab_experiments::records::{
    Block, Decision, Detail, Recorded, Records, SheddingTableState,
};
use powergrab_stats::interval::Ratio;
use powergrab_stats::layout::Group;
use powergrab_table::typed::{Table, Values};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

const DEALS: u64 = 60;

fn experiment(unit: Unit) -> Experiment<Shedding> {
    let game = |n| Shedding::new(Rules::official(Family::PowerGrab), n).unwrap();
    let line_up = |table, bots: &[usize]| LineUp {
        table,
        bots: bots.to_vec(),
    };
    Experiment {
        tables: vec![game(4), game(2)],
        bots: ["hoarder", "balanced", "bluffer"]
            .map(|name| resolve(name).unwrap())
            .into(),
        line_ups: vec![
            line_up(0, &[0, 1, 0, 1]),
            line_up(0, &[0, 1, 1, 2]),
            line_up(1, &[2, 2]),
            line_up(1, &[0, 2]),
        ],
        unit,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(3, Purpose::Play),
    }
}

fn names<G: BotGame>(experiment: &Experiment<G>) -> Names {
    Names {
        rulesets: experiment
            .tables
            .iter()
            .map(|_| "rules".to_owned())
            .collect(),
        bots: experiment.bots.iter().map(|bot| bot.name.clone()).collect(),
        metrics: G::METRICS,
        seat_metrics: G::SEAT_METRICS,
    }
}

fn all<G: ExperimentGame + Recorded>(
    experiment: Experiment<G>,
    detail: Detail,
    threads: usize,
) -> (Vec<Block<G::TableState>>, Experiment<G>) {
    let workers = Workers {
        threads: NonZero::new(threads),
        chunk: NonZero::new(3),
    };
    let control = Control {
        cancel: &AtomicBool::new(false),
        progress: &|_| {},
    };
    let unit = experiment.unit;
    let again = Experiment {
        tables: experiment.tables.clone(),
        bots: experiment.bots.clone(),
        line_ups: experiment.line_ups.clone(),
        unit,
        order: experiment.order,
        line_up_deals: experiment.line_up_deals,
        seeds: experiment.seeds,
    };
    let mut records = Records::new(experiment, 0..DEALS, detail, workers);
    let mut blocks = Vec::new();
    while let Some(block) = G::next_block(&mut records, control).unwrap() {
        blocks.push(block);
    }
    (blocks, again)
}

fn tally(experiment: &Experiment<Shedding>) -> Tally {
    let control = Control {
        cancel: &AtomicBool::new(false),
        progress: &|_| {},
    };
    let blank = Tally::new(experiment);
    let done = Shedding::run(
        experiment,
        0..DEALS,
        Workers::default(),
        blank,
        control,
        None,
    );
    done.unwrap().collected
}

/// Returns the sums of a ratio over deals, as in a tally.
fn ratio(rows: &BTreeMap<u64, (i64, i64)>) -> Ratio {
    let mut ratio = Ratio {
        deals: DEALS,
        n: 0,
        nn: 0,
        x: 0,
        xn: 0,
        xx: 0,
    };
    for &(n, x) in rows.values() {
        ratio.n += n;
        ratio.x += x;
        ratio.nn += i128::from(n) * i128::from(n);
        ratio.xn += i128::from(x) * i128::from(n);
        ratio.xx += i128::from(x) * i128::from(x);
    }
    ratio
}

type Sums = BTreeMap<(usize, usize, usize), BTreeMap<u64, (i64, i64)>>;

/// bots.csv, seats.csv and towers.csv follow from these sums of a tally; the records have the same,
/// to the last bit.
#[test]
fn games_add_up_to_the_tally() {
    for unit in [Unit::Game, Unit::Round] {
        let experiment = experiment(unit);
        let tally = tally(&experiment);
        let (blocks, experiment) = all(experiment, Detail::Games, 2);
        let n_metrics = Shedding::SEAT_METRICS.len();
        let mut bots = Sums::new();
        let mut seats: BTreeMap<usize, Sums> = BTreeMap::new();
        let mut habits = Sums::new();
        for row in blocks.iter().flat_map(|block| &block.games) {
            let table = experiment.line_ups[row.line_up].table;
            let weight = i64::from(row.weight);
            let values = [
                row.won,
                i64::from(row.points),
                row.rounds_won,
                i64::from(row.stopped),
            ];
            let add = |sums: &mut Sums, key, n: i64, x: i64| {
                let cell = sums.entry(key).or_default().entry(row.deal).or_default();
                cell.0 += weight * n;
                cell.1 += weight * x;
            };
            for (i, value) in values.into_iter().enumerate() {
                add(&mut bots, (table, row.bot, i), 1, value);
                let own = seats.entry(row.position - 1).or_default();
                add(own, (table, row.bot, i), 1, value);
            }
            for (i, metric) in row.metrics[..n_metrics].iter().enumerate() {
                add(
                    &mut habits,
                    (table, row.bot, i),
                    i64::from(row.rounds),
                    *metric,
                );
            }
        }
        let layout = tally.layout();
        assert_eq!(bots.len(), 5 * 4);
        for ((table, bot, i), rows) in &bots {
            assert_eq!(tally.ratio(layout.bot(*table, *bot), *i), ratio(rows));
        }
        for (position, sums) in &seats {
            for ((table, bot, i), rows) in sums {
                let group = Group(layout.seats(*table, *bot).0 + position);
                assert_eq!(tally.ratio(group, *i), ratio(rows));
            }
        }
        for ((table, bot, i), rows) in &habits {
            assert_eq!(tally.ratio(layout.habits(*table, *bot), *i), ratio(rows));
        }
    }
}

fn column<'a>(table: &'a Table, name: &str) -> &'a Values {
    &table.column(name).unwrap().values
}

#[test]
fn decisions_are_the_same_for_any_number_of_threads_and_tell_of_their_round() {
    let (one, experiment) = all(experiment(Unit::Game), Detail::Decisions, 1);
    let (two, experiment) = all(experiment, Detail::Decisions, 2);
    assert_eq!(one, two);
    let names = names(&experiment);
    let mut n_rows = 0;
    for block in &one {
        let table = tables::decisions(&experiment, &names, block);
        n_rows += table.n_rows;
        let (Values::Text(options), Values::Text(chosen)) =
            (column(&table, "options"), column(&table, "chosen"))
        else {
            panic!("texts");
        };
        let (Values::Count(n), Values::Text(hands)) =
            (column(&table, "n_options"), column(&table, "hand"))
        else {
            panic!("counts and texts");
        };
        for (row, n) in n.iter().enumerate() {
            let options: Vec<&str> = options.get(row).unwrap().split(' ').collect();
            assert!(options.contains(&chosen.get(row).unwrap()));
            assert_eq!(Some(options.len() as i64), *n);
            let decision = &block.decisions[row];
            let size = hands.get(row).unwrap().split(' ').count();
            let empty = usize::from(hands.get(row) == Some(""));
            assert_eq!(
                size - empty,
                usize::from(decision.cards[usize::from(decision.seat)])
            );
            assert_eq!(decision.round_points > 0, decision.round_won == 2520);
        }
        // The decisions of a game's seats refer to the game.
        let own = |d: &Decision<SheddingTableState>| &block.games[d.game + usize::from(d.seat)];
        assert!(
            block
                .decisions
                .iter()
                .all(|d| own(d).seat == d.seat && d.round < own(d).rounds)
        );
    }
    assert!(n_rows > 40_000, "{n_rows}");
    let mut text = Vec::new();
    let games = tables::games(&experiment, &names, &one[0]);
    games.write_csv(true, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count(), one[0].games.len() + 1);
    assert!(
        text.starts_with("deal,line_up,rotation,weight,bot,ruleset,players,seat,position,won,")
    );
}

fn experiment_of_grid() -> Experiment<Grid> {
    let game = |n| Grid::new(rules_file::builtin(), n).unwrap();
    let line_up = |table, bots: &[usize]| LineUp {
        table,
        bots: bots.to_vec(),
    };
    Experiment {
        tables: vec![game(3), game(2)],
        bots: ["random", "grid-heuristic"]
            .map(|name| resolve::<Grid>(name).unwrap())
            .into(),
        line_ups: vec![line_up(0, &[0, 1, 0]), line_up(1, &[0, 1])],
        unit: Unit::Game,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(3, Purpose::Play),
    }
}

#[test]
fn decisions_of_grid_are_those_of_its_games() {
    let (games, experiment) = all(experiment_of_grid(), Detail::Games, 1);
    let (one, experiment) = all(experiment, Detail::Decisions, 1);
    let (two, experiment) = all(experiment, Detail::Decisions, 2);
    assert_eq!(one, two);
    // Recording decisions changes no game.
    let rows = |blocks: &[Block<_>]| -> Vec<_> {
        let games = blocks.iter().flat_map(|block| &block.games);
        games.cloned().collect()
    };
    assert_eq!(rows(&one), rows(&games));
    let names = names(&experiment);
    let mut questions = BTreeMap::new();
    for block in &one {
        let table = tables::decisions(&experiment, &names, block);
        assert_eq!(
            tables::games(&experiment, &names, block).n_rows,
            block.games.len()
        );
        let text = |name: &str, row: usize| match column(&table, name) {
            Values::Text(texts) => texts.get(row),
            _ => panic!("{name}: texts"),
        };
        let counts = |name: &str| match column(&table, name) {
            Values::Count(counts) => counts,
            _ => panic!("{name}: counts"),
        };
        let words = |name: &str, row: usize| -> Vec<&str> {
            text(name, row).unwrap().split_whitespace().collect()
        };
        for row in 0..table.n_rows {
            let decision = &block.decisions[row];
            let options = words("options", row);
            let chosen = text("chosen", row).unwrap();
            assert!(options.contains(&chosen));
            assert_eq!(counts("n_options")[row], Some(options.len() as i64));
            let hand = words("hand", row);
            assert_eq!(
                hand.len(),
                usize::from(decision.cards[usize::from(decision.seat)])
            );
            let tops = words("grid", row);
            assert_eq!(tops.len(), 9);
            let (card, line) = (text("card", row), text("line", row));
            let paid = words("paid", row);
            assert!(paid.iter().all(|card| hand.contains(card)));
            match decision.question {
                "turn" => assert!(
                    card.is_none()
                        && line.is_none()
                        && (hand.contains(&chosen) || chosen.starts_with("score-"))
                ),
                "position" => {
                    assert!(hand.contains(&card.unwrap()) && chosen.contains('/'));
                }
                "line" => {
                    assert!(card.unwrap().ends_with('R') && chosen.starts_with("reverse-"));
                }
                "pay" => assert!(line.is_some() && hand.contains(&chosen)),
                other => panic!("{other}"),
            }
            let seats = if counts("players")[row] == Some(3) {
                3
            } else {
                2
            };
            for seat in 0..3 {
                let points = counts(&format!("points_{seat}"))[row];
                assert_eq!(points.is_some(), seat < seats);
            }
            let bot = text("bot", row).unwrap().to_owned();
            *questions.entry((bot, decision.question)).or_insert(0) += 1;
        }
    }
    // Including those of `random`, whose payments the engine does not ask for without records.
    assert_eq!(questions.len(), 8, "{questions:?}");
    assert!(questions.values().all(|n| *n > 50), "{questions:?}");
}
