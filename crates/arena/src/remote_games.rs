//! Many games at once in one thread, for bots that answer over a connection ([`Remote`]): while one
//! game waits for an answer the others go on, so that all share the delay.
//!
//! Each game is a pure function of its seeds and of its bots' answers, and games are collected in
//! order, so results do not depend on this scheduling. When a connection breaks, the game that
//! broke it is unknown. All unfinished games are then replayed from their deals, one after the
//! other and alone; the one that breaks the connection again is the one that fails.

use super::collect::{Collect, Control, FirstFaults, Progress, RunError};
use super::experiment::Experiment;
use super::remote_game::{Lines, RemoteGame, RemoteSeat, RemoteSeats, ScheduledGame};
use super::seating::CircularLineUps;
use powergrab_bots::strategy::{Answer, BotGame, Fault, Strategy};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::game::Driver;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of games kept, at most, as a multiple of those in progress.
const WAITING: usize = 8;

/// One thread's connections, and the games played over them.
pub(super) struct RemoteGames<'e, G: BotGame> {
    experiment: &'e Experiment<G>,
    lines: Lines<G>,
    next_id: u64,
    /// Number of games in progress at once.
    at_once: usize,
}

/// Games in progress, in order.
struct Window<'e, G: BotGame> {
    games: VecDeque<RemoteGame<'e, G>>,
    /// Number of games that have left the queue.
    n_gone: usize,
    /// Number of unfinished games.
    n_live: usize,
    /// By id of a remote seat: its game, counted from the first that was ever queued.
    places: HashMap<u64, usize>,
}

impl<'e, G: BotGame> Window<'e, G> {
    fn new() -> Window<'e, G> {
        Window {
            games: VecDeque::new(),
            n_gone: 0,
            n_live: 0,
            places: HashMap::new(),
        }
    }

    /// Returns whether another game may begin. Finished games wait for earlier ones, so the queue
    /// may hold more games than are in progress.
    fn has_room(&self, at_once: usize) -> bool {
        self.n_live < at_once && self.games.len() < WAITING * at_once
    }

    /// Recounts the unfinished games.
    fn count(&mut self) {
        self.n_live = self.games.iter().filter(|game| !game.over).count();
    }

    fn push(&mut self, game: RemoteGame<'e, G>) {
        let place = self.n_gone + self.games.len();
        self.places.extend(game.ids.clone().map(|id| (id, place)));
        self.n_live += usize::from(!game.over);
        self.games.push_back(game);
    }

    /// Returns the game that waits for an answer under this id.
    fn waiting(&mut self, id: u64) -> Option<&mut RemoteGame<'e, G>> {
        let place = self.places.get(&id)?.checked_sub(self.n_gone)?;
        let game = self.games.get_mut(place)?;
        game.waits_for(id).then_some(game)
    }

    /// Removes and returns the first game if it is over.
    fn pop_over(&mut self) -> Option<RemoteGame<'e, G>> {
        if !self.games.front()?.over {
            return None;
        }
        let game = self.games.pop_front()?;
        self.n_gone += 1;
        for id in game.ids.clone() {
            self.places.remove(&id);
        }
        Some(game)
    }
}

/// The games of some deals, in order.
struct ScheduledGames<'e, 'c, G: BotGame> {
    experiment: &'e Experiment<G>,
    circles: CircularLineUps,
    deals: Range<u64>,
    cancel: &'c AtomicBool,
    ready: VecDeque<ScheduledGame>,
}

impl<G: BotGame> Iterator for ScheduledGames<'_, '_, G> {
    type Item = ScheduledGame;

    fn next(&mut self) -> Option<ScheduledGame> {
        if self.ready.is_empty() && !self.cancel.load(Ordering::Relaxed) {
            let deal = self.deals.next()?;
            let experiment = self.experiment;
            self.circles.begin(deal);
            for (line_up, seated) in experiment.line_ups.iter().enumerate() {
                let seeds = self.circles.seeds(line_up);
                let circle = self.circles.circle(line_up);
                self.ready
                    .extend((0..circle.n_distinct()).map(|rotation| ScheduledGame {
                        deal,
                        seeds,
                        table: seated.table,
                        line_up,
                        rotation,
                        circle,
                        last: false,
                    }));
            }
            if let Some(job) = self.ready.back_mut() {
                job.last = true;
            }
        }
        self.ready.pop_front()
    }
}

