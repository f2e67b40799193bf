//! The register of ruleset options: one row per option that RULES.md names for the shedding games.
//!
//! Reading a ruleset, writing it into a trace, the fingerprint, `powergrab rules` and the docs all
//! use this table. A new option is a field of [`Rules`], a row here and, unless it is a house rule, a
//! line in each official file.

use super::family::Family;
use super::option_forms::{
    FIRST_DEALERS, TOWER_TEXTS, deck_value, icons_value, points_value, protects_value, read_deck,
    read_first_dealer, read_icons, read_points, read_protects, read_towers, towers_text, whole,
};
pub use super::rules::MAX_POINTS;
use super::rules::{
    Drawing, MAX_TURNS_LIMIT, NextDealer, Reshuffle, Rules, Scoring, Stacking, TwoPlayerReverse,
    Upcard,
};
use crate::config::{ConfigError, Reader};
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Maximum number of cards dealt to each player (PG-4).
pub const MAX_HAND_SIZE: u32 = 60;

const _: () = assert!(MAX_POINTS < 1 << super::tables::POINT_BITS);

/// Maximum of `target_score` (PG-16).
pub const MAX_TARGET: u32 = 1_000_000;

/// One option of a ruleset.
#[derive(Debug)]
pub struct RuleOption {
    /// Key in a ruleset file.
    pub key: &'static str,
    /// The rule that defines it.
    pub rule: &'static str,
    /// Its meaning, in one sentence.
    pub meaning: &'static str,
    kind: Kind,
}

/// Type of an option's values, with the functions that read and write it.
#[derive(Debug)]
enum Kind {
    Flag {
        get: fn(&Rules) -> bool,
        set: fn(&mut Rules, bool),
    },
    Whole {
        range: RangeInclusive<u32>,
        get: fn(&Rules) -> u32,
        set: fn(&mut Rules, u32),
    },
    Choice {
        texts: &'static [&'static str],
        get: fn(&Rules) -> &'static str,
        set: fn(&mut Rules, &str),
    },
    Own {
        values: &'static str,
        get: fn(&Rules) -> Option<Value>,
        read: fn(&Reader<'_>, &mut Rules) -> Result<(), ConfigError>,
    },
}

impl RuleOption {
    /// Returns the allowed values in words.
    pub fn values(&self) -> String {
        match &self.kind {
            Kind::Flag { .. } => "true or false".to_owned(),
            Kind::Whole { range, .. } => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            Kind::Choice { texts, .. } => {
                let quoted: Vec<String> = texts.iter().map(|t| format!("{t:?}")).collect();
                quoted.join(" or ")
            }
            Kind::Own { values, .. } => (*values).to_owned(),
        }
    }

    /// Returns the value for a trace and the fingerprint. `None` for `deck` if it is the rule
    /// sheet's, apart from icons, and for a house rule that is off: rules without house rules keep
    /// the form they had before there were any.
    pub fn value(&self, rules: &Rules) -> Option<Value> {
        static OFF: LazyLock<Rules> = LazyLock::new(|| Rules::official(Family::Classic));
        let value = self.in_force(rules);
        value.filter(|_| !self.is_house_rule() || self.in_force(&OFF) != self.in_force(rules))
    }

    /// Returns whether it is a house rule, which is off in every official ruleset.
    pub fn is_house_rule(&self) -> bool {
        self.rule.starts_with("HR")
    }

    /// Returns the value in force; `None` for `deck` if it is the rule sheet's, apart from icons.
    pub fn in_force(&self, rules: &Rules) -> Option<Value> {
        match &self.kind {
            Kind::Flag { get, .. } => Some(json!(get(rules))),
            Kind::Whole { get, .. } => Some(json!(get(rules))),
            Kind::Choice { get, .. } => Some(json!(get(rules))),
            Kind::Own { get, .. } => get(rules),
        }
    }

    /// Reads the option from a table into the rules, if it is present.
    ///
    /// # Errors
    /// Fails if the value is not one of [`RuleOption::values`].
    pub fn read(&self, reader: &Reader<'_>, rules: &mut Rules) -> Result<(), ConfigError> {
        match &self.kind {
            Kind::Flag { set, .. } => {
                if let Some(value) = reader.boolean(self.key)? {
                    set(rules, value);
                }
            }
            Kind::Whole { range, set, .. } => {
                if let Some(value) = whole(reader, self.key, range)? {
                    set(rules, value);
                }
            }
            Kind::Choice { texts, set, .. } => {
                if let Some(text) = reader.choice(self.key, texts)? {
                    set(rules, text);
                }
            }
            Kind::Own { read, .. } => read(reader, rules)?,
        }
        Ok(())
    }
}

/// A row for an option that is one of a few texts, stored in the field of that name.
macro_rules! choice {
    ($field:ident: $type:ident) => {
        Kind::Choice {
            texts: $type::TEXTS,
            get: |r| r.$field.text(),
            set: |r, text| r.$field = $type::from_text(text).unwrap_or(r.$field),
        }
    };
}

