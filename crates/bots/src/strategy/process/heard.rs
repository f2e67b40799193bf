//! Events read from the protocol's messages: the other way of `messages` and `grid`.

use crate::cards::{Card, CardSet, Colour, Deck, Seat, Tower};
use crate::grid::{self, Line};
use crate::shedding::{self, HIDDEN, NOBODY};
use serde_json::Value;

/// One message of type `event`, and what its numbers and cards have to be.
pub(super) struct Heard<'a> {
    pub message: &'a Value,
    pub deck: &'a Deck,
    pub n_seats: usize,
}

impl<'a> Heard<'a> {
    fn wrong<T>(&self, key: &str, right: &str) -> Result<T, String> {
        Err(format!("`{key}` of an event is not {right}"))
    }

    fn number(&self, key: &str, most: u64) -> Result<u64, String> {
        match self.message[key].as_u64().filter(|n| *n <= most) {
            Some(n) => Ok(n),
            None => self.wrong(key, &format!("a whole number from 0 to {most}")),
        }
    }

    fn seat(&self, key: &str) -> Result<Seat, String> {
        Ok(self.number(key, self.n_seats as u64 - 1)? as Seat)
    }

    /// A seat, or null for nobody.
    fn seat_or_nobody(&self, key: &str) -> Result<u8, String> {
        match self.message[key] {
            Value::Null => Ok(NOBODY),
            _ => self.seat(key),
        }
    }

    fn flag(&self, key: &str) -> Result<bool, String> {
        match self.message[key].as_bool() {
            Some(flag) => Ok(flag),
            None => self.wrong(key, "true or false"),
        }
    }

    /// One of these, by its text.
    fn one_of<T: Copy>(
        &self,
        key: &str,
        all: impl IntoIterator<Item = T>,
        text: impl Fn(T) -> String,
    ) -> Result<T, String> {
        let word = self.message[key].as_str();
        let found = all
            .into_iter()
            .find(|one| Some(text(*one).as_str()) == word);
        found.map_or_else(|| self.wrong(key, "one of the words that there are"), Ok)
    }

    fn colour(&self, key: &str) -> Result<Colour, String> {
        self.one_of(key, Colour::ALL, |colour| colour.to_string())
    }

    fn tower(&self) -> Result<Tower, String> {
        self.one_of("tower", Tower::ALL, |tower| tower.to_string())
    }

    fn line(&self) -> Result<Line, String> {
        self.one_of("line", Line::ALL, |line| line.to_string())
    }

    fn copies(&self, key: &str, text: &Value) -> Result<CardSet, String> {
        let card: Option<Card> = text.as_str().and_then(|text| text.parse().ok());
        let copies = card.map(|card| self.deck.slots(|c| c == card));
        match copies.filter(|copies| !copies.is_empty()) {
            Some(copies) => Ok(copies),
            None => self.wrong(key, "a card of the deck"),
        }
    }

    /// The first copy of a card, as seats hear of it.
    fn card(&self, key: &str) -> Result<u8, String> {
        Ok(self.copies(key, &self.message[key])?.first())
    }

    fn card_or_hidden(&self, key: &str) -> Result<u8, String> {
        match self.message[key] {
            Value::Null => Ok(HIDDEN),
            _ => self.card(key),
        }
    }

