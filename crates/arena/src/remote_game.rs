//! One game that waits for answers over connections, and the occupants of its seats.

use super::collect::{Collect, FirstFaults, Seating, note};
use super::seating::CircularLineUp;
use powergrab_bots::strategy::{BotGame, Fault, Player, Remote, notify};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{
    Action, Ask, Driver, Meter as _, Metrics, Observer, Seats, SeatsObserver,
};
use powergrab_engine::rng::{DealSeeds, Rng};
use std::ops::Range;

/// By bot: its connection, while it is open.
pub(super) type Lines<G> = Vec<Option<Box<dyn Remote<G>>>>;

/// A scheduled game.
#[derive(Clone, Copy)]
pub(super) struct ScheduledGame {
    pub(super) deal: u64,
    pub(super) seeds: DealSeeds,
    pub(super) table: usize,
    pub(super) line_up: usize,
    pub(super) rotation: usize,
    pub(super) circle: CircularLineUp,
    /// `true` if it is the last game of its deal.
    pub(super) last: bool,
}

/// The occupant of a seat: a bot behind a connection, a local player, or, after a failure, neither.
pub(super) struct RemoteSeat<G: BotGame> {
    pub(super) bot: usize,
    pub(super) line: Option<u64>,
    pub(super) player: Option<G::Player>,
}

/// A game that can wait for answers.
pub(super) struct RemoteGame<'e, G: BotGame> {
    pub(super) job: ScheduledGame,
    pub(super) rules: &'e G,
    pub(super) driver: Driver<G>,
    pub(super) meter: G::Meter,
    pub(super) seats: Vec<RemoteSeat<G>>,
    /// Ids of its seats behind connections.
    pub(super) ids: Range<u64>,
    pub(super) pending: Option<Ask>,
    pub(super) rounds: Vec<(G::State, Metrics, G::Meter)>,
    pub(super) faults: Vec<(usize, Fault)>,
    pub(super) over: bool,
}

/// The occupants of a table, and their connections.
pub(super) struct RemoteSeats<'a, G: BotGame> {
    pub(super) seats: &'a mut [RemoteSeat<G>],
    pub(super) lines: &'a mut Lines<G>,
}

impl<G: BotGame> Seats<G> for RemoteSeats<'_, G> {
    fn new_game(&mut self) {
        for occupant in self.seats.iter_mut() {
            occupant.player.iter_mut().for_each(Player::new_game);
        }
    }

    fn listen(&self) -> bool {
        true
    }

    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        let RemoteSeat { bot, line, player } = &mut self.seats[usize::from(seat)];
        if let Some(id) = *line {
            if let Some(line) = &mut self.lines[*bot] {
                line.begin(id, game, seat, seed);
            }
        } else if let Some(player) = player
            && player.listens()
        {
            player.begin(game, seed);
        }
    }

    fn hear(&mut self, game: &G, state: &G::State, event: &G::Event) {
        for (seat, occupant) in self.seats.iter_mut().enumerate() {
            let seat = seat as Seat;
            if let Some(id) = occupant.line {
                if let Some(line) = &mut self.lines[occupant.bot]
                    && line.listens()
                    && let Some(heard) = game.heard(state, event, seat)
                {
                    line.hear(id, game, game.view(state, seat), &heard);
                }
            } else if let Some(player) = &mut occupant.player {
                notify(player, seat, game, state, event);
            }
        }
    }

    /// Answers for local seats; seats whose connection is lost take the first option.
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        match &mut self.seats[usize::from(ask.seat)].player {
            Some(player) => player.decide(game.view(state, ask.seat), &ask.options, rng),
            None => ask.options.nth(0),
        }
    }
}

