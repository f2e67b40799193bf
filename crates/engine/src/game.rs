//! The common interface of the laboratory's games, in the words of the field.
//!
//! A game is a machine that can be paused: [`Game::advance`] runs to the next decision, and returns
//! the deciding seat and its options; [`Game::apply`] carries out the answer. The machine never
//! calls a bot. Random cards come from a [`Chance`], which is seeded in the arena and scripted for
//! replays. Code that needs the events passes an [`Observer`]. Only the [`Driver`] runs the
//! machine.

mod chance;
mod conformance;
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
pub use conformance::check_game;
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

use crate::cards::{CardSet, Seat};
use crate::rng::RoundSeeds;

/// Receiver of all events, hidden cards included.
pub trait Observer<G: Game> {
    /// Called just after the event took effect on the state.
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event);
}

/// An observer that ignores everything.
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

/// A question: the deciding seat, and its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The deciding seat.
    pub seat: Seat,
    /// Its options, at least two: a single legal one is carried out without a question.
    pub options: Options,
}

impl Ask {
    /// Returns the question, part by part. A plain copy of the options has the bytes between their
    /// parts, too, and the processor waits for a part that was just written and is read with them.
    #[inline(always)]
    pub(crate) fn new(seat: Seat, options: Options) -> Ask {
        // `from_words(words())`, because the compiler knows parts put together again as a copy.
        let options = Options {
            cards: CardSet::from_words(options.cards.words()),
            ..options
        };
        Ask { seat, options }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The seats that share the win, as bits; 0 if the game was stopped without a winner.
    pub winners: u16,
}

/// A metric of a game: a row of a table that the game declares, and that the arena only counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Name in the CSV files.
    pub name: &'static str,
    /// Meaning, one sentence for the data dictionary.
    pub meaning: &'static str,
    /// Rounds (or games) in which it is observed.
    pub when: ObservedIn,
}

/// Rounds in which a metric is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObservedIn {
    /// Every round.
    Always,
    /// Only rounds with a winner.
    Won,
}

/// Maximum number of metrics per round, and per seat and round.
pub const MAX_METRICS: usize = 32;

/// One number per metric; those beyond the declared ones are 0. Scores may be negative.
pub type Metrics = [i32; MAX_METRICS];

/// The source of answers for all seats: the driver with its players, a script, one player of a
/// playout.
///
/// It is a trait rather than a closure so that it can be inlined into code for a processor's own
/// instructions.
pub trait Decider<G: Game> {
    /// Answers the question.
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action;
}

/// Returns the sums of the seats' figures. Called once all are written: a sum over a row that was
/// just written, part by part, waits for it.
#[inline(always)]
pub(crate) fn sum_of_rows<const N: usize>(rows: &[[i32; N]]) -> [i32; N] {
    let mut sums = [0; N];
    for row in rows {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += *value;
        }
    }
    sums
}

/// Observer that counts the events of one round.
pub trait Meter<G: Game>: Observer<G> + Default + Send {
    /// Resets the counts of the last round.
    fn reset(&mut self, game: &G);
    /// Closes the round and returns its [`Game::METRICS`] in order.
    fn close(&mut self, game: &G, state: &G::State) -> Metrics;
    /// Returns the [`Game::SEAT_METRICS`] of a seat in order, once the round is closed.
    fn seat(&self, seat: Seat) -> &[i32];
    /// Returns the sums of [`Meter::seat`] over all seats, as many as [`Game::SEAT_METRICS`].
    fn sum(&self) -> &[i32];
}

