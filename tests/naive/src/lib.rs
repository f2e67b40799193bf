//! A naive simulator of the four card games, written from RULES.md alone: plain vectors of cards,
//! whole shuffles, plain ifs. It is deliberately slow where that is clearer. This file has the
//! common parts of the games.
//!
//! A second opinion on the engines: it imports nothing from the crate under test, and must stay
//! that way. The test that compares the two is `second_opinion.rs`
//! (`crates/lab/tests/experiments`). A separate package, so that it can be optimised without the
//! tests around it.
//!
//! | file | holds |
//! |---|---|
//! | `options` | the options and the decks |
//! | `round` | the state of a round: deal, upcard, draw pile, missed turns |
//! | `turns` | turns and plays |
//! | `games` | metrics, scores, games |
//! | `grid`, `grid_figures` | Grid; its options and the metrics of one game |
//!
//! Its own tests are in `tests/sanity.rs`.

pub mod games;
pub mod grid;
pub mod grid_figures;
pub mod options;
pub mod round;
pub mod turns;

/// The four colours, as written in card texts.
pub const COLOURS: [char; 4] = ['R', 'Y', 'G', 'B'];
/// The four towers of Power Grab.
pub const TOWERS: [char; 4] = ['U', 'N', 'O', '!'];
/// Symbols of coloured cards.
pub const COLOURED: [&str; 15] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "D1", "D2", "S", "R", "G2",
];
/// The wild cards.
pub const WILDS: [&str; 4] = ["W", "W4", "WT", "WP"];

/// A card, split into the three parts of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card {
    /// `None` for a wild card.
    pub colour: Option<char>,
    /// One of `COLOURED` or `WILDS`.
    pub symbol: &'static str,
    /// The Power Icon of a number card, if it has one.
    pub icon: Option<char>,
}

impl Card {
    /// Parses a card text such as `R5`, `B4N`, `GD2`, `RG2` or `W4`.
    pub fn parse(text: &str) -> Result<Card, String> {
        let bad = || format!("`{text}` is not a card");
        if let Some(symbol) = WILDS.iter().find(|wild| **wild == text) {
            return Ok(Card {
                colour: None,
                symbol,
                icon: None,
            });
        }
        let mut symbol: String = text.to_string();
        if symbol.is_empty() || !COLOURS.contains(&symbol.remove(0)) {
            return Err(bad());
        }
        let mut icon = None;
        let last = symbol.chars().last().ok_or_else(bad)?;
        if symbol.len() == 2
            && TOWERS.contains(&last)
            && symbol.starts_with(|c: char| c.is_ascii_digit())
        {
            icon = symbol.pop();
        }
        let symbol = COLOURED
            .iter()
            .find(|known| **known == symbol)
            .ok_or_else(bad)?;
        Ok(Card {
            colour: text.chars().next(),
            symbol,
            icon,
        })
    }

    /// Returns the card's text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        text.extend(self.colour);
        text.push_str(self.symbol);
        text.extend(self.icon);
        text
    }

    pub fn is_wild(&self) -> bool {
        self.colour.is_none()
    }

    /// Returns the face value of a number card, `None` for all other cards.
    pub fn number(&self) -> Option<i64> {
        let first = self.symbol.as_bytes()[0];
        first.is_ascii_digit().then(|| i64::from(first - b'0'))
    }
}

/// Returns the 108 cards of `classic` (GL-2 without Power Rings), which Grid uses too (GR-1).
pub fn classic_deck() -> Vec<Card> {
    let mut texts: Vec<String> = Vec::new();
    for colour in COLOURS {
        texts.push(format!("{colour}0"));
        for _ in 0..2 {
            for number in 1..=9 {
                texts.push(format!("{colour}{number}"));
            }
            for action in ["D2", "R", "S"] {
                texts.push(format!("{colour}{action}"));
            }
        }
    }
    for _ in 0..4 {
        texts.push("W".to_string());
        texts.push("W4".to_string());
    }
    texts
        .iter()
        .map(|text| Card::parse(text).expect("an official card"))
        .collect()
}

