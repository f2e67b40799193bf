//! The cost of a decision, by playouts.
//!
//! A cost is measured in the real position, with the others' real cards: these are a sample of
//! exactly the right distribution, which no model of hidden cards can promise. The draw pile is
//! shuffled anew for each playout. A search for a better option must not see those cards, so it
//! uses worlds that the seat cannot tell from the real one.

use powergrab_bots::strategy::Player as _;
use powergrab_bots::strategy::search::{
    Beliefs, Candidates, Goal, OptionValue, PlayoutBatch, SearchContext, Searchable, Worlds,
};
use powergrab_engine::game::{Action, Ask};
use powergrab_engine::rng::Rng;
use std::ops::Range;

/// Number of standard errors by which an option must be better than the playout policy's choice to
/// replace it.
const CLEARLY: f64 = 2.5;
/// Fraction of the worlds after which options that are no better are dropped.
const FIRST_STAGE: u32 = 4;

/// A choice that the reference makes differently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// The reference's choice.
    pub better: Action,
    /// Loss in the chance of winning.
    pub cost: f64,
    /// Standard error of the loss.
    pub error: f64,
}

/// Values the decisions of a seat.
pub struct Valuer<G: Searchable> {
    /// Players of the playouts, by seat, and the quantity to estimate.
    context: SearchContext<G>,
    worlds: u32,
    /// `true` if the reference searches.
    search: bool,
}

impl<G: Searchable> Valuer<G> {
    /// Returns a valuer for the decisions of a seat, with the players of the playouts by seat. With
    /// `search`, the reference takes an option that playouts show to be clearly better than the
    /// playout policy's choice.
    pub fn new(
        players: Vec<G::Player>,
        goal: Goal,
        odds: G::Odds,
        worlds: u32,
        search: bool,
    ) -> Valuer<G> {
        Valuer {
            context: SearchContext {
                odds,
                ..SearchContext::new(players, Beliefs::default(), goal)
            },
            worlds,
            search,
        }
    }

    /// Values a decision between these candidates. `None` if the reference makes the same choice.
    /// `rng` provides the worlds.
    pub fn mistake(
        &mut self,
        game: &G,
        state: &G::State,
        ask: &Ask,
        own: Action,
        mut candidates: Candidates,
        rng: &mut Rng,
    ) -> Option<Mistake> {
        let (seat, options) = (ask.seat, &ask.options);
        let view = game.view(state, seat);
        let player = self.context.player(seat);
        let usual = player.decide(view, options, &mut Rng::from_key(rng.next_u64()));
        self.context.prepare(view);
        candidates.lead_with(game, options, own);
        let own = candidates.places()[0];
        candidates.lead_with(game, options, usual);
        let places = candidates.places();
        let own = places.iter().position(|place| *place == own)? as u8;
        let key = rng.next_u64();
        let better = if self.search {
            let beliefs = self.context.beliefs;
            self.clearly_best(&Worlds::Redealt { view, key, beliefs }, places)
        } else {
            0
        };
        if better == own {
            return None;
        }
        let mut estimates = vec![OptionValue::default(); places.len()];
        let real = Worlds::Real {
            game,
            state,
            seat,
            key,
        };
        let both = [own, better];
        self.play_out(&real, 0..self.worlds, places, &both, &mut estimates);
        let estimate = &estimates[usize::from(better)];
        Some(Mistake {
            better: options.nth(u32::from(places[usize::from(better)])),
            cost: estimate.gain(),
            error: estimate.gain_error(),
        })
    }

    /// Tries some candidates in the worlds with these numbers; gains are over the first of them.
    fn play_out(
        &mut self,
        worlds: &Worlds<'_, G>,
        numbers: Range<u32>,
        places: &[u8],
        tried: &[u8],
        estimates: &mut [OptionValue],
    ) {
        G::play_out(PlayoutBatch {
            worlds,
            context: &mut self.context,
            numbers,
            places,
            tried,
            each: &mut |candidate, value, first| estimates[candidate].add(value, first, 1.0),
        });
    }

    /// Returns the option that is clearly better than the first; the first if there is no such
    /// option.
    fn clearly_best(&mut self, worlds: &Worlds<'_, G>, places: &[u8]) -> u8 {
        let n = places.len();
        let mut estimates = vec![OptionValue::default(); n];
        let mut tried: Vec<u8> = (0..n as u8).collect();
        let (all, first) = (self.worlds, self.worlds / FIRST_STAGE);
        for numbers in [0..first, first..all] {
            self.play_out(worlds, numbers, places, &tried, &mut estimates);
            tried.retain(|at| *at == 0 || estimates[usize::from(*at)].gain() > 0.0);
            if tried.len() < 2 {
                return 0;
            }
        }
        let gain = |at: &u8| estimates[usize::from(*at)].gain();
        let is_clear = |at: &u8| gain(at) > CLEARLY * estimates[usize::from(*at)].gain_error();
        let best = tried
            .iter()
            .copied()
            .max_by(|a, b| gain(a).total_cmp(&gain(b)));
        best.filter(is_clear).unwrap_or(0)
    }
}
