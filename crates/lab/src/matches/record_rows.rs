//! The rows of records, games and decisions, and how those of a deal are made.

use powergrab_arena::ArenaGame;
use powergrab_arena::collect::{Collect, FirstFaults, Seating, note};
use powergrab_arena::experiment::Experiment;
use powergrab_arena::play::TablePlay;
use powergrab_arena::seating::CircularLineUps;
use powergrab_bots::strategy::{Fault, Player};
use powergrab_engine::cards::{Card, CardSet, Colour, MAX_SEATS, Seat, Tower};
use powergrab_engine::game::{
    Action, MAX_METRICS, Meter as _, NoObserver, Observable, Options, Unit,
};
use powergrab_engine::grid::{Grid, Line};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::Shedding;
use powergrab_engine::{grid, shedding};
use powergrab_stats::layout::share;
use std::cell::RefCell;
use std::fmt::Debug;
use std::ops::Range;

/// One game as one seat played it. The rows of a game stand side by side, by seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatGame {
    /// The deal's index in the run.
    pub deal: u64,
    /// Which of the experiment's line-ups.
    pub line_up: usize,
    /// Which rotation of the deal's circular order.
    pub rotation: usize,
    /// How many equal rotations of the deal the game stands for.
    pub weight: u32,
    /// The seat.
    pub seat: Seat,
    /// 1 for the seat that began, as in `seats.csv`.
    pub position: usize,
    /// Which of the experiment's bots.
    pub bot: usize,
    /// Its share of the win, in 2520ths.
    pub won: i64,
    /// Its score at the end.
    pub points: i32,
    /// The rounds that it won, in 2520ths.
    pub rounds_won: i64,
    /// The rounds of the game.
    pub rounds: u32,
    /// Whether nobody won.
    pub stopped: bool,
    /// How the bot failed in the game, where it did.
    pub fault: Option<Fault>,
    /// The sums of [`Game::SEAT_METRICS`](powergrab_engine::game::Game::SEAT_METRICS) over the rounds.
    pub metrics: [i64; MAX_METRICS],
}

/// One decision; what lies on the table is `S`, by the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<S> {
    /// The first row of its game in [`Block::games`].
    pub game: usize,
    /// The round, from 0.
    pub round: u32,
    /// Turns taken in the round.
    pub turn: u32,
    /// The seat that decides.
    pub seat: Seat,
    /// What is asked, in the word of the protocol.
    pub question: &'static str,
    /// The hand, normalised.
    pub hand: CardSet,
    /// What lies on the table.
    pub scene: S,
    /// By seat: how many cards it holds.
    pub cards: [u8; MAX_SEATS],
    /// The legal actions are these of [`Block::legal`].
    pub legal: Range<usize>,
    /// The index of the action chosen.
    pub chosen: u8,
    /// What the seat got in the round, and whether it won it.
    pub round_points: i32,
    /// Its share of the round's win, in 2520ths.
    pub round_won: i64,
}

/// What lies on the table of a shedding game.
#[derive(Clone, Debug, PartialEq)]
pub struct SheddingTableState {
    /// The top card of the discard pile.
    pub top: Card,
    /// The colour in force.
    pub colour: Option<Colour>,
    /// By tower: who holds it.
    pub owners: [Option<Seat>; 4],
}

/// What lies on the table of Grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridTableState {
    /// The top cards row by row, from the top left of those that lie there.
    pub tops: [Option<Card>; 9],
    /// The card that is being placed or turns a line.
    pub card: Option<Card>,
    /// The line that is being paid for.
    pub line: Option<Line>,
    /// What is chosen to pay with so far, normalised.
    pub paid: CardSet,
    /// By seat: the face value of its score pile.
    pub points: [i32; grid::MAX_PLAYERS],
}

/// The records of some deals, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<S> {
    /// Every game, seat by seat.
    pub games: Vec<SeatGame>,
    /// Every decision, in the order in which they were taken.
    pub decisions: Vec<Decision<S>>,
    /// The indices of legal actions, decision after decision.
    pub legal: Vec<u8>,
}

impl<S> Default for Block<S> {
    fn default() -> Block<S> {
        Block {
            games: Vec::new(),
            decisions: Vec::new(),
            legal: Vec::new(),
        }
    }
}

impl<S> Block<S> {
    pub(crate) fn append(&mut self, mut later: Block<S>) {
        let (games, legal) = (self.games.len(), self.legal.len());
        for decision in &mut later.decisions {
            decision.game += games;
            decision.legal = decision.legal.start + legal..decision.legal.end + legal;
        }
        self.games.append(&mut later.games);
        self.decisions.append(&mut later.decisions);
        self.legal.append(&mut later.legal);
    }
}

/// A game whose decisions are written down.
pub trait Recorded: ArenaGame + Observable {
    /// What lies on the table at a decision.
    type TableState: Clone + Debug + PartialEq + Send + Sync;

