//! The one driver: it seeds, deals, asks and answers. Nothing else plays a game, but `replay`, which has somebody else's cards.
//!
//! | type | holds |
//! |---|---|
//! | [`Round`] | a position and where its cards come from, at a pause between two decisions |
//! | [`Driver`] | a round of a seeded game, with the streams of the seats; it goes on to the next round by itself |
//! | [`Seats`] | those who answer at a table, and hear what their seats may know |
//!
//! A driver can be stopped at any decision: [`Driver::ask`] gives it, [`Driver::answer`] or [`Driver::decide`] goes on, and
//! [`Driver::finish`] plays the rest of the round without a pause. A clone is a fork. It takes along the position, the draw pile and every
//! stream of random numbers, so two forks that are treated alike end alike, and two that differ in one thing have all later
//! chance in common. Those in the seats are not cloned: an answer follows from a view, its options and the seat's stream alone,
//! unless somebody listens. A game in which somebody listens cannot be played on twice.

use super::{Action, Ask, Chance, Decider, Game, Observer, Pile, Seeded};
use crate::cards::{SEAT_SLOTS, Seat, at};
use crate::rng::{DealSeeds, Purpose, Rng, RoundSeeds, Seeds};

/// What is played as one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A game to the target.
    Game,
    /// A single round, the dealer uniform.
    Round,
}

impl Unit {
    /// The texts of the option.
    pub const TEXTS: &'static [&'static str] = &["game", "round"];

    /// The text of the option.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Unit::Game => "game",
            Unit::Round => "round",
        }
    }

    /// The unit with that text, if there is one.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Unit> {
        [Unit::Game, Unit::Round]
            .into_iter()
            .find(|unit| unit.text() == text)
    }
}

/// Those who sit at a table.
///
/// It is a trait and not a slice of players so that an experiment can answer for some seats itself.
pub trait Seats<G: Game> {
    /// A new game begins.
    fn new_game(&mut self) {}

    /// Whether anybody wants [`Seats::begin`] and [`Seats::hear`]. Tables where nobody listens spend no time on events.
    #[inline(always)]
    fn listen(&self) -> bool {
        false
    }

    /// The game that [`Seats::new_game`] announced, with the number that a seat may seed random numbers of its own with. Called seat
    /// by seat, where somebody listens.
    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        let _ = (game, seat, seed);
    }

    /// Something happened. Whoever sits here may know of it what [`Game::heard`] gives.
    fn hear(&mut self, game: &G, state: &G::State, event: &G::Event) {
        let _ = (game, state, event);
    }

    /// Answers for the seat that is asked; `rng` is its own stream.
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action;
}

/// The ears of those who sit at a table, as an observer.
pub struct Hearing<'a, S>(pub &'a mut S);

impl<G: Game, S: Seats<G>> Observer<G> for Hearing<'_, S> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        self.0.hear(game, state, event);
    }
}

/// A position and where its cards come from, between two decisions.
#[derive(Debug)]
pub struct Round<G: Game, C = Pile> {
    /// The position.
    pub state: G::State,
    /// The draw pile and the table's stream.
    pub chance: C,
}

impl<G: Game, C: Clone> Clone for Round<G, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Round {
            state: self.state.clone(),
            chance: self.chance.clone(),
        }
    }
}

impl<G: Game, C: Chance> Round<G, C> {
    /// A fresh game in which no round is dealt.
    #[inline(always)]
    pub fn new(game: &G, chance: C) -> Self {
        Round {
            state: game.new_game(),
            chance,
        }
    }

    /// Deals the next round. `lead` is the dealer, or in Grid the first seat.
    #[inline(always)]
    pub fn deal<O: Observer<G>>(&mut self, game: &G, lead: Seat, observer: &mut O) {
        game.start_round(&mut self.state, lead, &mut self.chance, observer);
    }

    /// Runs to the next decision; `None` when the round is over. Asking twice changes nothing.
    #[inline(always)]
    pub fn ask<O: Observer<G>>(&mut self, game: &G, observer: &mut O) -> Option<Ask> {
        game.advance(&mut self.state, &mut self.chance, observer)
    }

