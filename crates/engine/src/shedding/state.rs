//! A position of a shedding game, hidden cards included: a `Copy` struct of a few words per seat.

use super::pairs::Pairs;
use super::rules::Towers;
use super::tables::{NO_COLOUR, Tables};
use crate::cards::{CardSet, Colour, SEAT_SLOTS, Seat, at};

/// Phase of the machine. Most phases end in a question to a seat.
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
/// let ask = driver.ask(&game, &mut NoObserver).expect("a round begins with a question");
/// let asks = game.view(driver.state(), ask.seat).phase();
/// assert_ne!(asks, powergrab_engine::shedding::Phase::Over);
/// # Ok::<(), powergrab_engine::shedding::PlayersError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The seat may play or draw (PG-6).
    Turn,
    /// The seat has drawn and may play the drawn card (PG-6).
    Drawn,
    /// The seat gives away its yellow cards, one after the other (GL-4).
    Gift,
    /// The seat names a colour for the wild it laid down (PG-7 (1)).
    Colour,
    /// The seat chooses a tower to claim (PG-8).
    Tower,
    /// The seat may take Instant UNO (PG-11).
    InstantUno,
    /// The seat chooses the card it keeps (PG-11).
    Keep,
    /// The seat calls UNO, or forgets (PG-12).
    Call,
    /// Another seat catches it, or misses it (PG-12).
    Catch,
    /// The next seat answers the card that acts on it (PG-9, PG-10, PG-13).
    React,
    /// The first seat names the colour for a wild upcard (PG-5).
    Upcard,
    /// The round is over, or has not begun.
    Over,
    /// The seat chooses a seat with which it exchanges its hand (HR-5).
    Exchange,
}

/// End of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// PG-13
    Out,
    /// Every seat passed (PG-15).
    Deadlock,
    /// The turns ran out (PG-15).
    MaxTurns,
}

impl End {
    /// Returns the text in a trace.
    pub fn text(self) -> &'static str {
        match self {
            End::Out => "out",
            End::Deadlock => "deadlock",
            End::MaxTurns => "max-turns",
        }
    }
}

/// Nobody holds the tower.
pub const NOBODY: u8 = u8::MAX;

/// Public memory of one seat. Counts saturate at their type's maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct SeatRecord {
    /// Number of cards it drew in this round, for any reason. Like `passed`, it moves with the hand
    /// (HR-5): then it is the number of cards drawn to the hand that the seat holds.
    pub drawn: u32,
    /// By colour: `drawn + 1` at the time when the seat last drew instead of playing (and kept the
    /// card) while that colour was in force; 0 if it never did in this round. So
    /// `drawn + 1 - passed[c]` cards of its hand are newer than that.
    pub passed: [u32; 4],
    /// The colour that it last named, 0 to 3, or 4 if it named none in this round.
    pub named: u8,
    /// Number of Wild Draw Fours that it played, in this game.
    pub draw_fours: u8,
    /// Number of those that were challenged.
    pub challenged: u8,
    /// Number of those that were found guilty.
    pub guilty: u8,
    /// Number of challenges that it made, in this game.
    pub challenges: u8,
    /// Number of those that found a bluff.
    pub found: u8,
}

/// Holders of all towers, in one word: a byte for each, which is a seat or [`NOBODY`]. The fifth
/// byte is that of cards without an icon, and means nothing.
///
/// It is hardly predictable whether a card has an icon, and who holds the tower, so a claim is
/// branchless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holders(u64);

/// A one in each of the towers' bytes.
const EACH: u32 = 0x0101_0101;

impl Holders {
    /// All towers in the middle.
    pub const NONE: Holders = Holders(u64::MAX);

    /// Returns the towers of a seat.
    #[inline(always)]
    pub fn of(self, seat: Seat) -> Towers {
        // The bits are gathered by one multiplication.
        (self.bytes_of(seat).wrapping_mul(0x0102_0408) >> 24) as Towers & 0b1111
    }

