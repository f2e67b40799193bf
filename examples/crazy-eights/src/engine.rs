//! The engine: the position, its moves, and the view of a seat.
//!
//! 1. Four colours of the numbers 0 to 9, each card twice. Each player gets `hand_size` cards; the
//!    next card is turned up, repeatedly while it is an eight.
//! 2. On their turn, players play a card of the colour in force or of the number on top, or any
//!    eight, and then name a colour.
//! 3. A player who can play nothing draws one card, and the turn ends. An empty draw pile is
//!    refilled from the discards, without the top.
//! 4. A player without cards wins. If nobody can play or draw, those with the fewest points in hand
//!    share the win: an eight counts 50, another card its number.

use crate::Rules;
use powergrab_engine::cards::{Card, CardSet, Colour, Deck, Seat, Symbol};
use powergrab_engine::game::{
    Action, Ask, Chance, Game, MAX_METRICS, Meter, Metric, Metrics, ObservedIn, Observer, Options,
    Outcome,
};
use powergrab_engine::rng::RoundSeeds;

/// Maximum number of players.
pub const MAX_PLAYERS: usize = 6;
/// The number that is wild.
const EIGHT: Symbol = Symbol::N8;
/// Maximum number of turns of a game (rule 4).
const MAX_TURNS: u32 = 10_000;

/// Crazy Eights for a number of players.
#[derive(Clone, Debug)]
pub struct Eights {
    rules: Rules,
    deck: Deck,
    n_seats: u8,
    eights: CardSet,
}

/// Returns the deck: four colours of ten numbers, each twice (rule 1).
pub fn deck() -> Deck {
    let numbers = Symbol::ALL.into_iter().filter(|s| s.number().is_some());
    let cards = numbers.flat_map(|symbol| {
        let card = move |colour| Card::new(Some(colour), symbol, None);
        Colour::ALL.into_iter().filter_map(card)
    });
    Deck::new(cards.map(|card| (card, 2))).expect("80 cards are fewer than 128")
}

/// Returns the points of a card (rule 4).
pub fn points(card: Card) -> u32 {
    match card.symbol() {
        EIGHT => 50,
        symbol => symbol.number().unwrap_or(0).into(),
    }
}

/// Phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No question: the next turn begins, or the game is over.
    Between,
    /// A card to be played.
    Turn,
    /// The colour of an eight.
    Colour,
}

/// A position, hidden cards included.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) hands: [CardSet; MAX_PLAYERS],
    pub(crate) top: u8,
    pub(crate) colour: u8,
    pub(crate) on_turn: Seat,
    pub(crate) first: Seat,
    pub(crate) phase: Phase,
    pub(crate) turn: u32,
    pub(crate) pile: u8,
    discards: CardSet,
    /// Number of players in a row who could neither play nor draw.
    blocked: u8,
    pub(crate) winners: u16,
    over: bool,
}

/// Event of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Cards are dealt.
    Deal,
    /// A card is played.
    Play { seat: Seat, card: u8 },
    /// A colour is named.
    Colour { seat: Seat, colour: Colour },
    /// A card is drawn; only its drawer knows the slot.
    Draw { seat: Seat, card: Option<u8> },
    /// The discards are shuffled.
    Reshuffle,
    /// The game is over.
    End,
}

/// The information of one seat.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(crate) game: &'a Eights,
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
}

impl View<'_> {
    /// Returns the seat's hand.
    pub fn hand(&self) -> CardSet {
        self.state.hands[usize::from(self.seat)]
    }

    /// Returns the card in a slot.
    pub fn card(&self, slot: u8) -> Card {
        self.game.deck.cards()[usize::from(slot)]
    }

    /// Returns the number of cards of a seat.
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.state.hands[usize::from(seat)].len()
    }
}

