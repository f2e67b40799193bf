//! Many games at once in one thread, for bots that answer over a line ([`Remote`]): while one game waits for an answer the
//! others go on, so that the line's delay is shared by all of them.
//!
//! Each game is a pure function of its seeds and of its bots' answers, and games are collected in their order, so
//! nothing here shows in results. When a line breaks nobody knows which of its games broke it. All games in flight are
//! then played again from their deals, one after the other and alone; the one that breaks the line again is the one
//! that fails.

use super::experiment::Experiment;
use super::play::{Unit, own_seed};
use super::run::{Collect, Control, FirstFaults, Progress, RunError, Seating, note};
use super::seating::{Ring, Rings};
use crate::cards::{MAX_SEATS, SEAT_SLOTS, Seat};
use crate::game::{Action, Ask, Meter as _, Metrics, Observer, Pile};
use crate::rng::{DealSeeds, Rng};
use crate::strategy::{Answer, BotGame, Fault, Player as _, Remote};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many games of a thread are in flight at once.
const IN_FLIGHT: usize = 48;

/// By bot: its line, while it is open.
type Lines<G> = Vec<Option<Box<dyn Remote<G>>>>;

/// One thread's lines.
pub(super) struct Flights<'e, G: BotGame> {
    experiment: &'e Experiment<G>,
    lines: Lines<G>,
    next_id: u64,
}

/// One game to be played.
#[derive(Clone, Copy)]
struct Job {
    deal: u64,
    table: usize,
    line_up: usize,
    rotation: usize,
    ring: Ring,
    /// Whether it is the deal's last.
    last: bool,
}

/// Whoever sits in a seat: a bot on a line, a player here, or, after a failure, nobody.
struct Seated<G: BotGame> {
    bot: usize,
    line: Option<u64>,
    player: Option<G::Player>,
}

/// A game that can wait.
struct Flight<'e, G: BotGame> {
    job: Job,
    game: &'e G,
    seeds: DealSeeds,
    unit: Unit,
    salts: [u64; MAX_SEATS],
    state: G::State,
    pile: Pile,
    rngs: [Rng; SEAT_SLOTS],
    meter: G::Meter,
    seats: Vec<Seated<G>>,
    pending: Option<Ask>,
    rounds: Vec<(G::State, Metrics, G::Meter)>,
    faults: Vec<(usize, Fault)>,
    over: bool,
}

/// The games of some deals, in their order.
struct Jobs<'e, 'c, G: BotGame> {
    experiment: &'e Experiment<G>,
    rings: Rings,
    deals: Range<u64>,
    cancel: &'c AtomicBool,
    ready: VecDeque<Job>,
}