    /// Returns a 1 in the byte of each tower of a seat, 0 in the others.
    #[inline(always)]
    pub fn bytes_of(self, seat: Seat) -> u32 {
        // The seat's bytes are 0 here.
        let others = self.0 as u32 ^ (u32::from(seat) * EACH);
        let highest = 0x80 * EACH;
        let zeros = !(((others & !highest) + (highest - EACH)) | others) & highest;
        zeros >> 7
    }

    /// Returns whether a seat holds all four.
    #[inline(always)]
    pub fn all_of(self, seat: Seat) -> bool {
        self.0 as u32 == u32::from(seat) * EACH
    }

    /// Returns the holder of a tower, or [`NOBODY`].
    #[inline(always)]
    pub fn owner(self, tower: u8) -> u8 {
        (self.0 >> (8 * (tower & 7))) as u8
    }

    /// Returns the holders after the seat claimed the tower, if it is one.
    #[inline(always)]
    pub fn claimed(self, seat: Seat, tower: u8) -> Holders {
        let shift = 8 * (tower & 7);
        Holders(self.0 & !(0xff << shift) | u64::from(seat) << shift)
    }
}

/// Certain public knowledge of one seat's hand, from challenges and Power Rings of this round
/// (PG-10, GL-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HandBounds {
    /// By colour: 0, or a value for which `drawn + VOID - void[c]` is the maximum number of cards
    /// of the colour in the hand: it held none once, and this many cards were drawn or given since.
    pub void: [u32; 4],
    /// By colour: minimum number of cards of it in the hand.
    pub least: [u8; 4],
}

/// Offset that keeps [`HandBounds::void`] above 0, for any number of gifts.
pub(super) const VOID: u32 = 1 << 8;

impl HandBounds {
    /// Records that the hand, of which `drawn` cards were drawn in this round, holds no card of the
    /// colour.
    pub fn set_void(&mut self, colour: usize, drawn: u32) {
        self.void[colour & 3] = drawn + VOID;
        self.least[colour & 3] = 0;
    }

    /// Records that a card of the colour came to the hand without being drawn.
    pub fn received(&mut self, colour: usize) {
        let void = &mut self.void[colour & 3];
        *void = void.saturating_sub(1);
        self.least[colour & 3] += 1;
    }

    /// Records that a card of the colour left the hand.
    pub fn lost(&mut self, colour: usize) {
        let void = &mut self.void[colour & 3];
        *void += u32::from(*void > 0);
        let least = &mut self.least[colour & 3];
        *least = least.saturating_sub(1);
    }

    /// Returns the minimum and the maximum number of cards of the colour in the hand.
    pub fn bounds(&self, colour: usize, drawn: u32) -> (u32, u32) {
        let most = match self.void[colour & 3] {
            0 => u32::MAX,
            void => (drawn + VOID).saturating_sub(void),
        };
        (u32::from(self.least[colour & 3]), most)
    }
}

