//! Games written while they are played: narrated or traced, one after the other, with
//! interventions.

use super::intervention::Move;
use super::narration::{Narrated, Narrator};
use super::play::PlayRequest;
use crate::catalog::{Catalog, RuleData};
use crate::study::resolve;
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_arena::seating::{CircularLineUp, Orders};
use powergrab_bots::strategy::{Bot, BotGame as _, Fault, Player, Players};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::Textual;
use powergrab_engine::game::{Driver, Game, Observer, SeatsObserver};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::trace::{Header, Tracer};
use std::collections::BTreeMap;
use std::io;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Form of the written games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// In plain words.
    Words,
    /// As a trace (TRACE.md).
    Trace,
}

/// Remarks about the games besides the written text.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    /// By bot that failed: its first failure.
    pub faults: BTreeMap<String, Fault>,
    /// Interventions that were never due: the deal, and the intervention.
    pub never: Vec<(u64, String)>,
}

/// Games of any game, looked up and checked.
pub trait Telling {
    /// Plays them until they are over or cancelled.
    ///
    /// # Errors
    /// Fails if `to` cannot be written; [`io::ErrorKind::Interrupted`] if cancelled.
    fn write(
        &self,
        form: Form,
        to: &mut dyn Write,
        cancel: &AtomicBool,
        remarks: &mut Remarks,
    ) -> io::Result<()>;
}

/// Writes whole games.
trait Reporter<G: Game>: Observer<G> {
    fn begin(&mut self, game: &G, header: &Header);
    fn end(&mut self, game: &G, state: &G::State) -> io::Result<()>;
}

impl<G: Textual> Reporter<G> for Tracer<'_, G> {
    fn begin(&mut self, game: &G, header: &Header) {
        Tracer::begin(self, game, header);
    }

    fn end(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        Tracer::end(self, game, state)
    }
}

impl<G: Narrated> Reporter<G> for Narrator<'_> {
    fn begin(&mut self, game: &G, header: &Header) {
        Narrator::begin(self, game, header);
    }

    fn end(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        Narrator::end(self, game, state)
    }
}

/// Games of one type.
struct Games<G: ArenaGame> {
    request: PlayRequest,
    game: G,
    bots: Vec<Bot<G>>,
    moves: Vec<Move>,
}

/// Looks up the games of a request, with these interventions.
///
/// # Errors
/// Fails on wrong names or numbers, or an impossible intervention.
pub(super) fn telling<R: RuleData<Game: ArenaGame + Narrated>>(
    request: PlayRequest,
    rules: &R,
    catalog: &Catalog,
    moves: Vec<Move>,
) -> Result<Box<dyn Telling>, StudyError> {
    let names = request.bots.iter();
    let bots = names.map(|name| Ok(resolve::bot(catalog, name)?.0));
    let bots: Vec<Bot<R::Game>> = bots.collect::<Result<_, StudyError>>()?;
    let game = rules.game(bots.len()).map_err(StudyError::Input)?;
    for change in &moves {
        let checked = game.check_move(&request.ruleset, change);
        checked.map_err(StudyError::Input)?;
    }
    // A listening bot would need every event, but interventions interrupt the play.
    let listens = |bot: &&Bot<R::Game>| R::Game::player(&bot.policy, 0).listens();
    match bots.iter().find(listens) {
        Some(bot) if !moves.is_empty() => Err(StudyError::Input(format!(
            "--intervene: the bot {} listens to events (it is a program or module), which games with interventions do not support; use built-in bots",
            bot.name
        ))),
        _ => Ok(Box::new(Games {
            request,
            game,
            bots,
            moves,
        })),
    }
}

impl<G: ArenaGame + Narrated> Telling for Games<G> {
    fn write(
        &self,
        form: Form,
        to: &mut dyn Write,
        cancel: &AtomicBool,
        remarks: &mut Remarks,
    ) -> io::Result<()> {
        match form {
            Form::Words => self.all(&mut Narrator::new(to), cancel, remarks),
            Form::Trace => self.all(&mut Tracer::new(to), cancel, remarks),
        }
    }
}

impl<G: ArenaGame + Narrated> Games<G> {
    fn all(
        &self,
        reporter: &mut dyn Reporter<G>,
        cancel: &AtomicBool,
        remarks: &mut Remarks,
    ) -> io::Result<()> {
        let mut driver = Driver::new(&self.game);
        for (index, deal) in self.request.deals.clone().enumerate() {
            if cancel.load(Ordering::Relaxed) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            self.one(&mut driver, index as u64, deal, reporter, remarks)?;
        }
        Ok(())
    }

    fn one(
        &self,
        driver: &mut Driver<G>,
        index: u64,
        deal: u64,
        reporter: &mut dyn Reporter<G>,
        remarks: &mut Remarks,
    ) -> io::Result<()> {
        let (n, request) = (self.bots.len(), &self.request);
        let run = Seeds::new(request.seed, Purpose::Play);
        let seeds = run.line_up(request.line_up).deal(deal);
        let line_up: Vec<usize> = (0..n).collect();
        let circle =
            CircularLineUp::new(&line_up, &Orders::new(run, request.order).places(n, deal));
        let seated: Vec<&Bot<G>> = circle
            .rotation(request.rotation)
            .iter()
            .map(|&bot| &self.bots[bot])
            .collect();
        let header = Header {
            seed: request.seed,
            game: index,
            deal,
            rotation: request.rotation as u64,
            seats: seated.iter().map(|bot| bot.name.clone()).collect(),
            unit: request.unit,
        };
        reporter.begin(&self.game, &header);
        let mut players: Vec<_> = seated
            .iter()
            .enumerate()
            .map(|(seat, bot)| G::boxed_player(&bot.policy, seat as Seat))
            .collect();
        let salts: Vec<u64> = seated.iter().map(|bot| bot.salt).collect();
        driver.begin_game(&self.game, seeds, &salts, request.unit);
        let never = play(&self.game, driver, &mut players, &self.moves, reporter);
        let never = never.into_iter().map(|which| (deal, which));
        remarks.never.extend(never);
        for (player, bot) in players.iter_mut().zip(&seated) {
            if let Some(fault) = player.fault() {
                remarks.faults.entry(bot.name.clone()).or_insert(fault);
            }
        }
        reporter.end(&self.game, driver.state())
    }
}

/// Plays a started game to its end with these moves; returns the moves that were never due.
fn play<G: ArenaGame + Narrated>(
    game: &G,
    driver: &mut Driver<G>,
    players: &mut [impl Player<G>],
    moves: &[Move],
    mut observer: &mut dyn Observer<G>,
) -> Vec<String> {
    let mut seats = Players(players);
    driver.announce(game, &mut seats);
    let mut left = moves.to_vec();
    loop {
        G::begin_round(
            game,
            driver,
            &mut (&mut observer, SeatsObserver(&mut seats)),
        );
        let round = driver.round_number();
        while let Some(ask) = G::ask(
            game,
            driver,
            &mut (&mut observer, SeatsObserver(&mut seats)),
        ) {
            let state = &mut driver.round.state;
            let due = left.iter().enumerate().find_map(|(at, change)| {
                let event = (change.round == round).then(|| game.move_tower(state, change));
                Some((at, event.flatten()?))
            });
            if let Some((at, event)) = due {
                left.remove(at);
                observer.event(game, driver.state(), &event);
                continue;
            }
            let action = driver.choose(game, &ask, &mut seats);
            G::answer(
                game,
                driver,
                action,
                &mut (&mut observer, SeatsObserver(&mut seats)),
            );
        }
        if driver.is_over(game) {
            return left.iter().map(Move::text).collect();
        }
    }
}
