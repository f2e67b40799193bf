//! Bots that answer many questions in one call: networks, and functions over arrays.
//!
//! Many games are played concurrently, and the waiting questions are answered together. A game is a
//! pure function of its seeds and its answers, so the results are those of games played one by one,
//! as long as an answer does not depend on the other questions of the same call.

use super::{Answer, Fault, FaultKind, Player, Remote, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Observable, Options};
use powergrab_engine::rng::Rng;
use serde_json::Value;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Questions of one kind of table, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Questions<'a> {
    /// Number of questions.
    pub len: usize,
    /// Observations, [`Observable::n_features`] bytes per row.
    pub observations: &'a [u8],
    /// Action masks, [`Observable::n_actions`] bytes per row.
    pub masks: &'a [u8],
}

impl Questions<'_> {
    /// Returns the number of bytes of an observation.
    pub fn n_features(&self) -> usize {
        self.observations.len() / self.len.max(1)
    }

    /// Returns the number of bytes of a mask.
    pub fn n_actions(&self) -> usize {
        self.masks.len() / self.len.max(1)
    }
}

/// A function that answers many questions at once.
pub trait AnswersBatches: Send + Sync + Debug {
    /// Returns the index of an action for each question, in order. Fewer than there are questions,
    /// or an index whose mask is 0, is a failure.
    ///
    /// # Errors
    /// Fails if nothing can be answered. The games are then played again one by one, to find the
    /// one that fails.
    fn answer(&self, questions: Questions<'_>) -> Result<Vec<i64>, Fault>;

    /// Describes the bot for manifests, in enough detail to recognise it.
    fn describe(&self) -> Value;
}

/// Number of games that a thread plays concurrently.
pub const GAMES_AT_ONCE: usize = 1024;

/// A bot that is a function over arrays.
#[derive(Clone, Debug)]
pub struct Batched(Arc<dyn AnswersBatches>);

impl Batched {
    /// Returns the bot of this function.
    pub fn new(function: impl AnswersBatches + 'static) -> Batched {
        Batched(Arc::new(function))
    }
}

impl<G: Observable> Strategy<G> for Batched {
    fn player(&self, _: Seat) -> Box<dyn Player<G> + Send> {
        let queue = Queue::new(Arc::clone(&self.0));
        Box::new(OneByOne { queue, fault: None })
    }

    fn describe(&self) -> Value {
        self.0.describe()
    }

    fn answers_later(&self) -> bool {
        true
    }

    fn remote(&self) -> Option<Box<dyn Remote<G>>> {
        Some(Box::new(Line {
            function: Arc::clone(&self.0),
            queues: Vec::new(),
        }))
    }

    fn games_at_once(&self) -> usize {
        GAMES_AT_ONCE
    }
}

/// Questions of one kind of table that wait for answers.
struct Queue {
    function: Arc<dyn AnswersBatches>,
    n_features: usize,
    n_actions: usize,
    observations: Vec<u8>,
    masks: Vec<u8>,
    /// By question: its id, and the number of its entries in [`Queue::legal`].
    asked: Vec<(u64, usize)>,
    /// Legal indices, and their actions.
    legal: Vec<(usize, Action)>,
}

impl Queue {
    fn new(function: Arc<dyn AnswersBatches>) -> Queue {
        Queue {
            function,
            n_features: 0,
            n_actions: 0,
            observations: Vec::new(),
            masks: Vec::new(),
            asked: Vec::new(),
            legal: Vec::new(),
        }
    }

    fn ask<G: Observable>(&mut self, id: u64, view: G::View<'_>, options: &Options) {
        let game = G::game_of(view);
        (self.n_features, self.n_actions) = (game.n_features(), game.n_actions());
        let (page, mask) = (self.observations.len(), self.masks.len());
        self.observations.resize(page + self.n_features, 0);
        game.encode(view, &mut self.observations[page..]);
        self.masks.resize(mask + self.n_actions, 0);
        let before = self.legal.len();
        game.each_legal(view, options, |place| {
            self.masks[mask + place] = 1;
            if let Some(action) = game.action_at(view, options, place) {
                self.legal.push((place, action));
            }
        });
        self.asked.push((id, self.legal.len() - before));
    }

