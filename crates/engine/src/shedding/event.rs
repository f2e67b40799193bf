//! Events of a shedding game, as an observer receives them: those of TRACE.md, cards as slots.

use super::state::NOBODY;
use crate::cards::{Card, CardSet, Colour, Deck, Seat, Tower};
use crate::game::event::{
    ANYBODY, Audience, CARD, CARDS, EventListener, FLAG, Kind, Message, NONE, OWN_CARD, OWN_CARDS,
    SEAT, SECRET, TOWER, events, heard, number, reason, word, word_if_any,
};
use crate::game::record::{CardTexts, EventKey, EventSchema, MESSAGE_ONLY, Record, Text, traced};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Slot of a card that the receiving seat does not see (see
/// [`Game::heard`](crate::game::Game::heard)).
pub const HIDDEN: u8 = NONE;

const _: () = assert!(NOBODY == NONE, "who is told of nobody reads `null`");

/// Reason for drawing cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// On the seat's turn (PG-6).
    Turn,
    /// A Draw One or Draw Two was turned up (PG-5).
    Upcard,
    /// PG-7
    DrawOne,
    /// PG-7
    DrawTwo,
    /// Accepted (PG-10).
    DrawFour,
    /// The challenger was wrong and draws 6 (PG-10).
    ChallengeLost,
    /// The bluffer draws the 4 itself (PG-10).
    ChallengeGuilty,
    /// Caught without having called UNO (PG-12).
    Uno,
}

impl Why {
    /// Returns the rule that requires the draw, and its reason in words, which follow what is
    /// drawn: "draws 2 cards for the Draw Two".
    const fn rule_and_words(self) -> (&'static str, &'static str) {
        match self {
            Why::Turn => ("PG-6", ""),
            Why::Upcard => ("PG-5", " for the upcard"),
            Why::DrawOne => ("PG-7", " for the Draw One"),
            Why::DrawTwo => ("PG-7", " for the Draw Two"),
            Why::DrawFour => ("PG-10", " for the Wild Draw Four"),
            Why::ChallengeLost => ("PG-10", " for the lost challenge"),
            Why::ChallengeGuilty => ("PG-10", " for the bluff"),
            Why::Uno => ("PG-12", " for the forgotten UNO"),
        }
    }

    /// Returns the number of the rule that requires the draw.
    pub const fn rule(self) -> &'static str {
        self.rule_and_words().0
    }

    /// Returns the reason as the end of a sentence about the draw, with the space before it; empty
    /// for a seat's own turn.
    pub const fn words(self) -> &'static str {
        self.rule_and_words().1
    }
}

