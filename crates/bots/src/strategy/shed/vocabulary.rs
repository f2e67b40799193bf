//! The words of the shedding games for `rules`: cards to play, and everything else that can be
//! decided.

use super::circumstances::CONTEXTS;
use super::masks::{SHIELDS, cheapest, dearest, holders_towers, saw_the_bluff, shortest};
use crate::strategy::rules::{CardClass, Phrase, Vocabulary};
use powergrab_engine::cards::{CardSet, Colour, Seat, Symbol};
use powergrab_engine::game::Options;
use powergrab_engine::shedding::{
    CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_DRAW, CHOICE_NO, CHOICE_YES, Phase,
    Shedding, Tables, View,
};

/// The words.
pub const WORDS: &Vocabulary<Shedding> = &Vocabulary {
    is_play: |view| matches!(view.phase(), Phase::Turn | Phase::Drawn),
    cards: CARDS,
    phrases: PHRASES,
    contexts: CONTEXTS,
};

fn tables(view: View<'_>) -> &Tables {
    view.game().tables()
}

/// Returns the cards that `is_meant` among these.
fn filtered(cards: CardSet, is_meant: impl Fn(u8) -> bool) -> CardSet {
    cards.iter().filter(|slot| is_meant(*slot)).collect()
}

/// Returns the cards with the highest measure among these; the empty set if no card has a measure.
fn most(cards: CardSet, measure: impl Fn(u8) -> Option<u32>) -> CardSet {
    let highest = cards.iter().filter_map(&measure).max();
    filtered(cards, |slot| highest.is_some() && measure(slot) == highest)
}

fn of_symbol(view: View<'_>, cards: CardSet, symbol: Symbol) -> CardSet {
    cards & tables(view).symbols[symbol.index()]
}

fn numbers(view: View<'_>, cards: CardSet) -> CardSet {
    let t = tables(view);
    let all = t.symbols[..10].iter();
    cards & all.fold(CardSet::EMPTY, |all, of_symbol| all | *of_symbol)
}

fn with_icon(view: View<'_>, cards: CardSet) -> CardSet {
    let icons = tables(view).icons;
    cards & (icons[0] | icons[1] | icons[2] | icons[3])
}

fn of_colour(view: View<'_>, cards: CardSet) -> CardSet {
    let colour = view.colour();
    colour.map_or(CardSet::EMPTY, |c| cards & tables(view).colours[c.index()])
}

/// Returns the cards that would bring their player a tower (PG-8).
fn taking(view: View<'_>, cards: CardSet) -> CardSet {
    let t = tables(view);
    let lacking = t.towers & !view.towers(view.seat());
    filtered(cards, |slot| {
        let card = t.card(slot);
        (card.icon < 4 && lacking >> card.icon & 1 == 1) || (card.grabs > 0 && lacking != 0)
    })
}

/// Returns the cards that make the next seat draw or miss its turn (PG-7, PG-17).
fn attacks(view: View<'_>, cards: CardSet) -> CardSet {
    let t = tables(view);
    filtered(cards, |slot| {
        t.card(slot).draws > 0 || t.card(slot).misses()
    })
}

/// Returns those that the next seat can block (PG-9).
fn blockable(view: View<'_>, cards: CardSet) -> CardSet {
    let towers = view.towers(view.after(view.seat()));
    let t = tables(view);
    filtered(attacks(view, cards), |slot| {
        t.card(slot).stops & towers != 0
    })
}

/// Returns the colour of a card; `None` for a wild.
fn colour(view: View<'_>, slot: u8) -> Option<Colour> {
    Colour::ALL
        .get(usize::from(tables(view).card(slot).colour))
        .copied()
}

/// Returns whether the next seat passed on this colour in this round: it drew in its turn and
/// played nothing.
fn passed_on(view: View<'_>, colour: Colour) -> bool {
    view.record(view.after(view.seat())).passed[colour.index()] > 0
}

macro_rules! cards {
    ($($words:literal: |$view:ident, $cards:ident| $among:expr;)+) => {
        &[$(CardClass { words: $words, among: |$view, $cards| $among },)+]
    };
}

