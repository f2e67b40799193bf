//! What can be said of a decision at a table: what each of two bots would do, and the circumstances.

use powergrab_engine::game::{Action, OptionName, Options, Textual};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The most circumstances that a game declares.
pub const MAX_CONTEXTS: usize = 8;

/// What a bot does, as a verb in the third person: "plays a Wild".
pub type Deed = Cow<'static, str>;

/// A circumstance of a decision that people can name, with a few values.
pub struct Context<G: Textual> {
    /// What it is called.
    pub name: &'static str,
    /// The words for each value, as the end of a sentence: "with two cards in hand".
    pub values: &'static [&'static str],
    /// The words for each value and those below it; empty if the values have no order.
    pub at_most: &'static [&'static str],
    /// The words for each value and those above it; empty if the values have no order.
    pub at_least: &'static [&'static str],
    /// The value at a decision.
    pub value: fn(G::View<'_>) -> u8,
}

/// The features of a game's decisions, declared once.
///
/// A game without a table of its own has [`FeatureTable::GENERIC`]. [`GameEntry::with`](crate::catalog::GameEntry::with) takes a
/// reference to its own.
pub struct FeatureTable<G: Textual> {
    /// Says what two different actions are, for example "plays a Wild" and "draws". If both are of one class, the second one says how it
    /// differs, and begins with the verb.
    pub deeds: fn(G::View<'_>, &Options, [Action; 2]) -> Deeds,
    /// The circumstances, at most [`MAX_CONTEXTS`], each with at most eight values.
    pub contexts: &'static [Context<G>],
}

/// What two bots do in one decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deeds {
    /// What the first one does.
    pub own: Deed,
    /// What the other does.
    pub other: Deed,
    /// Whether both are of one class, so that `other` says only how it differs.
    pub same_class: bool,
}

impl Deeds {
    /// Those of two actions of these classes; `differs` says how the second one differs if they are the same.
    pub fn new(own: Deed, other: Deed, differs: impl FnOnce() -> &'static str) -> Deeds {
        let same_class = own == other;
        Deeds {
            other: if same_class { differs().into() } else { other },
            own,
            same_class,
        }
    }
}

/// One decision in which two bots differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The question.
    pub question: &'static str,
    /// What they do.
    pub deeds: Deeds,
    /// By circumstance: its value.
    pub contexts: [u8; MAX_CONTEXTS],
}

/// The most values of a circumstance.
const MAX_VALUES: usize = 8;

/// How often each value of a circumstance came up in decisions, by question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circumstances(BTreeMap<&'static str, [[u64; MAX_VALUES]; MAX_CONTEXTS]>);

impl Circumstances {
    /// Adds a decision.
    pub fn add(&mut self, question: &'static str, contexts: [u8; MAX_CONTEXTS]) {
        let counts = self.0.entry(question).or_default();
        for (row, value) in counts.iter_mut().zip(contexts) {
            if let Some(count) = row.get_mut(usize::from(value)) {
                *count += 1;
            }
        }
    }

    /// Adds those of other decisions.
    pub fn absorb(&mut self, other: Circumstances) {
        for (question, counts) in other.0 {
            let own = self.0.entry(question).or_default();
            for (own, count) in own.iter_mut().flatten().zip(counts.as_flattened()) {
                *own += count;
            }
        }
    }

    /// The part of a question's decisions in which the circumstance has a value in this range.
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
    /// The options by their names, and no circumstances: for any game.
    pub const GENERIC: &'static FeatureTable<G> = &FeatureTable {
        deeds: by_name::<G>,
        contexts: &[],
    };

    /// What can be said of a decision in which two bots choose these actions.
    pub fn difference(
        &self,
        view: G::View<'_>,
        options: &Options,
        actions: [Action; 2],
    ) -> Difference {
        Difference {
            question: G::asked(view),
            deeds: (self.deeds)(view, options, actions),
            contexts: self.values(view),
        }
    }

    /// The values of the circumstances.
    pub fn values(&self, view: G::View<'_>) -> [u8; MAX_CONTEXTS] {
        let mut values = [0; MAX_CONTEXTS];
        for (value, context) in values.iter_mut().zip(self.contexts) {
            *value = (context.value)(view);
        }
        values
    }
}

/// The class of an option by its name: cards by their symbols, numbers together.
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

fn by_name<G: Textual>(view: G::View<'_>, options: &Options, [own, other]: [Action; 2]) -> Deeds {
    let deed = |action| class::<G>(view, options, action);
    Deeds::new(deed(own), deed(other), || "chooses another")
}
