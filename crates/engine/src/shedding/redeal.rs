//! Redealing of the hidden cards (determinization): a position that one seat cannot distinguish
//! from the real one.

use super::state::{Phase, State};
use super::view::View;
use crate::cards::{CardSet, Colour, SEAT_SLOTS, Seat, Symbol, at};
use crate::rng::Rng;

/// Number of attempts at a consistent deal before one is repaired instead.
const TRIES: u32 = 32;
/// Maximum number of exchanges of two cards in a repair.
const EXCHANGES: u32 = 10_000;

impl View<'_> {
    /// Returns a position that this seat cannot distinguish from the real one: the others' hidden
    /// cards and the draw pile are redealt, uniformly among all deals consistent with the seat's
    /// knowledge.
    ///
    /// Consistent are: its own hand; all open cards; the size of each hand; cards that it was shown
    /// or gave away (including hands that it gave away, HR-5), as far as they are still there; and
    /// public knowledge from challenges, Power Rings, forced play and Wild Draw Fours that cannot
    /// be bluffs ([`View::colour_bounds`]). Whether the Wild Draw Four on top was a bluff follows
    /// from the new hand. The *other* seats' knowledge of each other is redealt too. The copies of
    /// a card are permuted in every place.
    ///
    /// Not kept is the sum of two such facts (a seat whose hand was shown and that was later given
    /// yellow cards by a third is only known to hold the larger of the two numbers), nor the
    /// evidence of a draw instead of a play: drawing is always allowed (PG-6), so it proves
    /// nothing. Draws do prove something under house rules. Of that, only the missing colour of a
    /// seat which would have had to play it is kept (HR-3); not that its number and wild cards were
    /// missing too, nor that all cards but the last that a seat drew until it could play did not
    /// match (HR-2).
    ///
    /// If the seat itself is asked, the new position asks the same question. Its draw pile is
    /// [`Shedding::draw_pile`](super::Shedding::draw_pile), in any order that the caller chooses.
    pub fn redeal(&self, rng: &mut Rng) -> State {
        let t = &self.game.tables;
        let me = self.seat as usize;
        let n = self.n_seats();
        // The only copy: a position takes several thousand bytes.
        let mut s = *self.state;
        s.settle_all(t);
        let mut unseen = t.all;
        // A random copy of each of these cards.
        let mut place = |set: CardSet, rng: &mut Rng| t.copies.redeal(set, &mut unseen, rng);
        let top = CardSet::one(s.top);
        let under = s.discards.without(top);
        s.top = place(top, rng).first();
        s.discards = place(under, rng) | CardSet::one(s.top);
        let has_drawn = s.phase == Phase::Drawn && s.has_drawn;
        let mut own = s.hands[me];
        s.hands[me] = CardSet::EMPTY;
        if has_drawn && s.seat == self.seat {
            let drawn = CardSet::one(s.drawn);
            own ^= drawn;
            let placed = place(drawn, rng);
            s.drawn = placed.first();
            s.hands[me] = placed;
        }
        s.hands[me] |= place(own, rng);
        let mut known = [CardSet::EMPTY; SEAT_SLOTS];
        for (seat, known) in known[..n].iter_mut().enumerate() {
            if seat != me {
                *known = place(self.shown(seat as Seat), rng);
            }
        }
        self.deal_unseen(&mut s, &known, unseen, rng);
        self.guess_secrets(&mut s, &known, rng);
        s
    }

    /// Deals the unseen cards to the other seats, on top of the known ones.
    fn deal_unseen(
        &self,
        s: &mut State,
        known: &[CardSet; SEAT_SLOTS],
        unseen: CardSet,
        rng: &mut Rng,
    ) {
        let bound = s.exposed != 0 || s.phase == Phase::Gift;
        for _ in 0..TRIES {
            let mut rest = unseen;
            for seat in self.others() {
                let size = self.state.hands[seat].len();
                let mut hand = known[seat];
                while hand.len() < size {
                    let pick = CardSet::one(rest.nth(rng.below(rest.len())));
                    rest ^= pick;
                    hand |= pick;
                }
                s.hands[seat] = hand;
            }
            if !bound || self.violation(s) == 0 {
                return;
            }
        }
        self.repair(s, unseen, rng);
    }

    /// Exchanges random pairs of unseen cards, never for the worse, until the deal is consistent
    /// with the known facts, and then for a while longer. The exchanges are symmetric, so the
    /// consistent deals become equally likely in the long run.
    #[cold]
    fn repair(&self, s: &mut State, unseen: CardSet, rng: &mut Rng) {
        let n_unseen = unseen.len();
        let mut left = EXCHANGES;
        let mut more = 8 * n_unseen;
        let mut worst = self.violation(s);
        while left > 0 && more > 0 {
            left -= 1;
            more -= u32::from(worst == 0);
            let pair = [(); 2].map(|()| CardSet::one(unseen.nth(rng.below(n_unseen))));
            let both = pair[0] | pair[1];
            let before = s.hands;
            for seat in self.others() {
                // A hand that has one of the two gets the other.
                if s.hands[seat].meets(pair[0]) != s.hands[seat].meets(pair[1]) {
                    s.hands[seat] ^= both;
                }
            }
            let now = self.violation(s);
            if now > worst {
                s.hands = before;
            } else {
                worst = now;
            }
        }
    }

    /// Returns the number of cards by which the other hands contradict public knowledge.
    fn violation(&self, s: &State) -> u32 {
        let t = &self.game.tables;
        let mut wrong = 0;
        for seat in self.others() {
            for (colour, cards) in t.colours.iter().enumerate() {
                let (mut least, most) = s.facts[seat].bounds(colour, s.records[seat].drawn);
                // A seat that is giving has something to give (GL-4).
                let gives = s.phase == Phase::Gift && usize::from(s.seat) == seat;
                if gives && colour == Colour::Yellow.index() {
                    least = least.max(1);
                }
                let held = (s.hands[seat] & *cards).len();
                wrong += held.saturating_sub(most) + least.saturating_sub(held);
            }
        }
        wrong
    }

    /// Draws the rest of the state that this seat cannot know: the truth about a Wild Draw Four,
    /// the card that another seat has just drawn, the others' knowledge of each other.
    fn guess_secrets(&self, s: &mut State, known: &[CardSet; SEAT_SLOTS], rng: &mut Rng) {
        let t = &self.game.tables;
        let actor = at(s.seat);
        if s.seat != self.seat {
            if s.phase == Phase::Drawn && s.has_drawn {
                let hidden = s.hands[actor].without(known[actor]);
                s.drawn = random_part(hidden, 1, rng).first();
            }
            let four = t.card(s.top).symbol == Symbol::WildDrawFour;
            if four && !s.last && matches!(s.phase, Phase::React | Phase::Catch) {
                // Cards drawn since do not count (an UNO penalty); those known are older (PG-10).
                let hidden = s.hands[actor].without(known[actor]);
                let older = u32::from(s.judged).saturating_sub(known[actor].len());
                let judged = known[actor] | random_part(hidden, older, rng);
                let before = t.colours[s.colour_before as usize & 3];
                // Without bluffs it is honest, whatever came to the hand since (HR-4).
                s.bluff = self.game.rules.bluff && (s.open_bluff || judged.meets(before));
            }
        }
        if s.exposed != 0 {
            for a in self.others() {
                for b in self.others() {
                    let part = random_part(s.hands[b], u32::from(s.told.of(t.n, a, b)), rng);
                    *s.shown.of_mut(t.n, a, b) = t.copies.normalise(part);
                }
            }
        }
    }

    /// Returns the other seats.
    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.seat as usize;
        (0..self.n_seats()).filter(move |&seat| seat != me)
    }
}

