//! The tree: nodes in one vector that never grows, children as lists.

use super::growth::Growth;
use crate::cards::{MAX_SEATS, Seat};
use crate::game::{Action, Ask, Game, Options, Silent};
use crate::rng::Rng;
use crate::strategy::Player as _;
use crate::strategy::search::{Goal, Mind, PlayOn, Searchable, World, kind};

/// No node.
const NONE: u32 = u32::MAX;
/// The most nodes of a tree.
const MAX_NODES: usize = 1 << 20;
/// The longest way through the tree.
const DEPTH: usize = 32;
/// How many forks a playout may have, each on the way of the one before.
const FORKS: u32 = 3;
/// Fewer trials than these prove nothing.
const MIN_TRIALS: u32 = 6;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// What was done to come here, and who did it at which question.
    deed: u32,
    /// How many playouts came through.
    visits: u32,
    /// How often it could have been tried while its parent was forked.
    offered: u32,
    /// How often it was tried against what the playout policy would have done in the same world.
    trials: u32,
    /// What whoever did it gained, and the squares of that.
    sum: f64,
    squares: f64,
    child: u32,
    sibling: u32,
}

impl Node {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.trials.max(1))
    }

    /// The mean gain less so many standard errors.
    fn proven(&self, conviction: f64) -> f64 {
        if self.trials < MIN_TRIALS {
            return f64::NEG_INFINITY;
        }
        let n = f64::from(self.trials);
        let mean = self.mean();
        let variance = (self.squares / n - mean * mean).max(0.0) / (n - 1.0);
        mean - conviction * variance.sqrt()
    }
}

/// A tree below each candidate.
#[derive(Debug)]
pub struct Tree {
    growth: Growth,
    nodes: Vec<Node>,
    most: usize,
    /// Decides where playouts fork; of its own, so that worlds keep theirs.
    dice: Rng,
    /// Playouts of forks.
    forked: u32,
}

/// What every step of a way needs.
struct Walk<'a, G: Searchable> {
    game: &'a G,
    /// Whose search it is.
    seat: Seat,
    mind: &'a mut Mind<G>,
    /// How often a ripe node forks.
    rate: f64,
}

impl<G: Searchable> Walk<'_, G> {
    /// What a seat wants: the odds of the game were prepared for the searching seat only.
    fn goal_of(&self, mover: Seat) -> Goal {
        match self.mind.goal {
            Goal::Game if mover != self.seat => Goal::Points,
            goal => goal,
        }
    }

    fn value(&self, world: &World<G>, mover: Seat) -> f64 {
        let goal = self.goal_of(mover);
        goal.value(self.game, &world.round.state, mover, &self.mind.odds)
    }
}

/// A world in which something else was done than in the one it is compared with.
struct Fork<G: Game> {
    world: World<G>,
    /// Where its way goes on.
    at: u32,
    /// The child that is tried, here or in the other world.
    tried: u32,
    /// Whether it is tried here.
    here: bool,
    mover: Seat,
}

impl Tree {
    /// An empty one, with room for a search of that many playouts.
    pub fn new(growth: Growth, playouts: usize) -> Tree {
        let most = (2 * playouts + 256).min(MAX_NODES);
        Tree {
            growth,
            nodes: Vec::with_capacity(most),
            most,
            dice: Rng::from_key(0),
            forked: 0,
        }
    }

    /// Forgets everything; that many candidates begin.
    pub fn clear(&mut self, candidates: usize, key: u64) {
        self.nodes.clear();
        self.dice = Rng::from_key(key);
        self.forked = 0;
        for _ in 0..candidates {
            self.add(0);
        }
    }

    fn add(&mut self, deed: u32) -> u32 {
        if self.nodes.len() >= self.most {
            return NONE;
        }
        self.nodes.push(Node {
            deed,
            visits: 0,
            offered: 0,
            trials: 0,
            sum: 0.0,
            squares: 0.0,
            child: NONE,
            sibling: NONE,
        });
        self.nodes.len() as u32 - 1
    }

    fn child(&self, at: u32, deed: u32) -> u32 {
        let mut child = self.nodes[at as usize].child;
        while child != NONE && self.nodes[child as usize].deed != deed {
            child = self.nodes[child as usize].sibling;
        }
        child
    }

    /// The child for a deed; a new one where there is room.
    fn child_or_new(&mut self, at: u32, deed: u32) -> u32 {
        let known = self.child(at, deed);
        if known != NONE {
            return known;
        }
        let new = self.add(deed);
        if new != NONE {
            let first = self.nodes[at as usize].child;
            self.nodes[new as usize].sibling = first;
            self.nodes[at as usize].child = new;
        }
        new
    }

    /// What is done at this node: what the playout policy does, unless something else that is possible here is proven better.
    fn judge(
        &self,
        at: u32,
        options: &Options,
        usual: Action,
        deed_of: impl Fn(Action) -> u32,
    ) -> Action {
        let mut best = (0.0, usual);
        for action in options.iter() {
            let child = self.child(at, deed_of(action));
            if let Some(node) = self.nodes.get(child as usize) {
                let proven = node.proven(self.growth.conviction);
                if proven > best.0 {
                    best = (proven, action);
                }
            }
        }
        best.1
    }