/// Classes of cards.
const CARDS: &[CardClass<Shedding>] = cards! {
    "a number": |view, cards| numbers(view, cards);
    "an icon number": |view, cards| with_icon(view, cards);
    "a number without an icon": |view, cards| numbers(view, cards).without(with_icon(view, cards));
    "a wild": |view, cards| cards & tables(view).wilds;
    "an action card": |view, cards| cards.without(numbers(view, cards) | tables(view).wilds);
    "a Draw One": |view, cards| of_symbol(view, cards, Symbol::DrawOne);
    "a Draw Two": |view, cards| of_symbol(view, cards, Symbol::DrawTwo);
    "a Skip": |view, cards| of_symbol(view, cards, Symbol::Skip);
    "a Reverse": |view, cards| of_symbol(view, cards, Symbol::Reverse);
    "a Grab-2-Towers": |view, cards| of_symbol(view, cards, Symbol::GrabTwo);
    "a plain Wild": |view, cards| of_symbol(view, cards, Symbol::Wild);
    "a Wild Grab-A-Tower": |view, cards| of_symbol(view, cards, Symbol::WildGrab);
    "a Power Ring": |view, cards| of_symbol(view, cards, Symbol::PowerRing);
    "a Wild Draw Four": |view, cards| of_symbol(view, cards, Symbol::WildDrawFour);
    "a card that makes the next seat draw or miss its turn": |view, cards| attacks(view, cards);
    "a card that the next seat can block": |view, cards| blockable(view, cards);
    "a card that claims a tower": |view, cards| taking(view, cards);
    "an icon number that claims no tower": |view, cards| with_icon(view, cards).without(taking(view, cards));
    "a card of the colour in force": |view, cards| of_colour(view, cards);
    "a card of another colour": |view, cards| cards.without(of_colour(view, cards) | tables(view).wilds);
    "a card of the colour that you hold most of": |view, cards| most(cards, |slot| Some(view.n_of_colour(colour(view, slot)?)));
    "a card of a colour that the next seat passed on": |view, cards| filtered(cards, |slot| colour(view, slot).is_some_and(|it| passed_on(view, it)));
    "a number or symbol that you hold twice or more": |view, cards| filtered(cards, |slot| view.n_of_symbol(tables(view).card(slot).symbol) > 1);
    "the card worth the most points": |view, cards| dearest(tables(view), cards);
    "the card worth the fewest points": |view, cards| cheapest(tables(view), cards);
};

/// Returns the options that are this choice, if the question is of this phase.
fn choice(view: View<'_>, left: &Options, phase: Phase, number: u8) -> Options {
    match view.phase() == phase {
        true => left.only_choices(1 << number),
        false => Options::NONE,
    }
}

/// Returns the cards that `among` returns, if the question is of this phase.
fn card(
    view: View<'_>,
    left: &Options,
    phase: Phase,
    among: impl Fn(CardSet) -> CardSet,
) -> Options {
    match view.phase() == phase {
        true => left.only_cards(among(left.cards())),
        false => Options::NONE,
    }
}

/// Returns the choices with the highest measure, which is above `more_than`.
fn highest(left: &Options, more_than: u32, measure: impl Fn(u8) -> u32) -> Options {
    let choices = || (0..16).filter(|number| left.has_choice(*number));
    let highest = choices().map(&measure).max().filter(|it| *it > more_than);
    let meant = choices().filter(|number| Some(measure(*number)) == highest);
    left.only_choices(meant.fold(0, |bits, number| bits | 1 << number))
}

/// Returns the colours to name with the highest measure.
fn named(view: View<'_>, left: &Options, measure: impl Fn(Colour) -> u32) -> Options {
    match view.phase() {
        Phase::Colour | Phase::Upcard => highest(left, 0, |number| {
            measure(Colour::ALL[usize::from(number) & 3])
        }),
        _ => Options::NONE,
    }
}

/// Returns the towers to claim with the highest measure.
fn claimed(view: View<'_>, left: &Options, measure: impl Fn(u8) -> u32) -> Options {
    match view.phase() {
        Phase::Tower => highest(left, 0, measure),
        _ => Options::NONE,
    }
}

/// Returns the seats to give a card to, or to exchange hands with, that `is_meant`.
fn seats(view: View<'_>, left: &Options, is_meant: impl Fn(Seat) -> bool) -> Options {
    match view.phase() {
        Phase::Gift | Phase::Exchange => highest(left, 0, |seat| u32::from(is_meant(seat))),
        _ => Options::NONE,
    }
}

