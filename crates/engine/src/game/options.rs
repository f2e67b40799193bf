//! Options of a decision, and actions.

use crate::cards::{Card, CardSet, MAX_CARDS};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// One of the options of a decision: a card (0 to 127, a slot of the deck), or one of the
/// decision's other choices (128 and up, see the game's `Question`).
///
/// Bots receive and return actions through [`Options`]; each game defines the meaning of a choice's
/// number. Copies of a card have different slots, so a bot that decides by slot decides at random.
///
/// ```
/// use powergrab_engine::game::{Driver, NoObserver, Unit};
/// use powergrab_engine::rng::{Purpose, Seeds};
/// use powergrab_engine::shedding::{Family, Rules, Shedding};
///
/// let game = Shedding::new(Rules::official(Family::PowerGrab), 2)?;
/// let mut driver = Driver::new(&game);
/// driver.begin_game(&game, Seeds::new(1, Purpose::Play).deal(0), &[0, 0], Unit::Round);
/// driver.begin_round(&game, &mut NoObserver);
///
/// let ask = driver.ask(&game, &mut NoObserver).expect("a round begins with a question");
/// let first = ask.options.nth(0);
/// assert!(ask.options.has(first));
/// driver.answer(&game, first, &mut NoObserver);
/// # Ok::<(), powergrab_engine::shedding::PlayersError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Action {
    number: u8,
    hint: u8,
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.slot().map_or("Choice", |_| "Card");
        f.debug_tuple(kind).field(&self.at()).finish()
    }
}

impl PartialEq for Action {
    #[inline(always)]
    fn eq(&self, other: &Action) -> bool {
        self.number == other.number
    }
}

impl Eq for Action {}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Action) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Action {
    fn cmp(&self, other: &Action) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl Hash for Action {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl Action {
    /// Number of the first action that is not a card.
    const FIRST_CHOICE: u8 = 128;

    #[inline(always)]
    fn plain(number: u8) -> Action {
        Action { number, hint: 0 }
    }

    /// Returns the choice with this number, or otherwise the card in this slot, without a branch;
    /// with a hint.
    #[inline(always)]
    pub(crate) fn hinted(at: u8, is_choice: bool, hint: u8) -> Action {
        debug_assert!(at < if is_choice { 16 } else { 128 });
        let number = at | (u8::from(is_choice) * Action::FIRST_CHOICE);
        Action { number, hint }
    }

    /// Returns a number for each action: the slot of a card, or 128 plus the number of a choice.
    #[inline(always)]
    pub(crate) fn number(self) -> u8 {
        self.number
    }

    /// Returns the hint: information that saves the engine a look-up, as defined by the game; 0 for
    /// none. It does not distinguish actions.
    #[inline(always)]
    pub(crate) fn hint(self) -> u8 {
        self.hint
    }

    /// Returns the card in this slot, 0 to 127.
    #[inline(always)]
    pub fn card(slot: u8) -> Action {
        debug_assert!((slot as usize) < MAX_CARDS);
        Action::plain(slot)
    }

    /// Returns the choice with this number, 0 to 15.
    #[inline(always)]
    pub fn choice(number: u8) -> Action {
        debug_assert!(number < 16);
        Action::plain(Action::FIRST_CHOICE + number)
    }

    /// Returns the slot of the card, or otherwise the number of the choice.
    #[inline(always)]
    pub(crate) fn at(self) -> u8 {
        self.number & !Action::FIRST_CHOICE
    }

    /// Returns the slot, if the action is a card.
    #[inline(always)]
    pub fn slot(self) -> Option<u8> {
        (self.number < Action::FIRST_CHOICE).then_some(self.number)
    }

    /// Returns the number of the choice, if the action is not a card.
    #[inline(always)]
    pub fn choice_number(self) -> Option<u8> {
        (self.number >= Action::FIRST_CHOICE).then_some(self.at())
    }

    /// Returns the slot of an action that is known to be a card; meaningless otherwise.
    #[inline(always)]
    pub(crate) fn slot_unchecked(self) -> u8 {
        debug_assert!(self.number < Action::FIRST_CHOICE);
        self.at()
    }

    /// Returns the number of an action that is known to be a choice; meaningless otherwise.
    #[inline(always)]
    pub(crate) fn choice_unchecked(self) -> u8 {
        debug_assert!(self.number >= Action::FIRST_CHOICE);
        self.at()
    }
}

/// Name of an option in protocols and notation; its text is that of `Display`. Copies of a card
/// have the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionName {
    /// A card, in RULES.md's text.
    Card(Card),
    /// A card that is a bluff (PG-10): `bluff W4`.
    Bluff(Card),
    /// A word of the game.
    Word(&'static str),
    /// Anything else.
    Text(String),
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionName::Card(card) => card.fmt(f),
            OptionName::Bluff(card) => write!(f, "bluff {card}"),
            OptionName::Word(word) => f.write_str(word),
            OptionName::Text(text) => f.write_str(text),
        }
    }
}

/// The legal options of one decision, in a fixed order: cards by slot, then the other choices, then
/// bluffs.
///
/// Copies of a card are adjacent in slot order and lead to the same game, so the order reveals
/// nothing beyond the cards' faces.
///
/// ```
/// use powergrab_engine::game::{Driver, NoObserver, Unit};
/// use powergrab_engine::rng::{Purpose, Seeds};
/// use powergrab_engine::shedding::{Family, Rules, Shedding};
///
/// let game = Shedding::new(Rules::official(Family::PowerGrab), 2)?;
/// let mut driver = Driver::new(&game);
/// driver.begin_game(&game, Seeds::new(1, Purpose::Play).deal(0), &[0, 0], Unit::Round);
/// driver.begin_round(&game, &mut NoObserver);
///
/// let ask = driver.ask(&game, &mut NoObserver).expect("a round begins with a question");
/// assert_eq!(ask.options.iter().count(), ask.options.len() as usize);
/// assert_eq!(ask.options.n_cards() + ask.options.n_choices() + ask.options.n_bluffs(), ask.options.len());
/// # Ok::<(), powergrab_engine::shedding::PlayersError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(crate) cards: CardSet,
    pub(crate) choices: u16,
    pub(crate) bluffs: CardSet,
}

