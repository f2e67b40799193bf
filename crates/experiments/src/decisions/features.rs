//! Features of a decision: what each of two bots would do, and the circumstances.

use powergrab_bots::strategy::rules;
use powergrab_bots::strategy::rules::{Context, MAX_CONTEXTS};
use powergrab_engine::game::{Action, OptionName, Options, Textual};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Action in words, beginning with a verb in the third person: "plays a Wild".
pub type Deed = Cow<'static, str>;

/// Features of a game's decisions, declared once.
///
/// A game without its own table uses [`FeatureTable::GENERIC`].
/// `GameEntry::with` of `powergrab_lab` registers a game's table.
pub struct FeatureTable<G: Textual> {
    /// Describes the class of an action.
    pub deed: fn(G::View<'_>, &Options, Action) -> Deed,
    /// Describes how the second of two actions of one class differs from the first. Also begins with
    /// a verb.
    pub differs: fn(G::View<'_>, [Action; 2]) -> &'static str,
    /// Names of bots that play in different ways, to compare a bot's habits with.
    pub panel: &'static [&'static str],
    /// Circumstances, at most [`MAX_CONTEXTS`], each with at most eight values.
    pub contexts: &'static [Context<G>],
}

/// Actions of two bots in one decision, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deeds {
    /// Action of the first bot.
    pub own: Deed,
    /// Action of the second bot.
    pub other: Deed,
    /// `true` if both are of one class, so that `other` only says how it differs.
    pub same_class: bool,
}

impl Deeds {
    /// Returns the description of two actions of these classes. If the classes are equal, `differs`
    /// describes the second action.
    pub fn new(own: Deed, other: Deed, differs: impl FnOnce() -> &'static str) -> Deeds {
        let same_class = own == other;
        Deeds {
            other: if same_class { differs().into() } else { other },
            own,
            same_class,
        }
    }
}

/// Decision in which two bots differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Word for the question.
    pub question: Cow<'static, str>,
    /// Actions of both bots.
    pub deeds: Deeds,
    /// Second description if the bots were exchanged: that of the first bot's action, or how it
    /// differs from the second bot's if both are of one class.
    pub mirror: Deed,
    /// Value of each circumstance.
    pub contexts: [u8; MAX_CONTEXTS],
}

/// Maximum number of values of a circumstance.
const MAX_VALUES: usize = 8;

/// Number of decisions with each value of each circumstance, by question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circumstances(BTreeMap<Cow<'static, str>, [[u64; MAX_VALUES]; MAX_CONTEXTS]>);

impl Circumstances {
    /// Adds a decision.
    pub fn add(&mut self, question: &'static str, contexts: [u8; MAX_CONTEXTS]) {
        let counts = self.0.entry(question.into()).or_default();
        for (row, value) in counts.iter_mut().zip(contexts) {
            if let Some(count) = row.get_mut(usize::from(value)) {
                *count += 1;
            }
        }
    }

    /// Adds the decisions of another.
    pub fn absorb(&mut self, other: Circumstances) {
        for (question, counts) in other.0 {
            let own = self.0.entry(question).or_default();
            for (own, count) in own.iter_mut().flatten().zip(counts.as_flattened()) {
                *own += count;
            }
        }
    }

    /// Returns the fraction of a question's decisions in which the circumstance's value is in this
    /// range; 1 for an unknown question or circumstance.
    pub fn part(&self, question: &str, place: usize, low: u8, high: u8) -> f64 {
        let Some(row) = self.0.get(question).and_then(|counts| counts.get(place)) else {
            return 1.0;
        };
        let all: u64 = row.iter().sum();
        let inside: u64 = row
            .iter()
            .skip(low.into())
            .take(usize::from(high - low) + 1)
            .sum();
        inside as f64 / all.max(1) as f64
    }
}

impl<G: Textual> FeatureTable<G> {
    /// Options by name, without circumstances; suits any game.
    pub const GENERIC: &'static FeatureTable<G> = &FeatureTable {
        deed: class::<G>,
        differs: |_, _| "chooses another",
        panel: &[],
        contexts: &[],
    };

    /// Returns the description of a decision in which two bots choose these actions.
    pub fn difference(
        &self,
        view: G::View<'_>,
        options: &Options,
        actions: [Action; 2],
    ) -> Difference {
        let [first, second] = actions;
        let own = (self.deed)(view, options, first);
        let other = (self.deed)(view, options, second);
        let deeds = Deeds::new(own.clone(), other, || (self.differs)(view, actions));
        Difference {
            question: G::asked(view).into(),
            mirror: match deeds.same_class {
                true => (self.differs)(view, [second, first]).into(),
                false => own,
            },
            deeds,
            contexts: self.values(view),
        }
    }

    /// Returns the words for a range of a circumstance's values; `None` for the whole range, and
    /// for ranges without words.
    pub fn words(&self, place: usize, low: u8, high: u8) -> Option<&'static str> {
        self.contexts.get(place)?.words(low, high)
    }

    /// Returns the values of the circumstances.
    pub fn values(&self, view: G::View<'_>) -> [u8; MAX_CONTEXTS] {
        rules::values::<G>(self.contexts, view)
    }
}

/// Returns the class of an option, from its name: cards by symbol, all numbers together.
fn class<G: Textual>(view: G::View<'_>, options: &Options, action: Action) -> Deed {
    let card = |verb: &str, symbol: powergrab_engine::cards::Symbol| match symbol.number() {
        Some(_) => format!("{verb} a number").into(),
        None => format!("{verb} a {}", symbol.word()).into(),
    };
    match G::option_name(view, options, action) {
        OptionName::Card(it) => card("plays", it.symbol()),
        OptionName::Bluff(it) => card("bluffs with", it.symbol()),
        OptionName::Word(word) => format!("chooses {word}").into(),
        OptionName::Text(text) => format!("chooses {text}").into(),
    }
}
