//! Narration of games in plain words.

use super::intervention::Move;
use crate::matches::printed::folded;
use powergrab_engine::cards::{Card, CardSet, Seat};
use powergrab_engine::game::{Game as _, Observer, Textual};
use powergrab_engine::shedding::{End, Event, NOBODY, Phase, Shedding, State};
use powergrab_engine::trace::Header;
use std::io::{self, Write};

/// A game that can be narrated in plain words. By default, its events are written as in a trace.
pub trait Narrated: Textual {
    /// Returns the target of a game, for the first line; empty if a game is one round.
    fn target(&self) -> String {
        String::new()
    }

    /// Narrates an event.
    fn narrate_event(&self, narrator: &mut Narrator<'_>, state: &Self::State, event: &Self::Event) {
        if let Some(record) = self.trace_record(state, event) {
            narrator.say(&format!("  {}", record.line()));
        }
    }

    /// Narrates the end of the game; `winners` are the names of the `n` who share the win.
    fn narrate_end(
        &self,
        narrator: &mut Narrator<'_>,
        state: &Self::State,
        n: usize,
        winners: &str,
    ) {
        let _ = state;
        narrator.say(&match n {
            0 => "\nThe game is stopped: nobody wins.\n".to_owned(),
            1 => format!("\n{winners} wins.\n"),
            _ => format!("\n{winners} share the win.\n"),
        });
    }

    /// Checks that the rules of this name have the tower and the seat of an intervention.
    ///
    /// # Errors
    /// Fails if they have not.
    fn check_move(&self, ruleset: &str, change: &Move) -> Result<(), String> {
        let _ = change;
        Err(format!("--intervene: {ruleset} has no towers"))
    }

    /// Carries out an intervention if it is due; returns its public event.
    fn move_tower(&self, state: &mut Self::State, change: &Move) -> Option<Self::Event> {
        let _ = (state, change);
        None
    }
}

/// Writes events as they happen, hidden cards included. It only observes, so the games are the same
/// as without it.
///
/// An observer cannot fail, so the first error is kept and returned by [`Narrator::end`].
pub struct Narrator<'w> {
    out: &'w mut dyn Write,
    pub(crate) names: Vec<String>,
    /// `true` for a single round, which has no end of the game.
    alone: bool,
    error: Option<io::Error>,
}