impl<'e, G: BotGame> RemoteGames<'e, G> {
    pub fn new(experiment: &'e Experiment<G>) -> RemoteGames<'e, G> {
        RemoteGames {
            experiment,
            lines: experiment.bots.iter().map(|_| None).collect(),
            next_id: 0,
            at_once: experiment.games_at_once().unwrap_or(1),
        }
    }

    /// Plays these deals until the run is cancelled; returns how many were completed. If 0, discard
    /// `collect`: it holds part of a deal.
    pub fn chunk(
        &mut self,
        deals: Range<u64>,
        collect: &mut dyn Collect<G>,
        control: Control<'_>,
        first_faults: &mut FirstFaults,
    ) -> Result<u64, RunError> {
        let mut jobs = ScheduledGames {
            experiment: self.experiment,
            circles: self.experiment.circles(),
            deals,
            cancel: control.cancel,
            ready: VecDeque::new(),
        };
        let mut window = Window::new();
        let mut answers = Vec::new();
        let mut n_deals = 0;
        // Deals with more games are collected game by game, so that not all of them are kept.
        let whole_deals = self.experiment.games_per_deal() <= self.at_once as u64;
        let mut collects_a_deal = false;
        loop {
            if control.cancel.load(Ordering::Relaxed) {
                // Games may be long, so unfinished ones are abandoned.
                self.lines.fill_with(|| None);
                return Ok(if collects_a_deal { 0 } else { n_deals });
            }
            while window.has_room(self.at_once)
                && let Some(job) = jobs.next()
            {
                window.push(self.start(job));
            }
            if window.games.is_empty() {
                return Ok(n_deals);
            }
            let collected = self.collect_answers(&mut window, &mut answers, control.cancel);
            if let Err(broken) = collected {
                // An interruption while waiting for a bot is not a failure of the bot.
                if control.cancel.load(Ordering::Relaxed) {
                    continue;
                }
                self.stop_if_told(&broken)?;
                self.lines.fill_with(|| None);
                for game in window.games.iter_mut().filter(|game| !game.over) {
                    *game = self.start(game.job);
                    self.play_alone(game, &mut answers, control.cancel)?;
                }
                window.count();
            }
            while may_collect(&window.games, whole_deals)
                && let Some(game) = window.pop_over()
            {
                let deals = u64::from(game.job.last);
                collects_a_deal = !game.job.last;
                game.finish(collect, first_faults);
                n_deals += deals;
                (control.progress)(Progress { deals, games: 1 });
            }
        }
    }

    /// Seats the bots of a game and plays it to its first remote question.
    fn start(&mut self, job: ScheduledGame) -> RemoteGame<'e, G> {
        let experiment = self.experiment;
        let bots = job.circle.rotation(job.rotation);
        let mut salts = [0; MAX_SEATS];
        let mut seats = Vec::with_capacity(bots.len());
        let first_id = self.next_id;
        for (seat, &bot) in bots.iter().enumerate() {
            let policy = &experiment.bots[bot].policy;
            salts[seat] = experiment.bots[bot].salt;
            if self.lines[bot].is_none() {
                self.lines[bot] = G::external(policy).and_then(Strategy::remote);
            }
            let on_line = self.lines[bot].is_some();
            seats.push(RemoteSeat {
                bot,
                line: on_line.then_some(self.next_id),
                player: (!on_line).then(|| G::player(policy, seat as Seat)),
            });
            self.next_id += u64::from(on_line);
        }
        let rules = &experiment.tables[job.table];
        let mut driver = Driver::new(rules);
        driver.begin_game(rules, job.seeds, &salts, experiment.unit);
        let lines = &mut self.lines;
        let mut table = RemoteSeats {
            seats: &mut seats,
            lines,
        };
        driver.announce(rules, &mut table);
        let mut game = RemoteGame {
            job,
            rules,
            driver,
            meter: G::Meter::default(),
            seats,
            ids: first_id..self.next_id,
            pending: None,
            rounds: Vec::new(),
            faults: Vec::new(),
            over: false,
        };
        game.begin_round(&mut self.lines);
        game.play_on(&mut self.lines);
        game
    }

    /// Waits for outstanding answers on all connections, and continues their games.
    ///
    /// # Errors
    /// Returns the bot whose connection broke, with the cause.
    fn collect_answers(
        &mut self,
        window: &mut Window<'e, G>,
        answers: &mut Vec<Answer>,
        cancel: &AtomicBool,
    ) -> Result<(), (usize, Fault)> {
        for bot in 0..self.lines.len() {
            let Some(line) = &mut self.lines[bot] else {
                continue;
            };
            line.collect(answers, cancel)
                .map_err(|fault| (bot, fault))?;
            for answer in answers.drain(..) {
                if let Some(game) = window.waiting(answer.id) {
                    game.answered(answer.action, &mut self.lines);
                    let over = usize::from(game.over);
                    window.n_live -= over;
                }
            }
        }
        Ok(())
    }

    /// Plays a started game to its end, with no other in progress, or until the run is cancelled,
    /// when its end does not matter.
    fn play_alone(
        &mut self,
        game: &mut RemoteGame<'e, G>,
        answers: &mut Vec<Answer>,
        cancel: &AtomicBool,
    ) -> Result<(), RunError> {
        while !game.over && !cancel.load(Ordering::Relaxed) {
            let Some(bot) = game.waiting_bot() else {
                break;
            };
            let Some(line) = &mut self.lines[bot] else {
                break;
            };
            answers.clear();
            match line.collect(answers, cancel) {
                Ok(()) => {
                    for answer in answers.drain(..) {
                        if game.waits_for(answer.id) {
                            game.answered(answer.action, &mut self.lines);
                        }
                    }
                }
                Err(_) if cancel.load(Ordering::Relaxed) => break,
                Err(fault) => {
                    let broken = (bot, fault);
                    self.stop_if_told(&broken)?;
                    self.lines[bot] = None;
                    game.answered(Err(broken.1), &mut self.lines);
                }
            }
        }
        Ok(())
    }

    fn stop_if_told(&self, (bot, fault): &(usize, Fault)) -> Result<(), RunError> {
        if fault.stops {
            return Err(RunError::Bot {
                name: self.experiment.bots[*bot].name.clone(),
                fault: fault.clone(),
            });
        }
        Ok(())
    }
}

/// Returns whether the first game may be collected: it is over, and so are all others of its deal
/// if deals are collected whole.
fn may_collect<G: BotGame>(window: &VecDeque<RemoteGame<'_, G>>, whole_deals: bool) -> bool {
    if !whole_deals {
        return window.front().is_some_and(|game| game.over);
    }
    let mut over = window.iter().take_while(|game| game.over);
    over.any(|game| game.job.last)
}
