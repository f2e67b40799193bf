//! What happens in a shedding game, as an observer hears it: the events of TRACE.md, cards as slots.

use super::state::NOBODY;
use crate::cards::{Card, CardSet, Colour, Deck, Seat, Tower};
use crate::game::event::{
    ANYBODY, Audience, CARD, CARDS, EventListener, FLAG, Kind, Message, NONE, OWN_CARD, OWN_CARDS,
    SEAT, SECRET, TOWER, events, heard, number, reason, word, word_if_any,
};
use crate::game::record::{CardTexts, EventKey, EventSchema, MESSAGE_ONLY, Record, Text, traced};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The slot of a card that the seat which hears of it does not see (see [`Game::heard`](crate::game::Game::heard)).
pub const HIDDEN: u8 = NONE;

const _: () = assert!(NOBODY == NONE, "who is told of nobody reads `null`");

/// Why cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

events! {
/// One event, told just after it took effect, in the order of PG-7.
pub enum Event {
    /// PG-4: the hands are dealt and the upcard lies.
    "round" "PG-4" Round (round: traced::<u32>(), dealer: traced::<Seat>(), hands: traced::<Vec<CardTexts>>(), hand: MESSAGE_ONLY) {
        /// How many cards were turned up and put back (PG-5, HR-6).
        returned: u32 = number::<_, { u32::MAX }>(),
    } [upcard: traced::<Text<Card>>()],
    /// PG-5, GL-3: the first seat named a colour for a wild upcard.
    "colour" "PG-5" Colour {
        /// The first seat.
        seat: Seat = SEAT,
        /// What it named.
        colour: Colour = word(),
    },
    /// PG-7 (1). For a wild it is told once the colour is named, with a Power Ring after its gifts.
    "play" "PG-6" Play {
        /// Who played.
        seat: Seat = SEAT,
        /// The card's slot.
        card: u8 = CARD,
        /// Whether it was drawn in this turn.
        drawn: bool = FLAG,
        /// The colour named for a wild.
        colour: Option<Colour> = word_if_any(),
        /// Whether it was a Wild Draw Four that is a bluff (PG-10). Not even its player is told here.
        bluff: bool = SECRET,
    },
    /// GL-4: one card was given away. These come before the `Play` of their Power Ring; a trace has them after it, a line for each
    /// receiver.
    "give" "GL-4" Give {
        /// The giver.
        seat: Seat = SEAT,
        /// The receiver.
        to: Seat = SEAT,
        /// The card's slot.
        card: u8 = heard(OWN_CARD),
    } [cards: traced::<CardTexts>()],
    /// PG-8: a claim. Told of every number card, so see [`Event::moved_tower`] for whether a tower changed hands.
    "claim" "PG-8" Claim {
        /// Who has it now.
        seat: Seat = SEAT,
        /// Which one, 0 to 3; more where the card has no icon.
        tower: u8 = TOWER,
        /// Who had it, or [`NOBODY`]; the seat itself where nothing happens.
        from: u8 = ANYBODY,
    },
    /// No rule's doing: an experiment moved a tower (see [`Shedding::set_holder`](super::Shedding::set_holder)).
    "intervention" "PG-8" Intervention {
        /// Which one.
        tower: Tower = word(),
        /// Who has it now, or [`NOBODY`].
        to: u8 = ANYBODY,
        /// Who had it, or [`NOBODY`]; the same where nothing happens.
        from: u8 = ANYBODY,
    },
    /// PG-11
    "instant-uno" "PG-11" InstantUno {
        /// Who took it.
        seat: Seat = SEAT,
        /// The card it kept.
        kept: u8 = OWN_CARD,
        /// What it laid down.
        discarded: CardSet = CARDS,
    },
    /// PG-12: UNO is called.
    "uno" "PG-12" Uno {
        /// Who called.
        seat: Seat = SEAT,
    },
    /// PG-12: a seat that did not call is caught.
    "caught" "PG-12" Caught {
        /// Who forgot.
        seat: Seat = SEAT,
        /// Who caught it.
        by: Seat = SEAT,
    },
    /// PG-9
    "block" "PG-9" Block {
        /// Who blocked.
        seat: Seat = SEAT,
        /// With which tower.
        tower: Tower = word(),
    },
    /// PG-10: a challenge, and what it found.
    "challenge" "PG-10" Challenge {
        /// The challenger.
        seat: Seat = SEAT,
        /// Who played the Wild Draw Four.
        against: Seat = SEAT,
        /// Whether it was a bluff.
        guilty: bool = FLAG,
    } [hand: MESSAGE_ONLY],
    /// Cards were drawn, perhaps fewer than due.
    "draw" "PG-6" Draw {
        /// Who drew.
        seat: Seat = SEAT,
        /// What was drawn.
        cards: CardSet = OWN_CARDS,
        /// How many that are.
        n: u32 = heard(number::<_, 128>()),
        /// For what reason.
        why: Why = reason(),
    } [cards: MESSAGE_ONLY],
    /// HR-2: one more card came to a seat that draws until it can play. The `Draw` that follows tells of all of them; this one of their
    /// order. Seats do not hear it.
    "card" "" Card {
        /// Who draws.
        seat: Seat = SEAT,
        /// The card's slot.
        card: u8 = CARD,
    },
    /// HR-5: a seat exchanged its whole hand with another.
    "swap" "HR-5" Swap {
        /// Who played the 7.
        seat: Seat = SEAT,
        /// With whom.
        to: Seat = SEAT,
    },
    /// HR-5: every hand went to the next seat.
    "rotate" "HR-5" Rotate,
    /// PG-14
    "reshuffle" "PG-14" Reshuffle {
        /// How many cards make the new draw pile.
        cards: u8 = number::<_, 128>(),
    },
    /// The seat loses its turn.
    "miss" "PG-7" Miss {
        /// Who.
        seat: Seat = SEAT,
    },
    /// PG-6: the turn ends without a card laid down.
    "pass" "PG-6" Pass {
        /// Whose turn.
        seat: Seat = SEAT,
    },
    /// PG-13, PG-15, PG-16: the state holds winner, reason, points and scores.
    "round-end" "PG-15" RoundEnd (
        winner: traced::<Option<Seat>>(), why: traced::<String>(), hands: traced::<Vec<CardTexts>>(), points: traced::<Vec<u32>>(),
        scores: traced::<Vec<u32>>()
    ),
}
}

impl Event {
    /// PG-8: the tower that changed hands, who has it now and who had it; `None` if the event is no claim or nothing
    /// happened.
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
