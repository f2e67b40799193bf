//! A position of a shedding game, hidden cards included: a `Copy` struct of a few words a seat.

use super::pairs::Pairs;
use super::rules::Towers;
use super::tables::{NO_COLOUR, Tables};
use crate::cards::{CardSet, Colour, SEAT_SLOTS, Seat, at};

/// Where the machine stands. Most phases end in a question to a seat.
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
    /// PG-6: the seat may play or draw.
    Turn,
    /// PG-6: the seat has drawn and may play the drawn card.
    Drawn,
    /// GL-4: the seat gives away its yellow cards, one after the other.
    Gift,
    /// PG-7 (1): the seat names a colour for the wild it laid down.
    Colour,
    /// PG-8: the seat chooses a tower to claim.
    Tower,
    /// PG-11: the seat may take Instant UNO.
    InstantUno,
    /// PG-11: the seat chooses the card it keeps.
    Keep,
    /// PG-12: the seat calls UNO, or forgets.
    Call,
    /// PG-12: another seat catches it, or misses it.
    Catch,
    /// PG-9, PG-10, PG-13: the next seat answers the card that acts on it.
    React,
    /// PG-5: the first seat names the colour for a wild upcard.
    Upcard,
    /// The round is over, or has not begun.
    Over,
    /// HR-5: the seat chooses with whom it exchanges its hand.
    Exchange,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// PG-13
    Out,
    /// PG-15: every seat passed.
    Deadlock,
    /// PG-15: the turns ran out.
    MaxTurns,
}

impl End {
    /// The text in a trace.
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

/// What everybody at the table may remember of one seat. Counts stop at their type's maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct SeatRecord {
    /// How many cards it drew in this round, for whatever reason. Goes with the hand where hands move (HR-5), as `passed` does: then it
    /// is how many were drawn to the hand that the seat holds.
    pub drawn: u32,
    /// By colour: `drawn + 1` as it was when the seat last drew instead of playing (and kept the card) while that colour was in
    /// force; 0 where it never did in this round. So `drawn + 1 - passed[c]` cards of its hand are newer than that.
    pub passed: [u32; 4],
    /// The colour that it last named, 0 to 3, or 4 where it named none in this round.
    pub named: u8,
    /// Wild Draw Fours that it played, in this game.
    pub draw_fours: u8,
    /// How many of them were challenged.
    pub challenged: u8,
    /// How many of those were found guilty.
    pub guilty: u8,
    /// Challenges that it made, in this game.
    pub challenges: u8,
    /// How many of those found a bluff.
    pub found: u8,
}

/// Who holds which tower, in one word: a byte for each, which is a seat or [`NOBODY`]. The fifth byte is that of cards without
/// an icon, and means nothing.
///
/// Whether a card has an icon, and who holds the tower, is hard to foresee, so a claim takes no branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holders(u64);

/// A one in each of the towers' bytes.
const EACH: u32 = 0x0101_0101;

impl Holders {
    /// All towers in the middle.
    pub const NONE: Holders = Holders(u64::MAX);

    /// The towers of a seat.
    #[inline(always)]
    pub fn of(self, seat: Seat) -> Towers {
        // Its bytes are 0 here, and then their highest bits are gathered by one multiplication.
        let others = self.0 as u32 ^ (u32::from(seat) * EACH);
        let highest = 0x80 * EACH;
        let zeros = !(((others & !highest) + (highest - EACH)) | others) & highest;
        ((zeros >> 7).wrapping_mul(0x0102_0408) >> 24) as Towers & 0b1111
    }

    /// Whether a seat holds all four.
    #[inline(always)]
    pub fn all_of(self, seat: Seat) -> bool {
        self.0 as u32 == u32::from(seat) * EACH
    }

    /// Who holds a tower, or [`NOBODY`].
    #[inline(always)]
    pub fn owner(self, tower: u8) -> u8 {
        (self.0 >> (8 * (tower & 7))) as u8
    }

    /// The same after the seat claimed the tower, if it is one.
    #[inline(always)]
    pub fn claimed(self, seat: Seat, tower: u8) -> Holders {
        let shift = 8 * (tower & 7);
        Holders(self.0 & !(0xff << shift) | u64::from(seat) << shift)
    }
}

/// What everybody knows for certain about one seat's hand, from challenges and Power Rings of this round (PG-10, GL-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HandBounds {
    /// By colour: 0, or so that `drawn + VOID - void[c]` is the most cards of the colour that the hand can hold: it held none
    /// once, and this many cards were drawn or given since.
    pub void: [u32; 4],
    /// By colour: the fewest cards of it that the hand can hold.
    pub least: [u8; 4],
}

/// Keeps [`HandBounds::void`] above 0, whatever is given.
pub(super) const VOID: u32 = 1 << 8;

impl HandBounds {
    /// The hand, of which `drawn` cards were drawn in this round, holds no card of the colour.
    pub fn set_void(&mut self, colour: usize, drawn: u32) {
        self.void[colour & 3] = drawn + VOID;
        self.least[colour & 3] = 0;
    }

    /// A card of the colour came to the hand without being drawn.
    pub fn received(&mut self, colour: usize) {
        let void = &mut self.void[colour & 3];
        *void = void.saturating_sub(1);
        self.least[colour & 3] += 1;
    }

    /// A card of the colour left the hand.
    pub fn lost(&mut self, colour: usize) {
        let void = &mut self.void[colour & 3];
        *void += u32::from(*void > 0);
        let least = &mut self.least[colour & 3];
        *least = least.saturating_sub(1);
    }

