//! Numbers of the choices other than cards, by question.

/// Draw a card (`Turn`), or keep the drawn one (`Drawn`).
pub const CHOICE_DRAW: u8 = 0;
/// Take Instant UNO, call UNO, catch.
pub const CHOICE_YES: u8 = 0;
/// Decline, forget, miss it.
pub const CHOICE_NO: u8 = 1;
/// Accept the effect of the card.
pub const CHOICE_ACCEPT: u8 = 0;
/// Block with a tower (PG-9).
pub const CHOICE_BLOCK: u8 = 1;
/// Challenge a Wild Draw Four (PG-10).
pub const CHOICE_CHALLENGE: u8 = 2;