impl Eights {
    /// Returns the game for this number of players.
    ///
    /// # Errors
    /// States why the rules do not allow this number.
    pub fn new(rules: Rules, players: usize) -> Result<Eights, String> {
        let most = rules.most_players();
        if !(2..=most).contains(&players) {
            return Err(format!(
                "{players} players: 2 to {most} can play with these hands"
            ));
        }
        let deck = deck();
        Ok(Eights {
            eights: deck.slots(|card| card.symbol() == EIGHT),
            rules,
            deck,
            n_seats: players as u8,
        })
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the deck.
    pub fn cards(&self) -> &Deck {
        &self.deck
    }

    fn next(&self, seat: Seat) -> Seat {
        (seat + 1) % self.n_seats
    }

    /// Returns the cards that may be played now (rule 2).
    fn playable(&self, s: &State) -> CardSet {
        let top = self.deck.cards()[usize::from(s.top)];
        let colour = Colour::ALL[usize::from(s.colour)];
        let fits = |card: Card| {
            card.symbol() == EIGHT || card.colour() == Some(colour) || card.symbol() == top.symbol()
        };
        s.hands[usize::from(s.on_turn)] & self.deck.slots(fits)
    }

    /// Returns the options of the seat on turn; empty between rounds.
    pub(crate) fn options(&self, s: &State) -> Options {
        match s.phase {
            Phase::Between => Options::of(CardSet::EMPTY, 0),
            Phase::Turn => Options::of(self.playable(s), 0),
            Phase::Colour => Options::of(CardSet::EMPTY, 0b1111),
        }
    }

    fn hand_points(&self, s: &State, seat: usize) -> u32 {
        let cards = s.hands[seat].iter();
        cards
            .map(|slot| points(self.deck.cards()[usize::from(slot)]))
            .sum()
    }

    fn end<O: Observer<Eights>>(&self, s: &mut State, observer: &mut O) {
        let n = usize::from(self.n_seats);
        let fewest = (0..n).map(|seat| self.hand_points(s, seat)).min();
        let wins = |seat: &usize| Some(self.hand_points(s, *seat)) == fewest;
        s.winners = (0..n).filter(wins).map(|seat| 1 << seat).sum();
        if s.turn >= MAX_TURNS {
            s.winners = 0;
        }
        (s.over, s.phase) = (true, Phase::Between);
        observer.event(self, s, &Event::End);
    }

    /// Draws a card, if there is one (rule 3).
    fn draw<C: Chance, O: Observer<Eights>>(
        &self,
        s: &mut State,
        chance: &mut C,
        observer: &mut O,
    ) -> Option<u8> {
        if s.pile == 0 && !s.discards.is_empty() {
            chance.refill(s.discards);
            s.pile = s.discards.len() as u8;
            s.discards = CardSet::EMPTY;
            observer.event(self, s, &Event::Reshuffle);
        }
        (s.pile > 0).then(|| {
            s.pile -= 1;
            chance.draw()
        })
    }
}

impl Eights {
    /// Carries out an option, whether chosen or the only one.
    fn carry_out(&self, s: &mut State, action: Action, observer: &mut impl Observer<Eights>) {
        debug_assert!(self.options(s).has(action), "{action:?}");
        let seat = s.on_turn;
        if let Some(card) = action.slot() {
            s.hands[usize::from(seat)] = s.hands[usize::from(seat)].without(CardSet::one(card));
            s.discards |= CardSet::one(s.top);
            (s.top, s.blocked) = (card, 0);
            let colour = self.deck.cards()[usize::from(card)].colour();
            s.colour = colour.map_or(s.colour, |colour| colour.index() as u8);
            observer.event(self, s, &Event::Play { seat, card });
            if s.hands[usize::from(seat)].is_empty() {
                return self.end(s, observer);
            }
            if self.eights.has(card) {
                s.phase = Phase::Colour;
                return;
            }
        } else {
            s.colour = action.choice_number().unwrap_or(0);
            let colour = Colour::ALL[usize::from(s.colour)];
            observer.event(self, s, &Event::Colour { seat, colour });
        }
        s.on_turn = self.next(seat);
        s.phase = Phase::Between;
    }
}

impl Game for Eights {
    type State = State;
    type Event = Event;
    type View<'a> = View<'a>;
    type Meter = EightsMeter;

    const ONE_ROUND: bool = true;
    const METRICS: &'static [Metric] = METRICS;
    const SEAT_METRICS: &'static [Metric] = METRICS;

    fn n_seats(&self) -> usize {
        self.n_seats.into()
    }

    fn new_game(&self) -> State {
        State {
            hands: [CardSet::EMPTY; MAX_PLAYERS],
            top: 0,
            colour: 0,
            on_turn: 0,
            first: 0,
            phase: Phase::Between,
            turn: 0,
            pile: 0,
            discards: CardSet::EMPTY,
            blocked: 0,
            winners: 0,
            over: false,
        }
    }

    fn lead(&self, _: &State, seeds: &RoundSeeds) -> Seat {
        seeds.dealer().below(self.n_seats.into()) as Seat
    }

    fn start_round<C: Chance, O: Observer<Eights>>(
        &self,
        s: &mut State,
        lead: Seat,
        chance: &mut C,
        observer: &mut O,
    ) {
        *s = self.new_game();
        (s.first, s.on_turn) = (lead, lead);
        s.pile = self.deck.cards().len() as u8;
        chance.fill(s.pile);
        for hand in &mut s.hands[..usize::from(self.n_seats)] {
            *hand = chance.draw_many(self.rules.hand_size);
            s.pile -= self.rules.hand_size;
        }
        s.top = loop {
            let slot = chance.draw();
            if !self.eights.has(slot) {
                break slot;
            }
            chance.put_back(slot);
        };
        s.pile -= 1;
        let colour = self.deck.cards()[usize::from(s.top)].colour();
        s.colour = colour.map_or(0, |colour| colour.index() as u8);
        observer.event(self, s, &Event::Deal);
    }

