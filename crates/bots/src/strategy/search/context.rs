//! What a search thinks with, and the playouts of some options in some worlds.

use super::{
    Advisor, Beliefs, Candidates, Goal, OptionValue, Prior, Searchable, World, WorldSource,
};
use crate::strategy::{Player as _, PlayoutPlayer};
use powergrab_engine::cards::Seat;
use powergrab_engine::cpu::Work;
use powergrab_engine::game::{Action, Ask, Options};
use powergrab_engine::rng::Rng;
use std::ops::Range;

/// What a search thinks with.
pub struct SearchContext<G: Searchable> {
    /// Who plays on: it remembers nothing, so one serves all seats of all playouts.
    pub player: G::Player,
    /// What the public past says.
    pub beliefs: Beliefs,
    /// What is to be maximised.
    pub goal: Goal,
    /// What the chance of winning the game is read from.
    pub odds: G::Odds,
    /// The network that is asked first, where there is one.
    pub advisor: Option<Advisor<G>>,
}

impl<G: Searchable> SearchContext<G> {
    /// One that knows nothing yet of whole games, and asks no network.
    pub fn new(player: G::Player, beliefs: Beliefs, goal: Goal) -> SearchContext<G> {
        SearchContext {
            player,
            beliefs,
            goal,
            odds: G::Odds::default(),
            advisor: None,
        }
    }

    /// Gets ready for the view's round.
    pub fn prepare(&mut self, view: G::View<'_>) {
        if self.goal == Goal::Game {
            G::prepare(view, &mut self.odds, &mut self.player);
        }
    }

    /// What is to be tried at a decision, first what the others have to beat: the network's choice, else the playout policy's.
    ///
    /// # Errors
    /// There is nothing to choose: the answer.
    pub fn candidates(
        &mut self,
        view: G::View<'_>,
        options: &Options,
        rng: &mut Rng,
        prior: &mut Prior,
    ) -> Result<Candidates, Action> {
        let game = G::game_of(view);
        let usual = self.player.decide(view, options, rng);
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

    /// Plays a world on with the playout policy in all seats, to the end of the round or to where the network's value ends it.
    /// What it was worth to the seat.
    #[inline(always)]
    pub fn play_out(&mut self, game: &G, seat: Seat, world: &mut World<G>) -> f64 {
        let cut = self.advisor.as_ref().and_then(Advisor::cut);
        if let Some(cut) = cut
            && let Some(value) = self.play_until(game, seat, world, cut)
        {
            return value;
        }
        world.finish(game, &mut self.player);
        self.goal.value(game, &world.round.state, seat, &self.odds)
    }

    /// Plays on to the choice number `cut` between options of a seat, and asks the network for the position's value. `None` if the round was over
    /// before.
    #[inline(never)]
    fn play_until(&mut self, game: &G, seat: Seat, world: &mut World<G>, cut: u32) -> Option<f64> {
        let mut seats = PlayoutPlayer {
            player: &mut self.player,
            rng: world.rng.clone(),
        };
        let asked = world.play_to_choice(game, &mut seats, seat, cut);
        world.rng = seats.rng;
        let view = asked.then(|| game.view(&world.round.state, seat))?;
        self.advisor.as_mut()?.value(view)
    }
}

/// Playouts of some candidates in some worlds, as one block of work. The first candidate is the one that the others are
/// compared with; it must be among those tried.
pub struct PlayoutBatch<'a, G: Searchable, S> {
    /// The worlds.
    pub source: &'a S,
    /// What it thinks with.
    pub context: &'a mut SearchContext<G>,
    /// Which worlds.
    pub worlds: Range<u32>,
    /// Places of options.
    pub places: &'a [u8],
    /// The candidates to be tried, as indices of `places`, the first of which is 0.
    pub tried: &'a [u8],
    /// By candidate.
    pub estimates: &'a mut [OptionValue],
}

impl<G: Searchable, S: WorldSource<G>> Work for PlayoutBatch<'_, G, S> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let (game, seat) = (self.source.game(), self.source.seat());
        let mut taken = None;
        for number in self.worlds {
            let mut world = self.source.world(number);
            // It asks the same question, with other copies of the cards.
            let Some(Ask { options, .. }) = world.ask(game) else {
                continue;
            };
            let mut first = 0.0;
            for &candidate in self.tried {
                let place = self.places[usize::from(candidate)];
                let taken = world.taking_into(game, &options, place, &mut taken);
                let value = self.context.play_out(game, seat, taken);
                if candidate == 0 {
                    first = value;
                }
                self.estimates[usize::from(candidate)].add(value, first, 1.0);
            }
        }
    }
}
