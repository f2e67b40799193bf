//! The three official rulesets and the decks of the rule sheets.

use super::icons::{IconLayout, NUMBER_COPIES};
use crate::cards::{Card, Colour, Deck, MAX_SEATS, Symbol};

/// The three official rulesets of the shedding family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// PG-1 to PG-17.
    PowerGrab,
    /// GL-1 to GL-5.
    GreenLantern,
    /// The control without towers and rings.
    Classic,
}

impl Family {
    /// All three.
    pub const ALL: [Family; 3] = [Family::PowerGrab, Family::GreenLantern, Family::Classic];

    /// Returns the ruleset's name.
    pub fn name(self) -> &'static str {
        match self {
            Family::PowerGrab => "power-grab",
            Family::GreenLantern => "green-lantern",
            Family::Classic => "classic",
        }
    }

    /// Returns the maximum number of players (PG-1, GL-1).
    pub fn max_players(self) -> usize {
        match self {
            Family::PowerGrab => 6,
            Family::GreenLantern | Family::Classic => MAX_SEATS,
        }
    }

    /// Returns the rule on the number of players.
    pub fn players_rule(self) -> &'static str {
        match self {
            Family::PowerGrab => "PG-1",
            Family::GreenLantern | Family::Classic => "GL-1",
        }
    }

    fn symbols(self) -> &'static [(Symbol, usize)] {
        // Copies per colour for coloured cards (numbers 1 to 9 always have two), in the deck for
        // wild ones.
        match self {
            // PG-2
            Family::PowerGrab => &[
                (Symbol::DrawOne, 2),
                (Symbol::DrawTwo, 2),
                (Symbol::Skip, 2),
                (Symbol::Reverse, 1),
                (Symbol::GrabTwo, 1),
                (Symbol::WildGrab, 4),
                (Symbol::WildDrawFour, 4),
            ],
            // GL-2
            Family::GreenLantern => &[
                (Symbol::N0, 1),
                (Symbol::DrawTwo, 2),
                (Symbol::Reverse, 2),
                (Symbol::Skip, 2),
                (Symbol::Wild, 4),
                (Symbol::WildDrawFour, 4),
                (Symbol::PowerRing, 4),
            ],
            Family::Classic => &[
                (Symbol::N0, 1),
                (Symbol::DrawTwo, 2),
                (Symbol::Reverse, 2),
                (Symbol::Skip, 2),
                (Symbol::Wild, 4),
                (Symbol::WildDrawFour, 4),
            ],
        }
    }

    /// Returns the deck of the rule sheet, with these icons.
    pub fn deck(self, icons: &IconLayout) -> Deck {
        let mut counts: Vec<(Card, usize)> = Vec::new();
        let mut add = |colour, symbol, icon, n| {
            if let Some(card) = Card::new(colour, symbol, icon) {
                counts.push((card, n));
            }
        };
        for colour in Colour::ALL {
            for number in 1..=9 {
                let symbol = Symbol::ALL[number];
                let icons = icons.of(colour, symbol);
                for &icon in &icons {
                    add(Some(colour), symbol, Some(icon), 1);
                }
                add(Some(colour), symbol, None, NUMBER_COPIES - icons.len());
            }
        }
        for &(symbol, n) in self.symbols() {
            if symbol.is_wild() {
                add(None, symbol, None, n);
            } else {
                for colour in Colour::ALL {
                    add(Some(colour), symbol, None, n);
                }
            }
        }
        Deck::new(counts).unwrap_or_else(|e| unreachable!("an official deck is too large: {e}"))
    }
}
