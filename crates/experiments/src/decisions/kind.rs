//! Kinds of decision: the differences that belong to them, and their sentences.

use super::features::Difference;
use serde::{Deserialize, Serialize};

/// Range of values of one circumstance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Narrowing {
    /// Index of the circumstance among those of the game.
    pub place: u8,
    /// Lowest value.
    pub low: u8,
    /// Highest value.
    pub high: u8,
    /// Words for the range, as the end of a sentence.
    pub words: String,
}

impl Narrowing {
    /// Returns whether the circumstance's value is in this range.
    pub fn has(&self, difference: &Difference) -> bool {
        let value = difference.contexts.get(usize::from(self.place));
        value.is_some_and(|value| (self.low..=self.high).contains(value))
    }
}

/// Kind of decision in which two bots differ: a question, the action of one or both, and possibly a
/// circumstance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionKind {
    /// Word for the question.
    pub question: String,
    /// Action of the first bot; `None` for any but the second bot's.
    pub own: Option<String>,
    /// Action of the second bot; `None` for any but the first bot's.
    pub other: Option<String>,
    /// Circumstance; `None` for any.
    pub context: Option<Narrowing>,
    /// Most frequent actions of the bot of which any action counts, each with its share: "draws
    /// (70 %) or plays a Skip (12 %)"; empty if unknown.
    pub usual: String,
}

impl DecisionKind {
    /// Returns the kind with the actions of both bots in this decision, in any circumstance.
    pub fn of(difference: &Difference) -> DecisionKind {
        DecisionKind {
            question: difference.question.to_string(),
            own: Some(difference.deeds.own.to_string()),
            other: Some(difference.deeds.other.to_string()),
            context: None,
            usual: String::new(),
        }
    }

    /// Returns whether a difference is of this kind.
    pub fn has(&self, difference: &Difference) -> bool {
        let deeds = &difference.deeds;
        let is = |asked: &Option<String>, deed: &str| asked.as_ref().is_none_or(|own| own == deed);
        // Within a class, the second description only has a meaning next to the first.
        let is_open = self.own.is_none() || self.other.is_none();
        self.question == difference.question
            && !(is_open && deeds.same_class)
            && is(&self.own, &deeds.own)
            && is(&self.other, &deeds.other)
            && self
                .context
                .as_ref()
                .is_none_or(|context| context.has(difference))
    }

    /// Returns the kind as a sentence about bots with these names.
    pub fn sentence(&self, [first, second]: [&str; 2]) -> String {
        let usual = match &*self.usual {
            "" => "does not",
            usual => usual,
        };
        let mut text = match (&self.own, &self.other) {
            (Some(own), Some(other)) => format!("{first} {own} where {second} {other}"),
            (Some(own), None) => format!("{first} {own} where {second} {usual}"),
            (None, Some(other)) => format!("{second} {other} where {first} {usual}"),
            (None, None) => format!("{first} and {second} differ"),
        };
        if let Some(context) = &self.context {
            text.push_str(&format!(", {}", context.words));
        }
        text
    }
}

/// Differences that are taken together as one candidate for a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Together {
    /// Those with the same actions of both bots.
    Cell,
    /// Those with the same action of the first bot.
    Own,
    /// Those with the same action of the second bot.
    Other,
}

impl Together {
    /// Returns the kind of the differences that are taken together with this one.
    pub fn kind(self, difference: &Difference) -> DecisionKind {
        let cell = DecisionKind::of(difference);
        match self {
            Together::Cell => cell,
            Together::Own => DecisionKind {
                other: None,
                ..cell
            },
            Together::Other => DecisionKind { own: None, ..cell },
        }
    }
}

/// Returns the index of the first kind that includes a difference, or the number of kinds if none
/// does.
pub fn place(kinds: &[DecisionKind], difference: &Difference) -> usize {
    let found = kinds.iter().position(|kind| kind.has(difference));
    found.unwrap_or(kinds.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::features::Deeds;
    use powergrab_bots::strategy::rules::MAX_CONTEXTS;

    fn difference(own: &'static str, other: &'static str, cards: u8) -> Difference {
        let mut contexts = [0; MAX_CONTEXTS];
        contexts[0] = cards;
        let deeds = Deeds::new(own.into(), other.into(), || "plays another");
        Difference {
            question: "turn".into(),
            deeds,
            mirror: own.into(),
            contexts,
        }
    }

    #[test]
    fn the_first_kind_that_has_a_difference_takes_it() {
        let kind = |own: Option<&str>, other: Option<&str>, context: Option<(u8, u8)>| {
            let narrowing = |(low, high)| Narrowing {
                place: 0,
                low,
                high,
                words: "with few cards".to_owned(),
            };
            DecisionKind {
                question: "turn".to_owned(),
                own: own.map(str::to_owned),
                other: other.map(str::to_owned),
                context: context.map(narrowing),
                usual: String::new(),
            }
        };
        let kinds = [
            kind(Some("draws"), Some("plays a Wild"), Some((0, 1))),
            kind(None, Some("plays a Wild"), None),
        ];
        let at = |own, other, cards| place(&kinds, &difference(own, other, cards));
        assert_eq!(at("draws", "plays a Wild", 1), 0);
        assert_eq!(at("draws", "plays a Wild", 2), 1);
        assert_eq!(at("plays a Skip", "plays a Wild", 0), 1);
        // Two different Wilds are not a case of one bot playing a Wild and the other not.
        assert_eq!(at("plays a Wild", "plays a Wild", 0), 2);
        assert_eq!(at("plays a Wild", "draws", 0), 2);
        assert_eq!(
            kinds[0].sentence(["a", "b"]),
            "a draws where b plays a Wild, with few cards"
        );
        assert_eq!(
            kinds[1].sentence(["a", "b"]),
            "b plays a Wild where a does not"
        );
    }
}
