//! The reviewed games, and what is collected from them.

use super::habits::{HabitCounts, Habits};
use super::reviewed::{DiffersFromReference, ReviewedSeats, Reviewer};
use super::valuation::Valuer;
use crate::decisions::features::{Circumstances, FeatureTable};
use crate::faults::Faults;
use powergrab_arena::ArenaGame;
use powergrab_arena::parallel_deals::{Merge, parallel_deals};
use powergrab_arena::play::TablePlay;
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_bots::strategy::search::{Goal, Searchable};
use powergrab_bots::strategy::{Bot, Player as _};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{NoObserver, Textual, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_stats::layout::share;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::OnceLock;

/// Line-up of the reviewed games.
pub struct LineUp<G: Searchable + Textual> {
    /// Game, with its number of seats.
    pub game: G,
    /// Unit of play.
    pub unit: Unit,
    /// The reviewed bot, then the others in their order around the table.
    pub bots: Vec<Bot<G>>,
    /// Playout policy.
    pub reference: Bot<G>,
    /// Bots whose habits are compared.
    pub panel: Vec<Bot<G>>,
    /// Features of the game's decisions.
    pub features: &'static FeatureTable<G>,
    /// Number of worlds in which two options are compared.
    pub worlds: u32,
    /// `true` if the reference searches.
    pub search: bool,
    /// Basis of the chance of winning a game, by seat of the reviewed bot; found when needed.
    pub odds: OnceLock<Vec<G::Odds>>,
}

/// A reviewed game. Games in which the bot failed are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedGame {
    /// Number of the deal.
    pub deal: u64,
    /// Seat of the reviewed bot.
    pub seat: u8,
    /// Number of rounds.
    pub n_rounds: u32,
    /// Number of the bot's decisions with a choice.
    pub n_decisions: u32,
    /// The bot's share of the win, in parts of a [`WIN`](powergrab_stats::layout::WIN).
    pub won: i64,
    /// Decisions that the reference makes differently, in their order.
    pub differing: Vec<DiffersFromReference>,
}

/// Results of some games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewedGames {
    /// The games, in the order of their deals.
    pub games: Vec<ReviewedGame>,
    /// Habits of the reviewed bot.
    pub habits: Habits,
    /// Number of decisions in each circumstance.
    pub circumstances: Circumstances,
    /// Failures of the bots.
    pub faults: Faults,
}

impl Merge for ReviewedGames {
    fn fresh(&self) -> ReviewedGames {
        ReviewedGames::default()
    }

    fn absorb(&mut self, other: ReviewedGames) {
        self.games.extend(other.games);
        self.games.sort_by_cached_key(|game| game.deal);
        self.habits.absorb(other.habits);
        self.circumstances.absorb(other.circumstances);
        self.faults.absorb(other.faults);
    }
}

/// Players around a table, with the reviewed bot in one seat.
struct Seating<G: Searchable + Textual> {
    players: Vec<G::Player>,
    /// Salts of the players' strategies.
    salts: Vec<u64>,
    reviewer: Reviewer<G>,
}

/// Table of a thread.
struct ReviewTable<'g, G: ArenaGame + Searchable + Textual> {
    play: TablePlay<'g, G>,
    /// By seat of the reviewed bot.
    seatings: Vec<Seating<G>>,
}

impl<G: ArenaGame + Searchable + Textual> LineUp<G> {
    /// Checks that every bot can play the game.
    ///
    /// # Errors
    /// Returns the first bot that cannot, and the reason.
    pub fn check(&self) -> Result<(), String> {
        for bot in self.bots.iter().chain([&self.reference]) {
            let suits = G::suits(&bot.policy, &self.game);
            suits.map_err(|e| format!("{}: {e}", bot.name))?;
        }
        Ok(())
    }

    /// Returns the quantity that is estimated.
    pub fn goal(&self) -> Goal {
        self.unit.into()
    }

    /// Returns the index of the bot in a seat.
    fn bot_at(&self, seat: usize, hero: usize) -> usize {
        let n = self.bots.len();
        (seat + n - hero) % n
    }