impl<'w> Narrator<'w> {
    /// Returns a narrator that writes to `out`.
    pub fn new(out: &'w mut dyn Write) -> Narrator<'w> {
        Narrator {
            out,
            names: Vec::new(),
            alone: false,
            error: None,
        }
    }

    /// Begins a game.
    pub fn begin<G: Narrated>(&mut self, game: &G, header: &Header) {
        self.names = header
            .seats
            .iter()
            .enumerate()
            .map(|(seat, bot)| format!("{bot}[{seat}]"))
            .collect();
        self.alone = header.is_round_alone::<G>();
        let variant = if game.is_variant() { ", a variant" } else { "" };
        let (what, target) = match self.alone {
            true => ("Round", String::new()),
            false => ("Game", game.target()),
        };
        self.say(&format!(
            "{what} {} of {}{variant} (seed {}, deal {}, rotation {}){target}: {}",
            header.game,
            game.rules_name(),
            header.seed,
            header.deal,
            header.rotation,
            self.names.join(", ")
        ));
    }

    /// Ends the game, or the single round.
    ///
    /// # Errors
    /// Returns the first error of writing, including that of earlier lines.
    pub fn end<G: Narrated>(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        let winners = game.outcome(state).winners;
        let names: Vec<&str> = (0..game.n_seats())
            .filter(|seat| winners >> seat & 1 == 1)
            .map(|seat| self.names[seat].as_str())
            .collect();
        let winners = names.join(" and ");
        match self.alone {
            true => self.say(""),
            false => game.narrate_end(self, state, names.len(), &winners),
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        if self.error.is_none() {
            self.error = writeln!(self.out, "{}", folded(line)).err();
        }
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.names
            .get(usize::from(seat))
            .map_or("?", String::as_str)
    }

    fn round(&mut self, game: &Shedding, s: &State, returned: u32) {
        self.say(&format!(
            "\nRound {}. {} deals.",
            s.round() + 1,
            self.name(s.dealer())
        ));
        for seat in 0..game.n_seats() as Seat {
            let hand = texts(game, s.hand(seat));
            self.say(&format!("  {} holds {hand}", self.name(seat)));
        }
        if returned > 0 {
            let cards = plural(returned, "card");
            self.say(&format!("  {cards} turned up and put back."));
        }
        self.say(&format!(
            "  Turned up: {}.",
            card(game, s.top_slot()).words()
        ));
    }

    fn round_end(&mut self, game: &Shedding, s: &State) {
        let points = |all: &[u32]| -> String {
            let each: Vec<String> = (0..game.n_seats())
                .map(|seat| format!("{} {}", self.names[seat], all[seat]))
                .collect();
            each.join(", ")
        };
        let turns = plural(s.turn(), "turn");
        let how = match (s.end(), s.winner()) {
            (End::Out, Some(seat)) => {
                let sum: u32 = s.round_points().iter().sum();
                let name = self.name(seat);
                format!(
                    "{name} goes out after {turns}; the others hold {}.",
                    plural(sum, "point")
                )
            }
            (End::MaxTurns, _) => format!("Stopped after {turns}: nobody wins the round."),
            _ => format!("Nobody can play or draw after {turns}: nobody wins the round."),
        };
        let line = format!("  {how}\n  Scores: {}.", points(s.scores()));
        self.say(&line);
    }
}

/// "1 card", "2 cards".
pub(crate) fn plural(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn card(game: &Shedding, slot: u8) -> Card {
    game.rules().deck.cards()[usize::from(slot)]
}

fn texts(game: &Shedding, set: CardSet) -> String {
    let texts: Vec<String> = set
        .iter()
        .map(|slot| card(game, slot).to_string())
        .collect();
    texts.join(" ")
}

/// Returns the number of cards that the seat has left, as text.
fn left(s: &State, seat: Seat) -> String {
    match s.hand(seat).len() {
        0 => "its last card".to_owned(),
        n => format!("{} left", plural(n, "card")),
    }
}

impl<G: Narrated> Observer<G> for Narrator<'_> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        game.narrate_event(self, state, event);
    }
}

impl Narrated for Shedding {
    fn target(&self) -> String {
        format!(", to {} points", self.rules().target_score)
    }

    fn narrate_end(&self, narrator: &mut Narrator<'_>, s: &State, n: usize, winners: &str) {
        let rounds = plural(s.rounds_done(), "round");
        let line = match n {
            0 => format!("The game is stopped after {rounds}: nobody wins."),
            1 => format!("{winners} wins the game after {rounds}."),
            _ => format!("{winners} share the win after {rounds}."),
        };
        narrator.say(&format!("\n{line}\n"));
    }

    fn check_move(&self, _: &str, change: &Move) -> Result<(), String> {
        let wrong = |why: String| Err(format!("--intervene {}: {why}", change.text()));
        if self.tables().towers >> change.tower.index() & 1 == 0 {
            let rules = &self.rules().name;
            return wrong(format!("{rules} is played without tower {}", change.tower));
        }
        match change.to {
            Some(seat) if usize::from(seat) >= self.n_seats() => wrong(format!(
                "there is no seat {seat}: {} bots sit in seats 0 to {}",
                self.n_seats(),
                self.n_seats() - 1
            )),
            _ => Ok(()),
        }
    }

    fn move_tower(&self, state: &mut State, change: &Move) -> Option<Event> {
        /// Keeps the last event.
        struct TowerEvent(Option<Event>);
        impl Observer<Shedding> for TowerEvent {
            fn event(&mut self, _: &Shedding, _: &State, event: &Event) {
                self.0 = Some(*event);
            }
        }
        if state.phase() != Phase::Turn || state.turn() < change.turn {
            return None;
        }
        let mut heard = TowerEvent(None);
        let moved = self.set_holder(state, change.tower, change.to, &mut heard);
        // The tower and the seat have been checked before.
        debug_assert_eq!(moved, Ok(()));
        heard.0
    }

