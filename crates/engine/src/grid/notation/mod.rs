//! A position of Grid as one line of text, as one seat sees it (common parts of all games:
//! [`notation`]).
//!
//! ```text
//! grid seat=0 ask=turn hand=R3,B7,YS sizes=3,4 board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2 piles=RR,G5/- turn=12 past=l1/
//! ```
//!
//! | key | meaning | if missing |
//! |---|---|---|
//! | `seat` | the deciding seat, which is on turn | 0 |
//! | `ask` | the question: `turn`, `position`, `line`, `pay` | `turn` |
//! | `hand` | its cards, including those chosen in this move | |
//! | `sizes` | the number of cards of each seat, including the card drawn for this turn | |
//! | `board` | the top cards, rows separated by `/`, `-` for an empty place; while the Grid is being filled (GR-4) no more than the cards need | empty |
//! | `corner` | column and row of its top left while it is being filled, counted from the first card | as if the first card of the top row had been the first |
//! | `buried` | the cards of the Grid that are not on top, in any order | empty |
//! | `piles` | the score piles by seat, separated by `/`, `-` for an empty one | empty |
//! | `shown` | cards publicly known to be in hands (GR-2), `0:RR/1:W,W4` | empty |
//! | `turn` | the number of this turn, from 1, which determines the first seat | computed from the cards on the table, assuming that each Wild Draw Four paid for a line |
//! | `past` | by seat, separated by `/`, letters with numbers: `l` lines scored, `p` turns that ended without a move | the minimum possible |
//! | `card` | the card chosen to be placed or to turn a line with (`ask=position`, `ask=line`) | |
//! | `line`, `paid` | the line that is being paid for; the cards chosen for its first numbers (`ask=pay`) | ; empty |
//!
//! A snapshot is the same at any moment, independent of the question: a seat's view just after an
//! event. `seat` is the seat of the view, `ask` the phase of the machine (also `begin` of a turn
//! and `over`), and there are four more keys.
//!
//! | key | meaning | if missing |
//! |---|---|---|
//! | `turn-of` | the seat on turn | `seat` |
//! | `first` | the seat that began | 0 |
//! | `ended` | the end of the game, `out` or `deck` | |
//! | `scores` | by seat, once it has ended | |

mod read;
mod snapshot;

use super::rules::Rules;
use super::state::Phase;
use super::view::View;
use crate::cards::{CardSet, Seat};
use crate::game::notation;
use crate::game::notation::{join, list};
use serde_json::Value;
use std::fmt::Write as _;

/// Returns the first word of a position under these rules.
pub fn ruleset(rules: &Rules) -> String {
    let (Value::Object(mut options), official) =
        (rules.options_json(), Rules::official().options_json())
    else {
        return Rules::NAME.to_owned();
    };
    options.retain(|key, value| official.get(key) != Some(value));
    notation::word(Rules::NAME, options)
}

/// Keys of a position's text.
pub(super) const KEYS: &[&str] = &[
    "seat", "ask", "hand", "sizes", "board", "corner", "buried", "piles", "shown", "turn", "past",
    "card", "line", "paid",
];

impl View<'_> {
    /// Returns the position as this seat sees it, as one line that includes the rules. Meant for a
    /// seat that is asked.
    pub fn notation(&self) -> String {
        let s = self.state;
        let n = self.n_seats();
        let of = |cards: CardSet| list(&self.game.tables.deck, cards);
        let or_none = |cards: CardSet| match of(cards) {
            none if none.is_empty() => "-".to_owned(),
            some => some,
        };
        let mut out = format!(
            "{} seat={} ask={}",
            ruleset(&self.game.rules),
            self.seat(),
            self.phase().text()
        );
        let mut add = |key: &str, value: String| {
            if !value.is_empty() {
                let _ = write!(out, " {key}={value}");
            }
        };
        let when = |is: bool, value: String| if is { value } else { String::new() };
        add("hand", or_none(self.hand()));
        add(
            "sizes",
            join(n, ",", |seat| self.hand_size(seat as Seat).to_string()),
        );
        add("board", self.board_text());
        let [column, row] = self.corner();
        let usual = s.board.usual_corner();
        add(
            "corner",
            when(
                !self.is_full() && [column, row] != usual,
                format!("{column},{row}"),
            ),
        );
        add("buried", of(self.buried()));
        let piles = || (0..n).map(|seat| self.score_pile(seat as Seat));
        add(
            "piles",
            when(
                piles().any(|pile| !pile.is_empty()),
                join(n, "/", |seat| or_none(self.score_pile(seat as Seat))),
            ),
        );
        let shown = (0..n as Seat).filter(|seat| !self.shown(*seat).is_empty());
        let shown: Vec<String> = shown
            .map(|seat| format!("{seat}:{}", of(self.shown(seat))))
            .collect();
        add("shown", shown.join("/"));
        add("turn", self.turn().to_string());
        let past = join(n, "/", |seat| {
            let record = self.record(seat as Seat);
            let lines = when(record.lines > 0, format!("l{}", record.lines));
            let passes = when(record.passes > 0, format!("p{}", record.passes));
            lines + &passes
        });
        add("past", when(past.len() >= n, past));
        add(
            "card",
            self.chosen().map_or(String::new(), |c| c.to_string()),
        );
        if let Some(line) = self.line() {
            add("line", line.to_string());
            let paid = s.paid[..s.n_paid()].iter();
            let paid: Vec<String> = paid.map(|slot| self.card_at(*slot).to_string()).collect();
            add("paid", paid.join(","));
        }
        out
    }

    /// Returns the position at any moment.
    pub(super) fn snapshot(&self) -> String {
        let n = self.n_seats();
        let mut out = self.notation();
        let _ = write!(out, " turn-of={} first={}", self.on_turn(), self.first());
        if let Some(end) = self.ended() {
            let score = |seat| self.score(seat as Seat).unwrap_or(0).to_string();
            let _ = write!(out, " ended={} scores={}", end.text(), join(n, ",", score));
        }
        out
    }

    /// Returns the top cards, row by row, as far as there are any.
    fn board_text(&self) -> String {
        let [columns, rows] = self.state.board.size();
        join(rows, "/", |row| {
            join(columns, ",", |column| {
                let top = self.top((4 * row + column) as u8);
                top.map_or("-".to_owned(), |card| card.to_string())
            })
        })
    }
}

/// Questions, by their words.
const ASKS: [Phase; 4] = [Phase::Turn, Phase::Position, Phase::Line, Phase::Pay];