    fn texts(&self, key: &str) -> Result<&'a [Value], String> {
        match self.message[key].as_array() {
            Some(texts) => Ok(texts),
            None => self.wrong(key, "a list of cards"),
        }
    }

    /// Cards, of each the first copies.
    fn cards(&self, key: &str) -> Result<CardSet, String> {
        let mut cards = CardSet::EMPTY;
        for text in self.texts(key)? {
            let copies = self.copies(key, text)?.without(cards);
            if copies.is_empty() {
                return self.wrong(key, "a list of cards of one deck");
            }
            cards |= copies.lowest();
        }
        Ok(cards)
    }

    /// The cards drawn, where the seat is told of them.
    fn drawn(&self) -> Result<CardSet, String> {
        match self.message["cards"] {
            Value::Null => Ok(CardSet::EMPTY),
            _ => self.cards("cards"),
        }
    }

    fn unknown<T>(&self) -> Result<T, String> {
        Err(format!("there is no event {}", self.message["event"]))
    }

    /// An event of a shedding game.
    pub fn of_shedding(&self) -> Result<shedding::Event, String> {
        use shedding::{Event, Why};
        const WHY: [Why; 8] = [
            Why::Turn,
            Why::Upcard,
            Why::DrawOne,
            Why::DrawTwo,
            Why::DrawFour,
            Why::ChallengeLost,
            Why::ChallengeGuilty,
            Why::Uno,
        ];
        let seat = || self.seat("seat");
        Ok(match self.message["event"].as_str().unwrap_or("") {
            "round" => Event::Round {
                returned: self.number("returned", u32::MAX.into())? as u32,
            },
            "colour" => Event::Colour {
                seat: seat()?,
                colour: self.colour("colour")?,
            },
            "play" => Event::Play {
                seat: seat()?,
                card: self.card("card")?,
                drawn: self.flag("drawn")?,
                colour: match self.message["colour"] {
                    Value::Null => None,
                    _ => Some(self.colour("colour")?),
                },
                bluff: false,
            },
            "give" => Event::Give {
                seat: seat()?,
                to: self.seat("to")?,
                card: self.card_or_hidden("card")?,
            },
            "claim" => Event::Claim {
                seat: seat()?,
                tower: self.tower()?.index() as u8,
                from: self.seat_or_nobody("from")?,
            },
            "instant-uno" => Event::InstantUno {
                seat: seat()?,
                kept: self.card_or_hidden("kept")?,
                discarded: self.cards("discarded")?,
            },
            "uno" => Event::Uno { seat: seat()? },
            "caught" => Event::Caught {
                seat: seat()?,
                by: self.seat("by")?,
            },
            "block" => Event::Block {
                seat: seat()?,
                tower: self.tower()?,
            },
            "challenge" => Event::Challenge {
                seat: seat()?,
                against: self.seat("against")?,
                guilty: self.flag("guilty")?,
            },
            "draw" => Event::Draw {
                seat: seat()?,
                cards: self.drawn()?,
                n: self.number("n", 128)? as u32,
                why: self.one_of("why", WHY, |why| why.text().to_owned())?,
            },
            "swap" => Event::Swap {
                seat: seat()?,
                to: self.seat("to")?,
            },
            "rotate" => Event::Rotate,
            "reshuffle" => Event::Reshuffle {
                cards: self.number("cards", 128)? as u8,
            },
            "miss" => Event::Miss { seat: seat()? },
            "pass" => Event::Pass { seat: seat()? },
            "intervention" => Event::Intervention {
                tower: self.tower()?,
                to: self.seat_or_nobody("to")?,
                from: self.seat_or_nobody("from")?,
            },
            "round-end" => Event::RoundEnd,
            _ => return self.unknown(),
        })
    }

    /// An event of Grid.
    pub fn of_grid(&self) -> Result<grid::Event, String> {
        use grid::{Event, Why};
        const WHY: [Why; 3] = [Why::Turn, Why::DrawTwo, Why::DrawFour];
        let seat = || self.seat("seat");
        Ok(match self.message["event"].as_str().unwrap_or("") {
            "deal" => Event::Deal,
            "draw" => Event::Draw {
                seat: seat()?,
                cards: self.drawn()?,
                n: self.number("n", 128)? as u8,
                why: self.one_of("why", WHY, |why| why.text().to_owned())?,
            },
            "place" => Event::Place {
                seat: seat()?,
                card: self.card("card")?,
                at: self.place()?,
            },
            "reverse" => Event::Reverse {
                seat: seat()?,
                card: self.card("card")?,
                line: self.line()?,
            },
            "lay" => Event::Lay {
                seat: seat()?,
                card: self.card("card")?,
            },
            "score" => {
                let texts = self.texts("cards")?;
                let mut cards = [0; 3];
                if texts.len() > cards.len() {
                    return self.wrong("cards", "a list of up to three cards");
                }
                let mut wilds = 0;
                for (card, text) in cards.iter_mut().zip(texts) {
                    *card = self.copies("cards", text)?.first();
                    let face = self.deck.cards()[usize::from(*card)];
                    wilds += u8::from(face.colour().is_none());
                }
                Event::Score {
                    seat: seat()?,
                    line: self.line()?,
                    cards,
                    n: texts.len() as u8,
                    wilds,
                }
            }
            "pass" => Event::Pass { seat: seat()? },
            "game-end" => Event::End,
            _ => return self.unknown(),
        })
    }

    /// Column and row.
    fn place(&self) -> Result<[i8; 2], String> {
        let at = |i: usize| {
            self.message["at"][i]
                .as_i64()
                .and_then(|x| x.try_into().ok())
        };
        match (at(0), at(1)) {
            (Some(column), Some(row)) => Ok([column, row]),
            _ => self.wrong("at", "a list of a column and a row"),
        }
    }
}