    /// Carries out the decision last asked for.
    ///
    /// # Panics
    /// In debug builds, where the action is none of the options (see [`Game::apply`]).
    #[inline(always)]
    pub fn answer<O: Observer<G>>(&mut self, game: &G, action: Action, observer: &mut O) {
        game.apply(&mut self.state, action, &mut self.chance, observer);
    }

    /// Plays on to the end of the round without a pause.
    #[inline(always)]
    pub fn finish<O: Observer<G>>(
        &mut self,
        game: &G,
        decider: &mut impl Decider<G>,
        observer: &mut O,
    ) {
        game.play_round(&mut self.state, &mut self.chance, observer, decider);
    }
}

/// Where the parts of a round's chance come from. In a round of a run all are that round's.
#[derive(Clone, Debug)]
pub struct Streams {
    /// Who deals, or in Grid begins.
    pub lead: Seat,
    /// The hands and the upcard.
    pub deal: RoundSeeds,
    /// The cards drawn later, where they are not the deal's.
    pub draws: Option<Rng>,
    /// The bots' random numbers.
    pub bots: RoundSeeds,
}

/// One game of a run, at a pause.
///
/// Every stream follows from the position in the run (seed, deal, round, seat) and from the salt of the seat's strategy, never from what was
/// played before.
pub struct Driver<'g, G: Game, C = Pile> {
    game: &'g G,
    /// The round that is played.
    pub round: Round<G, C>,
    /// By seat: its stream in this round.
    rngs: [Rng; SEAT_SLOTS],
    seeds: DealSeeds,
    salts: [u64; SEAT_SLOTS],
    unit: Unit,
    /// How many rounds were dealt.
    n_rounds: u32,
}

