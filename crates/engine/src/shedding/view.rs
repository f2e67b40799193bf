//! The information of one seat (RULES.md, "Who sees what"), and nothing else.

use super::engine::Shedding;
use super::state::{End, NOBODY, Phase, SeatRecord, State};
use super::tables::TURN_ROUND;
use crate::cards::{Card, CardSet, Colour, Seat, Symbol, Tower, at};
use crate::game::{Action, Options};

/// One seat's view of a position.
///
/// | known | hidden |
/// |---|---|
/// | the seat's own hand; the top card, all discards, the colour in force | the others' hands, except cards that the seat was shown |
/// | the holders of towers, the sizes of hands, scores, direction, dealer | the order and the cards of the draw pile |
/// | the size of the draw pile, the public record of each seat | the copies of cards |
///
/// Sets of cards are *normalised*: the copies of a card fill its first slots, so a view never
/// distinguishes copies.
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
    /// Returns the game and its rules.
    #[inline(always)]
    pub fn game(&self) -> &'a Shedding {
        self.game
    }

    /// Returns the seat of the view.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the number of seats.
    #[inline(always)]
    pub fn n_seats(&self) -> usize {
        self.game.tables.n as usize
    }

    /// Returns the question.
    #[inline(always)]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Returns the seat's own hand, normalised.
    #[inline(always)]
    pub fn hand(&self) -> CardSet {
        self.game
            .tables
            .copies
            .normalise(self.state.hand(self.seat))
    }

    /// Returns, by colour, the points of the cards in the seat's own hand (PG-16).
    #[inline(always)]
    pub fn points_by_colour(&self) -> [u32; 4] {
        let t = &self.game.tables;
        let mut points = [0; 4];
        // The same for every copy, so there is nothing to normalise. Hands are short when a colour
        // is named, so card by card is less work than four colours by planes (`Tables::points_of`).
        for slot in self.state.hand(self.seat).without(t.wilds).iter() {
            let card = t.card(slot);
            points[card.colour as usize & 3] +=
                u32::from(self.game.rules.points[card.symbol.index()]);
        }
        points
    }

    /// Returns the number of cards of a colour in the seat's own hand.
    #[inline(always)]
    pub fn n_of_colour(&self, colour: Colour) -> u32 {
        (self.state.hand(self.seat) & self.game.tables.colours[colour.index()]).len()
    }

    /// Returns the number of cards of a colour in [`View::discards`].
    #[inline(always)]
    pub fn n_discards_of_colour(&self, colour: Colour) -> u32 {
        (self.state.discards & self.game.tables.colours[colour.index()]).len()
    }

    /// Returns the number of cards in [`View::discards`].
    #[inline(always)]
    pub fn n_discards(&self) -> u32 {
        self.state.discards.len()
    }

    /// Returns whether the seat's own hand has a number card with the icon of a tower.
    #[inline(always)]
    pub fn has_icon(&self, tower: Tower) -> bool {
        self.state
            .hand(self.seat)
            .meets(self.game.tables.icons[tower.index()])
    }

    /// Returns the number of cards with a number or symbol in the seat's own hand.
    #[inline(always)]
    pub fn n_of_symbol(&self, symbol: Symbol) -> u32 {
        (self.state.hand(self.seat) & self.game.tables.symbols[symbol.index()]).len()
    }

    /// Returns the card of an option, if it is one.
    #[inline(always)]
    pub fn card(&self, action: Action) -> Option<Card> {
        action.slot().map(|slot| self.card_at(slot))
    }

    /// Returns the card in a slot of a set from this view.
    #[inline(always)]
    pub fn card_at(&self, slot: u8) -> Card {
        self.game.rules.deck.cards()[slot as usize]
    }

    /// Returns the options that are cards, bluffs included, normalised.
    #[inline(always)]
    pub fn cards(&self, options: &Options) -> CardSet {
        self.game
            .tables
            .copies
            .normalise(options.cards | options.bluffs)
    }

    /// Returns the option that plays (or keeps) the card in this slot of a set from this view.
    #[inline(always)]
    pub fn action(&self, options: &Options, slot: u8) -> Option<Action> {
        let copies = (options.cards | options.bluffs) & self.game.tables.copies.of(slot);
        (!copies.is_empty()).then(|| Action::card(copies.first()))
    }

    /// Returns the number of cards of a seat.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.state.hand(seat).len()
    }

    /// Returns the smallest number of cards of another seat.
    #[inline(always)]
    pub fn fewest_of_others(&self) -> u32 {
        let (mut fewest, mut seat) = (u32::MAX, self.seat);
        for _ in 1..self.game.tables.n {
            seat = self.after(seat);
            let size = self.hand_size(seat);
            // Branchless, because the comparison is unpredictable.
            fewest = std::hint::select_unpredictable(size < fewest, size, fewest);
        }
        fewest
    }

    /// Returns the card on top of the discard pile.
    #[inline(always)]
    pub fn top(&self) -> Card {
        self.card_at(self.state.top)
    }

    /// Returns the colour in force; `None` before it is named for a wild upcard.
    #[inline(always)]
    pub fn colour(&self) -> Option<Colour> {
        (self.state.phase != Phase::Upcard).then(|| Colour::ALL[self.state.colour as usize & 3])
    }

    /// Returns all cards laid down that are not in the draw pile again, the top card included,
    /// normalised.
    pub fn discards(&self) -> CardSet {
        self.game.tables.copies.normalise(self.state.discards)
    }

    /// Returns the number of cards in the draw pile.
    #[inline(always)]
    pub fn pile(&self) -> u32 {
        u32::from(self.state.pile)
    }

    /// Returns the towers that a seat holds, bit `i` for tower `i`.
    #[inline(always)]
    pub fn towers(&self, seat: Seat) -> u8 {
        self.state.towers_of(seat)
    }

    /// Returns the holder of a tower.
    #[inline(always)]
    pub fn owner(&self, tower: Tower) -> Option<Seat> {
        let owner = self.state.holders.owner(tower.index() as u8);
        (owner != NOBODY).then_some(owner)
    }

    /// Returns the towers that a seat holds against a card with this symbol (PG-9).
    #[inline(always)]
    pub fn stops(&self, seat: Seat, symbol: Symbol) -> u8 {
        self.game.tables.stops[symbol.index()] & self.state.towers_of(seat)
    }

    /// Returns the seat after `seat` in the direction of play.
    #[inline(always)]
    pub fn after(&self, seat: Seat) -> Seat {
        self.game.tables.after(self.state.direction, seat)
    }

    /// Returns the seat before `seat` in the direction of play.
    #[inline(always)]
    pub fn before(&self, seat: Seat) -> Seat {
        let other_way = self.state.direction ^ TURN_ROUND;
        self.game.tables.after(other_way, seat)
    }

    /// Returns whether play goes to the left.
    pub fn to_the_left(&self) -> bool {
        self.state.direction == 0
    }

    /// Returns the seat on turn; another seat may be asked in it.
    #[inline(always)]
    pub fn on_turn(&self) -> Seat {
        self.state.seat
    }

    /// Returns the dealer.
    pub fn dealer(&self) -> Seat {
        self.state.dealer
    }

    /// Returns a seat's score so far.
    pub fn score(&self, seat: Seat) -> u32 {
        self.state.scores[at(seat)]
    }

    /// Returns the number of turns taken in this round.
    pub fn turn(&self) -> u32 {
        self.state.turn
    }

    /// Returns the round's number in the game, from 0.
    pub fn round(&self) -> u32 {
        self.state.round
    }

    /// Returns the card that the seat has just drawn, while it is asked whether to play it.
    pub fn drawn(&self) -> Option<Card> {
        (self.state.phase == Phase::Drawn && self.state.seat == self.seat && self.state.has_drawn)
            .then(|| self.card_at(self.state.drawn))
    }

    /// Returns the public record of a seat.
    #[inline(always)]
    pub fn record(&self, seat: Seat) -> &'a SeatRecord {
        &self.state.records[at(seat)]
    }

    /// Returns the colour that was in force before the wild card on top, while its player or the
    /// next seat is asked about it.
    #[inline(always)]
    pub fn colour_before(&self) -> Colour {
        Colour::ALL[self.state.colour_before as usize & 3]
    }

    /// Returns the cards that this seat knows to be in another's hand, normalised (PG-10, GL-4).
    #[inline(always)]
    pub fn shown(&self, seat: Seat) -> CardSet {
        if self.state.exposed >> seat & 1 == 1 {
            let known = self.state.shown.of(self.game.tables.n, self.seat, seat);
            self.game
                .tables
                .copies
                .take(known, self.state.gone[at(seat)])
        } else {
            CardSet::EMPTY
        }
    }

    /// Returns the minimum and the maximum number of cards of a colour in another seat's hand, by
    /// public knowledge from challenges and Power Rings in this round (PG-10, GL-4); 0 and its hand
    /// size without any.
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

    /// Returns whether the Wild Draw Four on top is publicly known to be a bluff, because Instant
    /// UNO revealed a card of the colour before (PG-10, PG-11).
    pub fn open_bluff(&self) -> bool {
        let four = self.game.tables.slots[self.state.top as usize].symbol == Symbol::WildDrawFour;
        four && self.state.phase == Phase::React && self.state.open_bluff
    }

    /// Returns the number of cards the next seat has to draw by the stack so far, the top card
    /// included (HR-1); 0 if the rules have no stacking or no draw card is about to act.
    #[inline(always)]
    pub fn stack(&self) -> u32 {
        if self.game.tables.house {
            self.game.stack(self.state)
        } else {
            0
        }
    }

    /// Returns the end of the round and its winner, once it is over (PG-13, PG-15).
    pub fn ended(&self) -> Option<(End, Option<Seat>)> {
        (self.state.phase == Phase::Over).then(|| (self.state.end, self.state.winner()))
    }

    /// Returns the points of a seat in the finished round (PG-16).
    pub fn round_points(&self, seat: Seat) -> u32 {
        match self.ended() {
            Some(_) => self.state.round_points[at(seat)],
            None => 0,
        }
    }

    /// Returns the points of one card (PG-16); 0 for a card that is not in the deck.
    pub fn points_of(&self, card: Card) -> u32 {
        let cards = self.game.rules.deck.cards();
        let slot = cards.iter().position(|c| *c == card);
        slot.map_or(0, |slot| self.points(CardSet::one(slot as u8)))
    }

    /// Returns the points of a set of cards (PG-16).
    #[inline(always)]
    pub fn points(&self, cards: CardSet) -> u32 {
        self.game.tables.points_of(cards)
    }
}