    /// Lets the function answer all questions.
    fn collect(&mut self, answers: &mut Vec<Answer>) -> Result<(), Fault> {
        let questions = Questions {
            len: self.asked.len(),
            observations: &self.observations,
            masks: &self.masks,
        };
        let given = self.function.answer(questions)?;
        if given.len() != self.asked.len() {
            let detail = format!(
                "{} answers to {} questions: give one for each row",
                given.len(),
                self.asked.len()
            );
            return Err(Fault::new(FaultKind::Garbage, detail));
        }
        let mut legal = self.legal.iter();
        for ((id, n), place) in self.asked.iter().zip(given) {
            let wanted = usize::try_from(place).ok();
            let mut own = legal.by_ref().take(*n);
            let action = own.find(|(place, _)| Some(*place) == wanted);
            own.for_each(drop);
            let action = action.map(|(_, action)| *action).ok_or_else(|| {
                let detail =
                    format!("the answer {place} is not legal: its place in the mask is not 1");
                Fault::new(FaultKind::Illegal, detail)
            });
            answers.push(Answer { id: *id, action });
        }
        self.clear();
        Ok(())
    }

    fn clear(&mut self) {
        self.observations.clear();
        self.masks.clear();
        self.asked.clear();
        self.legal.clear();
    }
}

/// A connection to the function: a queue for each kind of table.
struct Line {
    function: Arc<dyn AnswersBatches>,
    queues: Vec<Queue>,
}

impl<G: Observable> Remote<G> for Line {
    fn begin(&mut self, _: u64, _: &G, _: Seat, _: u64) {}

    fn hear(&mut self, _: u64, _: &G, _: G::View<'_>, _: &G::Event) {}

    fn listens(&self) -> bool {
        false
    }

    fn ask(&mut self, id: u64, view: G::View<'_>, options: &Options) {
        let game = G::game_of(view);
        let sizes = (game.n_features(), game.n_actions());
        let same = |queue: &Queue| (queue.n_features, queue.n_actions) == sizes;
        let place = self.queues.iter().position(same).unwrap_or_else(|| {
            self.queues.push(Queue::new(Arc::clone(&self.function)));
            self.queues.len() - 1
        });
        self.queues[place].ask::<G>(id, view, options);
    }

    fn end(&mut self, id: u64) {
        // A game ends while it waits for an answer only if it failed, and then it asks no more.
        let _ = id;
    }

    fn collect(&mut self, answers: &mut Vec<Answer>, _: &AtomicBool) -> Result<(), Fault> {
        for queue in self.queues.iter_mut().filter(|q| !q.asked.is_empty()) {
            queue.collect(answers)?;
        }
        Ok(())
    }
}

/// A player that asks the function one question at a time.
struct OneByOne {
    queue: Queue,
    fault: Option<Fault>,
}

impl<G: Observable> Player<G> for OneByOne {
    fn new_game(&mut self) {
        self.fault = None;
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, _: &mut Rng) -> Action {
        if self.fault.is_some() {
            return options.nth(0);
        }
        let mut answers = Vec::with_capacity(1);
        self.queue.clear();
        self.queue.ask::<G>(0, view, options);
        let result = self.queue.collect(&mut answers);
        let answer = match (result, answers.pop()) {
            (Ok(()), Some(answer)) => answer.action,
            (Ok(()), None) => Err(Fault::new(FaultKind::Garbage, "no answer")),
            (Err(fault), _) => Err(fault),
        };
        answer.unwrap_or_else(|fault| {
            self.fault = Some(fault);
            options.nth(0)
        })
    }

    fn fault(&mut self) -> Option<Fault> {
        self.fault.clone()
    }
}
