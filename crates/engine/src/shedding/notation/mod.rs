//! A position as one line of text, as one seat sees it.
//!
//! ```text
//! power-grab seat=0 ask=turn hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS towers=2-0- scores=120,0,310
//! ```
//!
//! The ruleset (an official name, followed by the differing options as in
//! `power-grab{"target_score":300}`; or a file), then keys in any order
//! ([`Textual::POSITION`](crate::game::Textual::POSITION)), of which `hand`, `sizes` and `top` are
//! required. The text contains only the seat's knowledge; hidden cards are redealt when it is read.
//!
//! A snapshot is the same at any moment, independent of the question: a seat's view just after an
//! event. `seat` is the seat of the view, `ask` the phase of the machine (`over` after a round),
//! and there are two more keys.

mod moment;
mod past;
mod read;
mod snapshot;

use super::engine::Shedding;
use super::rules::Rules;
use super::state::{Phase, State};
use super::view::View;
use crate::cards::{CardSet, Colour, Seat};
use crate::game::Game as _;
use crate::game::notation;
use crate::game::notation::{When, list};
use std::fmt::Write as _;

/// Returns the first word of a position under these rules.
pub fn ruleset(rules: &Rules) -> String {
    let differing = rules.differences();
    let options = rules.options_json();
    let options = options
        .filter(|(key, _)| differing.contains(&key.as_str()))
        // A deck has its icons on its cards.
        .filter(|(key, _)| key != "icons" || !differing.contains(&"deck"));
    notation::word(rules.family.name(), options.collect())
}

impl View<'_> {
    /// Returns the position as this seat sees it, as one line that includes the rules. Meant for a
    /// seat that is asked.
    pub fn notation(&self) -> String {
        self.written(When::Asked)
    }

    /// Returns the position at any moment.
    pub(super) fn snapshot(&self) -> String {
        self.written(When::Any)
    }

    fn written(&self, when: When) -> String {
        let settled = self.state.settled(&self.game.tables);
        let view = self.game.view(&settled, self.seat);
        notation::written::<Shedding>(&ruleset(&self.game.rules), view, when)
    }

    pub(super) fn list(&self, cards: CardSet) -> String {
        list(&self.game.rules.deck, cards)
    }
}

/// Returns whether the question may concern the wild card on top.
pub(super) fn wild_asked(phase: Phase) -> bool {
    use Phase::{Call, Catch, InstantUno, Keep, React};
    matches!(phase, React | Catch | Call | InstantUno | Keep)
}

/// Returns the public memory of a seat.
pub(super) fn past(s: &State, seat: usize) -> String {
    let r = &s.records[seat];
    let mut out = String::new();
    let mut add = |letter: &str, n: u32| {
        if n > 0 {
            let _ = write!(out, "{letter}{n}");
        }
    };
    add("d", r.drawn);
    for (colour, passed) in Colour::ALL.iter().zip(r.passed) {
        add(&format!("p{colour}"), passed);
    }
    if let Some(colour) = Colour::ALL.get(usize::from(r.named)) {
        let _ = write!(out, "n{colour}");
    }
    let counts = [r.draw_fours, r.challenged, r.guilty, r.challenges, r.found];
    for (letter, n) in ["w", "c", "g", "h", "f"].iter().zip(counts) {
        if n > 0 {
            let _ = write!(out, "{letter}{n}");
        }
    }
    out
}

/// Returns the marks of the moment.
pub(super) fn marks(view: View<'_>, when: When) -> String {
    let (s, t) = (view.state, &view.game.tables);
    let four = t.draw_fours.has(s.top) && wild_asked(s.phase);
    let guilty = four && s.seat == view.seat && s.bluff && when == When::Asked;
    let marks = [
        (s.colour_only, "opening"),
        (guilty, "guilty"),
        (four && s.open_bluff, "open-bluff"),
    ];
    let marks = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark);
    marks.collect::<Vec<_>>().join(",")
}

/// Returns a list for each other seat that has cards in it: of the number of seats and the other.
pub(super) fn exposed_hands(view: View<'_>, cards: impl Fn(Seat, usize) -> CardSet) -> String {
    if view.state.exposed == 0 {
        return String::new();
    }
    let others = (0..view.n_seats()).filter(|other| *other != usize::from(view.seat));
    let lists = others.map(|other| (other, cards(view.game.tables.n, other)));
    let lists = lists.filter(|(_, cards)| !cards.is_empty());
    let lists = lists.map(|(other, cards)| format!("{other}:{}", view.list(cards)));
    lists.collect::<Vec<_>>().join("/")
}

/// Returns how many cards of others' hands the seats know.
pub(super) fn told(view: View<'_>) -> String {
    let (s, n) = (view.state, view.n_seats());
    if s.exposed == 0 {
        return String::new();
    }
    let pairs = (0..n * n).map(|at| (at / n, at % n));
    let numbers = pairs.map(|(a, b)| (a, b, s.told.of(view.game.tables.n, a, b)));
    let told = numbers.filter(|(_, _, number)| *number > 0);
    let told = told.map(|(a, b, number)| format!("{a}>{b}:{number}"));
    told.collect::<Vec<_>>().join("/")
}

/// Largest upper bound of a hand's cards that is worth writing.
const WIDEST: u32 = 127;

/// Returns what everybody knows of colours in hands.
pub(super) fn bounds_text(view: View<'_>) -> String {
    let s = view.state;
    let mut parts = Vec::new();
    let seats = if s.exposed == 0 { 0 } else { view.n_seats() };
    for seat in 0..seats {
        for colour in Colour::ALL {
            let (least, most) = s.facts[seat].bounds(colour.index(), s.records[seat].drawn);
            if least > 0 || most <= WIDEST {
                let most = if most <= WIDEST {
                    most.to_string()
                } else {
                    String::new()
                };
                parts.push(format!("{seat}{colour}{least}-{most}"));
            }
        }
    }
    parts.join("/")
}
