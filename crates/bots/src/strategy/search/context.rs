//! The context of a search, and its playouts of some options in some worlds.

use super::{Advisor, Beliefs, Candidates, Goal, Prior, Searchable, World, Worlds};
use crate::strategy::Player as _;
use crate::strategy::seats::{PlayoutSeats, playout_player};
use powergrab_engine::cards::Seat;
use powergrab_engine::cpu::Work;
use powergrab_engine::game::{Action, Ask, Options};
use powergrab_engine::rng::Rng;
use std::ops::Range;

/// Context of a search.
pub struct SearchContext<G: Searchable> {
    /// Players of the playouts: by seat, or a single one for all seats. They have no memory, so they
    /// serve for all playouts.
    pub players: Vec<G::Player>,
    /// Use of the public past.
    pub beliefs: Beliefs,
    /// Objective.
    pub goal: Goal,
    /// Basis of the chance of winning the game.
    pub odds: G::Odds,
    /// Network that is asked first, if there is one.
    pub advisor: Option<Advisor<G>>,
}

impl<G: Searchable> SearchContext<G> {
    /// Returns a context without estimates about whole games and without a network.
    pub fn new(players: Vec<G::Player>, beliefs: Beliefs, goal: Goal) -> SearchContext<G> {
        SearchContext {
            players,
            beliefs,
            goal,
            odds: G::Odds::default(),
            advisor: None,
        }
    }

    /// Returns the playouts' player of a seat.
    pub fn player(&mut self, seat: Seat) -> &mut G::Player {
        playout_player(&mut self.players, seat)
    }

    /// Prepares for the view's round.
    pub fn prepare(&mut self, view: G::View<'_>) {
        if self.goal == Goal::Game {
            let player = playout_player(&mut self.players, G::seat_of(view));
            G::prepare(view, &mut self.odds, player);
        }
    }

    /// Returns the options to try at a decision, starting with the one to beat: the network's
    /// choice, otherwise the playout policy's.
    ///
    /// # Errors
    /// Returns the answer if there is no choice.
    pub fn candidates(
        &mut self,
        view: G::View<'_>,
        options: &Options,
        rng: &mut Rng,
        prior: &mut Prior,
    ) -> Result<Candidates, Action> {
        let game = G::game_of(view);
        let usual = self.player(G::seat_of(view)).decide(view, options, rng);
        let mut candidates = Candidates::new(game, options);
        if candidates.len() < 2 {
            return Err(usual);
        }
        candidates.lead_with(game, options, usual);
        if let Some(advisor) = &mut self.advisor {
            self.goal = advisor.goal(game).unwrap_or(self.goal);
            advisor.advise(view, options, &mut candidates, prior);
        }
        self.prepare(view);
        Ok(candidates)
    }

    /// Plays a world to the end of the round, or until the network's value ends it. Returns its
    /// value to the seat.
    #[inline(always)]
    pub fn play_out(&mut self, game: &G, seat: Seat, world: &mut World<G>) -> f64 {
        let cut = self.advisor.as_ref().and_then(Advisor::cut);
        if let Some(cut) = cut
            && let Some(value) = self.play_until(game, seat, world, cut)
        {
            return value;
        }
        world.finish(game, &mut self.players);
        self.goal.value(game, &world.round.state, seat, &self.odds)
    }

    /// Plays up to choice number `cut` of a seat, and returns the network's value of the position;
    /// `None` if the round was over before.
    #[inline(never)]
    fn play_until(&mut self, game: &G, seat: Seat, world: &mut World<G>, cut: u32) -> Option<f64> {
        let mut seats = PlayoutSeats {
            players: &mut self.players,
            rng: world.rng.clone(),
        };
        let asked = world.play_to_choice(game, &mut seats, seat, cut);
        world.rng = seats.rng;
        let view = asked.then(|| game.view(&world.round.state, seat))?;
        self.advisor.as_mut()?.value(view)
    }
}

/// Playouts of some candidates in some worlds, as one block of work.
pub struct PlayoutBatch<'a, 'v, G: Searchable> {
    /// The worlds of the decision.
    pub worlds: &'a Worlds<'v, G>,
    /// Context of the search.
    pub context: &'a mut SearchContext<G>,
    /// Numbers of the worlds to play.
    pub numbers: Range<u32>,
    /// By candidate: the index of its option.
    pub places: &'a [u8],
    /// Candidates to try.
    pub tried: &'a [u8],
    /// Receives each candidate with its value, and the value of the first of `tried` in the same
    /// world.
    pub each: &'a mut dyn FnMut(usize, f64, f64),
}

impl<G: Searchable> Work for PlayoutBatch<'_, '_, G> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let (game, seat) = (self.worlds.game(), self.worlds.seat());
        let mut taken = None;
        for number in self.numbers {
            let mut world = self.worlds.world(number);
            // It asks the same question, with other copies of the cards.
            let Some(Ask { options, .. }) = world.ask(game) else {
                continue;
            };
            let mut first = 0.0;
            for (at, &candidate) in self.tried.iter().enumerate() {
                let place = self.places[usize::from(candidate)];
                let taken = world.taking_into(game, &options, place, &mut taken);
                let value = self.context.play_out(game, seat, taken);
                if at == 0 {
                    first = value;
                }
                (self.each)(usize::from(candidate), value, first);
            }
        }
    }
}
