//! Single games, narrated, traced, and prepared for the page that steps through them.

use crate::catalog::{Catalog, RuleData};
use crate::matches::rerun::{Place, RecordedGame};
use crate::page::Replay;
use crate::study::resolve;
use crate::study::study_error::StudyError;
use crate::trace::narration::{Narrated, Narrator};
use powergrab_arena::ArenaGame;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::{Bot, Fault};
use powergrab_engine::game::{Textual, Unit};
use powergrab_engine::trace::{Header, Tracer};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// The games to play: those of `match` with the same seed, bots and order.
#[derive(Clone, Debug)]
pub struct PlayRequest {
    /// Name or file of the ruleset.
    pub ruleset: String,
    /// The bots, as in `match`.
    pub bots: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// In a tournament with own deals for each line-up: index of the line-up among those of its
    /// table.
    pub line_up: usize,
    /// The deals.
    pub deals: Range<u64>,
    /// Number of seats by which the bots are rotated.
    pub rotation: usize,
    /// Order of the seats.
    pub order: Order,
    /// Unit of play.
    pub unit: Unit,
}

/// A game that was played.
#[derive(Debug)]
pub struct PlayedGame {
    /// Its trace (TRACE.md), and the command that shows it again.
    pub replay: Replay,
    /// The game in plain words.
    pub told: String,
    /// By seat: the bot, and its failure, if any.
    pub seats: Vec<(String, Option<Fault>)>,
}

/// Plays one game. `ruleset` and `line_up` are their names in the command.
pub fn played<G: ArenaGame + Textual + Narrated>(
    game: &RecordedGame<G>,
    ruleset: &str,
    line_up: &[&str],
) -> PlayedGame {
    let place = game.place;
    let names: Vec<String> = game.seats.iter().map(|bot| bot.name.clone()).collect();
    let header = Header {
        seed: place.seed,
        game: 0,
        deal: place.deal,
        rotation: place.rotation as u64,
        seats: names.clone(),
        unit: place.unit,
    };
    let (mut trace, mut told) = (Vec::new(), Vec::new());
    let (mut tracer, mut narrator) = (Tracer::new(&mut trace), Narrator::new(&mut told));
    tracer.begin(&game.game, &header);
    narrator.begin(&game.game, &header);
    let end = game.play(&mut (&mut tracer, &mut narrator));
    // Writing to memory cannot fail.
    let _ = tracer.end(&game.game, &end.state);
    let _ = narrator.end(&game.game, &end.state);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let trace = text(trace);
    let option = |name: &str, value: usize| match value {
        0 => String::new(),
        n => format!(" --{name} {n}"),
    };
    let line_up_place = option("line-up", place.line_up);
    let rotation = option("rotation", place.rotation);
    let unit = match place.unit {
        Unit::Game => "",
        Unit::Round => " --unit round",
    };
    let replay = Replay {
        title: format!("deal {}, {ruleset}: {}", place.deal, names.join(", ")),
        command: format!(
            "powergrab play --ruleset {ruleset} --bots {} --seed {}{line_up_place} --deal {}{rotation} --order {}{unit}",
            line_up.join(","),
            place.seed,
            place.deal,
            place.order.text()
        ),
        lines: trace.lines().map(str::to_owned).collect(),
    };
    PlayedGame {
        replay,
        told: text(told),
        seats: names.into_iter().zip(end.faults).collect(),
    }
}

impl PlayRequest {
    /// Plays the games one after the other by these rules; if cancelled, returns those played so
    /// far.
    pub(super) fn play_by<R: RuleData<Game: ArenaGame + Textual + Narrated>>(
        &self,
        rules: &R,
        names: &[String],
        catalog: &Catalog,
        cancel: &AtomicBool,
    ) -> Result<Vec<PlayedGame>, StudyError> {
        let game = rules.game(names.len()).map_err(StudyError::Input)?;
        let bots = names.iter().map(|name| Ok(resolve::bot(catalog, name)?.0));
        let bots: Vec<Bot<R::Game>> = bots.collect::<Result<_, StudyError>>()?;
        if self.rotation >= bots.len() {
            let (given, n) = (self.rotation, bots.len());
            return Err(StudyError::Input(format!(
                "rotation {given}: {n} bots have rotations 0 to {}",
                n - 1
            )));
        }
        let line_up: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut all = Vec::new();
        for deal in self.deals.clone() {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            let place = Place {
                seed: self.seed,
                line_up: self.line_up,
                deal,
                rotation: self.rotation,
                order: self.order,
                unit: self.unit,
            };
            let one = RecordedGame::of(game.clone(), &bots, place);
            all.push(played(&one, &self.ruleset, &line_up));
        }
        Ok(all)
    }
}
