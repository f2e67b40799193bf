//! The driver: the one loop that seeds, deals, asks and answers. Only `replay`, which has the cards
//! of a trace, plays without it.
//!
//! | type | holds |
//! |---|---|
//! | [`Round`] | a position and where its cards come from, at a pause between two decisions |
//! | [`Driver`] | a round of a seeded game and the streams of its seats; deals the next round itself |
//! | [`Seats`] | the players at a table, who decide, and hear what their seats may know |
//!
//! A driver stops at any decision: [`Driver::ask`] returns it, [`Driver::answer`] or
//! [`Driver::decide`] goes on, and [`Driver::finish`] plays the rest of the round without a pause.
//! A clone is a fork: it copies the position, the draw pile and every random stream. Two forks that
//! get the same answers end alike, and two that differ in one answer share all later chance.
//! Players are not cloned, because an answer follows from a view, its options and the seat's stream
//! alone, unless a player listens. A game with a listening player cannot be forked. Methods that
//! take [`Seats`] tell the players who listen; to methods that take an observer
//! ([`Driver::begin_round`], [`Driver::ask`], [`Driver::answer`]) pass [`SeatsObserver`].
//!
//! A driver does not hold the rules: each method that plays takes the game that the driver was made
//! for. So an environment can keep thousands of drivers beside one game.

use super::round::{Round, Seats, SeatsObserver, Unit};
use super::{Action, Ask, Chance as _, Decider, Game, Observable, Observer, Pile};
use crate::cards::{CardSet, SEAT_SLOTS, Seat, at};
use crate::rng::{DealSeeds, Purpose, Rng, RoundSeeds, Seeds};

/// Sources of a round's random numbers. In a round of a run, all belong to that round.
#[derive(Clone, Debug)]
pub struct RoundStreams {
    /// The dealer, or in Grid the first seat.
    pub lead: Seat,
    /// The hands and the upcard.
    pub deal: RoundSeeds,
    /// The cards drawn later, if they do not come from `deal`.
    pub draws: Option<Rng>,
    /// The bots' random numbers.
    pub bots: RoundSeeds,
}

/// The position of one game of a run, its draw pile and all its random streams.
///
/// Every stream follows from the position in the run (seed, deal, round, seat) and from the salt of
/// the seat's strategy, never from what was played before.
///
/// The fields that each step reads come first in memory.
#[repr(C)]
pub struct Driver<G: Game> {
    /// The round in play.
    pub round: Round<G>,
    seeds: DealSeeds,
    unit: Unit,
    /// The number of rounds dealt.
    n_rounds: u32,
    salts: [u64; SEAT_SLOTS],
    /// Each seat's stream in this round.
    rngs: [Rng; SEAT_SLOTS],
}

impl<G: Game> Clone for Driver<G> {
    fn clone(&self) -> Self {
        Driver {
            round: self.round.clone(),
            rngs: self.rngs.clone(),
            seeds: self.seeds,
            salts: self.salts,
            unit: self.unit,
            n_rounds: self.n_rounds,
        }
    }
}

/// The answers of the seats, each from its own stream.
struct Answers<'a, S: ?Sized> {
    seats: &'a mut S,
    rngs: &'a mut [Rng; SEAT_SLOTS],
}

impl<G: Game, S: Seats<G> + ?Sized> Decider<G> for Answers<'_, S> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action {
        let rng = &mut self.rngs[at(ask.seat)];
        self.seats.decide(game, state, ask, rng)
    }
}

impl<G: Observable> Driver<G> {
    /// Prefetches everything that the next decision of a learner reads ([`Observable::prefetch`]).
    #[inline(always)]
    pub fn prefetch(&self, game: &G) {
        game.prefetch(&self.round.state);
        self.round.chance.prefetch();
    }
}

impl<G: Game> Driver<G> {
    /// An empty table.
    #[inline]
    pub fn new(game: &G) -> Self {
        Driver {
            round: Round::new(game, Pile::new(Rng::from_key(0))),
            rngs: std::array::from_fn(|_| Rng::from_key(0)),
            seeds: Seeds::new(0, Purpose::Play).deal(0),
            salts: [0; SEAT_SLOTS],
            unit: Unit::Game,
            n_rounds: 0,
        }
    }

