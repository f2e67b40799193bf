//! One card's face: colour, symbol, Power Icon, and the text of RULES.md for it.

use std::fmt;
use std::str::FromStr;

/// One of the four colours, in the order of RULES.md ("Cards in text").
///
/// ```
/// use powergrab_engine::cards::Colour;
///
/// assert_eq!(Colour::from_letter('G'), Some(Colour::Green));
/// assert_eq!(Colour::ALL.map(Colour::word), ["red", "yellow", "green", "blue"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `G`
    Green,
    /// `B`
    Blue,
}

impl Colour {
    /// All four, in order.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];

    /// Returns the colour's number, 0 to 3.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of RULES.md.
    pub fn letter(self) -> char {
        char::from(self.text().as_bytes()[0])
    }

    /// Returns the letter as text.
    pub fn text(self) -> &'static str {
        ["R", "Y", "G", "B"][self.index()]
    }

    /// Returns the word for people.
    pub fn word(self) -> &'static str {
        ["red", "yellow", "green", "blue"][self.index()]
    }

    /// Returns the colour with this letter, if there is one.
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|c| c.letter() == letter)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// One of the four Power Towers, in the order `U N O !`.
///
/// ```
/// use powergrab_engine::cards::Tower;
///
/// assert_eq!(Tower::ALL.map(Tower::text), ["U", "N", "O", "!"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Tower {
    /// `U`
    U,
    /// `N`
    N,
    /// `O`
    O,
    /// `!`
    Bang,
}

impl Tower {
    /// All four, in order.
    pub const ALL: [Tower; 4] = [Tower::U, Tower::N, Tower::O, Tower::Bang];

    /// Returns the tower's number, 0 to 3.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of RULES.md.
    pub fn letter(self) -> char {
        char::from(self.text().as_bytes()[0])
    }

    /// Returns the letter as text.
    pub fn text(self) -> &'static str {
        ["U", "N", "O", "!"][self.index()]
    }

    /// Returns the tower with this letter, if there is one.
    pub fn from_letter(letter: char) -> Option<Tower> {
        Tower::ALL.into_iter().find(|t| t.letter() == letter)
    }
}

impl fmt::Display for Tower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Symbol of a card, besides its colour and icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Symbol {
    /// A number card; the variants 0 to 9 are numbered by their own values.
    N0,
    /// 1
    N1,
    /// 2
    N2,
    /// 3
    N3,
    /// 4
    N4,
    /// 5
    N5,
    /// 6
    N6,
    /// 7
    N7,
    /// 8
    N8,
    /// 9
    N9,
    /// Draw One
    DrawOne,
    /// Draw Two
    DrawTwo,
    /// Skip
    Skip,
    /// Reverse
    Reverse,
    /// Grab-2-Towers
    GrabTwo,
    /// Wild
    Wild,
    /// Wild Grab-A-Tower
    WildGrab,
    /// Power Ring
    PowerRing,
    /// Wild Draw Four
    WildDrawFour,
}

impl Symbol {
    /// All symbols, in order.
    pub const ALL: [Symbol; 19] = [
        Symbol::N0,
        Symbol::N1,
        Symbol::N2,
        Symbol::N3,
        Symbol::N4,
        Symbol::N5,
        Symbol::N6,
        Symbol::N7,
        Symbol::N8,
        Symbol::N9,
        Symbol::DrawOne,
        Symbol::DrawTwo,
        Symbol::Skip,
        Symbol::Reverse,
        Symbol::GrabTwo,
        Symbol::Wild,
        Symbol::WildGrab,
        Symbol::PowerRing,
        Symbol::WildDrawFour,
    ];

    /// The symbols that are not numbers, in order.
    pub const ACTIONS: [Symbol; 9] = {
        let mut actions = [Symbol::DrawOne; 9];
        let mut i = 0;
        while i < 9 {
            actions[i] = Symbol::ALL[i + 10];
            i += 1;
        }
        actions
    };

    /// Returns the number of the symbol, 0 to 18.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the value of a number card, 0 to 9; `None` for the others.
    #[inline(always)]
    pub fn number(self) -> Option<u8> {
        (self <= Symbol::N9).then_some(self as u8)
    }

    /// Returns whether cards with this symbol have no colour.
    #[inline(always)]
    pub fn is_wild(self) -> bool {
        self >= Symbol::Wild
    }

    /// Returns the text of RULES.md without a colour: `5`, `D2`, `W4`.
    pub fn text(self) -> &'static str {
        TEXTS[self.index()]
    }

    /// Returns the name for people.
    pub fn word(self) -> &'static str {
        [
            "0",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "7",
            "8",
            "9",
            "Draw One",
            "Draw Two",
            "Skip",
            "Reverse",
            "Grab-2-Towers",
            "Wild",
            "Wild Grab-A-Tower",
            "Power Ring",
            "Wild Draw Four",
        ][self.index()]
    }

    /// Returns the symbol with this text, if there is one.
    pub fn from_text(text: &str) -> Option<Symbol> {
        let wanted = number(text.as_bytes());
        let found = NUMBERS.iter().position(|number| *number == wanted);
        found.map(|i| Symbol::ALL[i])
    }
}

/// Texts of all symbols.
const TEXTS: [&str; Symbol::ALL.len()] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "D1", "D2", "S", "R", "G2", "W", "WT", "WP",
    "W4",
];

