//! What the two games of the laboratory have in common, in the words of the field.
//!
//! A game is a machine that can be paused: [`Game::advance`] runs to the next decision and says who decides among what;
//! [`Game::apply`] carries the answer out. The machine never calls a bot. What is random comes from a [`Chance`], which
//! is seeded in the arena and scripted where a trace is replayed. Code that wants to know what happens passes an
//! [`Observer`]. The [`Driver`] alone runs the machine.

mod chance;
mod driver;
pub(crate) mod event;
pub(crate) mod learn;
mod module_page;
pub mod notation;
mod observable;
mod options;
mod owned_view;
pub mod record;
mod round;
mod textual;
mod view_field;

pub use chance::{Chance, Pile};
pub use driver::{Driver, RoundStreams};
pub use learn::FieldRange;
pub use module_page::{ModuleLayout, ModulePlace};
pub use observable::Observable;
pub use options::{Action, OptionName, Options};
pub use owned_view::OwnedView;
pub use round::{Round, Seats, SeatsObserver, Unit};
pub use textual::Textual;
pub use view_field::{FieldValue, Section, ViewField};
pub(crate) use view_field::{section_at, sections_len};

use crate::cards::Seat;
use crate::rng::RoundSeeds;

/// Hears of everything that happens, hidden cards included.
pub trait Observer<G: Game> {
    /// Called just after the event took effect on the state.
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event);
}

/// An observer that does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<G: Game> Observer<G> for NoObserver {
    #[inline(always)]
    fn event(&mut self, _: &G, _: &G::State, _: &G::Event) {}
}

/// Two observers, one after the other.
impl<G: Game, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    #[inline(always)]
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        self.0.event(game, state, event);
        self.1.event(game, state, event);
    }
}

impl<G: Game, A: Observer<G> + ?Sized> Observer<G> for &mut A {
    #[inline(always)]
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        (**self).event(game, state, event);
    }
}

/// Who is asked, and among what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The seat that decides.
    pub seat: Seat,
    /// What it may do, at least two things: where only one is legal the machine does it without asking.
    pub options: Options,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The seats that share the win, as bits; 0 where the game was stopped without a winner.
    pub winners: u16,
}

/// What a game measures, one row of a table that the game declares and the arena only counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// The name in the CSV files.
    pub name: &'static str,
    /// What it counts, one sentence for the data dictionary.
    pub meaning: &'static str,
    /// When a round (or game) adds an observation.
    pub when: ObservedIn,
}

/// Which rounds a metric is observed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObservedIn {
    /// In every one.
    Always,
    /// Only in those that somebody won.
    Won,
}

/// The most metrics that a game declares per round, and per seat and round.
pub const MAX_METRICS: usize = 32;

/// One number per metric, those beyond the declared ones 0. Scores may be negative.
pub type Metrics = [i32; MAX_METRICS];

/// What answers for all seats: the driver with its players, a script, one player of a playout.
///
/// It is a trait and not a closure so that it can be inlined into code for a processor's own instructions.
pub trait Decider<G: Game> {
    /// Answers the question.
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action;
}

/// Counts what happens in one round, as an observer.
pub trait Meter<G: Game>: Observer<G> + Default + Send {
    /// Forgets the last round.
    fn reset(&mut self, game: &G);
    /// Closes the round and gives its [`Game::METRICS`] in order.
    fn close(&mut self, game: &G, state: &G::State) -> Metrics;
    /// The [`Game::SEAT_METRICS`] of a seat in order, once the round is closed.
    fn seat(&self, seat: Seat) -> &[i32];
    /// The sums of [`Meter::seat`] over all seats, as many as [`Game::SEAT_METRICS`].
    fn sum(&self) -> &[i32];
}

