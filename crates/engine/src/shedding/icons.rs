//! Number cards with a Power Icon (PG-2).

use crate::cards::{Card, Colour, Deck, Symbol, Tower};

/// Number of copies of each number from 1 to 9 in a colour of every official deck (PG-2, GL-2).
pub const NUMBER_COPIES: usize = 2;

/// Number cards with a Power Icon, per colour (PG-2 `[icons]`). One entry is one card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IconLayout {
    colours: [Vec<(Symbol, Tower)>; 4],
}

impl IconLayout {
    /// The layout decided in PG-2, the same in each colour.
    pub const OFFICIAL: &'static str = "2! 3U 4N 5O 6! 7U 8N 9O";

    /// Parses the strings of the option: one for all colours, or one per colour R Y G B.
    ///
    /// # Errors
    /// Names the wrong entry and the problem.
    pub fn parse(texts: &[&str]) -> Result<IconLayout, String> {
        let mut layout = IconLayout::default();
        if texts.len() != 1 && texts.len() != 4 {
            return Err(format!(
                "{} strings: give one for all colours, or four, for R Y G B",
                texts.len()
            ));
        }
        for colour in Colour::ALL {
            let text = texts[if texts.len() == 1 { 0 } else { colour.index() }];
            for word in text.split_whitespace() {
                let card: Card = format!("{colour}{word}").parse().map_err(|_| {
                    format!("{word:?} is not a number from 1 to 9 with an icon U N O !, like 5O")
                })?;
                let (Some(icon), true) = (card.icon(), card.symbol() != Symbol::N0) else {
                    return Err(format!(
                        "{word:?} is not a number from 1 to 9 with an icon U N O !, like 5O"
                    ));
                };
                layout.colours[colour.index()].push((card.symbol(), icon));
                if layout.of(colour, card.symbol()).len() > NUMBER_COPIES {
                    return Err(format!(
                        "more than {NUMBER_COPIES} icons on {colour}{}: the deck has {NUMBER_COPIES} of each number",
                        card.symbol().text()
                    ));
                }
            }
            layout.colours[colour.index()].sort();
        }
        Ok(layout)
    }

    /// Returns the icons of a deck.
    pub fn of_deck(deck: &Deck) -> IconLayout {
        let mut layout = IconLayout::default();
        for card in deck.cards() {
            if let (Some(colour), Some(icon)) = (card.colour(), card.icon()) {
                layout.colours[colour.index()].push((card.symbol(), icon));
            }
        }
        layout
    }

    pub(super) fn of(&self, colour: Colour, symbol: Symbol) -> Vec<Tower> {
        self.colours[colour.index()]
            .iter()
            .filter(|(s, _)| *s == symbol)
            .map(|(_, t)| *t)
            .collect()
    }

    /// Returns the strings of the option: one if all colours are equal, otherwise four.
    pub fn texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self
            .colours
            .iter()
            .map(|icons| {
                let words: Vec<String> = icons
                    .iter()
                    .map(|(symbol, icon)| format!("{}{icon}", symbol.text()))
                    .collect();
                words.join(" ")
            })
            .collect();
        if texts.iter().all(|t| *t == texts[0]) {
            texts.truncate(1);
        }
        texts
    }
}

impl IconLayout {
    /// Returns the icons of a deck, as far as a deck of the rule sheets could have them.
    pub(super) fn of_deck_checked(deck: &Deck) -> IconLayout {
        let texts = IconLayout::of_deck(deck).texts();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        IconLayout::parse(&texts).unwrap_or_default()
    }
}