    /// The decision as it is written down; its places in the block, the action and its outcome are still to be filled in.
    fn decision(view: Self::View<'_>) -> Decision<Self::TableState>;

    /// Plays one deal: all line-ups, each under all its distinct rotations, as a run does; who collects is told as in a run, and of a bot's
    /// failures, by its place in the pool. Compiled here, and not where it is called.
    fn record(
        experiment: &Experiment<Self>,
        circles: &mut CircularLineUps,
        deal: u64,
        detail: Detail,
        collect: Option<(&mut dyn Collect<Self>, &mut FirstFaults)>,
    ) -> Block<Self::TableState>;

    /// Writes a decision down.
    fn note(
        block: &mut Block<Self::TableState>,
        view: Self::View<'_>,
        options: &Options,
        action: Action,
    ) {
        let game = Self::game_of(view);
        let start = block.legal.len();
        game.each_legal(view, options, |place| block.legal.push(place as u8));
        block.decisions.push(Decision {
            game: block.games.len(),
            legal: start..block.legal.len(),
            chosen: game.index_of(view, action) as u8,
            ..Self::decision(view)
        });
    }
}

/// What is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Games.
    Games,
    /// Games and decisions.
    Decisions,
}

impl Detail {
    /// The texts of the option.
    pub const TEXTS: &'static [&'static str] = &["games", "decisions"];

    /// The detail with that text, if there is one.
    pub fn from_text(text: &str) -> Option<Detail> {
        match text {
            "games" => Some(Detail::Games),
            "decisions" => Some(Detail::Decisions),
            _ => None,
        }
    }
}

/// A player whose decisions are written down.
struct Watched<'a, G: Recorded> {
    player: Box<dyn Player<G> + Send>,
    block: Option<&'a RefCell<Block<G::TableState>>>,
}

/// The action alone. A bot may hint what the engine then need not ask (Grid's `random`, how it pays), and every decision is to be seen.
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
        G::note(&mut block.borrow_mut(), view, options, action);
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

fn record<G: Recorded>(
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
            let mut seats: Vec<&mut dyn Player<G>> = players
                .iter_mut()
                .map(|player| player as &mut dyn Player<G>)
                .collect();
            G::play(
                &mut table,
                &mut seats,
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

/// By seat: how many cards it holds.
fn sizes(n_seats: usize, size: impl Fn(Seat) -> u32) -> [u8; MAX_SEATS] {
    let mut cards = [0; MAX_SEATS];
    for (seat, n) in cards[..n_seats].iter_mut().enumerate() {
        *n = size(seat as Seat) as u8;
    }
    cards
}

impl Recorded for Shedding {
    type TableState = SheddingTableState;

    fn record(
        experiment: &Experiment<Shedding>,
        circles: &mut CircularLineUps,
        deal: u64,
        detail: Detail,
        collect: Option<(&mut dyn Collect<Shedding>, &mut FirstFaults)>,
    ) -> Block<SheddingTableState> {
        record(experiment, circles, deal, detail, collect)
    }

    fn decision(view: shedding::View<'_>) -> Decision<SheddingTableState> {
        Decision {
            game: 0,
            round: view.round(),
            turn: view.turn(),
            seat: view.seat(),
            question: view.phase().text(),
            hand: view.hand(),
            scene: SheddingTableState {
                top: view.top(),
                colour: view.colour(),
                owners: Tower::ALL.map(|tower| view.owner(tower)),
            },
            cards: sizes(view.n_seats(), |seat| view.hand_size(seat)),
            legal: 0..0,
            chosen: 0,
            round_points: 0,
            round_won: 0,
        }
    }
}

impl Recorded for Grid {
    type TableState = GridTableState;

    fn record(
        experiment: &Experiment<Grid>,
        circles: &mut CircularLineUps,
        deal: u64,
        detail: Detail,
        collect: Option<(&mut dyn Collect<Grid>, &mut FirstFaults)>,
    ) -> Block<GridTableState> {
        record(experiment, circles, deal, detail, collect)
    }

    fn decision(view: grid::View<'_>) -> Decision<GridTableState> {
        let mut points = [0; grid::MAX_PLAYERS];
        for (seat, points) in points[..view.n_seats()].iter_mut().enumerate() {
            *points = view.points_won(seat as Seat);
        }
        Decision {
            game: 0,
            round: 0,
            turn: view.turn(),
            seat: view.seat(),
            question: view.phase().text(),
            hand: view.hand(),
            scene: GridTableState {
                tops: std::array::from_fn(|cell| view.top((4 * (cell / 3) + cell % 3) as u8)),
                card: view.chosen(),
                line: view.line(),
                paid: view.paid(),
                points,
            },
            cards: sizes(view.n_seats(), |seat| view.hand_size(seat)),
            legal: 0..0,
            chosen: 0,
            round_points: 0,
            round_won: 0,
        }
    }
}