impl<G: Game, C: Clone> Clone for Driver<'_, G, C> {
    fn clone(&self) -> Self {
        Driver {
            game: self.game,
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

impl<'g, G: Game> Driver<'g, G> {
    /// An empty table with a draw pile of the usual kind.
    pub fn new(game: &'g G) -> Self {
        Driver::with_chance(game, Pile::new(Rng::from_key(0)))
    }
}

impl<'g, G: Game, C: Seeded> Driver<'g, G, C> {
    /// An empty table whose cards come from `chance`. Each round gives it a new stream.
    pub fn with_chance(game: &'g G, chance: C) -> Self {
        Driver {
            game,
            round: Round::new(game, chance),
            rngs: std::array::from_fn(|_| Rng::from_key(0)),
            seeds: Seeds::new(0, Purpose::Play).deal(0),
            salts: [0; SEAT_SLOTS],
            unit: Unit::Game,
            n_rounds: 0,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// What is played as one game.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.round.state
    }

    /// The stream of a seat in this round.
    #[must_use]
    pub fn rng(&self, seat: Seat) -> &Rng {
        &self.rngs[at(seat)]
    }

    /// Which round of its game it is, from 0; 0 too before the first is dealt.
    #[must_use]
    pub fn round_number(&self) -> u32 {
        self.n_rounds.saturating_sub(1)
    }

    /// How many rounds of the game were dealt.
    #[must_use]
    pub fn n_rounds(&self) -> u32 {
        self.n_rounds
    }

    /// Begins the game of the deal with these seeds; no round is dealt yet. `salts` are those of the strategies by seat, 0 where there
    /// are no more.
    #[inline(always)]
    pub fn begin_game(&mut self, seeds: DealSeeds, salts: &[u64], unit: Unit) {
        self.game.reset_game(&mut self.round.state);
        self.salts = [0; SEAT_SLOTS];
        for (own, salt) in self.salts.iter_mut().zip(salts) {
            *own = *salt;
        }
        (self.seeds, self.unit, self.n_rounds) = (seeds, unit, 0);
    }

    /// Announces the game that was begun to those who sit there; gives whether somebody listens.
    #[inline(always)]
    pub fn announce<S: Seats<G>>(&self, seats: &mut S) -> bool {
        seats.new_game();
        let listening = seats.listen();
        if listening {
            self.tell_seeds(seats);
        }
        listening
    }

    /// Tells those who listen the number that each seat may seed random numbers with: the first of its stream in round 0.
    #[cold]
    fn tell_seeds<S: Seats<G>>(&self, seats: &mut S) {
        let first = self.seeds.round(0);
        for seat in 0..self.game.n_seats() as Seat {
            let seed = first.bot(seat, self.salts[at(seat)]).next_u64();
            seats.begin(self.game, seat, seed);
        }
    }

    /// Deals the next round of the game.
    #[inline(always)]
    pub fn begin_round<O: Observer<G>>(&mut self, observer: &mut O) {
        let seeds = self.seeds.round(self.n_rounds);
        let lead = match self.unit {
            Unit::Game => self.game.lead(&self.round.state, &seeds),
            Unit::Round => seeds.dealer().below(self.game.n_seats() as u32) as Seat,
        };
        let streams = Streams {
            lead,
            deal: seeds,
            draws: None,
            bots: seeds,
        };
        self.begin_round_from(&streams, observer);
    }

    /// Deals the next round of the game from streams of the caller's choice.
    #[inline(always)]
    pub fn begin_round_from<O: Observer<G>>(&mut self, streams: &Streams, observer: &mut O) {
        self.n_rounds += 1;
        self.round.chance.reseed(streams.deal.table());
        for (seat, rng) in self.rngs[..self.game.n_seats()].iter_mut().enumerate() {
            *rng = streams.bots.bot(seat as Seat, self.salts[seat]);
        }
        self.round.deal(self.game, streams.lead, observer);
        if let Some(draws) = &streams.draws {
            self.round.chance.reseed(draws.clone());
        }
    }

    /// Runs to the next decision; `None` when the round is over.
    #[inline(always)]
    pub fn ask<O: Observer<G>>(&mut self, observer: &mut O) -> Option<Ask> {
        self.round.ask(self.game, observer)
    }

    /// What the seat that is asked answers, from its stream; nothing is carried out.
    #[inline(always)]
    pub fn choose<S: Seats<G>>(&mut self, ask: &Ask, seats: &mut S) -> Action {
        let rngs = &mut self.rngs;
        Answers { seats, rngs }.decide(self.game, &self.round.state, ask)
    }

    /// Carries out an answer of the seat that is asked.
    ///
    /// # Panics
    /// In debug builds, where the action is none of the options (see [`Game::apply`]).
    #[inline(always)]
    pub fn answer<O: Observer<G>>(&mut self, action: Action, observer: &mut O) {
        self.round.answer(self.game, action, observer);
    }

    /// Lets the seat that is asked answer.
    pub fn decide<S: Seats<G>, O: Observer<G>>(
        &mut self,
        ask: &Ask,
        seats: &mut S,
        observer: &mut O,
    ) {
        let action = self.choose(ask, seats);
        self.answer(action, observer);
    }

    /// Plays on to the end of the round without a pause. Those who sit there hear nothing.
    #[inline(always)]
    pub fn finish<S: Seats<G>, O: Observer<G>>(&mut self, seats: &mut S, observer: &mut O) {
        let rngs = &mut self.rngs;
        self.round
            .finish(self.game, &mut Answers { seats, rngs }, observer);
    }

    /// Deals the next round and plays it to its end where somebody listens: pause by pause, because those who answer hear, too.
    #[cold]
    #[inline(never)]
    pub fn heard_round<S: Seats<G>, O: Observer<G>>(&mut self, seats: &mut S, observer: &mut O) {
        self.begin_round(&mut (&mut *observer, Hearing(seats)));
        while let Some(ask) = self.ask(&mut (&mut *observer, Hearing(seats))) {
            let action = self.choose(&ask, seats);
            self.answer(action, &mut (&mut *observer, Hearing(seats)));
        }
    }

    /// Whether the game is over, after a round that is.
    #[inline(always)]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.unit == Unit::Round || self.game.is_over(&self.round.state)
    }

    /// Plays on to the end of the game, from a round that is over.
    pub fn finish_game<S: Seats<G>, O: Observer<G>>(&mut self, seats: &mut S, observer: &mut O) {
        while !self.is_over() {
            self.begin_round(observer);
            self.finish(seats, observer);
        }
    }

    /// A fork in which something was changed; the rest, all later chance included, is the same.
    ///
    /// # Errors
    /// What `change` gives.
    pub fn fork_with<E>(
        &self,
        change: impl FnOnce(&G, &mut Round<G, C>) -> Result<(), E>,
    ) -> Result<Self, E>
    where
        C: Clone,
    {
        let mut fork = self.clone();
        change(fork.game, &mut fork.round)?;
        Ok(fork)
    }
}
