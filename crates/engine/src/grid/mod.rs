//! Grid, by RULES.md GR-1 to GR-9.
//!
//! A game as the engine sees it. Each seat is dealt 7 cards (GR-1). A turn begins with a drawn
//! card, then the seat does one thing (GR-2): it places a number or Skip into the Grid (GR-4),
//! which is the only move until nine lie there; it turns a row or column with a Reverse (GR-5); it
//! lays a Draw Two or Wild Draw Four for more cards (GR-6, GR-7); or it scores a row or column,
//! laying a card for each number in it (GR-8). If nothing is possible it passes. The game ends with
//! an empty hand or when there is no card to draw (GR-3); numbers scored count for, numbers held
//! against their player (GR-9).
//!
//! | file | holds |
//! |---|---|
//! | `rules` | the options as data, official values, fingerprint |
//! | `rules_file` | the options read from a file or a trace, with their meanings |
//! | `board` | the Grid: its cells and lines, and its location while it is being filled |
//! | `tables` | the deck as masks and counters, computed once |
//! | `kind` | the kinds of move |
//! | `state` | a position |
//! | `engine` | the effects of an answer, rule by rule |
//! | `ask` | the questions |
//! | `draw_ahead` | cards drawn one ahead, for speed |
//! | `event` | the events for observers |
//! | `heard` | the events for a trace, and for a seat |
//! | `meter` | the metrics |
//! | `view` | the information of one seat |
//! | `fields` | its fields: for messages, as bytes for modules, and the layout for learners |
//! | `faces` | the different cards, for learners |
//! | `learn/` | the observation and the action indices for learners |
//! | `words` | the texts: of the rules, questions and options, positions, events |
//! | `notation` | a position as one line of text, as one seat sees it |
//!
//! No I/O, clocks, bots or statistics here, and no allocation while a game runs.

mod ask;
mod board;
mod draw_ahead;
mod engine;
mod event;
mod faces;
mod fields;
mod heard;
mod kind;
mod learn;
mod meter;
pub mod notation;
mod rules;
pub mod rules_file;
mod state;
pub mod tables;
mod view;
mod words;

pub use board::{Board, Line};
pub use engine::Grid;
pub use event::{Event, LaidCards, Why};
pub use kind::Kind;
pub use meter::GridMeter;
pub use rules::{MAX_HAND, MAX_PLAYERS, PlayersError, Rules};
pub use state::{End, Phase, SeatRecord, State};
pub use view::View;

use crate::cards::{Card, CardSet, Seat, seats_after};
use crate::game::{Action, Ask, Chance, Decider, Game, Metric, Observer, Outcome};
use crate::rng::RoundSeeds;
use draw_ahead::DrawAhead;
use engine::Step;
use faces::DeckFaces;
use tables::Tables;