    /// Returns the players of playouts, by seat, with the reviewed bot in this seat. The playout
    /// policy stands in for it, and for opponents that a playout cannot ask.
    fn playout_players(&self, hero: usize) -> Vec<G::Player> {
        let player = |seat: usize| {
            let bot = &self.bots[self.bot_at(seat, hero)];
            let is_itself = seat != hero && G::is_plain(&bot.policy);
            let policy = if is_itself {
                &bot.policy
            } else {
                &self.reference.policy
            };
            G::player(policy, seat as Seat)
        };
        (0..self.bots.len()).map(player).collect()
    }

    /// Returns the basis of the chance of winning a game, with the reviewed bot in this seat.
    fn odds(&self, hero: usize) -> G::Odds {
        let of = |hero| match self.unit {
            Unit::Game => self.game.odds_of(&mut self.playout_players(hero)),
            Unit::Round => G::Odds::default(),
        };
        let all = self
            .odds
            .get_or_init(|| (0..self.bots.len()).map(of).collect());
        all[hero].clone()
    }

    fn seating(&self, hero: usize) -> Seating<G> {
        let seats = 0..self.bots.len();
        let bots = seats.map(|seat| &self.bots[self.bot_at(seat, hero)]);
        let bots: Vec<&Bot<G>> = bots.collect();
        let players = (0..).zip(&bots);
        let panel = self.panel.iter();
        Seating {
            players: players
                .map(|(seat, bot)| G::player(&bot.policy, seat))
                .collect(),
            salts: bots.iter().map(|bot| bot.salt).collect(),
            reviewer: Reviewer {
                features: self.features,
                valuer: Valuer::new(
                    self.playout_players(hero),
                    self.goal(),
                    self.odds(hero),
                    self.worlds,
                    self.search,
                ),
                panel: panel
                    .map(|bot| G::player(&bot.policy, hero as Seat))
                    .collect(),
                rng: Rng::from_key(0),
                n_decisions: 0,
                differing: Vec::new(),
                habits: HabitCounts::default(),
                circumstances: Circumstances::default(),
            },
        }
    }

    /// Plays these deals, and reviews them; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub(crate) fn review(
        &self,
        deals: Range<u64>,
        seed: u64,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<ReviewedGames>, RunError> {
        let seeds = Seeds::new(seed, Purpose::Play);
        let playouts = Seeds::new(seed, Purpose::Test);
        parallel_deals(
            deals,
            workers,
            &ReviewedGames::default(),
            control,
            || ReviewTable {
                play: TablePlay::new(&self.game),
                seatings: (0..self.bots.len())
                    .map(|hero| self.seating(hero))
                    .collect(),
            },
            |table, deal, reviewed| {
                let hero = (deal % self.bots.len() as u64) as usize;
                let Seating {
                    players,
                    salts,
                    reviewer,
                } = &mut table.seatings[hero];
                reviewer.rng = playouts.deal(deal).plan();
                let mut n_rounds = 0;
                let mut seats = ReviewedSeats {
                    players,
                    seat: hero as Seat,
                    reviewer,
                };
                G::play(
                    &mut table.play,
                    &mut seats,
                    salts,
                    seeds.deal(deal),
                    self.unit,
                    &mut NoObserver,
                    &mut |_, _, _, _| n_rounds += 1,
                );
                let mut has_failed = false;
                for (seat, player) in players.iter_mut().enumerate() {
                    if let Some(fault) = player.fault() {
                        has_failed |= seat == hero;
                        reviewed.faults.add(self.bot_at(seat, hero), deal, fault);
                    }
                }
                let n_decisions = std::mem::take(&mut reviewer.n_decisions);
                let differing = std::mem::take(&mut reviewer.differing);
                let habits = std::mem::take(&mut reviewer.habits);
                let circumstances = std::mem::take(&mut reviewer.circumstances);
                // After a failure, its choices are not its own.
                if has_failed {
                    return;
                }
                let state = table.play.state();
                let outcome = match self.unit {
                    Unit::Game => self.game.outcome(state),
                    Unit::Round => self.game.round_outcome(state),
                };
                reviewed.games.push(ReviewedGame {
                    deal,
                    seat: hero as u8,
                    n_rounds,
                    n_decisions,
                    won: share(outcome.winners) * i64::from(outcome.winners >> hero & 1),
                    differing,
                });
                reviewed.habits.add(habits);
                reviewed.circumstances.absorb(circumstances);
            },
        )
    }
}