/// Returns a text of one or two bytes as a number, 0 for all others. Comparing texts took a quarter
/// of checking a trace, and a sixth of `balance`.
const fn number(text: &[u8]) -> u16 {
    match *text {
        [one] => one as u16,
        [one, two] => u16::from_le_bytes([one, two]),
        _ => 0,
    }
}

/// Numbers of all texts.
const NUMBERS: [u16; TEXTS.len()] = {
    let mut numbers = [0; TEXTS.len()];
    let mut i = 0;
    while i < TEXTS.len() {
        numbers[i] = number(TEXTS[i].as_bytes());
        i += 1;
    }
    numbers
};

/// A card's face. Two copies of a card are equal: nobody at the table can distinguish them.
///
/// The order is the order of slots in a [`Deck`](super::Deck): by colour, wild cards last, then by
/// symbol, then by icon.
///
/// ```
/// use powergrab_engine::cards::{Card, Colour, Tower};
///
/// let card: Card = "R5N".parse()?;
/// assert_eq!((card.colour(), card.icon()), (Some(Colour::Red), Some(Tower::N)));
/// assert_eq!(card.to_string(), "R5N");
/// # Ok::<(), powergrab_engine::cards::CardTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    colour: Option<Colour>,
    symbol: Symbol,
    icon: Option<Tower>,
}

impl Card {
    /// Returns a card from its parts; `None` if RULES.md has no such card (a wild with a colour, an
    /// action card without one or with an icon).
    pub fn new(colour: Option<Colour>, symbol: Symbol, icon: Option<Tower>) -> Option<Card> {
        let ok =
            colour.is_some() != symbol.is_wild() && (icon.is_none() || symbol.number().is_some());
        ok.then_some(Card {
            colour,
            symbol,
            icon,
        })
    }

    /// Returns the colour; `None` for wild cards.
    #[inline(always)]
    pub fn colour(self) -> Option<Colour> {
        self.colour
    }

    /// Returns the symbol: number or action.
    #[inline(always)]
    pub fn symbol(self) -> Symbol {
        self.symbol
    }

    /// Returns the Power Icon (PG-2).
    #[inline(always)]
    pub fn icon(self) -> Option<Tower> {
        self.icon
    }

    /// Returns the card's name for people, for example "blue 5 (O)" or "Wild Draw Four".
    pub fn words(self) -> String {
        let mut words = match self.colour {
            Some(colour) => format!("{} {}", colour.word(), self.symbol.word()),
            None => self.symbol.word().to_owned(),
        };
        if let Some(icon) = self.icon {
            words.push_str(&format!(" ({icon})"));
        }
        words
    }

    /// Upper bound of the numbers of [`Card::face`].
    pub const FACES: usize = 5 * Symbol::ALL.len() * 5;

    /// Returns the number of the face, below [`Card::FACES`], which only copies share. Cards are in
    /// its order.
    pub fn face(self) -> usize {
        let colour = self.colour.map_or(4, Colour::index);
        let icon = self.icon.map_or(0, |tower| tower.index() + 1);
        (colour * Symbol::ALL.len() + self.symbol.index()) * 5 + icon
    }
}

impl PartialOrd for Card {
    fn partial_cmp(&self, other: &Card) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Card {
    fn cmp(&self, other: &Card) -> std::cmp::Ordering {
        self.face().cmp(&other.face())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(colour) = self.colour {
            write!(f, "{colour}")?;
        }
        f.write_str(self.symbol.text())?;
        if let Some(icon) = self.icon {
            write!(f, "{icon}")?;
        }
        Ok(())
    }
}

/// Error of a text that is not a card of RULES.md.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a card: write a colour R Y G B and a number 0-9 with an icon U N O ! if it has one (R5, B5O), or D1 D2 S R G2 (RD2), or a wild W WT WP W4"
)]
pub struct CardTextError(pub String);

impl FromStr for Card {
    type Err = CardTextError;

    fn from_str(text: &str) -> Result<Card, CardTextError> {
        let error = || CardTextError(text.chars().take(40).collect());
        if let Some(symbol) = Symbol::from_text(text).filter(|s| s.is_wild()) {
            return Card::new(None, symbol, None).ok_or_else(error);
        }
        let mut letters = text.chars();
        let colour = letters
            .next()
            .and_then(Colour::from_letter)
            .ok_or_else(error)?;
        let rest = letters.as_str();
        let plain = Symbol::from_text(rest).filter(|s| !s.is_wild());
        let (symbol, icon) = match plain {
            Some(symbol) => (symbol, None),
            None => {
                let last = rest.chars().last().ok_or_else(error)?;
                let icon = Tower::from_letter(last).ok_or_else(error)?;
                let number = &rest[..rest.len() - last.len_utf8()];
                (Symbol::from_text(number).ok_or_else(error)?, Some(icon))
            }
        };
        Card::new(Some(colour), symbol, icon).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_text_of_the_rules_round_trips() {
        for text in [
            "R5", "Y0", "G9", "B1", "R3U", "B4N", "B5O", "G2!", "RD1", "RD2", "RS", "RR", "W",
            "W4", "WT", "WP", "RG2",
        ] {
            let card: Card = text.parse().unwrap();
            assert_eq!(card.to_string(), text);
        }
        assert_eq!("G2".parse::<Card>().unwrap().symbol(), Symbol::N2);
        assert_eq!("GG2".parse::<Card>().unwrap().symbol(), Symbol::GrabTwo);
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in [
            "", "R", "X5", "R10", "RW", "W5", "RSU", "U", "R!", "5R", "RD1U", "r5", "é", "R5é",
            "W4W4",
        ] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
    }
}