    /// The fewest and the most cards of the colour that the hand can hold.
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
/// The fields are in the order of memory. What a step reads lies in few cache lines, because a program that steps thousands of games waits
/// for each line. Arrays by seat begin at a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct State {
    /// The discard pile, its top card included.
    pub(super) discards: CardSet,
    /// What matches the top card now (PG-6), wild cards included.
    pub(super) matches: CardSet,
    /// Who holds which tower (PG-8).
    pub(super) holders: Holders,
    /// Turns taken in this round.
    pub(super) turn: u32,
    /// The round's number in the game, from 0.
    pub(super) round: u32,
    /// Rounds finished in the game.
    pub(super) rounds_done: u32,
    /// HR-1: how many cards the stack under the top card asks for.
    pub(super) under: u16,
    /// The seats, as bits, of whose hands `shown`, `told` or `facts` say anything.
    pub(super) exposed: u16,
    /// The slot of the top card.
    pub(super) top: u8,
    /// The colour in force, 0 to 3.
    pub(super) colour: u8,
    /// The colour that was in force before the card laid down last (PG-10).
    pub(super) colour_before: u8,
    /// Whose turn it is.
    pub(super) seat: Seat,
    /// Who is asked in the phases `Catch` and `React`.
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
    /// Whether a card was really drawn in this turn.
    pub(super) has_drawn: bool,
    /// Whether the card being played is the one just drawn.
    pub(super) plays_drawn: bool,
    /// Towers still to claim.
    pub(super) grabs: u8,
    /// Whether the Wild Draw Four on top was a bluff (PG-10).
    pub(super) bluff: bool,
    /// How many of its player's cards the Wild Draw Four on top is judged by, as far as they are still in the hand.
    pub(super) judged: u8,
    /// Whether Instant UNO has since laid open that it was a bluff (PG-11).
    pub(super) open_bluff: bool,
    /// Whether the card on top emptied a hand (PG-13).
    pub(super) last: bool,
    /// Whether a Grab-2-Towers upcard restricts this turn (PG-5).
    pub(super) colour_only: bool,
    pub(super) end: End,
    /// Whether the round is over and not scored yet (PG-16).
    pub(super) unscored: bool,
    /// Who went out, or [`NOBODY`].
    pub(super) winner: u8,
    pub(super) scores: [u32; SEAT_SLOTS],
    pub(super) facts: [HandBounds; SEAT_SLOTS],
    /// By `a` and `b`: of how many cards in `b`'s hand everybody knows that `a` knows them.
    pub(super) told: Pairs<u8>,
    pub(super) hands: [CardSet; SEAT_SLOTS],
    /// By seat: the cards that left its hand since `shown`, `told` and `facts` were last brought up to date
    /// (see `State::settle`).
    pub(super) gone: [CardSet; SEAT_SLOTS],
    pub(super) records: [SeatRecord; SEAT_SLOTS],
    /// By knower `a` and holder `b`: cards that `a` knew to be in `b`'s hand (PG-10, GL-4), normalised (see `Tables::normalise`); those in
    /// `gone` have left it since.
    pub(super) shown: Pairs<CardSet>,
    /// The points in each hand at the end of the round.
    pub(super) left: [u32; SEAT_SLOTS],
    /// What each seat got in the round that is over.
    pub(super) round_points: [u32; SEAT_SLOTS],
}

impl State {
    /// Before the first round of a game.
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

    /// Brings up to date what others know of a hand that cards have left, for all to see or as gifts whose colour is known.
    ///
    /// It is put off until more becomes known or somebody looks (on a copy), and done at the latest when cards that left the hand could come
    /// back to it: most cards that are played tell nobody anything new.
    pub(super) fn settle(&mut self, t: &Tables, seat: Seat) {
        let gone = std::mem::take(&mut self.gone[at(seat)]);
        if self.exposed >> seat & 1 == 0 {
            return;
        }
        let place = seat as usize;
        for knower in 0..t.n {
            let shown = self.shown.of_mut(t.n, knower, seat);
            *shown = t.less(*shown, gone);
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

    /// Brings all that is known up to date.
    pub(super) fn settle_all(&mut self, t: &Tables) {
        for seat in 0..t.n {
            self.settle(t, seat);
        }
    }

    /// The position with all that is known up to date.
    pub(super) fn settled(&self, t: &Tables) -> State {
        let mut settled = *self;
        settled.settle_all(t);
        settled
    }

    /// The cards in a seat's hand, hidden ones included.
    #[inline(always)]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[at(seat)]
    }

    /// Turns taken in this round so far (PG-15).
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The round's number in the game, from 0.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Rounds finished in the game.
    pub fn rounds_done(&self) -> u32 {
        self.rounds_done
    }

    /// The colour in force; nonsense before it is named for a wild upcard.
    pub fn colour(&self) -> Colour {
        Colour::ALL[self.colour as usize & 3]
    }

    /// The slot of the card just drawn, while its seat is asked whether to play it.
    pub fn drawn_slot(&self) -> Option<u8> {
        (self.phase == Phase::Drawn && self.has_drawn).then_some(self.drawn)
    }

    /// Whether play goes to the left.
    pub fn to_the_left(&self) -> bool {
        self.direction == 0
    }

    /// How the round ended, once it is over.
    pub fn end(&self) -> End {
        self.end
    }

    /// Who won the round that is over, if anybody did.
    pub fn winner(&self) -> Option<Seat> {
        (self.winner != NOBODY).then_some(self.winner)
    }

    /// Who dealt this round.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Where the machine stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The slot of the card on top of the discard pile.
    pub fn top_slot(&self) -> u8 {
        self.top
    }

    /// What each seat got in the round that is over, by seat.
    pub fn round_points(&self) -> &[u32; SEAT_SLOTS] {
        &self.round_points
    }

    /// The scores so far, by seat.
    pub fn scores(&self) -> &[u32; SEAT_SLOTS] {
        &self.scores
    }

    /// The towers that a seat holds.
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
