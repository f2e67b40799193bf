//! Sampled worlds.

use super::{Beliefs, Searchable};
use crate::strategy::PlayoutSeats;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Ask, Chance as _, Decider, Game, NoObserver, Options, Pile, Round};
use powergrab_engine::rng::Rng;

/// Maximum number of redeals tried for one that the public past makes likely.
const TRIES: u32 = 8;

/// A position that could be the real one, with its future: the order of its draw pile and the
/// players' random numbers are fixed.
pub struct World<G: Game> {
    /// The position and its draw pile.
    pub round: Round<G>,
    /// Source of the players' random numbers.
    pub rng: Rng,
}

impl<G: Searchable> World<G> {
    /// Returns the world with this number in the sequence of the key.
    ///
    /// Worlds that fit the public past occur more often: a redeal is accepted with its likelihood
    /// as probability. If none of several redeals is accepted, one of them is chosen in proportion
    /// to their likelihoods (sampling, importance resampling: Rubin 1987). With [`Beliefs::NONE`]
    /// it is the first redeal.
    #[inline(always)]
    pub fn new(view: G::View<'_>, key: u64, number: u32, beliefs: &Beliefs) -> World<G> {
        let mut rng = Rng::from_key(key.wrapping_add(u64::from(number)));
        // Redealt in place, because a position takes several thousand bytes.
        let mut world = World {
            round: Round {
                state: G::redeal(view, &mut rng),
                chance: Pile::new(Rng::from_key(0)),
            },
            rng,
        };
        let World { round, rng } = &mut world;
        if *beliefs != Beliefs::NONE {
            let mut likelihood = G::likelihood(view, &round.state, beliefs);
            let mut total = likelihood;
            let mut tries = 1;
            while tries < TRIES && !rng.chance(likelihood) {
                tries += 1;
                let other = G::redeal(view, rng);
                likelihood = G::likelihood(view, &other, beliefs);
                total += likelihood;
                if rng.unit() * total < likelihood {
                    round.state = other;
                } else {
                    likelihood = 0.0;
                }
            }
        }
        world.shuffle(G::game_of(view));
        world
    }

    /// Returns this position with a new order of its draw pile, seeded by the first number of
    /// `rng`.
    #[inline(always)]
    pub fn of(game: &G, state: G::State, rng: Rng) -> World<G> {
        let mut world = World {
            round: Round {
                state,
                chance: Pile::new(Rng::from_key(0)),
            },
            rng,
        };
        world.shuffle(game);
        world
    }

    /// Shuffles the draw pile, seeded by the next random number.
    #[inline(always)]
    fn shuffle(&mut self, game: &G) {
        let World { round, rng } = self;
        round.chance = Pile::new(Rng::from_key(rng.next_u64()));
        round.chance.refill(game.pile_of(&round.state));
    }

    /// Returns a copy with the same future.
    #[inline(always)]
    pub fn copy(&self) -> World<G> {
        World {
            round: self.round.clone(),
            rng: self.rng.clone(),
        }
    }

    /// Runs to the next decision; `None` when the round is over.
    #[inline(always)]
    pub fn ask(&mut self, game: &G) -> Option<Ask> {
        self.round.ask(game, &mut NoObserver)
    }

    /// Turns it into a copy of another world, in the same memory.
    #[inline(always)]
    fn renew(&mut self, other: &World<G>) {
        self.round.state.clone_from(&other.round.state);
        self.round.chance.clone_from(&other.round.chance);
        self.rng.clone_from(&other.rng);
    }

    /// Returns a copy in which the option at `place` of this world's options is taken.
    #[inline(always)]
    pub fn taking(&self, game: &G, options: &Options, place: u8) -> World<G> {
        let mut world = self.copy();
        world.take(game, options, place);
        world
    }

    /// As [`World::taking`], into the memory of a discarded world, if there is one.
    #[inline(always)]
    pub fn taking_into<'w>(
        &self,
        game: &G,
        options: &Options,
        place: u8,
        old: &'w mut Option<World<G>>,
    ) -> &'w mut World<G> {
        let world = old.get_or_insert_with(|| self.copy());
        world.renew(self);
        world.take(game, options, place);
        world
    }

    #[inline(always)]
    fn take(&mut self, game: &G, options: &Options, place: u8) {
        let action = options.nth(u32::from(place));
        self.round.answer(game, action, &mut NoObserver);
    }

    /// Plays until a seat chooses between options for the time of this number. Returns `false` if
    /// the round is over before.
    #[inline(always)]
    pub fn play_to_choice<D: Decider<G>>(
        &mut self,
        game: &G,
        seats: &mut D,
        seat: Seat,
        number: u32,
    ) -> bool {
        let mut choices = 0;
        while let Some(ask) = self.ask(game) {
            if ask.seat == seat && ask.options.len() > 1 {
                choices += 1;
                if choices == number {
                    return true;
                }
            }
            let action = seats.decide(game, &self.round.state, &ask);
            self.round.answer(game, action, &mut NoObserver);
        }
        false
    }

    /// Plays the round to its end with these players, by seat, or a single one for all seats.
    #[inline(always)]
    pub fn finish(&mut self, game: &G, players: &mut [G::Player]) {
        let rng = self.rng.clone();
        let mut seats = PlayoutSeats { players, rng };
        self.round.finish(game, &mut seats, &mut NoObserver);
    }
}

/// The worlds of a decision, by their numbers.
pub enum Worlds<'a, G: Searchable> {
    /// Worlds that a view's seat cannot distinguish from the real one: the only ones available to
    /// strategies.
    Redealt {
        /// The view.
        view: G::View<'a>,
        /// Key of the sequence.
        key: u64,
        /// Use of the public past.
        beliefs: Beliefs,
    },
    /// The real hands, with the draw pile shuffled anew: for measurements.
    Real {
        /// The game.
        game: &'a G,
        /// The position.
        state: &'a G::State,
        /// The deciding seat.
        seat: Seat,
        /// Key of the sequence.
        key: u64,
    },
}

impl<'a, G: Searchable> Worlds<'a, G> {
    /// Returns the game.
    #[inline(always)]
    pub fn game(&self) -> &'a G {
        match self {
            Worlds::Redealt { view, .. } => G::game_of(*view),
            Worlds::Real { game, .. } => game,
        }
    }

    /// Returns the deciding seat.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        match self {
            Worlds::Redealt { view, .. } => G::seat_of(*view),
            Worlds::Real { seat, .. } => *seat,
        }
    }

    /// Returns the world with this number, at the decision.
    #[inline(always)]
    pub fn world(&self, number: u32) -> World<G> {
        match self {
            Worlds::Redealt { view, key, beliefs } => World::new(*view, *key, number, beliefs),
            Worlds::Real {
                game, state, key, ..
            } => {
                let rng = Rng::from_key(key.wrapping_add(u64::from(number)));
                World::of(game, (*state).clone(), rng)
            }
        }
    }
}
