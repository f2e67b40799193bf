//! Compares orders of the draw pile by the information in the games of a deal block:
//! `cargo run --release -p powergrab-benches --example coupling [DEALS]`.
//!
//! All games of a block begin with the same hands. Their later course depends on the coupling of
//! the draw pile between them:
//!
//! - `none`: no coupling, each game has a deal of its own; the control, whose ratio is 1;
//! - `order`: the k-th card drawn is the same in each game, for any seat (as in the arena,
//!   `game::Pile`);
//! - `streams`: each seat has an order of its own over all cards, and draws the first remaining
//!   card in it;
//! - `ends`: one order, in which each seat begins at another place.
//!
//! By the Fisher-Yates argument of `game::Pile` the drawn cards have the same distribution in all
//! four. The variance ratio is that of the first bot's win rate, clustered by deal, over that of as
//! many independent games (`stats/independence.rs`); below 1, the block is more informative.
use powergrab_bots::strategy::{Bot, BotGame, Player as _, ShedPlayer, ShedPolicy, resolve};
use powergrab_engine::cards::{CardSet, MAX_CARDS, MAX_SEATS, Seat};
use powergrab_engine::game::{Action, Ask, Chance, Decider, Game, NoObserver, Pile, Unit};
use powergrab_engine::rng::{DealSeeds, Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Shedding, State, rules_file};
use rayon::prelude::*;
use std::error::Error;

/// Coupling of the games of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Coupling {
    None,
    Order,
    RoundStreams,
    Ends,
}

const ALL: [Coupling; 4] = [
    Coupling::None,
    Coupling::Order,
    Coupling::RoundStreams,
    Coupling::Ends,
];

/// A draw pile whose order depends on the seat that draws.
struct Orders {
    coupling: Coupling,
    n_seats: usize,
    rng: Rng,
    /// Cards still in the pile.
    left: CardSet,
    /// The drawing seat; `None` during the deal.
    seat: Option<usize>,
    /// By seat: its order, and the number of cards read. Rebuilt when a seat first draws from a
    /// pile.
    orders: [[u8; MAX_CARDS]; MAX_SEATS],
    read: [usize; MAX_SEATS],
    ready: bool,
}

impl Orders {
    fn new(coupling: Coupling, n_seats: usize) -> Orders {
        Orders {
            coupling,
            n_seats,
            rng: Rng::from_key(0),
            left: CardSet::EMPTY,
            seat: None,
            orders: [[0; MAX_CARDS]; MAX_SEATS],
            read: [0; MAX_SEATS],
            ready: false,
        }
    }

    /// Returns a uniform order of the pile (Fisher-Yates).
    fn shuffled(&mut self) -> ([u8; MAX_CARDS], usize) {
        let mut order = [0; MAX_CARDS];
        let mut n = 0;
        for slot in self.left.iter() {
            let at = self.rng.below(n as u32 + 1) as usize;
            order[n] = order[at];
            order[at] = slot;
            n += 1;
        }
        (order, n)
    }

    fn prepare(&mut self) {
        self.ready = true;
        self.read = [0; MAX_SEATS];
        let (first, n) = self.shuffled();
        self.orders[0] = first;
        for seat in 1..self.n_seats {
            self.orders[seat] = if self.coupling == Coupling::RoundStreams {
                self.shuffled().0
            } else {
                let mut own = first;
                own[..n].rotate_left(seat * n / self.n_seats);
                own
            };
        }
    }
}

impl Chance for Orders {
    fn fill(&mut self, n: u8) {
        self.refill((0..n).collect());
        self.seat = None;
    }
    fn refill(&mut self, cards: CardSet) {
        self.left = cards;
        self.ready = false;
    }
    fn serve(&mut self, seat: Seat) {
        self.seat = Some(seat.into());
    }
    fn draw(&mut self) -> u8 {
        let slot = if let Some(seat) = self.seat {
            if !self.ready {
                self.prepare();
            }
            let unread = self.orders[seat][self.read[seat]..].iter();
            let skipped = unread.take_while(|slot| !self.left.has(**slot)).count();
            self.read[seat] += skipped + 1;
            self.orders[seat][self.read[seat] - 1]
        } else {
            let nth = self.rng.below(self.left.len());
            self.left.iter().nth(nth as usize).unwrap_or_default()
        };
        self.left ^= CardSet::one(slot);
        slot
    }
    fn put_back(&mut self, slot: u8) {
        self.left |= CardSet::one(slot);
    }
}

/// A draw pile that takes a new stream for each round.
trait Seeded: Chance {
    fn reseed(&mut self, rng: Rng);
}

impl Seeded for Orders {
    fn reseed(&mut self, rng: Rng) {
        self.rng = rng;
    }
}

impl Seeded for Pile {
    fn reseed(&mut self, rng: Rng) {
        Pile::reseed(self, rng);
    }
}

/// Players with their random streams in one round.
struct Answers<'a> {
    players: &'a mut [ShedPlayer],
    rngs: Vec<Rng>,
}

impl Decider<Shedding> for Answers<'_> {
    fn decide(&mut self, game: &Shedding, state: &State, ask: &Ask) -> Action {
        let seat = usize::from(ask.seat);
        let view = game.view(state, ask.seat);
        self.players[seat].decide(view, &ask.options, &mut self.rngs[seat])
    }
}

/// One question: bots, the first of which is measured and has no copy.
struct Table {
    game: Shedding,
    bots: Vec<Bot<Shedding>>,
    unit: Unit,
}

