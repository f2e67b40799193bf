//! A game of a run at a pause, apart from the rules it is played by: what a [`Driver`](super::Driver) drives.
//!
//! A driver borrows its game, which suits code that plays many games by the same rules. Code that keeps games for long (an environment, a
//! table in a notebook) owns courses and lends each call the game.

use super::round::{Round, Seats, SeatsObserver, Unit};
use super::{Action, Ask, Decider, Game, Observable, Observer, Pile, Seeded};
use crate::cards::{CardSet, SEAT_SLOTS, Seat, at};
use crate::rng::{DealSeeds, Purpose, Rng, RoundSeeds, Seeds};

/// Where the parts of a round's chance come from. In a round of a run all are that round's.
#[derive(Clone, Debug)]
pub struct RoundStreams {
    /// Who deals, or in Grid begins.
    pub lead: Seat,
    /// The hands and the upcard.
    pub deal: RoundSeeds,
    /// The cards drawn later, where they are not the deal's.
    pub draws: Option<Rng>,
    /// The bots' random numbers.
    pub bots: RoundSeeds,
}

/// The position of one game of a run, its draw pile and all streams of random numbers.
///
/// Every stream follows from the position in the run (seed, deal, round, seat) and from the salt of the seat's strategy, never from what was
/// played before. Each method that plays takes the game; it must be the one that the course was made for.
///
/// What each step reads comes first in memory.
#[repr(C)]
pub struct DriverState<G: Game, C = Pile> {
    /// The round that is played.
    pub round: Round<G, C>,
    seeds: DealSeeds,
    unit: Unit,
    /// How many rounds were dealt.
    n_rounds: u32,
    salts: [u64; SEAT_SLOTS],
    /// By seat: its stream in this round.
    rngs: [Rng; SEAT_SLOTS],
}

impl<G: Game, C: Clone> Clone for DriverState<G, C> {
    fn clone(&self) -> Self {
        DriverState {
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
struct Answers<'a, S> {
    seats: &'a mut S,
    rngs: &'a mut [Rng; SEAT_SLOTS],
}

impl<G: Game, S: Seats<G>> Decider<G> for Answers<'_, S> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action {
        let rng = &mut self.rngs[at(ask.seat)];
        self.seats.decide(game, state, ask, rng)
    }
}

impl<G: Game> DriverState<G> {
    /// An empty table with a draw pile of the usual kind.
    pub fn new(game: &G) -> Self {
        DriverState::with_chance(game, Pile::new(Rng::from_key(0)))
    }
}

impl<G: Observable> DriverState<G> {
    /// Asks the processor for all that the next decision of a learner needs ([`Observable::prefetch`]).
    #[inline(always)]
    pub fn prefetch(&self, game: &G) {
        game.prefetch(&self.round.state);
        self.round.chance.prefetch();
    }
}

impl<G: Game, C: Seeded> DriverState<G, C> {
    /// An empty table whose cards come from `chance`. Each round gives it a new stream.
    pub fn with_chance(game: &G, chance: C) -> Self {
        DriverState {
            round: Round::new(game, chance),
            rngs: std::array::from_fn(|_| Rng::from_key(0)),
            seeds: Seeds::new(0, Purpose::Play).deal(0),
            salts: [0; SEAT_SLOTS],
            unit: Unit::Game,
            n_rounds: 0,
        }
    }

    /// What is played as one game.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The position.
    #[inline(always)]
    pub fn state(&self) -> &G::State {
        &self.round.state
    }

    /// The stream of a seat in this round.
    pub fn rng(&self, seat: Seat) -> &Rng {
        &self.rngs[at(seat)]
    }

    /// Which round of its game it is, from 0; 0 too before the first is dealt.
    pub fn round_number(&self) -> u32 {
        self.n_rounds.saturating_sub(1)
    }

    /// How many rounds of the game were dealt.
    pub fn n_rounds(&self) -> u32 {
        self.n_rounds
    }

    /// Begins the game of the deal with these seeds; no round is dealt yet. `salts` are those of the strategies by seat, 0 where there
    /// are no more.
    #[inline(always)]
    pub fn begin_game(&mut self, game: &G, seeds: DealSeeds, salts: &[u64], unit: Unit) {
        game.reset_game(&mut self.round.state);
        self.salts = [0; SEAT_SLOTS];
        for (own, salt) in self.salts.iter_mut().zip(salts) {
            *own = *salt;
        }
        (self.seeds, self.unit, self.n_rounds) = (seeds, unit, 0);
    }

    /// Announces the game that was begun to those who sit there; gives whether somebody listens.
    #[inline(always)]
    pub fn announce<S: Seats<G>>(&self, game: &G, seats: &mut S) -> bool {
        seats.new_game();
        let listening = seats.listen();
        if listening {
            self.tell_seeds(game, seats);
        }
        listening
    }

    /// Tells those who listen the number that each seat may seed random numbers with: the first of its stream in round 0.
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

    /// Deals the next round of the game from streams of the caller's choice.
    #[inline(always)]
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
        self.round.deal(game, streams.lead, observer);
        if let Some(draws) = &streams.draws {
            self.round.chance.reseed(draws.clone());
        }
    }

    /// Goes on from another position of the same round, whose draw pile holds these cards: its order, and the deals of later rounds,
    /// follow from these seeds.
    pub fn go_on_from(&mut self, state: G::State, pile: CardSet, seeds: DealSeeds) {
        let round = seeds.round(self.round_number());
        self.seeds = seeds;
        self.round.state = state;
        self.round.chance.reseed(round.table());
        self.round.chance.refill(pile);
    }

    /// Runs to the next decision; `None` when the round is over.
    #[inline(always)]
    pub fn ask<O: Observer<G>>(&mut self, game: &G, observer: &mut O) -> Option<Ask> {
        self.round.ask(game, observer)
    }

    /// What the seat that is asked answers, from its stream; nothing is carried out.
    #[inline(always)]
    pub fn choose<S: Seats<G>>(&mut self, game: &G, ask: &Ask, seats: &mut S) -> Action {
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

    /// Plays on to the end of the round, without a pause where nobody listens.
    #[inline(always)]
    pub fn finish<S: Seats<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        seats: &mut S,
        observer: &mut O,
    ) {
        if seats.listen() {
            return self.finish_heard(game, seats, observer);
        }
        let rngs = &mut self.rngs;
        self.round
            .finish(game, &mut Answers { seats, rngs }, observer);
    }

    /// Deals the next round and plays it to its end where somebody listens.
    #[cold]
    #[inline(never)]
    pub fn heard_round<S: Seats<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        seats: &mut S,
        observer: &mut O,
    ) {
        self.begin_round(game, &mut (&mut *observer, SeatsObserver(seats)));
        self.finish_heard(game, seats, observer);
    }

    /// [`DriverState::finish`], pause by pause, because those who answer hear, too.
    #[cold]
    #[inline(never)]
    fn finish_heard<S: Seats<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        seats: &mut S,
        observer: &mut O,
    ) {
        while let Some(ask) = self.ask(game, &mut (&mut *observer, SeatsObserver(seats))) {
            let action = self.choose(game, &ask, seats);
            self.answer(game, action, &mut (&mut *observer, SeatsObserver(seats)));
        }
    }

    /// Whether the game is over, after a round that is.
    #[inline(always)]
    pub fn is_over(&self, game: &G) -> bool {
        self.unit == Unit::Round || game.is_over(&self.round.state)
    }
}
