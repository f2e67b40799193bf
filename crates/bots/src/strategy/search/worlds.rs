//! Worlds that could be.

use super::{Beliefs, Searchable};
use crate::strategy::PlayoutPlayer;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Ask, Chance as _, Decider, Game, NoObserver, Options, Pile, Round};
use powergrab_engine::rng::Rng;

/// How often a world that the public past makes unlikely is thrown away for another.
const TRIES: u32 = 8;

/// A position that could be the real one, with a future: the order of its draw pile and the players' random numbers are
/// settled.
pub struct World<G: Game> {
    /// The position and its draw pile.
    pub round: Round<G>,
    /// Where the players' random numbers come from.
    pub rng: Rng,
}

impl<G: Searchable> World<G> {
    /// The world with this number in the sequence that the key begins.
    ///
    /// Worlds that agree with the public past come oftener: a redeal is taken with its likelihood as probability; where none of
    /// some redeals is taken, one of them is, in proportion to their likelihoods (sampling, importance resampling: Rubin
    /// 1987). With [`Beliefs::NONE`] it is the first redeal.
    #[inline(always)]
    pub fn new(view: G::View<'_>, key: u64, number: u32, beliefs: &Beliefs) -> World<G> {
        let mut rng = Rng::from_key(key.wrapping_add(u64::from(number)));
        // Dealt where it stays: a position is some thousand bytes.
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

    /// This position, whose draw pile has an order of its own: the first number of `rng` begins it.
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

    /// Gives the draw pile an order, which the next random number begins.
    #[inline(always)]
    fn shuffle(&mut self, game: &G) {
        let World { round, rng } = self;
        round.chance = Pile::new(Rng::from_key(rng.next_u64()));
        round.chance.refill(game.pile_of(&round.state));
    }

    /// The same position with the same future.
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

    /// Makes it a copy of another world, in the same place of memory.
    #[inline(always)]
    fn renew(&mut self, other: &World<G>) {
        self.round.state.clone_from(&other.round.state);
        self.round.chance.clone_from(&other.round.chance);
        self.rng.clone_from(&other.rng);
    }

    /// A copy to play on in, the option at `place` of this world's options being taken.
    #[inline(always)]
    pub fn taking(&self, game: &G, options: &Options, place: u8) -> World<G> {
        let mut world = self.copy();
        world.take(game, options, place);
        world
    }

    /// [`World::taking`] into a world that is not needed any more, if there is one.
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

    /// Plays on until a seat chooses between options for the time of this number. False where the round is over before.
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

    /// Plays the round to its end with `player` in all seats.
    #[inline(always)]
    pub fn finish(&mut self, game: &G, player: &mut G::Player) {
        let rng = self.rng.clone();
        let mut seats = PlayoutPlayer { player, rng };
        self.round.finish(game, &mut seats, &mut NoObserver);
    }
}

/// Where worlds come from.
pub trait WorldSource<G: Searchable> {
    /// The game.
    fn game(&self) -> &G;
    /// The seat that is asked.
    fn seat(&self) -> Seat;
    /// The world with this number, at the question that is asked.
    fn world(&self, number: u32) -> World<G>;
}

/// Worlds that a view's seat cannot tell from the real one: the only ones that strategies have.
pub struct Redealt<'v, G: Searchable> {
    /// The view.
    pub view: G::View<'v>,
    /// What begins the sequence.
    pub key: u64,
    /// What the public past says.
    pub beliefs: Beliefs,
}

impl<G: Searchable> WorldSource<G> for Redealt<'_, G> {
    #[inline(always)]
    fn game(&self) -> &G {
        G::game_of(self.view)
    }

    #[inline(always)]
    fn seat(&self) -> Seat {
        G::seat_of(self.view)
    }

    #[inline(always)]
    fn world(&self, number: u32) -> World<G> {
        World::new(self.view, self.key, number, &self.beliefs)
    }
}
