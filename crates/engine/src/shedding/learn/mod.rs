//! Action indices and observation for learners, version 1 (docs/observation.md).
//!
//! There is an index for each *face* of the deck (its different cards in their order), then for the
//! choices other than cards. Seats are counted in the direction of play, so the next seat is always
//! seat 1.

mod active;
#[cfg(target_arch = "x86_64")]
mod active_avx512;
pub(super) mod features;
pub(super) mod layout;

pub use active::ActiveRows;
pub use features::Features;

use super::choices::{CHOICE_ACCEPT, CHOICE_YES};
use super::engine::Shedding;
use super::fields;
use super::state::{Phase, State, VOID};
use super::view::View;
use crate::cards::{Card, Deck, MAX_SEATS, Seat, Symbol, at};
use crate::cpu::{prefetch, prefetch_all};
use crate::game::learn::{byte, each_slot, eight, spread};
use crate::game::{Action, FieldRange, ModuleLayout, Observable, Options, OwnedView, ViewField};
use layout::{
    ACCEPT, CHOICE_NAMES, COLOURS, DRAW, KEEP, N_CHOICES, SEATS, TOWERS, YES, seat, table,
};
use std::sync::Arc;

const _: () = assert!(CHOICE_ACCEPT == 0 && CHOICE_YES == 0);

/// Returns the index of the first choice that may answer a question.
#[inline(always)]
fn first_choice(phase: Phase) -> usize {
    match phase {
        Phase::Turn => DRAW,
        Phase::Drawn => KEEP,
        Phase::Colour => COLOURS,
        Phase::Tower => TOWERS,
        Phase::InstantUno | Phase::Keep | Phase::Call | Phase::Catch => YES,
        Phase::React => ACCEPT,
        // A finished round asks nothing.
        Phase::Upcard | Phase::Over => COLOURS,
        Phase::Gift | Phase::Exchange => SEATS,
    }
}

/// Returns whether the choices of a question are seats.
#[inline(always)]
fn names_seats(phase: Phase) -> bool {
    matches!(phase, Phase::Gift | Phase::Exchange)
}

impl Shedding {
    /// Returns the number of seats from `from` to a seat, in the direction of play.
    #[inline(always)]
    fn seats_on(&self, state: &State, from: Seat, to: Seat) -> usize {
        let n = self.tables.n;
        let (a, b) = if state.direction == 0 {
            (to, from)
        } else {
            (from, to)
        };
        let on = a + n - b;
        usize::from(if on >= n { on - n } else { on })
    }

    /// Returns the seat `by` seats after `from`, in the direction of play.
    #[inline(always)]
    fn seat_on(&self, state: &State, from: Seat, by: usize) -> Seat {
        let n = self.tables.n;
        let by = by as u8;
        let on = if state.direction == 0 {
            from + by
        } else {
            from + n - by
        };
        if on >= n { on - n } else { on }
    }

    /// Writes the table's part of an observation. `held` has a 1 in the byte of each tower that a
    /// seat holds.
    #[inline(always)]
    fn encode_table(&self, s: &State, seat: Seat, held: u32, page: &mut [u8; table::SIZE]) {
        *page = [0; table::SIZE];
        let t = &self.tables;
        let top = t.card(s.top);
        page[table::TOP.at + top.symbol.index()] = 1;
        if let Some(question) = s.phase.number() {
            page[table::QUESTION.at + usize::from(question)] = 1;
        }
        page[table::COLOUR.at + (s.colour as usize & 3)] = u8::from(s.phase != Phase::Upcard);
        match s.phase {
            Phase::Colour | Phase::Gift => {
                page[table::COLOUR_BEFORE.at + (s.colour_before as usize & 3)] = 1;
            }
            Phase::React if top.symbol == Symbol::WildDrawFour => {
                page[table::COLOUR_BEFORE.at + (s.colour_before as usize & 3)] = 1;
                page[table::OPEN_BLUFF.at] = u8::from(s.open_bluff);
            }
            Phase::Tower => page[table::GRABS.at] = s.grabs,
            Phase::Drawn if s.has_drawn && s.seat == seat => {
                let card = t.card(s.drawn);
                page[table::DRAWN.at + card.symbol.index()] = 1;
                page[table::DRAWN_COLOUR.at + (card.colour as usize).min(4)] = 1;
            }
            _ => {}
        }
        let middle = eight(t.towers) as u32 & !held;
        page[table::MIDDLE.at..][..4].copy_from_slice(&middle.to_le_bytes());
        if t.house {
            page[table::STACK.at] = byte(self.stack(s));
        }
        page[table::PILE.at] = s.pile;
        page[table::TURN.at] = byte(s.turn);
        page[table::ROUND.at] = byte(s.round);
        page[table::TO_THE_RIGHT.at] = u8::from(s.direction != 0);
        page[table::SEATS.at] = t.n;
    }

