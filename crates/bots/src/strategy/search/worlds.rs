//! Worlds that could be, and playouts in them.

use super::{Advisor, Beliefs, Goal, OptionValue, Searchable, Table};
use crate::cards::{MAX_CARDS, Seat};
use crate::cpu::Work;
use crate::game::{Action, Ask, Chance as _, Game, Options, Pile, Round, Silent};
use crate::rng::Rng;
use crate::strategy::{OneForAll, Player as _};
use std::ops::Range;

/// The options of a decision that differ: of several copies of a card the first.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// Places among the options, as [`Options::nth`] counts.
    places: [u8; MAX_CARDS],
    n: u8,
}

impl Candidates {
    /// Those of these options.
    pub fn new<G: Searchable>(game: &G, options: &Options) -> Candidates {
        let mut candidates = Candidates {
            places: [0; MAX_CARDS],
            n: 0,
        };
        let mut last = None;
        for place in 0..options.len() {
            // Copies lie side by side.
            let kind = Some(kind(game, options, options.nth(place)));
            if kind != last
                && let Some(free) = candidates.places.get_mut(usize::from(candidates.n))
            {
                *free = place as u8;
                candidates.n += 1;
            }
            last = kind;
        }
        candidates
    }

    /// Their places among the options.
    #[must_use]
    pub fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.n)]
    }

    /// Puts the candidate that is this action, or a copy of it, first.
    pub fn lead_with<G: Searchable>(&mut self, game: &G, options: &Options, led: Action) {
        let led = kind(game, options, led);
        let alike = |place: &u8| kind(game, options, options.nth(u32::from(*place))) == led;
        if let Some(at) = self.places().iter().position(alike) {
            self.places[..=at].rotate_right(1);
        }
    }

    /// Sorts them by what each gains, the greatest first, and the gains with them; equals stay as they are.
    pub fn sort_by_gain(&mut self, gains: &mut [f64]) {
        // Few, and mostly in another order each time.
        for end in 1..self.len().min(gains.len()) {
            let at = gains[..end].partition_point(|gain| *gain >= gains[end]);
            gains[at..=end].rotate_right(1);
            self.places[at..=end].rotate_right(1);
        }
    }

    /// Drops all but the first `most`.
    pub fn keep(&mut self, most: usize) {
        self.n = self.n.min(most.min(MAX_CARDS) as u8);
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.n)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }
}

/// What an option is, and whether as a bluff.
#[inline(always)]
pub(crate) fn kind<G: Searchable>(game: &G, options: &Options, action: Action) -> u16 {
    u16::from(game.kind(action)) | u16::from(options.is_bluff(action)) << 8
}

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
        let mut state = G::redeal(view, &mut rng);
        if *beliefs != Beliefs::NONE {
            let mut likelihood = G::likelihood(view, &state, beliefs);
            let mut total = likelihood;
            let mut tries = 1;
            while tries < TRIES && !rng.chance(likelihood) {
                tries += 1;
                let other = G::redeal(view, &mut rng);
                likelihood = G::likelihood(view, &other, beliefs);
                total += likelihood;
                if rng.unit() * total < likelihood {
                    state = other;
                } else {
                    likelihood = 0.0;
                }
            }
        }
        World::of(G::game_of(view), state, rng)
    }

    /// This position, whose draw pile has an order of its own: the first number of `rng` begins it.
    #[inline(always)]
    pub fn of(game: &G, state: G::State, mut rng: Rng) -> World<G> {
        let mut chance = Pile::new(Rng::from_key(rng.next_u64()));
        chance.refill(game.pile_of(&state));
        World {
            round: Round { state, chance },
            rng,
        }
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
        self.round.ask(game, &mut Silent)
    }

    /// A copy to play on in, the option at `place` of this world's options being taken.
    #[inline(always)]
    pub fn taking(&self, game: &G, options: &Options, place: u8) -> World<G> {
        let mut world = self.copy();
        let action = options.nth(u32::from(place));
        world.round.answer(game, action, &mut Silent);
        world
    }

    /// Plays the round to its end with `player` in all seats.
    #[inline(always)]
    pub fn finish(&mut self, game: &G, player: &mut G::Player) {
        let rng = self.rng.clone();
        let mut seats = OneForAll { player, rng };
        self.round.finish(game, &mut seats, &mut Silent);
    }
}

