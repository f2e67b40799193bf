//! Games with views for others: as fields, as a page of bytes for modules, and as observations for
//! learners.

use super::learn::FieldRange;
use super::module_page::{self, ModuleLayout};
use super::owned_view::OwnedView;
use super::view_field::{self, Section, ViewField};
use super::{Action, Game, Options};
use crate::cards::{Card, Deck, Seat};
use serde_json::Value;

/// Number of choices that an [`Action`] can name.
const N_CHOICES: usize = 16;

/// A game whose views can be described.
///
/// Every description is generated from [`Observable::FIELDS`] and contains exactly the information
/// of the view.
///
/// Learners get a stable index of actions, a mask of the legal ones, and an observation with fixed
/// places. Action indices are the same at every decision: first one for each different card (copies
/// share one), then the other choices. An observation is relative to its seat. Both depend only on
/// the rules, and nothing allocates except the tables for people. A game in another crate may use
/// the defaults: an index for each card and each choice, and an observation written from the
/// fields' sections.
pub trait Observable: Game + Clone + Send {
    /// Fields of a view, in the order of messages.
    const FIELDS: &'static [ViewField<Self>];
    /// Fields of one seat of a view, in the order of messages.
    const SEAT_FIELDS: &'static [ViewField<Self>] = &[];
    /// Layout of the page for modules.
    const MODULE: ModuleLayout = ModuleLayout::NONE;
    /// Version of the action indices and of the observation. Raised by a change of any place.
    const LEARN_VERSION: u8 = 1;

    /// Returns the game of a view. An implementation must name the type `Self::View<'_>`: with the
    /// view's own name, the lifetimes do not match (E0195).
    fn game_of(view: Self::View<'_>) -> &Self;

    /// Returns the seat of the view.
    fn seat_of(view: Self::View<'_>) -> Seat;

    /// Copies the information of the view: [`OwnedView::new`] of the view's state and seat.
    fn owned_view(view: Self::View<'_>) -> OwnedView<Self>;

    /// Turns a copy into one of another view, in the same memory.
    fn renew(owned: &mut OwnedView<Self>, view: Self::View<'_>) {
        *owned = Self::owned_view(view);
    }

    /// Returns the deck.
    fn deck(&self) -> &Deck;

    /// Returns the points of a card, for modules.
    fn card_points(&self, card: Card) -> u32 {
        let _ = card;
        0
    }

    /// Returns an option for modules: four bytes, and its card, if it is one.
    fn option_bytes(
        view: Self::View<'_>,
        options: &Options,
        action: Action,
    ) -> ([u8; 4], Option<Card>) {
        let _ = options;
        let deck = Self::game_of(view).deck();
        let card = action.slot().map(|slot| deck.cards()[usize::from(slot)]);
        ([0; 4], card)
    }

    /// Returns the view as JSON; with `full`, including the information from events.
    fn view_json(view: Self::View<'_>, full: bool) -> Value {
        view_field::object(Self::FIELDS, view, Self::seat_of(view), full)
    }

    /// Writes a view and its options for modules. `random` is the bot's random number for this
    /// decision.
    ///
    /// # Panics
    /// Panics unless `page` has the size of [`Observable::MODULE`].
    fn observe(page: &mut [u8], view: Self::View<'_>, options: &Options, random: u64) {
        module_page::write::<Self>(page, view, options, random);
    }

    /// Returns the fingerprint of the rules, independent of their name and of the number of seats:
    /// the same text as the rules' own.
    fn fingerprint(&self) -> String;

    /// Returns the number of action indices, at most 256: environments keep an index in a byte.
    fn n_actions(&self) -> usize {
        self.deck().cards().len() + N_CHOICES
    }

    /// Returns the number of bytes of an observation.
    fn n_features(&self) -> usize {
        let places = self.feature_places();
        places.last().map_or(0, |last| last.at + last.len)
    }

    /// Returns the score that is the unit of rewards in points: the target, or the maximum points
    /// of a round.
    fn reward_unit(&self) -> u32;

    /// Prefetches all parts of a position that a step and its observation read
    /// ([`prefetch`](crate::cpu::prefetch)), while other positions are stepped. Changes nothing.
    fn prefetch(&self, state: &Self::State) {
        let _ = state;
    }

    /// Writes the observation of a view.
    ///
    /// # Panics
    /// Panics unless `page` has [`Observable::n_features`] bytes.
    fn encode(&self, view: Self::View<'_>, page: &mut [u8]) {
        view_field::encode(self, view, page);
    }

    /// Calls `take` with the index of each option, each once and in ascending order.
    fn each_legal(&self, view: Self::View<'_>, options: &Options, mut take: impl FnMut(usize)) {
        let _ = view;
        let cards = options.cards() | options.bluffs();
        cards.iter().for_each(|slot| take(slot.into()));
        let choices = (0..N_CHOICES).filter(|number| options.has_choice(*number as u8));
        choices.for_each(|number| take(self.deck().cards().len() + number));
    }

    /// Writes 1 at the index of each option, 0 elsewhere.
    ///
    /// # Panics
    /// Panics unless `mask` has [`Observable::n_actions`] bytes.
    #[inline(always)]
    fn mask(&self, view: Self::View<'_>, options: &Options, mask: &mut [u8]) {
        assert_eq!(mask.len(), self.n_actions(), "the mask of the actions");
        mask.fill(0);
        self.each_legal(view, options, |place| mask[place] = 1);
    }

    /// Returns the index of an option.
    fn index_of(&self, view: Self::View<'_>, action: Action) -> usize {
        let _ = view;
        let choice = || self.deck().cards().len() + usize::from(action.at());
        action.slot().map_or_else(choice, usize::from)
    }

    /// Returns the option with an index, if there is one; the lowest of its copies.
    fn action_at(&self, view: Self::View<'_>, options: &Options, index: usize) -> Option<Action> {
        let _ = view;
        let action = match index.checked_sub(self.deck().cards().len()) {
            None => Action::card(index as u8),
            Some(number) if number < N_CHOICES => Action::choice(number as u8),
            Some(_) => return None,
        };
        options.has(action).then_some(action)
    }

    /// Returns the meanings of the action indices, range by range.
    fn action_places(&self) -> Vec<FieldRange> {
        let cards = self.deck().cards().iter().map(ToString::to_string);
        let choices = (0..N_CHOICES).map(|number| format!("choice{number}"));
        let place = |(at, name): (usize, String)| FieldRange {
            at,
            len: 1,
            meaning: format!("the option {name}"),
            name,
        };
        cards.chain(choices).enumerate().map(place).collect()
    }

    /// Returns the meanings of an observation's places, without a gap.
    fn feature_places(&self) -> Vec<FieldRange> {
        let mut places: Vec<FieldRange> = Vec::new();
        let mut add = |seat: &str, section: Section| {
            let at = places.last().map_or(0, |last| last.at + last.len);
            places.push(FieldRange {
                at,
                len: match section.len {
                    0 => self.deck().cards().len(),
                    len => len,
                },
                name: [seat, section.name].concat(),
                meaning: section.meaning.to_owned(),
            });
        };
        for section in view_field::sections(Self::FIELDS) {
            add("", section);
        }
        let sections = view_field::sections(Self::SEAT_FIELDS);
        for by in 0..self.n_seats() {
            let seat = format!("seat{by}.");
            sections.iter().for_each(|section| add(&seat, *section));
        }
        places
    }
}
