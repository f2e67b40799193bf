//! Quality of bots' choices, position by position: their gain over a playout policy's own choice,
//! by a reference far beyond the bots' budgets.
//!
//! The reference is the flat search itself with thousands of worlds for every option. So this
//! measures the cost of noise to a search, not errors of its model. All bots decide in the same
//! positions, so that chance hardly affects their differences.

use powergrab_bots::strategy::search::{
    Beliefs, Candidates, Goal, OptionValue, PlayoutBatch, SearchContext, Searchable as _, Worlds,
};
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _, ShedPlayer};
use powergrab_engine::game::{Action, Ask, Decider, Driver, Game as _, NoObserver, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Shedding, State};
use rayon::prelude::*;
use serde::Serialize;

/// A decision with the values of its options.
pub struct ValuedDecision {
    state: State,
    ask: Ask,
    candidates: Candidates,
    estimates: Vec<OptionValue>,
}

/// Value of an option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// Number of the decision.
    pub position: usize,
    /// The option as text; the first one is the playout policy's choice.
    pub option: String,
    /// Its gain over that choice, in points per round.
    pub gain: f64,
    /// Standard error of the gain.
    pub gain_se: f64,
    /// Standard deviation of a gain in one world.
    pub spread: f64,
}

/// Gain of a bot's choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gain {
    /// The ruleset.
    pub ruleset: String,
    /// Number of seats.
    pub seats: usize,
    /// The bot.
    pub bot: String,
    /// Number of decisions.
    pub positions: usize,
    /// Number of decisions that differ from the playout policy's.
    pub departures: usize,
    /// Mean gain per decision over the playout policy's choice, in points.
    pub gain: f64,
    /// Standard error of the gain.
    pub gain_se: f64,
}

/// A player that also keeps the positions picked among those it is asked about.
pub(crate) struct PositionSampler<'a, P> {
    pub(crate) player: &'a mut ShedPlayer,
    pub(crate) rng: Rng,
    pub(crate) picks: P,
    pub(crate) kept: &'a mut Vec<(State, Ask)>,
}

/// One decision in this many is kept, because neighbours in a round are similar.
const ONE_IN: u32 = 12;

impl<P: FnMut(&Ask) -> bool> Decider<Shedding> for PositionSampler<'_, P> {
    fn decide(&mut self, game: &Shedding, state: &State, ask: &Ask) -> Action {
        if (self.picks)(ask) {
            self.kept.push((*state, *ask));
        }
        self.player
            .decide(game.view(state, ask.seat), &ask.options, &mut self.rng)
    }
}

/// Returns decisions from rounds of the policy against itself, each option tried in `worlds`
/// worlds.
pub fn valued_decisions(
    game: &Shedding,
    playout: &Bot<Shedding>,
    positions: usize,
    worlds: u32,
    seed: u64,
) -> Vec<ValuedDecision> {
    let mut player = Shedding::player(&playout.policy, 0);
    let mut kept = Vec::new();
    let seeds = Seeds::new(seed, Purpose::Test);
    let mut driver = Driver::new(game);
    let mut deal = 0;
    // Every round asks at least one question; the limit is for policies that are never asked twice.
    while kept.len() < positions && deal < 1000 * positions as u64 {
        driver.begin_game(game, seeds.deal(deal), &[], Unit::Round);
        driver.begin_round(game, &mut NoObserver);
        let mut dice = driver.rng(1).clone();
        let mut keeper = PositionSampler {
            player: &mut player,
            rng: driver.rng(0).clone(),
            picks: |ask: &Ask| {
                Candidates::new(game, &ask.options).len() > 1 && dice.below(ONE_IN) == 0
            },
            kept: &mut kept,
        };
        driver.round.finish(game, &mut keeper, &mut NoObserver);
        deal += 1;
    }
    kept.truncate(positions);
    kept.into_par_iter()
        .enumerate()
        .map(|(number, (state, ask))| weigh(game, playout, (state, ask), number as u64, worlds))
        .collect()
}

fn weigh(
    game: &Shedding,
    playout: &Bot<Shedding>,
    (state, ask): (State, Ask),
    number: u64,
    worlds: u32,
) -> ValuedDecision {
    let mut context = SearchContext::<Shedding>::new(
        vec![Shedding::player(&playout.policy, ask.seat)],
        Beliefs::default(),
        Goal::Points,
    );
    let view = game.view(&state, ask.seat);
    // Streams that no bot receives.
    let mut rng = Rng::from_key(!number);
    let usual = context
        .player(ask.seat)
        .decide(view, &ask.options, &mut rng);
    let mut candidates = Candidates::new(game, &ask.options);
    candidates.lead_with(game, &ask.options, usual);
    let mut estimates = vec![OptionValue::default(); candidates.len()];
    let tried: Vec<u8> = (0..candidates.len() as u8).collect();
    let worlds_of_view = Worlds::Redealt {
        view,
        key: rng.next_u64(),
        beliefs: context.beliefs,
    };
    Shedding::play_out(PlayoutBatch {
        worlds: &worlds_of_view,
        context: &mut context,
        numbers: 0..worlds,
        places: candidates.places(),
        tried: &tried,
        each: &mut |candidate, value, first| estimates[candidate].add(value, first, 1.0),
    });
    ValuedDecision {
        state,
        ask,
        candidates,
        estimates,
    }
}

impl ValuedDecision {
    /// Returns the position's options, the playout policy's own choice first.
    pub fn worths(&self, game: &Shedding, position: usize) -> Vec<Worth> {
        let view = game.view(&self.state, self.ask.seat);
        let places = self.candidates.places().iter();
        let worths = places.zip(&self.estimates).map(|(place, e)| Worth {
            position,
            option: view.text(&self.ask.options, self.ask.options.nth(u32::from(*place))),
            gain: e.gain() * 100.0,
            gain_se: e.gain_error() * 100.0,
            spread: e.gain_error() * f64::from(e.n).sqrt() * 100.0,
        });
        worths.collect()
    }

    /// Returns the gain of the bot's choice over the playout policy's, in points, and whether it
    /// differs.
    fn gain_of(&self, game: &Shedding, bot: &Bot<Shedding>, number: u64) -> (f64, bool) {
        let mut player = Shedding::player(&bot.policy, self.ask.seat);
        let view = game.view(&self.state, self.ask.seat);
        let action = player.decide(view, &self.ask.options, &mut Rng::from_key(number));
        let mut first = self.candidates;
        first.lead_with(game, &self.ask.options, action);
        let place = first.places().first();
        let at = self
            .candidates
            .places()
            .iter()
            .position(|p| Some(p) == place);
        let at = at.unwrap_or(0);
        (
            self.estimates.get(at).map_or(0.0, |e| e.gain() * 100.0),
            at != 0,
        )
    }
}

/// Returns a bot's gain in these positions.
pub fn gain(game: &Shedding, choices: &[ValuedDecision], bot: &Bot<Shedding>) -> Gain {
    let found: Vec<(f64, bool)> = choices
        .par_iter()
        .enumerate()
        .map(|(number, choice)| choice.gain_of(game, bot, number as u64))
        .collect();
    let n = found.len() as f64;
    let mean = found.iter().map(|(gain, _)| gain).sum::<f64>() / n.max(1.0);
    let squares: f64 = found.iter().map(|(x, _)| (x - mean) * (x - mean)).sum();
    Gain {
        ruleset: game.rules().name.clone(),
        seats: game.n_seats(),
        bot: bot.name.clone(),
        positions: found.len(),
        departures: found.iter().filter(|(_, other)| *other).count(),
        gain: mean,
        gain_se: (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt(),
    }
}