    /// Writes a seat's part of an observation by `view`. Returns a 1 in the byte of each tower that
    /// it holds.
    #[inline(always)]
    fn encode_seat(&self, view: View<'_>, other: Seat, page: &mut [u8; seat::SIZE]) -> u32 {
        *page = [0; seat::SIZE];
        let s = view.state;
        let record = &s.records[at(other)];
        page[seat::CARDS.at] = s.hand(other).len() as u8;
        let towers = s.holders.bytes_of(other);
        page[seat::TOWERS.at..][..4].copy_from_slice(&towers.to_le_bytes());
        page[seat::ON_TURN.at] = u8::from(s.seat == other);
        page[seat::DEALER.at] = u8::from(s.dealer == other);
        let score = s.scores[at(other)];
        if score != 0 {
            let target = u64::from(self.rules.target_score.max(1));
            page[seat::SCORE.at] = (u64::from(score) * 255 / target).min(255) as u8;
        }
        let mut passed = [0; 4];
        for (place, at) in passed.iter_mut().zip(&record.passed) {
            let newer = (record.drawn + 1).wrapping_sub(*at).min(7) as u8;
            *place = if *at == 0 { 0 } else { 8 - newer };
        }
        page[seat::PASSED.at..][..4].copy_from_slice(&passed);
        // A colour that was not named is shifted out.
        let named = (1u64 << (8 * (record.named & 7))) as u32;
        page[seat::NAMED.at..][..4].copy_from_slice(&named.to_le_bytes());
        page[seat::RECORD.at..][..5].copy_from_slice(&[
            record.draw_fours,
            record.challenged,
            record.guilty,
            record.challenges,
            record.found,
        ]);
        page[seat::DRAWN.at] = byte(record.drawn);
        if s.exposed >> other & 1 == 1 {
            self.encode_known(view, other, page);
        }
        towers
    }

    /// Writes the knowledge of a seat's hand from challenges and Power Rings (PG-10, GL-4): the
    /// same as [`View::colour_bounds`] and [`View::shown`], colour by colour, without a loop over
    /// the cards.
    #[inline(always)]
    fn encode_known(&self, view: View<'_>, other: Seat, page: &mut [u8; seat::SIZE]) {
        let (t, s) = (&self.tables, view.state);
        let (facts, gone) = (&s.facts[at(other)], s.gone[at(other)]);
        let (size, drawn) = (s.hand(other).len(), s.records[at(other)].drawn);
        let lost: [u32; 4] = std::array::from_fn(|colour| (gone & t.colours[colour]).len());
        let (mut least, mut excluded) = ([0; 4], [0; 4]);
        for colour in 0..4 {
            least[colour] = facts.least[colour].saturating_sub(lost[colour] as u8);
            let most = (drawn + VOID).saturating_sub(facts.void[colour] + lost[colour]);
            let beyond = size.saturating_sub(most).min(255) as u8;
            excluded[colour] = if facts.void[colour] > 0 { beyond } else { 0 };
        }
        page[seat::LEAST.at..][..4].copy_from_slice(&least);
        page[seat::EXCLUDED.at..][..4].copy_from_slice(&excluded);
        let shown = s.shown.of(t.n, view.seat, other);
        if !shown.is_empty() {
            // Both are normalised, so as many copies of each card are left as the difference of
            // their numbers.
            let left = shown.without(t.copies.normalise(gone));
            let colours = t.colours.iter().chain([&t.wilds]);
            for (place, colour) in page[seat::SHOWN.at..].iter_mut().zip(colours) {
                *place = (left & *colour).len() as u8;
            }
        }
    }
}