    /// The unit that is played as one game.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The position.
    #[inline(always)]
    pub fn state(&self) -> &G::State {
        &self.round.state
    }

    /// A seat's stream in this round.
    pub fn rng(&self, seat: Seat) -> &Rng {
        &self.rngs[at(seat)]
    }

    /// The number of the round within its game, from 0; also 0 before the first is dealt.
    pub fn round_number(&self) -> u32 {
        self.n_rounds.saturating_sub(1)
    }

    /// The number of rounds dealt in this game.
    pub fn n_rounds(&self) -> u32 {
        self.n_rounds
    }

    /// Begins the game of the deal with these seeds, without dealing a round. `salts` are those of
    /// the strategies by seat; missing ones are 0.
    #[inline(always)]
    pub fn begin_game(&mut self, game: &G, seeds: DealSeeds, salts: &[u64], unit: Unit) {
        game.reset_game(&mut self.round.state);
        self.salts = [0; SEAT_SLOTS];
        for (own, salt) in self.salts.iter_mut().zip(salts) {
            *own = *salt;
        }
        (self.seeds, self.unit, self.n_rounds) = (seeds, unit, 0);
    }

    /// Announces the new game to the players. Returns whether any of them listens.
    #[inline(always)]
    pub fn announce<S: Seats<G>>(&self, game: &G, seats: &mut S) -> bool {
        seats.new_game();
        let listening = seats.listen();
        if listening {
            self.tell_seeds(game, seats);
        }
        listening
    }

    /// Tells each listening player a number to seed its own random numbers with: the first of its
    /// stream in round 0.
    #[cold]
    fn tell_seeds<S: Seats<G>>(&self, game: &G, seats: &mut S) {
        let first = self.seeds.round(0);
        for seat in 0..game.n_seats() as Seat {
            let seed = first.bot(seat, self.salts[at(seat)]).next_u64();
            seats.begin(game, seat, seed);
        }
    }

    /// Deals the next round of the game.
    #[inline(always)]
    pub fn begin_round<O: Observer<G>>(&mut self, game: &G, observer: &mut O) {
        let seeds = self.seeds.round(self.n_rounds);
        let lead = match self.unit {
            Unit::Game => game.lead(&self.round.state, &seeds),
            Unit::Round => seeds.dealer().below(game.n_seats() as u32) as Seat,
        };
        let streams = RoundStreams {
            lead,
            deal: seeds,
            draws: None,
            bots: seeds,
        };
        self.begin_round_from(game, &streams, observer);
    }

