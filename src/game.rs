//! What the two games of the laboratory have in common, in the words of the field.
//!
//! A game is a machine that can be paused: [`Game::advance`] runs to the next decision and says who decides among what;
//! [`Game::apply`] carries the answer out. The machine never calls a bot. What is random comes from a [`Chance`], which
//! is seeded in the arena and scripted where a trace is replayed. Whoever wants to know what happens passes an
//! [`Observer`].

use crate::cards::{CardSet, MAX_CARDS, Seat};
use crate::rng::{Rng, RoundSeeds};

/// One of the options of a decision: a card (0 to 127, a slot of the deck), or one of the decision's other choices
/// (128 and up, see the game's `Question`).
///
/// Bots of the shedding games and of Grid get and give actions through [`Options`]; what the number inside means is
/// the engine's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

impl Action {
    /// The first action that is not a card.
    const FIRST_CHOICE: u8 = 128;

    /// The card in this slot.
    #[inline(always)]
    #[must_use]
    pub(crate) fn card(slot: u8) -> Action {
        debug_assert!((slot as usize) < MAX_CARDS);
        Action(slot)
    }

    /// The choice with this number, 0 to 15.
    #[inline(always)]
    #[must_use]
    pub fn choice(number: u8) -> Action {
        debug_assert!(number < 16);
        Action(Action::FIRST_CHOICE + number)
    }

    /// The slot, where the action is a card.
    #[inline(always)]
    #[must_use]
    pub(crate) fn slot(self) -> Option<u8> {
        (self.0 < Action::FIRST_CHOICE).then_some(self.0)
    }

    /// The number of the choice, where the action is not a card.
    #[inline(always)]
    #[must_use]
    pub fn choice_number(self) -> Option<u8> {
        (self.0 >= Action::FIRST_CHOICE).then_some(self.0 & 127)
    }

    /// The slot of an action that is known to be a card, else nonsense.
    #[inline(always)]
    pub(crate) fn slot_unchecked(self) -> u8 {
        debug_assert!(self.0 < Action::FIRST_CHOICE);
        self.0 & 127
    }

    /// The choice of an action that is known to be one, else nonsense.
    #[inline(always)]
    pub(crate) fn choice_unchecked(self) -> u8 {
        debug_assert!(self.0 >= Action::FIRST_CHOICE);
        self.0 & 127
    }
}

/// The legal options of one decision, in a fixed order: cards by slot, then the other choices, then bluffs.
///
/// Copies of a card lie side by side in slot order and lead to the same game, so the order tells nothing that the cards'
/// faces do not. Which copy it is cannot be read off an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(crate) cards: CardSet,
    pub(crate) choices: u16,
    pub(crate) bluffs: CardSet,
}

impl Options {
    /// No option yet.
    pub(crate) const NONE: Options = Options {
        cards: CardSet::EMPTY,
        choices: 0,
        bluffs: CardSet::EMPTY,
    };

    /// Only choices, those of the bits set.
    #[inline(always)]
    pub(crate) fn choices(choices: u16) -> Options {
        Options {
            choices,
            ..Options::NONE
        }
    }