/// A game with its rules, for a fixed number of seats.
///
/// A game is played in rounds (deals); a game of one round is a game all the same.
pub trait Game: Sync + Sized + 'static {
    /// A position, hidden cards included; a few hundred bytes without pointers.
    type State: Clone + Send + Sync;
    /// What an observer hears.
    type Event;
    /// What one seat may know.
    type View<'a>: Copy
    where
        Self: 'a;
    /// Counts a round.
    type Meter: Meter<Self>;

    /// Whether a game is a single round, so that both units mean the same.
    const ONE_ROUND: bool = false;

    /// What is counted per round. A match says how long rounds are if one of them is called `turns`.
    const METRICS: &'static [Metric];
    /// What is counted per seat and round; may be empty.
    const SEAT_METRICS: &'static [Metric];

    /// How many seats, 2 to [`MAX_SEATS`](crate::cards::MAX_SEATS).
    fn n_seats(&self) -> usize;

    /// A fresh game: no scores, no round begun.
    fn new_game(&self) -> Self::State;

    /// Makes a used state a fresh game. A game whose states are large resets only what [`Game::start_round`] does not.
    fn reset_game(&self, state: &mut Self::State) {
        *state = self.new_game();
    }

    /// Who deals (shedding games) or begins (Grid) in the next round.
    fn lead(&self, state: &Self::State, seeds: &RoundSeeds) -> Seat;

    /// Deals the next round. `lead` is the dealer, or in Grid the first seat.
    fn start_round<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut Self::State,
        lead: Seat,
        chance: &mut C,
        observer: &mut O,
    );

    /// Runs to the next decision; `None` if the round is over. A single legal option is carried out without a question. Calling it again without [`Game::apply`] in between asks
    /// the same again.
    fn advance<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut Self::State,
        chance: &mut C,
        observer: &mut O,
    ) -> Option<Ask>;

    /// Carries out the decision last asked for.
    ///
    /// # Panics
    /// In debug builds, where the action is not among the options that [`Game::advance`] gave. In release builds such a
    /// call leaves a state that is no position of the game; [`Options::has`] tells beforehand.
    fn apply<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut Self::State,
        action: Action,
        chance: &mut C,
        observer: &mut O,
    );

    /// Plays the round that [`Game::start_round`] dealt to its end, asking `decider` at each decision.
    ///
    /// The same as [`Game::advance`] and [`Game::apply`] in turn, as a test checks; a game may fuse the two where its
    /// profile says so.
    fn play_round<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut Self::State,
        chance: &mut C,
        observer: &mut O,
        decider: &mut impl Decider<Self>,
    ) {
        while let Some(ask) = self.advance(state, chance, observer) {
            let action = decider.decide(self, state, &ask);
            self.apply(state, action, chance, observer);
            debug_assert_eq!(self.check(state), Ok(()));
        }
    }

    /// What the seat may know of the position.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// What a seat hears of an event, as it may know it (RULES.md, "Who sees what"); `None` if it hears nothing.
    fn heard(&self, state: &Self::State, event: &Self::Event, seat: Seat) -> Option<Self::Event> {
        let _ = (state, event, seat);
        None
    }

    /// Whether the game (not only the round) is over. Asked when a round is over, so a game of one round answers `true`.
    fn is_over(&self, state: &Self::State) -> bool;

    /// How the game ended.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Who won the round that is over, as an outcome of its own. In a game of one round it is [`Game::outcome`].
    fn round_outcome(&self, state: &Self::State) -> Outcome;

    /// How many seats began before this one in the round that `state` is in, from 0: in the shedding games 0 is the seat
    /// to the left of the dealer and the dealer is last; in Grid 0 is the first seat.
    fn position(&self, state: &Self::State, seat: Seat) -> usize;

    /// The score of a seat so far, as the rules count it: [`Game::gain`] says what is good.
    fn score(&self, state: &Self::State, seat: Seat) -> i32;

    /// 1 if more points are better, -1 if fewer are (PG-16).
    #[inline(always)]
    fn points_sign(&self) -> i32 {
        1
    }

    /// The score of a seat so far, with the sign that makes more better. Rewards and objectives in points count this.
    #[inline(always)]
    fn gain(&self, state: &Self::State, seat: Seat) -> i32 {
        self.points_sign() * self.score(state, seat)
    }

    /// Checks every invariant of the state that does not need its history.
    ///
    /// # Errors
    /// What is wrong, in words, with the rule's number.
    fn check(&self, state: &Self::State) -> Result<(), String>;
}
