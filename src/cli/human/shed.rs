//! The shedding games at the terminal.

use super::terminal_game::{Names, TerminalGame};
use powergrab_engine::cards::{CardSet, Seat, Tower};
use powergrab_engine::game::Options;
use powergrab_engine::shedding::{End, Event, HIDDEN, Phase, Shedding, View, Why};
use powergrab_lab::matches::printed::counted;
use std::fmt::Write as _;

impl TerminalGame for Shedding {
    fn legend(&self) -> String {
        let rules = self.rules();
        let deck = rules.deck.cards();
        let mut text = String::from(
            "Cards: a colour (R red, Y yellow, G green, B blue) and a number or symbol.\n",
        );
        let has = |symbol: &str| deck.iter().any(|card| card.symbol().text() == symbol);
        for (symbol, example, meaning) in [
            ("D1", "RD1", "Draw One"),
            ("D2", "BD2", "Draw Two"),
            ("S", "GS", "Skip"),
            ("R", "YR", "Reverse"),
            ("G2", "RG2", "Grab-2-Towers"),
            ("W", "W", "Wild: name a colour"),
            ("WT", "WT", "Wild Grab-A-Tower"),
            ("WP", "WP", "Wild Power Ring"),
            ("W4", "W4", "Wild Draw Four: may be a bluff, and challenged"),
        ] {
            if has(symbol) {
                let _ = writeln!(text, "  {example:<4} {meaning}");
            }
        }
        if self.tables().towers != 0 {
            text.push_str(
                "  R3U  a red 3 whose Power Icon U lets you claim tower U (likewise N, O, !)\n",
            );
        }
        text
    }

    fn table(view: View<'_>, _: &Options, names: &Names) -> String {
        let mut out = String::from("\n");
        for seat in 0..view.n_seats() as Seat {
            let towers: String = Tower::ALL
                .iter()
                .filter(|t| view.owner(**t) == Some(seat))
                .map(ToString::to_string)
                .collect();
            let _ = writeln!(
                out,
                "  {} {:<16} {:>8}  score {:>3}  {}",
                if seat == view.on_turn() { ">" } else { " " },
                names.of(seat),
                counted(view.hand_size(seat).into(), "card"),
                view.score(seat),
                if towers.is_empty() {
                    String::new()
                } else {
                    format!("towers {towers}")
                }
            );
        }
        let colour = view
            .colour()
            .map_or(String::new(), |c| format!(", {} in force", c.word()));
        let _ = writeln!(
            out,
            "  top card {}{colour}; your hand: {}",
            view.top(),
            cards(view, view.hand())
        );
        let in_game = view.game().tables().towers;
        let middle: Vec<String> = Tower::ALL
            .iter()
            .filter(|t| in_game >> t.index() & 1 == 1 && view.owner(**t).is_none())
            .map(ToString::to_string)
            .collect();
        if !middle.is_empty() {
            let _ = writeln!(out, "  towers in the middle: {}", middle.join(" "));
        }
        if view.stack() > 0 {
            let _ = writeln!(out, "  the stack asks for {} cards", view.stack());
        }
        out
    }

    /// A seat's number answers who receives a card or a hand.
    fn numbers_are_texts(view: View<'_>) -> bool {
        matches!(view.phase(), Phase::Gift | Phase::Exchange)
    }

    fn is_own_draw(view: View<'_>, event: &Event) -> bool {
        matches!(*event, Event::Draw { seat, why: Why::Turn, .. } if seat == view.seat())
    }