    fn narrate_event(&self, narrator: &mut Narrator<'_>, s: &State, event: &Event) {
        narrator.shedding_event(self, s, event);
    }
}

impl Narrator<'_> {
    fn shedding_event(&mut self, game: &Shedding, s: &State, event: &Event) {
        match *event {
            Event::Round { returned } => return self.round(game, s, returned),
            Event::RoundEnd => return self.round_end(game, s),
            _ => {}
        }
        let name = |seat| self.name(seat);
        let line = match *event {
            Event::Round { .. } | Event::RoundEnd | Event::Card { .. } => return,
            Event::Colour { seat, colour } => {
                format!("{} names {} for the wild card", name(seat), colour.word())
            }
            Event::Play {
                seat,
                card: slot,
                drawn,
                colour,
                bluff,
            } => {
                let mut line = format!("{} plays ", name(seat));
                line.push_str(if drawn { "the card drawn, " } else { "" });
                line.push_str(&card(game, slot).words());
                if let Some(colour) = colour {
                    line.push_str(&format!(", names {}", colour.word()));
                }
                if bluff {
                    line.push_str(", a bluff");
                }
                format!("{line}: {}", left(s, seat))
            }
            Event::Give { seat, to, card: c } => {
                let given = card(game, c).words();
                format!("{} gives {} {given}", name(seat), name(to))
            }
            Event::Claim { .. } => {
                let Some((tower, seat, from)) = event.moved_tower() else {
                    return;
                };
                let from = from.map_or("the middle".to_owned(), |f| name(f).to_owned());
                format!("{} takes tower {tower} from {from}", name(seat))
            }
            Event::InstantUno {
                seat,
                kept,
                discarded,
            } => {
                let (name, kept) = (name(seat), card(game, kept).words());
                let n = plural(discarded.len(), "card");
                format!("Instant UNO! {name} keeps {kept}, lays down {n}, and all towers go back")
            }
            Event::Uno { seat } => format!("{} calls UNO", name(seat)),
            Event::Caught { seat, by } => {
                format!(
                    "{} has not called UNO, and {} notices",
                    name(seat),
                    name(by)
                )
            }
            Event::Block { seat, tower } => {
                format!("{} blocks with tower {tower}", name(seat))
            }
            Event::Challenge {
                seat,
                against,
                guilty,
            } => {
                let found = if guilty {
                    "it was a bluff"
                } else {
                    "it was honest"
                };
                format!("{} challenges {}: {found}", name(seat), name(against))
            }
            Event::Draw {
                seat, cards, why, ..
            } => {
                let reason = why.words();
                let name = name(seat);
                match cards.len() {
                    0 => format!("{name} draws nothing{reason}: no card is left"),
                    n => {
                        let drawn = texts(game, cards);
                        let cards = plural(n, "card");
                        let held = plural(s.hand(seat).len(), "card");
                        format!("{name} draws {cards}{reason}: {drawn} ({held} in hand)")
                    }
                }
            }
            Event::Reshuffle { cards } => {
                let cards = plural(u32::from(cards), "card");
                format!("The discards are shuffled: the draw pile has {cards}")
            }
            Event::Swap { seat, to } => {
                let held = |seat| plural(s.hand(seat).len(), "card");
                format!(
                    "{} exchanges hands with {}: {} for {}",
                    name(seat),
                    name(to),
                    held(to),
                    held(seat)
                )
            }
            Event::Rotate => "Every hand goes to the next seat".to_owned(),
            Event::Miss { seat } => format!("{} misses its turn", name(seat)),
            Event::Pass { seat } => format!("{} passes", name(seat)),
            Event::Intervention { tower, to, .. } => {
                let to = match to {
                    NOBODY => "the middle".to_owned(),
                    seat => name(seat).to_owned(),
                };
                format!("The experiment moves tower {tower} to {to}")
            }
        };
        self.say(&format!("  {line}."));
    }
}
