//! House rules (HR); HR-6 is a part of [`Step::deal`]. The machine is compiled once with
//! house rules and once without: [`Tables::house`](super::Tables::house) chooses, so the common
//! path has no cost for them.
//!
//! | rule | change | function |
//! |---|---|---|
//! | HR-1 | the options of a seat that has to draw, the number it draws | [`Shedding::house_options`], [`Step::stack`] |
//! | HR-2 | the number of cards that a seat draws on its turn | [`Step::draw_by_house_rules`] |
//! | HR-3, HR-4 | the options | [`Shedding::house_options`] |
//! | HR-5 | the holders of hands, and the knowledge of them | [`Step::act_by_house_rules`], [`Step::exchange`] |

use super::engine::{Shedding, Step};
use super::event::{Event, Why};
use super::rules::Drawing;
use super::state::{Phase, State};
use super::tables::Slot;
use crate::cards::{CardSet, Seat, at};
use crate::game::{Action, Ask, Chance, Decider, Observer, Options};

impl Shedding {
    /// Returns the options of the current phase, from those by the rule sheet.
    pub(super) fn house_options(&self, s: &State, mut options: Options) -> Options {
        let rules = &self.rules;
        match s.phase {
            Phase::Turn | Phase::Drawn => {
                // HR-4
                if !rules.bluff {
                    options.bluffs = CardSet::EMPTY;
                }
                // A bluff is never forced (HR-3).
                if rules.force_play && !options.cards.is_empty() {
                    options.choices = 0;
                }
            }
            Phase::React => {
                // HR-4
                if !rules.challenge {
                    options.choices &= !(1 << super::CHOICE_CHALLENGE);
                }
                let hand = s.hand(s.asked);
                // Stacking is a turn, so there must be one left (HR-1, PG-15).
                if !s.last && s.turn + 1 < rules.max_turns {
                    let t = &self.tables;
                    let cards = hand & t.stacked[usize::from(t.card(s.top).draws) % 5];
                    let dishonest = (cards & t.draw_fours)
                        .if_true(hand.meets(t.colours[s.colour as usize & 3]));
                    options.cards = cards ^ dishonest;
                    options.bluffs = dishonest.if_true(rules.bluff);
                }
            }
            _ => {}
        }
        options
    }

    /// Returns the number of cards demanded by the top card, which is about to act, and the stack
    /// under it (HR-1).
    pub(super) fn stack(&self, s: &State) -> u32 {
        use Phase::{Call, Catch, Colour, InstantUno, Keep, React};
        let pending = matches!(s.phase, Call | Catch | Colour | InstantUno | Keep | React);
        let draws = self.tables.card(s.top).draws;
        if pending && !self.tables.stacked[usize::from(draws) % 5].is_empty() {
            u32::from(s.under) + u32::from(draws)
        } else {
            0
        }
    }

    /// Returns whether a seat that held these cards could play a card that it has drawn since
    /// (PG-6, HR-4).
    fn could_play(&self, s: &State, hand: CardSet, slot: u8) -> bool {
        let dishonest = hand.meets(self.tables.colours[s.colour as usize & 3]);
        let barred = !self.rules.bluff && dishonest && self.tables.draw_fours.has(slot);
        s.matches.has(slot) && !barred
    }
}

/// The machine with house rules, compiled once and separately: chance, observer and players are
/// behind pointers.
impl Shedding {
    /// [`Game::start_round`](crate::game::Game::start_round).
    #[cold]
    #[inline(never)]
    pub(super) fn deal_by_house_rules(
        &self,
        state: &mut State,
        lead: Seat,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer<Shedding>,
    ) {
        self.step::<_, _, true>(state, chance, observer).deal(lead);
    }

    /// [`Game::advance`](crate::game::Game::advance).
    #[cold]
    #[inline(never)]
    pub(super) fn advance_by_house_rules(
        &self,
        state: &mut State,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer<Shedding>,
    ) -> Option<Ask> {
        self.step::<_, _, true>(state, chance, observer).advance()
    }

    /// [`Game::apply`](crate::game::Game::apply).
    #[cold]
    #[inline(never)]
    pub(super) fn apply_by_house_rules(
        &self,
        state: &mut State,
        action: Action,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer<Shedding>,
    ) {
        let mut step = self.step::<_, _, true>(state, chance, observer);
        step.answer(action);
        step.score();
    }

    /// [`Game::play_round`](crate::game::Game::play_round).
    #[cold]
    #[inline(never)]
    pub(super) fn play_by_house_rules(
        &self,
        state: &mut State,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer<Shedding>,
        decider: &mut dyn Decider<Shedding>,
    ) {
        let mut step = self.step::<_, _, true>(state, chance, observer);
        while let Some(ask) = step.advance() {
            let action = decider.decide(self, step.s, &ask);
            step.answer(action);
        }
    }
}