impl<G: BotGame> Iterator for Jobs<'_, '_, G> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        if self.ready.is_empty() && !self.cancel.load(Ordering::Relaxed) {
            let deal = self.deals.next()?;
            let experiment = self.experiment;
            let seeds = experiment.seeds.deal(deal);
            self.rings.begin(deal, seeds, experiment.order);
            for (line_up, seated) in experiment.line_ups.iter().enumerate() {
                let ring = self.rings.ring(line_up);
                self.ready
                    .extend((0..ring.n_distinct()).map(|rotation| Job {
                        deal,
                        table: seated.table,
                        line_up,
                        rotation,
                        ring,
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

impl<'e, G: BotGame> Flights<'e, G> {
    pub fn new(experiment: &'e Experiment<G>) -> Flights<'e, G> {
        Flights {
            experiment,
            lines: experiment.bots.iter().map(|_| None).collect(),
            next_id: 0,
        }
    }

    /// Plays these deals, or as many as come before the run is cancelled; gives how many.
    pub fn chunk<C: Collect<G>>(
        &mut self,
        deals: Range<u64>,
        collect: &mut C,
        control: Control<'_>,
        first_faults: &mut FirstFaults,
    ) -> Result<u64, RunError> {
        let mut jobs = Jobs {
            experiment: self.experiment,
            rings: Rings::new(&self.experiment.line_ups),
            deals,
            cancel: control.cancel,
            ready: VecDeque::new(),
        };
        let mut window: VecDeque<Flight<'e, G>> = VecDeque::new();
        let mut answers = Vec::new();
        let mut n_deals = 0;
        loop {
            while window.len() < IN_FLIGHT
                && let Some(job) = jobs.next()
            {
                window.push_back(self.take_off(job));
            }
            if window.is_empty() {
                return Ok(n_deals);
            }
            if let Err(broken) = self.pump(&mut window, &mut answers) {
                self.stop_if_told(&broken)?;
                self.lines.fill_with(|| None);
                for flight in window.iter_mut().filter(|flight| !flight.over) {
                    *flight = self.take_off(flight.job);
                    self.alone(flight, &mut answers)?;
                }
            }
            while window.front().is_some_and(|flight| flight.over)
                && let Some(flight) = window.pop_front()
            {
                let deals = u64::from(flight.job.last);
                flight.land(collect, first_faults);
                n_deals += deals;
                (control.progress)(Progress { deals, games: 1 });
            }
        }
    }

    /// Seats the bots of a game and plays it to its first question over a line.
    fn take_off(&mut self, job: Job) -> Flight<'e, G> {
        let experiment = self.experiment;
        let bots = job.ring.rotation(job.rotation);
        let seeds = experiment.seeds.deal(job.deal);
        let game = &experiment.tables[job.table];
        let mut salts = [0; MAX_SEATS];
        let mut seats = Vec::with_capacity(bots.len());
        for (seat, &bot) in bots.iter().enumerate() {
            let policy = &experiment.bots[bot].policy;
            salts[seat] = experiment.bots[bot].salt;
            if self.lines[bot].is_none() {
                self.lines[bot] =
                    G::external(policy).and_then(super::super::strategy::Strategy::remote);
            }
            let mut seated = Seated {
                bot,
                line: None,
                player: None,
            };
            let seed = own_seed(seeds, seat as Seat, salts[seat]);
            if let Some(line) = &mut self.lines[bot] {
                line.begin(self.next_id, game, seat as Seat, seed);
                seated.line = Some(self.next_id);
                self.next_id += 1;
            } else {
                let mut player = G::player(policy, seat as Seat);
                player.new_game();
                if player.listens() {
                    player.begin(game, seed);
                }
                seated.player = Some(player);
            }
            seats.push(seated);
        }
        let mut flight = Flight {
            job,
            game,
            seeds,
            unit: experiment.unit,
            salts,
            state: game.new_game(),
            pile: Pile::new(Rng::from_key(0)),
            rngs: std::array::from_fn(|_| Rng::from_key(0)),
            meter: G::Meter::default(),
            seats,
            pending: None,
            rounds: Vec::new(),
            faults: Vec::new(),
            over: false,
        };
        flight.start_round(&mut self.lines);
        flight.fly(&mut self.lines);
        flight
    }

    /// Waits for answers on all lines that owe some, and lets their games go on.
    ///
    /// # Errors
    /// The bot whose line broke, and how.
    fn pump(
        &mut self,
        window: &mut VecDeque<Flight<'e, G>>,
        answers: &mut Vec<Answer>,
    ) -> Result<(), (usize, Fault)> {
        for bot in 0..self.lines.len() {
            let Some(line) = &mut self.lines[bot] else {
                continue;
            };
            line.collect(answers).map_err(|fault| (bot, fault))?;
            for answer in answers.drain(..) {
                let asked = |flight: &&mut Flight<'e, G>| flight.waits_for(answer.id);
                if let Some(flight) = window.iter_mut().find(asked) {
                    flight.answered(answer.action, &mut self.lines);
                }
            }
        }
        Ok(())
    }

    /// Plays a game that has taken off to its end, with nothing else in flight.
    fn alone(
        &mut self,
        flight: &mut Flight<'e, G>,
        answers: &mut Vec<Answer>,
    ) -> Result<(), RunError> {
        while !flight.over {
            let Some(bot) = flight.waiting_bot() else {
                break;
            };
            let Some(line) = &mut self.lines[bot] else {
                break;
            };
            answers.clear();
            match line.collect(answers) {
                Ok(()) => {
                    for answer in answers.drain(..) {
                        if flight.waits_for(answer.id) {
                            flight.answered(answer.action, &mut self.lines);
                        }
                    }
                }
                Err(fault) => {
                    let broken = (bot, fault);
                    self.stop_if_told(&broken)?;
                    self.lines[bot] = None;
                    flight.answered(Err(broken.1), &mut self.lines);
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

/// Everybody who hears what happens in a flight.
struct Hearing<'a, G: BotGame> {
    seats: &'a mut [Seated<G>],
    lines: &'a mut Lines<G>,
}

impl<G: BotGame> Observer<G> for Hearing<'_, G> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        for (seat, seated) in self.seats.iter_mut().enumerate() {
            let seat = seat as Seat;
            if let Some(id) = seated.line {
                if let Some(line) = &mut self.lines[seated.bot]
                    && line.listens()
                    && let Some(heard) = game.heard(state, event, seat)
                {
                    line.hear(id, game, game.view(state, seat), &heard);
                }
            } else if let Some(player) = &mut seated.player
                && player.listens()
                && let Some(heard) = game.heard(state, event, seat)
            {
                player.hear(game.view(state, seat), &heard);
            }
        }
    }
}

impl<G: BotGame> Flight<'_, G> {
    fn start_round(&mut self, lines: &mut Lines<G>) {
        let game = self.game;
        let n = self.seats.len();
        let seeds = self.seeds.round(self.rounds.len() as u32);
        self.pile.reseed(seeds.table());
        for (seat, rng) in self.rngs[..n].iter_mut().enumerate() {
            *rng = seeds.bot(seat as Seat, self.salts[seat]);
        }
        let lead = match self.unit {
            Unit::Game => game.lead(&self.state, &seeds),
            Unit::Round => seeds.dealer().below(n as u32) as Seat,
        };
        self.meter.reset(game);
        let seats = &mut self.seats;
        let mut listeners = (&mut self.meter, Hearing { seats, lines });
        game.start_round(&mut self.state, lead, &mut self.pile, &mut listeners);
    }

    /// Plays on until an answer has to come over a line, or the game is over.
    fn fly(&mut self, lines: &mut Lines<G>) {
        let game = self.game;
        self.pending = None;
        loop {
            let seats = &mut self.seats;
            let mut listeners = (&mut self.meter, Hearing { seats, lines });
            let ask = game.advance(&mut self.state, &mut self.pile, &mut listeners);
            let Some(ask) = ask else {
                let metrics = self.meter.close(game, &self.state);
                let meter = std::mem::take(&mut self.meter);
                self.rounds.push((self.state.clone(), metrics, meter));
                if self.unit == Unit::Round || game.is_over(&self.state) {
                    return self.end(lines);
                }
                self.start_round(lines);
                continue;
            };
            let seat = ask.seat as usize;
            let view = game.view(&self.state, ask.seat);
            let seated = &mut self.seats[seat];
            if let Some(id) = seated.line
                && let Some(line) = &mut lines[seated.bot]
            {
                line.ask(id, view, &ask.options);
                self.pending = Some(ask);
                return;
            }
            let action = match &mut seated.player {
                Some(player) => player.decide(view, &ask.options, &mut self.rngs[seat]),
                None => ask.options.nth(0),
            };
            self.apply(action, lines);
        }
    }

    fn apply(&mut self, action: Action, lines: &mut Lines<G>) {
        let seats = &mut self.seats;
        let mut listeners = (&mut self.meter, Hearing { seats, lines });
        let (state, pile) = (&mut self.state, &mut self.pile);
        self.game.apply(state, action, pile, &mut listeners);
    }

    fn waiting_bot(&self) -> Option<usize> {
        let ask = self.pending.as_ref()?;
        Some(self.seats[ask.seat as usize].bot)
    }

    fn waits_for(&self, id: u64) -> bool {
        let seat = self.pending.as_ref().map(|ask| ask.seat as usize);
        seat.is_some_and(|seat| self.seats[seat].line == Some(id))
    }

    /// The answer is there, or will never be.
    fn answered(&mut self, answer: Result<Action, Fault>, lines: &mut Lines<G>) {
        let Some(ask) = self.pending.take() else {
            return;
        };
        let action = answer.unwrap_or_else(|fault| {
            let bot = self.seats[ask.seat as usize].bot;
            for seated in self.seats.iter_mut().filter(|s| s.bot == bot) {
                if let (Some(id), Some(line)) = (seated.line.take(), &mut lines[bot]) {
                    line.end(id);
                }
            }
            self.faults.push((bot, fault));
            ask.options.nth(0)
        });
        self.apply(action, lines);
        self.fly(lines);
    }

    fn end(&mut self, lines: &mut Lines<G>) {
        self.over = true;
        for seated in &mut self.seats {
            if let (Some(id), Some(line)) = (seated.line, &mut lines[seated.bot]) {
                line.end(id);
            }
            if let Some(player) = &mut seated.player
                && let Some(fault) = player.fault()
            {
                self.faults.push((seated.bot, fault));
            }
        }
    }

    /// Hands a game that is over to the statistics.
    fn land<C: Collect<G>>(self, collect: &mut C, first_faults: &mut FirstFaults) {
        let Job { ring, rotation, .. } = &self.job;
        let seating = Seating {
            table: self.job.table,
            line_up: self.job.line_up,
            rotation: *rotation,
            bots: ring.rotation(*rotation),
            weight: ring.weight(),
        };
        for (round, (state, metrics, meter)) in self.rounds.iter().enumerate() {
            collect.round(&seating, round as u32, self.game, state, metrics, meter);
        }
        for (bot, fault) in self.faults {
            collect.fault(&seating, bot, fault.kind);
            note(first_faults, bot, (self.job.deal, fault));
        }
        collect.game(&seating, self.unit, self.game, &self.state);
        if self.job.last {
            collect.end_deal(self.job.deal);
        }
    }
}
