//! Some environments of a vector, stepped one after the other into their rows.

use super::episode::Episode;
use super::rows::{Row, StepArrays, Widths};
use super::sequence::{LegalSet, Sequence};
use super::table::LearnerTable;
use powergrab_bots::strategy::BotGame;
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::cpu::{Work, on_this_processor, prefetch};
use powergrab_engine::game::Observable;

/// Treatment of an episode that a step ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// The next episode begins in the same step; its first observation is written.
    #[default]
    SameStep,
    /// The next step of that environment begins the next episode and ignores its action.
    NextStep,
    /// Only [`VectorEnv::reset_some`](super::VectorEnv::reset_some) begins another.
    Disabled,
}

/// A task for environments.
#[derive(Clone, Copy)]
pub(super) enum Task<'a> {
    /// Each takes the action with this index, which is legal.
    Step(&'a [u8]),
    /// The chosen ones begin their next episode; `None` for all.
    Reset(Option<&'a [bool]>),
}

/// Number of environments ahead for which memory is prefetched.
const AHEAD: usize = 4;

/// Number of environments that a thread takes at once.
const PER_THREAD: usize = 64;

/// One environment.
#[repr(C)]
pub(super) struct Slot<G: BotGame> {
    pub episode: Episode<G>,
    pub sequence: Sequence,
}

/// Some environments and their rows.
pub(super) struct Part<'a, G: BotGame> {
    pub table: &'a LearnerTable<G>,
    pub slots: &'a mut [Slot<G>],
    /// By environment: the legal actions of its next step.
    pub legal: &'a mut [LegalSet],
    /// Number of the first environment.
    pub first: usize,
    pub task: Task<'a>,
    pub autoreset: Autoreset,
    pub rows: StepArrays<'a>,
    pub widths: Widths,
}

impl<G: BotGame + Observable> Part<'_, G> {
    /// Recursively halves the work, so that threads can take parts.
    pub fn shared(self) {
        let n = self.slots.len();
        if n <= PER_THREAD {
            return on_this_processor(self);
        }
        let half = n / 2;
        let (slots, more_slots) = self.slots.split_at_mut(half);
        let (legal, more_legal) = self.legal.split_at_mut(half);
        let (rows, more_rows) = self.rows.split(half, self.widths);
        let one = Part {
            slots,
            legal,
            rows,
            ..self
        };
        let other = Part {
            table: one.table,
            slots: more_slots,
            legal: more_legal,
            first: one.first + half,
            task: one.task,
            autoreset: one.autoreset,
            rows: more_rows,
            widths: one.widths,
        };
        rayon::join(|| one.shared(), || other.shared());
    }
}

impl<G: BotGame + Observable> Work for Part<'_, G> {
    type Output = ();

    #[inline(always)]
    fn work(mut self) {
        for i in 0..self.slots.len() {
            if let Some(slot) = self.slots.get(i + AHEAD) {
                slot.episode.prefetch(self.table);
                prefetch(&slot.sequence.actions);
            }
            let row = self.rows.row(i, self.widths);
            let (Some(slot), Some(legal)) = (self.slots.get_mut(i), self.legal.get_mut(i)) else {
                break;
            };
            let mut one = One {
                table: self.table,
                autoreset: self.autoreset,
                slot,
                legal,
                row,
            };
            match self.task {
                Task::Step(indices) => one.step(indices[self.first + i]),
                Task::Reset(Some(which)) if which.get(self.first + i) != Some(&true) => {}
                Task::Reset(_) => {
                    one.slot.begin(self.table);
                    one.blank();
                    one.write();
                }
            }
        }
    }
}

impl<G: BotGame + Observable> Slot<G> {
    /// Begins the next episode with a decision of a learner.
    #[inline(always)]
    fn begin(&mut self, table: &LearnerTable<G>) {
        loop {
            let seeds = self.sequence.next_deal();
            self.episode.begin(table, seeds, &mut [0.0; MAX_SEATS]);
            if self.episode.ask().is_some() {
                return;
            }
        }
    }
}

/// One environment and its row.
struct One<'a, G: BotGame> {
    table: &'a LearnerTable<G>,
    autoreset: Autoreset,
    slot: &'a mut Slot<G>,
    legal: &'a mut LegalSet,
    row: Row<'a>,
}

impl<G: BotGame + Observable> One<'_, G> {
    /// Clears the rewards and the end flag.
    #[inline(always)]
    fn blank(&mut self) {
        self.row.rewards.fill(0.0);
        *self.row.reward = 0.0;
        *self.row.ended = 0;
    }

    /// Performs a step. The action of a step that begins an episode is ignored.
    #[inline(always)]
    fn step(&mut self, index: u8) {
        self.blank();
        let Slot { episode, sequence } = &mut *self.slot;
        let Some(seat) = episode.take(self.table, usize::from(index), self.row.rewards) else {
            self.slot.begin(self.table);
            return self.write();
        };
        sequence.actions.push(index);
        *self.row.reward = self.row.rewards[usize::from(seat)];
        if episode.ask().is_none() {
            *self.row.ended = 1;
            self.end(seat);
        }
        self.write();
    }

    /// Ends the episode: writes its last observation, and perhaps begins the next episode.
    #[inline(never)]
    fn end(&mut self, seat: Seat) {
        let game = &self.table.game;
        let view = game.view(self.slot.episode.state(), seat);
        game.encode(view, self.row.final_observation);
        if self.autoreset == Autoreset::SameStep {
            self.slot.begin(self.table);
        } else {
            *self.row.seat = seat;
            self.row
                .observation
                .copy_from_slice(self.row.final_observation);
        }
    }

    /// Writes the decision for the learner. After an episode no action is legal, unless the next
    /// step begins another and takes any action.
    #[inline(always)]
    fn write(&mut self) {
        let (game, row) = (&self.table.game, &mut self.row);
        let mut n = 0;
        if let Some(ask) = self.slot.episode.ask() {
            let view = game.view(self.slot.episode.state(), ask.seat);
            game.encode(view, row.observation);
            row.mask.fill(0);
            *self.legal = LegalSet::NONE;
            game.each_legal(view, &ask.options, |place| {
                row.mask[place] = 1;
                row.legal[n] = place as u8;
                self.legal.add(place as u8);
                n += 1;
            });
            *row.seat = ask.seat;
        } else {
            let any = self.autoreset == Autoreset::NextStep;
            *self.legal = LegalSet::NONE;
            row.mask.fill(u8::from(any));
            row.legal[0] = 0;
            if any {
                n = row.legal.len();
                let places = row.legal.iter_mut().enumerate();
                places.for_each(|(place, legal)| *legal = place as u8);
            }
        }
        *row.n_legal = n as u8;
    }
}