    /// How many options there are; at least two when a seat is asked.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.n_cards() + self.n_choices() + self.n_bluffs()
    }

    /// Whether there is no option. Never so when a seat is asked.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        (self.cards | self.bluffs).is_empty() && self.choices == 0
    }

    /// Whether there are at least two options, without counting them.
    #[inline(always)]
    #[must_use]
    pub fn is_choice(&self) -> bool {
        let cards = (self.cards | self.bluffs).bits();
        let choices = self.choices;
        // Without a branch: which of the three it is hardly ever can be foreseen.
        (cards & cards.wrapping_sub(1) != 0)
            | (choices & choices.wrapping_sub(1) != 0)
            | ((cards != 0) & (choices != 0))
    }

    /// How many of the options are cards, bluffs not counted.
    #[inline(always)]
    #[must_use]
    pub fn n_cards(&self) -> u32 {
        self.cards.len()
    }

    /// How many of the options are choices other than cards.
    #[inline(always)]
    #[must_use]
    pub fn n_choices(&self) -> u32 {
        self.choices.count_ones()
    }

    /// How many of the options are bluffs (PG-10).
    #[inline(always)]
    #[must_use]
    pub fn n_bluffs(&self) -> u32 {
        self.bluffs.len()
    }

    /// The `n`-th option, from 0, in the fixed order.
    ///
    /// # Panics
    /// In debug builds, where `n` is not below [`Options::len`].
    #[inline(always)]
    #[must_use]
    pub fn nth(&self, n: u32) -> Action {
        let (cards, choices) = (self.n_cards(), self.n_choices());
        if n < cards {
            self.nth_card(n)
        } else if n < cards + choices {
            self.nth_choice(n - cards)
        } else {
            self.nth_bluff(n - cards - choices)
        }
    }

    /// The `n`-th card option, from 0.
    #[inline(always)]
    #[must_use]
    pub fn nth_card(&self, n: u32) -> Action {
        Action::card(self.cards.nth(n))
    }

    /// The `n`-th choice that is not a card, from 0.
    #[inline(always)]
    #[must_use]
    pub fn nth_choice(&self, n: u32) -> Action {
        Action::choice(CardSet::from_bits(u128::from(self.choices)).nth(n))
    }

    /// The `n`-th bluff, from 0.
    #[inline(always)]
    #[must_use]
    pub fn nth_bluff(&self, n: u32) -> Action {
        Action::card(self.bluffs.nth(n))
    }

    /// All options in the fixed order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..self.len()).map(|n| self.nth(n))
    }

    /// Whether the action is one of the options.
    #[inline(always)]
    #[must_use]
    pub fn has(&self, action: Action) -> bool {
        match action.slot() {
            Some(slot) => (self.cards | self.bluffs).has(slot),
            None => self.choices >> action.choice_unchecked() & 1 == 1,
        }
    }

    /// Whether the choice with this number is one of the options.
    #[inline(always)]
    #[must_use]
    pub fn has_choice(&self, number: u8) -> bool {
        self.choices >> number & 1 == 1
    }

    /// Whether the action would be a bluff (PG-10).
    #[inline(always)]
    #[must_use]
    pub fn is_bluff(&self, action: Action) -> bool {
        action.slot().is_some_and(|slot| self.bluffs.has(slot))
    }
}

/// Where random cards come from.
pub trait Chance {
    /// A draw pile of slots 0 to `n - 1`, before a deal.
    fn fill(&mut self, n: u8);
    /// A new draw pile of these cards (PG-14).
    fn refill(&mut self, cards: CardSet);
    /// Takes the next card off the draw pile. Only called while there is one.
    fn draw(&mut self) -> u8;
    /// Takes the next `n` cards off the draw pile. Only called while it has so many.
    #[inline(always)]
    fn draw_many(&mut self, n: u8) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for _ in 0..n {
            cards |= CardSet::one(self.draw());
        }
        cards
    }
    /// Puts the card just drawn back at random (PG-5, Wild Draw Four).
    fn put_back(&mut self, slot: u8);
}

/// The arena's chance: cards are drawn as they are needed, never shuffled ahead.
///
/// Drawing a uniform one of the cards that are left, again and again, is what dealing from the top of a uniformly
/// shuffled pile is: in a uniform permutation each next card is uniform over those not yet seen (the Fisher-Yates
/// argument, Knuth, TAOCP 2, 3.4.2, algorithm P, run lazily). The k-th draw depends on the table's first k random numbers
/// and on nothing else, so the order of the pile is fixed by the seed, whoever draws. For the same reason a Wild Draw
/// Four that is turned up and put back at random (PG-5) may simply stay among the cards that are left.
#[derive(Clone, Debug)]
pub struct Pile {
    cards: [u8; MAX_CARDS],
    left: u8,
    rng: Rng,
}

/// Slots in order: the pile before a deal.
const IN_ORDER: [u8; MAX_CARDS] = {
    let mut slots = [0; MAX_CARDS];
    let mut i = 0;
    while i < MAX_CARDS {
        slots[i] = i as u8;
        i += 1;
    }
    slots
};

impl Pile {
    /// An empty pile whose draws come from this stream.
    #[inline(always)]
    #[must_use]
    pub fn new(rng: Rng) -> Pile {
        Pile {
            cards: IN_ORDER,
            left: 0,
            rng,
        }
    }

    /// Puts `new` where `old` lies in the pile; false where `old` does not. For experiments that exchange a card of a hand.
    pub fn exchange(&mut self, old: u8, new: u8) -> bool {
        let left = &mut self.cards[..usize::from(self.left)];
        let found = left.iter_mut().find(|slot| **slot == old);
        found.is_some_and(|slot| {
            *slot = new;
            true
        })
    }

    /// Takes a new stream, as each round does.
    #[inline(always)]
    pub fn reseed(&mut self, rng: Rng) {
        self.rng = rng;
    }
}