impl Shedding {
    /// Returns the input features of networks; `None` if the deck does not have the same cards in
    /// each colour. Computed on first use.
    #[inline(always)]
    pub fn features(&self) -> Option<&Features> {
        let make = || {
            let (deck, places) = (&self.rules.deck, self.feature_places());
            let made = Features::new(deck, Self::LEARN_VERSION, &places, self.n_actions());
            made.ok().map(Arc::new)
        };
        let made = self.features.get_or_init(make);
        made.as_deref()
    }
}

impl View<'_> {
    /// Writes the observation for learners: [`Observable::encode`].
    ///
    /// # Panics
    /// Panics unless `page` has [`Observable::n_features`] bytes.
    pub fn encode(self, page: &mut [u8]) {
        self.game.encode(self, page);
    }
}

impl Observable for Shedding {
    const FIELDS: &'static [ViewField<Shedding>] = fields::FIELDS;
    const SEAT_FIELDS: &'static [ViewField<Shedding>] = fields::SEAT_FIELDS;
    const MODULE: ModuleLayout = fields::MODULE;
    const LEARN_VERSION: u8 = 1;

    #[inline(always)]
    fn game_of(view: Self::View<'_>) -> &Shedding {
        view.game
    }

    #[inline(always)]
    fn seat_of(view: View<'_>) -> Seat {
        view.seat
    }

    fn owned_view(view: View<'_>) -> OwnedView<Shedding> {
        OwnedView::new(view.state, view.seat)
    }

    fn renew(owned: &mut OwnedView<Shedding>, view: View<'_>) {
        owned.set(view.state, view.seat);
    }

    #[inline(always)]
    fn deck(&self) -> &Deck {
        &self.rules.deck
    }

    fn card_points(&self, card: Card) -> u32 {
        self.rules.points[card.symbol().index()].into()
    }

    fn option_bytes(view: View<'_>, options: &Options, action: Action) -> ([u8; 4], Option<Card>) {
        let bluff = u8::from(options.is_bluff(action));
        match view.card(action) {
            Some(card) => ([0, 0, bluff, 0], Some(card)),
            None => ([1, action.choice_number().unwrap_or(0), 0, 0], None),
        }
    }

    fn fingerprint(&self) -> String {
        self.rules().fingerprint()
    }

    #[inline(always)]
    fn n_actions(&self) -> usize {
        self.tables.n_faces() + N_CHOICES
    }

    #[inline(always)]
    fn n_features(&self) -> usize {
        2 * usize::from(self.tables.n_cards) + table::SIZE + seat::SIZE * usize::from(self.tables.n)
    }

    fn reward_unit(&self) -> u32 {
        self.rules.target_score.max(1)
    }

    #[inline(always)]
    fn prefetch(&self, s: &State) {
        let n = usize::from(self.tables.n);
        prefetch(s);
        prefetch(&s.scores);
        prefetch_all(&s.hands[..n]);
        prefetch_all(&s.gone[..n]);
        prefetch_all(&s.records[..n]);
        prefetch_all(&s.facts[..n]);
        s.shown.prefetch(self.tables.n);
    }