    /// Deals the next round of the game from streams that the caller chooses.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn begin_round_from<O: Observer<G>>(
        &mut self,
        game: &G,
        streams: &RoundStreams,
        observer: &mut O,
    ) {
        self.n_rounds += 1;
        self.round.chance.reseed(streams.deal.table());
        for (seat, rng) in self.rngs[..game.n_seats()].iter_mut().enumerate() {
            *rng = streams.bots.bot(seat as Seat, self.salts[seat]);
        }
        let Round { state, chance } = &mut self.round;
        game.start_round(state, streams.lead, chance, observer);
        if let Some(draws) = &streams.draws {
            self.round.chance.reseed(draws.clone());
        }
    }

    /// Continues from another position of the same round, whose draw pile holds `pile`. The order
    /// of the pile and the deals of later rounds follow from `seeds`.
    pub fn go_on_from(&mut self, state: G::State, pile: CardSet, seeds: DealSeeds) {
        let round = seeds.round(self.round_number());
        self.seeds = seeds;
        self.round.state = state;
        self.round.chance.reseed(round.table());
        self.round.chance.refill(pile);
    }

    /// Runs to the next decision; `None` if the round is over. Asking twice changes nothing.
    #[inline(always)]
    pub fn ask<O: Observer<G>>(&mut self, game: &G, observer: &mut O) -> Option<Ask> {
        self.round.ask(game, observer)
    }

    /// Returns the answer of the seat that is asked, from its stream, without carrying it out.
    #[inline(always)]
    pub fn choose<S: Seats<G> + ?Sized>(&mut self, game: &G, ask: &Ask, seats: &mut S) -> Action {
        let rngs = &mut self.rngs;
        Answers { seats, rngs }.decide(game, &self.round.state, ask)
    }

    /// Carries out an answer of the seat that is asked.
    ///
    /// # Panics
    /// In debug builds, if the action is not one of the options (see [`Game::apply`]).
    #[inline(always)]
    pub fn answer<O: Observer<G>>(&mut self, game: &G, action: Action, observer: &mut O) {
        self.round.answer(game, action, observer);
    }

    /// Lets the seat that is asked answer. Listening players hear the consequences.
    pub fn decide<S: Seats<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        ask: &Ask,
        seats: &mut S,
        observer: &mut O,
    ) {
        if seats.listen() {
            self.decide_heard(game, ask, seats, observer);
        } else {
            let action = self.choose(game, ask, seats);
            self.answer(game, action, observer);
        }
    }

    /// Plays to the end of the round, without a pause if no player listens.
    #[inline(always)]
    pub fn finish<S: Seats<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        seats: &mut S,
        observer: &mut O,
    ) {
        if seats.listen() {
            self.finish_heard(game, seats, observer);
        } else {
            self.finish_unheard(game, seats, observer);
        }
    }

    /// As [`Driver::finish`], with players who do not listen.
    #[inline(always)]
    pub fn finish_unheard<S: Seats<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        seats: &mut S,
        observer: &mut O,
    ) {
        let Driver { round, rngs, .. } = self;
        let Round { state, chance } = round;
        game.play_round(state, chance, observer, &mut Answers { seats, rngs });
    }

    /// Deals the next round and plays it to its end, with players who listen.
    #[cold]
    #[inline(never)]
    pub fn heard_round(
        &mut self,
        game: &G,
        seats: &mut dyn Seats<G>,
        observer: &mut dyn Observer<G>,
    ) {
        let mut both: &mut dyn Observer<G> = &mut (&mut *observer, SeatsObserver(seats));
        self.begin_round(game, &mut both);
        self.finish_heard(game, seats, observer);
    }

    /// As [`Driver::finish`], with players who listen: pause by pause, because they hear each event.
    /// Dynamic, because each kind of players and observers would compile the engine once more.
    #[cold]
    #[inline(never)]
    pub fn finish_heard(
        &mut self,
        game: &G,
        seats: &mut dyn Seats<G>,
        observer: &mut dyn Observer<G>,
    ) {
        loop {
            let mut both: &mut dyn Observer<G> = &mut (&mut *observer, SeatsObserver(seats));
            let Some(ask) = self.ask(game, &mut both) else {
                return;
            };
            self.decide_heard(game, &ask, seats, observer);
        }
    }

    /// As [`Driver::decide`], with players who listen.
    #[cold]
    #[inline(never)]
    fn decide_heard(
        &mut self,
        game: &G,
        ask: &Ask,
        seats: &mut dyn Seats<G>,
        observer: &mut dyn Observer<G>,
    ) {
        let action = self.choose(game, ask, seats);
        let mut both: &mut dyn Observer<G> = &mut (observer, SeatsObserver(seats));
        self.answer(game, action, &mut both);
    }

    /// Returns whether the game is over, after a round that is.
    #[inline(always)]
    pub fn is_over(&self, game: &G) -> bool {
        self.unit == Unit::Round || game.is_over(&self.round.state)
    }

    /// Plays to the end of the game, from a round that is over.
    pub fn finish_game<S: Seats<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        seats: &mut S,
        observer: &mut O,
    ) {
        while !self.is_over(game) {
            if seats.listen() {
                self.heard_round(game, seats, observer);
            } else {
                self.begin_round(game, observer);
                self.finish(game, seats, observer);
            }
        }
    }

    /// Returns a fork in which `change` was made; everything else, including all later chance, is
    /// the same.
    ///
    /// # Errors
    /// Those of `change`.
    #[inline]
    pub fn fork_with<E>(
        &self,
        change: impl FnOnce(&mut Round<G>) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut fork = self.clone();
        change(&mut fork.round)?;
        Ok(fork)
    }
}
