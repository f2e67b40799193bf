//! The value of hidden information: the clairvoyance ladder.
//!
//! The *clairvoyant* is the same flat search as `monte-carlo`, but its worlds have the true hands.
//! It is an instrument of this file, not a strategy: players only see views. No strategy file,
//! register or tournament can name it.

use super::mean_and_error;
use powergrab_bots::strategy::search::{
    Beliefs, Budget, CandidateTable, Candidates, Goal, SearchContext, Searchable as _, Worlds,
    halving,
};
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Ask, Driver, Game as _, NoObserver, Seats, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Shedding, State};
use serde::Serialize;

/// Knowledge of a search about hidden cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Information {
    /// Every world consistent with the view is equally likely.
    Uniform,
    /// Worlds are weighted by the others' behaviour.
    Beliefs,
    /// The true hands; the order of the draw pile stays hidden.
    Clairvoyant,
}

impl Information {
    /// All of them, in increasing order.
    pub const ALL: [Information; 3] = [
        Information::Uniform,
        Information::Beliefs,
        Information::Clairvoyant,
    ];

    /// Returns the word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Information::Uniform => "uniform",
            Information::Beliefs => "beliefs",
            Information::Clairvoyant => "clairvoyant",
        }
    }
}

/// Decides for all seats: by the search for its own, by the policy for the others.
struct Searcher<'a> {
    seat: Seat,
    sight: Information,
    playouts: u32,
    caution: f64,
    context: &'a mut SearchContext<Shedding>,
    table: &'a mut CandidateTable,
}

impl Seats<Shedding> for Searcher<'_> {
    fn decide(&mut self, game: &Shedding, state: &State, ask: &Ask, rng: &mut Rng) -> Action {
        let view = game.view(state, ask.seat);
        let player = self.context.player(ask.seat);
        let usual = player.decide(view, &ask.options, rng);
        let mut candidates = Candidates::new(game, &ask.options);
        if ask.seat != self.seat || candidates.len() < 2 {
            return usual;
        }
        candidates.lead_with(game, &ask.options, usual);
        let key = rng.next_u64();
        let budget = Budget::Playouts(self.playouts);
        let (context, table) = (&mut *self.context, &mut *self.table);
        let redealt = |beliefs| Worlds::Redealt { view, key, beliefs };
        let worlds = match self.sight {
            Information::Clairvoyant => Worlds::Real {
                game,
                state,
                seat: ask.seat,
                key,
            },
            Information::Uniform => redealt(Beliefs::NONE),
            Information::Beliefs => redealt(context.beliefs),
        };
        halving(&worlds, &candidates, context, budget, table);
        let best = table.best(self.caution);
        ask.options.nth(u32::from(candidates.places()[best]))
    }
}

/// Results of a search with some information in single rounds, in every seat of each deal, against
/// its playout policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InformationRow {
    /// The ruleset.
    pub ruleset: String,
    /// Number of seats.
    pub seats: usize,
    /// Its information.
    pub sight: &'static str,
    /// Playouts per decision.
    pub playouts: u32,
    /// Deals.
    pub deals: u64,
    /// Rounds, one for each seat of each deal.
    pub rounds: u64,
    /// Share of the rounds that it won.
    pub win_rate: f64,
    /// Standard error of the share, clustered by deal.
    pub win_se: f64,
    /// Mean points minus the others' mean.
    pub points_over: f64,
    /// Standard error of that, clustered by deal.
    pub points_se: f64,
}

/// Plays a search with some information on these deals, which are the same for every kind.
pub fn look(
    game: &Shedding,
    sight: Information,
    playout: &Bot<Shedding>,
    playouts: u32,
    deals: u64,
    seed: u64,
) -> InformationRow {
    let n = game.n_seats();
    let mut context = SearchContext::<Shedding>::new(
        vec![Shedding::player(&playout.policy, 0)],
        Beliefs::default(),
        Goal::Points,
    );
    let mut table = CandidateTable::default();
    let mut driver = Driver::new(game);
    let seeds = Seeds::new(seed, Purpose::Play);
    let (mut wins, mut points) = (Vec::new(), Vec::new());
    for deal in 0..deals {
        let (mut won, mut over) = (0.0, 0.0);
        for seat in 0..n as Seat {
            let mut searcher = Searcher {
                seat,
                sight,
                playouts,
                caution: 1.0,
                context: &mut context,
                table: &mut table,
            };
            driver.begin_game(game, seeds.deal(deal), &[], Unit::Round);
            driver.begin_round(game, &mut NoObserver);
            driver.finish(game, &mut searcher, &mut NoObserver);
            won += f64::from(u8::from(driver.state().winner() == Some(seat)));
            over += game.points(driver.state(), seat) * 100.0;
        }
        wins.push(won / n as f64);
        points.push(over / n as f64);
    }
    let (win_rate, win_se) = mean_and_error(&wins);
    let (points_over, points_se) = mean_and_error(&points);
    InformationRow {
        ruleset: game.rules().name.clone(),
        seats: n,
        sight: sight.word(),
        playouts,
        deals,
        rounds: deals * n as u64,
        win_rate,
        win_se,
        points_over,
        points_se,
    }
}