    #[inline(always)]
    fn encode(&self, view: View<'_>, page: &mut [u8]) {
        let (t, s) = (&self.tables, view.state);
        let cards = usize::from(t.n_cards);
        assert_eq!(page.len(), self.n_features(), "the page of an observation");
        // From front to back: `spread` may write beyond the cards of the deck.
        spread(t.copies.normalise(s.hand(view.seat)), page);
        let page = &mut page[cards..];
        spread(t.copies.normalise(s.discards), page);
        let Some((head, seats)) = page[cards..].split_first_chunk_mut() else {
            return;
        };
        let (seats, _) = seats.as_chunks_mut();
        let (mut held, mut other) = (0, view.seat);
        for part in seats {
            held |= self.encode_seat(view, other, part);
            other = t.after(s.direction, other);
        }
        self.encode_table(s, view.seat, held, head);
    }

    #[inline(always)]
    fn each_legal(&self, view: View<'_>, options: &Options, mut take: impl FnMut(usize)) {
        let (t, s) = (&self.tables, view.state);
        let mut last = usize::MAX;
        each_slot(options.cards | options.bluffs, |slot| {
            let face = t.face(slot as u8);
            if face != last {
                take(face);
                last = face;
            }
        });
        let first = t.n_faces() + first_choice(s.phase);
        if names_seats(s.phase) {
            for by in 1..usize::from(t.n) {
                if options.has_choice(self.seat_on(s, view.seat, by)) {
                    take(first + by - 1);
                }
            }
            return;
        }
        let mut choices = options.choices;
        while choices != 0 {
            take(first + choices.trailing_zeros() as usize);
            choices &= choices - 1;
        }
    }

    fn index_of(&self, view: View<'_>, action: Action) -> usize {
        match action.slot() {
            Some(slot) => self.tables.face(slot),
            None => {
                let choice = action.choice_unchecked();
                let first = self.tables.n_faces() + first_choice(view.state.phase);
                first
                    + match names_seats(view.state.phase) {
                        true => self.seats_on(view.state, view.seat, choice) - 1,
                        false => usize::from(choice),
                    }
            }
        }
    }

    #[inline(always)]
    fn action_at(&self, view: View<'_>, options: &Options, index: usize) -> Option<Action> {
        let t = &self.tables;
        let Some(place) = index.checked_sub(t.n_faces()) else {
            let copies = (options.cards | options.bluffs) & t.copies_of_face(index);
            return (!copies.is_empty()).then(|| Action::card(copies.first()));
        };
        let by = place.checked_sub(first_choice(view.state.phase))?;
        let choice = match names_seats(view.state.phase) {
            true if by + 1 >= usize::from(t.n) => return None,
            true => self.seat_on(view.state, view.seat, by + 1),
            false => by as u8,
        };
        (by < 16 && options.has_choice(choice)).then(|| Action::choice(choice))
    }

    fn action_places(&self) -> Vec<FieldRange> {
        let faces = self.rules.deck.counts().into_iter();
        let faces = faces.map(|(card, n)| {
            let copies = if n == 1 { "copy" } else { "copies" };
            (
                card.to_string(),
                format!("play (or keep) the card; {n} {copies}"),
            )
        });
        let choices = CHOICE_NAMES.map(|(name, meaning)| (name.to_owned(), meaning.to_owned()));
        let seats = (1..MAX_SEATS).map(|by| {
            let meaning =
                format!("the seat that comes {by} after in the direction of play (GL-4, HR-5)");
            (format!("seat-{by}"), meaning)
        });
        let all = faces.chain(choices).chain(seats).enumerate();
        all.map(|(at, (name, meaning))| FieldRange {
            at,
            len: 1,
            name,
            meaning,
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shedding::{Family, Rules};

    #[test]
    fn version_1_has_these_sizes() {
        let sizes = |family, n| {
            let game = Shedding::new(Rules::official(family), n).unwrap();
            (game.n_actions(), game.n_features())
        };
        assert_eq!(sizes(Family::PowerGrab, 4), (114, 439));
        assert_eq!(sizes(Family::GreenLantern, 2), (79, 369));
        assert_eq!(sizes(Family::Classic, 10), (78, 641));
    }
}
