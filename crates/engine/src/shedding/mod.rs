//! The shedding games: Power Grab, Green Lantern and classic, by RULES.md PG-1 to PG-17 and GL-1 to
//! GL-5.
//!
//! A round as the engine sees it. Each seat is dealt 7 cards and a card is turned up, which may
//! already act on the first seat (PG-5). On its turn, a seat plays a card that matches the top
//! card, or draws one card and may then play only that one (PG-6). After a play, in this order
//! (PG-7): the colour for a wild is named; an empty hand ends the round; towers are claimed (PG-8)
//! and Instant UNO is offered (PG-11); UNO is called or caught (PG-12); the card acts on the next
//! seat, which may block (PG-9) or challenge (PG-10). At the end, the winner scores what the others
//! hold (PG-16).
//!
//! | file | holds |
//! |---|---|
//! | `rules` | the options as data, official values |
//! | `fingerprint` | the rules in force as names and values, their fingerprint |
//! | `family` | the three official rulesets and the decks of the rule sheets |
//! | `icons` | the number cards with a Power Icon |
//! | `players` | errors of a number of players |
//! | `options` | the register of the options: rule number, meaning, reading and writing |
//! | `option_forms` | the options whose values have a form of their own |
//! | `rules_file` | reading a ruleset from TOML, the official files |
//! | `tables` | the rules as masks and tables, computed once |
//! | `state`, `pairs` | a position; its arrays by pairs of seats |
//! | `engine` | the effects of an answer, rule by rule |
//! | `effect` | effects of a card on others, blocks and challenges |
//! | `house` | house rules (HR) |
//! | `towers` | claims, grabs, Instant UNO |
//! | `ask` | the questions |
//! | `choices` | the numbers of the choices other than cards |
//! | `draw` | drawing cards, the end of the draw pile |
//! | `round` | the deal and the score |
//! | `event` | the events for observers |
//! | `intervene` | changes by experiments between two turns |
//! | `heard` | the events for a trace, and for a seat |
//! | `meter` | the metrics |
//! | `view` | the information of one seat |
//! | `fields` | its fields: for messages, as bytes for modules, and the layout for learners |
//! | `learn` | the observation, the action indices and their mask, for learners |
//! | `words` | the texts: of the rules, questions and options, positions, events |
//! | `notation` | a position as one line of text, as one seat sees it |
//! | `redeal` | the hidden cards redealt |
//!
//! No I/O, clocks, bots or statistics here, and no allocation while a game runs.

mod ask;
mod choices;
mod draw;
mod effect;
mod engine;
mod event;
mod family;
mod fields;
mod fingerprint;
mod heard;
mod house;
mod icons;
mod intervene;
mod learn;
mod meter;
pub mod notation;
mod option_forms;
pub mod options;
mod pairs;
mod players;
mod redeal;
mod round;
mod rules;
pub mod rules_file;
mod state;
mod tables;
mod towers;
mod view;
mod words;

pub use choices::{
    CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_DRAW, CHOICE_NO, CHOICE_YES,
};
pub use engine::Shedding;
pub use event::{Event, HIDDEN, Why};
pub use family::Family;
pub use heard::TraceState;
pub use icons::IconLayout;
pub use intervene::InterventionError;
pub use learn::{ActiveRows, Features};
pub use meter::ShedMeter;
pub use option_forms::deck_value;
pub use players::PlayersError;
pub use rules::*;
pub use state::{End, NOBODY, Phase, SeatRecord, State};
pub use tables::Tables;
pub use view::View;

use crate::cards::{CardSet, Seat, seats_after};
use crate::game::{Action, Ask, Chance, Decider, Game, Metric, Observer, Options, Outcome};
use crate::rng::RoundSeeds;
use engine::Step;
use std::sync::OnceLock;

