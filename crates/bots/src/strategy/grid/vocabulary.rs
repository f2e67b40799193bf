//! Grid's words for `rules`.

use super::circumstances::CONTEXTS;
use super::features::Payment;
use crate::strategy::rules::{CardClass, Phrase, Vocabulary};
use powergrab_engine::cards::{CardSet, Symbol};
use powergrab_engine::game::Options;
use powergrab_engine::grid::{Grid, Phase, View};

/// The words.
pub const WORDS: &Vocabulary<Grid> = &Vocabulary {
    is_play: |view| view.phase() == Phase::Turn,
    cards: CARDS,
    phrases: PHRASES,
    contexts: CONTEXTS,
};

/// Returns the cards that `is_meant` among these.
fn filtered(view: View<'_>, cards: CardSet, is_meant: impl Fn(Symbol) -> bool) -> CardSet {
    let is_meant = |slot: &u8| is_meant(view.card_at(*slot).symbol());
    cards.iter().filter(is_meant).collect()
}

macro_rules! cards {
    ($($words:literal: |$symbol:ident| $is:expr;)+) => {
        &[$(CardClass {
            words: $words,
            among: |view, cards| filtered(view, cards, |$symbol| $is),
        },)+]
    };
}

/// Classes of cards.
const CARDS: &[CardClass<Grid>] = cards! {
    "a number": |symbol| symbol.number().is_some();
    "a number from 7 to 9": |symbol| symbol.number().is_some_and(|number| number >= 7);
    "a number from 0 to 3": |symbol| symbol.number().is_some_and(|number| number <= 3);
    "a Skip": |symbol| symbol == Symbol::Skip;
    "a Reverse": |symbol| symbol == Symbol::Reverse;
    "a Draw Two": |symbol| symbol == Symbol::DrawTwo;
    "a Wild Draw Four": |symbol| symbol == Symbol::WildDrawFour;
};

/// Returns the lines to score that `is_meant`, by their payment.
fn lines(view: View<'_>, left: &Options, is_meant: impl Fn(&Payment) -> bool) -> Options {
    if view.phase() != Phase::Turn {
        return Options::NONE;
    }
    let mut meant = 0;
    for n in 0..left.n_choices() {
        let action = left.nth_choice(n);
        let payment = view
            .line_of(action)
            .map(|line| Payment::new(view.needs(line), view.has()));
        if let (Some(number), Some(payment)) = (action.choice_number(), payment)
            && is_meant(&payment)
        {
            meant |= 1 << number;
        }
    }
    left.only_choices(meant)
}

macro_rules! phrases {
    ($($words:literal: |$payment:ident| $is:expr;)+) => {
        &[$(Phrase {
            words: $words,
            among: |view, left| lines(view, left, |$payment| $is),
        },)+]
    };
}

/// Everything else.
const PHRASES: &[Phrase<Grid>] = phrases! {
    "score a line": |_payment| true;
    "score a line without wilds": |payment| payment.wilds() == 0;
    "score a line for 10 points or more": |payment| payment.points >= 10;
    "score a line for 15 points or more": |payment| payment.points >= 15;
};
