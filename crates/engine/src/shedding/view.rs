//! What one seat may know (RULES.md, "Who sees what"), and nothing else.

use super::engine::Shedding;
use super::state::{End, NOBODY, Phase, SeatRecord, State};
use super::tables::TURN_ROUND;
use crate::cards::{Card, CardSet, Colour, Seat, Symbol, Tower, at};
use crate::game::{Action, Options};

/// One seat's view of a position.
///
/// | known | hidden |
/// |---|---|
/// | the seat's own hand; the top card, all discards, the colour in force | the others' hands, but for cards that the seat was shown |
/// | who holds which tower, how many cards each holds, scores, direction, dealer | the order and the cards of the draw pile |
/// | the size of the draw pile, the public record of each seat | which copy of a card it is |
///
/// Sets of cards are *normalised*: the copies of a card fill its first slots, so a view never tells copies apart.
///
/// ```
/// use powergrab_engine::game::Game as _;
/// use powergrab_engine::game::{Driver, NoObserver, Unit};
/// use powergrab_engine::rng::{Purpose, Seeds};
/// use powergrab_engine::shedding::{Family, Rules, Shedding};
///
/// let game = Shedding::new(Rules::official(Family::PowerGrab), 2)?;
/// let mut driver = Driver::new(&game);
/// driver.begin_game(&game, Seeds::new(1, Purpose::Play).deal(0), &[0, 0], Unit::Round);
/// driver.begin_round(&game, &mut NoObserver);
///
/// let view = game.view(driver.state(), 0);
/// assert_eq!(view.hand().len(), view.hand_size(0));
/// assert_eq!(view.shown(1).len(), 0, "nothing is known of the other hand yet");
/// # Ok::<(), powergrab_engine::shedding::PlayersError>(())
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) game: &'a Shedding,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(super) fn new(game: &'a Shedding, state: &'a State, seat: Seat) -> View<'a> {
        View { game, state, seat }
    }

    /// The game and its rules.
    #[inline(always)]
    pub fn game(&self) -> &'a Shedding {
        self.game
    }

    /// Whose view it is.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many seats there are.
    #[inline(always)]
    pub fn n_seats(&self) -> usize {
        self.game.tables.n as usize
    }

    /// What is being asked.
    #[inline(always)]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The seat's own hand, normalised.
    #[inline(always)]
    pub fn hand(&self) -> CardSet {
        self.game.tables.normalise(self.state.hand(self.seat))
    }

    /// By colour, the points of the cards in the seat's own hand (PG-16).
    #[inline(always)]
    pub fn points_by_colour(&self) -> [u32; 4] {
        let t = &self.game.tables;
        let mut points = [0; 4];
        // The same for every copy, so there is nothing to normalise. Hands are short when a colour is named: card by card is less work
        // than four colours by planes (`Tables::points_of`).
        for slot in self.state.hand(self.seat).without(t.wilds).iter() {
            let card = t.card(slot);
            points[card.colour as usize & 3] +=
                u32::from(self.game.rules.points[card.symbol.index()]);
        }
        points
    }

    /// How many cards of a colour the seat's own hand has.
    #[inline(always)]
    pub fn n_of_colour(&self, colour: Colour) -> u32 {
        (self.state.hand(self.seat) & self.game.tables.colours[colour.index()]).len()
    }

    /// How many of the cards laid down, see [`View::discards`], are of a colour.
    #[inline(always)]
    pub fn n_discards_of_colour(&self, colour: Colour) -> u32 {
        (self.state.discards & self.game.tables.colours[colour.index()]).len()
    }

    /// How many cards [`View::discards`] has.
    #[inline(always)]
    pub fn n_discards(&self) -> u32 {
        self.state.discards.len()
    }

    /// Whether the seat's own hand has a number card with the icon of a tower.
    #[inline(always)]
    pub fn has_icon(&self, tower: Tower) -> bool {
        self.state
            .hand(self.seat)
            .meets(self.game.tables.icons[tower.index()])
    }

    /// How many cards with a number or symbol the seat's own hand has.
    #[inline(always)]
    pub fn n_of_symbol(&self, symbol: Symbol) -> u32 {
        (self.state.hand(self.seat) & self.game.tables.symbols[symbol.index()]).len()
    }

    /// The card of an option, where it is one.
    #[inline(always)]
    pub fn card(&self, action: Action) -> Option<Card> {
        action.slot().map(|slot| self.card_at(slot))
    }

    /// The card in a slot of a set that this view gave.
    #[inline(always)]
    pub fn card_at(&self, slot: u8) -> Card {
        self.game.rules.deck.cards()[slot as usize]
    }

    /// The options that are cards, bluffs included, normalised.
    #[inline(always)]
    pub fn cards(&self, options: &Options) -> CardSet {
        self.game.tables.normalise(options.cards | options.bluffs)
    }

    /// The option that plays (or keeps) the card in this slot of a set that this view gave.
    #[inline(always)]
    pub fn action(&self, options: &Options, slot: u8) -> Option<Action> {
        let copies = (options.cards | options.bluffs) & self.game.tables.copies[slot as usize];
        (!copies.is_empty()).then(|| Action::card(copies.first()))
    }

    /// How many cards a seat holds.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.state.hand(seat).len()
    }

    /// The fewest cards that another seat holds.
    #[inline(always)]
    pub fn fewest_of_others(&self) -> u32 {
        let mut fewest = u32::MAX;
        for (seat, hand) in self.state.hands[..at(self.game.tables.n)]
            .iter()
            .enumerate()
        {
            // No branch: whose hand it is, and which is smaller, cannot be foreseen.
            let size = hand.len();
            let less = size < fewest && seat != at(self.seat);
            fewest = std::hint::select_unpredictable(less, size, fewest);
        }
        fewest
    }

    /// The card on top of the discard pile.
    #[inline(always)]
    pub fn top(&self) -> Card {
        self.card_at(self.state.top)
    }

    /// The colour in force; none before it is named for a wild upcard.
    #[inline(always)]
    pub fn colour(&self) -> Option<Colour> {
        (self.state.phase != Phase::Upcard).then(|| Colour::ALL[self.state.colour as usize & 3])
    }

    /// All cards laid down that are not in the draw pile again, the top card included, normalised.
    pub fn discards(&self) -> CardSet {
        self.game.tables.normalise(self.state.discards)
    }

    /// How many cards the draw pile has.
    #[inline(always)]
    pub fn pile(&self) -> u32 {
        u32::from(self.state.pile)
    }

    /// The towers that a seat holds, bit `i` for tower `i`.
    #[inline(always)]
    pub fn towers(&self, seat: Seat) -> u8 {
        self.state.towers_of(seat)
    }

    /// Who holds a tower.
    #[inline(always)]
    pub fn owner(&self, tower: Tower) -> Option<Seat> {
        let owner = self.state.holders.owner(tower.index() as u8);
        (owner != NOBODY).then_some(owner)
    }

    /// The towers that a seat holds against a card with this symbol (PG-9).
    #[inline(always)]
    pub fn stops(&self, seat: Seat, symbol: Symbol) -> u8 {
        self.game.tables.stops[symbol.index()] & self.state.towers_of(seat)
    }

    /// The seat that comes after `seat` in the direction of play.
    #[inline(always)]
    pub fn after(&self, seat: Seat) -> Seat {
        self.game.tables.after(self.state.direction, seat)
    }

    /// The seat that comes before `seat` in the direction of play.
    #[inline(always)]
    pub fn before(&self, seat: Seat) -> Seat {
        let other_way = self.state.direction ^ TURN_ROUND;
        self.game.tables.after(other_way, seat)
    }

    /// Whether play goes to the left.
    pub fn to_the_left(&self) -> bool {
        self.state.direction == 0
    }

    /// Whose turn it is; another seat may be asked in it.
    #[inline(always)]
    pub fn on_turn(&self) -> Seat {
        self.state.seat
    }

    /// Who dealt.
    pub fn dealer(&self) -> Seat {
        self.state.dealer
    }

    /// A seat's score so far.
    pub fn score(&self, seat: Seat) -> u32 {
        self.state.scores[at(seat)]
    }

    /// Turns taken in this round.
    pub fn turn(&self) -> u32 {
        self.state.turn
    }

    /// The round's number in the game, from 0.
    pub fn round(&self) -> u32 {
        self.state.round
    }

    /// The card that the seat has just drawn, while it is asked whether to play it.
    pub fn drawn(&self) -> Option<Card> {
        (self.state.phase == Phase::Drawn && self.state.seat == self.seat && self.state.has_drawn)
            .then(|| self.card_at(self.state.drawn))
    }

    /// What everybody may remember of a seat.
    #[inline(always)]
    pub fn record(&self, seat: Seat) -> &'a SeatRecord {
        &self.state.records[at(seat)]
    }

    /// The colour that was in force before the wild card on top, while its player or the next seat is asked about it.
    #[inline(always)]
    pub fn colour_before(&self) -> Colour {
        Colour::ALL[self.state.colour_before as usize & 3]
    }

    /// Cards that this seat knows to be in another's hand, normalised (PG-10, GL-4).
    #[inline(always)]
    pub fn shown(&self, seat: Seat) -> CardSet {
        if self.state.exposed >> seat & 1 == 1 {
            let known = self.state.shown.of(self.game.tables.n, self.seat, seat);
            self.game.tables.less(known, self.state.gone[at(seat)])
        } else {
            CardSet::EMPTY
        }
    }

    /// The fewest and the most cards of a colour that another seat can hold, by what everybody knows of challenges and Power
    /// Rings in this round (PG-10, GL-4); 0 and its hand size where nothing is known.
    pub fn colour_bounds(&self, seat: Seat, colour: Colour) -> (u32, u32) {
        let size = self.hand_size(seat);
        if self.state.exposed >> seat & 1 == 0 {
            return (0, size);
        }
        let t = &self.game.tables;
        let mut facts = self.state.facts[at(seat)];
        for _ in (self.state.gone[at(seat)] & t.colours[colour.index()]).iter() {
            facts.lost(colour.index());
        }
        let drawn = self.state.records[at(seat)].drawn;
        let (least, most) = facts.bounds(colour.index(), drawn);
        (least, most.min(size))
    }

    /// Whether everybody knows that the Wild Draw Four on top was a bluff, because Instant UNO laid open a card of the
    /// colour before (PG-10, PG-11).
    pub fn open_bluff(&self) -> bool {
        let four = self.game.tables.slots[self.state.top as usize].symbol == Symbol::WildDrawFour;
        four && self.state.phase == Phase::React && self.state.open_bluff
    }

    /// How many cards the next seat has to draw by the stack so far, the top card included (HR-1); 0 where the rules have no stacking
    /// or no draw card is about to act.
    #[inline(always)]
    pub fn stack(&self) -> u32 {
        if self.game.tables.house {
            self.game.stack(self.state)
        } else {
            0
        }
    }

    /// How the round ended and who won it, once it is over (PG-13, PG-15).
    pub fn ended(&self) -> Option<(End, Option<Seat>)> {
        (self.state.phase == Phase::Over).then(|| (self.state.end, self.state.winner()))
    }

    /// What a seat got in the round that is over (PG-16).
    pub fn round_points(&self, seat: Seat) -> u32 {
        match self.ended() {
            Some(_) => self.state.round_points[at(seat)],
            None => 0,
        }
    }

    /// The points of one card (PG-16); 0 for a card that is not in the deck.
    pub fn points_of(&self, card: Card) -> u32 {
        let cards = self.game.rules.deck.cards();
        let slot = cards.iter().position(|c| *c == card);
        slot.map_or(0, |slot| self.points(CardSet::one(slot as u8)))
    }

    /// The points of a set of cards (PG-16).
    #[inline(always)]
    pub fn points(&self, cards: CardSet) -> u32 {
        self.game.tables.points_of(cards)
    }
}