    fn told(view: View<'_>, event: &Event, names: &Names) -> Option<String> {
        let name = |seat: Seat| names.of(seat);
        let card = |slot: u8| {
            if slot == HIDDEN {
                "a card".to_owned()
            } else {
                view.card_at(slot).to_string()
            }
        };
        Some(match *event {
            Event::Round { .. } => format!(
                "\nRound {}, dealt by {}; {} is turned up",
                view.round() + 1,
                name(view.dealer()),
                view.top()
            ),
            Event::Colour { seat, colour } => format!("{}: {}", name(seat), colour.word()),
            Event::Play {
                seat,
                card: slot,
                drawn,
                colour,
                ..
            } => {
                let named = colour.map_or(String::new(), |c| format!(" and names {}", c.word()));
                format!(
                    "{}: {}{}{named}",
                    name(seat),
                    card(slot),
                    if drawn { ", just drawn," } else { "" }
                )
            }
            Event::Give {
                seat,
                to,
                card: slot,
            } => format!("{} gives {} to {}", name(seat), card(slot), name(to)),
            Event::Claim { .. } => {
                let (tower, seat, from) = event.moved_tower()?;
                let from = from.map_or(String::new(), |from| format!(" from {}", name(from)));
                format!("{} claims tower {tower}{from}", name(seat))
            }
            Event::InstantUno {
                seat, discarded, ..
            } => format!(
                "{}: Instant UNO, lays down {}",
                name(seat),
                cards(view, discarded)
            ),
            Event::Uno { seat } => format!("{}: UNO!", name(seat)),
            Event::Caught { seat, by } => format!(
                "{} did not call UNO and is caught by {}",
                name(seat),
                name(by)
            ),
            Event::Block { seat, tower } => format!("{} blocks with tower {tower}", name(seat)),
            Event::Challenge {
                seat,
                against,
                guilty,
            } => {
                let verdict = if guilty { "guilty" } else { "innocent" };
                let shown = if seat == view.seat() {
                    format!(": {}", cards(view, view.shown(against)))
                } else {
                    String::new()
                };
                format!(
                    "{} challenges {}: {verdict}{shown}",
                    name(seat),
                    name(against)
                )
            }
            Event::Draw {
                seat,
                cards: drawn,
                n,
                why,
            } => {
                let what = if drawn.is_empty() {
                    n.to_string()
                } else {
                    cards(view, drawn)
                };
                let reason = why.words();
                if n == 0 {
                    format!("{} draws nothing: no card is left", name(seat))
                } else {
                    format!("{} draws {what}{reason}", name(seat))
                }
            }
            Event::Card { .. } => return None,
            Event::Swap { seat, to } => {
                let hand = if seat == view.seat() || to == view.seat() {
                    format!("; you hold {}", cards(view, view.hand()))
                } else {
                    String::new()
                };
                format!("{} exchanges hands with {}{hand}", name(seat), name(to))
            }
            Event::Rotate => format!(
                "Every hand goes to the next seat; you hold {}",
                cards(view, view.hand())
            ),
            Event::Reshuffle { cards } => {
                format!("{cards} cards are shuffled into a new draw pile")
            }
            Event::Intervention { .. } => return None,
            Event::Miss { seat } => format!("{} misses a turn", name(seat)),
            Event::Pass { seat } => format!("{} passes", name(seat)),
            Event::RoundEnd => {
                let (end, winner) = view.ended()?;
                let scores: Vec<String> = (0..view.n_seats() as Seat)
                    .map(|seat| format!("{} {}", name(seat), view.score(seat)))
                    .collect();
                match winner {
                    Some(winner) => format!(
                        "{} goes out, {}. Scores: {}",
                        name(winner),
                        counted(view.round_points(winner).into(), "point"),
                        scores.join(", ")
                    ),
                    None => {
                        let why = if end == End::MaxTurns {
                            "Stopped at the maximum number of turns"
                        } else {
                            "Nobody can play or draw"
                        };
                        format!(
                            "{why}: nobody wins the round. Scores: {}",
                            scores.join(", ")
                        )
                    }
                }
            }
        })
    }
}

fn cards(view: View<'_>, set: CardSet) -> String {
    let mut cards: Vec<_> = set.iter().map(|slot| view.card_at(slot)).collect();
    cards.sort();
    let texts: Vec<String> = cards.iter().map(ToString::to_string).collect();
    texts.join(" ")
}