    /// What is tried at this node in the place of the usual: the best of those tried before by the upper confidence bound, or, where
    /// the node may have more, the first in the fixed order that was not.
    fn try_out(
        &mut self,
        at: u32,
        options: &Options,
        usual: u32,
        scale: f64,
        deed_of: impl Fn(Action) -> u32,
    ) -> Option<(Action, u32)> {
        let visits = f64::from(self.nodes[at as usize].visits);
        let room = visits.powf(self.growth.widening);
        let (mut n_tried, mut new) = (0u32, None);
        let mut best: Option<(f64, Action, u32)> = None;
        for action in options.iter() {
            let deed = deed_of(action);
            if deed == usual {
                continue;
            }
            let child = self.child(at, deed);
            match self.nodes.get_mut(child as usize) {
                Some(known) if known.trials > 0 => {
                    n_tried += 1;
                    known.offered += 1;
                    let n = f64::from(known.trials);
                    let doubt = (f64::from(known.offered).ln() / n).sqrt();
                    let bound = known.mean() + self.growth.exploration * scale * doubt;
                    if best.is_none_or(|best| bound > best.0) {
                        best = Some((bound, action, child));
                    }
                }
                _ if new.is_none() => new = Some((action, deed)),
                _ => {}
            }
        }
        if let Some((action, deed)) = new
            && (n_tried == 0 || f64::from(n_tried) < room)
        {
            let child = self.child_or_new(at, deed);
            return (child != NONE).then_some((action, child));
        }
        best.map(|(_, action, child)| (action, child))
    }

    /// Plays the world to its end, as what is known at the nodes says, and forks it once at the most.
    fn walk<G: Searchable>(
        &mut self,
        walk: &mut Walk<'_, G>,
        world: &mut World<G>,
        mut at: u32,
        forks: u32,
    ) {
        let game = walk.game;
        let mut fork: Option<Fork<G>> = None;
        self.nodes[at as usize].visits += 1;
        for _ in 0..DEPTH {
            if f64::from(self.nodes[at as usize].visits) < self.growth.ripe {
                break;
            }
            let Some(Ask { seat, options }) = world.ask(game) else {
                break;
            };
            let state = &world.round.state;
            let usual = walk
                .mind
                .player
                .decide(game.view(state, seat), &options, &mut world.rng);
            let question = u32::from(game.question(state));
            let deed_of = |action: Action| {
                u32::from(kind(game, &options, action)) | u32::from(seat) << 16 | question << 24
            };
            let usual_deed = deed_of(usual);
            let action = self.judge(at, &options, usual, deed_of);
            let deed = deed_of(action);
            let next = self.child_or_new(at, deed);
            if fork.is_none() && forks > 0 && options.len() > 1 && self.dice.chance(walk.rate) {
                let other = if deed == usual_deed {
                    let scale = walk.goal_of(seat).spread();
                    self.try_out(at, &options, usual_deed, scale, deed_of)
                        .map(|(action, child)| (action, child, child))
                } else {
                    // What was proven is put to the proof again.
                    let child = self.child_or_new(at, usual_deed);
                    (child != NONE && next != NONE).then_some((usual, child, next))
                };
                fork = other.map(|(action, at, tried)| {
                    let mut world = world.copy();
                    world.round.answer(game, action, &mut Silent);
                    Fork {
                        world,
                        at,
                        tried,
                        here: at == tried,
                        mover: seat,
                    }
                });
            }
            world.round.answer(game, action, &mut Silent);
            if next == NONE {
                break;
            }
            at = next;
            self.nodes[at as usize].visits += 1;
        }
        world.finish(game, &mut walk.mind.player);
        if let Some(mut fork) = fork {
            self.forked += 1;
            self.walk(walk, &mut fork.world, fork.at, forks - 1);
            let [there, here] = [&fork.world, &*world].map(|w| walk.value(w, fork.mover));
            let gain = if fork.here {
                there - here
            } else {
                here - there
            };
            let tried = &mut self.nodes[fork.tried as usize];
            tried.trials += 1;
            tried.sum += gain;
            tried.squares += gain * gain;
        }
    }
}

impl<G: Searchable> PlayOn<G> for Tree {
    fn begin(&mut self, candidates: usize, key: u64) {
        self.clear(candidates, key);
    }

    #[inline(always)]
    fn play_on(
        &mut self,
        game: &G,
        seat: Seat,
        candidate: u8,
        world: &mut World<G>,
        mind: &mut Mind<G>,
    ) -> f64 {
        debug_assert!(usize::from(seat) < MAX_SEATS);
        let at = u32::from(candidate);
        let rate = self.growth.rate(self.nodes[at as usize].visits + 1);
        let mut walk = Walk {
            game,
            seat,
            mind,
            rate,
        };
        self.walk(&mut walk, world, at, FORKS);
        walk.value(world, seat)
    }

    fn extra(&self) -> u32 {
        self.forked
    }
}
