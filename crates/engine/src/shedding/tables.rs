//! Tables that the engine reads during play: the rules as masks and tables, computed once.

use super::rules::{BLOCKABLE, Reshuffle, Rules, Stacking, Towers, TwoPlayerReverse};
use crate::cards::{Card, CardSet, Colour, Copies, MAX_CARDS, SEAT_SLOTS, Seat, Symbol};

/// Colour number of a wild card.
pub const NO_COLOUR: u8 = 4;
/// Icon number of a card without one.
pub const NO_ICON: u8 = 4;

/// Properties of a physical card, in one word.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub struct Slot {
    /// 0 to 3, or [`NO_COLOUR`].
    pub colour: u8,
    /// The symbol: number or action.
    pub symbol: Symbol,
    /// The tower that it claims, if that tower is in the game (PG-8), or [`NO_ICON`].
    pub icon: u8,
    /// Number of towers its player may grab (PG-8).
    pub grabs: u8,
    /// The towers with which the next seat can stop it (PG-9).
    pub stops: Towers,
    /// Number of cards the next seat draws, missing its turn (PG-7).
    pub draws: u8,
    /// [`TURN_ROUND`] if it turns the direction (PG-7), [`MISS`] if the next seat misses its turn
    /// without drawing (PG-7, PG-17).
    pub moves: u8,
    /// Amount of work it causes.
    pub kind: Kind,
}

impl Slot {
    /// Returns whether the next seat misses its turn without drawing (PG-7, PG-17).
    #[inline(always)]
    pub fn misses(self) -> bool {
        self.moves & MISS != 0
    }

    /// Returns whether all that it does is to claim a tower, if it has an icon.
    #[inline(always)]
    pub fn only_claims(self) -> bool {
        self.kind == Kind::Number
    }

    /// Returns whether it turns the direction (PG-7).
    #[inline(always)]
    pub fn turns(self) -> bool {
        self.moves & TURN_ROUND != 0
    }
}

/// Amount of work that a card causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A number card: it may claim a tower.
    Number,
    /// A card with a colour that acts on the next seat or turns the direction.
    Acting,
    /// A card with a choice for its player, or that a house rule concerns.
    Special,
}

/// The direction of play to the right; to the left is 0. It is the offset of that direction in
/// [`Tables::next`].
pub const TURN_ROUND: u8 = SEAT_SLOTS as u8;
/// The next seat misses its turn; the offset of the seats after those in [`Tables::next`].
pub const MISS: u8 = 2 * TURN_ROUND;

/// The engine's tables for one ruleset and number of seats.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Number of seats.
    pub n: u8,
    /// Number of cards.
    pub n_cards: u8,
    /// By slot.
    pub slots: [Slot; MAX_CARDS],
    /// By slot of a coloured card on top: the cards that match it (PG-6), wild cards included.
    pub matches: [CardSet; MAX_CARDS],
    /// Copies of each card.
    pub copies: Copies,
    /// The whole deck.
    pub all: CardSet,
    /// By colour.
    pub colours: [CardSet; 4],
    /// All wild cards.
    pub wilds: CardSet,
    /// All Wild Draw Fours.
    pub draw_fours: CardSet,
    /// By symbol.
    pub symbols: [CardSet; 19],
    /// By tower: the number cards with its icon.
    pub icons: [CardSet; 4],
    /// Bit planes of the points: the cards whose points have bit `b` set.
    pub points: [CardSet; POINT_BITS],
    /// Number of planes in use.
    pub n_point_bits: usize,
    /// By direction plus seat: the next seat; with `MISS` added, the one after that.
    pub next: [Seat; 4 * SEAT_SLOTS],
    /// By symbol: the towers that stop it (PG-9).
    pub stops: [Towers; 19],
    /// By tower: the cards that it stops, bit `i` for `BLOCKABLE[i]` (PG-9).
    pub stopped: [u8; 4],
    /// The towers in the game.
    pub towers: Towers,
    /// `true` with Instant UNO and all four towers in the game (PG-11).
    pub instant_uno: bool,
    /// PG-14
    pub reshuffle_on_empty: bool,
    /// `true` if a house rule (HR) is on. All their code depends on this.
    pub house: bool,
    /// By the number of cards that the top card draws, if the cards of each number have one symbol:
    /// the cards that may be stacked on it (HR-1).
    pub stacked: [CardSet; 5],
    /// By slot: index among the deck's different cards, in their order.
    faces: [u8; MAX_CARDS],
    /// By face: the copies; empty beyond the last.
    face_copies: [CardSet; MAX_CARDS],
    n_faces: usize,
}

