//! The cost of a decision, by playouts.
//!
//! A cost is measured in the real position, with the others' real cards: these are a sample of
//! exactly the right distribution, which no model of hidden cards can promise. The draw pile is
//! shuffled anew for each playout. A search for a better option must not see those cards, so it
//! uses worlds that the seat cannot tell from the real one.

use powergrab_bots::strategy::search::{Beliefs, Candidates, Goal, OptionValue, Searchable, World};
use powergrab_bots::strategy::{Player as _, PlayoutSeats};
use powergrab_engine::cards::Seat;
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{Action, Ask, NoObserver};
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
    /// Players of the playouts, by seat.
    players: Vec<G::Player>,
    goal: Goal,
    odds: G::Odds,
    worlds: u32,
    /// `true` if the reference searches.
    search: bool,
}

/// A decision to be valued.
struct Decision<'a, G: Searchable> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    /// Indices of the distinct options.
    places: &'a [u8],
    /// Key of the worlds.
    key: u64,
}

/// Playouts of some options of a decision in some worlds.
struct Playouts<'a, 'd, G: Searchable> {
    decision: &'a Decision<'d, G>,
    valuer: &'a mut Valuer<G>,
    /// `true` for worlds that the seat cannot tell from the real one, `false` for the real one.
    redealt: bool,
    worlds: Range<u32>,
    /// Candidates to try, as indices into [`Decision::places`]; gains are over the first of them.
    tried: &'a [u8],
    estimates: &'a mut [OptionValue],
}

impl<G: Searchable> Work for Playouts<'_, '_, G> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Decision {
            game,
            state,
            seat,
            places,
            key,
        } = *self.decision;
        let Valuer {
            players,
            goal,
            odds,
            ..
        } = self.valuer;
        let mut taken = None;
        for number in self.worlds {
            let mut world = if self.redealt {
                World::<G>::new(game.view(state, seat), key, number, &Beliefs::default())
            } else {
                let rng = Rng::from_key(key.wrapping_add(u64::from(number)));
                World::of(game, state.clone(), rng)
            };
            let Some(Ask { options, .. }) = world.ask(game) else {
                continue;
            };
            let mut first = 0.0;
            for (at, &candidate) in self.tried.iter().enumerate() {
                let place = places[usize::from(candidate)];
                let taken = world.taking_into(game, &options, place, &mut taken);
                let mut seats = PlayoutSeats {
                    players,
                    rng: taken.rng.clone(),
                };
                taken.round.finish(game, &mut seats, &mut NoObserver);
                let value = goal.value(game, &taken.round.state, seat, odds);
                if at == 0 {
                    first = value;
                }
                self.estimates[usize::from(candidate)].add(value, first, 1.0);
            }
        }
    }
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
            players,
            goal,
            odds,
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
        let player = &mut self.players[usize::from(seat)];
        let usual = player.decide(view, options, &mut Rng::from_key(rng.next_u64()));
        if self.goal == Goal::Game {
            G::prepare(view, &mut self.odds, player);
        }
        candidates.lead_with(game, options, own);
        let own = candidates.places()[0];
        candidates.lead_with(game, options, usual);
        let places = candidates.places();
        let own = places.iter().position(|place| *place == own)? as u8;
        let decision = Decision {
            game,
            state,
            seat,
            places,
            key: rng.next_u64(),
        };
        let better = if self.search {
            self.clearly_best(&decision)
        } else {
            0
        };
        if better == own {
            return None;
        }
        let mut estimates = vec![OptionValue::default(); places.len()];
        on_this_processor(Playouts {
            decision: &decision,
            redealt: false,
            worlds: 0..self.worlds,
            tried: &[own, better],
            estimates: &mut estimates,
            valuer: self,
        });
        let estimate = &estimates[usize::from(better)];
        Some(Mistake {
            better: options.nth(u32::from(places[usize::from(better)])),
            cost: estimate.gain(),
            error: estimate.gain_error(),
        })
    }

    /// Returns the option that is clearly better than the first; the first if there is no such
    /// option.
    fn clearly_best(&mut self, decision: &Decision<'_, G>) -> u8 {
        let n = decision.places.len();
        let mut estimates = vec![OptionValue::default(); n];
        let mut tried: Vec<u8> = (0..n as u8).collect();
        let (all, first) = (self.worlds, self.worlds / FIRST_STAGE);
        for worlds in [0..first, first..all] {
            on_this_processor(Playouts {
                decision,
                redealt: true,
                worlds,
                tried: &tried,
                estimates: &mut estimates,
                valuer: &mut *self,
            });
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