impl<G: BotGame> RemoteGame<'_, G> {
    pub(super) fn begin_round(&mut self, lines: &mut Lines<G>) {
        self.meter.reset(self.rules);
        let seats = &mut self.seats;
        let mut table = RemoteSeats { seats, lines };
        let mut both: &mut dyn Observer<G> = &mut (&mut self.meter, SeatsObserver(&mut table));
        self.driver.begin_round(self.rules, &mut both);
    }

    /// Plays until an answer has to come over a connection, or the game is over.
    pub(super) fn play_on(&mut self, lines: &mut Lines<G>) {
        let game = self.rules;
        self.pending = None;
        loop {
            let seats = &mut self.seats;
            let mut table = RemoteSeats { seats, lines };
            let mut both: &mut dyn Observer<G> = &mut (&mut self.meter, SeatsObserver(&mut table));
            let Some(ask) = self.driver.ask(game, &mut both) else {
                let state = self.driver.state();
                let metrics = self.meter.close(game, state);
                let meter = std::mem::take(&mut self.meter);
                self.rounds.push((state.clone(), metrics, meter));
                if self.driver.is_over(game) {
                    return self.end(lines);
                }
                self.begin_round(lines);
                continue;
            };
            let occupant = &self.seats[usize::from(ask.seat)];
            if let Some(id) = occupant.line
                && let Some(line) = &mut lines[occupant.bot]
            {
                line.ask(id, game.view(self.driver.state(), ask.seat), &ask.options);
                self.pending = Some(ask);
                return;
            }
            let seats = &mut self.seats;
            let mut table = RemoteSeats { seats, lines };
            let action = self.driver.choose(game, &ask, &mut table);
            self.answer(action, lines);
        }
    }

    fn answer(&mut self, action: Action, lines: &mut Lines<G>) {
        let seats = &mut self.seats;
        let mut table = RemoteSeats { seats, lines };
        let mut both: &mut dyn Observer<G> = &mut (&mut self.meter, SeatsObserver(&mut table));
        self.driver.answer(self.rules, action, &mut both);
    }

    pub(super) fn waiting_bot(&self) -> Option<usize> {
        let ask = self.pending.as_ref()?;
        Some(self.seats[ask.seat as usize].bot)
    }

    pub(super) fn waits_for(&self, id: u64) -> bool {
        let seat = self.pending.as_ref().map(|ask| ask.seat as usize);
        seat.is_some_and(|seat| self.seats[seat].line == Some(id))
    }

    /// Continues with the answer, or without one after a failure.
    pub(super) fn answered(&mut self, answer: Result<Action, Fault>, lines: &mut Lines<G>) {
        let Some(ask) = self.pending.take() else {
            return;
        };
        let action = answer.unwrap_or_else(|fault| {
            let bot = self.seats[ask.seat as usize].bot;
            for occupant in self.seats.iter_mut().filter(|o| o.bot == bot) {
                if let (Some(id), Some(line)) = (occupant.line.take(), &mut lines[bot]) {
                    line.end(id);
                }
            }
            self.faults.push((bot, fault));
            ask.options.nth(0)
        });
        self.answer(action, lines);
        self.play_on(lines);
    }

    fn end(&mut self, lines: &mut Lines<G>) {
        self.over = true;
        for occupant in &mut self.seats {
            if let (Some(id), Some(line)) = (occupant.line, &mut lines[occupant.bot]) {
                line.end(id);
            }
            if let Some(player) = &mut occupant.player
                && let Some(fault) = player.fault()
            {
                self.faults.push((occupant.bot, fault));
            }
        }
    }

    /// Passes a finished game to the statistics.
    pub(super) fn finish(self, collect: &mut dyn Collect<G>, first_faults: &mut FirstFaults) {
        let ScheduledGame {
            circle, rotation, ..
        } = &self.job;
        let seating = Seating {
            table: self.job.table,
            line_up: self.job.line_up,
            rotation: *rotation,
            bots: circle.rotation(*rotation),
            weight: circle.weight(),
        };
        let game = self.rules;
        for (round, (state, metrics, meter)) in self.rounds.iter().enumerate() {
            collect.round(&seating, round as u32, game, state, metrics, meter);
        }
        for (bot, fault) in self.faults {
            collect.fault(&seating, bot, fault.kind);
            note(first_faults, bot, (self.job.deal, fault));
        }
        collect.game(&seating, self.driver.unit(), game, self.driver.state());
        if self.job.last {
            collect.end_deal(self.job.deal);
        }
    }
}
