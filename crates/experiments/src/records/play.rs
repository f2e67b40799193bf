//! Recorded play of a deal: its games and decisions are written down.

use super::recorded::Recorded;
use super::rows::{Block, Decision, Detail, SeatGame};
use powergrab_arena::collect::{Collect, FirstFaults, Seating, note};
use powergrab_arena::experiment::Experiment;
use powergrab_arena::play::TablePlay;
use powergrab_arena::seating::CircularLineUps;
use powergrab_bots::strategy::{Fault, Player, Players};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::game::{Action, MAX_METRICS, Meter as _, NoObserver, Options, Unit};
use powergrab_engine::rng::Rng;
use powergrab_stats::layout::share;
use std::cell::RefCell;

/// A player whose decisions are recorded.
struct Watched<'a, G: Recorded> {
    player: Box<dyn Player<G> + Send>,
    block: Option<&'a RefCell<Block<G::TableState>>>,
}

/// Returns the action without its hint. A hint spares the engine a question (how Grid's `random`
/// pays), but records need every decision.
fn without_hint(action: Action) -> Action {
    let choice = || Action::choice(action.choice_number().unwrap_or_default());
    action.slot().map_or_else(choice, Action::card)
}

impl<G: Recorded> Player<G> for Watched<'_, G> {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let action = self.player.decide(view, options, rng);
        let Some(block) = self.block else {
            return action;
        };
        write_down::<G>(&mut block.borrow_mut(), view, options, action);
        without_hint(action)
    }

    fn listens(&self) -> bool {
        self.player.listens()
    }

    fn begin(&mut self, game: &G, seed: u64) {
        self.player.begin(game, seed);
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        self.player.hear(view, event);
    }

    fn fault(&mut self) -> Option<Fault> {
        self.player.fault()
    }
}

/// Records a decision.
fn write_down<G: Recorded>(
    block: &mut Block<G::TableState>,
    view: G::View<'_>,
    options: &Options,
    action: Action,
) {
    let game = G::game_of(view);
    let start = block.legal.len();
    game.each_legal(view, options, |place| block.legal.push(place as u8));
    block.decisions.push(Decision {
        game: block.games.len(),
        legal: start..block.legal.len(),
        chosen: game.index_of(view, action) as u8,
        ..G::decision(view)
    });
}

/// Plays one deal as a run does: all line-ups, each under all its distinct rotations. The collector
/// receives the same results as in a run, and the failures by the bot's index in the pool.
pub(super) fn record<G: Recorded>(
    experiment: &Experiment<G>,
    circles: &mut CircularLineUps,
    deal: u64,
    detail: Detail,
    mut collect: Option<(&mut dyn Collect<G>, &mut FirstFaults)>,
) -> Block<G::TableState> {
    let block = RefCell::new(Block::default());
    circles.begin(deal);
    for (line_up, seated) in experiment.line_ups.iter().enumerate() {
        let game = &experiment.tables[seated.table];
        let (circle, seeds) = (circles.circle(line_up), circles.seeds(line_up));
        for rotation in 0..circle.n_distinct() {
            let bots = circle.rotation(rotation);
            let mut players: Vec<Watched<'_, G>> = bots
                .iter()
                .enumerate()
                .map(|(seat, &bot)| Watched {
                    player: G::boxed_player(&experiment.bots[bot].policy, seat as Seat),
                    block: (detail == Detail::Decisions).then_some(&block),
                })
                .collect();
            let seating = Seating {
                table: seated.table,
                line_up,
                rotation,
                bots,
                weight: circle.weight(),
            };
            let salts: Vec<u64> = bots.iter().map(|&b| experiment.bots[b].salt).collect();
            let blank = SeatGame {
                deal,
                line_up,
                rotation,
                weight: circle.weight(),
                seat: 0,
                position: 0,
                bot: 0,
                won: 0,
                points: 0,
                rounds_won: 0,
                rounds: 0,
                stopped: false,
                fault: None,
                metrics: [0; MAX_METRICS],
            };
            let mut rows: Vec<SeatGame> = bots
                .iter()
                .enumerate()
                .map(|(seat, &bot)| SeatGame {
                    seat: seat as Seat,
                    bot,
                    ..blank.clone()
                })
                .collect();
            let mut table = TablePlay::new(game);
            let mut first = block.borrow().decisions.len();
            let mut before = [0; MAX_SEATS];
            let mut round = 0;
            let mut end_round = |game: &G, state: &G::State, meter: &G::Meter| {
                let winners = game.round_outcome(state).winners;
                let each = share(winners);
                let mut block = block.borrow_mut();
                for row in &mut rows {
                    let seat = usize::from(row.seat);
                    if row.rounds == 0 {
                        row.position = game.position(state, row.seat) + 1;
                    }
                    row.rounds += 1;
                    row.rounds_won += each * i64::from(winners >> seat & 1);
                    row.points = game.score(state, row.seat);
                    for (sum, metric) in row.metrics.iter_mut().zip(meter.seat(row.seat)) {
                        *sum += i64::from(*metric);
                    }
                }
                for decision in &mut block.decisions[first..] {
                    let seat = usize::from(decision.seat);
                    decision.round_won = each * i64::from(winners >> seat & 1);
                    decision.round_points = rows[seat].points - before[seat];
                }
                first = block.decisions.len();
                for row in &rows {
                    before[usize::from(row.seat)] = row.points;
                }
            };
            G::play(
                &mut table,
                &mut Players(&mut players),
                &salts,
                seeds,
                experiment.unit,
                &mut NoObserver,
                &mut |game, state, metrics, meter| {
                    if let Some((collect, _)) = &mut collect {
                        collect.round(&seating, round, game, state, metrics, meter);
                    }
                    round += 1;
                    end_round(game, state, meter);
                },
            );
            let state = table.state();
            let winners = match experiment.unit {
                Unit::Game => game.outcome(state).winners,
                Unit::Round => game.round_outcome(state).winners,
            };
            for (row, player) in rows.iter_mut().zip(&mut players) {
                row.won = share(winners) * i64::from(winners >> row.seat & 1);
                row.stopped = winners == 0;
                row.fault = player.fault();
                if let (Some((collect, first_faults)), Some(fault)) = (&mut collect, &row.fault) {
                    collect.fault(&seating, row.bot, fault.kind);
                    note(first_faults, row.bot, (deal, fault.clone()));
                }
            }
            if let Some((collect, _)) = &mut collect {
                collect.game(&seating, experiment.unit, game, state);
            }
            block.borrow_mut().games.append(&mut rows);
        }
    }
    if let Some((collect, _)) = collect {
        collect.end_deal(deal);
    }
    block.into_inner()
}