/// A position. Fields are private to the engine; bots see a [`View`](super::View).
///
/// The fields are in the order of memory. Fields that a step reads are in few cache lines, because
/// a program that steps thousands of games waits for each line. Arrays by seat begin at a cache
/// line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct State {
    /// The discard pile, its top card included.
    pub(super) discards: CardSet,
    /// Cards that match the top card now (PG-6), wild cards included.
    pub(super) matches: CardSet,
    /// Holders of the towers (PG-8).
    pub(super) holders: Holders,
    /// Number of turns taken in this round.
    pub(super) turn: u32,
    /// The round's number in the game, from 0.
    pub(super) round: u32,
    /// Number of rounds finished in the game.
    pub(super) rounds_done: u32,
    /// Number of cards demanded by the stack under the top card (HR-1).
    pub(super) under: u16,
    /// The seats, as bits, with entries for their hands in `shown`, `told` or `facts`.
    pub(super) exposed: u16,
    /// The slot of the top card.
    pub(super) top: u8,
    /// The colour in force, 0 to 3.
    pub(super) colour: u8,
    /// The colour that was in force before the card laid down last (PG-10).
    pub(super) colour_before: u8,
    /// The seat on turn.
    pub(super) seat: Seat,
    /// The seat asked in the phases `Catch` and `React`.
    pub(super) asked: Seat,
    pub(super) phase: Phase,
    /// 0 to the left, `TURN_ROUND` to the right.
    pub(super) direction: u8,
    pub(super) dealer: Seat,
    /// Cards in the draw pile.
    pub(super) pile: u8,
    /// Passes in succession in which nothing was drawn (PG-15).
    pub(super) idle: u8,
    /// The slot just drawn.
    pub(super) drawn: u8,
    /// `true` if a card was really drawn in this turn.
    pub(super) has_drawn: bool,
    /// `true` if the card being played is the one just drawn.
    pub(super) plays_drawn: bool,
    /// Number of towers still to claim.
    pub(super) grabs: u8,
    /// `true` if the Wild Draw Four on top was a bluff (PG-10).
    pub(super) bluff: bool,
    /// Number of its player's cards by which the Wild Draw Four on top is judged, as far as they
    /// are still in the hand.
    pub(super) judged: u8,
    /// `true` if Instant UNO has since revealed that it was a bluff (PG-11).
    pub(super) open_bluff: bool,
    /// `true` if the card on top emptied a hand (PG-13).
    pub(super) last: bool,
    /// `true` if a Grab-2-Towers upcard restricts this turn (PG-5).
    pub(super) colour_only: bool,
    pub(super) end: End,
    /// `true` if the round is over and not scored yet (PG-16).
    pub(super) unscored: bool,
    /// The seat that went out, or [`NOBODY`].
    pub(super) winner: u8,
    pub(super) scores: [u32; SEAT_SLOTS],
    pub(super) facts: [HandBounds; SEAT_SLOTS],
    /// By `a` and `b`: public number of cards in `b`'s hand that `a` knows.
    pub(super) told: Pairs<u8>,
    pub(super) hands: [CardSet; SEAT_SLOTS],
    /// By seat: the cards that left its hand since `shown`, `told` and `facts` were last updated
    /// (see `State::settle`).
    pub(super) gone: [CardSet; SEAT_SLOTS],
    pub(super) records: [SeatRecord; SEAT_SLOTS],
    /// By knower `a` and holder `b`: cards that `a` knew to be in `b`'s hand (PG-10, GL-4),
    /// normalised (see `Copies::normalise`); those in `gone` have left it since.
    pub(super) shown: Pairs<CardSet>,
    /// Points in each hand at the end of the round.
    pub(super) left: [u32; SEAT_SLOTS],
    /// Points of each seat in the finished round.
    pub(super) round_points: [u32; SEAT_SLOTS],
}

impl State {
    /// The state before the first round of a game.
    pub(super) const BLANK: State = State {
        hands: [CardSet::EMPTY; SEAT_SLOTS],
        discards: CardSet::EMPTY,
        matches: CardSet::EMPTY,
        top: 0,
        colour: 0,
        colour_before: 0,
        seat: 0,
        asked: 0,
        phase: Phase::Over,
        direction: 0,
        dealer: 0,
        pile: 0,
        idle: 0,
        drawn: 0,
        has_drawn: false,
        plays_drawn: false,
        grabs: 0,
        bluff: false,
        judged: 0,
        open_bluff: false,
        under: 0,
        last: false,
        colour_only: false,
        exposed: 0,
        end: End::Deadlock,
        unscored: false,
        winner: NOBODY,
        turn: 0,
        round: 0,
        rounds_done: 0,
        holders: Holders::NONE,
        gone: [CardSet::EMPTY; SEAT_SLOTS],
        scores: [0; SEAT_SLOTS],
        left: [0; SEAT_SLOTS],
        round_points: [0; SEAT_SLOTS],
        records: [SeatRecord {
            drawn: 0,
            passed: [0; 4],
            named: 4,
            draw_fours: 0,
            challenged: 0,
            guilty: 0,
            challenges: 0,
            found: 0,
        }; SEAT_SLOTS],
        shown: Pairs::all(CardSet::EMPTY),
        told: Pairs::all(0),
        facts: [HandBounds {
            void: [0; 4],
            least: [0; 4],
        }; SEAT_SLOTS],
    };

