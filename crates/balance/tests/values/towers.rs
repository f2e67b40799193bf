//! Measurements of `balance` are correct: effects that must be zero are, effects that must grow do,
//! and an intervention agrees with an experiment without interventions.

use crate::variant::{rules, table};
use powergrab_arena::run::{Control, Workers};
use powergrab_balance::cards::Cards;
use powergrab_balance::seating_pool::SeatedLineUp;
use powergrab_balance::towers::{Rates, TowerResults, Towers};
use powergrab_balance::variance_shares::VarianceShares;
use powergrab_balance::variants::{Change, Comparison, PerDeal};
use powergrab_bots::strategy::{Bot, BotGame as _, Player, Players, ShedPolicy, Strategy, resolve};
use powergrab_engine::cards::{Seat, Tower};
use powergrab_engine::game::{
    Action, Driver, Game as _, NoObserver, Observer, Options, Round, Unit,
};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{
    CHOICE_ACCEPT, CHOICE_BLOCK, Event, InterventionError, Phase, Rules, Shedding, State, View,
};
use powergrab_lab::matches::quick::Match;
use std::sync::atomic::AtomicBool;

fn found(tables: &[SeatedLineUp], deals: u64, rates: Rates, threads: usize) -> TowerResults {
    let cancel = AtomicBool::new(false);
    let control = Control {
        cancel: &cancel,
        progress: &|_| {},
    };
    let workers = Workers {
        threads: std::num::NonZero::new(threads),
        chunk: None,
    };
    let towers = Towers {
        tables,
        rates,
        unit: Unit::Round,
        seeds: Seeds::new(11, Purpose::Play),
    };
    towers.run(0..deals, workers, control).unwrap().unwrap()
}

const RATES: Rates = Rates {
    turns: 0.2,
    blocks: 0.5,
    null: false,
};

/// Towers that protect from nothing and cannot be cashed in have no effect (PG-9, PG-11).
#[test]
fn useless_towers_are_worth_nothing() {
    let rules = rules("instant_uno = false\nprotects = { U = [], N = [], O = [], \"!\" = [] }");
    let tables = [table(&rules, &["random", "random", "random"])];
    let found = found(&tables, 3000, RATES, 2);
    let rows = found.worth(&tables);
    assert!(found.blocks(&tables).is_empty());
    let all: Vec<_> = rows.iter().filter(|row| row.by == "all").collect();
    assert_eq!(all.len(), 4);
    for row in &all {
        assert!(row.effect.samples > 3000, "{row:?}");
        // Four towers, two figures each: four standard errors lead to one false alarm in two
        // thousand runs of new seeds.
        for e in [row.effect.win, row.effect.points] {
            assert!(e.value.abs() <= 4.0 * e.se.unwrap(), "{row:?}");
        }
        assert!(
            row.effect.win.se.unwrap() < 0.01,
            "the test can see 4 points: {row:?}"
        );
    }
}

/// An intervention that moves nothing changes nothing, in any deal.
#[test]
fn a_null_swap_is_exactly_zero() {
    let rates = Rates {
        null: true,
        ..RATES
    };
    let tables = [
        table(&rules(""), &["balanced", "random", "bluffer"]),
        table(&rules(""), &["greedy", "greedy"]),
    ];
    let rows = found(&tables, 300, rates, 2).worth(&tables);
    assert!(rows.len() > 20);
    for row in &rows {
        // A sum of squares of zero: every single difference was zero.
        for e in [row.effect.win, row.effect.points] {
            assert_eq!((e.value, e.se), (0.0, Some(0.0)), "{row:?}");
        }
    }
}

#[test]
fn threads_change_no_figure() {
    let tables = [table(&rules(""), &["balanced", "random", "hoarder"])];
    let one = found(&tables, 60, RATES, 1);
    let three = found(&tables, 60, RATES, 3);
    assert_eq!(one.worth(&tables), three.worth(&tables));
    assert_eq!(one.blocks(&tables), three.blocks(&tables));
}

fn worth_of(rules: &Rules, tower: Tower) -> (f64, f64) {
    let tables = [table(rules, &["random", "random", "random"])];
    let rows = found(&tables, 2500, RATES, 2).worth(&tables);
    let row = rows
        .iter()
        .find(|row| row.by == "all" && row.tower == tower);
    let win = row.unwrap().effect.win;
    (win.value, win.se.unwrap())
}