/// Returns `size` random cards of the set, or all.
fn random_part(mut set: CardSet, size: u32, rng: &mut Rng) -> CardSet {
    let mut part = CardSet::EMPTY;
    while part.len() < size && !set.is_empty() {
        let pick = CardSet::one(set.nth(rng.below(set.len())));
        set ^= pick;
        part |= pick;
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Deck};
    use crate::game::{Game as _, NoObserver, Pile, Round};
    use crate::shedding::{Family, Rules, Shedding};
    use std::collections::HashMap;

    /// Returns chi-squared of counts under equal probabilities.
    fn chi_squared(counts: &HashMap<Vec<CardSet>, u32>) -> f64 {
        let total: u32 = counts.values().sum();
        let expected = f64::from(total) / counts.len() as f64;
        let square = |c: &u32| (f64::from(*c) - expected).powi(2) / expected;
        counts.values().map(square).sum()
    }

    /// Returns the first round as dealt.
    fn dealt(game: &Shedding, dealer: Seat, key: u64) -> State {
        let mut round = Round::new(game, Pile::new(Rng::from_key(key)));
        round.deal(game, dealer, &mut NoObserver);
        round.state
    }

    /// Returns three seats with two cards each, one turned up, one left: eight cards, all
    /// different.
    fn tiny() -> (Shedding, State) {
        let mut rules = Rules::official(Family::Classic);
        let texts = ["R1", "R2", "R3", "R4", "Y1", "Y2", "G1", "G2"];
        let cards = texts.map(|t| (t.parse::<Card>().unwrap(), 1));
        rules.deck = Deck::new(cards).unwrap();
        rules.hand_size = 2;
        let game = Shedding::new(rules, 3).unwrap();
        let state = dealt(&game, 2, 1);
        assert_eq!(game.draw_pile(&state).len(), 1);
        (game, state)
    }

    fn hidden_hands(game: &Shedding, s: &State) -> Vec<CardSet> {
        assert_eq!(game.check(s), Ok(()));
        s.hands[1..3].to_vec()
    }

    fn count(n: u32, mut deal: impl FnMut() -> Vec<CardSet>) -> HashMap<Vec<CardSet>, u32> {
        let mut counts = HashMap::new();
        for _ in 0..n {
            *counts.entry(deal()).or_insert(0) += 1;
        }
        counts
    }

    #[test]
    fn every_hidden_deal_is_equally_likely() {
        let (game, state) = tiny();
        let mut rng = Rng::from_key(11);
        let view = game.view(&state, 0);
        let counts = count(60_000, || hidden_hands(&game, &view.redeal(&mut rng)));
        // 5! / (2! 2! 1!) deals; 58.3 is the 99.9 % point with 29 degrees of freedom.
        assert_eq!(counts.len(), 30);
        assert!(chi_squared(&counts) < 58.3, "{}", chi_squared(&counts));
    }

    #[test]
    fn a_card_that_was_shown_stays_and_the_rest_is_uniform() {
        let (game, mut state) = tiny();
        let shown = CardSet::one(state.hands[1].first());
        *state.shown.of_mut(3, 0u8, 1u8) = shown;
        state.exposed = 0b111;
        let mut rng = Rng::from_key(12);
        let view = game.view(&state, 0);
        let counts = count(30_000, || hidden_hands(&game, &view.redeal(&mut rng)));
        // Four cards for one place and two: 4! / (1! 2! 1!); 31.3 is the 99.9 % point with 11
        // degrees of freedom.
        assert_eq!(counts.len(), 12);
        assert!(counts.keys().all(|hands| hands[0].meets(shown)));
        assert!(chi_squared(&counts) < 31.3, "{}", chi_squared(&counts));
    }

    /// Returns a deal in which seat 1 can be known to hold no red card.
    fn without_red() -> (Shedding, State, CardSet) {
        let (game, mut state) = tiny();
        let red = game.tables.colours[0];
        // Red R1 to R4 are the first four slots; yellow and green the others. The hands are set
        // explicitly.
        let hand = |slots: [u8; 2]| slots.into_iter().collect::<CardSet>();
        state.top = 6;
        state.discards = CardSet::one(6);
        state.matches = game.tables.matches[6];
        state.colour = game.tables.card(6).colour;
        state.hands[0] = hand([0, 1]);
        state.hands[1] = hand([4, 5]);
        state.hands[2] = hand([2, 7]);
        state.facts[1].set_void(0, state.records[1].drawn);
        state.facts[2].least[0] = 1;
        state.exposed = 0b111;
        assert_eq!(game.check(&state), Ok(()));
        (game, state, red)
    }

    #[test]
    fn what_all_know_of_a_hand_is_kept_and_the_rest_is_uniform() {
        let (game, state, red) = without_red();
        let mut rng = Rng::from_key(13);
        let view = game.view(&state, 0);
        // Unseen: R3 R4 Y1 Y2 G2. Seat 1 has two of the three that are not red, seat 2 at least one
        // red: all three pairs of the two red ones and the one other have one.
        let agrees = |hands: &Vec<CardSet>| !hands[0].meets(red) && hands[1].meets(red);
        let counts = count(30_000, || hidden_hands(&game, &view.redeal(&mut rng)));
        assert_eq!(counts.len(), 9);
        assert!(counts.keys().all(agrees));
        // 26.1 is the 99.9 % point with 8 degrees of freedom.
        assert!(chi_squared(&counts) < 26.1, "{}", chi_squared(&counts));
        // A repair finds them as well, from any deal.
        let unseen = game.tables.all.without(state.hands[0] | CardSet::one(6));
        let counts = count(30_000, || {
            let mut s = state;
            s.hands[1] = random_part(unseen, 2, &mut rng);
            s.hands[2] = random_part(unseen.without(s.hands[1]), 2, &mut rng);
            view.repair(&mut s, unseen, &mut rng);
            hidden_hands(&game, &s)
        });
        assert_eq!(counts.len(), 9);
        assert!(counts.keys().all(agrees));
        assert!(chi_squared(&counts) < 26.1, "{}", chi_squared(&counts));
    }

    #[test]
    fn the_truth_about_a_wild_draw_four_is_dealt_anew() {
        let mut rng = Rng::from_key(14);
        let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
        let mut state = dealt(&game, 0, 2);
        // Seat 0 has played a Wild Draw Four on red with one card left, was caught without UNO and
        // drew two.
        let t = game.tables();
        let four = t.draw_fours.first();
        let at = |colour: usize| t.colours[colour].without(state.hands[1]).first();
        state.hands[0] = [at(0), at(1), at(2)].into_iter().collect();
        state.hands[1] = state.hands[1].without(t.draw_fours | state.hands[0]);
        (state.top, state.colour, state.colour_before) = (four, 3, 0);
        state.matches = t.named(3);
        state.discards = CardSet::one(four);
        (state.seat, state.asked, state.phase) = (0, 1, Phase::React);
        (state.judged, state.bluff) = (1, false);
        state.pile = game.draw_pile(&state).len() as u8;
        let view = game.view(&state, 1);
        let n = 20_000;
        let (mut guilty, mut red_cards, mut honest_with_red) = (0u32, 0u32, 0u32);
        for _ in 0..n {
            let s = view.redeal(&mut rng);
            assert_eq!(game.check(&s), Ok(()));
            let red = (s.hands[0] & t.colours[0]).len();
            guilty += u32::from(s.bluff);
            red_cards += red;
            honest_with_red += u32::from(red > 0 && !s.bluff);
            assert!(red > 0 || !s.bluff);
        }
        // One card of the three is judged, so a third of the red cards make it guilty; a red card
        // drawn since does not.
        let share = f64::from(guilty) / (f64::from(red_cards) / 3.0);
        assert!((0.95..1.05).contains(&share), "{share}");
        assert!(honest_with_red > n / 5, "{honest_with_red}");
        // The cards that Instant UNO laid open settle it (PG-11).
        state.open_bluff = true;
        let view = game.view(&state, 1);
        assert!((0..100).all(|_| view.redeal(&mut rng).bluff));
    }

    #[test]
    fn what_others_were_shown_is_dealt_anew() {
        let (game, mut state) = tiny();
        for holder in [0u8, 1] {
            *state.shown.of_mut(3, 2u8, holder) = state.hand(holder);
            *state.told.of_mut(3, 2u8, holder) = 2;
        }
        state.exposed = 0b111;
        let mut rng = Rng::from_key(15);
        let view = game.view(&state, 0);
        let mut moved = 0;
        for _ in 0..200 {
            let s = view.redeal(&mut rng);
            assert_eq!(s.shown.of(3, 2u8, 1u8), s.hands[1]);
            // The seat knows the cards that it showed itself.
            assert_eq!(s.shown.of(3, 2u8, 0u8), state.hands[0]);
            moved += u32::from(s.hands[1] != state.hands[1]);
        }
        assert!(moved > 100);
    }
}