events! {
/// An event, sent just after it took effect, in the order of PG-7.
pub enum Event {
    /// The hands are dealt and the upcard is on the table (PG-4).
    "round" "PG-4" Round (round: traced::<u32>(), dealer: traced::<Seat>(), hands: traced::<Vec<CardTexts>>(), hand: MESSAGE_ONLY) {
        /// Number of cards that were turned up and put back (PG-5, HR-6).
        returned: u32 = number::<_, { u32::MAX }>(),
    } [upcard: traced::<Text<Card>>()],
    /// The first seat named a colour for a wild upcard (PG-5, GL-3).
    "colour" "PG-5" Colour {
        /// The first seat.
        seat: Seat = SEAT,
        /// The named colour.
        colour: Colour = word(),
    },
    /// A card was played (PG-7 (1)). For a wild it is sent once the colour is named; for a Power
    /// Ring, after its gifts.
    "play" "PG-6" Play {
        /// Playing seat.
        seat: Seat = SEAT,
        /// Slot of the card.
        card: u8 = CARD,
        /// `true` if it was drawn in this turn.
        drawn: bool = FLAG,
        /// Colour named for a wild.
        colour: Option<Colour> = word_if_any(),
        /// `true` for a Wild Draw Four that is a bluff (PG-10). Hidden even from its player here.
        bluff: bool = SECRET,
    },
    /// One card was given away (GL-4). These events precede the `Play` of their Power Ring; a trace
    /// has them after it, a line for each receiver.
    "give" "GL-4" Give {
        /// The giver.
        seat: Seat = SEAT,
        /// The receiver.
        to: Seat = SEAT,
        /// Slot of the card.
        card: u8 = heard(OWN_CARD),
    } [cards: traced::<CardTexts>()],
    /// A claim (PG-8). Sent for every number card, so see [`Event::moved_tower`] for whether a
    /// tower changed hands.
    "claim" "PG-8" Claim {
        /// New holder.
        seat: Seat = SEAT,
        /// The tower, 0 to 3; more if the card has no icon.
        tower: u8 = TOWER,
        /// Previous holder, or [`NOBODY`]; the seat itself if nothing happens.
        from: u8 = ANYBODY,
    },
    /// An experiment moved a tower, outside the rules (see
    /// [`Shedding::set_holder`](super::Shedding::set_holder)).
    "intervention" "PG-8" Intervention {
        /// The tower.
        tower: Tower = word(),
        /// New holder, or [`NOBODY`].
        to: u8 = ANYBODY,
        /// Previous holder, or [`NOBODY`]; the same if nothing happens.
        from: u8 = ANYBODY,
    },
    /// PG-11
    "instant-uno" "PG-11" InstantUno {
        /// Seat that took it.
        seat: Seat = SEAT,
        /// Card it kept.
        kept: u8 = OWN_CARD,
        /// Cards it laid down.
        discarded: CardSet = CARDS,
    },
    /// UNO is called (PG-12).
    "uno" "PG-12" Uno {
        /// Calling seat.
        seat: Seat = SEAT,
    },
    /// A seat that did not call is caught (PG-12).
    "caught" "PG-12" Caught {
        /// Seat that forgot.
        seat: Seat = SEAT,
        /// Seat that caught it.
        by: Seat = SEAT,
    },
    /// PG-9
    "block" "PG-9" Block {
        /// Blocking seat.
        seat: Seat = SEAT,
        /// The tower used.
        tower: Tower = word(),
    },
    /// A challenge, and its result (PG-10).
    "challenge" "PG-10" Challenge {
        /// The challenger.
        seat: Seat = SEAT,
        /// Player of the Wild Draw Four.
        against: Seat = SEAT,
        /// `true` if it was a bluff.
        guilty: bool = FLAG,
    } [hand: MESSAGE_ONLY],
    /// Cards were drawn, perhaps fewer than due.
    "draw" "PG-6" Draw {
        /// Drawing seat.
        seat: Seat = SEAT,
        /// The drawn cards.
        cards: CardSet = OWN_CARDS,
        /// Number of cards.
        n: u32 = heard(number::<_, 128>()),
        /// Reason.
        why: Why = reason(),
    } [cards: MESSAGE_ONLY],
    /// One more card came to a seat that draws until it can play (HR-2). The following `Draw`
    /// contains all of them, this one their order. Seats do not hear it.
    "card" "" Card {
        /// Drawing seat.
        seat: Seat = SEAT,
        /// Slot of the card.
        card: u8 = CARD,
    },
    /// A seat exchanged its whole hand with another (HR-5).
    "swap" "HR-5" Swap {
        /// Player of the 7.
        seat: Seat = SEAT,
        /// The other seat.
        to: Seat = SEAT,
    },
    /// Every hand moved to the next seat (HR-5).
    "rotate" "HR-5" Rotate,
    /// PG-14
    "reshuffle" "PG-14" Reshuffle {
        /// Number of cards of the new draw pile.
        cards: u8 = number::<_, 128>(),
    },
    /// The seat loses its turn.
    "miss" "PG-7" Miss {
        /// The seat.
        seat: Seat = SEAT,
    },
    /// The turn ends without a card laid down (PG-6).
    "pass" "PG-6" Pass {
        /// The seat on turn.
        seat: Seat = SEAT,
    },
    /// The round ended (PG-13, PG-15, PG-16); the state has winner, reason, points and scores.
    "round-end" "PG-15" RoundEnd (
        winner: traced::<Option<Seat>>(), why: traced::<String>(), hands: traced::<Vec<CardTexts>>(), points: traced::<Vec<u32>>(),
        scores: traced::<Vec<u32>>()
    ),
}
}

impl Event {
    /// Returns the tower that changed hands, its new holder and its previous one; `None` if the
    /// event is not a claim or nothing happened (PG-8).
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
