//! A position as one line of text, as one seat sees it.
//!
//! ```text
//! power-grab seat=0 ask=turn hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS towers=2-0- scores=120,0,310
//! ```
//!
//! The ruleset (an official name, followed by the differing options as in
//! `power-grab{"target_score":300}`; or a file), then keys in any order, of which `hand`, `sizes`
//! and `top` are required. The text contains only the seat's knowledge; hidden cards are redealt
//! when it is read.
//!
//! | key | meaning | if missing |
//! |---|---|---|
//! | `seat` | the deciding seat | 0 |
//! | `ask` | the question: `turn`, `drawn`, `gift`, `colour`, `tower`, `instant-uno`, `keep`, `call`, `catch`, `react`, `exchange`, `upcard` | `turn` |
//! | `turn-of` | the seat on turn, if that is another (`catch`, `react`) | the deciding seat; with `react` the seat before it |
//! | `hand` | its cards, `-` if it has none | |
//! | `sizes` | the number of cards of each seat | |
//! | `top`, `under` | the top card of the discard pile, those below it in any order | no cards below |
//! | `colour` | the colour in force, if the top card is wild | the top card's |
//! | `before` | the colour in force before the wild card on top | R |
//! | `drawn` | the card just drawn (`ask=drawn`) | |
//! | `dir`, `dealer` | `left` or `right`; a seat | `left`, the last seat |
//! | `towers` | the holders of U, N, O and !, `-` for nobody | `----` |
//! | `scores`, `round`, `turns` | so far in the game; rounds before; turns in this round | 0 |
//! | `grabs` | towers still to claim (`ask=tower`) | 1 |
//! | `idle` | passes in a row in which nothing was drawn (PG-15) | 0 |
//! | `judged` | the number of its player's cards by which a Wild Draw Four is judged (PG-10) | all |
//! | `stack` | the number of cards demanded by the top card and those under it, if it was laid on other draw cards (HR-1) | as many as it draws |
//! | `marks` | `opening`: PG-5 restricts this turn; `guilty`: the seat's own Wild Draw Four is a bluff; `open-bluff`: this is public | none |
//! | `past` | by seat, separated by `/`, letters with numbers: `d` cards drawn, `pR` to `pB` draws when it last passed on the colour plus one, `n` the colour it named, `w` Wild Draw Fours, `c` challenged, `g` guilty, `h` challenges, `f` found | nothing |
//! | `knows` | cards in other hands that the seat knows, `1:R5,R6/3:B2` | none |
//! | `shows` | cards of its own that others know | none |
//! | `told` | the public number of cards in a hand that a seat knows, `1>2:3` | none |
//! | `bounds` | public knowledge of colours in hands (PG-10, GL-4), `1R0-2/3Y1-`: seat, colour, minimum, maximum | none |
//!
//! A snapshot is the same at any moment, independent of the question: a seat's view just after an
//! event. `seat` is the seat of the view, `ask` the phase of the machine (`over` after a round),
//! and there are two more keys.
//!
//! | key | meaning | if missing |
//! |---|---|---|
//! | `ended` | the end of the round and its winner, `out:2`, `deadlock:-` (`ask=over`) | |
//! | `points` | the points of each seat in it | 0 |

mod moment;
mod past;
mod read;
mod snapshot;

use super::rules::Rules;
use super::state::{NOBODY, Phase, State};
use super::view::View;
use crate::cards::{CardSet, Colour, Seat};
use crate::game::notation;
use crate::game::notation::{join, list};
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

/// Keys of a position's text.
pub(super) const KEYS: &[&str] = &[
    "seat", "ask", "turn-of", "hand", "sizes", "top", "under", "colour", "before", "drawn", "dir",
    "dealer", "towers", "scores", "round", "turns", "grabs", "idle", "judged", "stack", "marks",
    "past", "knows", "shows", "told", "bounds",
];