/// A row for an option that is on or off, stored in the field of that name.
macro_rules! flag {
    ($field:ident) => {
        Kind::Flag {
            get: |r| r.$field,
            set: |r, value| r.$field = value,
        }
    };
}

impl Rules {
    /// Returns whether a house rule is on.
    pub fn has_house_rules(&self) -> bool {
        let mut house_rules = OPTIONS.iter().filter(|option| option.is_house_rule());
        house_rules.any(|option| option.value(self).is_some())
    }
}

/// Every option, in the order of RULES.md.
pub static OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: "icons",
        rule: "PG-2",
        meaning: "Which number cards carry a Power Icon; one entry is one of the two copies in a colour.",
        kind: Kind::Own {
            values: "a text like \"2! 3U 4N\" (numbers 1 to 9, icons U N O !, each number at most twice), or four for R Y G B; not together with deck",
            get: |r| Some(icons_value(&r.deck)),
            read: read_icons,
        },
    },
    RuleOption {
        key: "deck",
        rule: "PG-2",
        meaning: "The cards of the deck, icons included, with the number of copies of each; by default those of the sheet.",
        kind: Kind::Own {
            values: "a table card text = number of copies (0 to 128), at most 128 cards in all; not together with icons",
            get: |r| r.has_own_deck().then(|| deck_value(&r.deck)),
            read: read_deck,
        },
    },
    RuleOption {
        key: "first_dealer",
        rule: "PG-3",
        meaning: "Who deals the first round.",
        kind: Kind::Own {
            values: FIRST_DEALERS,
            get: |r| Some(r.first_dealer.map_or(json!("random"), |seat| json!(seat))),
            read: read_first_dealer,
        },
    },
    RuleOption {
        key: "next_dealer",
        rule: "PG-3",
        meaning: "Who deals after a round that somebody won; after any other the deal passes to the left.",
        kind: choice!(next_dealer: NextDealer),
    },
    RuleOption {
        key: "hand_size",
        rule: "PG-4",
        meaning: "How many cards each player is dealt.",
        kind: Kind::Whole {
            range: 1..=MAX_HAND_SIZE,
            get: |r| u32::from(r.hand_size),
            set: |r, n| r.hand_size = n as u8,
        },
    },
    RuleOption {
        key: "opening_draw_skips",
        rule: "PG-5",
        meaning: "Whether the first seat misses its turn after drawing for a Draw One or Draw Two turned up at the start.",
        kind: flag!(opening_draw_skips),
    },
    RuleOption {
        key: "wild_after_draw",
        rule: "PG-6",
        meaning: "Whether a wild card from the hand may be played after a card was drawn, instead of only the drawn one.",
        kind: flag!(wild_after_draw),
    },
    RuleOption {
        key: "towers",
        rule: "PG-9",
        meaning: "Which Power Towers are in the game.",
        kind: Kind::Own {
            values: TOWER_TEXTS,
            get: |r| Some(json!(towers_text(r.towers))),
            read: read_towers,
        },
    },
    RuleOption {
        key: "protects",
        rule: "PG-9",
        meaning: "What each tower stops.",
        kind: Kind::Own {
            values: "a table with a list of D1 D2 W4 S, possibly empty, for any of U N O !",
            get: |r| Some(protects_value(r)),
            read: read_protects,
        },
    },
    RuleOption {
        key: "instant_uno",
        rule: "PG-11",
        meaning: "Whether a player who holds all four towers may lay down all its cards but one.",
        kind: flag!(instant_uno),
    },
    RuleOption {
        key: "block_last",
        rule: "PG-13",
        meaning: "Whether a tower also stops the card that ends a round.",
        kind: flag!(block_last),
    },
    RuleOption {
        key: "reshuffle",
        rule: "PG-14",
        meaning: "Whether the discards become a new draw pile when a card is needed and there is none, or as soon as the last is drawn.",
        kind: choice!(reshuffle: Reshuffle),
    },
    RuleOption {
        key: "max_turns",
        rule: "PG-15",
        meaning: "After how many turns a round is stopped, without winner or points.",
        kind: Kind::Whole {
            range: 1..=MAX_TURNS_LIMIT,
            get: |r| r.max_turns,
            set: |r, n| r.max_turns = n,
        },
    },
    RuleOption {
        key: "points",
        rule: "PG-16",
        meaning: "What the cards that are not numbers count; numbers count their face.",
        kind: Kind::Own {
            values: "a table with a whole number from 0 to 1000 for any of D1 D2 S R G2 W WT WP W4",
            get: |r| Some(points_value(r)),
            read: read_points,
        },
    },
    RuleOption {
        key: "target_score",
        rule: "PG-16",
        meaning: "The score that ends the game.",
        kind: Kind::Whole {
            range: 1..=MAX_TARGET,
            get: |r| r.target_score,
            set: |r, n| r.target_score = n,
        },
    },
    RuleOption {
        key: "scoring",
        rule: "PG-16",
        meaning: "Whether the winner of a round scores what its opponents hold, or each player its own cards and the lowest total wins the game.",
        kind: choice!(scoring: Scoring),
    },
    RuleOption {
        key: "max_rounds",
        rule: "PG-16",
        meaning: "After how many rounds a game is stopped, without winner.",
        kind: Kind::Whole {
            range: 1..=MAX_TURNS_LIMIT,
            get: |r| r.max_rounds,
            set: |r, n| r.max_rounds = n,
        },
    },
    RuleOption {
        key: "two_player_reverse",
        rule: "PG-17",
        meaning: "Whether a Reverse between two players only turns the direction, or the other player also misses its turn.",
        kind: choice!(two_player_reverse: TwoPlayerReverse),
    },
    RuleOption {
        key: "stack",
        rule: "HR-1",
        meaning: "Which draw cards a seat may lay on a draw card instead of drawing, so that the next seat has to draw for all of them.",
        kind: choice!(stack: Stacking),
    },
    RuleOption {
        key: "draw",
        rule: "HR-2",
        meaning: "Whether a seat that draws on its turn takes one card, or draws until it has one that it can play.",
        kind: choice!(draw: Drawing),
    },
    RuleOption {
        key: "force_play",
        rule: "HR-3",
        meaning: "Whether a seat must play if it can. Nobody has to bluff with a Wild Draw Four.",
        kind: flag!(force_play),
    },
    RuleOption {
        key: "challenge",
        rule: "HR-4",
        meaning: "Whether a Wild Draw Four may be challenged.",
        kind: flag!(challenge),
    },
    RuleOption {
        key: "bluff",
        rule: "HR-4",
        meaning: "Whether a Wild Draw Four may be played as a bluff.",
        kind: flag!(bluff),
    },
    RuleOption {
        key: "seven_zero",
        rule: "HR-5",
        meaning: "Whether the player of a 7 exchanges hands with another seat, and a 0 moves all hands to the next seat.",
        kind: flag!(seven_zero),
    },
    RuleOption {
        key: "upcard",
        rule: "HR-6",
        meaning: "What an action card turned up at the start does: what the sheet says, nothing, or it goes back until a number comes.",
        kind: choice!(upcard: Upcard),
    },
];

