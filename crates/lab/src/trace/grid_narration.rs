//! Narration of Grid games in plain words.

use super::grid_picture::{Numbers, picture};
use super::narration::{Narrated, Narrator, plural};
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::game::Game as _;
use powergrab_engine::grid::{End, Event, Grid, State, Why};
use std::fmt::Write as _;

impl Narrated for Grid {
    fn narrate_event(&self, narrator: &mut Narrator<'_>, s: &State, event: &Event) {
        let name = |seat: Seat| narrator.name(seat);
        let held = |seat: Seat| plural(s.hand(seat).len(), "card");
        let text = match *event {
            Event::Deal => {
                let mut text = String::from("\n");
                for seat in 0..self.n_seats() as Seat {
                    let _ = writeln!(text, "  {} holds {}", name(seat), texts(self, s.hand(seat)));
                }
                format!("{text}  {} begins.", name(s.first()))
            }
            Event::Draw {
                seat, cards, why, ..
            } => {
                let reason = why.words();
                let drawn = texts(self, cards);
                format!(
                    "{}  {} draws {drawn}{reason} ({} in hand, {} in the draw pile)",
                    if why == Why::Turn { "\n" } else { "" },
                    name(seat),
                    held(seat),
                    s.left()
                )
            }
            Event::Place { seat, card, .. } => {
                let grid = drawn(self, s);
                let card = self.card(card).words();
                format!("  {} places {card}\n{grid}", name(seat))
            }
            Event::Reverse { seat, line, .. } => {
                format!(
                    "  {} turns {line} with a Reverse\n{}",
                    name(seat),
                    drawn(self, s)
                )
            }
            Event::Lay { seat, card } => {
                let card = self.card(card).words();
                format!("  {} lays a {card} into its score pile", name(seat))
            }
            Event::Score { seat, line, cards } => {
                let laid = cards.slots();
                let texts: Vec<String> = laid.iter().map(|c| self.card(*c).to_string()).collect();
                let points = self.tables().points(laid.iter().copied().collect());
                format!(
                    "  {} scores {line} with {}: {} ({} in hand)",
                    name(seat),
                    texts.join(" "),
                    plural(points.unsigned_abs(), "point"),
                    held(seat)
                )
            }
            Event::Pass { seat } if s.board().is_full() => {
                format!("  {} can do nothing", name(seat))
            }
            Event::Pass { seat } => {
                let hand = texts(self, s.hand(seat));
                format!(
                    "  {} can place nothing and shows its hand: {hand}",
                    name(seat)
                )
            }
            Event::End => result(self, narrator, s),
        };
        narrator.say(&text);
    }

    fn narrate_end(&self, narrator: &mut Narrator<'_>, s: &State, n: usize, winners: &str) {
        let turns = plural(s.turn(), "turn");
        let verb = if n == 1 { "wins" } else { "share the win" };
        narrator.say(&format!("\n{winners} {verb} after {turns}.\n"));
    }
}

fn texts(game: &Grid, set: CardSet) -> String {
    let texts: Vec<String> = set.iter().map(|slot| game.card(slot).to_string()).collect();
    texts.join(" ")
}

/// Returns the Grid as text, which looks the same to all seats.
fn drawn(game: &Grid, s: &State) -> String {
    picture(game.view(s, s.seat()), Numbers::Settled)
}

fn result(game: &Grid, narrator: &Narrator<'_>, s: &State) -> String {
    let mut text = match s.end() {
        End::Out => format!("\n  {} has no cards left.", narrator.name(s.seat())),
        End::Deck => "\n  The draw pile is empty.".to_owned(),
    };
    for seat in 0..game.n_seats() as Seat {
        let won = game.tables().points(s.pile(seat));
        let lost = game.tables().points(s.hand(seat));
        let _ = write!(
            text,
            "\n  {}: {won} scored, {lost} in hand, {}",
            narrator.name(seat),
            game.score(s, seat)
        );
    }
    text
}