/// xoshiro256++, seeded with SplitMix64.
pub struct Rng {
    state: [u64; 4],
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// Returns a separate stream of numbers for every pair of a seed and an index.
    pub fn new(seed: u64, index: u64) -> Rng {
        let mut seed_state = seed;
        let mut state = split_mix(&mut seed_state) ^ index.wrapping_mul(0xd134_2543_de82_ef95);
        Rng {
            state: std::array::from_fn(|_| split_mix(&mut state)),
        }
    }

    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Returns a uniform number below `n`; numbers that would favour some remainders are rejected.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "nothing to choose from");
        let n = n as u64;
        let fair = u64::MAX - u64::MAX % n;
        loop {
            let number = self.next_u64();
            if number < fair {
                return (number % n) as usize;
            }
        }
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        ((self.next_u64() >> 11) as f64) / ((1u64 << 53) as f64) < probability
    }

    pub fn shuffle(&mut self, cards: &mut [Card]) {
        for last in (1..cards.len()).rev() {
            let other = self.below(last + 1);
            cards.swap(last, other);
        }
    }
}

/// Running mean and spread of one metric.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub count: u64,
    pub mean: f64,
    squares: f64,
    pub min: f64,
    pub max: f64,
}

impl Summary {
    pub fn add(&mut self, value: f64) {
        self.min = if self.count == 0 {
            value
        } else {
            self.min.min(value)
        };
        self.max = if self.count == 0 {
            value
        } else {
            self.max.max(value)
        };
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// Returns the standard deviation of the sample.
    pub fn sd(&self) -> f64 {
        if self.count < 2 {
            0.0
        } else {
            (self.squares / (self.count - 1) as f64).sqrt()
        }
    }

    /// Returns the standard error of the mean.
    pub fn se(&self) -> f64 {
        if self.count == 0 {
            0.0
        } else {
            self.sd() / (self.count as f64).sqrt()
        }
    }
}

/// Metrics of many rounds or games by name, in the order of first occurrence.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub rows: Vec<(String, Summary)>,
}

impl Table {
    pub fn add(&mut self, values: &[(String, Option<f64>)]) {
        for (name, value) in values {
            if !self.rows.iter().any(|(known, _)| known == name) {
                self.rows.push((name.clone(), Summary::default()));
            }
            if let (Some(value), Some(row)) =
                (value, self.rows.iter_mut().find(|(known, _)| known == name))
            {
                row.1.add(*value);
            }
        }
    }

    pub fn get(&self, name: &str) -> Option<&Summary> {
        self.rows
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, summary)| summary)
    }
}

// JSON without a library. None of the written texts contains a quote or a backslash.

pub fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

pub fn json_list<T>(items: &[T], one: impl Fn(&T) -> String) -> String {
    let parts: Vec<String> = items.iter().map(one).collect();
    format!("[{}]", parts.join(","))
}

pub fn json_cards(cards: &[Card]) -> String {
    json_list(cards, |card| quoted(&card.text()))
}

pub fn json_hands(hands: &[Vec<Card>]) -> String {
    json_list(hands, |hand| json_cards(hand))
}

/// Returns the first line of every game in a trace.
pub fn json_game(
    ruleset: &str,
    variant: bool,
    rules: &str,
    seed: u64,
    game: usize,
    seats: usize,
    bot: &str,
) -> String {
    let names = vec![bot; seats];
    format!(
        "{{\"event\":\"game\",\"format\":1,\"ruleset\":\"{ruleset}\",\"variant\":{variant},\"rules\":{rules},\
         \"seed\":\"{seed}\",\"game\":{game},\"deal\":{game},\"rotation\":0,\"seats\":{}}}\n",
        json_list(&names, |name| quoted(name))
    )
}
