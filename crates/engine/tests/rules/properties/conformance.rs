//! `check_game` on the games that ship, and on a game in which each promise is broken in turn.

use powergrab_engine::cards::{CardSet, Deck, Seat};
use powergrab_engine::game::record::{EventSchema, Record};
use powergrab_engine::game::{
    Action, Ask, Chance, Decider, FieldRange, FieldValue, Game, MAX_METRICS, Meter, Metric,
    Metrics, Observable, ObservedIn, Observer, OptionName, Options, Outcome, OwnedView, Section,
    Textual, ViewField, check_game,
};
use powergrab_engine::grid::{Grid, Rules as GridRules};
use powergrab_engine::rng::RoundSeeds;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use test_support::{cases, grid_games, option_sets};

#[test]
fn the_games_that_ship_keep_their_promises() {
    for game in grid_games() {
        assert_eq!(check_game(&game, 40), Ok(()));
    }
    let all = Family::ALL.into_iter().flat_map(option_sets);
    for (rules, players) in cases(all.zip([2, 5, 3].into_iter().cycle()), 6) {
        let game = Shedding::new(rules, players).unwrap();
        assert_eq!(check_game(&game, 1), Ok(()), "{:?}", game.rules());
    }
}

/// Checks what a game declares, and that its actions have names of their own.
fn check_places<G: Textual>(game: &G) {
    assert_eq!(check_game(game, 0), Ok(()));
    let actions = game.action_places();
    let names: BTreeSet<_> = actions.iter().map(|range| &range.name).collect();
    assert_eq!(
        (names.len(), actions.len()),
        (game.n_actions(), game.n_actions())
    );
}

#[test]
fn places_leave_no_gap_for_any_number_of_players() {
    for n in 2..=8 {
        check_places(&Grid::new(GridRules::official(), n).unwrap());
    }
    for family in Family::ALL {
        for n in 2..=6 {
            check_places(&Shedding::new(Rules::official(family), n).unwrap());
        }
    }
}

/// A promise that the game breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Nothing,
    ActionPlaces,
    AskedAgain,
    DrawsWhenAsked,
    Encode,
    Endless,
    Index,
    IsOver,
    MeterSum,
    Names,
    OneOption,
    PlayRound,
    Position,
    Unnamed,
    UsedTable,
    Winners,
}

/// Two seats have three cards each and play two of them in turn; the sum of the slots counts.
#[derive(Clone)]
struct Toy {
    deck: Deck,
    fault: Fault,
}

#[derive(Clone, Debug, Default)]
struct State {
    hands: [CardSet; 2],
    sums: [i32; 2],
    turn: u32,
    asked: u32,
}

#[derive(Clone, Copy)]
struct View<'a>(&'a Toy, &'a State, Seat);

#[derive(Default)]
struct Plays([[i32; 1]; 2], i32);

impl Observer<Toy> for Plays {
    fn event(&mut self, game: &Toy, _: &State, (seat, _): &(Seat, u8)) {
        self.0[usize::from(*seat)][0] += 1;
        self.1 += 1 + i32::from(game.fault == Fault::MeterSum);
    }
}

impl Meter<Toy> for Plays {
    fn reset(&mut self, _: &Toy) {
        *self = Plays::default();
    }

    fn close(&mut self, _: &Toy, _: &State) -> Metrics {
        [0; MAX_METRICS]
    }

    fn seat(&self, seat: Seat) -> &[i32] {
        &self.0[usize::from(seat)]
    }

    fn sum(&self) -> &[i32] {
        std::slice::from_ref(&self.1)
    }
}

impl Game for Toy {
    type State = State;
    type Event = (Seat, u8);
    type View<'a> = View<'a>;
    type Meter = Plays;

    const ONE_ROUND: bool = true;
    const METRICS: &'static [Metric] = &[];
    const SEAT_METRICS: &'static [Metric] = &[Metric {
        name: "plays",
        meaning: "cards played",
        when: ObservedIn::Always,
    }];

    fn n_seats(&self) -> usize {
        2
    }

    fn new_game(&self) -> State {
        State::default()
    }

    fn reset_game(&self, state: &mut State) {
        if self.fault != Fault::UsedTable {
            *state = self.new_game();
        }
    }

    fn lead(&self, _: &State, _: &RoundSeeds) -> Seat {
        0
    }

    fn start_round<C: Chance, O: Observer<Toy>>(
        &self,
        state: &mut State,
        _: Seat,
        chance: &mut C,
        _: &mut O,
    ) {
        chance.fill(6);
        state.hands = [(); 2].map(|()| chance.draw_many(3));
        (state.turn, state.asked) = (0, 0);
    }

    fn advance<C: Chance, O: Observer<Toy>>(
        &self,
        state: &mut State,
        _: &mut C,
        _: &mut O,
    ) -> Option<Ask> {
        if state.turn >= 4 && self.fault != Fault::Endless {
            return None;
        }
        state.asked += 1;
        if self.fault == Fault::DrawsWhenAsked {
            state.sums[0] += 1;
        }
        let seat = (state.turn % 2) as Seat;
        let mut hand = state.hands[usize::from(seat)];
        if self.fault == Fault::OneOption || self.fault == Fault::AskedAgain && state.asked == 2 {
            hand = CardSet::one(hand.iter().next()?);
        }
        let options = Options::of(hand, 0);
        Some(Ask { seat, options })
    }

    fn apply<C: Chance, O: Observer<Toy>>(
        &self,
        state: &mut State,
        action: Action,
        _: &mut C,
        observer: &mut O,
    ) {
        let (seat, slot) = ((state.turn % 2) as Seat, action.slot().unwrap());
        let at = usize::from(seat);
        state.sums[at] += i32::from(slot);
        if self.fault != Fault::Endless {
            state.hands[at] = state.hands[at].without(CardSet::one(slot));
        }
        (state.turn, state.asked) = (state.turn + 1, 0);
        observer.event(self, state, &(seat, slot));
    }

    fn play_round<C: Chance, O: Observer<Toy>>(
        &self,
        state: &mut State,
        chance: &mut C,
        observer: &mut O,
        decider: &mut impl Decider<Toy>,
    ) {
        while let Some(ask) = self.advance(state, chance, observer) {
            let action = decider.decide(self, state, &ask);
            self.apply(state, action, chance, observer);
        }
        if self.fault == Fault::PlayRound {
            state.sums[1] = 0;
        }
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View(self, state, seat)
    }

    fn is_over(&self, _: &State) -> bool {
        self.fault != Fault::IsOver
    }

    fn outcome(&self, state: &State) -> Outcome {
        let winners = if state.sums[0] > state.sums[1] { 1 } else { 2 };
        let shift = u32::from(self.fault == Fault::Winners);
        Outcome {
            winners: winners << shift,
        }
    }

    fn round_outcome(&self, state: &State) -> Outcome {
        self.outcome(state)
    }

    fn position(&self, _: &State, seat: Seat) -> usize {
        usize::from(seat) * usize::from(self.fault != Fault::Position)
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        state.sums[usize::from(seat)]
    }

    fn check(&self, _: &State) -> Result<(), String> {
        Ok(())
    }
}