/// Number of bit planes for the maximum points that a ruleset may set.
pub const POINT_BITS: usize = 10;

/// Returns the number of cards the next seat draws for a card (PG-7).
fn draws(symbol: Symbol) -> u8 {
    match symbol {
        Symbol::DrawOne => 1,
        Symbol::DrawTwo => 2,
        Symbol::WildDrawFour => 4,
        _ => 0,
    }
}

impl Tables {
    /// Returns the tables of these rules for `n` players, whose number [`Rules::check_players`] has
    /// accepted.
    pub fn new(rules: &Rules, n: usize) -> Tables {
        let deck = &rules.deck;
        let by_colour = |colour| deck.slots(|c| c.colour() == Some(colour));
        let by_symbol = |symbol| deck.slots(|c| c.symbol() == symbol);
        let wilds = deck.slots(|c| c.symbol().is_wild());
        let blank = Slot {
            colour: NO_COLOUR,
            symbol: Symbol::Wild,
            icon: NO_ICON,
            grabs: 0,
            stops: 0,
            draws: 0,
            moves: 0,
            kind: Kind::Special,
        };
        let mut tables = Tables {
            n: n as u8,
            n_cards: deck.cards().len() as u8,
            slots: [blank; MAX_CARDS],
            matches: [CardSet::EMPTY; MAX_CARDS],
            copies: Copies::new(deck),
            all: deck.all(),
            colours: Colour::ALL.map(by_colour),
            wilds,
            draw_fours: by_symbol(Symbol::WildDrawFour),
            symbols: Symbol::ALL.map(by_symbol),
            icons: crate::cards::Tower::ALL.map(|t| deck.slots(|c| c.icon() == Some(t))),
            points: [CardSet::EMPTY; POINT_BITS],
            n_point_bits: 0,
            next: [0; 4 * SEAT_SLOTS],
            stops: [0; 19],
            stopped: [0; 4],
            towers: rules.towers,
            instant_uno: rules.instant_uno && rules.towers == 0b1111,
            reshuffle_on_empty: rules.reshuffle == Reshuffle::OnEmpty,
            house: rules.has_house_rules(),
            stacked: [CardSet::EMPTY; 5],
            faces: [0; MAX_CARDS],
            face_copies: [CardSet::EMPTY; MAX_CARDS],
            n_faces: 0,
        };
        for tower in 0..4 {
            if rules.towers >> tower & 1 == 1 {
                for (i, symbol) in BLOCKABLE.into_iter().enumerate() {
                    if rules.protects[tower].contains(&symbol) {
                        tables.stops[symbol.index()] |= 1 << tower;
                        tables.stopped[tower] |= 1 << i;
                    }
                }
            }
        }
        for (i, &card) in deck.cards().iter().enumerate() {
            tables.slots[i] = tables.slot(rules, card);
            let colour = card.colour().map_or(CardSet::EMPTY, by_colour);
            tables.matches[i] = colour | by_symbol(card.symbol()) | wilds;
            let points = rules.points[card.symbol().index()];
            for bit in 0..POINT_BITS {
                if points >> bit & 1 == 1 {
                    tables.points[bit] |= CardSet::one(i as u8);
                    tables.n_point_bits = tables.n_point_bits.max(bit + 1);
                }
            }
        }
        for (on, stacked) in tables.stacked.iter_mut().enumerate().skip(1) {
            let may = |draws: usize| match rules.stack {
                Stacking::Off => false,
                Stacking::Same => draws == on,
                Stacking::Cross => draws >= on,
            };
            *stacked = deck.slots(|c| may(usize::from(draws(c.symbol()))));
        }
        for seat in 0..n {
            tables.next[seat] = ((seat + 1) % n) as Seat;
            tables.next[TURN_ROUND as usize + seat] = ((seat + n - 1) % n) as Seat;
            tables.next[MISS as usize + seat] = ((seat + 2) % n) as Seat;
            tables.next[(MISS + TURN_ROUND) as usize + seat] = ((seat + 2 * n - 2) % n) as Seat;
        }
        tables.count_faces();
        tables
    }