    fn advance<C: Chance, O: Observer<Eights>>(
        &self,
        s: &mut State,
        chance: &mut C,
        observer: &mut O,
    ) -> Option<Ask> {
        loop {
            let options = self.options(s);
            match s.phase {
                _ if s.over => return None,
                Phase::Between if s.turn >= MAX_TURNS || s.blocked >= self.n_seats => {
                    self.end(s, observer);
                }
                Phase::Between => {
                    s.turn += 1;
                    s.phase = Phase::Turn;
                }
                Phase::Turn if options.is_empty() => {
                    let (seat, card) = (s.on_turn, self.draw(s, chance, observer));
                    if let Some(card) = card {
                        s.hands[usize::from(seat)] |= CardSet::one(card);
                        s.blocked = 0;
                        let card = Some(card);
                        observer.event(self, s, &Event::Draw { seat, card });
                    } else {
                        s.blocked += 1;
                    }
                    s.on_turn = self.next(seat);
                    s.phase = Phase::Between;
                }
                // A single legal option is carried out without a question.
                _ if !options.is_choice() => self.carry_out(s, options.nth(0), observer),
                _ => {
                    let seat = s.on_turn;
                    return Some(Ask { seat, options });
                }
            }
        }
    }

    fn apply<C: Chance, O: Observer<Eights>>(
        &self,
        s: &mut State,
        action: Action,
        _: &mut C,
        observer: &mut O,
    ) {
        self.carry_out(s, action, observer);
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View {
            game: self,
            state,
            seat,
        }
    }

    fn heard(&self, _: &State, event: &Event, seat: Seat) -> Option<Event> {
        Some(match *event {
            Event::Draw { seat: own, .. } if own != seat => Event::Draw {
                seat: own,
                card: None,
            },
            event => event,
        })
    }

    fn outcome(&self, state: &State) -> Outcome {
        Outcome {
            winners: state.winners,
        }
    }

    fn round_outcome(&self, state: &State) -> Outcome {
        self.outcome(state)
    }

    fn position(&self, state: &State, seat: Seat) -> usize {
        let n = usize::from(self.n_seats);
        (usize::from(seat) + n - usize::from(state.first)) % n
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        self.hand_points(state, seat.into()) as i32
    }

    /// Points in hand are bad.
    fn points_sign(&self) -> i32 {
        -1
    }

    fn check(&self, s: &State) -> Result<(), String> {
        let hands = s.hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
        let held: u32 = s.hands.iter().map(|hand| hand.len()).sum();
        let open = s.discards | CardSet::one(s.top);
        let all = held + open.len() + u32::from(s.pile);
        match held == hands.len() && !hands.meets(open) && all == 80 {
            true => Ok(()),
            false => Err("1: a card is missing or lies in two places".to_owned()),
        }
    }
}

const fn row(name: &'static str, meaning: &'static str) -> Metric {
    Metric {
        name,
        meaning,
        when: ObservedIn::Always,
    }
}

/// Metrics of a seat, which are also summed over all seats.
const METRICS: &[Metric] = &[
    row("turns", "turns in which something was done"),
    row("draws", "cards drawn after the deal"),
    row("eights", "eights played"),
];

/// Counter of a game.
#[derive(Clone, Debug, Default)]
pub struct EightsMeter {
    seats: [[i32; 3]; MAX_PLAYERS],
    sum: [i32; 3],
}

impl Observer<Eights> for EightsMeter {
    fn event(&mut self, game: &Eights, _: &State, event: &Event) {
        let (seat, columns): (Seat, &[usize]) = match *event {
            Event::Play { seat, card } if game.eights.has(card) => (seat, &[0, 2]),
            Event::Play { seat, .. } => (seat, &[0]),
            Event::Draw { seat, .. } => (seat, &[0, 1]),
            _ => return,
        };
        for &column in columns {
            self.seats[usize::from(seat)][column] += 1;
        }
    }
}

impl Meter<Eights> for EightsMeter {
    fn reset(&mut self, _: &Eights) {
        *self = EightsMeter::default();
    }

    fn close(&mut self, _: &Eights, _: &State) -> Metrics {
        let mut metrics = [0; MAX_METRICS];
        for (column, sum) in self.sum.iter_mut().enumerate() {
            *sum = self.seats.iter().map(|seat| seat[column]).sum();
            metrics[column] = *sum;
        }
        metrics
    }

    fn seat(&self, seat: Seat) -> &[i32] {
        &self.seats[usize::from(seat)]
    }

    fn sum(&self) -> &[i32] {
        &self.sum
    }
}