/// Moment to be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// The seat is asked, so its question implies much of the position.
    Asked,
    /// Any moment.
    Any,
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

    fn written(&self, moment: When) -> String {
        let any = moment == When::Any;
        let t = &self.game.tables;
        let s = self.state.settled(t);
        let (n, me) = (self.n_seats(), self.seat);
        let ruleset = ruleset(&self.game.rules);
        let mut out = format!("{ruleset} seat={me} ask={}", s.phase.text());
        let mut add = |key: &str, value: String| {
            if !value.is_empty() {
                let _ = write!(out, " {key}={value}");
            }
        };
        let when = |is: bool, value: String| if is { value } else { String::new() };
        add("turn-of", when(s.seat != me, s.seat.to_string()));
        let hand = self.list(s.hand(me));
        add(
            "hand",
            if hand.is_empty() {
                "-".to_owned()
            } else {
                hand
            },
        );
        add(
            "sizes",
            join(n, ",", |seat| s.hand(seat as Seat).len().to_string()),
        );
        add("top", self.card_at(s.top).to_string());
        add("under", self.list(s.discards.without(CardSet::one(s.top))));
        let wild = t.wilds.has(s.top);
        let named = wild && s.phase != Phase::Upcard;
        let colour = |c: u8| Colour::ALL[c as usize & 3].to_string();
        let in_force = named || any && s.phase != Phase::Upcard;
        add("colour", when(in_force, colour(s.colour)));
        let before = named && wild_asked(s.phase) || any && wild;
        add("before", when(before, colour(s.colour_before)));
        add(
            "drawn",
            self.drawn().map_or(String::new(), |c| c.to_string()),
        );
        add("dir", when(s.direction != 0, "right".to_owned()));
        add("dealer", s.dealer.to_string());
        let owner = |tower: usize| match s.holders.owner(tower as u8) {
            NOBODY => "-".to_owned(),
            seat => seat.to_string(),
        };
        add(
            "towers",
            when(
                (0..4).any(|tower| s.holders.owner(tower) != NOBODY),
                join(4, "", owner),
            ),
        );
        let scored = s.scores[..n].iter().any(|x| *x > 0);
        add(
            "scores",
            when(scored, join(n, ",", |seat| s.scores[seat].to_string())),
        );
        let number = |x: u32| when(x > 0, x.to_string());
        add("round", number(s.round));
        add("turns", number(s.turn - u32::from(s.last && !any)));
        let grabs = s.phase == Phase::Tower && s.grabs != 1 && !any;
        add("grabs", when(grabs, s.grabs.to_string()));
        add("idle", number(s.idle.into()));
        let four = t.draw_fours.has(s.top) && wild_asked(s.phase);
        let all = s.hand(s.seat).len() == u32::from(s.judged);
        add(
            "judged",
            when(four && !s.last && !all && !any, s.judged.to_string()),
        );
        add(
            "stack",
            number(if s.under > 0 { self.game.stack(&s) } else { 0 }),
        );
        let mut marks = Vec::new();
        marks.extend(s.colour_only.then_some("opening"));
        let guilty = four && s.seat == me && s.bluff && !any;
        marks.extend(guilty.then_some("guilty"));
        marks.extend((four && s.open_bluff).then_some("open-bluff"));
        add("marks", marks.join(","));
        let past = join(n, "/", |seat| past(&s, seat));
        add("past", when(past.len() >= n, past));
        let others = |of: &dyn Fn(usize) -> CardSet| {
            let lists = (0..n).filter(|a| *a != usize::from(me) && !of(*a).is_empty());
            lists
                .map(|a| format!("{a}:{}", self.list(of(a))))
                .collect::<Vec<_>>()
                .join("/")
        };
        if s.exposed != 0 {
            add("knows", others(&|a| s.shown.of(t.n, me, a)));
            add("shows", others(&|a| s.shown.of(t.n, a, me)));
            let pairs = (0..n * n).map(|i| (i / n, i % n));
            let told = pairs.filter(|&(a, b)| s.told.of(t.n, a, b) > 0);
            let told: Vec<String> = told
                .map(|(a, b)| format!("{a}>{b}:{}", s.told.of(t.n, a, b)))
                .collect();
            add("told", told.join("/"));
            add("bounds", bounds(&s, n));
        }
        if let Some((end, winner)) = self.ended() {
            let winner = winner.map_or("-".to_owned(), |seat| seat.to_string());
            add("ended", format!("{}:{winner}", end.text()));
            add(
                "points",
                join(n, ",", |seat| s.round_points[seat].to_string()),
            );
        }
        out
    }

    fn list(&self, cards: CardSet) -> String {
        list(&self.game.rules.deck, cards)
    }
}

/// Returns whether the question may concern the wild card on top.
fn wild_asked(phase: Phase) -> bool {
    use Phase::{Call, Catch, InstantUno, Keep, React};
    matches!(phase, React | Catch | Call | InstantUno | Keep)
}

fn past(s: &State, seat: usize) -> String {
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

/// Largest upper bound of a hand's cards that is worth writing.
const WIDEST: u32 = 127;

fn bounds(s: &State, n: usize) -> String {
    let mut parts = Vec::new();
    for seat in 0..n {
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