/// What a search thinks with.
pub struct Mind<G: Searchable> {
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

impl<G: Searchable> Mind<G> {
    /// One that knows nothing yet of whole games, and asks no network.
    pub fn new(player: G::Player, beliefs: Beliefs, goal: Goal) -> Mind<G> {
        Mind {
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
        table: &mut Table,
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
            advisor.advise(view, options, &mut candidates, &mut table.prior);
        }
        self.prepare(view);
        Ok(candidates)
    }

    /// Plays a world on with the playout policy in all seats, to the end of the round or to where the network's value ends it.
    /// What it was worth to the seat.
    #[inline(always)]
    pub fn play_out(&mut self, game: &G, seat: Seat, mut world: World<G>) -> f64 {
        let cut = self.advisor.as_ref().and_then(Advisor::cut);
        if let Some(cut) = cut
            && let Some(value) = self.play_until(game, seat, &mut world, cut)
        {
            return value;
        }
        world.finish(game, &mut self.player);
        self.goal.value(game, &world.round.state, seat, &self.odds)
    }

    /// Plays on to a seat's so-manieth choice between options, and asks the network for the position's value; none where the round was over
    /// before.
    #[inline(never)]
    fn play_until(&mut self, game: &G, seat: Seat, world: &mut World<G>, cut: u32) -> Option<f64> {
        let mut choices = 0;
        loop {
            let Ask {
                seat: asked,
                options,
            } = world.ask(game)?;
            let view = game.view(&world.round.state, asked);
            if asked == seat && options.len() > 1 {
                choices += 1;
                if choices == cut {
                    return self.advisor.as_mut()?.value(view);
                }
            }
            let action = self.player.decide(view, &options, &mut world.rng);
            world.round.answer(game, action, &mut Silent);
        }
    }
}

/// How a world is played on after a candidate was taken in it.
pub trait PlayOn<G: Searchable> {
    /// Plays on to the end of the round; `candidate` is what was taken. What it was worth to the seat.
    fn play_on(
        &mut self,
        game: &G,
        seat: Seat,
        candidate: u8,
        world: World<G>,
        mind: &mut Mind<G>,
    ) -> f64;

    /// How many playouts it made in this search beyond those that it was asked for.
    fn extra(&self) -> u32 {
        0
    }
}

/// The playout policy plays on in all seats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flat;

impl<G: Searchable> PlayOn<G> for Flat {
    #[inline(always)]
    fn play_on(&mut self, game: &G, seat: Seat, _: u8, world: World<G>, mind: &mut Mind<G>) -> f64 {
        mind.play_out(game, seat, world)
    }
}

/// Where worlds come from.
pub trait Source<G: Searchable> {
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

impl<G: Searchable> Source<G> for Redealt<'_, G> {
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

/// Playouts of some candidates in some worlds, as one block of work. The first candidate is the one that the others are
/// compared with; it must be among those tried.
pub struct Batch<'a, G: Searchable, S, P> {
    /// The worlds.
    pub source: &'a S,
    /// What it thinks with.
    pub mind: &'a mut Mind<G>,
    /// How a world is played on.
    pub play_on: &'a mut P,
    /// Which worlds.
    pub worlds: Range<u32>,
    /// Places of options.
    pub places: &'a [u8],
    /// The candidates to be tried, as indices of `places`, the first of which is 0.
    pub tried: &'a [u8],
    /// By candidate.
    pub estimates: &'a mut [OptionValue],
}

impl<G: Searchable, S: Source<G>, P: PlayOn<G>> Work for Batch<'_, G, S, P> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let (game, seat) = (self.source.game(), self.source.seat());
        for number in self.worlds {
            let mut world = self.source.world(number);
            // It asks the same question, with other copies of the cards.
            let Some(Ask { options, .. }) = world.ask(game) else {
                continue;
            };
            let mut first = 0.0;
            for &candidate in self.tried {
                let place = self.places[usize::from(candidate)];
                let taken = world.taking(game, &options, place);
                let value = self
                    .play_on
                    .play_on(game, seat, candidate, taken, self.mind);
                if candidate == 0 {
                    first = value;
                }
                self.estimates[usize::from(candidate)].add(value, first, 1.0);
            }
        }
    }
}