impl Chance for Pile {
    #[inline(always)]
    fn fill(&mut self, n: u8) {
        self.cards = IN_ORDER;
        self.left = n;
    }

    #[cold]
    fn refill(&mut self, cards: CardSet) {
        self.left = 0;
        for slot in cards.iter() {
            self.cards[self.left as usize] = slot;
            self.left += 1;
        }
    }

    #[inline(always)]
    fn draw(&mut self) -> u8 {
        let at = self.rng.below(u32::from(self.left)) as usize & (MAX_CARDS - 1);
        self.left = self.left.wrapping_sub(1);
        let card = self.cards[at];
        self.cards[at] = self.cards[self.left as usize & (MAX_CARDS - 1)];
        card
    }

    #[inline(always)]
    fn draw_many(&mut self, n: u8) -> CardSet {
        // A copy of the stream, so that it stays in registers.
        let (mut rng, mut left) = (self.rng.clone(), u32::from(self.left));
        let mut drawn = CardSet::EMPTY;
        for _ in 0..n {
            let at = rng.below(left) as usize & (MAX_CARDS - 1);
            left = left.wrapping_sub(1);
            drawn |= CardSet::one(self.cards[at]);
            self.cards[at] = self.cards[left as usize & (MAX_CARDS - 1)];
        }
        (self.rng, self.left) = (rng, left as u8);
        drawn
    }

    #[inline(always)]
    fn put_back(&mut self, slot: u8) {
        self.cards[self.left as usize & (MAX_CARDS - 1)] = slot;
        self.left += 1;
    }
}

/// Hears of everything that happens, hidden cards included.
pub trait Observer<G: Game> {
    /// Called just after the event took effect on the state.
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event);
}

/// An observer that does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<G: Game> Observer<G> for Silent {
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

impl<G: Game, A: Observer<G>> Observer<G> for &mut A {
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
    pub when: When,
}

/// Which rounds a metric is observed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In every one.
    Always,
    /// Only in those that somebody won.
    Won,
}

/// The most metrics that a game declares per round, and per seat and round.
pub const MAX_METRICS: usize = 32;

/// One number per metric, those beyond the declared ones 0. Scores may be negative.
pub type Metrics = [i32; MAX_METRICS];

/// Whoever answers for all seats: the arena with its players, a script, a person.
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
    fn seat(&self, seat: Seat) -> &Metrics;
}

/// A game with its rules, for a fixed number of seats.
///
/// A game is played in rounds (deals); a game of one round is a game all the same.
pub trait Game: Sync + Sized {
    /// A position, hidden cards included; a few hundred bytes without pointers.
    type State: Clone + Send;
    /// What an observer hears.
    type Event;
    /// What one seat may know.
    type View<'a>: Copy
    where
        Self: 'a;
    /// Counts a round.
    type Meter: Meter<Self>;

    /// What is counted per round.
    const METRICS: &'static [Metric];
    /// What is counted per seat and round.
    const SEAT_METRICS: &'static [Metric];

    /// How many seats, 2 to [`MAX_SEATS`](crate::cards::MAX_SEATS).
    fn n_seats(&self) -> usize;

    /// A fresh game: no scores, no round begun.
    fn new_game(&self) -> Self::State;

    /// Makes a used state a fresh game.
    fn reset_game(&self, state: &mut Self::State);

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

    /// Runs to the next decision; none when the round is over. Calling it again without [`Game::apply`] in between asks
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

    /// What a seat hears of an event, as it may know it (RULES.md, "Who sees what"); none where it hears nothing.
    fn heard(&self, state: &Self::State, event: &Self::Event, seat: Seat) -> Option<Self::Event> {
        let _ = (state, event, seat);
        None
    }

    /// Whether the game (not only the round) is over. Asked when a round is.
    fn is_over(&self, state: &Self::State) -> bool;

    /// How the game ended.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Who won the round that is over, as an outcome of its own.
    fn round_outcome(&self, state: &Self::State) -> Outcome;

    /// How many seats began before this one in the round that `state` is in, from 0: in the shedding games 0 is the seat
    /// to the left of the dealer and the dealer is last; in Grid 0 is the first seat.
    fn position(&self, state: &Self::State, seat: Seat) -> usize;

    /// The score of a seat so far.
    fn score(&self, state: &Self::State, seat: Seat) -> i32;

    /// Checks every invariant of the state that does not need its history.
    ///
    /// # Errors
    /// What is wrong, in words, with the rule's number.
    fn check(&self, state: &Self::State) -> Result<(), String>;
}