/// A tower that stops more is worth more (PG-9).
#[test]
fn protecting_from_more_is_worth_more() {
    let plain = "instant_uno = false\n";
    let (none, none_se) = worth_of(&rules(&format!("{plain}protects = {{ U = [] }}")), Tower::U);
    let (one, one_se) = worth_of(&rules(plain), Tower::U);
    let (all, all_se) = worth_of(
        &rules(&format!(
            "{plain}protects = {{ U = [\"D1\", \"D2\", \"W4\", \"S\"] }}"
        )),
        Tower::U,
    );
    assert!(all > one + 2.0 * (all_se + one_se), "{one} {all}");
    assert!(all > none + 4.0 * (all_se + none_se), "{none} {all}");
    assert!(one > none, "{none} {one}");
}

/// A bot that plays like `random` but never blocks with one tower.
#[derive(Debug)]
struct Handicapped(Tower);

struct Hand {
    inner: powergrab_bots::strategy::ShedPlayer,
    tower: Tower,
}

impl Strategy<Shedding> for Handicapped {
    fn player(&self, seat: Seat) -> Box<dyn Player<Shedding> + Send> {
        let random: Bot<Shedding> = resolve("random").unwrap();
        Box::new(Hand {
            inner: Shedding::player(&random.policy, seat),
            tower: self.0,
        })
    }
}

impl Player<Shedding> for Hand {
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let answer = self.inner.decide(view, options, rng);
        // Each tower stops one card by the official rules, and `random` blocks whenever it can.
        let stops = match self.tower {
            Tower::U => "D1",
            Tower::N => "D2",
            Tower::O => "W4",
            Tower::Bang => "S",
        };
        let blocks = view.phase() == Phase::React && answer == Action::choice(CHOICE_BLOCK);
        if blocks && view.top().symbol().text() == stops {
            assert!(options.has_choice(CHOICE_ACCEPT));
            return Action::choice(CHOICE_ACCEPT);
        }
        answer
    }
}

/// Holding N has a value because N blocks: a seat that may not block with it wins less often,
/// without any intervention.
#[test]
fn interventions_agree_with_a_handicap() {
    let official = rules("");
    let (worth, se) = worth_of(&official, Tower::N);
    assert!(worth > 4.0 * se, "{worth} {se}");
    let handicapped = Bot::new("no-N", ShedPolicy::external(Handicapped(Tower::N)));
    let result = Match::with_rules(official)
        .bot(handicapped)
        .bot_named("random")
        .unwrap()
        .bot_named("random")
        .unwrap()
        .deals(20_000)
        .unit(Unit::Round)
        .play()
        .unwrap();
    let record = result.record("no-N").unwrap();
    assert!(
        record.interval.unwrap().high < record.fair_share,
        "{record:?}"
    );
}

/// The naive correlation differs from the effect, and may be far from it.
#[test]
fn the_naive_figure_is_a_correlation() {
    let rules = rules("instant_uno = false\nprotects = { U = [], N = [], O = [], \"!\" = [] }");
    let tables = [table(&rules, &["random", "random", "first-legal"])];
    let rows = found(&tables, 3000, RATES, 2).worth(&tables);
    // Useless towers, but `first-legal` grabs U first and loses, so holders of U win less often.
    let row = rows.iter().find(|r| r.by == "all" && r.tower == Tower::U);
    let row = row.unwrap();
    let naive = row.naive_win.unwrap();
    assert!(!naive.is_about_zero(), "{row:?}");
    assert!(
        row.effect.win.value.abs() < naive.value.abs() / 2.0,
        "{row:?}"
    );
}

#[derive(Default)]
struct Heard(Vec<Event>);

impl Observer<Shedding> for Heard {
    fn event(&mut self, game: &Shedding, state: &State, event: &Event) {
        self.0.push(*event);
        assert_eq!(game.check(state), Ok(()));
        assert_eq!(game.heard(state, event, 0), Some(*event), "it is public");
    }
}