    /// Updates the others' knowledge of a hand that cards have left, publicly or as gifts of a
    /// known colour.
    ///
    /// This is deferred until there is new knowledge or it is read (on a copy), and done at the
    /// latest before cards that left the hand could come back to it: most played cards change
    /// nobody's knowledge.
    pub(super) fn settle(&mut self, t: &Tables, seat: Seat) {
        let gone = std::mem::take(&mut self.gone[at(seat)]);
        if self.exposed >> seat & 1 == 0 {
            return;
        }
        let place = seat as usize;
        for knower in 0..t.n {
            let shown = self.shown.of_mut(t.n, knower, seat);
            *shown = t.copies.take(*shown, gone);
            let told = self.told.of_mut(t.n, knower, seat);
            *told = told.saturating_sub(gone.len() as u8);
        }
        for slot in gone.iter() {
            let colour = t.card(slot).colour;
            if colour != NO_COLOUR {
                self.facts[place].lost(colour as usize);
            }
        }
    }

    /// Updates all knowledge.
    pub(super) fn settle_all(&mut self, t: &Tables) {
        for seat in 0..t.n {
            self.settle(t, seat);
        }
    }

    /// Returns the position with all knowledge updated.
    pub(super) fn settled(&self, t: &Tables) -> State {
        let mut settled = *self;
        settled.settle_all(t);
        settled
    }

    /// Returns the cards in a seat's hand, hidden ones included.
    #[inline(always)]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[at(seat)]
    }

    /// Returns the number of turns taken in this round so far (PG-15).
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the round's number in the game, from 0.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Returns the number of rounds finished in the game.
    pub fn rounds_done(&self) -> u32 {
        self.rounds_done
    }

    /// Returns the colour in force; meaningless before it is named for a wild upcard.
    pub fn colour(&self) -> Colour {
        Colour::ALL[self.colour as usize & 3]
    }

    /// Returns the slot of the card just drawn, while its seat is asked whether to play it.
    pub fn drawn_slot(&self) -> Option<u8> {
        (self.phase == Phase::Drawn && self.has_drawn).then_some(self.drawn)
    }

    /// Returns whether play goes to the left.
    pub fn to_the_left(&self) -> bool {
        self.direction == 0
    }

    /// Returns the end of the round, once it is over.
    pub fn end(&self) -> End {
        self.end
    }

    /// Returns the winner of the finished round, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        (self.winner != NOBODY).then_some(self.winner)
    }

    /// Returns the dealer of this round.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Returns the phase of the machine.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the slot of the card on top of the discard pile.
    pub fn top_slot(&self) -> u8 {
        self.top
    }

    /// Returns the points of the finished round, by seat.
    pub fn round_points(&self) -> &[u32; SEAT_SLOTS] {
        &self.round_points
    }

    /// Returns the scores so far, by seat.
    pub fn scores(&self) -> &[u32; SEAT_SLOTS] {
        &self.scores
    }

    /// Returns the towers that a seat holds.
    #[inline(always)]
    pub fn towers_of(&self, seat: Seat) -> Towers {
        self.holders.of(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::MAX_SEATS;

    #[test]
    fn towers_are_with_their_holders() {
        let mut holders = Holders::NONE;
        let mut owners = [NOBODY; 4];
        for step in 0..200u32 {
            let (seat, tower) = ((step * 7 % 10) as Seat, (step * 5 % 9 % 5) as u8);
            holders = holders.claimed(seat, tower);
            if let Some(owner) = owners.get_mut(tower as usize) {
                *owner = seat;
            }
            for seat in 0..MAX_SEATS as Seat {
                let held = |tower: u8| owners[tower as usize] == seat;
                let towers = (0..4).map(|t| u8::from(held(t)) << t).sum::<u8>();
                assert_eq!(holders.of(seat), towers);
                assert_eq!(holders.all_of(seat), towers == 0b1111);
            }
            assert!((0..4).all(|t| holders.owner(t) == owners[t as usize]));
        }
        let all = (0..4).fold(Holders::NONE, |h, tower| h.claimed(9, tower));
        assert!(all.all_of(9) && all.of(9) == 0b1111 && all.of(0) == 0);
        assert!((0..10).all(|seat| Holders::NONE.of(seat) == 0));
    }
}