impl Options {
    /// The empty set of options.
    pub const NONE: Options = Options {
        cards: CardSet::EMPTY,
        choices: 0,
        bluffs: CardSet::EMPTY,
    };

    /// Returns options of these cards to be played, and these choices, by their bits.
    pub fn of(cards: CardSet, choices: u16) -> Options {
        Options {
            cards,
            choices,
            ..Options::NONE
        }
    }

    /// Returns options of choices only, by their bits.
    #[inline(always)]
    pub(crate) fn choices(choices: u16) -> Options {
        Options {
            choices,
            ..Options::NONE
        }
    }

    /// Returns the number of options; at least two when a seat is asked.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.n_cards() + self.n_choices() + self.n_bluffs()
    }

    /// Returns whether there is no option, which is never so when a seat is asked.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        (self.cards | self.bluffs).is_empty() && self.choices == 0
    }

    /// Returns whether there are at least two options, without counting them.
    #[inline(always)]
    pub fn is_choice(&self) -> bool {
        let cards = (self.cards | self.bluffs).bits();
        let choices = self.choices;
        // Branchless, because it is hardly predictable which of the three it is.
        (cards & cards.wrapping_sub(1) != 0)
            | (choices & choices.wrapping_sub(1) != 0)
            | ((cards != 0) & (choices != 0))
    }

    /// Returns the slots of the options that are cards, without bluffs.
    #[inline(always)]
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// Returns the slots of the options that are bluffs (PG-10).
    #[inline(always)]
    pub fn bluffs(&self) -> CardSet {
        self.bluffs
    }

    /// Returns the number of card options, without bluffs.
    #[inline(always)]
    pub fn n_cards(&self) -> u32 {
        self.cards.len()
    }

    /// Returns the number of choices other than cards.
    #[inline(always)]
    pub fn n_choices(&self) -> u32 {
        self.choices.count_ones()
    }

    /// Returns the number of bluffs (PG-10).
    #[inline(always)]
    pub fn n_bluffs(&self) -> u32 {
        self.bluffs.len()
    }

    /// Returns the `n`-th option, from 0, in the fixed order.
    ///
    /// # Panics
    /// In debug builds, panics if `n` is not below [`Options::len`].
    #[inline(always)]
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

    /// Returns the `n`-th card option, from 0.
    #[inline(always)]
    pub fn nth_card(&self, n: u32) -> Action {
        Action::card(self.cards.nth(n))
    }

    /// Returns the `n`-th choice that is not a card, from 0.
    #[inline(always)]
    pub fn nth_choice(&self, n: u32) -> Action {
        Action::choice(CardSet::from_bits(u128::from(self.choices)).nth(n))
    }

    /// Returns the `n`-th bluff, from 0.
    #[inline(always)]
    pub fn nth_bluff(&self, n: u32) -> Action {
        Action::card(self.bluffs.nth(n))
    }

    /// Returns all options in the fixed order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..self.len()).map(|n| self.nth(n))
    }

    /// Returns whether the action is one of the options.
    #[inline(always)]
    pub fn has(&self, action: Action) -> bool {
        match action.slot() {
            Some(slot) => (self.cards | self.bluffs).has(slot),
            None => self.choices >> action.choice_unchecked() & 1 == 1,
        }
    }

    /// Returns whether the choice with this number is one of the options.
    #[inline(always)]
    pub fn has_choice(&self, number: u8) -> bool {
        self.choices >> number & 1 == 1
    }

    /// Returns the options that are among these cards, played honestly (PG-10).
    #[inline(always)]
    pub fn only_cards(&self, cards: CardSet) -> Options {
        Options::of(self.cards & cards, 0)
    }

    /// Returns the options that are among these choices, by their bits.
    #[inline(always)]
    pub fn only_choices(&self, choices: u16) -> Options {
        Options::choices(self.choices & choices)
    }

    /// Returns the options that are bluffs (PG-10).
    #[inline(always)]
    pub fn only_bluffs(&self) -> Options {
        Options {
            bluffs: self.bluffs,
            ..Options::NONE
        }
    }

    /// Returns the options that do not play, or bluff with, one of these cards.
    #[inline(always)]
    pub fn without_cards(&self, cards: CardSet) -> Options {
        Options {
            cards: self.cards.without(cards),
            bluffs: self.bluffs.without(cards),
            ..*self
        }
    }

    /// Returns whether the action would be a bluff (PG-10).
    #[inline(always)]
    pub fn is_bluff(&self, action: Action) -> bool {
        action.slot().is_some_and(|slot| self.bluffs.has(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_makes_no_other_action() {
        for hint in [0, 1, 255] {
            assert_eq!(Action::hinted(7, false, hint), Action::card(7));
            assert_eq!(Action::hinted(7, true, hint), Action::choice(7));
            assert_ne!(
                Action::hinted(7, true, hint),
                Action::hinted(7, false, hint)
            );
            assert_eq!(Action::hinted(7, true, hint).hint(), hint);
            assert_eq!(format!("{:?}", Action::hinted(7, false, hint)), "Card(7)");
        }
    }
}