/// The state after an intervention is a position of the game, and refused interventions change
/// nothing (PG-8).
#[test]
fn interventions_are_checked_and_public() {
    let game = Shedding::new(rules("towers = \"UN\""), 3).unwrap();
    let mut refused = 0;
    for deal in 0..40 {
        let mut driver = Driver::new(&game);
        driver.begin_game(
            &game,
            Seeds::new(1, Purpose::Play).deal(deal),
            &[],
            Unit::Round,
        );
        driver.begin_round(&game, &mut NoObserver);
        let random: Bot<Shedding> = resolve("random").unwrap();
        let mut players: Vec<_> = (0..3)
            .map(|s| Shedding::player(&random.policy, s))
            .collect();
        while let Some(ask) = driver.ask(&game, &mut NoObserver) {
            let before = *driver.state();
            let mut heard = Heard::default();
            for (tower, to) in [(Tower::U, Some(2)), (Tower::U, None), (Tower::N, Some(0))] {
                let done = game.set_holder(&mut driver.round.state, tower, to, &mut heard);
                if before.phase() == Phase::Turn {
                    assert_eq!(done, Ok(()));
                    assert_eq!(game.holder(driver.state(), tower), to);
                } else {
                    assert_eq!(done, Err(InterventionError::NotBetweenTurns));
                    assert_eq!(*driver.state(), before);
                    refused += 1;
                }
            }
            if before.phase() == Phase::Turn {
                assert_eq!(heard.0.len(), 3);
                for (tower, to) in [(Tower::O, None), (Tower::U, Some(3))] {
                    let there = *driver.state();
                    let done = game.set_holder(&mut driver.round.state, tower, to, &mut NoObserver);
                    assert_eq!(done, Err(InterventionError::NoSuchTower));
                    assert_eq!(*driver.state(), there);
                }
            }
            driver.round.state = before;
            driver.decide(&game, &ask, &mut Players(&mut players), &mut NoObserver);
        }
    }
    assert!(refused > 10);
}

/// An exchanged card leaves a position of the game, and the card given away takes the other's place
/// (PG-4).
#[test]
fn a_card_can_be_exchanged_with_the_draw_pile() {
    let game = Shedding::new(rules(""), 2).unwrap();
    for deal in 0..60 {
        let mut driver = Driver::new(&game);
        driver.begin_game(
            &game,
            Seeds::new(1, Purpose::Play).deal(deal),
            &[],
            Unit::Round,
        );
        driver.begin_round(&game, &mut NoObserver);
        if driver.ask(&game, &mut NoObserver).is_none() || driver.state().phase() != Phase::Turn {
            continue;
        }
        let before = *driver.state();
        let out = before.hand(1).first();
        let into = game.draw_pile(&before).first();
        let Round { state, chance } = &mut driver.round;
        assert_eq!(
            game.exchange_card(state, chance, 1, into, out),
            Err(InterventionError::NoSuchCard)
        );
        assert_eq!(*state, before);
        game.exchange_card(state, chance, 1, out, into).unwrap();
        assert_eq!(game.check(state), Ok(()));
        assert!(state.hand(1).has(into) && game.draw_pile(state).has(out));
        // Exchanged back, the position is as before, so the round continues as it would have.
        game.exchange_card(state, chance, 1, into, out).unwrap();
        assert_eq!(*state, before);
    }
}

const CONTROL: fn(&AtomicBool) -> Control<'_> = |cancel| Control {
    cancel,
    progress: &|_| {},
};

/// Variance shares: sources that a table does not have explain nothing, and all together explain
/// everything.
#[test]
fn the_ledger_gives_each_source_its_own() {
    let tables = [
        table(&rules(""), &["greedy", "greedy"]),
        table(&rules(""), &["random", "first-legal"]),
    ];
    let ledger = VarianceShares {
        tables: &tables,
        seeds: Seeds::new(5, Purpose::Play),
    };
    let cancel = AtomicBool::new(false);
    let found = ledger.run(0..4000, Workers::default(), CONTROL(&cancel));
    let rows = ledger.rows(&found.unwrap().unwrap());
    let share = |line_up: &str, source: &str| {
        let row = rows
            .iter()
            .find(|r| r.place.line_up == line_up && r.source == source);
        let row = row.unwrap();
        (row.first, row.total)
    };
    // Equal bots without randomness: the seating and the dice have no influence, exactly.
    for source in ["bots", "dice"] {
        let (first, total) = share("greedy+greedy", source);
        assert_eq!(total.value, 0.0, "{source}");
        assert!(
            first.value.abs() < 4.0 * first.se.unwrap(),
            "{source}: {first:?}"
        );
    }
    let (deal, all_of_deal) = share("greedy+greedy", "deal");
    assert!(deal.value > 4.0 * deal.se.unwrap(), "{deal:?}");
    assert!(all_of_deal.value >= deal.value);
    // Two bots, one of which wins a share p of the rounds: the seating explains (p - 1/2)² of the
    // variance of 1/4.
    let (bots, _) = share("random+first-legal", "bots");
    let result = Match::with_rules(rules(""))
        .bot_named("random")
        .and_then(|m| m.bot_named("first-legal"))
        .unwrap()
        .deals(20_000)
        .unit(Unit::Round)
        .play()
        .unwrap();
    let p = result.record("random").unwrap().win_rate;
    let due = 4.0 * (p - 0.5) * (p - 0.5);
    assert!(due > 0.01, "{p}");
    assert!(
        (bots.value - due).abs() < 4.0 * bots.se.unwrap(),
        "{bots:?} {due}"
    );
}

