//! The rules as data: every option of RULES.md, and the official values.

use super::family::Family;
use super::icons::IconLayout;
use super::players::PlayersError;
use crate::cards::{Deck, MAX_SEATS, Symbol};
use crate::texts;
use std::ops::RangeInclusive;

texts! {
    /// The dealer after a round with a winner (PG-3 `[next_dealer]`).
    pub enum NextDealer {
        /// The seat to the left of the dealer.
        Left = "left",
        /// The winner of the round.
        Winner = "winner",
        /// A uniformly random seat.
        Random = "random",
    }
}

texts! {
    /// The moment when the discards become a new draw pile (PG-14 `[reshuffle]`).
    pub enum Reshuffle {
        /// When a card has to be drawn from an empty pile.
        OnNeed = "on-need",
        /// As soon as the last card is drawn.
        OnEmpty = "on-empty",
    }
}

texts! {
    /// The scoring seat (PG-16 `[scoring]`).
    pub enum Scoring {
        /// The winner of a round scores the cards of the others.
        Opponents = "opponents",
        /// Each adds up its own remaining cards; the lowest total wins.
        Own = "own",
    }
}

impl Scoring {
    /// Returns 1 if more points are better, -1 if fewer are (PG-16). All valuations of points use
    /// this.
    #[inline(always)]
    pub fn sign(self) -> i32 {
        match self {
            Scoring::Opponents => 1,
            Scoring::Own => -1,
        }
    }

    /// Returns the best of these scores (PG-16).
    #[inline]
    pub fn best(self, scores: &[u32]) -> Option<u32> {
        let scores = scores.iter().copied();
        scores.max_by_key(|score| i64::from(self.sign()) * i64::from(*score))
    }
}

texts! {
    /// The effect of Reverse between two players (PG-17 `[two_player_reverse]`).
    pub enum TwoPlayerReverse {
        /// Reverse only turns the direction.
        Turn = "turn",
        /// The other player also misses its turn.
        Skip = "skip",
    }
}

texts! {
    /// The cards that a seat which has to draw may lay on the draw card instead (HR-1 `[stack]`).
    pub enum Stacking {
        /// Nothing.
        Off = "none",
        /// A card with the same symbol.
        Same = "same",
        /// A card that draws at least as many.
        Cross = "cross",
    }
}

texts! {
    /// The number of cards that a seat draws on its turn (HR-2 `[draw]`).
    pub enum Drawing {
        /// One.
        One = "one",
        /// As many as necessary until one can be played.
        UntilPlayable = "until-playable",
    }
}

texts! {
    /// The effect of the card turned up at the start (HR-6 `[upcard]`).
    pub enum Upcard {
        /// As on the rule sheet (PG-5, GL-3).
        Sheet = "sheet",
        /// Cards go back until a number card comes.
        Number = "number",
        /// An action card does nothing.
        Plain = "plain",
    }
}

/// A set of towers, bit `i` for tower `i`.
pub type Towers = u8;

/// The card kinds that a tower can stop (PG-9).
pub const BLOCKABLE: [Symbol; 4] = [
    Symbol::DrawOne,
    Symbol::DrawTwo,
    Symbol::WildDrawFour,
    Symbol::Skip,
];

/// The rules in force, every option of RULES.md by its name there.
///
/// ```
/// use powergrab_engine::shedding::{Family, Rules};
///
/// let rules = Rules::official(Family::PowerGrab);
/// assert!(rules.instant_uno && !rules.has_house_rules());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Name of the ruleset, for output.
    pub name: String,
    /// The official ruleset that it starts from.
    pub family: Family,
    /// PG-2 `[deck]` and `[icons]`, GL-2.
    pub deck: Deck,
    /// Seat of the first dealer (PG-3 `[first_dealer]`); `None` for a random seat.
    pub first_dealer: Option<u8>,
    /// PG-3
    pub next_dealer: NextDealer,
    /// Size of a dealt hand, 1 to 60 (PG-4).
    pub hand_size: u8,
    /// PG-5
    pub opening_draw_skips: bool,
    /// PG-6
    pub wild_after_draw: bool,
    /// The towers in the game (PG-9).
    pub towers: Towers,
    /// By tower: the cards that it stops (PG-9).
    pub protects: [Vec<Symbol>; 4],
    /// PG-11
    pub instant_uno: bool,
    /// PG-13
    pub block_last: bool,
    /// PG-14
    pub reshuffle: Reshuffle,
    /// Maximum number of turns, 1 to [`MAX_TURNS_LIMIT`] (PG-15).
    pub max_turns: u32,
    /// Points of each action card, by [`Symbol::index`]; number cards count their face (PG-16,
    /// GL-5).
    pub points: [u16; 19],
    /// PG-16
    pub target_score: u32,
    /// PG-16
    pub scoring: Scoring,
    /// PG-16
    pub max_rounds: u32,
    /// PG-17
    pub two_player_reverse: TwoPlayerReverse,
    /// HR-1
    pub stack: Stacking,
    /// HR-2
    pub draw: Drawing,
    /// HR-3
    pub force_play: bool,
    /// `true` if a Wild Draw Four may be challenged (HR-4).
    pub challenge: bool,
    /// `true` if a Wild Draw Four may be a bluff (HR-4).
    pub bluff: bool,
    /// HR-5
    pub seven_zero: bool,
    /// HR-6
    pub upcard: Upcard,
}

