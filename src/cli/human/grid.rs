//! Grid at the terminal.

use super::terminal_game::{Names, TerminalGame};
use powergrab_engine::cards::{CardSet, Seat, Symbol};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::grid::{End, Event, Grid, Phase, View, Why};
use powergrab_lab::trace::grid_picture::{Numbers, picture};
use std::fmt::Write as _;

impl TerminalGame for Grid {
    fn legend(&self) -> String {
        "Cards: a colour (R red, Y yellow, G green, B blue) and a number or symbol:\n  \
R5 a red five, YD2 a yellow Draw Two, GS Skip, BR Reverse, W Wild, W4 Wild Draw Four.\n"
            .to_owned()
    }

    fn table(view: View<'_>, options: &Options, names: &Names) -> String {
        let mut out = String::from("\n");
        for seat in 0..view.n_seats() as Seat {
            let shown = view.shown(seat);
            let known = if shown.is_empty() || seat == view.seat() {
                String::new()
            } else {
                format!("  shown: {}", cards(view, shown))
            };
            let _ = writeln!(
                out,
                "  {} {:<18} {:>2} cards  {:>3} points scored{known}",
                if seat == view.on_turn() { ">" } else { " " },
                names.of(seat),
                view.hand_size(seat),
                view.points_won(seat),
            );
        }
        let _ = writeln!(out, "  {} cards in the draw pile", view.pile());
        // The places to choose from are numbered in the picture.
        let numbers = match view.phase() {
            Phase::Position => Numbers::Places(options),
            _ => Numbers::Always,
        };
        let drawn = picture(view, numbers);
        if !drawn.is_empty() {
            let _ = writeln!(out, "\n{drawn}\n");
        }
        let _ = writeln!(
            out,
            "  your hand: {}  ({} points against you)",
            cards(view, view.hand_left()),
            view.points(view.hand_left())
        );
        match (view.chosen(), view.line()) {
            (Some(card), _) => {
                let _ = writeln!(out, "  you chose {card}");
            }
            (_, Some(line)) => {
                let due: Vec<String> = view.due().iter().map(u8::to_string).collect();
                let _ = writeln!(out, "  you score {line}, still to pay: {}", due.join(" "));
            }
            _ => {}
        }
        out
    }

    /// Returns the option's label, with its effect unless it is a placement.
    fn short_label(view: View<'_>, _: &Options, action: Action) -> String {
        let text = view.text(action);
        let card = view.card(action).filter(|_| view.phase() == Phase::Turn);
        let does = match card.map(powergrab_engine::cards::Card::symbol) {
            Some(Symbol::Reverse) => " (turns a line)",
            Some(Symbol::DrawTwo) => " (draws two)",
            Some(Symbol::WildDrawFour) => " (draws four)",
            _ => "",
        };
        format!("{text}{does}")
    }

    fn told(view: View<'_>, event: &Event, names: &Names) -> Option<String> {
        let name = |seat: Seat| names.of(seat);
        let card = |slot: u8| view.card_at(slot);
        Some(match *event {
            Event::Deal => format!("\n{} begins", name(view.first())),
            // All draw at the beginning of every turn.
            Event::Draw {
                seat,
                why: Why::Turn,
                ..
            } if seat != view.seat() => return None,
            Event::Draw {
                seat,
                cards: drawn,
                n,
                ..
            } => {
                let what = if drawn.is_empty() {
                    n.to_string()
                } else {
                    cards(view, drawn)
                };
                format!("{} draws {what}", name(seat))
            }
            Event::Place {
                seat,
                card: slot,
                at: [column, row],
            } => {
                // Nothing is covered yet: this was the ninth card.
                let filled = view.is_full() && view.buried().is_empty();
                let told = if filled {
                    "\nThe Grid is full: columns and rows are counted from its top left now"
                } else {
                    ""
                };
                let card = card(slot);
                format!("{} places {card} at {column},{row}{told}", name(seat))
            }
            Event::Reverse {
                seat,
                card: slot,
                line,
            } => format!("{} turns {line} with {}", name(seat), card(slot)),
            Event::Lay { seat, card: slot } => {
                format!("{} lays {} for more cards", name(seat), card(slot))
            }
            Event::Score {
                seat,
                line,
                cards: laid,
            } => {
                let laid = laid.slots();
                let texts: Vec<String> = laid.iter().map(|slot| card(*slot).to_string()).collect();
                let points: i32 = laid
                    .iter()
                    .map(|slot| view.points(CardSet::one(*slot)))
                    .sum();
                format!(
                    "{} scores {line} with {}: {points} points",
                    name(seat),
                    texts.join(" ")
                )
            }
            Event::Pass { seat } => format!(
                "{} can do nothing{}",
                name(seat),
                if view.is_full() {
                    String::new()
                } else {
                    format!(" and shows its hand: {}", cards(view, view.shown(seat)))
                }
            ),
            Event::End => ended(view, names)?,
        })
    }
}

/// Returns the scores (GR-9).
fn ended(view: View<'_>, names: &Names) -> Option<String> {
    let mut out = String::from(match view.ended()? {
        End::Out => "\nA hand is empty.",
        End::Deck => "\nThe draw pile is empty.",
    });
    for seat in 0..view.n_seats() as Seat {
        let (won, score) = (view.points_won(seat), view.score(seat)?);
        let _ = write!(
            out,
            "\n  {}: {won} scored, {} in hand, {score}",
            names.of(seat),
            won - score
        );
    }
    Some(out)
}

fn cards(view: View<'_>, set: CardSet) -> String {
    let mut cards: Vec<_> = set.iter().map(|slot| view.card_at(slot)).collect();
    cards.sort();
    let texts: Vec<String> = cards.iter().map(ToString::to_string).collect();
    texts.join(" ")
}
