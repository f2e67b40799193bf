//! A game whose views others see: as fields, as a page of bytes for modules, and as observations for learners.

use super::learn::FieldRange;
use super::module_page::{self, ModuleLayout};
use super::owned_view::OwnedView;
use super::view_field::{self, Section, ViewField};
use super::{Action, Game, Options};
use crate::cards::{Card, Deck, Seat};
use serde_json::Value;

/// How many choices an [`Action`] can name.
const N_CHOICES: usize = 16;

/// A game whose views can be described.
///
/// Every description is made from [`Observable::FIELDS`] and tells what the view tells, and nothing else.
///
/// Learners get a stable index of actions, a mask of those that are legal, and an observation in fixed places. Actions have an index that
/// stays the same from decision to decision: first a place for each different card (copies share one), then the other choices. An
/// observation is relative to its seat. Both depend on the rules alone, and nothing allocates but the tables for people. A game of one's own
/// may leave all that to the defaults: a place for each card and each choice, and an observation that is written from the fields' sections.
pub trait Observable: Game + Clone + Send {
    /// The fields of a view, in the order of messages.
    const FIELDS: &'static [ViewField<Self>];
    /// The fields of one seat of a view, in the order of messages.
    const SEAT_FIELDS: &'static [ViewField<Self>] = &[];
    /// The parts of the page for modules.
    const MODULE: ModuleLayout = ModuleLayout::NONE;
    /// The version of the index of actions and of the observation. A change of any place raises it.
    const LEARN_VERSION: u8 = 1;

    /// The game that a view is of. An implementation names the type `Self::View<'_>`: with the view's own name, the lifetimes do not match
    /// (E0195).
    fn game_of(view: Self::View<'_>) -> &Self;

    /// The seat whose view it is.
    fn seat_of(view: Self::View<'_>) -> Seat;

    /// Copies what the view shows: [`OwnedView::new`] of the view's state and seat.
    fn owned_view(view: Self::View<'_>) -> OwnedView<Self>;

    /// Makes a copy one of another view, in the same place of memory.
    fn renew(owned: &mut OwnedView<Self>, view: Self::View<'_>) {
        *owned = Self::owned_view(view);
    }

    /// The deck.
    fn deck(&self) -> &Deck;

    /// The points of a card, as modules are told them.
    fn card_points(&self, card: Card) -> u32 {
        let _ = card;
        0
    }

    /// An option for modules: four bytes, and its card, if it is one.
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

    /// The view as JSON; with `full`, also what can be told from the events.
    fn view_json(view: Self::View<'_>, full: bool) -> Value {
        view_field::object(Self::FIELDS, view, Self::seat_of(view), full)
    }

    /// Writes a view and its options for modules. `random` is the number that the bot may use for this decision.
    ///
    /// # Panics
    /// If `page` has not the size of [`Observable::MODULE`].
    fn observe(page: &mut [u8], view: Self::View<'_>, options: &Options, random: u64) {
        module_page::write::<Self>(page, view, options, random);
    }

    /// The fingerprint of the rules, whatever they are called; not of the number of seats. The same text as the rules' own.
    fn fingerprint(&self) -> String;

    /// How many places the index of actions has.
    fn n_actions(&self) -> usize {
        self.deck().cards().len() + N_CHOICES
    }

    /// How many bytes an observation has.
    fn n_features(&self) -> usize {
        let places = self.feature_places();
        places.last().map_or(0, |last| last.at + last.len)
    }

    /// The score that rewards in points are a share of: the target, or the most points that a round gives.
    fn reward_unit(&self) -> u32;

    /// Asks the processor for every part of a position that a step and its observation read ([`prefetch`](crate::cpu::prefetch)), so that
    /// it comes into the cache while other positions are stepped. Changes nothing.
    fn prefetch(&self, state: &Self::State) {
        let _ = state;
    }

    /// Writes the observation of a view.
    ///
    /// # Panics
    /// If `page` has not [`Observable::n_features`] bytes.
    fn encode(&self, view: Self::View<'_>, page: &mut [u8]) {
        view_field::encode(self, view, page);
    }

    /// Gives the place of each option, each place once and in ascending order.
    fn each_legal(&self, view: Self::View<'_>, options: &Options, mut take: impl FnMut(usize)) {
        let _ = view;
        let cards = options.cards() | options.bluffs();
        cards.iter().for_each(|slot| take(slot.into()));
        let choices = (0..N_CHOICES).filter(|number| options.has_choice(*number as u8));
        choices.for_each(|number| take(self.deck().cards().len() + number));
    }

    /// Writes 1 at the place of each option, 0 elsewhere.
    ///
    /// # Panics
    /// If `mask` has not [`Observable::n_actions`] places.
    #[inline(always)]
    fn mask(&self, view: Self::View<'_>, options: &Options, mask: &mut [u8]) {
        assert_eq!(mask.len(), self.n_actions(), "the mask of the actions");
        mask.fill(0);
        self.each_legal(view, options, |place| mask[place] = 1);
    }

    /// The place of an option in the index of actions.
    fn index_of(&self, view: Self::View<'_>, action: Action) -> usize {
        let _ = view;
        let choice = || self.deck().cards().len() + usize::from(action.at());
        action.slot().map_or_else(choice, usize::from)
    }

    /// The option at a place of the index, if it is one; the lowest of the copies that are.
    fn action_at(&self, view: Self::View<'_>, options: &Options, index: usize) -> Option<Action> {
        let _ = view;
        let action = match index.checked_sub(self.deck().cards().len()) {
            None => Action::card(index as u8),
            Some(number) if number < N_CHOICES => Action::choice(number as u8),
            Some(_) => return None,
        };
        options.has(action).then_some(action)
    }

    /// The meaning of each place of the index of actions, place by place.
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

    /// The meaning of the places of an observation, without a gap.
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