impl Grid {
    /// Prepares these rules for `n` seats.
    ///
    /// # Errors
    /// [`PlayersError`] if the rules do not allow this many.
    pub fn new(rules: Rules, n: usize) -> Result<Grid, PlayersError> {
        rules.check_players(n)?;
        let (tables, faces) = (Tables::new(n), DeckFaces::new());
        Ok(Grid {
            rules,
            tables,
            faces,
        })
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the card in a slot of the deck.
    pub fn card(&self, slot: u8) -> Card {
        self.tables.deck.cards()[slot as usize]
    }

    /// Returns the rules as tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    #[inline(always)]
    fn step<'a, C, O>(
        &'a self,
        state: &'a mut State,
        chance: &'a mut C,
        observer: &'a mut O,
    ) -> Step<'a, C, O> {
        Step {
            game: self,
            t: &self.tables,
            s: state,
            chance,
            observer,
        }
    }

    /// Checks that every card is in one place, and that derived values agree.
    fn check_state(&self, s: &State) -> Result<(), String> {
        let t = &self.tables;
        let n = self.n_seats();
        let mut seen = s.buried;
        // The words are only formatted when needed, because debug builds check after every move.
        let mut add = |set: CardSet, what: &dyn Fn() -> String| {
            if seen.meets(set) {
                return Err(format!("GR-1: a card of {} lies elsewhere too", what()));
            }
            seen |= set;
            Ok(())
        };
        for cell in 0..16 {
            if s.board.occupied() >> cell & 1 == 1 {
                let top = s.board.top(cell);
                if !t.placeable().has(top) {
                    return Err("GR-4: neither a number nor a Skip lies in the Grid".to_owned());
                }
                add(CardSet::one(top), &|| format!("cell {cell}"))?;
            }
        }
        for seat in 0..n {
            add(s.hands[seat], &|| format!("seat {seat}'s hand"))?;
            add(s.piles[seat], &|| format!("seat {seat}'s score pile"))?;
            if s.counts[seat] != t.counts(s.hands[seat]) {
                return Err(format!("GR-8: the counts of seat {seat}'s hand are wrong"));
            }
            let known = s.shown[seat].without(t.copies.normalise(s.hands[seat]));
            if s.any_shown && !known.is_empty() {
                return Err(format!("GR-2: seat {seat} was shown with a card it lacks"));
            }
        }
        if !seen.without(t.all).is_empty() {
            return Err("GR-1: a card that is not in the deck".to_owned());
        }
        let left = t.all.without(seen).len();
        if left != u32::from(s.left) {
            return Err(format!(
                "GR-3: the draw pile should have {left} cards and counts {}",
                s.left
            ));
        }
        if s.board.is_full() {
            for line in Line::ALL {
                let tops: CardSet = line.cells().map(|c| s.board.top(c)).into_iter().collect();
                let needs = tables::unary_of_line(t.counts(tops));
                let needs = if needs == 0 { tables::NOTHING } else { needs };
                if s.needs[line.index()] != needs {
                    return Err(format!("GR-8: what {line} needs is wrong"));
                }
            }
        } else if s.buried != CardSet::EMPTY {
            return Err("GR-4: a card was covered before the Grid was full".to_owned());
        }
        Ok(())
    }
}

impl Game for Grid {
    type State = State;
    type Event = Event;
    type View<'a> = View<'a>;
    type Meter = GridMeter;

    const ONE_ROUND: bool = true;

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
        state.done = false;
        state.phase = Phase::Over;
        state.scores = State::BLANK.scores;
        state.winners = 0;
    }

    #[inline(always)]
    fn lead(&self, _: &State, seeds: &RoundSeeds) -> Seat {
        let random = || seeds.dealer().below(u32::from(self.tables.n)) as Seat;
        self.rules.first_seat.unwrap_or_else(random)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_round<C: Chance, O: Observer<Grid>>(
        &self,
        state: &mut State,
        lead: Seat,
        chance: &mut C,
        observer: &mut O,
    ) {
        self.step(state, chance, observer).deal(lead);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<C: Chance, O: Observer<Grid>>(
        &self,
        state: &mut State,
        chance: &mut C,
        observer: &mut O,
    ) -> Option<Ask> {
        self.step(state, chance, observer).advance()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<C: Chance, O: Observer<Grid>>(
        &self,
        state: &mut State,
        action: Action,
        chance: &mut C,
        observer: &mut O,
    ) {
        debug_assert!(self.options(state).has(action), "not an option: {action:?}");
        let mut step = self.step(state, chance, observer);
        step.answer(action);
        step.score();
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn play_round<C: Chance, O: Observer<Grid>>(
        &self,
        state: &mut State,
        chance: &mut C,
        observer: &mut O,
        decider: &mut impl Decider<Grid>,
    ) {
        let mut chance = DrawAhead::new(chance, state.left);
        self.step(state, &mut chance, observer).run(decider);
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
        Some(self.as_heard(event, seat))
    }

    #[inline(always)]
    fn is_over(&self, state: &State) -> bool {
        state.done
    }

    #[inline(always)]
    fn outcome(&self, state: &State) -> Outcome {
        let winners = state.winners;
        Outcome { winners }
    }

    #[inline(always)]
    fn round_outcome(&self, state: &State) -> Outcome {
        self.outcome(state)
    }

    #[inline(always)]
    fn position(&self, state: &State, seat: Seat) -> usize {
        seats_after(usize::from(state.first), seat, self.n_seats())
    }

    #[inline(always)]
    fn score(&self, state: &State, seat: Seat) -> i32 {
        state.scores[seat as usize % MAX_PLAYERS]
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.check_state(state)
    }
}