/// Maximum number of points of an action card (PG-16).
pub const MAX_POINTS: u32 = 1000;

/// Maximum of `max_turns` and `max_rounds`.
pub const MAX_TURNS_LIMIT: u32 = 1_000_000;

impl Rules {
    /// Returns the official rules.
    pub fn official(family: Family) -> Rules {
        let towers = family == Family::PowerGrab;
        let icons = if towers { IconLayout::OFFICIAL } else { "" };
        let icons = IconLayout::parse(&[icons]).unwrap_or_default();
        let mut points = [20; 19];
        for symbol in Symbol::ALL {
            if let Some(value) = symbol.number() {
                points[symbol.index()] = u16::from(value);
            } else if symbol.is_wild() || symbol == Symbol::GrabTwo {
                points[symbol.index()] = 50;
            }
        }
        Rules {
            name: family.name().to_owned(),
            family,
            deck: family.deck(&icons),
            first_dealer: None,
            next_dealer: NextDealer::Left,
            hand_size: 7,
            opening_draw_skips: true,
            wild_after_draw: false,
            towers: if towers { 0b1111 } else { 0 },
            protects: BLOCKABLE.map(|symbol| vec![symbol]),
            instant_uno: towers,
            block_last: true,
            reshuffle: Reshuffle::OnNeed,
            max_turns: 10_000,
            points,
            target_score: 500,
            scoring: Scoring::Opponents,
            max_rounds: 10_000,
            two_player_reverse: TwoPlayerReverse::Turn,
            stack: Stacking::Off,
            draw: Drawing::One,
            force_play: false,
            challenge: true,
            bluff: true,
            seven_zero: false,
            upcard: Upcard::Sheet,
        }
    }

    /// Returns whether an action card that is turned up at the start acts (PG-5, HR-6).
    #[inline]
    pub fn upcard_acts(&self) -> bool {
        self.upcard != Upcard::Plain
    }

    /// Returns the sizes of the hands dealt to this number of players, by seat (PG-4).
    #[inline]
    pub fn hands(&self, players: usize) -> impl Iterator<Item = u8> {
        std::iter::repeat_n(self.hand_size, players)
    }

    /// Returns the number of cards that a deal takes off the draw pile: all hands and the upcard
    /// (PG-4, PG-5).
    #[inline]
    pub fn dealt(&self, players: usize) -> usize {
        self.hands(players).map(usize::from).sum::<usize>() + 1
    }

    /// Returns whether a card that is turned up at the start goes back into the draw pile (PG-5,
    /// HR-6).
    #[inline]
    pub fn goes_back(&self, symbol: Symbol) -> bool {
        self.goes_back_by(symbol).is_some()
    }

    /// Returns the rule by which a card that is turned up at the start goes back into the draw
    /// pile; `None` if it stays.
    #[inline]
    pub fn goes_back_by(&self, symbol: Symbol) -> Option<&'static str> {
        if symbol == Symbol::WildDrawFour {
            Some("PG-5")
        } else if self.upcard == Upcard::Number && symbol.number().is_none() {
            Some("HR-6")
        } else {
            None
        }
    }

    /// Returns whether the deck differs from the rule sheet's, apart from icons.
    pub fn has_own_deck(&self) -> bool {
        self.family.deck(&IconLayout::of_deck_checked(&self.deck)) != self.deck
    }

    /// Returns the range of the number of players; `None` if no number is allowed.
    pub fn players(&self) -> Option<RangeInclusive<usize>> {
        // A first dealer bounds the number from below, the deck from above, so there is no gap.
        let can = |n: &usize| self.check_players(*n).is_ok();
        let fewest = (2..=MAX_SEATS).find(can)?;
        let most = (2..=MAX_SEATS).rfind(can)?;
        Some(fewest..=most)
    }

    /// Checks that these rules allow this many players.
    ///
    /// # Errors
    /// [`PlayersError`] if they do not.
    pub fn check_players(&self, players: usize) -> Result<(), PlayersError> {
        let max = self.family.max_players();
        if players < 2 || players > max {
            return Err(PlayersError::Number {
                ruleset: self.name.clone(),
                rule: self.family.players_rule(),
                players,
                max,
            });
        }
        if let Some(seat) = self.first_dealer.filter(|s| usize::from(*s) >= players) {
            return Err(PlayersError::Dealer { seat, players });
        }
        // For any deal, some card must be left that does not go back (PG-5, HR-6).
        let others = self.deck.slots(|c| !self.goes_back(c.symbol())).len() as usize;
        if others < self.dealt(players) {
            let mut fewer = self.clone();
            let most = (1..self.hand_size).rfind(|size| {
                fewer.hand_size = *size;
                fewer.dealt(players) <= others
            });
            return Err(PlayersError::Deck {
                players,
                hand_size: self.hand_size,
                dealt: self.dealt(players) - 1,
                others,
                most: most.unwrap_or(0),
            });
        }
        Ok(())
    }
}