/// A game with its rules, for a fixed number of seats.
///
/// A game is played in rounds (deals); it may consist of a single round.
// What plays is inlined for speed alone (`cfg_attr(not(debug_assertions), …)`): tests compile sooner
// with one copy of the engine per caller than with one per call.
pub trait Game: Sync + Sized + 'static {
    /// A position, hidden cards included; a few hundred bytes without pointers.
    type State: Clone + Send + Sync;
    /// Event for observers.
    type Event;
    /// Everything that one seat may know.
    type View<'a>: Copy
    where
        Self: 'a;
    /// Counter of a round.
    type Meter: Meter<Self>;

    /// `true` if a game is a single round, so that both units mean the same.
    const ONE_ROUND: bool = false;

    /// Metrics per round. A match reports the length of rounds if one of them is named `turns`.
    const METRICS: &'static [Metric];
    /// Metrics per seat and round; may be empty.
    const SEAT_METRICS: &'static [Metric];

    /// Returns the number of seats, 2 to [`MAX_SEATS`](crate::cards::MAX_SEATS).
    fn n_seats(&self) -> usize;

    /// Returns a new game: no scores, no round begun.
    fn new_game(&self) -> Self::State;

    /// Resets a used state to a new game. For large states, resets only the parts that
    /// [`Game::start_round`] does not.
    fn reset_game(&self, state: &mut Self::State) {
        *state = self.new_game();
    }

    /// Returns the dealer (shedding games) or the first seat (Grid) of the next round.
    fn lead(&self, state: &Self::State, seeds: &RoundSeeds) -> Seat;

    /// Deals the next round, and resets what the round before left: hands, piles, whose turn it is.
    /// Scores stay. `lead` is the dealer, or in Grid the first seat.
    fn start_round<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut Self::State,
        lead: Seat,
        chance: &mut C,
        observer: &mut O,
    );

    /// Runs to the next decision; `None` if the round is over. Carries out a single legal option
    /// without a question. Calling it again without [`Game::apply`] in between asks the same again.
    fn advance<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut Self::State,
        chance: &mut C,
        observer: &mut O,
    ) -> Option<Ask>;

    /// Carries out the decision last asked for.
    ///
    /// # Panics
    /// In debug builds, panics if the action is not among the options of [`Game::advance`]. In
    /// release builds such a call leaves a state that is not a position of the game;
    /// [`Options::has`] checks beforehand.
    fn apply<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut Self::State,
        action: Action,
        chance: &mut C,
        observer: &mut O,
    );

    /// Plays the round that [`Game::start_round`] dealt to its end, asking `decider` at each
    /// decision.
    ///
    /// The same as alternating [`Game::advance`] and [`Game::apply`], as a test checks; a game may
    /// fuse the two if its profile justifies it.
    fn play_round<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut Self::State,
        chance: &mut C,
        observer: &mut O,
        decider: &mut impl Decider<Self>,
    ) {
        while let Some(ask) = self.advance(state, chance, observer) {
            debug_assert!(ask.options.len() > 1, "`advance` asks for one option");
            let action = decider.decide(self, state, &ask);
            self.apply(state, action, chance, observer);
            debug_assert_eq!(self.check(state), Ok(()));
        }
    }

    /// Returns everything that the seat may know of the position.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// Returns an event as the seat may know it (RULES.md, "Who sees what"); `None` if it hears
    /// nothing.
    fn heard(&self, state: &Self::State, event: &Self::Event, seat: Seat) -> Option<Self::Event> {
        let _ = (state, event, seat);
        None
    }

    /// Returns whether the game (not only the round) is over, when a round is. A game of one round
    /// leaves it out.
    ///
    /// # Panics
    /// Panics if a game of several rounds leaves it out.
    fn is_over(&self, state: &Self::State) -> bool {
        let _ = state;
        assert!(Self::ONE_ROUND, "a game of several rounds needs `is_over`");
        true
    }

    /// Returns the end of the game.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Returns the winners of the finished round, as an outcome of its own. In a game of one round
    /// it is [`Game::outcome`].
    fn round_outcome(&self, state: &Self::State) -> Outcome;

    /// Returns the number of seats that began before this one in the round of `state`, from 0. In
    /// the shedding games 0 is the seat to the left of the dealer and the dealer is last; in Grid 0
    /// is the first seat.
    fn position(&self, state: &Self::State, seat: Seat) -> usize;

    /// Returns the score of a seat so far, as the rules count it; [`Game::gain`] has the sign for
    /// comparisons.
    fn score(&self, state: &Self::State, seat: Seat) -> i32;

    /// Returns 1 if more points are better, -1 if fewer are (PG-16).
    #[inline(always)]
    fn points_sign(&self) -> i32 {
        1
    }

    /// Returns the score of a seat so far, with the sign that makes more better. Rewards and
    /// objectives in points use this.
    #[inline(always)]
    fn gain(&self, state: &Self::State, seat: Seat) -> i32 {
        self.points_sign() * self.score(state, seat)
    }

    /// Checks every invariant of the state that does not need its history.
    ///
    /// # Errors
    /// States the violation, with the rule's number.
    fn check(&self, state: &Self::State) -> Result<(), String>;
}
