//! One line of a decision list: a preference among the options, and the circumstances in which it
//! holds. Its text is a sentence for people, and is parsed as it is printed.

use super::vocabulary::{CardClass, Phrase, Range, Vocabulary};
use powergrab_engine::cards::CardSet;
use powergrab_engine::config::{nearest, shorten};
use powergrab_engine::game::{Game, Options};
use std::fmt;

/// What a line prefers.
pub enum Preference<G: Game> {
    /// "play X": cards of this class to everything else.
    Play(&'static CardClass<G>),
    /// "play X rather than Y": cards of the first class to those of the second.
    Rather(&'static CardClass<G>, &'static CardClass<G>),
    /// "play another card rather than X": other cards to those of this class.
    Another(&'static CardClass<G>),
    /// "do not play X": everything else to cards of this class.
    Not(&'static CardClass<G>),
    /// Any other phrase: the options that it asks for.
    Phrase(&'static Phrase<G>),
}

impl<G: Game> Clone for Preference<G> {
    fn clone(&self) -> Preference<G> {
        *self
    }
}

impl<G: Game> Copy for Preference<G> {}

/// A line. Of the options that are left, those stay that it prefers; all of them if it prefers none
/// of them or all.
pub struct Line<G: Game> {
    /// The preference.
    pub preference: Preference<G>,
    /// The circumstances, all of which must hold.
    pub when: Vec<Range<G>>,
}

impl<G: Game> Clone for Line<G> {
    fn clone(&self) -> Line<G> {
        Line {
            preference: self.preference,
            when: self.when.clone(),
        }
    }
}

/// Words between the parts of a line.
const PLAY: &str = "play ";
const ANOTHER: &str = "play another card rather than ";
const NOT: &str = "do not play ";
const RATHER: &str = " rather than ";
const AND: &str = ", ";

impl<G: Game> Preference<G> {
    /// Returns the options that stay of those that are left.
    #[inline]
    pub fn keep(&self, vocabulary: &Vocabulary<G>, view: G::View<'_>, left: &Options) -> Options {
        let all = left.cards() | left.bluffs();
        let of = |class: &CardClass<G>, cards: CardSet| (class.among)(view, cards);
        match self {
            Preference::Phrase(phrase) => or(&(phrase.among)(view, left), left),
            _ if !(vocabulary.is_play)(view) => *left,
            Preference::Play(class) => or(&left.only_cards(of(class, left.cards())), left),
            Preference::Rather(class, other) => {
                let better = of(class, left.cards());
                match better.is_empty() {
                    true => *left,
                    false => left.without_cards(of(other, all).without(better)),
                }
            }
            Preference::Another(class) => {
                let held_back = of(class, all);
                match left.cards().without(held_back).is_empty() {
                    true => *left,
                    false => left.without_cards(held_back),
                }
            }
            Preference::Not(class) => or(&left.without_cards(of(class, all)), left),
        }
    }
}

/// Returns the preferred options; those that are left if they are empty.
fn or(preferred: &Options, left: &Options) -> Options {
    match preferred.is_empty() {
        true => *left,
        false => *preferred,
    }
}

impl<G: Game> Line<G> {
    /// Returns the options that stay of those that are left.
    #[inline]
    pub fn keep(&self, vocabulary: &Vocabulary<G>, view: G::View<'_>, left: &Options) -> Options {
        match self.when.iter().all(|range| range.has(view)) {
            true => self.preference.keep(vocabulary, view, left),
            false => *left,
        }
    }

    /// Parses a line's text.
    ///
    /// # Errors
    /// Says which words are unknown, and names the nearest known ones.
    pub fn parse(vocabulary: &Vocabulary<G>, text: &str) -> Result<Line<G>, String>
    where
        G: 'static,
    {
        let ranges = vocabulary.ranges();
        let (mut rest, mut when) = (text.trim(), Vec::new());
        // Words of circumstances may contain commas, so that they are taken from the end.
        while let Some((before, range)) = ranges
            .iter()
            .filter_map(|range| Some((rest.strip_suffix(range.words)?.strip_suffix(AND)?, range)))
            .min_by_key(|(before, _)| before.len())
        {
            when.insert(0, *range);
            rest = before;
        }
        let preferences = preferences(vocabulary);
        let found = preferences.iter().find(|it| it.to_string() == rest);
        let found = found.copied().or_else(|| rather(vocabulary, rest));
        if let Some(preference) = found {
            return Ok(Line { preference, when });
        }
        let known: Vec<String> = preferences.iter().map(Preference::to_string).collect();
        let is_known =
            |text: &str| known.iter().any(|it| it == text) || rather(vocabulary, text).is_some();
        let (first, last) = rest.split_once(AND).unwrap_or((rest, ""));
        let (wrong, kind, near) = match is_known(first) {
            true => {
                let words = ranges.iter().map(|range| range.words);
                (last, "circumstance", nearest(last, words))
            }
            false => (
                first,
                "line",
                nearest(first, known.iter().map(String::as_str)),
            ),
        };
        let near = near.map_or(String::new(), |it| format!("did you mean `{it}`? "));
        Err(format!(
            "{:?} is no {kind}; {near}`powergrab strategies rules` lists all words",
            shorten(wrong)
        ))
    }
}

/// Returns all preferences but those of one class to another.
pub fn preferences<G: Game>(vocabulary: &Vocabulary<G>) -> Vec<Preference<G>> {
    let forms = [Preference::Play, Preference::Another, Preference::Not];
    let cards = vocabulary.cards.iter();
    let plays = cards.flat_map(|class| forms.map(|form| form(class)));
    let phrases = vocabulary.phrases.iter().map(Preference::Phrase);
    plays.chain(phrases).collect()
}

/// Parses "play X rather than Y".
fn rather<G: Game>(vocabulary: &Vocabulary<G>, text: &str) -> Option<Preference<G>> {
    let (first, second) = text.strip_prefix(PLAY)?.split_once(RATHER)?;
    let class = |words| vocabulary.cards.iter().find(|class| class.words == words);
    Some(Preference::Rather(class(first)?, class(second)?))
}

impl<G: Game> fmt::Display for Preference<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Preference::Play(class) => write!(f, "{PLAY}{}", class.words),
            Preference::Rather(class, other) => {
                write!(f, "{PLAY}{}{RATHER}{}", class.words, other.words)
            }
            Preference::Another(class) => write!(f, "{ANOTHER}{}", class.words),
            Preference::Not(class) => write!(f, "{NOT}{}", class.words),
            Preference::Phrase(phrase) => f.write_str(phrase.words),
        }
    }
}

impl<G: Game> fmt::Display for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.preference)?;
        self.when
            .iter()
            .try_for_each(|range| write!(f, "{AND}{}", range.words))
    }
}

impl<G: Game> fmt::Debug for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