impl Shedding {
    /// Prepares these rules for `n` seats.
    ///
    /// # Errors
    /// [`PlayersError`] if the rules do not allow this many.
    pub fn new(rules: Rules, n: usize) -> Result<Shedding, PlayersError> {
        rules.check_players(n)?;
        let tables = Tables::new(&rules, n);
        Ok(Shedding {
            rules,
            tables,
            features: OnceLock::new(),
        })
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the rules as tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl Game for Shedding {
    type State = State;
    type Event = Event;
    type View<'a> = View<'a>;
    type Meter = ShedMeter;

    const METRICS: &'static [Metric] = meter::METRICS;
    const SEAT_METRICS: &'static [Metric] = meter::SEAT_METRICS;

    #[inline(always)]
    fn n_seats(&self) -> usize {
        self.tables.n as usize
    }

    fn new_game(&self) -> State {
        State::BLANK
    }

    #[inline(always)]
    fn reset_game(&self, state: &mut State) {
        let n = self.n_seats();
        state.scores = State::BLANK.scores;
        state.rounds_done = 0;
        state.winner = NOBODY;
        state.phase = Phase::Over;
        state.records[..n].copy_from_slice(&State::BLANK.records[..n]);
    }

    #[inline(always)]
    fn lead(&self, state: &State, seeds: &RoundSeeds) -> Seat {
        self.next_dealer(state, seeds)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_round<C: Chance, O: Observer<Shedding>>(
        &self,
        state: &mut State,
        lead: Seat,
        chance: &mut C,
        observer: &mut O,
    ) {
        if self.tables.house {
            return self.deal_by_house_rules(state, lead, chance, observer);
        }
        self.step::<_, _, false>(state, chance, observer).deal(lead);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<C: Chance, O: Observer<Shedding>>(
        &self,
        state: &mut State,
        chance: &mut C,
        observer: &mut O,
    ) -> Option<Ask> {
        if self.tables.house {
            // Made anew: a function that is called writes its result to memory, and a question by
            // the rule sheet, which would be written to the same place, stays in registers.
            let ask = self.advance_by_house_rules(state, chance, observer)?;
            return Some(Ask::new(ask.seat, ask.options));
        }
        self.step::<_, _, false>(state, chance, observer).advance()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<C: Chance, O: Observer<Shedding>>(
        &self,
        state: &mut State,
        action: Action,
        chance: &mut C,
        observer: &mut O,
    ) {
        debug_assert!(
            self.options_of(state).has(action),
            "not an option: {action:?}"
        );
        if self.tables.house {
            return self.apply_by_house_rules(state, action, chance, observer);
        }
        let mut step = self.step::<_, _, false>(state, chance, observer);
        step.answer(action);
        step.score();
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn play_round<C: Chance, O: Observer<Shedding>>(
        &self,
        state: &mut State,
        chance: &mut C,
        observer: &mut O,
        decider: &mut impl Decider<Shedding>,
    ) {
        if self.tables.house {
            return self.play_by_house_rules(state, chance, observer, decider);
        }
        self.step::<_, _, false>(state, chance, observer)
            .run(decider);
    }

    #[inline(always)]
    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View {
            game: self,
            state,
            seat,
        }
    }

    fn heard(&self, _: &State, event: &Event, seat: Seat) -> Option<Event> {
        self.as_heard(event, seat)
    }

    #[inline(always)]
    fn is_over(&self, state: &State) -> bool {
        self.game_over(state)
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.game_outcome(state)
    }

    #[inline(always)]
    fn round_outcome(&self, state: &State) -> Outcome {
        let winners = state.winner().map_or(0, |seat| 1 << seat);
        Outcome { winners }
    }

    #[inline(always)]
    fn position(&self, state: &State, seat: Seat) -> usize {
        seats_after(usize::from(state.dealer()) + 1, seat, self.n_seats())
    }

    #[inline(always)]
    fn score(&self, state: &State, seat: Seat) -> i32 {
        state.scores[seat as usize] as i32
    }

    #[inline(always)]
    fn points_sign(&self) -> i32 {
        self.rules.scoring.sign()
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.check_state(state)
    }
}

impl Shedding {
    #[inline(always)]
    fn step<'a, C: ?Sized, O: ?Sized, const HOUSE: bool>(
        &'a self,
        state: &'a mut State,
        chance: &'a mut C,
        observer: &'a mut O,
    ) -> Step<'a, C, O, HOUSE> {
        Step {
            game: self,
            t: &self.tables,
            s: state,
            chance,
            observer,
        }
    }

    /// Returns the options of a position's question; empty without one.
    pub fn options_of(&self, state: &State) -> Options {
        if self.tables.house {
            self.options::<true>(state)
        } else {
            self.options::<false>(state)
        }
    }

    /// Returns the cards of the draw pile: those that are nowhere else.
    pub fn draw_pile(&self, state: &State) -> CardSet {
        let mut seen = state.discards;
        for seat in 0..self.n_seats() {
            seen |= state.hands[seat];
        }
        self.tables.all.without(seen)
    }

    /// Checks the conservation of cards and towers, and that counts agree with sets.
    fn check_state(&self, s: &State) -> Result<(), String> {
        let t = &self.tables;
        let n = self.n_seats();
        let mut seen = s.discards;
        let mut add = |set: CardSet, what: std::fmt::Arguments<'_>| {
            if seen.meets(set) {
                return Err(format!("PG-2: a card of {what} lies elsewhere too"));
            }
            seen |= set;
            Ok(())
        };
        for (seat, hand) in s.hands[..n].iter().enumerate() {
            add(*hand, format_args!("seat {seat}'s hand"))?;
        }
        if !s.discards.has(s.top) {
            return Err("PG-7: the top card is not on the discard pile".to_owned());
        }
        if !seen.without(t.all).is_empty() {
            return Err("PG-2: a card that is not in the deck".to_owned());
        }
        let pile = t.all.without(seen).len();
        if pile != u32::from(s.pile) {
            return Err(format!(
                "PG-14: the draw pile should have {pile} cards and counts {}",
                s.pile
            ));
        }
        let holding =
            |tower: u8| (0..n as Seat).filter(move |&seat| s.towers_of(seat) >> tower & 1 == 1);
        for tower in 0..4 {
            let owners = holding(tower).count();
            let owned = usize::from(s.holders.owner(tower) != NOBODY);
            if owners != owned || (owned == 1 && t.towers >> tower & 1 == 0) {
                return Err(format!("PG-8: {owners} seats hold tower {tower}"));
            }
        }
        let s = &s.settled(t);
        for a in 0..n {
            for b in 0..n {
                let known = s.shown.of(t.n, a, b);
                if !known.without(t.copies.normalise(s.hands[b])).is_empty() {
                    return Err(format!("seat {a} knows a card that seat {b} does not hold"));
                }
            }
        }
        for seat in 0..n {
            for a in 0..n {
                if u32::from(s.told.of(t.n, a, seat)) > s.shown.of(t.n, a, seat).len() {
                    return Err(format!(
                        "seat {a} is said to know more cards of seat {seat} than it does"
                    ));
                }
            }
            for (colour, cards) in t.colours.iter().enumerate() {
                let (least, most) = s.facts[seat].bounds(colour, s.records[seat].drawn);
                let held = (s.hands[seat] & *cards).len();
                if s.exposed >> seat & 1 == 1 && !(least..=most).contains(&held) {
                    return Err(format!(
                        "PG-10, GL-4: seat {seat} is known to hold {least} to {} {} cards, and holds {held}",
                        most.min(s.hands[seat].len().max(least)),
                        crate::cards::Colour::ALL[colour].word()
                    ));
                }
            }
        }
        let live = !matches!(s.phase, Phase::Over | Phase::Upcard);
        let coloured = t.card(s.top).colour;
        if live && coloured < 4 && s.colour != coloured {
            return Err("PG-6: the colour in force is not the top card's".to_owned());
        }
        Ok(())
    }
}