impl<C: Chance + ?Sized, O: Observer<Shedding> + ?Sized, const HOUSE: bool> Step<'_, C, O, HOUSE> {
    /// Carries out PG-7 (5) for a card that a house rule may concern.
    pub fn act_by_house_rules(&mut self, seat: Seat, card: Slot) {
        match card.symbol.number() {
            Some(7) if self.game.rules.seven_zero => self.s.phase = Phase::Exchange,
            Some(0) if self.game.rules.seven_zero => {
                let direction = self.s.direction;
                let t = self.t;
                self.move_hands(|from| t.after(direction, from));
                self.emit(Event::Rotate);
                self.move_on(seat, card);
            }
            None if card.draws > 0 => {
                self.s.asked = self.after(seat);
                self.s.phase = Phase::React;
                if !self.game.options::<HOUSE>(self.s).is_choice() {
                    self.hit();
                }
            }
            _ => self.effect(seat, card),
        }
    }

    /// Lays a draw card on the top one instead of drawing, which is the seat's turn (HR-1).
    pub fn stack(&mut self, slot: u8) {
        let seat = self.s.asked;
        self.s.under += u16::from(self.t.card(self.s.top).draws);
        self.s.turn += 1;
        self.s.seat = seat;
        self.s.phase = Phase::Turn;
        self.lay_down(seat, self.s.hand(seat), slot, false);
    }

    /// Clears the stack under the top card; returns the number of cards it demanded (HR-1).
    #[inline(always)]
    pub fn unstack(&mut self) -> u32 {
        if HOUSE {
            u32::from(std::mem::take(&mut self.s.under))
        } else {
            0
        }
    }

    /// Records that, without bluffs, the player of a Wild Draw Four holds no card of the colour
    /// that was in force (HR-4).
    pub fn all_know_it_is_honest(&mut self, seat: Seat) {
        if !self.game.rules.bluff {
            self.all_know_it_lacks(seat, self.s.colour_before);
        }
    }

    /// Records that the seat publicly holds no card of the colour.
    fn all_know_it_lacks(&mut self, seat: Seat, colour: u8) {
        self.s.settle(self.t, seat);
        let drawn = self.s.records[at(seat)].drawn;
        self.s.facts[at(seat)].set_void(usize::from(colour), drawn);
        self.s.exposed |= 1 << seat;
    }

    /// Draws instead of playing (PG-6, HR-2, HR-3).
    pub fn draw_by_house_rules(&mut self, seat: Seat) {
        if self.game.rules.force_play {
            // It would have had to play a card of the colour.
            self.all_know_it_lacks(seat, self.s.colour);
        }
        match self.game.rules.draw {
            Drawing::One => self.draw_a_card(seat),
            Drawing::UntilPlayable => self.draw_until_playable(seat),
        }
    }

    /// Draws until a playable card comes, or no card is left (HR-2, PG-14).
    fn draw_until_playable(&mut self, seat: Seat) {
        let hand = self.s.hand(seat);
        self.s.phase = Phase::Drawn;
        self.s.has_drawn = false;
        self.chance.serve(seat);
        let mut untold = CardSet::EMPTY;
        let mut told = false;
        loop {
            if self.s.pile == 0 {
                if self.s.discards.is_single() {
                    break;
                }
                // An event for the cards so far comes before a reshuffle.
                if !untold.is_empty() {
                    self.tell_draw(seat, &mut untold);
                }
                self.reshuffle();
            }
            let slot = self.chance.draw() & 127;
            self.s.pile -= 1;
            (self.s.drawn, self.s.has_drawn) = (slot, true);
            *self.hand(seat) |= CardSet::one(slot);
            self.s.records[at(seat)].drawn += 1;
            untold |= CardSet::one(slot);
            self.emit(Event::Card { seat, card: slot });
            let empty = self.s.pile == 0 && !self.s.discards.is_single();
            told = empty && self.t.reshuffle_on_empty;
            if told {
                self.tell_draw(seat, &mut untold);
                self.reshuffle();
            }
            if self.game.could_play(self.s, hand, slot) {
                break;
            }
        }
        // A due draw has an event even if it draws nothing.
        if !told {
            self.tell_draw(seat, &mut untold);
        }
    }

    fn tell_draw(&mut self, seat: Seat, untold: &mut CardSet) {
        let cards = std::mem::take(untold);
        let (n, why) = (cards.len(), Why::Turn);
        self.emit(Event::Draw {
            seat,
            cards,
            n,
            why,
        });
    }

    /// Exchanges the whole hand of the player of a 7 (HR-5).
    pub fn exchange(&mut self, to: Seat) {
        let seat = self.s.seat;
        self.move_hands(|from| match from {
            from if from == seat => to,
            from if from == to => seat,
            other => other,
        });
        self.emit(Event::Swap { seat, to });
        self.end_turn(self.after(seat));
    }

    /// Moves every hand to another seat, or leaves it (HR-5). Knowledge of a hand moves with it,
    /// and the seat that gave it away knows all of it. Towers stay.
    fn move_hands(&mut self, goes_to: impl Fn(Seat) -> Seat) {
        let n = self.t.n;
        for seat in 0..n {
            self.s.settle(self.t, seat);
        }
        let old = *self.s;
        let s = &mut *self.s;
        for from in 0..n {
            let (a, b) = (usize::from(from), usize::from(goes_to(from)));
            s.hands[b] = old.hands[a];
            s.facts[b] = old.facts[a];
            s.records[b].drawn = old.records[a].drawn;
            s.records[b].passed = old.records[a].passed;
            for knower in 0..n {
                *s.shown.of_mut(n, knower, b) = old.shown.of(n, knower, a);
                *s.told.of_mut(n, knower, b) = old.told.of(n, knower, a);
            }
            s.exposed &= !(1 << b);
            s.exposed |= (old.exposed >> a & 1) << b;
        }
        for from in 0..n {
            let (a, b) = (usize::from(from), usize::from(goes_to(from)));
            if a != b {
                *s.shown.of_mut(n, b, b) = CardSet::EMPTY;
                *s.told.of_mut(n, b, b) = 0;
                *s.shown.of_mut(n, a, b) = self.t.copies.normalise(s.hands[b]);
                *s.told.of_mut(n, a, b) = s.hands[b].len() as u8;
                s.exposed |= 1 << b;
            }
        }
    }
}