macro_rules! phrases {
    ($($words:literal: |$view:ident, $left:ident| $among:expr;)+) => {
        &[$(Phrase { words: $words, among: |$view, $left| $among },)+]
    };
}

/// Everything else.
const PHRASES: &[Phrase<Shedding>] = phrases! {
    "draw": |view, left| choice(view, left, Phase::Turn, CHOICE_DRAW);
    "keep the card that you drew": |view, left| choice(view, left, Phase::Drawn, CHOICE_DRAW);
    "keep a wild that you drew": |view, left| {
        let is_wild = view.drawn().is_some_and(|card| card.symbol().is_wild());
        if is_wild { choice(view, left, Phase::Drawn, CHOICE_DRAW) } else { Options::NONE }
    };
    "bluff with a Wild Draw Four": |view, left| {
        if view.phase() == Phase::Turn { left.only_bluffs() } else { Options::NONE }
    };
    "name the colour that you hold most of": |view, left| named(view, left, |colour| view.n_of_colour(colour));
    "name the colour of which you hold most points": |view, left| named(view, left, |colour| view.points_by_colour()[colour.index()]);
    "name a colour that the next seat passed on": |view, left| named(view, left, |colour| u32::from(passed_on(view, colour)));
    "claim a tower from the seat with the most towers": |view, left| claimed(view, left, |tower| holders_towers(view, tower));
    "claim a tower from the next seat": |view, left| claimed(view, left, |tower| u32::from(view.towers(view.after(view.seat())) >> tower & 1));
    "claim the tower that blocks the most cards": |view, left| claimed(view, left, |tower| {
        let place = SHIELDS.iter().position(|it| *it == tower);
        place.map_or(0, |place| (SHIELDS.len() - place) as u32)
    });
    "claim the tower O": |view, left| choice(view, left, Phase::Tower, 2);
    "claim the tower N": |view, left| choice(view, left, Phase::Tower, 1);
    "claim the tower U": |view, left| choice(view, left, Phase::Tower, 0);
    "claim the tower !": |view, left| choice(view, left, Phase::Tower, 3);
    "take Instant UNO": |view, left| choice(view, left, Phase::InstantUno, CHOICE_YES);
    "decline Instant UNO": |view, left| choice(view, left, Phase::InstantUno, CHOICE_NO);
    "keep a wild after Instant UNO": |view, left| card(view, left, Phase::Keep, |cards| cards & tables(view).wilds);
    "keep a card of the colour in force after Instant UNO": |view, left| card(view, left, Phase::Keep, |cards| of_colour(view, cards));
    "keep the card worth the fewest points after Instant UNO": |view, left| card(view, left, Phase::Keep, |cards| cheapest(tables(view), cards));
    "block with a tower": |view, left| choice(view, left, Phase::React, CHOICE_BLOCK);
    "challenge a Wild Draw Four": |view, left| choice(view, left, Phase::React, CHOICE_CHALLENGE);
    "challenge a Wild Draw Four that you know to be a bluff": |view, left| {
        if saw_the_bluff(view) { choice(view, left, Phase::React, CHOICE_CHALLENGE) } else { Options::NONE }
    };
    "challenge a Wild Draw Four if its player names the colour that was already in force": |view, left| {
        let same = view.colour() == Some(view.colour_before());
        if same { choice(view, left, Phase::React, CHOICE_CHALLENGE) } else { Options::NONE }
    };
    "accept the card played against you": |view, left| choice(view, left, Phase::React, CHOICE_ACCEPT);
    "stack another card": |view, left| card(view, left, Phase::React, |cards| cards);
    "call UNO": |view, left| choice(view, left, Phase::Call, CHOICE_YES);
    "forget to call UNO": |view, left| choice(view, left, Phase::Call, CHOICE_NO);
    "catch a forgotten UNO": |view, left| choice(view, left, Phase::Catch, CHOICE_YES);
    "let a forgotten UNO pass": |view, left| choice(view, left, Phase::Catch, CHOICE_NO);
    "choose the seat with the fewest cards": |view, left| seats(view, left, |seat| {
        Some(view.hand_size(seat)) == shortest(view, |it| left.has_choice(it)).map(|it| view.hand_size(it))
    });
    "choose the next seat": |view, left| seats(view, left, |seat| seat == view.after(view.seat()));
};