/// Returns the option with this key, if there is one.
pub fn option(key: &str) -> Option<&'static RuleOption> {
    OPTIONS.iter().find(|option| option.key == key)
}

#[cfg(test)]
mod tests {
    use super::super::option_forms::STOPPED;
    use super::super::rules::BLOCKABLE;
    use super::*;
    use crate::cards::{MAX_CARDS, MAX_SEATS, Symbol};
    use crate::shedding::Family;

    #[test]
    fn the_register_has_one_row_for_each_option_of_the_rules() {
        let keys: Vec<&str> = OPTIONS.iter().map(|o| o.key).collect();
        assert_eq!(
            keys.join(" "),
            "icons deck first_dealer next_dealer hand_size opening_draw_skips wild_after_draw towers protects \
             instant_uno block_last reshuffle max_turns points target_score scoring max_rounds two_player_reverse \
             stack draw force_play challenge bluff seven_zero upcard",
            "a new option is listed here, and where ARCHITECTURE.md says (Where to sign)"
        );
        for option in OPTIONS {
            assert!(option.meaning.ends_with('.'), "{}", option.key);
            assert!(std::ptr::eq(super::option(option.key).unwrap(), option));
        }
    }

    #[test]
    fn the_values_in_words_agree_with_what_is_read() {
        assert!(
            option("points")
                .unwrap()
                .values()
                .contains(&format!("0 to {MAX_POINTS} "))
        );
        assert!(
            option("deck")
                .unwrap()
                .values()
                .contains(&format!("most {MAX_CARDS} "))
        );
        assert!(FIRST_DEALERS.ends_with(&(MAX_SEATS - 1).to_string()));
        for symbol in Symbol::ACTIONS {
            assert!(option("points").unwrap().values().contains(symbol.text()));
        }
        for symbol in BLOCKABLE {
            assert!(STOPPED.contains(symbol.text()));
            assert!(option("protects").unwrap().values().contains(symbol.text()));
        }
    }

    #[test]
    fn each_named_value_can_be_set_and_is_shown_again() {
        for option in OPTIONS {
            let Kind::Choice { texts, set, .. } = &option.kind else {
                continue;
            };
            for text in *texts {
                let mut rules = Rules::official(Family::Classic);
                set(&mut rules, text);
                assert_eq!(option.in_force(&rules), Some(json!(text)));
            }
        }
    }
}