impl Table {
    /// Plays a game with the line-up rotated by `rotation`; returns the first bot's share of the
    /// win.
    fn play(&self, rotation: usize, seeds: DealSeeds, coupling: Coupling) -> f64 {
        let n = self.bots.len();
        let policy = |seat: usize| -> &ShedPolicy { &self.bots[(seat + n - rotation) % n].policy };
        let players = (0..n).map(|seat| Shedding::player(policy(seat), seat as Seat));
        let mut players: Vec<ShedPlayer> = players.collect();
        let winners = if matches!(coupling, Coupling::None | Coupling::Order) {
            self.winners(Pile::new(Rng::from_key(0)), &mut players, seeds)
        } else {
            self.winners(Orders::new(coupling, n), &mut players, seeds)
        };
        f64::from(winners >> rotation & 1) / f64::from(winners.count_ones().max(1))
    }

    /// Returns the seats that win the game, as bits. The loop is that of `Driver`.
    #[allow(
        clippy::disallowed_methods,
        reason = "the driver draws from a `Pile` only"
    )]
    fn winners(
        &self,
        mut chance: impl Seeded,
        players: &mut [ShedPlayer],
        seeds: DealSeeds,
    ) -> u16 {
        let game = &self.game;
        let mut state = game.new_game();
        for player in &mut *players {
            player.new_game();
        }
        for round in (0..).map(|round| seeds.round(round)) {
            let lead = match self.unit {
                Unit::Game => game.lead(&state, &round),
                Unit::Round => round.dealer().below(game.n_seats() as u32) as Seat,
            };
            let rngs = (0..game.n_seats()).map(|seat| round.bot(seat as Seat, 0));
            let rngs = rngs.collect();
            chance.reseed(round.table());
            game.start_round(&mut state, lead, &mut chance, &mut NoObserver);
            let mut answers = Answers { players, rngs };
            game.play_round(&mut state, &mut chance, &mut NoObserver, &mut answers);
            if self.unit == Unit::Round {
                return game.round_outcome(&state).winners;
            }
            if game.is_over(&state) {
                break;
            }
        }
        game.outcome(&state).winners
    }

    /// Returns the win rate, the variance ratio and the ratio's standard error over this many
    /// blocks.
    fn measure(&self, deals: u64, coupling: Coupling) -> [f64; 3] {
        let n = self.bots.len();
        let seeds = Seeds::new(1, Purpose::Play);
        let blocks: Vec<(f64, f64)> = (0..deals)
            .into_par_iter()
            .map(|deal| {
                let games = (0..n).map(|rotation| {
                    let deal = match coupling {
                        Coupling::None => deal * n as u64 + rotation as u64,
                        _ => deal,
                    };
                    self.play(rotation, seeds.deal(deal), coupling)
                });
                games.fold((0.0, 0.0), |(x, xx), win| (x + win, xx + win * win))
            })
            .collect();
        let (d, games) = (deals as f64, (deals * n as u64) as f64);
        let rate = blocks.iter().map(|(x, _)| x).sum::<f64>() / games;
        let alone = blocks.iter().map(|(_, xx)| xx).sum::<f64>() / games - rate * rate;
        // Of one block, relative to the variance of n independent games.
        let squares = blocks
            .iter()
            .map(|(x, _)| (x - n as f64 * rate).powi(2) / (n as f64 * alone));
        let ratio = squares.clone().sum::<f64>() / d;
        let spread = squares.map(|s| (s - ratio).powi(2)).sum::<f64>() / d;
        [rate, ratio, (spread / d).sqrt()]
    }
}

/// Ruleset, bots, unit, and the factor on the number of deals.
const QUESTIONS: [(&str, &[&str], Unit, u64); 7] = [
    ("power-grab", &["champion-2", "balanced"], Unit::Game, 2),
    ("power-grab", &["champion-2", "balanced"], Unit::Round, 10),
    (
        "power-grab",
        &["champion-4", "balanced", "balanced", "balanced"],
        Unit::Game,
        1,
    ),
    (
        "power-grab",
        &["champion-4", "balanced", "balanced", "balanced"],
        Unit::Round,
        5,
    ),
    (
        "power-grab",
        &["hoarder", "greedy", "champion-4", "random"],
        Unit::Game,
        1,
    ),
    (
        "power-grab",
        &["hoarder", "greedy", "champion-4", "random"],
        Unit::Round,
        5,
    ),
    (
        "classic",
        &["balanced", "greedy", "champion-4", "random"],
        Unit::Game,
        1,
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let deals: u64 = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 10_000,
    };
    for (ruleset, names, unit, times) in QUESTIONS {
        let bots: Result<Vec<_>, _> = names.iter().map(|name| resolve(name)).collect();
        let table = Table {
            game: Shedding::new(rules_file::resolve(ruleset)?, names.len())?,
            bots: bots?,
            unit,
        };
        let deals = deals * times;
        println!("{ruleset}, {}, {unit:?}s, {deals} deals", names.join(","));
        let all = ALL.map(|coupling| table.measure(deals, coupling));
        for (coupling, [rate, ratio, se]) in ALL.iter().zip(all) {
            println!(
                "  {:8} win rate {:.2} %  variance ratio {ratio:.3} (se {se:.3})",
                format!("{coupling:?}"),
                100.0 * rate
            );
        }
        check(all, (deals * names.len() as u64) as f64);
    }
    Ok(())
}

/// Checks within 5 standard errors that independent games have a ratio of 1, and that the win rate
/// does not depend on the coupling.
fn check(all: [[f64; 3]; 4], games: f64) {
    let [[_, ratio, se], ..] = all;
    assert!((ratio - 1.0).abs() < 5.0 * se, "independent games: {ratio}");
    let error = |[rate, ratio, _]: [f64; 3]| ratio * rate * (1.0 - rate) / games;
    for other in &all[1..] {
        let most = 5.0 * (error(all[0]) + error(*other)).sqrt();
        assert!((all[0][0] - other[0]).abs() < most, "win rates: {all:?}");
    }
}
