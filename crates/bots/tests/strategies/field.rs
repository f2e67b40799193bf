//! A bot in seat 0 against a field, and its behaviour there.

#![allow(dead_code, reason = "each test uses a part of it")]

use crate::games::play_game;
use powergrab_bots::strategy::{Bot, BotGame as _, register, resolve};
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::game::{Driver, Game as _, Meter as _, Observer, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Event, Family, NOBODY, Rules, Shedding, State, Why};
use std::hash::{DefaultHasher, Hash as _};

/// Behaviour of seat 0, summed over all rounds.
#[derive(Default)]
pub struct Count {
    pub rounds: f64,
    pub games: f64,
    pub games_won: f64,
    /// Rounds that ended with points in its hand.
    pub rounds_lost: f64,
    metrics: Vec<f64>,
    pub plays: f64,
    pub points_shed: f64,
    /// Wild Draw Fours that acted on it, except the last card of a hand.
    pub faced: f64,
    /// Cards played that act on the next seat.
    pub attacks: f64,
    /// Number of these that hit a seat with one or two cards.
    pub late_attacks: f64,
    /// Number of these against which the next seat held the tower.
    pub vain_attacks: f64,
    /// Cards that others drew because of its cards.
    pub inflicted: f64,
    /// Towers that it took from others.
    pub towers_taken: f64,
    /// Number of times that another seat laid down its hand by Instant UNO.
    pub instant_by_others: f64,
    /// Colours that it named.
    pub named: f64,
    /// Number of these colours of which the next seat held no card.
    pub starved: f64,
    /// A hash of everything that happened at the table.
    pub story: DefaultHasher,
}

impl Count {
    /// Returns the mean per round of a metric of `SEAT_METRICS`.
    pub fn per_round(&self, name: &str) -> f64 {
        self.sum(name) / self.rounds
    }

    /// Returns the sum of a metric of `SEAT_METRICS`.
    pub fn sum(&self, name: &str) -> f64 {
        let at = Shedding::SEAT_METRICS.iter().position(|m| m.name == name);
        self.metrics[at.unwrap()]
    }

    /// Returns the sum of all metrics with this prefix.
    pub fn sums(&self, prefix: &str) -> f64 {
        let names = Shedding::SEAT_METRICS.iter().map(|m| m.name);
        names
            .filter(|n| n.starts_with(prefix))
            .map(|n| self.sum(n))
            .sum()
    }

    /// Returns the share of games won.
    pub fn won(&self) -> f64 {
        self.games_won / self.games
    }

    /// Counts a card laid down by seat 0.
    fn played(&mut self, game: &Shedding, state: &State, slot: u8, wild: bool) {
        let t = game.tables();
        let card = t.slots[slot as usize];
        let view = game.view(state, 0);
        self.plays += 1.0;
        self.points_shed += f64::from(t.points_of(CardSet::one(slot)));
        let next = view.after(0);
        if card.draws > 0 || card.misses() {
            self.attacks += 1.0;
            self.late_attacks += f64::from(u8::from(view.hand_size(next) <= 2));
            self.vain_attacks += f64::from(u8::from(card.stops & view.towers(next) != 0));
        }
        if wild && !state.hand(0).is_empty() {
            let colour = view.colour().unwrap();
            self.named += 1.0;
            let lacks = !state.hand(next).meets(t.colours[colour.index()]);
            self.starved += f64::from(u8::from(lacks));
        }
    }
}

impl Observer<Shedding> for Count {
    fn event(&mut self, game: &Shedding, state: &State, event: &Event) {
        format!("{event:?}").hash(&mut self.story);
        let view = game.view(state, 0);
        match *event {
            Event::Play {
                seat: 0,
                card,
                colour,
                ..
            } => self.played(game, state, card, colour.is_some()),
            Event::Play { seat, card, .. }
                if game.tables().draw_fours.has(card) && !state.hand(seat).is_empty() =>
            {
                self.faced += f64::from(u8::from(view.after(seat) == 0));
            }
            Event::Draw { seat, n, why, .. }
                if seat != 0
                    && view.on_turn() == 0
                    && matches!(why, Why::DrawOne | Why::DrawTwo | Why::DrawFour) =>
            {
                self.inflicted += f64::from(n);
            }
            Event::Claim { seat: 0, from, .. } if from != 0 && from != NOBODY => {
                self.towers_taken += 1.0;
            }
            Event::InstantUno { seat, .. } if seat != 0 => self.instant_by_others += 1.0,
            _ => {}
        }
    }
}

/// Returns a built-in bot.
pub fn bot(name: &str) -> Bot<Shedding> {
    resolve(name).unwrap()
}

/// Returns the bot of a strategy file's text.
pub fn custom(text: &str) -> Bot<Shedding> {
    register::from_text("custom", "custom.toml", text)
        .unwrap()
        .bot
}

/// Plays `n` deals of `unit` at Power Grab: `first` in seat 0, `field` in the others.
pub fn count(first: &Bot<Shedding>, field: &[Bot<Shedding>], unit: Unit, n: u64) -> Count {
    count_by(Family::PowerGrab, first, field, unit, n, &[0; 10])
}

/// As [`count`], at any game of the family.
pub fn count_by(
    family: Family,
    first: &Bot<Shedding>,
    field: &[Bot<Shedding>],
    unit: Unit,
    n: u64,
    salts: &[u64],
) -> Count {
    let game = Shedding::new(Rules::official(family), 1 + field.len()).unwrap();
    let mut players: Vec<_> = std::iter::once(first)
        .chain(field)
        .enumerate()
        .map(|(seat, bot)| Shedding::player(&bot.policy, seat as Seat))
        .collect();
    let mut driver = Driver::new(&game);
    let seeds = Seeds::new(2, Purpose::Test);
    let mut seen = Count {
        metrics: vec![0.0; Shedding::SEAT_METRICS.len()],
        ..Count::default()
    };
    let (mut rounds, mut rounds_lost) = (0.0, 0.0);
    let mut metrics = seen.metrics.clone();
    let names = Shedding::SEAT_METRICS.iter();
    let points_left = names
        .map(|m| m.name)
        .position(|n| n == "points_left")
        .unwrap();
    for deal in 0..n {
        play_game(
            &game,
            &mut driver,
            (&mut players, salts),
            seeds.deal(deal),
            unit,
            &mut seen,
            |meter| {
                rounds += 1.0;
                rounds_lost += f64::from(u8::from(meter.seat(0)[points_left] > 0));
                for (sum, value) in metrics.iter_mut().zip(meter.seat(0)) {
                    *sum += f64::from(*value);
                }
            },
        );
        seen.games += 1.0;
        seen.games_won += f64::from(u8::from(game.outcome(driver.state()).winners & 1 == 1));
    }
    (seen.rounds, seen.rounds_lost, seen.metrics) = (rounds, rounds_lost, metrics);
    seen
}

/// Returns three of a built-in bot.
pub fn three(name: &str) -> Vec<Bot<Shedding>> {
    vec![bot(name); 3]
}

/// Checks that `a` is at least `factor` times `b`.
pub fn exceeds(what: &str, a: f64, factor: f64, b: f64) {
    println!("{what}: {a:.4} against {b:.4}");
    assert!(a >= factor * b, "{what}: {a} is not {factor} times {b}");
}