/// A card that can always be played is worth more than a plain number, and one exchanged for itself
/// is worth nothing.
#[test]
fn wild_cards_are_worth_more_than_plain_ones() {
    let tables = [table(&rules(""), &["balanced", "balanced", "balanced"])];
    let cards = Cards {
        tables: &tables,
        seeds: Seeds::new(5, Purpose::Play),
    };
    let cancel = AtomicBool::new(false);
    let found = cards
        .run(0..3000, Workers::default(), CONTROL(&cancel))
        .unwrap()
        .unwrap();
    let rows = found.rows(&tables);
    assert_eq!(rows.len(), 13);
    let win = |kind: &str| rows.iter().find(|r| r.card == kind).unwrap().effect.win;
    let (wild, plain) = (win("WT"), win("plain 5-9"));
    let se = wild.se.unwrap() + plain.se.unwrap();
    assert!(wild.value > plain.value + 2.0 * se, "{wild:?} {plain:?}");
}

/// A change without effect changes nothing, and a paired difference is more precise than two rates.
#[test]
fn variants_are_paired_by_deal() {
    let base = rules("");
    let tables = [table(&base, &["greedy", "random", "hoarder"])];
    let comparison = Comparison {
        tables: &tables,
        unit: Unit::Round,
        seeds: Seeds::new(5, Purpose::Play),
        deals: 0..400,
        workers: Workers::default(),
    };
    let change = |name: &str, json: &str| Change {
        name: name.to_owned(),
        options: serde_json::from_str(json).unwrap(),
    };
    // PG-17 concerns only two players.
    let changes = [
        change("skip", r#"{"two_player_reverse":"skip"}"#),
        change("hand", r#"{"hand_size":3}"#),
        change("points", r#"{"points":{"G2":20}}"#),
    ];
    let cancel = AtomicBool::new(false);
    let compare = |comparison: &Comparison<'_>, changes: &[Change], pairs: bool| {
        let runs = Comparison::runs(changes, pairs);
        let played = runs
            .iter()
            .map(|run| comparison.play(run, CONTROL(&cancel)));
        let played: Vec<PerDeal> = played.map(|played| played.unwrap().unwrap()).collect();
        comparison.compare(&runs, &played)
    };
    let (rows, rankings) = compare(&comparison, &changes, true);
    let find = |flips: &str, metric: &str| {
        let row = rows.iter().find(|r| r.flips == flips && r.metric == metric);
        row.unwrap_or_else(|| panic!("{flips} {metric}"))
    };
    for row in rows.iter().filter(|row| row.flips == "skip") {
        assert_eq!(
            (row.difference.value, row.difference.se),
            (0.0, Some(0.0)),
            "{row:?}"
        );
        assert!(!row.noticeable);
    }
    let turns = find("hand", "turns");
    assert!(
        turns.noticeable && turns.difference.value < -5.0,
        "{turns:?}"
    );
    let points = find("points", "winner_points");
    assert!(points.difference.value < 0.0 && points.difference.interval.unwrap().1 < 0.0);
    // The joint effect of two changes, one of which does not apply, is the effect of the other.
    let both = find("skip & hand", "turns");
    assert!(both.interaction.unwrap().value.abs() < 1e-9);
    assert!((both.difference.value - turns.difference.value).abs() < 1e-9);
    let shares: f64 = ["greedy", "random", "hoarder"]
        .iter()
        .map(|bot| find("hand", &format!("share {bot}")).value)
        .sum();
    assert!((shares - 1.0).abs() < 0.01, "each sits once: {shares}");
    assert_eq!(rankings.len(), 7);
    assert!(rankings.iter().all(|r| r.flips != "skip" || !r.changed));

    // The points of PG-16 affect a round's winner only if bots consider them.
    let blind = [table(&base, &["random", "first-legal", "random"])];
    let comparison = Comparison {
        tables: &blind,
        ..comparison
    };
    let (rows, _) = compare(&comparison, &changes[2..], false);
    let of = |metric: &str| {
        let row = rows
            .iter()
            .find(|r| r.flips == "points" && r.metric == metric);
        row.unwrap().difference.value
    };
    assert_eq!((of("turns"), of("share first-legal")), (0.0, 0.0));
    assert!(of("winner_points") < 0.0);
}