    fn slot(&self, rules: &Rules, card: Card) -> Slot {
        let symbol = card.symbol();
        let icon = card.icon().filter(|t| rules.towers >> t.index() & 1 == 1);
        let reverse = symbol == Symbol::Reverse;
        // PG-17
        let reverse_skips =
            self.n == 2 && rules.two_player_reverse == TwoPlayerReverse::Skip && reverse;
        let misses = symbol == Symbol::Skip || reverse_skips;
        let grabs = match symbol {
            Symbol::GrabTwo => 2,
            Symbol::WildGrab => 1,
            _ => 0,
        };
        let draws = draws(symbol);
        // These cards leave the common path (HR-1, HR-5).
        let stacks = rules.stack != Stacking::Off && draws > 0;
        let moves_hands = rules.seven_zero && matches!(symbol.number(), Some(7 | 0));
        Slot {
            colour: card.colour().map_or(NO_COLOUR, |c| c.index() as u8),
            symbol,
            icon: icon.map_or(NO_ICON, |t| t.index() as u8),
            grabs,
            stops: self.stops[symbol.index()],
            draws,
            moves: if reverse { TURN_ROUND } else { 0 } | if misses { MISS } else { 0 },
            kind: if stacks || moves_hands {
                Kind::Special
            } else if symbol.number().is_some() {
                Kind::Number
            } else if symbol.is_wild() || grabs != 0 {
                Kind::Special
            } else {
                Kind::Acting
            },
        }
    }

    /// Returns the seat after `seat` in this direction.
    #[inline(always)]
    pub fn after(&self, direction: u8, seat: Seat) -> Seat {
        self.next[(direction | seat) as usize & (4 * SEAT_SLOTS - 1)]
    }

    /// Returns the properties of the card in a slot.
    #[inline(always)]
    pub fn card(&self, slot: u8) -> Slot {
        self.slots[slot as usize & (MAX_CARDS - 1)]
    }

    /// Returns the cards that match a wild card on top for which `colour` was named.
    #[inline(always)]
    pub fn named(&self, colour: u8) -> CardSet {
        self.colours[colour as usize & 3] | self.wilds
    }

    /// Returns the number of different cards in the deck.
    #[inline(always)]
    pub fn n_faces(&self) -> usize {
        self.n_faces
    }

    /// Returns the index of the card in a slot among the deck's different cards, in the deck's
    /// order.
    #[inline(always)]
    pub fn face(&self, slot: u8) -> usize {
        usize::from(self.faces[slot as usize & (MAX_CARDS - 1)])
    }

    /// Returns the copies of a face; empty if there is no such face.
    #[inline(always)]
    pub fn copies_of_face(&self, face: usize) -> CardSet {
        self.face_copies.get(face).copied().unwrap_or_default()
    }

    /// Counts the faces. Copies are adjacent, so a new face begins where a slot is the first of its
    /// copies.
    fn count_faces(&mut self) {
        for slot in 0..self.n_cards {
            let copies = self.copies.of(slot);
            if copies.first() == slot {
                self.face_copies[self.n_faces] = copies;
                self.n_faces += 1;
            }
            self.faces[slot as usize] = (self.n_faces - 1) as u8;
        }
    }

    /// Returns the points of a hand (PG-16).
    #[inline(always)]
    pub fn points_of(&self, hand: CardSet) -> u32 {
        let mut points = 0;
        for (bit, plane) in self.points[..self.n_point_bits].iter().enumerate() {
            points += (hand & *plane).len() << bit;
        }
        points
    }
}
