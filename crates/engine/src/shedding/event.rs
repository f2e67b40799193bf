//! What happens in a shedding game, as an observer hears it: the events of TRACE.md, cards as slots.

use super::state::NOBODY;
use crate::cards::{CardSet, Colour, Seat, Tower};

/// The slot of a card that the seat which hears of it does not see (see [`Game::heard`](crate::game::Game::heard)).
pub const HIDDEN: u8 = u8::MAX;

/// Why cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// PG-6: on one's turn.
    Turn,
    /// PG-5: a Draw One or Draw Two was turned up.
    Upcard,
    /// PG-7
    DrawOne,
    /// PG-7
    DrawTwo,
    /// PG-10: accepted.
    DrawFour,
    /// PG-10: the challenger was wrong and draws 6.
    ChallengeLost,
    /// PG-10: the bluffer draws the 4 itself.
    ChallengeGuilty,
    /// PG-12: caught without having called UNO.
    Uno,
}

impl Why {
    /// The text in a trace.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Why::Turn => "turn",
            Why::Upcard => "upcard",
            Why::DrawOne => "draw-one",
            Why::DrawTwo => "draw-two",
            Why::DrawFour => "draw-four",
            Why::ChallengeLost => "challenge-lost",
            Why::ChallengeGuilty => "challenge-guilty",
            Why::Uno => "uno",
        }
    }
}

/// One event, told just after it took effect, in the order of PG-7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// PG-4: the hands are dealt and the upcard lies.
    Round {
        /// How many Wild Draw Fours were turned up and put back (PG-5).
        returned: u32,
    },
    /// PG-5: the first seat named a colour for a wild upcard.
    Colour {
        /// The first seat.
        seat: Seat,
        /// What it named.
        colour: Colour,
    },
    /// PG-7 (1). For a wild it is told once the colour is named, with a Power Ring after its gifts.
    Play {
        /// Who played.
        seat: Seat,
        /// The card's slot.
        card: u8,
        /// Whether it was drawn in this turn.
        drawn: bool,
        /// The colour named for a wild.
        colour: Option<Colour>,
        /// Whether it was a Wild Draw Four that is a bluff (PG-10).
        bluff: bool,
    },
    /// GL-4: one card was given away. These come before the `Play` of their Power Ring.
    Give {
        /// The giver.
        seat: Seat,
        /// The receiver.
        to: Seat,
        /// The card's slot.
        card: u8,
    },
    /// PG-8: a claim. Told of every number card, so see [`Event::moved_tower`] for whether a tower changed hands.
    Claim {
        /// Who has it now.
        seat: Seat,
        /// Which one, 0 to 3; more where the card has no icon.
        tower: u8,
        /// Who had it, or [`NOBODY`]; the seat itself where nothing happens.
        from: u8,
    },
    /// PG-11
    InstantUno {
        /// Who took it.
        seat: Seat,
        /// The card it kept.
        kept: u8,
        /// What it laid down.
        discarded: CardSet,
    },
    /// PG-12: UNO is called.
    Uno {
        /// Who called.
        seat: Seat,
    },
    /// PG-12: a seat that did not call is caught.
    Caught {
        /// Who forgot.
        seat: Seat,
        /// Who caught it.
        by: Seat,
    },
    /// PG-9
    Block {
        /// Who blocked.
        seat: Seat,
        /// With which tower.
        tower: Tower,
    },
    /// PG-10: a challenge, and what it found.
    Challenge {
        /// The challenger.
        seat: Seat,
        /// Who played the Wild Draw Four.
        against: Seat,
        /// Whether it was a bluff.
        guilty: bool,
    },
    /// Cards were drawn, perhaps fewer than due.
    Draw {
        /// Who drew.
        seat: Seat,
        /// What was drawn.
        cards: CardSet,
        /// How many that are.
        n: u32,
        /// For what reason.
        why: Why,
    },
    /// HR-2: one more card came to a seat that draws until it can play. The `Draw` that follows tells of all of them; this one of their
    /// order. Seats do not hear it.
    Card {
        /// Who draws.
        seat: Seat,
        /// The card's slot.
        card: u8,
    },
    /// HR-5: a seat exchanged its whole hand with another.
    Swap {
        /// Who played the 7.
        seat: Seat,
        /// With whom.
        to: Seat,
    },
    /// HR-5: every hand went to the next seat.
    Rotate,
    /// PG-14
    Reshuffle {
        /// How many cards make the new draw pile.
        cards: u8,
    },
    /// The seat loses its turn.
    Miss {
        /// Who.
        seat: Seat,
    },
    /// PG-6: the turn ends without a card laid down.
    Pass {
        /// Whose turn.
        seat: Seat,
    },
    /// No rule's doing: an experiment moved a tower (see [`Shedding::set_holder`](super::Shedding::set_holder)).
    Intervention {
        /// Which one.
        tower: Tower,
        /// Who has it now, or [`NOBODY`].
        to: u8,
        /// Who had it, or [`NOBODY`]; the same where nothing happens.
        from: u8,
    },
    /// PG-13, PG-15, PG-16: the state holds winner, reason, points and scores.
    RoundEnd,
}

impl Event {
    /// PG-8: the tower that changed hands, who has it now and who had it; none where the event is no claim or nothing
    /// happened.
    #[must_use]
    pub fn moved_tower(&self) -> Option<(Tower, Seat, Option<Seat>)> {
        match *self {
            Event::Claim { seat, tower, from } if from != seat => {
                let tower = *Tower::ALL.get(usize::from(tower))?;
                Some((tower, seat, (from != NOBODY).then_some(from)))
            }
            _ => None,
        }
    }
}