impl Observable for Toy {
    const FIELDS: &'static [ViewField<Toy>] = &[ViewField::new("hand", "your cards", |view, _| {
        let View(_, state, seat) = view;
        FieldValue::Cards(state.hands[usize::from(seat)])
    })
    .learn(&[Section::by_card("hand", "1 where the hand has the card")])];

    fn game_of(view: Self::View<'_>) -> &Toy {
        view.0
    }

    fn seat_of(view: View<'_>) -> Seat {
        view.2
    }

    fn owned_view(view: View<'_>) -> OwnedView<Toy> {
        OwnedView::new(view.1, view.2)
    }

    fn deck(&self) -> &Deck {
        &self.deck
    }

    fn fingerprint(&self) -> String {
        "toy".to_owned()
    }

    fn reward_unit(&self) -> u32 {
        1
    }

    fn encode(&self, view: View<'_>, page: &mut [u8]) {
        let hand = view.1.hands[usize::from(view.2)];
        let missing = usize::from(self.fault == Fault::Encode);
        for (slot, place) in page.iter_mut().enumerate().skip(missing) {
            *place = hand.has(slot as u8).into();
        }
    }

    fn index_of(&self, _: View<'_>, action: Action) -> usize {
        let beyond = usize::from(self.fault == Fault::Index) * 6;
        usize::from(action.slot().unwrap()) + beyond
    }

    fn action_places(&self) -> Vec<FieldRange> {
        let one = |at| FieldRange {
            at,
            len: 1,
            name: format!("place{at}"),
            meaning: "an option".to_owned(),
        };
        let first = usize::from(self.fault == Fault::ActionPlaces);
        (first..self.n_actions()).map(one).collect()
    }
}

static PLAY: EventSchema = EventSchema {
    event: "play",
    rule: "",
    keys: &[],
};

impl Textual for Toy {
    type TraceState = ();

    fn rules_name(&self) -> &'static str {
        "toy"
    }

    fn is_variant(&self) -> bool {
        false
    }

    fn trace_rules(&self) -> (&'static str, Value) {
        ("toy", json!({}))
    }

    fn option_name(view: View<'_>, _: &Options, action: Action) -> OptionName {
        OptionName::Text(match view.0.fault {
            Fault::Names => "a card".to_owned(),
            Fault::Unnamed => String::new(),
            _ => format!("card{}", action.slot().unwrap()),
        })
    }

    fn trace_record(&self, _: &State, _: &(Seat, u8)) -> Option<Record> {
        Some(Record::new(&PLAY))
    }
}

#[test]
fn a_broken_promise_is_found() {
    let deck = || {
        let cards = ["R1", "R2", "R3", "B1", "B2", "B3"];
        Deck::new(cards.map(|text| (text.parse().unwrap(), 1))).unwrap()
    };
    let check = |fault| {
        let deck = deck();
        check_game(&Toy { deck, fault }, 20)
    };
    assert_eq!(check(Fault::Nothing), Ok(()));
    for (fault, error) in [
        (Fault::ActionPlaces, "`action_places` does not name"),
        (Fault::AskedAgain, "asked again, `advance` asks otherwise"),
        (Fault::DrawsWhenAsked, "asked again, `advance` changes"),
        (Fault::Encode, "`encode` does not write place 0"),
        (Fault::Endless, "the round does not end"),
        (Fault::Index, "which `each_legal` does not pass"),
        (Fault::IsOver, "`is_over` is false after"),
        (Fault::MeterSum, "`sum` of the meter is [8]"),
        (Fault::Names, "are both called `a card`"),
        (Fault::OneOption, "decision 0: 1 options"),
        (Fault::PlayRound, "`play_round` plays or counts otherwise"),
        (Fault::Position, "`position` is not each of 0 to 1"),
        (Fault::Unnamed, "has no name"),
        (Fault::UsedTable, "deal 1, round 0: a new table plays"),
        (Fault::Winners, "winners 0b10"),
    ] {
        let found = check(fault).unwrap_err();
        assert!(found.contains(error), "{fault:?}: {found}");
    }
}
